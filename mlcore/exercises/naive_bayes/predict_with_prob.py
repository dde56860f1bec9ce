"""Answers to `predict_with_prob`; the first argument is the unit's module `log_joint`, as for `predict`."""

import numpy as np

from mlcore.exercises.naive_bayes.theta_model import Model, zeros_allowed
from selfcheck.exercise import Answer, wrong


def possible(scores):
    """Return joint log probabilities (m, K); a query that every class rules out is a ValueError."""
    scores = np.asarray(scores)
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("A query has probability 0 in every class: learn with alpha > 0.")
    return scores


def normalised(scores):
    """Return the probabilities that belong to joint log probabilities (m, K)."""
    scores = possible(scores)
    p = np.exp(scores - scores.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


def _with_gaps(scores):
    with zeros_allowed():
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)


@wrong("3.4-M1, U12: 0 · log 0")
def nan_everywhere(unit, model: Model, Q):
    """Where does the first nan arise? What is 0 · log 0 in NumPy, and what should it be?"""
    with zeros_allowed():
        return _with_gaps(unit.zero_times_log_zero.answer(model, Q))


@wrong("3.4-M3, 2.6-M1")
def not_normalised(unit, model: Model, Q):
    """What does a row of your answer sum to? And what should the classes' probabilities sum to?"""
    return np.exp(possible(unit.log_joint(model, Q)))


@wrong("prior-not-logged")
def prior_not_logged(unit, model: Model, Q):
    """You add logarithms. Is the prior one of them?"""
    return normalised(unit.prior_not_logged.answer(model, Q))


@wrong("exp-without-shift, 4.5-M1")
def exp_without_shift(unit, model: Model, Q):
    """What is np.exp(-1000)? What may you add to all scores of a row without changing the answer?"""
    with zeros_allowed():
        p = np.exp(possible(unit.log_joint(model, Q)))
        return p / p.sum(axis=1, keepdims=True)


@wrong("2.6-M4, 4.5-M3")
def logarithms_normalised(unit, model: Model, Q):
    """You divide logarithms by their sum. Does the most probable class get the largest number?"""
    scores = possible(unit.log_joint(model, Q))
    with zeros_allowed():
        return scores / scores.sum(axis=1, keepdims=True)


@wrong("U08: silence at 0 / 0")
def silent_where_nothing_fits(unit, model: Model, Q):
    """No class can have produced this query. Is there a probability to give, and does your answer say so?"""
    return _with_gaps(unit.log_joint(model, Q))


@wrong("U08: a guess at 0 / 0")
def prior_where_nothing_fits(unit, model: Model, Q):
    """The query is impossible in every class. Should a function that cannot know answer with a number?"""
    scores = unit.log_joint(model, Q)
    impossible = np.isneginf(scores).all(axis=1, keepdims=True)
    return normalised(np.where(impossible, np.log(np.asarray(model["prior"])), scores))


def by_loops(unit, model: Model, Q):
    """Take row by row, number by number: a right answer."""
    rows = []
    for row in np.asarray(unit.log_joint(model, Q)).tolist():
        if max(row) == -np.inf:
            raise ValueError("impossible")
        p = [np.exp(score - max(row)) for score in row]
        rows.append([value / sum(p) for value in p])
    return rows


def by_logsumexp(unit, model: Model, Q):
    """Subtract the logarithm of the sum: a right answer."""
    scores = unit.log_joint(model, Q)
    log_evidence = np.logaddexp.reduce(scores, axis=1, keepdims=True)
    if not np.isfinite(log_evidence).all():
        raise ValueError("impossible")
    return np.exp(scores - log_evidence)


def one_by_one(unit, model: Model, Q):
    """Ask for one query at a time: a right answer."""
    return tuple(normalised(unit.log_joint(model, [q]))[0] for q in Q)


def rows_sum_to_one(answer: Answer, model: Model, Q):
    """Ask an answer what every table of probabilities must have."""
    p = np.asarray(answer(model, Q), dtype=float)
    return {"the rows sum to": p.sum(axis=1), "the smallest is at least 0": bool(p.min() >= 0)}
