"""Unit 6: what is an answer worth, and which one should be given?

Each task is the module of its name; `inputs` holds what several of them are tried on.
From four counts (`confusion`) to measures (`metrics`), costs (`expected_cost`, `decide`) and thresholds
(`cost_threshold`), all thresholds at once (`roc_points`, `pr_points`) and one number for them (`auc`),
weights for rare classes (`weighted_error`), samples that are not like the world (`correct_prior`,
`undersample`), what an error consists of (`error_decomposition`), and how honest
probabilities are (`log_loss`).
"""

from mlcore.exercises.decisions import (
    auc,
    confusion,
    correct_prior,
    cost_threshold,
    decide,
    error_decomposition,
    expected_cost,
    log_loss,
    metrics,
    pr_points,
    roc_points,
    undersample,
    weighted_error,
)
from selfcheck.exercise import Unit

# In the order of the notebook.
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
    log_loss,
)

UNIT = Unit("decisions", "06_decisions", tuple(task.EXERCISE for task in TASKS))
