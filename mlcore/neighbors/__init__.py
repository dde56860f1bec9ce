"""k nearest neighbours.

In reading order: unsupervised.py (the search as an estimator), classification.py and regression.py (what the
neighbours say), condensed.py (fewer examples); under them base.py (what they share) and voting.py (how much a
neighbour counts); under these metrics.py (the distances by name), search.py and what it chooses from (how the
nearest are found).
"""

from mlcore.neighbors.classification import KNeighborsClassifier
from mlcore.neighbors.condensed import CondensedNearestNeighbor, condense
from mlcore.neighbors.graph import kneighbors_graph
from mlcore.neighbors.metrics import VALID_METRICS
from mlcore.neighbors.ranking import nearest
from mlcore.neighbors.regression import KNeighborsRegressor
from mlcore.neighbors.unsupervised import NearestNeighbors

__all__ = [
    "VALID_METRICS",
    "CondensedNearestNeighbor",
    "KNeighborsClassifier",
    "KNeighborsRegressor",
    "NearestNeighbors",
    "condense",
    "kneighbors_graph",
    "nearest",
]
