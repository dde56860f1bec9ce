"""Cases on which rounding decides are told from those on which the answer is what it is."""

from dataclasses import replace

import numpy as np
import pytest

from selfcheck.attempt import call
from selfcheck.exercise import Case, Exercise, Family
from selfcheck.steadiness import is_steady
from selfcheck.trial import MOST_DRAWS, Sheet, sheets


def total(numbers):
    """Add one by one; newer versions of `sum` keep what is lost on the way."""
    result = 0
    for number in numbers:
        result = result + number
    return result


def larger(a, b):
    return "a" if total(a) >= total(b) else "b"


def steady(answer, *arguments, compared=(), **keywords):
    case = Case("", arguments, keywords)

    def right(case):
        return call(case.ask, answer, case.arguments, case.keywords)

    return is_steady(case, right(case), right, compared)


def test_two_sums_that_are_equal_on_paper_and_not_in_a_computer():
    """0.1 + 0.2 + 0.3 is 0.6000000000000001, and 0.3 + 0.2 + 0.1 is 0.6."""
    assert larger([0.3, 0.2, 0.1], [0.1, 0.2, 0.3]) == "b"
    assert not steady(larger, [0.3, 0.2, 0.1], [0.1, 0.2, 0.3])
    assert steady(larger, [0.3, 0.2, 0.2], [0.1, 0.2, 0.3])


@pytest.mark.parametrize(
    ("a", "b"),
    [([1, 2, 3], [3, 2, 1]), ([1.0, 2.0], [2.0, 1.0]), ([0.5, 0.25], [0.25, 0.5]), ([0.0], [-0.0])],
)
def test_a_tie_of_numbers_that_are_exact_is_a_tie_for_everybody(a, b):
    assert steady(larger, a, b)
    assert steady(larger, np.array(a), np.array(b))


@pytest.mark.parametrize(
    "rows",
    [
        {0: [0.1, 0.2], 1: [0.2, 0.1]},
        ([0.1, 0.2], [0.2, 0.1]),
        [(0.1, 0.2), (0.2, 0.1)],
        np.array([[0.1, 0.2], [0.2, 0.1]]),
    ],
)
def test_numbers_are_found_however_deep_they_lie(rows):
    assert not steady(lambda rows: larger(rows[0], rows[1]), rows)
    assert not steady(lambda *, rows: larger(rows[0], rows[1]), rows=rows)


def test_what_is_only_compared_may_tie():
    def leaders(scores):
        return int(np.sum(scores == np.max(scores)))

    assert not steady(leaders, np.array([0.1, 0.9, 0.9]))
    assert steady(leaders, np.array([0.1, 0.9, 0.9]), compared=(0,))
    assert steady(leaders, scores=np.array([0.1, 0.9, 0.9]), compared=("scores",))


def test_an_answer_that_moves_with_its_numbers_is_steady():
    assert steady(lambda x: np.exp(x), np.array([0.3, 700.1, np.inf, np.nan]))


def test_an_input_that_must_be_just_so_is_not_held_against_a_case():
    def share(p):
        if p not in (0.1, 0.2):
            raise ValueError("p must be a tenth or a fifth")
        return p

    assert steady(share, 0.1)


def scores_of(rng):
    a = rng.permutation([0.1, 0.2, 0.3])
    yield Case("drawn", (a, rng.permutation(a) + rng.integers(0, 2)))


LARGER = Exercise(
    "larger",
    "larger(a, b) -> str",
    larger,
    (
        Family("by hand", "example", 1, (Case("one and two", ([1.0], [2.0])),)),
        Family("drawn anew", "random", 1, scores_of),
    ),
    (),
    right=(lambda a, b: "a" if total(a[::-1]) >= total(b[::-1]) else "b",),
)


def test_a_draw_that_rounding_decides_is_drawn_again():
    for sheet in sheets(LARGER, map(str, range(50))):
        (case,) = [case for case in sheet.cases if case.name == "drawn"]
        a, b = case.arguments
        assert abs(sum(a) - sum(b)) > 0.5


def test_a_draw_on_which_right_answers_differ_is_drawn_again():
    """The reference refuses what another right answer takes: a check of its own that rounding can trip."""

    def fussy(a, b):
        if a[0] < 0.15:
            raise ValueError("too small")
        return larger(a, b)

    exercise = replace(LARGER, reference=fussy)
    first = Sheet(exercise)
    for seed in range(50):  # before anybody fails: it would be what is asked for
        (case,) = [case for case in first.redrawn(str(seed)).cases if case.name == "drawn"]
        assert case.arguments[0][0] > 0.15


def test_a_task_whose_draws_always_tie_is_asked_all_the_same():
    drawn = []

    def ties(rng):
        drawn.append(rng.random())
        yield Case("drawn", ([0.1, 0.2, 0.3], [0.3, 0.2, 0.1]))

    exercise = replace(LARGER, families=(LARGER.families[0], Family("drawn anew", "random", 1, ties)))
    assert [0.1, 0.2, 0.3] in [case.arguments[0] for case in Sheet(exercise).cases]
    assert len(set(drawn)) == MOST_DRAWS
