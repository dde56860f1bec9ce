"""Mistakes of `log_joint`; the first argument is the unit's right `log_likelihood` or `log_joint`."""

import numpy as np

from mlcore.exercises.naive_bayes.theta_model import Model, parts
from selfcheck.exercise import Answer, wrong


@wrong("prior-not-logged")
def prior_not_logged(log_likelihood: Answer, model: Model, Q):
    """Every factor has become a logarithm. The prior too?"""
    return parts(model)[1] + log_likelihood(model, Q)


@wrong("prior-times-loglik")
def prior_times_the_sum(log_likelihood: Answer, model: Model, Q):
    """The logarithm turns every product into a sum. Is there still a multiplication by the prior in yours?"""
    return parts(model)[1] * log_likelihood(model, Q)


@wrong("prior-uniform")
def uniform_prior(log_likelihood: Answer, model: Model, Q):
    """Which prior do you use: the model's, or the same for every class?"""
    return log_likelihood(model, Q) - np.log(len(parts(model)[1]))


@wrong("3.3-M4, 2.4-M5")
def not_logged(log_joint: Answer, model: Model, Q):
    """Can the logarithm of a probability be positive? Yours is: did you take the logarithm?"""
    return np.exp(log_joint(model, Q))


@wrong("notation: natural logarithm")
def another_logarithm(log_joint: Answer, model: Model, Q):
    """All your numbers are too small by one and the same factor, 2.3026. Which logarithm is np.log, and which
    is np.log10?"""
    return log_joint(model, Q) / np.log(10)


@wrong("transposed")
def transposed(log_joint: Answer, model: Model, Q):
    """Is there a row for each query, or a row for each class?"""
    return log_joint(model, Q).T


@wrong()
def log_of_a_product(log_joint: Answer, model: Model, Q):
    """What is 0.1 to the power of 1000 in Python, and what is its logarithm? Add logarithms instead."""
    with np.errstate(all="ignore"):
        return np.log(np.exp(log_joint(model, Q)))
