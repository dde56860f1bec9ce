"""The release of an assignment as the grader needs it: the frame into which every submission is put.

It says what is a test, its points, order, tags and kernel, with the hidden tests in place and the stubs of
the answers beside the course's own solutions. Plain data: `grading.open_release` says where it comes from.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from nbjudge.course.notebook_json import Cell, Metadata
from nbjudge.tasks import CellKind

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ReleaseCell:
    """One cell as the course released it, with its hidden tests."""

    id: str
    cell_type: Literal["code", "markdown", "raw"]
    source: str
    marks: Metadata  # nbgrader's own metadata; empty where there are none
    tags: tuple[str, ...] = ()
    cell_id: str = ""
    reference: str = ""
    former: Pairs = ()  # the texts that students got: a digest, and the day on which it was first seen

    @classmethod
    def from_notebook(cls, cell: Cell, index: int) -> "ReleaseCell":
        """Read one cell of a released notebook; one without a grade_id is named after its position."""
        marks = dict(cell["metadata"].get("nbgrader", {}))
        if not any(marks.get(mark) for mark in ("grade", "solution", "locked", "task")):
            marks = {}
        source = cell["source"]
        return cls(
            id=str(marks.get("grade_id") or f"unmarked-{index + 1}"),
            cell_type=cell["cell_type"],
            source=source if isinstance(source, str) else "".join(source),
            marks=marks,
            tags=tuple(str(tag) for tag in cell["metadata"].get("tags", ())),
            cell_id=str(cell.get("id", "")),
        )

    @property
    def grade(self) -> bool:
        """Whether points are given for the cell, by tests or by a person."""
        return bool(self.marks.get("grade"))

    @property
    def solution(self) -> bool:
        """Whether the student writes in the cell."""
        return bool(self.marks.get("solution"))

    @property
    def task(self) -> bool:
        """Whether it is a task in nbgrader's sense: a text whose work lies in the cells below."""
        return bool(self.marks.get("task"))

    @property
    def marked(self) -> bool:
        """Whether submissions name the cell by its grade_id."""
        return bool(self.marks.get("grade_id"))

    @property
    def points(self) -> float:
        """The most that the cell gives."""
        return float(self.marks.get("points") or 0) if self.grade or self.task else 0.0

    @property
    def manual(self) -> bool:
        """Whether a person gives the points."""
        return self.task or (self.grade and (self.solution or self.cell_type != "code"))

    @property
    def kind(self) -> CellKind:
        """What the cell is in a run."""
        if self.cell_type != "code":
            return "text"
        if self.solution:
            return "answer"
        return "test" if self.grade else "given"


@dataclass(frozen=True)
class ReleaseNotebook:
    """One notebook of an assignment."""

    name: str
    cells: tuple[ReleaseCell, ...]
    kernelspec: Metadata

    @property
    def grade_ids(self) -> frozenset[str]:
        """The identifiers of all marked cells."""
        return frozenset(cell.id for cell in self.cells if cell.marked)

    @property
    def max_score(self) -> float:
        """The most that the notebook gives."""
        return sum(cell.points for cell in self.cells)


@dataclass(frozen=True)
class Release:
    """An assignment: its notebooks, and the files that lie beside them."""

    assignment: str
    notebooks: tuple[ReleaseNotebook, ...]
    student_files: Pairs = ()  # name beside the notebook, where it lies
    course_files: Pairs = ()
    solved: bool = True  # whether the references are known

    def notebook(self, name: str) -> ReleaseNotebook:
        """Find a notebook by its name."""
        return next(entry for entry in self.notebooks if entry.name == name)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts of the course's own code cells, solutions included, each once."""
        cells = [cell for entry in self.notebooks for cell in entry.cells if cell.cell_type == "code"]
        return tuple(dict.fromkeys(text for cell in cells for text in (cell.source, cell.reference) if text))

    def to_json(self) -> dict[str, object]:
        """Give the release as data that JSON can hold."""
        notebooks = [
            {**vars(notebook), "cells": [{**vars(cell)} for cell in notebook.cells]}
            for notebook in self.notebooks
        ]
        return {**vars(self), "notebooks": notebooks}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Release":
        """Read what `to_json` gave."""
        notebooks = tuple(
            ReleaseNotebook(
                entry["name"],
                tuple(
                    ReleaseCell(**{**cell, "tags": tuple(cell["tags"]), "former": _pairs(cell["former"])})
                    for cell in entry["cells"]
                ),
                entry["kernelspec"],
            )
            for entry in data["notebooks"]
        )
        student, course = (_pairs(data[f"{side}_files"]) for side in _SIDES)
        return cls(data["assignment"], notebooks, student, course, data["solved"])


_SIDES = ("student", "course")


def _pairs(data: Iterable[tuple[str, str]]) -> Pairs:
    return tuple((one, other) for one, other in data)
