"""What Validate says of a task: not written, not right yet, or nothing; the judge heeds none of it."""

import io

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from selfcheck.check import Checker
from selfcheck.validating import NotAllPoints

from .examples import UNIT

validator = pytest.importorskip("nbgrader.validator")

STUB = "def share(votes, label):\n    raise NotImplementedError()"
HALF = "def share(votes, label):\n    return votes.count(label) / len(votes)"
RIGHT = HALF + " if votes else 0"
WORDS = "YOUR ANSWER HERE"


def graded(cell, name, points, solution=False):
    cell.metadata["nbgrader"] = {
        "grade": True, "grade_id": name, "points": points, "solution": solution,
        "locked": not solution, "task": False, "schema_version": 3, "cell_type": cell.cell_type,
    }  # fmt: skip
    if solution:  # untouched is what still has its checksum
        cell.metadata["nbgrader"]["checksum"] = validator.utils.compute_checksum(cell)
    return cell


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What Validate says, cell by cell, of a task that is unwritten, then begun, then done, and of words."""
    cells = [new_code_cell("from mlcore.exercises.start import check")]
    for state, answer in (("unwritten", STUB), ("begun", HALF), ("done", RIGHT)):
        cells.append(new_code_cell(answer))
        cells.append(graded(new_code_cell(f'check("start.share", share)  # {state}'), state, 3))
    cells.append(graded(new_markdown_cell(WORDS), "why", 2, solution=True))
    path = tmp_path_factory.mktemp("unit") / "unit.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    asked = validator.Validator()
    found = {one["source"].rpartition("# ")[2]: one for one in asked.validate(str(path))["failed"]}
    asked.stream = io.StringIO()
    asked.validate_and_print(str(path))
    return found | {"printed": asked.stream.getvalue()}


def test_what_is_not_written_is_said_to_be_that(said):
    assert said["unwritten"]["raw_error"] == (
        "share: 0 of 3 points\nNot written yet: share(votes, label) -> float"
    )


def test_what_is_begun_is_said_in_the_words_of_the_check(said):
    lines = said["begun"]["raw_error"].splitlines()
    assert lines[0] == "share: 2 of 3 points"
    assert any(line.startswith("Ask yourself:") for line in lines)
    assert "Traceback" not in said["begun"]["error"]


def test_nothing_is_said_of_what_is_done_and_an_answer_in_words_is_missing(said):
    assert set(said) == {"unwritten", "begun", WORDS, "printed"}
    assert said[WORDS]["raw_error"] == "You did not provide a response."


def test_nbgrader_cuts_no_line_of_it(said):
    assert "VALIDATION FAILED ON 3 CELL(S)!" in said["printed"]
    assert "Partial credit" not in said["printed"]
    assert "..." not in said["printed"]


@pytest.mark.parametrize("judged", [False, True])
def test_an_error_takes_the_place_of_points_nowhere_else(monkeypatch, judged):
    """A student who sets the variable loses no points: the judge has one of its own."""
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    check = Checker([UNIT])
    if judged:
        monkeypatch.setenv("NBJUDGE", "1")
        assert check("sums.total", lambda xs: 0) < check("sums.total", sum)
    else:
        with pytest.raises(NotAllPoints, match="total: "):
            check("sums.total", lambda xs: 0)
