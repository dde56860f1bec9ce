"""Neighbours without labels: the search alone, as an estimator."""

from typing import ClassVar, Self

from numpy.typing import ArrayLike

from mlcore._checks import Labels, Table
from mlcore._sklearn import Constraints
from mlcore.neighbors.base import NeighborsBase
from mlcore.neighbors.in_radius import RADIUS, InRadius
from mlcore.neighbors.k_nearest import KNearest
from mlcore.neighbors.metrics import Metric


class NearestNeighbors(KNearest, InRadius):
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

    _parameter_constraints: ClassVar[Constraints] = {
        **NeighborsBase._parameter_constraints,
        "radius": [*RADIUS, None],
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
        metric_params: dict[str, object] | None = None,
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

    def fit(self, X: Table, y: Labels = None) -> Self:
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
