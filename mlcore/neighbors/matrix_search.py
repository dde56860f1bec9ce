"""Neighbours by one matrix product: cheap scores first, canonical distances only for the few that may win.

Multiplied out, the squared distance is  |x − q|² = |x|² − 2 x·q + |q|²,  and |q|² is the same for all
examples. So the score  s(x) = |x|² − 2 x·q  orders the examples of a query, and the scores of all pairs are
one matrix product, (−2q, 1) times (x, |x|²): what computers do fastest. But the product rounds, worst where
large terms cancel, and single precision rounds much. The scores therefore decide nothing. They only show
which examples cannot be among the k nearest, by a bound on their error that is proved here.

The bound.  Let u be the unit roundoff of the product (2⁻²⁴ or 2⁻⁵³) and γ_i = i u / (1 − i u). A sum of i
products, in whatever order and with or without fused operations, is wrong by at most γ_i Σ|a_j b_j| (Higham,
Accuracy and Stability of Numerical Algorithms, section 3.1). Here i = d + 1 and, by Cauchy and Schwarz,

    Σ|a_j b_j| ≤ 2|x||q| + |x|².

|x|² is itself such a sum, and centring, stretching and storing x and q multiply each factor by a few (1 +
u): in all less than γ_{2d+32}. Underflow takes at most the smallest normal number from each product and
factor. The canonical distance rounds too, its square by less than γ_{d+32} (|x| + |q|)² in double
precision, which leaves enough to spare that squares further apart stay apart under the root. With R the
largest |x| in a block, these three make E(q), and with c(x) the square of the canonical distance less |q|²

    score − E ≤ c(x) ≤ score + E      for each example x of the block.

Selection.  Let t be the k-th smallest of `score + E` over any k or more examples. Then at least k of them
have c(x) ≤ t, and an example with score − E > t is not among the k nearest, not even by a tie. All others
are candidates: their canonical distances are computed and put in order.

Where it fails.  If E is so large that too many examples stay candidates (two clusters far apart, distances
that differ in the last digit), or infinite (overflow), the query is *lost*: it is asked again in double
precision, and if it is lost there too, by the direct search. A lost query costs time, never a wrong answer.

Left out on purpose: metrics that are no Euclidean distance or angle.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray
from threadpoolctl import threadpool_limits

from mlcore._checks import FloatArray, IntArray
from mlcore.neighbors.canonical import Canonical
from mlcore.neighbors.direct_search import DirectSearch, n_workers
from mlcore.neighbors.images import Floats, image_of
from mlcore.neighbors.ranking import Neighbours, first_k_of_lists, gather

POINTS = 2048  # examples in one product
QUERIES = 1024  # queries in one product
SLABS = 16  # so many examples share one minimum


class Candidates(NamedTuple):
    """Examples that may be among the nearest: candidate i is X[row[i]], for the query query[i]."""

    query: IntArray
    row: IntArray
    low: FloatArray  # score − E
    ceiling: FloatArray  # t for each query, (m,)
    lost: NDArray[np.bool_]  # (m,)


class MatrixSearch:
    """Neighbours in a Euclidean metric or by angle, for dense or CSR data of any dimension."""

    def __init__(self, X: Any, distance: Canonical, n_jobs: int | None = None) -> None:
        """Keep the examples and find their mean; nothing is copied."""
        self.X = X
        self.n, self.d = X.shape
        self.distance = distance
        self.image = image_of(X, distance)
        self.workers = n_workers(n_jobs)
        self.direct = DirectSearch(X, distance, n_jobs)

    def kneighbors(self, Q: Any, k: int) -> Neighbours:
        """Return distances and training indices of the k nearest, (m, k) both, nearest first."""
        if 8 * k > self.n:  # nearly everything would be a candidate
            return self.direct.kneighbors(Q, k)
        step = min(QUERIES, max(16, (1 << 18) // k))
        with (
            threadpool_limits(limits=1, user_api="blas"),  # our threads share the cores already
            ThreadPoolExecutor(self.workers) as pool,
        ):
            return gather([self._answer(Q[i : i + step], k, pool) for i in range(0, Q.shape[0], step)], k)

    def _answer(self, Q: Any, k: int, pool: ThreadPoolExecutor) -> Neighbours:
        dists, index = np.empty((Q.shape[0], k)), np.empty((Q.shape[0], k), dtype=np.intp)
        asked = np.arange(Q.shape[0])  # the queries without an answer
        for dtype in self.image.precisions:
            found = self._candidates(Q[asked], k, dtype, pool)
            answered = asked[~found.lost]
            if len(answered):
                dists[answered], index[answered] = self._settle(Q[asked], found, k)
            asked = asked[found.lost]
            if not len(asked):
                return dists, index
        dists[asked], index[asked] = self.direct.kneighbors(Q[asked], k)
        return dists, index

    def _settle(self, Q: Any, found: Candidates, k: int) -> Neighbours:
        """Return the neighbours of the queries that are not lost, by canonical distance."""
        number = np.cumsum(~found.lost) - 1  # of a query among those not lost
        dists = self.distance.pairs(Q, found.query, self.X, found.row)
        return first_k_of_lists(number[found.query], dists, found.row, k)

    def _candidates(self, Q: Any, k: int, dtype: DTypeLike, pool: ThreadPoolExecutor) -> Candidates:
        """Scan the examples in as many parts as there are threads, and keep what survives the least t."""
        with np.errstate(all="ignore"):
            images, lengths = self.image.queries(Q, dtype)
        size = -(-self.n // self.workers)
        parts = [range(start, min(start + size, self.n)) for start in range(0, self.n, size)]
        scans = list(pool.map(lambda part: self._scan(part, images, lengths, k, dtype), parts))
        query, row, low = (np.concatenate([scan[i] for scan in scans]) for i in range(3))
        ceiling = np.minimum.reduce([scan.ceiling for scan in scans])  # (m,)
        lost = np.logical_or.reduce([scan.lost for scan in scans])  # (m,)
        kept = (low <= ceiling[query]) & ~lost[query]
        return Candidates(query[kept], row[kept], low[kept], ceiling, lost)

    def _scan(self, part: range, images: Any, lengths: FloatArray, k: int, dtype: DTypeLike) -> Candidates:
        """Return the candidates among the examples of one part, block by block, t falling on the way."""
        m, size = len(lengths), min(POINTS, len(part))
        slabs = max(1, min(SLABS, size // (4 * k)))
        width = -(-size // slabs)
        scores = np.empty((m, slabs * width), dtype=dtype)
        least = np.full((m, k), np.inf)  # the k least `score + E` so far, of different examples
        lost, hits = np.zeros(m, dtype=np.bool_), np.zeros(m, dtype=np.intp)
        found = []
        for first in range(part.start, part.stop, scores.shape[1]):
            block = range(first, min(first + scores.shape[1], part.stop))
            with np.errstate(all="ignore"):
                radius = self.image.score(images, self.X[block.start : block.stop], scores[:, : len(block)])
                error = error_bound(radius, lengths, self.d, dtype)  # (m,)
            scores[:, len(block) :] = np.inf
            lost |= ~np.isfinite(error)
            # Slab s of the block is scores[:, s * width : (s + 1) * width]; column c of all slabs is a group.
            grouped = scores.reshape(m, slabs, width)
            minima = grouped.min(axis=1)  # (m, width)
            with np.errstate(all="ignore"):
                upper = np.concatenate([least, minima + error[:, None]], axis=1)  # (m, k + width)
                least = np.partition(upper, k - 1, axis=1)[:, :k]
                # subtle: rounded up, for a limit rounded down could shut out an example it must admit
                limit = np.nextafter((least[:, -1] + error).astype(dtype), np.inf)[:, None]  # (m, 1)
            hit = minima <= limit  # (m, width)
            hits += hit.sum(axis=1)
            lost |= hits > 8 * k + 128
            found.append(_open_groups(grouped, hit & ~lost[:, None], limit, error, block))
        query, row, low = (np.concatenate(column) for column in zip(*found, strict=True))
        return Candidates(query, row, low, least[:, -1], lost)


def _open_groups(
    grouped: Floats, hit: NDArray[np.bool_], limit: Floats, error: FloatArray, block: range
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return query, row and score − E of the examples within the limit, from the groups that were hit."""
    query, column = np.nonzero(hit)  # (h,)
    scores = grouped[query, :, column]  # (h, slabs)
    group, slab = np.nonzero(scores <= limit[query])
    query = query[group]
    place = slab * grouped.shape[2] + column[group]
    real = place < len(block)  # the last block may be padded
    query, low = query[real], scores[group, slab][real]
    return query, block.start + place[real], low - error[query]


def error_bound(radius: float, lengths: FloatArray, d: int, dtype: DTypeLike) -> FloatArray:
    """Return E(q) for a block of examples of length up to ``radius`` and queries of these lengths, (m,).

    It is infinite where a score, or a term of it, could overflow. The lengths are rounded themselves, their
    products by less than the factor 1.25.
    """
    limits = np.finfo(np.dtype(dtype))
    terms = 2 * radius * lengths + radius**2  # (m,)
    canonical = (radius + lengths) ** 2  # (m,)
    underflow = (d + 16) * float(limits.tiny) * (1 + radius + lengths)
    bound = _gamma(2 * d + 32, dtype) * terms + _gamma(d + 32, np.float64) * canonical + underflow
    return np.where(terms + canonical < float(limits.max) / 8, 1.25 * bound, np.inf)


def _gamma(i: int, dtype: DTypeLike) -> float:
    """Return γ_i = i u / (1 − i u), the relative error of i roundings; infinite where that proves nothing."""
    error = i * float(np.finfo(np.dtype(dtype)).eps) / 2
    return error / (1 - error) if error < 0.1 else np.inf
