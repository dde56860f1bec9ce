"""A label for each of many queries."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from mlcore.exercises.gaussian_nb import inputs
from mlcore.exercises.gaussian_nb.inputs import Model, call_on, line, model, plane, random_model
from mlcore.exercises.gaussian_nb.log_joint import joint, log_densities
from mlcore.exercises.gaussian_nb.predict_one import WRONG_SCORES, best_label, label_by, predict_one
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def _product(model: Model, Q):
    return np.asarray(model["prior"]) * np.exp(log_densities(model, Q)).prod(axis=2)


@wrong("5.4-M1")
def product_underflows(model: Model, Q):
    """What is the product of 400 small densities on your computer, for either class? What can be compared
    instead?"""
    with np.errstate(under="ignore"):
        return label_by(_product, model, Q)


@wrong()
def positions_of_the_classes(model, Q):
    """Are the values you return labels, or places in the list of classes? Try labels that are words."""
    return np.argmax(joint(model, Q), axis=1)


@wrong()
def last_classes_of_ties(model, Q):
    """Two classes with the same score: which of them does the task ask for?"""
    scores = joint(model, Q)
    return np.asarray(model["classes"])[scores.shape[1] - 1 - np.argmax(scores[:, ::-1], axis=1)]


@wrong()
def one_label_for_all(model, Q):
    """How many labels should come back for three queries? Over which axis do you look for the greatest
    score?"""
    return np.asarray(model["classes"])[np.argmax(joint(model, Q)) % len(model["classes"])]


@wrong()
def greatest_over_the_queries(model, Q):
    """Do you look for the best class of each query, or for the best query of each class?"""
    best = np.argmax(joint(model, Q), axis=0)
    return np.asarray(model["classes"])[best % len(model["classes"])]


@wrong()
def second_class_or_first(model, Q):
    """You compare two columns. What about the third class?"""
    classes, scores = np.asarray(model["classes"]), joint(model, Q)
    return np.where(scores[:, 1] > scores[:, 0], classes[1], classes[0])


@wrong()
def largest_over_the_queries(model, Q):
    """A row is a query and a column is a class: along which axis is the largest to be found?"""
    return np.asarray(model["classes"])[np.argmax(joint(model, Q), axis=0)]


def _twice(answer: Answer, model: Model, Q):
    answer(model, Q)
    return answer(model, Q)


def _relabelled(answer: Answer, model: Model, Q):
    """Turn the order of the classes round: the answers take the new names, nothing else changes."""
    turned = {key: np.asarray(model[key])[::-1] for key in ("prior", "mean", "var")}
    return answer({**turned, "classes": model["classes"]}, Q)


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, d) in enumerate(((2, 1), (3, 2), (4, 3))):
        yield Case(f"draw {i + 1}", (random_model(rng, K, d), rng.normal(0, 2, (20, d)).round(2)))


MAP_OF_TWO = model(["narrow", "wide"], [0.3, 0.7], [[1.5, 1.1], [1.8, 1.3]], [[0.3, 0.3], [3, 2]])


def _regions(answer: Answer) -> Callable[[Any], Any]:
    """A narrow class inside a wide one: the boundary is an ellipse."""
    return lambda points: answer(MAP_OF_TWO, np.asarray(points))


def _by_rows(model: Model, Q):
    """A tuple of Python's own labels."""
    labels = np.asarray(model["classes"]).tolist()
    return tuple(labels[int(np.argmax(row))] for row in joint(model, Q))


EXERCISE = Exercise(
    name="predict",
    contract="predict(model, Q) -> labels (m,)",
    reference=best_label,
    compare=exact(),
    read="6 · Labels",
    concepts=("gauss-predict", "gauss-height-demo", "pr-underflow"),
    families=(
        Family("four queries of the table", "example", 0.5, (
            Case("four queries", (inputs.TABLE, np.array([[2.0, 13], [5, 20], [3, 16], [8, 33]]))),
        ), question="Which label belongs to the greatest entry of each row of log_joint?"),
        Family("prior, widths and labels", "trap", 1, (
            Case("one query, 0.9 against 0.1", (inputs.SKEWED, np.array([[1.75]]))),
            Case("one query, only the widths differ", (inputs.WIDTHS, np.array([[1.5]]))),
            Case("0.9 against 0.1", (inputs.SKEWED, line(-1, 3, 17))),
            Case("only the widths differ", (inputs.WIDTHS, line(-2, 2, 21))),
            Case("labels -1 and 1", (inputs.MINUS_PLUS, plane(-2, 3, 6))),
            Case("three species", (inputs.THREE, inputs.THREE_GRID)),
            Case("a narrow class inside a wide one", (MAP_OF_TWO, plane(-0.5, 3.5, 9))),
            Case("nothing tells them apart", (inputs.TWINS, np.array([[1.0, 2], [0, 0], [5, 5]]))),
        ), question="Look at the joint log probabilities of the query that fails."),
        Family("far away, or many features", "trap", 0.5, (
            Case("hundreds of standard deviations away", (inputs.SKEWED, inputs.FAR)),
            Case("400 features", (inputs.MANY, inputs.MANY_QUERIES),
                 shown="predict(a model of 400 features, three queries)"),
        ), question="Do you compare logarithms, or products that may all be 0?"),
        Family("asked twice, and classes turned round", "property", 0.5, (
            Case("asked twice", (inputs.THREE, inputs.THREE_GRID[:9]), ask=_twice,
                 shown=call_on("predict(model, Q), asked twice",
                               Q=inputs.THREE_GRID[:9], model=inputs.THREE)),
            Case("tables turned round", (inputs.THREE, inputs.THREE_GRID), ask=_relabelled,
                 shown=call_on("predict(model, Q), the rows of prior, mean and var turned round",
                               Q=inputs.THREE_GRID, model=inputs.THREE)),
        ), question="Does your function change the model that it is given?"),
        Family("other models", "random", 0.5, _draws),
    ),
    misconceptions=(
        *(replace(wrong, answer=partial(label_by, wrong.answer)) for wrong in WRONG_SCORES),
        *mistakes_in(globals()),
    ),
    right=(
        best_label,
        lambda model, Q: [predict_one(x, model) for x in Q],
        _by_rows,
    ),
    regions=_regions,
    uses=("log_joint",),
)  # fmt: skip
