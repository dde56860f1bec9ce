"""A submission has the same record, byte for byte, whenever and wherever it is graded again."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from nbjudge.grading import repeatable
from nbjudge.sandbox import levels, protection

from . import catalogue_changing, catalogue_hidden, catalogue_reading, catalogue_verdict, classroom

TIMED = ("X7",)  # how far it comes in its time depends on the machine
CLASS = [
    *catalogue_changing.ATTACKS,
    *catalogue_verdict.ATTACKS[::6],
    *(attack for attack in catalogue_reading.ATTACKS[::8] if attack.id not in TIMED),
    *(attack for attack in catalogue_hidden.ATTACKS if attack.id in ("T1", "T2", "T5", "T5c", "T9")),
]


@pytest.fixture(scope="module")
def course():
    """A class, and the records of a first run of it."""
    scratch = Path(tempfile.mkdtemp(prefix="repeatable-"))
    scratch.chmod(0o755)
    classroom.lay_out(scratch / "course", CLASS, scratch / "canary", False)
    yield scratch / "course", run(scratch / "course", "--workers", "1")
    shutil.rmtree(scratch, ignore_errors=True)


def run(course, *words, **environment):
    """Grade everything again; return each student's record."""
    command = [
        sys.executable,
        "-m",
        "nbjudge",
        "grade",
        classroom.ASSIGNMENT,
        "--course",
        str(course),
        "--force",
    ]
    surroundings = {**os.environ, "HOME": str(course), **environment}
    done = subprocess.run(
        [*command, *words], capture_output=True, text=True, env=surroundings, timeout=600, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    records = course / ".nbjudge" / "records"
    return {path.stem: path.read_bytes() for path in sorted(records.rglob("*")) if path.is_file()}


def differing(one, other):
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def test_the_same_record_in_any_order_by_any_number_of_workers(course):
    root, first = course
    assert len(first) > len(CLASS)
    elsewhere = {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "5", "LC_ALL": "C", "OMP_NUM_THREADS": "7"}
    assert differing(run(root, "--workers", "2", **elsewhere), first) == set()
    some = [word for name in sorted(first, reverse=True)[:4] for word in ("--student", name)]
    assert differing(run(root, "--workers", "1", *some), first) == set()


def test_the_same_record_at_a_lower_level(course):
    root, first = course
    if protection.attempt(levels.LANDLOCK).refused or os.geteuid():
        pytest.skip("this needs Landlock, and root to take bubblewrap away")
    bare = Path(__file__).parents[3] / "tools" / "bare.py"
    command = [sys.executable, str(bare), "--no-bwrap", sys.executable, "-m", "nbjudge", "grade"]
    command += [classroom.ASSIGNMENT, "--course", str(root), "--force", "--workers", "1"]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "HOME": str(root)}, check=False
    )
    if done.returncode == 77:
        pytest.skip(done.stderr.strip())
    assert "level 1" in done.stdout + done.stderr
    again = {
        path.stem: path.read_bytes() for path in (root / ".nbjudge" / "records").rglob("*") if path.is_file()
    }
    assert differing(again, first) == set()


def test_a_record_says_under_which_conditions_it_was_made(course):
    conditions = json.loads(course[1]["x-C-set"])["notebooks"][0]["conditions"]
    assert conditions.keys() >= {"PYTHONHASHSEED", "TZ", "LC_ALL", "OMP_NUM_THREADS", "seed"}
    other = json.loads(course[1]["x-C-id"])["notebooks"][0]["conditions"]
    assert conditions["seed"] != other["seed"]


def test_only_addresses_are_taken_out():
    given = [
        {"output_type": "stream", "text": "<f at 0x7fffeef56f20> took 0.25 s, id 140737202450208, 0xffffffff"}
    ]
    shown = repeatable.outputs(given)[0]["text"]
    assert shown == "<f at 0x…> took 0.25 s, id 140737202450208, 0xffffffff"
