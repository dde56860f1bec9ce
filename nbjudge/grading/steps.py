"""Grades one submission, from its bytes to its record: a list of steps, each from data to data.

    read      the notebooks, bounded and tolerant                        (rebuild, notebooks)
    rebuild   the release with the student's answers in their places     (rebuild, align)
    look up   whether a record of just this is there already             (records)
    run       the student's cells in the sandbox, the tests in the judge (execution)
    record    scores, reasons and outputs, as nbgrader would count them

It runs in a worker process, on this machine or on another: whatever a submission does to the reader or the
executor costs one worker. It touches no disk of the course: the assignment, the submission and its old
record come as data, and who gave them keeps the new one.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Protocol, cast, runtime_checkable

from nbjudge import records
from nbjudge.course import extensions, files
from nbjudge.course.course import Course, Submission
from nbjudge.course.options import Options
from nbjudge.course.release import Release
from nbjudge.execution.illustrations import illustrations
from nbjudge.execution.one_copy import one_copy_will_do
from nbjudge.execution.preload import Preload
from nbjudge.execution.unread_imports import without_unread_imports
from nbjudge.grading import archive, reasons, repeatable, unchanged
from nbjudge.grading.golden import read_golden
from nbjudge.grading.open_release import contents
from nbjudge.records import CellRecord, NotebookRecord, Record
from nbjudge.submission import handed_in
from nbjudge.submission.align import Placed
from nbjudge.submission.handed_in import HandedIn
from nbjudge.submission.rebuild import Rebuilt, Terms, rebuild, submitted_at
from nbjudge.tasks import CellResult, NotebookResult, NotebookTask


class Executor(Protocol):
    """What runs a notebook; found by its name in the entry-point group `nbjudge.executors`."""

    @property
    def protection(self) -> str:
        """The level of protection from what students wrote, in words for staff; empty if nothing is said."""

    def run(self, task: NotebookTask) -> NotebookResult:
        """Run one notebook: a result for each cell, in order. The task alone decides it."""


@runtime_checkable
class Beginner(Protocol):
    """An executor that can get ready before its first notebook is there."""

    def begin(self, hide: tuple[str, ...]) -> None:
        """Begin to get ready for notebooks that hide these modules; return at once."""


@runtime_checkable
class Preparer(Protocol):
    """An executor that can say what its preloaded functions returned."""

    @property
    def made(self) -> Mapping[str, bytes]:
        """Give by their names what is worth keeping: it is handed in as `kept` the next time."""


class ExecutorMaker(Protocol):
    """What an entry point names: makes an executor, which starts when it is entered."""

    def __call__(
        self,
        *,
        unsafe: bool,
        visible: Sequence[str],
        judge_visible: Sequence[str],
        preload: Sequence[str],
        judge_preload: Sequence[str],
        texts: Sequence[str],
        kept: Mapping[str, bytes],
    ) -> AbstractContextManager[Executor]:
        """Make one; what the arguments mean is said at `execution.executor.Executor`."""


def make_executor(
    options: Options,
    preload: Preload | None = None,
    texts: Sequence[str] = (),
    kept: Mapping[str, bytes] | None = None,
) -> AbstractContextManager[Executor]:
    """Make the executor that the options name; it starts when it is entered, with all this in memory."""
    modules = preload or Preload()
    maker = cast(ExecutorMaker, extensions.load(extensions.EXECUTORS, options.executor))
    return maker(
        unsafe=options.unsafe,
        visible=options.visible,
        judge_visible=options.judge_visible,
        preload=(*modules.student, *options.preload),
        judge_preload=(*modules.judge, *options.preload),
        texts=texts,
        kept=kept or {},
    )


@dataclass(frozen=True)
class Assignment:
    """One assignment, ready for grading: what all its submissions share."""

    release: Release
    options: Options
    terms: Terms
    data: Mapping[str, bytes]  # what the course puts beside every submission
    course_data: Mapping[str, bytes]
    environment: str
    free: frozenset[str] = frozenset()  # files that a student may bring in another form
    left_out: Mapping[str, frozenset[str]] = field(default_factory=dict)  # cells of the release, by notebook
    kept: Mapping[str, bytes] = field(default_factory=dict)  # what was prepared in an earlier run

    @classmethod
    def prepare(cls, course: Course, release: Release, environment: str) -> "Assignment":
        """Read what lies beside the notebooks, and the golden record."""
        options = course.options
        golden = read_golden(course.golden_file(release.assignment))
        terms = Terms(options.limits, options.hide, golden.places if golden else {})
        free = _kept_by_students(course, release)
        data, course_data = contents(release.student_files), contents(release.course_files)
        return cls(release, options, terms, data, course_data, environment, free)

    @property
    def forced_data(self) -> dict[str, bytes]:
        """Give the files of which nobody may bring another form."""
        return {name: content for name, content in self.data.items() if name not in self.free}

    def read(self, notebook: Rebuilt) -> Rebuilt:
        """Say in a task what follows from reading its cells: what need not be run, how tests are served."""
        task, own = notebook.task, self.options.own_packages
        if task is None:
            return notebook
        if self.options.leave_out_illustrations:
            left_out = illustrations(task.cells, own)
            task = replace(task, cells=without_unread_imports(task.cells, left_out, own), left_out=left_out)
        task = replace(task, one_copy=one_copy_will_do(task.cells, task.left_out, own, task.files))
        return replace(notebook, task=task)


def _kept_by_students(course: Course, release: Release) -> frozenset[str]:
    """Name the files that a student may bring in another form: nbgrader's own setting."""
    free = course.config.get("Autograde", {}).get("exclude_overwriting", {}).get(release.assignment, ())
    return frozenset(map(str, free))


