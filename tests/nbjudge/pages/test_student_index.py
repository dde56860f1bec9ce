"""The page that leads a student to their feedback: scores, total, and nothing but links within the folder."""

import re
from pathlib import Path

from nbjudge.course import course as courses
from nbjudge.marks import CellMarks, NotebookMarks
from nbjudge.pages import overview, student_index
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import grade, opened


def test_it_adds_up_what_is_marked_and_says_what_waits(tmp_path: Path):
    course = courses.read(squares.COURSE.write(tmp_path))
    cells = {"a": CellMarks(2.0, 2.0), "b": CellMarks(0.0, 3.0, by_hand=True)}
    marks = {
        "ps1": {"squares": NotebookMarks(2.0, 5.0, 0.0, cells)},
        "ps2": {"more": NotebookMarks(1.0, 4.0, 0.5)},
    }
    folder = course.folder("feedback", "ps1", "<i>amy").parent
    text = student_index.render(course, folder, "<i>amy", marks)
    assert "<strong>3</strong> of 9 points" in text
    assert "1 answer will be marked by a person" in text
    assert "late: -0.5" in text
    assert text.count("not handed in") == 2
    assert "<i>amy" not in text


def test_it_leads_to_the_pages(tmp_path: Path):
    course = opened(squares.COURSE.write(tmp_path))
    grade(course)
    assert student_index.write_all(course) == 4
    index = course.folder("feedback", "ps1", "amy").parent / "index.html"
    (link,) = re.findall(r'href="([^"]*)"', index.read_text())
    assert (index.parent / link).is_file()


def test_the_overview_leads_to_everybody_and_leaves_out_what_waits(tmp_path: Path):
    course = opened(squares.COURSE.write(tmp_path))
    grade(course)
    student_index.write_all(course)
    page = overview.write(course)
    text = page.read_text()
    links = re.findall(r'href="([^"]*)"', text)
    assert links == [
        "ps1/report.html",
        *(f"../feedback/{name}/index.html" for name in ("amy", "ben", "cem", "dan")),
    ]
    assert all((page.parent / link).is_file() for link in links[1:])
    assert re.search(r"amy</a>.*?7 <span class=.weaker.>of 7, 2 by hand</span>", text, re.DOTALL)
