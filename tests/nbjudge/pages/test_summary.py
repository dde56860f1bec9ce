"""The page of summary: what the staff read of a class."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from nbjudge.course import course
from nbjudge.course.options import SECTIONS as NAMES
from nbjudge.course.release import Release
from nbjudge.grading.open_release import open_release
from nbjudge.marks import CellMarks, NotebookMarks
from nbjudge.pages import summary
from tests.nbjudge.courses import squares

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
    return summary.render(release, marks, {}, SECTIONS)


def mean_of_first_question(text: str) -> str:
    found = re.search(r'<h2>Questions</h2>.*?<td class="number">(.*?)</td>', text, re.DOTALL)
    assert found
    return found[1]


def test_answers_that_wait_for_a_person_do_not_pull_a_questions_mean_down(release: Release):
    assert mean_of_first_question(page(release, amy=2.0, ben=1.0, cat=None)) == "1.5"
    assert mean_of_first_question(page(release, amy=None)) == "–"


def test_a_class_of_nobody_has_a_page(release: Release):
    assert "0 submissions" in page(release)


def test_names_of_students_stay_names(release: Release):
    text = page(release, **{"<script>x</script>": 1.0})
    assert "<script" not in text


def test_nothing_is_fetched_and_the_readers_theme_is_followed(release: Release):
    text = page(release, amy=1.0)
    assert not re.search(r"(?:src|href)=|url\(|@import", text)
    assert "prefers-color-scheme: dark" in text
    assert "print-color-adjust: exact" in text
