"""Marks as comma-separated values: a line for each submission, as a spreadsheet or an LMS reads it.

What students chose, such as the name of a folder, could be a formula where a spreadsheet opens it. A cell of
text that begins like one gets an apostrophe before it, which spreadsheets take as "this is text". A
carriage return in it becomes a line feed, for only that is put into quotes: what follows would be a line.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from nbjudge.marks import ClassMarks, Marks

COLUMNS = ("assignment", "student", "raw_score", "late_penalty", "score", "max_score", "by_hand")
FORMULA = (
    "=",
    "+",
    "-",
    "@",
    "\uff1d",
    "\uff0b",
    "\uff0d",
    "\uff20",
    "\t",
    "\n",
)  # some by their wide letters


def to_csv(marks: ClassMarks) -> str:
    """Write the table; `by_hand` counts the answers that a person still has to mark."""
    return as_table([COLUMNS, *_rows(marks)])


def as_table(rows: Iterable[Sequence[object]]) -> str:
    """Write rows as comma-separated values.

    >>> as_table([("student", "score"), ("a, b", 1.5)])
    'student,score\\n"a, b",1.5\\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _rows(marks: ClassMarks) -> Iterator[tuple[str | int, ...]]:
    for assignment, students in sorted(marks.assignments.items()):
        for student, submission in sorted(students.items()):
            yield (as_text(assignment), as_text(student), *_figures(submission))


def _figures(marks: Marks) -> tuple[str | int, ...]:
    score = sum(notebook.score for notebook in marks.values())
    penalty = sum(notebook.late_penalty for notebook in marks.values())
    most = sum(notebook.max_score for notebook in marks.values())
    by_hand = sum(cell.by_hand for notebook in marks.values() for cell in notebook.cells.values())
    return (*(f"{number:.10g}" for number in (score + penalty, penalty, score, most)), by_hand)


def as_text(value: str) -> str:
    """Keep a text from being read as a formula.

    >>> as_text("=1+1"), as_text("amy"), as_text("amy\\r=1+1")
    ("'=1+1", 'amy', 'amy\\n=1+1')
    """
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{value}" if value.startswith(FORMULA) else value
