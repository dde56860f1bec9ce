"""Makes the release of an assignment whose source is gone: out of the released notebooks and the
gradebook's cells.

The gradebook keeps the whole text of every marked cell, hidden tests included. What it does not keep are
the course's solutions, so nothing here can tell which names are the student's: the golden record must be
there already.
"""

import json
from dataclasses import replace

from nbjudge.course.course import Course, CourseError
from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook


def from_gradebook(course: Course, assignment: str) -> Release:
    """Put the gradebook's texts into the released notebooks."""
    paths = sorted(course.folder("release", assignment).glob("*.ipynb"))
    if not paths:
        known = ", ".join(course.assignments()) or "none"
        raise CourseError(
            f"No notebook of {assignment!r} in {course.folder('source', assignment)} nor in "
            f"{course.folder('release', assignment)}. Assignments of this course: {known}."
        )
    kept = _source_cells(course, assignment)
    notebooks = []
    for path in paths:
        data = json.loads(path.read_bytes())
        texts = kept.get(path.stem)
        if texts is None:
            raise CourseError(
                f"The gradebook does not know {assignment}/{path.stem}: run nbgrader generate_assignment."
            )
        cells = [ReleaseCell.from_notebook(cell, index) for index, cell in enumerate(data["cells"])]
        filled = tuple(replace(own, source=_text(own, texts)) for own in cells)
        notebooks.append(ReleaseNotebook(path.stem, filled, data["metadata"].get("kernelspec", {})))
    return Release(assignment, tuple(notebooks), solved=False)


def _text(own: ReleaseCell, texts: dict[str, str]) -> str:
    return texts.get(own.id, own.source) if own.marked and not own.solution else own.source


def _source_cells(course: Course, assignment: str) -> dict[str, dict[str, str]]:
    from nbjudge.gradebook.writer import Writer  # SQLAlchemy: half a second that no worker should need

    with Writer(course) as gradebook:
        return gradebook.source_cells(assignment)
