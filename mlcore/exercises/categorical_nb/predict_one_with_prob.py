"""The lecture's `predict-with-prob`, to the letter: the products of one observation, divided by their sum."""

import math
from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb.inputs import Model
from mlcore.exercises.categorical_nb.predict_one import (
    DAY,
    FOUR,
    RARE,
    SOME_DAYS,
    TENNIS_MODEL,
    THREE,
    Scores,
    best,
    by_hand,
    for_all,
    likelihoods,
    random_models,
    scores,
)
from mlcore.exercises.categorical_nb.predict_one import scores as products
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def predict_one_with_prob(x, model: Model) -> Scores:
    """Return the scores divided by their sum; a ValueError if all are 0."""
    s = scores(x, model)
    if sum(s.values()) == 0:
        raise ValueError("no class allows this observation")
    return {c: score / sum(s.values()) for c, score in s.items()}


def _sum_of_values(answer: Answer, x, model: Model) -> float:
    return float(sum(answer(x, model).values()))


@wrong("2.6-M1")
def scores_not_normalised(x, model: Model) -> Scores:
    """0.0053 and 0.0206 do not sum to 1. What are they divided by?"""
    s = scores(x, model)
    return s


@wrong("2.6-M6")
def shares_of_the_likelihood(x, model: Model) -> Scores:
    """Your probabilities do not change with the prior. Which factor of the score is missing?"""
    s = likelihoods(x, model)
    return {c: p / sum(s.values()) for c, p in s.items()}


@wrong("2.6-M5")
def divided_by_the_marginals(x, model: Model) -> Scores:
    """You divide by p(x_1) p(x_2) ... Are the features independent when the class is not given? Do you sum
    to 1?"""
    s = scores(x, model)
    marginal = [sum(p * model["table"][c, j, v] for c, p in model["prior"].items()) for j, v in enumerate(x)]
    return {c: score / math.prod(marginal) for c, score in s.items()}


@wrong("2.6")
def divided_by_the_largest(x, model: Model) -> Scores:
    """Your best class always has probability 1. What should all classes sum to?"""
    s = scores(x, model)
    return {c: score / max(s.values()) for c, score in s.items()}


@wrong("2.6")
def only_the_winner(x, model: Model) -> Scores:
    """The task asks for every class. What is the probability of the ones that lost?"""
    p = predict_one_with_prob(x, model)
    return {best(p): max(p.values())}


@wrong("2.6")
def zero_over_zero(x, model: Model) -> Scores:
    """If all scores are 0, Python stops at a division by 0. What does the task ask you to raise before
    that?"""
    s = scores(x, model)
    return {c: score / sum(s.values()) for c, score in s.items()}


@wrong("2.6")
def zerosfor_all(x, model: Model) -> Scores:
    """Do probabilities that are all 0 sum to 1? What does the task ask for if no class allows the
    observation?"""
    s = scores(x, model)
    return {c: score / sum(s.values()) if sum(s.values()) else 0.0 for c, score in s.items()}


@wrong("2.6")
def uniformfor_all(x, model: Model) -> Scores:
    """No class allows the observation: are all equally probable then, or has the model failed?"""
    s = scores(x, model)
    return {c: score / sum(s.values()) if sum(s.values()) else 1 / len(s) for c, score in s.items()}


@wrong()
def winner_alone(x, model: Model):
    """The task asks for a probability for every class. How many do you return?"""
    by_class = products(x, model)
    if not sum(by_class.values()):
        raise ValueError("No class is possible.")
    return max(by_class.values()) / sum(by_class.values())


def _with_prob_by_loops(x, model: Model) -> Scores:
    result, total = {}, 0.0
    for c in model["prior"]:
        product = 1.0
        for j in range(len(x)):
            product = product * model["table"][c, j, x[j]]
        result[c] = model["prior"][c] * product
        total += result[c]
    if total == 0:
        raise ValueError("0 / 0")
    for c in result:
        result[c] = result[c] / total
    return result


def _with_prob_by_logs(x, model: Model) -> Scores:
    logs = {c: math.log(s) for c, s in scores(x, model).items() if s}
    if not logs:
        raise ValueError
    top = max(logs.values())
    total = sum(math.exp(s - top) for s in logs.values())
    return {c: math.exp(logs[c] - top) / total if c in logs else 0.0 for c in sorted(model["prior"])}


def _with_prob_by_arrays(x, model: Model) -> dict[Any, Any]:
    s = np.array(list(scores(x, model).values()))
    if s.sum() == 0:
        raise ValueError("impossible")
    return dict(zip(model["prior"], s / s.sum(), strict=True))


UNLIKELY = by_hand(
    {"a": 0.25, "b": 0.75},
    *[{"a": {"x": 0.01, "y": 0.99}, "b": {"x": 0.0125, "y": 0.9875}} for _ in range(9)],
)
TINY = "A product of 1e-18 is small, and not 0. When does the task want an error?"

EXERCISE = Exercise(
    name="predict_one_with_prob",
    contract="predict_one_with_prob(x, model) -> {c: probability}",
    reference=predict_one_with_prob,
    uses=("predict_one",),
    families=(
        Family(
            "sunny, cool, high, strong",
            "example",
            0.5,
            (
                Case(
                    "the day of the lectures",
                    (DAY, TENNIS_MODEL),
                    shown=f"predict_one_with_prob({DAY}, learn_pairs(days, weather))",
                ),
                Case(
                    "six other days",
                    (SOME_DAYS, TENNIS_MODEL),
                    ask=for_all,
                    shown="predict_one_with_prob for six other days",
                ),
            ),
            "Divide 0.0053 and 0.0206 by their sum. What do you get?",
        ),
        Family(
            "priors, three classes",
            "trap",
            0.5,
            (
                Case("a rare class that fits better", (("x",), RARE)),
                Case(
                    "three classes, all inputs",
                    (FOUR, THREE),
                    ask=for_all,
                    shown="predict_one_with_prob for the four inputs of a model of three classes",
                ),
                Case("nine values that are rare in both classes", (("x",) * 9, UNLIKELY), question=TINY),
                Case(
                    "they sum to 1",
                    (("x", "y"), THREE),
                    ask=_sum_of_values,
                    shown="the sum of the values of predict_one_with_prob(('x', 'y'), model)",
                ),
            ),
            "What does the evidence sum over?",
        ),
        Family(
            "no class allows it",
            "trap",
            0.5,
            (
                Case(
                    "a zero in every class",
                    (
                        ("x",),
                        by_hand({"a": 0.5, "b": 0.5}, {"a": {"x": 0.0, "y": 1.0}, "b": {"x": 0.0, "y": 1.0}}),
                    ),
                ),
                Case(
                    "a zero in every class, for different features",
                    (
                        ("x", "x"),
                        by_hand(
                            {"a": 0.25, "b": 0.75},
                            {"a": {"x": 0.0, "y": 1.0}, "b": {"x": 0.5, "y": 0.5}},
                            {"a": {"x": 0.5, "y": 0.5}, "b": {"x": 0.0, "y": 1.0}},
                        ),
                    ),
                ),
            ),
            "What is 0 / 0? The task says what to raise.",
        ),
        Family("random models", "random", 0.5, random_models),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_with_prob_by_loops, _with_prob_by_logs, _with_prob_by_arrays),
    read="2 · Predicting is multiplying",
    concepts=("cat-predict-prob", "cat-predict-by-hand", "ex-play-tennis"),
)
