"""Workers may die, hang or never start: each costs what it must, and no more."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nbjudge.classroom import bundle
from nbjudge.classroom.backend import Means
from nbjudge.classroom.pool import Pool
from nbjudge.classroom.run import to_grade
from nbjudge.course.course import Course, CourseError
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import answer, filled
from tests.nbjudge.grading_course import grade, opened, with_golden


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return squares.COURSE.write(tmp_path / "course")


@contextlib.contextmanager
def pool_of(course: Course, workers: int) -> Iterator[Pool]:
    release = with_golden(course)
    course.secret()
    pool = Pool(Means(workers, course.own / "log"))
    pool.open(bundle.of(course, release, pool.elsewhere))
    try:
        yield pool
    finally:
        pool.close()


def test_workers_that_never_start_end_the_run(root: Path):
    with pytest.raises(CourseError, match="cannot start"):
        grade(opened(root, "never-starts"))


def test_who_says_nothing_for_too_long_is_replaced(root: Path):
    squares.COURSE.submit(root, "zoe", filled(squares.CELLS, {"square": "import time\ntime.sleep(600)"}))
    course = opened(root)
    started = time.monotonic()
    with pool_of(course, 2) as pool:
        for one in course.submissions("ps1"):
            pool.submit(one.student, to_grade(course, with_golden(course), one, False).make(), patience=1.5)
        answers = {answer.key: answer for answer in pool.answers()}
    assert "took too long" in answers["zoe"].error
    assert all(not answers[name].error for name in ("amy", "ben", "cem", "dan"))
    assert time.monotonic() - started < 30


def test_a_worker_ends_with_its_pool(root: Path):
    course = opened(root)
    with pool_of(course, 2) as pool:
        processes = [entry.process.process for entry in pool._workers.values()]
    assert all(process.returncode is not None for process in processes)


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
        with pool_of(course, workers) as pool:
            given = [os.sched_getaffinity(entry.process.process.pid) for entry in pool._workers.values()]
        assert given[: len(expected)] == expected


def test_an_order_that_no_pipe_holds_is_handed_over_while_others_go_on(root: Path):
    for student in ("amy", "ben"):
        (root / "submitted" / student / "ps1" / "large.bin").write_bytes(bytes(20 << 20))
    results = grade(opened(root), workers=2)
    assert not any(entry.error for entry in results.values())
    assert results["amy"].score == 7


def test_who_does_not_even_listen_is_replaced(root: Path):
    course = opened(root)
    submission = course.submissions("ps1")[0]
    (submission.folder / "large.bin").write_bytes(bytes(20 << 20))
    with pool_of(course, 1) as pool:
        pool.submit("warm", to_grade(course, with_golden(course), submission, False).make(), patience=60)
        assert [answer.error for answer in pool.answers()] == [""]
        os.kill(pool._workers[0].process.process.pid, signal.SIGSTOP)
        pool.submit("deaf", to_grade(course, with_golden(course), submission, False).make(), patience=3)
        assert [answer.error for answer in pool.answers()] == [""]  # by the one in its place
