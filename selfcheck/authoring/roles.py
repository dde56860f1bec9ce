"""What a cell is for: the roles of graded cells, from a short header in the text to nbgrader's metadata.

    # %% exercise="event_prob"              the student writes it; between the SOLUTION markers it is ours
    # %% check="event_prob" points=4        marked by running it: check("unit.event_prob", event_prob)
    # %% [markdown] answer="why" points=2   marked by a person; all of it is ours, the question stands before
    # %% locked="data"                      read-only

A check cell gets a second line between nbgrader's hidden-test markers, which draws the random cases anew when
it is graded. What would only show up in front of a class is refused here.
"""

import ast
import importlib
import re
from collections.abc import Iterable

from nbformat import NotebookNode

from selfcheck.check import Checker

ROLES = ("exercise", "check", "answer", "locked")
BEGIN_SOLUTION, END_SOLUTION = "### BEGIN SOLUTION", "### END SOLUTION"
BEGIN_HIDDEN, END_HIDDEN = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"


def assign(cell: NotebookNode, header: dict[str, object]) -> str | None:
    """Give a cell the metadata of the role in its header, and return its grade_id (None: it has no role)."""
    named = [role for role in ROLES if role in header]
    if not named:
        if "points" in header or BEGIN_SOLUTION in cell.source or BEGIN_HIDDEN in cell.source:
            raise ValueError(f"A cell with points or a solution needs a role: {cell.source[:60]!r}")
        return None
    if len(named) > 1:
        raise ValueError(f"A cell has one role; got {' and '.join(named)}: {cell.source[:60]!r}")
    role = named[0]
    name = str(header[role])
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,50}", name):
        raise ValueError(f"A name consists of at most 50 letters, digits, - and _; got {role}={name!r}.")
    graded = role in ("check", "answer")
    if graded and not isinstance(header.get("points"), (int, float)):
        raise ValueError(f"{role}={name!r} must say its points.")
    if not graded and "points" in header:
        raise ValueError(f"{role}={name!r} earns no points: they belong to its check.")
    _refuse_misplaced_solution(cell, role, name)
    grade_id = f"check-{name}" if role == "check" else name
    cell.metadata["nbgrader"] = {
        "cell_type": cell.cell_type,
        "grade": graded,
        "grade_id": grade_id,
        "locked": role in ("check", "locked"),
        "schema_version": 3,
        "solution": role in ("exercise", "answer"),
        "task": False,
    }
    if graded:
        cell.metadata["nbgrader"]["points"] = header["points"]
    return grade_id


def _refuse_misplaced_solution(cell: NotebookNode, role: str, name: str) -> None:
    regions = [line.strip() for line in cell.source.splitlines() if "SOLUTION" in line]
    regions = [line for line in regions if line in (BEGIN_SOLUTION, END_SOLUTION)]
    if role == "exercise" and (
        not regions or regions != [BEGIN_SOLUTION, END_SOLUTION] * (len(regions) // 2)
    ):
        raise ValueError(f"exercise={name!r} needs its solution between {BEGIN_SOLUTION} and {END_SOLUTION}.")
    if role != "exercise" and BEGIN_SOLUTION in cell.source:
        raise ValueError(f"{role}={name!r} holds a solution: that belongs into an exercise cell.")
    if role == "exercise" and cell.cell_type != "code":
        raise ValueError(f"exercise={name!r} must be a code cell; a written answer has the role answer.")
    if role == "check" and cell.cell_type != "code":
        raise ValueError(f"check={name!r} must be a code cell.")


def check_all(cells: Iterable[NotebookNode]) -> None:
    """Refuse what does not fit together: names used twice, checks without a task, points that differ."""
    cells = list(cells)
    ids = [cell.metadata.nbgrader.grade_id for cell in cells if "nbgrader" in cell.metadata]
    for grade_id in ids:
        if ids.count(grade_id) > 1:
            raise ValueError(f"The name {grade_id!r} appears twice.")
    checker = _checker(cells)
    seen: set[str] = set()
    for cell in cells:
        if "nbgrader" not in cell.metadata:
            continue
        grade_id = cell.metadata.nbgrader.grade_id
        seen.add(grade_id)
        if grade_id.startswith("check-") and cell.metadata.nbgrader.grade:
            name = grade_id.removeprefix("check-")
            if name not in seen:
                raise ValueError(f"check={name!r} needs an exercise={name!r} before it.")
            _complete(cell, name, checker)


def _checker(cells: Iterable[NotebookNode]) -> Checker | None:
    """Return the object `check` that the notebook imports."""
    for cell in cells:
        found = re.search(r"^from ([\w.]+) import (?:.*, *)?check\b", cell.source, flags=re.MULTILINE)
        if cell.cell_type == "code" and found:
            check = importlib.import_module(found[1]).check
            checker = getattr(check, "__self__", check)  # a method of a Checker, or the Checker itself
            return checker if isinstance(checker, Checker) else None
    return None


def _complete(cell: NotebookNode, name: str, checker: Checker | None) -> None:
    """Add the hidden draw to a check cell, and compare its points with the task's."""
    call = _last_check(cell.source)
    if call is None or checker is None:
        return  # an ordinary test cell with asserts: it is what it is
    task = ast.literal_eval(call.args[0])
    _, exercise = checker.find(task)
    if exercise.name != name:
        raise ValueError(f"check={name!r} checks {task!r}: the names must agree.")
    points = cell.metadata.nbgrader.points
    if points != exercise.points:
        raise ValueError(f"check={name!r} says {points:g} points; the exercise has {exercise.points:g}.")
    first = ast.get_source_segment(cell.source, call) or ""
    hidden = first.rstrip().removesuffix(")").rstrip().removesuffix(",") + ", hidden=True)"
    cell.source = f"{cell.source.rstrip()}\n{BEGIN_HIDDEN}\n{hidden}\n{END_HIDDEN}"


def _last_check(source: str) -> ast.Call | None:
    """Return the call check("unit.task", function) that a cell ends in."""
    statements = ast.parse(source).body
    last = statements[-1].value if statements and isinstance(statements[-1], ast.Expr) else None
    if not (isinstance(last, ast.Call) and isinstance(last.func, ast.Name) and last.func.id == "check"):
        return None
    if len(last.args) != 2 or not isinstance(last.args[0], ast.Constant):
        raise ValueError(f'A check reads check("unit.task", function); got {ast.unparse(last)}')
    return last
