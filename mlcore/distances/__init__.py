"""How far apart two observations are: vectors, sequences, sets, mixed rows.

Every distance is a dissimilarity: 0 means alike, and the nearest neighbour has the smallest value.
``cosine_similarity`` goes the other way (the nearest has the *largest*), so it stands in no table.

``DISTANCES`` is the table of all distances by name. The neighbours take each as ``metric="name"``, and what
it needs besides two observations from ``metric_params``; a function entered here works there at once.
``OBJECT_DISTANCES`` names those that take sequences, sets or mixed rows, ``METRICS`` those that keep the
triangle inequality d(a, c) ≤ d(a, b) + d(b, c). The cosine distance does not keep it, nor does ``minkowski``
with p < 1. ``weighted_distance`` has no name: the neighbours weigh the features of any ℓ_p distance.

Left out on purpose: the search for neighbours (``mlcore.neighbors``).
"""

from collections.abc import Callable

from mlcore.distances.objects import edit_distance, gower, hamming, jaccard_distance
from mlcore.distances.vectors import (
    chebyshev,
    cosine_distance,
    cosine_similarity,
    euclidean,
    mahalanobis,
    manhattan,
    minkowski,
    pairwise_sq_dists,
    standardise,
    weighted_distance,
)

DISTANCES: dict[str, Callable[..., float]] = {
    "euclidean": euclidean,
    "manhattan": manhattan,
    "chebyshev": chebyshev,
    "minkowski": minkowski,
    "cosine": cosine_distance,
    "mahalanobis": mahalanobis,
    "hamming": hamming,
    "edit": edit_distance,
    "jaccard": jaccard_distance,
    "gower": gower,
}

OBJECT_DISTANCES: dict[str, Callable[..., float]] = {
    name: DISTANCES[name] for name in ("hamming", "edit", "jaccard", "gower")
}

METRICS = frozenset(DISTANCES) - {"cosine"}

__all__ = [
    "DISTANCES",
    "METRICS",
    "OBJECT_DISTANCES",
    "chebyshev",
    "cosine_distance",
    "cosine_similarity",
    "edit_distance",
    "euclidean",
    "gower",
    "hamming",
    "jaccard_distance",
    "mahalanobis",
    "manhattan",
    "minkowski",
    "pairwise_sq_dists",
    "standardise",
    "weighted_distance",
]
