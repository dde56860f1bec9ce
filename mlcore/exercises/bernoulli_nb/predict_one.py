"""The lecture's prediction, for one observation: multiply the prior and one factor for each feature."""

from collections.abc import Iterable
from functools import partial
from math import prod

import numpy as np

from mlcore.exercises.bernoulli_nb import inputs
from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.naive_bayes import predict_one as shared
from mlcore.exercises.naive_bayes.predict_one import best
from mlcore.exercises.naive_bayes.theta_model import Model, model_of, parts
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


def predict_one(x, model: Model):
    """Return the class with the largest π_c · Π_j (θ_{c,j} where x_j = 1, 1 − θ_{c,j} where x_j = 0)."""
    return best(products(x, model), model)


def products(x, model: Model) -> list[float]:
    """Return the product of the prior and the factors, for each class."""
    _, prior, theta = parts(model)
    scores = []
    for c in range(len(prior)):
        score = float(prior[c])
        for j in range(len(x)):
            score *= theta[c, j] if x[j] == 1 else 1 - theta[c, j]
        scores.append(score)
    return scores


@wrong("3.3-M1")
def absent_words_ignored(x, model: Model):
    """What does your loop do at a feature that is 0? A word that spam almost always has is missing: does that
    tell you nothing?"""
    _, prior, theta = parts(model)
    return best([prior[c] * np.prod(theta[c][np.asarray(x) == 1]) for c in range(len(prior))], model)


@wrong("3.3-M2")
def prior_forgotten(x, model: Model):
    """With which number does your product start, before the first feature?"""
    _, prior, _ = parts(model)
    return best(np.array(products(x, model)) / prior, model)


@wrong("3.3-M3")
def one_and_zero_swapped(x, model: Model):
    """θ is the probability of a 1. Which factor does your loop take where x is 1?"""
    return best(products(1 - np.asarray(x), model), model)


@wrong("E62: prior in every factor")
def prior_in_every_factor(x, model: Model):
    """How often does the prior enter your product: once for each class, or once for each feature?"""
    _, prior, _ = parts(model)
    return best(np.array(products(x, model)) * prior ** (len(x) - 1), model)


@wrong("2.4-M4")
def sum_for_product(x, model: Model):
    """One factor 0 should rule a class out. Does it, if the factors are added?"""
    _, prior, theta = parts(model)
    x = np.asarray(x)
    return best(prior + (x * theta + (1 - x) * (1 - theta)).sum(axis=1), model)


def _by_comprehension(x, model: Model):
    scores = [
        p * prod(t if value else 1 - t for t, value in zip(row, x, strict=True))
        for p, row in zip(model["prior"], model["theta"], strict=True)
    ]
    return model["classes"][scores.index(max(scores))]


def _by_logarithms(x, model: Model):
    with np.errstate(divide="ignore"):
        factors = np.log(np.where(np.asarray(x) == 1, model["theta"], 1 - np.asarray(model["theta"])))
        return model["classes"][np.argmax(np.log(model["prior"]) + factors.sum(axis=1))]


def _random(rng: np.random.Generator) -> Iterable[Case]:
    shown = "predict_one(x, model) for all eight x"
    yield Case("all eight", (inputs.ZOO,), ask=_every_input, shown=shown)
    for K, d in ((2, 3), (3, 4), (4, 3)):
        model = inputs.random_model(rng, K, d)
        yield Case(f"{K} classes, {d} features", (rng.integers(0, 2, size=d), model))


def _every_input(answer, model: Model):
    d = np.asarray(model["theta"]).shape[1]
    return [answer(np.array(x), model) for x in np.ndindex(*(2,) * d)]


TIE = model_of(["a", "b"], [0.5, 0.5], [[0.25, 0.75], [0.75, 0.25]])
IMPOSSIBLE = model_of(["left", "right"], [0.3, 0.7], [[0.0, 0.5], [0.0, 0.5]])
VETO = model_of([3, 7], [0.75, 0.25], [[0.0, 0.9, 0.9], [0.5, 0.25, 0.25]])

EXERCISE = Exercise(
    name="predict_one",
    contract="predict_one(x, model) -> one label, x a row of 0 and 1",
    reference=predict_one,
    families=(
        Family(
            "Is this mail spam?",
            "example",
            1,
            tuple(
                Case(f"a mail {name}", (row, inputs.MAIL_MODEL))
                for name, row in zip(
                    ("with a dollar sign", "with Hi and CPSC", "without a word"),
                    inputs.MAIL_QUERIES[[0, 1, 3]],
                    strict=True,
                )
            ),
            "Six features make six factors, whether the words are there or not. Write them down for a mail.",
        ),
        Family(
            "words for labels, an uneven prior, a tie, a zero",
            "trap",
            1,
            (
                Case("a rare class and strong evidence", (np.array([1]), inputs.SKEWED)),
                Case("a feature that is conspicuously absent", (np.array([1, 0, 0]), inputs.ABSENT)),
                Case("two classes with the same product", (np.array([0, 0]), TIE)),
                Case("a factor of zero", (np.array([1, 1, 1]), VETO)),
                Case("every product is zero", (np.array([1, 0]), IMPOSSIBLE)),
                Case("three animals", (np.array([1, 0, 1]), inputs.ZOO)),
            ),
            "Work the failing case out with a pencil: which product is the largest?",
        ),
        Family(
            "every possible input, and other models",
            "random",
            1,
            _random,
            "For which x does your answer differ first?",
        ),
    ),
    misconceptions=(*mistakes_in(globals()), *for_unit(products, *mistakes_in(vars(shared)))),
    lists=("x",),
    right=(_by_comprehension, _by_logarithms, partial(shared.best_so_far, products)),
    compare=exact(),
    read="3 · The lecture's prediction",
    concepts=("bern-spam", "nb-rule", "bern-absence", "nb-map-class"),
)
