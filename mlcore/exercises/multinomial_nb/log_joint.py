"""log p(q, c) of many texts, given as counts: log π_c + Σ_w q_w log θ_{c,w}, over the vocabulary."""

from collections.abc import Iterable
from math import lgamma

import numpy as np

from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.multinomial_nb import inputs
from mlcore.exercises.naive_bayes import log_joint as shared
from mlcore.exercises.naive_bayes.theta_model import Model, parts, zeros_allowed
from selfcheck.exercise import Case, Exercise, Family, wrong


def log_joint(model: Model, Q):
    """Return log π_c + Σ_w q_w log θ_{c,w} of each text and class, shape (m, K)."""
    return np.log(parts(model)[1]) + log_likelihood(model, Q)


def log_likelihood(model: Model, Q):
    """Return Σ_w q_w log θ_{c,w}, shape (m, K); a word that does not occur adds 0, even if θ is 0."""
    theta, count = parts(model)[2], np.asarray(Q)[:, None, :]
    with zeros_allowed():
        return np.where(count > 0, count * np.log(theta), 0).sum(axis=2)


@wrong("4.4-M1")
def presence_for_counts(model: Model, Q):
    """Does a word count more if it occurs three times? By which number do you multiply log θ?"""
    return log_joint(model, (np.asarray(Q) > 0).astype(int))


@wrong("4.4-M2")
def prior_forgotten(model: Model, Q):
    """What is the right answer for the empty text? Is it 0 for every class?"""
    return log_likelihood(model, Q)


@wrong("4.4-M3")
def absence_added(model: Model, Q):
    """What does your sum add for a word that does not occur? θ to the power of 0 is 1: and its logarithm?"""
    absent = (np.asarray(Q) == 0)[:, None, :]
    return log_joint(model, Q) + np.where(absent, np.log1p(-parts(model)[2]), 0).sum(axis=2)


@wrong("4.4-M4")
def counts_squared(model: Model, Q):
    """Does your sum run over the words of the vocabulary, or over the places of the text? If a word is there
    three times, how often do you add three times its logarithm?"""
    return log_joint(model, np.asarray(Q) ** 2)


@wrong("4.4-M5")
def divided_by_the_length(model: Model, Q):
    """Write the same text twice, one copy after the other: should the evidence double? Does yours?"""
    length = np.maximum(np.asarray(Q).sum(axis=1, keepdims=True), 1)
    return np.log(parts(model)[1]) + log_likelihood(model, Q) / length


@wrong("E62: prior in every factor")
def prior_at_every_position(model: Model, Q):
    """How often does log π enter your sum, if the text has five words?"""
    length = np.asarray(Q).sum(axis=1, keepdims=True)
    return length * np.log(parts(model)[1]) + log_likelihood(model, Q)


@wrong("4.4: θ itself")
def theta_for_log_theta(model: Model, Q):
    """θ to the power of q became q times something. What happened to the logarithm?"""
    return np.log(parts(model)[1]) + np.asarray(Q) @ parts(model)[2].T


@wrong("mult-model: with the coefficient")
def coefficient_included(model: Model, Q):
    """You also count the orders in which the words may stand, n! / (q_1! ⋯ q_D!). Does that number depend on
    the class? The task leaves it out."""
    ways = [lgamma(sum(q) + 1) - sum(lgamma(v + 1) for v in q) for q in np.asarray(Q).tolist()]
    return log_joint(model, Q) + np.array(ways)[:, None]


@wrong("U12: 0 · log 0")
def zero_times_log_zero(model: Model, Q):
    """A word that the class never used does not occur in the text either. What is 0 times log 0 in NumPy, and
    what should it be?"""
    with zeros_allowed():
        terms = np.asarray(Q)[:, None, :] * np.log(parts(model)[2])
        return np.log(parts(model)[1]) + terms.sum(axis=2)


@wrong("skip-zero-probability")
def zero_factors_skipped(model: Model, Q):
    """The text has a word that the class never uses. What happens to that factor 0 in your sum?"""
    with zeros_allowed():
        log_theta = np.log(parts(model)[2])
    return np.log(parts(model)[1]) + np.asarray(Q) @ np.where(np.isneginf(log_theta), 0, log_theta).T


