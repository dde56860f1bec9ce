"""`nbjudge show STUDENT ASSIGNMENT`: one student's result, from its record and the gradebook."""

import json
import os
import sys
from dataclasses import asdict, dataclass

from nbjudge.course.course import Course, CourseError, Submission
from nbjudge.course.printable import printable
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.grading import archive
from nbjudge.grading.open_release import open_release
from nbjudge.marks import CellMarks, Marks, NotebookMarks
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
    with Writer(course, make=False) as gradebook:
        marks = gradebook.all_marks(assignment, student).get(student, {})
    shown = Shown.of(record, open_release(course, assignment), marks)
    if as_json:
        sys.stdout.write(json.dumps(asdict(shown) | {"score": shown.score}, indent=1) + "\n")
    else:
        _print(shown)


@dataclass(frozen=True)
class Row:
    """What came of one cell that gives points."""

    notebook: str
    cell: str
    score: float | None  # as the gradebook has it; None where a person has not given it yet
    automatic: float | None
    points: float
    reason: str  # why points are missing, as the student may read it
    ended: str  # what ended the test, for the staff alone
    comment: str
    weaker: bool
    report: CheckReport | None

    @classmethod
    def of(cls, notebook: str, cell: CellRecord, points: float, marks: CellMarks) -> "Row":
        """Read it out of a record and the gradebook."""
        waiting = marks.by_hand and not marks.score
        score = None if waiting else marks.score if marks.score is not None else cell.auto_score
        lost = score is None or score < points
        reason = (cell.lost or cell.reason) if lost else ""
        ended = cell.reason if lost else ""
        return cls(
            notebook, cell.id, score, cell.auto_score, points, reason, ended, marks.comment, cell.weaker,
            cell.report,
        )  # fmt: skip

    @property
    def why(self) -> str:
        """Why points are missing: the sentence for the student, and the mistakes by name."""
        names = [finding.misconception for finding in self.report.findings] if self.report else []
        known = f" [{', '.join(filter(None, names))}]" if any(names) else ""
        by_person = "marked by a person; " * (self.automatic is not None and self.automatic != self.score)
        return f"{by_person}{self.reason}{known}".strip()


@dataclass(frozen=True)
class Shown:
    """What came of one submission."""

    student: str
    assignment: str
    max_score: float
    late_penalty: float
    cells: tuple[Row, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, record: Record, release: Release, marks: Marks) -> "Shown":
        """Put the record and the marks beside each other."""
        points = {(n.name, c.id): c.points for n in release.notebooks for c in n.cells if c.points}
        nothing = NotebookMarks()
        rows = tuple(
            Row.of(
                notebook.name,
                cell,
                points[notebook.name, cell.id],
                marks.get(notebook.name, nothing).cells.get(cell.id, CellMarks()),
            )
            for notebook in record.notebooks
            for cell in notebook.cells
            if (notebook.name, cell.id) in points
        )
        penalty = sum(notebook.late_penalty for notebook in marks.values())
        most = sum(row.points for row in rows)
        return cls(record.student, record.assignment, most, penalty, rows, tuple(record.all_notes))

    @property
    def score(self) -> float:
        """What counts: marks by hand with it, what a late submission loses taken off."""
        return sum(row.score or 0.0 for row in self.cells) - self.late_penalty

    @property
    def waiting(self) -> int:
        """How many answers nobody has marked yet."""
        return sum(row.score is None for row in self.cells)


def _print(shown: Shown) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    whole = not sys.stdout.isatty() and "COLUMNS" not in os.environ  # nothing to fold the lines for
    console = Console(highlight=False, width=WIDE if whole else None)
    console.print(Text(printable(_title(shown)), style="bold"))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("cell", overflow="fold", min_width=10)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("of", justify="right", no_wrap=True)
    table.add_column("why", overflow="fold")
    several = len({row.notebook for row in shown.cells}) > 1
    for row in shown.cells:
        score = "by hand" if row.score is None else f"{row.score:g}"
        reason = row.why + (" (weaker: checked inside the student's process)" if row.weaker else "")
        name = f"{row.notebook}/{row.cell}" if several else row.cell
        style = "" if row.score is None or row.score >= row.points else "red"
        table.add_row(
            *(Text(printable(text), style=style) for text in (name, score, f"{row.points:g}", reason))
        )
    console.print(table)
    for note in shown.notes:
        console.print(Text(f"  {printable(note)}"))


def _title(shown: Shown) -> str:
    late = f", {shown.late_penalty:g} taken off for lateness" if shown.late_penalty else ""
    waiting = f", {shown.waiting} to be marked by hand" if shown.waiting else ""
    return (
        f"{shown.student}, {shown.assignment}: {shown.score:g} of {shown.max_score:g} points{late}{waiting}"
    )
