"""The rows of submissions in nbgrader's tables, read and written as plain data.

They could be SQLAlchemy's objects, as elsewhere in nbgrader; but to keep track of these took most of the time
that a submission costs the gradebook. A row knows what it was when it was read, so that only new rows and
changed values are written: what somebody else enters in the meantime stays.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Select, Table, Update, bindparam, insert, select, update

from nbjudge.gradebook.tables import ASSIGNMENTS, COMMENTS, GRADES, STUDENTS, SUBMISSIONS, SUBMITTED_NOTEBOOKS


def new_id() -> str:
    """Make an identifier as nbgrader makes them."""
    return uuid.uuid4().hex


@dataclass(kw_only=True)
class Row:
    """A row of any table."""

    id: str = field(default_factory=new_id)
    stored: dict[str, Any] | None = None  # its values in the table; None: it is not there yet


@dataclass
class GradeRow(Row):
    """The points of one cell."""

    notebook_id: str
    cell_id: str
    auto_score: float | None = None
    manual_score: float | None = None
    extra_credit: float | None = None
    needs_manual_grade: bool = True


@dataclass
class CommentRow(Row):
    """What is said of one cell."""

    notebook_id: str
    cell_id: str
    auto_comment: str | None = None
    manual_comment: str | None = None


@dataclass
class NotebookRow(Row):
    """One notebook that was submitted."""

    assignment_id: str
    notebook_id: str
    late_submission_penalty: float | None = None
    grades: list[GradeRow] = field(default_factory=list)
    comments: list[CommentRow] = field(default_factory=list)


@dataclass
class SubmissionRow(Row):
    """One assignment that a student submitted."""

    assignment_id: str
    student_id: str
    timestamp: datetime | None = None
    extension: timedelta | None = None
    notebooks: list[NotebookRow] = field(default_factory=list)


Kind = TypeVar("Kind", bound=Row)


class _Table(Generic[Kind]):
    """One of the tables, whose columns have the names of a row's fields."""

    def __init__(self, table: Table, kind: type[Kind]) -> None:
        self._table, self._kind = table, kind
        self._names = [entry.name for entry in fields(kind) if entry.name in table.c]
        self._select = select(*(table.c[name] for name in self._names))
        self._queries: dict[tuple[tuple[str, bool], ...], Select[str]] = {}

    def read(self, connection: Connection, **wanted: str | list[str]) -> list[Kind]:
        """Read the rows with these values; where a list is given, with any of them."""
        query = self._query(tuple((name, isinstance(value, list)) for name, value in wanted.items()))
        rows = (dict(zip(self._names, values, strict=True)) for values in connection.execute(query, wanted))
        return [self._kind(**values, stored=values) for values in rows]

    def _query(self, wanted: tuple[tuple[str, bool], ...]) -> Select[str]:
        """Make a query once: to make it takes longer than to answer it."""
        if wanted not in self._queries:
            columns = self._table.c
            conditions = (
                columns[name].in_(bindparam(name, expanding=True))
                if several
                else columns[name] == bindparam(name)
                for name, several in wanted
            )
            self._queries[wanted] = self._select.where(*conditions)
        return self._queries[wanted]

    def write(self, connection: Connection, rows: Iterable[Kind]) -> None:
        """Insert what is new, and update the values that have changed and no others."""
        new: list[dict[str, object]] = []
        changed: dict[tuple[str, ...], list[dict[str, object]]] = {}
        for row in rows:
            values = {name: getattr(row, name) for name in self._names}
            if row.stored is None:
                new.append(values)
            elif differ := {f"new_{n}": value for n, value in values.items() if row.stored[n] != value}:
                changed.setdefault(tuple(differ), []).append({"row": row.id, **differ})
        if new:
            connection.execute(insert(self._table), new)
        for names, updates in changed.items():
            connection.execute(self._update(names), updates)

    def _update(self, names: Sequence[str]) -> Update:
        row = update(self._table).where(self._table.c.id == bindparam("row"))
        return row.values({name.removeprefix("new_"): bindparam(name) for name in names})


_SUBMISSIONS = _Table(SUBMISSIONS, SubmissionRow)
_NOTEBOOKS = _Table(SUBMITTED_NOTEBOOKS, NotebookRow)
_GRADES = _Table(GRADES, GradeRow)
_COMMENTS = _Table(COMMENTS, CommentRow)
_DUE = select(ASSIGNMENTS.c.duedate).where(ASSIGNMENTS.c.id == bindparam("id"))


class Rows:
    """The submissions of one assignment, read and written in the transaction that a connection is in."""

    def __init__(self, connection: Connection, assignment_id: str) -> None:
        """Name the connection and the assignment."""
        self._connection, self._assignment_id = connection, assignment_id

    def read(
        self, notebooks: Iterable[str], cells: Iterable[str], student: str | None = None
    ) -> list[SubmissionRow]:
        """Read all submissions, or one student's, with what belongs to these notebooks and cells.

        The columns are those for which the tables have indexes: a class must not slow the next one down.
        """
        connection, every = self._connection, student is None
        one = {} if student is None else {"student_id": student}
        submissions = _SUBMISSIONS.read(connection, assignment_id=self._assignment_id, **one)
        if not submissions:
            return []
        one = {} if every else {"assignment_id": submissions[0].id}
        submitted = _NOTEBOOKS.read(connection, notebook_id=list(notebooks), **one)
        within = {"cell_id": list(cells)} | ({} if every else {"notebook_id": [row.id for row in submitted]})
        grades = _by_notebook(_GRADES.read(connection, **within), within["cell_id"])
        comments = _by_notebook(_COMMENTS.read(connection, **within), within["cell_id"])
        owners = {submission.id: submission for submission in submissions}
        for notebook in submitted:
            notebook.grades, notebook.comments = grades.get(notebook.id, []), comments.get(notebook.id, [])
            if notebook.assignment_id in owners:
                owners[notebook.assignment_id].notebooks.append(notebook)
        return submissions

    def new(self, student: str) -> SubmissionRow:
        """Give a submission that is not in the tables yet; a student who is not is put there."""
        known = select(STUDENTS.c.id).where(STUDENTS.c.id == student)
        if self._connection.execute(known).first() is None:
            self._connection.execute(insert(STUDENTS).values(id=student))
        return SubmissionRow(self._assignment_id, student)

    def due(self) -> datetime | None:
        """Read until when the assignment was to be handed in."""
        due: datetime | None = self._connection.execute(_DUE, {"id": self._assignment_id}).scalar()
        return due

    def write(self, submission: SubmissionRow) -> None:
        """Write a submission with all that belongs to it."""
        connection, notebooks = self._connection, submission.notebooks
        _SUBMISSIONS.write(connection, [submission])
        _NOTEBOOKS.write(connection, notebooks)
        _GRADES.write(connection, [grade for notebook in notebooks for grade in notebook.grades])
        _COMMENTS.write(connection, [comment for notebook in notebooks for comment in notebook.comments])


OfCell = TypeVar("OfCell", GradeRow, CommentRow)


def _by_notebook(rows: Iterable[OfCell], cells: Sequence[str]) -> dict[str, list[OfCell]]:
    """Gather what belongs to each notebook, in the order of the cells."""
    order = {cell_id: place for place, cell_id in enumerate(cells)}
    gathered: dict[str, list[OfCell]] = {}
    for row in sorted(rows, key=lambda row: order[row.cell_id]):
        gathered.setdefault(row.notebook_id, []).append(row)
    return gathered
