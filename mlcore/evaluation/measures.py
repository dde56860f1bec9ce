"""How good predictions are: counts of right and wrong answers, and the measures made of them.

    rows prediction, columns truth        positive        negative
    predicted positive                    tp              fp
    predicted negative                    fn              tn

This is the layout of the lectures and of a cost matrix; scikit-learn's confusion matrix is its transpose.
Which label counts as positive is always said, never guessed.

A measure that would be 0 / 0 (the precision of a classifier that never says "positive") is
``zero_division``, 0.0 unless told otherwise.

Left out on purpose: averages of one measure over several classes.
"""

from collections.abc import Mapping
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import (
    Array,
    IntArray,
    labels,
    missing,
    number,
    numbers,
    one_label,
    same_length,
    shown,
    whole,
)


def confusion(y: ArrayLike, yhat: ArrayLike, positive: object) -> tuple[int, int, int, int]:
    """Return (tp, fp, fn, tn) with one label as the positive class and all others as the negative.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    positive : label
        The label of the positive class.

    Returns
    -------
    tuple of four ints
        tp, fp, fn, tn.

    Examples
    --------
    >>> confusion(["spam", "ham", "spam"], ["spam", "spam", "ham"], positive="spam")
    (1, 1, 1, 0)
    """
    truth, predicted = _two_labellings(y, yhat)
    one_label(positive, "positive")
    if _never_equal(np.asarray(positive), truth):
        raise TypeError(f"positive must be a label of the kind found in y; got {shown(positive)}.")
    is_positive, said_positive = truth == positive, predicted == positive
    tp = int(np.count_nonzero(said_positive & is_positive))
    fp = int(np.count_nonzero(said_positive)) - tp
    fn = int(np.count_nonzero(is_positive)) - tp
    return tp, fp, fn, len(truth) - tp - fp - fn


def confusion_matrix(y: ArrayLike, yhat: ArrayLike, classes: ArrayLike | None = None) -> IntArray:
    """Return M with M[a, c] = number of examples predicted as class a that are truly c.

    Rows prediction, columns truth: the transpose of scikit-learn's. The sum of M * C over a cost matrix
    C[action, truth] is then the total cost.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    classes : array-like of shape (K,), default=None
        All classes, in the order of the table; None for those that occur, sorted.

    Returns
    -------
    ndarray of shape (K, K)
        The counts, rows prediction and columns truth.

    Examples
    --------
    >>> confusion_matrix(["a", "a", "b"], ["a", "b", "b"]).tolist()
    [[1, 0], [1, 1]]
    """
    truth, predicted = _two_labellings(y, yhat)
    occurring = np.unique(np.concatenate((truth, predicted)))
    order = occurring if classes is None else labels(classes, "classes")
    position = {label: k for k, label in enumerate(order.tolist())}
    if len(position) < len(order):
        raise ValueError(f"classes must name each class once; got {shown(order.tolist())}.")
    missing = [label for label in occurring.tolist() if label not in position]
    if missing:
        raise ValueError(f"classes must name every label of y and yhat; it lacks {shown(missing)}.")
    K = len(order)
    codes = np.array([position[label] for label in occurring.tolist()])
    rows, columns = codes[np.searchsorted(occurring, predicted)], codes[np.searchsorted(occurring, truth)]
    return np.bincount(rows * K + columns, minlength=K * K).reshape(K, K)


