"""log p(q, c) of many queries: log π_c, plus log θ for what is there and log(1 − θ) for what is not."""

from collections.abc import Iterable

import numpy as np

from mlcore.exercises.bernoulli_nb import inputs
from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.naive_bayes import log_joint as shared
from mlcore.exercises.naive_bayes.theta_model import Model, parts, zeros_allowed
from selfcheck.exercise import Case, Exercise, Family, wrong


def log_joint(model: Model, Q):
    """Return log π_c + log p(q | c) of each query and class, shape (m, K)."""
    return np.log(parts(model)[1]) + log_likelihood(model, Q)


def log_likelihood(model: Model, Q):
    """Return log p(q | c), the sum of the logarithms of the factors, shape (m, K)."""
    return factors(model, Q).sum(axis=2)


def factors(model: Model, Q):
    """Return the logarithm of each factor, shape (m, K, d); chosen, not multiplied: no 0 · log 0 occurs."""
    theta, present = parts(model)[2], np.asarray(Q)[:, None, :] == 1
    with np.errstate(divide="ignore"):
        return np.where(present, np.log(theta), np.log(1 - theta))


@wrong("3.3-M1")
def absent_words_ignored(model: Model, Q):
    """What does your sum add for a mail without a single word of the list? Does it tell you nothing that all
    these words are missing?"""
    _, prior, _ = parts(model)
    return np.log(prior) + np.where(np.asarray(Q)[:, None, :] == 1, factors(model, Q), 0).sum(axis=2)


@wrong("3.3-M2")
def prior_forgotten(model: Model, Q):
    """log p(q, c) or log p(q | c): which of the two is your number? What is the difference?"""
    return log_likelihood(model, Q)


@wrong("3.3-M3")
def one_and_zero_swapped(model: Model, Q):
    """θ is the probability of a 1. Where q is 1, do you take θ or 1 − θ?"""
    return log_joint(model, 1 - np.asarray(Q))


@wrong("3.3-M5")
def minus_log_theta_for_absence(model: Model, Q):
    """Is log(1 − θ) the same as −log θ? Try θ = ½, then θ = ¼."""
    _, prior, theta = parts(model)
    with np.errstate(divide="ignore"):
        log_theta = np.log(theta)
    return np.log(prior) + np.where(np.asarray(Q)[:, None, :] == 1, log_theta, -log_theta).sum(axis=2)


@wrong("3.3-M6")
def log_of_one_plus_theta(model: Model, Q):
    """The probability of a 0 is what is left of 1. Is 1 + θ a probability?"""
    _, prior, theta = parts(model)
    with np.errstate(divide="ignore"):
        terms = np.where(np.asarray(Q)[:, None, :] == 1, np.log(theta), np.log1p(theta))
    return np.log(prior) + terms.sum(axis=2)


@wrong("3.3: one minus the logarithm")
def one_minus_the_logarithm(model: Model, Q):
    """Which comes first for an absent word: the logarithm, or the subtraction from 1? Try θ = ½."""
    _, prior, theta = parts(model)
    with np.errstate(divide="ignore"):
        log_theta = np.log(theta)
    return np.log(prior) + np.where(np.asarray(Q)[:, None, :] == 1, log_theta, 1 - log_theta).sum(axis=2)


@wrong("E62: prior in every factor")
def prior_in_every_factor(model: Model, Q):
    """How often does log π enter your sum, if there are five features?"""
    _, prior, theta = parts(model)
    return theta.shape[1] * np.log(prior) + log_likelihood(model, Q)


@wrong("3.4-M1")
def zero_times_log_zero(model: Model, Q):
    """A class that always has a feature meets a query that has it too. What does your formula multiply by
    log(1 − θ) there, and what is 0 times minus infinity?"""
    _, prior, theta = parts(model)
    with zeros_allowed():
        log_theta, log_absence = np.log(theta), np.log(1 - theta)
        absent = 1 - np.asarray(Q)
        # subtle: some matrix products skip zeros, so that 0 · −∞ must be spelled out.
        terms = np.asarray(Q)[:, None, :] * log_theta + absent[:, None, :] * log_absence
        return np.log(prior) + terms.sum(axis=2)


