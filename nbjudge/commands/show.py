"""`nbjudge show STUDENT ASSIGNMENT`: one student's result in the terminal, from its record."""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from nbjudge.course.course import Course, CourseError, Submission
from nbjudge.course.printable import printable
from nbjudge.course.release import Release
from nbjudge.grading import archive
from nbjudge.grading.open_release import open_release
from nbjudge.records import CellRecord, Record
from nbjudge.reports import CheckReport

WIDE = 400  # columns of a table that goes into a pipe


def run(course: Course, student: str, assignment: str, as_json: bool) -> None:
    """Print a result."""
    folder = course.folder("submitted", assignment, student)
    record = archive.load(archive.path_of(course, Submission(student, assignment, folder)))
    if record is None:
        known = "was not graded yet: run nbjudge grade" if folder.is_dir() else f"did not submit {assignment}"
        raise CourseError(f"{printable(student)} {known}.")
    release = open_release(course, assignment)
    if as_json:
        sys.stdout.write(json.dumps(_data(record, _rows(record, release)), indent=1) + "\n")
    else:
        _print(record, release)


@dataclass(frozen=True)
class Row:
    """What came of one cell that gives points."""

    notebook: str
    cell: str
    score: float | None  # None where a person gives the points
    points: float
    reason: str
    weaker: bool
    report: CheckReport | None

    @classmethod
    def of(cls, notebook: str, cell: CellRecord, points: float) -> "Row":
        """Read it out of a record."""
        return cls(notebook, cell.id, cell.auto_score, points, cell.reason, cell.weaker, cell.report)

    @property
    def why(self) -> str:
        """Why points are missing: the reason of the test, else what its check found."""
        findings = self.report.findings if self.report else ()
        hints = [f"{finding.misconception}: {finding.hint}".removeprefix(": ") for finding in findings]
        return self.reason or " ".join(hints)


def _rows(record: Record, release: Release) -> list[Row]:
    points = {(n.name, c.id): c.points for n in release.notebooks for c in n.cells if c.points}
    return [
        Row.of(notebook.name, cell, points[notebook.name, cell.id])
        for notebook in record.notebooks
        for cell in notebook.cells
        if (notebook.name, cell.id) in points
    ]


def _data(record: Record, rows: Sequence[Row]) -> dict[str, object]:
    return {
        "student": record.student,
        "assignment": record.assignment,
        "score": _score(rows),
        "max_score": sum(row.points for row in rows),
        "cells": [asdict(row) for row in rows],
        "notes": record.all_notes,
    }


def _score(rows: Sequence[Row]) -> float:
    return sum(row.score or 0.0 for row in rows)


def _print(record: Record, release: Release) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    rows = _rows(record, release)
    whole = not sys.stdout.isatty() and "COLUMNS" not in os.environ  # nothing to fold the lines for
    console = Console(highlight=False, width=WIDE if whole else None)
    by_hand = any(row.score is None for row in rows)
    reached = f"{_score(rows):g} of {sum(row.points for row in rows):g} points"
    title = f"{record.student}, {record.assignment}: {reached}{', before marks by hand' if by_hand else ''}"
    console.print(Text(printable(title), style="bold"))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("cell", overflow="fold", min_width=10)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("of", justify="right", no_wrap=True)
    table.add_column("why", overflow="fold")
    for row in rows:
        score = "by hand" if row.score is None else f"{row.score:g}"
        reason = row.why + (" (weaker: checked inside the student's process)" if row.weaker else "")
        name = row.cell if len(release.notebooks) == 1 else f"{row.notebook}/{row.cell}"
        style = "" if row.score is None or row.score >= row.points else "red"
        table.add_row(
            *(Text(printable(text), style=style) for text in (name, score, f"{row.points:g}", reason))
        )
    console.print(table)
    for note in record.all_notes:
        console.print(Text(f"  {printable(note)}"))
