"""Updating a model: new examples only add to the counts."""

from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb import inputs
from mlcore.exercises.categorical_nb.inputs import Data, Model, random_data
from mlcore.exercises.categorical_nb.learn import KEYS, learn
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

Batch = tuple[Model, Any, Any]


def update(model: Model, X_new, y_new) -> Model:
    """Return the model of all examples, old and new; the old model stays as it was."""
    n_c, n_cjv = _new_counts(model, X_new, y_new)
    class_count = np.asarray(model["class_count"]) + n_c
    counts = [np.asarray(old) + new for old, new in zip(model["counts"], n_cjv, strict=True)]
    return _model(model["classes"], class_count, counts, model["alpha"])


def _new_counts(model: Model, X, y) -> tuple[Any, list[Any]]:
    """Return n_c and n_{c,j,v} of the new examples, for the classes of the model."""
    member = np.asarray(model["classes"])[:, None] == np.asarray(y)  # (K, n)
    n_cjv = [
        np.array(
            [[np.sum(row & (np.asarray(X)[:, j] == v)) for v in range(np.shape(old)[1])] for row in member]
        )
        for j, old in enumerate(model["counts"])
    ]
    return member.sum(axis=1), n_cjv


def _model(classes, class_count, counts: list[Any], alpha: float) -> Model:
    tables = []
    with np.errstate(invalid="ignore"):
        for n in counts:
            tables.append((n + alpha) / (n.sum(axis=1, keepdims=True) + alpha * n.shape[1]))
        prior = class_count / class_count.sum()
    return {
        "classes": np.asarray(classes),
        "prior": prior,
        "tables": tables,
        "class_count": class_count,
        "counts": counts,
        "alpha": alpha,
    }


def split(data: Data, first, alpha: float) -> Batch:
    """Return the model of some examples, and the others."""
    X, y, n_values = data
    rest = np.setdiff1d(np.arange(len(y)), first)
    return learn(X[first], y[first], n_values, alpha), X[rest], y[rest]


def _twice(answer: Answer, model: Model, X, y):
    half = len(y) // 2
    return answer(answer(model, X[:half], y[:half]), X[half:], y[half:])


def _as_if_learnt_at_once(answer: Answer, model: Model, X, y):
    return [np.asarray(table).sum(axis=1) for table in answer(model, X, y)["tables"]]


