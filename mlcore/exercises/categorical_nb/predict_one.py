"""The lecture's `predict`, to the letter: one observation, a product, a maximum."""

import math
from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb.inputs import Model
from mlcore.exercises.categorical_nb.learn_pairs import DAYS, WEATHER, learn_pairs
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

Scores = dict[Any, float]

TENNIS_MODEL = learn_pairs(DAYS, WEATHER)
DAY = ("Sunny", "Cool", "High", "Strong")


def by_hand(prior: dict[Any, float], *features: dict[Any, dict[Any, float]]) -> Model:
    """Return a model from its prior and, for each feature, a dictionary of distributions by class."""
    table = {
        (c, j, v): p
        for j, feature in enumerate(features)
        for c, shares in feature.items()
        for v, p in shares.items()
    }
    return {"prior": prior, "table": table}


# The class that is rare fits four times as well, which is not enough.
RARE = by_hand(
    {"rare": 0.125, "common": 0.875}, {"rare": {"x": 0.8, "y": 0.2}, "common": {"x": 0.2, "y": 0.8}}
)
# The same numbers for all classes; they were learnt in another order than that of the alphabet.
ANY = {"x": 0.25, "y": 0.75}
TIED = by_hand(
    {"middle": 0.25, "other": 0.25, "early": 0.25, "late": 0.25},
    {"middle": ANY, "other": ANY, "early": ANY, "late": ANY},
)
THREE = by_hand(
    {"m": 0.25, "a": 0.625, "s": 0.125},
    {"a": {"x": 0.25, "y": 0.75}, "m": {"x": 0.5, "y": 0.5}, "s": {"x": 1.0, "y": 0.0}},
    {"a": {"x": 0.5, "y": 0.5}, "m": {"x": 0.875, "y": 0.125}, "s": {"x": 0.25, "y": 0.75}},
)
NEVER = by_hand({"b": 0.75, "a": 0.25}, {"b": {"x": 1.0, "z": 0.0}, "a": {"x": 1.0, "z": 0.0}})
# The prior inside the product, once for each feature, would turn this decision round.
THREE_FEATURES = by_hand(
    {"u": 0.7, "v": 0.3}, *[{"u": {"x": 0.4, "y": 0.6}, "v": {"x": 0.6, "y": 0.4}} for _ in range(3)]
)


def scores(x, model: Model) -> Scores:
    """Return π_c ∏_j θ_{c,j,x_j} for every class."""
    return {
        c: p * math.prod(model["table"][c, j, v] for j, v in enumerate(x)) for c, p in model["prior"].items()
    }


def predict_one(x, model: Model):
    """Return the class with the greatest π_c ∏_j θ_{c,j,x_j}; of equal ones the first in sorted order."""
    return best(scores(x, model))


def best(by_class: Scores):
    """Return the class with the greatest number, the first in sorted order if several have it."""
    return max(sorted(by_class), key=lambda c: by_class[c])


def likelihoods(x, model: Model) -> Scores:
    """Return ∏_j θ_{c,j,x_j} for every class."""
    return {c: math.prod(model["table"][c, j, v] for j, v in enumerate(x)) for c in model["prior"]}


def for_all(answer: Answer, queries: list[Any], model: Model) -> list[Any]:
    """Put one query after the other to an answer."""
    return [answer(x, model) for x in queries]


EIGHT = [(a, b, c) for a in "xy" for b in "xy" for c in "xy"]
FOUR = [(a, b) for a in "xy" for b in "xy"]
SOME_DAYS = [
    ("Sunny", "Hot", "High", "Weak"),
    ("Overcast", "Cool", "Normal", "Weak"),
    ("Rain", "Mild", "High", "Strong"),
    ("Overcast", "Mild", "High", "Strong"),
    ("Sunny", "Cool", "Normal", "Weak"),
    ("Rain", "Cool", "High", "Weak"),
]


def random_models(rng: np.random.Generator, d: int = 3) -> list[Case]:
    """Return cases with all inputs of random models."""
    cases = []
    for classes in ("ab", "zyx"):
        prior = dict(zip(classes, rng.dirichlet([2.0] * len(classes)).tolist(), strict=True))
        features = [
            {c: dict(zip("xy", rng.dirichlet([2.0, 2.0]).tolist(), strict=True)) for c in classes}
            for _ in range(d)
        ]
        cases.append(
            Case(
                f"{len(classes)} classes, all inputs", (EIGHT, by_hand(prior, *features)), ask=for_all,
                shown=f"all eight inputs of three features, {len(classes)} random classes",
            )
        )  # fmt: skip
    return cases


@wrong("2.5-M4")
def last_class_of_the_loop(x, model: Model):
    """One slide ends in `return y_m`, but m has run to its last value by then. Did you keep the best, or
    the last?"""
    return list(model["prior"])[-1]


@wrong("2.5-M1")
def prior_left_out(x, model: Model):
    """In the stadium the hair alone says "woman". Which factor is missing from your product?"""
    return best(likelihoods(x, model))


@wrong("2.5-M2")
def prior_in_every_factor(x, model: Model):
    """How often does the prior stand in your product: once, or once for each feature? Is it inside the
    loop?"""
    return best({c: p * model["prior"][c] ** len(x) for c, p in likelihoods(x, model).items()})


