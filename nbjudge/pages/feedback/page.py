"""The feedback page of one notebook: what earned its points, what did not and why, task by task.

The lesson between the tasks is folded, and so is an answer that earned all its points, or a long one whose
panel says what went in and what came out: what is to be learnt from stands open.

One function makes it, for the fast path and, as a filter of nbconvert's template, for `nbgrader
generate_feedback` and the formgrader's button: the pages agree. It reads a graded notebook with nbgrader's
scores in the metadata.
"""

import ast
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from nbjudge.course import syntax
from nbjudge.course.notebook_json import Cell, Metadata, Notebook, Output
from nbjudge.pages.before_deadline import LATER
from nbjudge.pages.feedback import texts
from nbjudge.pages.feedback.outputs import Shown, shown
from nbjudge.pages.templates import beside, points

ANSWER, UNWRITTEN = "Your answer", "Nothing was written here"
_HEADING = re.compile(r"^#{1,4} +(.+?)\s*$", re.MULTILINE)
LONG = 8  # lines of an answer, from where on it is folded if a panel says what is wrong
SIGNS = {"full": "✓", "part": "◐", "none": "✗", "waiting": "…"}


@dataclass(frozen=True)
class Part:
    """One thing that gives points."""

    name: str
    anchor: str
    verdict: str
    points_text: str
    weaker: bool = False
    later: bool = False  # the points are given after the deadline
    decided: float = 0.0  # how many points could be had, unless that is still open
    so_far: str = ""  # what is known of a test whose points come later

    @property
    def sign(self) -> str:
        """The verdict without colour."""
        return SIGNS[self.verdict]


@dataclass(frozen=True)
class ShownFamily:
    """Inputs of a test that gave their points together, or not."""

    name: str
    right: bool
    points_text: str
    hidden: bool


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
    families: list[ShownFamily] = field(default_factory=list)
    heading: str = ""  # the last one that a piece of prose has
    told: bool = False  # by a panel, so that the reason need not be

    @property
    def stopped(self) -> bool:
        """Whether the cell ended in an error."""
        return any(output.style == " error" for output in self.outputs)


@dataclass(frozen=True)
class Fold:
    """Cells that are there to be unfolded, and what is said of them until then."""

    title: str
    cells: tuple[ShownCell, ...]


@dataclass(frozen=True)
class Task:
    """One thing that gives points, with what belongs to it; without it, the end of the notebook."""

    cell: ShownCell | None
    answers: tuple[ShownCell, ...] = ()  # that stand open
    folds: tuple[Fold, ...] = ()
    brief: bool = False  # one row says it all: the task is right, or nobody wrote anything


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
    tasks: list[Task]

    @property
    def parts(self) -> list[Part]:
        """What gives points, in order."""
        return [task.cell.part for task in self.tasks if task.cell and task.cell.part]

    @property
    def waiting(self) -> int:
        """How many answers a person still has to mark."""
        return sum(1 for part in self.parts if part.verdict == "waiting" and not part.later)

    @property
    def later(self) -> int:
        """Of how many tests the points are given after the deadline."""
        return sum(1 for part in self.parts if part.later)

    @property
    def most(self) -> float:
        """How many points could be had: all of them, or before the deadline those that are decided."""
        return sum(part.decided for part in self.parts) if self.later else self.max_score

    @property
    def percent(self) -> int:
        """How much of the points was reached."""
        return round(100 * min(max(self.score / self.most, 0.0), 1.0)) if self.most else 0


def render(notebook: Notebook, resources: Metadata) -> str:
    """Make the page of a graded notebook, of which `resources["nbgrader"]` says whose it is and its score."""
    return to_html(page_of(notebook, resources))


def to_html(page: Page) -> str:
    """Make the page."""
    return beside(__file__).render(page=page, css=stylesheet())


def to_json(page: Page) -> dict[str, object]:
    """Give what the page says of each task as data that JSON can hold."""
    tasks = [
        {
            "name": part.name,
            "verdict": part.verdict,
            "points": part.points_text,
            "reason": cell.reason,
            "families": [vars(family) for family in cell.families],
            "comment": re.sub(r"<[^>]*>", "", cell.comment).strip(),
        }
        for cell in (task.cell for task in page.tasks)
        if cell and (part := cell.part)
    ]
    names = (
        "student",
        "assignment",
        "notebook",
        "score",
        "max_score",
        "late_penalty",
        "waiting",
        "later",
        "problem",
    )
    return {name: getattr(page, name) for name in names} | {"tasks": tasks}


