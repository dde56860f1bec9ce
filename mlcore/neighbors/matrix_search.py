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
precision, which leaves enough to spare that squares further apart stay apart under the root. These three make
E(|x|, |q|), and with c(x) the square of the canonical distance less |q|²

    score − E ≤ c(x) ≤ score + E.

Selection.  Let t be the k-th smallest of `score + E` over any k or more examples. Then at least k of them
have c(x) ≤ t, and an example with score − E > t is not among the k nearest, not even by a tie. All others
are candidates: their canonical distances are computed and put in order.

Where it fails.  If too many examples stay candidates (many are equal, or differ in their last digits only, or
E is huge or infinite), the query is *lost*. It is asked again without superfluous twins, then in double
precision, and if it is still lost, by the direct search. A lost query costs time, never a wrong answer.

Left out on purpose: metrics that are no Euclidean distance or angle.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import issparse

from mlcore._checks import FloatArray, IntArray
from mlcore._parallel import one_blas_thread
from mlcore.neighbors.canonical import Canonical
from mlcore.neighbors.direct_search import DirectSearch, n_workers
from mlcore.neighbors.images import Floats, Image, image_of
from mlcore.neighbors.locations import Locations, crowded_locations
from mlcore.neighbors.ranking import Neighbours, first_k_of_lists, gather

POINTS = 4096  # examples scored at a time, by all threads together; with QUERIES this bounds the memory
QUERIES = 1024
MANY = 1 << 15  # so many examples for each thread are divided among them; of fewer, the queries are
PRODUCT = 256  # fewer examples than this in one product waste the processor
PREPARED = 1 << 17  # features that are compared in the time it takes to prepare a product
SLABS = 16  # so many examples share one minimum


