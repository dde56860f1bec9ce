"""kNN on a line, its error computed exactly: the demonstrations of consistency need no test examples.

x is uniform on [0, 1] and η(x) = P(y = 1 | x) is known, so the best error is too: E* = ∫ min(η, 1 − η) dx.
Given a training set, kNN's answer is constant between two places, and there the error is an integral of η:

    E(training set) = Σ over pieces ∫ (1 − η if the answer is 1, else η) dx

The k nearest of a query are k neighbours in sorted order; they change at the midpoints of x_i and x_{i+k}.
A million examples take a tenth of a second. As in mlcore.neighbors, a tie of the vote goes to class 0.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr
from scipy.stats import binom

from mlcore._checks import FloatArray, IntArray

Function = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True)
class Problem:
    """A distribution of (x, y) on [0, 1] × {0, 1}: x is uniform."""

    name: str
    eta: Function  # P(y = 1 | x)
    area: Function  # ∫₀ˣ η
    best: float  # E*
    one_nn: float  # E[2 η (1 − η)]


def steps(name: str, edges: FloatArray, heights: FloatArray) -> Problem:
    """Return a problem whose η is constant between neighbouring edges, which go from 0 to 1.

    >>> problem = steps("two halves", np.array([0, 0.5, 1]), np.array([0.1, 0.9]))
    >>> round(problem.best, 12), round(problem.one_nn, 12)
    (0.1, 0.18)
    """
    length = np.diff(edges)
    areas = np.concatenate([[0.0], np.cumsum(length * heights)])
    return Problem(
        name,
        eta=lambda x: heights[np.clip(np.searchsorted(edges, x, side="right") - 1, 0, len(heights) - 1)],
        area=lambda x: np.interp(x, edges, areas),
        best=float(length @ np.minimum(heights, 1 - heights)),
        one_nn=float(length @ (2 * heights * (1 - heights))),
    )


def ramp() -> Problem:
    """η(x) = x: E* = 2 ∫₀^½ x dx = 1/4, and 1-NN tends to 2 ∫ x (1 − x) dx = 1/3."""
    return Problem("ramp", lambda x: x, lambda x: x**2 / 2, 1 / 4, 1 / 3)


def waves(number: int = 5, height: float = 0.4) -> Problem:
    """η(x) = ½ + h sin(2π m x): E* = ½ − 2h/π, as the mean of |sin| is 2/π; 1-NN tends to ½ − h²."""
    turn = 2 * np.pi * number
    return Problem(
        "waves",
        lambda x: 0.5 + height * np.sin(turn * x),
        lambda x: x / 2 + height * (1 - np.cos(turn * x)) / turn,
        0.5 - 2 * height / np.pi,
        0.5 - height**2,
    )


def fat_cantor(generations: int) -> FloatArray:
    """Return what is left of [0, 1] when the middle 4⁻ᵐ of each interval is removed, m = 1 … g, (2^g, 2).

    In the limit a set of length ½ is left that contains no interval: every point of it is a point at which
    membership jumps.

    >>> fat_cantor(1).tolist()
    [[0.0, 0.375], [0.625, 1.0]]
    """
    intervals = np.array([[0.0, 1.0]])
    for m in range(1, generations + 1):
        low, high = intervals.T
        middle, half = (low + high) / 2, 0.5 / 4**m
        intervals = np.stack([low, middle - half, middle + half, high], axis=1).reshape(-1, 2)
    return intervals


def dust(noise: float = 0.2, generations: int = 18) -> Problem:
    """Return labels that are 1 on a fat Cantor set and 0 beside it, each turned with probability ``noise``.

    Eighteen generations: what the later ones remove has length 2⁻¹⁹, less than two examples in a million.
    """
    edges = fat_cantor(generations).ravel()  # kept and removed pieces alternate
    heights = np.where(np.arange(len(edges) - 1) % 2 == 0, 1 - noise, noise)
    return steps("dust", edges, heights)


def sample(problem: Problem, n: int, rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Return n examples sorted by x, and their labels."""
    x = np.sort(rng.random(n))
    return x, (rng.random(n) < problem.eta(x)).astype(np.intp)


def exact_error(x: FloatArray, y: IntArray, k: int, area: Function) -> float:
    """Return kNN's probability of a wrong answer to a new x in [0, 1], given sorted x and labels y in {0, 1}.

    >>> round(exact_error(np.array([0.2, 0.6]), np.array([0, 1]), 1, ramp().area), 12)  # cut at 0.4
    0.26
    """
    n = len(x)
    cuts = np.clip((x[: n - k] + x[k:]) / 2, 0, 1)
    ends = np.concatenate([[0.0], cuts, [1.0]])  # (n − k + 2,)
    ones = np.concatenate([[0], np.cumsum(y)])
    says_one = 2 * (ones[k:] - ones[: n - k + 1]) > k  # (n − k + 1,)
    length, ones_there = np.diff(ends), np.diff(area(ends))
    return float(np.where(says_one, length - ones_there, ones_there).sum())


def expected_excess(problem: Problem, n: int, k: int, places: int = 10_000) -> float:
    """Return E − E* of k neighbours among n, as theory has it to first order: no data, no randomness.

    The neighbours fill a window of width k/n around x (shifted inwards at the ends). With η̄(x) the mean of η
    there, the votes for 1 are binomial(k, η̄), and E − E* is the mean of |2η − 1| P(the vote goes wrong).

    >>> round(expected_excess(ramp(), 10**6, 1), 4)  # 1/3 − 1/4
    0.0833
    """
    x = (np.arange(places) + 0.5) / places
    width = k / n
    low = np.clip(x - width / 2, 0, 1 - width)
    mean = np.clip((problem.area(low + width) - problem.area(low)) / width, 1e-12, 1 - 1e-12)
    if k > 1_000:  # the normal distribution serves, and takes no time
        says_one = ndtr((mean - 0.5) * np.sqrt(k / (mean * (1 - mean))))
    else:
        says_one = binom.sf(k // 2, k, mean)
    eta = problem.eta(x)
    return float(np.mean(np.abs(2 * eta - 1) * np.where(eta > 0.5, 1 - says_one, says_one)))
