"""The checks of this course are strong: every known mistake loses points and is the one that is named."""

import pytest

from autograder.strength import try_units
from mlcore.exercises import UNITS


@pytest.mark.parametrize("name", UNITS)
def test_right_answers_earn_everything_and_mistakes_are_named(name):
    findings = list(try_units([UNITS[name]]))
    assert [f"{found.exercise}: {found.answer} {found.fault}" for found in findings if found.fault] == []


@pytest.mark.parametrize("name", UNITS)
def test_no_check_is_slow(name):
    slow = [found for found in try_units([UNITS[name]]) if found.seconds > 0.3]
    assert [f"{found.exercise}: {found.answer} took {found.seconds:.2f} s" for found in slow] == []


@pytest.mark.parametrize("name", UNITS)
def test_what_every_task_has(name):
    for exercise in UNITS[name].exercises:
        kinds = {family.kind for family in exercise.families}
        assert {"example", "random"} <= kinds, exercise.name
        assert len(exercise.right) >= 3, exercise.name
        assert exercise.contract.startswith(f"{exercise.name}("), exercise.name
        assert exercise.concepts, exercise.name
        for wrong in exercise.misconceptions:
            assert "?" in wrong.hint, f"{exercise.name}, {wrong.slug}: a hint is a question"


@pytest.mark.parametrize("name", UNITS)
def test_points_of_a_unit(name):
    assert 20 <= UNITS[name].points <= 50
    assert (UNITS[name].points * 4).is_integer()
