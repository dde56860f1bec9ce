"""The k nearest of the examples that an estimator keeps, as arrays and as a graph."""

from abc import ABCMeta
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcore._checks import FloatArray, IntArray, Table
from mlcore._sklearn import InvalidParameterError, KNeighborsMixin
from mlcore.neighbors.base import NeighborsBase
from mlcore.neighbors.graph_form import as_graph, check_mode
from mlcore.neighbors.search import NeighborSearch

Neighbours = tuple[FloatArray, IntArray]


class KNearest(KNeighborsMixin, NeighborsBase, metaclass=ABCMeta):
    """An estimator that can name the k nearest of its examples.

    Ties between distances go to the lower training index, whatever the algorithm. KNeighborsMixin is a mark
    only, which other libraries ask for: both its methods are given here.
    """

    def kneighbors(
        self, X: Table = None, n_neighbors: int | None = None, return_distance: bool = True
    ) -> Neighbours | IntArray:
        """Find the k nearest training examples of each query.

        Equal distances come in the order of the training examples.

        Parameters
        ----------
        X : array-like of shape (m, d), default=None
            The queries, or for metric="precomputed" their distances to all training examples; None asks for
            the neighbours of each training example among the others.
        n_neighbors : int, default=None
            k; None for that of the constructor. 1 ≤ k ≤ n, and k < n for X=None.
        return_distance : bool, default=True
            Whether to return the distances too.

        Returns
        -------
        dists : ndarray of shape (m, k)
            The distances, nearest first; only if ``return_distance``.
        indices : ndarray of shape (m, k)
            The neighbours' positions among the training examples.

        Examples
        --------
        >>> from mlcore.neighbors import NearestNeighbors
        >>> dists, indices = NearestNeighbors().fit([[0.0], [3.0], [1.0]]).kneighbors([[0.5]], n_neighbors=2)
        >>> dists.tolist(), indices.tolist()
        ([[0.5, 0.5]], [[0, 2]])
        """
        check_is_fitted(self)
        k = self._checked_k(n_neighbors)
        if X is None:
            self._check_enough(k + 1, "n_neighbors < n_samples_fit", k, self.n_samples_fit_)
            dists, indices = _without_self(*self._nearest(self._fit_X, k + 1))
        else:
            dists, indices = self._nearest(self._enough_for(X, k), k)
        return (dists, indices) if return_distance else indices

    def _nearest_sets(self, X: Table) -> IntArray:
        """Return the indices of kneighbors(X), each row in any order, as soon as the sets are known."""
        if X is None or not isinstance(getattr(self, "_search", None), NeighborSearch):
            return np.asarray(self.kneighbors(X, return_distance=False))
        k = self._checked_k(None)
        Q = self._enough_for(X, k)
        self._check_table(Q)
        sets: IntArray = self._search.in_any_order(Q, k)
        return sets

    def _enough_for(self, X: Table, k: int) -> Any:
        """Return the queries, checked, or raise if there are not k examples."""
        Q = self._read_queries(X)
        self._check_enough(k, "n_neighbors <= n_samples_fit", k, Q.shape[0])
        return Q

    def _nearest(self, Q: Table, k: int) -> Neighbours:
        self._check_table(Q)
        dists, indices = self._search.kneighbors(Q, k)
        return dists, indices

    def _checked_k(self, n_neighbors: int | None) -> int:
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        if not isinstance(k, Integral):
            raise InvalidParameterError(f"n_neighbors does not take {type(k)} value, enter integer value.")
        if k < 1:
            raise ValueError(f"Expected n_neighbors > 0. Got {k}.")
        return int(k)

    def _check_enough(self, needed: int, rule: str, k: int, m: int) -> None:
        n = self.n_samples_fit_
        if needed > n:
            raise ValueError(f"Expected {rule}, but n_neighbors = {k}, n_samples_fit = {n}, n_samples = {m}")

    def kneighbors_graph(
        self, X: Table = None, n_neighbors: int | None = None, mode: str = "connectivity"
    ) -> Any:
        """Return the neighbours as a sparse graph.

        Parameters
        ----------
        X : array-like of shape (m, d), default=None
            The queries; None asks for the neighbours of each training example among the others.
        n_neighbors : int, default=None
            k; None for that of the constructor.
        mode : {"connectivity", "distance"}, default="connectivity"
            Whether the entry of a query and a neighbour is 1 or their distance.

        Returns
        -------
        sparse matrix of shape (m, n)
            The graph in CSR form.
        """
        check_is_fitted(self)
        check_mode(mode)
        dists, indices = self.kneighbors(X, n_neighbors)
        m, k = indices.shape
        data = dists.ravel() if mode == "distance" else np.ones(m * k)
        return as_graph(data, indices.ravel(), np.full(m, k), self.n_samples_fit_)


def _without_self(dists: FloatArray, indices: IntArray) -> Neighbours:
    """Drop each training example from its own k + 1 neighbours, (n, k + 1) to (n, k).

    subtle: an example with many duplicates of lower index is not among its own k + 1 neighbours. Then all
    k + 1 come before it in the order, and the last of them is one too many.
    """
    n, k_and_self = indices.shape
    is_self = indices == np.arange(n)[:, None]  # (n, k + 1)
    is_self[~is_self.any(axis=1), -1] = True
    shape = (n, k_and_self - 1)
    return dists[~is_self].reshape(shape), indices[~is_self].reshape(shape)
