"""How good predictions are: ``measures`` of labels at one threshold, ``curves`` over all thresholds.

What to do with the predictions is told in ``mlcore.decisions``, which model to take in ``mlcore.selection``.
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
