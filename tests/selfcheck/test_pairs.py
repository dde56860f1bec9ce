import math
from dataclasses import replace

import numpy as np

from selfcheck import pairs
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


def logs(xs, base):
    return np.log(np.asarray(xs)) + np.log(base)


@wrong()
def base_left_out(xs, base):
    """Where is the base?"""
    return np.log(np.asarray(xs))


def parts(xs, base):
    powers = np.asarray(xs) ** base
    return powers / powers.sum()


@wrong()
def base_ignored(xs, base):
    """Which power?"""
    return np.asarray(xs) / np.sum(xs)


def other_units(right, mistake, answer):
    cases = tuple(Case(str(xs), (xs, base)) for xs, base in (([2.0, 3.0, 5.0], 3), ([4.0, 9.0], 2)))
    task = Exercise("task", "task(xs, base)", right, (Family("all", "example", 1, cases),), (mistake,))
    sheet = Sheet(task, "a")
    found = diagnose(sheet, sheet.try_out(answer))
    return found.misconceptions, found.sure, found.remark


def test_a_mistake_in_another_base_is_named_with_the_base():
    found = other_units(logs, base_left_out, lambda xs, base: np.log10(np.asarray(xs)))
    assert found == ((base_left_out,), False, pairs.BASE.format(10))


def test_a_mistake_whose_values_are_not_divided_is_named_with_that():
    found = other_units(parts, base_ignored, lambda xs, base: 7 * np.asarray(xs))
    assert found == ((base_ignored,), False, pairs.UNDIVIDED)


def test_two_mistakes_that_undo_each_other_explain_nothing():
    @wrong()
    def doubled(x, var):
        """Twice?"""
        return 2 * height(x, var)

    @wrong()
    def halved(x, var):
        """Half?"""
        return height(x, var) / 2

    sheet = Sheet(replace(HEIGHT, misconceptions=(doubled, halved)), "a")
    nowhere_else = sheet.try_out(lambda x, var: math.nan if x == 3.0 else height(x, var))
    assert pairs.together(sheet, [trial for result in nowhere_else for trial in result.trials]) == ()
