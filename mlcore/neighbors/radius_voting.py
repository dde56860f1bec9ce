"""What classification and regression within a radius share: whom they ask, and how much each counts."""

from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mlcore._checks import Array, FloatArray, IntArray, Table
from mlcore._sklearn import Constraints
from mlcore.neighbors.in_radius import RADIUS, InRadius
from mlcore.neighbors.metrics import Metric
from mlcore.neighbors.voting import WeightedNeighbors, Weights, called, is_uniform, weights_of


class Neighbourhoods(NamedTuple):
    """The neighbours of all queries, one after the other: example row[i] answers query[i] with weight[i]."""

    query: IntArray
    row: IntArray
    weight: FloatArray | None  # None where all count alike
    alone: NDArray[np.bool_]  # the queries without a neighbour, (m,)


class RadiusWeighted(InRadius):
    """An estimator that asks all examples within a radius; they count by their distance."""

    _parameter_constraints: ClassVar[Constraints] = {
        **{
            name: rule
            for name, rule in WeightedNeighbors._parameter_constraints.items()
            if name != "n_neighbors"
        },
        "radius": RADIUS,
    }

    def __init__(
        self,
        radius: float = 1.0,
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
        self.weights = weights
        self.bandwidth = bandwidth

    def _ask(self, X: Table) -> Neighbourhoods:
        """Return whom each query asks, and how much each of those counts."""
        dists, indices = self.radius_neighbors(X)  # (m,) arrays each
        counts = np.array([len(index) for index in indices], dtype=np.intp)
        query = np.repeat(np.arange(len(indices)), counts)
        row = np.concatenate([np.empty(0, dtype=np.intp), *indices])
        return Neighbourhoods(query, row, self._weights_of(dists), counts == 0)

    def _weights_of(self, dists: Array) -> FloatArray | None:
        """Return the weights of all neighbours, one after the other, each query's up to a factor."""
        weights = self.weights
        if is_uniform(weights):
            return None
        rows: list[Any] = [np.empty(0)]
        if callable(weights):
            given: Any = weights(dists)
            rows += [called([w], near[None])[0] for w, near in zip(given, dists, strict=True) if len(near)]
        else:
            found = (weights_of(near[None], weights, self.bandwidth) for near in dists if len(near))
            rows += [w[0] for w in found if w is not None]
        return np.concatenate(rows)
