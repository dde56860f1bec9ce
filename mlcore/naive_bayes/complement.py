"""Complement naive Bayes: how badly do the words fit all the *other* classes?

A class with few documents has poor estimates; all other classes together have many. So count the words
outside the class, and let a document belong where it fits the outside worst (Rennie, Shih, Teevan and
Karger, 2003):

    score(x, c) = −Σ_j x_j log θ̄_{c,j}        θ̄_{c,j} = (Σ_{c'≠c} N_{c',j} + α) / (Σ_{c'≠c} N_{c'} + α d)

The scores are no probabilities p(x, c), and there is nothing to sample from; normalised over the classes
they rank them, as in scikit-learn. The class prior is used only if there is a single class.
"""

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, IntArray, Table
from mlcore._sklearn import Constraints
from mlcore.naive_bayes.discrete import DiscreteNB
from mlcore.naive_bayes.linear import finite
from mlcore.naive_bayes.multinomial import MultinomialNB, log_shares


class ComplementNB(MultinomialNB):
    """Complement naive Bayes: a document belongs where it fits all the other classes worst.

    Zero rule: with α = 0 a word that occurs in one class only makes a document certain to belong there;
    classes with such claims share it equally. Missing values (NaN) are left out, as in ``MultinomialNB``.

    Parameters
    ----------
    alpha : float or array-like of shape (d,), default=1.0
        The pseudo-count α of each word, at least 0.
    force_alpha : bool, default=True
        False lifts an alpha below 1e-10 to 1e-10.
    fit_prior : bool, default=True
        Learn π_c = n_c / n; False gives all classes the same prior. It is used if there is a single class.
    class_prior : array-like of shape (K,), default=None
        The prior, given in place of learnt.
    norm : bool, default=False
        Whether to divide the weights of each class by their sum.
    m : float, default=None
        The m-estimate in place of α, as in ``MultinomialNB``.
    p : array-like of shape (d,), default=None
        The guesses p_j of the m-estimate; None for 1/d.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
        The classes, sorted.
    class_count_ : ndarray of shape (K,)
        n_c, the number of documents.
    class_log_prior_ : ndarray of shape (K,)
        log π_c.
    feature_count_ : ndarray of shape (K, d)
        N_{c,j}, the occurrences of each word.
    feature_all_ : ndarray of shape (d,)
        Σ_c N_{c,j}.
    feature_log_prob_ : ndarray of shape (K, d)
        The weights −log θ̄_{c,j}, normalised if ``norm``.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if X was a data frame.

    Examples
    --------
    >>> X = np.array([[2, 1, 0], [1, 0, 1], [0, 1, 2]])
    >>> model = ComplementNB().fit(X, ["sport", "sport", "art"])
    >>> np.exp(-model.feature_log_prob_).round(3).tolist()  # (4, 2, 2) / 8 and (1, 2, 3) / 6
    [[0.5, 0.25, 0.25], [0.167, 0.333, 0.5]]
    >>> model.predict([[1, 0, 0], [0, 0, 3]]).tolist()
    ['sport', 'art']
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **DiscreteNB._parameter_constraints,
        "norm": ["boolean"],
    }

    feature_all_: FloatArray

    def __init__(
        self,
        *,
        alpha: ArrayLike = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: ArrayLike | None = None,
        norm: bool = False,
        m: float | None = None,
        p: ArrayLike | None = None,
    ) -> None:
        """Keep the settings; learning checks them."""
        super().__init__(
            alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior, m=m, p=p
        )
        self.norm = norm

    def _estimate_conditionals(self) -> None:
        self.feature_all_ = self.feature_count_.sum(axis=0)  # (d,)
        log_theta = log_shares(self.feature_count_, self._word_pseudo_counts(), whole=self.feature_all_)
        self.feature_log_prob_ = normalised(log_theta) if self.norm else np.negative(log_theta, out=log_theta)

    def _linear_form(self) -> tuple[FloatArray, FloatArray]:
        K = len(self.classes_)
        return self.feature_log_prob_, self.class_log_prior_ if K == 1 else np.zeros(K)

    def _score_with_zeros(self, x: Table, missing: Table) -> FloatArray:
        weights, intercept = self._linear_form()
        minus_weights, sole = finite(-weights)
        scores: FloatArray = intercept - x @ minus_weights.T  # (m, K)
        claimed = x @ sole.T > 0  # (m, K)
        certain = claimed.any(axis=1)
        scores[certain] = np.where(claimed[certain], 0, -np.inf)
        return scores

    def sample(self, n: int, label: object, rng: np.random.Generator, n_words: int | None = None) -> IntArray:
        """Raise: a score of the other classes' words is no distribution to draw from.

        Parameters
        ----------
        n, label, rng, n_words : as in MultinomialNB
            Not used.
        """
        raise NotImplementedError("ComplementNB has no p(x|c) to draw examples from; MultinomialNB has.")


def normalised(log_theta: FloatArray) -> FloatArray:
    """Return each row divided by its sum, in the limit where logarithms are infinite or all 0.

    >>> normalised(np.array([[-1.0, -3.0], [-np.inf, -2.0]])).tolist()
    [[0.25, 0.75], [1.0, 0.0]]
    """
    weights = log_theta.copy()
    infinite = np.isneginf(weights)
    weights[infinite.any(axis=1)] = infinite[infinite.any(axis=1)]
    total = weights.sum(axis=1, keepdims=True)  # (K, 1)
    equal = np.full_like(weights, 1 / weights.shape[1])
    result: FloatArray = np.divide(weights, total, out=equal, where=total != 0)
    return result
