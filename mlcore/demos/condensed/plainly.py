"""Condensing as one would write it on the blackboard, and the smallest set by trying all."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray


def condense_plainly(X: ArrayLike, y: Sequence[int], order: Sequence[int]) -> list[int]:
    """Return prototypes in the order of their choice: pass after pass, until a pass adds none.

    An empty set of prototypes misclassifies; only examples that are no prototypes are looked at again.

    >>> condense_plainly([[0], [1], [2], [3], [4], [5]], [0, 0, 0, 1, 1, 1], order=[0, 3, 2, 1, 4, 5])
    [0, 3, 2]
    """
    squares = _squares(X)
    prototypes: list[int] = []
    added = True
    while added:
        added = False
        for i in order:
            if i in prototypes:
                continue
            by_distance = sorted((squares[i, p], p) for p in prototypes)
            if not by_distance or y[by_distance[0][1]] != y[i]:
                prototypes.append(i)
                added = True
    return prototypes


def changed(X: ArrayLike, y: Sequence[int], prototypes: Sequence[int]) -> int:
    """Return how many examples their nearest prototype misclassifies; among equally near the first counts."""
    ordered = sorted(prototypes)
    nearest = _squares(X)[:, ordered].argmin(axis=1)  # (n,)
    return int((np.asarray(y)[ordered][nearest] != np.asarray(y)).sum())


def smallest_consistent(X: ArrayLike, y: Sequence[int]) -> tuple[int, ...]:
    """Return a smallest set of prototypes that classifies all examples rightly: try all of size 1, 2, ...

    >>> smallest_consistent([[0], [1], [2], [3], [4], [5]], [0, 0, 0, 1, 1, 1])  # 2 goes to 0: the first
    (0, 4)
    """
    n = len(y)
    subsets = (subset for size in range(1, n + 1) for subset in combinations(range(n), size))
    return next(subset for subset in subsets if changed(X, y, subset) == 0)


def _squares(X: ArrayLike) -> FloatArray:
    """Return all squared distances by differences, (n, n)."""
    points = np.asarray(X, dtype=float)
    squares: FloatArray = ((points[:, None] - points[None]) ** 2).sum(axis=-1)
    return squares
