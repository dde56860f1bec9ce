"""Categorical naive Bayes: which value does each feature have?

Feature j has one of the values v = 0 … V_j − 1. Learning is counting, and dividing:

    π_c = n_c / n                 θ_{c,j,v} = (n_{c,j,v} + α) / (n_{c,j} + α V_j)

with n_{c,j,v} the examples of class c in which feature j has value v, and n_{c,j} = Σ_v n_{c,j,v} those
in which it is known at all. Predicting is looking up, and multiplying; with logarithms, adding:

    log p(x, c) = log π_c + Σ_j log θ_{c,j,x_j}

`log_joint_by_hand` says just that, with loops. The model keeps all tables side by side, as one wide table
(see ``value_tables``), and reads a row of X as a row of zeros with a one in d of its columns.

Left out on purpose: turning words into the numbers 0 … V_j − 1; scikit-learn's OrdinalEncoder does that.
"""

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from mlcore._checks import Array, FloatArray, IntArray, Labels, Table, distribution, shown
from mlcore._sklearn import Constraints, Interval
from mlcore._tables import read_examples, read_table
from mlcore.naive_bayes.discrete import DiscreteNB, checked_weight, log
from mlcore.naive_bayes.value_tables import (
    BLOCK,
    MISSING,
    cells,
    count_values,
    split_tables,
    starts,
    widen,
)

# Whole numbers stay as they are; anything else is read as floating point, where NaN can stand.
INTEGERS = [np.int64, np.int32, np.int16, np.int8, np.uint32, np.uint16, np.uint8]
READING: dict[str, Any] = {"dtype": [np.float64, *INTEGERS], "finite": "allow-nan"}


class UnseenCategoryError(IndexError, ValueError):
    """A query has a value outside the domain that was fixed in learning."""


