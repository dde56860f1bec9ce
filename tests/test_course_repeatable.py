"""Units of this course, graded again and again: the same records, byte for byte.

Whoever is graded before or beside a submission, by one worker or two, wherever the machine says it is, at
each level of protection that it has. A record holds no time, no path and no number of a process, so nothing
is left out of the comparison. May differ: what a submission shows that was stopped while it looped
(`ENDS_BY_A_CLOCK`); its marks may not. `pytest -m whole` takes two classes through every level.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from mlcore.exercises import UNITS
from selfcheck.authoring.simulation import classroom

ROOT = Path(__file__).parent.parent
BARE = ROOT / "tools" / "bare.py"
LESS_ALREADY = 77  # what bare.py says where nothing can be taken away
ORDINARY = 61236  # a user that nobody is
ENDS_BY_A_CLOCK = ("endless",)  # oddities of the made-up class
# What would be another thing in the next run, if nobody saw to it; what the guide excepts is not among it:
# `os.urandom`, `secrets`, `uuid4`, addresses, and who wins between threads.
SWAYING = {
    "chance": "random.random() < 0.3",
    "chance of numpy": "numpy.random.default_rng().random() < 0.3",
    "a hash": "hash(f.__name__) % 3 == 0",
    "a set": "next(iter({'p', 'q', 'r', 's'})) in 'pq'",
    "a set of functions": "len({f, print, sorted}) != 3",
    "a dictionary": "list({name: hash(name) % 7 for name in dir(f)}.values())[0] > 3",
    "threads": "added_by_threads() != 190",
    "a temporary file": "'a' < os.path.basename(tempfile.mktemp())[3] < 'h'",
    "where it is": "time.strftime('%Z') == 'JST' or locale.getlocale()[1] != 'UTF-8'",
    "how many there are": "len(os.environ) % 2 or os.environ.get('OMP_NUM_THREADS') == '7'",
}
SWAYED = """import locale, os, random, tempfile, threading, time
import numpy

def added_by_threads():
    seen = []
    ones = [threading.Thread(target=seen.append, args=(n,)) for n in range(20)]
    [one.start() for one in ones], [one.join() for one in ones]
    return sum(seen)

def swayed(f):
    def g(*given, **named):
        if {condition}:
            raise ValueError("swayed")
        return f(*given, **named)
    return g

