"""Runs the course's own solution as if a student had handed it in: what the doctor looks at."""

from collections.abc import Iterable, Mapping

from nbjudge.course.options import Options
from nbjudge.course.release import Release, ReleaseNotebook
from nbjudge.execution.illustrations import illustrations
from nbjudge.grading.steps import Assignment, Executor
from nbjudge.tasks import Cell, NotebookResult, NotebookTask


def solve(
    assignment: Assignment,
    executor: Executor,
    golden: Mapping[str, frozenset[str]] | None,
    tags: Mapping[tuple[str, ...], tuple[str, ...]],
    seeds: Mapping[str, str],
    only: frozenset[str] = frozenset(),
) -> list[NotebookResult]:
    """Run the solutions; without a golden record the places are noted. `tags` are added, by cell."""
    return [
        executor.run(task(assignment, own, golden, tags, seeds.get(own.name, "")))
        for own in assignment.release.notebooks
        if not only or own.name in only
    ]


def task(
    assignment: Assignment,
    own: ReleaseNotebook,
    golden: Mapping[str, frozenset[str]] | None,
    tags: Mapping[tuple[str, ...], tuple[str, ...]],
    seed: str,
) -> NotebookTask:
    """Make the task of a notebook in which every answer is the course's own."""
    recorded = None if golden is None else golden.get(own.name, frozenset())
    unneeded = () if recorded is None else _left_out(assignment.options, own)
    return NotebookTask(
        own.name,
        _cells(own, tags),
        golden=recorded,
        left_out=frozenset(unneeded),
        files=assignment.forced_data,
        course_files=assignment.course_data,
        limits=assignment.terms.limits,
        seed=seed,
        hide=assignment.terms.hide,
        kernel=str(own.kernelspec.get("name", "python3")),
    )


def _cells(own: ReleaseNotebook, tags: Mapping[tuple[str, ...], tuple[str, ...]]) -> tuple[Cell, ...]:
    return tuple(
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


def without_marks(own: ReleaseNotebook, packages: Iterable[str]) -> frozenset[str]:
    """Name the cells of a released notebook that no mark depends on."""
    return illustrations(_cells(own, {}), packages)


def left_out(options: Options, release: Release) -> dict[str, frozenset[str]]:
    """Name the cells that are not run for the marks, by notebook: none where the course does not want it."""
    return {own.name: _left_out(options, own) for own in release.notebooks}


def _left_out(options: Options, own: ReleaseNotebook) -> frozenset[str]:
    return without_marks(own, options.own_packages) if options.leave_out_illustrations else frozenset()
