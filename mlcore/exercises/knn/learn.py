"""What kNN learns: the data themselves, k, the metric and the classes."""

import numpy as np

from mlcore.exercises.knn import inputs
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Case, Exercise, Family, wrong

KEYS = ("X", "y", "k", "metric", "classes")


def learn(X, y, k, metric):
    """Return the model: the data, kept, with k, the metric and the sorted classes."""
    if len(X) != len(y):
        raise ValueError(f"X has {len(X)} rows, y has {len(y)} labels.")
    if not 1 <= k <= len(X):
        raise ValueError(f"k must lie between 1 and {len(X)}; got {k}.")
    return {"X": np.array(X), "y": np.array(y), "k": k, "metric": metric, "classes": np.unique(y)}


@wrong("1.8-M1, E74")
def no_copy(X, y, k, metric):
    """When the caller changes X afterwards, what happens to what you learned? np.array copies, = does not."""
    return {**learn(X, y, k, metric), "X": X, "y": y}


@wrong("1.8-M1, E74")
def no_copy_of_the_observations(X, y, k, metric):
    """The labels are safe. When the caller changes X afterwards, what happens to what you learned?"""
    return {**learn(X, y, k, metric), "X": X}


@wrong("1.8-M2")
def classes_as_they_come(X, y, k, metric):
    """Shuffle the rows: do your classes keep their order? Which order does the contract ask for?"""
    return {**learn(X, y, k, metric), "classes": list(dict.fromkeys(np.asarray(y).tolist()))}


@wrong("1.8-M3")
def no_row_twice(X, y, k, metric):
    """The same observation twice is evidence twice. How many votes does it have in your model?"""
    model = learn(X, y, k, metric)
    _, first = np.unique(model["X"], axis=0, return_index=True)
    keep = np.sort(first)
    return {**model, "X": model["X"][keep], "y": model["y"][keep]}


@wrong("1.8-M4")
def takes_anything(X, y, k, metric):
    """Six neighbours of five examples, four labels for five rows: who should notice, and when?"""
    return {"X": np.array(X), "y": np.array(y), "k": k, "metric": metric, "classes": np.unique(y)}


@wrong("1.8-M5")
def class_means_only(X, y, k, metric):
    """Could you find the three nearest examples from your model? What did you throw away?"""
    model = learn(X, y, k, metric)
    means = [model["X"][model["y"] == c].mean(axis=0) for c in model["classes"]]
    return {**model, "X": np.array(means), "y": model["classes"]}


@wrong()
def k_not_checked(X, y, k, metric):
    """With n examples, which k can be asked for? Try 0 and n + 1."""
    learn(X, y, 1, metric)
    return takes_anything.answer(X, y, k, metric)


@wrong()
def lengths_not_checked(X, y, k, metric):
    """Each row needs its label. What if one label is missing?"""
    if not 1 <= k <= len(X):
        raise ValueError("k")
    return takes_anything.answer(X, y, k, metric)


@wrong()
def all_labels_as_classes(X, y, k, metric):
    """How many classes are there: as many as examples, or as many as different labels?"""
    return {**learn(X, y, k, metric), "classes": np.sort(y)}


@wrong()
def sorted_by_label(X, y, k, metric):
    """Sorting is not needed here, and changes which of two equally near rows is the earlier. Why sort?"""
    model = learn(X, y, k, metric)
    order = np.argsort(model["y"], kind="stable")
    return {**model, "X": model["X"][order], "y": model["y"][order]}


def _checked(X, y, k):
    n = len(X)
    if n != len(y) or k < 1 or k > n:
        raise ValueError("X, y and k do not fit together")


def _lists(X, y, k, metric):
    _checked(X, y, k)
    labels = list(np.asarray(y).tolist())
    rows = np.asarray(X).tolist()
    return {"X": rows, "y": labels, "k": k, "metric": metric, "classes": sorted(set(labels))}


def _copies(X, y, k, metric):
    _checked(X, y, k)
    model = {"X": np.copy(X), "y": np.copy(y), "k": int(k), "metric": metric}
    model["classes"] = tuple(sorted(set(np.asarray(y).tolist())))
    return model


def _more_than_asked(X, y, k, metric):
    _checked(X, y, k)
    classes, counts = np.unique(y, return_counts=True)
    return {
        "X": np.array(X),
        "y": np.array(y),
        "k": k,
        "metric": metric,
        "classes": classes,
        "counts": counts,
    }


def _then_changed(answer, X, y, k, metric):
    X, y = X.copy(), y.copy()
    model = answer(X, y, k, metric)
    X[:], y[:] = 9.0, y[0]
    return model


def _random(rng):
    for number in range(3):
        n = int(rng.integers(3, 7))
        X, y = rng.integers(0, 3, size=(n, 2)) / 2, rng.choice(["low", "high", "mid"], size=n)
        yield Case(f"draw {number + 1}", (X, y, int(rng.integers(1, n + 1)), "euclidean"))


EXERCISE = Exercise(
    name="learn",
    contract="learn(X, y, k, metric) -> dict with the keys X, y, k, metric, classes",
    reference=learn,
    families=(
        Family(
            "the five points",
            "example",
            0.5,
            (
                Case("k = 3", (inputs.POINTS, inputs.MARKS, 3, "euclidean")),
                Case("the towns, k = 1", (inputs.TOWNS, inputs.TOWN_NAMES, 1, "euclidean")),
            ),
            "Learning is looking at the map: what must be kept, and under which five keys?",
        ),
        Family(
            "order and repetition",
            "trap",
            0.5,
            (
                Case("labels in no order", (inputs.FRUIT, inputs.FRUIT_NAMES, 3, "manhattan")),
                Case("numbers as labels", (inputs.POINTS, np.array([7, 3, 3, -1, 7]), 2, "euclidean")),
                Case("a row twice", (inputs.POINTS[[0, 1, 0]], inputs.MARKS[[0, 1, 0]], 3, "euclidean")),
            ),
            "All rows stay, in their order; the classes are the different labels, sorted. What changed?",
        ),
        Family(
            "impossible requests",
            "trap",
            0.5,
            (
                Case("k > n: a ValueError", (inputs.POINTS, inputs.MARKS, 6, "euclidean")),
                Case("k = 0: a ValueError", (inputs.POINTS, inputs.MARKS, 0, "euclidean")),
                Case("a label is missing: a ValueError", (inputs.POINTS, inputs.MARKS[:4], 2, "euclidean")),
                Case("k = n is allowed", (inputs.POINTS, inputs.TARGETS, 5, "euclidean")),
            ),
            "A mistake is cheapest where it is made. What can learn already see?",
        ),
        Family(
            "the caller changes the data later",
            "property",
            0.25,
            (
                Case(
                    "X and y overwritten after learn",
                    (inputs.POINTS, inputs.MARKS, 3, "euclidean"),
                    ask=_then_changed,
                    shown="X, y = points.copy(), marks.copy(); model = learn(X, y, 3, 'euclidean'); X[:] = 9",
                ),
            ),
            "Does your model hold the data, or only know where the caller keeps them?",
        ),
        Family("drawn at random", "random", 0.25, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_lists, _copies, _more_than_asked),
    compare=close(rtol=0.0, atol=0.0, dict_keys=KEYS),
    read="4 · Learn, find, ask",
    concepts=("knn-learn", "frame-learn-predict", "frame-supervised", "dist-any", "hp-list"),
)