def page_of(notebook: Notebook, resources: Metadata) -> Page:
    """Gather what the page of a graded notebook says."""
    about = resources["nbgrader"]
    place = resources.get("metadata", {}).get("path")
    folder = Path(place) if place else None
    return Page(
        notebook=str(about["notebook"]),
        assignment=str(about["assignment"]),
        student=str(about["student"]),
        score=float(about["score"]),
        max_score=float(about["max_score"]),
        late_penalty=float(about.get("late_penalty") or 0),
        problem=str(notebook["metadata"].get("nbjudge", {}).get("problem", "")),
        tasks=_tasks(
            [made for number, cell in enumerate(notebook["cells"]) if (made := _cell(cell, number, folder))]
        ),
    )


def _tasks(cells: list[ShownCell]) -> list[Task]:
    """Gather the cells before each thing that gives points: the lesson that led there, and the answer."""
    tasks: list[Task] = []
    before: list[ShownCell] = []
    for cell in cells:
        if cell.part:
            tasks.append(_task(cell, before))
            before = []
        else:
            before.append(cell)
    return [*tasks, _task(None, before)] if before else tasks


def _task(cell: ShownCell | None, before: list[ShownCell]) -> Task:
    """Fold the lesson, and the answer if nothing is to be learnt from it."""
    lesson = tuple(one for one in before if one.role in ("prose", "given"))
    answers = tuple(one for one in before if one.role == "answer" and (one.body or one.outputs))
    right = cell is not None and cell.part is not None and cell.part.verdict == "full"
    told = cell is not None and cell.told
    open_answers = () if right else tuple(one for one in answers if _stands_open(one, told))
    folds = []
    if lesson:
        headings = [one.heading for one in lesson if one.heading]
        title = headings[-1] if headings else "From the notebook"
        stopped = " (a cell of it stopped with an error)" * any(one.stopped for one in lesson)
        folds.append(Fold(title + stopped, lesson))
    said = cell is not None and bool(cell.reason)  # that nothing was written, in words
    stubs = tuple(one for one in answers if said and one.title == UNWRITTEN and not one.outputs)
    if folded := tuple(one for one in answers if one not in (*open_answers, *stubs)):
        folds.append(Fold(folded[-1].title, folded))
    empty = bool(stubs) and cell is not None and not (cell.outputs or cell.families or cell.comment)
    brief = (right or empty) and cell is not None and cell.role == "test" and not open_answers
    return Task(cell, open_answers, tuple(folds), brief)


def _stands_open(answer: ShownCell, told: bool) -> bool:
    """Whether an answer is shown at once: not a long one of which a panel says what is wrong with it."""
    long = answer.body.count("\n") >= LONG
    return answer.stopped or (answer.title == ANSWER and not (told and long))


@cache
def stylesheet() -> str:
    """Read the styles of all pages that students get."""
    return Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def _cell(cell: Cell, number: int, folder: Path | None) -> ShownCell | None:
    marks, said = cell["metadata"].get("nbgrader", {}), cell["metadata"].get("nbjudge", {})
    source = texts_of(cell)
    part = _part(marks, said, number) if marks.get("grade") or marks.get("task") else None
    comment = texts.markdown(str(marks["comment"])) if marks.get("comment") else ""
    reason = str(said.get("reason", ""))
    if cell["cell_type"] == "code":
        return _code(cell, source, part, reason, comment)
    if not source.strip() and not part:
        return None
    if marks.get("solution") or (said.get("kind") == "text" and part):
        title = "Task" if marks.get("task") else ANSWER
        return ShownCell("written", texts.markdown(source, folder), title, part, reason, comment)
    headings = _HEADING.findall(source)
    heading = headings[-1].replace("`", "").replace("*", "").strip() if headings else ""
    return ShownCell("prose", texts.markdown(source, folder), heading=heading)


def _code(cell: Cell, source: str, part: Part | None, reason: str, comment: str) -> ShownCell | None:
    marks = cell["metadata"].get("nbgrader", {})
    if part and not marks.get("solution"):
        return _test(cell, part, reason, comment)
    outputs = shown(list(cell.get("outputs", ())))
    said = cell["metadata"].get("nbjudge", {})
    if marks.get("solution"):
        body = texts.code(without_task(source)) if source.strip() else ""
        title = UNWRITTEN if said.get("unchanged") else ANSWER
        return ShownCell("answer", body, title, part, reason, comment, outputs)
    if not source.strip():
        return None
    title = "Your own cell" if said.get("kind") == "extra" else ""
    why = reason if said.get("status") == "not run" else ""
    return ShownCell("given", texts.code(source), title, None, why, "", outputs)


