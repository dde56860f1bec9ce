"""The height of a normal curve, and its logarithm: gaussian_pdf, gaussian_logpdf."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from mlcore.estimation import gaussian_logpdf as reference_logpdf
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# ---- gaussian_pdf ----------------------------------------------------------------------------------


def _pdf(x: Any, mean: Any, var: Any) -> float:
    return math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(2 * math.pi * var)


@wrong("5.1-M1")
def pdf_plus_sign(x: Any, mean: Any, var: Any) -> Any:
    """Take x further and further away from the mean: does your curve fall, or does it rise?"""
    return math.exp((x - mean) ** 2 / (2 * var)) / math.sqrt(2 * math.pi * var)


@wrong("5.1-M2")
def pdf_deviation_under_the_root(x: Any, mean: Any, var: Any) -> Any:
    """The curve has height 0.3989 for variance 1. Which height has it for variance 4: half of that, or more?
    What exactly stands under the root?"""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(2 * math.pi * math.sqrt(var))


@wrong("5.1-M2")
def pdf_variance_outside_the_root(x: Any, mean: Any, var: Any) -> Any:
    """Of √(2πσ²), what is left when σ² comes out of the root: σ or σ²? Try variance 4."""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / (math.sqrt(2 * math.pi) * var)


@wrong("5.1-M6")
def pdf_deviation_in_the_exponent(x: Any, mean: Any, var: Any) -> Any:
    """The factor is right. Which of σ and σ² stands below the square in the exponent?"""
    return math.exp(-((x - mean) ** 2) / (2 * math.sqrt(var))) / math.sqrt(2 * math.pi * var)


@wrong("5.1-M3")
def pdf_without_the_half(x: Any, mean: Any, var: Any) -> Any:
    """One standard deviation from the mean the curve is at 0.61 of its height. Is yours? What divides the
    square?"""
    return math.exp(-((x - mean) ** 2) / var) / math.sqrt(2 * math.pi * var)


@wrong("5.1-M5")
def pdf_variance_as_deviation(x: Any, mean: Any, var: Any) -> Any:
    """The third argument is a variance. Is it squared once more on its way into your formula?"""
    return _pdf(x, mean, var**2)


@wrong("5.1-M6")
def pdf_deviation_as_variance(x: Any, mean: Any, var: Any) -> Any:
    """The third argument is the variance already. Which of σ and σ² stands in the exponent, and which do you
    have there?"""
    return _pdf(x, mean, math.sqrt(var))


@wrong("5.1-M7")
def log_for_the_density(x: Any, mean: Any, var: Any) -> Any:
    """A density is never negative. Did you return its logarithm? That is a later rung."""
    return math.log(_pdf(x, mean, var))


@wrong()
def pdf_without_the_factor(x: Any, mean: Any, var: Any) -> Any:
    """Add up your curve in small steps: is the area under it 1? Which factor takes care of that?"""
    return math.exp(-((x - mean) ** 2) / (2 * var))


@wrong()
def pdf_without_two_pi(x: Any, mean: Any, var: Any) -> Any:
    """The standard normal curve is 0.3989 high at 0. How high is yours, and which number is missing under the
    root?"""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(var)


@wrong()
def pdf_capped_at_one(x: Any, mean: Any, var: Any) -> Any:
    """A probability cannot exceed 1. Can a density, when the curve is narrow and its area still 1?"""
    return min(_pdf(x, mean, var), 1.0)


def _area(answer: Answer, mean: float, var: float) -> float:
    """Add up thin strips under the curve, six standard deviations to each side."""
    sd = math.sqrt(var)
    strips = np.linspace(mean - 6 * sd, mean + 6 * sd, 49)
    return round(float(sum(float(answer(x, mean, var)) for x in strips.tolist())) * 0.25 * sd, 6)


def _pdf_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(4):
        x, mean = rng.normal(0, 2, 2).round(2).tolist()
        yield Case(f"draw {i + 1}", (x, mean, round(float(rng.uniform(0.2, 6)), 2)))


gaussian_pdf = Exercise(
    name="gaussian_pdf",
    contract="gaussian_pdf(x, mean, var) -> float",
    reference=_pdf,
    concepts=("gauss-pdf", "prob-density", "gauss-moments", "ex-gauss-temp"),
    families=(
        Family("the temperature of 66 degrees", "example", 1, (Case("66 degrees", (66, 73, 6.2**2)),),
               question="Put 66, 73 and 38.44 into the formula by hand: where does your value differ?"),
        Family("narrow, wide and symmetric", "trap", 0.5, (
            Case("standard normal at 0", (0, 0, 1)),
            Case("a narrow curve", (1.65, 1.65, 0.01)),
            Case("left of the mean", (1, 3, 4)),
            Case("right of the mean", (5, 3, 4)),
        ), question="What does the curve do left of its mean, and how high may it be?"),
        Family("the area is 1", "property", 0.5, (
            Case("area, variance 4", (3.0, 4.0), ask=_area, shown="the area under the curve of N(3, 4)"),
            Case("area, variance 0.04", (1.0, 0.04), ask=_area,
                 shown="the area under the curve of N(1, 0.04)"),
        ), question="Which factor makes the area under the curve 1?"),
        Family("other numbers", "random", 1, _pdf_draws),
    ),
    misconceptions=(
        pdf_plus_sign, pdf_deviation_under_the_root, pdf_variance_outside_the_root,
        pdf_deviation_in_the_exponent, pdf_without_the_half, pdf_variance_as_deviation,
        pdf_deviation_as_variance, log_for_the_density, pdf_without_the_factor, pdf_without_two_pi,
        pdf_capped_at_one,
    ),
    right=(
        lambda x, mean, var: float(np.exp(-0.5 * (x - mean) ** 2 / var) / np.sqrt(2 * np.pi * var)),
        lambda x, mean, var: math.exp(-0.5 * (math.log(2 * math.pi * var) + (x - mean) ** 2 / var)),
        lambda x, mean, var: (2 * math.pi * var) ** -0.5 * math.e ** (-((x - mean) / var**0.5) ** 2 / 2),
        lambda x, mean, var: np.array(_pdf(x, mean, var)),
    ),
)  # fmt: skip


# ---- gaussian_logpdf -------------------------------------------------------------------------------


def _parts(x: Any, mean: Any, var: Any) -> tuple[Any, Any, Any]:
    return np.asarray(x, dtype=float), np.asarray(mean, dtype=float), np.asarray(var, dtype=float)


def _logpdf(x: Any, mean: Any, var: Any) -> Any:
    x, mean, var = _parts(x, mean, var)
    return -0.5 * (np.log(2 * np.pi * var) + (x - mean) ** 2 / var)


@wrong("5.1-M1")
def plus_sign(x: Any, mean: Any, var: Any) -> Any:
    """Go far from the mean: should the logarithm of the density rise or fall there?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi * var) + (x - mean) ** 2 / (2 * var)


