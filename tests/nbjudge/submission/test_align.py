"""Every way in which a student's notebook may differ from the release gives its due cells, or a note."""

import copy
import json

import pytest

from nbjudge.course.release import ReleaseCell, ReleaseNotebook
from nbjudge.submission.align import align
from nbjudge.submission.notebook import parse
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import Cell, answer, code, filled, grade_id, notebook, stub, text

FILLED = filled(squares.CELLS, squares.RIGHT)


def release() -> ReleaseNotebook:
    cells = []
    for number, cell in enumerate(squares.CELLS):
        marks = cell["metadata"].get("nbgrader", {})
        writes = bool(marks.get("solution"))
        source = stub(cell) if writes else cell["source"]
        reference = cell["source"] if writes else ""
        name = grade_id(cell) or f"unmarked-{number + 1}"
        cells.append(
            ReleaseCell(name, cell["cell_type"], source, marks, cell_id=f"id{number}", reference=reference)
        )
    return ReleaseNotebook("squares", tuple(cells), {"name": "python3"})


def rebuilt(cells: list[Cell]) -> tuple[dict[str, str], list[str], str]:
    """Give the sources by id, the order of the ids, and the notes as one text."""
    placed, notes = align(release(), parse(json.dumps(notebook(cells)).encode())[0])
    sources = {entry.cell.id: entry.cell.source for entry in placed}
    return sources, [entry.cell.id for entry in placed], " ".join(notes)


def at(name: str) -> int:
    return next(number for number, cell in enumerate(FILLED) if grade_id(cell) == name)


def fresh() -> list[Cell]:
    return copy.deepcopy(FILLED)


ORDER = [cell.id for cell in release().cells]


def test_an_honest_notebook_has_no_notes():
    sources, order, notes = rebuilt(fresh())
    assert order == ORDER
    assert sources["square"] == squares.RIGHT["square"]
    assert "BEGIN HIDDEN TESTS" in sources["test-square"]
    assert notes == ""


def test_what_is_a_test_and_its_points_come_from_the_release():
    cells = fresh()
    cells[at("test-square")]["source"] = "pass"
    cells[at("test-square")]["metadata"]["nbgrader"] |= {"points": 1000, "grade": False, "solution": True}
    cells[at("test-square")]["metadata"]["tags"] = ["skip-execution", "in-student"]
    placed, notes = align(release(), parse(json.dumps(notebook(cells)).encode())[0])
    tested = next(entry.cell for entry in placed if entry.cell.id == "test-square")
    assert (tested.kind, tested.points, tested.tags) == ("test", 2.0, ())
    assert "assert square(2) == 4" in tested.source
    assert "Changed although locked" in " ".join(notes)


@pytest.mark.parametrize("name", ["square", "test-square", "given"])
def test_a_deleted_cell_comes_back(name: str):
    cells = fresh()
    del cells[at(name)]
    sources, order, notes = rebuilt(cells)
    assert order == ORDER
    assert "Missing" in notes
    assert name in notes
    assert sources[name] == (
        "" if name == "square" else next(c.source for c in release().cells if c.id == name)
    )


def test_an_answer_written_into_a_new_cell_is_run_in_its_place():
    cells = fresh()
    cells[at("square")] = code("def square(x):\n    return x * x")
    sources, order, _ = rebuilt(cells)
    assert sources["square"] == ""
    assert order[order.index("square") - 1] == "extra-1" or order[order.index("square") + 1] == "extra-1"
    assert order.index("extra-1") < order.index("test-square")


def test_a_copied_answer_counts_as_it_was_last_written():
    cells = fresh()
    first = copy.deepcopy(cells[at("square")])
    first["source"] = "def square(x):\n    return 1"
    cells.insert(at("square"), first)
    sources, order, notes = rebuilt(cells)
    assert sources["square"] == squares.RIGHT["square"]
    assert sources["extra-1"] == first["source"]
    assert order.index("extra-1") < order.index("square")
    assert "2 copies" in notes


def test_an_untouched_copy_never_counts():
    cells = fresh()
    cells.append(answer("square", stub(squares.CELLS[3])))
    sources, order, notes = rebuilt(cells)
    assert sources["square"] == squares.RIGHT["square"]
    assert order == ORDER
    assert "2 copies" in notes


def test_a_copied_test_is_not_run_in_the_students_process():
    cells = fresh()
    cells.append(copy.deepcopy(cells[at("test-square")]))
    _, order, notes = rebuilt(cells)
    assert order == ORDER
    assert "2 copies" in notes


def test_moved_cells_go_back_to_their_places():
    _, order, _ = rebuilt(fresh()[::-1])
    assert order == ORDER


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_a_retyped_answer_is_read_as_code(kind: str):
    cells = fresh()
    cells[at("square")]["cell_type"] = kind
    placed, notes = align(release(), parse(json.dumps(notebook(cells)).encode())[0])
    own = next(entry for entry in placed if entry.cell.id == "square")
    assert (own.cell_type, own.cell.kind, own.cell.source) == ("code", "answer", squares.RIGHT["square"])
    assert "another type" in " ".join(notes)


def test_extra_cells_stay_behind_what_they_stood_behind():
    cells = fresh()
    cells.insert(at("total"), code("helper = 1"))
    cells.insert(0, code("first = 1"))
    sources, order, notes = rebuilt(cells)
    assert order[0] == "extra-1"
    assert sources[order[order.index("total") - 1]] == "helper = 1"
    assert notes == ""


def test_an_edited_unlocked_cell_runs_after_the_releases_own():
    cells = fresh()
    number = next(n for n, cell in enumerate(cells) if cell["source"] == "import math")
    cells[number]["source"], cells[number]["id"] = "import math, cmath", "id1"
    sources, order, _ = rebuilt(cells)
    assert sources["unmarked-2"] == "import math"
    assert order[order.index("unmarked-2") + 1] == "extra-1"
    assert sources["extra-1"] == "import math, cmath"


def test_a_notebook_that_lost_all_metadata_is_matched_by_its_texts():
    cells = fresh()
    for cell in cells:
        cell["metadata"] = {}
    sources, order, _ = rebuilt(cells)
    assert sources["test-total"] == "assert total == 285"
    assert order.index("extra-1") < order.index("test-square")
    assert squares.RIGHT["square"] in sources.values()


def test_foreign_and_forged_ids_are_extra_cells():
    cells = fresh()
    cells.append(answer("no-such-cell", "x = 1"))
    sources, order, _ = rebuilt(cells)
    assert sources["extra-1"] == "x = 1"
    assert order[-1] == "extra-1"


def test_words_of_hidden_tests_in_an_answer_change_nothing():
    cells = fresh()
    cells[at("square")]["source"] = "### BEGIN HIDDEN TESTS\n### BEGIN HIDDEN TESTS\nsquare = lambda x: x * x"
    sources, _, notes = rebuilt(cells)
    assert sources["square"] == cells[at("square")]["source"]
    assert notes == ""


def test_an_empty_notebook_is_all_missing():
    _, order, notes = rebuilt([])
    assert order == ORDER
    assert "square" in notes


def test_nothing_written_is_known():
    placed, _ = align(release(), parse(json.dumps(notebook(filled(squares.CELLS, {}))).encode())[0])
    assert {entry.cell.id for entry in placed if entry.unchanged} == {"square", "total", "why", "use"}


def test_prose_that_was_added_is_kept_as_text():
    cells = [*fresh(), text("My own words.")]
    placed, _ = align(release(), parse(json.dumps(notebook(cells)).encode())[0])
    assert (placed[-1].cell.kind, placed[-1].cell.source) == ("text", "My own words.")
