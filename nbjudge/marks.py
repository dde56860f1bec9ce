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


Marks = Mapping[str, NotebookMarks]


def to_json(marks: Marks) -> dict[str, Any]:
    """Give marks as data that JSON can hold; nothing in it is a copy.

    >>> to_json({"a": NotebookMarks(cells={"b": CellMarks(1.0)})})["a"]["cells"]["b"]["score"]
    1.0
    """
    return {
        name: {**vars(entry), "cells": {cell: vars(made) for cell, made in entry.cells.items()}}
        for name, entry in marks.items()
    }


def from_json(data: Mapping[str, Any]) -> Marks:
    """Read what `to_json` gave, or JSON made of it.

    >>> from_json({"a": {"score": 1.0, "max_score": 2.0, "late_penalty": 0.0, "cells": {}}})["a"].score
    1.0
    """
    return {
        name: NotebookMarks(
            **{**entry, "cells": {cell: CellMarks(**made) for cell, made in entry["cells"].items()}}
        )
        for name, entry in data.items()
    }
