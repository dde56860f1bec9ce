"""How far is a unit? Run from top to bottom in a copy, and a line for each task: done, begun or untouched.

A task is what its check says of it, in the format that graders read, and a question in words is untouched as
long as its text is. The notebook itself is not changed. (nbgrader's Validate, which not everybody has, lists
what has not all its points and calls it "failed".)
"""

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHECK = "application/vnd.nbjudge.check+json"
UNWRITTEN = "It is not written yet."  # as a check says why it failed
UNANSWERED = "YOUR ANSWER HERE"
SECONDS = 300  # for one cell: a check has limits of its own, a student's cell has none
DONE, BEGUN, UNTOUCHED, WRITTEN = "done", "begun", "untouched", "written"


@dataclass(frozen=True)
class Task:
    """One task, and how far it is."""

    name: str
    state: str
    points: float
    total: float


def progress(notebook: Path) -> tuple[Task, ...]:
    """Run a notebook in the folder where it lies, and say of each of its tasks how far it is."""
    import nbformat
    from nbclient import NotebookClient

    try:
        read: Any = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    except OSError:
        raise
    except Exception as error:  # of many kinds, by what is wrong in the file
        raise ValueError("this is no notebook. Save it in Jupyter, or take a new copy.") from error
    folder = {"metadata": {"path": str(notebook.parent)}}
    options: dict[str, Any] = {"interrupt_on_timeout": True, "allow_errors": True, "kernel_name": "python3"}
    client = NotebookClient(read, timeout=SECONDS, resources=folder, **options)
    client.execute(stderr=subprocess.DEVNULL)  # what the kernel says of itself
    return tuple(_tasks(read.cells))


def _tasks(cells: Sequence[Any]) -> Iterator[Task]:
    for cell in cells:
        role = cell.metadata.get("nbgrader", {})
        if not role.get("grade"):
            continue
        total = float(role.get("points", 0))
        if cell.cell_type == "markdown":
            state = UNTOUCHED if UNANSWERED in cell.source else WRITTEN
            yield Task(role["grade_id"], state, 0.0, total)
        else:
            yield _checked(role["grade_id"].removeprefix("check-"), total, cell.get("outputs", ()))


def _checked(name: str, total: float, outputs: Sequence[Any]) -> Task:
    """Return what a check says of a task; without a report there was an error before it."""
    for output in outputs:
        report = output.get("data", {}).get(CHECK)
        if report:
            points = float(report["points"])
            unwritten = not points and (report.get("failure") or {}).get("why") == UNWRITTEN
            state = DONE if points == report["total"] else UNTOUCHED if unwritten else BEGUN
            return Task(name, state, points, float(report["total"]))
    return Task(name, BEGUN, 0.0, total)


def table(tasks: Sequence[Task]) -> str:
    """Return the tasks as lines, and a last one that sums them up.

    >>> print(table([Task("nearest", "done", 2, 2), Task("learn", "untouched", 0, 1)]))
    nearest  done       2 of 2
    learn    untouched  0 of 1
    <BLANKLINE>
    1 of 2 done, 0 begun, 1 untouched: 2 of 3 points.
    """
    width = max((len(task.name) for task in tasks), default=0)
    lines = [f"{task.name:{width}}  {task.state:9}  {_points(task)}" for task in tasks]
    count = {state: sum(task.state == state for task in tasks) for state in (DONE, BEGUN, UNTOUCHED, WRITTEN)}
    points, total = sum(task.points for task in tasks), sum(task.total for task in tasks)
    said = f"{count[DONE]} of {len(tasks)} done, {count[BEGUN]} begun, {count[UNTOUCHED]} untouched"
    said += f", {count[WRITTEN]} in words" if count[WRITTEN] else ""
    return "\n".join([*lines, "", f"{said}: {points:g} of {total:g} points."])


def _points(task: Task) -> str:
    if task.state == WRITTEN:
        return f"? of {task.total:g}, marked by a person"
    return f"{task.points:g} of {task.total:g}"
