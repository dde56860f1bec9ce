"""The lecture's rule, literally, for one observation."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from mlcore._checks import FloatArray
from mlcore.exercises.gaussian_nb import inputs, log_joint
from mlcore.exercises.gaussian_nb.inputs import Model, call_on, line, plane, random_model
from mlcore.exercises.gaussian_nb.log_joint import LOG_TWO_PI, joint, log_densities, squares
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def best_label(model: Model, Q):
    """Return the most probable class of each query."""
    return label_by(joint, model, Q)


def predict_one(x, model: Model):
    """Return the most probable class of one query, in the order of arguments of the lecture."""
    return best_label(model, np.asarray([x]))[0]


def label_by(scores: Answer, model: Model, Q):
    """Return the class of the greatest score for each query; a tie goes to the first."""
    return np.asarray(model["classes"])[np.argmax(scores(model, Q), axis=1)]


def _label_of_one(scores: Answer, x, model: Model):
    return label_by(scores, model, np.asarray([x]))[0]


def _densities(model: Model, Q) -> FloatArray:
    return np.asarray(np.exp(log_densities(model, Q)))


def _no_prior(model: Model, Q):
    """Two kinds are equally likely to look like this, one is nine times as frequent. Which do you say, and
    where in your code is that?"""
    return log_densities(model, Q).sum(axis=2)


def _prior_for_each_feature(model: Model, Q):
    """How often do you multiply by the prior when there are three features?"""
    return (np.log(model["prior"])[None, :, None] + log_densities(model, Q)).sum(axis=2)


def _sum_of_densities(model: Model, Q):
    """Independent given the class: are the densities of the features multiplied, or added?"""
    return np.asarray(model["prior"]) * _densities(model, Q).sum(axis=2)


def _nearest_mean(model: Model, Q):
    """Two classes have the same mean, one is narrow and one is wide. Can your rule tell them apart?"""
    return -squares(model, Q).sum(axis=2)


def _factor_without_the_variance(model: Model, Q):
    """Where a narrow and a wide curve have the same exponent, which of them is higher? What says so in your
    code?"""
    return np.log(model["prior"]) - 0.5 * (squares(model, Q) / model["var"] + LOG_TWO_PI).sum(axis=2)


def _variance_for_deviation(model: Model, Q):
    """Is "var" squared once more in your density?"""
    return joint({**model, "var": np.asarray(model["var"]) ** 2}, Q)


def _deviation_for_variance(model: Model, Q):
    """Do you take the root of "var", and use that where σ² stands?"""
    return joint({**model, "var": np.sqrt(model["var"])}, Q)


def _prior_only(model: Model, Q):
    """Does your answer depend on the query at all?"""
    return np.tile(model["prior"], (len(Q), 1))


def _prior_without_logarithm(model: Model, Q):
    """You add a prior to a logarithm. What becomes of a product when you take its logarithm?"""
    return np.asarray(model["prior"]) + log_densities(model, Q).sum(axis=2)


def _smallest_score(model: Model, Q):
    """Which class do you return, that of the greatest score or that of the smallest? Do your signs fit?"""
    return -joint(model, Q)


# Wrong scores, (m, K): mistakes that predict_one and predict share. The label is that of the greatest.
WRONG_SCORES = (
    wrong("5.4-M3")(_no_prior),
    wrong("5.3-M5")(_prior_for_each_feature),
    wrong()(_sum_of_densities),
    wrong("5.3-M6")(_nearest_mean),
    wrong("5.3-M2")(_factor_without_the_variance),
    wrong()(_variance_for_deviation),
    wrong()(_deviation_for_variance),
    wrong()(_prior_only),
    wrong()(_prior_without_logarithm),
    wrong()(_smallest_score),
)


@wrong()
def position_of_the_class(x, model):
    """Do you return a class, or its place in the list of classes? Try labels that are words."""
    return np.argmax(joint(model, np.asarray([x])), axis=1)[0]


@wrong()
def last_class_of_the_loop(x, model):
    """After the loop over the classes, which class does your variable hold: the best one, or the last one?"""
    return np.asarray(model["classes"])[-1]


@wrong()
def last_class_of_a_tie(x, model):
    """Two classes with the same score: which of them does the task ask for, and does your comparison use >=
    or >?"""
    scores = joint(model, np.asarray([x]))[0]
    return np.asarray(model["classes"])[len(scores) - 1 - np.argmax(scores[::-1])]


@wrong()
def score_for_the_class(x, model):
    """You found the greatest score. Whose score is it?"""
    return float(np.exp(joint(model, np.asarray([x])).max()))


@wrong()
def prior_added(x, model):
    """The prior is a factor of the product. What does a + do with it?"""
    scores = np.exp(joint({**model, "prior": np.ones(len(model["prior"]))}, np.asarray([x], dtype=float)))[0]
    return model["classes"][int(np.argmax(np.asarray(model["prior"]) + scores))]


@wrong()
def squares_not_halved_for_one(x, model):
    """The exponent is (x − μ)² / (2σ²), with a minus. Where is your 2?"""
    return model["classes"][int(np.argmax(log_joint.squares_not_halved.answer(model, [x])[0]))]


def _ask_each(answer: Answer, model: Model, Q) -> list[Any]:
    """Put the queries one by one: predict_one(x, model)."""
    return [answer(x, model) for x in Q]


def _one_by_one(name: str, model: Model, Q) -> Case:
    return Case(
        name,
        (model, Q),
        ask=_ask_each,
        shown=call_on("[predict_one(x, model) for x in Q]", Q=Q, model=model),
    )


def _draws_one(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, d) in enumerate(((2, 1), (3, 2))):
        yield _one_by_one(f"draw {i + 1}", random_model(rng, K, d), rng.normal(0, 2, (12, d)).round(2))


def _product_by_hand(x, model: Model):
    best, best_score = None, -1.0
    for c, label in enumerate(model["classes"]):
        score = float(model["prior"][c])
        for j in range(len(x)):
            mean, var = float(model["mean"][c][j]), float(model["var"][c][j])
            score *= float(np.exp(-((x[j] - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var))
        if score > best_score:
            best, best_score = label, score
    return best


def _by_pairs(x, model: Model):
    pairs = zip(joint(model, [x])[0], model["classes"], strict=True)
    return max(pairs, key=lambda pair: pair[0])[1]


FAR = "All products are 0 there. Which label does your variable hold then, and which one is asked for?"

EXERCISE = Exercise(
    name="predict_one",
    contract="predict_one(x, model) -> label",
    reference=predict_one,
    compare=exact(),
    read="3 · One decision, by hand and by loop",
    concepts=("gauss-predict", "nb-rule", "nb-map-class", "gd-closest-distribution"),
    families=(
        Family("two queries of the table", "example", 1, (
            Case("the query (2, 13)", (np.array([2.0, 13]), inputs.TABLE)),
            Case("the query (5, 20)", (np.array([5.0, 20]), inputs.TABLE)),
        ), question="Which two scores do you compare, and which is the greater one?"),
        Family("prior, widths and labels", "trap", 1, (
            Case("one query, 0.9 against 0.1", (np.array([1.75]), inputs.SKEWED)),
            Case("one query, only the widths differ", (np.array([1.5]), inputs.WIDTHS)),
            _one_by_one("0.9 against 0.1", inputs.SKEWED, line(-1, 3, 17)),
            _one_by_one("only the widths differ", inputs.WIDTHS, line(-2, 2, 21)),
            _one_by_one("labels -1 and 1", inputs.MINUS_PLUS, plane(-2, 3, 6)),
            _one_by_one("three species", inputs.THREE, inputs.THREE_GRID),
            Case("six deviations from the nearer mean", (np.array([7.0]), inputs.SIDE_BY_SIDE),
                 question="Both products are tiny. Which is the greater one? Do you round anything?"),
            Case("so far away that every product is 0", (np.array([-900.0]), inputs.SIDE_BY_SIDE),
                 question=FAR),
            _one_by_one("nothing tells them apart", inputs.TWINS, np.array([[1.0, 2], [0, 0]])),
        ), question="Compute both scores for the query that fails: prior, and one density for each feature."),
        Family("other models", "random", 1, _draws_one),
    ),
    misconceptions=(
        *(replace(wrong, answer=partial(_label_of_one, wrong.answer)) for wrong in WRONG_SCORES),
        *mistakes_in(globals()),
    ),
    lists=("x",),
    right=(
        predict_one,
        _product_by_hand,
        _by_pairs,
        lambda x, model: np.asarray(predict_one(x, model)).item(),
    ),
    uses=("gaussian_pdf",),
)  # fmt: skip
