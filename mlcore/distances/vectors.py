"""How far apart two vectors are.

Every distance is a *dis*similarity: 0 means alike, and the nearest neighbour has the smallest value.
``cosine_similarity`` goes the other way: the nearest has the *largest*.

Left out on purpose: the search for neighbours (``mlcore.neighbors``).
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, number, numbers, same_length, shown


def minkowski(a: ArrayLike, b: ArrayLike, p: float = 2) -> float:
    """Return the ℓ_p distance (Σ_j |a_j − b_j|^p)^(1/p), and max_j |a_j − b_j| for p = ∞.

    It is a metric for p ≥ 1. A p between 0 and 1 is allowed, but breaks the triangle inequality.

    Parameters
    ----------
    a, b : array-like of shape (d,)
        Two vectors of numbers.
    p : float, default=2
        The order, greater than 0; ``math.inf`` included.

    Returns
    -------
    float
        The distance.

    Examples
    --------
    >>> [round(minkowski([1, 3], [3.5, 1], p), 4) for p in (1, 2, 3, float("inf"))]
    [4.5, 3.2016, 2.8694, 2.5]
    """
    if p != math.inf and number(p, "p") <= 0:
        raise ValueError(f"p must be greater than 0; got {shown(p)}.")
    return _lp_norm(_gaps(a, b), p)


def euclidean(a: ArrayLike, b: ArrayLike) -> float:
    """Return √Σ_j (a_j − b_j)².

    Parameters
    ----------
    a, b : array-like of shape (d,)
        Two vectors of numbers.

    Returns
    -------
    float
        The distance.

    Examples
    --------
    >>> euclidean([0, 0], [3, 4])
    5.0
    """
    return minkowski(a, b, p=2)


def manhattan(a: ArrayLike, b: ArrayLike) -> float:
    """Return Σ_j |a_j − b_j|.

    Parameters
    ----------
    a, b : array-like of shape (d,)
        Two vectors of numbers.

    Returns
    -------
    float
        The distance.

    Examples
    --------
    >>> manhattan([0, 0], [3, 4])
    7.0
    """
    return minkowski(a, b, p=1)


def chebyshev(a: ArrayLike, b: ArrayLike) -> float:
    """Return max_j |a_j − b_j|.

    Parameters
    ----------
    a, b : array-like of shape (d,)
        Two vectors of numbers.

    Returns
    -------
    float
        The distance.

    Examples
    --------
    >>> chebyshev([0, 0], [3, 4])
    4.0
    """
    return minkowski(a, b, p=math.inf)


def weighted_distance(a: ArrayLike, b: ArrayLike, z: ArrayLike) -> float:
    """Return √Σ_j z_j (a_j − b_j)² with feature weights z_j ≥ 0.

    Weights 0 and 1 select features; all weights 1 give the Euclidean distance.

    Parameters
    ----------
    a, b : array-like of shape (d,)
        Two vectors of numbers.
    z : array-like of shape (d,)
        The weight of each feature, at least 0.

    Returns
    -------
    float
        The distance.

    Examples
    --------
    >>> weighted_distance([0, 0, 0], [3, 4, 9], z=[1, 1, 0])
    5.0
    """
    weights = numbers(z, "z")
    gaps = _gaps(a, b)
    same_length(a=gaps, z=weights)
    if (weights < 0).any():
        raise ValueError(f"z must hold weights of at least 0; got {shown(weights.tolist())}.")
    used = weights > 0
    return _lp_norm(gaps[used], 2, weights[used]) if used.any() else 0.0


def mahalanobis(a: ArrayLike, b: ArrayLike, V: ArrayLike) -> float:
    """Return √((a − b)ᵀ V⁻¹ (a − b)): the distance in standard deviations, correlations taken into account.

    V is the covariance of the features. The identity gives the Euclidean distance, a diagonal V that of
    features divided by their standard deviations. A singular V has no inverse: a ValueError.

    Parameters
    ----------
    a, b : array-like of shape (d,)
        Two vectors of numbers.
    V : array-like of shape (d, d)
        The covariance of the features.

    Returns
    -------
    float
        The distance.

    Examples
    --------
    >>> mahalanobis([0, 0], [2, 0], V=[[4, 0], [0, 1]])
    1.0
    """
    differences, covariance = _differences(a, b), numbers(V, "V", ndim=2)
    d = len(differences)
    if covariance.shape != (d, d) or not np.allclose(covariance, covariance.T):
        raise ValueError(f"V must be a symmetric table of shape {(d, d)}; got {shown(covariance.tolist())}.")
    try:
        L = np.linalg.cholesky(covariance)
    except np.linalg.LinAlgError:
        raise ValueError(f"V must be positive definite; got {shown(covariance.tolist())}.") from None
    # With V = L Lᵀ the squared distance is |L⁻¹ (a − b)|².
    with np.errstate(over="ignore", invalid="ignore"):  # infinite differences, infinite distance
        solved = np.abs(np.linalg.solve(L, differences))
    return _lp_norm(np.nan_to_num(solved, nan=np.inf, posinf=np.inf), 2)


def _gaps(a: ArrayLike, b: ArrayLike) -> FloatArray:
    """Return |a_j − b_j| for each feature."""
    return np.abs(_differences(a, b))


def _differences(a: ArrayLike, b: ArrayLike) -> FloatArray:
    """Return a_j − b_j for each feature."""
    first, second = numbers(a, "a"), numbers(b, "b")
    same_length(a=first, b=second)
    with np.errstate(over="ignore"):  # a difference beyond the largest float is infinite, as it should be
        difference: FloatArray = first - second
    return difference


def _lp_norm(gaps: FloatArray, p: float, weights: FloatArray | float = 1.0) -> float:
    """Return (Σ_j weight_j · gap_j^p)^(1/p)."""
    largest = float(gaps.max())
    if p == math.inf or largest in (0, math.inf):
        return largest
    with np.errstate(over="ignore"):
        total = (weights * gaps**p).sum()
        if 1e-280 < total < math.inf:
            return float(np.sqrt(total) if p == 2 else total ** (1 / p))
        # subtle: the powers left the range of floats, so we take the largest gap out of the root. Only then:
        # the division rounds, and would tear apart ties such as (2, 9) and (6, 7).
        total = (weights * (gaps / largest) ** p).sum()
        return float(largest * total ** (1 / np.float64(p)))


def cosine_similarity(a: ArrayLike, b: ArrayLike) -> float:
    """Return aᵀb / (‖a‖₂ ‖b‖₂), between −1 (opposite) and 1 (same direction).

    A vector of zeros has no direction: its similarity to anything is 0.

    Parameters
    ----------
    a, b : array-like of shape (d,)
        Two vectors of numbers.

    Returns
    -------
    float
        The cosine of the angle between them.

    Examples
    --------
    >>> cosine_similarity([3, 4], [6, 8])
    1.0
    """
    first, second = numbers(a, "a"), numbers(b, "b")
    same_length(a=first, b=second)
    if not first.any() or not second.any():
        return 0.0
    first, second = _near_one(first), _near_one(second)
    # subtle: one root of the product, not a product of roots, so that equal vectors give exactly 1.
    norms = np.sqrt((first * first).sum() * (second * second).sum())
    return float(np.clip((first * second).sum() / norms, -1, 1))


def _near_one(a: FloatArray) -> FloatArray:
    """Divide by a power of two, which rounds nothing, so that squares neither overflow nor all vanish."""
    _, exponent = np.frexp(np.abs(a).max())
    return np.asarray(np.ldexp(a, -exponent))


def cosine_distance(a: ArrayLike, b: ArrayLike) -> float:
    """Return 1 − aᵀb / (‖a‖₂ ‖b‖₂), between 0 (same direction) and 2 (opposite).

    A vector of zeros has no direction: its distance to anything, itself included, is 1.

    Parameters
    ----------
    a, b : array-like of shape (d,)
        Two vectors of numbers.

    Returns
    -------
    float
        The distance.

    Examples
    --------
    >>> cosine_distance([3, 4], [6, 8]), cosine_distance([1, 0], [0, 1]), cosine_distance([1, 0], [-2, 0])
    (0.0, 1.0, 2.0)
    """
    return 1.0 - cosine_similarity(a, b)


def pairwise_sq_dists(A: ArrayLike, B: ArrayLike) -> FloatArray:
    """Return all squared Euclidean distances between the rows of A (n, d) and B (m, d), shape (n, m).

        ‖a − b‖² = ‖a‖² − 2 aᵀb + ‖b‖²

    One matrix product does most of the work. Nothing is negative, and equal rows get exactly 0.

    Parameters
    ----------
    A : array-like of shape (n, d)
        The one set of points, a row each.
    B : array-like of shape (m, d)
        The other set of points.

    Returns
    -------
    ndarray of shape (n, m)
        The squared distance of each row of A from each row of B.

    Examples
    --------
    >>> pairwise_sq_dists([[1, 3], [2, 3]], [[3, 2]]).tolist()
    [[5.0], [2.0]]
    """
    A, B = numbers(A, "A", ndim=2), numbers(B, "B", ndim=2)
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"A and B must have one number of columns; got shapes {A.shape} and {B.shape}.")
    # subtle: far from the origin the three terms are huge and cancel. Distances do not depend on the origin,
    # so we move it to a row; a row, not the mean, since differences of short binary fractions are exact.
    with np.errstate(over="ignore"):
        A0, B0 = A - A[0], B - A[0]
        a_norms = np.einsum("ij,ij->i", A0, A0)[:, None]  # (n, 1)
        b_norms = np.einsum("ij,ij->i", B0, B0)[None, :]  # (1, m)
    if not max(a_norms.max(), b_norms.max()) < np.finfo(float).max / 4:
        raise ValueError("A and B are too spread out: their squared distances overflow. Scale them first.")
    sq_dists: FloatArray = a_norms - 2 * A0 @ B0.T + b_norms  # (n, m)
    # Rows that are close together cancel nevertheless, some to below 0: these are computed directly.
    near = sq_dists < 1e-6 * (a_norms + b_norms)
    for i in np.flatnonzero(near.any(axis=1)):
        sq_dists[i, near[i]] = ((B[near[i]] - A[i]) ** 2).sum(axis=1)
    return sq_dists


def standardise(X_train: ArrayLike, Q: ArrayLike) -> FloatArray:
    """Return (Q − μ) / σ, column by column, with μ and σ of the training data only, shape of Q.

    σ has divisor n. A column that is constant in training is divided by 1.

    Parameters
    ----------
    X_train : array-like of shape (n, d)
        The training data, which give μ and σ.
    Q : array-like of shape (m, d)
        What is to be standardised: the queries, or X_train itself.

    Returns
    -------
    ndarray of shape (m, d)
        Q in standard deviations from the means.

    Examples
    --------
    >>> standardise([[0, 5], [2, 5]], [[3, 6]]).tolist()
    [[2.0, 1.0]]
    """
    X, queries = numbers(X_train, "X_train", ndim=2), numbers(Q, "Q", ndim=2)
    if X.shape[1] != queries.shape[1]:
        raise ValueError(f"X_train and Q must have one number of columns; got {X.shape} and {queries.shape}.")
    # subtle: seen from the first row, a constant column is exactly 0; its computed σ would otherwise be dust.
    origin = X[0]
    with np.errstate(over="ignore", invalid="ignore"):
        centred, moved = X - origin, queries - origin
        largest = np.abs(centred).max(axis=0)  # (d,)
        unit = np.where(largest > 0, largest, 1.0)  # squares of extreme values would overflow or vanish
        scaled = centred / unit
        mean, sd = scaled.mean(axis=0), scaled.std(axis=0)  # (d,)
        result = (moved / unit - mean) / np.where(sd > 0, sd, 1.0)
    if not np.isfinite(result).all():
        raise ValueError("X_train and Q are too spread out: their differences overflow. Rescale them first.")
    return np.asarray(result)
