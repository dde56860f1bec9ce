"""The page of summary: what the staff read of a class."""

import base64
import hashlib
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from nbjudge.course import course
from nbjudge.course.options import SECTIONS as NAMES
from nbjudge.course.release import Release
from nbjudge.grading.open_release import open_release
from nbjudge.marks import CellMarks, NotebookMarks
from nbjudge.pages import figures, overview, staff_pages, summary
from nbjudge.pages.results import Mistake, TestResult
from nbjudge.pages.sections import Similar, TheClass, misconceptions
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import grade, opened

SECTIONS = {name: import_module(f"nbjudge.pages.sections.{name}").section for name in NAMES}


@pytest.fixture
def release(tmp_path: Path) -> Release:
    return open_release(course.read(squares.COURSE.write(tmp_path)), "ps1")


def page(release: Release, **scores: float | None) -> str:
    """Render the page of a class that has these scores in the first question; None waits for a person."""
    cell = next(cell for cell in release.notebooks[0].cells if cell.points)
    marks = {
        name: {
            release.notebooks[0].name: NotebookMarks(
                score=score or 0.0,
                max_score=12.0,
                late_penalty=0.0,
                cells={cell.id: CellMarks(score or 0.0, cell.points, by_hand=score is None, comment="")},
            )
        }
        for name, score in scores.items()
    }
    return summary.render(TheClass(release, marks), SECTIONS)


def mean_of_first_question(text: str) -> str:
    found = re.search(r'<h2 id="questions">.*?<td class="number">([^ <]*)', text, re.DOTALL)
    assert found
    return found[1]


def test_answers_that_wait_for_a_person_do_not_pull_a_questions_mean_down(release: Release):
    assert mean_of_first_question(page(release, amy=2.0, ben=1.0, cat=None)) == "1.5"
    assert mean_of_first_question(page(release, amy=None)) == "–"


def test_a_class_of_nobody_has_a_page(release: Release):
    assert "0 submissions" in page(release)


def test_names_of_students_stay_names(release: Release):
    text = page(release, **{"<script>x</script>": 1.0})
    assert text.count("<script") == 1


def test_nothing_is_fetched_and_the_readers_theme_is_followed(release: Release):
    text = page(release, amy=1.0)
    assert not re.search(r"src=|href=\"(?!#)|url\(|@import|fetch\(|https?:", text)
    assert "prefers-color-scheme: dark" in text
    assert "print-color-adjust: exact" in text


def test_the_page_allows_its_own_script_and_no_other(release: Release):
    text = page(release, amy=1.0)
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    allowed = re.search(r"script-src 'sha256-([^']*)'", text)
    assert script
    assert allowed
    assert base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode() == allowed[1]


def test_a_mistake_is_counted_with_those_who_make_it_and_a_typical_answer(release: Release):
    name, cell = release.notebooks[0].name, "test-square"
    wrong = Mistake("doubles", "Is it twice, or the square?", True)
    results = {
        student: (TestResult(name, cell, "wrong", mistakes=(wrong,), lost=("by hand",), answer=answer),)
        for student, answer in (("amy", "x + x"), ("ben", "x + x"), ("cat", "2 * x  # I <think>"))
    }
    marks = {student: {name: NotebookMarks(cells={cell: CellMarks(0.0, 2.0)})} for student in results}
    of = TheClass(release, marks, results=results, pages={("amy", name): "a.html"}, missing=("dan",))
    text = summary.render(of, SECTIONS)
    (found,) = misconceptions.frequencies(of)
    assert (found.students, found.sure, found.typical) == (["amy", "ben", "cat"], 3, "x + x")
    assert "Is it twice, or the square?" in text
    assert 'href="a.html#task-test-square"' in text
    assert re.search(r"dan</td>.*?nothing handed in", text, re.DOTALL)
    rows = {row["student"]: row for row in summary.to_json(of)["students"] if row["task"] == cell}
    assert rows["cat"]["mistakes"] == ["doubles"]
    assert "cat,squares,test-square,0.0,2.0,0,doubles,wrong" in summary.to_csv(of)


