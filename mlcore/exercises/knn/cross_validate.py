"""k-fold cross-validation: each part of the data is the test set once."""

import numpy as np

from mlcore.exercises.knn import inputs
from mlcore.exercises.knn.vote import most_votes
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _errors(X, y, k, train, test):
    """Return which of the test rows (truth values) are answered wrongly by the k nearest training rows."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    rows, answers = np.flatnonzero(train), []
    for x in X[test]:
        order = rows[np.argsort(((X[rows] - x) ** 2).sum(axis=1), kind="stable")]
        answers.append(most_votes(list(y[order[:k]]), np.unique(y)))
    return np.array(answers) != y[test]


def cross_validate(X, y, ks, folds):
    """Return a table of errors: a row for each fold, sorted, a column for each k."""
    folds = np.asarray(folds)
    return np.array(
        [
            [float(_errors(X, y, k, folds != fold, folds == fold).mean()) for k in ks]
            for fold in np.unique(folds)
        ]
    )


@wrong()
def trained_on_everything(X, y, ks, folds):
    """Who answers for the fold: all rows, itself included? With k = 1 your errors are 0."""
    folds = np.asarray(folds)
    everything = np.ones(len(folds), dtype=bool)
    return np.array(
        [[float(_errors(X, y, k, everything, folds == fold).mean()) for k in ks] for fold in np.unique(folds)]
    )


@wrong()
def fold_trains_the_rest(X, y, ks, folds):
    """Which part learns, the fold or all the others? A fold may be smaller than k."""
    folds = np.asarray(folds)
    return np.array(
        [
            [float(_errors(X, y, k, folds == fold, folds != fold).mean()) for k in ks]
            for fold in np.unique(folds)
        ]
    )


@wrong()
def tested_on_what_was_learnt(X, y, ks, folds):
    """The others learn. Whom do you ask about afterwards: the fold, or the others again?"""
    folds = np.asarray(folds)
    return np.array(
        [
            [float(_errors(X, y, k, folds != fold, folds != fold).mean()) for k in ks]
            for fold in np.unique(folds)
        ]
    )


@wrong()
def leave_one_out(X, y, ks, folds):
    """You leave out the example itself. Who else is in its fold, and must not answer?"""
    rows, folds = np.arange(len(X)), np.asarray(folds)
    single = np.array([[_errors(X, y, k, rows != i, rows == i)[0] for k in ks] for i in rows])
    return np.array([single[folds == fold].mean(axis=0) for fold in np.unique(folds)])


@wrong()
def ks_in_the_rows(X, y, ks, folds):
    """Does a row of your table belong to a fold, or to a k?"""
    return cross_validate(X, y, ks, folds).T


@wrong()
def means_over_the_folds(X, y, ks, folds):
    """The task asks for every fold by itself. How many rows has your table?"""
    return cross_validate(X, y, ks, folds).mean(axis=0)


@wrong()
def means_over_the_ks(X, y, ks, folds):
    """Each k has an error of its own in each fold. How many columns has your table?"""
    return cross_validate(X, y, ks, folds).mean(axis=1)


@wrong()
def numbers_of_errors(X, y, ks, folds):
    """Two wrong of four: is the error 2, or 2/4?"""
    _, sizes = np.unique(np.asarray(folds), return_counts=True)
    return cross_validate(X, y, ks, folds) * sizes[:, None]


@wrong()
def shares_of_all_examples(X, y, ks, folds):
    """A fold of two examples, both wrong: is its error 1? By how many do you divide?"""
    _, sizes = np.unique(np.asarray(folds), return_counts=True)
    return cross_validate(X, y, ks, folds) * sizes[:, None] / len(y)


@wrong()
def accuracies(X, y, ks, folds):
    """Is a small number in your table good or bad? Errors are wrong answers."""
    return 1 - cross_validate(X, y, ks, folds)


@wrong()
def folds_as_they_come(X, y, ks, folds):
    """In which order are your rows: that of the folds' numbers, or that in which the folds appear?"""
    table = cross_validate(X, y, ks, folds)
    names, first = np.unique(np.asarray(folds), return_index=True)
    return table[np.argsort(first)] if len(names) > 1 else table


