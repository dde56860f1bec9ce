"""What a classifier can reach at every threshold: the ROC curve."""

from typing import Any

import numpy as np

from mlcore.evaluation import roc_points
from mlcore.exercises.decisions.inputs import (
    EXTREMES,
    SCORE,
    Y,
    both_occur,
    draws,
)
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def by_threshold(y, score) -> tuple[Any, Any]:
    """Return tp and fp of "score ≥ τ" for each distinct score τ, highest first."""
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    thresholds = np.unique(score)[::-1]
    called = score[None, :] >= thresholds[:, None]
    return (called & (y == 1)).sum(axis=1), (called & (y != 1)).sum(axis=1)


def one_by_one(y, score) -> tuple[Any, Any]:
    """Return tp and fp after each example, in the order of falling scores; ties in the order of the rows."""
    order = np.argsort(-np.asarray(score, dtype=float), kind="stable")
    hits = np.asarray(y)[order] == 1
    return np.cumsum(hits), np.cumsum(~hits)


def strictly_above_each(y, score) -> tuple[Any, Any]:
    """Return tp and fp of "score > τ" for each distinct score τ, highest first: the wrong rule."""
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    called = score[None, :] > np.unique(score)[::-1][:, None]
    return (called & (y == 1)).sum(axis=1), (called & (y != 1)).sum(axis=1)


def roc(y, score):
    """Return the points of the ROC curve, from (0, 0) on."""
    tp, fp = by_threshold(y, score)
    return np.vstack(([[0.0, 0.0]], np.column_stack((fp / fp[-1], tp / tp[-1]))))


@wrong("6.6-M1")
def roc_axes_swapped(y, score):
    """Which rate comes first, to the right? If the best threshold is near the lower right corner, something
    is swapped."""
    return roc(y, score)[:, ::-1]


@wrong("6.6-M2")
def a_tie_in_two_steps(y, score):
    """Two examples have the same score. Is there a threshold that lets one of them pass and not the other?"""
    tp, fp = one_by_one(y, score)
    return np.vstack(([[0.0, 0.0]], np.column_stack((fp / fp[-1], tp / tp[-1]))))


@wrong("6.6-M2")
def a_threshold_for_each_example(y, score):
    """Do equal scores give you the same point twice? The task asks for one point for each *distinct*
    score."""
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    called = score[None, :] >= np.sort(score)[::-1][:, None]
    tp, fp = (called & (y == 1)).sum(axis=1), (called & (y != 1)).sum(axis=1)
    return np.vstack(([[0.0, 0.0]], np.column_stack((fp / fp[-1], tp / tp[-1]))))


@wrong("6.6-M3")
def origin_missing(y, score):
    """Where is the classifier that never says "positive"?"""
    return roc(y, score)[1:]


@wrong("6.6-M4")
def from_the_end(y, score):
    """Does your curve begin at (0, 0) or at (1, 1)? The highest threshold comes first."""
    return roc(y, score)[::-1]


@wrong("6.6-M4")
def low_scores_called_positive(y, score):
    """Who is called positive at a threshold: those above it or those below?"""
    return roc(y, -np.asarray(score, dtype=float))


@wrong("6.6-M5")
def precision_to_the_right(y, score):
    """The axis to the right is the share of the *negatives* that were called positive. By what do you divide
    fp?"""
    tp, fp = by_threshold(y, score)
    return np.vstack(([[0.0, 0.0]], np.column_stack((tp / (tp + fp), tp / tp[-1]))))


@wrong("6.6-M5")
def false_discoveries_to_the_right(y, score):
    """You divide fp by those called positive. How many negatives are there in all?"""
    tp, fp = by_threshold(y, score)
    return np.vstack(([[0.0, 0.0]], np.column_stack((fp / (tp + fp), tp / tp[-1]))))


@wrong("6.6-M6")
def strictly_above(y, score):
    """A score equal to the threshold: is it called positive? With the highest score as the threshold, how
    many are?"""
    tp, fp = strictly_above_each(y, score)
    positives = (np.asarray(y) == 1).sum()
    points = np.column_stack((fp / (len(np.asarray(y)) - positives), tp / positives))
    return np.vstack(([[0.0, 0.0]], points))


@wrong("6.6-M6")
def strictly_above_without_origin(y, score):
    """Does your curve end at (1, 1)? Which threshold calls everything positive?"""
    return strictly_above.answer(y, score)[1:]


