"""Mistakes in Gaussian naive Bayes that students handed in."""

import math
from typing import Any

import numpy as np

from mlcore.discriminant import boundary_1d as boundary
from mlcore.exercises.gaussian_nb.joint import joint
from mlcore.exercises.gaussian_nb.learning import _reference as learnt
from mlcore.exercises.seen import Seen

SEEN = Seen()


def _pdf(x: float, mean: float, var: float) -> float:
    return math.exp(-((x - mean) ** 2) / (2 * var)) / math.sqrt(2 * math.pi * var)


@SEEN("gaussian_pdf")
def pdf_without_the_root(x: float, mean: float, var: float) -> float:
    """Below the line stands √(2π σ²). Where is the root?"""
    return math.exp(-((x - mean) ** 2) / (2 * var)) / (2 * math.pi * var)


@SEEN("gaussian_pdf")
def pdf_times_the_variance_in_the_exponent(x: float, mean: float, var: float) -> float:
    """a / 2 * var: does Python divide by var here, or multiply? Which brackets are missing?"""
    return math.exp(max(-700.0, -((x - mean) ** 2) / 2 * var)) / math.sqrt(2 * math.pi * var)


@SEEN("gaussian_pdf")
def pdf_area_to_the_left(x: float, mean: float, var: float) -> float:
    """The height of the curve at x, or the area to the left of it: which of the two is 0.5 at the mean?"""
    return 0.5 * (1 + math.erf((x - mean) / math.sqrt(2 * var)))


@SEEN("gaussian_pdf")
def pdf_distance_not_squared(x: float, mean: float, var: float) -> float:
    """What is squared in the exponent? A curve with a peak like a tent's is no normal curve."""
    return math.exp(-abs(x - mean) / (2 * var)) / math.sqrt(2 * math.pi * var)


@SEEN("gaussian_pdf")
def pdf_times_the_variance(x: float, mean: float, var: float) -> float:
    """1 / √(2π) * var: does Python divide by var here, or multiply? A wide curve must be low."""
    return 1 / math.sqrt(2 * math.pi) * var * math.exp(-((x - mean) ** 2) / (2 * var))


@SEEN("learn")
def spread_about_the_common_mean(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """From which mean do you measure how the examples of a class spread: its own, or that of all?"""
    model, X, y = learnt(X, y, var_smoothing), np.asarray(X, dtype=float), np.asarray(y)
    rows = [((X[y == c] - X.mean(axis=0)) ** 2).mean(axis=0) for c in model["classes"]]
    return {**model, "var": np.array(rows) + var_smoothing * X.var(axis=0).max()}


@SEEN("learn")
def one_variance_for_all_features(X: Any, y: Any, var_smoothing: float = 1e-9) -> Any:
    """Each feature has a variance of its own. Did you tell var() along which axis?"""
    model, X, y = learnt(X, y, var_smoothing), np.asarray(X, dtype=float), np.asarray(y)
    rows = [[X[y == c].var()] * X.shape[1] for c in model["classes"]]
    return {**model, "var": np.array(rows) + var_smoothing * X.var(axis=0).max()}


@SEEN("predict_one")
def prior_added(x: Any, model: Any) -> Any:
    """The prior is a factor of the product. What does a + do with it?"""
    scores = np.exp(joint({**model, "prior": np.ones(len(model["prior"]))}, np.asarray([x], dtype=float)))[0]
    return model["classes"][int(np.argmax(np.asarray(model["prior"]) + scores))]


@SEEN("gaussian_logpdf")
def factor_with_a_plus(x: Any, mean: Any, var: Any) -> Any:
    """The factor stands below the line. With which sign does its logarithm enter the sum?"""
    x, var = np.asarray(x, dtype=float), np.asarray(var, dtype=float)
    return 0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)


