"""The page of summary: one HTML file for the staff with the class's scores, questions and notes.

It is made of the gradebook and of the notes beside the published pages, so it covers everybody who was
graded so far, whoever was graded last.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from statistics import mean, median
from typing import Any

from nbjudge.course.course import Course
from nbjudge.course.files import write_text
from nbjudge.course.printable import printable
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.marks import CellMarks, Marks
from nbjudge.pages.feedback.page import points

BINS = 10
_WIDTH, _BASE, _TALLEST = 640, 166, 140


def write(course: Course, release: Release) -> Path:
    """Write the page of an assignment; give its path."""
    with Writer(course) as gradebook:
        marks = gradebook.all_marks(release.assignment)
    notes = read_notes(course, release.assignment)
    path = course.root / "summary" / f"{release.assignment}.html"
    write_text(path, render(release, marks, notes))
    return path


def read_notes(course: Course, assignment: str) -> dict[str, list[str]]:
    """Read what the staff should know of each submission."""
    found = {}
    for path in sorted((course.own / "published" / assignment).glob("*.json")):
        try:
            found[path.stem] = [str(note) for note in json.loads(path.read_bytes())["notes"]]
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def render(release: Release, marks: Mapping[str, Marks], notes: Mapping[str, list[str]]) -> str:
    """Make the page."""
    jinja2 = import_module("jinja2")
    environment = jinja2.Environment(autoescape=True, trim_blocks=True)
    environment.filters["points"] = points
    template = environment.from_string(
        Path(__file__).with_name("summary.html.j2").read_text(encoding="utf-8")
    )
    scores = {name: sum(entry.score for entry in own.values()) for name, own in marks.items()}
    most = sum(notebook.max_score for notebook in release.notebooks)
    values = list(scores.values()) or [0.0]
    text: str = template.render(
        assignment=release.assignment,
        max_score=most,
        mean=mean(values),
        median=median(values),
        lowest=min(values),
        highest=max(values),
        by_hand=sum(_by_hand(own) for own in marks.values()),
        bars=_bars(list(scores.values()), most),
        ticks=_ticks(most),
        questions=_questions(release, marks),
        students=[_student(name, scores[name], own, notes) for name, own in sorted(marks.items())],
        notes=[(printable(name), printable(note)) for name, told in sorted(notes.items()) for note in told],
    )
    return text


def _by_hand(own: Marks) -> int:
    return sum(1 for entry in own.values() for cell in entry.cells.values() if cell.by_hand)


def _student(name: str, score: float, own: Marks, notes: Mapping[str, list[str]]) -> dict[str, Any]:
    told = []
    if waiting := _by_hand(own):
        told.append(f"{waiting} by hand")
    if late := sum(entry.late_penalty for entry in own.values()):
        told.append(f"late: -{points(late)}")
    if count := len(notes.get(name, ())):
        told.append(f"{count} note{'s' if count > 1 else ''}")
    return {"student": printable(name), "score": score, "remark": ", ".join(told)}


def _bars(scores: list[float], most: float) -> list[dict[str, Any]]:
    """Lay out how many reached which score, in equal steps."""
    step = most / BINS or 1.0
    counts = [0] * BINS
    for score in scores:
        counts[min(max(int(score / step), 0), BINS - 1)] += 1
    highest = max(counts) or 1
    width = _WIDTH / BINS
    bars = []
    for place, count in enumerate(counts):
        height = round(_TALLEST * count / highest, 1)
        label = f"{points(place * step)}–{points((place + 1) * step)}"
        bars.append(
            {
                "x": round(place * width + 4, 1),
                "middle": round((place + 0.5) * width, 1),
                "y": round(_BASE - height, 1),
                "width": round(width - 8, 1),
                "height": height,
                "count": count,
                "title": f"{count} with {label} points",
            }
        )
    return bars


def _ticks(most: float) -> list[dict[str, Any]]:
    """Lay out the scores between the bars; the outermost stay inside the picture."""
    anchors = ["start", *["middle"] * (BINS - 1), "end"]
    return [
        {"x": place * _WIDTH // BINS, "anchor": anchor, "label": points(place * (most / BINS))}
        for place, anchor in enumerate(anchors)
    ]


def _questions(release: Release, marks: Mapping[str, Marks]) -> list[dict[str, Any]]:
    rows = []
    for notebook in release.notebooks:
        for cell in notebook.cells:
            if cell.points:
                found = [
                    own[notebook.name].cells.get(cell.id) for own in marks.values() if notebook.name in own
                ]
                name = cell.id if len(release.notebooks) == 1 else f"{notebook.name}/{cell.id}"
                weaker = "in-student" in cell.tags
                rows.append({**_question(name, [f for f in found if f], cell.points), "weaker": weaker})
    return rows


def _question(name: str, found: list[CellMarks], most: float) -> dict[str, Any]:
    kinds = {"full": 0, "partial": 0, "none": 0, "hand": 0}
    for cell in found:
        score = cell.score or 0.0
        kinds[
            "hand" if cell.by_hand else "full" if score >= most else "partial" if score > 0 else "none"
        ] += 1
    every, marked = len(found) or 1, [cell.score or 0.0 for cell in found if not cell.by_hand]
    return {
        "name": name.replace("/", "/\u200b"),  # a long name may be broken there
        "mean": points(mean(marked)) if marked else "–",
        "points": most,
        "shares": [(kind, round(100 * count / every, 2)) for kind, count in kinds.items() if count],
        "title": ", ".join(f"{count} {kind}" for kind, count in kinds.items() if count),
    }
