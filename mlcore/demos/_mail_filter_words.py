"""What the mail filter's demonstration does with mails: smaller vocabularies, padding, exact counts."""

from collections import Counter
from fractions import Fraction
from math import log
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from mlcore._checks import FloatArray
from mlcore.datasets import Dataset, load_spam_table
from mlcore.naive_bayes import BernoulliNB, MultinomialNB
from mlcore.text import ENGLISH_STOP_WORDS, stem


def table_factors() -> FloatArray:
    """Return θ_spam / θ_ham of each word of the lecture's table, smoothed with α = 1.

    >>> table_factors().round(3).tolist()
    [1.5, 0.75, 0.375, 0.375, 2.25, 1.5]
    """
    ham, spam = BernoulliNB(alpha=1.0).fit(*load_spam_table()).feature_log_prob_
    return np.asarray(np.exp(spam - ham))


def vocabularies(words: tuple[str, ...]) -> dict[str, Any]:
    """Return matrices (2000, D) that turn counts of all words into counts of a smaller vocabulary."""
    everything = sparse.identity(len(words), format="csr", dtype=np.int64)
    kept = np.array([word not in ENGLISH_STOP_WORDS for word in words])
    stems = sorted({stem(word) for word in words})
    place = {word: j for j, word in enumerate(stems)}
    columns = [place[stem(word)] for word in words]
    ones = np.ones(len(words), dtype=np.int64), (np.arange(len(words)), columns)
    merged = sparse.csr_matrix(ones, shape=(len(words), len(stems)))
    return {"all words": everything, "no stop words": everything[:, kept], "stems": merged}


def padded(X: Any, column: int, times: ArrayLike) -> Any:
    """Return the mails with one word added, as often as ``times`` says, to each of them."""
    extra = np.broadcast_to(np.asarray(times), (X.shape[0],))
    rows = np.arange(X.shape[0])
    return X + sparse.csr_matrix((extra, (rows, np.full_like(rows, column))), shape=X.shape)


def word_counts(X: Any) -> Counter[int]:
    """Return how often each word occurs in all these mails, cell by cell."""
    total: Counter[int] = Counter()
    for j, times in zip(X.indices.tolist(), X.data.tolist(), strict=True):
        total[j] += times
    return total


def smoothed(counts: Counter[int], d: int) -> list[Fraction]:
    """Return (N_j + 1) / (N + d) for each of d words, as fractions."""
    return [Fraction(counts[j] + 1, counts.total() + d) for j in range(d)]


def log_of(ratio: Fraction) -> float:
    """Return the logarithm of a fraction, however long its numbers are.

    >>> log_of(Fraction(10**400, 10**400))
    0.0
    """
    return log(ratio.numerator) - log(ratio.denominator)


def counted_rule(count: dict[str, Counter[int]], prior: Fraction, alpha: float, X: Any) -> Any:
    """Say which mails are spam by counts alone, (m,); a mail that both classes rule out is ham.

    >>> counts = {"ham": Counter({0: 1}), "spam": Counter({1: 1})}
    >>> counted_rule(counts, Fraction(1), 0.0, sparse.csr_matrix([[2, 0], [0, 2], [1, 1]])).tolist()
    [False, True, False]
    """
    score = {}
    for label, counts in count.items():
        N = np.array([counts[j] for j in range(X.shape[1])])  # (d,)
        with np.errstate(divide="ignore"):  # log 0 = −∞, the veto
            score[label] = X @ np.log((N + alpha) / (N.sum() + alpha * len(N)))  # (m,)
    return score["spam"] + log_of(prior) > score["ham"]


def recall_of_spam(model: MultinomialNB, X: Any) -> float:
    """Return the share of the mails, all of them spam, that the model calls spam."""
    return float((model.predict(X) == "spam").mean())


def flagged(mails: Dataset, says_spam: Any) -> dict[str, tuple[int, int]]:
    """Return for each part of the ham how many of its test mails are called spam, of how many."""
    groups = np.asarray(mails.groups)[mails.test_rows]
    parts = [part for part in np.unique(groups) if "ham" in part]
    return {str(p): (int(says_spam[groups == p].sum()), int((groups == p).sum())) for p in parts}
