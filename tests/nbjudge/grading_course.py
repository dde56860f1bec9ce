"""Grades a small course in a test, with the plain executor unless the test wants the real one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from nbjudge.classroom import run
from nbjudge.classroom.run import Graded
from nbjudge.course import course as courses
from nbjudge.course.course import Course
from nbjudge.course.release import Release
from nbjudge.grading import golden
from nbjudge.grading.open_release import open_release


def opened(root: Path, executor: str = "plain", **options: Any) -> Course:
    course = courses.read(root)
    return replace(course, options=replace(course.options, executor=executor, **options))


def with_golden(course: Course, assignment: str = "ps1") -> Release:
    release = open_release(course, assignment)
    if not course.golden_file(assignment).exists():
        golden.write_golden(
            course.golden_file(assignment), release, {n.name: frozenset() for n in release.notebooks}
        )
    return release


def grade(course: Course, assignment: str = "ps1", workers: int = 1, **more: Any) -> dict[str, Graded]:
    release = with_golden(course, assignment)
    events = run.grade_all(course, release, course.submissions(assignment), workers, **more)
    return {event.student: event for event in events if isinstance(event, Graded)}


def changes(course: Course, assignment: str = "ps1") -> list[str]:
    """Grade, and give what has changed in the assignment since it was last graded."""
    release = with_golden(course, assignment)
    events = run.grade_all(course, release, course.submissions(assignment), 1)
    return [event.sentence for event in events if isinstance(event, run.Changed)]


def scores(graded: Graded) -> dict[str, float | None]:
    return {name: cell.score for marks in graded.marks.values() for name, cell in marks.cells.items()}
