"""Likelihoods: how probable the data are under given parameters, seen as functions of the parameters.

    one sequence     θᵏ (1 − θ)ⁿ⁻ᵏ,           ∏_v θ_v^{n_v}
    counts of it     C(n, k) θᵏ (1 − θ)ⁿ⁻ᵏ,   n! / ∏_v n_v! · ∏_v θ_v^{n_v}
    normal density   (2πσ²)^{−½} exp(−(x − μ)² / (2σ²))

θ is the probability of the outcome that k counts. 0 · log 0 is 0 throughout: a count of 0 asks nothing of θ.
The coefficient does not depend on θ and cancels in every comparison.
Left out on purpose: choosing the parameters. That is ``estimates``.
"""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, xlog1py, xlogy

from mlcore._checks import FloatArray, distribution, numbers, same_length, shown, whole

# A number for a number, an array for an array: the same formula draws the whole curve.
FloatOrArray = TypeVar("FloatOrArray", float, FloatArray)


def bernoulli_log_likelihood(k: int, n: int, theta: FloatOrArray) -> FloatOrArray:
    """Return log θᵏ(1 − θ)ⁿ⁻ᵏ = k log θ + (n − k) log(1 − θ).

    Parameters
    ----------
    k : int
        The number of successes.
    n : int
        The number of tosses, at least k.
    theta : float or ndarray
        The probability of a success; for an array the whole curve is drawn.

    Returns
    -------
    float or ndarray
        The logarithm, in the shape of theta.

    Examples
    --------
    >>> round(float(bernoulli_log_likelihood(6, 10, 0.5)), 6)
    -6.931472
    """
    k, n = _tosses(k, n)
    t = _theta(theta)
    result: FloatOrArray = xlogy(k, t) + xlog1py(n - k, -t)
    return result


def bernoulli_likelihood(k: int, n: int, theta: FloatOrArray) -> FloatOrArray:
    """Return θᵏ(1 − θ)ⁿ⁻ᵏ: the probability of one sequence of n tosses with k successes.

    Parameters
    ----------
    k : int
        The number of successes.
    n : int
        The number of tosses, at least k.
    theta : float or ndarray
        The probability of a success.

    Returns
    -------
    float or ndarray
        The likelihood, in the shape of theta.

    Examples
    --------
    >>> float(bernoulli_likelihood(1, 2, 0.5))
    0.25
    """
    k, n = _tosses(k, n)
    t: Any = _theta(theta)
    result: FloatOrArray = t**k * (1 - t) ** (n - k)  # 0⁰ is 1
    return result


def binomial_log_likelihood(k: int, n: int, theta: FloatOrArray) -> FloatOrArray:
    """Return log C(n, k) + k log θ + (n − k) log(1 − θ).

    Parameters
    ----------
    k : int
        The number of successes.
    n : int
        The number of tosses, at least k.
    theta : float or ndarray
        The probability of a success.

    Returns
    -------
    float or ndarray
        The logarithm, in the shape of theta.

    Examples
    --------
    >>> float(binomial_log_likelihood(0, 3, 0.0))
    0.0
    """
    k, n = _tosses(k, n)
    return bernoulli_log_likelihood(k, n, theta) + _log_multinomial_coefficient(np.array([k, n - k]))


def binomial_likelihood(k: int, n: int, theta: FloatOrArray) -> FloatOrArray:
    """Return C(n, k) θᵏ(1 − θ)ⁿ⁻ᵏ: the probability of k successes in n tosses, in any order.

    Parameters
    ----------
    k : int
        The number of successes.
    n : int
        The number of tosses, at least k.
    theta : float or ndarray
        The probability of a success.

    Returns
    -------
    float or ndarray
        The likelihood, in the shape of theta.

    Examples
    --------
    >>> round(float(binomial_likelihood(6, 10, 0.7)), 6)
    0.200121
    """
    result: FloatOrArray = np.exp(binomial_log_likelihood(k, n, theta))
    return result


def categorical_log_likelihood(counts: ArrayLike, theta: ArrayLike) -> float:
    """Return Σ_v n_v log θ_v: the log probability of one sequence with these counts.

    Parameters
    ----------
    counts : array-like of shape (V,)
        n_v, how often each value occurs.
    theta : array-like of shape (V,)
        θ_v, the probability of each value.

    Returns
    -------
    float
        The logarithm.

    Examples
    --------
    >>> categorical_log_likelihood([2, 0], [1, 0])
    0.0
    """
    n_v, t = _counts_and_theta(counts, theta)
    return float(xlogy(n_v, t).sum())


