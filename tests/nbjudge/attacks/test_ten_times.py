"""The hostile ones again and again, in another order each time, by one worker and by two.

Every record is the same byte for byte, whoever was graded before and beside it, and nothing stays behind:
no process, no file, no object of the system's. What decides by a clock, by a limit or by threads may show
other things; its marks are the same, too. `make attacks` grades all of them ten times, which takes twenty
minutes on two cores; `make test` a few of them twice.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from . import catalogue_changing, classroom
from .test_attacks import ATTACKS, DUE, shared_objects, still_running

CLASS = {**ATTACKS, **{attack.id: attack for attack in catalogue_changing.ATTACKS}}
VARYING = {  # whose records may differ, and what makes the difference
    "how far it comes in its time": "E37c F7 F8 G5 H2b H2d H2e H6 R3b R4 R4b R4c R4d R4e R4f S5 T6c U25 X7",
    "what a limit of the system refuses": "P6 P6b P6c P6e P6f R3 E60b T6d T7d U7",
    "threads, tasks and timers": "R1 T3b T3c U6 U8",
    "the clock": "T1c",
    "what the system draws": "U14",
    "the number of its user": "C3",
    "the number of its process, where it sees the machine's": "T2c",
}
MAY_VARY = {name for names in VARYING.values() for name in names.split()}
OWN_MARKS = {
    "P6",
    "U6",
    "U8",
}  # decided by a timer of their own, or by what is left of a fork bomb of their own
ROUNDS, EACH = {"a few": 2, "all": 10}, 24


def classes():
    for name in ROUNDS:
        marks = [pytest.mark.xdist_group(f"again, {name}")]
        yield pytest.param(name, marks=[*marks, pytest.mark.whole] if name == "all" else marks)


@pytest.fixture(scope="module", params=classes())
def rounds(request):
    """What each round left behind: records, processes, files, objects."""
    some = {name: CLASS[name] for name in sorted(CLASS.keys() - MAY_VARY)[::EACH]}
    scratch = Path(tempfile.mkdtemp(prefix="again-"))
    scratch.chmod(0o755)
    attacks = CLASS if request.param == "all" else some
    classroom.lay_out(scratch / "course", attacks.values(), scratch / "canary")
    (scratch / "tmp").mkdir()
    (scratch / "tmp").chmod(0o1777)
    yield attacks, [graded(scratch, number) for number in range(ROUNDS[request.param])]
    shutil.rmtree(scratch, ignore_errors=True)


def graded(scratch, number):
    """Grade the class once more, in an order of this round's own."""
    root, objects = scratch / "course", shared_objects()
    students = sorted(folder.name for folder in (root / "submitted").iterdir())
    random.Random(number).shuffle(students)
    command = [
        sys.executable,
        "-m",
        "tests.nbjudge.attacks.in_order",
        str(root),
        classroom.ASSIGNMENT,
        str(1 + number % 2),
        *students,
    ]
    environment = {**os.environ, "HOME": str(root), "COURSE_SECRET_TOKEN": str(root)}
    environment["TMPDIR"] = str(scratch / "tmp")
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=Path(__file__).parents[3], env=environment, capture_output=True, text=True, check=False
    )
    until = time.monotonic() + 5
    while (left := still_running(root)) and time.monotonic() < until:
        time.sleep(0.1)
    records = {path.stem: path.read_bytes() for path in (root / ".nbjudge" / "records").rglob("*.json")}
    print(f"round {number}: {len(records)} records, {time.monotonic() - started:.0f} s")
    return {
        "said": done.stderr,
        "records": records,
        "running": left,
        "files": sorted(path.name for path in (scratch / "tmp").iterdir()),
        "objects": shared_objects() - objects,
        "outside": (scratch / "canary").exists(),
    }


def marks(record):
    """Give the points of each test."""
    cells = [cell for notebook in json.loads(record)["notebooks"] for cell in notebook["cells"]]
    return {cell["id"]: cell["auto_score"] for cell in cells}


def test_every_round_gives_every_submission_a_record(rounds):
    attacks, made = rounds
    for one in made:
        assert one["said"] == ""
        assert len(one["records"]) == len(attacks) + 9  # honest students
        assert one["records"].keys() >= {f"x-{name}" for name in attacks}


def test_the_records_of_all_rounds_are_the_same_bytes(rounds):
    _, (first, *others) = rounds
    may = {f"x-{name}" for name in MAY_VARY}
    differing = {
        (number, name)
        for number, one in enumerate(others, start=1)
        for name, record in one["records"].items()
        if record != first["records"][name]
    }
    print(f"{len(others) + 1} rounds: {len(differing)} records differ, all of {len(may)} that may")
    assert {(number, name) for number, name in differing if name not in may} == set()


def test_the_marks_of_all_rounds_are_the_same(rounds):
    _, (first, *others) = rounds
    same = first["records"].keys() - {f"x-{name}" for name in OWN_MARKS}
    for one in others:
        assert {
            name for name in same if marks(one["records"][name]) != marks(first["records"][name])
        } == set()


def test_no_round_gains_anything(rounds):
    attacks, made = rounds
    for one in made:
        tricks = attacks.keys() & ATTACKS.keys()  # what only changes from run to run is none
        scores = {name: sum(filter(None, marks(one["records"][f"x-{name}"]).values())) for name in tricks}
        assert {name for name, score in scores.items() if score > DUE[attacks[name].base]} == set()
        lost = {name for name, score in scores.items() if score < attacks[name].at_least}
        assert lost - OWN_MARKS == set()


def test_no_round_leaves_anything_behind(rounds):
    for one in rounds[1]:
        assert (one["running"], one["files"], one["objects"], one["outside"]) == ([], [], set(), False)


def test_the_rounds_are_summed_up(rounds):
    """What `make attacks` says at its end; the other tests say which submissions it was."""
    attacks, made = rounds
    _, *others = made
    may = {f"x-{name}" for name in MAY_VARY}
    tricks = [name for name in attacks if name in ATTACKS]
    scores = [
        (name, sum(filter(None, marks(one["records"][f"x-{name}"]).values())))
        for one in made
        for name in tricks
    ]
    found = {
        "submissions": len(made[0]["records"]),
        "rounds": len(made),
        "gains": sum(score > DUE[attacks[name].base] for name, score in scores),
        "harmed": sum(score < attacks[name].at_least for name, score in scores if name not in OWN_MARKS)
        + sum(not honest_is_right(one["records"]) for one in made),
        "left running": sum(len(one["running"]) for one in made),
        "objects left": sum(len(one["files"]) + len(one["objects"]) + one["outside"] for one in made),
        "different records": sum(
            record != made[0]["records"][name]
            for one in others
            for name, record in one["records"].items()
            if name not in may
        ),
    }
    print(", ".join(f"{what} {number}" for what, number in found.items()))
    assert sum(list(found.values())[2:]) == 0


def honest_is_right(records):
    """Return whether every honest student has what is due."""
    due = {**DUE, "untouched": 0.0}
    names = [(f"{twin}-honest-{name}", due[name]) for twin in "amz" for name in due]
    return all(sum(filter(None, marks(records[name]).values())) == points for name, points in names)