Each = Callable[[Callable[[IntArray], Any], list[IntArray]], Iterable[Any]]  # map, or that of a pool


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
        """Keep the examples, without a copy."""
        self.X = X
        self.n, self.d = X.shape
        self.distance = distance
        self.n_jobs = n_jobs
        self.direct = DirectSearch(X, distance, n_jobs)

    def kneighbors(self, Q: Any, k: int) -> Neighbours:
        """Return distances and training indices of the k nearest, (m, k) both, nearest first."""
        m = Q.shape[0]
        # Nearly everything would be a candidate, or comparing all takes no longer than to prepare a product.
        if 8 * k > self.n or m * self.n * self.d < PREPARED:
            return self.direct.kneighbors(Q, k)
        step = min(QUERIES, max(16, (1 << 18) // k))
        workers = min(n_workers(self.n_jobs, m * self.n * self.d), POINTS // PRODUCT)
        with one_blas_thread():  # our threads share the cores already
            if workers == 1:
                return gather([self._answer(Q[i : i + step], k, map, 1) for i in range(0, m, step)], k)
            _ = self.image  # decided once, before the threads ask
            with ThreadPoolExecutor(workers) as pool:
                if self.n >= MANY * workers:
                    return gather(
                        [self._answer(Q[i : i + step], k, pool.map, workers) for i in range(0, m, step)], k
                    )
                # Parts of few examples would each open as many groups as the whole.
                step = min(step, -(-m // workers), max(QUERIES // workers, 16))
                blocks = [Q[i : i + step] for i in range(0, m, step)]
                return gather(list(pool.map(lambda block: self._answer(block, k, map, 1), blocks)), k)

    def _answer(self, Q: Any, k: int, each: Each, parts: int) -> Neighbours:
        """Return the neighbours of a block of queries; each(f, parts) runs f on all parts."""
        dists, index = np.empty((Q.shape[0], k)), np.empty((Q.shape[0], k), dtype=np.intp)
        open_queries = np.arange(Q.shape[0])  # the queries without an answer
        for members, dtype in self._attempts(k):
            candidates = self._candidates(Q[open_queries], k, members, dtype, each, parts)
            answered = open_queries[~candidates.lost]
            if len(answered):
                dists[answered], index[answered] = self._settle(Q[open_queries], candidates, k, each, parts)
            open_queries = open_queries[candidates.lost]
            if not len(open_queries):
                return dists, index
        dists[open_queries], index[open_queries] = self.direct.kneighbors(Q[open_queries], k)
        return dists, index

    def _attempts(self, k: int) -> Iterator[tuple[IntArray, DTypeLike]]:
        """Yield, for queries that are still lost, the examples to scan and the precision."""
        members = np.arange(self.n)
        yield members, self.image.precisions[0]
        if self.crowd is not None:
            members = self.crowd.without_late_twins(k)
            yield members, self.image.precisions[0]
        for dtype in self.image.precisions[1:]:
            yield members, dtype

    @cached_property
    def image(self) -> Image:
        """How the examples enter the product: centred and stretched, decided when first asked."""
        return image_of(self.X, self.distance)

    @cached_property
    def crowd(self) -> Locations | None:
        """The places of the examples, if many lie at one; looked for only when a query is lost."""
        return None if issparse(self.X) else crowded_locations(self.X)

    def _settle(self, Q: Any, candidates: Candidates, k: int, each: Each, parts: int) -> Neighbours:
        """Return the neighbours of the queries that are not lost, by canonical distance."""
        number = np.cumsum(~candidates.lost) - 1  # of a query among those not lost
        blocks = np.array_split(np.arange(len(candidates.row)), parts)
        dists = np.concatenate(
            list(
                each(
                    lambda part: self.distance.pairs(Q, candidates.query[part], self.X, candidates.row[part]),
                    blocks,
                )
            )
        )
        return first_k_of_lists(number[candidates.query], dists, candidates.row, k)

    def _candidates(
        self, Q: Any, k: int, members: IntArray, dtype: DTypeLike, each: Each, parts: int
    ) -> Candidates:
        """Scan the examples in as many parts as there are threads, and keep what survives the least t."""
        with np.errstate(all="ignore"):
            images, lengths = self.image.queries(Q, dtype)
        shares = np.array_split(members, min(parts, len(members)))
        points = POINTS // parts
        scans = list(each(lambda share: self._scan(share, points, images, lengths, k, dtype), shares))
        query, row, low = (np.concatenate([scan[i] for scan in scans]) for i in range(3))
        ceiling = np.fmin.reduce([scan.ceiling for scan in scans])  # (m,)
        lost = np.logical_or.reduce([scan.lost for scan in scans])  # (m,)
        survives = ~(low > ceiling[query]) & ~lost[query]
        return Candidates(query[survives], row[survives], low[survives], ceiling, lost)

    def _scan(
        self, part: IntArray, points: int, images: Any, lengths: FloatArray, k: int, dtype: DTypeLike
    ) -> Candidates:
        """Return the candidates among the examples of one part, block by block, t falling on the way."""
        m, size = len(lengths), min(points, len(part))
        slabs = max(1, min(SLABS, size // (4 * k)))
        width = -(-size // slabs)
        # Slab s of a block is scores[:, s * width : (s + 1) * width]; example c of each slab makes group c.
        scores = np.empty((m, slabs * width), dtype=dtype)
        radii = np.zeros(slabs * width)
        least = np.full((m, k), np.inf)  # the k least `score + E` so far, of different examples
        hits = np.zeros(m, dtype=np.intp)
        survivors = []
        for start in range(0, len(part), len(radii)):
            block = part[start : start + len(radii)]
            with np.errstate(all="ignore"):
                radii[: len(block)] = self.image.score(images, _take(self.X, block), scores[:, : len(block)])
                scores[:, len(block) :] = np.inf
                grouped, radius = scores.reshape(m, slabs, width), radii.reshape(slabs, width)
                minima = grouped.min(axis=1)  # (m, width)
                error = error_bound(radius.max(axis=0), lengths[:, None], self.d, dtype)  # (m, width)
                least = np.partition(np.concatenate([least, minima + error], axis=1), k - 1, axis=1)[:, :k]
                # subtle: NaN, where an overflow proves nothing, must count as a hit
                hit = ~(minima - error > least[:, -1:])  # (m, width)
                hits += hit.sum(axis=1)
                hit[hits > 8 * k + 128] = False
                query, position, low = _open_groups(grouped, radius, hit, lengths, self.d)
            survives = ~(low > least[query, -1]) & (position < len(block))  # the last block may be padded
            survivors.append((query[survives], block[position[survives]], low[survives]))
        query, row, low = (np.concatenate(column) for column in zip(*survivors, strict=True))
        return Candidates(query, row, low, least[:, -1], hits > 8 * k + 128)


def _take(X: Any, members: IntArray) -> Any:
    """Return some rows, ascending; where none is left out, without a copy."""
    first, last = members[0], members[-1] + 1
    return X[first:last] if last - first == len(members) else X[members]


def _open_groups(
    grouped: Floats, radius: FloatArray, hit: NDArray[np.bool_], lengths: FloatArray, d: int
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return query, place in the block and score − E of all examples in the groups that were hit."""
    slabs, width = radius.shape
    query, group = np.nonzero(hit)  # (h,)
    error = error_bound(radius[:, group].T, lengths[query, None], d, grouped.dtype)  # (h, slabs)
    low = grouped[query, :, group] - error  # (h, slabs)
    position = np.arange(slabs) * width + group[:, None]  # (h, slabs)
    return np.repeat(query, slabs), position.ravel(), low.ravel()


def error_bound(radius: FloatArray, lengths: FloatArray, d: int, dtype: DTypeLike) -> FloatArray:
    """Return E for examples of length |x| = radius and queries of length |q|, broadcast against each other.

        E = γ_{2d+32} (|x|² + 2|x||q|) + γ'_{d+32} (|x| + |q|)² + (d + 16) tiny (1 + |x| + |q|)

    where γ belongs to the precision of the product and γ' to float64. It is infinite or NaN where a score,
    or a term of it, could overflow. The lengths are rounded themselves, their products by less than the
    factor 1.25.
    """
    tiny = (d + 16) * float(np.finfo(np.dtype(dtype)).tiny)
    product, canonical = 1.25 * _gamma(2 * d + 32, dtype), 1.25 * _gamma(d + 32, np.float64)
    x, q = _squarable(radius, dtype), _squarable(lengths, dtype)
    bound = 2 * (product + canonical) * x * q
    bound += (product + canonical) * x**2 + tiny * (1 + x)
    bound += canonical * q**2 + tiny * q
    return bound


def _squarable(lengths: FloatArray, dtype: DTypeLike) -> FloatArray:
    """Return lengths, infinite where a few squares could add up to an overflow."""
    return np.where(lengths < np.sqrt(float(np.finfo(np.dtype(dtype)).max)) / 8, lengths, np.inf)


def _gamma(i: int, dtype: DTypeLike) -> float:
    """Return γ_i = i u / (1 − i u), the relative error of i roundings; infinite where that proves nothing."""
    error = i * float(np.finfo(np.dtype(dtype)).eps) / 2
    return error / (1 - error) if error < 0.1 else np.inf
