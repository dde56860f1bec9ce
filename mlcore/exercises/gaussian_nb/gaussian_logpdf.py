"""The logarithm of a normal density, for arrays."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from mlcore.estimation import gaussian_logpdf
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _parts(x, mean, var) -> tuple[Any, Any, Any]:
    return np.asarray(x, dtype=float), np.asarray(mean, dtype=float), np.asarray(var, dtype=float)


def _logpdf(x, mean, var):
    x, mean, var = _parts(x, mean, var)
    return -0.5 * (np.log(2 * np.pi * var) + (x - mean) ** 2 / var)


@wrong("5.1-M1")
def plus_sign(x, mean, var):
    """Go far from the mean: should the logarithm of the density rise or fall there?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi * var) + (x - mean) ** 2 / (2 * var)


@wrong("5.1-M2")
def deviation_under_the_root(x, mean, var):
    """At the mean only the factor is left: what is log(1 / (σ √(2π))) for σ² = 4, and what do you return?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi * np.sqrt(var)) - (x - mean) ** 2 / (2 * var)


@wrong("5.1-M2")
def variance_outside_the_root(x, mean, var):
    """The logarithm of a root is half a logarithm. Which of your logarithms is whole?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi) - np.log(var) - (x - mean) ** 2 / (2 * var)


@wrong("5.1-M6")
def deviation_in_the_exponent(x, mean, var):
    """Which of σ and σ² stands below the square?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * np.sqrt(var))


@wrong("5.1-M3")
def without_the_half(x, mean, var):
    """One standard deviation away, the logarithm is lower by one half. By how much is yours?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / var


@wrong("5.1-M3")
def half_forgotten_in_the_factor(x, mean, var):
    """What does a square root become when you take its logarithm?"""
    x, mean, var = _parts(x, mean, var)
    return -np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)


@wrong("5.1-M4")
def log_of_the_density(x, mean, var):
    """What is exp(-1250) on your computer, and what is the logarithm of that? Can you take the logarithm of
    the formula on paper first?"""
    x, mean, var = _parts(x, mean, var)
    with np.errstate(divide="ignore"):
        return np.log(np.exp(-((x - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var))


@wrong("5.1-M5")
def variance_as_deviation(x, mean, var):
    """The third argument is σ² already. Do you square it again?"""
    x, mean, var = _parts(x, mean, var)
    return _logpdf(x, mean, var**2)


@wrong("5.1-M6")
def deviation_as_variance(x, mean, var):
    """Is a root taken of the third argument before it is used as σ²?"""
    x, mean, var = _parts(x, mean, var)
    return _logpdf(x, mean, np.sqrt(var))


@wrong("5.1-M7")
def density_for_its_logarithm(x, mean, var):
    """Is the value you return the density or its logarithm? The logarithm of 0.034 is negative."""
    return np.exp(_logpdf(x, mean, var))


@wrong()
def without_the_factor(x, mean, var):
    """Two curves with one mean and different widths: which is higher at the mean, and where is that in your
    formula?"""
    x, mean, var = _parts(x, mean, var)
    return -((x - mean) ** 2) / (2 * var)


@wrong()
def without_two_pi(x, mean, var):
    """For the standard normal at 0 the logarithm is log 0.3989 = -0.9189. What is yours, and which constant
    makes the difference?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * (np.log(var) + (x - mean) ** 2 / var)


@wrong()
def logarithm_to_base_ten(x, mean, var):
    """Which logarithm undoes the e in the density?"""
    return _logpdf(x, mean, var) / np.log(10)


@wrong()
def factor_with_a_plus(x, mean, var):
    """The factor divides. Which sign does its logarithm have in the sum?"""
    x, var = np.asarray(x, dtype=float), np.asarray(var, dtype=float)
    return 0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)


@wrong()
def small_number_in_the_logarithm(x, mean, var):
    """You avoid log 0 by a small number. Which value comes out 50 standard deviations away?"""
    x, var = np.asarray(x, dtype=float), np.asarray(var, dtype=float)
    with np.errstate(under="ignore"):
        return np.log(np.exp(-((x - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var) + 1e-300)


@wrong()
def features_summed_already(x, mean, var):
    """The task asks for a value for each x. Where do you add them up?"""
    x, var = np.asarray(x, dtype=float), np.asarray(var, dtype=float)
    return np.sum(-0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var))


def _logpdf_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(3):
        x = rng.normal(0, 3, (3, 1)).round(2)
        mean, var = rng.normal(0, 2, 4).round(2), rng.uniform(0.1, 8, 4).round(2)
        yield Case(f"draw {i + 1}", (x, mean, var))


def _by_loops(x, mean, var):
    rows = np.broadcast(*_parts(x, mean, var))
    shape = rows.shape
    values = [
        -math.log(math.sqrt(v)) - 0.5 * math.log(2 * math.pi) - (a - m) ** 2 / (2 * v) for a, m, v in rows
    ]
    return values[0] if shape == () else np.reshape(values, shape)


EXERCISE = Exercise(
    name="gaussian_logpdf",
    contract="gaussian_logpdf(x, mean, var) -> the shape to which the arguments broadcast",
    reference=gaussian_logpdf,
    read="4 · Logarithms",
    concepts=("gauss-pdf", "prob-density", "pr-logs", "pr-underflow", "ex-gauss-temp"),
    families=(
        Family("the temperature of 66 degrees", "example", 1, (Case("66 degrees", (66, 73, 6.2**2)),),
               question="What is log 0.0340187? And what is each of the two terms of your formula?"),
        Family("far away, and narrow", "trap", 1, (
            Case("standard normal at 0", (0.0, 0.0, 1.0)),
            Case("50 standard deviations away", (50.0, 0.0, 1.0)),
            Case("a density above 1", (1.65, 1.65, 0.01)),
            Case("variance 4", (1.0, 3.0, 4.0)),
        ), question="What is exp(-1250) on your computer?"),
        Family("many at once", "trap", 0.5, (
            Case("one x, three curves", (1.0, np.array([0.0, 1.0, 5.0]), np.array([1.0, 0.25, 9.0]))),
            Case("a column against a row",
                 (np.array([[0.0], [2.0]]), np.array([0.0, 1.0, 5.0]), np.array([1.0, 0.25, 9.0]))),
        ), question="Does your formula work for arrays? `np.log` does, `math.log` does not."),
        Family("other numbers", "random", 0.5, _logpdf_draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(
        _logpdf,
        _by_loops,
        lambda x, mean, var: np.asarray(_logpdf(x, mean, var)).tolist(),
        lambda x, mean, var: (
            -0.5 * np.log(2 * np.pi) - np.log(np.sqrt(var)) - 0.5 * (np.subtract(x, mean) / np.sqrt(var)) ** 2
        ),
    ),
)  # fmt: skip
