"""Distances of which only tables are made: the rarer metrics by SciPy, and any function of two observations.

A search over them has nothing to lean on but the table itself. Left out on purpose: speed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.sparse import issparse
from scipy.spatial.distance import cdist

from mlcore._checks import FloatArray
from mlcore.neighbors.canonical import rows

BOOLEAN = frozenset({"dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"})


@dataclass(frozen=True)
class ByScipy:
    """A metric of scipy.spatial.distance; the Boolean ones read every number but 0 as true."""

    name: str
    params: dict[str, Any] = field(default_factory=dict)

    def table(self, Q: Any, X: Any) -> FloatArray:
        """Return the distances between each row of Q and each row of X, shape (m, n)."""
        queries, points = rows(Q), rows(X)
        if self.name in BOOLEAN:
            queries, points = queries != 0, points != 0
        dists: FloatArray = cdist(queries, points, metric=self.name, **self.params)
        return dists


@dataclass(frozen=True)
class ByFunction:
    """A metric given as a function of two observations, called once for each pair and never again.

    >>> ByFunction(lambda a, b: abs(len(a) - len(b))).table(["ab"], ["", "abc"]).tolist()
    [[2.0, 1.0]]
    """

    function: Callable[..., float]
    params: dict[str, Any] = field(default_factory=dict)

    def table(self, Q: Any, X: Any) -> FloatArray:
        """Return metric(q, x) for each observation of Q and of X, shape (m, n)."""
        queries, points = _observations(Q), _observations(X)
        return np.array(
            [[float(self.function(q, x, **self.params)) for x in points] for q in queries], dtype=np.float64
        ).reshape(len(queries), len(points))


def _observations(X: Any) -> Any:
    return rows(X) if issparse(X) else X


@dataclass(frozen=True)
class ByPairwise:
    """A metric object with a method ``pairwise(Q, X)``, such as scikit-learn's DistanceMetric."""

    metric: Any

    def table(self, Q: Any, X: Any) -> FloatArray:
        """Return the distances between each row of Q and each row of X, shape (m, n)."""
        return np.asarray(self.metric.pairwise(rows(Q), rows(X)), dtype=np.float64)


@dataclass(frozen=True)
class Precomputed:
    """The queries are the distances themselves, shape (m, n)."""

    def table(self, Q: Any, X: Any) -> FloatArray:
        """Return Q, which already holds the distances."""
        return rows(Q)
