"""Neighbours as a graph, in one call."""

from typing import Any

import numpy as np

from mlcore._checks import Table, one_of
from mlcore.neighbors.metrics import Metric
from mlcore.neighbors.unsupervised import NearestNeighbors


def kneighbors_graph(
    X: Table,
    n_neighbors: int,
    *,
    mode: str = "connectivity",
    metric: Metric = "minkowski",
    p: float | None = 2,
    metric_params: dict[str, object] | None = None,
    include_self: bool | str = False,
    n_jobs: int | None = None,
) -> Any:
    """Return the sparse graph that joins each row of X to its k nearest.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The examples.
    n_neighbors : int
        k.
    mode : {"connectivity", "distance"}, default="connectivity"
        Whether an entry is 1 or a distance.
    metric : str or callable, default="minkowski"
        As for NearestNeighbors.
    p : float, default=2
        The order of the Minkowski distance.
    metric_params : dict, default=None
        Further arguments of the metric.
    include_self : bool or "auto", default=False
        Whether a row counts among its own neighbours; "auto" does so for mode "connectivity".
    n_jobs : int, default=None
        The number of threads; None for all cores.

    Returns
    -------
    sparse matrix of shape (n, n)
        The graph in CSR form.

    Examples
    --------
    >>> kneighbors_graph([[0.0], [3.0], [1.0]], 1).toarray().tolist()
    [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    finder = NearestNeighbors(
        n_neighbors=n_neighbors, metric=metric, p=p, metric_params=metric_params, n_jobs=n_jobs
    ).fit(X)
    return finder.kneighbors_graph(_queries(X, include_self, mode), mode=mode)


def radius_neighbors_graph(
    X: Table,
    radius: float,
    *,
    mode: str = "connectivity",
    metric: Metric = "minkowski",
    p: float | None = 2,
    metric_params: dict[str, object] | None = None,
    include_self: bool | str = False,
    n_jobs: int | None = None,
) -> Any:
    """Return the sparse graph that joins each row of X to all within a radius.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The examples.
    radius : float
        The greatest distance, itself included.
    mode : {"connectivity", "distance"}, default="connectivity"
        Whether an entry is 1 or a distance.
    metric : str or callable, default="minkowski"
        As for NearestNeighbors.
    p : float, default=2
        The order of the Minkowski distance.
    metric_params : dict, default=None
        Further arguments of the metric.
    include_self : bool or "auto", default=False
        Whether a row counts among its own neighbours; "auto" does so for mode "connectivity".
    n_jobs : int, default=None
        The number of threads; None for all cores.

    Returns
    -------
    sparse matrix of shape (n, n)
        The graph in CSR form.

    Examples
    --------
    >>> radius_neighbors_graph([[0.0], [3.0], [1.0]], 1).toarray().tolist()
    [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
    """
    finder = NearestNeighbors(
        radius=radius, metric=metric, p=p, metric_params=metric_params, n_jobs=n_jobs
    ).fit(X)
    return finder.radius_neighbors_graph(_queries(X, include_self, mode), mode=mode)


def _queries(X: Table, include_self: bool | str, mode: str) -> Any:
    """Return what to ask for: each row, or None for each row among the others."""
    one_of(include_self, (True, False, np.True_, np.False_, "auto"), "include_self")
    if include_self == "auto":
        include_self = mode == "connectivity"
    return X if include_self else None
