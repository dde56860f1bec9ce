"""Naive Bayes models whose joint log probability is linear in x:

    log p(x, c) = w_c · x + b_c

They learn from the sums Σ_{i in c} x_ij alone, and differ in how these become weights. Here is what they
share: the sums of dense and sparse tables, the reading of gaps, and products without 0 · ∞.

Zero rule: 0 · log 0 = 0. A parameter of 0 rules a class out only where the value occurs.

Dense tables are read in blocks that stay in the processor's cache: no copy of the table is ever made.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, issparse
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from mlcore._checks import Array, FloatArray, IntArray, Labels, Table
from mlcore._parallel import in_parallel
from mlcore._tables import read_examples, read_table
from mlcore.naive_bayes.discrete import DiscreteNB, checked_weight

BLOCK = 2**16  # entries of a dense table that are read at a time


class LinearNB(DiscreteNB):
    """Naive Bayes with log p(x, c) = w_c · x + b_c."""

    feature_count_: FloatArray
    feature_log_prob_: FloatArray

    @abstractmethod
    def _numbers(self, X: Table) -> Table:
        """Return the numbers x_j that are summed, for a table without gaps, or raise."""

    @abstractmethod
    def _linear_form(self) -> tuple[FloatArray, FloatArray]:
        """Return the weights (K, d) and the intercepts (K,)."""

    @abstractmethod
    def _score_with_zeros(self, x: Table, missing: Table) -> FloatArray:
        """Return log p(x, c) of a model that has parameters 0 or 1, shape (m, K), with 0 · log 0 = 0."""

    def _factors_of_zeros(self, missing: Table) -> Table:
        """Return what the linear form holds for features that are missing, and read as 0; shape (m, K)."""
        return 0

    def _add_missing(self, sums: FloatArray) -> None:
        """Count what is missing, (K, d), for a model whose parameters need it. Sums do not."""

    @property
    def coef_(self) -> FloatArray:
        """The weights w of the linear form, shape (K, d).

        They must be finite: a parameter of 0 or 1 has no weight that a product with x could use (0 · ∞).
        """
        return self._finite_form()[0]

    @property
    def intercept_(self) -> FloatArray:
        """The intercepts b of the linear form, shape (K,), under the same condition."""
        return self._finite_form()[1]

    def _finite_form(self) -> tuple[FloatArray, FloatArray]:
        check_is_fitted(self)
        weights, intercept = self._linear_form()
        if not np.isfinite(weights).all():
            raise ValueError(
                "The linear form needs parameters between 0 and 1; some value was never, or always, seen "
                "with a class. Smooth the counts (alpha > 0)."
            )
        return weights, intercept

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn that tables may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _check_X(self, X: Table) -> Table:
        return read_table(self, X, finite="allow-nan", accept_sparse="csr")

    def _check_X_y(self, X: Table, y: Labels, reset: bool) -> tuple[Table, Array]:
        return read_examples(self, X, y, reset=reset, finite="allow-nan", accept_sparse="csr")

    def _start(self, K: int, d: int) -> None:
        self.class_count_ = np.zeros(K)
        self.feature_count_ = np.zeros((d, K)).T  # (K, d), stored as a sparse product wants to read it

    def _add(self, X: Table, codes: IntArray, sample_weight: ArrayLike | None) -> None:
        K, d = self.feature_count_.shape
        weight = checked_weight(sample_weight, X)
        # A dense table comes in blocks, of which a later one may be found wrong: count it apart.
        self.feature_count_ = np.asfortranarray(self.feature_count_)
        sums = self.feature_count_ if issparse(X) else np.zeros((d, K)).T
        gaps = None
        for rows, block in blocks(X):
            x, missing = split_missing(block)
            add_class_sums(sums, self._numbers(x), codes[rows], None if weight is None else weight[rows])
            if missing is not None:
                gaps = np.zeros((d, K)).T if gaps is None else gaps
                add_class_sums(gaps, missing, codes[rows], None if weight is None else weight[rows])
        self.class_count_ = self.class_count_ + np.bincount(codes, weight, minlength=K)
        if sums is not self.feature_count_:
            self.feature_count_ += sums
        if gaps is not None:
            self._add_missing(gaps)

    def _absorb(self, other: Self, rows: IntArray) -> None:
        self.class_count_[rows] += other.class_count_
        self.feature_count_[rows] += other.feature_count_

    def _joint_log_proba(self, X: Table) -> FloatArray:
        weights, intercept = self._linear_form()
        log_joint = np.empty((X.shape[0], len(self.classes_)))  # (m, K)

        def fill(part: slice) -> None:
            for rows, block in blocks(X, part):
                x, missing = split_missing(block)
                log_joint[rows] = self._score(self._numbers(x), missing, weights, intercept)

        n, entries = X.shape[0], X.nnz if issparse(X) else X.size
        in_parallel(fill, n, least=-(-n * BLOCK // (4 * max(entries, 1))))  # a quarter of a block for each
        return log_joint

    def _score(self, x: Table, missing: Table, weights: FloatArray, intercept: FloatArray) -> FloatArray:
        """Return log p(x, c) for some rows, shape (m, K); missing is None or a table of what x lacks."""
        with np.errstate(invalid="ignore"):
            scores: FloatArray = x @ weights.T + intercept  # (m, K)
            if missing is not None:
                scores -= self._factors_of_zeros(missing)
        # A sum that is not finite may hold 0 · ∞; one that is finite does not.
        return scores if np.isfinite(scores).all() else self._score_with_zeros(x, missing)


def blocks(X: Table, part: slice | None = None) -> Iterator[tuple[slice, Table]]:
    """Yield the rows of a dense table in blocks; a sparse table is small and comes in one piece."""
    first, end = (0, X.shape[0]) if part is None else (part.start, part.stop)
    if issparse(X):
        yield slice(first, end), sparse_rows(X, first, end)
        return
    step = max(1, BLOCK // X.shape[1])
    for start in range(first, end, step):
        rows = slice(start, min(start + step, end))
        yield rows, X[rows]


def sparse_rows(X: Table, first: int, end: int) -> Table:
    """Return rows of a sparse table, without a copy of their entries."""
    low, high = X.indptr[first], X.indptr[end]
    parts = (X.data[low:high], X.indices[low:high], X.indptr[first : end + 1] - low)
    return csr_array(parts, shape=(end - first, X.shape[1]))


def feature_blocks(table: FloatArray) -> Iterator[slice]:
    """Yield ranges of the features of a table (K, d), to work on parameters where they stay in the cache."""
    K, d = table.shape
    step = max(1, BLOCK // K)
    for start in range(0, d, step):
        yield slice(start, start + step)


def split_missing(X: Table) -> tuple[Table, Table]:
    """Return the table with 0 where it holds NaN, and where that is (None if nowhere).

    >>> split_missing(np.array([[1.0, np.nan]]))
    (array([[1., 0.]]), array([[False,  True]]))
    """
    values = X.data if issparse(X) else X
    if values.dtype.kind != "f" or not np.isnan(values.min(initial=0)):  # NaN is the minimum of all it meets
        return X, None
    missing = np.isnan(values)
    filled = np.where(missing, 0, values)
    if not issparse(X):
        return filled, missing
    return with_data(X, filled), with_data(X, missing)


def with_data(X: Table, data: Array) -> Table:
    """Return a sparse table with the same cells and other numbers."""
    return csr_array((data, X.indices, X.indptr), shape=X.shape)


def add_class_sums(sums: FloatArray, x: Table, codes: IntArray, weight: FloatArray | None) -> None:
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
        flat = sums.T.reshape(-1)  # (d K,), a view of sums, since they are stored feature by feature
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


def finite(log_theta: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the logarithms with 0 for −∞, and 1 where −∞ was: the way to products without 0 · ∞.

    >>> finite(np.array([-1.0, -np.inf]))
    (array([-1.,  0.]), array([0., 1.]))
    """
    ruled_out = np.isneginf(log_theta)
    return np.where(ruled_out, 0, log_theta), ruled_out.astype(np.float64)


def rest(whole: FloatArray, part: FloatArray) -> FloatArray:
    """Return whole − part, both sums of counts with weights, and 0 where the two are equal.

    subtle: sums in different orders differ in their last digits, and log 1e-17 is not log 0.

    >>> rest(np.array([0.1 + 0.2 + 0.3, 1.0]), np.array([0.1 + (0.2 + 0.3), 0.25])).tolist()
    [0.0, 0.75]
    """
    difference: FloatArray = whole - part
    np.copyto(difference, 0, where=difference <= 1e-12 * whole)
    return difference
