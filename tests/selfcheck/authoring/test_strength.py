"""The proof of strength finds weak checks: each weakness is built in once, and must be found."""

from dataclasses import replace

from selfcheck.authoring.strength import try_exercise
from selfcheck.exercise import Case, Exercise, Family, wrong
from tests.selfcheck.examples import TOTAL, UNIT, mean_instead


def faults(exercise):
    return {finding.answer: finding.fault for finding in try_exercise("sums", exercise) if finding.fault}


def test_a_strong_check_has_no_fault():
    for exercise in UNIT.exercises:
        assert faults(exercise) == {}


@wrong()
def only_for_long_lists(xs):
    """What about a hundred numbers?"""
    return sum(xs) if len(xs) < 50 else 0


@wrong()
def mean_again(xs):
    """Did we have that before?"""
    return sum(xs) / max(len(xs), 1)


def test_a_mistake_that_no_input_shows_is_found():
    found = faults(replace(TOTAL, misconceptions=(mean_instead, only_for_long_lists)))
    assert found == {
        "only-for-long-lists": "is wrong and loses no points: which input tells it from the right answer?"
    }


def test_two_mistakes_that_no_input_tells_apart_are_found():
    found = faults(replace(TOTAL, misconceptions=(mean_instead, mean_again)))
    assert found == {"mean-again": "is taken for mean-instead: which input tells them apart?"}
    excused = replace(mean_again, equals=("mean-instead",))
    assert faults(replace(TOTAL, misconceptions=(mean_instead, excused))) == {}


def test_a_mistake_that_differs_from_call_to_call_is_found():
    import itertools

    calls = itertools.count(10)

    @wrong()
    def never_the_same(xs):
        """?"""
        return next(calls)

    assert (
        "is not named with confidence"
        in faults(replace(TOTAL, misconceptions=(never_the_same,)))["never-the-same"]
    )


def test_a_right_answer_that_loses_points_is_found():
    found = faults(replace(TOTAL, right=(lambda xs: [sum(xs)],)))
    assert "is right and loses points" in found["<lambda>"]


def test_a_reference_that_remembers_is_found():
    seen = []

    def remembers(xs):
        seen.append(xs)
        return len(seen)

    example = Family("by hand", "example", 1, (Case("one", ([1],)),))
    found = faults(Exercise("f", "f(xs)", remembers, (example,), ()))
    assert set(found) == {"remembers", "the reference, again"}
