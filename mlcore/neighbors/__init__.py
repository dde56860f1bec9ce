"""Nearest neighbours: the k nearest, or all within a radius.

In reading order: unsupervised.py (the search as an estimator), classification.py and regression.py (what
the k nearest say), condensed.py (fewer examples), radius_classification.py and radius_regression.py (what all
within a radius say); under them base.py (what they share), k_nearest.py and in_radius.py (who is a
neighbour), voting.py and radius_voting.py (how much one counts); under these metrics.py (the distances by
name), search.py and what it chooses from (how the nearest are found).
"""

from mlcore.neighbors.classification import KNeighborsClassifier
from mlcore.neighbors.condensed import CondensedNearestNeighbor, condense
from mlcore.neighbors.graph import kneighbors_graph, radius_neighbors_graph
from mlcore.neighbors.metrics import VALID_METRICS
from mlcore.neighbors.radius_classification import RadiusNeighborsClassifier
from mlcore.neighbors.radius_regression import RadiusNeighborsRegressor
from mlcore.neighbors.ranking import nearest
from mlcore.neighbors.regression import KNeighborsRegressor
from mlcore.neighbors.unsupervised import NearestNeighbors

__all__ = [
    "VALID_METRICS",
    "CondensedNearestNeighbor",
    "KNeighborsClassifier",
    "KNeighborsRegressor",
    "NearestNeighbors",
    "RadiusNeighborsClassifier",
    "RadiusNeighborsRegressor",
    "condense",
    "kneighbors_graph",
    "nearest",
    "radius_neighbors_graph",
]
