"""The rows of submissions in nbgrader's tables, read and written as plain data.

They could be SQLAlchemy's objects, as elsewhere in nbgrader; but to keep track of these took most of the time
that a submission costs the gradebook. A row knows what it was when it was read, so that only new rows and
changed values are written: what somebody else enters in the meantime stays.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, Generic, TypeVar


@dataclass(kw_only=True)
class Row:
    """A row of any table."""

    id: str = field(default_factory=lambda: uuid.uuid4().hex)
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

    def __init__(self, table: Any, kind: type[Kind]) -> None:
        self._sql: Any = import_module("sqlalchemy")
        self._table, self._kind = table, kind
        self._names = [entry.name for entry in fields(kind) if entry.name in table.c]
        self._select = self._sql.select(*(table.c[name] for name in self._names))

    def read(self, connection: Any, **wanted: str | list[str]) -> list[Kind]:
        """Read the rows with these values; where a list is given, with any of them."""
        columns = self._table.c
        query = self._select.where(
            *(
                columns[name].in_(value) if isinstance(value, list) else columns[name] == value
                for name, value in wanted.items()
            )
        )
        found = (dict(zip(self._names, values, strict=True)) for values in connection.execute(query))
        return [self._kind(**values, stored=values) for values in found]

    def write(self, connection: Any, rows: Iterable[Kind]) -> None:
        """Insert what is new, and update the values that have changed and no others."""
        new: list[dict[str, Any]] = []
        changed: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for row in rows:
            values = {name: getattr(row, name) for name in self._names}
            if row.stored is None:
                new.append(values)
            elif differ := {f"new_{n}": value for n, value in values.items() if row.stored[n] != value}:
                changed.setdefault(tuple(differ), []).append({"row": row.id, **differ})
        if new:
            connection.execute(self._table.insert(), new)
        for names, updates in changed.items():
            connection.execute(self._update(names), updates)

    def _update(self, names: Sequence[str]) -> Any:
        bound = self._sql.bindparam
        update = self._table.update().where(self._table.c.id == bound("row"))
        return update.values({name.removeprefix("new_"): bound(name) for name in names})


class Rows:
    """The submissions of one assignment, read and written in the transaction that a session is in."""

    def __init__(self, api: Any, session: Any, assignment_id: str) -> None:
        """Name the tables, the session and the assignment."""
        self._session, self._assignment_id = session, assignment_id
        self._sql: Any = import_module("sqlalchemy")
        self._students, self._assignments = api.Student.__table__, api.Assignment.__table__
        self._submissions = _Table(api.SubmittedAssignment.__table__, SubmissionRow)
        self._notebooks = _Table(api.SubmittedNotebook.__table__, NotebookRow)
        self._grades = _Table(api.Grade.__table__, GradeRow)
        self._comments = _Table(api.Comment.__table__, CommentRow)

    def read(
        self, notebooks: Iterable[str], cells: Iterable[str], student: str | None = None
    ) -> list[SubmissionRow]:
        """Read all submissions, or one student's, with what belongs to these notebooks and cells.

        The columns are those for which the tables have indexes: a class must not slow the next one down.
        """
        connection, every = self._session.connection(), student is None
        one = {} if student is None else {"student_id": student}
        found = self._submissions.read(connection, assignment_id=self._assignment_id, **one)
        if not found:
            return []
        one = {} if every else {"assignment_id": found[0].id}
        entries = self._notebooks.read(connection, notebook_id=list(notebooks), **one)
        within = {"cell_id": list(cells)} | ({} if every else {"notebook_id": [row.id for row in entries]})
        grades = _by_notebook(self._grades.read(connection, **within), within["cell_id"])
        comments = _by_notebook(self._comments.read(connection, **within), within["cell_id"])
        owners = {submission.id: submission for submission in found}
        for entry in entries:
            entry.grades, entry.comments = grades.get(entry.id, []), comments.get(entry.id, [])
            if entry.assignment_id in owners:
                owners[entry.assignment_id].notebooks.append(entry)
        return found

    def new(self, student: str) -> SubmissionRow:
        """Give a submission that is not in the tables yet; a student who is not is put there."""
        connection, names = self._session.connection(), self._students.c
        query = self._sql.select(names.id).where(names.id == student)
        if connection.execute(query).first() is None:
            connection.execute(self._students.insert(), {"id": student})
        return SubmissionRow(self._assignment_id, student)

    def due(self) -> datetime | None:
        """Read until when the assignment was to be handed in."""
        columns = self._assignments.c
        query = self._sql.select(columns.duedate).where(columns.id == self._assignment_id)
        due: datetime | None = self._session.connection().execute(query).scalar()
        return due

    def write(self, submission: SubmissionRow) -> None:
        """Write a submission with all that belongs to it."""
        connection, entries = self._session.connection(), submission.notebooks
        self._submissions.write(connection, [submission])
        self._notebooks.write(connection, entries)
        self._grades.write(connection, [grade for entry in entries for grade in entry.grades])
        self._comments.write(connection, [comment for entry in entries for comment in entry.comments])


OfCell = TypeVar("OfCell", GradeRow, CommentRow)


def _by_notebook(rows: Iterable[OfCell], cells: Sequence[str]) -> dict[str, list[OfCell]]:
    """Gather what belongs to each notebook, in the order of the cells."""
    order = {cell_id: place for place, cell_id in enumerate(cells)}
    gathered: dict[str, list[OfCell]] = {}
    for row in sorted(rows, key=lambda row: order[row.cell_id]):
        gathered.setdefault(row.notebook_id, []).append(row)
    return gathered
