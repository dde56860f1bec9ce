"""What every loader returns: the observations, the labels, and what one must know about them.

Left out on purpose: random splits. ``split`` follows a fixed rule, so that everybody gets the same rows;
scikit-learn's ``train_test_split`` is there for whoever wants chance.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Dataset:
    """Observations X, labels y, and their story; unpacks into ``X, y``.

    X               the observations, shape (n, d); an array, or a sparse CSR matrix
    y               the labels, shape (n,)
    feature_names   the names of the d columns
    class_names     the names of the classes, in the sorted order of the labels
    description     what a row is, and what is asked
    source          where the data came from
    licence         on which terms
    domains         for columns of categories: the possible values of each; a code v means ``domains[j][v]``
    groups          for rows that come from several places: the name of each row's, shape (n,)
    test_rows       True where a row is kept for the test, shape (n,); by default every fourth row

    The arrays belong to the caller: a second load is not touched by what is done to the first.
    """

    X: Any
    y: NDArray[Any]
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

    def split(self) -> tuple[Any, Any, NDArray[Any], NDArray[Any]]:
        """Return X_train, X_test, y_train, y_test: always the same rows, in their old order.

        >>> from mlcore.datasets import load_iris
        >>> X_train, X_test, y_train, y_test = load_iris().split()
        >>> len(y_train), len(y_test)
        (113, 37)
        """
        every_fourth = np.arange(len(self.y)) % 4 == 3  # (n,)
        test = every_fourth if self.test_rows is None else self.test_rows
        return self.X[~test], self.X[test], self.y[~test], self.y[test]