@dataclass(frozen=True)
class Work:
    """One submission with all that decides its result."""

    student: str
    handed_in: HandedIn
    seeds: Mapping[str, str]  # of the hidden draws, by notebook: the course's secret stays where it is
    note: str = ""  # what is odd about its time


def work_of(course: Course, release: Release, submission: Submission) -> Work:
    """Read a submission from its folder."""
    found = handed_in.read(submission.folder, course.ignore, course.options.limits.disk_bytes)
    _, odd_time = submitted_at(submission.folder)
    return Work(submission.student, found, seeds_of(course, release, submission.student), odd_time)


def seeds_of(course: Course, release: Release, student: str) -> dict[str, str]:
    """Derive a student's seeds from the course's secret; nobody can go the other way."""
    return {n.name: course.seed(student, f"{release.assignment}/{n.name}") for n in release.notebooks}


def grade_folder(
    course: Course, assignment: Assignment, submission: Submission, executor: Executor
) -> Record:
    """Grade a submission that lies here, and keep its record."""
    kept, tried = archive.path_of(course, submission), archive.preview_of(course, submission)
    work = work_of(course, assignment.release, submission)
    record = grade(assignment, work, executor, archive.load(kept), archive.load(tried))
    archive.save(kept, records.to_bytes(record))
    tried.unlink(missing_ok=True)
    return record


def grade(
    assignment: Assignment,
    work: Work,
    executor: Executor,
    old: Record | None = None,
    former: Record | None = None,
) -> Record:
    """Give the record of a submission; what needs no run is taken from the old one.

    What a preview has run, the former, is taken as well, and counts as run when the submission is graded
    then.
    """
    release = assignment.release
    rebuilt, notes = rebuild(
        release, work.handed_in, assignment.terms, work.seeds, work.student,
        assignment.forced_data, assignment.course_data,
    )  # fmt: skip
    known = {notebook.key: notebook for one in (former, old) if one for notebook in one.notebooks}
    unchanged_keys = {notebook.key for notebook in old.notebooks} if old else set()
    notebooks, ran = [], False
    for notebook in (assignment.read(notebook) for notebook in rebuilt):
        key = _key(notebook, assignment.environment)
        result = None
        if notebook.task is not None and key not in known:
            result = executor.run(notebook.task)
        ran = ran or (notebook.task is not None and key not in unchanged_keys)
        notebooks.append(_merge(known[key], notebook) if key in known else _record(notebook, key, result))
    if work.note:
        notes = (*notes, work.note)
    reused = not ran and bool(old)
    return Record(release.assignment, work.student, tuple(notebooks), tuple(notes), reused=reused)


