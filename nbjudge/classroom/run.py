"""Grades an assignment from `submitted/` to the gradebook and the pages: the whole way, as events.

    workers  read, rebuild, run, record  ->  this process alone writes the gradebook  ->  workers write the
    pages

What is on the disk at any moment is whole: a record, a transaction, a page. After an interruption, whatever
it was, the next run finds the records and does the rest.
"""

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from nbjudge import records
from nbjudge.classroom.backend import Answer, Backend, backend_for
from nbjudge.course.course import Course, CourseError, Submission
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Refused, Writer
from nbjudge.marks import Marks, to_json
from nbjudge.records import Record
from nbjudge.submission.rebuild import submitted_at

PUBLISHING = 120.0  # seconds for the pages of one submission


@dataclass(frozen=True)
class Graded:
    """What came of one submission."""

    student: str
    score: float = 0.0
    max_score: float = 0.0
    by_hand: int = 0  # answers that a person has to mark
    late_penalty: float = 0.0
    reused: bool = False
    notes: tuple[str, ...] = ()
    error: str = ""  # why there is no result
    marks: Marks = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Give the result as data that JSON can hold."""
        return asdict(self)


@dataclass(frozen=True)
class Changed:
    """What is no longer as it was in the gradebook when the assignment was last graded."""

    sentence: str


@dataclass(frozen=True)
class Protected:
    """The level of protection that the run had."""

    level: str


Event = Changed | Graded | Protected


@contextlib.contextmanager
def alone(course: Course) -> Iterator[None]:
    """Hold the course: two runs at once would write the same files."""
    if sys.platform == "win32":
        raise CourseError("Grading needs Linux, for nothing else confines what students wrote: use WSL 2.")
    import fcntl

    course.own.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (course.own / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CourseError(f"Another run is at work in {course.root}: wait for its end.") from None
        yield


def workers_of(course: Course, asked: int, submissions: int) -> int:
    """Say how many workers to start: as asked, as configured, else one for each core that may be used."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(asked or course.options.workers or cores, submissions))


def grade_all(
    course: Course,
    release: Release,
    submissions: Sequence[Submission],
    workers: int = 0,
    force: bool = False,
) -> Iterator[Event]:
    """Grade submissions; give each result when all of it is on the disk, and what else there is to say."""
    if not submissions:
        return
    course.secret()  # made here if there is none, for workers would each make their own
    count = workers_of(course, workers, len(submissions))
    with backend_for(course, release.assignment, count) as backend:
        for submission in submissions:
            backend.add(order_for("grade", submission, force=force), patience(course, release))
        with Writer(course) as gradebook:
            for note in gradebook.prepare(release):
                yield Changed(f"{release.assignment}/{note}")
            yield from _results(backend, gradebook, {one.student: one for one in submissions})
        yield Protected(backend.protection)


def patience(course: Course, release: Release) -> float:
    """Say how long a worker may be silent over one submission: far longer than its own deadlines."""
    return 60 + len(release.notebooks) * 4 * (course.options.limits.notebook_seconds + 10)


def _results(backend: Backend, gradebook: Writer, submissions: Mapping[str, Submission]) -> Iterator[Graded]:
    """Write what has been graded, have its pages made, and give it when they are."""
    done: dict[str, Graded] = {}
    for answer in backend.answers():
        student = answer.order["student"]
        if answer.error:
            yield Graded(student, error=answer.error)
        elif answer.order["op"] == "publish":
            yield done.pop(student)
        elif (graded := _write(gradebook, submissions[student], answer)).error:
            yield graded
        else:
            done[student] = graded
            order = order_for("publish", submissions[student], marks=to_json(graded.marks))
            backend.add(order, PUBLISHING, first=True)


def order_for(op: str, submission: Submission, **more: object) -> dict[str, Any]:
    """Say to a worker what to do with a submission."""
    return {"op": op, "student": submission.student, "folder": str(submission.folder), **more}


def _write(gradebook: Writer, submission: Submission, answer: Answer) -> Graded:
    record = records.from_json(answer.data["record"], reused=bool(answer.data["reused"]))
    moment, _ = submitted_at(submission.folder)
    try:
        return summed(record, gradebook.write(record, moment))
    except Refused as error:
        return Graded(submission.student, error=str(error))


def summed(record: Record, marks: Marks) -> Graded:
    """Sum up a submission."""
    cells = [cell for notebook in marks.values() for cell in notebook.cells.values()]
    return Graded(
        student=record.student,
        score=sum(notebook.score for notebook in marks.values()),
        max_score=sum(notebook.max_score for notebook in marks.values()),
        by_hand=sum(1 for cell in cells if cell.by_hand),
        late_penalty=sum(notebook.late_penalty for notebook in marks.values()),
        reused=record.reused,
        notes=tuple(record.all_notes),
        marks=marks,
    )