def test_what_waits_for_a_person_is_never_a_zero(release: Release):
    name = release.notebooks[0].name
    cells = {"test-square": CellMarks(2.0, 2.0), "why": CellMarks(0.0, 3.0, by_hand=True)}
    marks = {"amy": {name: NotebookMarks(cells=cells)}}
    assert figures.reached(release, marks["amy"]).share == 1.0
    waiting = [row for row in summary.to_json(TheClass(release, marks))["students"] if row["waiting"]]
    assert {row["score"] for row in waiting} == {None}
    assert "amy,squares,why,,3.0,1" in summary.to_csv(TheClass(release, marks))


def test_a_task_that_goes_with_the_rest_separates_and_one_by_chance_does_not():
    """By hand: (0, 0), (1, 1) four times each correlate fully; all four corners not at all."""
    assert figures.separation([(0, 0), (1, 1)] * 4).value == pytest.approx(1.0)
    corners = figures.separation([(0, 0), (0, 1), (1, 0), (1, 1)] * 5)
    assert corners.value == pytest.approx(0.0)
    assert corners.low == pytest.approx(-0.443, abs=0.001)  # tanh(1.96 / sqrt(17))
    assert figures.separation([(0, 0), (1, 1)] * 3) is None
    assert figures.separation([(1, 0), (1, 1)] * 9) is None


def test_a_note_that_many_have_is_said_once(release: Release):
    notes = {f"student{number}": ["The file was renamed."] for number in range(5)}
    text = summary.render(TheClass(release, {}, notes), SECTIONS)
    assert text.count("The file was renamed.") == 1
    assert "5 students" in text


PAIR = {
    "students": ["amy", "ben"],
    "bits": 71.4,
    "share": 0.806,
    "tasks": [{"task": "squares/test-square", "bits": 71.4, "mistakes": ["doubles"]}],
}


def test_similar_work_stands_in_the_report_with_a_word_on_what_it_proves(release: Release):
    marks = {name: {"squares": NotebookMarks()} for name in ("amy", "ben")}
    section = {"similar": SECTIONS["similar"]}
    assert "nbjudge similar ps1" in summary.render(TheClass(release, marks), section)
    none = TheClass(release, marks, similar=Similar(2, ()))
    assert "Of 2 submissions, no two agree" in summary.render(none, section)
    text = summary.render(TheClass(release, marks, similar=Similar(2, (PAIR,))), section)
    assert "It proves nothing" in text
    assert 'href="similar.html#pair-1">71</a>' in text
    assert "81 %" in text
    assert "doubles" in text
    assert "Similar work" not in summary.render(TheClass(release, {"amy": marks["amy"]}), section)


def test_what_waits_leads_to_the_formgrader(release: Release):
    cells = {"why": CellMarks(0.0, 3.0, by_hand=True), "use": CellMarks(0.0, 2.0, by_hand=True)}
    marks = {"amy": {"squares": NotebookMarks(cells=cells)}, "ben": {"squares": NotebookMarks()}}
    address = "http://localhost:8888/formgrader/submissions/4711/"
    of = TheClass(release, marks, formgrader={(name, "squares"): address for name in marks})
    text = summary.render(of, SECTIONS)
    assert re.findall(rf'href="{address}"[^>]*>(.*?)</a>', text) == ["2 by hand"]


@pytest.mark.parametrize("name", ["index", "similar", "report"])
def test_no_name_of_an_assignment_is_that_of_another_page(tmp_path: Path, name: str):
    root = replace(squares.COURSE, assignment=name).write(tmp_path)
    own = opened(root)
    grade(own, name)
    summary.write(own, open_release(own, name), summary.sections_of(own))
    overview.write(own)
    pages = {path: path.read_text() for path in staff_pages.staff(own).rglob("*.html")}
    assert sorted(path.relative_to(root / "summary").as_posix() for path in pages) == [
        "index.html",
        f"{name}/report.html",
    ]
    assert "The class" in pages[root / "summary" / "index.html"]
    assert f"<h1>{name}</h1>" in pages[staff_pages.report(own, name)]
    gradebook = re.findall(
        r'href="(http://localhost:8888/formgrader/submissions/\w+/)"', "".join(pages.values())
    )
    assert len(set(gradebook)) == 3  # dan wrote nothing
