"""The canonical distances: one fixed formula per metric, to which every search comes back.

The neighbours of q are the k examples that come first when sorted by (canonical distance, training index).
For this to mean one thing only, the distance of two points must be one number: the same bits whichever search
asks, in whichever block the pair is evaluated. So the terms of the d features are added one after the other,
j = 1, ..., d, in float64, every operation rounded once. Where powers leave the range of floats, the features
are scaled by a power of two first, which rounds nothing.

Left out on purpose: the rarer metrics, which are left to SciPy (tabulated.py), and all searching.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from scipy.spatial.distance import cdist

from mlcore._checks import FloatArray, IntArray, Table, numbers, shown

BLOCK = 1 << 16  # numbers in a block of columns: half a megabyte, about a second-level cache

# SciPy adds the features in the same order. Without products no processor can fuse two roundings into one,
# so these two have the same bits everywhere; and SciPy is faster.
SAME_AS_SCIPY = {1: "cityblock", np.inf: "chebyshev"}


class Distance(Protocol):
    """What a search asks of a metric."""

    def table(self, Q: Table, X: Table) -> FloatArray:
        """Return the distances between each row of Q and each row of X, shape (m, n)."""


def rows(X: Table, which: Any = slice(None)) -> FloatArray:
    """Return some rows of a dense or sparse matrix as dense float64."""
    chosen = X[which]
    return np.asarray(chosen.toarray() if issparse(chosen) else chosen, dtype=np.float64)


def sum_in_order(terms: FloatArray) -> FloatArray:
    """Return the sum over the first axis, added strictly from the first row to the last.

    >>> sum_in_order(np.array([[1e16], [1.0], [1.0], [-1e16]])).tolist()
    [0.0]
    """
    # subtle: over the first axis of a C array numpy adds whole rows in turn; only of a single column would it
    # make a vector and add that pairwise. Running sums are sequential by definition.
    if terms.shape[1] == 1:
        return np.asarray(np.cumsum(terms, axis=0)[-1])
    total: FloatArray = np.add.reduce(np.ascontiguousarray(terms), axis=0)
    return total


# A distance of columns takes (d, r) and (d, r) or (d, 1), observations as columns, and returns (r,).


def _minkowski(A: FloatArray, B: FloatArray, p: float, w: FloatArray | None, root: bool = True) -> FloatArray:
    return _of_gaps(A - B, lambda some: A[:, some] - B[:, some], p, w, root)


def _of_gaps(
    gaps: FloatArray, anew: Callable[[Any], FloatArray], p: float, w: FloatArray | None, root: bool
) -> FloatArray:
    """Return the distances by the differences (d, r), which are used up; anew(some) gives those of some."""
    weighing = slice(None) if w is None or w.all() else w > 0
    w = None if w is None else w[weighing]
    gaps = gaps[weighing]
    if p == np.inf:
        return np.asarray(np.maximum.reduce(np.abs(gaps), axis=0))  # (r,)
    total = _power_sum(gaps, p, w)  # (r,)
    if p == 1:
        return total
    dists = _root(total, p) if root else total.copy()
    if (beyond := _out_of_range(total)).any():
        gaps = np.abs(anew(beyond)[weighing])
        if w is not None:
            gaps *= np.power(w, 1 / p)[:, None]
        near_one, exponent = _near_one(gaps)
        sums = _power_sum(near_one, p)
        with np.errstate(over="ignore", under="ignore"):  # what no float holds is ∞, or the nearest to 0
            dists[beyond] = np.ldexp(_root(sums, p), exponent) if root else np.ldexp(sums, int(p) * exponent)
    return dists


def _power_sum(terms: FloatArray, p: float, w: FloatArray | None = None) -> FloatArray:
    """Return Σ_j w_j |t_j|^p, computed in the place of the terms, (d, r), shape (r,)."""
    if p == 2:
        np.square(terms, out=terms)
    else:
        np.abs(terms, out=terms)
        if p != 1:
            np.power(terms, p, out=terms)
    if w is not None:
        terms *= w[:, None]
    return sum_in_order(terms)


def _root(total: FloatArray, p: float) -> FloatArray:
    return np.asarray(np.sqrt(total) if p == 2 else np.power(total, 1 / p))


def _out_of_range(total: FloatArray) -> NDArray[np.bool_]:
    """Return where terms that matter to a sum of powers may have left the range of floats."""
    return np.asarray((total < 1e-280) | (total == np.inf))


def _near_one(A: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return columns divided by a power of two each, so that their largest number is near 1; its exponent.

    >>> _near_one(np.array([[0.0, 2.0**1000], [2.0**-1000, -(2.0**999)]]))[0].tolist()
    [[0.0, 0.5], [0.5, -0.25]]
    """
    _, exponent = np.frexp(np.fmax.reduce(np.abs(A), axis=0))  # (r,)
    return np.ldexp(A, -exponent), exponent


