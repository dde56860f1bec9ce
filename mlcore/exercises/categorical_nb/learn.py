"""Learning: the prior, the tables, and the counts that they come from."""

from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb import inputs
from mlcore.exercises.categorical_nb.class_prior import class_prior
from mlcore.exercises.categorical_nb.cond_table import cond_table, counts
from mlcore.exercises.categorical_nb.inputs import Data, Model, model_of, random_data
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def learnt(data: Data, alpha: float) -> Model:
    """Return the model of some data, without the counts."""
    X, y, n_values = data
    classes, prior = class_prior(y)
    return model_of(classes, prior, cond_table(X, y, n_values, alpha))


KEYS = ("classes", "prior", "tables", "class_count", "counts", "alpha")


def learn(X, y, n_values, alpha: float = 0) -> Model:
    """Return the model: classes, prior, tables; and class_count, counts, alpha, to learn on from."""
    classes, prior = class_prior(y)
    return {
        "classes": classes,
        "prior": prior,
        "tables": cond_table(X, y, n_values, alpha),
        "class_count": np.array([np.sum(y == c) for c in classes]),
        "counts": counts(X, y, n_values),
        "alpha": alpha,
    }


def _default_alpha(answer: Answer, X, y, n_values):
    return answer(X, y, n_values)


def _in_another_order(answer: Answer, X, y, n_values) -> list[Any]:
    return [answer(X, y, n_values, 1), answer(X[::-1], y[::-1], n_values, 1)]


def _other_names(answer: Answer, X, y, n_values) -> list[Any]:
    """Return the tables under names that sort the other way round, turned back."""
    other = {"a": "z", "m": "m", "s": "b"}
    tables = answer(X, np.array([other[c] for c in y]), n_values, 1)["tables"]
    return [np.asarray(table)[::-1] for table in tables]


def _random_examples(rng: np.random.Generator) -> list[Case]:
    return [
        Case("two classes", (*random_data(rng, 8, (2, 3), (0, 1)), 1)),
        Case("three classes", (*random_data(rng, 12, (4, 2), ("r", "p", "q")), 0.25)),
    ]


@wrong("2.1-M1")
def prior_uniform(X, y, n_values, alpha: float = 0) -> Model:
    """Your model gives every class the same prior. What did class_prior say?"""
    model = learn(X, y, n_values, alpha)
    return {**model, "prior": np.full(len(model["classes"]), 1 / len(model["classes"]))}


@wrong("2.1-M5")
def prior_smoothed_as_well(X, y, n_values, alpha: float = 0) -> Model:
    """Does alpha belong to the prior, too? The task smooths the tables only."""
    model = learn(X, y, n_values, alpha)
    n_c = model["class_count"] + alpha
    return {**model, "prior": n_c / n_c.sum()}


@wrong("2.1-M2")
def prior_holds_counts(X, y, n_values, alpha: float = 0) -> Model:
    """You stored counts under "prior". What should a prior sum to?"""
    model = learn(X, y, n_values, alpha)
    return {**model, "prior": model["class_count"].astype(float)}


@wrong("2.3")
def labels_left_in_the_features(X, y, n_values, alpha: float = 0) -> Model:
    """On one slide X has a third column, which is y. How many tables does your model have, and for which
    features?"""
    classes, codes = np.unique(y, return_inverse=True)
    return learn(np.column_stack([X, codes]), y, (*n_values, len(classes)), alpha)


@wrong("2.3")
def alpha_not_handed_on(X, y, n_values, alpha: float = 0) -> Model:
    """Does alpha reach cond_table? Look for a zero in your tables with alpha = 1."""
    return {**learn(X, y, n_values, 0), "alpha": alpha}


@wrong("2.2-M9")
def alpha_always_one(X, y, n_values, alpha: float = 0) -> Model:
    """If alpha is not given, the task wants 0. Which value does your signature, or your call, give it?"""
    return {**learn(X, y, n_values, 1), "alpha": alpha}


@wrong("2.3")
def counts_hold_alpha(X, y, n_values, alpha: float = 0) -> Model:
    """ "counts" holds what was seen. Can an example be seen half a time? Did you add alpha?"""
    model = learn(X, y, n_values, alpha)
    return {**model, "counts": [n + alpha for n in model["counts"]]}


@wrong("2.2-M10")
def tables_hold_counts(X, y, n_values, alpha: float = 0) -> Model:
    """You stored counts under "tables". What must they be divided by, and where do the counts belong?"""
    model = learn(X, y, n_values, alpha)
    return {**model, "tables": [n + alpha for n in model["counts"]]}


@wrong("2.2-M1")
def tables_hold_joint_shares(X, y, n_values, alpha: float = 0) -> Model:
    """The fourth hand step gives n_cjv / n, the fifth divides it by n_c / n. Did you stop after the
    fourth?"""
    model = learn(X, y, n_values, alpha)
    return {**model, "tables": [(n + alpha) / (len(y) + alpha * n.shape[1]) for n in model["counts"]]}


@wrong("2.3")
def classes_not_told_apart(X, y, n_values, alpha: float = 0) -> Model:
    """All rows of your table are equal. Do you keep only the examples of the class before you count?"""
    model = learn(X, y, n_values, alpha)
    tables = []
    for n in model["counts"]:
        total = n.sum(axis=0) + alpha
        tables.append(np.repeat((total / total.sum())[None, :], len(n), axis=0))
    return {**model, "tables": tables}


