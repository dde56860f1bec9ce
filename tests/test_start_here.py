"""The first page: it runs untouched, its check finds mistakes, and it is built from its text."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from mlcore.exercises import UNITS
from mlcore.exercises.start import UNIT, check
from selfcheck.authoring import build
from selfcheck.authoring.strength import try_units

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "notebooks" / "START_HERE.ipynb"
TEXT = ROOT / "solutions" / "start" / "START_HERE.py"
STUB = "    # YOUR CODE HERE\n    raise NotImplementedError()"


def run(answer):
    notebook = build.load(PAGE)
    for cell in notebook.cells:
        cell.source = cell.source.replace(STUB, answer)
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


def shown(outputs):
    return "\n".join(output.get("text", "") or output.data.get("text/html", "") for output in outputs)


def test_it_is_built_from_the_present_text_and_holds_no_outputs():
    """If this fails, run `make notebooks`."""
    found, wanted = nbformat.read(PAGE, as_version=4), build.read(TEXT)
    assert [(cell.id, cell.source) for cell in found.cells] == [
        (cell.id, cell.source) for cell in wanted.cells
    ]
    assert [cell.id for cell in found.cells if cell.get("outputs")] == []


def test_untouched_it_runs_to_its_end_and_says_that_the_task_is_not_written():
    said = shown(run(STUB))
    assert "All of it fits. Go on." in said
    assert "Not written yet" in said


def test_the_first_task_written_is_full_marks():
    said = shown(run("    return votes.count(label) / len(votes) if votes else 0"))
    assert "share: 3 of 3 points" in said


def test_its_check_names_every_known_mistake():
    findings = list(try_units([UNIT]))
    assert len(findings) == 10
    assert [f"{found.answer} {found.fault}" for found in findings if found.fault] == []


def test_without_the_division_it_says_what_the_text_promises():
    result = check("start.share", lambda votes, label: votes.count(label))
    assert "Three of four and three of a thousand" in str(result)


@pytest.mark.parametrize("name", UNITS)
def test_it_names_every_unit(name):
    assert f"`{UNITS[name].notebook}`" in TEXT.read_text(encoding="utf-8")