def _key(notebook: Rebuilt, environment: str) -> str:
    if notebook.task is None:
        return files.digest(f"{records.FORMAT} {notebook.name} {notebook.problem}".encode())
    return unchanged.key_of(notebook.task, environment)


def _merge(old: NotebookRecord, notebook: Rebuilt) -> NotebookRecord:
    """Take the results of an old record; what does not decide them is as it is now."""
    return replace(old, file=notebook.file, notes=notebook.notes)


def _record(notebook: Rebuilt, key: str, result: NotebookResult | None) -> NotebookRecord:
    results = {cell.id: cell for cell in result.cells} if result else {}
    missing = notebook.task is None and not notebook.problem_is_unreadable
    answers: list[CellResult] = []  # those that the next test is about
    tested = False
    cells = []
    for placed in notebook.placed:
        own = results.get(placed.cell.id)
        if placed.cell.kind == "answer":
            answers, tested = ([] if tested else answers), False
            answers += [own] if own else []
        tested = tested or placed.cell.kind == "test"
        cells.append(_cell(placed, own, answers, notebook.problem, missing))
    return NotebookRecord(
        name=notebook.name,
        key=key,
        file=notebook.file,
        cells=tuple(cells),
        problem=notebook.problem,
        unreadable=notebook.problem_is_unreadable,
        notes=notebook.notes,
        run_notes=(*result.notes, *_known_by_heart(cells)) if result else (),
        conditions=result.conditions if result else {},
    )


def _known_by_heart(cells: Sequence[CellRecord]) -> Iterator[str]:
    """Tell the staff who may know the results of the inputs that students see, and no more."""
    reports = {cell.id: cell.report for cell in cells}
    names = [name for name, report in reports.items() if report and report.is_right_where_shown_only]
    if names:
        yield f"Right on every input that is shown, wrong on all that were drawn: {', '.join(names)}."


def _cell(
    placed: Placed, result: CellResult | None, answers: list[CellResult], problem: str, absent: bool
) -> CellRecord:
    cell = placed.cell
    students = cell.kind in ("answer", "extra") or (
        cell.kind == "text" and (cell.manual or cell.id.startswith("extra"))
    )
    score, reason = _score(placed, result, problem, absent)
    return CellRecord(
        id=cell.id,
        kind=cell.kind,
        cell_type=placed.cell_type,
        status=result.status if result else "not run",
        source=cell.source if students else None,
        outputs=repeatable.outputs(result.outputs) if result else (),
        auto_score=score,
        reason=reason,
        lost=reasons.reason(cell, result, answers) if result and cell.kind == "test" else reason,
        before_hidden=result.before_hidden if result else 0,
        weaker=bool(result and result.weaker),
        secret=bool(result and result.secret),
        unchanged=placed.unchanged,
        missing=placed.missing,
        pictures=placed.pictures,
    )


def _score(placed: Placed, result: CellResult | None, problem: str, absent: bool) -> tuple[float | None, str]:
    """Count as nbgrader's SaveAutoGrades does; what it leaves without a score is zero, with a reason."""
    cell = placed.cell
    if cell.kind == "test":
        if result is None or result.score is None:
            return 0.0, problem or (result.reason if result and result.reason else "The test was not run.")
        return _within(result.score, cell.points), result.reason
    if cell.manual and (absent or (placed.unchanged and cell.kind in ("answer", "text"))):
        return 0.0, problem or "Nothing was written here."
    return None, result.reason if result else ""


def _within(score: float, points: float) -> float:
    """Keep a score between nothing and the cell's points; what is no number is nothing.

    >>> _within(float("nan"), 2.0), _within(3.0, 2.0)
    (0.0, 2.0)
    """
    return min(max(score, 0.0), points) if score == score else 0.0
