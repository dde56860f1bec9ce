"""What every loader returns: the observations, the labels, and what one must know about them.

Left out on purpose: random splits. ``split`` follows a fixed rule, so that everybody gets the same rows;
use scikit-learn's ``train_test_split`` for a random one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlcore._checks import Array, Table


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Dataset:
    """Observations X, labels y, and their story; unpacks into ``X, y``.

    The arrays belong to the caller: a second load is not touched by what is done to the first.

    Parameters
    ----------
    X : ndarray or csr_matrix of shape (n, d)
        The observations.
    y : ndarray of shape (n,)
        The labels.
    feature_names : tuple of str
        The names of the d columns.
    class_names : tuple of str
        The names of the classes, in the sorted order of the labels.
    description : str
        What a row is, and what is asked.
    source : str
        Where the data came from.
    licence : str
        On which terms.
    domains : tuple of tuples of str, default=None
        For columns of categories the possible values of each: a code v means ``domains[j][v]``.
    groups : ndarray of shape (n,), default=None
        For rows that come from several places the name of each row's.
    test_rows : ndarray of bool of shape (n,), default=None
        True where a row is kept for the test; None for every fourth row.
    """

    X: Table
    y: Array
    feature_names: tuple[str, ...]
    class_names: tuple[str, ...]
    description: str
    source: str
    licence: str
    domains: tuple[tuple[str, ...], ...] | None = None
    groups: NDArray[np.str_] | None = None
    test_rows: NDArray[np.bool_] | None = None

    def __iter__(self) -> Iterator[Any]:
        """Yield X, then y."""
        yield self.X
        yield self.y

    def __repr__(self) -> str:
        """Return the size in one line, whatever the size is."""
        n, d = self.X.shape
        return f"{type(self).__name__}(n={n}, d={d}, classes={', '.join(self.class_names)})"

    def split(self) -> tuple[Any, Any, Array, Array]:
        """Return parts for training and for the test: always the same rows, in their old order.

        Returns
        -------
        X_train, X_test, y_train, y_test : arrays
            The observations and the labels of both parts.

        Examples
        --------
        >>> from mlcore.datasets import load_iris
        >>> X_train, X_test, y_train, y_test = load_iris().split()
        >>> len(y_train), len(y_test)
        (113, 37)
        """
        every_fourth = np.arange(len(self.y)) % 4 == 3  # (n,)
        test = every_fourth if self.test_rows is None else self.test_rows
        return self.X[~test], self.X[test], self.y[~test], self.y[test]
