"""Reads a notebook that anybody may have written: bounded before it is parsed, tolerant after.

Gives the cells' sources and what names them; outputs, notebook metadata and everything else stay in the
file. Every format since nbformat 3 is read. What cannot be read is an `Unreadable` whose text a student
will understand.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from nbjudge.submission.handed_in import File

MOST_VALUES = 3_000_000  # commas and brackets: parsing takes at most some 70 bytes for each
MOST_CELLS = 5_000
MOST_SOURCE = 1 << 20
MOST_PICTURES = 8 << 20  # of one cell, as base64
_PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")

CellType = Literal["code", "markdown", "raw"]


class Unreadable(Exception):
    """A notebook cannot be read; the text says why."""


@dataclass(frozen=True)
class SubmittedCell:
    """What a submission says in one cell."""

    cell_type: CellType
    source: str
    grade_id: str = ""
    cell_id: str = ""  # nbformat's own, since 4.5
    pictures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # pasted into a written answer


@dataclass(frozen=True)
class SubmittedNotebook:
    """The cells of one file, with what was odd about it."""

    path: Path
    cells: tuple[SubmittedCell, ...]
    notes: tuple[str, ...] = ()

    @property
    def grade_ids(self) -> frozenset[str]:
        """The identifiers that the cells claim."""
        return frozenset(cell.grade_id for cell in self.cells if cell.grade_id)


def read(file: File) -> SubmittedNotebook:
    """Read one file of a submission."""
    if file.problem:
        raise Unreadable(file.problem)
    cells, notes = parse(file.content)
    return SubmittedNotebook(Path(file.name), cells, notes)


def parse(content: bytes) -> tuple[tuple[SubmittedCell, ...], tuple[str, ...]]:
    """Read the cells out of a notebook's bytes.

    >>> parse(b'{"cells": [{"cell_type": "code", "source": ["a = 1"]}]}')[0][0].source
    'a = 1'
    """
    if not content.strip(b"\0 \t\r\n"):
        raise Unreadable("The file is empty.")
    if sum(content.count(mark) for mark in (b",", b"[", b"{")) > MOST_VALUES:
        raise Unreadable(
            f"The file holds more than {MOST_VALUES:,} values: remove large outputs and submit again."
        )
    data = _load(content)
    raw = _cells_of(data)
    if len(raw) > MOST_CELLS:
        raise Unreadable(f"The notebook has {len(raw):,} cells; at most {MOST_CELLS:,} are read.")
    notes: list[str] = []
    if content.startswith(b"\xef\xbb\xbf"):
        notes.append("The file began with a byte order mark, which was skipped.")
    if "worksheets" in data:
        notes.append("The notebook was in the old format 3 and was read as such.")
    cells = tuple(_cell(entry) for entry in raw if isinstance(entry, dict))
    if len(cells) < len(raw):
        notes.append(f"{len(raw) - len(cells)} entries of the file are not cells and were left out.")
    return cells, tuple(notes)


def _load(content: bytes) -> dict[str, Any]:
    try:
        text = _decode(content)
        data = json.loads(text, parse_int=_number, parse_float=_number)
    except RecursionError:
        raise Unreadable("The file is nested too deeply to be a notebook.") from None
    except ValueError as error:
        raise Unreadable(f"The file is not a notebook: {str(error)[:200]}.") from None
    if not isinstance(data, dict):
        raise Unreadable("The file is JSON, but not a notebook: it has no cells.")
    return data


def _decode(content: bytes) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _number(text: str) -> int:
    """Read a number of the file: none matters, and a long one would be slow."""
    return int(text) if len(text) < 10 and text.isdigit() else 0


def _cells_of(data: dict[str, object]) -> list[Any]:
    cells = data.get("cells")
    if isinstance(cells, list):
        return cells
    sheets = data.get("worksheets")
    if isinstance(sheets, list):
        found = [
            sheet["cells"]
            for sheet in sheets
            if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list)
        ]
        return [cell for sheet in found for cell in sheet]
    raise Unreadable("The file is JSON, but not a notebook: it has no cells.")


def _cell(entry: dict[str, Any]) -> SubmittedCell:
    metadata = entry.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    marks = marks if isinstance(marks, dict) else {}
    kind = entry.get("cell_type")
    source = _text(entry.get("source", entry.get("input", "")))
    if kind == "heading":  # of format 3
        source = (
            "#" * max(1, min(6, entry["level"] if isinstance(entry.get("level"), int) else 1)) + " " + source
        )
    return SubmittedCell(
        cell_type="code" if kind == "code" else "raw" if kind == "raw" else "markdown",
        source=source,
        grade_id=_short(marks.get("grade_id")),
        cell_id=_short(entry.get("id")),
        pictures={} if kind == "code" else _pictures(entry.get("attachments")),
    )


def _text(value: object) -> str:
    """Join a source, a text or a list of lines; half characters and what is too long are cut."""
    if isinstance(value, list):
        value = "".join(part for part in value if isinstance(part, str))
    if not isinstance(value, str):
        return ""
    return value[:MOST_SOURCE].encode("utf-8", "replace").decode()


def _short(value: object) -> str:
    return value if isinstance(value, str) and len(value) <= 256 else ""


def _pictures(attachments: object) -> dict[str, dict[str, str]]:
    """Keep the pictures that were pasted into a text, each as its name and its base64."""
    kept: dict[str, dict[str, str]] = {}
    room = MOST_PICTURES
    for name, kinds in attachments.items() if isinstance(attachments, dict) else ():
        for kind, content in kinds.items() if isinstance(kinds, dict) else ():
            known = kind in _PICTURES and isinstance(content, str) and len(content) <= room
            if known and _BASE64.fullmatch(content) and _short(name):
                kept.setdefault(name, {})[kind] = content
                room -= len(content)
    return kept
