"""Precision against recall at every threshold."""

import numpy as np

from mlcore.evaluation import pr_points
from mlcore.exercises.decisions.inputs import (
    EXTREMES,
    SCORE,
    Y,
    both_occur,
    draws,
)
from mlcore.exercises.decisions.roc_points import by_threshold, last_of_ties, one_by_one, strictly_above_each
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _pr(y, score):
    tp, fp = by_threshold(y, score)
    return np.column_stack((tp / tp[-1], tp / (tp + fp)))


@wrong("6.8-M1")
def pr_axes_swapped(y, score):
    """Which of your columns never falls? That one is the recall, and it comes first."""
    return _pr(y, score)[:, ::-1]


@wrong("6.8-M2")
def specificity_for_precision(y, score):
    """You use 1 - fp / (fp + tn). Of those *called* positive, how many are?"""
    tp, fp = by_threshold(y, score)
    return np.column_stack((tp / tp[-1], 1 - fp / max(fp[-1], 1)))


@wrong("6.8-M3")
def recall_of_all_examples(y, score):
    """Does your recall end at 1? How many positives are there to be found?"""
    tp, fp = by_threshold(y, score)
    return np.column_stack((tp / len(np.asarray(y)), tp / (tp + fp)))


@wrong("6.8-M3")
def precision_of_all_examples(y, score):
    """What is precision a share of: all examples, or those called positive?"""
    tp, _ = by_threshold(y, score)
    return np.column_stack((tp / tp[-1], tp / len(np.asarray(y))))


@wrong("6.8-M4")
def recall_falling(y, score):
    """Does your recall rise or fall from point to point? The highest threshold comes first."""
    return _pr(y, score)[::-1]


@wrong()
def pr_of_low_scores(y, score):
    """Who is called positive at a threshold: those above it or those below?"""
    return _pr(y, -np.asarray(score, dtype=float))


@wrong()
def pr_tie_in_two_steps(y, score):
    """Two examples have the same score. Is there a threshold between them?"""
    tp, fp = one_by_one(y, score)
    return np.column_stack((tp / tp[-1], tp / (tp + fp)))


@wrong()
def starting_at_precision_one(y, score):
    """You begin with a point at recall 0. Nothing is called positive there: what is 0 / 0?"""
    return np.vstack(([[0.0, 1.0]], _pr(y, score)))


@wrong()
def starting_at_the_origin(y, score):
    """You begin with (0, 0), as in the ROC curve. Is there such a point here?"""
    return np.vstack(([[0.0, 0.0]], _pr(y, score)))


@wrong()
def pr_strictly_above(y, score):
    """A score equal to the threshold: is it called positive? Does your recall end at 1?"""
    tp, fp = strictly_above_each(y, score)
    return np.column_stack((tp / (np.asarray(y) == 1).sum(), tp / np.maximum(tp + fp, 1)))


@wrong()
def roc_for_pr(y, score):
    """Your second column is the share of the negatives that were called positive. What is precision?"""
    tp, fp = by_threshold(y, score)
    return np.column_stack((tp / tp[-1], fp / max(fp[-1], 1)))


@wrong()
def false_discoveries(y, score):
    """Of those called positive, you count the wrong ones. Precision counts the others."""
    tp, fp = by_threshold(y, score)
    return np.column_stack((tp / tp[-1], fp / (tp + fp)))


def _precision_recall(y, score):
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    hits = [score >= t for t in np.unique(score)[::-1]]
    return np.array([(np.mean(hit[y == 1]), np.mean(y[hit] == 1)) for hit in hits])


@wrong()
def only_above_the_threshold(y, score):
    """Who is called positive at the highest score as τ: nobody, or those who have it?"""
    points = _precision_recall(y, score)
    return np.vstack([[0, 1], points[:-1]])


@wrong()
def accuracy_for_precision(y, score):
    """Precision looks at those who are called positive. Do yours count the true negatives?"""
    y, score = np.asarray(y), np.asarray(score, dtype=float)
    hits = [score >= t for t in np.unique(score)[::-1]]
    return np.array([(np.mean(hit[y == 1]), np.mean(hit == y)) for hit in hits])


@wrong()
def precision_smoothed_upwards(y, score):
    """Precision may rise and fall along the curve. Do you take the best one that is still to come?"""
    points = _precision_recall(y, score)
    points[:, 1] = np.maximum.accumulate(points[::-1, 1])[::-1]
    return points


@wrong()
def false_positive_rate_for_recall(y, score):
    """The first number of a pair is the share of all positives that were found. Which share is yours?"""
    points, y, score = _precision_recall(y, score), np.asarray(y), np.asarray(score, dtype=float)
    points[:, 0] = [np.mean(score[y == 0] >= t) for t in np.unique(score)[::-1]]
    return points


def _pr_loop(y, score) -> list[list[float]]:
    points = []
    for threshold in sorted(set(np.asarray(score).tolist()), reverse=True):
        called = [truth == 1 for truth, s in zip(y, score, strict=True) if s >= threshold]
        points.append([sum(called) / sum(truth == 1 for truth in y), sum(called) / len(called)])
    return points


def _pr_sorted(y, score):
    tp, fp = last_of_ties(y, score)
    return np.transpose([tp / tp[-1], tp / (tp + fp)])


EXERCISE = Exercise(
    name="pr_points",
    contract="pr_points(y, score) -> (distinct scores, 2)",
    reference=pr_points,
    read="7 · Precision against recall",
    concepts=("ev-pr-curve", "ev-precision", "ev-recall"),
    families=(
        Family("ten examples", "example", 1, (
            Case("ten examples, one tie", (Y, SCORE)),
        ), question="At the threshold 0.8, who is called positive, and how many of them are?"),
        Family("ties, log-odds, certainty", "trap", 1, EXTREMES,
               question="How many distinct scores are there, and how many points does that make?"),
        Family("other scores", "random", 1, draws),
    ),
    misconceptions=mistakes_in(globals()),
    valid=both_occur,
    lists=("y", "score"),
    compared=("score",),
    right=(_pr, _pr_loop, _pr_sorted),
)  # fmt: skip
