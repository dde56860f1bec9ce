"""Keeping only the examples that one neighbour needs."""

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


def condense(X, y, order):
    """Return the rows that are kept, in the order in which they joined.

    Of equally near rows the first answers. `mlcore.neighbors.condense` gives the same; it needs scikit-learn,
    which takes a second to load.
    """
    table = np.asarray(X, dtype=float).reshape(len(X), -1)
    dists = ((table[:, None] - table[None]) ** 2).sum(axis=-1)  # (n, n)
    kept: list[int] = []
    before = None
    while before != kept:
        before = kept[:]
        for i in order:
            if i not in kept and (not kept or y[min(sorted(kept), key=lambda j: dists[i, j])] != y[i]):
                kept.append(int(i))
    return kept


def _says(X, y, kept, i):
    """Return what the nearest of the kept examples says about example i."""
    X = np.asarray(X, dtype=float)
    return y[min(sorted(kept), key=lambda j: float(((X[j] - X[i]) ** 2).sum()))]


def _one_pass(X, y, order):
    kept = [order[0]]
    for i in order[1:]:
        if _says(X, y, kept, i) != y[i]:
            kept.append(i)
    return kept


@wrong("1.16-M1")
def a_single_pass(X, y, order):
    """Go through all examples once more with those that you kept: are all answers right now?"""
    return _one_pass(X, y, order)


@wrong("1.16-M2")
def keeps_the_right_ones(X, y, order):
    """Which examples does the store need: those that it already gets right, or those that it gets wrong?"""
    kept = [order[0]]
    for i in order[1:]:
        if _says(X, y, kept, i) == y[i]:
            kept.append(i)
    return kept


@wrong("1.16-M3")
def keeps_all(X, y, order):
    """What have you saved? An example that already gets the right answer need not be stored."""
    return list(order)


@wrong("1.16-M4")
def ignores_the_order(X, y, order):
    """Which example do you visit first: row 0, or order[0]?"""
    return condense(X, y, list(range(len(y))))


@wrong()
def asks_the_latest(X, y, order):
    """Who answers for an example: the kept one that joined last, or the nearest?"""
    kept, before = [order[0]], 0
    while len(kept) > before:
        before = len(kept)
        for i in order:
            if i not in kept and y[kept[-1]] != y[i]:
                kept.append(i)
    return kept


@wrong("1.16-M5")
def one_per_class(X, y, order):
    """A class may live in two places. Is one example of it enough?"""
    kept: list[int] = []
    for i in order:
        if not any(y[i] == y[j] for j in kept):
            kept.append(i)
    return kept


@wrong()
def sorted_at_the_end(X, y, order):
    """You have the right examples. In which order did they join?"""
    return sorted(condense(X, y, order))


@wrong()
def without_the_first(X, y, order):
    """An empty store gets every answer wrong. What does that mean for the first example that you visit?"""
    return condense(X, y, order)[1:]


@wrong()
def starts_again_after_each(X, y, order):
    """After an example has joined, do you go on with the next, or back to the start?"""
    kept = [order[0]]
    while True:
        wrong_ones = [i for i in order if i not in kept and _says(X, y, kept, i) != y[i]]
        if not wrong_ones:
            return kept
        kept.append(wrong_ones[0])


@wrong()
def labels_instead_of_rows(X, y, order):
    """Is what you return a list of rows, or a list of labels?"""
    return [y[i] for i in condense(X, y, order)]


@wrong()
def joins_at_the_end_of_a_pass(X, y, order):
    """A row that joins counts from the next visit on, within the same pass. When does it join in yours?"""
    X, kept = np.asarray(X, dtype=float), [order[0]]
    new = kept
    while new:
        nearest = {i: kept[int(np.argmin(((X[kept] - X[i]) ** 2).sum(axis=1)))] for i in order}
        new = [i for i in order if i not in kept and y[nearest[i]] != y[i]]
        kept = kept + new
    return kept


def _passes(X, y, order):
    kept: list[int] = []
    changed = True
    while changed:
        changed = False
        for i in order:
            if i not in kept and (not kept or _says(X, y, kept, i) != y[i]):
                kept.append(i)
                changed = True
    return kept


def _with_a_table(X, y, order):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    dists = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    kept, size = [int(order[0])], 0
    while size < len(kept):
        size = len(kept)
        for i in order:
            if i not in kept and y[kept[int(dists[i, kept].argmin())]] != y[i]:
                kept.append(int(i))
    return np.array(kept)