@wrong("2.4-M4")
def adds_the_shares(x, model: Model):
    """Two independent events happen together: do their probabilities add up, or multiply?"""
    return best(
        {c: p + sum(model["table"][c, j, v] for j, v in enumerate(x)) for c, p in model["prior"].items()}
    )


@wrong("2.4-M4")
def adds_the_shares_times_the_prior(x, model: Model):
    """A class that never showed one of the values has a share of 0: what becomes of your score then? Are the
    shares added or multiplied?"""
    added = {c: sum(model["table"][c, j, v] for j, v in enumerate(x)) for c in model["prior"]}
    return best({c: p * added[c] for c, p in model["prior"].items()})


@wrong("2.5-M3")
def smallest_product(x, model: Model):
    """Do you look for the most or for the least probable class? Which way does your comparison point?"""
    s = scores(x, model)
    return min(sorted(s), key=lambda c: s[c])


@wrong("2.5-M6")
def most_common_class(x, model: Model):
    """Does your answer depend on the observation at all? Try two that have nothing in common."""
    return best(model["prior"])


@wrong("2.5")
def first_feature_only(x, model: Model):
    """How many factors does your product have? Look at where your return is, and at every index j."""
    return best({c: p * model["table"][c, 0, x[0]] for c, p in model["prior"].items()})


@wrong("2.5")
def last_feature_forgotten(x, model: Model):
    """Does range end where you think it does? Count the factors of one product."""
    s = scores((*x[:-1],), model)
    return best(s)


@wrong("2.5-M5")
def place_of_the_class(x, model: Model):
    """You return a number. The place of the best class, or its score? What is its name?"""
    s = scores(x, model)
    return sorted(s).index(best(s))


@wrong("2.5")
def tie_to_the_last(x, model: Model):
    """Several classes are equally probable. Which does the task want? Is your comparison > or >= ?"""
    s = scores(x, model)
    return max(sorted(s, reverse=True), key=lambda c: s[c])


@wrong("2.5")
def tie_to_the_last_learnt(x, model: Model):
    """Several classes are equally probable. In which order do you visit them, and is your comparison > or
    >= ?"""
    s = scores(x, model)
    return max(reversed(list(s)), key=lambda c: s[c])


@wrong("2.5")
def tie_to_the_first_learnt(x, model: Model):
    """Several classes are equally probable. The task wants the first in SORTED order; which order does a
    dict have?"""
    s = scores(x, model)
    return max(s, key=lambda c: s[c])


@wrong()
def zero_factors_left_out(x, model: Model):
    """A factor of 0 rules a class out. What happens if you skip it?"""
    by_class = {}
    for c, p in model["prior"].items():
        for j, v in enumerate(x):
            p *= model["table"][c, j, v] or 1
        by_class[c] = p
    return best(by_class)


@wrong()
def nothing_beats_zero(x, model: Model):
    """The best product so far begins at 0. Which class comes back if all products are 0?"""
    by_class = scores(x, model)
    return best(by_class) if max(by_class.values()) > 0 else None


def _predict_one_by_loops(x, model: Model):
    winner, winning_score = None, -1.0
    for c in sorted(model["prior"]):
        score = model["prior"][c]
        for j in range(len(x)):
            score *= model["table"][c, j, x[j]]
        if score > winning_score:
            winner, winning_score = c, score
    return winner


def _predict_one_by_sorting(x, model: Model):
    return sorted(scores(x, model).items(), key=lambda pair: (-pair[1], pair[0]))[0][0]


def _predict_one_by_arrays(x, model: Model):
    classes = np.array(sorted(model["prior"]))
    theta = np.array([[model["table"][c, j, v] for j, v in enumerate(x)] for c in classes.tolist()])
    prior = np.array([model["prior"][c] for c in classes.tolist()])
    return classes[np.argmax(prior * theta.prod(axis=1))]


EXERCISE = Exercise(
    name="predict_one",
    contract="predict_one(x, model) -> label",
    reference=predict_one,
    families=(
        Family(
            "sunny, cool, high, strong",
            "example",
            0.5,
            (
                Case("the day of the lectures", (DAY, TENNIS_MODEL), shown="predict_one(day, model)"),
                Case(
                    "six other days",
                    (SOME_DAYS, TENNIS_MODEL),
                    ask=for_all,
                    shown="predict_one for six other days",
                ),
            ),
            "Write the five factors of each class in a line and multiply. Which product is larger?",
        ),
        Family(
            "priors, ties, three classes",
            "trap",
            1,
            (
                Case("a rare class that fits better", (("x",), RARE)),
                Case("three features, unequal priors", (("x", "x", "x"), THREE_FEATURES)),
                Case(
                    "the same model, all inputs",
                    (EIGHT, THREE_FEATURES),
                    ask=for_all,
                    shown="predict_one for the eight inputs of that model",
                ),
                Case(
                    "three classes, all inputs",
                    (FOUR, THREE),
                    ask=for_all,
                    shown="predict_one for the four inputs of a model of three classes",
                ),
                Case("a tie", (("y",), TIED)),
                Case("a tie at 0: a value that no class ever showed", (("z",), NEVER)),
            ),
            "Write prior and factors of each class in a line. Which product is largest, and what if "
            "two are equal?",
        ),
        Family("random models", "random", 0.5, random_models),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_predict_one_by_loops, _predict_one_by_sorting, _predict_one_by_arrays),
    read="2 · Predicting is multiplying",
    concepts=("cat-predict", "nb-rule", "nb-map-class", "nb-independent-word"),
)  # fmt: skip