def metrics(tp: int, fp: int, fn: int, tn: int, zero_division: float = 0.0) -> dict[str, float]:
    """Return the measures of one table of counts, by name.

    accuracy (tp+tn)/all, precision tp/(tp+fp), recall tp/(tp+fn), f1 2tp/(2tp+fp+fn), jaccard tp/(tp+fp+fn),
    fpr fp/(fp+tn), fnr fn/(fn+tp); for the negatives specificity tn/(tn+fp) (their recall) and
    negative_precision tn/(tn+fn).

    Parameters
    ----------
    tp, fp, fn, tn : int
        The counts, as from ``confusion``.
    zero_division : float, default=0.0
        What a measure is that would be 0 / 0; may be NaN.

    Returns
    -------
    dict from str to float
        The measures.

    Examples
    --------
    >>> {name: round(value, 3) for name, value in metrics(tp=3, fp=1, fn=1, tn=5).items() if name != "fnr"}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'accuracy': 0.8, 'precision': 0.75, 'recall': 0.75, 'f1': 0.75, 'jaccard': 0.6, 'fpr': 0.167,
     'specificity': 0.833, 'negative_precision': 0.833}
    """
    tp, fp = whole(tp, "tp", low=0), whole(fp, "fp", low=0)
    fn, tn = whole(fn, "fn", low=0), whole(tn, "tn", low=0)
    if tp + fp + fn + tn == 0:
        raise ValueError("tp, fp, fn and tn must count at least one example.")
    fractions = {
        "accuracy": (tp + tn, tp + fp + fn + tn),
        "precision": (tp, tp + fp),
        "recall": (tp, tp + fn),
        "f1": (2 * tp, 2 * tp + fp + fn),
        "jaccard": (tp, tp + fp + fn),
        "fpr": (fp, fp + tn),
        "fnr": (fn, fn + tp),
        "specificity": (tn, tn + fp),
        "negative_precision": (tn, tn + fn),
    }
    return {name: _ratio(top, bottom, zero_division) for name, (top, bottom) in fractions.items()}


def accuracy(y: ArrayLike, yhat: ArrayLike) -> float:
    """Return the share of right predictions.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.

    Returns
    -------
    float
        The share.

    Examples
    --------
    >>> accuracy([1, 0, 1, 1], [1, 0, 0, 1])
    0.75
    """
    truth, predicted = _two_labellings(y, yhat)
    return float((truth == predicted).mean())


def precision(y: ArrayLike, yhat: ArrayLike, positive: object, zero_division: float = 0.0) -> float:
    """Return tp / (tp + fp): of those called positive, how many are.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    positive : label
        The label of the positive class.
    zero_division : float, default=0.0
        The result where nothing is called positive.

    Returns
    -------
    float
        The precision.

    Examples
    --------
    >>> precision([1, 0, 1, 1], [1, 1, 0, 0], positive=1)
    0.5
    """
    return metrics(*confusion(y, yhat, positive), zero_division)["precision"]


def recall(y: ArrayLike, yhat: ArrayLike, positive: object, zero_division: float = 0.0) -> float:
    """Return tp / (tp + fn): of the positives, how many were found.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    positive : label
        The label of the positive class.
    zero_division : float, default=0.0
        The result where nothing is positive.

    Returns
    -------
    float
        The recall.

    Examples
    --------
    >>> recall([1, 0, 1, 1, 1], [1, 1, 0, 0, 0], positive=1)
    0.25
    """
    return metrics(*confusion(y, yhat, positive), zero_division)["recall"]


def f1(y: ArrayLike, yhat: ArrayLike, positive: object, zero_division: float = 0.0) -> float:
    """Return 2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    positive : label
        The label of the positive class.
    zero_division : float, default=0.0
        The result where nothing is or is called positive.

    Returns
    -------
    float
        The F₁ measure.

    Examples
    --------
    >>> round(f1([1, 0, 1, 1, 1], [1, 1, 0, 0, 0], positive=1), 4)
    0.3333
    """
    return metrics(*confusion(y, yhat, positive), zero_division)["f1"]


def f_beta(y: ArrayLike, yhat: ArrayLike, positive: object, beta: float, zero_division: float = 0.0) -> float:
    """Return (1 + β²) tp / ((1 + β²) tp + β² fn + fp): recall counts β times as much as precision.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    positive : label
        The label of the positive class.
    beta : float
        β, at least 0.
    zero_division : float, default=0.0
        The result for 0 / 0.

    Returns
    -------
    float
        The F_β measure.

    Examples
    --------
    >>> f_beta([1, 0, 1, 1, 1], [1, 1, 0, 0, 0], positive=1, beta=0)
    0.5
    """
    weight = number(beta, "beta", low=0, high=1e9) ** 2
    tp, fp, fn, _ = confusion(y, yhat, positive)
    return _ratio((1 + weight) * tp, (1 + weight) * tp + weight * fn + fp, zero_division)


def jaccard(y: ArrayLike, yhat: ArrayLike, positive: object, zero_division: float = 0.0) -> float:
    """Return tp / (tp + fp + fn): the overlap of the positives and of those called positive.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    positive : label
        The label of the positive class.
    zero_division : float, default=0.0
        The result where nothing is or is called positive.

    Returns
    -------
    float
        The overlap.

    Examples
    --------
    >>> jaccard([1, 0, 1, 1, 1], [1, 1, 0, 0, 0], positive=1)
    0.2
    """
    return metrics(*confusion(y, yhat, positive), zero_division)["jaccard"]


