"""Unit 6: what is an answer worth, and which one should be given?

Each task is the module of its name; `inputs` holds what several of them are tried on.
From four counts (`confusion`) to measures (`metrics`), costs (`expected_cost`, `decide`) and thresholds
(`cost_threshold`), all thresholds at once (`roc_points`, `pr_points`) and one number for them (`auc`),
weights for rare classes and for one of the errors (`weighted_error`, `f_beta`), samples that are not like
the world (`correct_prior`,
`undersample`), what an error consists of (`error_decomposition`), how honest probabilities
are (`log_loss`), and all of it for more than two classes (`confusion_matrix`, `macro_micro`).
"""

from mlcore.exercises.decisions import (
    auc,
    confusion,
    confusion_matrix,
    correct_prior,
    cost_threshold,
    decide,
    error_decomposition,
    expected_cost,
    f_beta,
    log_loss,
    macro_micro,
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
    f_beta,
    correct_prior,
    undersample,
    error_decomposition,
    log_loss,
    confusion_matrix,
    macro_micro,
)

UNIT = Unit("decisions", "06_decisions", tuple(task.EXERCISE for task in TASKS))