def _nearest_so_far(X, y, order):
    X = [np.asarray(x, dtype=float) for x in X]
    label, dist = [None] * len(X), [np.inf] * len(X)
    kept: list[int] = []
    while True:
        before = len(kept)
        for i in order:
            if i not in kept and label[i] != y[i]:
                kept.append(i)
                for j, x in enumerate(X):
                    far = float(((x - X[i]) ** 2).sum())
                    if far < dist[j]:
                        label[j], dist[j] = y[i], far
        if len(kept) == before:
            return tuple(kept)


def _answers(answer, X, y, order):
    """Ask the store about every training example: all must come out right."""
    kept = [int(i) for i in answer(X, y, order)]
    return [len(kept), [bool(_says(X, y, kept, i) == y[i]) for i in range(len(y))]]


def _random(rng):
    X = rng.normal(size=(14, 2)).round(3)
    y = np.where(X[:, 0] * X[:, 1] > 0, "same", "other")
    y[0], y[1] = "same", "other"
    yield Case("fourteen points", (X, y, [int(i) for i in rng.permutation(14)]))


# Seven points on a line; no example is ever equally near to prototypes of both classes.
_LINE = np.array([[0.0], [1.0], [2.25], [3.0], [4.5], [5.0], [6.25]])
_LINE_LABELS = np.array(["a", "a", "a", "b", "b", "a", "a"])
_SIX, _SIX_LABELS = np.arange(6.0)[:, None], np.repeat([0, 1], 3)
_SPIRAL = (
    np.column_stack([np.cos(np.arange(24) * 0.9), np.sin(np.arange(24) * 0.9)])
    * np.arange(1, 25)[:, None] ** 0.7
)
_SPIRAL_LABELS = np.array(["in", "out"])[(np.arange(24) % 5 > 1).astype(int)]


def _each_row_once(X, y, order) -> bool:
    """Return whether the order has the number of each row."""
    return sorted(order) == list(range(len(X))) and len(y) == len(X)


EXERCISE = Exercise(
    name="condense",
    contract="condense(X, y, order) -> numbers of the kept rows, as they joined",
    reference=condense,
    families=(
        Family(
            "six points on a line",
            "example",
            0.5,
            (
                Case(
                    "from the middle",
                    (
                        np.array([[0], [1], [2], [3], [4], [5]]),
                        np.array([0, 0, 0, 1, 1, 1]),
                        [2, 3, 0, 1, 4, 5],
                    ),
                ),
                Case(
                    "from the ends",
                    (
                        np.array([[0], [1], [2], [3], [4], [5]]),
                        np.array([0, 0, 0, 1, 1, 1]),
                        [0, 5, 1, 2, 3, 4],
                    ),
                ),
            ),
            "Visit the rows in the given order and keep a list. Which rows get a wrong answer, and join it?",
        ),
        Family(
            "several passes, twins",
            "trap",
            1.0,
            (
                Case("seven points, in their order", (_LINE, _LINE_LABELS, [0, 1, 2, 3, 4, 5, 6])),
                Case("seven points, backwards", (_LINE, _LINE_LABELS, [6, 5, 4, 3, 2, 1, 0])),
                Case("seven points, mixed", (_LINE, _LINE_LABELS, [3, 6, 0, 5, 2, 4, 1])),
                Case("one label only", (np.array([[0], [1], [2]]), np.array(["a", "a", "a"]), [1, 0, 2])),
                Case(
                    "twins with different labels",
                    (np.array([[0], [0], [3]]), _LINE_LABELS[2:5], [0, 2, 1]),
                ),
            ),
            "When may you stop? Go through all rows once more without finding a wrong one.",
        ),
        Family(
            "the store answers like the whole",
            "property",
            0.25,
            (
                Case(
                    "twenty-four points",
                    (_SPIRAL, _SPIRAL_LABELS, list(range(0, 24, 2)) + list(range(1, 24, 2))),
                    ask=_answers,
                    shown="24 points on a spiral: size of the store, and who is answered rightly",
                ),
            ),
            "Ask your store about all training examples. Which one does it get wrong?",
        ),
        Family("drawn at random", "random", 0.25, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_passes, _with_a_table, _nearest_so_far),
    compare=exact(),
    valid=_each_row_once,
    uses=("nearest", "learn", "predict"),
    read="10 · Faster, and smaller",
    concepts=("cnn-idea", "cnn-algorithm", "cnn-variants"),
)
