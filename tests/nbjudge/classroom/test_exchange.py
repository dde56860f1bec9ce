"""What is taken out of nbgrader's exchange: the newest, whole, and only from whom it belongs to."""

import json
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nbjudge.classroom import exchange
from nbjudge.classroom.exchange import Collected, collect
from nbjudge.course.course import Course
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled
from tests.nbjudge.grading_course import opened

ROOT = Path(__file__).parents[3]
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


def test_what_was_handed_in_through_the_exchange_goes_back_through_it(course: Course, tmp_path: Path):
    """With nbgrader's own commands on both sides of ours."""
    home = tmp_path / "home"
    squares.COURSE.submit(course.root, ME, filled(squares.CELLS, squares.RIGHT))
    shutil.copytree(course.root / "submitted" / ME / "ps1", home / "ps1")
    shutil.rmtree(course.root / "submitted")
    shared = tmp_path / "exchange" / "made"
    shutil.copytree(home / "ps1", shared / "outbound" / "ps1")
    (shared / "feedback").mkdir()
    os.chmod(shared / "inbound", 0o733)
    shutil.copy(course.root / "nbgrader_config.py", home)

    def run(program: str, *words: str, at: Path = course.root) -> None:
        places = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
        environment = os.environ | places | {"HOME": str(home), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-m", program, *words], cwd=at, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    run("nbgrader", "submit", "ps1", at=home)
    assert list(collect(course, "ps1")) == [Collected(ME)]
    run("nbjudge", "grade", "ps1")
    run("nbgrader", "release_feedback", "ps1")
    run("nbgrader", "fetch_feedback", "ps1", at=home)
    (page,) = (home / "ps1" / "feedback").rglob("squares.html")
    assert page.read_text() == (course.root / "feedback" / ME / "ps1" / "squares.html").read_text()


PLUGIN = '''
import json, pathlib, shutil
from nbgrader.exchange.abc import ExchangeCollect

class Shelf(ExchangeCollect):
    """As a service that is asked by HTTP: what it holds is written file by file into nbgrader's folder."""

    def start(self):
        if not self.coursedir.course_id:
            self.fail("No course id.")
        if not pathlib.Path(self.coursedir.root, "shelf.json").exists():
            self.log.error("The service does not answer.")
        held = json.loads(pathlib.Path(self.coursedir.root, "shelf.json").read_text())
        for student, (moment, content) in held.items():
            to = pathlib.Path(self.coursedir.format_path(
                self.coursedir.submitted_directory, student, self.coursedir.assignment_id))
            known = self.coursedir.get_existing_timestamp(str(to)) if to.is_dir() else None
            if self.update and str(known) != moment:
                shutil.rmtree(to, ignore_errors=True)
                to.mkdir(parents=True)
                (to / "squares.ipynb").write_text(content)
                (to / "timestamp.txt").write_text(moment)

c.ExchangeFactory.collect = Shelf
'''


def test_another_exchange_than_nbgrader_s_folders_is_asked_by_its_own_plug_in(tmp_path: Path):
    course = opened(squares.COURSE.write_source(tmp_path, PLUGIN))

    def hold(**held: tuple[str, str]) -> None:
        (tmp_path / "shelf.json").write_text(json.dumps(held))

    hold(amy=("2026-03-01 10:00:00.000001", "first"))
    assert list(collect(course, "ps1")) == [Collected("amy")]
    assert held(course, "amy") == {"squares.ipynb": "first", "timestamp.txt": "2026-03-01 10:00:00.000001"}
    assert list(collect(course, "ps1")) == []
    hold(amy=("2026-03-01 10:00:00.000002", "second"), ben=("2026-03-01 10:00:00.000003", "his"))
    assert list(collect(course, "ps1")) == [Collected("amy"), Collected("ben")]
    assert held(course, "amy")["squares.ipynb"] == "second"
    assert list(collect(course, "ps2")) == [Collected("amy"), Collected("ben")]  # each assignment alone
    (tmp_path / "shelf.json").unlink()
    with pytest.raises(
        OSError, match=r"The exchange could not be asked for ps1: The service does not answer. .*No such"
    ):
        list(collect(course, "ps1"))
