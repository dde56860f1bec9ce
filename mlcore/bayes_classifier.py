"""What every probabilistic classifier of the course shares: one quantity given, the rest derived.

A subclass gives the joint log probability log p(x, c) = log π_c + log p(x|c); Bayes' rule does the rest:

    predict                  argmax_c p(x, c)
    log_evidence             log p(x)   = log Σ_c p(x, c)
    predict_log_proba        log p(c|x) = log p(x, c) − log p(x)
    predict_proba            p(c|x)

Left out on purpose: how a model learns. That is the subclass's own story.
"""

from abc import ABCMeta, abstractmethod

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from mlcore._checks import Array, FloatArray, Table, shown


class BayesClassifier(ClassifierMixin, BaseEstimator, metaclass=ABCMeta):
    """A classifier that decides by Bayes' rule.

    Ties between classes go to the first in the sorted order of ``classes_``.
    """

    classes_: Array

    @abstractmethod
    def _check_X(self, X: Table) -> Table:
        """Return the observations as the model reads them, or raise."""

    @abstractmethod
    def _joint_log_proba(self, X: Table) -> FloatArray:
        """Return log p(x, c) for checked observations, shape (m, K)."""

    def predict_joint_log_proba(self, X: Table) -> FloatArray:
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

    def predict(self, X: Table) -> Array:
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
        labels: Array = self.classes_[best]
        return labels

    def log_evidence(self, X: Table) -> FloatArray:
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

    def predict_log_proba(self, X: Table) -> FloatArray:
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
        relative = _relative_to_best(self.predict_joint_log_proba(X))  # (K, m)
        return np.ascontiguousarray((relative - np.log(np.exp(relative).sum(axis=0))).T)

    def predict_proba(self, X: Table) -> FloatArray:
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
        shares = np.exp(_relative_to_best(self.predict_joint_log_proba(X)))  # (K, m)
        return np.ascontiguousarray((shares / shares.sum(axis=0)).T)

    def _position(self, label: object) -> int:
        """Return where a label stands in ``classes_``."""
        check_is_fitted(self)
        positions = np.flatnonzero(self.classes_ == label)
        if len(positions) == 0:
            raise ValueError(f"label must be one of {shown(self.classes_.tolist())}; got {shown(label)}.")
        return int(positions[0])


def _relative_to_best(log_joint: FloatArray) -> FloatArray:
    """Return log p(x, c) − max_c log p(x, c), shape (K, m), or raise where no class is possible.

    subtle: log p(x, c) may be −10¹⁵, where doubles are 1/8 apart. A posterior needs only the differences
    between the classes; log p(x), rounded to that grid, would give shares that do not sum to 1.
    """
    terms = _by_class(log_joint)
    best = terms.max(axis=0)  # (m,)
    if np.isneginf(best).any():
        row = int(np.flatnonzero(np.isneginf(best))[0])
        raise ValueError(
            f"Row {row} of X has probability 0 under every class, so its posterior is 0 / 0. "
            "Where that comes from counts of 0, smooth them (alpha > 0)."
        )
    return np.asarray(terms - best)


def _log_evidence(log_joint: FloatArray) -> FloatArray:
    """Return log Σ_c exp(log_joint), row by row, shape (m,).

    The greatest term is taken out first, so that no exponential overflows and the largest does not vanish.
    """
    terms = _by_class(log_joint)
    greatest = terms.max(axis=0)  # (m,)
    greatest[np.isneginf(greatest)] = 0
    with np.errstate(divide="ignore"):
        evidence: FloatArray = np.log(np.exp(terms - greatest).sum(axis=0)) + greatest
    return evidence


def _by_class(log_joint: FloatArray) -> FloatArray:
    """Return the table with a row for each class, (K, m): few long rows are summed faster than many short."""
    return np.ascontiguousarray(log_joint.T)
