"""Mistakes in decisions and measures that students handed in."""

from typing import Any

import numpy as np

from mlcore.exercises.decisions.counting import _counts as counts
from mlcore.exercises.seen import Seen

SEEN = Seen()


def _float(values: Any) -> Any:
    return np.asarray(values, dtype=float)


def _share(part: float, whole: float, otherwise: float = 0.0) -> float:
    return part / whole if whole else otherwise


@SEEN("confusion")
def order_of_the_library(y: Any, yhat: Any, positive: Any) -> Any:
    """Some libraries give tn first and tp last. In which order does the task ask for the four?"""
    tp, fp, fn, tn = counts(y, yhat, positive)
    return tn, fp, fn, tp


@SEEN("confusion")
def every_other_error_is_a_miss(y: Any, yhat: Any, positive: Any) -> Any:
    """Truth "cat", answer "dog", positive is "owl": is that a miss?"""
    tp, fp, fn, tn = counts(y, yhat, positive)
    right = int(np.sum(np.asarray(y) == np.ravel(yhat))) - tp
    return tp, fp, fn + tn - right, right


@SEEN("confusion")
def other_confusions_left_out(y: Any, yhat: Any, positive: Any) -> Any:
    """Do your four numbers sum to n? Truth "cat", answer "dog", positive is "owl": where does it belong?"""
    tp, fp, fn, _ = counts(y, yhat, positive)
    return tp, fp, fn, int(np.sum(np.asarray(y) == np.ravel(yhat))) - tp


@SEEN("confusion")
def labels_as_truth_values(y: Any, yhat: Any, positive: Any) -> Any:
    """Is every label but 0 positive? What does `if label` say of "no", or of -1?"""
    truth = [bool(label) for label in np.asarray(y).tolist()]
    said = [bool(label) for label in np.ravel(yhat).tolist()]
    return counts(truth, said, True)


@SEEN("metrics")
def nothing_of_nothing_is_one(tp: Any, fp: Any, fn: Any, tn: Any) -> Any:
    """Nobody was called positive. Some books then say precision 1; what does the task say of 0 / 0?"""
    precision, recall = _share(tp, tp + fp), _share(tp, tp + fn)
    return {
        "accuracy": (tp + tn) / (tp + fp + fn + tn),
        "precision": _share(tp, tp + fp, 1.0),
        "recall": _share(tp, tp + fn, 1.0),
        "f1": _share(2 * precision * recall, precision + recall),
        "jaccard": _share(tp, tp + fp + fn),
        "fpr": _share(fp, fp + tn),
    }


@SEEN("expected_cost")
def right_answers_are_free(P: Any, C: Any) -> Any:
    """Does a right answer cost nothing? Look at the entries C[0, 0] and C[1, 1]."""
    C = _float(C).copy()
    for i in range(min(C.shape)):
        C[i, i] = 0
    return _float(P) @ C.T


@SEEN("expected_cost")
def an_action_for_each_class(P: Any, C: Any) -> Any:
    """C has a row for each action. How many columns must your result have?"""
    P, C = _float(P), _float(C)
    return P @ C[: P.shape[1]].T if len(C) >= P.shape[1] else P @ np.vstack([C] * P.shape[1])[: P.shape[1]].T


@SEEN("decide")
def cheapest_row_for_an_action(P: Any, C: Any) -> Any:
    """The cheapest action of each observation, or the cheapest observation of each action?"""
    return np.argmin(_float(P) @ _float(C).T, axis=0)


@SEEN("decide")
def second_class_above_one_half(P: Any, C: Any) -> Any:
    """Your answer is 1 above one half. Where do the costs come in?"""
    return (_float(P)[:, 1] > 0.5).astype(int)


@SEEN("cost_threshold")
def right_answers_subtracted_once(c_fp: Any, c_fn: Any, c_tp: Any = 0, c_tn: Any = 0) -> Any:
    """What does a false alarm cost more than the right answer would have? Is that above the line as well?"""
    return c_fp / (c_fp + c_fn - c_tp - c_tn)


@SEEN("roc_points")
def eleven_thresholds(y: Any, score: Any) -> Any:
    """Which thresholds make a difference: 0, 0.1, 0.2, … or the scores themselves?"""
    y, score = np.asarray(y), _float(score)
    hits = [score >= t for t in np.linspace(1, 0, 11)]
    return np.array([(0, 0), *((hit[y == 0].mean(), hit[y == 1].mean()) for hit in hits)])


