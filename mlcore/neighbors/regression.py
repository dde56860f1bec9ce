"""Regression by the k nearest neighbours: the mean of their targets.

    learn      store the examples
    predict    ŷ(q) = Σ_{i ∈ N(q)} w_i y_i / Σ_{i ∈ N(q)} w_i

N(q) are the k training examples nearest to q, w_i their weights (all alike, or by distance: mlcore.kernels).
"""

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import RegressorMixin

from mlcore._checks import shown
from mlcore.neighbors.metrics import Metric
from mlcore.neighbors.voting import WeightedNeighbors, Weights


class KNeighborsRegressor(RegressorMixin, WeightedNeighbors):
    """The k-nearest-neighbours regressor.

    Parameters, attributes and the rule for ties between distances are those of KNeighborsClassifier.

    >>> X, y = [[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]], [1, 2, 4, 8, 16]
    >>> knn = KNeighborsRegressor(n_neighbors=3).fit(X, y)
    >>> knn.predict([[2.2, 1.5]]).round(4).tolist()
    [9.3333]
    """

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        weights: Weights = "uniform",
        algorithm: str = "auto",
        leaf_size: int = 30,
        p: float | None = 2,
        metric: Metric = "minkowski",
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
        feature_weights: ArrayLike | None = None,
        bandwidth: float = 1.0,
        copy_X: bool | str = "auto",
    ) -> None:
        """Keep the parameters as given; fit checks them."""
        super().__init__(
            n_neighbors,
            weights=weights,
            algorithm=algorithm,
            leaf_size=leaf_size,
            p=p,
            metric=metric,
            metric_params=metric_params,
            n_jobs=n_jobs,
            feature_weights=feature_weights,
            bandwidth=bandwidth,
            copy_X=copy_X,
        )

    def fit(self, X: Any, y: Any) -> Self:
        """Store the examples X, shape (n, d), and their targets y, shape (n,) or (n, number of outputs)."""
        self._check_settings()
        examples, y = self._read_examples(X, y)
        if y.dtype.kind == "O":
            y = y.astype(np.float64)
        if y.dtype.kind not in "biuf":
            raise ValueError(f"y must hold numbers; got {shown(y)}.")
        self._y: NDArray[Any] = y.copy()
        return self._store(examples, X)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the weighted mean of the neighbours' targets, shape (m,), or (m, number of outputs).

        X=None predicts each training example from the others: leave one out.
        """
        indices, weights = self._neighbourhood(X)
        targets = self._y[indices]  # (m, k) or (m, k, o)
        mean: NDArray[Any]
        if weights is None:
            mean = targets.mean(axis=1)
            return mean
        total = np.einsum("mk,mk...->m...", weights, targets)  # (m,) or (m, o)
        mean = (total.T / weights.sum(axis=1)).T
        return mean