@SEEN("gaussian_logpdf")
def small_number_in_the_logarithm(x: Any, mean: Any, var: Any) -> Any:
    """You avoid log 0 by a small number. Which value comes out 50 standard deviations away?"""
    x, var = np.asarray(x, dtype=float), np.asarray(var, dtype=float)
    with np.errstate(under="ignore"):
        return np.log(np.exp(-((x - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var) + 1e-300)


@SEEN("gaussian_logpdf")
def features_summed_already(x: Any, mean: Any, var: Any) -> Any:
    """A value for each x is asked for. Who has added them up?"""
    x, var = np.asarray(x, dtype=float), np.asarray(var, dtype=float)
    return np.sum(-0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var))


@SEEN("log_joint")
def two_pi_once(model: Any, Q: Any) -> Any:
    """Each feature has a curve of its own, with a factor of its own. How often does log 2π enter your sum?"""
    d = np.asarray(model["mean"]).shape[1]
    return joint(model, Q) + (d - 1) * 0.5 * np.log(2 * np.pi)


@SEEN("log_joint")
def squares_not_halved(model: Any, Q: Any) -> Any:
    """In the exponent stands (x − μ)² / (2σ²). Where is the 2?"""
    mean, var = np.asarray(model["mean"], dtype=float), np.asarray(model["var"], dtype=float)
    squares = ((np.asarray(Q, dtype=float)[:, None] - mean) ** 2 / var).sum(axis=2)
    return joint(model, Q) - 0.5 * squares


@SEEN("log_joint")
def small_number_in_each_logarithm(model: Any, Q: Any) -> Any:
    """You avoid log 0 by a small number. Do two densities that differ a thousandfold still differ then?"""
    mean, var = np.asarray(model["mean"], dtype=float), np.asarray(model["var"], dtype=float)
    with np.errstate(under="ignore"):
        heights = np.exp(-((np.asarray(Q, dtype=float)[:, None] - mean) ** 2) / (2 * var))
    return np.log(heights / np.sqrt(2 * np.pi * var) + 1e-10).sum(axis=2) + np.log(model["prior"])


@SEEN("predict")
def second_class_or_first(model: Any, Q: Any) -> Any:
    """You compare two columns. What about the third class?"""
    classes, scores = np.asarray(model["classes"]), joint(model, Q)
    return np.where(scores[:, 1] > scores[:, 0], classes[1], classes[0])


@SEEN("predict")
def largest_over_the_queries(model: Any, Q: Any) -> Any:
    """A row is a query and a column is a class: along which axis is the largest to be found?"""
    return np.asarray(model["classes"])[np.argmax(joint(model, Q), axis=0)]


@SEEN("predict_with_prob")
def one_shift_for_all_queries(model: Any, Q: Any) -> Any:
    """You subtract the largest score of the whole table. What is left of a far query beside a near one?"""
    scores = joint(model, Q)
    with np.errstate(all="ignore"):
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(axis=1, keepdims=True)


@SEEN("predict_with_prob")
def columns_sum_to_one(model: Any, Q: Any) -> Any:
    """A query belongs to some class: what must sum to 1, a row or a column?"""
    scores = joint(model, Q)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=0)


@SEEN("predict_with_prob")
def small_number_below_the_line(model: Any, Q: Any) -> Any:
    """You avoid 0 / 0 by a small number. Do the rows of a far query still sum to 1?"""
    with np.errstate(all="ignore"):
        shares = np.exp(joint(model, Q))
        return shares / (shares.sum(axis=1, keepdims=True) + 1e-12)


@SEEN("boundary_1d")
def mean_of_the_variances(m0: float, v0: float, p0: float, m1: float, v1: float, p1: float) -> Any:
    """Two different variances make a quadratic equation. Where did the square go?"""
    if m0 == m1:
        return []
    return [(m0 + m1) / 2 + (v0 + v1) / 2 * math.log(p0 / p1) / (m1 - m0)]


@SEEN("boundary_1d")
def priors_count_half(m0: float, v0: float, p0: float, m1: float, v1: float, p1: float) -> Any:
    """You multiply the equation by 2. All of it: the logarithm of the priors, too?"""
    return boundary(m0, v0, math.sqrt(p0), m1, v1, math.sqrt(p1))


@SEEN("boundary_1d")
def midpoint_for_equal_variances(m0: float, v0: float, p0: float, m1: float, v1: float, p1: float) -> Any:
    """Equal variances: is the boundary in the middle, even if one class is much commoner? And equal means?"""
    return [(m0 + m1) / 2] if v0 == v1 else boundary(m0, v0, p0, m1, v1, p1)


@SEEN("log_joint")
def factors_with_a_plus(model: Any, Q: Any) -> Any:
    """The factor of a curve stands below the line. With which sign does its logarithm enter the sum?"""
    var = np.asarray(model["var"], dtype=float)
    return joint(model, Q) + np.log(2 * np.pi * var).sum(axis=1)


@SEEN("log_joint")
def distances_not_squared(model: Any, Q: Any) -> Any:
    """In the exponent stands (x − μ)² / (2σ²). What is squared in yours?"""
    mean, var = np.asarray(model["mean"], dtype=float), np.asarray(model["var"], dtype=float)
    gaps = np.abs(np.asarray(Q, dtype=float)[:, None] - mean)
    return (-0.5 * np.log(2 * np.pi * var) - gaps / (2 * var)).sum(axis=2) + np.log(model["prior"])


@SEEN("predict_one")
def squares_not_halved_for_one(x: Any, model: Any) -> Any:
    """In the exponent stands (x − μ)² / (2σ²). Where is the 2?"""
    return model["classes"][int(np.argmax(squares_not_halved(model, np.asarray([x], dtype=float))[0]))]
