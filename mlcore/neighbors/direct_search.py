"""The obvious search: all distances, then the k smallest. Slow, right, and the test of the others."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import joblib
import numpy as np

from mlcore._checks import IntArray
from mlcore.neighbors.canonical import Distance
from mlcore.neighbors.ranking import Neighbours, first_k, gather

TABLE = 1 << 21  # distances held at a time: 16 MB


def n_workers(n_jobs: int | None) -> int:
    """Return how many threads to use; None means every core, for results do not depend on it."""
    return int(joblib.cpu_count() if n_jobs is None else joblib.effective_n_jobs(n_jobs))


class DirectSearch:
    """Neighbours by evaluating every distance.

    Memory for distances is bounded: queries are answered in blocks.
    """

    def __init__(self, X: Any, distance: Distance, n_jobs: int | None = None, threads: bool = True) -> None:
        """Keep the examples; ``threads=False`` is for metrics that Python evaluates."""
        self.X = X
        self.distance = distance
        self.workers = n_workers(n_jobs) if threads else 1
        self.n = X.shape[0] if hasattr(X, "shape") else len(X)

    def kneighbors(self, Q: Any, k: int) -> Neighbours:
        """Return distances and training indices of the k nearest, (m, k) both, nearest first."""
        m = Q.shape[0] if hasattr(Q, "shape") else len(Q)
        step = min(max(TABLE // (self.n * self.workers), 1), max(-(-m // self.workers), 1))
        blocks = [Q[start : start + step] for start in range(0, m, step)]
        if self.workers == 1 or len(blocks) == 1:
            return gather([self._answer(block, k) for block in blocks], k)
        with ThreadPoolExecutor(self.workers) as pool:
            return gather(list(pool.map(lambda block: self._answer(block, k), blocks)), k)

    def _answer(self, Q: Any, k: int) -> Neighbours:
        table = self.distance.table(Q, self.X)  # (m, n)
        index: IntArray = np.array([first_k(row, k) for row in table])  # (m, k)
        return np.take_along_axis(table, index, axis=1), index
