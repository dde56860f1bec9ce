"""Sums of log normal densities, for many rows and several classes at once.

    log p(x|c) = Σ_j log N(x_j; μ_{c,j}, σ²_{c,j}) = −½ Σ_j [ log 2πσ²_{c,j} + (x_j − μ_{c,j})²/σ²_{c,j} ]

`direct_log_likelihood` is this line and nothing more. `LogLikelihood` opens the square, which turns the sum
over features into matrix products:

    with u_j = x_j − a_j and m_{c,j} = μ_{c,j} − a_j, for any centre a,
    (x_j − μ_{c,j})²/σ²_{c,j} = u_j²/σ²_{c,j} − 2 u_j m_{c,j}/σ²_{c,j} + m_{c,j}²/σ²_{c,j}

Terms of an opened square can cancel. How much is known beforehand. For one class and one x, let

    S = Σ_j (u_j − m_j)²/σ_j²,  M = Σ_j m_j²/σ_j²,  and ε = 2⁻⁵³, the rounding of one operation.

Each of the 3d terms is rounded at most 6 times before it is added, and then takes part in at most d + 3
additions. So with γ = (2d + 10) ε the computed S is off by at most

    γ Σ_j (|u_j| + |m_j|)²/σ_j²
    ≤ γ Σ_j (|u_j − m_j| + 2|m_j|)²/σ_j²     because |u_j| ≤ |u_j − m_j| + |m_j|
    ≤ γ (2S + 8M)                            because (p + q)² ≤ 2p² + 2q².

The log density holds S/2. Its error is thus γS, relative and of the order of that of the direct sum, plus
4γM, which depends on the model alone, not on x. So the features enter the product, least cancelling first,
as long as 4γM ≤ 5·10⁻¹⁰; the others are summed directly. So are rows with missing values, and rows so far
away that u² overflows.

Left out on purpose: how mean and variance are learnt, and correlation between features.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mlcore._checks import Array, FloatArray, IntArray
from mlcore._parallel import in_parallel

NUMBERS_PER_CHUNK = 50_000  # 400 kB of doubles: stay in the cache from one product to the next
ALLOWED_ERROR = 5e-10  # of a log density, by cancellation
ROUNDING = 2.0**-53
LOG_2PI = float(np.log(2 * np.pi))


def direct_log_likelihood(X: FloatArray, mean: FloatArray, var: FloatArray) -> FloatArray:
    """Return Σ_j log N(x_j; μ_{c,j}, σ²_{c,j}) over the observed x_j, shape (m, K), class by class.

    X has shape (m, d), mean and var (K, d). A missing x_j (NaN) leaves its factor out.

    >>> direct_log_likelihood(np.array([[0.0, np.nan]]), np.zeros((1, 2)), np.ones((1, 2))).round(4).tolist()
    [[-0.9189]]
    """
    log_likelihood = np.empty((len(X), len(mean)))  # (m, K)
    for c in range(len(mean)):
        with np.errstate(over="ignore"):  # a log density below −1e308 is −∞
            z = (X - mean[c]) / np.sqrt(var[c])  # (m, d)
            log_likelihood[:, c] = -0.5 * np.nansum(LOG_2PI + np.log(var[c]) + z * z, axis=1)
    return log_likelihood


class LogLikelihood:
    """log p(x|c) for classes with means μ and variances σ² > 0, both (K, d); call it with rows x.

    >>> log_likelihood = LogLikelihood(mean=np.array([[0.0], [2.0]]), var=np.ones((2, 1)))
    >>> log_likelihood(np.array([[0.0], [2.0]])).round(4).tolist()
    [[-0.9189, -2.9189], [-2.9189, -0.9189]]
    """

    def __init__(self, mean: FloatArray, var: FloatArray) -> None:
        """Prepare what does not depend on x."""
        self.mean, self.var = mean, var
        centre = _centre(mean, var)  # (d,)
        self.easy, self.hard = _split_features(centre, mean, var)
        self.centre = centre[self.easy]
        m = mean[:, self.easy] - self.centre  # (K, d_easy)
        precision = 1 / var[:, self.easy]  # (K, d_easy)
        self.linear_weight = (m * precision).T  # (d_easy, K)
        self.square_weight = -0.5 * precision.T  # (d_easy, K)
        self.log_normalizer = -0.5 * (LOG_2PI + np.log(var[:, self.easy]) + m * m * precision).sum(
            axis=1
        )  # (K,)

    def __call__(self, X: FloatArray) -> FloatArray:
        """Return log p(x|c), shape (m, K)."""
        with np.errstate(over="ignore", invalid="ignore"):
            u = (X[:, self.easy] if len(self.hard) else X) - self.centre  # (m, d_easy)
            log_likelihood: FloatArray = u @ self.linear_weight  # (m, K)
            log_likelihood += np.square(u, out=u) @ self.square_weight
        finite = np.isfinite(log_likelihood)
        log_likelihood += self.log_normalizer
        if len(hard := self.hard):
            log_likelihood += direct_log_likelihood(X[:, hard], self.mean[:, hard], self.var[:, hard])
        if not finite.all():  # missing values, or u² overflowed
            rows = ~finite.all(axis=1)
            log_likelihood[rows] = direct_log_likelihood(X[rows], self.mean, self.var)
        return log_likelihood


def by_chunks(work: Callable[[FloatArray], Array], X: NDArray[np.number], result: Array) -> Array:
    """Fill result[i] from row X[i], as many rows at a time as stay in the cache, on all cores.

    work turns rows of X, as doubles, into rows of the result.

    >>> by_chunks(lambda rows: rows.sum(axis=1), np.array([[1, 2], [3, 4]]), np.empty(2)).tolist()
    [3.0, 7.0]
    """
    rows = max(NUMBERS_PER_CHUNK // X.shape[1], 16)

    def fill(part: slice) -> None:
        for start in range(part.start, part.stop, rows):
            chunk = slice(start, min(start + rows, part.stop))
            result[chunk] = work(np.asarray(X[chunk], dtype=np.float64))

    in_parallel(fill, len(X), least=rows)
    return result


def _centre(mean: FloatArray, var: FloatArray) -> FloatArray:
    """Return the a_j that makes Σ_c (μ_{c,j} − a_j)²/σ²_{c,j} least: the mean of the means, by precision."""
    weight = var.min(axis=0) / var  # (K, d), at most 1 whatever the unit of the feature
    first = mean[0]
    centre: FloatArray = first + (weight * (mean - first)).sum(axis=0) / weight.sum(axis=0)  # (d,)
    return centre


def _split_features(centre: FloatArray, mean: FloatArray, var: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the features that may enter the product, and those that are summed directly."""
    with np.errstate(over="ignore"):
        M = ((mean - centre) ** 2 / var).max(axis=0)  # (d,), the worst class
    M[(var < 1e-280).any(axis=0) | (var > 1e280).any(axis=0)] = np.inf  # 1/σ² has to be a double
    gamma = (2 * len(centre) + 10) * ROUNDING
    order = np.argsort(M, kind="stable")
    n_easy = int(np.sum(4 * gamma * np.cumsum(M[order]) <= ALLOWED_ERROR))
    return np.sort(order[:n_easy]), np.sort(order[n_easy:])
