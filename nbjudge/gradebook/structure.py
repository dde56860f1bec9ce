"""Writes the structure of an assignment into nbgrader's tables: which notebooks and cells it has.

It does what `nbgrader generate_assignment` does with the database, and two things that it refuses: a test
may be added or corrected when there are submissions already, and a cell may go, unless a person has given
marks for it.
"""

import json
from typing import Any

from nbjudge.course.course import CourseError
from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook
from nbjudge.gradebook.rows import CommentRow, GradeRow, NotebookRow, SubmissionRow


class Structure:
    """One assignment's rows, and the names and points that belong to their identifiers."""

    def __init__(self, api: Any, session: Any, release: Release | None) -> None:
        """Name the tables, the session and the release that is to be written, if one is."""
        self.api, self.session, self._release = api, session, release
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

    def write(self) -> list[str]:
        """Bring the rows to what the release says; say what was changed in an assignment that was there."""
        assert self._release is not None
        release = self._release
        found = self.session.query(self.api.Assignment).filter_by(name=release.assignment).one_or_none()
        notes: list[str] = []
        new = found is None
        if new:
            found = self.api.Assignment(release.assignment, course_id=self._course_id())
            self.session.add(found)
            self.session.flush()
        self.id = found.id
        kept = {notebook.name: notebook for notebook in found.notebooks}
        for own in release.notebooks:
            notebook = kept.pop(own.name, None)
            if notebook is None:
                notebook = self.api.Notebook(name=own.name, kernelspec=json.dumps(dict(own.kernelspec)))
                notebook.assignment = found
                self.session.add(notebook)
                self.session.flush()
                notes.append(f"{own.name}: a new notebook")
            notes += self._write_cells(notebook, own)
        if kept:
            raise CourseError(
                f"The gradebook has notebooks of {release.assignment} that the source has not: "
                f"{', '.join(sorted(kept))}. Put them back, or remove them by `nbgrader generate_assignment`."
            )
        self.session.flush()
        self.session.refresh(found)
        self.learn(found)
        return [] if new else notes

    def learn(self, assignment: Any) -> None:
        """Note the names and points of an assignment's rows as they are."""
        self.id = assignment.id
        for notebook in assignment.notebooks:
            self._learn(notebook)

    def _course_id(self) -> str:
        course = self.session.query(self.api.Course).first()
        return str(course.id) if course else ""

    def _write_cells(self, notebook: Any, own: ReleaseNotebook) -> list[str]:
        api = self.api
        notes: list[str] = []
        marked = [cell for cell in own.cells if cell.marked]
        self._write_sources(notebook, marked, notes)
        for kind, wanted in (
            (api.GradeCell, [cell for cell in marked if cell.grade]),
            (api.SolutionCell, [cell for cell in marked if cell.solution]),
            (api.TaskCell, [cell for cell in marked if cell.task]),
        ):
            kept = {cell.name: cell for cell in notebook._base_cells if type(cell) is kind}
            for cell in wanted:
                row = kept.pop(cell.id, None)
                if row is None:
                    row = kind(name=cell.id, notebook=notebook)
                    notes.append(f"{own.name}/{cell.id}: a new cell")
                    if kind is not api.SolutionCell:
                        row.max_score, row.cell_type = cell.points, cell.cell_type
                    self.session.add(row)
                elif kind is not api.SolutionCell and (row.max_score, row.cell_type) != (
                    cell.points,
                    cell.cell_type,
                ):
                    notes.append(f"{own.name}/{cell.id}: {row.max_score:g} points are now {cell.points:g}")
                    row.max_score, row.cell_type = cell.points, cell.cell_type
            for row in kept.values():
                self._remove(own, row, notes)
        return notes

    def _write_sources(self, notebook: Any, marked: list[ReleaseCell], notes: list[str]) -> None:
        kept = {cell.name: cell for cell in notebook.source_cells}
        for cell in marked:
            locked = not cell.solution and (cell.grade or bool(cell.marks.get("locked")))
            values = {
                "cell_type": cell.cell_type,
                "locked": locked,
                "source": cell.source,
                "checksum": cell.marks.get("checksum"),
            }
            row = kept.pop(cell.id, None)
            if row is None:
                self.session.add(self.api.SourceCell(name=cell.id, notebook=notebook, **values))
            elif any(getattr(row, name) != value for name, value in values.items()):
                if row.source != cell.source:
                    notes.append(f"{notebook.name}/{cell.id}: its text has changed")
                for name, value in values.items():
                    setattr(row, name, value)
        for row in kept.values():
            self.session.delete(row)

    def _remove(self, own: ReleaseNotebook, row: Any, notes: list[str]) -> None:
        if any(grade.manual_score is not None for grade in row.grades):
            raise CourseError(
                f"{own.name}/{row.name} is not in the source any more, but a person has given marks for it. "
                "Put the cell back, or remove its marks in the formgrader."
            )
        for entry in [*row.grades, *row.comments, row]:
            self.session.delete(entry)
        notes.append(f"{own.name}/{row.name}: this cell is gone")

    def _learn(self, notebook: Any) -> None:
        self.session.refresh(notebook)
        self.notebook_names[notebook.id] = notebook.name
        self._graded[notebook.id], self._written[notebook.id] = [], []
        for cell in notebook._base_cells:
            self.cell_names[cell.id] = cell.name
            if type(cell) is self.api.TaskCell:
                self._tasks.add(cell.id)
            if type(cell) is not self.api.SolutionCell:
                self.points[cell.id] = float(cell.max_score)
                self._graded[notebook.id].append(cell.id)
            if type(cell) is not self.api.GradeCell:
                self._written[notebook.id].append(cell.id)

    def complete(self, submission: SubmissionRow) -> None:
        """Give a submission the rows that it lacks: all if it is new, some if cells were added since."""
        known = {entry.notebook_id: entry for entry in submission.notebooks}
        for notebook_id in self.notebook_names:
            entry = known.get(notebook_id)
            if entry is None:
                entry = NotebookRow(submission.id, notebook_id)
                submission.notebooks.append(entry)
            graded = {grade.cell_id for grade in entry.grades}
            written = {comment.cell_id for comment in entry.comments}
            entry.grades += [
                GradeRow(entry.id, cell_id) for cell_id in self._graded[notebook_id] if cell_id not in graded
            ]
            entry.comments += [
                CommentRow(entry.id, cell_id)
                for cell_id in self._written[notebook_id]
                if cell_id not in written
            ]
