"""Links between notebooks, and to the errata, lead somewhere in each of the places where they are read.

In the repository, as a forge shows it; in a student's folder, which is a copy of notebooks/ under any name;
on the site, where the units and the demonstrations lie in folders of other names.
"""

import re
import shutil
from pathlib import Path

import nbformat
import pytest

from mlcore import course_folder
from tools import build_site

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"\]\(([^)\s#:]+)(#[^)\s]+)?\)")


def anchors(page):
    """Return the anchors of a Markdown page's headings, as a forge makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {"#" + re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def lead_nowhere(folder):
    """Return the links of all notebooks below a folder that lead nowhere, and how many links there are."""
    lost, number = [], 0
    for path in sorted(folder.rglob("*.ipynb")):
        for cell in nbformat.read(path, 4).cells:
            for target, anchor in LINK.findall(cell.source) if cell.cell_type == "markdown" else ():
                number += 1
                there = (path.parent / target).resolve()
                if not there.is_file() or (anchor and there.suffix == ".md" and anchor not in anchors(there)):
                    lost.append(f"{path.name}: {target}{anchor}")
    return lost, number


@pytest.mark.parametrize("folder", ["solutions", "notebooks"])
def test_in_the_repository(folder):
    lost, number = lead_nowhere(ROOT / folder)
    assert lost == []
    assert number > 60


def test_in_a_students_folder(tmp_path):
    """A copy, under another name, with nothing of the repository beside it."""
    shutil.copytree(ROOT / "notebooks", tmp_path / "my course")
    lost, number = lead_nowhere(tmp_path / "my course")
    assert lost == []
    assert number > 60
    for path in (tmp_path / "my course").rglob("*.ipynb"):
        for cell in nbformat.read(path, 4).cells:
            for target, _ in LINK.findall(cell.source) if cell.cell_type == "markdown" else ():
                assert (path.parent / target).resolve().is_relative_to(tmp_path / "my course")


def test_what_is_delivered_to_a_student(tmp_path):
    course_folder.deliver(course_folder.source(), tmp_path / "course")
    lost, number = lead_nowhere(tmp_path / "course")
    assert lost == []
    assert number > 60


@pytest.mark.parametrize("unit", sorted((ROOT / "solutions").glob("0*/*.ipynb")), ids=lambda path: path.stem)
def test_on_the_site(unit):
    """There the units lie in units/, the demonstrations in demos/, the errata beside both."""
    page = build_site.unit_page(unit, solutions=True)
    for cell in page.cells:
        for target, anchor in LINK.findall(cell.source) if cell.cell_type == "markdown" else ():
            if target == "../errata.md":
                assert not anchor or anchor in anchors(ROOT / "docs" / "errata.md")
            else:
                name = re.fullmatch(r"\.\./demos/(\w+)\.ipynb", target)
                assert name, target
                assert (ROOT / "notebooks" / "demos" / f"{name[1]}.ipynb").is_file(), target
