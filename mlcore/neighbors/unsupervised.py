"""Neighbours without labels: the search alone, as an estimator."""

from typing import Any, Self

from numpy.typing import ArrayLike

from mlcore.neighbors.base import NeighborsBase
from mlcore.neighbors.metrics import Metric


class NearestNeighbors(NeighborsBase):
    """Finds the k nearest of the examples that it has stored.

    >>> finder = NearestNeighbors(n_neighbors=2).fit([[0.0], [3.0], [1.0]])
    >>> dists, indices = finder.kneighbors([[0.9]])
    >>> dists.round(1).tolist(), indices.tolist()
    ([[0.1, 0.9]], [[2, 0]])
    """

    def __init__(
        self,
        *,
        n_neighbors: int | None = 5,
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

    def fit(self, X: Any, y: Any = None) -> Self:
        """Store the examples X, shape (n, d); y is not used."""
        self._check_settings()
        examples, _ = self._read_examples(X, None)
        return self._store(examples, X)
