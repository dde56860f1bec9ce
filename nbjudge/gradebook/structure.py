"""Writes the structure of an assignment into nbgrader's tables: which notebooks and cells it has.

It does what `nbgrader generate_assignment` does with the database, and two things that it refuses: a test
may be added or corrected when there are submissions already, and a cell may go, unless a person has given
marks for it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, insert, select, update

from nbjudge.course.course import CourseError
from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook
from nbjudge.gradebook.rows import CommentRow, GradeRow, NotebookRow, SubmissionRow, new_id
from nbjudge.gradebook.tables import (
    ASSIGNMENTS,
    CELLS,
    CELLS_OF_A_KIND,
    COMMENTS,
    COURSES,
    GRADE,
    GRADES,
    NOTEBOOKS,
    SOLUTION,
    SOURCE_CELLS,
    TASK,
)


@dataclass(frozen=True)
class _CellRow:
    """A marked cell in the tables: one row for all kinds, another for its own."""

    id: str
    name: str
    kind: str
    max_score: float | None  # None where nobody gives points
    cell_type: str | None


class Structure:
    """One assignment's rows, and the names and points that belong to their identifiers."""

    def __init__(self, connection: Connection) -> None:
        """Name the connection; `write` or `read` names the assignment."""
        self._connection = connection
        self.id = ""
        self.notebook_names: dict[str, str] = {}
        self.cell_names: dict[str, str] = {}
        self.points: dict[str, float] = {}
        self._tasks: set[str] = set()
        self._graded: dict[str, list[str]] = {}  # by notebook: the cells that have grades
        self._written: dict[str, list[str]] = {}  # by notebook: the cells that have comments

    def is_task(self, cell_id: str) -> bool:
        """Whether a cell is a task, which nothing scores automatically."""
        return cell_id in self._tasks

    def write(self, release: Release) -> list[str]:
        """Bring the rows to what the release says; say what was changed in an assignment that was there."""
        assignment_id = self._assignment_id(release.assignment)
        new = assignment_id is None
        if assignment_id is None:
            assignment_id = new_id()
            values = {"id": assignment_id, "name": release.assignment, "course_id": self._course_id()}
            self._connection.execute(insert(ASSIGNMENTS).values(values))
        known = {name: notebook_id for notebook_id, name in self._notebooks(assignment_id)}
        notes: list[str] = []
        for notebook in release.notebooks:
            notebook_id = known.pop(notebook.name, None)
            if notebook_id is None:
                notebook_id = self._add_notebook(assignment_id, notebook)
                notes.append(f"{notebook.name}: a new notebook")
            notes += self._write_sources(notebook_id, notebook)
            notes += self._write_cells(notebook_id, notebook)
        if known:
            raise CourseError(
                f"The gradebook has notebooks of {release.assignment} that the source does not have: "
                f"{', '.join(sorted(known))}. "
                "Put them back, or remove them with `nbgrader generate_assignment`."
            )
        self.read(release.assignment)
        return [] if new else notes

    def read(self, assignment: str) -> None:
        """Read the names and points of an assignment's rows as they are."""
        assignment_id = self._assignment_id(assignment)
        if assignment_id is None:
            raise CourseError(f"The gradebook does not know {assignment!r}: run nbjudge grade.")
        self.id = assignment_id
        for notebook_id, name in self._notebooks(assignment_id):
            self.notebook_names[notebook_id] = name
            self._graded[notebook_id], self._written[notebook_id] = [], []
            for cell in self._cells(notebook_id):
                self.cell_names[cell.id] = cell.name
                if cell.kind == TASK:
                    self._tasks.add(cell.id)
                if cell.max_score is not None:
                    self.points[cell.id] = float(cell.max_score)
                    self._graded[notebook_id].append(cell.id)
                if cell.kind != GRADE:
                    self._written[notebook_id].append(cell.id)

    def _course_id(self) -> str:
        return self._connection.execute(select(COURSES.c.id)).scalar() or ""

    def _assignment_id(self, name: str) -> str | None:
        query = select(ASSIGNMENTS.c.id).where(ASSIGNMENTS.c.name == name)
        assignment_id: str | None = self._connection.execute(query).scalar()
        return assignment_id

    def _notebooks(self, assignment_id: str) -> list[tuple[str, str]]:
        query = select(NOTEBOOKS.c.id, NOTEBOOKS.c.name).where(NOTEBOOKS.c.assignment_id == assignment_id)
        return [(row.id, row.name) for row in self._connection.execute(query.order_by(NOTEBOOKS.c.name))]

    def _add_notebook(self, assignment_id: str, notebook: ReleaseNotebook) -> str:
        values = {
            "id": new_id(),
            "name": notebook.name,
            "assignment_id": assignment_id,
            "kernelspec": json.dumps(dict(notebook.kernelspec)),
        }
        self._connection.execute(insert(NOTEBOOKS).values(values))
        return values["id"]

    def _cells(self, notebook_id: str) -> Iterator[_CellRow]:
        """Read the marked cells of a notebook, kind by kind."""
        for kind, table in CELLS_OF_A_KIND.items():
            scored = () if kind == SOLUTION else (table.c.max_score, table.c.cell_type)
            query = (
                select(CELLS.c.id, CELLS.c.name, *scored)
                .join(table, table.c.id == CELLS.c.id)
                .where(CELLS.c.notebook_id == notebook_id)
            )
            for cell_id, name, *more in self._connection.execute(query):
                max_score, cell_type = more or (None, None)
                yield _CellRow(cell_id, name, kind, max_score, cell_type)

    def _write_cells(self, notebook_id: str, notebook: ReleaseNotebook) -> list[str]:
        known = {(cell.kind, cell.name): cell for cell in self._cells(notebook_id)}
        notes: list[str] = []
        for kind, cell in _wanted(notebook):
            row = known.pop((kind, cell.id), None)
            if row is None:
                self._add_cell(notebook_id, kind, cell)
                notes.append(f"{notebook.name}/{cell.id}: a new cell")
            elif kind != SOLUTION and (row.max_score, row.cell_type) != (cell.points, cell.cell_type):
                table = CELLS_OF_A_KIND[kind]
                self._connection.execute(update(table).where(table.c.id == row.id).values(_scored(cell)))
                notes.append(f"{notebook.name}/{cell.id}: {row.max_score:g} points are now {cell.points:g}")
        for row in known.values():
            self._remove(notebook, row)
            notes.append(f"{notebook.name}/{row.name}: this cell is gone")
        return notes

    def _add_cell(self, notebook_id: str, kind: str, cell: ReleaseCell) -> None:
        cell_id = new_id()
        values = {"id": cell_id, "name": cell.id, "notebook_id": notebook_id, "type": kind}
        self._connection.execute(insert(CELLS).values(values))
        scored = {} if kind == SOLUTION else _scored(cell)
        self._connection.execute(insert(CELLS_OF_A_KIND[kind]).values({"id": cell_id, **scored}))

    def _write_sources(self, notebook_id: str, notebook: ReleaseNotebook) -> list[str]:
        query = select(SOURCE_CELLS).where(SOURCE_CELLS.c.notebook_id == notebook_id)
        known = {row["name"]: row for row in self._connection.execute(query).mappings()}
        notes = []
        for cell in notebook.cells:
            if not cell.marked:
                continue
            values = _source(cell)
            row = known.pop(cell.id, None)
            if row is None:
                more = {"id": new_id(), "name": cell.id, "notebook_id": notebook_id}
                self._connection.execute(insert(SOURCE_CELLS).values({**more, **values}))
            elif any(row[name] != value for name, value in values.items()):
                if row["source"] != cell.source:
                    notes.append(f"{notebook.name}/{cell.id}: its text has changed")
                changed = update(SOURCE_CELLS).where(SOURCE_CELLS.c.id == row["id"]).values(values)
                self._connection.execute(changed)
        for row in known.values():
            self._connection.execute(delete(SOURCE_CELLS).where(SOURCE_CELLS.c.id == row["id"]))
        return notes

    def _remove(self, notebook: ReleaseNotebook, row: _CellRow) -> None:
        by_hand = exists().where(GRADES.c.cell_id == row.id, GRADES.c.manual_score.is_not(None))
        if self._connection.execute(select(by_hand)).scalar():
            raise CourseError(
                f"{notebook.name}/{row.name} is not in the source any more, but a person has given marks for "
                "it. Put the cell back, or remove its marks in the formgrader."
            )
        for table in (GRADES, COMMENTS):
            self._connection.execute(delete(table).where(table.c.cell_id == row.id))
        for table in (CELLS_OF_A_KIND[row.kind], CELLS):
            self._connection.execute(delete(table).where(table.c.id == row.id))

    def complete(self, submission: SubmissionRow) -> None:
        """Give a submission the rows that it lacks: all if it is new, some if cells were added since."""
        known = {notebook.notebook_id: notebook for notebook in submission.notebooks}
        for notebook_id in self.notebook_names:
            notebook = known.get(notebook_id)
            if notebook is None:
                notebook = NotebookRow(submission.id, notebook_id)
                submission.notebooks.append(notebook)
            graded = {grade.cell_id for grade in notebook.grades}
            written = {comment.cell_id for comment in notebook.comments}
            notebook.grades += [
                GradeRow(notebook.id, cell_id)
                for cell_id in self._graded[notebook_id]
                if cell_id not in graded
            ]
            notebook.comments += [
                CommentRow(notebook.id, cell_id)
                for cell_id in self._written[notebook_id]
                if cell_id not in written
            ]


def _wanted(notebook: ReleaseNotebook) -> Iterator[tuple[str, ReleaseCell]]:
    """Name the cells that a notebook is to have, each with its kind; a written answer has two."""
    for cell in notebook.cells:
        kinds = ((GRADE, cell.grade), (SOLUTION, cell.solution), (TASK, cell.task))
        yield from ((kind, cell) for kind, is_one in kinds if is_one and cell.marked)


def _scored(cell: ReleaseCell) -> Mapping[str, object]:
    return {"max_score": cell.points, "cell_type": cell.cell_type}


def _source(cell: ReleaseCell) -> Mapping[str, object]:
    return {
        "cell_type": cell.cell_type,
        "locked": not cell.solution and (cell.grade or bool(cell.marks.get("locked"))),
        "source": cell.source,
        "checksum": cell.marks.get("checksum"),
    }
