"""Observations that are no rows of numbers: strings, sets, sequences, rows of mixed kinds.

kNN asks of its observations only that there be a distance between them. Such observations are kept in a
one-dimensional array of objects; a metric sees two of them at a time.
"""

import copy
from collections.abc import Iterable, Mapping, Set
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from mlcore._checks import FloatArray, IntArray, Table, shown
from mlcore.distances import DISTANCES, OBJECT_DISTANCES
from mlcore.neighbors.metrics import NAMED, Metric, check_arguments, metric_function
from mlcore.neighbors.search import make_search

ObjectArray = NDArray[np.object_]


def compares_objects(metric: Metric, X: Table) -> bool:
    """Return whether the observations are objects for this metric, rather than rows of numbers.

    >>> compares_objects("edit", ["kitten", "sitting"]), compares_objects("hamming", [[0, 1], [1, 1]])
    (True, False)
    """
    takes_objects = isinstance(metric, str) and metric in OBJECT_DISTANCES
    if takes_objects and metric not in NAMED:  # of rows of numbers, too
        return True
    return (takes_objects or metric_function(metric) is not None) and not _is_table_of_numbers(X)


def _is_table_of_numbers(X: Table) -> bool:
    """Return whether X is meant as a table of numbers, which scikit-learn's validation then judges."""
    if issparse(X) or np.isscalar(X) or not hasattr(X, "__len__"):
        return True
    if not hasattr(X, "shape") and any(isinstance(x, str | bytes | Set) for x in X):
        return False
    try:
        table = np.asarray(X)
    except ValueError:  # rows of different lengths
        return False
    if table.dtype.kind == "O":
        try:
            table.astype(np.float64)
        except (TypeError, ValueError):
            return False
    return table.dtype.kind not in "US"


def observations(X: Table) -> ObjectArray:
    """Return objects in a one-dimensional array, copied one level deep; the rows of a table become tuples.

    >>> observations([{1, 2}, {3}]).tolist()
    [{1, 2}, {3}]
    """
    if isinstance(X, str | bytes | Set | Mapping) or not isinstance(X, Iterable):
        raise ValueError(f"X must be a sequence of observations; got {shown(X)}.")
    if hasattr(X, "itertuples"):
        rows = list(X.itertuples(index=False, name=None))
    else:
        rows = [tuple(x) if isinstance(x, np.ndarray) else copy.copy(x) for x in X]
    if not rows:
        raise ValueError("Found array with 0 sample(s) in X while a minimum of 1 is required.")
    array = np.empty(len(rows), dtype=object)  # (n,)
    array[:] = rows
    return array


class SparseRowsSearch:
    """A search by a function of two sparse rows, (1, d) each."""

    method = "brute"

    def __init__(self, X: Table, metric: Metric, params: dict[str, object]) -> None:
        """Take the training table, the metric and its further arguments."""
        self._search = make_search(_sparse_rows(X), metric=metric, metric_params=params)

    def kneighbors(self, Q: Table, k: int) -> tuple[FloatArray, IntArray]:
        """Return distances and indices of the k nearest, (m, k) both."""
        dists, indices = self._search.kneighbors(_sparse_rows(Q), k)
        return dists, indices


def _sparse_rows(X: Table) -> ObjectArray:
    array = np.empty(X.shape[0], dtype=object)
    array[:] = [X[i : i + 1] for i in range(X.shape[0])]
    return array


def object_metric(metric: Metric, params: dict[str, object]) -> Metric:
    """Return the distance between two objects as a function of the two."""
    if isinstance(metric, str):
        check_arguments(metric, params)
    distance = DISTANCES[metric] if isinstance(metric, str) else metric
    return partial(distance, **params) if params else distance
