"""Some students of a large class are graded without reading everybody; the pages about the class wait."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from nbjudge.commands import grade, request
from nbjudge.commands.request import Request
from nbjudge.course import course as courses
from nbjudge.pages import staff_pages
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled

ALL = Request("ps1", (), 1, force=False, as_json=False)


def test_some_of_a_large_class_leave_the_pages_about_the_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(request, "LARGE", 3)
    course = courses.read(squares.COURSE.write(tmp_path))
    assert grade.run(course, ALL)
    report = staff_pages.report(course, "ps1")
    pages = {student: course.root / "feedback" / student / "index.html" for student in ("amy", "ben")}
    before = {path: path.stat().st_mtime_ns for path in (report, *pages.values())}
    squares.COURSE.submit(course.root, "amy", filled(squares.CELLS, squares.WRONG))
    capsys.readouterr()
    assert grade.run(course, replace(ALL, students=("amy",)))
    assert "The pages about the class were not updated: nbjudge grade ps1 updates" in capsys.readouterr().out
    changed = {path for path, moment in before.items() if path.stat().st_mtime_ns != moment}
    assert changed == {pages["amy"]}
    assert grade.run(course, ALL)
    assert "were not updated" not in capsys.readouterr().out
    assert report.stat().st_mtime_ns != before[report]
    assert '"mistakes"' in report.with_suffix(".json").read_text()


def test_marks_by_hand_bring_pages_up_to_date_though_nobody_handed_in(tmp_path: Path):
    course = courses.read(squares.COURSE.write(tmp_path))
    for _ in range(2):
        assert grade.run(course, ALL)
    page = course.root / "feedback" / "amy" / "index.html"
    before = page.read_text()
    assert grade.run(course, ALL)
    assert page.read_text() == before
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection, connection:
        connection.execute(
            "update grade set manual_score = 1, needs_manual_grade = 0 where auto_score is null"
        )
    assert grade.run(course, ALL)
    assert page.read_text() != before
