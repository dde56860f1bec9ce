"""What every probabilistic classifier of the course shares: one quantity given, the rest derived.

A subclass gives the joint log probability log p(x, c) = log π_c + log p(x|c); Bayes' rule does the rest:

    predict                  argmax_c p(x, c)
    log_evidence             log p(x)   = log Σ_c p(x, c)
    predict_log_proba        log p(c|x) = log p(x, c) − log p(x)
    predict_proba            p(c|x)

Left out on purpose: how a model learns. That is the subclass's own story.
"""

from abc import ABCMeta, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from mlcore._checks import FloatArray


class BayesClassifier(ClassifierMixin, BaseEstimator, metaclass=ABCMeta):
    """A classifier that decides by Bayes' rule.

    Ties between classes go to the first in the sorted order of ``classes_``.
    """

    classes_: NDArray[Any]

    @abstractmethod
    def _check_X(self, X: Any) -> Any:
        """Return the observations as the model reads them, or raise."""

    @abstractmethod
    def _joint_log_proba(self, X: Any) -> FloatArray:
        """Return log p(x, c) for checked observations, shape (m, K)."""

    def predict_joint_log_proba(self, X: Any) -> FloatArray:
        """Return log p(x, c) = log π_c + log p(x|c) for each row and class.

        Parameters
        ----------
        X : array-like of shape (m, d)
            The observations.

        Returns
        -------
        ndarray of shape (m, K)
            The logarithms, classes in the order of ``classes_``.
        """
        check_is_fitted(self)
        return self._joint_log_proba(self._check_X(X))

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of greatest joint probability for each row; ties go to the first class.

        Parameters
        ----------
        X : array-like of shape (m, d)
            The observations.

        Returns
        -------
        ndarray of shape (m,)
            The classes.
        """
        best = self.predict_joint_log_proba(X).argmax(axis=1)  # (m,)
        labels: NDArray[Any] = self.classes_[best]
        return labels

    def log_evidence(self, X: Any) -> FloatArray:
        """Return log p(x) = log Σ_c p(x, c) for each row: how probable the observation is at all.

        Parameters
        ----------
        X : array-like of shape (m, d)
            The observations.

        Returns
        -------
        ndarray of shape (m,)
            The logarithms.
        """
        return _log_evidence(self.predict_joint_log_proba(X))

    def predict_log_proba(self, X: Any) -> FloatArray:
        """Return log p(c|x) for each row and class.

        An observation that every class rules out has no posterior (0 / 0): a ValueError names its row.

        Parameters
        ----------
        X : array-like of shape (m, d)
            The observations.

        Returns
        -------
        ndarray of shape (m, K)
            The logarithms, classes in the order of ``classes_``.
        """
        log_joint = self.predict_joint_log_proba(X)
        log_evidence = _log_evidence(log_joint)
        if np.isneginf(log_evidence).any():
            row = int(np.flatnonzero(np.isneginf(log_evidence))[0])
            raise ValueError(
                f"Row {row} of X has probability 0 under every class, so its posterior is 0 / 0. "
                "Where that comes from counts of 0, smooth them (alpha > 0)."
            )
        return log_joint - log_evidence[:, None]

    def predict_proba(self, X: Any) -> FloatArray:
        """Return p(c|x) for each row and class.

        An observation that every class rules out has no posterior (0 / 0): a ValueError names its row.

        Parameters
        ----------
        X : array-like of shape (m, d)
            The observations.

        Returns
        -------
        ndarray of shape (m, K)
            The probabilities, classes in the order of ``classes_``; each row sums to 1.
        """
        return np.exp(self.predict_log_proba(X))


def _log_evidence(log_joint: FloatArray) -> FloatArray:
    """Return log Σ_c exp(log_joint), row by row, shape (m,).

    The greatest term is taken out first, so that no exponential overflows and the largest does not vanish.
    """
    terms = np.ascontiguousarray(
        log_joint.T
    )  # (K, m): many rows at a time are summed faster than few columns
    greatest = terms.max(axis=0)  # (m,)
    greatest[np.isneginf(greatest)] = 0
    with np.errstate(divide="ignore"):
        evidence: FloatArray = np.log(np.exp(terms - greatest).sum(axis=0)) + greatest
    return evidence
