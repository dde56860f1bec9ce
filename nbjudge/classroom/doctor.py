"""Looks a course over before it grades anybody: is the machine safe, and do the course's own solutions pass?

Every solution is run as a student's would be. The places where an object of the student's own decides
become the golden record; with it the solution runs again and must keep every point. For a test that does
not pass, the tag `in-student` is tried, and the doctor says whether it helps.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nbjudge.classroom import backend as backends
from nbjudge.classroom import prepared
from nbjudge.classroom.backend import Backend
from nbjudge.classroom.orders import Solve, Solved
from nbjudge.course.course import Course, CourseError
from nbjudge.course.files import digest, write_text
from nbjudge.course.release import Release
from nbjudge.grading import solution, unchanged
from nbjudge.grading.golden import Golden, fingerprint, read_golden, write_golden
from nbjudge.grading.steps import seeds_of
from nbjudge.tasks import IN_STUDENT, CellResult, NotebookResult

ENOUGH = 1e-9
Tags = Mapping[tuple[str, ...], tuple[str, ...]]  # to add, by notebook and cell


@dataclass(frozen=True)
class Finding:
    """A test that the course's own solution does not pass."""

    notebook: str
    cell: str
    score: float
    points: float
    reason: str
    remedy: str = ""  # the tag that makes it pass; empty if none does


@dataclass(frozen=True)
class Checkup:
    """What came of one assignment."""

    assignment: str
    tests: int
    points: float
    findings: tuple[Finding, ...]
    weaker: tuple[str, ...] = ()  # tests whose verdict comes from inside the student's process
    places: Mapping[str, int] = field(default_factory=dict)  # how many, by notebook
    notes: tuple[str, ...] = ()
    illustrations: int = 0  # cells that no mark depends on
    seconds: float = 0.0  # that the solution took with them
    saved: float = 0.0  # of these, what they took

    @property
    def healthy(self) -> bool:
        """Whether the solution keeps every point."""
        return not self.findings

    def to_json(self) -> dict[str, object]:
        """Give the checkup as data that JSON can hold."""
        return {**asdict(self), "healthy": self.healthy}


class SolutionLosesPoints(CourseError):
    """The course's own solution does not pass its tests: grading would be unjust."""

    exit_code = 4

    def __init__(self, checkup: Checkup) -> None:
        """Name the tests, and what helps."""
        self.checkup = checkup
        lines = "\n".join(f"  {describe(finding)}" for finding in checkup.findings)
        super().__init__(f"The solution of {checkup.assignment} loses points in its own tests:\n{lines}")


def describe(finding: Finding) -> str:
    """Say in one line what is wrong with a test, and what helps."""
    remedy = (
        f'give the cell the tag "{finding.remedy}"' if finding.remedy else "correct the test or the solution"
    )
    lost = f"{finding.score:g} of {finding.points:g} points"
    why = finding.reason or "It raises nothing; its last expression gives that many."
    return f"{finding.notebook}/{finding.cell}: {lost}. {why} Remedy: {remedy}."


def fresh(course: Course, release: Release) -> Golden | None:
    """Give the golden record if it was made of this release, and checked by this grader on this machine."""
    golden = read_golden(course.golden_file(release.assignment))
    if golden is None or not release.solved:
        return golden
    if golden.of != fingerprint(release) or _checked(course, release) != _check_of(course, release):
        return None
    return golden


def _check_of(course: Course, release: Release) -> str:
    return f"{fingerprint(release)} {unchanged.environment(course.options.own_code)}"


def _stamp(course: Course, release: Release) -> Path:
    return course.own / "checked" / f"{release.assignment}.txt"


def _checked(course: Course, release: Release) -> str:
    try:
        return _stamp(course, release).read_text()
    except OSError:
        return ""


def ensure(course: Course, release: Release) -> Checkup | None:
    """See to it that an assignment may be graded: check it if it has changed since it was last checked."""
    if fresh(course, release) is not None:
        return None
    if not release.solved:
        raise CourseError(
            f"{release.assignment} has no source here, so its solution cannot be run, and there is no golden "
            f"record in {course.golden_file(release.assignment)}. Put back the source or that file."
        )
    checkup = examine(course, release)
    if not checkup.healthy:
        raise SolutionLosesPoints(checkup)
    return checkup