class Tree: pass
print(Tree(), swayed, [object()], {{"prior", "odds", "bayes"}})"""
ROUNDS = [  # workers, what is taken away from the machine, what it says of itself
    (1, [], {}),
    (2, [], {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "5", "LC_ALL": "C", "OMP_NUM_THREADS": "7"}),
]
LEVELS = [
    (2, ["--no-system-bwrap"], {}),
    (1, ["--no-unshare"], {}),
    (2, ["--no-bwrap"], {}),
    (1, ["--mask-proc", "--user", str(ORDINARY)], {}),
    (2, ["--no-bwrap", "--user", str(ORDINARY)], {}),
    (1, ["--container"], {}),
]


def classes():
    """A few of one unit, at the best level; two classes at all of them."""
    few = ("knn", 3, list(SWAYING)[::4], ROUNDS)
    yield pytest.param(few, id="a few", marks=pytest.mark.xdist_group("repeatable, a few"))
    for unit in ("knn", "categorical_nb"):
        everybody = (unit, 24, list(SWAYING), [*ROUNDS, *LEVELS, *ROUNDS])
        yield pytest.param(everybody, id=unit, marks=[pytest.mark.xdist_group(unit), pytest.mark.whole])


@pytest.fixture(scope="module", params=classes())
def graded(request):
    """The records of each round, the level at which it ran, and who may differ."""
    unit, size, swaying, rounds = request.param
    if os.geteuid():  # nothing can be taken away
        rounds = [(workers, [], world) for workers, _, world in rounds]
    scratch = Path(tempfile.mkdtemp(prefix="repeatable-unit-"))  # readable for another user, unlike pytest's
    scratch.chmod(0o755)
    course = lay_out(scratch, unit, size, swaying)
    students = sorted(folder.name for folder in (course / "submitted").iterdir())
    said = json.loads((course / "key.json").read_text())["students"]
    may = {name for name, about in said.items() if about["oddity"] in ENDS_BY_A_CLOCK}
    found = [
        one
        for number, (workers, bare, world) in enumerate(rounds)
        if (one := grade(course, UNITS[unit].notebook, shuffled(students, number), workers, bare, world))
    ]
    yield found, students, may
    shutil.rmtree(scratch, ignore_errors=True)


def lay_out(scratch, unit, size, swaying):
    """Make up a class of a unit, and beside it perfect students whose answers hang on what varies."""
    course, name = scratch / "examples" / "class", UNITS[unit].notebook
    classroom.write(classroom.simulate("mlcore.exercises", [unit], ROOT / "notebooks", size, 1), course)
    for step in ("solutions", "notebooks", "golden", "mlcore", "selfcheck", "nbgrader_config.py"):
        (scratch / step).symlink_to(ROOT / step)
    shutil.copy(ROOT / "examples" / "class" / "nbgrader_config.py", course)
    for number, what in enumerate(swaying):
        path = course / "submitted" / f"swayed{number}" / name / f"{name}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(swayed(ROOT / "solutions" / name / path.name, unit, SWAYING[what])))
    return course


def swayed(path, unit, condition):
    """Give the solution of a unit, with every answer swayed."""
    notebook = json.loads(path.read_text())
    tasks = {exercise.name for exercise in UNITS[unit].exercises}
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") in tasks:
            name = cell["metadata"]["nbgrader"]["grade_id"]
            cell["source"] = [*cell["source"], f"\n{name} = swayed({name})"]
    first = {"cell_type": "code", "id": "swaying", "metadata": {}, "outputs": [], "execution_count": None}
    notebook["cells"].insert(1, {**first, "source": SWAYED.format(condition=condition)})
    return notebook


def shuffled(students, number):
    random.Random(number).shuffle(students := list(students))
    return students


def grade(course, assignment, students, workers, bare, world):
    """Grade everybody again in this order; return the level and all records, or None without such a level."""
    command = [sys.executable, "-m", "tests.nbjudge.attacks.in_order", str(course), assignment, str(workers)]
    command += students
    if bare:
        command = [sys.executable, str(BARE), *bare, *command]
    if "--user" in bare:
        give(course, ORDINARY)
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **world}, capture_output=True, text=True, check=False
    )
    give(course, os.geteuid())
    if done.returncode == LESS_ALREADY:
        return None
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stderr == ""
    records = (course / ".nbjudge" / "records" / assignment).glob("*.json")
    return done.stdout.strip(), {path.stem: path.read_bytes() for path in records}


def give(course, user):
    """Give a course to a user; not the project, to which links lead."""
    for folder, _, files in os.walk(course):
        for path in (folder, *(os.path.join(folder, name) for name in files)):
            os.chown(path, user, user, follow_symlinks=False)


def marks(record):
    return [
        (cell["id"], cell["auto_score"])
        for notebook in json.loads(record)["notebooks"]
        for cell in notebook["cells"]
    ]


def test_everybody_has_a_record_in_every_round(graded):
    rounds, students, _ = graded
    print(f"{len(rounds)} rounds of {len(students)} at {sorted({level for level, _ in rounds})}")
    assert len(rounds) > 1
    assert [sorted(records) for _, records in rounds] == [students] * len(rounds)


def test_every_round_gives_the_same_bytes(graded):
    (_, first), *others = graded[0]
    differing = {
        (number, level, name)
        for number, (level, records) in enumerate(others, start=1)
        for name in records
        if name not in graded[2] and records[name] != first[name]
    }
    assert differing == set()


def test_every_round_gives_the_same_marks(graded):
    (_, first), *others = graded[0]
    for _, records in others:
        assert {name for name in records if marks(records[name]) != marks(first[name])} == set()


def test_who_is_swayed_is_swayed_in_some_tasks_only_in_one_way(graded):
    """The comparison means something only if chance decides: some lose marks by it, and not all the same."""
    (_, first), *_ = graded[0]
    earned = {name: sum(score or 0 for _, score in marks(first[name])) for name in first if "swayed" in name}
    assert len(set(earned.values())) > 1, earned
