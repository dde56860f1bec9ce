"""Categorical classifiers in which a feature may depend on the class and on a few other features.

    p(x|c) = ∏_j p(x_j | parents of x_j, c)

A table per feature holds these conditionals; naive Bayes is the case without parents. This module keeps what
all such models share: reading integer categories (NaN: missing), counting, smoothing, the joint probability
with missing values summed out, and drawing examples. A subclass says which features are the parents.
Left out on purpose: searching for the parents, which is the subclass's story.
"""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logsumexp
from sklearn.utils import Tags
from sklearn.utils.validation import validate_data

from mlcore._checks import Array, FloatArray, IntArray, Labels, Table, distribution, number, shown
from mlcore._sklearn import Constraints
from mlcore._tables import read_weights
from mlcore.naive_bayes.base import NaiveBayes, log_class_prior

MISSING = -1
LARGEST_TABLE = 10**8  # cells, 0.8 GB: no data fill a table that is larger

# A factor is a function of the class and of some features: their numbers, and an array (K, V_j, ...).
Factor = tuple[tuple[int, ...], FloatArray]


class BayesNetwork(NaiveBayes):
    """Class, features, and for each feature a table given the class and its parents.

    Counts add up, as in naive Bayes: ``partial_fit`` and ``merge`` give the model of all examples.
    Zero rule: alpha is added to every cell; with alpha=0 an unseen value has probability 0, and values after
    parents never seen together are equally likely (the limit of alpha → 0).
    Missing rule: a family (feature and parents) is counted where all of it is observed; in prediction
    missing values are summed out. A category outside 0 ... V_j − 1 in prediction is a ValueError.
    Numbers that are not whole are cut, as scikit-learn does: 1.5 reads as 1.
    """

    alpha: float
    min_categories: Any
    class_prior: Any

    _parameter_constraints: ClassVar[Constraints] = {}  # the settings are checked where they are used

    @abstractmethod
    def _families(self) -> list[tuple[int, ...]]:
        """Return (parents..., j) for each feature j, such that parents come before their children."""

    @abstractmethod
    def _family_count(self, family: tuple[int, ...]) -> FloatArray:
        """Return how often each combination of values was seen, shape (K, V of parents..., V_j)."""

    def __sklearn_tags__(self) -> Tags:
        """Say what input the model takes: categories 0, 1, 2, ... and NaN."""
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.positive_only = True
        tags.input_tags.allow_nan = True
        return tags

    def _check_X(self, X: Table) -> IntArray:
        codes = self._codes(
            validate_data(self, X, dtype=np.float64, ensure_all_finite="allow-nan", reset=False)
        )
        outside = codes >= self.n_categories_
        if outside.any():
            i, j = np.argwhere(outside)[0].tolist()
            raise ValueError(
                f"Feature {j} has categories 0 to {self.n_categories_[j] - 1}; "
                f"row {i} of X has {codes[i, j]}. "
                "Give min_categories to allow for values that the training data lack."
            )
        return codes

    def _check_X_y(self, X: Table, y: Labels, reset: bool) -> tuple[IntArray, Array]:
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan", reset=reset)
        return self._codes(X), y

    def _codes(self, X: FloatArray) -> IntArray:
        """Return categories as integers (1.5 reads as 1), MISSING for NaN, or raise."""
        if (X < 0).any():
            raise ValueError(f"Negative values in data passed to {type(self).__name__} (input X).")
        if (X > LARGEST_TABLE).any():
            raise ValueError(f"X must hold categories 0, 1, 2, ...; got {X[X > LARGEST_TABLE][0]:g}.")
        return np.where(np.isnan(X), MISSING, X).astype(np.intp)

    def _start(self, K: int, d: int) -> None:
        self.class_count_ = np.zeros(K)
        self.n_categories_ = np.ones(d, dtype=np.intp)
        if self.min_categories is not None:
            V = np.asarray(self.min_categories)
            if V.dtype.kind not in "iu" or V.shape not in ((), (d,)) or (V < 1).any():
                raise ValueError(
                    "min_categories must be a whole number of at least 1, or one for each of the "
                    f"{d} features; got {shown(self.min_categories)}."
                )
            self.n_categories_[:] = V

    def _add(self, X: IntArray, codes: IntArray, sample_weight: ArrayLike | None) -> None:
        w = read_weights(sample_weight, len(X), non_negative=True)
        self._grow(np.maximum(self.n_categories_, X.max(axis=0) + 1))
        self._count(X, codes, w)
        self.class_count_ += np.bincount(codes, weights=w, minlength=len(self.classes_))

    @abstractmethod
    def _grow(self, n_categories: IntArray) -> None:
        """Make room for more categories; set ``n_categories_``."""

    @abstractmethod
    def _count(self, X: IntArray, codes: IntArray, w: FloatArray) -> None:
        """Add weighted examples to the counts."""

    def _estimate(self) -> None:
        """Set log π_c and, for each feature, log θ = log (n_{c,parents,v} + α) / (n_{c,parents} + α V_j)."""
        alpha = number(self.alpha, "alpha", low=0)
        self.class_log_prior_ = self._log_prior()
        self.families_ = self._families()
        self.feature_log_prob_: list[FloatArray] = [np.empty(0)] * len(self.families_)
        for family in self.families_:
            self.feature_log_prob_[family[-1]] = log_conditional(self._family_count(family), alpha)

    def _log_prior(self) -> FloatArray:
        if self.class_prior is None:
            return log_class_prior(self.class_count_)
        prior = distribution(self.class_prior, "class_prior")
        if len(prior) != len(self.classes_):
            raise ValueError(
                f"class_prior must have one entry per class ({len(self.classes_)}); got {len(prior)}."
            )
        with np.errstate(divide="ignore"):
            log_prior: FloatArray = np.log(prior)
        return log_prior

    def _joint_log_proba(self, X: IntArray) -> FloatArray:
        log_joint = np.tile(self.class_log_prior_, (len(X), 1))  # (m, K)
        incomplete = np.zeros(len(X), dtype=bool)
        for family in self.families_:
            values = X[:, family]  # (m, parents + 1)
            whole = (values != MISSING).all(axis=1)
            table = self.feature_log_prob_[family[-1]]
            log_joint[whole] += table[(slice(None), *values[whole].T)].T
            incomplete |= ~whole
        for i in np.flatnonzero(incomplete):
            log_joint[i] += self._log_observed(X[i])
        return log_joint

    def _log_observed(self, x: IntArray) -> FloatArray:
        """Return log Σ over the missing values of the factors that hold one, shape (K,).

        Children go before their parents: each step sums one value out of the product of the factors that hold
        it. A missing feature without children sums to 1, which is the rule of naive Bayes: drop the factor.
        """
        factors: list[Factor] = []
        for family in self.families_:
            gaps = tuple(j for j in family if x[j] == MISSING)
            if gaps:
                at = tuple(slice(None) if x[j] == MISSING else x[j] for j in family)
                factors.append((gaps, self.feature_log_prob_[family[-1]][(slice(None), *at)]))
        for family in reversed(self.families_):
            if x[family[-1]] == MISSING:
                factors = sum_out(factors, family[-1])
        total: FloatArray = sum((table for _, table in factors), np.zeros(len(self.classes_)))
        return total

    def _draw(self, n: int, c: int, rng: np.random.Generator) -> IntArray:
        """Draw parents first, then each child from the row of its table that the parents select."""
        X = np.empty((n, len(self.families_)), dtype=np.intp)
        for *parents, j in self.families_:
            theta = np.exp(self.feature_log_prob_[j][c])[
                tuple(X[:, parents].T)
            ]  # (n, V_j), or (V_j,) for all
            cumulative = np.broadcast_to(theta.cumsum(axis=-1), (n, theta.shape[-1]))
            u = rng.random((n, 1)) * cumulative[:, -1:]
            X[:, j] = (cumulative[:, :-1] <= u).sum(axis=1)
        return X


