"""How good predictions are: ``measures`` of labels at one threshold, ``curves`` over all thresholds.

``mlcore.decisions`` says what to do with the predictions, ``mlcore.selection`` which model to take.
"""

from mlcore.evaluation.curves import auc, pr_points, roc_points
from mlcore.evaluation.measures import (
    accuracy,
    confusion,
    confusion_matrix,
    f1,
    f_beta,
    fnr,
    fpr,
    jaccard,
    metrics,
    precision,
    recall,
    weighted_error,
)

__all__ = [
    "accuracy",
    "auc",
    "confusion",
    "confusion_matrix",
    "f1",
    "f_beta",
    "fnr",
    "fpr",
    "jaccard",
    "metrics",
    "pr_points",
    "precision",
    "recall",
    "roc_points",
    "weighted_error",
]
