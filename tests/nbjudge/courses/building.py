"""Builds small nbgrader courses out of plain texts, and what students might hand in for them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbjudge.course import hidden_tests

Cell = dict[str, Any]
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def _marks(grade_id: str, **marks: Any) -> dict[str, Any]:
    base = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    return {"nbgrader": {**base, "grade_id": grade_id, **marks}}


def code(source: str, metadata: dict[str, Any] | None = None) -> Cell:
    made = {"cell_type": "code", "metadata": metadata or {}, "source": source, "outputs": []}
    return {**made, "execution_count": None}


def text(source: str, metadata: dict[str, Any] | None = None) -> Cell:
    return {"cell_type": "markdown", "metadata": metadata or {}, "source": source}


def answer(grade_id: str, source: str) -> Cell:
    """A cell that tests look at; the solution is marked by BEGIN and END SOLUTION."""
    return code(source, _marks(grade_id, solution=True))


def check(grade_id: str, points: float, source: str, tags: Sequence[str] = ()) -> Cell:
    metadata = _marks(grade_id, grade=True, locked=True, points=points)
    return code(source, {**metadata, "tags": list(tags)} if tags else metadata)


def written(grade_id: str, points: float, source: str = "The model answer.") -> Cell:
    return text(source, _marks(grade_id, grade=True, solution=True, points=points))


def free_code(grade_id: str, points: float, source: str) -> Cell:
    """Code that a person marks."""
    return code(source, _marks(grade_id, grade=True, solution=True, points=points))


def locked(grade_id: str, source: str) -> Cell:
    return code(source, _marks(grade_id, locked=True))


def notebook(cells: Sequence[Cell]) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": {"kernelspec": KERNEL}, "nbformat": 4, "nbformat_minor": 4}


def write(path: Path, data: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def grade_id(cell: Cell) -> str:
    return str(cell["metadata"].get("nbgrader", {}).get("grade_id", ""))


def solution(cell: Cell) -> str:
    return str(cell["source"])


STUB = "# YOUR CODE HERE\nraise NotImplementedError()"
TEXT_STUB = "YOUR ANSWER HERE"


def stub(cell: Cell) -> str:
    """What nbgrader leaves of a solution cell."""
    if cell["cell_type"] == "markdown":
        return TEXT_STUB
    lines, inside, found = [], False, False
    for line in cell["source"].split("\n"):
        if "BEGIN SOLUTION" in line:
            inside = found = True
            indent = line[: len(line) - len(line.lstrip())]
            lines += [indent + entry for entry in STUB.split("\n")]
        elif "END SOLUTION" in line:
            inside = False
        elif not inside:
            lines.append(line)
    return "\n".join(lines) if found else STUB


def released(cells: Sequence[Cell]) -> list[Cell]:
    """The cells as a student gets them."""
    made = []
    for cell in cells:
        copy = json.loads(json.dumps(cell))
        if copy["metadata"].get("nbgrader", {}).get("solution"):
            copy["source"] = stub(cell)
        else:
            copy["source"] = hidden_tests.for_students(cell["source"])
        made.append(copy)
    return made


def filled(cells: Sequence[Cell], answers: Mapping[str, str]) -> list[Cell]:
    """The released cells with a student's answers in them."""
    made = released(cells)
    for cell in made:
        if grade_id(cell) in answers:
            cell["source"] = answers[grade_id(cell)]
    return made


def solved(cells: Sequence[Cell]) -> dict[str, str]:
    """The course's own answers."""
    return {grade_id(c): c["source"] for c in cells if c["metadata"].get("nbgrader", {}).get("solution")}


@dataclass(frozen=True)
class Spec:
    """A course of one assignment, and its class: by student and notebook, the answers."""

    notebooks: Mapping[str, Sequence[Cell]]
    students: Mapping[str, Mapping[str, Mapping[str, str]]]
    files: Mapping[str, bytes] = field(default_factory=dict)
    assignment: str = "ps1"

    def write_source(self, root: Path, config: str = "") -> Path:
        head = 'c = get_config()\nc.CourseDirectory.course_id = "made"\n'
        write(root / "nbgrader_config.py", head + config)
        for name, cells in self.notebooks.items():
            write(root / "source" / self.assignment / f"{name}.ipynb", notebook(cells))
        for name, content in self.files.items():
            (root / "source" / self.assignment / name).write_bytes(content)
        return root

    def write(self, root: Path, config: str = "") -> Path:
        self.write_source(root, config)
        for student, notebooks in self.students.items():
            for name, answers in notebooks.items():
                self.submit(root, student, filled(self.notebooks[name], answers), name)
        return root

    def submit(self, root: Path, student: str, cells: Sequence[Cell], name: str = "") -> Path:
        name = name or next(iter(self.notebooks))
        return write(root / "submitted" / student / self.assignment / f"{name}.ipynb", notebook(cells))
