"""Answers to `predict_one`; the first argument is the unit's right products: `products(x, model)`, (K,)."""

import numpy as np

from mlcore.exercises.naive_bayes.theta_model import Model
from selfcheck.exercise import Answer, wrong


def best(scores, model: Model):
    """Return the class with the largest score, the first of equals."""
    return np.asarray(model["classes"])[int(np.argmax(scores))]


@wrong("label-is-position")
def position_for_label(products: Answer, x, model: Model):
    """Is what you return one of the classes, or the place where that class stands in the list?"""
    return int(np.argmax(products(x, model)))


@wrong("E09: the last class")
def last_class(products: Answer, x, model: Model):
    """After the loop over the classes, which class does your variable hold: the best one, or the last one?"""
    return np.asarray(model["classes"])[-1]


@wrong("2.5-M3")
def least_probable(products: Answer, x, model: Model):
    """Which class do you return: the one with the largest product, or with the smallest?"""
    return best(-np.array(products(x, model)), model)


@wrong("U02: later class at a tie")
def last_of_equals(products: Answer, x, model: Model):
    """Two classes with the same product: which one does the task ask for? Does a later class replace the
    best so far when it is only as good?"""
    scores = np.array(products(x, model))
    return np.asarray(model["classes"])[int(np.flatnonzero(scores == scores.max())[-1])]


@wrong("score returned")
def score_for_label(products: Answer, x, model: Model):
    """Do you return the largest product, or the class that it belongs to?"""
    return max(products(x, model))


@wrong()
def nothing_beats_zero(products: Answer, x, model: Model):
    """The best score so far begins at 0. Which label comes back if all scores are 0?"""
    scores = products(x, model)
    return best(scores, model) if max(scores) > 0 else None


def best_so_far(products: Answer, x, model: Model):
    """Go through the classes and keep the best: a right answer."""
    label, largest = None, -1.0
    for c, score in zip(model["classes"].tolist(), products(x, model), strict=True):
        if score > largest:
            label, largest = c, score
    return label
