"""Errors that do not all count the same."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mlcore.evaluation import weighted_error
from mlcore.exercises.decisions.inputs import YHAT, Y
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _arrays(y, yhat, w) -> tuple[Any, Any, Any]:
    """Return the weights of the true labels, those of the predicted ones, and where the two differ."""
    truth, answer = list(np.asarray(y).tolist()), list(np.asarray(yhat).tolist())
    of_truth = np.array([w[label] for label in truth], dtype=float)
    return (
        of_truth,
        np.array([w[label] for label in answer], dtype=float),
        np.array(truth) != np.array(answer),
    )


def _weighted(y, yhat, w) -> float:
    weight, _, differs = _arrays(y, yhat, w)
    return float(weight[differs].sum() / weight.sum())


@wrong("6.9-M1")
def every_error_counts_one(y, yhat, w):
    """If a missed spam costs 1 and a lost mail 10, do your two errors count the same? Where does w come
    in?"""
    return float(_arrays(y, yhat, w)[2].mean())


@wrong("6.9-M2")
def weight_of_the_prediction(y, yhat, w):
    """Whose weight does an error have: that of the true label, or that of what was said?"""
    _, weight, differs = _arrays(y, yhat, w)
    return float(weight[differs].sum() / weight.sum())


@wrong("6.9-M2")
def errors_weighted_by_the_prediction(y, yhat, w):
    """In the denominator you have the weights of the true labels. And in the numerator?"""
    of_truth, of_said, differs = _arrays(y, yhat, w)
    return float(of_said[differs].sum() / of_truth.sum())


@wrong("6.9-M3")
def divided_by_the_number(y, yhat, w):
    """If every answer is wrong, the error should be 1. What is yours, and what do you divide by?"""
    weight, _, differs = _arrays(y, yhat, w)
    return float(weight[differs].sum() / len(weight))


@wrong()
def not_divided(y, yhat, w):
    """An error rate lies between 0 and 1. What must the sum be divided by?"""
    weight, _, differs = _arrays(y, yhat, w)
    return float(weight[differs].sum())


@wrong()
def divided_by_the_table_of_weights(y, yhat, w):
    """You divide by the sum of the weights in the dict. How many *examples* have each of them?"""
    weight, _, differs = _arrays(y, yhat, w)
    return float(weight[differs].sum() / sum(w.values()))


@wrong("6.9-M4")
def weighted_accuracy(y, yhat, w):
    """Do you add up the right answers or the wrong ones? A classifier that is always right has error 0."""
    return 1 - _weighted(y, yhat, w)


@wrong("6.9-M5")
def mean_over_the_classes(y, yhat, w):
    """You compute an error for each class and take the mean. Where are the weights?"""
    truth, differs = np.asarray(y), _arrays(y, yhat, w)[2]
    return float(np.mean([differs[truth == c].mean() for c in np.unique(truth)]))


@wrong()
def weighted_mean_over_the_classes(y, yhat, w):
    """You weight the error rates of the classes. Does a class with many examples count as often as it
    occurs?"""
    truth, differs = np.asarray(y), _arrays(y, yhat, w)[2]
    rates = [(w[c], differs[truth == c].mean()) for c in np.unique(truth).tolist()]
    return float(sum(weight * rate for weight, rate in rates) / sum(weight for weight, _ in rates))


@wrong()
def weights_used_twice(y, yhat, w):
    """An error of weight 3 counts 3. How often does your sum multiply by the weight?"""
    return sum(w[t] ** 2 for t, p in zip(y, yhat, strict=True) if t != p) / sum(w[t] for t in y)


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(3):
        y, yhat = rng.integers(0, 3, 12), rng.integers(0, 3, 12)
        y[:3], yhat[:3] = (0, 1, 2), (1, 1, 0)
        yield Case(
            f"draw {i + 1}",
            (y, yhat, {0: 1, 1: int(rng.integers(2, 9)), 2: round(float(rng.uniform(0, 1)), 2)}),
        )


def _loop(y, yhat, w) -> float:
    wrong_sum = whole_sum = 0.0
    for truth, answer in zip(list(y), list(yhat), strict=True):
        whole_sum += w[truth]
        wrong_sum += w[truth] * (truth != answer)
    return wrong_sum / whole_sum


def _by_average(y, yhat, w):
    truth = np.asarray(y)
    weights = np.select([truth == c for c in w], list(w.values()))
    return np.average(truth != np.asarray(yhat), weights=weights)


EXERCISE = Exercise(
    name="weighted_error",
    contract="weighted_error(y, yhat, w) -> float",
    reference=weighted_error,
    read="8 · Errors that do not count the same",
    concepts=("ev-weighted-error", "ub-reweight"),
    families=(
        Family("ten examples, misses count ten times", "example", 0.5, (
            Case("a miss counts 10", (Y, YHAT, {1: 10, 0: 1})),
            Case("a false alarm counts 10", (Y, YHAT, {0: 10, 1: 1})),
        ), question="Add up the weights of the two wrong examples, then those of all ten."),
        Family("unequal errors, words", "trap", 1, (
            Case("all weights are 1", (Y, YHAT, {0: 1, 1: 1})),
            Case("two misses, no false alarm",
                 (np.array([1, 1, 1, 0, 0, 0, 0]), np.array([0, 0, 1, 0, 0, 0, 0]), {1: 5, 0: 2})),
            Case("words", (np.array(["ham", "spam", "ham", "ham"]), np.array(["spam", "ham", "ham", "spam"]),
                           {"ham": 10, "spam": 0.5})),
            Case("everything is wrong", (np.array([0, 1, 1]), np.array([1, 0, 0]), {0: 3, 1: 4})),
        ), question="Whose weight does an error have, and what is the error if everything is wrong?"),
        Family("three labels", "random", 0.5, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("y", "yhat"),
    right=(_weighted, _loop, _by_average),
)  # fmt: skip
