"""Result records: everything that came of the run of one submission, as plain data and as JSON.

A record's notebooks carry the hash of all that decides them (`grading.unchanged`). Same hash, no work.
Nothing in a record differs between two runs (no time, no path, no host), so that grading twice gives the
same bytes.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from nbjudge.reports import CheckReport, in_outputs

FORMAT = 3


@dataclass(frozen=True)
class CellRecord:
    """One cell of a rebuilt notebook, with what came of it."""

    id: str
    kind: str
    cell_type: str
    status: str = "not run"
    source: str | None = None  # what the student wrote; None where the release has the text
    outputs: tuple[Mapping[str, Any], ...] = ()
    auto_score: float | None = None  # what nbgrader calls so; None where a person gives the points
    reason: str = ""  # for the staff: what ended the test
    lost: str = ""  # for the student: why points are missing; it holds nothing hidden
    before_hidden: int = 0  # so many of the outputs came before the first hidden line ran
    weaker: bool = False
    secret: bool = False  # what it shows may come from hidden tests: nothing for students
    unchanged: bool = False
    missing: bool = False
    pictures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def report(self) -> CheckReport | None:
        """What the check in a test cell said; nothing that came from inside the student's process."""
        return in_outputs(self.outputs) if self.kind == "test" and not self.weaker else None


@dataclass(frozen=True)
class NotebookRecord:
    """One notebook of a submission."""

    name: str
    key: str
    file: str  # what it was called in the submission; empty if there was none
    cells: tuple[CellRecord, ...]
    problem: str = ""  # why nothing could be run
    unreadable: bool = False  # something was handed in, but could not be read: a person should look
    notes: tuple[str, ...] = ()
    run_notes: tuple[str, ...] = ()  # of the run itself: they stay with a record that is used again
    conditions: Mapping[str, str] = field(default_factory=dict)  # under which it was run, to be run again so

    def tests(self) -> Iterator[tuple[CellRecord, list[CellRecord]]]:
        """Give each test with the answers that it is about: those before it, from the last test on."""
        answers, tested = list[CellRecord](), False
        for cell in self.cells:
            if cell.kind == "answer":
                answers, tested = [*([] if tested else answers), cell], False
            elif cell.kind == "test":
                tested = True
                yield cell, answers


@dataclass(frozen=True)
class Record:
    """One submission."""

    assignment: str
    student: str
    notebooks: tuple[NotebookRecord, ...]
    notes: tuple[str, ...] = ()
    reused: bool = field(default=False, compare=False)  # nothing was run: never written

    @property
    def all_notes(self) -> list[str]:
        """Everything that the staff should know, notebook by notebook."""
        of_notebooks = [
            f"{notebook.name}: {note}"
            for notebook in self.notebooks
            for note in (notebook.problem, *notebook.notes, *notebook.run_notes)
            if note
        ]
        return [*self.notes, *of_notebooks]

    def scores(self) -> dict[str, dict[str, float | None]]:
        """Give the automatic scores by notebook and cell."""
        return {n.name: {c.id: c.auto_score for c in n.cells} for n in self.notebooks}


def to_bytes(record: Record) -> bytes:
    """Write a record, the same bytes for the same record."""
    data = to_json(record)
    return (
        json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode()
        + b"\n"
    )


def to_json(record: Record) -> dict[str, Any]:
    """Give a record as data that JSON can hold.

    Nothing in it is a copy: `asdict` would copy every output, and took longer than all the rest.
    """
    notebooks = [{**vars(entry), "cells": [vars(cell) for cell in entry.cells]} for entry in record.notebooks]
    data = {**vars(record), "format": FORMAT, "notebooks": notebooks}
    del data["reused"]
    return data


def from_bytes(content: bytes) -> Record:
    """Read what `to_bytes` wrote; anything else is a ValueError."""
    return from_json(json.loads(content))


def from_json(data: object, reused: bool = False) -> Record:
    """Read what `to_json` gave, or JSON made of it; anything else is a ValueError."""
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise ValueError("this record was written by another version")
    try:
        notebooks = tuple(map(_notebook, data.pop("notebooks")))
        return Record(**{**data, "notebooks": notebooks, "notes": tuple(data["notes"])}, reused=reused)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a record: {error}") from error


def _notebook(data: dict[str, Any]) -> NotebookRecord:
    lists = {name: tuple(data[name]) for name in ("notes", "run_notes")}
    return NotebookRecord(**{**data, **lists, "cells": tuple(map(_cell, data["cells"]))})


def _cell(data: dict[str, Any]) -> CellRecord:
    return CellRecord(**{**data, "outputs": tuple(data["outputs"])})
