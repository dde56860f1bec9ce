"""From probabilities to actions: expected cost, thresholds, and priors that training did not have.

A cost matrix C[action, truth] says what each action costs under each true class. The action to take is the
one of least expected cost, which need not be the most probable label; and there may be more actions than
classes ("ask a person").

Left out on purpose: how the probabilities were learnt.
"""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import (
    FloatArray,
    IntArray,
    distribution,
    generator,
    labels,
    number,
    numbers,
    one_label,
    probability,
    shown,
    whole,
)


def expected_cost(P: ArrayLike, C: ArrayLike) -> FloatArray:
    """Return E[cost of a | x] = Σ_c C[a, c] p(c|x) for each row of P and each action.

    Parameters
    ----------
    P : array-like of shape (m, K)
        p(c|x), one distribution a row.
    C : array-like of shape (actions, K)
        C[a, c], the cost of action a when c is true.

    Returns
    -------
    ndarray of shape (m, actions)
        The expected costs.

    Examples
    --------
    >>> expected_cost([[0.75, 0.25]], [[0, 100], [10, 0]]).tolist()
    [[25.0, 7.5]]
    """
    P, C = _distributions(P, "P"), numbers(C, "C", ndim=2)
    if P.shape[1] != C.shape[1]:
        raise ValueError(
            f"P and C must have one column per true class; P has {P.shape[1]} columns, C has {C.shape[1]}."
        )
    return P @ C.T  # (m, actions)


def decide(P: ArrayLike, C: ArrayLike) -> IntArray:
    """Return the action of least expected cost for each row of P. Ties go to the first action.

    Parameters
    ----------
    P : array-like of shape (m, K)
        p(c|x), one distribution a row.
    C : array-like of shape (actions, K)
        C[a, c], the cost of action a when c is true.

    Returns
    -------
    ndarray of shape (m,)
        The number of the action for each row.

    Examples
    --------
    >>> decide([[0.75, 0.25], [0.95, 0.05]], [[0, 100], [10, 0]]).tolist()
    [1, 0]
    """
    return np.asarray(expected_cost(P, C).argmin(axis=1))


def cost_threshold(c_fp: float, c_fn: float, c_tp: float = 0, c_tn: float = 0) -> float:
    """Return the probability τ of "positive" from which on it is best to say so.

    Saying "positive" costs p c_tp + (1−p) c_fp, saying "negative" p c_fn + (1−p) c_tn. They are equal at

        τ = (c_fp − c_tn) / ((c_fp − c_tn) + (c_fn − c_tp)).

    Computed as a fraction and rounded once. An error must not cost less than the right answer, and one of the
    two errors must cost more, or no threshold exists.

    Parameters
    ----------
    c_fp, c_fn : float
        The costs of a false alarm and of a miss.
    c_tp, c_tn : float, default=0
        The costs of the right answers.

    Returns
    -------
    float
        The threshold τ.

    Examples
    --------
    >>> cost_threshold(c_fp=100, c_fn=10) == 10 / 11
    True
    """
    false_alarm = _extra_cost(c_fp, "c_fp", c_tn, "c_tn")
    miss = _extra_cost(c_fn, "c_fn", c_tp, "c_tp")
    if false_alarm + miss == 0:
        raise ValueError("An error must cost more than the right answer; here every decision costs the same.")
    return float(false_alarm / (false_alarm + miss))


def _extra_cost(error: float, error_name: str, right: float, right_name: str) -> Fraction:
    extra = Fraction(number(error, error_name)) - Fraction(number(right, right_name))
    if extra < 0:
        raise ValueError(
            f"{error_name} must be at least {right_name}; got {shown(error)} and {shown(right)}."
        )
    return extra


def correct_prior(P: ArrayLike, train_prior: ArrayLike, true_prior: ArrayLike) -> FloatArray:
    """Return posteriors for another class prior than that of the training data.

        p_true(c|x) ∝ p_train(c|x) · π_true(c) / π_train(c)

    What is learned about p(x|c) stays, since only the shares of the classes changed. In logarithms, so that
    small priors do not vanish.

    Parameters
    ----------
    P : array-like of shape (m, K)
        p_train(c|x), one distribution a row.
    train_prior : array-like of shape (K,)
        π_train, above 0.
    true_prior : array-like of shape (K,)
        π_true.

    Returns
    -------
    ndarray of shape (m, K)
        p_true(c|x).

    Examples
    --------
    >>> correct_prior([[0.5, 0.5]], train_prior=[0.5, 0.5], true_prior=[0.25, 0.75]).round(12).tolist()
    [[0.25, 0.75]]
    """
    P = _distributions(P, "P")
    old, new = distribution(train_prior, "train_prior"), distribution(true_prior, "true_prior")
    if not P.shape[1] == len(old) == len(new):
        raise ValueError(
            "P, train_prior and true_prior must have one entry per class; "
            f"got {P.shape[1]}, {len(old)} and {len(new)}."
        )
    if (old == 0).any():
        raise ValueError(
            "train_prior must be above 0 for every class: a class without examples cannot be corrected."
        )
    with np.errstate(divide="ignore"):  # log 0 = −∞ is meant: what is impossible stays impossible
        log_scores = np.log(P) + np.log(new) - np.log(old)  # (m, K)
    best = log_scores.max(axis=1, keepdims=True)  # (m, 1)
    if np.isneginf(best).any():
        row = int(np.flatnonzero(np.isneginf(best))[0])
        raise ValueError(
            f"Row {row} of P is certain of classes whose true_prior is 0, so its posterior is 0 / 0."
        )
    scores = np.exp(log_scores - best)
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


