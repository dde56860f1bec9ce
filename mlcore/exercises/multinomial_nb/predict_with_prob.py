"""The probability of each class. Shift the log joint, come back from logarithms, divide by the sum."""

from collections.abc import Iterable
from functools import partial

import numpy as np

from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.multinomial_nb import inputs, log_joint
from mlcore.exercises.naive_bayes import predict_with_prob as shared
from mlcore.exercises.naive_bayes.predict_with_prob import normalised, possible, rows_sum_to_one
from mlcore.exercises.naive_bayes.theta_model import Model
from selfcheck.exercise import Case, Exercise, Family, wrong


def predict_with_prob(model: Model, Q):
    """Return P(c | q), shape (m, K); a text that every class rules out is a ValueError."""
    return normalised(log_joint.log_joint(model, Q))


@wrong("4.5-M2")
def prior_forgotten(model: Model, Q):
    """What is the right answer for the empty text? Is it the prior, or the same for every class?"""
    return normalised(log_joint.prior_forgotten.answer(model, Q))


@wrong("4.5-M4")
def length_as_temperature(model: Model, Q):
    """Write a text twice in a row: should the answer become more certain? What does dividing by the length
    do?"""
    return normalised(log_joint.divided_by_the_length.answer(model, Q))


@wrong("2.6-M3")
def normalised_over_texts(model: Model, Q):
    """Do your *rows* sum to 1, or your columns? Ask for one text only: what do you get?"""
    scores = possible(log_joint.log_joint(model, Q))
    p = np.exp(scores - scores.max())
    return p / np.maximum(p.sum(axis=0), 1e-300)


@wrong("4.4-M1")
def presence_for_counts(model: Model, Q):
    """Does your answer change if a word is repeated?"""
    return normalised(log_joint.presence_for_counts.answer(model, Q))


@wrong("4.4-M3")
def absence_added(model: Model, Q):
    """The empty text says nothing: is your answer for it the prior?"""
    return normalised(log_joint.absence_added.answer(model, Q))


@wrong()
def columns_sum_to_one(model, Q):
    """A text belongs to some class: what must sum to 1, a row or a column?"""
    scores = possible(log_joint.log_joint(model, Q))
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=0)


@wrong()
def one_shift_for_all_texts(model, Q):
    """You subtract the largest score of the whole table. What is left of a long text beside a short one?"""
    scores = possible(log_joint.log_joint(model, Q))
    with np.errstate(all="ignore"):
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(axis=1, keepdims=True)


@wrong()
def nan_read_as_zero(model, Q):
    """Where did the nan come from that you replace by 0? Do the rows of your result sum to 1?"""
    with np.errstate(all="ignore"):
        shares = np.exp(log_joint.log_joint(model, Q))
        return np.nan_to_num(shares / shares.sum(axis=1, keepdims=True))


@wrong()
def odds_of_two_classes(model, Q):
    """You compare two columns. What about the third class?"""
    scores = possible(log_joint.log_joint(model, Q))
    with np.errstate(all="ignore"):
        second = 1 / (1 + np.exp(scores[:, 0] - scores[:, 1]))
    return np.column_stack([1 - second, second])


def _random(rng: np.random.Generator) -> Iterable[Case]:
    queries = (inputs.NEWS, inputs.NEWS_QUERIES)
    yield Case("sums", queries, ask=rows_sum_to_one, shown="the sum of each row")
    for K, D in ((2, 4), (3, 3), (4, 5)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, D), rng.integers(0, 4, size=(3, D))))


EXERCISE = Exercise(
    name="predict_with_prob",
    contract="predict_with_prob(model, Q) -> array (m, K), rows sum to 1; ValueError if no class is possible",
    reference=predict_with_prob,
    families=(
        Family(
            "four texts",
            "example",
            1,
            (Case("four texts", (inputs.FIVE_MODEL, inputs.QUERIES)),),
            "The last text is empty. What is known about it?",
        ),
        Family(
            "three classes, and θ of 0",
            "trap",
            1,
            (
                Case("three subjects", (inputs.NEWS, inputs.NEWS_QUERIES)),
                Case("learnt without smoothing", (inputs.HARD, inputs.HARD_QUERIES)),
            ),
            "Which class is impossible for which text? Its probability is exactly 0.",
        ),
        Family(
            "long texts",
            "trap",
            1,
            (Case("everything 400 times", (inputs.LONG, inputs.LONG_QUERIES)),),
            "Which number can you subtract from a row of scores, so that its largest becomes 0?",
        ),
        Family(
            "no class is possible",
            "trap",
            0.5,
            (
                Case("a text that no class can have written", (inputs.HARD, inputs.NOBODY)),
                Case(
                    "that text among others", (inputs.HARD, np.vstack([inputs.HARD_QUERIES, inputs.NOBODY]))
                ),
            ),
            "0 / 0 has no value. What does the task say should happen?",
        ),
        Family("sums, and other models", "random", 0.5, _random, "Add up the rows of your answer."),
    ),
    misconceptions=(*mistakes_in(globals()), *for_unit(log_joint, *mistakes_in(vars(shared)))),
    right=tuple(
        partial(answer, log_joint) for answer in (shared.by_loops, shared.by_logsumexp, shared.one_by_one)
    ),
    uses=("log_joint",),
    read="7 · How sure?",
    concepts=("mult-requirements", "pr-underflow", "bayes-normalise-scores"),
)
