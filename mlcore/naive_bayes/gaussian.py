"""Gaussian naive Bayes: one normal density per class and feature.

    learn    μ_{c,j} = Σ_i x_ij / n_c, σ²_{c,j} = Σ_i (x_ij − μ_{c,j})² / n_c, over the examples of class c
    predict  log p(x, c) = log π_c + Σ_j log N(x_j; μ_{c,j}, σ²_{c,j} + ε)

The divisor is n_c, the maximum likelihood estimate, not n_c − 1. ``moments`` holds the sums of the first
line, ``densities`` that of the second; this module says what they mean. Left out on purpose: correlation
between the features of a class (see ``mlcore.discriminant``).
"""

from collections.abc import Callable
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import Tags, assert_all_finite
from sklearn.utils.validation import check_is_fitted

from mlcore._checks import Array, FloatArray, IntArray, Labels, Table, shown
from mlcore._sklearn import Constraints, Interval
from mlcore._tables import read_examples, read_table, read_weights
from mlcore.naive_bayes.base import NaiveBayes, check_some_weight
from mlcore.naive_bayes.densities import LogLikelihood, by_chunks
from mlcore.naive_bayes.moments import Moments, class_moments


class GaussianNB(NaiveBayes):
    """Naive Bayes for continuous features, each normal within each class.

    Ties between classes go to the first in the sorted order of ``classes_``.

    Zero-variance rule: ε = var_smoothing · max_j Var(x_j) keeps the variance of a feature that is constant
    within a class above 0. Var(x_j) is over all rows seen so far, each counted once whatever its weight.
    Where ε is 0 and a variance too, there is no density, and prediction raises a ValueError.

    Missing values (NaN): the factor is left out. In learning, mean and variance are those of the observed
    values of the class, and the prior is that of all rows; in prediction, a row of which nothing is known
    has the prior as its posterior. A class with examples, none of which shows a certain feature, says
    nothing about it: it takes the mean and variance of all classes together. A feature that no example
    shows has mean and variance NaN, and is left out for all classes.

    A class without examples has mean 0, variance ε and, unless given, prior 0: it is never predicted.

    Unlike scikit-learn's, ``partial_fit`` takes ε from all data so far instead of the last batch, so that
    fitting in parts gives the model of fitting at once.

    Learnt arrays are float32 when all data were, else float64; sums are always float64.

    Parameters
    ----------
    priors : array-like of shape (K,), default=None
        π_c of each class, in the order of ``classes_``; None learns π_c = n_c / n.
    var_smoothing : float, default=1e-9
        ε is this share of the largest variance of a feature; it is added to all variances.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
        The classes, sorted.
    class_count_ : ndarray of shape (K,)
        n_c.
    class_prior_ : ndarray of shape (K,)
        π_c.
    theta_ : ndarray of shape (K, d)
        μ_{c,j}.
    var_ : ndarray of shape (K, d)
        σ²_{c,j} + ε.
    epsilon_ : float
        ε.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if X was a data frame.

    Examples
    --------
    >>> X = np.array([[1, 10], [2, 14], [3, 12], [6, 30], [8, 33], [7, 39], [9, 30]])
    >>> model = GaussianNB().fit(X, [0, 0, 0, 1, 1, 1, 1])
    >>> model.theta_.tolist()
    [[2.0, 12.0], [7.5, 33.0]]
    >>> model.predict([[2, 13], [5, 20]]).tolist()
    [0, 1]
    >>> model.predict_proba([[np.nan, np.nan]]).round(4).tolist()
    [[0.4286, 0.5714]]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "priors": ["array-like", None],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
    }

    epsilon_: np.floating
    class_count_: NDArray[np.floating]
    class_prior_: NDArray[np.floating]
    theta_: NDArray[np.floating]
    var_: NDArray[np.floating]

    def __init__(self, *, priors: ArrayLike | None = None, var_smoothing: float = 1e-9) -> None:
        """Keep the settings as given."""
        self.priors = priors
        self.var_smoothing = var_smoothing

    def _check_X_y(self, X: Table, y: Labels, reset: bool) -> tuple[Array, Array]:
        return read_examples(self, X, y, reset=reset, finite="allow-nan")

    def _check_X(self, X: Table) -> Array:
        """Check all but infinities: they are found where the scores show them, in `_log_joint`."""
        checked: Array = read_table(self, X, finite=False)
        return checked

    def _start(self, K: int, d: int) -> None:
        self._given_prior = None if self.priors is None else _checked_priors(self.priors, K)
        self._class_count = np.zeros(K)
        self._moments = Moments.nothing(K, d)  # of each feature in each class, weighted
        self._columns = Moments.nothing(1, d)  # of each feature, every row counted once
        self._dtype = np.dtype(np.float32)  # float64 as soon as anything else than float32 arrives

    def _add(self, X: Array, codes: IntArray, sample_weight: ArrayLike | None) -> None:
        K = len(self.classes_)
        if sample_weight is not None:
            sample_weight = read_weights(sample_weight, len(X), non_negative=True)
        moments = class_moments(X, codes, K, sample_weight)
        columns = moments.over_classes() if sample_weight is None else class_moments(X, 0 * codes, 1)
        count = np.bincount(codes, sample_weight, minlength=K).astype(np.float64)
        self._count(moments, columns, count, _float_type(X.dtype))

    def _absorb(self, other: "GaussianNB", rows: IntArray) -> None:
        K = len(self.classes_)
        count = np.zeros(K)
        count[rows] = other._class_count
        self._count(other._moments.placed(rows, K), other._columns, count, other._dtype)

    def _count(self, moments: Moments, columns: Moments, count: FloatArray, dtype: np.dtype[Any]) -> None:
        """Add what a batch or another model has counted, or change nothing and raise."""
        check_some_weight(self._class_count + count)
        moments, columns = self._moments + moments, self._columns + columns
        finite = [
            np.isfinite(known.mean + known.squares).all(axis=0) for known in (moments, columns)
        ]  # (d,) each
        if not np.all(finite):
            j = int(np.flatnonzero(~np.all(finite, axis=0))[0])
            raise ValueError(f"The values of feature {j} of X are too large: their variance is above 1e308.")
        self._moments, self._columns = moments, columns
        self._class_count = self._class_count + count
        self._dtype = np.promote_types(self._dtype, dtype)

    def _estimate(self) -> None:
        epsilon = self.var_smoothing * self._columns.var.max()
        mean, var = self._moments.mean, self._moments.var  # (K, d)
        anywhere = self._moments.over_classes()  # (1, d)
        unseen = (self._moments.weight == 0) & (self._class_count > 0)[:, None]  # (K, d)
        nowhere = anywhere.weight == 0  # (1, d)
        mean = np.where(nowhere, np.nan, np.where(unseen, anywhere.mean, mean))
        var = np.where(nowhere, np.nan, np.where(unseen, anywhere.var, var) + epsilon)
        learnt_prior = self._class_count / self._class_count.sum()
        prior = learnt_prior if self._given_prior is None else self._given_prior  # (K,)
        self.epsilon_ = self._dtype.type(epsilon)
        self.theta_, self.var_ = mean.astype(self._dtype), var.astype(self._dtype)
        self.class_count_ = self._class_count.astype(self._dtype)
        self.class_prior_ = prior.astype(self._dtype)

    def _log_joint(self) -> Callable[[FloatArray], FloatArray]:
        """Return the function from rows x (m, d) to log π_c + Σ_j log N(x_j; μ_{c,j}, var_{c,j}) (m, K)."""
        mean, var = self.theta_.astype(np.float64), self.var_.astype(np.float64)  # (K, d)
        possible = self.class_prior_ > 0  # (K,)
        if (no_density := (var == 0) & possible[:, None]).any():
            c, j = np.argwhere(no_density)[0]
            label = self.classes_.tolist()[c]
            raise ValueError(
                f"Feature {j} has variance 0 in class {label!r}, so there is no density: "
                "set var_smoothing > 0, with at least one feature that varies."
            )
        # A class with prior 0 has log p(x, c) = −∞ whatever its densities: any that exist will do.
        mean[~possible], var[~possible] = mean[possible][:1], var[possible][:1]
        with np.errstate(divide="ignore"):
            log_prior = np.log(self.class_prior_.astype(np.float64))
        known = ~np.isnan(var).any(axis=0)  # (d,)
        all_known, log_likelihood = known.all(), LogLikelihood(mean[:, known], var[:, known])

        def log_joint(X: FloatArray) -> FloatArray:
            scores = log_prior + log_likelihood(X if all_known else X[:, known])  # (m, K)
            # subtle: an infinite x shows here as log p = −∞, unless its feature is left out. To look for it
            # only then spares a pass over all tables that have none.
            if not (all_known and np.isfinite(scores).all()):
                assert_all_finite(X, allow_nan=True, estimator_name="GaussianNB", input_name="X")
            return scores

        return log_joint

    def _joint_log_proba(self, X: Array) -> Any:
        return by_chunks(self._log_joint(), X, np.empty((len(X), len(self.classes_)), self._result_type(X)))

    def predict(self, X: Table) -> Array:
        """Return the class of greatest joint probability for each row; ties go to the first class.

        As in the base, but a chunk's log p(x, c) is compared while it is in the cache, and forgotten.

        Parameters
        ----------
        X : array-like of shape (m, d)
            The observations.

        Returns
        -------
        ndarray of shape (m,)
            The classes.
        """
        check_is_fitted(self)
        X = self._check_X(X)
        log_joint, result_type = self._log_joint(), self._result_type(X)

        def best_class(rows: FloatArray) -> IntArray:
            best: IntArray = log_joint(rows).astype(result_type, copy=False).argmax(axis=1)
            return best

        labels: Array = self.classes_[by_chunks(best_class, X, np.empty(len(X), dtype=np.intp))]
        return labels

    def _result_type(self, X: Array) -> np.dtype[Any]:
        """Return float32 if both the model and the queries are float32, else float64."""
        return np.promote_types(_float_type(X.dtype), self.theta_.dtype)

    def _draw(self, n: int, c: int, rng: np.random.Generator) -> FloatArray:
        """Draw each feature from its normal; a feature that was never observed stays NaN."""
        return rng.normal(self.theta_[c], np.sqrt(self.var_[c]), size=(n, self.n_features_in_))

    @staticmethod
    def _update_mean_variance(
        n_past: float, mu: ArrayLike, var: ArrayLike, X: Table, sample_weight: FloatArray | None = None
    ) -> tuple[ArrayLike, ArrayLike]:
        """Return mean and variance of n_past values and those of X together, by scikit-learn's name."""
        if len(X) == 0:
            return mu, var
        mu, var = np.asarray(mu), np.asarray(var)
        past = Moments(np.full(mu.shape, float(n_past)), mu, np.zeros(mu.shape), n_past * var)
        together = past + class_moments(X, np.zeros(len(X), dtype=np.intp), 1, sample_weight)
        return together.mean[0], together.var[0]

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn that NaN is a value that is missing."""
        tags: Tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


def _float_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return float32 for float32, float64 for any other type of number."""
    return dtype if dtype == np.float32 else np.dtype(np.float64)


def _checked_priors(priors: ArrayLike, K: int) -> FloatArray:
    """Return the given priors, or raise unless there are K of them that make a distribution."""
    prior = np.asarray(priors, dtype=np.float64)
    if prior.shape != (K,):
        raise ValueError(f"Number of priors must match number of classes, {K}; got {shown(priors)}.")
    if not np.isclose(prior.sum(), 1):
        raise ValueError(f"The sum of the priors should be 1; it is {prior.sum():.12g}.")
    if (prior < 0).any():
        raise ValueError(f"Priors must be non-negative; got {shown(priors)}.")
    return prior