@wrong("2.1-M4")
def order_of_appearance(X, y, n_values, alpha: float = 0) -> Model:
    """Which class does the first row belong to? The task wants sorted classes, here and in every table."""
    model = learn(X, y, n_values, alpha)
    order = np.unique(np.asarray(y), return_index=True)[1].argsort()
    sorted_by = {key: model[key][order] for key in ("classes", "prior", "class_count")}
    return {**model, **sorted_by, **{key: [t[order] for t in model[key]] for key in ("tables", "counts")}}


@wrong()
def one_without_a_word(X, y, n_values, alpha: float = 1):
    """Which alpha does the task want if the call gives none?"""
    return learn(X, y, n_values, alpha)


@wrong()
def classes_as_they_come(X, y, n_values, alpha: float = 0):
    """Row 0 of your tables belongs to the first class in sorted order. Is that the first in "classes"?"""
    return {**learn(X, y, n_values, alpha), "classes": list(dict.fromkeys(np.asarray(y).tolist()))}


def _learn_by_loops(X, y, n_values, alpha: float = 0) -> Model:
    labels = list(y)
    classes = sorted(set(labels))
    n_c = [labels.count(c) for c in classes]
    n_cjv = [[[0] * V for _ in classes] for V in n_values]
    for x, label in zip(X, labels, strict=True):
        for j, v in enumerate(x):
            n_cjv[j][classes.index(label)][v] += 1
    tables = [
        [[(n + alpha) / (sum(row) + alpha * len(row)) for n in row] for row in table] for table in n_cjv
    ]
    prior = [n / len(labels) for n in n_c]
    return {
        "classes": classes,
        "prior": prior,
        "tables": tables,
        "class_count": n_c,
        "counts": n_cjv,
        "alpha": alpha,
    }


def _learn_by_splitting(X, y, n_values, alpha: float = 0) -> Model:
    classes = np.unique(y)
    parts = [np.asarray(X)[np.asarray(y) == c] for c in classes]
    n_c = np.array([len(part) for part in parts])
    n_cjv = [
        np.stack([np.bincount(part[:, j], minlength=V) for part in parts]) for j, V in enumerate(n_values)
    ]
    tables = [(n + alpha) / (n_c[:, None] + alpha * V) for n, V in zip(n_cjv, n_values, strict=True)]
    model = {"classes": classes, "class_count": n_c, "prior": n_c / len(y), "counts": n_cjv, "tables": tables}
    return {**model, "alpha": alpha, "n_values": tuple(n_values)}  # more than asked for is allowed


def _learn_by_one_hot(X, y, n_values, alpha: float = 0) -> Model:
    classes, n_c = np.unique(y, return_counts=True)
    member = (np.asarray(y)[:, None] == classes).astype(float)
    n_cjv = [member.T @ (np.asarray(X)[:, j][:, None] == np.arange(V)) for j, V in enumerate(n_values)]
    tables = [(n + alpha) / (n + alpha).sum(axis=1)[:, None] for n in n_cjv]
    return {
        "classes": classes,
        "prior": member.mean(axis=0),
        "tables": tables,
        "class_count": n_c,
        "counts": n_cjv,
        "alpha": alpha,
    }


EXERCISE = Exercise(
    name="learn",
    contract="learn(X, y, n_values, alpha=0) -> model, a dictionary",
    reference=learn,
    uses=("class_prior", "cond_table"),
    families=(
        Family(
            "the five steps by hand",
            "example",
            0.5,
            (Case("ten rows", (*inputs.TEN_BY_TWO, 0)), Case("play-tennis", (*inputs.TENNIS, 0))),
            "n_c, then n_c / n, then n_cjv, then n_cjv / n_c: which of these differs from what you "
            "have on paper?",
        ),
        Family(
            "smoothed, and with any labels",
            "trap",
            1,
            (
                Case("three classes, alpha 1", (*inputs.THREE, 1)),
                Case("labels 3 and 7, alpha 1/2", (*inputs.SEVENS, 0.5)),
                Case(
                    "alpha is 0 unless said otherwise",
                    inputs.TENNIS,
                    ask=_default_alpha,
                    shown="learn(X, y, (3, 3, 2, 2))",
                ),
            ),
            "Which entries of the model does alpha change, and which stay as they are?",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "the order of the examples",
                    inputs.THREE,
                    ask=_in_another_order,
                    shown="learn(X, y, (3, 4), 1), then with the examples backwards",
                ),
                Case(
                    "the names of the classes",
                    inputs.THREE,
                    ask=_other_names,
                    shown="the tables under class names that sort the other way round, turned back",
                    compare=close(),
                ),
            ),
            "Every row of every table belongs to one class. To which?",
        ),
        Family("random examples", "random", 0.5, _random_examples),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_learn_by_loops, _learn_by_splitting, _learn_by_one_hot),
    compare=close(dict_keys=KEYS),
    read="4 · Tables, and what to do about zeros",
    concepts=("cat-train-by-hand", "ex-nb-10x2", "nb-per-class-split", "cat-model-size", "ex-play-tennis"),
)
