"""Regression by the k nearest neighbours: the mean of their targets.

    learn      store the examples
    predict    ŷ(q) = Σ_{i ∈ N(q)} w_i y_i / Σ_{i ∈ N(q)} w_i

N(q) are the k training examples nearest to q, w_i their weights (all alike, or by distance: mlcore.kernels).
"""

from typing import Self

import numpy as np
from sklearn.base import RegressorMixin

from mlcore._checks import Array, Labels, Table, shown
from mlcore.neighbors.base import NeighborsBase
from mlcore.neighbors.voting import WeightedNeighbors


class Averaging(RegressorMixin, NeighborsBase):
    """A neighbours estimator that learns numbers."""

    def fit(self, X: Table, y: Labels) -> Self:
        """Store the examples and their targets.

        Parameters
        ----------
        X : array-like of shape (n, d), or sequence of n objects
            The examples; for metric="precomputed" their distances, shape (n, n).
        y : array-like of shape (n,) or (n, number of outputs)
            Their targets.

        Returns
        -------
        self
            The fitted model.
        """
        self._check_settings()
        examples, y = self._read_examples(X, y)
        self._y: Array = read_targets(y)
        return self._store(examples, X)


class KNeighborsRegressor(Averaging, WeightedNeighbors):
    """The k-nearest-neighbours regressor.

    Ties between distances go to the lower training index.

    Parameters
    ----------
    n_neighbors : int, default=5
        k.
    weights : str, callable or None, default="uniform"
        How much a neighbour counts; as for KNeighborsClassifier.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree"}, default="auto"
        How to search; the answer is the same.
    leaf_size : int, default=30
        Examples per leaf of a tree.
    p : float, default=2
        The order of the Minkowski distance.
    metric : str, callable or object with a method pairwise, default="minkowski"
        As for KNeighborsClassifier.
    metric_params : dict, default=None
        Further arguments of the metric.
    n_jobs : int, default=None
        The number of threads; None for all cores.
    feature_weights : array-like of shape (d,), default=None
        z_j of the weighted distance (Σ_j z_j |x_j − x'_j|^p)^(1/p).
    bandwidth : float, default=1.0
        h of softmax and kernel weights.
    copy_X : bool or "auto", default="auto"
        Whether to copy the training table, as for KNeighborsClassifier.

    Attributes
    ----------
    effective_metric_ : str or callable
        The metric in use, by its plainest name.
    effective_metric_params_ : dict
        Its arguments.
    n_samples_fit_ : int
        n.
    n_features_in_ : int
        d, of rows of numbers.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if X was a data frame.

    Examples
    --------
    >>> X, y = [[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]], [1, 2, 4, 8, 16]
    >>> knn = KNeighborsRegressor(n_neighbors=3).fit(X, y)
    >>> knn.predict([[2.2, 1.5]]).round(4).tolist()
    [9.3333]
    """

    def predict(self, X: Table) -> Array:
        """Return the weighted mean of the neighbours' targets.

        Parameters
        ----------
        X : array-like of shape (m, d), sequence of m objects, or None
            The queries; None predicts each training example from the others: leave one out.

        Returns
        -------
        ndarray of shape (m,) or (m, number of outputs)
            The means.
        """
        indices, weights = self._neighbourhood(X)
        targets = self._y[indices]  # (m, k) or (m, k, o)
        mean: Array
        if weights is None:
            mean = targets.mean(axis=1)
            return mean
        total = np.einsum("mk,mk...->m...", weights, targets)  # (m,) or (m, o)
        mean = (total.T / weights.sum(axis=1)).T
        return mean


def read_targets(y: Array) -> Array:
    """Return a copy of targets that are numbers, or raise."""
    if y.dtype.kind == "O":
        y = y.astype(np.float64)
    if y.dtype.kind not in "biuf":
        raise ValueError(f"y must hold numbers; got {shown(y)}.")
    return y.copy()
