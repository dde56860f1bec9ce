"""What the role of k needs in closed form: the vote of k noisy labels, and how often a vote ties."""

from collections import Counter
from itertools import product
from math import factorial, prod

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binom

from mlcore._checks import FloatArray


def votes_for_one(k: int, noise: float) -> FloatArray:
    """Return P(k noisy labels say 1) when a of the clean ones do, for a = 0, ..., k; a tie says 0.

    Each is flipped with probability ``noise``, so the votes for 1 are Bin(a, 1 − noise) + Bin(k − a, noise).

    >>> votes_for_one(1, 0.2).tolist()
    [0.2, 0.8]
    """
    says_one = np.empty(k + 1)
    for a in range(k + 1):
        true_ones = binom.pmf(np.arange(a + 1), a, 1 - noise)
        false_ones = binom.pmf(np.arange(k - a + 1), k - a, noise)
        votes = np.convolve(true_ones, false_ones)  # (k + 1,)
        says_one[a] = votes[k // 2 + 1 :].sum()
    return says_one.round(15)


def expected_error(clean_votes: ArrayLike, clean: ArrayLike, k: int, noise: float) -> float:
    """Return the mean probability that the vote misses a noisy test label.

        P(wrong) = ρ + (1 − 2ρ) P(vote ≠ clean label)

    clean_votes   of each query: how many of its k nearest have the clean label 1, shape (m,)
    clean         the query's own clean label, shape (m,)
    """
    says_one = votes_for_one(k, noise)[np.asarray(clean_votes, dtype=np.intp)]  # (m,)
    misses = np.where(np.asarray(clean) == 1, 1 - says_one, says_one)
    return float(noise + (1 - 2 * noise) * misses.mean())


def noise_only(k: int, noise: float) -> float:
    """Return the error if all k neighbours lie on the query's side: ρ + (1 − 2ρ) P(Bin(k, ρ) > k/2), k odd.

    >>> round(noise_only(1, 0.2), 10)  # 2 ρ (1 − ρ)
    0.32
    """
    return float(noise + (1 - 2 * noise) * binom.sf(k // 2, k, noise))


def tied_votes(k: int, K: int) -> int:
    """Return how many of the K^k ways to label k neighbours end in a tie for the first place.

    >>> tied_votes(3, 2), tied_votes(3, 3), tied_votes(5, 3)
    (0, 6, 90)
    """
    tops = (sorted(Counter(votes).values()) for votes in product(range(K), repeat=k))
    return sum(len(counts) > 1 and counts[-1] == counts[-2] for counts in tops)


def tied_votes_by_formula(k: int, K: int) -> int:
    """Return the same from multinomial coefficients: k! / Π_c n_c! ways for each tied split n of k."""
    splits = [n for n in product(range(k + 1), repeat=K) if sum(n) == k and sorted(n)[-1] == sorted(n)[-2]]
    return sum(factorial(k) // prod(map(factorial, n)) for n in splits)
