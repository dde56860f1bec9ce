"""The feedback page of one notebook: what earned its points, what did not and why, and the notebook below.

One function makes it, for the fast path and, as a filter of nbconvert's template, for `nbgrader
generate_feedback` and the formgrader's button: the pages agree. It reads a graded notebook with nbgrader's
scores in the metadata.
"""

import html
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from nbjudge.course.notebook_json import Cell, Metadata, Notebook, Output
from nbjudge.pages.feedback import texts
from nbjudge.pages.feedback.outputs import Shown, shown

if TYPE_CHECKING:
    from jinja2 import Template

UNSAID = {"part": "Part of what is tested here is right.", "none": "Nothing of what is tested here is right."}
NO_RESPONSE = "No response."  # nbgrader's own comment on what was left empty, which the reason says already
ENDED = "The test ended in "  # and the name of an error, which its box says too
SIGNS = {"full": "✓", "part": "◐", "none": "✗", "waiting": "…"}


@dataclass(frozen=True)
class Part:
    """One thing that gives points."""

    name: str
    anchor: str
    verdict: str
    points_text: str
    weaker: bool = False

    @property
    def sign(self) -> str:
        """The verdict without colour."""
        return SIGNS[self.verdict]


@dataclass(frozen=True)
class ShownCell:
    """One cell as the page has it."""

    role: str  # prose, given, answer, written or test
    body: str = ""
    title: str = ""
    part: Part | None = None
    reason: str = ""
    comment: str = ""
    outputs: list[Shown] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    """Everything that the template asks for."""

    notebook: str
    assignment: str
    student: str
    score: float
    max_score: float
    late_penalty: float
    problem: str
    cells: list[ShownCell]

    @property
    def parts(self) -> list[Part]:
        """What gives points, in order."""
        return [cell.part for cell in self.cells if cell.part]

    @property
    def waiting(self) -> int:
        """How many answers a person still has to mark."""
        return sum(1 for part in self.parts if part.verdict == "waiting")

    @property
    def percent(self) -> int:
        """How much of the points was reached."""
        return round(100 * min(max(self.score / self.max_score, 0.0), 1.0)) if self.max_score else 0


def render(notebook: Notebook, resources: Metadata) -> str:
    """Make the page of a graded notebook, of which `resources["nbgrader"]` says whose it is and its score."""
    about = resources["nbgrader"]
    place = resources.get("metadata", {}).get("path")
    folder = Path(place) if place else None
    page = Page(
        notebook=str(about["notebook"]),
        assignment=str(about["assignment"]),
        student=str(about["student"]),
        score=float(about["score"]),
        max_score=float(about["max_score"]),
        late_penalty=float(about.get("late_penalty") or 0),
        problem=str(notebook["metadata"].get("nbjudge", {}).get("problem", "")),
        cells=[
            made for number, cell in enumerate(notebook["cells"]) if (made := _cell(cell, number, folder))
        ],
    )
    template, css = _template()
    return template.render(page=page, css=css)


@cache
def _template() -> tuple["Template", str]:
    from jinja2 import Environment  # a tenth of a second, when there is a page to be made

    here = Path(__file__).parent
    environment = Environment(autoescape=True, trim_blocks=True, auto_reload=False)
    environment.filters["points"] = points
    template = environment.from_string((here / "page.html.j2").read_text(encoding="utf-8"))
    return template, (here / "page.css").read_text(encoding="utf-8")