def undersample(y: ArrayLike, majority: object, fraction: float, rng: np.random.Generator) -> IntArray:
    """Return the sorted indices of all examples of the other classes and a random part of the majority class.

    Kept are fraction · n_majority examples, rounded (a half upwards), at least one, none of them twice.
    Probabilities learnt from the sample belong to its prior: see ``correct_prior``.

    Parameters
    ----------
    y : array-like of shape (n,)
        The labels.
    majority : label
        The label of the class of which a part is kept.
    fraction : float
        The part, above 0 and at most 1.
    rng : numpy.random.Generator
        The source of randomness.

    Returns
    -------
    ndarray of int
        The indices of the examples that are kept.

    Examples
    --------
    >>> undersample([0, 0, 0, 0, 1], majority=0, fraction=0.5, rng=np.random.default_rng(0)).size
    3
    """
    share = _positive_fraction(fraction)
    generator(rng)
    one_label(majority, "majority")
    is_majority = labels(y, "y") == majority
    candidates = np.flatnonzero(is_majority)
    if candidates.size == 0:
        raise ValueError(f"majority must be a label of y; {shown(majority)} is none.")
    size = max(1, math.floor(share * candidates.size + 0.5))
    sample = rng.choice(candidates, size=size, replace=False)
    return np.sort(np.concatenate((sample, np.flatnonzero(~is_majority))))


def prior_after_undersampling(prior: ArrayLike, majority: int, fraction: float) -> FloatArray:
    """Return the class prior once only a fraction of class number ``majority`` is kept.

    Parameters
    ----------
    prior : array-like of shape (K,)
        The prior of all data.
    majority : int
        The position of the class of which a part is kept.
    fraction : float
        The part, above 0 and at most 1.

    Returns
    -------
    ndarray of shape (K,)
        The prior of what is kept.

    Examples
    --------
    >>> prior_after_undersampling([0.75, 0.25], majority=0, fraction=1 / 3).round(12).tolist()
    [0.5, 0.5]
    """
    shares = distribution(prior, "prior")
    shares[whole(majority, "majority", low=0, high=len(shares) - 1)] *= _positive_fraction(fraction)
    return np.asarray(shares / shares.sum())


class ErrorDecomposition(NamedTuple):
    """E_test = gap + model + noise: what more data, a better model, and nothing at all can remove.

    Parameters
    ----------
    gap : float
        E_test − E_train.
    model : float
        E_train − E_best.
    noise : float
        E_best.
    """

    gap: float
    model: float
    noise: float


def error_decomposition(e_test: float, e_train: float, e_best: float) -> ErrorDecomposition:
    """Return (E_test − E_train) + (E_train − E_best) + E_best, term by term.

    A gap may be negative (a lucky test set), and so may the model's part (training data learnt by heart).

    Parameters
    ----------
    e_test : float
        The error rate on test data.
    e_train : float
        The error rate on training data.
    e_best : float
        The least error rate that any classifier can have.

    Returns
    -------
    ErrorDecomposition
        gap, model and noise; they sum to e_test.

    Examples
    --------
    >>> error_decomposition(e_test=0.5, e_train=0.25, e_best=0.125)
    ErrorDecomposition(gap=0.25, model=0.125, noise=0.125)
    """
    test, train = probability(e_test, "e_test"), probability(e_train, "e_train")
    best = probability(e_best, "e_best")
    return ErrorDecomposition(gap=test - train, model=train - best, noise=best)


def _positive_fraction(fraction: float) -> float:
    share = probability(fraction, "fraction")
    if share == 0:
        raise ValueError("fraction must be above 0: with 0 the class would be gone.")
    return share


def _distributions(P: ArrayLike, name: str) -> FloatArray:
    """Return probabilities, one distribution a row."""
    rows = numbers(P, name, ndim=2)
    if (rows < 0).any() or not np.isclose(rows.sum(axis=1), 1).all():
        raise ValueError(
            f"{name} must hold one probability distribution a row: entries of at least 0, sum 1."
        )
    return rows
