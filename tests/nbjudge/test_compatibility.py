"""The figure of how many test cells of other courses run unchanged can be repeated by anyone."""

from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks import compatibility
from nbjudge.execution.executor import Executor


def test_each_test_cell_gets_its_verdict(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("one two")
    path = write(
        tmp_path / "n.ipynb",
        solution="def f(x):\n    return x + 1\nopen('made.txt', 'w').write('x')",
        value="assert f(1) == 2",
        data="assert len(open('words.txt').read().split()) == 2",
        file="assert open('made.txt').read() == 'x'",
        never="assert f(1) == 3",
    )
    assert [found.name for found in compatibility.notebooks(tmp_path, "")] == [path.name]
    with Executor(unsafe=True) as executor:
        found = compatibility.examine(executor, compatibility.task_of(path))
    verdicts = {cell.partition(" ")[0]: verdict for cell, (verdict, _) in found.items()}
    assert verdicts == {"value": "judge", "data": "judge", "file": "in-student"}
    assert "FileNotFoundError" in next(why for verdict, why in found.values() if verdict == "in-student")


def test_notebooks_without_tests_and_copies_that_jupyter_keeps_are_left_out(tmp_path: Path) -> None:
    write(tmp_path / "no_tests.ipynb", solution="x = 1")
    (tmp_path / ".ipynb_checkpoints").mkdir()
    write(tmp_path / ".ipynb_checkpoints" / "n.ipynb", test="assert True")
    assert not list(compatibility.notebooks(tmp_path, ""))


def write(path: Path, **sources: str) -> Path:
    cells = []
    for name, source in sources.items():
        solution = name == "solution"
        marks = {"grade_id": name, "grade": not solution, "solution": solution, "points": 1}
        cells.append(new_code_cell(source, metadata={"nbgrader": marks}))
    nbformat.write(new_notebook(cells=cells), path)
    return path
