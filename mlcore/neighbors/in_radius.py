"""All examples within a radius, as arrays and as a graph."""

from abc import ABCMeta
from numbers import Real
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.validation import check_is_fitted

from mlcore._checks import FloatArray, IntArray, Table, number
from mlcore._sklearn import Interval
from mlcore.neighbors.base import NeighborsBase
from mlcore.neighbors.graph_form import as_graph, check_mode
from mlcore.neighbors.within_radius import within_radius, within_radius_in_rows

RADIUS = [Interval(Real, 0, None, closed="both")]


class InRadius(NeighborsBase, metaclass=ABCMeta):
    """An estimator that can name all of its examples within a radius, those at the edge included."""

    radius: float

    def radius_neighbors(
        self,
        X: Table = None,
        radius: float | None = None,
        return_distance: bool = True,
        sort_results: bool = False,
    ) -> Any:
        """Find all training examples within a radius of each query.

        Parameters
        ----------
        X : array-like of shape (m, d), default=None
            The queries, or for metric="precomputed" their distances to all training examples; None asks for
            the neighbours of each training example among the others.
        radius : float, default=None
            The greatest distance, itself included; ∞ for everybody, None for that of the constructor.
        return_distance : bool, default=True
            Whether to return the distances too.
        sort_results : bool, default=False
            Nearest first, ties by index; otherwise in the order of the training examples. Needs
            ``return_distance``.

        Returns
        -------
        dists : ndarray of m ndarrays
            The distances; only if ``return_distance``.
        indices : ndarray of m ndarrays
            The neighbours' positions among the training examples.

        Examples
        --------
        >>> from mlcore.neighbors import NearestNeighbors
        >>> dists, indices = NearestNeighbors().fit([[0.0], [3.0], [1.0]]).radius_neighbors([[1.0]])
        >>> dists[0].tolist(), indices[0].tolist()
        ([1.0, 0.0], [0, 2])
        """
        check_is_fitted(self)
        if sort_results and not return_distance:
            raise ValueError("return_distance must be True if sort_results is True.")
        reach = self.radius if radius is None else radius
        if reach != np.inf:
            reach = number(reach, "radius", low=0)
        Q = self._fit_X if X is None else self._read_queries(X)
        found = self._within(Q, reach)
        if X is None:
            found = [(dists[index != i], index[index != i]) for i, (dists, index) in enumerate(found)]
        if sort_results:
            order = [np.argsort(dists, kind="stable") for dists, _ in found]
            found = [(dists[o], index[o]) for (dists, index), o in zip(found, order, strict=True)]
        dists, indices = np.empty(len(found), dtype=object), np.empty(len(found), dtype=object)
        for i, (near, index) in enumerate(found):  # not at once: lists of one length would become a table
            dists[i], indices[i] = near, index
        return (dists, indices) if return_distance else indices

    def _within(self, Q: Table, radius: float) -> list[tuple[FloatArray, IntArray]]:
        """Return the distances and indices of the neighbours of each query, by index."""
        self._check_table(Q)
        if self.effective_metric_ == "precomputed":
            return list(within_radius_in_rows(Q, radius))
        if callable(self.effective_metric_) and issparse(self._fit_X):
            raise ValueError("Within a radius, a sparse table needs a metric by name; got a function.")
        return list(within_radius(self._distance(), self._fit_X, Q, radius))

    def radius_neighbors_graph(
        self,
        X: Table = None,
        radius: float | None = None,
        mode: str = "connectivity",
        sort_results: bool = False,
    ) -> Any:
        """Return the neighbours within a radius as a sparse graph.

        Parameters
        ----------
        X : array-like of shape (m, d), default=None
            The queries; None asks for the neighbours of each training example among the others.
        radius : float, default=None
            The greatest distance, itself included; None for that of the constructor.
        mode : {"connectivity", "distance"}, default="connectivity"
            Whether the entry of a query and a neighbour is 1 or their distance.
        sort_results : bool, default=False
            With mode="distance", whether the entries of a row stand nearest first, not by column.

        Returns
        -------
        sparse matrix of shape (m, n)
            The graph in CSR form.
        """
        check_is_fitted(self)
        check_mode(mode)
        dists, indices = self.radius_neighbors(X, radius, sort_results=sort_results and mode == "distance")
        counts = np.array([len(index) for index in indices], dtype=np.intp)
        entries = np.concatenate([np.empty(0), *dists])
        columns = np.concatenate([np.empty(0, dtype=np.intp), *indices])
        return as_graph(
            entries if mode == "distance" else np.ones(len(entries)), columns, counts, self.n_samples_fit_
        )
