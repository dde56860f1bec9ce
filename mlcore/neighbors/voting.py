"""What classification and regression share: how much each neighbour counts."""

from collections.abc import Callable
from numbers import Real
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, IntArray, Table
from mlcore._sklearn import Constraints, Interval, StrOptions
from mlcore.kernels import SCHEMES, countable, unscaled_weights
from mlcore.neighbors.k_nearest import KNearest
from mlcore.neighbors.metrics import Metric

Weights = str | Callable[[FloatArray], ArrayLike] | None


class WeightedNeighbors(KNearest):
    """A neighbours estimator whose neighbours count by their distance."""

    _parameter_constraints: ClassVar[Constraints] = {
        **KNearest._parameter_constraints,
        "weights": [StrOptions(set(SCHEMES)), callable, None],
        "bandwidth": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        weights: Weights = "uniform",
        algorithm: str = "auto",
        leaf_size: int = 30,
        p: float | None = 2,
        metric: Metric = "minkowski",
        metric_params: dict[str, object] | None = None,
        n_jobs: int | None = None,
        feature_weights: ArrayLike | None = None,
        bandwidth: float = 1.0,
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
        self.weights = weights
        self.bandwidth = bandwidth

    @property
    def _counts_alike(self) -> bool:
        return is_uniform(self.weights)

    def _neighbourhood(self, X: Table) -> tuple[IntArray, FloatArray | None]:
        """Return the indices of each query's neighbours and their weights, or None where all count alike."""
        dists, indices = self.kneighbors(X)  # (m, k), (m, k)
        return indices, weights_of(dists, self.weights, self.bandwidth)


def is_uniform(weights: object) -> bool:
    """Return whether all neighbours count alike."""
    return weights is None or (isinstance(weights, str) and weights == "uniform")


def weights_of(dists: FloatArray, weights: Weights, bandwidth: float) -> FloatArray | None:
    """Return the weights of the neighbours at (m, k) distances, or None where all count alike."""
    if callable(weights):
        return called(weights(dists), dists)
    if weights is None or weights == "uniform":
        return None
    # A distance that is unknown (no feature in common) is no reason to count.
    return unscaled_weights(np.where(np.isnan(dists), np.inf, dists), weights, bandwidth)


def called(weights: ArrayLike, dists: FloatArray) -> FloatArray:
    """Return what a caller's own function gave for the neighbours, checked, each row up to a factor."""
    w = np.asarray(weights, dtype=np.float64)
    if w.shape != dists.shape:
        raise ValueError(f"weights must return one weight per distance, shape {dists.shape}; got {w.shape}.")
    if np.isnan(w).any() or (w < 0).any():
        raise ValueError("weights must return non-negative numbers; it returned NaN or a negative one.")
    if not w.any(axis=1).all():
        raise ValueError(
            "All neighbors of some sample is getting zero weights. Please modify 'weights' to avoid this "
            "case if you are using a user-defined function."
        )
    return countable(w)
