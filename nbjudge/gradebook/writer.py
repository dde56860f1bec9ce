"""The single writer of nbgrader's gradebook: records go in, a transaction for each; marks come out.

The tables, and what is written to them, are nbgrader's own (autograde, SaveAutoGrades,
AssignLatePenalties), so that the formgrader, `nbgrader export` and `generate_feedback` find what they
expect. What a person entered (manual scores, extra credit, comments) is never touched. The structure of an
assignment is written by `gradebook_structure`, the rows of submissions by `gradebook_rows`.
"""

import time
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import Any, TypeVar

from nbjudge.course.course import Course, CourseError
from nbjudge.course.release import Release
from nbjudge.gradebook import tables
from nbjudge.gradebook.rows import NotebookRow, Rows, SubmissionRow
from nbjudge.gradebook.structure import Structure
from nbjudge.marks import CellMarks, Marks, NotebookMarks
from nbjudge.records import NotebookRecord, Record

NO_RESPONSE = "No response."
PATIENCE = 60.0  # seconds for which another program may keep the gradebook locked
Result = TypeVar("Result")


class GradebookError(CourseError):
    """The gradebook cannot be used; the text says what to do."""


class Refused(Exception):
    """The gradebook does not take this one submission; the text says why."""


class Writer:
    """The gradebook of a course, opened once, with one engine and one session."""

    def __init__(self, course: Course) -> None:
        """Name the course; `with` opens its gradebook."""
        self.course = course
        self._structures: dict[str, Structure] = {}

    def __enter__(self) -> "Writer":
        """Open the gradebook; make it if there is none."""
        self.api = tables.load()
        self.errors: Any = import_module("sqlalchemy.exc")
        self.book = self._opened()
        self.session = self.book.db
        self._refuse_triggers()
        return self

    def _opened(self) -> Any:
        """Open the gradebook, waiting while another program holds it."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self.api.Gradebook(self.course.db_url, self.course.course_id)
            except self.errors.SQLAlchemyError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise self._explained(error) from error
                time.sleep(0.05)

    def __exit__(self, *error: object) -> None:
        """Close the gradebook."""
        self.book.close()

    def _explained(self, error: Exception) -> GradebookError:
        text = str(getattr(error, "orig", error)).splitlines()[0]
        remedy = "If nbgrader was updated lately: back the file up and run `nbgrader db upgrade`."
        if "locked" in text:
            remedy = (
                f"Another program kept it for more than {PATIENCE:.0f} seconds: close that and run again."
            )
        elif "readonly" in text or "unable to open" in text or "full" in text:
            remedy = "Look at the rights of the file and its folder and at the room on the disk."
        return GradebookError(f"The gradebook {self.course.db_url} cannot be used: {text}. {remedy}")

    def _refuse_triggers(self) -> None:
        """Refuse a file into which somebody put rules that change scores as they are written."""
        if self.book.engine.dialect.name != "sqlite":
            return
        text = import_module("sqlalchemy").text
        found = self.session.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all()
        if found:
            names = ", ".join(str(row[0])[:40] for row in found)
            raise GradebookError(
                f"The gradebook {self.course.db_url} holds triggers ({names}), which change scores as they "
                "are written. nbgrader makes none: restore the file from a copy."
            )

    def patiently(self, step: Callable[[], Result]) -> Result:
        """Do a step as one transaction; wait while another program holds the gradebook."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                result = step()
                self.session.commit()
                return result
            except self.errors.OperationalError as error:
                self.session.rollback()
                if "locked" not in str(error) or time.monotonic() > until:
                    raise self._explained(error) from error
                time.sleep(0.05)
            except (self.errors.DataError, self.errors.IntegrityError, UnicodeError) as error:
                self.session.rollback()
                raise Refused(str(getattr(error, "orig", error)).splitlines()[0]) from error
            except self.errors.SQLAlchemyError as error:
                self.session.rollback()
                raise self._explained(error) from error

    def prepare(self, release: Release) -> list[str]:
        """Write the structure of an assignment as it is now; say what was changed."""
        structure = Structure(self.api, self.session, release)
        notes = self.patiently(structure.write)
        self._structures[release.assignment] = structure
        return notes

    def source_cells(self, assignment: str) -> dict[str, dict[str, str]]:
        """Give the texts of the marked cells that the gradebook keeps, by notebook and grade_id."""
        found = self.session.query(self.api.Assignment).filter_by(name=assignment).one_or_none()
        notebooks = found.notebooks if found else ()
        return {n.name: {cell.name: cell.source for cell in n.source_cells} for n in notebooks}

    def write(self, record: Record, submitted_at: datetime | None) -> Marks:
        """Put a record into the gradebook, all of it or nothing; give the marks as they are then."""
        return self.patiently(lambda: self._write(record, submitted_at))

    def _write(self, record: Record, submitted_at: datetime | None) -> Marks:
        structure = self._structures[record.assignment]
        rows = Rows(self.api, self.session, structure.id)
        found = rows.read(structure.notebook_names, structure.cell_names, record.student)
        submission = found[0] if found else rows.new(record.student)
        structure.complete(submission)
        submission.timestamp = submitted_at or submission.timestamp
        late = _seconds_late(submission, rows.due())
        by_name = {structure.notebook_names[entry.notebook_id]: entry for entry in submission.notebooks}
        marks = {}
        for entry in record.notebooks:
            kept = by_name[entry.name]
            self._write_notebook(structure, kept, entry, fresh=not record.reused)
            marks[entry.name] = self._penalise(structure, kept, record.student, late)
        rows.write(submission)
        return marks

    def all_marks(self, assignment: str, student: str | None = None) -> dict[str, Marks]:
        """Give the marks of everybody who has handed an assignment in, or of one of them, by student."""
        api = self.api
        found = self.session.query(api.Assignment).filter_by(name=assignment).one()
        structure = Structure(api, self.session, None)
        structure.learn(found)
        rows = Rows(api, self.session, structure.id)
        every = rows.read(structure.notebook_names, structure.cell_names, student)
        return {entry.student_id: self._marks(structure, entry) for entry in every}

    def marks(self, assignment: str, student: str) -> Marks:
        """Give the marks of one submission."""
        return self.all_marks(assignment, student)[student]

    def _marks(self, structure: Structure, submission: SubmissionRow) -> Marks:
        names = structure.notebook_names
        return {names[kept.notebook_id]: self._marks_of(structure, kept) for kept in submission.notebooks}

    def _write_notebook(
        self, structure: Structure, kept: NotebookRow, entry: NotebookRecord, fresh: bool
    ) -> None:
        cells = {cell.id: cell for cell in entry.cells}
        absent = bool(entry.problem) and not entry.unreadable
        for grade in kept.grades:
            own = cells.get(structure.cell_names[grade.cell_id])
            task = structure.is_task(grade.cell_id)
            if own is None or (task and not absent):
                continue
            if fresh or grade.auto_score != own.auto_score:
                grade.auto_score = own.auto_score
                by_hand = grade.manual_score is not None or own.auto_score is None
                grade.needs_manual_grade = by_hand and not absent
        for comment in kept.comments:
            own = cells.get(structure.cell_names[comment.cell_id])
            if own is not None and not absent:
                said = NO_RESPONSE if own.unchanged else None
                comment.auto_comment = said

    def _penalise(self, structure: Structure, kept: NotebookRow, student: str, late: float) -> NotebookMarks:
        """Recompute the penalty by the rule that the course configured; give the notebook's marks."""
        kept_penalty = kept.late_submission_penalty
        kept.late_submission_penalty = None
        score = self._marks_of(structure, kept).score
        penalty = self._penalty(student, score, late) if late > 0 else None
        kept.late_submission_penalty = kept_penalty if kept_penalty == penalty else penalty
        return self._marks_of(structure, kept)

    def _marks_of(self, structure: Structure, kept: NotebookRow) -> NotebookMarks:
        comments: dict[str, str] = {}
        for comment in kept.comments:
            text = comment.manual_comment if comment.manual_comment is not None else comment.auto_comment
            comments[structure.cell_names[comment.cell_id]] = text or ""
        cells = {name: CellMarks(comment=text) for name, text in comments.items() if text}
        for grade in kept.grades:
            name = structure.cell_names[grade.cell_id]
            points = structure.points[grade.cell_id]
            score = _score(grade.auto_score, grade.manual_score, grade.extra_credit)
            cells[name] = CellMarks(score, points, bool(grade.needs_manual_grade), comments.get(name, ""))
        score = sum(entry.score or 0.0 for entry in cells.values())
        penalty = kept.late_submission_penalty or 0.0
        highest = sum(entry.points for entry in cells.values())
        return NotebookMarks(score - penalty, highest, penalty, cells)

    def _penalty(self, student: str, score: float, late: float) -> float | None:
        config = self.course.config
        chosen = config.get("AssignLatePenalties", {}).get("plugin_class")
        if chosen is None:
            zero = config.get("LateSubmissionPlugin", {}).get("penalty_method", "none") == "zero"
            return score if zero else None
        preprocessors = import_module("nbgrader.preprocessors")
        rule = preprocessors.AssignLatePenalties(config=config)
        rule.init_plugin()
        penalty = rule.plugin_inst.late_submission_penalty(student, score, late)
        return None if penalty is None else min(max(float(penalty), 0.0), score)


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
