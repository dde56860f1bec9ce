"""Equal examples gathered: the places where examples lie, and who lies at each.

A tree cannot part equal points, and a query beside ten thousand of them finds ten thousand ties. Where many
examples coincide a search therefore looks for places, and then takes of each the examples of lowest index.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mlcore._checks import FloatArray, IntArray
from mlcore.neighbors.canonical import BLOCK, as_columns, sum_in_order

CROWD = 16  # examples at one place that a search by points can bear


@dataclass(frozen=True)
class Locations:
    """Places and their examples, ascending: members[starts[l] : starts[l] + counts[l]] lie at place l."""

    members: IntArray  # (n,)
    starts: IntArray
    counts: IntArray

    def first_members(self, place: IntArray, k: int) -> tuple[IntArray, IntArray]:
        """Return, for each place in turn, its first k examples, and beside them the position in ``place``.

        >>> found = crowded_locations(np.repeat([[0.0], [5.0]], 20, axis=0))
        >>> origin, row = found.first_members(np.array([1, 0]), 2)
        >>> origin.tolist(), row.tolist()
        ([0, 0, 1, 1], [20, 21, 0, 1])
        """
        sizes = np.minimum(self.counts[place], k)
        origin = np.repeat(np.arange(len(place)), sizes)
        within = np.arange(len(origin)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return origin, self.members[self.starts[place][origin] + within]

    def without_late_twins(self, k: int) -> IntArray:
        """Return all examples that have fewer than k twins before them: no other can be among k nearest."""
        rank = np.arange(len(self.members)) - np.repeat(self.starts, self.counts)
        return np.sort(self.members[rank < k])


def crowded_locations(X: FloatArray) -> Locations | None:
    """Return the places of the rows of X if more than a few rows share one, otherwise None."""
    marks = _marks(X)  # (n,)
    if not _has_crowd(np.sort(marks)):
        return None
    members = np.argsort(marks, kind="stable")
    # subtle: rows with one mark but different contents only split a place in two, which breaks no result
    changed = np.ones(len(X), dtype=np.bool_)
    changed[1:] = _steps(marks[members])
    for column in X.T:
        changed[1:] |= _steps(column[members])
    starts = np.flatnonzero(changed)
    return Locations(members, starts, np.diff(starts, append=len(X)))


def _steps(values: FloatArray) -> NDArray[np.bool_]:
    """Return where a value differs from the one before it, shape (n − 1,)."""
    return np.asarray(values[1:] != values[:-1])


def _marks(X: FloatArray) -> FloatArray:
    """Return a number per row, the same for equal rows: the features added up with irregular factors."""
    marks, factors = np.empty(len(X)), np.sin(np.arange(1.0, X.shape[1] + 1))[:, None]
    step = max(BLOCK // X.shape[1], 1)
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(X), step):
            marks[start : start + step] = sum_in_order(as_columns(X[start : start + step]) * factors)
    return np.nan_to_num(marks, posinf=0.0, neginf=0.0)


def _has_crowd(sorted_marks: FloatArray) -> bool:
    return bool((sorted_marks[CROWD:] == sorted_marks[:-CROWD]).any())
