"""The rows of submissions: what nbgrader's own objects say of them, and what is left to others."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest
from nbgrader.api import Grade, Gradebook
from sqlalchemy import event

from nbjudge.gradebook.rows import GradeRow, Rows
from nbjudge.gradebook.writer import Writer
from nbjudge.grading import archive
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import grade, opened, with_golden

TIME = datetime(2026, 3, 1, 12)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory):
    course = opened(squares.COURSE.write(tmp_path_factory.mktemp("course")))
    grade(course)
    return course, archive.load(course.own / "records" / "ps1" / "amy.json")


@pytest.fixture
def book(graded) -> Iterator[Writer]:
    course, _ = graded
    with Writer(course) as book:
        book.prepare(with_golden(course))
        yield book


def rows_of(book: Writer, student: str):
    structure = book._structures["ps1"]
    rows = Rows(book.connection, structure.id)
    found = rows.read(structure.notebook_names, structure.cell_names, student)
    return rows, found[0]


def points(notebook) -> set[tuple]:
    return {(g.cell_id, g.auto_score, g.manual_score, g.needs_manual_grade) for g in notebook.grades}


@pytest.fixture
def nbgraders(graded) -> Iterator[Gradebook]:
    """The same gradebook, as nbgrader sees it."""
    course, _ = graded
    with Gradebook(course.db_url, course.course_id) as gradebook:
        yield gradebook


def test_rows_are_what_nbgraders_objects_say(graded, book, nbgraders):
    _, record = graded
    book.write(replace(record, student="new"), TIME)
    own = nbgraders.find_submission("ps1", "new")
    _, row = rows_of(book, "new")
    assert (row.id, row.timestamp, row.extension) == (own.id, own.timestamp, own.extension)
    assert own.timestamp == TIME
    assert own.student.id == "new"
    (kept,), (notebook,) = own.notebooks, row.notebooks
    assert (notebook.id, notebook.late_submission_penalty) == (kept.id, kept.late_submission_penalty)
    assert kept.flagged is False
    assert points(notebook) == points(kept)
    assert {(c.cell_id, c.auto_comment) for c in notebook.comments} == {
        (c.cell_id, c.auto_comment) for c in kept.comments
    }
    assert book.marks("ps1", "new") == book.marks("ps1", "amy")


def test_what_has_not_changed_is_not_written(graded, book):
    _, record = graded
    told: list[str] = []
    event.listen(book.engine, "before_cursor_execute", lambda *about: told.append(about[2]))
    book.write(record, None)
    assert told
    assert [one for one in told if not one.startswith(("SELECT", "BEGIN IMMEDIATE"))] == []


def test_what_a_person_enters_meanwhile_stays(book, nbgraders):
    """A row is read, a person marks the cell, the row is written: only what the grader changed is."""
    rows, submission = rows_of(book, "ben")
    mine = submission.notebooks[0].grades[0]
    book.connection.rollback()
    theirs = nbgraders.db.get(Grade, mine.id)
    theirs.manual_score, theirs.needs_manual_grade = 1.5, False
    nbgraders.db.commit()
    mine.auto_score = 0.25
    rows.write(submission)
    book.connection.commit()
    nbgraders.db.expire_all()
    kept = nbgraders.db.get(Grade, mine.id)
    assert (kept.auto_score, kept.manual_score, kept.needs_manual_grade) == (0.25, 1.5, False)


def test_a_class_does_not_slow_down_the_next(book):
    """Every reading for one student goes by an index, none through a whole table."""
    plans: list[str] = []

    def explain(connection, cursor, statement, parameters, *rest):
        if statement.startswith("SELECT"):
            found = connection.connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.extend(row[-1] for row in found)

    event.listen(book.engine, "before_cursor_execute", explain)
    rows_of(book, "amy")
    assert len(plans) >= 4
    assert [plan for plan in plans if "SCAN" in plan] == []


def test_a_row_of_its_own_has_an_id_of_its_own():
    assert GradeRow("a", "b").id != GradeRow("a", "b").id
