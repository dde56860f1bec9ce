"""Workers may die, hang or never start: each costs what it must, and no more."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from nbjudge.classroom.backend import Setup
from nbjudge.classroom.pool import Pool
from nbjudge.course.course import CourseError
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import answer, filled
from tests.nbjudge.grading_course import grade, opened, with_golden


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return squares.COURSE.write(tmp_path / "course")


def orders(course: Any) -> list[dict[str, Any]]:
    return [
        {"op": "grade", "student": one.student, "folder": str(one.folder)}
        for one in course.submissions("ps1")
    ]


def test_workers_that_never_start_end_the_run(root: Path):
    with pytest.raises(CourseError, match="cannot start"):
        grade(opened(root, "never-starts"))


def test_who_says_nothing_for_too_long_is_replaced(root: Path):
    squares.COURSE.submit(root, "zoe", filled(squares.CELLS, {"square": "import time\ntime.sleep(600)"}))
    course = opened(root)
    with_golden(course)
    course.secret()
    started = time.monotonic()
    with Pool(Setup.of(course, "ps1"), 2) as pool:
        for order in orders(course):
            pool.add(order, patience=1.5)
        answers = {answer.order["student"]: answer for answer in pool.answers()}
    assert "took too long" in answers["zoe"].error
    assert all(not answers[name].error for name in ("amy", "ben", "cem", "dan"))
    assert time.monotonic() - started < 30


def test_a_worker_ends_with_its_pool(root: Path):
    course = opened(root)
    with_golden(course)
    with Pool(Setup.of(course, "ps1"), 2) as pool:
        processes = [entry.process for entry in pool._processes.values()]
    assert all(process.poll() is not None for process in processes)


def test_prints_of_a_submission_do_not_disturb_the_line(root: Path):
    noisy = {
        **squares.RIGHT,
        "square": 'import os\nos.write(1, b"{}\\n{\\n")\ndef square(x):\n    return x * x',
    }
    squares.COURSE.submit(root, "amy", filled(squares.CELLS, noisy))
    squares.COURSE.submit(root, "eve", [answer("square", "print('\\n' * 99)")])
    results = grade(opened(root))
    assert results["amy"].score == 7
    assert not any(entry.error for entry in results.values())


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores can be given on Linux only")
def test_workers_get_a_core_each_where_there_are_no_more_cores_than_workers(root: Path):
    cores = sorted(os.sched_getaffinity(0))
    course = opened(root, executor="plain")
    for workers, expected in ((len(cores), [{core} for core in cores]), (len(cores) - 1, [set(cores)])):
        if not workers:
            continue
        with Pool(Setup.of(course, "ps1"), workers) as pool:
            given = [os.sched_getaffinity(process.process.pid) for process in pool._processes.values()]
        assert given[: len(expected)] == expected
