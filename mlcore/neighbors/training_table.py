"""The training table as the model keeps it: a copy where that is cheap, else the caller's own, watched.

The model of kNN is its training table, so later changes to the caller's array must not change predictions.
A copy settles it, at the price of the table's size in memory. Hence three settings of ``copy_X``:

    True      always copy
    "auto"    copy up to COPY_LIMIT bytes; a larger table stays the caller's, as in scikit-learn, and its
              entries are sampled at fit and at every search: a change that the sample sees is an error
    False     never copy, with the same watch
"""

from typing import Any

import numpy as np
from scipy.sparse import issparse

from mlcore._checks import Table

COPY_LIMIT = 16 * 2**20
_SAMPLE = 4096


def keep(X: Table, original: object, copy_X: bool | str) -> tuple[Any, bytes | None]:
    """Return the table to keep and, where it is still the caller's, what a sample of it looks like now.

    >>> import numpy as np
    >>> table = np.zeros((2, 2))
    >>> kept, watch = keep(table, table, "auto")
    >>> kept is table, watch
    (False, None)
    """
    if issparse(X):
        return X.copy(), None
    made_anew = isinstance(original, list | tuple) or (
        isinstance(original, np.ndarray) and not np.may_share_memory(X, original)
    )
    if made_anew:
        return X, None
    if copy_X is True or (copy_X == "auto" and X.nbytes <= COPY_LIMIT):
        return X.copy(), None
    return X, sample(X)


def sample(X: Table) -> bytes:
    """Return some thousands of entries of a table, evenly spread, as bytes to compare."""
    entries = X.reshape(-1)
    # An odd step does not stay within a few columns when their number is even.
    step = max(1, entries.size // _SAMPLE) | 1
    return bytes(entries[::step].tobytes())


def check_unchanged(X: Table, watch: bytes | None) -> None:
    """Raise if a table that is still the caller's has visibly changed since fit."""
    if watch is not None and sample(X) != watch:
        raise ValueError(
            "The training table X has been changed since fit, and the model holds no copy of it: "
            "fit again, or set copy_X=True."
        )
