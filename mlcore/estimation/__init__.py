"""Estimation: from data to parameters.

In reading order: ``likelihoods`` (how probable the data are under given parameters), ``estimates`` (which
parameters fit best, with and without a prior), ``conjugate`` (what is believed about a parameter before and
after the data).
"""

from mlcore.estimation.conjugate import Beta, Dirichlet, Normal
from mlcore.estimation.estimates import (
    class_prior,
    gaussian_mle,
    m_estimate,
    map_slope,
    map_theta,
    map_weights,
)
from mlcore.estimation.likelihoods import (
    bernoulli_likelihood,
    bernoulli_log_likelihood,
    binomial_likelihood,
    binomial_log_likelihood,
    categorical_likelihood,
    categorical_log_likelihood,
    gaussian_logpdf,
    gaussian_pdf,
    multinomial_likelihood,
    multinomial_log_likelihood,
)

__all__ = [
    "Beta",
    "Dirichlet",
    "Normal",
    "bernoulli_likelihood",
    "bernoulli_log_likelihood",
    "binomial_likelihood",
    "binomial_log_likelihood",
    "categorical_likelihood",
    "categorical_log_likelihood",
    "class_prior",
    "gaussian_logpdf",
    "gaussian_mle",
    "gaussian_pdf",
    "m_estimate",
    "map_slope",
    "map_theta",
    "map_weights",
    "multinomial_likelihood",
    "multinomial_log_likelihood",
]
