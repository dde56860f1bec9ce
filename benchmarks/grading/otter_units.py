"""A real unit as an assignment of otter-grader, and its class in otter's notebooks.

The same cells and the same two calls of `check` for a task, the one that students see and the hidden one.
otter gives points to a test that raises nothing, so the hidden call becomes a test for each family of inputs
that earns points together: all of them read the result of one call. Answers in words are there, and nobody
marks them.
"""

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from benchmarks.grading.scores import Points
from benchmarks.grading.spent import Spent, spend
from benchmarks.grading.unit_class import ROOT, Notebook
from mlcore.exercises import UNITS

OTTER = ROOT / ".venv-otter" / "bin" / "otter"
TOGETHER = Path(__file__).with_name("otter_together.py")
CONFIG = """# ASSIGNMENT CONFIG
generate: true
run_tests: false
export_cell: false
tests:
  ok_format: false"""
SEEN = """def test_{number}(env):
    env["check"]({name!r}, env[{function!r}])"""
FIRST = """def test_{number}(env):
    env["_result"] = None
    env["_result"] = env["check"]({name!r}, env[{function!r}], hidden=True)
    assert env["_result"].report.results[0].passed"""
OTHER = """def test_{number}(env):
    assert env["_result"].report.results[{number}].passed"""
_CHECK = re.compile(r'check\("(\w+)\.(\w+)", (\w+)\)')

raw, code = nbformat.v4.new_raw_cell, nbformat.v4.new_code_cell


def source(unit: str) -> NotebookNode:
    """Return the teacher's notebook in otter's markup."""
    solution = nbformat.read(ROOT / "solutions" / unit / f"{unit}.ipynb", as_version=4)
    cells = [raw(CONFIG)]
    for cell in solution.cells:
        marks = cell.metadata.pop("nbgrader", {})
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        if marks.get("grade") and cell.cell_type == "code":
            cells += _question(marks["grade_id"], cell.source)
        else:
            cell.source = re.sub("### (BEGIN|END) SOLUTION", r"# \1 SOLUTION", cell.source)
            cells.append(cell)
    return nbformat.v4.new_notebook(cells=cells, metadata=solution.metadata)


def _question(name: str, test: str) -> Iterator[NotebookNode]:
    found = _CHECK.match(test)
    assert found is not None, test
    unit, task, function = found.groups()
    names = {"name": f"{unit}.{task}", "function": function}
    yield raw(f"# BEGIN QUESTION\nname: {name}")
    yield raw("# BEGIN TESTS")
    yield _test(SEEN.format(**names, number="seen"), 0.0, False)
    for number, family in enumerate(UNITS[unit][task].families):
        text = OTHER if number else FIRST
        yield _test(text.format(**names, number=number), family.points, True)
    yield raw("# END TESTS")
    yield raw("# END QUESTION")


def _test(text: str, points: float, hidden: bool) -> NotebookNode:
    config = (
        f'""" # BEGIN TEST CONFIG\nhidden: {str(hidden).lower()}\npoints: {points:g}\n""" # END TEST CONFIG'
    )
    return code(f"{config}\n{text}")


class Assignment:
    """What `otter assign` makes of a unit: the archive with the tests, and the notebook that students get."""

    def __init__(self, folder: Path, unit: str) -> None:
        """Make it in a new folder."""
        folder.mkdir(parents=True)
        nbformat.write(source(unit), folder / f"{unit}.ipynb")
        spend(folder, OTTER, "assign", f"{unit}.ipynb", "dist")
        self.folder, self.unit = folder, unit
        self.archive = next((folder / "dist" / "autograder").glob("*.zip"))
        self._released = (folder / "dist" / "student" / f"{unit}.ipynb").read_text(encoding="utf-8")

    def hand_in(self, student: str, notebook: Notebook) -> Path:
        """Write into otter's notebook what a student wrote into nbgrader's, with the tags there."""
        written = {cell["id"]: cell for cell in notebook["cells"]}
        made = json.loads(self._released)
        for cell in made["cells"]:
            if (theirs := written.get(cell["id"])) is not None:
                cell["source"] = theirs["source"]
                cell["metadata"]["tags"] = theirs["metadata"].get("tags", [])
        path = self.folder / "submitted" / student / f"{self.unit}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(made))
        return path

    def one_by_one(self, submissions: Sequence[Path]) -> tuple[Spent, Points]:
        """Run `otter run` for each; give what it took, and the points of each student's questions."""
        spent, points = Spent(0.0, 0.0), Points()
        for path in submissions:
            results = path.parent / "results"
            results.mkdir(exist_ok=True)
            spent += spend(self.folder, OTTER, "run", "-a", self.archive, "-o", results, "--no-logo", path)
            tests = json.loads((results / "results.json").read_text())["tests"]
            points[path.parent.name] = {test["name"]: test["score"] for test in tests if "score" in test}
        return spent, points

    def together(self, submissions: Sequence[Path], at_once: int) -> tuple[Spent, Points]:
        """Let as many processes as that grade all."""
        results = self.folder / "together.json"
        python = OTTER.with_name("python")
        spent = spend(self.folder, python, "-P", TOGETHER, self.archive, results, at_once, *submissions)
        found = json.loads(results.read_text())
        return spent, {Path(path).parent.name: points for path, points in found.items()}


def installed() -> str:
    """Return the version of otter in its environment; nothing where it is not."""
    if not OTTER.exists():
        return ""
    words = [OTTER.with_name("python"), "-c", "from otter.version import __version__; print(__version__)"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
