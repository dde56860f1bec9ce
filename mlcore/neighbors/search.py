"""Which search for which metric: the one door to the exact nearest neighbours.

    tree_search.py    few features, Minkowski metrics with p ≥ 1
    matrix_search.py  many features, Euclidean metrics and angles; sparse data
    direct_search.py  everything else, and the test of the other two

All give the same answer to the last bit: the k examples that come first by (canonical distance, index).

Left out on purpose: searches that may miss a neighbour.
"""

from dataclasses import replace
from typing import Protocol

import numpy as np
from scipy.sparse import issparse

from mlcore._checks import FloatArray, IntArray, Table, one_of, whole
from mlcore.neighbors.canonical import Canonical
from mlcore.neighbors.direct_search import DirectSearch
from mlcore.neighbors.matrix_search import MatrixSearch
from mlcore.neighbors.metrics import Metric, canonical_distance
from mlcore.neighbors.ranking import Neighbours
from mlcore.neighbors.tabulated import ByFunction
from mlcore.neighbors.tree_search import TreeSearch

ALGORITHMS = ("auto", "ball_tree", "kd_tree", "brute")
TREE_FEATURES = 15  # as in scikit-learn; at 3 and 10 features the tree was by far the faster


class Answering(Protocol):
    """A search of one kind."""

    def kneighbors(self, Q: Table, k: int) -> Neighbours:
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

    def kneighbors(self, Q: Table, k: int) -> tuple[FloatArray, IntArray]:
        """Return distances and training indices of the k nearest, (m, k) both, nearest first.

        Ties go to the lower training index. k lies between 1 and the number of examples.
        """
        return self.search.kneighbors(Q, whole(k, "k", low=1, high=self.n))

    def in_any_order(self, Q: Table, k: int) -> IntArray:
        """Return training indices of the k nearest, (m, k), each row as a set: enough to count votes."""
        if isinstance(self.search, MatrixSearch):
            return self.search.kneighbors(Q, whole(k, "k", low=1, high=self.n), ordered=False)[1]
        return self.kneighbors(Q, k)[1]


def make_search(
    X: Table,
    *,
    metric: Metric = "minkowski",
    p: float = 2,
    metric_params: dict[str, object] | None = None,
    algorithm: str = "auto",
    leaf_size: int = 30,
    n_jobs: int | None = None,
) -> NeighborSearch:
    """Return a search over the rows of X, or over a list of observations that ``metric`` can compare.

    ``algorithm`` decides about time, never about the answer. "auto" takes the k-d tree for dense data of at
    most 15 features and a Minkowski metric with p ≥ 1, otherwise "brute". "ball_tree" is served by the k-d
    tree where the metric admits one, for the two differ in nothing but time. n_jobs=None uses every core.

    A function gets rows of numbers as float64; with "brute", whole numbers as int64 and truth values as such.

    >>> search = make_search(np.array([[0.0], [2.0], [2.0]]))
    >>> dists, index = search.kneighbors(np.array([[2.0]]), 2)
    >>> dists.tolist(), index.tolist()
    ([[0.0, 0.0]], [[1, 2]])
    """
    one_of(algorithm, ALGORITHMS, "algorithm")
    distance = canonical_distance(metric, p, metric_params)
    if isinstance(distance, ByFunction) and algorithm != "brute":
        distance = replace(distance, as_floats=True)
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