@wrong()
def folds_counted_from_zero(X, y, ks, folds):
    """Which numbers may a fold have? If they are 2, 5 and 9, there is no fold 0."""
    folds = np.asarray(folds)
    table = []
    for fold in range(len(np.unique(folds))):
        inside = folds == fold
        table.append([float(_errors(X, y, k, ~inside, inside).mean()) if inside.any() else 0.0 for k in ks])
    return np.array(table)


@wrong()
def first_k_only(X, y, ks, folds):
    """Do all columns of your table come from the same k?"""
    return cross_validate(X, y, [ks[0]] * len(ks), folds)


@wrong()
def one_neighbour_more(X, y, ks, folds):
    """How many rows vote in your function for k = 1? The row itself is not among the others any more."""
    folds = np.asarray(folds)
    enough = [min(k + 1, int(min((folds != fold).sum() for fold in np.unique(folds)))) for k in ks]
    return cross_validate(X, y, enough, folds)


@wrong()
def one_part_only(X, y, ks, folds):
    """You test on the last fold only. When is it the turn of the others?"""
    table = cross_validate(X, y, ks, folds)
    return np.repeat(table[-1:], len(table), axis=0)


def _loops(X, y, ks, folds):
    table = []
    for fold in sorted(set(np.asarray(folds).tolist())):
        others = [j for j in range(len(X)) if folds[j] != fold]
        inside = [i for i in range(len(X)) if folds[i] == fold]
        row = []
        for k in ks:
            wrong_answers = 0
            for i in inside:
                near = sorted(
                    others,
                    key=lambda j: sum((float(s) - float(t)) ** 2 for s, t in zip(X[j], X[i], strict=True)),
                )
                classes = sorted(set(np.asarray(y).tolist()))
                wrong_answers += most_votes([y[j] for j in near[:k]], classes) != y[i]
            row.append(wrong_answers / len(inside))
        table.append(row)
    return table


def _masked_distances(X, y, ks, folds):
    X, y, folds = np.asarray(X, dtype=float), np.asarray(y), np.asarray(folds)
    dists = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    dists[folds[:, None] == folds[None]] = np.inf  # nobody of one's own fold answers
    hot = y[np.argsort(dists, axis=1, kind="stable")][:, :, None] == np.unique(y)  # (n, n, K)
    votes = hot.cumsum(axis=1)
    wrong_ones = np.array([np.unique(y)[votes[:, k - 1].argmax(axis=1)] != y for k in ks])  # (p, n)
    return np.array([wrong_ones[:, folds == fold].mean(axis=1) for fold in np.unique(folds)])


def _split_first(X, y, ks, folds):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    names, places = np.unique(np.asarray(folds), return_inverse=True)
    table = np.zeros((len(names), len(ks)))
    for i, place in enumerate(places):
        rest = np.flatnonzero(places != place)
        order = rest[np.argsort(((X[rest] - X[i]) ** 2).sum(axis=1), kind="stable")]
        for column, k in enumerate(ks):
            labels, counts = np.unique(y[order[:k]], return_counts=True)
            table[place, column] += labels[counts.argmax()] != y[i]
    return table / np.bincount(places)[:, None]


def _weighted_mean(answer, X, y, ks, folds):
    """Return the error over all examples: the folds' errors, weighted by how large the folds are."""
    _, sizes = np.unique(np.asarray(folds), return_counts=True)
    return np.asarray(answer(X, y, ks, folds)).T @ sizes / len(y)


def _every_row_a_fold(answer, X, y, ks, folds):
    return np.asarray(answer(X, y, ks, np.arange(len(X))))


