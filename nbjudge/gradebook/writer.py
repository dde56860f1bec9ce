"""The writer of nbgrader's gradebook: records go in, a transaction for each; marks come out.

The tables, and what is written to them, are nbgrader's own (autograde, SaveAutoGrades,
AssignLatePenalties), so that the formgrader, `nbgrader export` and `generate_feedback` find what they
expect. What a person entered (manual scores, extra credit, comments) is never touched. The structure of an
assignment is written by `structure`, the rows of submissions by `rows`; `late_rule` says what a late
submission loses.

Several writers may be at work on one database. Each step holds its assignment before it reads what it will
write over. It writes only what differs, so that a step whose commit was cut off can be done again, whether it
had arrived or not.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, exc, insert, select

from nbjudge.course import extra_time, rubric
from nbjudge.course.course import Course
from nbjudge.course.extra_time import ExtraTime
from nbjudge.course.release import Release
from nbjudge.course.rubric import Rubric
from nbjudge.gradebook import comments, database, late_rule, tables
from nbjudge.gradebook.database import GradebookError
from nbjudge.gradebook.late_rule import LateRule, LateRuleError
from nbjudge.gradebook.rows import NotebookRow, Rows, SubmissionRow
from nbjudge.gradebook.structure import Structure
from nbjudge.marks import CellMarks, LateWork, Marks, NotebookMarks
from nbjudge.records import NotebookRecord, Record

NO_RESPONSE = "No response."
Result = TypeVar("Result")
_MARKUP = frozenset('<>"')


class Refused(Exception):
    """The gradebook does not take this one submission; the text says why."""


class Writer:
    """The gradebook of a course, opened once, with one engine and one connection."""

    def __init__(self, course: Course, make: bool = True) -> None:
        """Name the course, and whether to make its gradebook if there is none; `with` opens it."""
        self.course = course
        self._make = make
        self._structures: dict[str, Structure] = {}
        self._rubrics: dict[str, Rubric] = {}
        self._late_rule: LateRule | None = None  # loaded where something may be late
        self._extra_time: ExtraTime | None = None  # None: what the gradebook holds counts
        self._stack = ExitStack()

    def __enter__(self) -> "Writer":
        """Open the gradebook; make it if there is none."""
        try:
            self.engine = database.engine_of(self.course.db_url)
            self._stack.callback(self.engine.dispose)
            self.connection = self._stack.enter_context(self._opened())
            self._stack.enter_context(database.one_journal(self.connection))
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        """Close the gradebook; what was not finished is rolled back."""
        self._stack.close()

    def _opened(self) -> Connection:
        """Open the gradebook; wait while another program holds it, and look again if one has just made it."""
        tries = database.Tries()
        while True:
            try:
                return self._connected()
            except exc.SQLAlchemyError as error:
                if not tries.wait(error, database.is_lost(error)):
                    raise self._explained(error) from error

    def _connected(self) -> Connection:
        if not self._make and not database.exists(self.engine):
            address = database.shown(self.course.db_url)
            raise GradebookError(f"There is no gradebook {address} yet: run nbjudge grade.")
        connection = self.engine.connect()
        try:
            tables.make_missing(connection)
            course_id, courses = self.course.course_id, tables.COURSES
            known = connection.execute(select(courses.c.id).where(courses.c.id == course_id)).first()
            if course_id and known is None:
                connection.execute(insert(courses).values(id=course_id))
            connection.commit()
            database.refuse_triggers(connection, self.course.db_url)
        except BaseException:
            connection.close()
            raise
        return connection

    def _explained(self, error: Exception) -> GradebookError:
        return database.explained(error, self.course.db_url)

    def patiently(self, step: Callable[[], Result]) -> Result:
        """Do a step as one transaction; do it again where a moment later it may go well.

        Another program holds the gradebook, or has put the same row there first; the connection is lost. A
        step may have been committed although the answer was lost: it must read what it changes.
        """
        tries = database.Tries()
        while True:
            try:
                result = step()
                self.connection.commit()
                return result
            except LateRuleError as error:
                self.connection.rollback()
                raise Refused(str(error)) from error
            except (exc.SQLAlchemyError, UnicodeError) as error:
                lost = self.connection.invalidated
                self._take_back()
                if not tries.wait(error, lost):
                    raise self._refused(error) from error

    def _take_back(self) -> None:
        """Forget a step: what is in the gradebook may be another writer's by now."""
        self._structures.clear()
        self.connection.rollback()

    def _refused(self, error: Exception) -> Exception:
        """Say whether a failure is one submission's, or the gradebook's."""
        if isinstance(error, (exc.DataError, exc.IntegrityError, UnicodeError)):
            first = str(getattr(error, "orig", error)).splitlines()[0]
            return Refused(f"The gradebook does not take it: {first}")
        return self._explained(error)

    def ready(self, release: Release) -> None:
        """Have at hand what decides beside the tests: what is wrong with it is said before anything runs."""
        rubric.check(self.course, release, self._rubric(release.assignment))
        self._extra_time = extra_time.of(self.course)
        due = tables.ASSIGNMENTS.c.duedate
        if self._scalars(select(due).where(due.is_not(None)).limit(1)):
            self._loaded_rule()

    def _scalars(self, query: Select[tuple[object]]) -> list[Any]:
        return self.patiently(lambda: list(self.connection.scalars(query)))

    def _rubric(self, assignment: str) -> Rubric:
        if assignment not in self._rubrics:
            self._rubrics[assignment] = rubric.read(self.course, assignment)
        return self._rubrics[assignment]

    def prepare(self, release: Release) -> list[str]:
        """Write the structure of an assignment as it is now; say what was changed."""
        self.ready(release)
        return self.patiently(lambda: self._prepare(release))

    def _prepare(self, release: Release) -> list[str]:
        database.hold(self.connection, release.assignment)
        structure = Structure(self.connection)
        notes = structure.write(release)
        self._structures[release.assignment] = structure
        return notes

    def _structure(self, assignment: str) -> Structure:
        if assignment not in self._structures:
            structure = Structure(self.connection)
            structure.read(assignment)
            self._structures[assignment] = structure
        return self._structures[assignment]

    def _loaded_rule(self) -> LateRule:
        if self._late_rule is None:
            self._late_rule = late_rule.of(self.course)
        return self._late_rule

    def assignments(self) -> list[str]:
        """Name the assignments that the gradebook knows."""
        names = tables.ASSIGNMENTS.c.name
        return self._scalars(select(names).order_by(names))

    def students(self) -> list[str]:
        """Name everybody whom the gradebook knows."""
        ids = tables.STUDENTS.c.id
        return self._scalars(select(ids).order_by(ids))

    def terms(self, assignment: str) -> tuple[datetime | None, dict[str, timedelta]]:
        """Say when an assignment is due, and who of those that have handed it in has how much longer."""
        ours, theirs = tables.ASSIGNMENTS, tables.SUBMISSIONS
        due = self._scalars(select(ours.c.duedate).where(ours.c.name == assignment))
        query = (
            select(theirs.c.student_id, theirs.c.extension)
            .join(ours, ours.c.id == theirs.c.assignment_id)
            .where(ours.c.name == assignment, theirs.c.extension.is_not(None))
        )
        longer = self.patiently(lambda: self.connection.execute(query).all())
        return due[0] if due else None, {str(student): time for student, time in longer}

    def source_cells(self, assignment: str) -> dict[str, dict[str, str]]:
        """Give the texts of the marked cells that the gradebook keeps, by notebook and grade_id."""
        assignments, notebooks, cells = tables.ASSIGNMENTS, tables.NOTEBOOKS, tables.SOURCE_CELLS
        query = (
            select(notebooks.c.name.label("notebook"), cells.c.name, cells.c.source)
            .join(assignments, assignments.c.id == notebooks.c.assignment_id)
            .join(cells, cells.c.notebook_id == notebooks.c.id)
            .where(assignments.c.name == assignment)
        )
        texts: dict[str, dict[str, str]] = {}
        for row in self.patiently(lambda: self.connection.execute(query).all()):
            texts.setdefault(row.notebook, {})[row.name] = row.source
        return texts

    def write(self, record: Record, submitted_at: datetime | None) -> Marks:
        """Put a record into the gradebook, all of it or nothing; give the marks as they are then."""
        if found := _MARKUP & set(record.student):  # the name of a folder, which others may have chosen
            raise Refused(
                f"The name of its folder holds {' '.join(sorted(found))}, and nbgrader's formgrader would "
                "take that for a part of its page, and run what stands in it: rename the folder."
            )

        def step() -> Marks:
            database.hold(self.connection, record.assignment)
            return self._write(record, submitted_at)

        return self.patiently(step)

    def _write(self, record: Record, submitted_at: datetime | None) -> Marks:
        structure = self._structure(record.assignment)
        rows = Rows(self.connection, structure.id)
        found = rows.read(structure.notebook_names, structure.cell_names, record.student)
        submission = found[0] if found else rows.new(record.student)
        structure.complete(submission)
        submission.timestamp = submitted_at or submission.timestamp
        if self._extra_time is not None:
            submission.extension = self._extra_time.of(record.student, record.assignment)
        seconds = _seconds_late(submission, rows.due())
        by_name = {structure.notebook_names[row.notebook_id]: row for row in submission.notebooks}
        marks = {}
        for notebook in record.notebooks:
            row = by_name[notebook.name]
            self._write_notebook(structure, row, notebook, fresh=not record.reused)
            self._apply_rubric(structure, row, record.assignment, fresh=not record.reused)
            marks[notebook.name] = self._penalise(structure, row, record, seconds)
        rows.write(submission)
        return marks

    def tried(
        self, release: Release, graded: Sequence[tuple[Record, datetime | None]]
    ) -> tuple[list[str], dict[str, Marks | str]]:
        """Say what would change in an assignment, and each one's marks then, or why there are none.

        All of it is one transaction that is taken back: the gradebook stays as it is.
        """
        self.ready(release)

        def step() -> tuple[list[str], dict[str, Marks | str]]:
            notes = self._prepare(release)
            try:
                return notes, {record.student: self._tried(record, moment) for record, moment in graded}
            finally:
                self._take_back()

        return self.patiently(step)

    def _tried(self, record: Record, moment: datetime | None) -> Marks | str:
        try:
            return self._write(record, moment)
        except LateRuleError as error:
            return str(error)

    def all_marks(self, assignment: str, student: str | None = None) -> dict[str, Marks]:
        """Give the marks of everybody who has handed an assignment in, or of one of them, by student."""

        def step() -> dict[str, Marks]:
            structure = Structure(self.connection)
            structure.read(assignment)
            rows = Rows(self.connection, structure.id)
            submissions = rows.read(structure.notebook_names, structure.cell_names, student)
            return {row.student_id: self._marks(structure, row, assignment) for row in submissions}

        return self.patiently(step)

    def submitted_notebooks(self, assignment: str) -> dict[tuple[str, str], str]:
        """Give the identifiers of what was handed in, by student and notebook: the formgrader's addresses."""

        def step() -> dict[tuple[str, str], str]:
            structure = Structure(self.connection)
            structure.read(assignment)
            rows = Rows(self.connection, structure.id).read(structure.notebook_names, ())
            names = structure.notebook_names
            return {(row.student_id, names[one.notebook_id]): one.id for row in rows for one in row.notebooks}

        return self.patiently(step)

    def marks(self, assignment: str, student: str) -> Marks:
        """Give the marks of one submission."""
        return self.all_marks(assignment, student)[student]

    def _marks(self, structure: Structure, submission: SubmissionRow, assignment: str) -> Marks:
        names = structure.notebook_names
        return {
            names[row.notebook_id]: self._marks_of(structure, row, assignment) for row in submission.notebooks
        }

    def _write_notebook(
        self, structure: Structure, row: NotebookRow, notebook: NotebookRecord, fresh: bool
    ) -> None:
        cells = {cell.id: cell for cell in notebook.cells}
        absent = bool(notebook.problem) and not notebook.unreadable
        for grade in row.grades:
            cell = cells.get(structure.cell_names[grade.cell_id])
            task = structure.is_task(grade.cell_id)
            if cell is None or (task and not absent):
                continue
            if fresh or grade.auto_score != cell.auto_score:
                grade.auto_score = cell.auto_score
                by_hand = grade.manual_score is not None or cell.auto_score is None
                grade.needs_manual_grade = by_hand and not absent
        lost = comments.why_lost(notebook)
        for comment in row.comments:
            cell = cells.get(structure.cell_names[comment.cell_id])
            if cell is not None and not absent:
                comment.auto_comment = NO_RESPONSE if cell.unchanged else lost.get(cell.id)

    def _apply_rubric(self, structure: Structure, row: NotebookRow, assignment: str, fresh: bool) -> None:
        """Give the points that follow from the criteria which a person has named in a comment.

        Who has marked an answer first has looked at it; where a look again is due, that stays.
        """
        notebook, known = structure.notebook_names[row.notebook_id], self._rubric(assignment)
        comments = {structure.cell_names[one.cell_id]: one.manual_comment or "" for one in row.comments}
        for grade in row.grades:
            name, most = structure.cell_names[grade.cell_id], structure.points[grade.cell_id]
            found = rubric.verdict(known.of(notebook, name), comments.get(name, ""), most)
            if found is None:
                continue
            if found.unknown:
                grade.needs_manual_grade = True
            elif grade.manual_score != found.points:
                looked = grade.manual_score is None and not fresh
                grade.manual_score = found.points
                grade.needs_manual_grade = grade.needs_manual_grade and not looked

    def _penalise(
        self, structure: Structure, row: NotebookRow, record: Record, seconds: float
    ) -> NotebookMarks:
        """Recompute the penalty by the rule that the course configured; give the notebook's marks."""
        former = row.late_submission_penalty
        row.late_submission_penalty = None
        penalty = None
        if seconds > 0:
            marks = self._marks_of(structure, row, record.assignment)
            name = structure.notebook_names[row.notebook_id]
            work = LateWork(record.assignment, record.student, name, marks.score, marks.max_score, seconds)
            penalty = late_rule.penalty(self._loaded_rule(), work)
        row.late_submission_penalty = former if former == penalty else penalty
        return self._marks_of(structure, row, record.assignment)

    def _marks_of(self, structure: Structure, row: NotebookRow, assignment: str) -> NotebookMarks:
        notebook, known = structure.notebook_names[row.notebook_id], self._rubric(assignment)
        comments = {
            name: rubric.explained(known.of(notebook, name), one.manual_comment or "")
            for one in row.comments
            if (name := structure.cell_names[one.cell_id])
        }
        cells = {name: CellMarks(comment=said) for name, said in comments.items() if said}
        for grade in row.grades:
            name = structure.cell_names[grade.cell_id]
            points = structure.points[grade.cell_id]
            score = _score(grade.auto_score, grade.manual_score, grade.extra_credit)
            cells[name] = CellMarks(score, points, bool(grade.needs_manual_grade), comments.get(name, ""))
        score = sum(cell.score or 0.0 for cell in cells.values())
        penalty = row.late_submission_penalty or 0.0
        highest = sum(cell.points for cell in cells.values())
        return NotebookMarks(score - penalty, highest, penalty, cells)


def _seconds_late(submission: SubmissionRow, due: datetime | None) -> float:
    """Say how long after its end, extension included, a submission came; 0 where no time is known."""
    if submission.timestamp is None or due is None:
        return 0.0
    end = due + submission.extension if submission.extension is not None else due
    return max(0.0, (submission.timestamp - end).total_seconds())


def _score(automatic: float | None, manual: float | None, extra: float | None) -> float:
    """Add up a grade as nbgrader does: a person's score goes before the automatic one.

    >>> _score(1.0, None, None), _score(1.0, 2.0, 0.5), _score(None, None, 1.0)
    (1.0, 2.5, 0.0)
    """
    base = manual if manual is not None else automatic
    return 0.0 if base is None else base + (extra or 0.0)
