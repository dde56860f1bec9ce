"""`nbjudge grade` for people and for scripts: progress, then a table and where the files are."""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from nbjudge.classroom import doctor, interrupt
from nbjudge.classroom import run as runs
from nbjudge.classroom.index import Index
from nbjudge.classroom.run import Graded
from nbjudge.commands.journal import Journal
from nbjudge.commands.request import Request, chosen, with_submissions
from nbjudge.commands.terminal import Progress, fitted
from nbjudge.course.course import Course
from nbjudge.course.printable import printable
from nbjudge.course.release import Release
from nbjudge.gradebook import database
from nbjudge.gradebook.writer import Writer
from nbjudge.grading.left_out import left_out
from nbjudge.grading.open_release import open_release
from nbjudge.pages import overview, staff_pages, student_index, summary

if TYPE_CHECKING:
    from rich.table import Table

MOST_NOTES = 12  # in the terminal; the page of summary has all


@dataclass(frozen=True)
class Outcome:
    """What came of one assignment."""

    assignment: str
    graded: tuple[Graded, ...]
    seconds: float
    page: Path
    changes: tuple[str, ...]  # of the assignment itself, since it was last graded
    protection: str  # the level that the run had
    checkup: doctor.Checkup | None
    left_out: int = 0  # cells of the release that no mark depends on
    stands: bool = False  # nothing is new, so that the pages about the class stand as they were
    part: bool = False  # something may be new, but these pages were left

    @property
    def complete(self) -> bool:
        """Whether every submission has a result."""
        return not any(entry.error for entry in self.graded)

    def to_json(self) -> dict[str, object]:
        """Give the outcome as data that JSON can hold."""
        return {
            "assignment": self.assignment,
            "submissions": [entry.to_json() for entry in self.graded],
            "seconds": round(self.seconds, 3),
            "page": str(self.page),
            "changes": list(self.changes),
            "protection": self.protection,
            "left_out": self.left_out,
            "checkup": self.checkup.to_json() if self.checkup else None,
        }


def run(course: Course, request: Request) -> bool:
    """Grade what is asked for; say whether every submission has a result."""
    names = [request.assignment] if request.assignment else with_submissions(course)
    outcomes = []
    with Journal(course) as journal:
        for name in names:
            outcomes.append(_grade(course, name, request, journal))
            if not request.as_json:
                _tell(course, outcomes[-1])
        if any(outcome.part for outcome in outcomes):
            student_index.write_all(course, request.students)
        elif not (all(outcome.stands for outcome in outcomes) and _is_all(course, names)):
            student_index.write_all(course)
            overview.write(course)
    if request.as_json:
        sys.stdout.write(
            json.dumps({"assignments": [entry.to_json() for entry in outcomes]}, indent=1) + "\n"
        )
    return all(entry.complete for entry in outcomes)


def _is_all(course: Course, names: Sequence[str]) -> bool:
    """Whether the pages about all assignments follow from these."""
    with Writer(course) as gradebook:
        return set(gradebook.assignments()) <= set(names)


def _grade(course: Course, name: str, request: Request, journal: Journal) -> Outcome:
    started = time.monotonic()
    release = open_release(course, name)
    submissions, part = chosen(course, name, request.students)
    sections = summary.sections_of(course)  # what is wrong with these is said before the work
    with Writer(course) as gradebook:
        gradebook.ready(release)
    changes: list[str] = []
    graded: list[Graded] = []
    protection = ""
    with Progress(name, len(submissions), quiet=request.as_json) as progress:
        progress.say("checking the course's own solution")
        checkup = doctor.ensure(course, release)
        progress.say(name)
        with Index(course, release, submissions, part) as index:
            for event in index.grade(request.workers, request.force):
                interrupt.check()
                match event:
                    case Graded():
                        progress.step()
                        journal.graded(name, event)
                        journal.numbers({name: len(submissions) - len(graded) - 1})
                        graded.append(
                            event if request.as_json else replace(event, marks={})
                        )  # for nobody else
                    case runs.Changed(sentence):
                        changes.append(sentence)
                    case runs.Protected(level):
                        protection = level
                        journal.protected(level)
                    case runs.Standing(words):
                        progress.say(f"{name} on {words}")
            page = staff_pages.report(course, name)
            if not (stands := index.report_stands() or part):
                summary.write(course, release, sections, remark_on(course, release))
    graded.sort(key=lambda result: result.student)
    seconds = time.monotonic() - started
    outcome = Outcome(name, tuple(graded), seconds, page, tuple(changes), protection, checkup, stands=stands)
    return replace(outcome, left_out=_count(course, release), part=part)


