"""A small unit to try the grader on: a total, and a mean that may use it."""

import numpy as np

from selfcheck.exercise import Case, Exercise, Family, Unit, wrong


@wrong("M1")
def mean_instead(xs):
    """Is it the sum, or the `mean`?"""
    return sum(xs) / max(len(xs), 1)


@wrong("M2")
def last_left_out(xs):
    """How often does your loop run?"""
    return sum(xs[:-1])


@wrong("M3")
def product_instead(xs):
    """What does nothing add up to?"""
    return float(np.prod(xs))


def in_a_loop(xs):
    result = 0
    for x in xs:
        result += x
    return result


def draws(rng):
    for _ in range(3):
        yield Case("drawn", (rng.normal(size=4).tolist(),))


TOTAL = Exercise(
    "total",
    "total(xs: list[float]) -> float",
    sum,
    (
        Family("by hand", "example", 1, (Case("two numbers", ([1.0, 2.5],)), Case("three", ([1.0, 2, 4],)))),
        Family("nothing", "trap", 0.5, (Case("an empty list", ([],)),)),
        Family("drawn anew", "random", 2, draws, "Do you add up every number?"),
    ),
    (mean_instead, last_left_out, product_instead),
    right=(in_a_loop, lambda xs: np.sum(xs), lambda xs: np.array(sum(xs))),
)


def total(xs):
    return sum(xs)


def mean(xs):
    if not xs:
        raise ValueError("no numbers")
    return total(xs) / len(xs)


@wrong("M1")
def zero_for_nothing(xs):
    """What is the mean of no numbers?"""
    return total(xs) / len(xs) if xs else 0.0


MEAN = Exercise(
    "mean",
    "mean(xs) -> float; ValueError if there are none",
    mean,
    (
        Family("by hand", "example", 1, (Case("two numbers", ([1.0, 3.0],)),)),
        Family("nothing", "trap", 1, (Case("an empty list", ([],)),)),
    ),
    (zero_for_nothing,),
    uses=("total",),
)
UNIT = Unit("sums", "00_sums", (TOTAL, MEAN))
UNITS = {"sums": UNIT}
