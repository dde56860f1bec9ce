"""The tasks: how hard each was, whether it separates strong from weak, and which inputs cost the points."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import mean

from nbjudge.course.release import ReleaseCell, ReleaseNotebook
from nbjudge.pages.figures import Reached, Separation, marked, reached, separation
from nbjudge.pages.sections import TheClass
from nbjudge.pages.templates import beside
from nbjudge.tasks import IN_STUDENT

KINDS = ("full", "partial", "none", "hand")
MOST_FAMILIES = 4


@dataclass(frozen=True)
class Question:
    """What came of one task in a class."""

    notebook: str
    cell: str
    name: str
    points: float
    weaker: bool
    mean: float | None  # of the answers that are marked
    counts: dict[str, int]
    separation: Separation | None
    families: list[tuple[str, int]]

    @property
    def ease(self) -> float | None:
        """The part of its points that was reached on average."""
        return self.mean / self.points if self.mean is not None else None

    @property
    def marked(self) -> int:
        """How many answers are marked; the first may be those in which nothing was written."""
        return sum(self.counts.values()) - self.counts["hand"]

    @property
    def shares(self) -> list[tuple[str, float]]:
        """How large a part of the answers is of each kind, in per cent."""
        count = sum(self.counts.values())
        return [(kind, round(100 * self.counts[kind] / count, 2)) for kind in KINDS if self.counts[kind]]

    @property
    def title(self) -> str:
        """The same in words."""
        return ", ".join(f"{count} {kind}" for kind, count in self.counts.items() if count)


def section(of: TheClass) -> str:
    """Make the section."""
    return beside(__file__).render(questions=questions(of))


def questions(of: TheClass) -> list[Question]:
    """Look at every task."""
    totals = {student: reached(of.release, marks) for student, marks in of.marks.items()}
    return [_question(of, notebook, cell, totals) for notebook, cell in of.tasks]


def _question(
    of: TheClass, notebook: ReleaseNotebook, cell: ReleaseCell, totals: Mapping[str, Reached]
) -> Question:
    given = {
        student: marks[notebook.name].cells[cell.id]
        for student, marks in of.marks.items()
        if notebook.name in marks and cell.id in marks[notebook.name].cells
    }
    counts = dict.fromkeys(KINDS, 0)
    for answer in given.values():
        counts[kind_of(marked(answer), cell.points)] += 1
    scores = {student: score for student, answer in given.items() if (score := marked(answer)) is not None}
    rest = [
        (score, (totals[student].score - score) / (totals[student].most - cell.points))
        for student, score in scores.items()
        if totals[student].most > cell.points
    ]
    lost = Counter(
        family
        for results in of.results.values()
        for result in results
        if (result.notebook, result.cell) == (notebook.name, cell.id)
        for family in result.lost
    )
    return Question(
        notebook=notebook.name,
        cell=cell.id,
        name=of.name(notebook.name, cell.id),
        points=cell.points,
        weaker=IN_STUDENT in cell.tags,
        mean=mean(scores.values()) if scores else None,
        counts=counts,
        separation=separation(rest),
        families=lost.most_common(MOST_FAMILIES),
    )


def kind_of(score: float | None, most: float) -> str:
    """Say how much of its points an answer has.

    >>> kind_of(1.0, 2.0), kind_of(None, 2.0)
    ('partial', 'hand')
    """
    if score is None:
        return "hand"
    return "full" if score >= most else "partial" if score > 0 else "none"