def points(value: float) -> str:
    """Write points as people do.

    >>> points(2.0), points(0.5), points(1 / 3)
    ('2', '0.5', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _cell(cell: Cell, number: int, folder: Path | None) -> ShownCell | None:
    marks, said = cell["metadata"].get("nbgrader", {}), cell["metadata"].get("nbjudge", {})
    source = texts_of(cell)
    part = _part(marks, said, number) if marks.get("grade") or marks.get("task") else None
    said_by_hand = marks.get("comment") not in (None, "", NO_RESPONSE)
    comment = texts.markdown(str(marks["comment"])) if said_by_hand else ""
    reason = str(said.get("reason", ""))
    if cell["cell_type"] == "code":
        return _code(cell, source, part, reason, comment)
    if not source.strip() and not part:
        return None
    if marks.get("solution") or (said.get("kind") == "text" and part):
        title = "Task" if marks.get("task") else "Your answer"
        return ShownCell("written", texts.markdown(source, folder), title, part, reason, comment)
    return ShownCell("prose", texts.markdown(source, folder))


def _code(cell: Cell, source: str, part: Part | None, reason: str, comment: str) -> ShownCell | None:
    marks = cell["metadata"].get("nbgrader", {})
    outputs = shown(list(cell.get("outputs", ())))
    if part and not marks.get("solution"):
        return _test(cell, part, reason, comment)
    if marks.get("solution"):
        body = texts.code(source) if source.strip() else ""
        return ShownCell("answer", body, "Your answer", part, reason, comment, outputs)
    if not source.strip():
        return None
    said = cell["metadata"].get("nbjudge", {})
    title = "Your own cell" if said.get("kind") == "extra" else ""
    why = reason if said.get("status") == "not run" else ""
    return ShownCell("given", texts.code(source), title, None, why, "", outputs)


def _test(cell: Cell, part: Part, reason: str, comment: str) -> ShownCell:
    """Show what a test says; the number by which it gives its points is said by the points already."""
    outputs = shown([output for output in cell.get("outputs", ()) if not _is_number(output)])
    reason = _unless_shown(reason, outputs)
    outputs = [output for output in outputs if not _is_named(output, reason)]
    if not reason and not any(output.style == " error" for output in outputs):
        reason = UNSAID.get(part.verdict, "")
    return ShownCell("test", part=part, reason=reason, outputs=outputs, comment=comment)


def _is_number(output: Output) -> bool:
    data = output.get("data", {}) if output.get("output_type") == "execute_result" else {}
    try:
        float("".join(data.get("text/plain", "no number")))
    except (TypeError, ValueError):
        return False
    return True


def _is_named(output: Shown, reason: str) -> bool:
    """Whether a box holds no more than the name of an error that the reason names already."""
    name = re.fullmatch(r"<pre>(\w+)</pre>", output.body)
    return output.style == " error" and name is not None and name[1] in re.findall(r"\w+", reason)


def _unless_shown(reason: str, outputs: list[Shown]) -> str:
    """Leave a reason out that the output says already."""
    said = "".join(output.body for output in outputs).casefold()
    errors = any(output.style == " error" for output in outputs)
    told = html.escape(reason.rstrip(".: ")).casefold() in said or (errors and reason.startswith(ENDED))
    return "" if told else reason


def texts_of(cell: Cell) -> str:
    """Give a cell's source, with the pictures that were pasted into it."""
    source = cell.get("source", "")
    text = source if isinstance(source, str) else "".join(source)
    for name, kinds in (cell.get("attachments") or {}).items():
        for kind, content in kinds.items():
            text = text.replace(
                f"attachment:{name}", f"data:{kind};base64,{''.join(content).replace(chr(10), '')}"
            )
    return text


def _part(marks: Metadata, said: Metadata, number: int) -> Part:
    score, most = float(marks.get("score") or 0), float(marks.get("points") or 0)
    waiting = bool(said.get("by_hand"))
    verdict = "waiting" if waiting else "full" if score >= most else "part" if score > 0 else "none"
    unmarked = waiting and not score  # a mark from before counts until a person has looked again
    text = f"of {points(most)}" if unmarked else f"{points(score)} / {points(most)}"
    name = " ".join(str(marks.get("grade_id", "")).replace("_", " ").replace("-", " ").split())
    if name.startswith("cell ") and len(name) > 15:  # nbgrader's own: a number that says nothing
        name = "Task" if marks.get("task") else "Answer" if marks.get("solution") else "Test"
    return Part(name, f"cell-{number + 1}", verdict, text, bool(said.get("weaker")))
