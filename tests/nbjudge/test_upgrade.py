"""A course that was graded by the first version that kept records: with what it left, grading goes on.

`tests/data/upgrade` is what that version wrote of the course of squares: the gradebook as SQL, and records of
format 1.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from nbjudge import records
from nbjudge.course.course import Course
from nbjudge.grading import archive
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import grade, opened, scores

LEFT = Path(__file__).parents[1] / "data" / "upgrade"
GIVEN = (
    "update grade set manual_score = 2.5, extra_credit = 1, needs_manual_grade = 0 where cell_id in (select"
)
WHY = "id from base_cell where name = 'why' and type = 'GradeCell')"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """The course as that version left it; a person has marked the written answers since."""
    course = opened(squares.COURSE.write(tmp_path))
    kept = course.own / "records" / "ps1"
    kept.mkdir(parents=True)
    for student in ("amy", "ben"):
        shutil.copy(LEFT / f"{student}.json", kept)
    with gradebook(course) as connection:
        connection.executescript((LEFT / "gradebook.sql").read_text())
        assert connection.execute(f"{GIVEN} {WHY}").rowcount == 4
    return course


@contextmanager
def gradebook(course: Course) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection, connection:
        yield connection


def rows(course: Course) -> dict[str, int]:
    with gradebook(course) as connection:
        names = [
            name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
        ]
        return {name: connection.execute(f'select count(*) from "{name}"').fetchone()[0] for name in names}


def test_records_of_an_older_format_are_made_anew_and_the_gradebook_goes_on(course: Course):
    before = rows(course)
    assert before["grade"] == 20
    found = grade(course)
    assert {student: (one.error, one.reused) for student, one in found.items()} == dict.fromkeys(
        squares.CLASS, ("", False)
    )
    assert scores(found["ben"]) == {
        "test-square": 0, "test-part": 2, "test-total": 1, "why": 3.5, "use": 0,
    }  # fmt: skip
    assert rows(course) == before
    with gradebook(course) as connection:
        given = connection.execute(
            "select manual_score, extra_credit from grade where extra_credit > 0"
        ).fetchall()
    assert given == [(2.5, 1.0)] * 4
    kept = archive.load(course.own / "records" / "ps1" / "ben.json")
    assert kept is not None
    assert records.to_json(kept)["format"] == records.FORMAT > 1
    assert {one.reused for one in grade(course).values()} == {True}


@pytest.mark.parametrize("student", ["amy", "ben"])
def test_a_record_of_an_older_format_is_known_as_one(student: str):
    with pytest.raises(ValueError, match="written by another version"):
        records.from_bytes((LEFT / f"{student}.json").read_bytes())
