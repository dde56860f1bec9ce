"""The form of a neighbourhood graph: a sparse table of queries by examples, an entry for each neighbour."""

from typing import Any

import numpy as np
from scipy.sparse import csr_array, csr_matrix
from sklearn import get_config

from mlcore._checks import FloatArray, IntArray


def check_mode(mode: object) -> None:
    """Raise unless the mode of a graph is one of the two that there are."""
    if mode not in ("connectivity", "distance"):
        raise ValueError(
            f'Unsupported mode, must be one of "connectivity", or "distance" but got "{mode}" instead'
        )


def as_graph(entries: FloatArray, indices: IntArray, counts: IntArray, n: int) -> Any:
    """Return the graph in CSR form, shape (m, n), of counts[i] neighbours for query i, one after the other.

    >>> as_graph(np.array([1.0, 2.0, 3.0]), np.array([0, 2, 1]), np.array([2, 0, 1]), 3).toarray().tolist()
    [[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 0.0]]
    """
    # Before scikit-learn 1.9 there was no choice.
    in_csr_form = csr_array if get_config().get("sparse_interface") == "sparray" else csr_matrix
    ends = np.concatenate([[0], np.cumsum(counts)])
    return in_csr_form((entries, indices, ends), shape=(len(counts), n))
