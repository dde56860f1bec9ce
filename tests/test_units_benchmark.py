"""The benchmark on real units: its class, otter's version of a unit, what is counted, and what is told."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbgrader.api import Gradebook
from sqlalchemy import create_engine

from benchmarks import shortfalls
from benchmarks.grading import otter_units, scores, spent, unit_class, units, units_table
from mlcore.exercises import UNITS, check
from nbjudge.gradebook import tables

ROOT = Path(__file__).parent.parent


def test_a_class_of_a_real_unit_is_a_mixture_of_different_notebooks():
    """Right, wrong, half-done, untouched, and again; the tags of the release stay, if wanted."""
    made = list(unit_class.submissions("06_decisions", 8, untagged=False))
    right, wrong, half, untouched, again = made[:5]
    texts = [
        ["".join(cell["source"]) for cell in unit_class.answers(one)]
        for one in (right, wrong, half, untouched)
    ]
    stubs = [sum("NotImplementedError" in text for text in answers) for answers in texts]
    count = len(texts[0])
    assert stubs == [0, 0, count // 2, count]
    assert sum(text.rstrip().splitlines()[-2] == "    return None" for text in texts[1]) == -(-count // 3)
    assert not set(texts[0]) & {"".join(cell["source"]) for cell in unit_class.answers(again)}
    assert all("SOLUTION" not in text for text in texts[0])
    assert len({json.dumps(one) for one in made}) == len(made)
    (plain,) = unit_class.submissions("06_decisions", 1, untagged=True)
    assert unit_class.SKIPPED in str(right)
    assert unit_class.SKIPPED not in str(plain)


@pytest.mark.parametrize("unit", unit_class.units())
def test_otter_gets_the_cells_and_the_points_of_a_unit(unit):
    """Every cell that is no test is there, and every task is worth what it is worth in the release."""
    released = nbformat.read(ROOT / "notebooks" / unit / f"{unit}.ipynb", as_version=4)
    marks = {
        cell.id: cell.metadata["nbgrader"]
        for cell in released.cells
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade")
    }
    made = otter_units.source(unit)
    assert {cell.id for cell in released.cells} - marks.keys() <= {cell.id for cell in made.cells}
    assert points_in(made) == pytest.approx({name: mark["points"] for name, mark in marks.items()})
    assert not any(mark in cell.source for cell in made.cells for mark in ("### BEGIN", "### END"))


def points_in(notebook):
    found, question = {}, ""
    for cell in notebook.cells:
        if cell.source.startswith("# BEGIN QUESTION"):
            question = cell.source.partition("name: ")[2]
        if "BEGIN TEST CONFIG" in cell.source:
            points = float(cell.source.partition("points: ")[2].split()[0])
            found[question] = found.get(question, 0.0) + points
    return found


@pytest.mark.parametrize("kind", ["right", "wrong", "missing"])
def test_the_tests_for_otter_give_the_points_that_the_check_gives(kind):
    """A test of otter's gives all of its points or none: one for each family makes a part of the points."""
    task = UNITS["decisions"]["metrics"]

    def without_precision(*counts):
        right = task.reference(*counts)
        return {**right, "precision": -1.0} if sum(counts) == 10 else right

    functions = {"right": {"metrics": task.reference}, "wrong": {"metrics": without_precision}, "missing": {}}
    env = {"check": check, **functions[kind]}
    text = 'check("decisions.metrics", metrics)'
    given = 0.0
    for cell in otter_units._question("check-metrics", text):
        if "BEGIN TEST CONFIG" in cell.source:
            defined = {}
            exec(cell.source, defined)
            (test,) = (value for name, value in defined.items() if name.startswith("test_"))
            try:
                test(env)
            except Exception:
                continue
            given += float(cell.source.partition("points: ")[2].split()[0])
    wanted = check("decisions.metrics", env["metrics"], hidden=True) if kind != "missing" else 0.0
    assert given == pytest.approx(float(wanted))
    assert (0 < given < task.points) == (kind == "wrong")


def test_a_submission_for_otter_has_what_the_student_wrote_and_the_releases_tags(tmp_path):
    (right,) = unit_class.submissions("06_decisions", 1, untagged=False)
    answer = unit_class.answers(right)[0]
    skipped = next(cell for cell in right["cells"] if "skip-execution" in cell["metadata"].get("tags", ()))
    cells = [{"id": name, "metadata": {}, "source": "..."} for name in (answer["id"], skipped["id"], "init")]
    assignment = SimpleNamespace(folder=tmp_path, unit="u", _released=json.dumps({"cells": cells}))
    path = otter_units.Assignment.hand_in(assignment, "ada", right)
    first, second, own = json.loads(path.read_text())["cells"]
    assert (first["source"], second["metadata"]["tags"]) == (answer["source"], skipped["metadata"]["tags"])
    assert own == cells[2]


@pytest.mark.skipif(sys.platform != "linux", reason="who waits for whom is another matter elsewhere")
def test_processor_time_of_what_nobody_waits_for_is_counted(tmp_path):
    program = (
        "import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "end, held = os.pipe()\n"
        "if os.fork() == 0:\n"
        "    while time.process_time() < 0.4: pass\n"
        "    os._exit(0)\n"
        "os.close(held)\nos.read(end, 1)\n"  # until the child has ended
        "time.sleep(0.25)\n"
    )
    found = spent.spend(tmp_path, sys.executable, "-c", program)
    assert 0.2 < found.processor < 3  # what else this process has begun is counted as well
    assert found.wall > 0.25


