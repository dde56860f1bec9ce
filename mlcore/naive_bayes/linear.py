"""Naive Bayes models whose joint log probability is linear in x:

    log p(x, c) = w_c · x + b_c

They learn from the sums Σ_{i in c} x_ij alone, and differ in how these become weights. Here is what they
share: the sums of dense and sparse tables, the reading of gaps, and products without 0 · ∞.

Zero rule: 0 · log 0 = 0. A parameter of 0 rules a class out only where the value occurs.

Dense tables are read in blocks that stay in the processor's cache: no copy of the table is ever made.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore._checks import FloatArray, IntArray
from mlcore.naive_bayes.discrete import DiscreteNB, checked_weight

BLOCK = 2**16  # entries of a dense table that are read at a time


class LinearNB(DiscreteNB):
    """Naive Bayes with log p(x, c) = w_c · x + b_c."""

    feature_count_: FloatArray
    feature_log_prob_: FloatArray

    @abstractmethod
    def _numbers(self, X: Any) -> Any:
        """Return the numbers x_j that are summed, for a table without gaps, or raise."""

    @abstractmethod
    def _linear_form(self) -> tuple[FloatArray, FloatArray]:
        """Return the weights (K, d) and the intercepts (K,)."""

    @abstractmethod
    def _score(self, x: Any, missing: Any) -> FloatArray:
        """Return log p(x, c) for some rows, shape (m, K); missing is None or a table of what x lacks."""

    def _add_missing(self, sums: FloatArray) -> None:
        """Count what is missing, (K, d), for a model whose parameters need it. Sums do not."""

    @property
    def coef_(self) -> FloatArray:
        """The weights w of the linear form, shape (K, d); they are infinite where a parameter is 0 or 1."""
        check_is_fitted(self)
        return self._linear_form()[0]

    @property
    def intercept_(self) -> FloatArray:
        """The intercepts b of the linear form, shape (K,)."""
        check_is_fitted(self)
        return self._linear_form()[1]

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn that tables may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _check_X(self, X: Any) -> Any:
        return validate_data(self, X, accept_sparse="csr", ensure_all_finite="allow-nan", reset=False)

    def _check_X_y(self, X: Any, y: Any, reset: bool) -> tuple[Any, NDArray[Any]]:
        X, y = validate_data(self, X, y, accept_sparse="csr", ensure_all_finite="allow-nan", reset=reset)
        return X, y

    def _start(self, K: int, d: int) -> None:
        self.class_count_ = np.zeros(K)
        self.feature_count_ = np.zeros((d, K)).T  # (K, d), stored as a sparse product wants to read it

    def _add(self, X: Any, codes: IntArray, sample_weight: Any) -> None:
        K, d = self.feature_count_.shape
        weight = checked_weight(sample_weight, X)
        sums, gaps = np.zeros((d, K)).T, None
        for rows, block in blocks(X):
            x, missing = split_missing(block)
            add_class_sums(sums, self._numbers(x), codes[rows], None if weight is None else weight[rows])
            if missing is not None:
                gaps = np.zeros((d, K)).T if gaps is None else gaps
                add_class_sums(gaps, missing, codes[rows], None if weight is None else weight[rows])
        self.class_count_ = self.class_count_ + np.bincount(codes, weight, minlength=K)
        self.feature_count_ = self.feature_count_ + sums
        if gaps is not None:
            self._add_missing(gaps)

    def _absorb(self, other: Any, rows: IntArray) -> None:
        self.class_count_[rows] += other.class_count_
        self.feature_count_[rows] += other.feature_count_

    def _joint_log_proba(self, X: Any) -> FloatArray:
        log_joint = np.empty((X.shape[0], len(self.classes_)))  # (m, K)
        for rows, block in blocks(X):
            x, missing = split_missing(block)
            log_joint[rows] = self._score(self._numbers(x), missing)
        return log_joint


def blocks(X: Any) -> Iterator[tuple[slice, Any]]:
    """Yield a dense table in blocks of rows; a sparse table is small and comes in one piece."""
    n, d = X.shape
    step = n if issparse(X) else max(1, BLOCK // d)
    for start in range(0, n, step):
        rows = slice(start, start + step)
        yield rows, X if step == n else X[rows]


def split_missing(X: Any) -> tuple[Any, Any]:
    """Return the table with 0 where it holds NaN, and where that is (None if nowhere).

    >>> split_missing(np.array([[1.0, np.nan]]))
    (array([[1., 0.]]), array([[False,  True]]))
    """
    values = X.data if issparse(X) else X
    if values.dtype.kind != "f" or not np.isnan(
        values.min(initial=0)
    ):  # the minimum of anything with NaN is NaN
        return X, None
    missing = np.isnan(values)
    filled = np.where(missing, 0, values)
    if not issparse(X):
        return filled, missing
    return with_data(X, filled), with_data(X, missing)


def with_data(X: Any, data: NDArray[Any]) -> Any:
    """Return a sparse table with the same cells and other numbers."""
    return csr_array((data, X.indices, X.indptr), shape=X.shape)


def add_class_sums(sums: FloatArray, x: Any, codes: IntArray, weight: FloatArray | None) -> None:
    """Add Σ_{i in c} weight_i · x_ij to sums[c, j], which is stored feature by feature.

    >>> sums = np.zeros((2, 2)).T
    >>> add_class_sums(sums, np.array([[1, 0], [1, 1], [0, 5]]), np.array([0, 0, 1]), None)
    >>> sums.tolist()
    [[2.0, 1.0], [0.0, 5.0]]
    """
    K = len(sums)
    if issparse(x):
        length = np.diff(x.indptr)
        cells = x.indices * np.intp(K) + np.repeat(codes, length)  # (entries,)
        values = x.data if weight is None else x.data * np.repeat(weight, length)
        flat = sums.T.reshape(-1)  # (d K,), a view
        if 8 * len(cells) < len(flat):
            np.add.at(flat, cells, values)
        else:
            flat += np.bincount(cells, values, minlength=len(flat))
        return
    # Single precision counts 0 and 1 exactly, and a block has far fewer than 2^24 rows.
    exact = x.dtype == bool and weight is None
    one_hot = np.zeros((len(codes), K), dtype=np.float32 if exact else np.float64)  # (n, K)
    one_hot[np.arange(len(codes)), codes] = 1 if weight is None else weight
    sums += one_hot.T @ x


def finite(log_theta: FloatArray) -> tuple[FloatArray, FloatArray | None]:
    """Return the logarithms with 0 for −∞, and where −∞ was (None if nowhere), for products without 0 · ∞."""
    if np.isfinite(log_theta.min()):
        return log_theta, None
    ruled_out = np.isneginf(log_theta)
    return np.where(ruled_out, 0, log_theta), ruled_out.astype(np.float64)
