"""What is taken out of nbgrader's exchange: the newest, whole, and only from whom it belongs to."""

import os
import pwd
from pathlib import Path

import pytest

from nbjudge.classroom import exchange
from nbjudge.classroom.exchange import Collected, collect
from nbjudge.course.course import Course
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import opened

try:
    ME = pwd.getpwuid(os.geteuid()).pw_name
except KeyError:
    pytest.skip("nbgrader's exchange goes by the user's name: this user has none", allow_module_level=True)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    (tmp_path / "exchange" / "made" / "inbound").mkdir(parents=True)
    config = f'c.Exchange.root = "{tmp_path}/exchange"\n'
    return opened(squares.COURSE.write_source(tmp_path / "course", config))


def hand_in(course: Course, moment: str, content: str, student: str = ME, more: str = "") -> Path:
    """As nbgrader's `submit` does: the files first, the time last."""
    inbound = exchange.inbound_of(course)
    assert inbound
    folder = inbound / f"{student}+ps1+{moment} UTC{more}"
    folder.mkdir()
    (folder / "squares.ipynb").write_text(content)
    (folder / "timestamp.txt").write_text(f"{moment} UTC")
    return folder


def held(course: Course, student: str = ME) -> dict[str, str]:
    folder = course.root / "submitted" / student / "ps1"
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_the_newest_is_brought_once(course: Course):
    hand_in(course, "2026-03-01 10:00:00.000001", "first")
    hand_in(course, "2026-03-01 10:00:00.000002", "second", more="+unguessable")
    assert list(collect(course, "ps1")) == [Collected(ME)]
    assert held(course) == {"squares.ipynb": "second", "timestamp.txt": "2026-03-01 10:00:00.000002 UTC"}
    assert list(collect(course, "ps1")) == []
    hand_in(course, "2026-03-02 10:00:00.000000", "third")
    assert list(collect(course, "ps1")) == [Collected(ME)]
    assert held(course)["squares.ipynb"] == "third"
    assert [path.name for path in (course.root / "submitted" / ME).iterdir()] == ["ps1"]


def test_what_is_still_being_written_is_left_alone(course: Course):
    folder = hand_in(course, "2026-03-01 10:00:00.000000", "half")
    (folder / "timestamp.txt").unlink()
    assert list(collect(course, "ps1")) == []


def test_an_end_in_the_middle_loses_nothing(course: Course, monkeypatch: pytest.MonkeyPatch):
    """Wherever it ends: the old one or the new one is there, and the next look brings the new one."""
    hand_in(course, "2026-03-01 10:00:00.000000", "old")
    list(collect(course, "ps1"))
    hand_in(course, "2026-03-02 10:00:00.000000", "new")
    for steps in range(4):
        left = [steps]

        def ends(function, *arguments, left=left, **more):
            if left[0] == 0:
                raise KeyboardInterrupt
            left[0] -= 1
            return function(*arguments, **more)

        with monkeypatch.context() as patch:
            real = os.replace
            patch.setattr(os, "replace", lambda *arguments: ends(real, *arguments))  # noqa: B023
            with pytest.raises(KeyboardInterrupt):
                list(collect(course, "ps1"))
        assert list(collect(course, "ps1")) == [Collected(ME)]
        assert held(course)["squares.ipynb"] == "new"
        (course.own / "collected" / "ps1" / f"{ME}.txt").unlink()
        (course.root / "submitted" / ME / "ps1" / "timestamp.txt").write_text("2026-03-01 10:00:00 UTC")


def test_whoever_names_somebody_else_is_said_and_left(course: Course):
    hand_in(course, "2026-03-01 10:00:00.000000", "forged", student="victim")
    (found,) = collect(course, "ps1")
    assert found.student == "victim"
    assert f"it belongs to {ME}" in found.problem
    assert not (course.root / "submitted" / "victim").exists()


def test_links_are_not_followed(course: Course):
    folder = hand_in(course, "2026-03-01 10:00:00.000000", "mine")
    (folder / "gradebook.db").symlink_to("/etc/passwd")
    (folder / "more").symlink_to("/etc")
    list(collect(course, "ps1"))
    assert set(held(course)) == {"squares.ipynb", "timestamp.txt"}


def test_a_time_that_lies_is_no_reason_to_bring_it_again_and_again(course: Course):
    folder = hand_in(course, "2026-03-01 10:00:00.000000", "mine")
    (folder / "timestamp.txt").write_text("1990-01-01 00:00:00 UTC")
    assert len(list(collect(course, "ps1"))) == 1
    assert list(collect(course, "ps1")) == []


def test_other_assignments_and_other_names_are_none_of_ours(course: Course):
    inbound = exchange.inbound_of(course)
    assert inbound
    for name in (f"{ME}+ps10+2026-03-01 10:00:00 UTC", "nonsense", f"{ME}+ps1+yesterday", ".+ps1+2026-01-01"):
        (inbound / name).mkdir()
        (inbound / name / "timestamp.txt").write_text("x")
    assert list(collect(course, "ps1")) == []


def test_without_an_exchange_there_is_nothing(tmp_path: Path):
    course = opened(squares.COURSE.write_source(tmp_path, 'c.Exchange.root = "/nowhere"\n'))
    assert list(collect(course, "ps1")) == []