@wrong("5.1-M2")
def deviation_under_the_root(x: Any, mean: Any, var: Any) -> Any:
    """At the mean only the factor is left: what is log(1 / (σ √(2π))) for σ² = 4, and what do you return?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi * np.sqrt(var)) - (x - mean) ** 2 / (2 * var)


@wrong("5.1-M2")
def variance_outside_the_root(x: Any, mean: Any, var: Any) -> Any:
    """The logarithm of a root is half a logarithm. Which of your logarithms is whole?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi) - np.log(var) - (x - mean) ** 2 / (2 * var)


@wrong("5.1-M6")
def deviation_in_the_exponent(x: Any, mean: Any, var: Any) -> Any:
    """Which of σ and σ² stands below the square?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * np.sqrt(var))


@wrong("5.1-M3")
def without_the_half(x: Any, mean: Any, var: Any) -> Any:
    """One standard deviation away, the logarithm is lower by one half. By how much is yours?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / var


@wrong("5.1-M3")
def half_forgotten_in_the_factor(x: Any, mean: Any, var: Any) -> Any:
    """What does a square root become when you take its logarithm?"""
    x, mean, var = _parts(x, mean, var)
    return -np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)


@wrong("5.1-M4")
def log_of_the_density(x: Any, mean: Any, var: Any) -> Any:
    """What is exp(-1250) on your computer, and what is the logarithm of that? Can you take the logarithm of
    the formula on paper first?"""
    x, mean, var = _parts(x, mean, var)
    with np.errstate(divide="ignore"):
        return np.log(np.exp(-((x - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var))


@wrong("5.1-M5")
def variance_as_deviation(x: Any, mean: Any, var: Any) -> Any:
    """The third argument is σ² already. Do you square it again?"""
    x, mean, var = _parts(x, mean, var)
    return _logpdf(x, mean, var**2)


@wrong("5.1-M6")
def deviation_as_variance(x: Any, mean: Any, var: Any) -> Any:
    """Is a root taken of the third argument before it is used as σ²?"""
    x, mean, var = _parts(x, mean, var)
    return _logpdf(x, mean, np.sqrt(var))


@wrong("5.1-M7")
def density_for_its_logarithm(x: Any, mean: Any, var: Any) -> Any:
    """Is the value you return the density or its logarithm? The logarithm of 0.034 is negative."""
    return np.exp(_logpdf(x, mean, var))


@wrong()
def without_the_factor(x: Any, mean: Any, var: Any) -> Any:
    """Two curves with one mean and different widths: which is higher at the mean, and where is that in your
    formula?"""
    x, mean, var = _parts(x, mean, var)
    return -((x - mean) ** 2) / (2 * var)


@wrong()
def without_two_pi(x: Any, mean: Any, var: Any) -> Any:
    """For the standard normal at 0 the logarithm is log 0.3989 = -0.9189. What is yours, and which constant
    makes the difference?"""
    x, mean, var = _parts(x, mean, var)
    return -0.5 * (np.log(var) + (x - mean) ** 2 / var)


@wrong()
def logarithm_to_base_ten(x: Any, mean: Any, var: Any) -> Any:
    """Which logarithm undoes the e in the density?"""
    return _logpdf(x, mean, var) / np.log(10)


def _logpdf_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(3):
        x = rng.normal(0, 3, (3, 1)).round(2)
        mean, var = rng.normal(0, 2, 4).round(2), rng.uniform(0.1, 8, 4).round(2)
        yield Case(f"draw {i + 1}", (x, mean, var))


def _by_loops(x: Any, mean: Any, var: Any) -> Any:
    rows = np.broadcast(*_parts(x, mean, var))
    shape = rows.shape
    values = [
        -math.log(math.sqrt(v)) - 0.5 * math.log(2 * math.pi) - (a - m) ** 2 / (2 * v) for a, m, v in rows
    ]
    return values[0] if shape == () else np.reshape(values, shape)


gaussian_logpdf = Exercise(
    name="gaussian_logpdf",
    contract="gaussian_logpdf(x, mean, var) -> the shape to which the arguments broadcast",
    reference=reference_logpdf,
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
    misconceptions=(
        plus_sign, deviation_under_the_root, variance_outside_the_root, deviation_in_the_exponent,
        without_the_half, half_forgotten_in_the_factor,
        log_of_the_density, variance_as_deviation, deviation_as_variance, density_for_its_logarithm,
        without_the_factor, without_two_pi, logarithm_to_base_ten,
    ),
    right=(
        _logpdf,
        _by_loops,
        lambda x, mean, var: np.asarray(_logpdf(x, mean, var)).tolist(),
        lambda x, mean, var: (
            -0.5 * np.log(2 * np.pi) - np.log(np.sqrt(var)) - 0.5 * (np.subtract(x, mean) / np.sqrt(var)) ** 2
        ),
    ),
)  # fmt: skip
