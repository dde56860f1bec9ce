"""Task: the probability of each class. Shift the log joint, come back from logarithms, divide by the sum."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Family, wrong
from mlcore.exercises.bernoulli_nb import inputs, log_joint
from mlcore.exercises.bernoulli_nb.inputs import Model, made
from mlcore.exercises.mistakes import mistakes_in


def predict_with_prob(model: Model, Q: Any) -> Any:
    """Return P(c | q), shape (m, K); a query that every class rules out is a ValueError."""
    return normalised(log_joint.log_joint(model, Q))


def normalised(scores: Any) -> Any:
    """Return the probabilities that belong to joint log probabilities (m, K)."""
    largest = scores.max(axis=1, keepdims=True)
    if np.isneginf(largest).any():
        raise ValueError("A query has probability 0 in every class: learn with alpha > 0.")
    p = np.exp(scores - largest)
    return p / p.sum(axis=1, keepdims=True)


@wrong("3.4-M1")
def nan_everywhere(model: Model, Q: Any) -> Any:
    """Where does the first nan arise? At a feature with θ = 1 that the query has: what is 0 times log 0?"""
    with log_joint.zeros_allowed():
        scores = log_joint.zero_times_log_zero.answer(model, Q)
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)


@wrong("3.4-M2")
def absent_words_ignored(model: Model, Q: Any) -> Any:
    """Is your answer for a mail with none of the words the prior? Should six missing words change it?"""
    return normalised(log_joint.absent_words_ignored.answer(model, Q))


@wrong("3.4-M3")
def not_normalised(model: Model, Q: Any) -> Any:
    """What does a row of your answer sum to? And what should the classes' probabilities sum to?"""
    scores = log_joint.log_joint(model, Q)
    normalised(scores)
    return np.exp(scores)


@wrong("3.4-M4")
def theta_clipped(model: Model, Q: Any) -> Any:
    """Where the model says 0, does your answer still say 0?"""
    return normalised(log_joint.theta_clipped.answer(model, Q))


@wrong("3.4-M5")
def sigmoid_of_one_score(model: Model, Q: Any) -> Any:
    """The sigmoid turns the *difference* of two scores into a probability. What did you put into it?"""
    return 1 / (1 + np.exp(-log_joint.log_joint(model, Q)))


@wrong("teaching: prior-forgotten")
def prior_forgotten(model: Model, Q: Any) -> Any:
    """Bayes' rule multiplies the likelihood by something. Where is it in yours?"""
    return normalised(log_joint.prior_forgotten.answer(model, Q))


@wrong("teaching: prior-not-logged")
def prior_not_logged(model: Model, Q: Any) -> Any:
    """You add logarithms. Is the prior one of them?"""
    return normalised(log_joint.prior_not_logged.answer(model, Q))


@wrong("3.3-M3")
def one_and_zero_swapped(model: Model, Q: Any) -> Any:
    """θ is the probability of a 1. Where q is 1, do you take θ or 1 − θ?"""
    return normalised(log_joint.one_and_zero_swapped.answer(model, Q))


@wrong("teaching: exp-without-shift")
def exp_without_shift(model: Model, Q: Any) -> Any:
    """What is np.exp(-1386)? What may you add to all scores of a row without changing the answer?"""
    scores = log_joint.log_joint(model, Q)
    with log_joint.zeros_allowed():
        p = np.exp(scores)
        if np.isneginf(scores.max(axis=1)).any():
            raise ValueError("A query has probability 0 in every class.")
        return p / p.sum(axis=1, keepdims=True)


@wrong("2.6-M3")
def normalised_over_queries(model: Model, Q: Any) -> Any:
    """Do your *rows* sum to 1, or your columns? Ask for one query only: what do you get?"""
    scores = log_joint.log_joint(model, Q)
    normalised(scores)
    p = np.exp(scores - scores.max())
    return p / np.maximum(p.sum(axis=0), 1e-300)


@wrong("2.6-M4")
def logarithms_normalised(model: Model, Q: Any) -> Any:
    """You divide logarithms by their sum. Does the most probable class get the largest number?"""
    scores = log_joint.log_joint(model, Q)
    normalised(scores)
    with log_joint.zeros_allowed():
        return scores / scores.sum(axis=1, keepdims=True)


@wrong("U08: silence at 0 / 0")
def silent_where_nothing_fits(model: Model, Q: Any) -> Any:
    """No class can have produced this query. Is there a probability to give, and does your answer say so?"""
    scores = log_joint.log_joint(model, Q)
    with log_joint.zeros_allowed():
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)


@wrong("U08: a guess at 0 / 0")
def prior_where_nothing_fits(model: Model, Q: Any) -> Any:
    """The query is impossible in every class. Should a function that cannot know answer with a number?"""
    scores = log_joint.log_joint(model, Q)
    impossible = np.isneginf(scores).all(axis=1, keepdims=True)
    return normalised(np.where(impossible, np.log(np.asarray(model["prior"])), scores))


@wrong()
def log_probabilities(model: Model, Q: Any) -> Any:
    """A probability is between 0 and 1. Is there an exp missing at the end?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some query is impossible.")
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


@wrong()
def even_where_nothing_fits(model: Model, Q: Any) -> Any:
    """All classes are ruled out: do you know that each is equally probable, or is it a ValueError?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    scores = np.where(np.isneginf(scores).all(axis=1, keepdims=True), 0.0, scores)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


@wrong()
def one_shift_for_all_queries(model: Model, Q: Any) -> Any:
    """You subtract the largest score of the whole table. What is left of a long query beside a short one?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some query is impossible.")
    with np.errstate(all="ignore"):
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(axis=1, keepdims=True)


def _by_loops(model: Model, Q: Any) -> Any:
    rows = []
    for row in np.asarray(log_joint.log_joint(model, Q)).tolist():
        if max(row) == -np.inf:
            raise ValueError("impossible")
        rows.append(
            [1 / sum(np.exp(other - score) for other in row) if score > -np.inf else 0 for score in row]
        )
    return rows


def _by_logsumexp(model: Model, Q: Any) -> Any:
    scores = log_joint.log_joint(model, Q)
    evidence = np.logaddexp.reduce(scores, axis=1, keepdims=True)
    if not np.isfinite(evidence).all():
        raise ValueError("impossible")
    return np.exp(scores - evidence)


def _one_by_one(model: Model, Q: Any) -> Any:
    return tuple(normalised(log_joint.log_joint(model, [q]))[0] for q in Q)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, d in ((2, 3), (3, 4), (4, 3)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, d), rng.integers(0, 2, size=(3, d))))


def _rows_sum_to_one(answer: Any, model: Model, Q: Any) -> Any:
    p = np.asarray(answer(model, Q), dtype=float)
    return {"the rows sum to": p.sum(axis=1), "the smallest is at least 0": bool(p.min() >= 0)}


ALL_RULED_OUT = made(["left", "right"], [0.3, 0.7], [[0.0, 0.5], [0.0, 0.5]])

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
            lambda rng: (
                Case(
                    "sums",
                    (inputs.ZOO, inputs.ZOO_QUERIES),
                    ask=_rows_sum_to_one,
                    shown="the sum of each row",
                ),
                *_random(rng),
            ),
            "Add up the rows of your answer.",
        ),
    ),
    misconceptions=mistakes_in(__name__),
    right=(_by_loops, _by_logsumexp, _one_by_one),
    uses=("log_joint",),
    concepts=("bern-spam", "nb-interpretable", "bayes-normalise-scores", "pr-underflow"),
)
