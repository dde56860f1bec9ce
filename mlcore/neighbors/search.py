"""Which search for which metric: the one door to the exact nearest neighbours.

    tree_search.py    few features, Minkowski metrics with p ≥ 1
    matrix_search.py  many features, Euclidean metrics and angles; sparse data
    direct_search.py  everything else, and the test of the other two

All give the same answer to the last bit: the k examples that come first by (canonical distance, index).

Left out on purpose: searches that may miss a neighbour.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from scipy.sparse import issparse

from mlcore._checks import FloatArray, IntArray, one_of, shown, whole
from mlcore.neighbors.canonical import (
    BRAYCURTIS,
    CORRELATION,
    COSINE,
    HAVERSINE,
    NAN_EUCLIDEAN,
    Canonical,
    Distance,
)
from mlcore.neighbors.canonical import minkowski as _minkowski
from mlcore.neighbors.direct_search import DirectSearch
from mlcore.neighbors.matrix_search import MatrixSearch
from mlcore.neighbors.ranking import Neighbours, nearest
from mlcore.neighbors.tabulated import BOOLEAN, PLAIN, ByFunction, ByPairwise, ByScipy, Precomputed
from mlcore.neighbors.tree_search import TreeSearch

__all__ = ["NeighborSearch", "canonical_distance", "make_search", "nearest"]

Metric = str | Callable[..., float]

ORDERS = {
    **dict.fromkeys(("euclidean", "l2", "sqeuclidean", "seuclidean"), 2.0),
    **dict.fromkeys(("manhattan", "cityblock", "l1"), 1.0),
    **dict.fromkeys(("chebyshev", "infinity"), np.inf),
}
BY_FORMULA = {
    "braycurtis": BRAYCURTIS,
    "cosine": COSINE,
    "correlation": CORRELATION,
    "nan_euclidean": NAN_EUCLIDEAN,
    "haversine": HAVERSINE,
}
METRICS = {*PLAIN, *BOOLEAN, *ORDERS, *BY_FORMULA, "minkowski", "p", "precomputed"}
ALGORITHMS = ("auto", "ball_tree", "kd_tree", "brute")
TREE_FEATURES = 15  # as in scikit-learn; at 3 and 10 features the tree was by far the faster


class Answering(Protocol):
    """A search of one kind."""

    def kneighbors(self, Q: Any, k: int) -> Neighbours:
        """Return distances and training indices, (m, k) both."""


class NeighborSearch:
    """Exact nearest neighbours of queries among stored examples.

    ``method`` names the algorithm as scikit-learn does: "kd_tree", "ball_tree" or "brute".
    """

    def __init__(self, method: str, n: int, search: Answering) -> None:
        """Wrap a search over n examples."""
        self.method = method
        self.n = n
        self.search = search

    def kneighbors(self, Q: Any, k: int) -> tuple[FloatArray, IntArray]:
        """Return distances and training indices of the k nearest, (m, k) both, nearest first.

        Ties go to the lower training index. k lies between 1 and the number of examples.
        """
        return self.search.kneighbors(Q, whole(k, "k", low=1, high=self.n))


def canonical_distance(
    metric: Metric = "minkowski", p: float = 2, metric_params: dict[str, Any] | None = None
) -> Distance:
    """Return the distance by which neighbours are ordered; its ``table(Q, X)`` is an (m, n) array.

    Metrics have scikit-learn's names, or are functions of two observations. With w in metric_params the
    Minkowski metric is (Σ_j w_j |x_j − q_j|^p)^(1/p), and max_j |x_j − q_j| over w_j > 0 for p = ∞.

    >>> canonical_distance("manhattan").table(np.zeros((1, 2)), np.array([[3.0, -4.0]])).tolist()
    [[7.0]]
    """
    params = dict(metric_params or {})
    if not isinstance(metric, str):
        return ByFunction(metric, params) if callable(metric) else ByPairwise(metric)
    if metric in ("minkowski", "p"):
        return _minkowski(_order(params.get("p", p)), params.get("w"))
    if metric == "seuclidean":
        return _minkowski(2, 1 / np.asarray(_needed(params, "V", metric), dtype=np.float64))
    if metric in ORDERS:
        return _minkowski(ORDERS[metric], params.get("w"), root=metric != "sqeuclidean")
    if metric in BY_FORMULA:
        return BY_FORMULA[metric]
    if metric == "precomputed":
        return Precomputed()
    one_of(metric, sorted(METRICS), "metric")
    if metric == "mahalanobis" and "VI" not in params:
        params = {"VI": np.linalg.inv(_needed(params, "V", metric))}
    return ByScipy(metric, params)


def _order(p: float) -> float:
    if not p > 0:
        raise ValueError(f"p must be greater than 0; got {shown(p)}.")
    return float(p)


def _needed(params: dict[str, Any], name: str, metric: str) -> Any:
    if params.get(name) is None:
        raise ValueError(f"metric={metric!r} needs metric_params={{{name!r}: ...}}; got {shown(params)}.")
    return params[name]


def make_search(
    X: Any,
    *,
    metric: Metric = "minkowski",
    p: float = 2,
    metric_params: dict[str, Any] | None = None,
    algorithm: str = "auto",
    leaf_size: int = 30,
    n_jobs: int | None = None,
) -> NeighborSearch:
    """Return a search over the rows of X, or over a list of observations that ``metric`` can compare.

    ``algorithm`` decides about time, never about the answer. "auto" takes the k-d tree for dense data of at
    most 15 features and a Minkowski metric with p ≥ 1, otherwise "brute". "ball_tree" is served by the k-d
    tree where the metric admits one, for the two differ in nothing but time. n_jobs=None uses every core.

    >>> search = make_search(np.array([[0.0], [2.0], [2.0]]))
    >>> dists, index = search.kneighbors(np.array([[2.0]]), 2)
    >>> dists.tolist(), index.tolist()
    ([[0.0, 0.0]], [[1, 2]])
    """
    one_of(algorithm, ALGORITHMS, "algorithm")
    distance = canonical_distance(metric, p, metric_params)
    formula = distance if isinstance(distance, Canonical) else None
    dense = isinstance(X, np.ndarray) and X.ndim == 2
    n = int(X.shape[0]) if hasattr(X, "shape") else len(X)
    tree_admitted = dense and formula is not None and _has_tree(formula)
    if tree_admitted and (algorithm in ("kd_tree", "ball_tree") or _few_features(X, algorithm)):
        assert formula is not None
        method = "ball_tree" if algorithm == "ball_tree" else "kd_tree"
        return NeighborSearch(method, n, TreeSearch(X, formula, leaf_size, n_jobs))
    method = algorithm if algorithm == "ball_tree" and not issparse(X) else "brute"
    if formula is not None and _has_product(formula, issparse(X)):
        return NeighborSearch(method, n, MatrixSearch(X, formula, n_jobs))
    alone = isinstance(distance, ByFunction)  # a Python function gains nothing from threads
    return NeighborSearch(method, n, DirectSearch(X, distance, n_jobs, threads=not alone))


def _has_tree(distance: Canonical) -> bool:
    return distance.order is not None and distance.order >= 1 and distance.root


def _has_product(distance: Canonical, sparse: bool) -> bool:
    if sparse and (distance.weights is not None or distance.angle == "centred"):
        return False
    return distance.order == 2 or distance.angle is not None


def _few_features(X: FloatArray, algorithm: str) -> bool:
    return algorithm == "auto" and X.shape[1] <= TREE_FEATURES
