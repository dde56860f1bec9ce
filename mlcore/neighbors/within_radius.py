"""All examples within a radius of a query: however many there are, ties at the edge included.

Left out on purpose: speed. Every canonical distance is computed, and compared with the radius.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.sparse import issparse

from mlcore._checks import FloatArray, IntArray, Table

CELLS = 1 << 21  # distances held at a time: 16 MB


def within_radius(distance: Any, X: Table, Q: Table, radius: float) -> Iterator[tuple[FloatArray, IntArray]]:
    """Yield for each query the distances and the indices of all examples at most ``radius`` away, by index.

    >>> from mlcore.neighbors.canonical import minkowski
    >>> line = np.array([[0.0], [3.0], [1.0]])
    >>> [(d.tolist(), i.tolist()) for d, i in within_radius(minkowski(2), line, np.array([[1.0]]), 1.0)]
    [([1.0, 0.0], [0, 2])]
    """
    m, n = (rows.shape[0] if hasattr(rows, "shape") else len(rows) for rows in (Q, X))
    step = max(CELLS // n, 1)
    for start in range(0, m, step):
        yield from _at_most(distance.table(Q[start : start + step], X), radius)


def within_radius_in_rows(D: Table, radius: float) -> Iterator[tuple[FloatArray, IntArray]]:
    """Yield the same for distances that the caller has computed; of a sparse graph, the stored ones."""
    if not issparse(D):
        yield from _at_most(np.asarray(D, dtype=np.float64), radius)
        return
    graph = D.tocsr().sorted_indices()
    for first, end in zip(graph.indptr[:-1], graph.indptr[1:], strict=True):
        near = graph.data[first:end] <= radius
        yield graph.data[first:end][near], graph.indices[first:end][near].astype(np.intp)


def _at_most(table: FloatArray, radius: float) -> Iterator[tuple[FloatArray, IntArray]]:
    for row in table:
        index = np.flatnonzero(row <= radius)
        yield row[index], index
