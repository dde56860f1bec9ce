"""What is due, and when: folders that are looked at, and nothing else."""

import os
import shutil
import time
from itertools import pairwise
from pathlib import Path

import pytest

from nbjudge.classroom import arrivals
from nbjudge.classroom.arrivals import Arrivals
from nbjudge.course.course import Course
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled
from tests.nbjudge.grading_course import opened


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.setattr(arrivals, "LOOKING", 0.0)
    monkeypatch.setattr(arrivals, "SELDOM", 0.0)
    return opened(squares.COURSE.write_source(tmp_path), watch_pause_seconds=0.0)


def submit(course: Course, student: str, square: str = "def square(x): return 0") -> Path:
    return squares.COURSE.submit(course.root, student, filled(squares.CELLS, {"square": square}))


def due(watched: Arrivals) -> list[str]:
    return [one.student for one in watched]


def never(submission: object) -> bool:
    return False


def test_a_folder_is_due_once_when_two_looks_found_it_the_same(course: Course):
    watched = Arrivals(course, "ps1", never)
    submit(course, "amy")
    watched.look()
    assert len(watched) == 0
    assert due(watched) == ["amy"]
    assert due(watched) == []


def test_what_is_still_being_copied_is_left_alone(course: Course):
    watched = Arrivals(course, "ps1", never)
    path = submit(course, "amy")
    for size in range(5):
        with path.open("a") as file:
            file.write(" " * (size + 1))
        watched.look()
    assert len(watched) == 0
    assert due(watched) == ["amy"]


def test_what_is_handed_in_again_is_due_again_and_nobody_else(course: Course):
    watched = Arrivals(course, "ps1", never)
    submit(course, "amy")
    submit(course, "ben")
    watched.look()
    assert sorted(due(watched)) == ["amy", "ben"]
    submit(course, "ben", "def square(x): return x * x")
    watched.look()
    assert due(watched) == ["ben"]


def test_a_file_of_the_same_size_and_time_is_new_all_the_same(course: Course):
    """Somebody may put the time back at which a file was written."""
    watched = Arrivals(course, "ps1", never)
    path = submit(course, "amy")
    watched.look()
    assert due(watched) == ["amy"]
    about = path.stat()
    path.write_bytes(path.read_bytes().replace(b"return 0", b"return 1"))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    watched.look()
    assert due(watched) == ["amy"]


def test_somebody_who_hands_in_without_end_is_graded_once_in_a_while(course: Course, monkeypatch):
    slow = opened(course.root, watch_pause_seconds=100.0)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    watched = Arrivals(slow, "ps1", never)
    graded = []
    for second in range(250):
        now += 1
        if second < 200 and second % 5 == 0:
            submit(slow, "amy", f"def square(x): return {second}")
        graded += [second] * len(due(watched))
    assert graded == [1, 101, 201]


def test_whoever_has_no_result_comes_first(course: Course):
    for student in ("amy", "ben", "cem"):
        submit(course, student)
    for student in ("amy", "ben"):
        record = course.own / "records" / "ps1" / f"{student}.json"
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_text("{}")
    watched = Arrivals(course, "ps1", never)
    watched.look()
    assert due(watched) == ["cem", "amy", "ben"]


def test_after_a_restart_the_pause_goes_on(course: Course):
    """When a submission was last graded is read off its record."""
    submit(course, "amy")
    record = course.own / "records" / "ps1" / "amy.json"
    record.parent.mkdir(parents=True)
    record.write_text("{}")
    slow = opened(course.root, watch_pause_seconds=100.0)
    watched = Arrivals(slow, "ps1", never)
    watched.look()
    assert due(watched) == []
    os.utime(record, (time.time() - 101,) * 2)
    watched = Arrivals(slow, "ps1", never)
    watched.look()
    assert due(watched) == ["amy"]


def test_when_the_deadline_passes_everybody_is_due_again(course: Course):
    before = True
    watched = Arrivals(course, "ps1", lambda submission: before)
    submit(course, "amy")
    watched.look()
    assert due(watched) == ["amy"]
    watched.look()
    assert due(watched) == []
    before = False
    watched.look()
    assert due(watched) == ["amy"]


def test_who_is_gone_is_forgotten(course: Course):
    watched = Arrivals(course, "ps1", never)
    submit(course, "amy")
    watched.look()
    assert due(watched) == ["amy"]
    shutil.rmtree(course.root / "submitted" / "amy")
    watched.look()
    submit(course, "amy")
    watched.look()
    assert due(watched) == ["amy"]


def test_looks_are_rarer_where_they_take_longer(course: Course, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(arrivals, "SELDOM", 30.0)
    now, looks = 0.0, []
    monkeypatch.setattr(time, "monotonic", lambda: now)
    watched = Arrivals(course, "ps1", never)

    def slow(assignment: str) -> list:
        nonlocal now
        looks.append(now)
        now += 0.5
        return []

    monkeypatch.setattr(Course, "submissions", lambda self, name: slow(name))
    while now < 40:
        watched.look()
        now += 0.25
    assert [later - before for before, later in pairwise(looks)] == [10.5] * 3
