"""A gradebook on PostgreSQL."""

import csv
import itertools
import socket
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, text

from nbjudge.classroom.preview import preview
from nbjudge.course.course import Course
from nbjudge.gradebook import database
from nbjudge.gradebook.database import GradebookError
from nbjudge.gradebook.writer import Writer
from nbjudge.pages import overview, student_index, summary
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled
from tests.nbjudge.grading_course import grade, opened, scores, with_golden
from tests.nbjudge.postgresql import NEEDED, Server

NUMBERS = itertools.count()
pytestmark = NEEDED


@pytest.fixture
def course(server: Server, tmp_path: Path) -> Course:
    address = server.made(f"gradebook {next(NUMBERS)}")
    root = squares.COURSE.write(tmp_path, 'c.LateSubmissionPlugin.penalty_method = "zero"\n')
    return replace(opened(root), db_url=address)


def executed(course: Course, *statements: str) -> None:
    with create_engine(course.db_url, poolclass=NullPool).begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


def test_a_class_is_graded_as_on_sqlite(course: Course, tmp_path: Path):
    on_sqlite = replace(course, db_url=f"sqlite:///{tmp_path}/gradebook.db")
    expected = grade(on_sqlite)
    found = grade(course)
    assert {name: scores(one) for name, one in found.items()} == {
        name: scores(one) for name, one in expected.items()
    }
    assert {one.reused for one in grade(course).values()} == {True}
    student_index.write_all(course)
    release = with_golden(course)
    summary.write(course, release, summary.sections_of(course))
    assert "amy" in overview.write(course).read_text()


def test_what_a_person_gave_stays_and_late_work_loses_what_it_should(course: Course):
    grade(course)
    executed(
        course,
        "update grade set manual_score = 2.5, needs_manual_grade = false where cell_id in"
        " (select id from base_cell where name = 'why' and type = 'GradeCell')",
        "update assignment set duedate = '2026-01-01 00:00:00'",
    )
    (course.root / "submitted" / "amy" / "ps1" / "timestamp.txt").write_text("2026-01-02 00:00:00 UTC")
    found = grade(course)
    assert scores(found["ben"])["why"] == 2.5
    assert found["ben"].late_penalty == 0
    assert found["amy"].score == 0
    (course.root / "extensions.csv").write_text("student,assignment,days\namy,ps1,2\n")
    with_file = replace(course, options=replace(course.options, extensions_file="extensions.csv"))
    assert grade(with_file)["amy"].late_penalty == 0


def test_a_preview_leaves_everything_as_it_is(course: Course):
    grade(course)
    squares.COURSE.submit(course.root, "amy", filled(squares.CELLS, squares.WRONG))
    found = preview(course, with_golden(course), course.submissions("ps1"), 1)
    assert {one.student for one in found.changes} == {"amy"}
    with Writer(course) as gradebook:
        assert gradebook.marks("ps1", "amy")["squares"].cells["test-total"].score == 1


def test_nbgraders_own_tables_and_version_are_there(course: Course):
    pytest.importorskip("nbgrader")
    from nbgrader.api import Gradebook

    grade(course)
    with Gradebook(course.db_url) as gradebook:
        assert gradebook.find_submission("ps1", "amy").score == 7
        gradebook.update_or_create_assignment("ps1", duedate=datetime(2026, 1, 1))


def test_nbgraders_export_and_its_formgrader_read_what_was_written(course: Course):
    """From grading to what a person marks in the formgrader, and on to the table for the LMS."""
    pytest.importorskip("nbgrader")
    from nbgrader.api import Gradebook

    given = {student: one.score for student, one in grade(course).items()}
    with Gradebook(course.db_url) as gradebook:  # what the formgrader's pages ask, and what a mark there does
        shown = {one["student"]: one["needs_manual_grade"] for one in gradebook.submission_dicts("ps1")}
        assert shown == {"amy": True, "ben": True, "cem": True, "dan": False}
        mark = gradebook.find_grade("why", "squares", "ps1", "amy")
        mark.manual_score, mark.needs_manual_grade = 3.0, False
        gradebook.db.commit()
    asked = ["export", f"--CourseDirectory.db_url={course.db_url}", f"--CourseDirectory.root={course.root}"]
    nbgrader = Path(sys.executable).with_name("nbgrader")
    subprocess.run([nbgrader, *asked], cwd=course.root, check=True, capture_output=True)
    with (course.root / "grades.csv").open() as table:
        rows = {row["student_id"]: float(row["score"]) for row in csv.DictReader(table)}
    assert rows == {**given, "amy": given["amy"] + 3}
    assert {one.reused for one in grade(course).values()} == {True}
    with Gradebook(course.db_url) as gradebook:
        assert gradebook.find_submission("ps1", "amy").score == given["amy"] + 3


def test_a_text_that_the_server_does_not_take_costs_only_its_submission(course: Course):
    """PostgreSQL keeps no NUL in a text; SQLite does."""
    broken = 'def square(x):\n    raise ValueError("\\0 is not a number")'
    squares.COURSE.submit(course.root, "amy", filled(squares.CELLS, {**squares.RIGHT, "square": broken}))
    found = grade(course)
    assert [one.error for one in found.values()] == ["", "", "", ""]
    assert found["ben"].score == 3


def test_triggers_are_refused(course: Course):
    grade(course)
    executed(
        course,
        "create function f() returns trigger language plpgsql as"
        " 'begin new.auto_score = 99; return new; end'",
        "create trigger more before insert or update on grade for each row execute function f()",
    )
    with pytest.raises(GradebookError, match=r"holds triggers \(more\)"):
        grade(course)


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@pytest.mark.parametrize(
    ("change", "said", "way_out"),
    [
        ({"password": "guessed"}, "password authentication failed", "refuses this user or this password"),
        ({"user": "nobody"}, "password authentication failed", "refuses this user or this password"),
        ({"name": "nothing"}, 'database "nothing" does not exist', "create it (createdb)"),
        ({"port": closed_port()}, "Connection refused", "No server answers there: start it"),
    ],
)
def test_each_failure_is_one_true_sentence_without_the_password(
    course: Course, server: Server, change: dict, said: str, way_out: str
):
    address = server.address(**{"name": "postgres", **change})
    with pytest.raises(GradebookError) as error, Writer(replace(course, db_url=address)):
        pass
    told = str(error.value)
    assert said in told
    assert way_out in told
    assert "\n" not in told
    assert change.get("password", "staff%20") not in told
    assert "of%20the" not in told
    assert error.value.exit_code == 2


def test_a_user_who_may_make_nothing_is_told(course: Course, server: Server):
    executed(course, "create role reader login password 'r'")
    address = course.db_url.replace(server.address(""), server.address("", "r", "reader"))
    with (
        pytest.raises(GradebookError, match="may not make or change tables"),
        Writer(replace(course, db_url=address)),
    ):
        pass


def test_without_a_driver_the_way_to_one_is_said(course: Course, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(GradebookError) as error:
        database.engine_of(course.db_url)
    assert "pip install 'psycopg[binary]'" in str(error.value)
    assert "of%20the" not in str(error.value)


def test_an_address_of_nothing_that_is_known_is_told():
    for address in ("nonsense", "oraclee://x"):
        with pytest.raises(GradebookError, match="not the address of a database of a known kind"):
            database.engine_of(address)
