"""Bayes' rule, for classes and for diagnostic tests, and how scores become probabilities.

    posterior   P(c|x) = π_c p(x|c) / p(x)
    evidence    p(x)   = Σ_c π_c p(x|c)

Left out on purpose: where priors and likelihoods come from. That is ``mlcore.estimation``.
"""

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, distribution, number, numbers, probability, same_length, shown


def evidence(prior: ArrayLike, likelihood: ArrayLike) -> float:
    """Return p(x) = Σ_c π_c p(x|c) for one observation.

    A likelihood may be a density and exceed 1; then so may the evidence.

    Parameters
    ----------
    prior : array-like of shape (K,)
        π_c, summing to 1.
    likelihood : array-like of shape (K,)
        p(x|c), at least 0.

    Returns
    -------
    float
        p(x).

    Examples
    --------
    >>> round(evidence([0.5, 0.5], [0.04, 0.5]), 6)
    0.27
    """
    p, lik = _prior_and_likelihood(prior, likelihood)
    return float(p @ lik)


def bayes_posterior(prior: ArrayLike, likelihood: ArrayLike) -> FloatArray:
    """Return P(c|x) = π_c p(x|c) / p(x) for each class.

    An observation that no class allows has no posterior (0 / 0): a ValueError.

    Parameters
    ----------
    prior : array-like of shape (K,)
        π_c, summing to 1.
    likelihood : array-like of shape (K,)
        p(x|c), at least 0; a common factor does not matter.

    Returns
    -------
    ndarray of shape (K,)
        P(c|x), summing to 1.

    Examples
    --------
    >>> bayes_posterior([0.98, 0.02], [0.04, 0.5]).round(4).tolist()
    [0.7967, 0.2033]
    """
    p, lik = _prior_and_likelihood(prior, likelihood)
    if not lik[p > 0].any():
        raise ValueError("The evidence is 0: no class of positive prior gives the observation a likelihood.")
    lik = np.where(p > 0, lik, 0)
    return normalise(
        p * (lik / lik.max())
    )  # only ratios matter; scaled, tiny likelihoods survive the product


def odds(p: float) -> float:
    """Return p / (1 − p); the odds of certainty are infinite.

    Parameters
    ----------
    p : float
        A probability.

    Returns
    -------
    float
        The odds, from 0 to infinity.

    Examples
    --------
    >>> odds(0.75)
    3.0
    """
    p = probability(p, "p")
    return p / (1 - p) if p < 1 else float("inf")


def probability_from_odds(odds: float) -> float:
    """Return odds / (1 + odds), the inverse of ``odds``.

    Parameters
    ----------
    odds : float
        The odds, at least 0; infinite for certainty.

    Returns
    -------
    float
        The probability.

    Examples
    --------
    >>> probability_from_odds(3)
    0.75
    """
    if odds == float("inf"):
        return 1.0
    odds = number(odds, "odds", low=0)
    return odds / (1 + odds)


def posterior_odds(prior_odds: float, likelihood_ratio: float) -> float:
    """Return Bayes' rule for two classes in one product: prior odds times likelihood ratio.

    Parameters
    ----------
    prior_odds : float
        π / (1 − π), at least 0.
    likelihood_ratio : float
        p(x|c) / p(x|c'), at least 0.

    Returns
    -------
    float
        The odds after x was seen.

    Examples
    --------
    30 farmers for each librarian; a description that fits librarians ten times better:

    >>> round(posterior_odds(1 / 30, 10), 4)
    0.3333
    """
    return number(prior_odds, "prior_odds", low=0) * number(likelihood_ratio, "likelihood_ratio", low=0)