def _enough(X, y, ks, folds) -> bool:
    """Return whether there are two folds at least, and outside each of them enough rows to vote."""
    _, sizes = np.unique(np.asarray(folds), return_counts=True)
    return len(folds) == len(X) and len(sizes) > 1 and all(1 <= k <= len(X) - max(sizes) for k in ks)


def _random(rng):
    X = rng.normal(size=(12, 2)).round(3)
    y = (X[:, 0] + rng.normal(size=12) > 0).astype(int)
    y[:2] = 0, 1
    folds = rng.permutation(np.arange(12) % 3)
    yield Case("twelve noisy points, three folds", (X, y, [1, 3, 5], folds))


PARTS = np.array([0, 1, 0, 1, 1])
SQUARE = np.array([[2, 3, 3, 2], [3, 3, 3, 0], [1, 2, 1, 1], [2, 3, 2, 0]])
FAR = 1e8 + np.array([[0.0], [1.0], [3.0], [4.0]])

EXERCISE = Exercise(
    name="cross_validate",
    contract="cross_validate(X, y, ks, folds) -> (number of folds, len(ks))",
    reference=cross_validate,
    families=(
        Family(
            "five points in two folds, by hand",
            "example",
            0.5,
            (Case("k = 1 and 2", (inputs.POINTS, inputs.MARKS, [1, 2], PARTS)),),
            "Cover rows 0 and 2 with two fingers. What do the other three say about them?",
        ),
        Family(
            "folds of any size and name",
            "trap",
            1,
            (
                Case("two clouds", (inputs.CLOUD, inputs.CLOUD_LABELS, [1, 3, 5], np.arange(16) % 4)),
                Case(
                    "folds called 9, 2 and 5",
                    (inputs.FRUIT, inputs.FRUIT_NAMES, [1, 3], np.array([9, 2, 2, 5, 9, 5, 2, 2])),
                ),
                Case(
                    "a large fold and a small one",
                    (inputs.FRUIT, inputs.FRUIT_NAMES, [1, 2], np.array([0, 1, 1, 1, 1, 0, 1, 1])),
                ),
                Case(
                    "twins in one fold",
                    (
                        inputs.CLOUD[[0, 0, 4, 4, 9, 9]],
                        np.array([0, 0, 1, 1, 1, 1]),
                        [1, 2],
                        np.array([0, 0, 1, 1, 2, 2]),
                    ),
                ),
                Case(
                    "far from the origin",
                    (FAR, np.array(["pear", "peach", "pear", "pear"]), [1], np.array([0, 0, 1, 1])),
                ),
                Case(
                    "as many features as rows",
                    (SQUARE, np.array([10, 10, 10, 9]), [1, 2], np.array([0, 1, 0, 1])),
                ),
                Case("as many ks as folds", (inputs.FRUIT, inputs.FRUIT_NAMES, [3, 1], np.arange(8) % 2)),
            ),
            "Who is asked about an example: everybody, everybody else, or only those of other folds?",
        ),
        Family(
            "all folds together",
            "property",
            0.25,
            (
                Case(
                    "weighted by their size",
                    (inputs.FRUIT, inputs.FRUIT_NAMES, [1, 3], np.array([0, 1, 1, 1, 1, 0, 1, 0])),
                    ask=_weighted_mean,
                    shown="the mean of the folds' errors, each fold weighted by its size",
                ),
                Case(
                    "every row is a fold",
                    (inputs.POINTS, inputs.MARKS, [1, 3], PARTS),
                    ask=_every_row_a_fold,
                    shown="cross_validate(points, marks, [1, 3], [0, 1, 2, 3, 4])",
                ),
            ),
            "With as many folds as rows it is leaving one out. Is yours?",
        ),
        Family("drawn at random", "random", 0.25, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loops, _masked_distances, _split_first),
    lists=("ks",),
    uses=("nearest", "learn", "predict_with_prob", "predict", "choose_k"),
    read="8 · Choosing k, and putting features on one scale",
    concepts=("hp-cv", "hp-tradeoff"),
    valid=_enough,
)
