"""How far apart two observations are: vectors, sequences, sets, mixed rows.

Every distance is a *dis*similarity: 0 means alike, and the nearest neighbour has the smallest value.
``cosine_similarity`` goes the other way (the nearest has the *largest*), so it stands in no table.

``DISTANCES`` names those that take two observations and nothing else; ``OBJECT_DISTANCES`` those among
them that take any sequences or sets; ``METRICS`` those that keep the triangle inequality
d(a, c) ≤ d(a, b) + d(b, c). The cosine distance does not keep it, nor does ``minkowski`` with p < 1.

Left out on purpose: the search for neighbours (``mlcore.neighbors``).
"""

from collections.abc import Callable
from typing import Any

from mlcore.distances.objects import edit_distance, gower, hamming, jaccard_distance
from mlcore.distances.vectors import (
    chebyshev,
    cosine_distance,
    cosine_similarity,
    euclidean,
    manhattan,
    minkowski,
    pairwise_sq_dists,
    standardise,
    weighted_distance,
)

DISTANCES: dict[str, Callable[[Any, Any], float]] = {
    "euclidean": euclidean,
    "manhattan": manhattan,
    "chebyshev": chebyshev,
    "minkowski": minkowski,
    "cosine": cosine_distance,
    "hamming": hamming,
    "edit": edit_distance,
    "jaccard": jaccard_distance,
}

OBJECT_DISTANCES: dict[str, Callable[[Any, Any], float]] = {
    name: DISTANCES[name] for name in ("hamming", "edit", "jaccard")
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
    "manhattan",
    "minkowski",
    "pairwise_sq_dists",
    "standardise",
    "weighted_distance",
]
