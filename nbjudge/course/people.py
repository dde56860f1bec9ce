"""The file of people: who each student is to an LMS, as a table with a column of the folders' names."""

import csv
from collections.abc import Mapping
from pathlib import Path

from nbjudge.course.course import Course, CourseError

STUDENT = "student"  # the column of the folders' names
People = Mapping[str, Mapping[str, str]]  # by student: the row


def of(course: Course, named: Path | None = None) -> People:
    """Read the file that is named, else the one of the course's settings; nobody is known without any."""
    setting = course.options.people_file
    path = named or (course.root / setting if setting else None)
    return read(path) if path else {}


def read(path: Path) -> People:
    """Read the file; a CourseError says what is wrong with it."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [
                {str(key).strip(): value or "" for key, value in row.items() if key}
                for row in csv.DictReader(file)
            ]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CourseError(f"The file of people {path} cannot be read: {error}") from error
    if not rows or STUDENT not in rows[0]:
        raise CourseError(f"The file of people {path} needs a first line with a column {STUDENT!r}.")
    names = [row[STUDENT] for row in rows]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise CourseError(f"The file of people {path} has two lines for {', '.join(twice)}.")
    return dict(zip(names, rows, strict=True))
