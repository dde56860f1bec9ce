"""The class over all assignments: each student's scores and their sum, with links to reports and pages."""

import os
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from urllib.parse import quote

from nbjudge.course.course import Course
from nbjudge.course.files import write_text
from nbjudge.gradebook.writer import Writer
from nbjudge.marks import Marks
from nbjudge.pages import staff_pages, student_index, summary
from nbjudge.pages.figures import Reached, reached_of
from nbjudge.pages.templates import beside


@dataclass(frozen=True)
class Column:
    """One assignment."""

    name: str
    link: str
    share: float  # of the marked points, on average over those who handed it in

    @property
    def percent(self) -> int:
        """The same in per cent."""
        return round(100 * self.share)


@dataclass(frozen=True)
class OverviewRow:
    """One student."""

    student: str
    link: str
    reached: list[Reached | None]  # in the order of the columns; None: nothing was handed in

    @property
    def score(self) -> float:
        """What was reached in all assignments together."""
        return sum(one.score for one in self.reached if one)

    @property
    def most(self) -> float:
        """Of how many marked points that is."""
        return sum(one.most for one in self.reached if one)


def write(course: Course) -> Path:
    """Write the page."""
    with Writer(course) as gradebook:
        marks = {name: gradebook.all_marks(name) for name in gradebook.assignments()}
        students = sorted({*gradebook.students(), *(one for every in marks.values() for one in every)})
    folder = staff_pages.staff(course)
    names = [name for name in sorted(marks) if marks[name]]
    rows = [
        _row(course, folder, student, [marks[name].get(student) for name in names]) for student in students
    ]
    columns = [_column(name, [row.reached[place] for row in rows]) for place, name in enumerate(names)]
    page = beside(__file__).render(course=course.course_id, columns=columns, rows=rows, **summary.frame())
    path = folder / "index.html"
    write_text(path, page, sync=False)
    return path


def _column(name: str, every: list[Reached | None]) -> Column:
    shares = [one.share for one in every if one is not None and one.share is not None]
    return Column(name, quote(f"{name}/report.html"), mean(shares) if shares else 0.0)


def _row(course: Course, folder: Path, student: str, every: list[Marks | None]) -> OverviewRow:
    page = student_index.path_of(course, student)
    link = quote(os.path.relpath(page, folder)) if page is not None and page.exists() else ""
    return OverviewRow(student, link, [None if marks is None else reached_of(marks) for marks in every])
