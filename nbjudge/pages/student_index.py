"""The page that leads a student to all of their feedback: each notebook with its score, and the total.

It lies above the folders of the assignments, where the course's structure has a folder for each student.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from nbjudge.course.course import Course
from nbjudge.course.files import write_text
from nbjudge.gradebook.writer import Writer
from nbjudge.marks import Marks, NotebookMarks
from nbjudge.pages.feedback.page import stylesheet
from nbjudge.pages.figures import marked
from nbjudge.pages.templates import beside

NAME = "index.html"


@dataclass(frozen=True)
class Line:
    """One notebook of a student."""

    assignment: str
    notebook: str
    link: str
    score: float
    max_score: float
    waiting: int
    late_penalty: float

    @property
    def percent(self) -> int:
        """How much of the points was reached."""
        return round(100 * min(max(self.score / self.max_score, 0.0), 1.0)) if self.max_score else 0


def write_all(course: Course, students: Sequence[str] = ()) -> int:
    """Bring the pages of these students up to date, or of all; say how many there are."""
    by_student: dict[str, dict[str, Marks]] = {}
    every: Sequence[str | None] = students or [None]
    with Writer(course) as gradebook:
        for assignment, wanted in itertools.product(gradebook.assignments(), every):
            for student, marks in gradebook.all_marks(assignment, wanted).items():
                by_student.setdefault(student, {})[assignment] = marks
    written = 0
    for student, assignments in by_student.items():
        path = path_of(course, student)
        if path is not None and path.parent.is_dir():
            write_text(path, render(course, path.parent, student, assignments), sync=False)
            written += 1
    return written


def path_of(course: Course, student: str) -> Path | None:
    """Name the page of a student; None where the course's structure has no folder for each."""
    folder = course.folder("feedback", "any", student).parent
    return folder / NAME if folder.name == student else None


def render(course: Course, folder: Path, student: str, assignments: Mapping[str, Marks]) -> str:
    """Make the page of one student."""
    lines = [
        _line(course, folder, student, assignment, name, notebook)
        for assignment, marks in sorted(assignments.items())
        for name, notebook in sorted(marks.items())
    ]
    return beside(__file__).render(
        student=student,
        lines=lines,
        score=sum(line.score for line in lines),
        max_score=sum(line.max_score for line in lines),
        waiting=sum(line.waiting for line in lines),
        css=stylesheet(),
    )


def _line(
    course: Course, folder: Path, student: str, assignment: str, name: str, marks: NotebookMarks
) -> Line:
    page = course.folder("feedback", assignment, student) / f"{name}.html"
    link = quote(page.relative_to(folder).as_posix()) if page.exists() else ""
    waiting = sum(marked(cell) is None for cell in marks.cells.values() if cell.points)
    return Line(assignment, name, link, marks.score, marks.max_score, waiting, marks.late_penalty)