class CategoricalNB(DiscreteNB):
    """Categorical naive Bayes for features with the values 0 … V_j − 1.

    V_j is one more than the largest value in the training data, or ``min_categories`` if that is more. A
    value beyond at prediction is an error; a value within that never occurred has θ = α / (n_{c,j} + α V_j).
    Numbers that are not whole are cut: 1.5 reads as 1.

    Zero rule: with α = 0 a value that a class never showed rules the class out (log 0 = −∞); a feature of
    which a class knows nothing has θ = 1 / V_j. Ties go to the first class.

    Missing values (NaN): the factor is left out, in prediction, and in learning from all counts of that
    feature.

    Parameters
    ----------
    alpha : float, default=1.0
        The pseudo-count α of each value, at least 0.
    force_alpha : bool, default=True
        False lifts an alpha below 1e-10 to 1e-10.
    fit_prior : bool, default=True
        Learn π_c = n_c / n; False gives all classes the same prior.
    class_prior : array-like of shape (K,), default=None
        The prior, given in place of learnt.
    min_categories : int or array-like of shape (d,), default=None
        The least number of values V_j, of all features or of each.
    m : float, default=None
        The m-estimate (n_{c,j,v} + m·p_{j,v}) / (n_{c,j} + m) in place of α.
    p : list of d array-likes of shape (V_j,), default=None
        The guesses p_{j,v} of the m-estimate; None for 1 / V_j.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
        The classes, sorted.
    class_count_ : ndarray of shape (K,)
        n_c.
    class_log_prior_ : ndarray of shape (K,)
        log π_c.
    category_count_ : list of d ndarrays of shape (K, V_j)
        n_{c,j,v}.
    feature_log_prob_ : list of d ndarrays of shape (K, V_j)
        log θ_{c,j,v}.
    n_categories_ : ndarray of shape (d,)
        V_j.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if X was a data frame.

    Examples
    --------
    >>> outlook, wind = [0, 0, 1, 2, 2], [0, 1, 0, 0, 1]
    >>> model = CategoricalNB(alpha=0).fit(np.column_stack([outlook, wind]), ["no", "no", "yes", "yes", "no"])
    >>> np.exp(model.feature_log_prob_[0]).round(3).tolist()  # θ of outlook, given no and yes
    [[0.667, 0.0, 0.333], [0.0, 0.5, 0.5]]
    >>> model.predict_proba([[2, 0], [np.nan, 1]]).round(3).tolist()  # 1/15 to 1/5; 2/5 to 0
    [[0.25, 0.75], [1.0, 0.0]]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **DiscreteNB._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="left")],
        "min_categories": [None, "array-like", Interval(Integral, 1, None, closed="left")],
    }

    n_categories_: NDArray[np.int64]

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: ArrayLike | None = None,
        min_categories: ArrayLike | None = None,
        m: float | None = None,
        p: Sequence[ArrayLike] | None = None,
    ) -> None:
        """Keep the settings; learning checks them."""
        super().__init__(
            alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior, m=m, p=p
        )
        self.min_categories = min_categories

    @property
    def category_count_(self) -> list[FloatArray]:
        """The counts n_{c,j,v}: for each feature a table of shape (K, V_j)."""
        check_is_fitted(self)
        return split_tables(self._count, self.n_categories_)

    @property
    def feature_log_prob_(self) -> list[FloatArray]:
        """The parameters log θ_{c,j,v}: for each feature a table of shape (K, V_j)."""
        check_is_fitted(self)
        return split_tables(self._log_theta, self.n_categories_)

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn that values are categories, numbered from 0."""
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.positive_only = True
        return tags

    def _check_X(self, X: Table) -> IntArray:
        values = whole_values(read_table(self, X, **READING))
        if values.max() >= self.n_categories_.min():  # quick to find out; the maximum by columns is not
            for j in np.flatnonzero(values.max(axis=0) >= self.n_categories_):
                raise UnseenCategoryError(
                    f"Feature {j} of X has the value {values[:, j].max()}, but learning fixed 0 … "
                    f"{self.n_categories_[j] - 1}. Set min_categories to leave room for later values."
                )
        return values

    def _check_X_y(self, X: Table, y: Labels, reset: bool) -> tuple[IntArray, Array]:
        X, y = read_examples(self, X, y, reset=reset, **READING)
        return whole_values(X), y

    def _start(self, K: int, d: int) -> None:
        self.class_count_ = np.zeros(K)
        self.n_categories_ = np.zeros(d, dtype=np.int64)
        self._count = np.zeros((K, 0))  # (K, ΣV)

    def _add(self, X: IntArray, codes: IntArray, sample_weight: ArrayLike | None) -> None:
        K, weight = len(self.class_count_), checked_weight(sample_weight, X)
        largest = X.max(axis=0).astype(np.int64)  # one more than 255 is no number of eight bits
        self._make_room(np.maximum(largest + 1, self._least_categories()))
        self._count = self._count + count_values(X, codes, weight, K, self.n_categories_)
        self.class_count_ = self.class_count_ + np.bincount(codes, weight, minlength=K)

    def _absorb(self, other: Self, rows: IntArray) -> None:
        self._make_room(other.n_categories_)
        self.class_count_[rows] += other.class_count_
        self._count[rows] += widen(other._count, other.n_categories_, self.n_categories_)

    def _make_room(self, n_categories: Array) -> None:
        """Let the tables hold at least so many values of each feature."""
        wider = np.maximum(n_categories, self.n_categories_, dtype=np.int64)
        self._count = widen(self._count, self.n_categories_, wider)
        self.n_categories_ = wider

    def _least_categories(self) -> Array:
        """Return how many values each feature has at least: a number, or shape (d,)."""
        least = np.array(1 if self.min_categories is None else self.min_categories)
        if not np.issubdtype(least.dtype, np.signedinteger):
            raise ValueError(f"'min_categories' should have integral type. Got {least.dtype} instead.")
        if least.shape not in ((), (self.n_features_in_,)):
            raise ValueError(
                f"'min_categories' should have shape ({self.n_features_in_},) when an array-like is "
                f"provided. Got {least.shape} instead."
            )
        return least

    def _estimate_conditionals(self) -> None:
        V, start = self.n_categories_, starts(self.n_categories_)
        smoothed = self._count + self._pseudo_counts(self._guess())  # (K, ΣV)
        total = np.repeat(np.add.reduceat(smoothed, start, axis=1), V, axis=1)  # (K, ΣV)
        unknown = total == 0
        smoothed[unknown] = 1
        total[unknown] = np.broadcast_to(np.repeat(V, V), total.shape)[unknown]
        self._log_theta = log(smoothed) - np.log(total)

    def _guess(self) -> FloatArray:
        """Return the prior guesses p_{j,v} side by side, shape (ΣV,)."""
        V = self.n_categories_
        if self.p is None:
            return np.repeat(1 / V, V)
        guesses = [distribution(p, f"p[{j}]") for j, p in enumerate(self.p)]
        if [len(p) for p in guesses] != V.tolist():
            raise ValueError(
                f"p must have one list of guesses for each feature, with {shown(V.tolist())} values; "
                f"got {shown(self.p)}."
            )
        return np.concatenate(guesses)

    def _joint_log_proba(self, X: IntArray) -> FloatArray:
        """Return log p(x, c) as a product of one-hot rows with the wide table."""
        log_theta = np.vstack([self._log_theta.T, np.zeros(len(self.classes_))])  # (ΣV + 1, K), last: missing
        m, d = X.shape
        step = min(m, max(1, BLOCK // d))
        ones, ends = np.ones(step * d), np.arange(step + 1) * d
        log_joint = np.empty((m, len(self.classes_)))  # (m, K)
        for first in range(0, m, step):
            columns = cells(X[first : first + step], self.n_categories_)  # (rows, d)
            rows = len(columns)
            entries = (ones[: rows * d], columns.ravel(), ends[: rows + 1])
            one_hot = csr_array(entries, shape=(rows, len(log_theta)))
            log_joint[first : first + step] = one_hot @ log_theta + self.class_log_prior_
        return log_joint

    def _draw(self, n: int, c: int, rng: np.random.Generator) -> IntArray:
        thetas = [np.exp(table[c]) for table in self.feature_log_prob_]
        return np.column_stack([rng.choice(len(theta), size=n, p=theta / theta.sum()) for theta in thetas])


def log_joint_by_hand(x: IntArray, log_prior: FloatArray, log_theta: list[FloatArray]) -> list[float]:
    """Return log p(x, c) of one observation for each class: the definition, word by word."""
    return [
        float(log_prior[c] + sum(table[c, v] for table, v in zip(log_theta, x, strict=True) if v != MISSING))
        for c in range(len(log_prior))
    ]


def whole_values(X: Array) -> IntArray:
    """Return the categories as whole numbers, with MISSING for NaN, or raise if there are negative ones."""
    missing = np.isnan(X) if X.dtype.kind == "f" and np.isnan(X.min()) else None
    known = X if missing is None else np.where(missing, 0, X)
    if known.min() < 0:
        raise ValueError("Negative values in data passed to CategoricalNB (input X).")
    if known.max() > 2**53:
        raise ValueError("CategoricalNB needs categories 0, 1, 2, …; X holds values above 2^53.")
    if X.dtype.kind != "f":
        return X
    values = known.astype(np.intp)
    if missing is not None:
        values[missing] = MISSING
    return values
