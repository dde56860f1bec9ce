"""What was made for a check and kept: the same cases as if they were made again."""

import pytest

from mlcore.exercises import UNITS
from selfcheck.attempt import Outcome
from selfcheck.check import Checker
from selfcheck.exercise import Case, Exercise, Family
from selfcheck.kept import Made, to_bytes
from selfcheck.trial import PRACTICE, Sheet

ALL = [f"{unit.name}.{exercise.name}" for unit in UNITS.values() for exercise in unit.exercises]


def exercise_of(name: str) -> Exercise:
    unit, _, task = name.partition(".")
    return UNITS[unit][task]


@pytest.mark.parametrize("name", ALL)
def test_every_task_of_the_course_can_be_kept_and_gives_the_same_sheet(name: str):
    made = Sheet(exercise_of(name), PRACTICE)
    read = Sheet(exercise_of(name), PRACTICE, written=made.to_bytes())
    assert made.to_bytes()
    for one, other in ((made, read), (made.redrawn("5eed"), read.redrawn("5eed"))):
        assert [case.name for case in one.cases] == [case.name for case in other.cases]
        for case, same, right, again in zip(
            one.cases, other.cases, one.expected, other.expected, strict=True
        ):
            assert (case.shown, case.question) == (same.shown, same.question)
            assert one.difference(case, right, again) is None
            assert right.status == again.status


def test_what_is_kept_is_handed_back_as_long_as_it_is_enough():
    names = ["knn.nearest", "knn.predict"]
    kept = Checker(UNITS).prepare(names)
    assert Checker(UNITS).prepare(names, kept) == kept
    assert Checker(UNITS).prepare(names[:1], kept) == kept
    more = Checker(UNITS).prepare([*names, "knn.hamming"], kept)
    assert more != kept
    checker = Checker(UNITS)
    checker.prepare([*names, "knn.hamming"], more)
    assert checker("knn.hamming", exercise_of("knn.hamming").reference) == exercise_of("knn.hamming").points


def test_what_cannot_be_written_is_not_kept():
    first = Case("by hand", (1,))
    family = Family("by hand", "example", 1, (first,))
    exercise = Exercise("f", "f(x) -> int", abs, (family,), ())
    families, right = [(family, (first,))], Outcome("value", 1)
    assert to_bytes(exercise, families, (0,), Made((), (right,)))
    assert to_bytes(exercise, families, (0,), Made((Case("odd", (lambda: 1,)),), (right, right))) == b""
    assert to_bytes(exercise, families, (0,), Made((), (Outcome("value", lambda: 1),))) == b""


def test_what_was_asked_once_is_not_asked_again_of_what_is_right():
    asked = []

    def double(x):
        asked.append(x)
        return 2 * x

    drawn = Family("drawn", "random", 1, lambda rng: [Case("one", (float(rng.normal()),))])
    example = Family("by hand", "example", 1, (Case("two", (2.0,)),))
    exercise = Exercise("double", "double(x) -> float", double, (example, drawn), ())
    made = Sheet(exercise, PRACTICE)
    written = made.to_bytes()
    asked.clear()
    again = Sheet(exercise, PRACTICE, written=written)
    assert asked == []
    assert again.expected[0].value == 4.0
    assert [right.value for right in again.expected] == [right.value for right in made.expected]