@wrong()
def counts_for_rates(y, score):
    """Are your coordinates between 0 and 1? What is each of them a share of?"""
    tp, fp = by_threshold(y, score)
    return np.vstack(([[0, 0]], np.column_stack((fp, tp))))


@wrong()
def shares_of_all_examples(y, score):
    """Does your curve end at (1, 1)? Divide by the negatives to the right, by the positives upwards."""
    tp, fp = by_threshold(y, score)
    return np.vstack(([[0.0, 0.0]], np.column_stack((fp, tp)) / len(np.asarray(y))))


@wrong()
def tenths_as_thresholds(y, score):
    """Which thresholds do you try? A score may be a log-odds, and lie anywhere."""
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    called = score[None, :] >= np.linspace(1, 0, 11)[:, None]
    tp, fp = (called & (y == 1)).sum(axis=1), (called & (y != 1)).sum(axis=1)
    return np.column_stack((fp / (y != 1).sum(), tp / (y == 1).sum()))


@wrong()
def in_the_order_of_the_rows(y, score):
    """Did you sort? The highest score comes first."""
    hits = np.asarray(y) == 1
    tp, fp = np.cumsum(hits), np.cumsum(~hits)
    return np.vstack(([[0.0, 0.0]], np.column_stack((fp / fp[-1], tp / tp[-1]))))


@wrong()
def zeros_added_at_the_end(y, score):
    """How many points do you return for p distinct scores? (1, 1) is among them already."""
    return np.vstack((roc(y, score), [[1.0, 1.0]]))


@wrong()
def eleven_thresholds(y, score):
    """Which thresholds make a difference: 0, 0.1, 0.2, … or the scores themselves?"""
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    hits = [score >= t for t in np.linspace(1, 0, 11)]
    return np.array([(0, 0), *((hit[y == 0].mean(), hit[y == 1].mean()) for hit in hits)])


def _stretched(answer: Answer, y, score):
    """Only the order of the scores counts: stretch them."""
    return answer(y, 100 * np.asarray(score) ** 3 - 7)


def _roc_loop(y, score) -> list[tuple[float, float]]:
    positives = [s for s, truth in zip(score, y, strict=True) if truth == 1]
    negatives = [s for s, truth in zip(score, y, strict=True) if truth != 1]
    points = [(0.0, 0.0)]
    for threshold in sorted(set(np.asarray(score).tolist()), reverse=True):
        right = sum(s >= threshold for s in positives) / len(positives)
        points.append((sum(s >= threshold for s in negatives) / len(negatives), right))
    return points


def last_of_ties(y, score):
    """Return tp and fp after the last example of each distinct score, by one sort."""
    tp, fp = one_by_one(y, score)
    falling = np.sort(np.asarray(score, dtype=float))[::-1]
    last = np.append(falling[1:] != falling[:-1], True)
    return tp[last], fp[last]


def _roc_sorted(y, score):
    tp, fp = last_of_ties(y, score)
    return np.vstack(([[0.0, 0.0]], np.column_stack((fp / fp[-1], tp / tp[-1]))))


EXERCISE = Exercise(
    name="roc_points",
    contract="roc_points(y, score) -> (distinct scores + 1, 2)",
    reference=roc_points,
    read="5 · All thresholds at once: the ROC curve",
    concepts=("ev-roc", "ev-fpr-fnr"),
    families=(
        Family("ten examples", "example", 1.5, (
            Case("ten examples, one tie", (Y, SCORE)),
        ), question="Start at (0, 0); go up or right for each example, highest score first. And a tie?"),
        Family("ties, log-odds, certainty", "trap", 1, EXTREMES,
               question="How many distinct scores are there, and how many points does that make?"),
        Family("scores stretched", "property", 0.5, (
            Case("scores stretched", (Y, SCORE), ask=_stretched,
                 shown=f"roc_points(y, 100 * score**3 - 7), with y = {Y.tolist()}; score = {SCORE.tolist()}"),
        ), question="Does anything but the order of the scores count?"),
        Family("other scores", "random", 1, draws),
    ),
    misconceptions=mistakes_in(globals()),
    valid=both_occur,
    lists=("y", "score"),
    compared=("score",),
    right=(roc, _roc_loop, _roc_sorted),
)  # fmt: skip
