"""A class that was made up, graded by the real grader and held against its key.

Here it is a sample of one unit; `make grade` and `python -m benchmarks.made_up_class` do it with the class.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.made_up_class import key, similar
from mlcore.exercises import UNITS
from nbjudge.pages.similar.agreement import compared, pairs
from selfcheck.authoring.simulation import classroom

ROOT = Path(__file__).parent.parent
UNIT = "bayes_rule"
# One of each: they stand for what a grader has to take from a class.
SAMPLED = ("cheats", "crash", "endless", "copied cell", "renamed", "half")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Give the folder of a whole class, not graded."""
    folder = tmp_path_factory.mktemp("class")
    classroom.write(classroom.simulate("mlcore.exercises", [UNIT], ROOT / "notebooks", 24, 1), folder)
    return folder


@pytest.fixture(scope="module")
def answers(whole, tmp_path_factory):
    """Give what the grader says of a sample, with what the key says."""
    root = tmp_path_factory.mktemp("course")
    folder = root / "examples" / "class"
    students = sample(key.key_of(whole)["students"])
    for name in students:
        shutil.copytree(whole / "submitted" / name, folder / "submitted" / name)
    shutil.copy(whole / "key.json", folder)
    secret = folder / ".nbjudge" / "secret"  # it decides the hidden draws: the same in every run of the test
    secret.parent.mkdir()
    secret.write_text("made up, as the class is\n")
    for name in ("solutions", "notebooks", "golden", "mlcore", "selfcheck", "nbgrader_config.py"):
        (root / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "examples" / "class" / "nbgrader_config.py", folder)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        [sys.executable, "-m", "nbjudge", "grade", "--course", str(folder), "--workers", "2"],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [answer for answer in key.read(folder) if answer.student in students]


def sample(students):
    """Name one student of each oddity, and somebody who copied."""
    chosen = [next(name for name, said in students.items() if said["oddity"] == odd) for odd in SAMPLED]
    return [*chosen, next(name for name, said in students.items() if said["copies_from"])]


def test_every_score_is_what_is_deserved(answers):
    assert len(answers) == 7 * len(UNITS[UNIT].exercises)
    assert list(key.not_exact(answers)) == []


def test_what_is_named_was_the_mistake_and_nearly_all_are_named(answers, capsys):
    rates = key.named(answers)
    with capsys.disabled():
        print(f"\nmistakes named: {rates}")
    # Not all: with a helper of the student's own, dividing by zero may give nan instead of an error.
    assert rates.found >= 5
    assert rates.precision >= 0.8
    assert rates.recall >= 0.8


def test_cheats_gain_nothing(answers):
    cheated = [answer for answer in answers if answer.sealed["cheat"]]
    assert cheated
    assert all(answer.score < answer.sealed["of"] for answer in cheated)


def as_graded(answer, said):
    """Give an answer with what a record would say of it: its score is what is deserved, as is shown above."""
    notebook, task = answer.task.split("/")
    sealed = said["students"][answer.student]["units"][notebook]["tasks"][task]
    mistakes = (sealed["misconception"],) if sealed["misconception"] else ()
    return replace(answer, right=sealed["points"] == sealed["of"], mistakes=mistakes)


def test_copies_are_paired_and_nobody_else_is(whole):
    said = key.key_of(whole)
    answers, tasks = similar.work_of(whole, said)
    answers = [as_graded(answer, said) for answer in answers]
    values = {frozenset(pair.students): pair.weight for pair in compared(answers, tasks)}
    shown = [frozenset(pair.students) for pair in pairs(answers, tasks)]
    found = similar.measured(values, shown, said, 0.0)
    assert (found.shown.found, found.shown.missed) == (3, 0)
    assert found.shown.wrongly <= 1
    assert found.average_precision >= 0.9


def test_how_well_pairs_were_found_is_counted_by_hand():
    """Of four pairs two are copies, found first and third: (1/1 + 2/3) / 2. Who talked counts neither way."""
    one, two, three, four = (frozenset(names) for names in ("ab", "ac", "cd", "bd"))
    said = {
        "students": {
            "a": {"copies_from": "b", "talks_to": []},
            "b": {"copies_from": "", "talks_to": []},
            "c": {"copies_from": "d", "talks_to": []},
            "d": {"copies_from": "", "talks_to": ["b"]},
        }
    }
    found = similar.measured({one: 9, four: 8, two: 7, three: 6}, [one, four, two], said, 1.0)
    assert found.shown == key.Rates(1, 1, 1)
    assert found.average_precision == pytest.approx((1 + 2 / 3) / 2)
