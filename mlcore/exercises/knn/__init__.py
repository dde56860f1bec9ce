"""Unit 1: k-nearest neighbours. One module for each rung of the ladder, in the order of the notebook."""

from mlcore.exercises.knn import (
    choosing,
    condensing,
    distances,
    feature_weights,
    finding,
    learning,
    mixed_rows,
    pairwise,
    probabilities,
    pseudo_code,
    regression,
    scaling,
    sequences,
    sets,
    voting,
    weighted_voting,
    weights,
)
from mlcore.exercises.knn.handed_in import SEEN
from selfcheck.exercise import Unit

UNIT = Unit(
    "knn",
    "01_knn",
    SEEN.beside(
        (
            pseudo_code.EXERCISE,
            distances.MINKOWSKI,
            finding.EXERCISE,
            learning.EXERCISE,
            probabilities.EXERCISE,
            voting.EXERCISE,
            regression.EXERCISE,
            weights.EXERCISE,
            weighted_voting.EXERCISE,
            scaling.EXERCISE,
            choosing.EXERCISE,
            distances.COSINE,
            sequences.HAMMING,
            sets.EXERCISE,
            sequences.EDIT,
            feature_weights.EXERCISE,
            mixed_rows.EXERCISE,
            pairwise.EXERCISE,
            condensing.EXERCISE,
        )
    ),
)
