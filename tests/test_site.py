"""What the site is put together of: folded solutions or none, links that lead somewhere, every concept."""

import re
from pathlib import Path

import nbformat
import pytest

from mlcore.demos import ORDER, QUESTIONS
from mlcore.exercises import UNITS
from selfcheck.authoring.student_release import solution_lines
from tools import build_site

ROOT = Path(__file__).parent.parent
SOLUTIONS = sorted((ROOT / "solutions").glob("*/[0-9]*.ipynb"))


def test_every_unit_is_there():
    assert [path.stem for path in SOLUTIONS] == [unit.notebook for unit in UNITS.values()]


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_the_students_edition_holds_no_line_of_a_solution(path):
    lines = {line for cell in nbformat.read(path, 4).cells for line in solution_lines(cell)}
    page = build_site.unit_page(path, solutions=False)
    shown = {line.strip() for cell in page.cells for line in cell.source.splitlines()}
    given = {
        line.strip()
        for cell in nbformat.read(ROOT / "notebooks" / path.stem / path.name, 4).cells
        for line in cell.source.splitlines()
    }
    assert len(lines) > 20
    assert lines & shown <= given  # a given cell may say the same
    assert "BEGIN" not in "".join(shown)


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_the_teachers_edition_has_each_solution_behind_a_fold(path):
    page = build_site.unit_page(path, solutions=True)
    folded = [cell for cell in page.cells if "hide-input" in cell.metadata.get("tags", [])]
    answers = [cell for cell in page.cells if cell.source.startswith('<details class="answer">')]
    roles = [cell.metadata.get("nbgrader", {}) for cell in nbformat.read(path, 4).cells]
    assert len(folded) == sum(role.get("solution", False) and not role["grade"] for role in roles)
    assert len(answers) == sum(role.get("solution", False) and role["grade"] for role in roles)
    assert all("SOLUTION" not in cell.source for cell in page.cells)


def test_links_stay_within_the_site(tmp_path):
    page = ROOT / "docs" / "reading.md"
    text = build_site.with_links(page, tmp_path, solutions=True)
    assert "](files/mlcore-plain.py)" in text
    assert (tmp_path / "files" / "mlcore-plain.py").read_bytes() == (
        ROOT / "mlcore" / "plain.py"
    ).read_bytes()
    assert "](CONTRIBUTING.md#where-does-a-new-x-go)" in text
    assert not re.search(r"\]\(\.\./", text)


def test_no_file_with_answers_comes_along_in_the_students_edition(tmp_path):
    for page in sorted((ROOT / "docs").glob("*.md")):
        build_site.with_links(page, tmp_path, solutions=False)
    names = [path.name for path in (tmp_path / "files").iterdir()]
    assert "mlcore-plain.py" in names
    assert [name for name in names if name.startswith(("solutions-", "mlcore-exercises-"))] == []


def test_a_drawing_says_what_it_shows():
    drawn = build_site.described('<?xml version="1.0"?>\n<svg width="9"><svg/></svg>', 'From "a" to <b>')
    assert drawn == (
        '<?xml version="1.0"?>\n'
        '<svg role="img" width="9"><title>From &quot;a&quot; to &lt;b&gt;</title><svg/></svg>'
    )


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#there">x</a><a href="https://elsewhere">y</a>')
    (tmp_path / "b.html").write_text('<p id="there">z</p><a href="a.html#gone">x</a><img src="no.png">')
    assert sorted(build_site.broken_links(tmp_path)) == ["b.html: a.html#gone", "b.html: no.png"]


def test_every_concept_of_a_task_is_in_the_index():
    text = "\n".join(build_site.concepts_page())
    for unit in UNITS.values():
        for exercise in unit.exercises:
            for concept in exercise.concepts:
                words = concept.partition("-")[2].replace("-", " ")
                assert re.search(rf"^\| {re.escape(words)} \|.*`{exercise.name}`", text, re.MULTILINE), (
                    concept
                )


def test_the_glossary_is_in_the_order_of_the_alphabet_and_names_nothing_twice():
    terms = re.findall(
        r"^(\w.*)\n: ", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(terms) >= 50
    letters = [re.sub(r"\W", "", term).lower() for term in terms]
    assert sorted(set(letters)) == letters


def test_demonstrations_are_listed_in_the_order_of_the_course():
    text = "\n".join(build_site.demos_page())
    course = [name for names in ORDER.values() for name in names]
    assert re.findall(r"^demos/(\w+)$", text, re.MULTILINE) == course
    assert re.findall(r"\(demos/(\w+)\.ipynb\)", text) == course
    assert sorted(course) == sorted(QUESTIONS)
