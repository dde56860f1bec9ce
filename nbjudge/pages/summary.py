"""The class report: one HTML file for the staff, made of sections, and the same figures as CSV and JSON.

It is made of the gradebook and of what lies beside the published pages, so it covers everybody who was
graded so far, whoever was graded last. Which sections it has, and in which order, is a setting.
Its one script sorts and searches tables. The page allows that text, by its hash, and no other: a name or an
answer of a student's that became a script would not run.
"""

import base64
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, cast
from urllib.parse import quote

from nbjudge.course import extensions
from nbjudge.course.course import Course
from nbjudge.course.files import write_text
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.pages import results, staff_pages
from nbjudge.pages.figures import marked, reached
from nbjudge.pages.marks_csv import as_table, as_text
from nbjudge.pages.sections import Section, Similar, TheClass
from nbjudge.pages.sections.questions import questions
from nbjudge.pages.sections.students import waiting
from nbjudge.pages.templates import beside

COLUMNS = ("student", "notebook", "task", "score", "of", "waiting", "mistakes", "reason")


def sections_of(course: Course) -> dict[str, Section]:
    """Find the sections that a course has chosen, by name; a CourseError if there is none of that name."""
    group = extensions.REPORT_SECTIONS
    return {name: cast(Section, extensions.load(group, name)) for name in course.options.report_sections}


def write(course: Course, release: Release, sections: Mapping[str, Section], remark: str = "") -> Path:
    """Write the report of an assignment in its three forms, with a remark on how it was graded."""
    of = the_class(course, release)
    path = staff_pages.report(course, release.assignment)
    write_text(path, render(of, sections, remark))
    write_text(path.with_suffix(".csv"), to_csv(of))
    write_text(path.with_suffix(".json"), json.dumps(to_json(of), indent=1))
    return path


def the_class(course: Course, release: Release) -> TheClass:
    """Gather what is known of an assignment and of those who have handed it in."""
    with Writer(course) as gradebook:
        marks = gradebook.all_marks(release.assignment)
        missing = sorted(set(gradebook.students()) - set(marks))
        submitted = gradebook.submitted_notebooks(release.assignment)
    place = staff_pages.report(course, release.assignment).parent
    said = _published(course, release.assignment)
    pages = {}
    for student in marks:
        folder = course.folder("feedback", release.assignment, student)
        for notebook in release.notebooks:
            if (page := folder / f"{notebook.name}.html").exists():
                pages[student, notebook.name] = quote(os.path.relpath(page, place))
    return TheClass(
        release,
        marks,
        {student: [str(note) for note in entry["notes"]] for student, entry in said.items()},
        {student: results.from_json(entry["results"]) for student, entry in said.items() if student in marks},
        pages,
        missing,
        {
            key: f"{course.options.formgrader}/submissions/{quote(its_id)}/"
            for key, its_id in submitted.items()
        },
        _similar(course, release.assignment),
    )


def _similar(course: Course, assignment: str) -> Similar | None:
    """Read what `nbjudge similar` has found; None where nobody has asked it."""
    try:
        data = json.loads(staff_pages.similar(course, assignment).with_suffix(".json").read_bytes())
        return Similar(int(data["compared"]), tuple(dict(pair) for pair in data["pairs"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _published(course: Course, assignment: str) -> dict[str, dict[str, Any]]:
    """Read what lies beside the published pages of each submission."""
    said = {}
    for path in sorted((course.own / "published" / assignment).glob("*.json")):
        try:
            entry = json.loads(path.read_bytes())
            said[path.stem] = {"notes": entry["notes"], "results": entry["results"]}
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return said


def render(of: TheClass, sections: Mapping[str, Section], remark: str = "") -> str:
    """Make the page."""
    from markupsafe import Markup

    every = [reached(of.release, marks) for marks in of.marks.values()]
    shares = [one.share for one in every if one.share is not None]
    asked = [one for one in questions(of) if one.mean is not None and not one.counts["hand"]]
    htmls = [_html(name, section, of) for name, section in sections.items()]
    return beside(__file__).render(
        assignment=of.release.assignment,
        remark=remark,
        submissions=len(of.marks),
        missing=len(of.missing),
        max_score=sum(notebook.max_score for notebook in of.release.notebooks),
        mean=sum(one.mean or 0.0 for one in asked),
        mean_of=sum(one.points for one in asked),
        median=f"{100 * median(shares):.0f} %" if shares else "–",
        lowest=f"{100 * min(shares):.0f} %" if shares else "–",
        highest=f"{100 * max(shares):.0f} %" if shares else "–",
        by_hand=sum(map(waiting, of.marks.values())),
        sections=Markup("\n".join(html for html in htmls if html)),
        **frame(),
    )


@cache
def frame() -> dict[str, str]:
    """Read the styles and the script of the staff's pages; the hash is that by which a page allows it."""
    from markupsafe import Markup

    here = Path(__file__)
    script = here.with_name("tables.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    css = here.with_suffix(".css").read_text(encoding="utf-8")
    return {"css": Markup(css), "script": Markup(script), "digest": digest}


def _html(name: str, section: Section, of: TheClass) -> str:
    """Make a section; one that fails says so in its place, for the class has been graded."""
    from markupsafe import escape

    try:
        html: object = section(of)
        if not isinstance(html, str):
            raise TypeError(f"it gives an object of type {type(html).__name__}, not text")
    except Exception as error:
        reason = f"The report section {name!r} failed: {type(error).__name__}: {error}"
        return f"<h2>{escape(name)}</h2>\n<p>{escape(reason)}</p>"
    return html


def to_json(of: TheClass) -> dict[str, object]:
    """Give the figures as data that JSON can hold; what waits for a person has no score."""
    tasks = [
        {
            "notebook": one.notebook,
            "task": one.cell,
            "points": one.points,
            "mean": one.mean,
            "counts": one.counts,
            "separates": vars(one.separation) if one.separation else None,
            "lost_in": dict(one.families),
        }
        for one in questions(of)
    ]
    return {
        "assignment": of.release.assignment,
        "tasks": tasks,
        "students": list(_rows(of)),
        "missing": list(of.missing),
        "notes": {student: list(notes) for student, notes in of.notes.items() if notes},
    }


def to_csv(of: TheClass) -> str:
    """Write a line for each task of each student, for a spreadsheet."""
    rows: list[Sequence[object]] = [COLUMNS]
    for row in _rows(of):
        cells = {**row, "waiting": int(row["waiting"]), "mistakes": " ".join(row["mistakes"])}
        values = (cells[name] for name in COLUMNS)
        rows.append([as_text(value) if isinstance(value, str) else value for value in values])
    return as_table(rows)


def _rows(of: TheClass) -> Iterator[dict[str, Any]]:
    for student, marks in sorted(of.marks.items()):
        said = {(one.notebook, one.cell): one for one in of.results.get(student, ())}
        for notebook, cell in of.tasks:
            own = marks[notebook.name].cells.get(cell.id) if notebook.name in marks else None
            result = said.get((notebook.name, cell.id))
            yield {
                "student": student,
                "notebook": notebook.name,
                "task": cell.id,
                "score": marked(own),
                "of": cell.points,
                "waiting": marked(own) is None,
                "mistakes": [mistake.name for mistake in result.mistakes] if result else [],
                "reason": result.reason if result else "",
            }
