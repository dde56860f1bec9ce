"""Bernoulli naive Bayes: which features does an example have?

Every feature is 0 or 1, and both count as evidence: a word that is absent from a message speaks too.

    log p(x, c) = log π_c + Σ_j [x_j log θ_{c,j} + (1 − x_j) log(1 − θ_{c,j})]
    θ_{c,j} = P(x_j = 1 | c) = (n_{c,j,1} + α) / (n_{c,j} + 2α)

with n_{c,j,1} the examples of class c that have feature j, among the n_{c,j} of which that is known.
There are two values, hence 2α, whatever the number of classes.
"""

from numbers import Real
from typing import ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from mlcore._checks import FloatArray, IntArray, Table, shown
from mlcore._sklearn import Constraints, Interval
from mlcore.naive_bayes.discrete import DiscreteNB, log
from mlcore.naive_bayes.linear import LinearNB, feature_blocks, finite, rest, with_data


class BernoulliNB(LinearNB):
    """Bernoulli naive Bayes for features that are there (1) or not (0).

    Zero rule: with α = 0 a parameter of 0 or 1 rules a class out for the value that it never showed, and
    only for that (0 · log 0 = 0); a feature of which a class knows nothing has θ = 1/2. Ties go to the
    first class.

    Missing values (NaN): the factor is left out in prediction; in learning the example is left out of
    both counts of that feature, n_{c,j,1} and n_{c,j}.

    The linear form has w_{c,j} = log(θ / (1 − θ)) and b_c = log π_c + Σ_j log(1 − θ_{c,j}).

    Parameters
    ----------
    alpha : float or array-like of shape (d,), default=1.0
        The pseudo-count α of each of the two values, at least 0.
    force_alpha : bool, default=True
        False lifts an alpha below 1e-10 to 1e-10.
    binarize : float, default=0.0
        A value reads as 1 if it is above; None says that values are 0 or 1 already.
    fit_prior : bool, default=True
        Learn π_c = n_c / n; False gives all classes the same prior.
    class_prior : array-like of shape (K,), default=None
        The prior, given in place of learnt.
    m : float, default=None
        The m-estimate (n_{c,j,1} + m·p_j) / (n_{c,j} + m) in place of α.
    p : float or array-like of shape (d,), default=None
        The guess p_j of P(x_j = 1) of the m-estimate; None for 1/2.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
        The classes, sorted.
    class_count_ : ndarray of shape (K,)
        n_c.
    class_log_prior_ : ndarray of shape (K,)
        log π_c.
    feature_count_ : ndarray of shape (K, d)
        n_{c,j,1}.
    missing_count_ : ndarray of shape (K, d) or (1, 1)
        How many examples of the class lack the feature; (1, 1) if none does.
    feature_log_prob_ : ndarray of shape (K, d)
        log θ_{c,j}.
    coef_ : ndarray of shape (K, d)
        The weights of the linear form.
    intercept_ : ndarray of shape (K,)
        Its intercepts.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if X was a data frame.

    Examples
    --------
    >>> X = np.array([[1, 1, 0], [0, 1, 0], [0, 0, 1]])
    >>> model = BernoulliNB().fit(X, ["spam", "spam", "ham"])
    >>> np.exp(model.feature_log_prob_).round(3).tolist()  # ham: (1, 1, 2) / 3, spam: (2, 3, 1) / 4
    [[0.333, 0.333, 0.667], [0.5, 0.75, 0.25]]
    >>> model.predict([[1, 1, 0], [0, 0, 1]]).tolist()
    ['spam', 'ham']
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **DiscreteNB._parameter_constraints,
        "binarize": [None, Interval(Real, 0, None, closed="left")],
        "p": ["array-like", Interval(Real, 0, 1, closed="both"), None],
    }

    missing_count_: FloatArray

    def __init__(
        self,
        *,
        alpha: ArrayLike = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: ArrayLike | None = None,
        m: float | None = None,
        p: ArrayLike | None = None,
    ) -> None:
        """Keep the settings; learning checks them."""
        super().__init__(
            alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior, m=m, p=p
        )
        self.binarize = binarize

    def _numbers(self, X: Table) -> Table:
        values = X.data if issparse(X) else X
        if self.binarize is not None:
            values = values > self.binarize
        elif values.size and not (values.min() >= 0 and values.max() <= 1):
            raise ValueError("With binarize=None the values of X must lie between 0 and 1.")
        return with_data(X, values) if issparse(X) else values

    def _start(self, K: int, d: int) -> None:
        super()._start(K, d)
        self.missing_count_ = np.zeros((1, 1))  # until something is missing

    def _add_missing(self, sums: FloatArray) -> None:
        self.missing_count_ = self.missing_count_ + sums

    def _absorb(self, other: Self, rows: IntArray) -> None:
        super()._absorb(other, rows)
        gaps = np.zeros_like(self.feature_count_)
        gaps[rows] = other.missing_count_
        self._add_missing(gaps)

    def _estimate_conditionals(self) -> None:
        present = self._pseudo_counts(self._guess())
        self._added = (present if self.m is None else self.m - present, present)
        self.feature_log_prob_ = self._log_theta(1)

    def _log_theta(self, value: int) -> FloatArray:
        """Return log P(x_j = value | c), shape (K, d)."""
        added = np.atleast_1d(self._added[value])  # (1,) or (d,)
        known = self.class_count_[:, None] - self.missing_count_  # (K, 1) or (K, d)
        total = known + np.add(*self._added)
        log_total = np.log(np.where(total == 0, 1, total))
        result = np.empty_like(self.feature_count_)  # (K, d)
        for j in feature_blocks(result):
            count = self.feature_count_[:, j]
            if value == 0:
                count = rest(columns(known, j), count)
            np.subtract(log(count + columns(added, j)), columns(log_total, j), out=result[:, j])
        if (total == 0).any():
            result[np.broadcast_to(total == 0, result.shape)] = -np.log(2)
        return result

    def _guess(self) -> FloatArray:
        """Return the prior guess of P(x_j = 1), shape () or (d,)."""
        guess = np.asarray(0.5 if self.p is None else self.p, dtype=np.float64)
        if guess.shape not in ((), (self.n_features_in_,)) or not ((guess >= 0) & (guess <= 1)).all():
            raise ValueError(
                f"p must be a probability, or one for each of the {self.n_features_in_} features; "
                f"got {shown(self.p)}."
            )
        return guess

    def _linear_form(self) -> tuple[FloatArray, FloatArray]:
        log_absence = self._log_theta(0)
        return self.feature_log_prob_ - log_absence, self.class_log_prior_ + log_absence.sum(axis=1)

    def _factors_of_zeros(self, missing: Table) -> Table:
        return missing @ self._log_theta(0).T

    def _score_with_zeros(self, x: Table, missing: Table) -> FloatArray:
        log_theta, never = finite(self.feature_log_prob_)
        log_absence, always = finite(self._log_theta(0))
        scores: FloatArray = x @ (log_theta - log_absence).T  # (m, K)
        scores += self.class_log_prior_ + log_absence.sum(axis=1)
        expected = always.sum(axis=1)  # features that all examples of the class have, (K,)
        if missing is not None:
            scores -= missing @ log_absence.T
            expected = expected - missing @ always.T  # (m, K)
        scores[(x @ never.T > 0) | (x @ always.T < expected)] = -np.inf
        return scores

    def _draw(self, n: int, c: int, rng: np.random.Generator) -> IntArray:
        theta = np.exp(self.feature_log_prob_[c])  # (d,)
        features: IntArray = (rng.random((n, len(theta))) < theta).astype(np.intp)  # (n, d)
        return features


def columns(table: FloatArray, j: slice) -> FloatArray:
    """Return the columns j of a table that may have one column for all."""
    return table if table.shape[-1] == 1 else table[..., j]
