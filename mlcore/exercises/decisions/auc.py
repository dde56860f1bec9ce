"""One number for a whole ROC curve: the area under it."""

from typing import Any

import numpy as np

from mlcore.evaluation import auc
from mlcore.exercises.decisions import inputs
from mlcore.exercises.decisions.inputs import Y, both_occur, draws
from mlcore.exercises.decisions.roc_points import by_threshold, one_by_one, roc
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def _pairs(y, score) -> tuple[Any, Any]:
    """Return the share of pairs that a positive wins, and the share of ties."""
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    differences = score[y == 1][:, None] - score[y != 1][None, :]
    return (differences > 0).mean(), (differences == 0).mean()


def _auc(y, score) -> float:
    wins, ties = _pairs(y, score)
    return float(wins + ties / 2)


@wrong("6.7-M1")
def ties_lose(y, score):
    """If all scores are equal, the classifier guesses. Which area should guessing have, and which do you get?
    How much does a tie count?"""
    return float(_pairs(y, score)[0])


@wrong("6.7-M2")
def ties_win(y, score):
    """All scores are equal, and your area is 1. Has the classifier earned that? How much does a tie count?"""
    return float(sum(_pairs(y, score)))


# The rectangles to the left of each step leave out just the triangles that ties make: no input tells this
# mistake from ties-lose. Its place in the list of mistakes is kept, and the hint of the other fits.
@wrong("6.7-M3", equals=("ties-lose",))
def left_rectangles(y, score):
    """Which area do you add when the curve rises and goes right at once: a rectangle or a trapezium?"""
    points = roc(y, score)
    return float((np.diff(points[:, 0]) * points[:-1, 1]).sum())


# The same on the other side: right rectangles add the triangles twice.
@wrong("6.7-M3", equals=("ties-win",))
def right_rectangles(y, score):
    """Which area do you add when the curve rises and goes right at once: a rectangle or a trapezium?"""
    points = roc(y, score)
    return float((np.diff(points[:, 0]) * points[1:, 1]).sum())


@wrong()
def ties_by_the_order_of_the_rows(y, score):
    """Turn the rows round: does your area change? What do you do with equal scores?"""
    tp, fp = one_by_one(y, score)
    tpr, fpr = np.concatenate(([0], tp / tp[-1])), np.concatenate(([0], fp / fp[-1]))
    return float((np.diff(fpr) * (tpr[1:] + tpr[:-1]) / 2).sum())


@wrong("6.7-M4")
def never_below_one_half(y, score):
    """A classifier that is always wrong has area 0. Is it allowed to be that bad in your function?"""
    return max(_auc(y, score), 1 - _auc(y, score))


@wrong("6.7-M5")
def accuracy_at_one_half(y, score):
    """You count right answers at one threshold. The area looks at all of them: change the scores and keep
    their order, does your number change?"""
    return float(((np.asarray(score, dtype=float) >= 0.5) == (np.asarray(y) == 1)).mean())


@wrong()
def area_of_one_threshold(y, score):
    """Did you turn the scores into labels first? Then the curve has one corner only."""
    y, called = np.asarray(y), np.asarray(score, dtype=float) >= 0.5
    return float((called[y == 1].mean() + 1 - called[y != 1].mean()) / 2)


@wrong()
def area_on_the_other_side(y, score):
    """A perfect order has area 1. Which side of the curve do you measure?"""
    return 1 - _auc(y, score)


@wrong()
def negative_area(y, score):
    """Is your area negative? In which order do the points come?"""
    return -_auc(y, score)


@wrong()
def area_in_counts(y, score):
    """Is your area greater than 1? By what must the number of won pairs be divided?"""
    y = np.asarray(y)
    return _auc(y, score) * float((y == 1).sum() * (y != 1).sum())


@wrong()
def area_without_the_origin(y, score):
    """Does your curve begin at (0, 0)? What lies under it left of its first point?"""
    points = roc(y, score)[1:]
    return float((np.diff(points[:, 0]) * (points[1:, 1] + points[:-1, 1]) / 2).sum())


