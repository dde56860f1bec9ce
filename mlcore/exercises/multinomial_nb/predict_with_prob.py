"""Task: the probability of each class. Shift the log joint, come back from logarithms, divide by the sum."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Family, wrong
from mlcore.exercises.mistakes import mistakes_in
from mlcore.exercises.multinomial_nb import inputs, log_joint
from mlcore.exercises.multinomial_nb.inputs import Model, zeros_allowed


def predict_with_prob(model: Model, Q: Any) -> Any:
    """Return P(c | q), shape (m, K); a text that every class rules out is a ValueError."""
    return normalised(log_joint.log_joint(model, Q))


def normalised(scores: Any) -> Any:
    """Return the probabilities that belong to joint log probabilities (m, K)."""
    largest = scores.max(axis=1, keepdims=True)
    if np.isneginf(largest).any():
        raise ValueError("A text has probability 0 in every class: learn with alpha > 0.")
    p = np.exp(scores - largest)
    return p / p.sum(axis=1, keepdims=True)


@wrong("4.5-M1")
def exp_without_shift(model: Model, Q: Any) -> Any:
    """What is np.exp(-1700)? What may you add to all scores of a row without changing the answer?"""
    scores = log_joint.log_joint(model, Q)
    with zeros_allowed():
        if np.isneginf(scores.max(axis=1)).any():
            raise ValueError("A text has probability 0 in every class.")
        p = np.exp(scores)
        return p / p.sum(axis=1, keepdims=True)


@wrong("4.5-M2")
def prior_forgotten(model: Model, Q: Any) -> Any:
    """What should the empty text answer? Is it the prior, or the same for every class?"""
    return normalised(log_joint.prior_forgotten.answer(model, Q))


@wrong("4.5-M3")
def logarithms_normalised(model: Model, Q: Any) -> Any:
    """You divide logarithms by their sum. Does the most probable class get the largest number?"""
    scores = log_joint.log_joint(model, Q)
    normalised(scores)
    with zeros_allowed():
        return scores / scores.sum(axis=1, keepdims=True)


@wrong("4.5-M4")
def length_as_temperature(model: Model, Q: Any) -> Any:
    """Write a text twice in a row: should the answer become surer? What does dividing by the length do?"""
    return normalised(log_joint.divided_by_the_length.answer(model, Q))


@wrong("2.6-M1")
def not_normalised(model: Model, Q: Any) -> Any:
    """What does a row of your answer sum to? And what should the classes' probabilities sum to?"""
    scores = log_joint.log_joint(model, Q)
    normalised(scores)
    return np.exp(scores)


@wrong("2.6-M3")
def normalised_over_texts(model: Model, Q: Any) -> Any:
    """Do your *rows* sum to 1, or your columns? Ask for one text only: what do you get?"""
    scores = log_joint.log_joint(model, Q)
    normalised(scores)
    p = np.exp(scores - scores.max())
    return p / np.maximum(p.sum(axis=0), 1e-300)


@wrong("teaching: prior-not-logged")
def prior_not_logged(model: Model, Q: Any) -> Any:
    """You add logarithms. Is the prior one of them?"""
    return normalised(log_joint.prior_not_logged.answer(model, Q))


@wrong("4.4-M1")
def presence_for_counts(model: Model, Q: Any) -> Any:
    """Does your answer change if a word is repeated?"""
    return normalised(log_joint.presence_for_counts.answer(model, Q))


@wrong("4.4-M3")
def absence_added(model: Model, Q: Any) -> Any:
    """The empty text says nothing: is your answer for it the prior?"""
    return normalised(log_joint.absence_added.answer(model, Q))


@wrong("U12: 0 · log 0")
def nan_everywhere(model: Model, Q: Any) -> Any:
    """Where does the first nan arise? At a word with θ = 0 that the text does not have: what is 0 · log 0?"""
    with zeros_allowed():
        scores = log_joint.zero_times_log_zero.answer(model, Q)
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)


@wrong("U08: silence at 0 / 0")
def silent_where_nothing_fits(model: Model, Q: Any) -> Any:
    """No class can have written this text. Is there a probability to give, and does your answer say so?"""
    scores = log_joint.log_joint(model, Q)
    with zeros_allowed():
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)


@wrong("U08: a guess at 0 / 0")
def prior_where_nothing_fits(model: Model, Q: Any) -> Any:
    """The text is impossible in every class. Should a function that cannot know answer with a number?"""
    scores = log_joint.log_joint(model, Q)
    impossible = np.isneginf(scores).all(axis=1, keepdims=True)
    return normalised(np.where(impossible, np.log(np.asarray(model["prior"])), scores))


def _scores(model: Any, Q: Any) -> Any:
    return np.asarray(log_joint.log_joint(model, Q))


def _possible(model: Any, Q: Any) -> Any:
    scores = _scores(model, Q)
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some text is impossible.")
    return scores


@wrong()
def columns_sum_to_one(model: Any, Q: Any) -> Any:
    """A text belongs to some class: what must sum to 1, a row or a column?"""
    scores = _possible(model, Q)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=0)


@wrong()
def one_shift_for_all_texts(model: Any, Q: Any) -> Any:
    """You subtract the largest score of the whole table. What is left of a long text beside a short one?"""
    scores = _possible(model, Q)
    with np.errstate(all="ignore"):
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(axis=1, keepdims=True)


@wrong()
def nan_read_as_zero(model: Any, Q: Any) -> Any:
    """Where did the nan come from that you replace by 0? Do the rows of your result sum to 1?"""
    with np.errstate(all="ignore"):
        shares = np.exp(_scores(model, Q))
        return np.nan_to_num(shares / shares.sum(axis=1, keepdims=True))


@wrong()
def odds_of_two_classes(model: Any, Q: Any) -> Any:
    """You compare two columns. What about the third class?"""
    scores = _possible(model, Q)
    with np.errstate(all="ignore"):
        second = 1 / (1 + np.exp(scores[:, 0] - scores[:, 1]))
    return np.column_stack([1 - second, second])


def _by_loops(model: Model, Q: Any) -> Any:
    rows = []
    for row in np.asarray(log_joint.log_joint(model, Q)).tolist():
        if max(row) == -np.inf:
            raise ValueError("impossible")
        p = [np.exp(score - max(row)) for score in row]
        rows.append([value / sum(p) for value in p])
    return rows


def _by_logsumexp(model: Model, Q: Any) -> Any:
    scores = log_joint.log_joint(model, Q)
    evidence = np.logaddexp.reduce(scores, axis=1, keepdims=True)
    if not np.isfinite(evidence).all():
        raise ValueError("impossible")
    return np.exp(scores - evidence)


def _one_by_one(model: Model, Q: Any) -> Any:
    return tuple(normalised(log_joint.log_joint(model, [q]))[0] for q in Q)


def _rows_sum_to_one(answer: Any, model: Model, Q: Any) -> Any:
    p = np.asarray(answer(model, Q), dtype=float)
    return {"the rows sum to": p.sum(axis=1), "the smallest is at least 0": bool(p.min() >= 0)}


def _random(rng: np.random.Generator) -> Iterable[Case]:
    queries = (inputs.NEWS, inputs.NEWS_QUERIES)
    yield Case("sums", queries, ask=_rows_sum_to_one, shown="the sum of each row")
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
    misconceptions=mistakes_in(__name__),
    right=(_by_loops, _by_logsumexp, _one_by_one),
    uses=("log_joint",),
    concepts=("mult-requirements", "pr-underflow", "bayes-normalise-scores"),
)