def _cosine(A: FloatArray, B: FloatArray, centred: bool) -> FloatArray:
    if centred:
        A, B = _centred(A), _centred(B)
    a, b = sum_in_order(A * A), sum_in_order(B * B)  # (r,) both
    if not (min(a.min(), b.min()) > 1e-140 and max(a.max(), b.max()) < 1e140):
        A, B = _near_one(A)[0], _near_one(B)[0]  # an angle has no length
        a, b = sum_in_order(A * A), sum_in_order(B * B)
    # the root of the product, not the product of the roots: a point is then at distance 0 from itself
    norms = np.sqrt(a * b)  # (r,)
    dots = sum_in_order(A * B)  # (r,)
    cosines = np.divide(dots, norms, out=np.zeros_like(dots), where=norms > 0)
    return np.asarray(np.clip(1 - cosines, 0, 2))


def _centred(A: FloatArray) -> FloatArray:
    """Return columns less their mean, up to a power of two: no sum overflows, no mean is denormal."""
    A, _ = _near_one(A)
    return np.asarray(A - sum_in_order(A) / len(A))


def _nan_euclidean(A: FloatArray, B: FloatArray) -> FloatArray:
    gaps = A - B  # (d, r)
    present = ~np.isnan(gaps)
    n_present = present.sum(axis=0)  # (r,)
    gaps[~present] = 0
    share = np.divide(len(gaps), n_present, out=np.full(n_present.shape, np.nan), where=n_present > 0)
    total = _power_sum(gaps.copy(), 2)
    dists = np.asarray(np.sqrt(total * share))
    if (beyond := _out_of_range(total)).any():
        near_one, exponent = _near_one(gaps[:, beyond])
        dists[beyond] = np.ldexp(np.sqrt(_power_sum(near_one, 2) * share[beyond]), exponent)
    return dists


def _braycurtis(A: FloatArray, B: FloatArray) -> FloatArray:
    sizes = sum_in_order(np.abs(A) + np.abs(B))  # (r,)
    differences = sum_in_order(np.abs(A - B))
    return np.divide(differences, sizes, out=np.zeros_like(sizes), where=sizes > 0)


def _haversine(A: FloatArray, B: FloatArray) -> FloatArray:
    half = np.sin((A - B) / 2) ** 2  # (2, r)
    return np.asarray(2 * np.arcsin(np.sqrt(half[0] + np.cos(A[0]) * np.cos(B[0]) * half[1])))