def diagnostic_posterior(prevalence: float, sensitivity: float, specificity: float) -> float:
    """Return P(defect | positive test) = se π / (se π + (1 − sp)(1 − π)).

    A test that is never positive has no such posterior: a ValueError.

    Parameters
    ----------
    prevalence : float
        π = P(defect).
    sensitivity : float
        se = P(positive | defect).
    specificity : float
        sp = P(negative | no defect).

    Returns
    -------
    float
        P(defect | positive test).

    Examples
    --------
    >>> round(diagnostic_posterior(1e-4, 0.99, 0.99), 6)
    0.009804
    """
    prevalence = probability(prevalence, "prevalence")
    sensitivity = probability(sensitivity, "sensitivity")
    specificity = probability(specificity, "specificity")
    true_positive = sensitivity * prevalence
    false_positive = (1 - specificity) * (1 - prevalence)
    if true_positive + false_positive == 0:
        raise ValueError(
            "The test is never positive with "
            f"prevalence={prevalence}, sensitivity={sensitivity}, specificity={specificity}."
        )
    return true_positive / (true_positive + false_positive)


def break_even_prior(likelihood: float, other_likelihood: float) -> float:
    """Return the prior of a class at which two classes tie: π l = (1 − π) l', so π = l' / (l + l').

    Parameters
    ----------
    likelihood : float
        l, that of the class.
    other_likelihood : float
        l', that of the other class; not both are 0.

    Returns
    -------
    float
        The prior of the class.

    Examples
    --------
    Long hair decides for "woman" until more than 25 of 27 are men:

    >>> round(break_even_prior(0.04, 0.5) * 27, 6)
    25.0
    """
    likelihood = number(likelihood, "likelihood", low=0)
    other_likelihood = number(other_likelihood, "other_likelihood", low=0)
    if likelihood + other_likelihood == 0:
        raise ValueError("likelihood and other_likelihood must not both be 0: every prior ties.")
    return other_likelihood / (likelihood + other_likelihood)


def normalise(scores: ArrayLike) -> FloatArray:
    """Return scores / Σ scores: the probabilities that are proportional to the scores.

    Parameters
    ----------
    scores : array-like of shape (K,)
        At least 0, and not all of them 0.

    Returns
    -------
    ndarray of shape (K,)
        Probabilities, summing to 1.

    Examples
    --------
    >>> normalise([1, 3]).tolist()
    [0.25, 0.75]
    """
    s = numbers(scores, "scores")
    if (s < 0).any():
        raise ValueError(f"scores must be at least 0; got {shown(s.tolist())}.")
    with np.errstate(over="ignore"):
        total = s.sum()
    if total == 0:
        raise ValueError("scores must not all be 0: 0 / 0 is no probability.")
    if np.isinf(total):
        s = s / s.max()
        total = s.sum()
    shares: FloatArray = s / total
    return shares


def normalise_log(log_scores: ArrayLike) -> FloatArray:
    """Return exp(s_c) / Σ_c exp(s_c) from scores that are logarithms.

    Scores of −∞ are allowed, as long as one is not. The greatest score is subtracted first: exp of the others
    may then vanish, but never all at once, and nothing overflows.

    Parameters
    ----------
    log_scores : array-like of shape (K,)
        Logarithms of scores; −∞ is the logarithm of 0.

    Returns
    -------
    ndarray of shape (K,)
        Probabilities, summing to 1.

    Examples
    --------
    >>> normalise_log([-1000, -1001]).round(4).tolist()
    [0.7311, 0.2689]
    """
    s = numbers(log_scores, "log_scores", finite=False)
    if np.isnan(s).any() or np.isposinf(s).any():
        raise ValueError(f"log_scores must be finite or -inf; got {shown(s.tolist())}.")
    if np.isneginf(s).all():
        raise ValueError("log_scores must not all be -inf: 0 / 0 is no probability.")
    with np.errstate(over="ignore"):  # a difference beyond the floats is -inf: exp makes it 0
        return normalise(np.exp(s - s.max()))


def _prior_and_likelihood(prior: ArrayLike, likelihood: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return both as arrays of shape (K,), or raise."""
    p, lik = distribution(prior, "prior"), numbers(likelihood, "likelihood")
    same_length(prior=p, likelihood=lik)
    if (lik < 0).any():
        raise ValueError(f"likelihood must be at least 0; got {shown(lik.tolist())}.")
    return p, lik
