"""The probability of each class. Shift the log joint, come back from logarithms, divide by the sum."""

from collections.abc import Iterable
from functools import partial

import numpy as np

from mlcore.exercises.bernoulli_nb import inputs, log_joint
from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.naive_bayes import predict_with_prob as shared
from mlcore.exercises.naive_bayes.predict_with_prob import normalised, possible, rows_sum_to_one
from mlcore.exercises.naive_bayes.theta_model import Model, model_of
from selfcheck.exercise import Case, Exercise, Family, wrong


def predict_with_prob(model: Model, Q):
    """Return P(c | q), shape (m, K); a query that every class rules out is a ValueError."""
    return normalised(log_joint.log_joint(model, Q))


@wrong("3.4-M2")
def absent_words_ignored(model: Model, Q):
    """Is your answer for a mail with none of the words the prior? Should six missing words change it?"""
    return normalised(log_joint.absent_words_ignored.answer(model, Q))


@wrong("3.4-M4")
def theta_clipped(model: Model, Q):
    """Where the model says 0, does your answer still say 0?"""
    return normalised(log_joint.theta_clipped.answer(model, Q))


@wrong("3.4-M5")
def sigmoid_of_one_score(model: Model, Q):
    """The sigmoid turns the *difference* of two scores into a probability. What did you put into it?"""
    return 1 / (1 + np.exp(-log_joint.log_joint(model, Q)))


@wrong("prior-forgotten")
def prior_forgotten(model: Model, Q):
    """Bayes' rule multiplies the likelihood by something. Where is it in yours?"""
    return normalised(log_joint.prior_forgotten.answer(model, Q))


@wrong("3.3-M3")
def one_and_zero_swapped(model: Model, Q):
    """θ is the probability of a 1. Where q is 1, do you take θ or 1 − θ?"""
    return normalised(log_joint.one_and_zero_swapped.answer(model, Q))


@wrong("2.6-M3")
def normalised_over_queries(model: Model, Q):
    """Do your *rows* sum to 1, or your columns? Ask for one query only: what do you get?"""
    scores = possible(log_joint.log_joint(model, Q))
    p = np.exp(scores - scores.max())
    return p / np.maximum(p.sum(axis=0), 1e-300)


@wrong()
def log_probabilities(model: Model, Q):
    """A probability is between 0 and 1. Is there an exp missing at the end?"""
    scores = possible(log_joint.log_joint(model, Q))
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


@wrong()
def even_where_nothing_fits(model: Model, Q):
    """All classes are ruled out: do you know that each is equally probable, or is it a ValueError?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    scores = np.where(np.isneginf(scores).all(axis=1, keepdims=True), 0.0, scores)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


@wrong()
def one_shift_for_all_queries(model: Model, Q):
    """You subtract the largest score of the whole table. What is left of a long query beside a short one?"""
    scores = possible(log_joint.log_joint(model, Q))
    with np.errstate(all="ignore"):
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(axis=1, keepdims=True)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    queries = (inputs.ZOO, inputs.ZOO_QUERIES)
    yield Case("sums", queries, ask=rows_sum_to_one, shown="the sum of each row")
    for K, d in ((2, 3), (3, 4), (4, 3)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, d), rng.integers(0, 2, size=(3, d))))


ALL_RULED_OUT = model_of(["left", "right"], [0.3, 0.7], [[0.0, 0.5], [0.0, 0.5]])

EXERCISE = Exercise(
    name="predict_with_prob",
    contract="predict_with_prob(model, Q) -> array (m, K), rows sum to 1; ValueError if no class is possible",
    reference=predict_with_prob,
    families=(
        Family(
            "four mails",
            "example",
            1,
            (Case("four mails", (inputs.MAIL_MODEL, inputs.MAIL_QUERIES)),),
            "exp of the log joint gives two products for each mail. What do you divide them by?",
        ),
        Family(
            "three classes, and θ of 0 and 1",
            "trap",
            1,
            (
                Case("three animals", (inputs.ZOO, inputs.ZOO_QUERIES)),
                Case("learnt without smoothing", (inputs.TEN_MODEL, inputs.TEN_QUERIES)),
            ),
            "Which class is impossible for which query? Its probability is exactly 0.",
        ),
        Family(
            "two thousand features",
            "trap",
            1,
            (
                Case(
                    "two thousand features",
                    (inputs.LONG, inputs.LONG_QUERIES),
                    shown="predict_with_prob(model, Q)",
                ),
                Case(
                    "a probable query beside an improbable one",
                    (inputs.FREQUENT, np.array([[1] * 1000, [0] * 1000])),
                    shown="predict_with_prob(model, Q)",
                ),
            ),
            "Which number can you subtract from a row of scores, so that its largest becomes 0?",
        ),
        Family(
            "no class is possible",
            "trap",
            0.5,
            (Case("both classes never have the first feature", (ALL_RULED_OUT, np.array([[0, 1], [1, 0]]))),),
            "0 / 0 has no value. What does the task say should happen?",
        ),
        Family(
            "sums, and other models",
            "random",
            0.5,
            _random,
            "Add up the rows of your answer.",
        ),
    ),
    misconceptions=(*mistakes_in(globals()), *for_unit(log_joint, *mistakes_in(vars(shared)))),
    right=tuple(
        partial(answer, log_joint) for answer in (shared.by_loops, shared.by_logsumexp, shared.one_by_one)
    ),
    uses=("log_joint",),
    read="6 · How sure?",
    concepts=("bern-spam", "nb-interpretable", "bayes-normalise-scores", "pr-underflow"),
)
