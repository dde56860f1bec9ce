"""The questions: what each gave on average, and how many had all, some or none of its points."""

from statistics import mean

from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook
from nbjudge.marks import CellMarks
from nbjudge.pages.feedback.page import points
from nbjudge.pages.sections import ClassOfMarks, Notes, beside
from nbjudge.tasks import IN_STUDENT


def section(release: Release, marks: ClassOfMarks, notes: Notes) -> str:
    """Make the section."""
    questions = [
        _question(release, notebook, cell, marks)
        for notebook in release.notebooks
        for cell in notebook.cells
        if cell.points
    ]
    return beside(__file__).render(questions=questions)


def _question(
    release: Release, notebook: ReleaseNotebook, cell: ReleaseCell, marks: ClassOfMarks
) -> dict[str, object]:
    given = [
        student[notebook.name].cells[cell.id]
        for student in marks.values()
        if notebook.name in student and cell.id in student[notebook.name].cells
    ]
    counts = {"full": 0, "partial": 0, "none": 0, "hand": 0}
    for answer in given:
        counts[_kind(answer, cell.points)] += 1
    name = cell.id if len(release.notebooks) == 1 else f"{notebook.name}/{cell.id}"
    marked = [answer.score or 0.0 for answer in given if not answer.by_hand]
    return {
        "name": name.replace("/", "/\u200b"),  # a long name may be broken there
        "weaker": IN_STUDENT in cell.tags,
        "mean": points(mean(marked)) if marked else "–",
        "points": cell.points,
        "shares": [(kind, round(100 * count / len(given), 2)) for kind, count in counts.items() if count],
        "title": ", ".join(f"{count} {kind}" for kind, count in counts.items() if count),
    }


def _kind(answer: CellMarks, most: float) -> str:
    """Say how much of its points an answer has.

    >>> _kind(CellMarks(1.0, 2.0), 2.0), _kind(CellMarks(None, 2.0, by_hand=True), 2.0)
    ('partial', 'hand')
    """
    score = answer.score or 0.0
    if answer.by_hand:
        return "hand"
    return "full" if score >= most else "partial" if score > 0 else "none"
