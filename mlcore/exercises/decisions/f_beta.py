"""F-beta: one number for precision and recall, where one of them may count more."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def _over(top: float, bottom: float) -> float:
    return top / bottom if bottom else 0.0


def f_beta(tp, fp, fn, beta, over: Callable[[float, float], float] = _over) -> float:
    """Return (1 + β²) tp / ((1 + β²) tp + β² fn + fp), and 0 for 0 / 0."""
    return over((1 + beta**2) * tp, (1 + beta**2) * tp + beta**2 * fn + fp)


@wrong()
def beta_not_squared(tp, fp, fn, beta):
    """How does β stand in the formula: as it is, or squared? β = 1 does not show the difference."""
    return _over((1 + beta) * tp, (1 + beta) * tp + beta * fn + fp)


@wrong()
def other_error_favoured(tp, fp, fn, beta):
    """β = 2 should care more about misses than about false alarms. Which of the two do you multiply by β²?"""
    return _over((1 + beta**2) * tp, (1 + beta**2) * tp + beta**2 * fp + fn)


@wrong()
def beta_ignored(tp, fp, fn, beta):
    """What changes in your answer if β is 5? F1 is the case β = 1 only."""
    return f_beta(tp, fp, fn, 1)


@wrong()
def f2_always(tp, fp, fn, beta):
    """What changes in your answer if β is ½? The 4 in your formula is β² for β = 2."""
    return f_beta(tp, fp, fn, 2)


@wrong()
def factor_forgotten(tp, fp, fn, beta):
    """Everything is right, tp = 4 and no errors: is your F 1? What stands before tp in the formula?"""
    return _over(tp, (1 + beta**2) * tp + beta**2 * fn + fp)


@wrong()
def factor_above_only(tp, fp, fn, beta):
    """Everything is right, tp = 4 and no errors: can F be above 1? What stands before tp below the line?"""
    return _over((1 + beta**2) * tp, tp + beta**2 * fn + fp)


@wrong()
def both_errors_weighted(tp, fp, fn, beta):
    """If both errors get the weight β², which of them counts more?"""
    return _over((1 + beta**2) * tp, (1 + beta**2) * tp + beta**2 * (fn + fp))


@wrong()
def weighted_arithmetic_mean(tp, fp, fn, beta):
    """Precision 1 and recall almost 0: is that half good? F is a harmonic mean."""
    precision, recall = _over(tp, tp + fp), _over(tp, tp + fn)
    return (precision + beta**2 * recall) / (1 + beta**2)


@wrong()
def precision_for_f(tp, fp, fn, beta):
    """Does a miss change your number? It does change F, unless β is 0."""
    return _over(tp, tp + fp)


@wrong()
def recall_for_f(tp, fp, fn, beta):
    """Does a false alarm change your number? It does change F, however large β is."""
    return _over(tp, tp + fn)


@wrong()
def nan_for_nothing_by_nothing(tp, fp, fn, beta):
    """All three counts are 0: what should come back? The task says so."""
    return f_beta(tp, fp, fn, beta, lambda top, bottom: top / bottom if bottom else math.nan)


@wrong()
def division_by_zero(tp, fp, fn, beta):
    """When is the number below the line 0? Look before you divide; the task says what to return."""
    return f_beta(tp, fp, fn, beta, lambda top, bottom: top / bottom)


@wrong()
def one_for_nothing_by_nothing(tp, fp, fn, beta):
    """0 / 0 is 0 here, by agreement. Which number do you take?"""
    return f_beta(tp, fp, fn, beta, lambda top, bottom: top / bottom if bottom else 1.0)


@wrong()
def undefined_if_nothing_was_found(tp, fp, fn, beta):
    """Nothing was found, but there was something to find: is that 0 / 0, or simply 0?"""
    return f_beta(tp, fp, fn, beta) if tp else math.nan


def _by_harmonic_mean(tp, fp, fn, beta):
    if tp == 0:
        return 0.0
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def _by_shares(tp, fp, fn, beta):
    if tp == 0:
        return 0
    weight = 1 / (1 + beta * beta)
    return 1 / (weight * (tp + fp) / tp + (1 - weight) * (tp + fn) / tp)


def _by_arrays(tp, fp, fn, beta):
    weights = np.array([1 + beta**2, 1, beta**2])
    parts = weights * np.array([tp, fp, fn], dtype=float)
    return np.divide(parts[0], parts.sum(), out=np.zeros(()), where=parts.sum() > 0)[()]


def _errors_swapped(answer: Answer, tp, fp, fn, beta) -> list[float]:
    """Return F-beta, and F-(1/beta) with both errors swapped: they agree."""
    return [float(answer(tp, fp, fn, beta)), float(answer(tp, fn, fp, 1 / beta))]


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(3):
        tp, fp, fn = (int(count) for count in rng.integers(1, 30, 3))
        yield Case(f"draw {i + 1}", (tp, fp, fn, float(rng.choice([0.5, 1.5, 2, 3]))))


EXERCISE = Exercise(
    name="f_beta",
    contract="f_beta(tp, fp, fn, beta) -> float",
    reference=lambda tp, fp, fn, beta: f_beta(tp, fp, fn, beta),
    read="8 · Errors that do not count the same",
    uses=("metrics",),
    concepts=("ev-f1",),
    families=(
        Family("two filters", "example", 0.5, (
            Case("the careful one", (50, 1, 50, 2)),
            Case("the bold one", (95, 60, 5, 2)),
        ), question="Put tp = 50, fp = 1, fn = 50 and β² = 4 into the formula. What is "
            "above the line, what below?"),
        Family("other weights, nothing found", "trap", 1, (
            Case("a half", (3, 1, 4, 0.5)),
            Case("one", (3, 1, 4, 1)),
            Case("three", (3, 1, 4, 3)),
            Case("zero: only precision counts", (3, 1, 4, 0)),
            Case("no errors", (4, 0, 0, 2)),
            Case("one found, β = 0", (1, 0, 0, 0)),
            Case("nothing found", (0, 2, 3, 2)),
            Case("nothing found, no false alarm", (0, 0, 3, 2)),
            Case("nothing found, nothing to find", (0, 2, 0, 2)),
            Case("nothing found, nothing to find, β = 0", (0, 0, 5, 0)),
            Case("nothing at all", (0, 0, 0, 2)),
        ), question="Which error is weighted, and is anything below the line if all counts are 0?"),
        Family("turned round", "property", 0.25, (
            Case("the errors swapped, and 1/β for β", (3, 1, 4, 2), ask=_errors_swapped,
                 shown="f_beta(3, 1, 4, 2), then f_beta(3, 4, 1, 1/2)"),
        ), question="Twice as important as the other, or half as important: from which side do you look?"),
        Family("drawn", "random", 0.25, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_harmonic_mean, _by_shares, _by_arrays),
)  # fmt: skip
