"""The checks of this course are strong: every known mistake loses points and is the one that is named."""

import functools
from pathlib import Path

import pytest

from mlcore.exercises import UNITS
from selfcheck.authoring import survivors
from selfcheck.authoring.reasons import reasons
from selfcheck.authoring.strength import try_units

ROOT = Path(__file__).parents[3]


@functools.cache
def findings(name):
    return tuple(try_units([UNITS[name]]))


@pytest.mark.parametrize("name", UNITS)
def test_right_answers_earn_everything_mistakes_are_named_and_no_check_is_slow(name):
    faults = [f"{found.exercise}: {found.answer} {found.fault}" for found in findings(name) if found.fault]
    assert faults == []
    slow = [found for found in findings(name) if found.seconds > 0.5]
    assert [f"{found.exercise}: {found.answer} took {found.seconds:.2f} s" for found in slow] == []


@pytest.mark.parametrize("name", UNITS)
def test_what_every_task_has(name):
    for exercise in UNITS[name].exercises:
        kinds = {family.kind for family in exercise.families}
        assert len(kinds) >= 3, exercise.name
        assert len(exercise.right) >= 3, exercise.name
        assert exercise.contract.startswith(f"{exercise.name}("), exercise.name
        assert exercise.concepts, exercise.name
        assert len(exercise.misconceptions) >= 3, exercise.name


@pytest.mark.parametrize("name", UNITS)
def test_every_task_says_in_which_section_it_stands(name):
    section, sections = "", {}
    for line in (ROOT / "solutions" / f"{UNITS[name].notebook}.py").read_text().splitlines():
        if line.startswith("# ## "):
            section = line.removeprefix("# ## ")
        elif line.startswith('# %% exercise="'):
            sections[line.split('"')[1]] = section
    assert {exercise.name: exercise.read for exercise in UNITS[name].exercises} == sections


@pytest.mark.parametrize("name", UNITS)
def test_points_of_a_unit(name):
    assert 20 <= UNITS[name].points <= 50
    assert (UNITS[name].points * 4).is_integer()


@pytest.mark.parametrize("name", UNITS)
def test_every_small_change_of_a_model_solution_is_noticed_or_explained(name):
    """`selfcheck survivors` lists what survives: add a case, or the reason."""
    surveys = survivors.try_out(UNITS[name], ROOT / "solutions" / f"{UNITS[name].notebook}.py", workers=1)
    assert list(survivors.unexplained(surveys, reasons(f"mlcore.exercises.{name}", "survivors.toml"))) == []
