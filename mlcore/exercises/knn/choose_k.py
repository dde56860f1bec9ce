"""Choosing k by leaving one out."""

import numpy as np

from mlcore.exercises.knn import inputs
from mlcore.exercises.knn.vote import most_votes
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _votes(X, y, k, leave_out=True, always_out=()):
    """Return what the k nearest say about each example, with or without its own voice, or some rows'."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    answers = []
    for i, x in enumerate(X):
        dists = ((X - x) ** 2).sum(axis=1)
        order = [
            j for j in np.argsort(dists, kind="stable") if (j != i or not leave_out) and j not in always_out
        ]
        answers.append(most_votes([y[j] for j in order[:k]], np.unique(y)))
    return np.array(answers)


def _errors(X, y, ks):
    return [float(np.mean(_votes(X, y, k) != np.asarray(y))) for k in ks]


def _least(ks, errors):
    return min(zip(errors, ks, strict=True))[1]


def choose_k(X, y, ks):
    """Return the k with the least error when each row is left out in turn, and the error of every k."""
    errors = _errors(X, y, ks)
    return _least(ks, errors), errors


@wrong("1.15-M1, U19")
def training_error(X, y, ks):
    """Who is the nearest neighbour of a training example? May it vote for itself?"""
    errors = [float(np.mean(_votes(X, y, k, leave_out=False) != np.asarray(y))) for k in ks]
    return _least(ks, errors), errors


@wrong()
def first_row_left_out_for_all(X, y, ks):
    """Row 0 is left out for everybody. Which row must be silent when row 3 is asked about?"""
    errors = [float(np.mean(_votes(X, y, k, leave_out=False, always_out=(0,)) != np.asarray(y))) for k in ks]
    return _least(ks, errors), errors


@wrong("1.15-M2")
def worst_k(X, y, ks):
    """Should the error of the chosen k be the smallest in your list, or the largest?"""
    errors = _errors(X, y, ks)
    return ks[int(np.argmax(errors))], errors


@wrong("1.15-M3")
def place_for_k(X, y, ks):
    """Is what you return one of the ks, or its place in the list?"""
    errors = _errors(X, y, ks)
    return ks.index(_least(ks, errors)), errors


@wrong("1.15-M4")
def accuracy_for_error(X, y, ks):
    """Is a small number in your list good or bad? Errors are wrong answers."""
    hits = [1 - error for error in _errors(X, y, ks)]
    return _least(ks, hits), hits


@wrong("1.15-M5")
def always_the_largest(X, y, ks):
    """Does the choice depend on the errors? Which k has the smallest?"""
    return max(ks), _errors(X, y, ks)


@wrong()
def numbers_of_errors(X, y, ks):
    """Two wrong of five: is the error 2, or 2/5?"""
    errors = [error * len(y) for error in _errors(X, y, ks)]
    return _least(ks, errors), errors


@wrong()
def largest_of_the_best(X, y, ks):
    """Several k are equally good: which does the contract ask for?"""
    errors = _errors(X, y, ks)
    return max(k for k, error in zip(ks, errors, strict=True) if error == min(errors)), errors


@wrong()
def first_of_the_best(X, y, ks):
    """Several k are equally good: is the first in the list the smallest?"""
    errors = _errors(X, y, ks)
    return ks[int(np.argmin(errors))], errors


@wrong()
def skips_whoever_is_nearest(X, y, ks):
    """You leave out the nearest of all: is that always the example itself? What if it has a twin?"""
    table, labels = np.asarray(X, dtype=float), np.asarray(y)
    errors = []
    for k in ks:
        order = [np.argsort(((table - x) ** 2).sum(axis=1), kind="stable")[1 : k + 1] for x in table]
        answers = [most_votes(list(labels[near]), np.unique(labels)) for near in order]
        errors.append(float(np.mean(np.array(answers) != labels)))
    return _least(ks, errors), errors


@wrong()
def one_neighbour_less(X, y, ks):
    """You left the example itself out. Are there still k others in the vote?"""
    errors = [float(np.mean(_votes(X, y, max(k - 1, 1)) != np.asarray(y))) for k in ks]
    return _least(ks, errors), errors


def _loops(X, y, ks):
    errors = []
    for k in ks:
        wrong_answers = 0
        for i in range(len(X)):
            others = [j for j in range(len(X)) if j != i]
            others.sort(
                key=lambda j: sum((float(s) - float(t)) ** 2 for s, t in zip(X[j], X[i], strict=True))
            )
            if most_votes([y[j] for j in others[:k]], sorted(set(np.asarray(y).tolist()))) != y[i]:
                wrong_answers += 1
        errors.append(wrong_answers / len(X))
    best = min(range(len(ks)), key=lambda i: (errors[i], ks[i]))
    return ks[best], errors


def _infinite_diagonal(X, y, ks):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    dists = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    np.fill_diagonal(dists, np.inf)
    hot = y[np.argsort(dists, axis=1, kind="stable")][:, :, None] == np.unique(y)  # (n, n, K)
    votes = hot.cumsum(axis=1)  # votes of the first k, for every k at once
    errors = np.array([np.mean(np.unique(y)[votes[:, k - 1].argmax(axis=1)] != y) for k in ks])
    return int(np.min(np.asarray(ks)[errors == errors.min()])), errors


def _rows_deleted(X, y, ks):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    errors = np.zeros(len(ks))
    for i in range(len(X)):
        rest, labels = np.delete(X, i, axis=0), np.delete(y, i)
        order = np.argsort(((rest - X[i]) ** 2).sum(axis=1), kind="stable")
        for column, k in enumerate(ks):
            names, counts = np.unique(labels[order[:k]], return_counts=True)
            errors[column] += names[counts.argmax()] != y[i]
    return [_least(list(ks), (errors / len(X)).tolist()), (errors / len(X)).tolist()]


def _relabelled(answer, X, y, ks):
    """Call the classes by other names in the same order: nothing may change."""
    return answer(X, np.searchsorted(np.unique(y), y) * 4 - 3, ks)


def _random(rng):
    X = rng.normal(size=(12, 2)).round(3)
    y = (X[:, 0] + rng.normal(size=12) > 0).astype(int)
    y[:2] = 0, 1
    yield Case("twelve noisy points", (X, y, [1, 3, 5, 7]))


EXERCISE = Exercise(
    name="choose_k",
    contract="choose_k(X, y, ks) -> (k, errors)",
    reference=choose_k,
    families=(
        Family(
            "the five points, by hand",
            "example",
            0.75,
            (Case("k = 1 or 3", (inputs.POINTS, inputs.MARKS, [1, 3])),),
            "Cover row 0 with a finger: what do the others say about it? Then row 1, and so on.",
        ),
        Family(
            "more neighbours, more classes, ties",
            "trap",
            0.75,
            (
                Case("two clouds", (inputs.CLOUD, inputs.CLOUD_LABELS, [1, 3, 5, 15])),
                Case("three kinds of fruit", (inputs.FRUIT, inputs.FRUIT_NAMES, [1, 2, 3, 7])),
                Case(
                    "twins with different labels",
                    (inputs.CLOUD[[0, 4, 0, 9, 4]], np.array([1, 0, 0, 1, 1]), [1, 2]),
                ),
                Case("ks in another order", (inputs.FRUIT, inputs.FRUIT_NAMES, [3, 7, 2, 1])),
                Case(
                    "a clear case: k = 1, 2 and 3 are perfect",
                    (np.array([[0], [1], [2], [3], [9], [10], [11], [12]]), np.repeat([0, 1], 4), [3, 1, 2]),
                ),
            ),
            "Compare the list of errors first, then the choice. Which of the two differs?",
        ),
        Family(
            "names do not matter",
            "property",
            0.25,
            (
                Case(
                    "classes renamed",
                    (inputs.FRUIT, inputs.FRUIT_NAMES, [1, 3]),
                    ask=_relabelled,
                    shown="eight fruit, called -3, 1 and 5 instead of apple, fig and pear; ks = [1, 3]",
                ),
            ),
            "Do you calculate with labels anywhere?",
        ),
        Family("drawn at random", "random", 0.25, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loops, _infinite_diagonal, _rows_deleted),
    uses=("nearest", "learn", "predict_with_prob", "predict"),
    read="8 · Choosing k, and putting features on one scale",
    concepts=("hp-cv", "hp-tradeoff", "demo-error-vs-k", "hp-k-noise"),
)
