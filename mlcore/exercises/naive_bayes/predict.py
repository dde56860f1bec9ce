"""Answers to `predict`; the first argument is the unit's module `log_joint`, with right and wrong scores."""

import numpy as np

from mlcore.exercises.naive_bayes.theta_model import Model, zeros_allowed
from selfcheck.exercise import wrong


def labels(model: Model, scores):
    """Return for each row of scores (m, K) the class of the largest, the first of equals."""
    return np.asarray(model["classes"])[np.argmax(scores, axis=1)]


@wrong("3.4-M1, U12: 0 · log 0")
def nan_wins(unit, model: Model, Q):
    """Print the scores of the case that fails: is one of them nan? What does argmax do with it, and what is
    0 times minus infinity?"""
    return labels(model, unit.zero_times_log_zero.answer(model, Q))


@wrong("prior-forgotten, 4.5-M2")
def prior_forgotten(unit, model: Model, Q):
    """A class of nine in ten needs strong evidence against it. Where does your score know how frequent a
    class is?"""
    return labels(model, unit.prior_forgotten.answer(model, Q))


@wrong("prior-not-logged")
def prior_not_logged(unit, model: Model, Q):
    """You add logarithms. Is the prior one of them?"""
    return labels(model, unit.prior_not_logged.answer(model, Q))


@wrong("prior-times-loglik")
def prior_times_the_sum(unit, model: Model, Q):
    """The logarithm of a product is a sum. Do you multiply a log likelihood by the prior?"""
    return labels(model, unit.prior_times_the_sum.answer(model, Q))


@wrong("product-underflows, 4.5-M1")
def product_underflows(unit, model: Model, Q):
    """How small is a product of a thousand factors in Python? Which class does argmax choose if all scores
    are 0.0?"""
    with zeros_allowed():
        return labels(model, np.exp(unit.log_joint(model, Q)))


@wrong("knn-returns-class-index")
def position_for_label(unit, model: Model, Q):
    """Is what you return one of model["classes"], or the place where it stands there?"""
    return np.argmax(unit.log_joint(model, Q), axis=1)


@wrong("U02: later class at a tie")
def last_of_equals(unit, model: Model, Q):
    """Two classes are equally probable: which of them does the task ask for?"""
    classes = np.asarray(model["classes"])
    return classes[len(classes) - 1 - np.argmax(unit.log_joint(model, Q)[:, ::-1], axis=1)]


@wrong("2.5-M6")
def most_frequent_class(unit, model: Model, Q):
    """Does your answer depend on the query at all?"""
    return np.repeat(np.asarray(model["classes"])[np.argmax(model["prior"])], len(Q))


@wrong()
def second_class_or_first(unit, model: Model, Q):
    """You compare two columns. What about the third class?"""
    classes, scores = np.asarray(model["classes"]), np.asarray(unit.log_joint(model, Q))
    return np.where(scores[:, 1] > scores[:, 0], classes[1], classes[0])


@wrong()
def sign_for_label(unit, model: Model, Q):
    """Plus one and minus one are not labels of this model. Which labels does it have, and what about a third
    class?"""
    scores = np.asarray(unit.log_joint(model, Q))
    with np.errstate(invalid="ignore"):
        return np.sign(scores[:, 1] - scores[:, 0])


def by_loops(unit, model: Model, Q):
    """Look for the largest number of each row: a right answer."""
    classes = np.asarray(model["classes"]).tolist()
    rows = np.asarray(unit.log_joint(model, Q)).tolist()
    return [classes[row.index(max(row))] for row in rows]


def one_by_one(unit, model: Model, Q):
    """Ask for one query at a time: a right answer."""
    return np.array([labels(model, unit.log_joint(model, [q]))[0] for q in Q])


def by_comparison(unit, model: Model, Q):
    """Compare each score with the largest of its row: a right answer."""
    scores = unit.log_joint(model, Q)
    return tuple(np.asarray(model["classes"])[(row >= row.max()).argmax()] for row in scores)
