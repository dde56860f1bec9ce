"""Neighbours by a k-d tree, which passes by whole regions that are too far away.

SciPy's tree adds up the features in its own order and returns any of the examples tied at rank k. It is
therefore asked for one more than k; their canonical distances are computed; and if what it left out could
still reach rank k, it is asked for many more. The few queries that even these do not settle go to the
direct search.

Left out on purpose: metrics other than Minkowski with p ≥ 1, for which the distance to a region is not known.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from mlcore._checks import FloatArray, IntArray
from mlcore.neighbors.canonical import Canonical
from mlcore.neighbors.direct_search import DirectSearch, n_workers
from mlcore.neighbors.locations import crowded_locations
from mlcore.neighbors.ranking import Neighbours, first_k_of_lists, first_k_of_rows

SLACK = 1e-10  # relative error granted to the tree's distances; they err by some 1e-16 per level and feature
CANDIDATES = 1 << 18  # candidates held at a time
FEW = 64  # queries whose order makes no difference
IN_CACHE = 1 << 17  # numbers, a megabyte; of fewer, putting the queries in order takes longer than it saves
LEAVES = 8  # about as many are visited for a query


class TreeSearch:
    """Neighbours in a Minkowski metric with p ≥ 1, for dense data of few features."""

    def __init__(
        self, X: FloatArray, distance: Canonical, leaf_size: int = 30, n_jobs: int | None = None
    ) -> None:
        """Build the tree, over the places of the examples where many share one."""
        assert distance.order is not None, "a k-d tree needs a Minkowski metric"
        assert distance.root, "the tree's own distances have their root taken"
        self.X = X
        self.distance = distance
        self.order = distance.order
        self.n_jobs = n_jobs
        self.direct = DirectSearch(X, distance, n_jobs)
        self.stretch, self.unit = _stretch(distance)
        self.locations = crowded_locations(X)
        places = X if self.locations is None else X[self.locations.members[self.locations.starts]]
        self.places = places
        # Sliding midpoints without shrinking: built in a third of the time, and no slower to ask.
        self.tree = cKDTree(self._stretched(places), leaf_size, balanced_tree=False, compact_nodes=False)

    def kneighbors(self, Q: FloatArray, k: int) -> Neighbours:
        """Return distances and training indices of the k nearest, (m, k) both, nearest first."""
        dists, index = np.empty((len(Q), k)), np.empty((len(Q), k), dtype=np.intp)
        # Queries close to each other follow each other: what they need of the tree is in the cache already. A
        # small tree is there as a whole.
        orderly = self.places.size > IN_CACHE
        open_queries = space_order(Q) if orderly else np.arange(len(Q))  # the queries without an answer
        for width in (k + 1, 2 * k + 16, 8 * k + 64):
            step = max(CANDIDATES // width, 1)
            unsure = []
            for start in range(0, len(open_queries), step):
                queries = open_queries[start : start + step]
                dists[queries], index[queries], sure = self._ask(Q[queries], k, min(width, self.tree.n))
                unsure.append(queries[~sure])
            open_queries = np.concatenate([open_queries[:0], *unsure])
        if len(open_queries):
            dists[open_queries], index[open_queries] = self.direct.kneighbors(Q[open_queries], k)
        return dists, index

    def _ask(self, Q: FloatArray, k: int, width: int) -> tuple[FloatArray, IntArray, NDArray[np.bool_]]:
        """Return the first k among the examples at ``width`` places, and whether they are certain."""
        stretched = self._stretched(Q)
        visited = len(Q) * Q.shape[1] * (width + LEAVES * self.tree.leafsize)
        workers = n_workers(self.n_jobs, visited)
        reach, place = self.tree.query(stretched, width, p=self.order, workers=workers)
        reach, place = reach.reshape(len(Q), width), place.reshape(len(Q), width)
        lost = (place == self.tree.n).any(axis=1)  # the tree's powers overflowed
        place[lost] = np.arange(width)  # any will do: they are all there are, or not certain
        dists = self.distance.lists(Q, self.places, place)
        near = first_k_of_rows(dists, place, k) if self.locations is None else self._members(dists, place, k)
        if width == self.tree.n:
            return *near, np.ones(len(Q), dtype=np.bool_)
        return *near, ~lost & (near[0][:, -1] < self._beyond(reach[:, -1], stretched))

    def _members(self, dists: FloatArray, place: IntArray, k: int) -> Neighbours:
        """Return the first k of the examples that lie at the places found for each query."""
        assert self.locations is not None
        order = np.argsort(dists, axis=1, kind="stable")
        counts = np.cumsum(self.locations.counts[np.take_along_axis(place, order, axis=1)], axis=1)
        # as far as the place at which k examples are together, and whatever ties with it
        enough = np.take_along_axis(dists, order, axis=1)[np.arange(len(dists)), (counts >= k).argmax(axis=1)]
        query, column = np.nonzero(~(dists > enough[:, None]))
        origin, row = self.locations.first_members(place[query, column], k)
        return first_k_of_lists(query[origin], dists[query, column][origin], row, k)

    def _stretched(self, X: FloatArray) -> FloatArray:
        return X if self.stretch is None else X * self.stretch

    def _beyond(self, reach: FloatArray, stretched: FloatArray) -> FloatArray:
        """Return a canonical distance that no example beyond the tree's last answer falls below, (m,)."""
        d = stretched.shape[1]
        root = 1 / self.order  # 0 for p = ∞
        # what underflow may take from a sum of powers, and stretching from a difference of features
        underflow = (d * float(np.finfo(np.float64).tiny)) ** root if root else 0.0
        error = np.zeros(len(stretched))
        if self.stretch is not None:
            size = np.maximum(np.abs(stretched).max(axis=1), np.abs([self.tree.mins, self.tree.maxes]).max())
            error = 8 * float(np.finfo(np.float64).eps) * d**root * size
        with np.errstate(over="ignore", invalid="ignore"):
            shrunk = (reach * (1 - SLACK) - error) * self.unit
            return np.asarray(shrunk - 2 * underflow * (1 + self.unit))


