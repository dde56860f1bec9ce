"""Figures of a class that answers which nobody has marked yet do not bend.

An answer that waits for a person is left out, never counted as zero: of the points, and of what there was
to be had.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from nbjudge.course.release import Release
from nbjudge.marks import CellMarks, Marks

FEWEST = 8  # submissions below which nothing is said of how a task separates


@dataclass(frozen=True)
class Reached:
    """What one submission has reached of what has been marked."""

    score: float
    most: float
    waiting: int

    @property
    def share(self) -> float | None:
        """The part of the points that has been reached; None where nothing was marked."""
        return self.score / self.most if self.most else None


def reached(release: Release, marks: Marks) -> Reached:
    """Sum up what is marked; the penalty of a late submission is taken off."""
    score, most, waiting = 0.0, 0.0, 0
    for notebook in release.notebooks:
        own = marks.get(notebook.name)
        for cell in notebook.cells:
            if not cell.points:
                continue
            value = marked(own.cells.get(cell.id)) if own else 0.0
            if value is None:
                waiting += 1
            else:
                score, most = score + value, most + cell.points
        score -= own.late_penalty if own else 0.0
    return Reached(score, most, waiting)


def reached_of(marks: Marks) -> Reached:
    """Sum up what is marked, where the gradebook alone says what there is."""
    cells = [cell for notebook in marks.values() for cell in notebook.cells.values() if cell.points]
    scores = [(score, cell.points) for cell in cells if (score := marked(cell)) is not None]
    penalty = sum(notebook.late_penalty for notebook in marks.values())
    return Reached(
        sum(score for score, _ in scores) - penalty,
        sum(points for _, points in scores),
        len(cells) - len(scores),
    )


def marked(marks: CellMarks | None) -> float | None:
    """Give the points of an answer; None while it waits for a person who has given none before.

    >>> marked(CellMarks(1.0, 2.0)), marked(CellMarks(0.0, 2.0, by_hand=True)), marked(None)
    (1.0, None, None)
    """
    if marks is None or (marks.by_hand and not marks.score):
        return None
    return marks.score


@dataclass(frozen=True)
class Separation:
    """How much a task goes with the rest: a correlation, and between which values it may well lie."""

    value: float
    low: float
    high: float


def separation(scores: Sequence[tuple[float, float]]) -> Separation | None:
    """Correlate the points of a task with those of all other tasks, student by student.

    For a task with one point this is the point-biserial correlation. The interval of 95 % is Fisher's; None
    where there are too few, or nothing varies.

    >>> separation([(0, 1), (1, 9)] * 10).value > 0.99
    True
    """
    if len(scores) < FEWEST:
        return None
    ours, theirs = zip(*scores, strict=True)
    one, other = mean(ours), mean(theirs)
    spread = math.sqrt(sum((x - one) ** 2 for x in ours) * sum((y - other) ** 2 for y in theirs))
    if spread < 1e-12:
        return None
    value = sum((x - one) * (y - other) for x, y in scores) / spread
    z, half = math.atanh(max(-0.999999, min(0.999999, value))), 1.96 / math.sqrt(len(scores) - 3)
    return Separation(value, math.tanh(z - half), math.tanh(z + half))