@wrong()
def mean_height(y, score):
    """You average the heights of the points. Some of them are far apart, some near: which weights should the
    heights have?"""
    return float(roc(y, score)[:, 1].mean())


@wrong()
def average_precision(y, score):
    """Is that the area under the ROC curve, or under precision against recall?"""
    tp, fp = by_threshold(y, score)
    return float((np.diff(tp, prepend=0) / tp[-1] * tp / (tp + fp)).sum())


@wrong()
def ranks_of_ties_not_averaged(y, score):
    """Two equal scores: which of them has the higher rank? What if both get the mean of the two?"""
    y = np.asarray(y)
    ranks = np.argsort(np.argsort(score, kind="stable"), kind="stable") + 1
    positives = int(y.sum())
    below = ranks[y == 1].sum() - positives * (positives + 1) / 2
    return below / (positives * (len(y) - positives))


def _stretched(answer: Answer, y, score):
    return answer(y, 100 * np.asarray(score) ** 3 - 7)


def _turned(answer: Answer, y, score):
    """Scores turned round: the area and its rest add up to 1."""
    return float(answer(y, score)) + float(answer(y, -np.asarray(score)))


def _by_ranks(y, score) -> float:
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    rank = (score[:, None] > score).sum(axis=1) + ((score[:, None] == score).sum(axis=1) + 1) / 2
    positives = (y == 1).sum()
    return float((rank[y == 1].sum() - positives * (positives + 1) / 2) / (positives * (len(y) - positives)))


def _by_trapezia(y, score):
    points = roc(y, score)
    return np.sum((points[1:, 0] - points[:-1, 0]) * (points[1:, 1] + points[:-1, 1])) / 2


def _by_loops(y, score) -> float:
    won = pairs = 0.0
    for truth, high in zip(y, score, strict=True):
        for other, low in zip(y, score, strict=True):
            if truth == 1 and other != 1:
                pairs += 1
                won += 1.0 if high > low else 0.5 if high == low else 0.0
    return won / pairs


EXERCISE = Exercise(
    name="auc",
    contract="auc(y, score) -> float",
    reference=auc,
    read="6 · One number: the area",
    concepts=("ev-auc",),
    families=(
        Family("ten examples", "example", 1, (
            Case("ten examples, one tie", (Y, inputs.SCORE)),
        ), question="There are 4 · 6 pairs of a positive and a negative. How many does the positive win?"),
        Family("ties, and the wrong way round", "trap", 1, (
            Case("many ties", inputs.TIED),
            Case("almost ties", inputs.ALMOST_TIED, question=inputs.ALMOST),
            Case("the same rows turned round", inputs.TIED_TURNED),
            Case("all scores equal", inputs.ALL_EQUAL),
            Case("everything the wrong way round", inputs.REVERSED),
            Case("log-odds", inputs.LOG_ODDS),
            Case("probabilities of exactly 0 and 1", inputs.CERTAIN),
        ), question="What is a pair of equal scores worth?"),
        Family("stretched, and turned round", "property", 0.5, (
            Case("scores stretched", (Y, inputs.SCORE), ask=_stretched,
                 shown=f"auc(y, 100 * score**3 - 7), with y = {Y.tolist()}; score = {inputs.SCORE.tolist()}"),
            Case("scores turned round", inputs.TIED, ask=_turned,
                 shown=f"auc(y, score) + auc(y, -score), with y = {inputs.TIED[0].tolist()}; "
                       f"score = {inputs.TIED[1].tolist()}"),
        ), question="Which of your steps uses more than the order of the scores?"),
        Family("other scores", "random", 0.5, draws),
    ),
    misconceptions=mistakes_in(globals()),
    valid=both_occur,
    lists=("y", "score"),
    compared=("score",),
    right=(_auc, _by_ranks, _by_trapezia, _by_loops),
    uses=("roc_points",),
)  # fmt: skip
