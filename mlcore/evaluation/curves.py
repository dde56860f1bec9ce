"""What a classifier can reach at every threshold: ROC curve, the area under it, precision–recall curve.

The rule at threshold τ is "positive if score ≥ τ". Lowering τ through the distinct scores, from the highest,
gives one point each: examples of equal score change sides together, so a tie is one step, not two.

Left out on purpose: thinning the points and interpolating between them.
"""

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, IntArray, labels, numbers, one_label, same_length, shown


def roc_points(y: ArrayLike, score: ArrayLike, positive: object = 1) -> FloatArray:
    """Return the points (false-positive rate, true-positive rate) of all thresholds.

    The first is (0, 0), where nothing is called positive; then comes one per distinct score, highest first;
    the last is (1, 1).

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    score : array-like of shape (n,)
        The scores: the higher, the more positive.
    positive : label, default=1
        The label of the positive class.

    Returns
    -------
    ndarray of shape (number of distinct scores + 1, 2)
        The points, from (0, 0) to (1, 1).

    Examples
    --------
    >>> roc_points([1, 0, 1], [0.9, 0.5, 0.5]).tolist()
    [[0.0, 0.0], [0.0, 0.5], [1.0, 1.0]]
    """
    tp, fp = _counts_by_threshold(y, score, positive)
    if tp[-1] == 0 or fp[-1] == 0:
        raise ValueError(f"y must hold both {shown(positive)} (positive) and other labels for a ROC curve.")
    points = np.column_stack((fp / fp[-1], tp / tp[-1]))
    return np.vstack(([[0.0, 0.0]], points))


def auc(y: ArrayLike, score: ArrayLike, positive: object = 1) -> float:
    """Return the area under the ROC curve: P(score⁺ > score⁻) + ½ P(score⁺ = score⁻).

    The chance that a positive example scores higher than a negative one, ties counting half. O(n log n).

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    score : array-like of shape (n,)
        The scores: the higher, the more positive.
    positive : label, default=1
        The label of the positive class.

    Returns
    -------
    float
        The area, between 0 and 1.

    Examples
    --------
    >>> auc([1, 0, 1, 0], [0.9, 0.5, 0.5, 0.1])
    0.875
    """
    tp, fp = _counts_by_threshold(y, score, positive)
    if tp[-1] == 0 or fp[-1] == 0:
        raise ValueError(f"y must hold both {shown(positive)} (positive) and other labels for an area.")
    below, above = np.concatenate(([0], tp[:-1])), tp
    # Twice the trapezia, in whole numbers: nothing is rounded before the one division.
    twice = int(((above + below) * np.diff(fp, prepend=0)).sum())
    return twice / (2 * int(tp[-1]) * int(fp[-1]))


def pr_points(y: ArrayLike, score: ArrayLike, positive: object = 1) -> FloatArray:
    """Return the points (recall, precision) of all thresholds.

    One per distinct score, highest first, so that recall never falls.
    There is no point at recall 0: above the highest score nothing is called positive, and precision is 0 / 0.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    score : array-like of shape (n,)
        The scores: the higher, the more positive.
    positive : label, default=1
        The label of the positive class.

    Returns
    -------
    ndarray of shape (number of distinct scores, 2)
        The points, recall rising.

    Examples
    --------
    >>> pr_points([1, 0, 1, 0], [0.9, 0.5, 0.5, 0.1]).round(3).tolist()
    [[0.5, 1.0], [1.0, 0.667], [1.0, 0.5]]
    """
    tp, fp = _counts_by_threshold(y, score, positive)
    if tp[-1] == 0:
        raise ValueError(f"y must hold {shown(positive)} (positive): without it there is no recall.")
    return np.column_stack((tp / tp[-1], tp / (tp + fp)))


def _counts_by_threshold(y: ArrayLike, score: ArrayLike, positive: object) -> tuple[IntArray, IntArray]:
    """Return true and false positives of "score ≥ τ" for each distinct score τ, highest first."""
    truth, scores = labels(y, "y"), numbers(score, "score", finite=False)
    same_length(y=truth, score=scores)
    one_label(positive, "positive")
    if np.isnan(scores).any():
        raise ValueError("score must not hold NaN: it has no place in the order.")
    if truth.dtype.kind == "f" and np.isnan(truth).any():
        raise ValueError("y must hold labels; it holds NaN.")
    order = np.argsort(-scores)
    falls = scores[order][1:] != scores[order][:-1]
    last_of_tie = np.append(np.flatnonzero(falls), len(scores) - 1)
    tp = np.cumsum((truth == positive)[order])[last_of_tie]
    return tp, last_of_tie + 1 - tp
