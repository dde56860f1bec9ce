"""`nbjudge show STUDENT ASSIGNMENT`: one student's result in the terminal, from its record."""

import json
import os
import sys
from typing import Any

from nbjudge.course.course import Course, CourseError, Submission
from nbjudge.course.printable import printable
from nbjudge.course.release import Release
from nbjudge.grading import archive
from nbjudge.grading.open_release import open_release
from nbjudge.records import CellRecord, Record

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
        sys.stdout.write(json.dumps(_data(record, release), indent=1) + "\n")
    else:
        _print(record, release)


def _rows(record: Record, release: Release) -> list[tuple[str, CellRecord, float]]:
    points = {(n.name, c.id): c.points for n in release.notebooks for c in n.cells if c.points}
    return [
        (entry.name, cell, points[entry.name, cell.id])
        for entry in record.notebooks
        for cell in entry.cells
        if (entry.name, cell.id) in points
    ]


def _data(record: Record, release: Release) -> dict[str, Any]:
    rows = _rows(record, release)
    return {
        "student": record.student,
        "assignment": record.assignment,
        "score": sum(cell.auto_score or 0.0 for _, cell, _ in rows),
        "max_score": sum(points for _, _, points in rows),
        "cells": [
            {
                "notebook": name,
                "cell": cell.id,
                "score": cell.auto_score,
                "points": points,
                "reason": cell.reason,
                "weaker": cell.weaker,
                "report": cell.report.to_json() if cell.report else None,
            }
            for name, cell, points in rows
        ],
        "notes": record.all_notes,
    }


def _why(row: dict[str, Any]) -> str:
    """Say why points are missing: the reason of the test, else what its check found."""
    findings = row["report"]["findings"] if row["report"] else []
    said = [f"{finding['misconception']}: {finding['hint']}".removeprefix(": ") for finding in findings]
    return str(row["reason"]) or " ".join(said)


def _print(record: Record, release: Release) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    data = _data(record, release)
    whole = not sys.stdout.isatty() and "COLUMNS" not in os.environ  # nothing to fold the lines for
    console = Console(highlight=False, width=WIDE if whole else None)
    by_hand = any(row["score"] is None for row in data["cells"])
    reached = f"{data['score']:g} of {data['max_score']:g} points"
    title = f"{record.student}, {record.assignment}: {reached}{', before marks by hand' if by_hand else ''}"
    console.print(Text(printable(title), style="bold"))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("cell", overflow="fold", min_width=10)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("of", justify="right", no_wrap=True)
    table.add_column("why", overflow="fold")
    for row in data["cells"]:
        score = "by hand" if row["score"] is None else f"{row['score']:g}"
        reason = _why(row) + (" (weaker: checked inside the student's process)" if row["weaker"] else "")
        name = row["cell"] if len(release.notebooks) == 1 else f"{row['notebook']}/{row['cell']}"
        style = "" if row["score"] is None or row["score"] >= row["points"] else "red"
        table.add_row(
            *(Text(printable(text), style=style) for text in (name, score, f"{row['points']:g}", reason))
        )
    console.print(table)
    for note in data["notes"]:
        console.print(Text(f"  {printable(note)}"))
