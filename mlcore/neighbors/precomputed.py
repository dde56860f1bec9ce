"""Neighbours read off distances that the caller has computed: a dense table, or a sparse graph.

In a sparse graph only stored entries are neighbours, an explicit zero included. Ties go to the lower
training index, as everywhere.
"""

from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_array

from mlcore._checks import FloatArray, IntArray, Table

BLOCK = 2**22
"""Distances that are looked at in one go."""


def check_precomputed(D: Table) -> Any:
    """Return distances as a dense array or in CSR form, or raise for negative ones."""
    if not issparse(D):
        return check_array(D, ensure_non_negative=True, input_name="X")
    if D.format not in ("csr", "csc", "coo", "lil"):
        raise TypeError(
            f"Sparse matrix in {D.format!r} format is not supported due to its handling of explicit zeros"
        )
    return check_array(
        D, accept_sparse="csr", ensure_non_negative=True, input_name="precomputed distance matrix"
    )


def nearest_in_rows(D: Table, k: int) -> tuple[FloatArray, IntArray]:
    """Return distances and indices of the k smallest entries of each row, (m, k) both, nearest first.

    >>> d, i = nearest_in_rows(np.array([[2.0, 1.0, 1.0, 0.0]]), 2)
    >>> d.tolist(), i.tolist()
    ([[0.0, 1.0]], [[3, 1]])
    """
    if issparse(D):
        return _nearest_in_graph(D, k)
    m, n = D.shape
    step = max(1, BLOCK // n)
    parts = [_nearest_in_table(D[start : start + step], k) for start in range(0, m, step)]
    return np.concatenate([d for d, _ in parts]), np.concatenate([i for _, i in parts])


def _nearest_in_table(D: FloatArray, k: int) -> tuple[FloatArray, IntArray]:
    kth = np.partition(D, k - 1, axis=1)[:, k - 1 : k]  # (m, 1)
    closer = kth > D  # (m, n)
    tied = kth == D  # (m, n)
    # subtle: among those tied at rank k only the first in training order fill the places that are left.
    places = k - closer.sum(axis=1, keepdims=True)  # (m, 1)
    chosen = closer | (tied & (np.cumsum(tied, axis=1) <= places))  # (m, n), k per row
    indices = np.nonzero(chosen)[1].reshape(-1, k)  # (m, k), ascending in each row
    dists = np.take_along_axis(D, indices, axis=1)
    order = np.argsort(dists, axis=1, kind="stable")
    return np.take_along_axis(dists, order, axis=1), np.take_along_axis(indices, order, axis=1)


def _nearest_in_graph(D: Table, k: int) -> tuple[FloatArray, IntArray]:
    entries = np.diff(D.indptr)  # (m,)
    if entries.min() < k:
        raise ValueError(
            f"{k} neighbors per samples are required, but some samples have only {entries.min()} neighbors "
            "in precomputed graph matrix. Decrease number of neighbors used or recompute the graph with more "
            "neighbors."
        )
    row = np.repeat(np.arange(len(entries)), entries)
    order = np.lexsort((D.indices, D.data, row))
    first = order[D.indptr[:-1, None] + np.arange(k)]  # (m, k)
    return D.data[first], D.indices[first].astype(np.intp)


class PrecomputedSearch:
    """A search whose queries are the distances themselves, one row per query."""

    method = "brute"

    def kneighbors(self, Q: Table, k: int) -> tuple[FloatArray, IntArray]:
        """Return distances and indices of the k nearest, (m, k) both."""
        return nearest_in_rows(Q, k)
