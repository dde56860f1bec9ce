"""From logarithms back to probabilities, without leaving the range of floats."""

import math
from typing import Any

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

INFINITY = math.inf


def normalise_log(log_scores):
    """Return exp(s_c) / Σ exp(s_c), with the greatest score subtracted first; a ValueError if all are −∞."""
    s = np.asarray(log_scores, dtype=float)
    if s.max() == -INFINITY:
        raise ValueError("every score is the logarithm of 0")
    shares = np.exp(s - s.max())  # the greatest is 1: nothing overflows, and not all vanish
    return shares / shares.sum()


def _shifted(answer: Answer, log_scores: list[float]) -> list[Any]:
    return [list(answer([s + shift for s in log_scores])) for shift in (0, -700, -5000, 5000)]


def _random_scores(rng: np.random.Generator) -> list[Case]:
    return [
        Case("any scores", ((centre + rng.normal(0, 2, size)).tolist(),))
        for centre, size in ((0, 3), (-900, 2), (-2000, 5), (1000, 4))
    ]


@wrong("0.5-M1")
def exp_without_shift(log_scores):
    """What is e to the power of -1000 in your computer? And 0 / 0? Which common factor could you take out
    first?"""
    s = np.asarray(log_scores, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        e = np.exp(s)
        return e / e.sum()


@wrong("0.5-M1")
def python_exp_without_shift(log_scores):
    """math.exp(800) is an error and math.exp(-1000) is 0. Which common factor could you take out first?"""
    e = [math.exp(s) for s in log_scores]
    return [value / sum(e) for value in e]


@wrong("0.5-M2")
def divides_the_logs(log_scores):
    """You divide logarithms by their sum. Which one is then larger: the share of the better, or of the
    worse score?"""
    s = np.asarray(log_scores, dtype=float)
    with np.errstate(invalid="ignore", divide="ignore"):
        return s / s.sum()


@wrong("0.5-M3")
def shifts_but_stays_in_logs(log_scores):
    """After subtracting the maximum you still hold logarithms. What leads from a logarithm back to the
    number?"""
    s = np.asarray(log_scores, dtype=float)
    shifted = s - s.max()
    with np.errstate(invalid="ignore", divide="ignore"):
        return shifted / shifted.sum()


@wrong("0.5-M4")
def shifts_by_the_minimum(log_scores):
    """After your shift the smallest score is 0. How large may the greatest be, and what is its exp?"""
    s = np.asarray(log_scores, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        e = np.exp(s - s.min())
        return e / e.sum()


@wrong("0.5-M5")
def not_divided_by_the_sum(log_scores):
    """Your best class always gets exactly 1. What do all classes together get? What is missing after exp?"""
    s = np.asarray(log_scores, dtype=float)
    return np.exp(s - s.max())


@wrong("0.5")
def log_probabilities_returned(log_scores):
    """Your numbers are below 0: logarithms of the right answer. Which step turns them into probabilities?"""
    s = np.asarray(log_scores, dtype=float)
    top = s.max()
    return s - (top + np.log(np.exp(s - top).sum()))


@wrong("0.5")
def shifts_by_the_first(log_scores):
    """You subtract the first score. What if the first is the smallest by far, or minus infinity?"""
    s = np.asarray(log_scores, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        e = np.exp(s - s[0])
        return e / e.sum()


@wrong("0.5")
def shifts_by_the_mean(log_scores):
    """You subtract the mean. For the scores 0 and -2000, what is then left for exp to take? Can it?"""
    s = np.asarray(log_scores, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        e = np.exp(s - s.mean())
        return e / e.sum()


@wrong("0.5")
def absolute_values(log_scores):
    """-1 is greater than -2. Is it still, without the signs? Which class should get more?"""
    s = np.asarray(log_scores, dtype=float)
    with np.errstate(invalid="ignore"):
        return np.abs(s) / np.abs(s).sum()


@wrong("0.5")
def pads_with_a_tiny_number(log_scores):
    """A tiny number below the line hides 0 / 0. Do your results for -1000 and -1001 still sum to 1?"""
    s = np.asarray(log_scores, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        e = np.exp(s)
        return e / (e.sum() + 1e-300)


@wrong("0.5")
def nothing_possible_gives_nan(log_scores):
    """If all scores are minus infinity, what is your maximum, and what is the difference? What should be
    raised?"""
    s = np.asarray(log_scores, dtype=float)
    with np.errstate(invalid="ignore"):
        e = np.exp(s - s.max())
        return e / e.sum()


@wrong("0.5")
def nothing_possible_gives_uniform(log_scores):
    """If every class is impossible, are all equally probable, or is something wrong with the model? What
    to raise?"""
    s = np.asarray(log_scores, dtype=float)
    return np.full(len(s), 1 / len(s)) if s.max() == -INFINITY else normalise_log(s)


@wrong()
def powers_of_two(log_scores):
    """These are natural logarithms. Which function undoes them?"""
    scores = np.asarray(log_scores, dtype=float)
    if np.isneginf(scores).all():
        raise ValueError("No class is possible.")
    powers = 2.0 ** (scores - scores.max())
    return powers / powers.sum()


@wrong()
def exp_of_what_is_there(log_scores):
    """What is exp(-1000) in Python? Is everything impossible because everything is improbable?"""
    powers = np.exp(np.asarray(log_scores, dtype=float))
    if powers.sum() == 0:
        raise ValueError("No class is possible.")
    return powers / powers.sum()


def _normalise_by_loops(log_scores) -> list[float]:
    top = max(log_scores)
    if top == -INFINITY:
        raise ValueError
    shares = []
    for s in log_scores:
        shares.append(math.exp(s - top))
    total = sum(shares)
    return [share / total for share in shares]


def _normalise_by_logaddexp(log_scores):
    s = np.array(log_scores, dtype=float)
    total = np.logaddexp.reduce(s)
    if np.isneginf(total):
        raise ValueError("log of 0")
    return np.exp(s - total)


def _normalise_by_differences(log_scores) -> tuple[float, ...]:
    if all(s == -INFINITY for s in log_scores):
        raise ValueError
    return tuple(
        0.0 if s == -INFINITY else 1 / sum(math.exp(min(other - s, 700)) for other in log_scores)
        for s in log_scores
    )


SMALL = "Is a small share nothing? Do you cut off or round what is below some number?"

EXERCISE = Exercise(
    name="normalise_log",
    contract="normalise_log(log_scores) -> (K,) numbers that sum to 1",
    reference=normalise_log,
    families=(
        Family(
            "two logarithms",
            "example",
            1,
            (
                Case("one apart", ([-1.0, -2.0],)),
                Case("the cinema, in logarithms", ([math.log(0.02), math.log(0.25)],)),
                Case("e to the power of -1, -4, -9 and -16", ([-1.0, -4.0, -9.0, -16.0],)),
            ),
            "Take exp of both, add, divide. What would you get by hand?",
        ),
        Family(
            "far away from 0",
            "trap",
            1,
            (
                Case("too small for exp", ([-1000.0, -1001.0],)),
                Case("too large for exp", ([800.0, 799.0],)),
                Case("log 0 is minus infinity", ([-INFINITY, 0.0],)),
                Case("far apart", ([-2000.0, 0.0, -1.0],)),
                Case("far apart, the other way round", ([0.0, -3000.0],)),
                Case("as an array, one of three impossible", (np.array([-800.0, -INFINITY, -800.0]),)),
                Case("one class", ([-5000.0],)),
                Case("a share of one in ten million and less", ([0.0, -16.0, -20.0],), question=SMALL),
            ),
            "Which number may you subtract from all scores without changing the shares? Which one "
            "helps exp most?",
        ),
        Family(
            "every class impossible",
            "trap",
            0.5,
            (Case("log 0 for all", ([-INFINITY, -INFINITY],)),),
            "0 / 0 is no probability. The task says what to raise.",
        ),
        Family(
            "only differences count",
            "property",
            0.5,
            (
                Case(
                    "a number added to all scores",
                    ([-1.0, -3.0, -2.5],),
                    ask=_shifted,
                    shown="normalise_log([-1, -3, -2.5]) with 0, -700, -5000 and 5000 added to every score",
                ),
            ),
            "Adding a number to all logarithms multiplies all scores by one factor. What happens to "
            "their shares?",
        ),
        Family("random scores", "random", 0.5, _random_scores),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_normalise_by_loops, _normalise_by_logaddexp, _normalise_by_differences),
    read="6 · Numbers too small to multiply",
    concepts=("pr-underflow", "pr-logs", "bayes-proportional", "bayes-normaliser"),
)
