"""Regression by all examples within a radius: the mean of their targets.

    predict    ŷ(q) = Σ_{i: d(q, x_i) ≤ r} w_i y_i / Σ_{i: d(q, x_i) ≤ r} w_i

A query without a neighbour has no mean: it gets NaN, with a warning.
"""

import warnings

import numpy as np

from mlcore._checks import FloatArray, Table
from mlcore.neighbors.radius_voting import RadiusWeighted
from mlcore.neighbors.regression import Averaging


class RadiusNeighborsRegressor(Averaging, RadiusWeighted):
    """The regressor that asks all examples within a radius; one at the edge is within.

    Parameters
    ----------
    radius : float, default=1.0
        r: how far a neighbour may be, this distance included.
    weights : str, callable or None, default="uniform"
        How much a neighbour counts: "uniform", "distance" (1/d; exact matches vote alone), "softmax" (∝
        e^(−d/h)), a kernel's name (``mlcore.kernels.KERNELS``), or a function that is given the m
        arrays of distances, as one array of objects, and returns as many arrays of weights.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree"}, default="auto"
        How to search; the answer is the same.
    leaf_size : int, default=30
        Examples per leaf of a tree.
    p : float, default=2
        The order of the Minkowski distance.
    metric : str, callable or object with a method pairwise, default="minkowski"
        A name of ``mlcore.distances.DISTANCES`` or of scikit-learn; a function of two observations (rows of
        numbers, strings, sets, mixed rows); or "precomputed": X then holds distances.
    metric_params : dict, default=None
        Further arguments of the metric.
    n_jobs : int, default=None
        The number of threads; None for all cores.
    feature_weights : array-like of shape (d,), default=None
        z_j of the weighted distance (Σ_j z_j |x_j − x'_j|^p)^(1/p).
    bandwidth : float, default=1.0
        h of softmax and kernel weights.
    copy_X : bool or "auto", default="auto"
        Whether to copy the training table; "auto" copies up to 16 MiB, a larger table stays the caller's, who
        must not change it (mlcore.neighbors.training_table).

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
    >>> near = RadiusNeighborsRegressor(radius=1).fit([[0.0], [1.0], [2.0]], [1, 3, 8])
    >>> near.predict([[0.5], [1.0]]).tolist()
    [2.0, 4.0]
    """

    def predict(self, X: Table) -> FloatArray:
        """Return the weighted mean of the neighbours' targets.

        Parameters
        ----------
        X : array-like of shape (m, d), sequence of m objects, or None
            The queries; None predicts each training example from the others: leave one out.

        Returns
        -------
        ndarray of shape (m,) or (m, number of outputs)
            The means; NaN where no example is near enough.
        """
        asked = self._ask(X)
        m = len(asked.alone)
        count = np.bincount(asked.query, asked.weight, minlength=m)  # Σ_i w_i, (m,)
        means = np.empty((m, *self._y.shape[1:]))
        for column, targets in zip(means.reshape(m, -1).T, self._y.reshape(len(self._y), -1).T, strict=True):
            terms = targets[asked.row] * (1.0 if asked.weight is None else asked.weight)
            total = np.bincount(asked.query, terms, minlength=m)
            np.divide(total, count, out=column, where=~asked.alone)
        if asked.alone.any():
            means[asked.alone] = np.nan
            warnings.warn(
                "One or more samples have no neighbors within specified radius; predicting NaN.", stacklevel=2
            )
        return means
