"""From distances to votes: how much each neighbour counts, and what the neighbours say together.

    KERNELS          κ(u): how a weight falls with the distance u = d / h, by name
    vote_weights     w_i ∝ κ(d_i / h), scaled so that Σ_i w_i = 1
    weighted_vote    p(c) = Σ_i w_i 1(y_i = c) / Σ_i w_i

Constant factors of a kernel (the 3/4 of Epanechnikov) cancel when the weights are scaled to sum to 1, so they
are left out: every kernel here but the inverse starts at κ(0) = 1.

Left out on purpose: finding the neighbours (mlcore.neighbors) and choosing the bandwidth h.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import Array, FloatArray, IntArray, number, numbers, one_of, same_length, shown
from mlcore._checks import labels as checked_labels


def _within(u: FloatArray) -> FloatArray:
    """Return u cut at 1, where a kernel of compact support ends."""
    return np.minimum(u, 1.0)


def _inverse(u: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore", over="ignore"):
        inverse: FloatArray = 1.0 / u
    return inverse


KERNELS: dict[str, Callable[[FloatArray], FloatArray]] = {
    "boxcar": lambda u: (u <= 1).astype(np.float64),
    "triangular": lambda u: 1 - _within(u),
    "epanechnikov": lambda u: 1 - _within(u) ** 2,
    "quartic": lambda u: (1 - _within(u) ** 2) ** 2,
    "triweight": lambda u: (1 - _within(u) ** 2) ** 3,
    "tricube": lambda u: (1 - _within(u) ** 3) ** 3,
    "cosine": lambda u: np.where(u < 1, np.cos(np.pi / 2 * _within(u)), 0.0),
    "gaussian": lambda u: np.exp(-(u**2) / 2),
    "exponential": lambda u: np.exp(-u),
    "laplace": lambda u: np.exp(-u),
    "inverse": _inverse,
}
"""Kernels κ(u) of the scaled distance u = d / h ≥ 0; all fall, and the first seven end at u = 1."""

SCHEMES: tuple[str, ...] = ("uniform", "distance", "softmax", *KERNELS)
"""Names of all ways to weigh neighbours: "distance" is the inverse kernel, "softmax" the exponential one."""


def vote_weights(dists: ArrayLike, scheme: str, h: float = 1.0) -> FloatArray:
    """Return how much each of k neighbours counts.

        uniform     w_i = 1 / k
        distance    w_i ∝ 1 / d_i
        softmax     w_i ∝ exp(−(d_i − min d) / h)
        a kernel    w_i ∝ κ(d_i / h)

    Zero rule: where weights are infinite (inverse weights, distance 0) only the exact matches vote, equally.
    Underflow rule: softmax, exponential and Gaussian weights are taken relative to the nearest neighbour, so
    however far away all of them are, the nearest counts most.
    Support rule: when all k neighbours lie outside a kernel that ends at u = 1, they vote equally.
    Infinity rule: an infinite distance counts nothing beside finite ones; only infinite ones vote equally.

    Parameters
    ----------
    dists : array-like of shape (k,) or (m, k)
        The distances of k neighbours, of one query or of m.
    scheme : str
        ``"uniform"``, ``"distance"``, ``"softmax"`` or the name of a kernel in ``KERNELS``.
    h : float, default=1.0
        The bandwidth, greater than 0.

    Returns
    -------
    ndarray, in the shape of dists
        The weights; each row sums to 1.

    Examples
    --------
    >>> vote_weights([1, 2, 4], "distance").round(4).tolist()
    [0.5714, 0.2857, 0.1429]
    >>> vote_weights([0, 2, 0], "distance").tolist()
    [0.5, 0.0, 0.5]
    >>> vote_weights([1000, 1001], "softmax").round(4).tolist()
    [0.7311, 0.2689]
    >>> vote_weights([3, 5], "triangular", h=2).tolist()
    [0.5, 0.5]
    """
    w = unscaled_weights(dists, scheme, h)
    total: FloatArray = w / w.sum(axis=-1, keepdims=True)
    return total


def unscaled_weights(dists: ArrayLike, scheme: str, h: float = 1.0) -> FloatArray:
    """Return vote_weights up to a factor that is common to a row.

    Votes are counted with these: 1 + 2 = 3 is a tie, 0.1 + 0.2 = 0.3 is not.

    Parameters
    ----------
    dists : array-like of shape (k,) or (m, k)
        The distances of k neighbours, of one query or of m.
    scheme : str
        ``"uniform"``, ``"distance"``, ``"softmax"`` or the name of a kernel in ``KERNELS``.
    h : float, default=1.0
        The bandwidth, greater than 0.

    Returns
    -------
    ndarray, in the shape of dists
        The weights.

    Examples
    --------
    >>> unscaled_weights([1, 2, 4], "distance").tolist()
    [0.5, 0.25, 0.125]
    """
    d = _checked_distances(dists)  # (..., k)
    one_of(scheme, SCHEMES, "scheme")
    h = number(h, "h")
    if h <= 0:
        raise ValueError(f"h must be positive; got {h}.")
    return countable(_raw_weights(d, scheme, h))


def _raw_weights(d: FloatArray, scheme: str, h: float) -> FloatArray:
    """Return weights up to a factor that is common to the row."""
    if scheme == "uniform":
        return np.ones_like(d)
    if scheme in ("distance", "inverse"):
        return _inverse_weights(d)  # h would be a common factor
    nearest = d.min(axis=-1, keepdims=True)
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        if scheme in ("softmax", "exponential", "laplace"):
            raw: FloatArray = np.exp(-np.where(d == nearest, 0.0, (d - nearest) / h))
            return raw
        if scheme == "gaussian":
            # subtle: u² − min u² as a product, so that distances whose squares overflow still compare.
            rise = (d - nearest) / h * ((d + nearest) / h) / 2
            raw = np.exp(-np.where(d == nearest, 0.0, rise))
            return raw
        return KERNELS[scheme](d / h)


def _inverse_weights(d: FloatArray) -> FloatArray:
    """Return 1/d up to a power of two, so that only a distance of 0 weighs infinitely, not a tiny one."""
    nearest = d.min(axis=-1, keepdims=True)
    with np.errstate(over="ignore"):
        scaled = np.ldexp(d, -np.frexp(nearest)[1])
    return np.where((nearest == 0) & (d > 0), 0.0, _inverse(scaled))


def countable(weights: FloatArray) -> FloatArray:
    """Return weights whose sum over a row is positive and finite.

    Infinite weights become 1 and the others beside them 0; a row of zeros becomes ones; any other row is
    scaled by a power of two, which is exact.

    Parameters
    ----------
    weights : ndarray of shape (..., k)
        Non-negative weights, perhaps infinite.

    Returns
    -------
    ndarray of shape (..., k)
        Finite weights in the same proportions.

    Examples
    --------
    >>> countable(np.array([[1.0, 3.0], [np.inf, 2.0], [0.0, 0.0]])).tolist()
    [[0.25, 0.75], [1.0, 0.0], [1.0, 1.0]]
    """
    top = weights.max(axis=-1, keepdims=True)
    scaled = np.ldexp(weights, -np.frexp(top)[1])
    scaled = np.where(np.isinf(top), np.isinf(weights), scaled)
    return np.where(top == 0, 1.0, scaled)


def weighted_vote(labels: ArrayLike, weights: ArrayLike, classes: ArrayLike) -> FloatArray:
    """Return p(c) = Σ_i w_i 1(y_i = c) / Σ_i w_i for each class.

    The winner is the argmax; ties go to the first class. This holds for any number of classes, where
    sign(Σ w_i y_i) needs two, coded −1 and +1, and has no answer at 0.

    Parameters
    ----------
    labels : array-like of shape (k,)
        The labels of the neighbours.
    weights : array-like of shape (k,)
        Their weights, at least 0, not all of them 0.
    classes : array-like of shape (K,)
        All classes, in the order of the result.

    Returns
    -------
    ndarray of shape (K,)
        The share of each class, summing to 1.

    Examples
    --------
    >>> p = weighted_vote([1, 1, -1, -1, -1], [0.9, 0.8, 0.4, 0.35, 0.3], classes=[-1, 1])
    >>> p.round(4).tolist()
    [0.3818, 0.6182]
    """
    y = checked_labels(labels, "labels")
    w = numbers(weights, "weights")
    order = checked_labels(classes, "classes")
    same_length(labels=y, weights=w)
    if (w < 0).any() or w.sum() == 0:
        raise ValueError(f"weights must be non-negative and not all zero; got {shown(weights)}.")
    is_class = y[:, None] == order[None, :]  # (k, K)
    if (is_class.sum(axis=1) != 1).any():
        raise ValueError(f"classes must hold each label exactly once; got {shown(classes)}.")
    p: FloatArray = vote(is_class.argmax(axis=1)[None, :], countable(w)[None, :], len(order))[0]
    return p


def vote(codes: IntArray, weights: FloatArray | None, n_classes: int) -> FloatArray:
    """Return the share of each class among the k neighbours of m queries.

    Parameters
    ----------
    codes : ndarray of shape (m, k)
        The positions of the neighbours' classes.
    weights : ndarray of shape (m, k) or None
        Their weights; None for one vote each.
    n_classes : int
        K.

    Returns
    -------
    ndarray of shape (m, K)
        The shares; each row sums to 1.

    Examples
    --------
    >>> vote(np.array([[0, 1, 1]]), None, n_classes=2).round(4).tolist()
    [[0.3333, 0.6667]]
    """
    m, k = codes.shape
    # One count over all queries: class c of query i is cell i K + c.
    cells = codes + n_classes * np.arange(m)[:, None]  # (m, k)
    w = None if weights is None else weights.ravel()
    counts = np.bincount(cells.ravel(), w, minlength=m * n_classes).reshape(m, n_classes)  # (m, K)
    p: FloatArray = counts / (k if weights is None else counts.sum(axis=1, keepdims=True))
    return p


def _checked_distances(dists: ArrayLike) -> FloatArray:
    """Return distances to k neighbours, or to the k neighbours of each of m queries."""
    try:
        depth = np.ndim(dists)
    except ValueError:  # rows of different lengths, which the check names
        depth = 2
    d: Array = numbers(dists, "dists", ndim=min(max(depth, 1), 2), finite=False)
    if np.isnan(d).any():
        raise ValueError("dists must not hold NaN.")
    if (d < 0).any():
        raise ValueError(f"dists must not be negative; got {shown(dists)}.")
    return d
