"""Result records: one plain JSON file for each submission, in which everything that came of its run is kept.

A record's notebooks carry the hash of all that decides them: the cells, the files, the seed, the limits,
the golden record, the grader's own code and the environment. Same hash, no work. Nothing in a record
differs between two runs (no time, no path, no host), so that grading twice gives the same bytes.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.course import Course, Submission
from autograder.files import digest, read_bytes, write_bytes
from autograder.tasks import NotebookTask

FORMAT = 1
MOST_BYTES = 512 << 20


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
    reason: str = ""
    weaker: bool = False
    unchanged: bool = False
    missing: bool = False
    pictures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


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
        told = list(self.notes)
        for entry in self.notebooks:
            told += [
                f"{entry.name}: {note}"
                for note in ([entry.problem] if entry.problem else []) + [*entry.notes]
            ]
        return told

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


def from_json(data: Any, reused: bool = False) -> Record:
    """Read what `to_json` gave, or JSON made of it; anything else is a ValueError."""
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise ValueError("this record was written by another version")
    try:
        notebooks = tuple(
            NotebookRecord(
                **{**entry, "cells": tuple(map(_cell, entry["cells"])), "notes": tuple(entry["notes"])}
            )
            for entry in data.pop("notebooks")
        )
        return Record(**{**data, "notebooks": notebooks, "notes": tuple(data["notes"])}, reused=reused)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a record: {error}") from error


def _cell(entry: dict[str, Any]) -> CellRecord:
    return CellRecord(**{**entry, "outputs": tuple(entry["outputs"])})


def path_of(course: Course, submission: Submission) -> Path:
    """Say where the record of a submission lies."""
    return course.own / "records" / submission.assignment / f"{submission.student}.json"


def load(path: Path) -> Record | None:
    """Read a record; None if there is none that can be used."""
    try:
        return from_bytes(read_bytes(path, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return None


def save(path: Path, record: Record) -> None:
    """Put a record in its place, whole or not at all."""
    content = to_bytes(record)
    try:
        if read_bytes(path, MOST_BYTES) == content:
            return
    except OSError:
        pass
    write_bytes(path, content, mode=0o600)


def key_of(task: NotebookTask, environment: str) -> str:
    """Hash all that decides a result."""
    data = replace(task, files={}, course_files={})
    files = {name: _digest(content) for name, content in sorted(task.files.items())}
    beside = {name: _digest(content) for name, content in sorted(task.course_files.items())}
    told = [FORMAT, environment, data, files, beside]
    return digest(json.dumps(told, default=_plainly, sort_keys=True).encode())


@lru_cache(maxsize=1024)
def _digest(content: bytes) -> str:
    return digest(content)


def _plainly(value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if is_dataclass(value):
        return vars(value)
    raise TypeError(f"a task holds a {type(value).__name__}")


def environment(own_code: Sequence[str] = ()) -> str:
    """Hash what runs the notebooks: Python, what is installed, the grader's code, the course's folders.

    setuptools enters a folder of its own, `_vendor`, as soon as something imports it: that installs nothing.
    """
    places = [place for place in sys.path if Path(place).name != "_vendor"]
    installed = {
        entry.name for place in places for entry in _listed(place) if entry.name.endswith(".dist-info")
    }
    own = Path(__file__).parent
    parts: list[Sequence[str]] = [sys.version, sorted(installed)]
    for name in ("tasks.py", "execution.py", "notebook_run.py", "sides.py", "inside", "judge", "sandbox"):
        for path in sorted([own / name] if name.endswith(".py") else (own / name).rglob("*.py")):
            if path.exists():
                parts.append([path.relative_to(own).as_posix(), digest(path.read_bytes())])
    for folder in own_code:
        for path in sorted(Path(folder).rglob("*.py")):
            parts.append([path.relative_to(folder).as_posix(), digest(path.read_bytes())])
    return digest(json.dumps(parts).encode())


def _listed(place: str) -> list[Path]:
    try:
        return list(Path(place or ".").iterdir())
    except OSError:
        return []
