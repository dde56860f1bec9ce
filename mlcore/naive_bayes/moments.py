"""Weight, mean and squared deviations per class and feature: the sums from which normal densities are learnt.

Like counts, they add up: the moments of two parts of the data give the moments of the whole (Chan, Golub and
LeVeque 1979). So a large table is halved until a part fits the cache, and the halves are added again.

Left out on purpose: the short formula E[x²] − E[x]². Around a mean of 10⁹ both terms are near 10¹⁸, where
doubles are 128 apart, and a variance of 1 is lost. Everything here is measured from a mean instead; and as
doubles near 10⁹ are 10⁻⁷ apart, a mean carries along what rounding cut off.
"""

from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from mlcore._checks import FloatArray, IntArray
from mlcore._parallel import in_parallel

NUMBERS_PER_CHUNK = 600_000  # 4.8 MB of doubles


@dataclass(frozen=True)
class Moments:
    """What is known of each (class, feature) pair; all arrays have one shape.

    Where nothing was observed, all are 0: the neutral element of +.
    """

    weight: FloatArray  # Σ_i w_i over the examples in which the feature was observed
    mean: FloatArray  # Σ_i w_i x_i / weight, to the nearest double
    rest: FloatArray  # what is missing from the mean to the next 16 digits
    squares: FloatArray  # Σ_i w_i (x_i − mean)²

    @classmethod
    def nothing(cls, K: int, d: int) -> Self:
        """Return the moments of no examples."""
        return cls(*(np.zeros((K, d)) for _ in range(4)))

    @property
    def var(self) -> FloatArray:
        """The maximum likelihood variance: the divisor is n_c, not n_c − 1; 0 where nothing was observed."""
        return _per_weight(self.squares, self.weight)

    def __add__(self, other: "Moments") -> "Moments":
        """Return the moments of both parts together.

        >>> part = class_moments(np.array([[0.0], [2.0]]), np.array([0, 0]), 1)
        >>> whole = part + class_moments(np.array([[4.0]]), np.array([0]), 1)
        >>> whole.mean.item(), whole.squares.item()
        (2.0, 8.0)
        """
        weight = self.weight + other.weight
        share = _per_weight(other.weight, weight)
        with np.errstate(over="ignore", invalid="ignore"):  # the caller checks for infinities
            gap, gap_rest = other.mean - self.mean, other.rest - self.rest
            mean, cut_off = _sum_and_rest(self.mean, share * gap)
            mean, rest = _sum_and_rest(mean, cut_off + self.rest + share * gap_rest)
            squares = self.squares + other.squares + self.weight * share * (gap + gap_rest) ** 2
        return Moments(weight, mean, rest, squares)

    def over_classes(self) -> "Moments":
        """Return the moments of all classes together, shape (1, d)."""
        weight = self.weight.sum(axis=0, keepdims=True)  # (1, d)
        with np.errstate(over="ignore", invalid="ignore"):
            about = _per_weight((self.weight * self.mean).sum(axis=0, keepdims=True), weight)
            gap = self.mean - about + self.rest  # (K, d)
            shift = _per_weight((self.weight * gap).sum(axis=0, keepdims=True), weight)
            squares = (self.squares + self.weight * gap**2).sum(axis=0, keepdims=True) - weight * shift**2
            return Moments(weight, *_sum_and_rest(about, shift), np.maximum(squares, 0))

    def placed(self, rows: IntArray, K: int) -> "Moments":
        """Return the same moments among K classes, row c moved to rows[c]."""
        moved = Moments.nothing(K, self.mean.shape[1])
        for name in ("weight", "mean", "rest", "squares"):
            getattr(moved, name)[rows] = getattr(self, name)
        return moved


def class_moments(
    X: NDArray[np.number], codes: IntArray, K: int, sample_weight: FloatArray | None = None
) -> Moments:
    """Return the moments of each feature in each class, shape (K, d); NaN is missing and left out.

    X has shape (n, d); codes[i] in 0..K−1 is the class of row i.

    >>> moments = class_moments(np.array([[1.0], [3.0], [7.0]]), np.array([0, 0, 1]), K=2)
    >>> moments.mean.tolist(), moments.var.tolist()
    ([[2.0], [7.0]], [[1.0], [0.0]])
    """
    # A chunk holds many more rows than there are classes, or adding would cost more than counting.
    rows = max(NUMBERS_PER_CHUNK // X.shape[1], 2 * K)

    def of_rows(part: slice) -> Moments:
        if part.stop - part.start > rows:
            middle = (part.start + part.stop) // 2  # halves, so that rounding grows with log n, not n
            return of_rows(slice(part.start, middle)) + of_rows(slice(middle, part.stop))
        weight = np.ones(part.stop - part.start) if sample_weight is None else sample_weight[part]
        return _chunk_moments(np.asarray(X[part], dtype=np.float64), codes[part], K, weight)

    return reduce(add, in_parallel(of_rows, len(X), least=rows))


def _chunk_moments(X: FloatArray, codes: IntArray, K: int, sample_weight: FloatArray) -> Moments:
    """Measure the deviations from the class means, in two passes over rows that are still in the cache."""
    n, d = X.shape
    # Column i has one entry, w_i in row y_i: a product with it sums rows class by class.
    membership = csc_array((sample_weight, codes, np.arange(n + 1)), shape=(K, n))
    sums = membership @ X  # (K, d)
    if missing := bool(np.isnan(sums).any()):  # only NaN in X makes NaN here: a look at K·d numbers, not n·d
        observed = ~np.isnan(X)
        weight = membership @ observed.astype(np.float64)  # (K, d)
        sums = membership @ np.where(observed, X, 0)
    else:
        weight = np.repeat(membership.sum(axis=1)[:, None], d, axis=1)  # (K, d)
    about = _per_weight(sums, weight)
    with np.errstate(over="ignore", invalid="ignore"):
        deviation = np.take(about, codes, axis=0)  # (n, d)
        np.subtract(X, deviation, out=deviation)
        if missing:
            deviation[~observed] = 0
        # subtle: `about` is the mean up to rounding. What is left, the mean deviation, is added to the mean
        # and taken out of the squares: after an offset of 1e9 it would show in the digits of the variance.
        shift = _per_weight(membership @ deviation, weight)
        squares = membership @ np.square(deviation, out=deviation) - weight * shift**2
        return Moments(weight, *_sum_and_rest(about, shift), np.maximum(squares, 0))


def _sum_and_rest(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return a + b as a double, and what rounding cut off: together they are exact (Knuth)."""
    total = a + b
    b_seen = total - a
    return total, (a - (total - b_seen)) + (b - b_seen)


def _per_weight(total: FloatArray, weight: FloatArray) -> FloatArray:
    """Return total / weight, and 0 where the weight is 0."""
    return np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)
