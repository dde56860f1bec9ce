"""A class that was made up, graded by the real grader and held against its key: scores, mistakes, cheats.

Here it is a sample of one unit; `make grade` and `python -m benchmarks.made_up_class` do it with the class.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.made_up_class import key
from selfcheck.authoring.simulation import classroom

ROOT = Path(__file__).parent.parent
UNIT = "bayes_rule"
# One of each: they stand for what a grader has to take from a class.
SAMPLED = ("cheats", "crash", "endless", "copied cell", "renamed", "half")


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    root = tmp_path_factory.mktemp("course")
    folder = root / "examples" / "class"
    made = classroom.simulate("mlcore.exercises", [UNIT], ROOT / "notebooks", 24, 1)
    classroom.write(made, folder)
    students = sample(made.key["students"])
    for name in made.key["students"]:
        if name not in students:
            shutil.rmtree(folder / "submitted" / name)
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
    assert len(answers) == 7 * 9
    assert list(key.not_exact(answers)) == []


def test_what_is_named_was_the_mistake_and_nearly_all_are_named(answers, capsys):
    rates = key.named(answers)
    with capsys.disabled():
        print(f"\nmistakes named: {rates}")
    assert rates.found >= 8
    assert rates.precision >= 0.95
    assert rates.recall >= 0.9


def test_cheats_gain_nothing(answers):
    cheated = [answer for answer in answers if answer.sealed["cheat"]]
    assert len(cheated) == 3
    assert all(answer.score < answer.sealed["of"] for answer in cheated)
