"""Who is known to be unchanged by sizes and times is not looked at again; whoever may have changed is."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from traitlets.config import Config

from nbjudge.classroom import index as of_index
from nbjudge.classroom import run, states
from nbjudge.classroom.index import Index
from nbjudge.classroom.run import Graded
from nbjudge.course.course import Course, Submission
from nbjudge.pages import summary
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled
from tests.nbjudge.grading_course import opened, with_golden

EVERYBODY = ["amy", "ben", "cem", "dan"]


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who was given to be graded in the usual way."""
    asked: list[str] = []

    def grade_all(course: Course, release: Any, some: Sequence[Submission], *rest: Any) -> Iterator[Any]:
        asked.extend(one.student for one in some)
        return run.grade_all(course, release, some, *rest)

    monkeypatch.setattr(of_index, "grade_all", grade_all)
    return asked


@pytest.fixture
def course(tmp_path: Path, looked_at: list[str]) -> Course:
    course = opened(squares.COURSE.write(tmp_path))
    grade(course)
    assert looked_at == EVERYBODY
    looked_at.clear()
    return course


def grade(course: Course, force: bool = False, only: str = "") -> dict[str, Graded]:
    """Grade with an index, and write the report if it does not stand."""
    time.sleep(0.06)  # what was written just now is in doubt
    release, submissions = with_golden(course), course.submissions("ps1")
    some = [one for one in submissions if not only or one.student == only]
    with Index(course, release, some, bool(only)) as index:
        graded = {event.student: event for event in index.grade(1, force) if isinstance(event, Graded)}
        if not only and not index.report_stands():
            summary.write(course, release, summary.sections_of(course))
            written.append(course)
    return graded


written: list[Course] = []


def change_in_gradebook(course: Course, sentence: str) -> None:
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection, connection:
        assert connection.execute(sentence).rowcount > 0


def test_nobody_is_looked_at_twice_and_the_results_are_the_same(course: Course, looked_at: list[str]):
    first = grade(course, force=True)
    looked_at.clear()
    again = grade(course)
    assert looked_at == []
    assert again == {student: replace(one, reused=True) for student, one in first.items()}


def test_force_looks_at_everybody(course: Course, looked_at: list[str]):
    grade(course, force=True)
    assert looked_at == EVERYBODY


def submitted_anew(course: Course) -> None:
    squares.COURSE.submit(course.root, "amy", filled(squares.CELLS, squares.WRONG))


def of_the_same_size_and_time(course: Course) -> None:
    path = course.folder("submitted", "ps1", "amy") / "squares.ipynb"
    before, text = path.stat(), path.read_text()
    path.write_text(text.replace("a", "b", 1))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def beside_the_notebook(course: Course) -> None:
    (course.folder("submitted", "ps1", "amy") / "more.txt").write_text("data")


def page_removed(course: Course) -> None:
    (course.folder("feedback", "ps1", "amy") / "squares.html").unlink()


def record_removed(course: Course) -> None:
    (course.own / "records" / "ps1" / "amy.json").unlink()


AMY = "(select id from submitted_assignment where student_id = 'amy')"
GRADES = f"notebook_id in (select id from submitted_notebook where assignment_id in {AMY})"


def marked_by_hand(course: Course) -> None:
    change_in_gradebook(course, f"update grade set manual_score = 1 where auto_score is null and {GRADES}")


def given_longer(course: Course) -> None:
    longer = "extension = '1970-01-02 00:00:00.000000'"
    change_in_gradebook(course, f"update submitted_assignment set {longer} where student_id = 'amy'")


@pytest.mark.parametrize(
    "change",
    [
        submitted_anew,
        of_the_same_size_and_time,
        beside_the_notebook,
        page_removed,
        record_removed,
        marked_by_hand,
        given_longer,
    ],
)
def test_who_may_have_changed_is_looked_at(
    course: Course, looked_at: list[str], change: Callable[[Course], None]
):
    change(course)
    grade(course)
    assert looked_at == ["amy"]


def new_limit(course: Course) -> Course:
    return replace(
        course,
        options=replace(course.options, limits=replace(course.options.limits, cell_seconds=29.0)),
    )


def new_rubric(course: Course) -> Course:
    (course.root / "rubrics").mkdir()
    (course.root / "rubrics" / "other.toml").touch()
    return course


def new_golden_record(course: Course) -> Course:
    path = course.golden_file("ps1")
    path.write_text(path.read_text() + "\n")
    return course


@pytest.mark.parametrize("change", [new_limit, new_rubric, new_golden_record])
def test_everybody_is_when_the_course_has_changed(
    course: Course, looked_at: list[str], change: Callable[[Course], Course]
):
    grade(change(course))
    assert looked_at == EVERYBODY


def test_a_file_that_was_just_written_is_in_doubt(tmp_path: Path):
    (tmp_path / "a").touch()
    assert states.of_folder(tmp_path, doubtful=True) is None
    time.sleep(0.06)
    assert states.of_folder(tmp_path, doubtful=True) is not None


def test_another_late_rule_makes_every_run_look_at_everybody(course: Course, looked_at: list[str]):
    other = replace(course, options=replace(course.options, late_rule="other"))
    assert not states.is_plain(other)
    plugin = Config({"AssignLatePenalties": {"plugin_class": "mine.Rule"}})
    assert not states.is_plain(replace(course, config=plugin))


def test_an_index_that_cannot_be_read_is_none(course: Course, looked_at: list[str]):
    (course.own / "index" / "ps1.json").write_text("{")
    grade(course)
    assert looked_at == EVERYBODY


def test_the_report_stands_until_somebody_is_new_or_marked(course: Course, looked_at: list[str]):
    grade(course)  # the first report was written before the class was known
    written.clear()
    grade(course)
    assert written == []
    marked_by_hand(course)
    grade(course)
    assert written == [course]


def test_one_of_many_is_graded_without_reading_the_others(course: Course, looked_at: list[str]):
    submitted_anew(course)
    assert list(grade(course, only="amy")) == ["amy"]
    assert looked_at == ["amy"]
    grade(course)
    assert looked_at == ["amy"]


def test_one_of_many_may_be_the_first_who_is_graded_at_all(tmp_path: Path):
    course = opened(squares.COURSE.write(tmp_path))
    assert [*grade(course, only="amy")] == ["amy"]
