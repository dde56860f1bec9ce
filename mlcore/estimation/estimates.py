"""Estimates: parameters from data, by maximum likelihood and with a prior.

    class prior          π_c = n_c / n
    additive smoothing   θ_v = (n_v + α) / (n + α V)         α = 0 is maximum likelihood
    m-estimate           θ   = (n_k + m p) / (n + m)
    normal distribution  μ = Σ x / n,   σ² = Σ (x − μ)² / n
    linear weights       argmin_w Σ_i (t_i − wᵀx_i)² / (2σ²) + ‖w‖² / (2τ²)

Left out on purpose: smoothing the class prior, which nobody needs (every class has examples).
"""

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import (
    Array,
    FloatArray,
    labels,
    number,
    numbers,
    positive,
    probability,
    same_length,
    shown,
    whole,
)
from mlcore.probability import normalise


def class_prior(y: ArrayLike) -> tuple[Array, FloatArray]:
    """Return the classes and their shares π_c = n_c / n.

    Parameters
    ----------
    y : array-like of shape (n,)
        The labels.

    Returns
    -------
    classes : ndarray of shape (K,)
        The sorted classes.
    prior : ndarray of shape (K,)
        The share of each.

    Examples
    --------
    >>> classes, prior = class_prior(["yes", "no", "yes", "yes"])
    >>> classes.tolist(), prior.tolist()
    (['no', 'yes'], [0.25, 0.75])
    """
    values = labels(y, "y")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise ValueError("y must be finite; it holds NaN or infinity.")
    try:
        classes, n_c = np.unique(values, return_counts=True)
    except TypeError:
        raise TypeError(f"y must hold labels that can be sorted; got {shown(values.tolist())}.") from None
    return classes, n_c / len(values)


def map_theta(counts: ArrayLike, alpha: ArrayLike = 0.0) -> FloatArray:
    """Return θ_v = (n_v + α_v) / Σ_v (n_v + α_v) for the counts of V values.

    α = 0 is maximum likelihood: a count of 0 becomes a probability of 0, and no counts at all (0 / 0) a
    ValueError. With α > 0 no counts at all become the uniform distribution.

    Parameters
    ----------
    counts : array-like of shape (V,)
        n_v, how often each value was seen.
    alpha : float or array-like of shape (V,), default=0
        The pseudo-count of all values, or of each.

    Returns
    -------
    ndarray of shape (V,)
        θ_v, summing to 1.

    Examples
    --------
    >>> map_theta([3, 0, 2], alpha=1).tolist()
    [0.5, 0.125, 0.375]
    """
    n_v = numbers(counts, "counts")
    a = numbers(np.atleast_1d(np.asarray(alpha)), "alpha")
    if np.ndim(alpha) > 0:
        same_length(counts=n_v, alpha=a)
    for values, name in ((n_v, "counts"), (a, "alpha")):
        if (values < 0).any():
            raise ValueError(f"{name} must be at least 0; got {shown(values.tolist())}.")
    if not (n_v + a).any():
        raise ValueError("counts are all 0 and so is alpha: 0 / 0 is no estimate; use alpha > 0.")
    return normalise(n_v + a)


def m_estimate(count: float, n: float, p: float, m: float) -> float:
    """Return (n_k + m p) / (n + m): a prior guess p that weighs as much as m examples.

    With p = 1/V and m = αV this is additive smoothing. V counts the values of the feature, not the classes.

    Parameters
    ----------
    count : float
        n_k, how often the value was seen, at most n.
    n : float
        The number of examples.
    p : float
        The prior guess, a probability.
    m : float
        How many examples the guess weighs as much as.

    Returns
    -------
    float
        The estimate of the probability.

    Examples
    --------
    >>> round(m_estimate(3, 3, p=0.5, m=0.45), 6)
    0.934783
    """
    n = number(n, "n", low=0)
    count = number(count, "count", low=0, high=n)
    p, m = probability(p, "p"), number(m, "m", low=0)
    if n + m == 0:
        raise ValueError("n and m must not both be 0: 0 / 0 is no estimate.")
    return (count + m * p) / (n + m)


def gaussian_mle(x: ArrayLike, ddof: int = 0) -> tuple[float, float]:
    """Return the mean and the variance of the values, with divisor n − ddof.

    The divisor of maximum likelihood is n (ddof=0), and every estimator of this package uses it.
    ddof=1 is the sample variance, which is right on average; equal values give a variance of 0.

    Parameters
    ----------
    x : array-like of shape (n,)
        The values.
    ddof : int, default=0
        What is taken off the divisor n; n must be greater.

    Returns
    -------
    mean : float
        μ.
    var : float
        σ².

    Examples
    --------
    >>> gaussian_mle([1, 2, 3, 6])
    (3.0, 3.5)
    """
    x = numbers(x, "x")
    ddof = whole(ddof, "ddof", low=0)
    if x.size <= ddof:
        raise ValueError(f"x must hold more than ddof={ddof} values; got {x.size}.")
    mean = float(x.mean())
    return mean, float(((x - mean) ** 2).sum() / (x.size - ddof))


def map_weights(X: ArrayLike, t: ArrayLike, noise_var: float, prior_var: float) -> FloatArray:
    """Return the MAP weights of t_i ~ N(wᵀx_i, σ²) under w_j ~ N(0, τ²).

    w = argmin Σ_i (t_i − wᵀx_i)²/(2σ²) + ‖w‖²/(2τ²): ridge regression with λ = σ²/τ². The prior stands
    outside the sum and counts once, however many examples there are; so it fades as they come in.
    There is no intercept: give X a column of ones, and mind that its weight has the prior, too.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The examples.
    t : array-like of shape (n,)
        The targets.
    noise_var : float
        σ², greater than 0.
    prior_var : float
        τ², greater than 0; infinite for maximum likelihood.

    Returns
    -------
    ndarray of shape (d,)
        The weights.

    Examples
    --------
    >>> round(float(map_weights([[1], [2], [3]], [1, 2, 2], noise_var=1, prior_var=1)[0]), 6)
    0.733333
    """
    X, t = numbers(X, "X", ndim=2), numbers(t, "t")
    same_length(X=X, t=t)
    noise_var = positive(noise_var, "noise_var")
    penalty = 0.0 if prior_var == np.inf else (noise_var / positive(prior_var, "prior_var")) ** 0.5
    d = X.shape[1]
    # The prior acts as d further examples, √λ e_j with target 0: a least-squares problem, solved without XᵀX.
    rows = np.vstack([X, penalty * np.eye(d)])  # (n + d, d)
    w, _, rank, _ = np.linalg.lstsq(rows, np.concatenate([t, np.zeros(d)]))
    if rank < d:
        raise ValueError("X does not determine the weights without a prior; use a smaller prior_var.")
    weights: FloatArray = w
    return weights


def map_slope(x: ArrayLike, t: ArrayLike, noise_var: float, prior_var: float) -> float:
    """Return the MAP slope of t_i ~ N(w x_i, σ²) under w ~ N(0, τ²): Σ x t / (Σ x² + σ²/τ²).

    Parameters
    ----------
    x : array-like of shape (n,)
        The inputs.
    t : array-like of shape (n,)
        The targets.
    noise_var : float
        σ², greater than 0.
    prior_var : float
        τ², greater than 0; infinite for maximum likelihood.

    Returns
    -------
    float
        The slope.

    Examples
    --------
    >>> round(map_slope([1, 2, 3], [1, 2, 2], noise_var=1, prior_var=float("inf")) * 14, 6)
    11.0
    """
    return float(map_weights(numbers(x, "x")[:, None], t, noise_var, prior_var)[0])
