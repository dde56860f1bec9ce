import math

from selfcheck.diagnosis import diagnose
from selfcheck.exercise import Case, Exercise, Family, wrong
from selfcheck.trial import Sheet


def height(x, var):
    return math.exp(-x * x / (2 * var)) / math.sqrt(2 * math.pi * var)


@wrong()
def without_the_factor(x, var):
    """Is the area 1?"""
    return math.exp(-x * x / (2 * var))


@wrong()
def times_the_variance(x, var):
    """What does a / 2 * b mean?"""
    return math.exp(-x * x / 2 * var) / math.sqrt(2 * math.pi * var)


@wrong()
def no_square(x, var):
    """What is squared?"""
    return math.exp(-x / (2 * var)) / math.sqrt(2 * math.pi * var)


HEIGHT = Exercise(
    "height",
    "height(x, var) -> float",
    height,
    (Family("by hand", "example", 1, tuple(Case(str(x), (x, x + 0.5)) for x in (0.5, 1.5, 2.0, 3.0, 4.5))),),
    (without_the_factor, times_the_variance, no_square),
)


def found(answer):
    sheet = Sheet(HEIGHT, "a")
    return diagnose(sheet, sheet.try_out(answer))


def test_two_mistakes_that_multiply_are_both_named():
    both = found(lambda x, var: math.exp(-x * x / 2 * var))
    assert both.misconceptions == (without_the_factor, times_the_variance)
    assert not both.sure


def test_what_no_two_mistakes_give_has_no_name():
    assert found(lambda x, var: x + 0.1 * var) is None
