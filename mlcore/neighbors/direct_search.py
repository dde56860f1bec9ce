"""The obvious search: all distances, then the k smallest. Slow, right, and the test of the others."""

from concurrent.futures import ThreadPoolExecutor

import joblib
import numpy as np

from mlcore._checks import IntArray, Table
from mlcore.neighbors.canonical import Distance
from mlcore.neighbors.ranking import Neighbours, first_k, gather

TABLE = 1 << 21  # distances held at a time: 16 MB
FEW = 256  # examples that are sorted as fast as the first of them are found
WORTH_THREADS = 1 << 21  # features to compare, below which starting a thread takes longer than it saves


def n_workers(n_jobs: int | None, work: int) -> int:
    """Return how many threads to use for so many features to compare.

    None means every core, for results do not depend on it.
    """
    if n_jobs == 0:
        raise ValueError("n_jobs == 0 in Parallel has no meaning")
    if work < WORTH_THREADS:
        return 1
    return int(joblib.cpu_count() if n_jobs is None else joblib.effective_n_jobs(n_jobs))


class DirectSearch:
    """Neighbours by evaluating every distance.

    Memory for distances is bounded: queries are answered in blocks.
    """

    def __init__(self, X: Table, distance: Distance, n_jobs: int | None = None, threads: bool = True) -> None:
        """Keep the examples; ``threads=False`` is for metrics that Python evaluates."""
        self.X = X
        self.distance = distance
        self.n_jobs = n_jobs if threads else 1
        self.n = X.shape[0] if hasattr(X, "shape") else len(X)

    def kneighbors(self, Q: Table, k: int) -> Neighbours:
        """Return distances and training indices of the k nearest, (m, k) both, nearest first."""
        m = Q.shape[0] if hasattr(Q, "shape") else len(Q)
        d = self.X.shape[1] if hasattr(self.X, "shape") and self.X.ndim == 2 else 1
        workers = n_workers(self.n_jobs, m * self.n * d)
        step = min(max(TABLE // (self.n * workers), 1), max(-(-m // workers), 1))
        blocks = [Q[start : start + step] for start in range(0, m, step)]
        if workers == 1 or len(blocks) == 1:
            return gather([self._answer(block, k) for block in blocks], k)
        with ThreadPoolExecutor(workers) as pool:
            return gather(list(pool.map(lambda block: self._answer(block, k), blocks)), k)

    def _answer(self, Q: Table, k: int) -> Neighbours:
        table = self.distance.table(Q, self.X)  # (m, n)
        if self.n <= FEW:
            index: IntArray = np.argsort(table, axis=1, kind="stable")[:, :k]  # (m, k), NaN last
        else:
            index = np.array([first_k(row, k) for row in table])
        return np.take_along_axis(table, index, axis=1), index
