"""How good are probabilities, before anybody decides? The mean surprise at what is true."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong

TWO = np.array([[0.8, 0.2], [0.4, 0.6]])
THREE = np.array([[0.5, 0.25, 0.25], [0.125, 0.125, 0.75], [0.1, 0.6, 0.3], [0.2, 0.7, 0.1]])
SURE = np.array([[1.0, 0.0], [0.25, 0.75], [0.0, 1.0]])


def log_loss(P, y) -> float:
    """Return the mean of -log of the probability that each true class was given."""
    given = np.asarray(P, dtype=float)[np.arange(len(y)), np.asarray(y)]  # (m,)
    with np.errstate(divide="ignore"):
        return float(-np.log(given).mean())


def _given(P, y):
    """Return the probabilities of the true classes."""
    return np.asarray(P, dtype=float)[np.arange(len(y)), np.asarray(y)]


def _log(values):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(values)


@wrong()
def sign_forgotten(P, y) -> float:
    """The logarithm of a probability is at most 0. Can a loss be negative?"""
    return -log_loss(P, y)


@wrong()
def sum_for_mean(P, y) -> float:
    """Does a second copy of all examples make the answers worse? Then what is done with the sum?"""
    return log_loss(P, y) * len(y)


@wrong()
def logarithm_of_the_mean(P, y) -> float:
    """Which comes first, the logarithm or the mean? Is the surprise at 0.01 and 0.99 that at 0.5 twice?"""
    return float(-_log(_given(P, y).mean()))


@wrong()
def largest_probability(P, y) -> float:
    """You take the largest probability of each row. Whose probability counts if the answer is wrong?"""
    return float(-_log(np.max(np.asarray(P, dtype=float), axis=1)).mean())


@wrong()
def first_column(P, y) -> float:
    """Which column belongs to the true class of the second row? Do you take the same one everywhere?"""
    return float(-_log(np.asarray(P, dtype=float)[:, 0]).mean())


@wrong()
def cut_off(P, y) -> float:
    """You keep the probabilities away from 0. What is the surprise at something that you called
    impossible?"""
    return float(-_log(np.clip(_given(P, y), 1e-15, 1 - 1e-15)).mean())


@wrong()
def base_two(P, y) -> float:
    """Your losses are in bits. Which logarithm does the task ask for?"""
    return log_loss(P, y) / float(np.log(2))


@wrong()
def error_of_the_probability(P, y) -> float:
    """You take 1 - p. How much worse is 0.001 than 0.01 for a true class: by 0.009, or ten times?"""
    return float((1 - _given(P, y)).mean())


@wrong()
def second_column(P, y) -> float:
    """You take the probability of class 1 in every row. And where another class is true?"""
    return float(-_log(np.asarray(P, dtype=float)[:, 1]).mean())


@wrong()
def squared_error(P, y) -> float:
    """You square 1 - p. A true class that was called impossible costs 1 then: what does -log give for it?"""
    return float(((1 - _given(P, y)) ** 2).mean())


@wrong()
def share_of_errors(P, y) -> float:
    """0.51 and 0.99 lead to the same label. Are they equally good where the label is wrong?"""
    return float((np.argmax(np.asarray(P), axis=1) != np.asarray(y)).mean())


@wrong()
def other_classes_too(P, y) -> float:
    """You add the surprises at 1 - p of all other classes. How many terms has a row in the formula?"""
    P = np.asarray(P, dtype=float)
    truth = np.eye(P.shape[1])[np.asarray(y)]
    terms = np.where(truth == 1, _log(P), _log(1 - P))
    return float(-terms.sum(axis=1).mean())


@wrong()
def mean_over_all_entries(P, y) -> float:
    """You divide by rows times columns. How many true classes are there?"""
    return log_loss(P, y) / len(P[0])


def _loop(P, y):
    total = 0.0
    for row, c in zip(np.asarray(P).tolist(), np.asarray(y).tolist(), strict=True):
        if row[c] == 0:
            return np.inf
        total -= np.log(row[c])
    return total / len(y)


def _one_hot(P, y):
    P = np.asarray(P, dtype=float)
    return -_log((P * np.eye(P.shape[1])[np.asarray(y)]).sum(axis=1)).mean()


def _taken(P, y):
    chosen = np.take_along_axis(np.asarray(P, dtype=float), np.asarray(y)[:, None], axis=1)
    return np.mean(-_log(chosen))


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for K in (2, 3, 5):
        P = rng.dirichlet(np.ones(K), 6).round(6)
        P[:, -1] = 1 - P[:, :-1].sum(axis=1)
        yield Case(f"six rows, {K} classes", (P, rng.integers(0, K, 6)))


def _twice(answer, P, y) -> list[Any]:
    return [answer(P, y), answer(np.vstack([P, P]), np.concatenate([y, y]))]


EXERCISE = Exercise(
    name="log_loss",
    contract="log_loss(P, y) -> float",
    reference=log_loss,
    read="11 · Are the probabilities honest?",
    concepts=("ev-log-loss", "ev-calibration"),
    families=(
        Family("two rows by hand", "example", 0.5, (
            Case("0.8 and 0.6", (TWO, np.array([0, 1]))),
            Case("0.2 and 0.4", (TWO, np.array([1, 0]))),
        ), question="Which probability did each row give to its true class, and what is -log of it?"),
        Family("more classes, certain answers", "trap", 1.5, (
            Case("three classes", (THREE, np.array([0, 2, 0, 1]))),
            Case("certain, and right", (SURE, np.array([0, 1, 1]))),
            Case("certain, and wrong", (SURE, np.array([0, 1, 0]))),
            Case("one row", (np.array([[0.3, 0.7]]), np.array([1]))),
        ), question="-log 1 is 0, and -log 0 is infinity. What do yours become?"),
        Family("what must not matter", "property", 0.5, (
            Case("every row twice", (THREE, np.array([0, 2, 0, 1])), ask=_twice,
                 shown="log_loss(P, y), and the same with every row twice"),
        ), question="Does a second copy of all examples change their mean?"),
        Family("drawn", "random", 0.5, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("P", "y"),
    right=(_loop, _one_hot, _taken),
)  # fmt: skip
