"""Right and wrong scores of a query: the label is the class of the greatest.

What one mistake does to the answer for one observation, it does to the answers for many: both tasks share it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcore._checks import FloatArray
from mlcore.exercises.gaussian_nb.joint import LOG_TWO_PI, joint, log_densities, squares
from mlcore.exercises.gaussian_nb.models import Model
from selfcheck.exercise import Answer


def label_of(model: Model, scores: Any) -> Any:
    """Return the class of the greatest score for each query; a tie goes to the first."""
    return np.asarray(model["classes"])[np.argmax(scores, axis=1)]


def best_label(model: Model, Q: Any) -> Any:
    """Return the most probable class of each query: the reference."""
    return label_of(model, joint(model, Q))


def best_one(x: Any, model: Model) -> Any:
    """Return the most probable class of one query, in the order of arguments of the lecture."""
    return best_label(model, np.asarray([x]))[0]


def _densities(model: Model, Q: Any) -> FloatArray:
    return np.asarray(np.exp(log_densities(model, Q)))


# The scores of a wrong answer, (m, K); the label is that of the greatest.
Scores = Callable[[Model, Any], Any]


def _no_prior(model: Model, Q: Any) -> Any:
    """Two kinds are equally likely to look like this, one is nine times as frequent. Which do you say, and
    where in your code is that?"""
    return log_densities(model, Q).sum(axis=2)


def _prior_for_each_feature(model: Model, Q: Any) -> Any:
    """How often do you multiply by the prior when there are three features?"""
    return (np.log(model["prior"])[None, :, None] + log_densities(model, Q)).sum(axis=2)


def _sum_of_densities(model: Model, Q: Any) -> Any:
    """Independent given the class: are the densities of the features multiplied, or added?"""
    return np.asarray(model["prior"]) * _densities(model, Q).sum(axis=2)


def _nearest_mean(model: Model, Q: Any) -> Any:
    """Two classes have the same mean, one is narrow and one is wide. Can your rule tell them apart?"""
    return -squares(model, Q).sum(axis=2)


def _factor_without_the_variance(model: Model, Q: Any) -> Any:
    """Where a narrow and a wide curve have the same exponent, which of them is higher? What says so in your
    code?"""
    return np.log(model["prior"]) - 0.5 * (squares(model, Q) / model["var"] + LOG_TWO_PI).sum(axis=2)


def _variance_for_deviation(model: Model, Q: Any) -> Any:
    """Is "var" squared once more in your density?"""
    return joint({**model, "var": np.asarray(model["var"]) ** 2}, Q)


def _deviation_for_variance(model: Model, Q: Any) -> Any:
    """Do you take the root of "var", and use that where σ² stands?"""
    return joint({**model, "var": np.sqrt(model["var"])}, Q)


def _prior_only(model: Model, Q: Any) -> Any:
    """Does your answer depend on the query at all?"""
    return np.tile(model["prior"], (len(Q), 1))


def _prior_without_logarithm(model: Model, Q: Any) -> Any:
    """You add a prior to a logarithm. What becomes of a product when you take its logarithm?"""
    return np.asarray(model["prior"]) + log_densities(model, Q).sum(axis=2)


def _smallest(model: Model, Q: Any) -> Any:
    """Which class do you return, that of the greatest score or that of the smallest? Do your signs fit?"""
    return -joint(model, Q)


def product_underflows(model: Model, Q: Any) -> Any:
    """What is the product of 400 small densities on your computer, for either class? What can be compared
    instead?"""
    with np.errstate(under="ignore"):
        return np.asarray(model["prior"]) * _densities(model, Q).prod(axis=2)


SCORES: dict[str, tuple[str, Scores]] = {
    "no-prior": ("5.4-M3", _no_prior),
    "prior-for-each-feature": ("5.3-M5", _prior_for_each_feature),
    "sum-of-densities": ("", _sum_of_densities),
    "nearest-mean": ("5.3-M6", _nearest_mean),
    "factor-without-the-variance": ("5.3-M2", _factor_without_the_variance),
    "variance-for-deviation": ("", _variance_for_deviation),
    "deviation-for-variance": ("", _deviation_for_variance),
    "prior-only": ("", _prior_only),
    "prior-without-logarithm": ("", _prior_without_logarithm),
    "smallest-score": ("", _smallest),
}


def hint(scores: Scores) -> str:
    """Return the question that stands in the docstring of a wrong score."""
    return " ".join((scores.__doc__ or "").split())


def one_by(scores: Scores) -> Answer:
    """Return a predict_one that goes by the given scores."""
    return lambda x, model: label_of(model, scores(model, np.asarray([x])))[0]


def all_by(scores: Scores) -> Answer:
    """Return a predict that goes by the given scores."""
    return lambda model, Q: label_of(model, scores(model, Q))


def position(scores: Any) -> Any:
    """Return the place of the greatest score, which is no label."""
    return np.argmax(scores, axis=1)
