"""Why Stone's theorem holds, argued on the line, and which rate nobody can beat.

Let η̂(x) be the share of label 1 among the k nearest of x, and η̄(x) the mean of η at their places. Then

    error − E*  ≤  2 E|η̂ − η|  ≤  2 E|η̂ − η̄|  +  2 E|η̄ − η|
                                  luck             distance

Luck: given the places, the k labels are independent, so E|η̂ − η̄| ≤ 1/(2√k). Distance: neighbours come from
a window that holds k of n examples, and k/n → 0. Where η jumps, a continuous g close to it takes its place;
that costs little, since on the line nobody has more than 2k listeners, examples that count them among their
k nearest: k on each side (`listeners`).

If η changes by at most L per unit in d dimensions, luck² + distance² is at most 1/(4k) + c (k/n)^(2/d). That
is least for k of the order n^(2/(d+2)), and of the order n^(−2/(d+2)). No method does better for all such η:
an opponent who knows n draws teeth as wide as the best window (`sawtooth`).
"""

from itertools import pairwise

import numpy as np

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import claim

SIZES = (1_000, 8_000, 64_000)  # so that n^(1/3) is whole
SLOPE = 8.0


def listeners(places: FloatArray, k: int) -> IntArray:
    """Return for each place how many of the others count it among their k nearest others.

    >>> listeners(np.array([0.0, 1.0, 2.5, 2.6]), 1).tolist()
    [1, 1, 1, 1]
    >>> listeners(np.array([0.0, 1.0, 1.9]), 1).tolist()  # the middle one is nearest to both
    [0, 2, 1]
    """
    distance = np.abs(places[:, None] - places)  # (n, n)
    np.fill_diagonal(distance, np.inf)
    nearest = np.argsort(distance, axis=1, kind="stable")[:, :k]  # (n, k)
    return np.bincount(nearest.ravel(), minlength=len(places))


def sawtooth(n: int) -> FloatArray:
    """Return η at n even places of a circle of length 1: about n^(1/3) teeth with the slopes 8 and −8.

    >>> sawtooth(64).tolist()[:17:4]  # the first of four teeth
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """
    teeth = round(n ** (1 / 3))
    phase = (np.arange(n) * teeth / n) % 1  # within a tooth
    eta: FloatArray = 0.5 + SLOPE / teeth * (0.25 - np.abs(phase - 0.5))
    return eta


def squared_error(eta: FloatArray, k: int) -> tuple[float, float]:
    """Return E(η̂ − η̄)² and E(η̄ − η)² for odd k, with even places on a circle: luck and distance.

    >>> squared_error(np.array([0.5, 0.5, 0.5, 0.5, 0.5]), 5)
    (0.05, 0.0)
    """
    if k % 2 == 0:
        raise ValueError(f"k must be odd; got {k}.")
    half = k // 2

    def over_windows(values: FloatArray) -> FloatArray:
        sums = np.cumsum(np.concatenate([[0.0], values[len(values) - half :], values, values[:half]]))
        windows: FloatArray = sums[k:] - sums[:-k]
        return windows

    luck = over_windows(eta * (1 - eta)) / k**2
    away = over_windows(eta) / k - eta
    return float(luck.mean()), float((away**2).mean())


def best_k(n: int) -> tuple[int, float]:
    """Return the k that is best against the opponent who knows n, and its squared error."""
    eta = sawtooth(n)
    ks = np.unique((np.geomspace(1, n / 2, 120) // 2).astype(int)) * 2 + 1
    errors = [sum(squared_error(eta, int(k))) for k in ks]
    return int(ks[np.argmin(errors)]), min(errors)


def confirm() -> None:
    """Count listeners; hold the best error and the best k against their powers of n."""
    rng = np.random.default_rng(1977)  # the year of Stone's article
    for k in (1, 2, 5):
        most = max(int(listeners(rng.normal(size=60), k).max()) for _ in range(20))
        claim(most <= 2 * k, f"On the line nobody has more than 2k listeners; found {most} for k = {k}.")
    best = [best_k(n) for n in SIZES]
    for what, scaled in (
        ("k must grow like n^(2/3)", [k / n ** (2 / 3) for n, (k, _) in zip(SIZES, best, strict=True)]),
        ("error must fall like n^(−2/3)", [e * n ** (2 / 3) for n, (_, e) in zip(SIZES, best, strict=True)]),
    ):
        near = all(abs(b / a - 1) < 0.05 for a, b in pairwise(scaled))
        claim(near, f"Against an opponent who knows n, the best {what}; found {scaled}.")
