"""What the command line asks to be graded, and which submissions it means."""

from collections.abc import Sequence
from dataclasses import dataclass

from nbjudge.course.course import Course, CourseError, Submission, elsewhere

LARGE = 500  # submissions of a class for which no pages are made anew when only some are graded


@dataclass(frozen=True)
class Request:
    """What the command line asks for."""

    assignment: str
    students: tuple[str, ...]
    workers: int
    force: bool
    as_json: bool


def with_submissions(course: Course) -> list[str]:
    """Name the assignments that somebody has handed in."""
    names = [name for name in course.assignments() if course.has_more_than(0, name)]
    if not names:
        raise CourseError(
            f"Nothing was submitted in {course.root / course.steps['submitted']}.{elsewhere(course)}"
        )
    return names


def chosen(course: Course, name: str, students: Sequence[str]) -> tuple[list[Submission], bool]:
    """Find the submissions that are asked for; say whether they are a part of a large class."""
    if not course.has_more_than(0, name):
        raise CourseError(
            f"Nobody submitted {name}: {course.folder('submitted', name, '<student>')} holds nothing."
        )
    asked = course.submissions(name, students)
    if unknown := sorted(set(students) - {entry.student for entry in asked}):
        raise CourseError(f"{', '.join(unknown)} did not submit {name}.")
    return asked, bool(students) and course.has_more_than(max(LARGE, len(asked)), name)
