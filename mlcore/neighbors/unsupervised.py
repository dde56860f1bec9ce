"""Neighbours without labels: the search alone, as an estimator."""

from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse
from sklearn.utils.validation import check_is_fitted

from mlcore._checks import number
from mlcore._sklearn import Interval
from mlcore.neighbors.base import NeighborsBase
from mlcore.neighbors.metrics import Metric, canonical_distance
from mlcore.neighbors.objects import object_metric
from mlcore.neighbors.training_table import check_unchanged
from mlcore.neighbors.within_radius import within_radius, within_radius_in_rows


class NearestNeighbors(NeighborsBase):
    """Finds the k nearest of the examples that it has stored, or all within a radius.

    Ties between distances go to the lower training index; at the edge of a radius all of them are within.

    Parameters
    ----------
    n_neighbors : int, default=5
        k, unless a search asks for another.
    radius : float, default=1.0
        How far an example may be for ``radius_neighbors``, unless a search asks for another.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree"}, default="auto"
        How to search; the answer is the same.
    leaf_size : int, default=30
        Examples per leaf of a tree.
    metric : str, callable or object with a method pairwise, default="minkowski"
        A name of ``mlcore.distances.DISTANCES`` or of scikit-learn; a function of two observations (rows of
        numbers, strings, sets, mixed rows); or "precomputed": X then holds distances.
    p : float, default=2
        The order of the Minkowski distance.
    metric_params : dict, default=None
        Further arguments of the metric.
    n_jobs : int, default=None
        The number of threads; None for all cores.
    feature_weights : array-like of shape (d,), default=None
        z_j of the weighted distance (Σ_j z_j |x_j − x'_j|^p)^(1/p).
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
    >>> finder = NearestNeighbors(n_neighbors=2).fit([[0.0], [3.0], [1.0]])
    >>> dists, indices = finder.kneighbors([[0.9]])
    >>> dists.round(1).tolist(), indices.tolist()
    ([[0.1, 0.9]], [[2, 0]])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **NeighborsBase._parameter_constraints,
        "radius": [Interval(Real, 0, None, closed="both"), None],
    }

    def __init__(
        self,
        *,
        n_neighbors: int | None = 5,
        radius: float = 1.0,
        algorithm: str = "auto",
        leaf_size: int = 30,
        metric: Metric = "minkowski",
        p: float | None = 2,
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
        feature_weights: ArrayLike | None = None,
        copy_X: bool | str = "auto",
    ) -> None:
        """Keep the parameters as given; fit checks them."""
        super().__init__(
            n_neighbors,
            algorithm=algorithm,
            leaf_size=leaf_size,
            metric=metric,
            p=p,
            metric_params=metric_params,
            n_jobs=n_jobs,
            feature_weights=feature_weights,
            copy_X=copy_X,
        )
        self.radius = radius

    def fit(self, X: Any, y: Any = None) -> Self:
        """Store the examples.

        Parameters
        ----------
        X : array-like of shape (n, d), or sequence of n objects
            The examples; for metric="precomputed" their distances, shape (n, n).
        y : None
            Not used.

        Returns
        -------
        self
            The fitted model.
        """
        self._check_settings()
        examples, _ = self._read_examples(X, None)
        return self._store(examples, X)

    def radius_neighbors(
        self,
        X: Any = None,
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
            The greatest distance, itself included; None for that of the constructor.
        return_distance : bool, default=True
            Whether to return the distances too.
        sort_results : bool, default=False
            Nearest first, ties by index; otherwise in the order of the training examples.

        Returns
        -------
        dists : ndarray of m ndarrays
            The distances; only if ``return_distance``.
        indices : ndarray of m ndarrays
            The neighbours' positions among the training examples.

        Examples
        --------
        >>> dists, indices = NearestNeighbors().fit([[0.0], [3.0], [1.0]]).radius_neighbors([[1.0]])
        >>> dists[0].tolist(), indices[0].tolist()
        ([1.0, 0.0], [0, 2])
        """
        check_is_fitted(self)
        reach = number(self.radius if radius is None else radius, "radius", low=0)
        Q = self._fit_X if X is None else self._read_queries(X)
        check_unchanged(self._fit_X, self._watch)
        if self.effective_metric_ == "precomputed":
            found = list(within_radius_in_rows(Q, reach))
        else:
            found = list(within_radius(self._distance(), self._fit_X, Q, reach))
        if X is None:
            found = [(dists[index != i], index[index != i]) for i, (dists, index) in enumerate(found)]
        if sort_results:
            order = [np.argsort(dists, kind="stable") for dists, _ in found]
            found = [(dists[o], index[o]) for (dists, index), o in zip(found, order, strict=True)]
        dists, indices = np.empty(len(found), dtype=object), np.empty(len(found), dtype=object)
        for i, (near, index) in enumerate(found):  # not at once: lists of one length would become a table
            dists[i], indices[i] = near, index
        return (dists, indices) if return_distance else indices

    def _distance(self) -> Any:
        """Return the distance of this model's observations, by tables."""
        metric, params = self.effective_metric_, self.effective_metric_params_
        if callable(metric) and issparse(self._fit_X):
            raise ValueError("Within a radius, a sparse table needs a metric by name; got a function.")
        if self._objects:
            metric, params = object_metric(metric, params), {}
        return canonical_distance(metric, metric_params=params)
