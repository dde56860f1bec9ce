"""Noisy examples whose best possible error is known, and the votes of their k nearest neighbours."""

from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, IntArray
from mlcore.neighbors import KNeighborsClassifier, NearestNeighbors

N, M, NOISE, TRAINING_SETS = 200, 500, 0.2, 40
KS = (1, 3, 5, 7, 11, 15, 21, 31, 45, 65, 91, 131, N)
FOLDS = 10  # so at most 180 examples vote, and k = n cannot be cross-validated
CIRCLE = np.array(
    [
        *[(0.5, -0.75), (-0.75, -0.75), (2, -0.5), (1.75, -1.5), (-2, 0.25), (-1.5, -1.75)],
        *[(-0.5, 1), (1.25, 0.5), (1, 1), (-1.75, 1.5), (0.25, 2.25)],
    ]
)
CIRCLE_LABELS = np.array(["triangle"] * 6 + ["dot"] * 5)


def truth(X: ArrayLike) -> IntArray:
    """Return the clean label: 1 above the wave x₂ = ½ + ¼ sin(2π x₁).

    >>> truth([[0.25, 0.8], [0.25, 0.7]]).tolist()
    [1, 0]
    """
    x1, x2 = np.asarray(X, dtype=float).T
    above: IntArray = (x2 > 0.5 + 0.25 * np.sin(2 * np.pi * x1)).astype(np.intp)
    return above


def noisy_sample(n: int, rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Return n points of the unit square, (n, 2), and their labels, of which a share ρ is flipped."""
    X = rng.uniform(size=(n, 2))
    return X, truth(X) ^ (rng.uniform(size=n) < NOISE)


def one_draw(r: int) -> tuple[FloatArray, IntArray, FloatArray, IntArray]:
    """Return training examples and test examples number r."""
    rng = np.random.default_rng((7, r))
    return *noisy_sample(N, rng), *noisy_sample(M, rng)


def votes_by_k(X: FloatArray, y: IntArray, Q: FloatArray, ks: tuple[int, ...] = KS) -> IntArray:
    """Return how many of the k nearest say 1, for each query and k, shape (m, p): one search for all k."""
    _, ids = NearestNeighbors(n_neighbors=max(ks)).fit(X).kneighbors(Q)  # (m, max k)
    return np.asarray(y[ids].cumsum(axis=1)[:, np.array(ks) - 1])


def errors_by_k(X: FloatArray, y: IntArray, Q: FloatArray, y_Q: IntArray) -> FloatArray:
    """Return the error rate of each k on the examples Q, shape (p,); a tie says 0."""
    says_one = 2 * votes_by_k(X, y, Q) > np.array(KS)  # (m, p)
    return np.asarray((says_one != y_Q[:, None]).mean(axis=0))


def count_distances(k: int, n: int = 1000) -> int:
    """Return how many distances a brute-force prediction for one query computes."""
    calls = 0

    def counted(a: FloatArray, b: FloatArray) -> float:
        nonlocal calls
        calls += 1
        return float(abs(a - b).sum())

    X = np.arange(n, dtype=float)[:, None]
    KNeighborsClassifier(k, metric=counted, algorithm="brute").fit(X, np.arange(n) % 2).predict([[3.0]])
    return calls


@cache
def clean_votes() -> tuple[IntArray, IntArray]:
    """Return clean votes (r m, p) and clean labels (r m,) of the queries of all training sets."""
    votes, labels = [], []
    for r in range(TRAINING_SETS):
        X, _, Q, _ = one_draw(r)
        votes.append(votes_by_k(X, truth(X), Q))
        labels.append(truth(Q))
    return np.concatenate(votes), np.concatenate(labels)
