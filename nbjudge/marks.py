"""Marks: what the gradebook says of a submission, as plain data between its writer and the pages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class CellMarks:
    """What the gradebook says of one cell."""

    score: float | None = None  # None where there are no points to be had
    points: float = 0.0
    by_hand: bool = False  # a person still has to look
    comment: str = ""


@dataclass(frozen=True)
class NotebookMarks:
    """What the gradebook says of one notebook of a submission."""

    score: float = 0.0
    max_score: float = 0.0
    late_penalty: float = 0.0
    cells: Mapping[str, CellMarks] = field(default_factory=dict)


Marks = Mapping[str, NotebookMarks]  # of a submission, by notebook


@dataclass(frozen=True)
class ClassMarks:
    """What the gradebook says of everybody who has handed something in: what an exporter is given."""

    course: str  # the course's id; empty where the configuration gives none
    assignments: Mapping[str, Mapping[str, Marks]]  # by assignment, then by student
    people: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by student: the file of people


@dataclass(frozen=True)
class LateWork:
    """One notebook of a submission that came late: what a late rule is given."""

    assignment: str
    student: str
    notebook: str
    score: float  # without any penalty
    max_score: float
    seconds: float  # after the end, extension included; always more than 0


def to_json(marks: Marks) -> dict[str, Any]:
    """Give marks as data that JSON can hold; nothing in it is a copy.

    >>> to_json({"a": NotebookMarks(cells={"b": CellMarks(1.0)})})["a"]["cells"]["b"]["score"]
    1.0
    """
    return {
        name: {**vars(notebook), "cells": {cell: vars(marks) for cell, marks in notebook.cells.items()}}
        for name, notebook in marks.items()
    }


def from_json(data: Mapping[str, Any]) -> Marks:
    """Read what `to_json` gave, or JSON made of it.

    >>> from_json({"a": {"score": 1.0, "max_score": 2.0, "late_penalty": 0.0, "cells": {}}})["a"].score
    1.0
    """
    return {
        name: NotebookMarks(
            **{**notebook, "cells": {cell: CellMarks(**marks) for cell, marks in notebook["cells"].items()}}
        )
        for name, notebook in data.items()
    }