@wrong("skip-zero-probability")
def zero_factors_skipped(model: Model, Q):
    """A factor of 0 should rule the class out. What happens to it in your sum?"""
    terms = factors(model, Q)
    return np.log(parts(model)[1]) + np.where(np.isneginf(terms), 0, terms).sum(axis=2)


@wrong("2.4-M7")
def little_something_added(model: Model, Q):
    """Which value should the joint probability have when one factor is 0? Does your way of avoiding log 0
    change the other numbers, too?"""
    _, prior, theta = parts(model)
    terms = np.where(np.asarray(Q)[:, None, :] == 1, theta, 1 - theta)
    return np.log(prior) + np.log(terms + 1e-6).sum(axis=2)


@wrong("3.4-M4")
def theta_clipped(model: Model, Q):
    """Smoothing belongs in learning. Does your function change the θ that it is given?"""
    return log_joint({**model, "theta": parts(model)[2].clip(0.01, 0.99)}, Q)


@wrong()
def log_posterior(model: Model, Q):
    """The task asks for log p(q, c), not log P(c | q). Do your rows sum to 1 after exp?"""
    scores = np.asarray(log_joint(model, Q))
    with np.errstate(all="ignore"):
        return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


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
            with np.errstate(divide="ignore"):
                row.append(
                    np.log(prior) + sum(np.log(t if v else 1 - t) for t, v in zip(theta, q, strict=True))
                )
        result.append(row)
    return result


def _by_products_of_matrices(model: Model, Q):
    _, prior, theta = parts(model)
    Q = np.asarray(Q)
    ruled_out = Q @ (theta == 0).T + (1 - Q) @ (theta == 1).T  # (m, K)
    log_theta = np.log(np.where(theta == 0, 1, theta))
    log_absence = np.log(np.where(theta == 1, 1, 1 - theta))
    return np.where(ruled_out > 0, -np.inf, np.log(prior) + Q @ log_theta.T + (1 - Q) @ log_absence.T)


def _class_by_class(model: Model, Q):
    with np.errstate(divide="ignore"):
        columns = [
            np.log(prior) + np.log(np.where(np.asarray(Q) == 1, theta, 1 - theta)).sum(axis=1)
            for prior, theta in zip(model["prior"], model["theta"], strict=True)
        ]
    return np.column_stack(columns)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, d, m in ((2, 3, 2), (3, 4, 3), (4, 3, 2)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, d), rng.integers(0, 2, size=(m, d))))


EXERCISE = Exercise(
    name="log_joint",
    contract="log_joint(model, Q) -> array (m, K) of log p(q, c)",
    reference=log_joint,
    families=(
        Family(
            "four mails",
            "example",
            1.5,
            (Case("four mails", (inputs.MAIL_MODEL, inputs.MAIL_QUERIES)),),
            "The last mail has none of the words, so six factors 1 − θ in each class. What is their product?",
        ),
        Family(
            "three classes, an uneven prior",
            "trap",
            1.5,
            (
                Case("three animals", (inputs.ZOO, inputs.ZOO_QUERIES)),
                Case("one feature, a rare class", (inputs.SKEWED, inputs.SKEWED_QUERIES)),
            ),
            "Take one query and one class, and print each of your terms.",
        ),
        Family(
            "θ of 0 and 1, many features",
            "trap",
            1,
            (
                Case("learnt without smoothing", (inputs.TEN_MODEL, inputs.TEN_QUERIES)),
                Case(
                    "two thousand features", (inputs.LONG, inputs.LONG_QUERIES), shown="log_joint(model, Q)"
                ),
            ),
            "What is log 0, and in which of these cases must it enter the sum?",
        ),
        Family("other models", "random", 1, _random, "Print each term of one sum, and add them up by hand."),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _by_products_of_matrices, _class_by_class),
    read="4 · Logarithms, and many observations at once",
    concepts=("bern-model", "bern-absence", "pr-logs"),
)
