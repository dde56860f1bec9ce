"""Criteria that a person names in comments become marks, and a change of the rubric marks all anew."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nbjudge.course.course import Course
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled
from tests.nbjudge.grading_course import grade, opened, scores

RUBRIC = '[why]\nrule = [{rule}, "Names the rule."]\nexample = [1, "Has an example."]\n'


@pytest.fixture
def course(tmp_path: Path) -> Course:
    course = opened(squares.COURSE.write(tmp_path))
    write(course, 1)
    grade(course)
    comment(course, amy="#rule #example Nice.", ben="#rule", cem="#none")
    return course


def write(course: Course, rule: float) -> None:
    (course.root / "rubrics").mkdir(exist_ok=True)
    (course.root / "rubrics" / "ps1.toml").write_text(RUBRIC.format(rule=rule))


def comment(course: Course, **said: str) -> None:
    """Write comments as the formgrader does."""
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection, connection:
        for student, text in said.items():
            connection.execute(
                "update comment set manual_comment = ?"
                " where cell_id in (select id from base_cell where name = 'why')"
                " and notebook_id in (select n.id from submitted_notebook n join submitted_assignment a"
                " on a.id = n.assignment_id where a.student_id = ?)",
                (text, student),
            )


def why(course: Course) -> dict[str, float | None]:
    return {name: scores(graded)["why"] for name, graded in grade(course).items()}


def waiting(course: Course) -> dict[str, int]:
    return {name: graded.by_hand for name, graded in grade(course).items()}


def test_what_was_named_gives_the_points_and_no_longer_waits(course: Course):
    before = {"amy": 2, "ben": 2, "cem": 2, "dan": 0}  # why and use; dan wrote nothing
    assert why(course) == {"amy": 2, "ben": 1, "cem": 0, "dan": 0}
    assert waiting(course) == {name: max(count - 1, 0) for name, count in before.items()}
    page = (course.root / "feedback" / "ben" / "ps1" / "squares.html").read_text()
    assert "✓ Names the rule. (1 / 1)" in page
    assert "✗ Has an example. (0 / 1)" in page


def test_a_changed_rubric_marks_all_anew(course: Course):
    assert why(course)["amy"] == 2
    write(course, 2)
    assert why(course) == {"amy": 3, "ben": 2, "cem": 0, "dan": 0}


def test_a_criterion_that_is_gone_makes_the_answer_wait_and_keeps_its_points(course: Course):
    assert why(course)["ben"] == 1
    (course.root / "rubrics" / "ps1.toml").write_text('[why]\nexample = [1, "Has an example."]\n')
    graded = grade(course)["ben"]
    assert scores(graded)["why"] == 1
    assert graded.by_hand == 2


def test_another_answer_is_to_be_looked_at_again(course: Course):
    assert waiting(course)["ben"] == 1
    squares.COURSE.submit(course.root, "ben", filled(squares.CELLS, {**squares.HALF, "why": "So."}))
    assert waiting(course)["ben"] == 2
    write(course, 2)
    assert waiting(course)["ben"] == 2  # nobody has looked


def test_without_a_name_the_points_are_the_formgraders(course: Course):
    grade(course)
    comment(course, amy="Nice.")
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection, connection:
        connection.execute("update grade set manual_score = 0.5 where manual_score = 2")
    assert why(course)["amy"] == 0.5
