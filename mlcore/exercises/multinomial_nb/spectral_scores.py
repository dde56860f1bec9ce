"""The same decision as a dot product of a vector of logarithms, one for each class, with the counts."""

from collections.abc import Iterable

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from mlcore.exercises.multinomial_nb import inputs
from mlcore.exercises.naive_bayes.theta_model import Model, parts
from selfcheck.exercise import Case, Exercise, Family, wrong


def spectral_scores(model: Model, Q, use_prior: bool = True):
    """Return s_c · q, with s_c = (log θ_{c,1}, …, log θ_{c,D}), and log π_c added if wanted; (m, K)."""
    _, prior, theta = parts(model)
    return np.asarray(Q) @ np.log(theta).T + (np.log(prior) if use_prior else 0)


def _lengths(vectors):
    return np.maximum(np.sqrt((vectors**2).sum(axis=1)), 1e-300)


@wrong("4.6-M1")
def cosine_for_dot_product(model: Model, Q, use_prior: bool = True):
    """You divide by lengths. Do all class vectors have the same length? If not, which class gains by that?"""
    _, prior, theta = parts(model)
    dots = spectral_scores(model, Q, False)
    cosines = dots / _lengths(np.log(theta)) / _lengths(np.asarray(Q, dtype=float))[:, None]
    return cosines + (np.log(prior) if use_prior else 0)


@wrong("4.6-M2")
def theta_for_log_theta(model: Model, Q, use_prior: bool = True):
    """Which vectors do you multiply: shares, or the logarithms of shares? Which of them turns a product of
    factors into a sum?"""
    _, prior, theta = parts(model)
    return np.asarray(Q) @ theta.T + (np.log(prior) if use_prior else 0)


@wrong("4.6-M3")
def prior_never(model: Model, Q, use_prior: bool = True):
    """θ is a share *inside* a class. Can it know how many texts the class has?"""
    return spectral_scores(model, Q, False)


@wrong("4.6-M4")
def next_word(model: Model, Q, use_prior: bool = True):
    """Which word do you multiply with which? Try a text with the first word only."""
    theta = np.roll(parts(model)[2], -1, axis=1)
    return spectral_scores({**model, "theta": theta}, Q, use_prior)


@wrong("4.6: prior always")
def prior_always(model: Model, Q, use_prior: bool = True):
    """What does your function do differently with use_prior=False?"""
    return spectral_scores(model, Q, True)


@wrong("prior-not-logged")
def prior_not_logged(model: Model, Q, use_prior: bool = True):
    """The scores are sums of logarithms. Is what you add for the prior a logarithm?"""
    return spectral_scores(model, Q, False) + (parts(model)[1] if use_prior else 0)


@wrong("prior-times-loglik")
def prior_times_the_dot_product(model: Model, Q, use_prior: bool = True):
    """A factor becomes a summand when you take the logarithm. What about the factor π?"""
    return spectral_scores(model, Q, False) * (parts(model)[1] if use_prior else 1)


@wrong("4.4-M5")
def shares_of_the_text(model: Model, Q, use_prior: bool = True):
    """Is your text vector one of counts, or of shares? What happens to the weight of the evidence?"""
    length = np.maximum(np.asarray(Q).sum(axis=1, keepdims=True), 1)
    return spectral_scores(model, np.asarray(Q) / length, use_prior)


@wrong("4.4-M1")
def presence_for_counts(model: Model, Q, use_prior: bool = True):
    """A word that occurs three times: which number does the text vector have there?"""
    return spectral_scores(model, (np.asarray(Q) > 0).astype(int), use_prior)


@wrong("transposed")
def transposed(model: Model, Q, use_prior: bool = True):
    """Is there a row for each text, or a row for each class?"""
    return spectral_scores(model, Q, use_prior).T


@wrong()
def logarithms_of_the_counts(model, Q, use_prior: bool = True):
    """The dot product is of counts with logarithms. Which of the two do you take the logarithm of?"""
    scores = np.log1p(np.asarray(Q)) @ np.log(model["theta"]).T
    return scores + np.log(model["prior"]) if use_prior else scores


def _by_loops(model: Model, Q, use_prior: bool = True):
    rows = []
    for q in Q:
        row = []
        for prior, theta in zip(model["prior"], model["theta"], strict=True):
            dot = sum(count * np.log(share) for count, share in zip(q, theta, strict=True))
            row.append(dot + np.log(prior) if use_prior else dot)
        rows.append(row)
    return rows


def _with_a_constant_word(model: Model, Q, use_prior: bool = True):
    _, prior, theta = parts(model)
    vectors = np.column_stack([np.log(prior) * use_prior, np.log(theta)])  # (K, 1 + D)
    return np.column_stack([np.ones(len(Q)), Q]) @ vectors.T


def _with_einsum(model: Model, Q, use_prior: bool = True):
    _, prior, theta = parts(model)
    dots = np.einsum("mw,cw->mc", np.asarray(Q, dtype=float), np.log(theta))
    return tuple(dots + np.log(prior)) if use_prior else tuple(dots)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, D, use_prior in ((2, 4, True), (3, 3, False), (4, 5, True)):
        queries = rng.integers(0, 4, size=(3, D))
        yield Case(f"{K} classes", (inputs.random_model(rng, K, D), queries, use_prior))


EXERCISE = Exercise(
    name="spectral_scores",
    contract="spectral_scores(model, Q, use_prior=True) -> array (m, K) of dot products; θ above 0",
    reference=spectral_scores,
    families=(
        Family(
            "four texts",
            "example",
            1,
            (
                Case("with the prior", (inputs.FIVE_MODEL, inputs.QUERIES, True)),
                Case("without the prior", (inputs.FIVE_MODEL, inputs.QUERIES, False)),
            ),
            "The first text picks two entries of each class vector. Which two, and what is their sum?",
        ),
        Family(
            "unequal priors",
            "trap",
            1.5,
            (
                Case("three subjects, with", (inputs.NEWS, inputs.NEWS_QUERIES), {"use_prior": True}),
                Case("three subjects, without", (inputs.NEWS, inputs.NEWS_QUERIES), {"use_prior": False}),
                Case("as it is called most", (inputs.SKEWED, np.array([[1, 0, 0], [0, 2, 1]]))),
            ),
            "By how much do the two answers differ, with the prior and without?",
        ),
        Family("other models", "random", 0.5, _random, "Try texts of a single word."),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _with_a_constant_word, _with_einsum),
    read="8 · The same, as a dot product",
    concepts=("bow-spectral", "bow-correlation", "vec-dot", "lin-multinomial"),
)