@SEEN("auc")
def ranks_of_ties_not_averaged(y: Any, score: Any) -> Any:
    """Two equal scores: which of them has the higher rank? What if both get the mean of the two?"""
    y = np.asarray(y)
    ranks = np.argsort(np.argsort(score, kind="stable"), kind="stable") + 1
    positives = int(y.sum())
    below = ranks[y == 1].sum() - positives * (positives + 1) / 2
    return below / (positives * (len(y) - positives))


def _precision_recall(y: Any, score: Any) -> Any:
    y, score = np.asarray(y), _float(score)
    hits = [score >= t for t in np.unique(score)[::-1]]
    return np.array([(np.mean(hit[y == 1]), np.mean(y[hit] == 1)) for hit in hits])


@SEEN("pr_points")
def only_above_the_threshold(y: Any, score: Any) -> Any:
    """Who is called positive at the highest score as τ: nobody, or those who have it?"""
    points = _precision_recall(y, score)
    return np.vstack([[0, 1], points[:-1]])


@SEEN("pr_points")
def accuracy_for_precision(y: Any, score: Any) -> Any:
    """Precision looks at those who are called positive. Do yours count the true negatives?"""
    y, score = np.asarray(y), _float(score)
    hits = [score >= t for t in np.unique(score)[::-1]]
    return np.array([(np.mean(hit[y == 1]), np.mean(hit == y)) for hit in hits])


@SEEN("pr_points")
def precision_smoothed_upwards(y: Any, score: Any) -> Any:
    """Precision may rise and fall along the curve. Do you take the best one that is still to come?"""
    points = _precision_recall(y, score)
    points[:, 1] = np.maximum.accumulate(points[::-1, 1])[::-1]
    return points


@SEEN("pr_points")
def false_positive_rate_for_recall(y: Any, score: Any) -> Any:
    """The first number of a pair is the share of all positives that were found. Which share is yours?"""
    points, y, score = _precision_recall(y, score), np.asarray(y), _float(score)
    points[:, 0] = [np.mean(score[y == 0] >= t) for t in np.unique(score)[::-1]]
    return points


@SEEN("weighted_error")
def weights_used_twice(y: Any, yhat: Any, w: Any) -> Any:
    """An error of weight 3 counts 3. How often does your sum multiply by the weight?"""
    return sum(w[t] ** 2 for t, p in zip(y, yhat, strict=True) if t != p) / sum(w[t] for t in y)


@SEEN("correct_prior")
def all_rows_together_normalised(P: Any, train_prior: Any, true_prior: Any) -> Any:
    """Each row of the result adds up to 1. Over what does your sum run?"""
    weighed = _float(P) * _float(true_prior) / _float(train_prior)
    return weighed / weighed.sum()


@SEEN("undersample")
def half_to_the_even_number(y: Any, majority: Any, fraction: float, rng: np.random.Generator) -> Any:
    """What is round(2.5) in Python? The task wants a half to go upwards."""
    y = np.asarray(y)
    rows = np.flatnonzero(y == majority)
    size = max(1, round(fraction * len(rows)))
    return np.sort(np.r_[np.flatnonzero(y != majority), rng.choice(rows, size, replace=False)])


@SEEN("undersample")
def a_coin_for_every_row(y: Any, majority: Any, fraction: float, rng: np.random.Generator) -> Any:
    """If each row throws a coin, how many rows are left? The same number every time?"""
    y = np.asarray(y)
    return np.flatnonzero((y != majority) | (rng.random(len(y)) < fraction))


@SEEN("error_decomposition")
def gap_to_the_best(e_test: float, e_train: float, e_best: float) -> Any:
    """Do your three parts sum to the test error? From which error on does the gap begin?"""
    return e_test - e_best, e_train - e_best, e_best


@SEEN("error_decomposition")
def training_error_as_noise(e_test: float, e_train: float, e_best: float) -> Any:
    """Do your three parts sum to the test error? Which error is left for the best of all models?"""
    return e_test - e_train, e_train - e_best, e_train


@SEEN("cost_threshold")
def share_of_the_misses(c_fp: Any, c_fn: Any, c_tp: Any = 0, c_tn: Any = 0) -> Any:
    """Misses are dear: should you then say positive sooner or later? And do right answers cost anything?"""
    return c_fn / (c_fp + c_fn)
