"""How often does each value of each feature occur in each class?

The counts n_{c,j,v} are a table (K, V_j) for each feature. `counts_by_hand` fills them by the definition.
`count_values` gets the same numbers from one histogram: all tables stand side by side in a wide one, where
value v of feature j has the column start_j + v, start_j = V_0 + … + V_{j−1}. A class and a value give one
number, that of their cell, and counting examples is counting these numbers.
"""

import numpy as np

from mlcore._checks import FloatArray, IntArray

BLOCK = 2**16  # values that are read at a time, to stay in the processor's cache
MISSING = -1


def counts_by_hand(X: IntArray, codes: IntArray, K: int, n_categories: IntArray) -> list[FloatArray]:
    """Return n_{c,j,v} as tables (K, V_j): the definition, word by word.

    >>> [table.tolist() for table in counts_by_hand(np.array([[0], [1], [1]]), np.array([0, 0, 1]), 2, [2])]
    [[[1.0, 1.0], [0.0, 1.0]]]
    """
    tables = [np.zeros((K, V)) for V in n_categories]
    for x, c in zip(X, codes, strict=True):
        for j, v in enumerate(x):
            if v != MISSING:
                tables[j][c, v] += 1
    return tables


def count_values(
    X: IntArray, codes: IntArray, weight: FloatArray | None, K: int, n_categories: IntArray
) -> FloatArray:
    """Return n_{c,j,v} side by side, shape (K, ΣV): one histogram of the cells (class, feature, value)."""
    width = int(n_categories.sum()) + 1  # the last column takes what is missing
    counts = np.zeros(K * width)
    step = max(1, max(BLOCK, 4 * K * width) // X.shape[1])
    for first in range(0, len(X), step):
        rows = slice(first, first + step)
        cell = cells(X[rows], n_categories)  # (rows, d)
        cell += (codes[rows] * width)[:, None]
        weights = None if weight is None else np.repeat(weight[rows], X.shape[1])
        counts += np.bincount(cell.ravel(), weights, minlength=K * width)
    return counts.reshape(K, width)[:, :-1]


def cells(X: IntArray, n_categories: IntArray) -> IntArray:
    """Return start_j + x_j, the column of each value in the wide table; ΣV for a missing one.

    >>> cells(np.array([[1, 0], [0, MISSING]]), np.array([3, 2])).tolist()
    [[1, 3], [0, 5]]
    """
    columns: IntArray = X + starts(n_categories)
    if X.min(initial=0) == MISSING:
        columns[X == MISSING] = n_categories.sum()
    return columns


def starts(n_categories: IntArray) -> IntArray:
    """Return start_j = V_0 + … + V_{j−1}."""
    return np.cumsum(n_categories) - n_categories


def split_tables(wide: FloatArray, n_categories: IntArray) -> list[FloatArray]:
    """Return the tables (K, V_j) of the features that stand side by side."""
    return np.split(wide, np.cumsum(n_categories)[:-1], axis=1)


def widen(wide: FloatArray, old: IntArray, new: IntArray) -> FloatArray:
    """Return the tables with room for more values, counted 0 so far.

    >>> widen(np.array([[1.0, 2.0, 3.0]]), np.array([1, 2]), np.array([2, 2])).tolist()
    [[1.0, 0.0, 2.0, 3.0]]
    """
    if np.array_equal(old, new):
        return wide
    result = np.zeros((len(wide), new.sum()))
    columns = np.arange(old.sum()) + np.repeat(starts(new) - starts(old), old)
    result[:, columns] = wide
    return result
