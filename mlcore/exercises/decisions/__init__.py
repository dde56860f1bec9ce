"""Unit 6: what is an answer worth, and which one should be given?

Each task is the module of its name; `inputs` holds what several of them are tried on.
"""

from autograder.exercise import Unit
from mlcore.exercises.decisions import (
    auc,
    confusion,
    correct_prior,
    cost_threshold,
    decide,
    error_decomposition,
    expected_cost,
    metrics,
    pr_points,
    roc_points,
    undersample,
    weighted_error,
)

TASKS = (
    confusion,
    metrics,
    expected_cost,
    decide,
    cost_threshold,
    roc_points,
    auc,
    pr_points,
    weighted_error,
    correct_prior,
    undersample,
    error_decomposition,
)  # in the order of the notebook

UNIT = Unit("decisions", "06_decisions", tuple(task.EXERCISE for task in TASKS))
