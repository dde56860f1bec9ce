"""Distances of which only tables are made: the rarer metrics by SciPy, and any function of two observations.

A search over them has nothing to lean on but the table itself. Left out on purpose: speed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.sparse import issparse
from scipy.spatial.distance import cdist

from mlcore._checks import FloatArray, Table
from mlcore.neighbors.canonical import rows

BOOLEAN = frozenset({"dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"})


@dataclass(frozen=True)
class ByScipy:
    """A metric of scipy.spatial.distance; the Boolean ones read every number but 0 as true.

    Zero rule: two rows in which nothing is true are alike; where a Boolean metric is 0 / 0 for them, it is 0.
    """

    name: str
    params: dict[str, Any] = field(default_factory=dict)

    def table(self, Q: Table, X: Table) -> FloatArray:
        """Return the distances between each row of Q and each row of X, shape (m, n)."""
        queries, points = rows(Q), rows(X)
        if self.name in BOOLEAN:
            queries, points = queries != 0, points != 0
        d, inverse = points.shape[1], self.params.get("VI")
        if inverse is not None and inverse.shape != (d, d):  # SciPy would read on beyond its end
            raise ValueError(f"VI must have shape ({d}, {d}), as X has {d} features; got {inverse.shape}.")
        dists: FloatArray = cdist(queries, points, metric=self.name, **self.params)
        if self.name in BOOLEAN:
            dists[np.isnan(dists)] = 0
        return dists


@dataclass(frozen=True)
class ByFunction:
    """A metric given as a function of two observations, called once for each pair and never again.

    It gets rows of numbers as float64, or without ``as_floats`` whole numbers as int64, of which bits can be
    compared too: differences of narrow integers would wrap around.

    >>> ByFunction(lambda a, b: abs(len(a) - len(b))).table(["ab"], ["", "abc"]).tolist()
    [[2.0, 1.0]]
    """

    function: Callable[..., float]
    params: dict[str, Any] = field(default_factory=dict)
    as_floats: bool = False

    def table(self, Q: Table, X: Table) -> FloatArray:
        """Return metric(q, x) for each observation of Q and of X, shape (m, n)."""
        queries, points = self._observations(Q), self._observations(X)
        return np.array(
            [[float(self.function(q, x, **self.params)) for x in points] for q in queries], dtype=np.float64
        ).reshape(len(queries), len(points))

    def _observations(self, X: Table) -> Any:
        if issparse(X):
            return rows(X)
        if not isinstance(X, np.ndarray) or X.dtype.kind not in "biuf":
            return X
        if self.as_floats or X.dtype == np.uint64:
            return X.astype(np.float64)
        return X.astype(np.int64) if X.dtype.kind in "iu" else X


@dataclass(frozen=True)
class ByPairwise:
    """A metric object with a method ``pairwise(Q, X)``, such as scikit-learn's DistanceMetric."""

    metric: Any

    def table(self, Q: Table, X: Table) -> FloatArray:
        """Return the distances between each row of Q and each row of X, shape (m, n)."""
        return np.asarray(self.metric.pairwise(rows(Q), rows(X)), dtype=np.float64)


@dataclass(frozen=True)
class Precomputed:
    """The queries are the distances themselves, shape (m, n)."""

    def table(self, Q: Table, X: Table) -> FloatArray:
        """Return Q, which already holds the distances."""
        return rows(Q)