def log_conditional(count: FloatArray, alpha: float) -> FloatArray:
    """Return log (n_v + α) / Σ_v (n_v + α) along the last axis; uniform where nothing was seen and α = 0.

    >>> np.exp(log_conditional(np.array([[3.0, 1.0], [0.0, 0.0]]), alpha=0)).round(6).tolist()
    [[0.75, 0.25], [0.5, 0.5]]
    """
    smoothed = count + alpha
    total = smoothed.sum(axis=-1, keepdims=True)
    smoothed = np.where(total > 0, smoothed, 1.0)
    with np.errstate(divide="ignore"):  # log 0 is -inf: the value is ruled out
        log_theta: FloatArray = np.log(smoothed) - np.log(smoothed.sum(axis=-1, keepdims=True))
    return log_theta


def sum_out(factors: list[Factor], variable: int) -> list[Factor]:
    """Return the factors with one variable summed out of the product of those that hold it.

    >>> [(scope, table)] = sum_out([((0,), np.log([[0.2, 0.8]])), ((0,), np.log([[0.5, 0.25]]))], 0)
    >>> scope, np.exp(table).round(6).tolist()
    ((), [0.3])
    """
    holding = [factor for factor in factors if variable in factor[0]]
    rest = [factor for factor in factors if variable not in factor[0]]
    scope = (*sorted({j for held, _ in holding for j in held} - {variable}), variable)
    log_product = sum(_aligned(factor, scope) for factor in holding)
    summed: FloatArray = logsumexp(log_product, axis=-1)
    return [*rest, (scope[:-1], summed)]


def _aligned(factor: Factor, scope: tuple[int, ...]) -> FloatArray:
    """Return the table of a factor with an axis for each variable in the scope, length 1 for the others."""
    held, table = factor
    order = [held.index(j) for j in scope if j in held]
    sizes = [table.shape[1 + held.index(j)] if j in held else 1 for j in scope]
    return table.transpose(0, *(1 + axis for axis in order)).reshape(len(table), *sizes)
