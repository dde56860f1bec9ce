"""Runs the course's own solution as if a student had handed it in: what the doctor looks at."""

from collections.abc import Mapping
from dataclasses import replace

from nbjudge.course.release import ReleaseNotebook
from nbjudge.grading.steps import Assignment, Executor
from nbjudge.tasks import Cell, NotebookResult, NotebookTask


def solve(
    assignment: Assignment,
    executor: Executor,
    golden: Mapping[str, frozenset[str]] | None,
    tags: Mapping[tuple[str, ...], tuple[str, ...]],
    only: frozenset[str] = frozenset(),
) -> list[NotebookResult]:
    """Run the solutions; without a golden record the places are noted. `tags` are added, by cell."""
    return [
        executor.run(task(assignment, own, golden, tags))
        for own in assignment.release.notebooks
        if not only or own.name in only
    ]


def task(
    assignment: Assignment,
    own: ReleaseNotebook,
    golden: Mapping[str, frozenset[str]] | None,
    tags: Mapping[tuple[str, ...], tuple[str, ...]],
) -> NotebookTask:
    """Make the task of a notebook in which every answer is the course's own."""
    cells = tuple(
        Cell(
            id=cell.id,
            kind=cell.kind,
            source=cell.reference if cell.solution else cell.source,
            points=cell.points,
            manual=cell.manual,
            tags=(*cell.tags, *tags.get((own.name, cell.id), ())),
            reference=cell.reference,
        )
        for cell in own.cells
    )
    course = assignment.course
    blank = NotebookTask(
        own.name, cells, golden=None if golden is None else golden.get(own.name, frozenset())
    )
    return replace(
        blank,
        files=assignment.data,
        course_files=assignment.course_data,
        limits=assignment.terms.limits,
        seed=course.seed("", f"{assignment.release.assignment}/{own.name}"),
        hide=assignment.terms.hide,
        kernel=str(own.kernelspec.get("name", "python3")),
    )
