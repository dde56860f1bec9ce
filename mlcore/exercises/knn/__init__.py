"""Unit 1: k-nearest neighbours.

Each task is the module of its name; `inputs` holds what several of them are tried on.
"""

from mlcore.exercises.knn import (
    choose_k,
    condense,
    cosine_distance,
    cross_validate,
    edit_distance,
    gower,
    hamming,
    jaccard_distance,
    learn,
    minkowski,
    nearest,
    pairwise_sq_dists,
    predict,
    predict_one,
    predict_regression,
    predict_with_prob,
    standardise,
    vote_weights,
    weighted_distance,
    weighted_vote,
)
from selfcheck.exercise import Unit

# In the order of the notebook.
TASKS = (
    predict_one,
    minkowski,
    nearest,
    learn,
    predict_with_prob,
    predict,
    predict_regression,
    vote_weights,
    weighted_vote,
    standardise,
    choose_k,
    cross_validate,
    cosine_distance,
    hamming,
    jaccard_distance,
    edit_distance,
    weighted_distance,
    gower,
    pairwise_sq_dists,
    condense,
)

UNIT = Unit("knn", "01_knn", tuple(task.EXERCISE for task in TASKS))
