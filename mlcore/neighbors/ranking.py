"""Who comes first: the one rule by which every search orders its candidates.

Smaller distance first; among equal distances the lower training index first.
"""

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, IntArray, numbers, whole

Neighbours = tuple[FloatArray, IntArray]

SPARE = 4  # lists may be filled up to a table of so many times their entries


def nearest(dists: ArrayLike, k: int) -> IntArray:
    """Return the indices of the k smallest distances, nearest first, ties to the lower index.

    Parameters
    ----------
    dists : array-like of shape (n,)
        Distances.
    k : int
        How many, between 1 and n.

    Returns
    -------
    ndarray of shape (k,)
        The indices.

    Examples
    --------
    >>> nearest([5, 1, 3, 2], 2).tolist()
    [1, 3]
    >>> nearest([1, 0, 1, 1], 2).tolist()
    [1, 0]
    """
    values = numbers(dists, "dists")
    return first_k(values, whole(k, "k", low=1, high=len(values)))


def first_k(dists: FloatArray, k: int) -> IntArray:
    """Return the indices of the k smallest of some distances, NaN last, without checks."""
    kth = np.partition(dists, k - 1)[k - 1]
    if np.isnan(kth):
        return np.argsort(dists, kind="stable")[:k]
    # subtle: a partition gives the value at rank k but any of the indices tied there; so take all of them,
    # in the order of their indices, and let a stable sort leave out the last.
    candidates = np.flatnonzero(dists <= kth)
    order = np.argsort(dists[candidates], kind="stable")[:k]
    return candidates[order]


def first_k_of_rows(dists: FloatArray, index: IntArray, k: int) -> Neighbours:
    """Return the first k candidates of each row of (m, c) distances with their training indices."""
    order = np.lexsort((index, dists), axis=1)[:, :k]  # (m, k)
    return np.take_along_axis(dists, order, axis=1), np.take_along_axis(index, order, axis=1)


def first_k_of_lists(query: IntArray, dists: FloatArray, index: IntArray, k: int) -> Neighbours:
    """Return the first k candidates of each query, where candidate i belongs to query[i].

    Every query from 0 to the last must have at least k candidates.
    """
    counts = np.bincount(query)  # (m,)
    if counts.max() * len(counts) <= SPARE * len(query):
        return first_k_of_rows(*_as_rows(query, counts, dists, index), k)
    order = np.lexsort((index, dists, query))
    chosen = order[(np.cumsum(counts) - counts)[:, None] + np.arange(k)]  # (m, k)
    return dists[chosen], index[chosen]


def _as_rows(query: IntArray, counts: IntArray, dists: FloatArray, index: IntArray) -> Neighbours:
    """Return lists of candidates as a table, (m, c) both, which sorts sooner; NaN and no index fill it up."""
    if (query[1:] < query[:-1]).any():
        order = np.argsort(query, kind="stable")
        query, dists, index = query[order], dists[order], index[order]
    column = np.arange(len(query)) - np.repeat(np.cumsum(counts) - counts, counts)
    shape = (len(counts), counts.max())
    table, names = np.full(shape, np.nan), np.full(shape, np.iinfo(np.intp).max)
    table[query, column], names[query, column] = dists, index
    return table, names


def gather(parts: list[object], k: int) -> Neighbours:
    """Return neighbours found block by block as one pair of arrays."""
    if not parts:
        return np.empty((0, k)), np.empty((0, k), dtype=np.intp)
    dists, index = zip(*parts, strict=True)
    return np.concatenate(dists), np.concatenate(index)
