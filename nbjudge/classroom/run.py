"""Grades an assignment from `submitted/` to the gradebook and the pages: the whole way, as events.

    this process  reads the submission     workers  rebuild it, run it, make its record
    this process  keeps record and marks   workers  make its pages
    this process  puts them in their places

It alone writes to the course's folder and to the gradebook; workers are given bytes and give bytes.

What is on the disk at any moment is whole: a record, a transaction, a page. After an interruption, whatever
it was, the next run finds the records and does the rest.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial

from nbjudge.classroom import backend as backends
from nbjudge.classroom import orders
from nbjudge.classroom.backend import Answer, Backend, workers_of
from nbjudge.classroom.line import Asked, Line
from nbjudge.classroom.orders import Grade, Publish, Published
from nbjudge.course.course import Course, Submission
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Refused, Writer
from nbjudge.grading import archive
from nbjudge.grading.steps import work_of
from nbjudge.marks import Marks
from nbjudge.pages.publish import Target, pictures_of
from nbjudge.records import Record
from nbjudge.submission import handed_in
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
    failure: str = ""  # of which kind that is: files, worker, gradebook or pages
    marks: Marks = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
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


@dataclass(frozen=True)
class Standing:
    """Who is at work now, in a few words."""

    words: str


Event = Changed | Graded | Protected | Standing


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
    count = workers_of(course, workers, len(submissions))
    with opened(course, release, count) as run:
        yield from map(Changed, run.changes)
        yield from run.grade(iter(submissions), force)
        yield Protected(run.backend.protection)


@contextlib.contextmanager
def opened(course: Course, release: Release, workers: int, ticks: bool = False) -> Iterator["Run"]:
    """Have workers and gradebook ready for an assignment; with `ticks` more may come while others run."""
    course.secret()  # made before there is anything that it decides
    with backends.opened(course, release, workers, ticks) as backend, Writer(course) as gradebook:
        notes = gradebook.prepare(release)
        changes = tuple(f"{release.assignment}/{note}" for note in notes)
        yield Run(course, release, gradebook, backend, changes)


def patience(course: Course, release: Release) -> float:
    """Say how long a worker may be silent over one submission: far longer than its own deadlines."""
    return 60 + len(release.notebooks) * 4 * (course.options.limits.notebook_seconds + 10)


def to_grade(course: Course, release: Release, submission: Submission, force: bool) -> Asked[Submission]:
    """Say what is to be done with a submission; it is read when its turn comes."""
    order = partial(_order_to_grade, course, release, submission, force)
    return Asked(submission, order, patience(course, release))


def _order_to_grade(course: Course, release: Release, submission: Submission, force: bool) -> bytes:
    kept, tried = archive.path_of(course, submission), archive.preview_of(course, submission)
    known = (b"", b"") if force else (archive.content(kept), archive.content(tried))
    return Grade(work_of(course, release, submission), *known).to_bytes()


@dataclass(frozen=True)
class _Pages:
    """Pages that are being made."""

    graded: Graded
    target: Target
    record: Record


def _never(submission: Submission) -> bool:
    return False


class Run:
    """One assignment on its way through the workers."""

    def __init__(
        self, course: Course, release: Release, gradebook: Writer, backend: Backend, changes: Sequence[str]
    ) -> None:
        """Take what is open; `changes` say what is no longer as it was in the gradebook."""
        self.course, self.release, self.gradebook, self.backend = course, release, gradebook, backend
        self.changes = changes

    def grade(
        self,
        submissions: Iterator[Submission],
        force: bool = False,
        only_open: Callable[[Submission], bool] = _never,
    ) -> Iterator[Event]:
        """Grade submissions, as many as there are by the end; give each when all of it is on the disk.

        An iterator that has no more now is asked again later. `only_open` says whose page is to say nothing
        of hidden tests yet.
        """
        asked = map(partial(to_grade, self.course, self.release, force=force), submissions)
        self._line: Line[Submission | _Pages] = Line(self.backend, asked)
        self._only_open = only_open
        standing = ""
        for what, answer in self._line.answers():
            if self.backend.standing != standing:
                standing = self.backend.standing
                yield Standing(standing)
            if isinstance(what, _Pages):
                yield self._published(what, answer)
            elif answer.error:
                kind = "worker" if answer.key else "files"
                yield Graded(what.student, error=answer.error, failure=kind)
            else:
                yield from self._graded(what, orders.Graded.of(answer.content))

    def _graded(self, submission: Submission, answer: orders.Graded) -> Iterator[Graded]:
        course, record = self.course, answer.record
        path = archive.path_of(course, submission)
        if answer.content:
            archive.save(path, answer.content)
        archive.preview_of(course, submission).unlink(missing_ok=True)
        moment, _ = submitted_at(submission.folder)
        try:
            marks = self.gradebook.write(record, moment)
        except Refused as error:
            yield Graded(submission.student, error=str(error), failure="gradebook")
            return
        content = answer.content or archive.content(path)
        only_open = self._only_open(submission)
        target = Target.of(course, submission, record, content, marks, only_open)
        pages = _Pages(summed(record, marks), target, record)
        if pages.target.is_up_to_date:
            yield pages.graded
        else:
            order = partial(self._order_to_publish, submission, content, marks, only_open)
            self._line.first(Asked(pages, order, PUBLISHING))

    def _order_to_publish(
        self, submission: Submission, content: bytes, marks: Marks, only_open: bool
    ) -> bytes:
        course = self.course
        found = handed_in.read(submission.folder, course.ignore, course.options.limits.disk_bytes)
        pictures = pictures_of({file.name: file.content for file in found.beside})
        return Publish(content, marks, pictures, only_open).to_bytes()

    def _published(self, pages: _Pages, answer: Answer) -> Graded:
        if answer.error:
            return Graded(pages.graded.student, error=answer.error, failure="pages")
        published = Published.of(answer.content)
        pages.target.write(self.release, published.files, pages.record, published.results)
        return pages.graded


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
