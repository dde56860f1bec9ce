"""The height of a normal curve."""

import math
from collections.abc import Iterator

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def gaussian_pdf(x, mean, var) -> float:
    """Return the height of the normal curve at x."""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(2 * math.pi * var)


@wrong("5.1-M1")
def pdf_plus_sign(x, mean, var):
    """Take x further and further away from the mean: does your curve fall, or does it rise?"""
    return math.exp((x - mean) ** 2 / (2 * var)) / math.sqrt(2 * math.pi * var)


@wrong("5.1-M2")
def pdf_deviation_under_the_root(x, mean, var):
    """The curve has height 0.3989 for variance 1. How high is it for variance 4: half of that, or more? What
    exactly stands under the root?"""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(2 * math.pi * math.sqrt(var))


@wrong("5.1-M2")
def pdf_variance_outside_the_root(x, mean, var):
    """Of √(2πσ²), what is left when σ² comes out of the root: σ or σ²? Try variance 4."""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / (math.sqrt(2 * math.pi) * var)


@wrong("5.1-M6")
def pdf_deviation_in_the_exponent(x, mean, var):
    """The factor is right. Which of σ and σ² stands below the square in the exponent?"""
    return math.exp(-((x - mean) ** 2) / (2 * math.sqrt(var))) / math.sqrt(2 * math.pi * var)


@wrong("5.1-M3")
def pdf_without_the_half(x, mean, var):
    """One standard deviation from the mean the curve is at 0.61 of its height. Is yours? What divides the
    square?"""
    return math.exp(-((x - mean) ** 2) / var) / math.sqrt(2 * math.pi * var)


@wrong("5.1-M5")
def pdf_variance_as_deviation(x, mean, var):
    """The third argument is a variance. Is it squared once more on its way into your formula?"""
    return gaussian_pdf(x, mean, var**2)


@wrong("5.1-M6")
def pdf_deviation_as_variance(x, mean, var):
    """The third argument is the variance already. Which of σ and σ² stands in the exponent, and which do you
    have there?"""
    return gaussian_pdf(x, mean, math.sqrt(var))


@wrong("5.1-M7")
def log_for_the_density(x, mean, var):
    """A density is never negative. Did you return its logarithm? That is a later task."""
    return math.log(gaussian_pdf(x, mean, var))


@wrong()
def pdf_without_the_factor(x, mean, var):
    """Add up your curve in small steps: is the area under it 1? Which factor takes care of that?"""
    return math.exp(-((x - mean) ** 2) / (2 * var))


@wrong()
def pdf_without_two_pi(x, mean, var):
    """The standard normal curve is 0.3989 high at 0. How high is yours, and which number is missing under the
    root?"""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(var)


@wrong()
def pdf_capped_at_one(x, mean, var):
    """A probability cannot exceed 1. Can a density, when the curve is narrow and its area still 1?"""
    return min(gaussian_pdf(x, mean, var), 1.0)


@wrong()
def pdf_without_the_root(x: float, mean: float, var: float) -> float:
    """The denominator is √(2π σ²). Where is your root?"""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / (2 * math.pi * var)


@wrong()
def pdf_times_the_variance_in_the_exponent(x: float, mean: float, var: float) -> float:
    """a / 2 * var: does Python divide by var here, or multiply? Which brackets are missing?"""
    return math.exp(max(-700.0, -((x - mean) ** 2) / 2 * var)) / math.sqrt(2 * math.pi * var)


@wrong()
def pdf_area_to_the_left(x: float, mean: float, var: float) -> float:
    """The height of the curve at x, or the area to the left of it: which of the two is 0.5 at the mean?"""
    return 0.5 * (1 + math.erf((x - mean) / math.sqrt(2 * var)))


@wrong()
def pdf_distance_not_squared(x: float, mean: float, var: float) -> float:
    """What is squared in the exponent? A normal curve has no sharp peak like a tent."""
    return math.exp(-abs(x - mean) / (2 * var)) / math.sqrt(2 * math.pi * var)


@wrong()
def pdf_times_the_variance(x: float, mean: float, var: float) -> float:
    """1 / √(2π) * var: does Python divide by var here, or multiply? A wide curve must be low."""
    return 1 / math.sqrt(2 * math.pi) * var * math.exp(-((x - mean) ** 2) / (2 * var))


def _area(answer: Answer, mean: float, var: float) -> float:
    """Add up thin strips under the curve, six standard deviations to each side."""
    sd = math.sqrt(var)
    strips = np.linspace(mean - 6 * sd, mean + 6 * sd, 49)
    return round(float(sum(float(answer(x, mean, var)) for x in strips.tolist())) * 0.25 * sd, 6)


def _pdf_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(4):
        x, mean = rng.normal(0, 2, 2).round(2).tolist()
        yield Case(f"draw {i + 1}", (x, mean, round(float(rng.uniform(0.2, 6)), 2)))


EXERCISE = Exercise(
    name="gaussian_pdf",
    contract="gaussian_pdf(x, mean, var) -> float",
    reference=gaussian_pdf,
    read="1 · How high is the curve?",
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
    misconceptions=mistakes_in(globals()),
    right=(
        lambda x, mean, var: float(np.exp(-0.5 * (x - mean) ** 2 / var) / np.sqrt(2 * np.pi * var)),
        lambda x, mean, var: math.exp(-0.5 * (math.log(2 * math.pi * var) + (x - mean) ** 2 / var)),
        lambda x, mean, var: (2 * math.pi * var) ** -0.5 * math.e ** (-((x - mean) / var**0.5) ** 2 / 2),
        lambda x, mean, var: np.array(gaussian_pdf(x, mean, var)),
    ),
)  # fmt: skip
