"""The label of each query, safe where products of probabilities are not."""

from collections.abc import Iterable
from functools import partial

import numpy as np

from mlcore.exercises.bernoulli_nb import inputs, log_joint
from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.naive_bayes import predict as shared
from mlcore.exercises.naive_bayes.predict import labels
from mlcore.exercises.naive_bayes.theta_model import Model, model_of, parts
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


def predict(model: Model, Q):
    """Return for each query the label with the largest joint log probability, the first of equals; (m,)."""
    return labels(model, log_joint.log_joint(model, Q))


@wrong("3.4-M2")
def absent_words_ignored(model: Model, Q):
    """Do your scores change when a word that spam almost always has is missing?"""
    return labels(model, log_joint.absent_words_ignored.answer(model, Q))


@wrong("3.4-M4")
def theta_clipped(model: Model, Q):
    """Where the model says 0, does your code still say 0? Avoiding log 0 must not change the answer."""
    return labels(model, log_joint.theta_clipped.answer(model, Q))


@wrong("3.3-M3")
def one_and_zero_swapped(model: Model, Q):
    """θ is the probability of a 1. Where q is 1, do you take θ or 1 − θ?"""
    return labels(model, log_joint.one_and_zero_swapped.answer(model, Q))


@wrong("2.5-M3")
def least_probable(model: Model, Q):
    """Log probabilities are negative. Is the best one the largest, or the one with the most digits?"""
    return parts(model)[0][np.argmax(-log_joint.log_joint(model, Q), axis=1)]


@wrong()
def largest_over_the_queries(model: Model, Q):
    """A row is a query and a column is a class: along which axis is the largest to be found?"""
    return parts(model)[0][np.argmax(log_joint.log_joint(model, Q), axis=0)]


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, d in ((2, 3), (3, 4), (4, 3)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, d), rng.integers(0, 2, size=(6, d))))


TIE = model_of(["a", "b"], [0.5, 0.5], [[0.25, 0.75], [0.75, 0.25]])
# Label 3 has a large prior and never the feature; clipping its θ would let it win.
VETO = model_of([-1, 3], [0.001, 0.999], [[0.5, 0.5], [0.0, 0.5]])
WEAK = model_of(["common", "rare"], [0.9, 0.1], [[0.4], [0.6]])  # 3 to 2 against a prior of 9 to 1
ALL_RULED_OUT = model_of(["left", "right"], [0.3, 0.7], [[0.0, 0.5], [0.0, 0.5]])

EXERCISE = Exercise(
    name="predict",
    contract="predict(model, Q) -> labels (m,); the first class of equals",
    reference=predict,
    families=(
        Family(
            "four mails",
            "example",
            1,
            (Case("four mails", (inputs.MAIL_MODEL, inputs.MAIL_QUERIES)),),
            "Which column of log_joint is the largest in each row, and which label belongs to it?",
        ),
        Family(
            "zeros, ties, rare classes",
            "trap",
            1,
            (
                Case("learnt without smoothing", (inputs.TEN_MODEL, inputs.TEN_QUERIES)),
                Case("a feature that one class never has", (VETO, np.array([[1, 0], [0, 0]]))),
                Case("every class is ruled out", (ALL_RULED_OUT, np.array([[1, 0]]))),
                Case("a feature that is conspicuously absent", (inputs.ABSENT, np.array([[1, 0, 0]]))),
                Case("two classes with the same product", (TIE, np.array([[0, 0], [1, 0]]))),
                Case("a rare class and strong evidence", (inputs.SKEWED, inputs.SKEWED_QUERIES)),
                Case("a rare class and weak evidence", (WEAK, inputs.SKEWED_QUERIES)),
                Case("three animals", (inputs.ZOO, inputs.ZOO_QUERIES)),
            ),
            "Print the row of log_joint that belongs to the first difference.",
        ),
        Family(
            "two thousand features",
            "trap",
            0.5,
            (Case("two thousand features", (inputs.LONG, inputs.LONG_QUERIES), shown="predict(model, Q)"),),
            "How small is a product of two thousand factors of about ½?",
        ),
        Family("other models", "random", 0.5, _random, "Print the row of log_joint beside your label."),
    ),
    misconceptions=(*mistakes_in(globals()), *for_unit(log_joint, *mistakes_in(vars(shared)))),
    right=tuple(
        partial(answer, log_joint) for answer in (shared.by_loops, shared.one_by_one, shared.by_comparison)
    ),
    compare=exact(),
    uses=("log_joint",),
    read="5 · Labels",
    concepts=("bern-spam", "nb-rule", "pr-underflow"),
)