def fpr(y: ArrayLike, yhat: ArrayLike, positive: object, zero_division: float = 0.0) -> float:
    """Return fp / (fp + tn): of the negatives, how many were called positive.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    positive : label
        The label of the positive class.
    zero_division : float, default=0.0
        The result where nothing is negative.

    Returns
    -------
    float
        The false-positive rate.

    Examples
    --------
    >>> fpr([1, 0, 0, 0, 0], [1, 1, 0, 0, 0], positive=1)
    0.25
    """
    return metrics(*confusion(y, yhat, positive), zero_division)["fpr"]


def fnr(y: ArrayLike, yhat: ArrayLike, positive: object, zero_division: float = 0.0) -> float:
    """Return fn / (fn + tp): of the positives, how many were missed.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    positive : label
        The label of the positive class.
    zero_division : float, default=0.0
        The result where nothing is positive.

    Returns
    -------
    float
        The false-negative rate.

    Examples
    --------
    >>> fnr([1, 0, 1, 1, 1], [1, 1, 0, 0, 0], positive=1)
    0.75
    """
    return metrics(*confusion(y, yhat, positive), zero_division)["fnr"]


def weighted_error(y: ArrayLike, yhat: ArrayLike, w: Mapping[object, float] | ArrayLike) -> float:
    """Return Σ_i w_i 1(ŷ_i ≠ y_i) / Σ_i w_i.

    Parameters
    ----------
    y : array-like of shape (n,)
        The true labels.
    yhat : array-like of shape (n,)
        The predicted labels.
    w : array-like of shape (n,) or mapping from label to weight
        The weight of each example, or of each *true* label.

    Returns
    -------
    float
        The weighted share of errors.

    Examples
    --------
    >>> weighted_error([0, 0, 1, 1], [0, 1, 0, 1], w={0: 3, 1: 1})
    0.5
    """
    truth, predicted = _two_labellings(y, yhat)
    if isinstance(w, Mapping):
        lacking = sorted(set(truth.tolist()) - set(w), key=repr)
        if lacking:
            raise ValueError(f"w must give a weight to every label of y; it lacks {shown(lacking)}.")
        w = [w[label] for label in truth.tolist()]
    weights = numbers(w, "w")
    same_length(y=truth, w=weights)
    if (weights < 0).any() or not weights.any():
        raise ValueError("w must hold weights of at least 0, not all of them 0.")
    weights = np.ldexp(weights, -np.frexp(weights.max())[1])  # a power of two: no overflow, nothing rounded
    return float(weights[truth != predicted].sum() / weights.sum())


def _ratio(top: float, bottom: float, zero_division: float) -> float:
    if not np.isnan(zero_division):
        number(zero_division, "zero_division", low=0, high=1)
    return top / bottom if bottom else float(zero_division)


def _two_labellings(y: ArrayLike, yhat: ArrayLike) -> tuple[Array, Array]:
    """Return truth and prediction as arrays that can be compared entry by entry."""
    truth, predicted = _labelling(y, "y"), _labelling(yhat, "yhat")
    same_length(y=truth, yhat=predicted)
    if _never_equal(truth, predicted):
        raise TypeError(f"y and yhat must hold labels of one kind; got {truth.dtype} and {predicted.dtype}.")
    return truth, predicted


def _labelling(values: ArrayLike, name: str) -> Array:
    array = labels(values, name)
    if array.dtype.kind in "OT":  # pandas keeps text, and numbers among which some may be missing, as objects
        if any(missing(value) for value in array.tolist()):
            raise ValueError(f"{name} must hold labels; some are missing.")
        for kind in (str, Real):
            if all(isinstance(value, kind) for value in array.tolist()):
                array = np.array(array.tolist())
    if array.dtype.kind == "f" and not (array == np.floor(array)).all():
        raise ValueError(f"{name} must hold labels; fractions and NaN look like scores or missing values.")
    return array


def _never_equal(first: Array, second: Array) -> bool:
    """Say whether, for example, one holds text and the other numbers, which NumPy compares in silence."""
    kinds = [values.dtype.kind for values in (first, second) if values.dtype != object]
    return len({"number" if kind in "biuf" else kind for kind in kinds}) > 1