def examine(course: Course, release: Release) -> Checkup:
    """Run the solutions of an assignment; write its golden record if they pass, try the remedies if not."""
    course.secret()
    with backends.opened(course, release, 1) as backend:
        first = _solve(backend, course, release, None, {})
        places = {result.name: result.places for result in first}
        second = _solve(backend, course, release, places, {})
        findings = _findings(release, second)
        if findings:
            tags: Tags = {(finding.notebook, finding.cell): (IN_STUDENT,) for finding in findings}
            only = sorted({finding.notebook for finding in findings})
            third = _solve(backend, course, release, places, tags, only)
            helped = {
                (name, cell.id) for name, cell, points in _tests(release, third) if _is_full(cell, points)
            }
            findings = [_with_remedy(finding, helped) for finding in findings]
    if not findings:
        write_golden(course.golden_file(release.assignment), release, places)
        write_text(_stamp(course, release), _check_of(course, release))
    tests = [cell for notebook in release.notebooks for cell in notebook.cells if cell.kind == "test"]
    return Checkup(
        assignment=release.assignment,
        tests=len(tests),
        points=sum(cell.points for cell in tests),
        findings=tuple(findings),
        weaker=tuple(f"{result.name}/{cell.id}" for result in second for cell in result.cells if cell.weaker),
        places={name: len(of_notebook) for name, of_notebook in places.items()},
        notes=tuple(f"{ran.name}: {note}" for ran in second for note in ran.notes),
        **_illustrations(course, release, first),
    )


def _illustrations(course: Course, release: Release, results: list[NotebookResult]) -> dict[str, Any]:
    """Say how many cells no mark depends on, and what they took in a run of all cells."""
    packages = course.options.own_packages
    found = {own.name: solution.without_marks(own, packages) for own in release.notebooks}
    cells = [(cell.id in found[result.name], cell.seconds) for result in results for cell in result.cells]
    return {
        "illustrations": sum(map(len, found.values())),
        "seconds": sum(seconds for _, seconds in cells),
        "saved": sum(seconds for left_out, seconds in cells if left_out),
    }


def _solve(
    backend: Backend,
    course: Course,
    release: Release,
    golden: Mapping[str, frozenset[str]] | None,
    tags: Tags,
    only: list[str] | None = None,
) -> list[NotebookResult]:
    order = Solve(golden, tags, seeds_of(course, release, ""), only or ()).to_bytes()
    patience = 60 + 4 * len(release.notebooks) * course.options.limits.notebook_seconds
    backend.submit(digest(order), order, patience)
    for answer in backend.answers():
        if answer.error:
            raise CourseError(f"The solution of {release.assignment} could not be run: {answer.error}")
        solved = Solved.of(answer.content)
        if solved.made:
            prepared.save(course, release, unchanged.environment(course.options.own_code), solved.made)
        return list(solved.notebooks)
    raise CourseError(f"The solution of {release.assignment} could not be run.")


def _tests(release: Release, results: list[NotebookResult]) -> Iterator[tuple[str, CellResult, float]]:
    points = {(n.name, c.id): c.points for n in release.notebooks for c in n.cells if c.kind == "test"}
    for result in results:
        for cell in result.cells:
            if (result.name, cell.id) in points:
                yield result.name, cell, points[result.name, cell.id]


def _is_full(cell: CellResult, points: float) -> bool:
    return (cell.score or 0.0) >= points - ENOUGH


def _findings(release: Release, results: list[NotebookResult]) -> list[Finding]:
    return [
        Finding(name, cell.id, cell.score or 0.0, points, cell.reason)
        for name, cell, points in _tests(release, results)
        if not _is_full(cell, points)
    ]


def _with_remedy(finding: Finding, helped: set[tuple[str, str]]) -> Finding:
    helps = (finding.notebook, finding.cell) in helped
    return Finding(**{**asdict(finding), "remedy": IN_STUDENT if helps else ""})