def without_task(source: str) -> str:
    r"""Cut the docstrings of an answer down to their first lines: the task's text is in the fold beside it.

    >>> print(without_task("def f(x):\n    '''Return x.\n\n    x   a number\n    '''\n    return x"))
    def f(x):
        '''Return x. …'''
        return x
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # as it was handed in, whatever that is
        return source
    lines: list[str | None] = [*source.split("\n")]
    for node in syntax.parts(tree):
        documented = isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node, clean=False)
        if documented and isinstance(node, ast.FunctionDef | ast.ClassDef) and len(node.body) > 1:
            _cut(lines, node.body[0])
    return "\n".join(line for line in lines if line is not None)


def _cut(lines: list[str | None], text: ast.stmt) -> None:
    """Leave the first line of a docstring; nothing is done to one that shares its last line with code."""
    first, last = text.lineno - 1, (text.end_lineno or text.lineno) - 1
    opened, closed = lines[first], lines[last]
    if opened is None or closed is None or last == first or closed.strip() not in ('"""', "'''"):
        return
    lines[first] = f"{opened.rstrip()} …{closed.strip()}"
    lines[first + 1 : last + 1] = [None] * (last - first)


def _test(cell: Cell, part: Part, reason: str, comment: str) -> ShownCell:
    """Show what a test says.

    The number by which it gives its points is said by the points already, what went wrong by the reason or,
    with its inputs and results, by the panel of a check. Where there is neither, the test itself is there to
    be unfolded, as far as it is not hidden.
    """
    said = cell["metadata"].get("nbjudge", {})
    panel = bool(said.get("panel"))
    given = [output for output in cell.get("outputs", ()) if panel or not _is_panel(output, said)]
    outputs = shown([output for output in given if not _is_number(output)], styled=not part.weaker)
    outputs = [output for output in outputs if output.style != " error" or not reason]
    families = [_family(family) for family in said.get("families", ())] if part.verdict != "full" else []
    told = any(output.style == " panel" for output in outputs)
    body = "" if "panel" in said or not cell.get("source") else texts.code(texts_of(cell))
    return ShownCell(
        "test", body, part=part, reason=reason, told=told, outputs=outputs, comment=comment, families=families
    )


def _family(said: Metadata) -> ShownFamily:
    earned, most = float(said["points"]), float(said["total"])
    right = earned >= most
    return ShownFamily(str(said["name"]), right, f"{points(earned)} / {points(most)}", bool(said["hidden"]))


def _is_panel(output: Output, said: Metadata) -> bool:
    """Whether an output is what a check shows of an answer in which it found nothing wrong."""
    return "panel" in said and "text/html" in output.get("data", {})


def _is_number(output: Output) -> bool:
    data = output.get("data", {}) if output.get("output_type") == "execute_result" else {}
    try:
        float("".join(data.get("text/plain", "no number")))
    except (TypeError, ValueError):
        return False
    return True


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
    later = said.get("status") == LATER
    waiting = bool(said.get("by_hand")) or later
    verdict = "waiting" if waiting else "full" if score >= most else "part" if score > 0 else "none"
    unmarked = waiting and not score  # a mark from before counts until a person has looked again
    text = f"of {points(most)}" if unmarked else f"{points(score)} / {points(most)}"
    name = name_of(str(marks.get("grade_id", "")))
    if name.startswith("cell ") and len(name) > 15:  # nbgrader's own: a number that says nothing
        name = "Task" if marks.get("task") else "Answer" if marks.get("solution") else "Test"
    anchor, weaker = anchor_of(str(marks.get("grade_id", number))), bool(said.get("weaker"))
    decided = 0.0 if unmarked else most
    return Part(name, anchor, verdict, text, weaker, later, decided, _so_far(said) if later else "")


def _so_far(said: Metadata) -> str:
    """Say how a check did on the inputs that students have themselves; nothing of one that says nothing."""
    return "not right yet" if said.get("panel") else "right so far" if said.get("families") else ""


def anchor_of(grade_id: str) -> str:
    """Give the place of a task on the page, for links from elsewhere.

    >>> anchor_of("check-predict one")
    'task-check-predict-one'
    """
    return "task-" + re.sub(r"[^\w-]", "-", grade_id)


def name_of(grade_id: str) -> str:
    """Name a thing that gives points as its course does: a test by what it tests.

    >>> name_of("check-predict_one"), name_of("test_it"), name_of("axes-have-names")
    ('predict_one', 'test it', 'axes have names')
    """
    tested = grade_id.removeprefix("check-")
    return tested if tested != grade_id else " ".join(grade_id.replace("_", " ").replace("-", " ").split())