def space_order(Q: FloatArray) -> IntArray:
    """Return the order of the queries along a curve through space that rarely jumps, shape (m,).

    Each feature is cut into cells; the bits of a query's cells, dealt out in turn, make its place on the
    curve (Morton's). Only speed depends on it.

    >>> corners = np.array([[0.0, 0.0], [9.0, 9.0], [1.0, 1.0], [9.0, 8.0]])
    >>> space_order(np.repeat(corners, FEW, axis=0))[::FEW].tolist() == [0, 2 * FEW, 3 * FEW, FEW]
    True
    """
    if len(Q) < FEW:
        return np.arange(len(Q))
    Q = np.asarray(Q[:, :60], dtype=np.float64)
    d = Q.shape[1]
    bits = max(1, min(8, 60 // max(d, 1)))
    with np.errstate(all="ignore"):  # features without extent, or of one that overflows, tell nothing
        low = Q.min(axis=0, initial=np.inf)
        shares = np.nan_to_num((Q - low) / (Q.max(axis=0, initial=-np.inf) - low))
    cells = (np.clip(shares, 0, 1) * (2**bits - 1)).astype(np.int64)  # (m, d)
    code = np.zeros(len(Q), dtype=np.int64)
    for bit in range(bits):
        for j in range(d):
            code |= ((cells[:, j] >> bit) & 1) << (bit * d + j)
    return np.argsort(code, kind="stable")


def _stretch(distance: Canonical) -> tuple[FloatArray | None, float]:
    """Return (w_j / max w)^(1/p) and (max w)^(1/p): stretch by the first, multiply distances by the second.

    After stretching, the weights are all 1; and none exceeds 1, so that no number overflows.
    """
    if distance.weights is None:
        return None, 1.0
    if distance.order == np.inf:
        return (distance.weights > 0).astype(np.float64), 1.0
    assert distance.order is not None
    greatest = distance.weights.max()
    stretch: FloatArray = (distance.weights / greatest) ** (1 / distance.order)
    return stretch, float(greatest ** (1 / distance.order))
