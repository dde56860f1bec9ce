"""Multinomial naive Bayes: how often does each word occur?

A document is a bag of words, x_j the number of times that word j occurs. Every word of the document is
drawn from the class's own vocabulary shares θ_{c,j}, Σ_j θ_{c,j} = 1, whatever its position:

    log p(x, c) = log π_c + Σ_j x_j log θ_{c,j}        θ_{c,j} = (N_{c,j} + α) / (N_c + α d)

with N_{c,j} the occurrences of word j in the documents of class c and N_c = Σ_j N_{c,j}. The sum runs over
the vocabulary. A word that does not occur says nothing (θ⁰ = 1): absence is evidence for Bernoulli naive
Bayes only.

Left out on purpose: the multinomial coefficient, which is the same for all classes. So ``log_evidence`` is
that of one particular order of the words.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import Tags
from sklearn.utils.validation import check_non_negative

from mlcore._checks import FloatArray, IntArray, Table, distribution, generator, shown, whole
from mlcore.naive_bayes.linear import LinearNB, feature_blocks, finite, rest


class MultinomialNB(LinearNB):
    """Multinomial naive Bayes for counts of words.

    Zero rule: with α = 0 a word that a class never used rules the class out where it occurs, and only there
    (0 · log 0 = 0); a class without any words gives all words the same share. Ties go to the first class.

    Missing values: a count that is NaN is left out of the likelihood, in learning and in prediction: its
    factor θ^x does not appear. What maximises the likelihood is then the share of the *known*
    occurrences, so a missing count does what a count of 0 does. (If one word has many gaps, its share
    comes out too small.)

    Parameters
    ----------
    alpha : float or array-like of shape (d,), default=1.0
        The pseudo-count α of each word, at least 0.
    force_alpha : bool, default=True
        False lifts an alpha below 1e-10 to 1e-10.
    fit_prior : bool, default=True
        Learn π_c = n_c / n; False gives all classes the same prior.
    class_prior : array-like of shape (K,), default=None
        The prior, given in place of learnt.
    m : float, default=None
        The m-estimate (N_{c,j} + m·p_j) / (N_c + m) in place of α.
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
    feature_log_prob_ : ndarray of shape (K, d)
        log θ_{c,j}.
    coef_ : ndarray of shape (K, d)
        The weights of the linear form, which are log θ_{c,j}.
    intercept_ : ndarray of shape (K,)
        Its intercepts, which are log π_c.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if X was a data frame.

    Examples
    --------
    >>> X = np.array([[2, 1, 0], [1, 0, 1], [0, 1, 2]])
    >>> model = MultinomialNB().fit(X, ["sport", "sport", "art"])
    >>> np.exp(model.feature_log_prob_).round(3).tolist()  # (1, 2, 3) / 6 and (4, 2, 2) / 8
    [[0.167, 0.333, 0.5], [0.5, 0.25, 0.25]]
    >>> model.predict([[1, 0, 0], [0, 0, 3]]).tolist()
    ['sport', 'art']
    """

    def __init__(
        self,
        *,
        alpha: ArrayLike = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: ArrayLike | None = None,
        m: float | None = None,
        p: ArrayLike | None = None,
    ) -> None:
        """Keep the settings; learning checks them."""
        super().__init__(
            alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior, m=m, p=p
        )

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn that counts are not negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags

    def _numbers(self, X: Table) -> Table:
        check_non_negative(X, f"{type(self).__name__} (input X)")
        return X

    def _word_pseudo_counts(self) -> Any:
        """Return what is added to the count of each word: a number, or shape (d,)."""
        d = self.n_features_in_
        guess: Any = 1 / d if self.p is None else distribution(self.p, "p")
        if self.p is not None and len(guess) != d:
            raise ValueError(f"p must have one share for each of the {d} features; got {shown(self.p)}.")
        return self._pseudo_counts(guess)

    def _estimate_conditionals(self) -> None:
        self.feature_log_prob_ = log_shares(self.feature_count_, self._word_pseudo_counts())

    def _linear_form(self) -> tuple[FloatArray, FloatArray]:
        return self.feature_log_prob_, self.class_log_prior_

    def _score_with_zeros(self, x: Table, missing: Table) -> FloatArray:
        log_theta, ruled_out = finite(self.feature_log_prob_)
        scores: FloatArray = x @ log_theta.T + self.class_log_prior_  # (m, K)
        scores[x @ ruled_out.T > 0] = -np.inf
        return scores

    def sample(self, n: int, label: object, rng: np.random.Generator, n_words: int | None = None) -> IntArray:
        """Draw documents of one class.

        The model does not say how long documents are. Unless n_words does, they have the mean length of the
        class's training documents, rounded.

        Parameters
        ----------
        n : int
            How many.
        label : label
            The class.
        rng : numpy.random.Generator
            The source of randomness.
        n_words : int, default=None
            The number of words of each document.

        Returns
        -------
        ndarray of shape (n, d)
            The counts of the words.
        """
        n, c, rng = whole(n, "n", low=0), self._position(label), generator(rng)
        if n_words is None:
            return self._draw(n, c, rng)
        return self._draw_words(n, c, rng, whole(n_words, "n_words", low=0))

    def _draw(self, n: int, c: int, rng: np.random.Generator) -> IntArray:
        mean_length = self.feature_count_[c].sum() / max(self.class_count_[c], 1e-300)
        return self._draw_words(n, c, rng, round(float(mean_length)))

    def _draw_words(self, n: int, c: int, rng: np.random.Generator, n_words: int) -> IntArray:
        theta = np.exp(self.feature_log_prob_[c])  # (d,)
        words: IntArray = rng.multinomial(n_words, theta / theta.sum(), size=n)  # (n, d)
        return words


def log_shares(count: FloatArray, pseudo_count: ArrayLike, whole: FloatArray | None = None) -> FloatArray:
    """Return log of (N_{c,j} + a_j) / Σ_j (N_{c,j} + a_j), shape (K, d); a row of zeros has equal shares.

    With ``whole`` (d,) the N_{c,j} are what each count leaves of it.

    >>> np.exp(log_shares(np.array([[3.0, 0.0], [0.0, 0.0]]), 1)).round(2).tolist()
    [[0.8, 0.2], [0.5, 0.5]]
    """
    d = count.shape[1]
    a = np.broadcast_to(np.asarray(pseudo_count, dtype=np.float64), (d,))
    N_c = count.sum(axis=1)
    total = a.sum() + (N_c if whole is None else rest(whole.sum(), N_c))  # (K,)
    log_total = np.log(np.where(total == 0, 1, total))[:, None]  # (K, 1)
    result = np.empty_like(count)  # (K, d)
    for j in feature_blocks(count):
        N, block = count[:, j], result[:, j]
        np.add(N if whole is None else rest(whole[j], N), a[j], out=block)
        with np.errstate(divide="ignore"):
            np.log(block, out=block)
        block -= log_total
    result[total == 0] = -np.log(d)
    return result
