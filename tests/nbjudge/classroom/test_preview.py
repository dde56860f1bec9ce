"""A preview says which marks would change and leaves the gradebook, the records and the pages as they are."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nbjudge.classroom.preview import Preview, preview
from nbjudge.course.course import Course
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled, grade_id, notebook, write
from tests.nbjudge.grading_course import grade, opened, scores, with_golden


@pytest.fixture
def course(tmp_path: Path) -> Course:
    course = opened(squares.COURSE.write(tmp_path))
    grade(course)
    return course


def previewed(course: Course) -> Preview:
    release = with_golden(course)
    submissions, steps = course.submissions("ps1"), list[int]()
    found = preview(course, release, submissions, 1, step=lambda: steps.append(1))
    assert len(steps) == len(submissions)
    return found


def change_test(course: Course, old: str, new: str) -> None:
    """Correct a test in the source."""
    cells = [{**cell, "source": cell["source"].replace(old, new)} for cell in squares.CELLS]
    write(course.root / "source" / "ps1" / "squares.ipynb", notebook(cells))


def everything(course: Course) -> dict[str, bytes]:
    """What marks and pages are made of; not the results that a preview keeps aside."""
    folders = ("autograded", "feedback", ".nbjudge/records", ".nbjudge/published")
    found = {str(p): p.read_bytes() for f in folders for p in (course.root / f).rglob("*") if p.is_file()}
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection:
        return found | {"gradebook": "\n".join(connection.iterdump()).encode()}


def test_nothing_changes_where_nothing_has_changed(course: Course):
    found = previewed(course)
    assert (found.sentences, found.changes, found.new, found.failed) == ([], [], [], [])


def test_a_corrected_test_says_whose_marks_move_and_why(course: Course):
    before = everything(course)
    change_test(course, "assert total == 285", "assert total > 0")  # cem has 1
    found = previewed(course)
    assert found.sentences == ["squares/test-total: its text has changed"]
    moved = {
        (one.student, one.cell): (one.before, one.after) for one in found.changes if one.before != one.after
    }
    assert moved == {("cem", "test-total"): (0.0, 1.0)}
    assert everything(course) == before


def test_who_has_handed_in_something_else_is_told_with_the_reason(course: Course):
    squares.COURSE.submit(course.root, "amy", filled(squares.CELLS, squares.WRONG))
    squares.COURSE.submit(course.root, "eve", filled(squares.CELLS, squares.RIGHT))
    found = previewed(course)
    assert found.new == ["eve"]
    moved = {one.cell: one for one in found.changes if one.before != one.after}
    assert {one.student for one in found.changes} == {"amy"}
    assert (moved["test-total"].before, moved["test-total"].after) == (1.0, 0.0)
    assert "285" in moved["test-total"].reason or "AssertionError" in moved["test-total"].reason


def test_a_mark_by_hand_is_looked_at_again(course: Course):
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection, connection:
        connection.execute(
            "update grade set manual_score = 1, needs_manual_grade = 0 where auto_score is null"
        )
    assert previewed(course).changes == []
    squares.COURSE.submit(course.root, "ben", filled(squares.CELLS, {**squares.HALF, "why": "So."}))
    asked = {one.cell for one in previewed(course).changes if one.look_again}
    assert asked == {grade_id(cell) for cell in squares.CELLS if grade_id(cell) in ("why", "use")}


def test_grading_takes_what_the_preview_has_run_and_gives_those_marks(course: Course):
    squares.COURSE.submit(course.root, "amy", filled(squares.CELLS, squares.WRONG))
    change_test(course, "assert total == 285", "assert total > 0")
    after = {(one.student, one.cell): one.after for one in previewed(course).changes}
    without_executor = opened(course.root, executor="broken")  # it could not run anything
    with_golden(without_executor)
    graded = grade(without_executor)
    assert [one.error for one in graded.values()] == [""] * 4
    assert not any(one.reused for one in graded.values())
    assert {key: scores(graded[key[0]])[key[1]] for key in after} == after
    assert previewed(course).changes == []
    assert list((course.root / ".nbjudge" / "preview").rglob("*.json"))  # of the second preview
