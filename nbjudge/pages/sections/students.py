"""The students: each one's score of what is marked, task by task, and what to note about it."""

from dataclasses import dataclass

from nbjudge.marks import Marks
from nbjudge.pages.figures import Reached, marked, reached
from nbjudge.pages.sections import TheClass
from nbjudge.pages.sections.questions import kind_of
from nbjudge.pages.templates import beside, points


@dataclass(frozen=True)
class Square:
    """One task of one student."""

    kind: str
    title: str
    link: str


@dataclass(frozen=True)
class StudentRow:
    """One student."""

    name: str
    reached: Reached
    link: str
    squares: list[Square]
    remark: str
    waiting: int
    formgrader: str  # where the first answer that waits is marked


def section(of: TheClass) -> str:
    """Make the section."""
    rows = [_row(of, student, marks) for student, marks in sorted(of.marks.items())]
    return beside(__file__).render(students=rows, missing=of.missing)


def _row(of: TheClass, student: str, marks: Marks) -> StudentRow:
    reasons = {(result.notebook, result.cell): result.reason for result in of.results.get(student, ())}
    squares = []
    for notebook, cell in of.tasks:
        own = marks[notebook.name].cells.get(cell.id) if notebook.name in marks else None
        score = marked(own)
        kind = kind_of(score, cell.points)
        said = f"{points(score)} of {points(cell.points)}" if score is not None else "to be marked"
        title = f"{of.name(notebook.name, cell.id)}: {said}. {reasons.get((notebook.name, cell.id), '')}"
        squares.append(Square(kind, title.strip(), of.link(student, notebook.name, cell.id)))
    link = next((link for one in of.release.notebooks if (link := of.link(student, one.name))), "")
    remark = _remark(marks, len(of.notes.get(student, ())))
    waits = next((name for name, own in marks.items() if waiting({name: own})), "")
    formgrader = of.formgrader.get((student, waits), "")
    return StudentRow(student, reached(of.release, marks), link, squares, remark, waiting(marks), formgrader)


def waiting(marks: Marks) -> int:
    """Count the answers of a submission that a person has to mark."""
    return sum(1 for notebook in marks.values() for cell in notebook.cells.values() if cell.by_hand)


def _remark(marks: Marks, notes: int) -> str:
    remarks = []
    if late := sum(notebook.late_penalty for notebook in marks.values()):
        remarks.append(f"late: -{points(late)}")
    if notes:
        remarks.append(f"{notes} note{'s' if notes > 1 else ''}")
    return ", ".join(remarks)
