"""What naive Bayes on counts has in common: the class prior, and smoothing.

Every conditional parameter is a smoothed share, of n examples of which n_v have the value v:

    θ_v = (n_v + a_v) / (n + Σ_v a_v)

where the pseudo-counts a_v are α for every value (additive smoothing; Laplace: α = 1), or m·p_v with the
m-estimate: a prior guess p_v that counts as much as m examples. They belong to the *values of a feature*:
their number never depends on the number of classes. The class prior is n_c / n and is never smoothed.

Where nothing was seen and nothing is added, 0 / 0 is read as the limit α → 0: every value is equally
likely.
"""

import warnings
from abc import abstractmethod
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import Tags

from mlcore._checks import FloatArray, Table, shown
from mlcore._sklearn import Constraints, Interval
from mlcore._tables import read_weights
from mlcore.naive_bayes.base import NaiveBayes, check_some_weight, log_class_prior

SMALLEST_ALPHA = 1e-10


class DiscreteNB(NaiveBayes):
    """Naive Bayes on counts.

    ``alpha`` is the pseudo-count of each value; ``m`` and ``p`` replace it by the m-estimate.
    ``force_alpha=False`` lifts an alpha below 1e-10 to 1e-10. ``class_prior`` replaces the shares of the
    classes, used as given; ``fit_prior=False`` makes them equal.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "force_alpha": ["boolean"],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "m": [Interval(Real, 0, None, closed="left"), None],
        "p": ["array-like", None],
    }

    class_count_: FloatArray
    class_log_prior_: FloatArray

    def __init__(
        self,
        *,
        alpha: ArrayLike = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: ArrayLike | None = None,
        m: float | None = None,
        p: Any = None,  # a number for all features, or a list for each
    ) -> None:
        """Keep the settings; learning checks them."""
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.m = m
        self.p = p

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn that NaN is a value that is missing."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.classifier_tags.poor_score = True
        return tags

    @abstractmethod
    def _estimate_conditionals(self) -> None:
        """Set the parameters of p(x_j|c) from the counts."""

    def _estimate(self) -> None:
        check_some_weight(self.class_count_)
        self._estimate_conditionals()
        self.class_log_prior_ = self._log_prior()

    def _log_prior(self) -> FloatArray:
        """Return log π_c: as given, or learnt, or equal for all classes."""
        K = len(self.classes_)
        if self.class_prior is not None:
            prior = np.asarray(self.class_prior, dtype=np.float64)
            if len(prior) != K:
                raise ValueError("Number of priors must match number of classes.")
            if not ((prior >= 0) & (prior < np.inf)).all():
                raise ValueError(
                    f"class_prior must not be negative, nor infinite; got {shown(prior.tolist())}."
                )
            return log(prior)
        if self.fit_prior:
            return log_class_prior(self.class_count_)
        return np.full(K, -np.log(K))

    def _pseudo_counts(self, guess: Any) -> Any:
        """Return what is added to the count of a value: α, or m·p for a prior guess p of that value."""
        if self.m is not None:
            return float(self.m) * guess
        if self.p is not None:
            raise ValueError("p is the prior guess of the m-estimate; it needs m, the weight of that guess.")
        return self._check_alpha()

    def _check_alpha(self) -> Any:
        """Return α, one number or one for each feature, lifted where it is too small to be allowed."""
        if isinstance(self.alpha, Real):
            alpha: Any = float(self.alpha)
        else:
            alpha = np.asarray(self.alpha, dtype=np.float64)  # narrow integers would overflow in 2α
            if alpha.shape != (self.n_features_in_,):
                raise ValueError(
                    "When alpha is an array, it should contains `n_features`. "
                    f"Got {shown(alpha.tolist())} for {self.n_features_in_} features."
                )
            if not alpha.min() >= 0:  # nor is NaN
                raise ValueError("All values in alpha must be greater than 0.")
        if np.min(alpha) < SMALLEST_ALPHA and not self.force_alpha:
            warnings.warn(
                f"alpha too small will result in numeric errors, setting alpha = {SMALLEST_ALPHA:.1e}. "
                "Use `force_alpha=True` to keep alpha unchanged.",
                stacklevel=2,
            )
            return np.maximum(alpha, SMALLEST_ALPHA)
        return alpha


def log(x: FloatArray) -> FloatArray:
    """Return the logarithm, with log 0 = −∞ and no warning.

    >>> log(np.array([0.0, 1.0])).tolist()
    [-inf, 0.0]
    """
    with np.errstate(divide="ignore"):
        result: FloatArray = np.log(x)
    return result


def checked_weight(sample_weight: ArrayLike | None, X: Table) -> FloatArray | None:
    """Return the weights of the examples, or None where each counts once."""
    return None if sample_weight is None else read_weights(sample_weight, X.shape[0])
