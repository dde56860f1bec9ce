"""Whatever fails while a class is graded: a second run gives every submission its undisturbed score."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from tests.nbjudge.attacks import classroom

NBJUDGE = [sys.executable, "-m", "nbjudge"]
GRADE = [*NBJUDGE, "grade", classroom.ASSIGNMENT]
STUDENTS = {"a-honest-right", "a-honest-wrong", "a-honest-untouched", "m-honest-right"}
COURSE_CONFIG = "nbgrader_config.py"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A class of four honest students, not graded yet; the solution was checked and the secret drawn."""
    root = tmp_path_factory.mktemp("faults") / "course"
    classroom.lay_out(root, [], root / "canary")
    for student in (root / "submitted").iterdir():
        if student.name not in STUDENTS:
            shutil.rmtree(student)
    subprocess.run([*NBJUDGE, "doctor", str(root)], check=True, capture_output=True)
    return root


@pytest.fixture(scope="module")
def undisturbed(course, tmp_path_factory):
    """The scores and the records of a run in which nothing fails, and how long it takes."""
    copy = copied(course, tmp_path_factory.mktemp("undisturbed") / "course")
    start = time.monotonic()
    assert grade(copy).returncode == 0
    seconds = time.monotonic() - start
    assert set(scores(copy)) == STUDENTS
    return scores(copy), records(copy), seconds


def copied(course, target):
    shutil.copytree(course, target)
    config = target / COURSE_CONFIG
    config.write_text(config.read_text().replace(repr(str(course)), repr(str(target))))
    return target


def started(course, *options):
    return subprocess.Popen(
        [*GRADE, "--course", str(course), "--workers", "2", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )


def grade(course, **more):
    process = started(course)
    _, said = process.communicate(timeout=120)
    return subprocess.CompletedProcess(process.args, process.returncode, "", said)


def scores(course):
    """Return what the gradebook says, question by question."""
    with closing(sqlite3.connect(course / "gradebook.db")) as gradebook:
        rows = gradebook.execute(
            "select a.student_id, b.name, g.auto_score, g.manual_score, g.needs_manual_grade from grade g "
            "join submitted_notebook n on g.notebook_id = n.id "
            "join submitted_assignment a on n.assignment_id = a.id "
            "join base_cell b on g.cell_id = b.id order by 1, 2"
        ).fetchall()
    assert all(row[2] is not None for row in rows)
    return {student: [row[1:] for row in rows if row[0] == student] for student in {row[0] for row in rows}}


def records(course):
    """Return the records' bytes, by their place in the course."""
    return {
        str(path.relative_to(course)): path.read_bytes()
        for path in sorted(course.rglob("*.json"))
        if "records" in path.parts
    }


def someone(process, luck):
    """Return a process of the run, the supervisor as often as all others together."""
    top = psutil.Process(process.pid)
    below = top.children(recursive=True)
    return top if not below or luck.random() < 0.5 else luck.choice(below)


@pytest.mark.parametrize("batch", range(10))
def test_after_kill_minus_nine_at_any_moment_a_second_run_completes_the_class(
    course, undisturbed, tmp_path, batch
):
    """Five kills in each batch: fifty in all, of the supervisor, a worker, a fork server or a job.

    The first strikes a run that begins with nothing; each further one a run that grades everybody again, over
    whatever the kills before it have left.
    """
    wanted, recorded, seconds = undisturbed
    luck = random.Random(batch)
    copy = copied(course, tmp_path / "course")
    for attempt in range(5):
        process = started(copy, *(["--force"] if attempt else []))
        time.sleep(luck.uniform(0.05, 1.1) * seconds)
        try:
            victim = someone(process, luck)
            victim.kill()
        except psutil.NoSuchProcess:
            pass
        try:
            process.communicate(timeout=60)
        finally:
            leave_nothing_running(process.pid)
    done = grade(copy)
    assert done.returncode == 0, done.stderr
    assert scores(copy) == wanted
    assert records(copy) == recorded


def leave_nothing_running(session):
    """Whatever the run had started ends with it, on its own account, within a moment."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        alive = [p for p in psutil.process_iter() if _session(p.pid) == session and p.status() != "zombie"]
        if not alive:
            return
        time.sleep(0.05)
    raise AssertionError(f"still running: {alive}")


def _session(pid):
    try:
        return os.getsid(pid)
    except OSError:
        return -1


def test_grading_twice_gives_the_same_bytes(course, undisturbed, tmp_path):
    copy = copied(course, tmp_path / "again")
    assert grade(copy).returncode == 0
    assert records(copy) == undisturbed[1]


def test_a_locked_database_is_waited_for_or_named_and_nothing_is_lost(course, undisturbed, tmp_path):
    copy = copied(course, tmp_path / "course")
    lock = sqlite3.connect(copy / "gradebook.db", isolation_level=None)
    lock.execute("begin exclusive")
    process = started(copy)
    time.sleep(1.5 * undisturbed[2])
    lock.execute("rollback")
    lock.close()
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0 or "gradebook" in said
    assert grade(copy).returncode == 0
    assert scores(copy) == undisturbed[0]


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")
@pytest.mark.parametrize("free", [40_000, 200_000, 600_000])
def test_a_full_disk_is_named_and_nothing_is_lost(course, undisturbed, tmp_path, free):
    disk = tmp_path / "disk"
    disk.mkdir()
    size = sum(path.stat().st_size for path in course.rglob("*") if path.is_file())
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size + 400_000 + free}", "none", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody mount")
    try:
        copy = copied(course, disk / "course")
        left = shutil.disk_usage(disk).free
        with open(disk / "ballast", "wb") as ballast:
            ballast.write(bytes(max(0, left - free)))
        done = grade(copy)
        (disk / "ballast").unlink()
        assert done.returncode != 0 or scores(copy) == undisturbed[0]
        if done.returncode:
            assert "space" in done.stderr or "disk" in done.stderr
        subprocess.run(["mount", "-o", "remount,size=200m", str(disk)], check=True)
        assert grade(copy).returncode == 0
        assert scores(copy) == undisturbed[0]
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="a read-only mount needs root")
def test_a_read_only_course_is_named(course, undisturbed, tmp_path):
    copy = copied(course, tmp_path / "course")
    if subprocess.run(["mount", "--bind", str(copy), str(copy)], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody mount")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(copy)], check=True)
        done = grade(copy)
        assert done.returncode != 0
        assert "read-only" in done.stderr.lower() or "written" in done.stderr
        assert "Traceback" not in done.stderr
    finally:
        subprocess.run(["umount", str(copy)], check=True)
    assert grade(copy).returncode == 0
    assert scores(copy) == undisturbed[0]


def test_a_record_that_was_cut_short_is_not_believed(course, undisturbed, tmp_path):
    copy = copied(course, tmp_path / "course")
    assert grade(copy).returncode == 0
    for path in copy.rglob("*.json"):
        if "records" in path.parts:
            path.write_bytes(path.read_bytes()[:-40])
    assert grade(copy).returncode == 0
    assert scores(copy) == undisturbed[0]
    assert records(copy) == undisturbed[1]


def test_the_course_moves_to_another_folder_with_its_results(course, undisturbed, tmp_path):
    copy = copied(course, tmp_path / "course")
    assert grade(copy).returncode == 0
    moved = Path(shutil.move(copy, tmp_path / "moved"))
    config = moved / COURSE_CONFIG
    config.write_text(config.read_text().replace(repr(str(copy)), repr(str(moved))))
    assert grade(moved).returncode == 0
    assert scores(moved) == undisturbed[0]
