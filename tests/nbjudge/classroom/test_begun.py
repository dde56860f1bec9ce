"""Workers with a head start: taken over by who wants just these, ended if nobody does."""

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from nbjudge.classroom import backend, index
from nbjudge.classroom.backend import Means
from nbjudge.classroom.run import Graded
from nbjudge.commands.ahead import ahead
from nbjudge.commands.request import Request
from nbjudge.course import extensions
from nbjudge.course.course import Course
from nbjudge.course.release import Release
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import opened, with_golden


class Fake:
    """A backend that only says what is done with it."""

    elsewhere = False

    def __init__(self, means: Means) -> None:
        self.means = means
        self.told: list[str] = []

    def open(self, content: bytes) -> None:
        self.told.append("open")

    def close(self) -> None:
        self.told.append("close")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Fake]:
    fakes: list[Fake] = []

    def make(means: Means) -> Fake:
        fakes.append(Fake(means))
        return fakes[-1]

    monkeypatch.setattr(extensions, "load", lambda group, name: make)
    return fakes


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return opened(squares.COURSE.write(tmp_path))


@pytest.fixture
def release(course: Course) -> Release:
    return with_golden(course)


def test_who_wants_just_these_workers_has_those_that_were_begun(made, course, release):
    with backend.begun(course, release, 2):
        with backend.opened(course, release, 2) as taken:
            assert taken is made[0]
            assert made[0].told == ["open"]
        assert made[0].told == ["open", "close"]
    assert made[0].told == ["open", "close"], "and once"


@pytest.mark.parametrize("change", ["workers", "golden record"])
def test_workers_that_are_for_something_else_end_and_others_are_started(made, course, release, change):
    with backend.begun(course, release, 2):
        if change == "golden record":
            with course.golden_file("ps1").open("a") as file:
                file.write("\n[squares]\ntest-square=number\n")
        with backend.opened(course, release, 1 if change == "workers" else 2) as taken:
            assert taken is not made[0]
            assert made[0].told == ["open", "close"]
            assert taken.told == ["open"]


def test_workers_that_nobody_wants_end(made, course, release):
    with backend.begun(course, release, 2):
        assert made[0].told == ["open"]
    assert made[0].told == ["open", "close"]


ASKED = Request("ps1", (), 2, force=False, as_json=False)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many workers get a head start."""
    found: list[int] = []

    def begin(course: Course, release: Release, workers: int) -> AbstractContextManager[None]:
        found.append(workers)
        return nullcontext()

    monkeypatch.setattr(backend, "begun", begin)
    monkeypatch.setattr("nbjudge.classroom.doctor.fresh", lambda course, release: True)
    return found


@pytest.mark.parametrize(
    ("asked", "workers"),
    [
        (ASKED, []),
        (Request("ps1", ("amy",), 2, force=True, as_json=False), [1]),
        (Request("", (), 2, force=True, as_json=False), [2]),
        (Request("ps1", ("nobody",), 2, force=True, as_json=False), []),
        (Request("ps9", (), 2, force=True, as_json=False), []),
    ],
    ids=["nothing new", "one", "all", "somebody unknown", "an assignment that is not there"],
)
def test_workers_are_begun_for_what_is_new_at_first_sight(begun, course, release, asked, workers):
    _graded(course, release)
    with ahead(course, asked):
        pass
    assert begun == workers


def test_one_who_has_handed_in_again_is_new(begun, course, release):
    _graded(course, release)
    with (course.folder("submitted", "ps1", "ben") / "squares.ipynb").open("a") as file:
        file.write("\n")
    with ahead(course, ASKED):
        pass
    assert begun == [1]


def _graded(course: Course, release: Release) -> None:
    """Grade everybody, when what was handed in is old enough for its time to tell of a change."""
    time.sleep(0.06)
    with index.Index(course, release, course.submissions("ps1")) as known:
        assert len([one for one in known.grade(1) if isinstance(one, Graded)]) == len(squares.CLASS)
