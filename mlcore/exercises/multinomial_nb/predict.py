"""The label of each text, safe where products of probabilities are not."""

from collections.abc import Iterable
from functools import partial

import numpy as np

from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.multinomial_nb import inputs, log_joint
from mlcore.exercises.naive_bayes import predict as shared
from mlcore.exercises.naive_bayes.predict import labels
from mlcore.exercises.naive_bayes.theta_model import Model, model_of
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


def predict(model: Model, Q):
    """Return for each text the label with the largest joint log probability, the first of equals; (m,)."""
    return labels(model, log_joint.log_joint(model, Q))


@wrong("4.5-M4")
def length_as_temperature(model: Model, Q):
    """Should a long text convince more than a short one? What does dividing by its length do?"""
    return labels(model, log_joint.divided_by_the_length.answer(model, Q))


@wrong("4.4-M1")
def presence_for_counts(model: Model, Q):
    """Does your answer change if a word is repeated?"""
    return labels(model, log_joint.presence_for_counts.answer(model, Q))


@wrong("4.4-M3")
def absence_added(model: Model, Q):
    """What does a word add that does not occur? In this model, absence is no evidence."""
    return labels(model, log_joint.absence_added.answer(model, Q))


@wrong("4.5-M3")
def least_probable(model: Model, Q):
    """Log probabilities are negative; divided by their sum they are positive again. Which class has the
    largest share then: the most probable one?"""
    return labels(model, -log_joint.log_joint(model, Q))


@wrong()
def largest_over_the_texts(model, Q):
    """A row is a text and a column is a class: along which axis is the largest to be found?"""
    return np.asarray(model["classes"])[np.argmax(log_joint.log_joint(model, Q), axis=0)]


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, D in ((2, 4), (3, 3), (4, 5)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, D), rng.integers(0, 4, size=(6, D))))


TIE = model_of(["a", "b"], [0.5, 0.5], [[0.25, 0.75], [0.75, 0.25]])

EXERCISE = Exercise(
    name="predict",
    contract="predict(model, Q) -> labels (m,); the first class of equals",
    reference=predict,
    families=(
        Family(
            "four texts",
            "example",
            1,
            (Case("four texts", (inputs.FIVE_MODEL, inputs.QUERIES)),),
            "Which column of log_joint is the largest in each row, and which label belongs to it?",
        ),
        Family(
            "zeros, ties, rare classes",
            "trap",
            1,
            (
                Case("learnt without smoothing", (inputs.HARD, inputs.HARD_QUERIES)),
                Case("learnt without smoothing, a rare class", (inputs.UNEVEN, inputs.HARD_QUERIES)),
                Case("words that are absent", (inputs.SILENT, np.array([[1, 0, 0]]))),
                Case("a text that no class can have written", (inputs.HARD, inputs.NOBODY)),
                Case("two classes with the same product", (TIE, np.array([[1, 1], [2, 0]]))),
                Case("a rare class, strong evidence", (inputs.SKEWED, np.array([[1, 0, 0], [3, 0, 0]]))),
                Case(
                    "a rare class, weak evidence", (inputs.WEAK, np.array([[0, 1], [0, 0], [8, 0], [1, 0]]))
                ),
                Case("three subjects", (inputs.NEWS, inputs.NEWS_QUERIES)),
            ),
            "Print the row of log_joint that belongs to the first difference.",
        ),
        Family(
            "long texts",
            "trap",
            0.5,
            (Case("everything 400 times", (inputs.LONG, inputs.LONG_QUERIES)),),
            "How small is a product of 1600 factors?",
        ),
        Family("other models", "random", 0.5, _random, "Print the row of log_joint beside your label."),
    ),
    misconceptions=(*mistakes_in(globals()), *for_unit(log_joint, *mistakes_in(vars(shared)))),
    right=tuple(
        partial(answer, log_joint) for answer in (shared.by_loops, shared.one_by_one, shared.by_comparison)
    ),
    compare=exact(),
    uses=("log_joint",),
    read="6 · Labels, for long texts too",
    concepts=("mult-requirements", "pr-underflow", "text-applications"),
)
