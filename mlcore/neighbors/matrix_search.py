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

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import issparse

from mlcore._checks import FloatArray, IntArray, Table
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
SLABS = 16  # so many examples share one minimum; a power of two
FEW = 256  # so few examples each make a group of their own
KEPT = 1 << 22  # a table of so many numbers keeps its images: 16 MB in single precision
SCORES = 1 << 20  # scores held at a time where images need not be made anew: 4 MB, about a cache


Each = Callable[[Callable[[IntArray], Any], list[IntArray]], Iterable[Any]]  # map, or that of a pool


_rooms = threading.local()


class Candidates(NamedTuple):
    """Examples that may be among the nearest: candidate i is X[row[i]], for the query query[i]."""

    query: IntArray
    row: IntArray
    low: FloatArray  # score − E
    ceiling: FloatArray  # t for each query, (m,)
    lost: NDArray[np.bool_]  # (m,)


class MatrixSearch:
    """Neighbours in a Euclidean metric or by angle, for dense or CSR data of any dimension."""

    def __init__(self, X: Table, distance: Canonical, n_jobs: int | None = None) -> None:
        """Keep the examples, without a copy."""
        self.X = X
        self.n, self.d = X.shape
        self.distance = distance
        self.n_jobs = n_jobs
        self.direct = DirectSearch(X, distance, n_jobs)
        self._kept: dict[DTypeLike, tuple[Any, FloatArray]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return what is kept on disk: images are made anew."""
        return {**self.__dict__, "_kept": {}}

    def kneighbors(self, Q: Table, k: int, ordered: bool = True) -> Neighbours:
        """Return distances and training indices of the k nearest, (m, k) both, nearest first.

        Without order only the indices mean something, and each row is a set of examples.
        """
        m = Q.shape[0]
        # Nearly everything would be a candidate, or comparing all takes no longer than to prepare a product.
        if 8 * k > self.n or m * self.n * self.d < PREPARED:
            return self.direct.kneighbors(Q, k)
        step = min(QUERIES, max(16, (1 << 18) // k))
        if self._keeps_images:
            step = min(step, max(16, SCORES // min(self.n, POINTS)))
        workers = min(n_workers(self.n_jobs, m * self.n * self.d), POINTS // PRODUCT)
        with one_blas_thread():  # our threads share the cores already
            if workers == 1:
                return gather([self._answer(Q[i : i + step], k, ordered) for i in range(0, m, step)], k)
            _ = self.image  # decided once, before the threads ask
            with ThreadPoolExecutor(workers) as pool:
                if self.n >= MANY * workers:
                    return gather(
                        [
                            self._answer(Q[i : i + step], k, ordered, pool.map, workers)
                            for i in range(0, m, step)
                        ],
                        k,
                    )
                # Parts of few examples would each open as many groups as the whole.
                step = min(step, -(-m // workers), max(QUERIES // workers, 16))
                blocks = [Q[i : i + step] for i in range(0, m, step)]
                return gather(list(pool.map(lambda block: self._answer(block, k, ordered), blocks)), k)

    def _answer(self, Q: Table, k: int, ordered: bool, each: Each = map, parts: int = 1) -> Neighbours:
        """Return the neighbours of a block of queries; each(f, parts) runs f on all parts."""
        dists, index = np.empty((Q.shape[0], k)), np.empty((Q.shape[0], k), dtype=np.intp)
        open_queries, asked = np.arange(Q.shape[0]), Q  # the queries without an answer
        for members, dtype in self._attempts(k):
            candidates = self._candidates(asked, k, members, dtype, each, parts)
            answered = ~candidates.lost
            settled = self._settle(asked, candidates, k, ordered, each, parts) if answered.any() else None
            if settled and asked is Q and answered.all():
                return settled
            if settled:
                dists[open_queries[answered]], index[open_queries[answered]] = settled
            open_queries = open_queries[candidates.lost]
            if not len(open_queries):
                return dists, index
            asked = Q[open_queries]
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

    def _settle(
        self, Q: Table, candidates: Candidates, k: int, ordered: bool, each: Each, parts: int
    ) -> Neighbours:
        """Return the neighbours of the queries that are not lost: by canonical distance, where it matters."""
        query = (np.cumsum(~candidates.lost) - 1)[candidates.query]  # its number among those not lost
        certain = np.bincount(query) == k  # exactly k candidates: these they are
        if ordered or not certain.any():
            return self._by_distance(Q, query, candidates, k, each, parts)
        dists, index = np.full((len(certain), k), np.nan), np.empty((len(certain), k), dtype=np.intp)
        sure = certain[query]
        order = np.argsort(query[sure], kind="stable")
        index[certain] = candidates.row[sure][order].reshape(-1, k)
        if not sure.all():
            rest = candidates._replace(query=candidates.query[~sure], row=candidates.row[~sure])
            number = (np.cumsum(~certain) - 1)[query[~sure]]
            dists[~certain], index[~certain] = self._by_distance(Q, number, rest, k, each, parts)
        return dists, index

    def _by_distance(
        self, Q: Table, number: IntArray, candidates: Candidates, k: int, each: Each, parts: int
    ) -> Neighbours:
        """Return the first k candidates of each query, by canonical distance; number counts the queries."""

        def measured(part: Any) -> FloatArray:
            return self.distance.pairs(Q, candidates.query[part], self.X, candidates.row[part])

        if parts == 1:
            dists = measured(slice(None))
        else:
            dists = np.concatenate(list(each(measured, np.array_split(np.arange(len(number)), parts))))
        return first_k_of_lists(number, dists, candidates.row, k)

    def _candidates(
        self, Q: Table, k: int, members: IntArray, dtype: DTypeLike, each: Each, parts: int
    ) -> Candidates:
        """Scan the examples in as many parts as there are threads, and keep what survives the least t."""
        with np.errstate(all="ignore"):
            images, lengths = self.image.queries(Q, dtype)
        if parts == 1:
            query, row, low, ceiling, lost = self._scan(members, POINTS, images, lengths, k, dtype)
        else:
            shares = np.array_split(members, min(parts, len(members)))
            points = POINTS // parts
            scans = list(each(lambda share: self._scan(share, points, images, lengths, k, dtype), shares))
            query, row, low = (np.concatenate([scan[i] for scan in scans]) for i in range(3))
            ceiling = np.fmin.reduce([scan.ceiling for scan in scans])  # (m,)
            lost = np.logical_or.reduce([scan.lost for scan in scans])  # (m,)
        survives = ~(low > ceiling[query]) & ~lost[query]
        return Candidates(query[survives], row[survives], low[survives], ceiling, lost)

    def _scan(
        self, part: IntArray, points: int, images: object, lengths: FloatArray, k: int, dtype: DTypeLike
    ) -> Candidates:
        """Return the candidates among the examples of one part, block by block, t falling on the way."""
        m, size = len(lengths), min(points, len(part))
        slabs = SLABS if size > FEW else 1
        while slabs > 1 and size < 4 * k * slabs:
            slabs //= 2
        width = -(-size // slabs)
        # Slab s of a block is scores[:, s * width : (s + 1) * width]; example c of each slab makes group c.
        scores = _room(m * slabs * width, dtype).reshape(m, slabs * width)
        radii = np.zeros(slabs * width)
        least = np.full((m, k), np.inf)  # the k least `score + E` so far, of different examples
        hits = np.zeros(m, dtype=np.intp)
        survivors = []
        for start in range(0, len(part), len(radii)):
            block = part[start : start + len(radii)]
            with np.errstate(all="ignore"):
                examples, radii[: len(block)] = self._examples(block, dtype)
                self.image.score(images, examples, scores[:, : len(block)])
                scores[:, len(block) :] = np.inf
                grouped, radius = scores.reshape(m, slabs, width), _alike(radii.reshape(slabs, width))
                minima = _minima(grouped)  # (m, width)
                error = error_bound(
                    radius.max(axis=0), lengths[:, None], self.d, dtype
                )  # (m, width) or (m, 1)
                least = np.partition(np.concatenate([least, minima + error], axis=1), k - 1, axis=1)[:, :k]
                # subtle: NaN, where an overflow proves nothing, must count as a hit
                hit = ~(minima - error > least[:, -1:])  # (m, width)
                hits += hit.sum(axis=1)
                hit[hits > 8 * k + 128] = False
                query, position, low = _open_groups(grouped, radius, hit, lengths, self.d, least[:, -1])
            there = position < len(block)  # the last block may be padded
            survivors.append((query[there], block[position[there]], low[there]))
        query, row, low = (np.concatenate(column) for column in zip(*survivors, strict=True))
        return Candidates(query, row, low, least[:, -1], hits > 8 * k + 128)

    @property
    def _keeps_images(self) -> bool:
        return self.n * self.d <= KEPT and not issparse(self.X)

    def _examples(self, members: IntArray, dtype: DTypeLike) -> tuple[Any, FloatArray]:
        """Return the images of some examples and their lengths; those of a small table are kept."""
        if not self._keeps_images:
            return self.image.examples(_take(self.X, members), dtype)
        if dtype not in self._kept:
            self._kept[dtype] = self.image.examples(self.X, dtype)
        images, lengths = self._kept[dtype]
        return _take(images, members), _take(lengths, members)


def _take(X: Table, members: IntArray) -> Any:
    """Return some rows, ascending; where none is left out, without a copy."""
    first, last = members[0], members[-1] + 1
    return X[first:last] if last - first == len(members) else X[members]


def _room(size: int, dtype: DTypeLike) -> Floats:
    """Return uninitialised numbers; each thread keeps its own few, for new memory costs more than a product.

    Whoever asks again in the same thread gets the same room.
    """
    needed = size * np.dtype(dtype).itemsize
    if needed > 4 * SCORES:
        return np.empty(size, dtype=dtype)
    if not hasattr(_rooms, "bytes"):
        _rooms.bytes = np.empty(4 * SCORES, dtype=np.uint8)
    room: Floats = _rooms.bytes[:needed].view(dtype)
    return room


def _alike(radius: FloatArray) -> FloatArray:
    """Return the greatest length in the place of all, (1, 1), where lengths differ little."""
    greatest = radius.max(keepdims=True)
    return greatest if greatest[0, 0] <= 4 * radius.mean() else radius


def _minima(grouped: Floats) -> Floats:
    """Return the least of each group, (m, slabs, width) to (m, width); slabs is a power of two.

    NumPy is fastest with few long rows, so the slabs are halved.
    """
    while (slabs := grouped.shape[1]) > 1:
        grouped = np.minimum(grouped[:, : slabs // 2], grouped[:, slabs // 2 :])
    return grouped[:, 0]


def _open_groups(
    grouped: Floats,
    radius: FloatArray,
    hit: NDArray[np.bool_],
    lengths: FloatArray,
    d: int,
    ceiling: FloatArray,
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return query, place in the block and score − E of what survives in the groups that were hit."""
    width = grouped.shape[2]
    query, group = np.nonzero(hit)  # (h,)
    lengths_of = radius[:, group].T if radius.shape[1] == width else radius  # (h, slabs) or (1, 1)
    error = error_bound(lengths_of, lengths[query, None], d, grouped.dtype)  # (h, slabs) or (h, 1)
    low = grouped[query, :, group] - error  # (h, slabs)
    opened, slab = np.nonzero(~(low > ceiling[query, None]))
    return query[opened], slab * width + group[opened], low[opened, slab]


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
