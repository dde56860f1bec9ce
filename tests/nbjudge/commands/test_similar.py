"""`nbjudge similar` on a course on disk: from records to a page and a few lines."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from nbjudge import records
from nbjudge.commands.cli import app
from nbjudge.course import course as courses
from nbjudge.course.course import Submission
from nbjudge.grading import archive
from nbjudge.records import CellRecord, NotebookRecord, Record
from nbjudge.reports import MIME
from tests.nbjudge.courses import squares
from tests.nbjudge.pages.similar.test_agreement import COPIED, MINE, WAYS


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return squares.COURSE.write(tmp_path)


def graded(root: Path, student: str, source: str) -> None:
    """Leave what grading would: a folder and a record."""
    course = courses.read(root)
    release = course.assignments()[0]
    submission = Submission(student, release, course.folder("submitted", release, student))
    submission.folder.mkdir(parents=True, exist_ok=True)
    said = {"format": 1, "exercise": "e", "points": 0, "total": 1, "families": [],
            "findings": [{"misconception": "rare", "hint": "?", "sure": True}]}  # fmt: skip
    outputs = ({"output_type": "display_data", "data": {MIME: said}, "metadata": {}},)
    from nbjudge.grading.open_release import open_release

    own = open_release(course, release).notebooks[0]
    cells = tuple(
        CellRecord(cell.id, cell.kind, cell.cell_type, source=source)
        if cell.kind == "answer"
        else CellRecord(cell.id, cell.kind, cell.cell_type, auto_score=0.0, outputs=outputs)
        for cell in own.cells
    )
    record = Record(release, student, (NotebookRecord(own.name, "", f"{own.name}.ipynb", cells),))
    archive.save(archive.path_of(course, submission), records.to_bytes(record))


def similar(root: Path, *arguments: str):
    return CliRunner().invoke(app, ["similar", *arguments, "--course", str(root)])


def test_two_who_agree_are_named_with_a_plain_word_and_a_page(root: Path):
    for number in range(6):
        graded(root, f"s{number}", "\n\n".join(way.format(n=number + 2) for way in WAYS[number % 3 :]))
    graded(root, "giver", f"{MINE}\n\n\n{MINE.replace('3', '7').replace('*', '-')}")
    graded(root, "taker", f"{COPIED}\n\n\n{COPIED.replace('3', '7').replace('*', '-')}")
    done = similar(root)
    assert done.exit_code == 0, done.output
    assert "1 pair agree" in done.output or "pairs agree" in done.output
    assert "giver and taker" in done.output
    assert "This proves nothing" in done.output
    page = root / "summary" / "similar.html"
    assert str(page) in done.output.replace("\n", "")
    assert "giver and taker" in page.read_text()
    data = json.loads(similar(root, courses.read(root).assignments()[0], "--json").stdout)
    assert ["giver", "taker"] in [pair["students"] for pair in data["pairs"]]
    assert data["pairs"][0]["tasks"][0]["mistakes"] == ["rare"]


def test_a_course_in_which_nobody_was_graded_is_one_sentence(root: Path):
    done = similar(root)
    assert done.exit_code == 2
    assert "Nothing to compare was graded yet: run nbjudge grade." in done.output


def test_an_assignment_that_there_is_not_is_one_sentence(root: Path):
    done = similar(root, "nosuch")
    assert done.exit_code == 2
    assert "There is no assignment 'nosuch'. Assignments of this course: ps1." in done.output