def categorical_likelihood(counts: ArrayLike, theta: ArrayLike) -> float:
    """Return ∏_v θ_v^{n_v}.

    Parameters
    ----------
    counts : array-like of shape (V,)
        n_v, how often each value occurs.
    theta : array-like of shape (V,)
        θ_v, the probability of each value.

    Returns
    -------
    float
        The likelihood of one sequence with these counts.

    Examples
    --------
    >>> categorical_likelihood([2, 1], [0.5, 0.5])
    0.125
    """
    n_v, t = _counts_and_theta(counts, theta)
    return float((t**n_v).prod())


def multinomial_log_likelihood(counts: ArrayLike, theta: ArrayLike) -> float:
    """Return log n!/∏_v n_v! + Σ_v n_v log θ_v: the log probability of the counts, in any order.

    Parameters
    ----------
    counts : array-like of shape (V,)
        n_v, how often each value occurs.
    theta : array-like of shape (V,)
        θ_v, the probability of each value.

    Returns
    -------
    float
        The logarithm.

    Examples
    --------
    >>> round(multinomial_log_likelihood([2, 1], [0.5, 0.5]), 6)
    -0.980829
    """
    n_v, _ = _counts_and_theta(counts, theta)
    return categorical_log_likelihood(counts, theta) + _log_multinomial_coefficient(n_v)


def multinomial_likelihood(counts: ArrayLike, theta: ArrayLike) -> float:
    """Return n!/∏_v n_v! · ∏_v θ_v^{n_v}.

    Parameters
    ----------
    counts : array-like of shape (V,)
        n_v, how often each value occurs.
    theta : array-like of shape (V,)
        θ_v, the probability of each value.

    Returns
    -------
    float
        The likelihood of the counts, in any order.

    Examples
    --------
    >>> round(multinomial_likelihood([2, 1], [0.5, 0.5]), 6)
    0.375
    """
    return float(np.exp(multinomial_log_likelihood(counts, theta)))


def gaussian_logpdf(x: ArrayLike, mean: ArrayLike, var: ArrayLike) -> FloatArray:
    """Return log N(x; μ, σ²) = −½ (log 2πσ² + (x − μ)²/σ²); the arguments broadcast.

    With variance 0 there is no density: a ValueError.

    Parameters
    ----------
    x : array-like
        Where the density is asked for.
    mean : array-like
        μ.
    var : array-like
        σ², the variance (not the standard deviation), greater than 0.

    Returns
    -------
    ndarray
        The log densities, in the common shape of the arguments.

    Examples
    --------
    >>> round(float(gaussian_logpdf(66, 73, 6.2**2)), 6)
    -3.380845
    """
    x, mean, var = _finite(x, "x"), _finite(mean, "mean"), _finite(var, "var")
    if (var <= 0).any():
        raise ValueError(f"var must be greater than 0; got {shown(var.tolist())}.")
    with np.errstate(over="ignore"):  # a square beyond the floats: the density is 0, its logarithm -inf
        z = (x - mean) / np.sqrt(var)
        result: FloatArray = -0.5 * (np.log(2 * np.pi) + np.log(var) + z * z)
    return result


def gaussian_pdf(x: ArrayLike, mean: ArrayLike, var: ArrayLike) -> FloatArray:
    """Return N(x; μ, σ²), a density: it may exceed 1, and a change of units changes it.

    Parameters
    ----------
    x : array-like
        Where the density is asked for.
    mean : array-like
        μ.
    var : array-like
        σ², the variance (not the standard deviation), greater than 0.

    Returns
    -------
    ndarray
        The densities, in the common shape of the arguments.

    Examples
    --------
    >>> round(float(gaussian_pdf(66, 73, 6.2**2)), 6)
    0.034019
    """
    result: FloatArray = np.exp(gaussian_logpdf(x, mean, var))
    return result


def _log_multinomial_coefficient(counts: FloatArray) -> float:
    """Return log n! − Σ_v log n_v!."""
    return float(gammaln(counts.sum() + 1) - gammaln(counts + 1).sum())


def _tosses(k: int, n: int) -> tuple[int, int]:
    n = whole(n, "n", low=0)
    return whole(k, "k", low=0, high=n), n


def _theta(theta: FloatOrArray) -> FloatArray:
    t = _finite(theta, "theta")
    if (t < 0).any() or (t > 1).any():
        raise ValueError(f"theta must lie between 0 and 1; got {shown(t.tolist())}.")
    return t


def _counts_and_theta(counts: ArrayLike, theta: ArrayLike) -> tuple[FloatArray, FloatArray]:
    n_v, t = numbers(counts, "counts"), distribution(theta, "theta")
    same_length(counts=n_v, theta=t)
    if (n_v < 0).any() or (n_v != np.floor(n_v)).any():
        raise ValueError(f"counts must be whole numbers of at least 0; got {shown(n_v.tolist())}.")
    return n_v, t


def _finite(values: ArrayLike, name: str) -> FloatArray:
    """Return finite numbers of any shape, a single one included."""
    array = np.asarray(values)
    return numbers(array.reshape(-1), name).reshape(array.shape)
