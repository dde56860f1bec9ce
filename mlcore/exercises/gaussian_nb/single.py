"""The lecture's rule, literally, for one observation: predict_one."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mlcore.exercises.gaussian_nb.joint import joint
from mlcore.exercises.gaussian_nb.models import (
    MINUS_PLUS,
    SKEWED,
    TABLE,
    THREE,
    THREE_GRID,
    TWINS,
    WIDTHS,
    Model,
    line,
    plane,
    random_model,
    told,
)
from mlcore.exercises.gaussian_nb.scores import SCORES, best_one, hint, one_by, position
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, Misconception, wrong


@wrong()
def position_of_the_class(x: Any, model: Any) -> Any:
    """Do you return a class, or its place in the list of classes? Try labels that are words."""
    return position(joint(model, np.asarray([x])))[0]


@wrong()
def last_class_of_the_loop(x: Any, model: Any) -> Any:
    """After the loop over the classes, which class does your variable hold: the best one, or the last one?"""
    return np.asarray(model["classes"])[-1]


@wrong()
def last_class_of_a_tie(x: Any, model: Any) -> Any:
    """Two classes with the same score: which of them does the task ask for, and does your comparison use >=
    or >?"""
    scores = joint(model, np.asarray([x]))[0]
    return np.asarray(model["classes"])[len(scores) - 1 - np.argmax(scores[::-1])]


@wrong()
def score_for_the_class(x: Any, model: Any) -> Any:
    """You found the greatest score. Whose score is it?"""
    return float(np.exp(joint(model, np.asarray([x])).max()))


def _ask_each(answer: Answer, model: Model, Q: Any) -> list[Any]:
    """Put the queries one by one: predict_one(x, model)."""
    return [answer(x, model) for x in Q]


def _one_by_one(name: str, model: Model, Q: Any) -> Case:
    return Case(
        name, (model, Q), ask=_ask_each, shown=told("[predict_one(x, model) for x in Q]", Q=Q, model=model)
    )


def _draws_one(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, d) in enumerate(((2, 1), (3, 2))):
        yield _one_by_one(f"draw {i + 1}", random_model(rng, K, d), rng.normal(0, 2, (12, d)).round(2))


def _product_by_hand(x: Any, model: Model) -> Any:
    best, best_score = None, -1.0
    for c, label in enumerate(model["classes"]):
        score = float(model["prior"][c])
        for j in range(len(x)):
            mean, var = float(model["mean"][c][j]), float(model["var"][c][j])
            score *= float(np.exp(-((x[j] - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var))
        if score > best_score:
            best, best_score = label, score
    return best


def _by_pairs(x: Any, model: Model) -> Any:
    pairs = zip(joint(model, [x])[0], model["classes"], strict=True)
    return max(pairs, key=lambda pair: pair[0])[1]


predict_one = Exercise(
    name="predict_one",
    contract="predict_one(x, model) -> label",
    reference=best_one,
    compare=exact(),
    concepts=("gauss-predict", "nb-rule", "nb-map-class", "gd-closest-distribution"),
    families=(
        Family("two queries of the table", "example", 1, (
            Case("the query (2, 13)", (np.array([2.0, 13]), TABLE)),
            Case("the query (5, 20)", (np.array([5.0, 20]), TABLE)),
        ), question="Which two scores do you compare, and which is the greater one?"),
        Family("prior, widths and labels", "trap", 1, (
            Case("one query, 0.9 against 0.1", (np.array([1.75]), SKEWED)),
            Case("one query, only the widths differ", (np.array([1.5]), WIDTHS)),
            _one_by_one("0.9 against 0.1", SKEWED, line(-1, 3, 17)),
            _one_by_one("only the widths differ", WIDTHS, line(-2, 2, 21)),
            _one_by_one("labels -1 and 1", MINUS_PLUS, plane(-2, 3, 6)),
            _one_by_one("three species", THREE, THREE_GRID),
            _one_by_one("nothing tells them apart", TWINS, np.array([[1.0, 2], [0, 0]])),
        ), question="Compute both scores for the query that fails: prior, and one density for each feature."),
        Family("other models", "random", 1, _draws_one),
    ),
    misconceptions=(
        *(Misconception(slug, hint(scores), one_by(scores), catalogue)
          for slug, (catalogue, scores) in SCORES.items()),
        position_of_the_class, last_class_of_the_loop, last_class_of_a_tie, score_for_the_class,
    ),
    right=(
        best_one,
        _product_by_hand,
        _by_pairs,
        lambda x, model: np.asarray(best_one(x, model)).item(),
    ),
    uses=("gaussian_pdf",),
)  # fmt: skip