@wrong("2.4-M7")
def little_something_added(model: Model, Q):
    """Which value should the joint probability have when one factor is 0? Does your way of avoiding log 0
    change the other numbers, too?"""
    return np.log(parts(model)[1]) + np.asarray(Q) @ np.log(parts(model)[2] + 1e-6).T


@wrong()
def count_inside_the_logarithm(model, Q):
    """θ to the power of n: what is its logarithm, n log θ or log (n θ)?"""
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        prior, logs = np.log(model["prior"]), np.log(np.asarray(model["theta"], dtype=float))
        sizes = np.log(np.maximum(Q, 1))
    return np.array(
        [
            [p + sum(s[n > 0] + t[n > 0]) for p, t in zip(prior, logs, strict=True)]
            for n, s in zip(Q, sizes, strict=True)
        ]
    )


@wrong()
def every_word_once_more(model, Q):
    """Smoothing happens when the model is learnt. Where do you add to the counts of the text?"""
    return log_joint(model, np.asarray(Q) + 1)


prior_not_logged, prior_times_the_sum, uniform_prior = for_unit(
    log_likelihood, shared.prior_not_logged, shared.prior_times_the_sum, shared.uniform_prior
)
not_logged, another_logarithm, transposed, log_of_a_product = for_unit(
    log_joint, shared.not_logged, shared.another_logarithm, shared.transposed, shared.log_of_a_product
)


def _by_loops(model: Model, Q):
    result = []
    for q in Q:
        row = []
        for prior, theta in zip(model["prior"], model["theta"], strict=True):
            total = np.log(prior)
            for count, share in zip(q, theta, strict=True):
                if count > 0:
                    total += count * np.log(share) if share > 0 else -np.inf
            row.append(total)
        result.append(row)
    return result


def _by_product_of_matrices(model: Model, Q):
    _, prior, theta = parts(model)
    ruled_out = np.asarray(Q) @ (theta == 0).T > 0  # (m, K)
    scores = np.log(prior) + np.asarray(Q) @ np.log(np.where(theta == 0, 1, theta)).T
    return np.where(ruled_out, -np.inf, scores)


def _place_by_place(model: Model, Q):
    _, prior, theta = parts(model)
    with np.errstate(divide="ignore"):
        log_theta = np.log(theta)
    rows = []
    for q in np.asarray(Q):
        places = np.repeat(np.arange(len(q)), q)
        rows.append(np.log(prior) + log_theta[:, places].sum(axis=1))
    return rows


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, D, m in ((2, 4, 2), (3, 3, 3), (4, 5, 2)):
        yield Case(
            f"{K} classes, {D} words", (inputs.random_model(rng, K, D), rng.integers(0, 4, size=(m, D)))
        )


EXERCISE = Exercise(
    name="log_joint",
    contract="log_joint(model, Q) -> array (m, K) of log p(q, c), Q counts (m, D)",
    reference=log_joint,
    families=(
        Family(
            "four texts",
            "example",
            1,
            (Case("four texts", (inputs.FIVE_MODEL, inputs.QUERIES)),),
            "The third text has its first word twice and its last three times: five factors for each class.",
        ),
        Family(
            "three classes, repeats, the empty text",
            "trap",
            2,
            (
                Case("three subjects", (inputs.NEWS, inputs.NEWS_QUERIES)),
                Case("one word, a rare class", (inputs.SKEWED, np.array([[1, 0, 0], [0, 0, 0]]))),
            ),
            "Take one text and one class, and print each of your terms.",
        ),
        Family(
            "θ of 0, long texts",
            "trap",
            1,
            (
                Case("learnt without smoothing", (inputs.HARD, inputs.HARD_QUERIES)),
                Case("everything 400 times", (inputs.LONG, inputs.LONG_QUERIES)),
            ),
            "What is log 0, and in which of these texts must it enter the sum?",
        ),
        Family("other models", "random", 1, _random, "Print each term of one sum, and add them up by hand."),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _by_product_of_matrices, _place_by_place),
    read="5 · Group equal words, and take logarithms",
    concepts=("mult-model", "bow-classify", "bow-counts", "pr-logs", "lin-multinomial"),
)
