"""A class that has handed in a real unit: of four one is right, one wrong, one half-done, one untouched.

Made out of the release that students get and of the solution's answers; no two notebooks are the same. The
release is tagged: stock nbgrader leaves out the cells on which no mark depends, as we do. Untagged, it runs
every cell, as it did before there were tags.
"""

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.grading.spent import spend

ROOT = Path(__file__).parents[2]
KINDS = ("right", "wrong", "half-done", "untouched")
SKIPPED = "skip-execution"
STOCK = 'c = get_config()\nc.CourseDirectory.course_id = "units"\nc.Autograde.timeout = 600\n'
OURS = """c = get_config()
load_subconfig("nbgrader_config.py", path={project!r})
c.CourseDirectory.root = {root!r}
c.NbJudge.visible = [{project!r} + "/mlcore"]
c.NbJudge.judge_visible = [{project!r} + "/selfcheck"]
"""
_EMPTY = "    # YOUR CODE HERE\n    raise NotImplementedError()\n"
_WRONG = "    return None\n"
Notebook = dict[str, Any]


def units() -> list[str]:
    """Return the names of all units."""
    return sorted(path.stem for path in (ROOT / "solutions").glob("[0-9]*.py"))


def submissions(unit: str, count: int, untagged: bool) -> Iterator[Notebook]:
    """Make the notebooks of a class."""
    released = (ROOT / "notebooks" / unit / f"{unit}.ipynb").read_text(encoding="utf-8")
    solution = json.loads((ROOT / "solutions" / unit / f"{unit}.ipynb").read_text(encoding="utf-8"))
    right = {cell["id"]: "".join(cell["source"]) for cell in solution["cells"]}
    for student in range(count):
        notebook = json.loads(released)
        for number, cell in enumerate(answers(notebook)):
            cell["source"] = _answer(right[cell["id"]], cell["source"], student, number)
        for cell in notebook["cells"] if untagged else ():
            cell["metadata"]["tags"] = [tag for tag in cell["metadata"].get("tags", []) if tag != SKIPPED]
        own = f"Notes of student {student}."  # even those who wrote no answer wrote this
        notebook["cells"].append(
            {"cell_type": "markdown", "id": f"notes-{student}", "metadata": {}, "source": own}
        )
        yield notebook


def answers(notebook: Notebook) -> list[Notebook]:
    """Return the cells that students write code in."""
    marked = [cell for cell in notebook["cells"] if "nbgrader" in cell["metadata"]]
    return [
        cell for cell in marked if cell["cell_type"] == "code" and cell["metadata"]["nbgrader"]["solution"]
    ]


def _answer(right: str, released: object, student: int, number: int) -> str:
    """Write an answer as this student does: right, wrong in every third, half of them, or not at all."""
    kind, draw = KINDS[student % len(KINDS)], random.Random(f"{student} {number}")
    text = re.sub(r"    ### (BEGIN|END) SOLUTION\n?", "", right)
    head = right.partition("    ### BEGIN SOLUTION")[0]
    if kind == "untouched":
        return "".join(released) if isinstance(released, list) else str(released)
    if kind == "wrong" and number % 3 == 0:
        text = head + _WRONG
    if kind == "half-done" and number % 2:
        text = head + _EMPTY
    return f"{text.rstrip()}\n    # {draw.getrandbits(64):x}\n"  # no two texts are alike


def lay_out(
    folder: Path, unit: str, students: int, untagged: bool, of_stock: int | None = None
) -> tuple[Path, Path]:
    """Make this course, with one unit, and a stock course beside it with the same class, or its first."""
    ours, stock = folder / "ours", folder / "stock"
    for step in ("solutions", "notebooks"):
        shutil.copytree(ROOT / step / unit, ours / step / unit)
    (ours / "nbgrader_config.py").write_text(OURS.format(project=str(ROOT), root=str(ours)))
    (stock / "source" / unit).mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / unit / f"{unit}.ipynb", stock / "source" / unit)
    (stock / "nbgrader_config.py").write_text(STOCK)
    for student, notebook in enumerate(submissions(unit, students, untagged)):
        for root in (ours, stock) if of_stock is None or student < of_stock else (ours,):
            place = root / "submitted" / name_of(student) / unit
            place.mkdir(parents=True)
            (place / f"{unit}.ipynb").write_text(json.dumps(notebook))
    spend(stock, "nbgrader", "generate_assignment", unit, "--create", "--quiet")
    return ours, stock


def name_of(student: int) -> str:
    """Return the name of a student in the gradebooks."""
    return f"s{student:03d}"