@dataclass(frozen=True)
class Canonical:
    """A metric by its formula between columns.

    ``of_gaps`` is the same formula by the differences, where these are all that it needs. ``order`` and
    ``weights`` describe a Minkowski metric, (Σ_j w_j |x_j − q_j|^p)^(1/p), for p = ∞ the
    maximum over w_j > 0; ``root`` says whether the root is taken. ``angle`` says that the distance is 1 − cos
    of an angle, "centred" that both rows lose their mean first; a zero vector is then at distance 1 from all.
    """

    columns: Callable[[FloatArray, FloatArray], FloatArray] = field(repr=False)
    of_gaps: Callable[[FloatArray, Callable[[Any], FloatArray]], FloatArray] | None = field(
        default=None, repr=False
    )
    order: float | None = None
    weights: FloatArray | None = None
    root: bool = True
    angle: str | None = None

    def pairs(self, Q: Table, query: IntArray, X: Table, row: IntArray) -> FloatArray:
        """Return the distance between Q[query[i]] and X[row[i]] for each i, shape (len(row),)."""
        dists = np.empty(len(row))
        step = max(BLOCK // X.shape[1], 1)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            for start in range(0, len(row), step):
                block = slice(start, start + step)
                dists[block] = self._between(rows(Q, query[block]), rows(X, row[block]))
        return dists

    def lists(self, Q: Table, X: Table, row: IntArray) -> FloatArray:
        """Return the distance between Q[i] and X[row[i, j]] for each i and j, shape (m, c)."""
        m, c = row.shape
        if self.of_gaps is None:
            return self.pairs(Q, np.repeat(np.arange(m), c), X, row.ravel()).reshape(m, c)
        dists = np.empty((m, c))
        step = max(BLOCK // max(c * X.shape[1], 1), 1)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            for start in range(0, m, step):
                block = slice(start, start + step)
                gaps = rows(X, row[block]) - rows(Q, block)[:, None]  # (s, c, d)
                dists[block] = self._of_rows(gaps.reshape(-1, X.shape[1])).reshape(-1, c)
        return dists

    def _of_rows(self, gaps: FloatArray) -> FloatArray:
        """Return the distances by differences, row by row, (r, d) to (r,)."""
        assert self.of_gaps is not None
        return self.of_gaps(as_columns(gaps), lambda some: as_columns(gaps[some]))

    def _between(self, A: FloatArray, B: FloatArray) -> FloatArray:
        """Return the distances between the rows of two tables, (r, d) both, shape (r,)."""
        if self.of_gaps is None:
            return self.columns(as_columns(A), as_columns(B))
        # one table to turn round in place of two
        return self._of_rows(A - B)

    def table(self, Q: Table, X: Table) -> FloatArray:
        """Return the distances between each row of Q and each row of X, shape (m, n)."""
        queries = rows(Q)
        dists = np.empty((Q.shape[0], X.shape[0]))
        step = max(BLOCK // X.shape[1], 64)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            for start in range(0, X.shape[0], step):
                block = slice(start, start + step)
                dists[:, block] = self._block(queries, rows(X, block))
        return dists

    def _block(self, Q: FloatArray, X: FloatArray) -> FloatArray:
        if self.order in SAME_AS_SCIPY and self.weights is None:
            return np.asarray(cdist(Q, X, SAME_AS_SCIPY[self.order]))
        columns = as_columns(X)  # (d, r)
        d, r = columns.shape
        step = max(BLOCK // max(columns.size, 1), 1)  # queries at a time
        dists = np.empty((len(Q), r))
        for start in range(0, len(Q), step):
            queries = as_columns(Q[start : start + step])  # (d, s)
            s = queries.shape[1]
            left = np.broadcast_to(queries[:, :, None], (d, s, r)).reshape(d, s * r)
            right = np.broadcast_to(columns[:, None], (d, s, r)).reshape(d, s * r)
            dists[start : start + step] = self.columns(left, right).reshape(s, r)
        return dists


def as_columns(A: FloatArray) -> FloatArray:
    """Return observations as columns, (d, r), each feature contiguous."""
    return np.array(A.T, dtype=np.float64, order="C")


def minkowski(p: float, w: Any = None, root: bool = True) -> Canonical:
    """Return the Minkowski metric of order p > 0, features weighted by w if given.

    >>> minkowski(2).table(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0], [1.0, 0.0]])).tolist()
    [[5.0, 1.0]]
    >>> minkowski(np.inf).table(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]])).tolist()
    [[4.0]]
    """
    if w is None:
        weights = None
    else:
        weights = numbers(w, "w", finite=False)
        if not (weights >= 0).all() or not weights.any():
            raise ValueError(f"w must be non-negative and not all zero; got {shown(w)}.")
    of_gaps = partial(_of_gaps, p=p, w=weights, root=root)
    return Canonical(partial(_minkowski, p=p, w=weights, root=root), of_gaps, p, weights, root)


COSINE = Canonical(partial(_cosine, centred=False), angle="plain")
CORRELATION = Canonical(partial(_cosine, centred=True), angle="centred")
NAN_EUCLIDEAN = Canonical(_nan_euclidean)
BRAYCURTIS = Canonical(_braycurtis)
HAVERSINE = Canonical(_haversine)
