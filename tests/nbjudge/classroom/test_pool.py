"""Workers may die, hang or never start: each costs what it must, and no more."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from nbjudge.classroom.pool import Pool, Unprotected
from nbjudge.course.course import CourseError
from nbjudge.grading import unchanged
from nbjudge.sandbox.server import SandboxError
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import answer, filled
from tests.nbjudge.grading_course import grade, opened, with_golden
from tests.nbjudge.plain_executor import PlainExecutor


class NoProtection:
    def __init__(self, **options: Any) -> None:
        raise SandboxError("this machine gives no protection")


class NeverStarts:
    def __init__(self, **options: Any) -> None:
        import os

        os._exit(3)


class Forgetful(PlainExecutor):
    """Fails the first time that it sees a student, as a sandbox does whose server was killed."""

    def run(self, task: Any) -> Any:
        seen = Path(task.files["where.txt"].decode()) / task.student_id
        if not seen.exists():
            seen.touch()
            raise ConnectionError("the server is gone")
        return super().run(task)


HERE = "tests.nbjudge.classroom.test_pool:"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return squares.COURSE.write(tmp_path / "course")


def orders(course: Any) -> list[dict[str, Any]]:
    return [
        {"op": "grade", "student": entry.student, "folder": str(entry.folder)}
        for entry in course.submissions("ps1")
    ]


def test_without_protection_nothing_is_run(root: Path):
    with pytest.raises(Unprotected, match="no protection"):
        grade(opened(root, HERE + "NoProtection"))


def test_workers_that_never_start_end_the_run(root: Path):
    with pytest.raises(CourseError, match="cannot start"):
        grade(opened(root, HERE + "NeverStarts"))


def test_what_fails_once_is_tried_again(root: Path, tmp_path: Path):
    seen = tmp_path / "seen"
    seen.mkdir()
    (root / "source" / "ps1" / "where.txt").write_text(str(seen))
    results = grade(opened(root, HERE + "Forgetful"), workers=2)
    assert [entry.error for entry in results.values()] == ["", "", "", ""]
    assert results["amy"].score == 7
    assert len(list(seen.iterdir())) == 4


def test_who_says_nothing_for_too_long_is_replaced(root: Path):
    squares.COURSE.submit(root, "zoe", filled(squares.CELLS, {"square": "import time\ntime.sleep(600)"}))
    course = opened(root)
    with_golden(course)
    course.secret()
    started = time.monotonic()
    with Pool(course, "ps1", unchanged.environment(), 2) as pool:
        for order in orders(course):
            pool.add(order, patience=1.5)
        answers = {answer.order["student"]: answer for answer in pool.answers()}
    assert "took too long" in answers["zoe"].error
    assert all(not answers[name].error for name in ("amy", "ben", "cem", "dan"))
    assert time.monotonic() - started < 30


def test_a_worker_ends_with_its_pool(root: Path):
    course = opened(root)
    with_golden(course)
    with Pool(course, "ps1", unchanged.environment(), 2) as pool:
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
    course = opened(root, executor=HERE + "PlainExecutor")
    for workers, expected in ((len(cores), [{core} for core in cores]), (len(cores) - 1, [set(cores)])):
        if not workers:
            continue
        with Pool(course, "ps1", unchanged.environment(()), workers) as pool:
            given = [os.sched_getaffinity(process.process.pid) for process in pool._processes.values()]
        assert given[: len(expected)] == expected
