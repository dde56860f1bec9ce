"""`nbjudge export`: the marks of the gradebook in the form that an exporter gives them."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

from nbjudge.course import extensions
from nbjudge.course import people as known_people
from nbjudge.course.course import Course, CourseError
from nbjudge.course.files import write_text
from nbjudge.gradebook.writer import Writer
from nbjudge.marks import ClassMarks

Exporter = Callable[[ClassMarks], str]


def run(course: Course, assignment: str, form: str, target: Path | None, people: Path | None = None) -> None:
    """Export an assignment, or all of them, to a file or to standard output."""
    exporter = cast(Exporter, extensions.load(extensions.EXPORTERS, form))
    marks = replace(_marks(course, assignment), people=known_people.of(course, people))
    text = _exported(form, exporter, marks)
    if target is None:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    else:
        write_text(target, text)


def _exported(form: str, exporter: Exporter, marks: ClassMarks) -> str:
    try:
        text: object = exporter(marks)
    except Exception as error:
        raise CourseError(f"The exporter {form!r} failed: {type(error).__name__}: {error}") from error
    if not isinstance(text, str):
        raise CourseError(f"The exporter {form!r} gives an object of type {type(text).__name__}, not text.")
    return text


def _marks(course: Course, assignment: str) -> ClassMarks:
    with Writer(course, make=False) as gradebook:
        known = gradebook.assignments()
        if assignment and assignment not in known:
            listed = ", ".join(known) or "none"
            raise CourseError(f"The gradebook does not know {assignment!r}. Assignments in it: {listed}.")
        names = [assignment] if assignment else known
        return ClassMarks(course.course_id, {name: gradebook.all_marks(name) for name in names})
