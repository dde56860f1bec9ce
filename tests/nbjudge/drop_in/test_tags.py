"""Stock nbgrader leaves out what no mark depends on: the release says so by a tag of nbclient's."""

import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from nbjudge.course import course as courses
from nbjudge.drop_in.tags import SKIPPED
from nbjudge.grading.open_release import open_release

pytest.importorskip("nbgrader")
ROOT = Path(__file__).parents[3]
SETTINGS = """from nbjudge.drop_in import configure
c = get_config()
configure(c)
c.NbJudge.leave_out_illustrations = {wanted}
"""
ANSWER = "def f(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION"


def marks(name: str, **more: object) -> dict[str, object]:
    plain = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    return {"nbgrader": {**plain, "grade_id": name, **more}}


def written(root: Path, wanted: bool) -> Path:
    """A course with a picture, data that a test reads, an answer and the test."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.cells = [
        nbformat.v4.new_code_cell("import math"),
        nbformat.v4.new_code_cell(ANSWER, metadata=marks("f", solution=True)),
        nbformat.v4.new_code_cell("X = [1]\nprint(f(X))", metadata={"tags": ["hide-input"]}),
        nbformat.v4.new_code_cell("Y = [2]\nprint(Y)"),
        nbformat.v4.new_code_cell(
            "assert f(Y) == [2]", metadata=marks("t", grade=True, locked=True, points=2)
        ),
    ]
    (root / "source" / "ps1").mkdir(parents=True)
    nbformat.write(notebook, root / "source" / "ps1" / "p.ipynb")
    (root / "nbgrader_config.py").write_text(SETTINGS.format(wanted=wanted))
    return root


def released(root: Path) -> list[list[str]]:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    command = ["nbgrader", "generate_assignment", "ps1", "--quiet"]
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)
    cells = json.loads((root / "release" / "ps1" / "p.ipynb").read_text())["cells"]
    return [cell["metadata"].get("tags", []) for cell in cells]


def test_the_command_tags_what_no_mark_depends_on_and_the_grader_reads_for_itself(tmp_path: Path) -> None:
    root = written(tmp_path, True)
    assert released(root) == [[], [], ["hide-input", SKIPPED], [], []]
    cells = open_release(courses.read(root), "ps1").notebooks[0].cells
    assert [cell.tags for cell in cells] == [(), (), ("hide-input",), (), ()]


def test_a_course_that_does_not_want_it_has_no_tags(tmp_path: Path) -> None:
    assert released(written(tmp_path, False)) == [[], [], ["hide-input"], [], []]