def test_a_program_that_fails_ends_the_benchmark_with_its_words(tmp_path):
    with pytest.raises(RuntimeError, match="no such thing"):
        spent.spend(tmp_path, sys.executable, "-c", "raise SystemExit('no such thing')")


@pytest.mark.filterwarnings("ignore:Object of type <Submitted")  # nbgrader's own
def test_points_are_read_from_a_gradebook_without_those_for_answers_in_words(tmp_path):
    url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    with create_engine(url).begin() as connection:
        tables.make_missing(connection)
    with Gradebook(url) as gradebook:
        gradebook.add_assignment("ps1")
        gradebook.add_notebook("p1", "ps1")
        for name, cell_type in (("test", "code"), ("words", "markdown")):
            gradebook.add_grade_cell(name, "p1", "ps1", max_score=2, cell_type=cell_type)
        gradebook.add_student("ada")
        gradebook.add_submission("ps1", "ada")
        gradebook.find_grade("test", "p1", "ps1", "ada").auto_score = 1.5
        gradebook.db.commit()
    assert scores.in_gradebook(tmp_path, "ps1") == {"ada": {"test": 1.5}}


def measured(stock=(8.0, 16.0), ours=(1.0, 1.0), unequal=None):
    def run(*steps):
        return [{"wall": seconds, "processor": 2 * seconds} for seconds in steps]

    return {
        "doctor": {"wall": 3.0, "processor": 4.0},
        "floor": 0.05,
        "submissions": {"stock": 4, "ours, 1 worker": 8},
        "runs": {"stock": [run(s, 4.0) for s in stock], "ours, 1 worker": [run(8 * o) for o in ours]},
        "alone": {"stock": [run(5.0, 1.0)], "ours": [run(1.5)]},
        "points": {"stock": {"compared": 4, "unequal": unequal or {}}},
    }


def test_the_table_counts_both_steps_of_stock_for_each_submission_that_it_graded():
    (_, times), (_, processor), (_, others) = (
        rows(units_table.__dict__[name]({"u": measured()})) for name in ("_times", "_processor", "_others")
    )
    assert times["stock nbgrader"] == "4.00 s"  # the median of (8 + 4) / 4 and (16 + 4) / 4
    assert times["ours, 1 worker"] == "1.00 s; 4.0 (3.5–4.5) times"
    assert (processor["floor"], processor["ours over the floor"]) == ("0.050 s", "40.0 times")
    assert others["one right submission alone: stock"] == "6.00 s"
    assert others["stock's feedback, each"] == "1.00 s"
    assert others["points as ours"] == "stock: 4 of 4"


def rows(table):
    head, *units_ = table
    return [head, *(dict(zip(head, row, strict=True)) for row in units_)]


def test_whoever_gets_other_points_is_named_and_fails_the_benchmark():
    unequal = {"s001": ["check-a: 2 by ours, 0 by theirs"]}
    assert "stock: 3 of 4 (s001: check-a: 2 by ours, 0 by theirs)" in units_table.in_a_line(
        measured(unequal=unequal)
    )
    (found,) = shortfalls.of_units({"tagged": {"units": {"u": measured(unequal=unequal)}}})
    assert found.fails
    assert found.sentence == "Other points: stock, tagged u, s001: check-a: 2 by ours, 0 by theirs"


def test_a_unit_on_which_a_peer_is_faster_fails_the_benchmark():
    assert list(shortfalls.of_units({"untagged": {"units": {"u": measured()}}})) == []
    (found,) = shortfalls.of_units({"untagged": {"units": {"u": measured(ours=(7.0, 7.0))}}})
    assert found.fails
    assert found.sentence.startswith("Slower than stock: ours, 1 worker, untagged u: 0.6")


def test_the_guide_shows_what_was_measured_on_the_units():
    results = json.loads(units.KEPT.read_text())
    page = units.GUIDE.read_text()
    assert units_table.put_into(page, units_table.markdown(results), "units") == page
    assert [sorted(found["units"]) for found in results.values()] == [unit_class.units()] * len(results)


def test_an_edition_is_kept_beside_the_other_and_told_where_it_was_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(units, "KEPT", tmp_path / "units.json")
    monkeypatch.setattr(units, "GUIDE", tmp_path / "guide.md")
    units.GUIDE.write_text("before <!-- units: start --><!-- units: end --> after")
    machine = {"cores": 2, "processor": "p", "system": "s", "sandbox": "3", "versions": {"Python": "3.11"}}
    found = {"machine": {**machine, "otter-grader": ""}, "rounds": 2, "units": {"u": measured()}}
    units.keep("untagged", {**found, "students": 8})
    units.keep("tagged", {**found, "students": 4})
    page = units.GUIDE.read_text()
    assert set(json.loads(units.KEPT.read_text())) == {"tagged", "untagged"}
    assert "8 submissions of each unit, stock nbgrader the first 4; medians of 2 runs" in page
    assert page.index("4 submissions of each unit; medians of 2 runs") < page.index("8 submissions")
