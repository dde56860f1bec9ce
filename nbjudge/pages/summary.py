"""The page of summary: one HTML file for the staff, made of sections: scores, questions, students, notes.

It is made of the gradebook and of the notes beside the published pages, so it covers everybody who was
graded so far, whoever was graded last. Which sections it has, and in which order, is a setting.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from statistics import mean, median
from typing import cast

from nbjudge import extensions
from nbjudge.course.course import Course, CourseError
from nbjudge.course.files import write_text
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.marks import Marks
from nbjudge.pages.sections import ClassOfMarks, Notes, Section, template
from nbjudge.pages.sections.students import waiting


def sections_of(course: Course) -> dict[str, Section]:
    """Find the sections that a course has chosen, by name; a CourseError if there is none of that name."""
    try:
        return {
            name: cast(Section, extensions.load(extensions.REPORT_SECTIONS, name))
            for name in course.options.report_sections
        }
    except extensions.ExtensionError as error:
        raise CourseError(str(error)) from error


def write(course: Course, release: Release, sections: Mapping[str, Section], remark: str = "") -> Path:
    """Write the page of an assignment, with a remark on how it was graded; give its path."""
    with Writer(course) as gradebook:
        marks = gradebook.all_marks(release.assignment)
    notes = read_notes(course, release.assignment)
    path = course.root / "summary" / f"{release.assignment}.html"
    write_text(path, render(release, marks, notes, sections, remark))
    return path


def read_notes(course: Course, assignment: str) -> dict[str, list[str]]:
    """Read what the staff should know of each submission."""
    notes = {}
    for path in sorted((course.own / "published" / assignment).glob("*.json")):
        try:
            notes[path.stem] = [str(note) for note in json.loads(path.read_bytes())["notes"]]
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return notes


def render(
    release: Release,
    marks: Mapping[str, Marks],
    notes: Notes,
    sections: Mapping[str, Section],
    remark: str = "",
) -> str:
    """Make the page."""
    from markupsafe import Markup

    scores = [sum(notebook.score for notebook in student.values()) for student in marks.values()] or [0.0]
    htmls = [_html(name, section, release, marks, notes) for name, section in sections.items()]
    return template(Path(__file__).with_suffix(".html.j2")).render(
        assignment=release.assignment,
        remark=remark,
        submissions=len(marks),
        max_score=sum(notebook.max_score for notebook in release.notebooks),
        mean=mean(scores),
        median=median(scores),
        lowest=min(scores),
        highest=max(scores),
        by_hand=sum(map(waiting, marks.values())),
        sections=Markup("\n".join(html for html in htmls if html)),
    )


def _html(name: str, section: Section, release: Release, marks: ClassOfMarks, notes: Notes) -> str:
    """Make a section; one that fails says so in its place, for the class has been graded."""
    from markupsafe import escape

    try:
        html: object = section(release, marks, notes)
        if not isinstance(html, str):
            raise TypeError(f"it gives an object of type {type(html).__name__}, not text")
    except Exception as error:
        reason = f"The report section {name!r} failed: {type(error).__name__}: {error}"
        return f"<h2>{escape(name)}</h2>\n<p>{escape(reason)}</p>"
    return html
