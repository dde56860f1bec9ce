"""The file of extensions: how much longer than the others some students have.

A table with the columns `student` and `assignment`, and any of `minutes`, `hours`, `days`, `weeks`, as
nbgrader's own `Gradebook.grant_extension` has them. A line without an assignment holds for all of them, but
for those that another line names. Where a course names such a file, it alone decides; without one, what the
gradebook holds stays.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from nbjudge.course.course import Course, CourseError

UNITS = ("minutes", "hours", "days", "weeks")


@dataclass(frozen=True)
class ExtraTime:
    """What the file says."""

    granted: Mapping[tuple[str, str], timedelta]  # by student and assignment; empty: for all

    def of(self, student: str, assignment: str) -> timedelta | None:
        """Give what a student has for an assignment; None where there is nothing.

        >>> ExtraTime({("amy", ""): timedelta(days=1)}).of("amy", "ps1")
        datetime.timedelta(days=1)
        """
        everywhere = self.granted.get((student, ""))
        return self.granted.get((student, assignment), everywhere) or None


def of(course: Course) -> ExtraTime | None:
    """Read the file of a course; None where it names none."""
    name = course.options.extensions_file
    return read(course.root / name, course.assignments()) if name else None


def read(path: Path, assignments: list[str]) -> ExtraTime:
    """Read a file of extensions; a CourseError says what is wrong with it, and in which line."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file)
            rows = [(table.line_num, row) for row in table]
            columns = {str(name).strip() for name in table.fieldnames or ()}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CourseError(f"The file of extensions {path} cannot be read: {error}") from error
    if not {"student", "assignment"} <= columns or not columns & set(UNITS):
        raise CourseError(
            f"The file of extensions {path} needs a first line with the columns student, assignment and one "
            f"of {', '.join(UNITS)}."
        )
    granted: dict[tuple[str, str], timedelta] = {}
    for line, row in rows:
        said = {str(name).strip(): str(value or "").strip() for name, value in row.items() if name}
        whose = said["student"], said["assignment"]
        try:
            granted[_new(whose, granted, assignments)] = _time(said)
        except (ValueError, OverflowError) as error:
            raise CourseError(f"The file of extensions {path}, line {line}: {error}.") from error
    return ExtraTime(granted)


def _new(
    whose: tuple[str, str], granted: Mapping[tuple[str, str], timedelta], assignments: list[str]
) -> tuple[str, str]:
    student, assignment = whose
    if not student:
        raise ValueError("no student is named")
    if assignment and assignment not in assignments:
        raise ValueError(f"there is no assignment {assignment!r}, only {', '.join(assignments) or 'none'}")
    if whose in granted:
        raise ValueError(f"a second line for {student} and {assignment or 'all assignments'}")
    return whose


def _time(said: Mapping[str, str]) -> timedelta:
    """Add up the columns of a line.

    >>> _time({"days": "1", "hours": ""})
    datetime.timedelta(days=1)
    """
    numbers = {}
    for unit in UNITS:
        try:
            numbers[unit] = float(said.get(unit) or 0)
        except ValueError:
            raise ValueError(f"{said[unit]!r} is not a number of {unit}") from None
    time = timedelta(**numbers)
    if time < timedelta(0):
        raise ValueError("an extension cannot be negative")
    return time