def _random_splits(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n, n_values, labels in ((9, (2, 3), (0, 1)), (14, (3, 4), ("c", "a", "b"))):
        X, y, _ = random_data(rng, n, n_values, labels)
        first = np.unique([*np.unique(y, return_index=True)[1], *range(n // 2)])
        alpha = round(float(rng.uniform(0.2, 2)), 2)
        cases.append(Case(f"{n} examples in two parts", split((X, y, n_values), first, alpha)))
    return cases


@wrong("2.8-M1")
def new_examples_replace_the_old(model: Model, X_new, y_new) -> Model:
    """How many examples is your new model based on? Where have the old counts gone?"""
    n_c, n_cjv = _new_counts(model, X_new, y_new)
    return _model(model["classes"], n_c, n_cjv, model["alpha"])


@wrong("2.8-M2")
def probabilities_averaged(model: Model, X_new, y_new) -> Model:
    """You average old and new shares. Do three new examples weigh as much as a thousand old ones?"""
    right = update(model, X_new, y_new)
    new = new_examples_replace_the_old.answer(model, X_new, y_new)
    tables = [(np.asarray(a) + b) / 2 for a, b in zip(model["tables"], new["tables"], strict=True)]
    return {**right, "prior": (np.asarray(model["prior"]) + new["prior"]) / 2, "tables": tables}


@wrong("2.8-M3")
def new_examples_ignored(model: Model, X_new, y_new) -> Model:
    """You return the model that you were given. Where do the new examples enter?"""
    return dict(model)


@wrong("2.8-M4")
def prior_not_updated(model: Model, X_new, y_new) -> Model:
    """The tables have moved. And the prior: are there not more examples of each class now?"""
    return {**update(model, X_new, y_new), "prior": np.asarray(model["prior"])}


@wrong("2.8")
def class_count_not_updated(model: Model, X_new, y_new) -> Model:
    """n_c still has the old value. What will the next update compute the prior from?"""
    right = update(model, X_new, y_new)
    old = np.asarray(model["class_count"])
    return {**right, "class_count": old, "prior": old / old.sum()}


@wrong("2.8-M5")
def smoothed_twice(model: Model, X_new, y_new) -> Model:
    """Each update of yours adds alpha to the counts. After a hundred updates, who has seen all those
    examples?"""
    n_c, n_cjv = _new_counts(model, X_new, y_new)
    alpha = model["alpha"]
    counts = [np.asarray(old) + new + alpha for old, new in zip(model["counts"], n_cjv, strict=True)]
    return _model(model["classes"], np.asarray(model["class_count"]) + n_c, counts, alpha)


@wrong("2.8")
def tables_not_updated(model: Model, X_new, y_new) -> Model:
    """The counts have grown. Which entries of the model are computed from counts, and must be computed
    again?"""
    right = update(model, X_new, y_new)
    return {**right, "tables": model["tables"], "prior": np.asarray(model["prior"])}


@wrong("2.8")
def alpha_forgotten(model: Model, X_new, y_new) -> Model:
    """Look for a zero in your new tables. Which entry of the model says how they are smoothed?"""
    right = update(model, X_new, y_new)
    return {**_model(right["classes"], right["class_count"], right["counts"], 0), "alpha": model["alpha"]}


@wrong("2.8")
def classes_of_the_new_examples_only(model: Model, X_new, y_new) -> Model:
    """What if the new examples are all of one class? Which rows do your counts have then?"""
    present = np.isin(np.asarray(model["classes"]), y_new)
    right = update(model, X_new, y_new)
    counts = [n[present] for n in right["counts"]]
    return _model(right["classes"][present], right["class_count"][present], counts, model["alpha"])


@wrong("2.8")
def old_model_changed(model: Model, X_new, y_new) -> Model:
    """Somebody still uses the old model. Are its counts what they were before the call? Add to a copy."""
    right = update(model, X_new, y_new)
    model.update(right)
    return model


@wrong("2.8")
def weighted_mean_of_shares(model: Model, X_new, y_new) -> Model:
    """You mix smoothed shares by n_c. Each share already holds alpha: how often does it count in the
    mixture?"""
    right = update(model, X_new, y_new)
    new = new_examples_replace_the_old.answer(model, X_new, y_new)
    old_n, new_n = np.asarray(model["class_count"])[:, None], new["class_count"][:, None]
    tables = [
        (old_n * np.asarray(a) + new_n * np.nan_to_num(b)) / (old_n + new_n)
        for a, b in zip(model["tables"], new["tables"], strict=True)
    ]
    return {**right, "tables": tables}


@wrong()
def new_examples_only(model: Model, X_new, y_new):
    """The old examples are gone, but something is left of them in the model. What, and do you use it?"""
    if len(y_new) == 0:
        return model
    return learn(X_new, y_new, [np.shape(table)[1] for table in model["tables"]], model["alpha"])


def _update_by_loops(model: Model, X_new, y_new) -> Model:
    classes = list(model["classes"])
    n_c = [int(n) for n in model["class_count"]]
    n_cjv = [[[int(n) for n in row] for row in table] for table in model["counts"]]
    for x, label in zip(X_new, y_new, strict=True):
        c = classes.index(label)
        n_c[c] += 1
        for j, v in enumerate(x):
            n_cjv[j][c][v] += 1
    alpha = model["alpha"]
    tables = [[[(n + alpha) / (sum(row) + alpha * len(row)) for n in row] for row in t] for t in n_cjv]
    prior = [n / sum(n_c) for n in n_c]
    return {
        "classes": classes,
        "prior": prior,
        "tables": tables,
        "class_count": n_c,
        "counts": n_cjv,
        "alpha": alpha,
    }


def _update_by_scatter(model: Model, X_new, y_new) -> Model:
    codes = np.searchsorted(model["classes"], y_new)
    counts = [np.array(n) for n in model["counts"]]
    for j, n in enumerate(counts):
        np.add.at(n, (codes, np.asarray(X_new)[:, j]), 1)
    n_c = np.array(model["class_count"]) + np.bincount(codes, minlength=len(model["classes"]))
    smoothed = [n + model["alpha"] for n in counts]
    tables = [n / n.sum(axis=1, keepdims=True) for n in smoothed]
    return {**model, "class_count": n_c, "prior": n_c / n_c.sum(), "counts": counts, "tables": tables}


def _update_from_examples(model: Model, X_new, y_new) -> Model:
    """Rebuild for each feature as many examples as were counted, and count again."""
    classes = np.asarray(model["classes"])
    n_c = np.asarray(model["class_count"]) + [int(np.sum(np.asarray(y_new) == c)) for c in classes]
    counts = []
    for j, old in enumerate(model["counts"]):
        values = [[v for v, n in enumerate(row) for _ in range(int(n))] for row in old]
        for v, label in zip(np.asarray(X_new)[:, j].tolist(), list(y_new), strict=True):
            values[list(classes).index(label)].append(v)
        counts.append(np.array([np.bincount(row, minlength=np.shape(old)[1]) for row in values]))
    return _model(classes, n_c, counts, model["alpha"])


EXERCISE = Exercise(
    name="update",
    contract="update(model, X_new, y_new) -> a new model",
    reference=update,
    uses=("cond_table", "learn"),
    families=(
        Family(
            "play-tennis in two parts",
            "example",
            0.5,
            (
                Case(
                    "nine days, then five",
                    split(inputs.TENNIS, np.arange(9), 0),
                    shown="update(model of 9 days, the other 5)",
                ),
                Case(
                    "eight rows, then two",
                    split(inputs.TEN_BY_TWO, np.arange(8), 1),
                    shown="update(model of 8 rows, the other 2)",
                ),
            ),
            "Add the new counts to the old ones on paper. Which shares follow?",
        ),
        Family(
            "awkward batches",
            "trap",
            1,
            (
                Case(
                    "new examples of one class only",
                    split(inputs.THREE, np.array([1, 3, 5, 7, 0]), 1),
                    shown="update(model of three classes, four examples of one class)",
                ),
                Case("labels 3 and 7, alpha 1/2", split(inputs.SEVENS, np.array([0, 1]), 0.5)),
                Case("no new examples", split(inputs.SEVENS, np.arange(4), 2)),
            ),
            "The classes and the values of the model stay. Which counts grow?",
        ),
        Family(
            "batch by batch",
            "property",
            0.5,
            (
                Case(
                    "two updates",
                    split(inputs.THREE, np.array([0, 1, 3]), 0.5),
                    ask=_twice,
                    shown="update(update(model, half of the new examples), the other half)",
                ),
                Case(
                    "rows still sum to 1",
                    split(inputs.TENNIS, np.arange(3), 1),
                    ask=_as_if_learnt_at_once,
                    shown="the sums of the rows of every table after update",
                    compare=close(),
                ),
            ),
            "Does it matter whether the new examples come at once or one after the other?",
        ),
        Family("random splits", "random", 0.5, _random_splits),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_update_by_loops, _update_by_scatter, _update_from_examples),
    compare=close(dict_keys=KEYS),
    read="8 · Learning on",
    concepts=("nb-incremental", "nb-efficiency"),
)