def remark_on(course: Course, release: Release) -> str:
    """Say of a class report how many cells are not run."""
    return _left_out(_count(course, release))


def _count(course: Course, release: Release) -> int:
    return sum(map(len, left_out(course, release).values()))


def _left_out(count: int) -> str:
    if not count:
        return ""
    return f"Given cells that no mark depends on: {count}; each runs only if an answer uses a name from it."


def _tell(course: Course, outcome: Outcome) -> None:
    """Report; whoever reads may have seen enough, and the other assignments are graded all the same."""
    try:
        _report(course, outcome)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(course: Course, outcome: Outcome) -> None:
    _say([*_sentences(outcome)])
    if sys.stdout.isatty():
        from rich.console import Console

        Console(highlight=False).print(_table(outcome))
    else:
        _plain_table(outcome)
    where = [
        f"Gradebook  {database.shown(course.db_url)}",
        f"Feedback   {course.root / course.steps['feedback']}",
        f"Summary    {outcome.page}",
    ]
    _say([*_notes(outcome), *where])


def _say(lines: Sequence[str]) -> None:
    sys.stdout.write("".join(f"{fitted(line)}\n" for line in lines))
    sys.stdout.flush()


def _sentences(outcome: Outcome) -> Iterator[str]:
    count, kept = len(outcome.graded), sum(entry.reused for entry in outcome.graded)
    rate = count / outcome.seconds if outcome.seconds else 0.0
    unchanged = f", {kept} of them unchanged" if kept else ""
    yield (
        f"{outcome.assignment}: {count} submission{'' if count == 1 else 's'} in {outcome.seconds:.1f} s "
        f"({rate:.1f} a second){unchanged}."
    )
    if outcome.protection:
        yield f"Protection level {outcome.protection}."
    if outcome.checkup:
        places = sum(outcome.checkup.places.values())
        yield (
            f"The course's own solution passed its {outcome.checkup.tests} tests; the golden record has "
            f"{places} places. Please review it."
        )
    if outcome.left_out:
        yield _left_out(outcome.left_out)
    if outcome.part:
        yield f"The pages about the class were not updated: nbjudge grade {outcome.assignment} updates them."
    for change in outcome.changes:
        yield f"Since it was last graded: {change}."


def _table(outcome: Outcome) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("student", overflow="fold", min_width=8)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("of", justify="right", no_wrap=True)
    table.add_column("", overflow="fold")
    for entry in outcome.graded:
        row = [printable(entry.student), f"{entry.score:g}", f"{entry.max_score:g}", _remark(entry)]
        table.add_row(*map(Text, row))
    return table


def _plain_table(outcome: Outcome) -> None:
    for entry in outcome.graded:
        row = (printable(entry.student), f"{entry.score:g}", f"{entry.max_score:g}", _remark(entry))
        sys.stdout.write("\t".join(row) + "\n")


def _remark(entry: Graded) -> str:
    if entry.error:
        return f"NOT GRADED: {printable(_ends(entry.error))}"
    told = []
    if entry.by_hand:
        told.append(f"{entry.by_hand} by hand")
    if entry.late_penalty:
        told.append(f"late: -{entry.late_penalty:g}")
    if entry.notes:
        told.append(f"{len(entry.notes)} note{'s' if len(entry.notes) > 1 else ''}")
    return ", ".join(told)


def _ends(error: str) -> str:
    """Give the first and the last line of an error, which say what and why; --json has all of it.

    >>> _ends("It failed:\\nTraceback\\n  ...\\nValueError: no\\n")
    'It failed: … ValueError: no'
    """
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    return " … ".join([lines[0], lines[-1]]) if len(lines) > 2 else " ".join(lines)


def _notes(outcome: Outcome) -> Iterator[str]:
    told = [(entry.student, note) for entry in outcome.graded for note in entry.notes]
    for student, note in told[:MOST_NOTES]:
        yield f"  {printable(student)}: {printable(note)}"
    if len(told) > MOST_NOTES:
        yield f"  … and {len(told) - MOST_NOTES} more notes, all in the summary."
