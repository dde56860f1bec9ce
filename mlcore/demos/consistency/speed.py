"""Speed: how many examples does a small error take? No answer holds for all problems.

x is uniform on [0, 1)^d with opposite sides joined (so that no point lies at an edge) and y = 1 where x₁ < ½.
One neighbour answers, the nearest by the largest difference over the features. With R its distance,

    P(R > r) = (1 − (2r)^d)^n,   E[R] = B(n + 1, 1/d) / (2d)          B: Beta function
    error = 2 E|x₁ − x₁'| = E[R] (d + 1)/d, which falls like n^(−1/d)

since a difference t in x₁ straddles one of the two borders with probability 2|t|, and x₁ has the largest
difference once in d times (|t| = R), else t is uniform within ±R. The number of examples needed grows like
c^d: the *need* is exponential in d. And y may change as often as it likes: with m stripes on a circle,

    error = Σ_{j<m} (−1)^j m/(n + 1) [(1 − j/m)^(n+1) − (1 − (j+1)/m)^(n+1)]

so for every n there is a problem on which kNN is still guessing: consistency promises no rate.
"""

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree
from scipy.special import beta, gamma

from mlcore._checks import FloatArray
from mlcore.demos.consistency.line import Problem, exact_error, sample, steps
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, slide

DIMENSIONS = (1, 2, 4, 8)
SIZES = (10, 100, 1_000, 10_000)
SETS, QUERIES = 40, 100
STRIPES = (1, 10, 100, 1_000)
GOAL = 0.05  # the error to reach
MOST = 10  # features


@dataclass(frozen=True)
class Speed:
    """Errors of 1-NN in several dimensions and on ever finer stripes; examples needed for an error of 5 %."""

    error: FloatArray  # (dimensions, sizes, training sets)
    stripes: FloatArray  # (stripes, sizes, training sets)
    needed: tuple[int, ...]  # examples for an expected error of 5 %, d = 1 … 10


def expected_error(d: int, n: FloatArray | int) -> FloatArray:
    """Return the expected error of 1-NN with d features: (d + 1)/(2d²) B(n + 1, 1/d).

    >>> [round(float(expected_error(d, 1)), 12) for d in (1, 2, 8)]  # one example: guessing
    [0.5, 0.5, 0.5]
    """
    return np.asarray((d + 1) / (2 * d**2) * beta(np.asarray(n) + 1.0, 1 / d))


def expected_on_stripes(m: int, n: FloatArray | int) -> FloatArray:
    """Return the expected error of 1-NN on a circle with m stripes of ones and m of zeros.

    >>> [round(float(expected_on_stripes(m, 99)), 4) for m in (1, 10, 1000)]
    [0.01, 0.1, 0.4996]
    """
    j = np.arange(m)
    power = np.asarray(n, dtype=float)[..., None] + 1
    drop = (1 - j / m) ** power - (1 - (j + 1) / m) ** power
    return np.asarray((drop @ (-1.0) ** j) * m / power[..., 0])


def examples_needed(d: int, error: float = GOAL) -> int:
    """Return the least n whose expected error is at most the goal.

    >>> [examples_needed(d) for d in (1, 2)]
    [19, 176]
    """
    low, high = 0, 1
    while expected_error(d, high) > error:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if expected_error(d, middle) > error else (low, middle)
    return high


def stripes(m: int) -> Problem:
    """Return the problem with m stripes of ones and m of zeros on [0, 1], no noise."""
    return steps(f"{m} stripes", np.linspace(0, 1, 2 * m + 1), np.tile([1.0, 0.0], m))


def error_on_stripes(m: int, n: int, rng: np.random.Generator) -> float:
    """Return the exact error given n examples on the circle: the outermost have copies one turn further."""
    problem = stripes(m)
    x, y = sample(problem, n, rng)
    around = np.concatenate([[x[-1] - 1], x, [x[0] + 1]])
    return exact_error(around, np.concatenate([y[-1:], y, y[:1]]), 1, problem.area)


def error_in(d: int, n: int, rng: np.random.Generator) -> float:
    """Return the error over a hundred queries, averaged over all places that the borders may have."""
    X, Q = rng.random((n, d)), rng.random((QUERIES, d))
    _, near = cKDTree(X, boxsize=1.0).query(Q, p=np.inf)
    t = np.abs(X[near, 0] - Q[:, 0])
    return float(2 * np.minimum(t, 1 - t).mean())


def compute(rng: np.random.Generator) -> Speed:
    """Simulate 1-NN in one to eight dimensions and on stripes."""
    error = [[[error_in(d, n, rng) for _ in range(SETS)] for n in SIZES] for d in DIMENSIONS]
    fine = [[[error_on_stripes(m, n, rng) for _ in range(SETS)] for n in SIZES] for m in STRIPES]
    needed = tuple(examples_needed(d) for d in range(1, MOST + 1))
    return Speed(np.array(error), np.array(fine), needed)


def confirm(result: Speed) -> None:
    """Compare both formulas with simulations, the slopes with −1/d, the need with its lower bound."""
    claim(result.stripes[-1, 1].mean() > 0.45, "With 1,000 stripes and 100 examples 1-NN must be guessing.")
    claim((result.stripes[:, -1].mean(axis=-1) < 0.15).all(), "… and learn them all with more.")
    n = np.array(SIZES)
    expected = np.array([expected_error(d, n) for d in DIMENSIONS])
    _near(result.error, expected, "Errors must follow (d + 1)/(2d²) B(n + 1, 1/d)")
    expected = np.array([expected_on_stripes(m, n) for m in STRIPES])
    _near(result.stripes, expected, "Errors on stripes must follow the alternating sum")
    for d in DIMENSIONS:
        slope = np.log10(expected_error(d, 10**9) / expected_error(d, 10**8))
        agree(slope, -1 / d, "Ten times the examples must divide the error by 10^(1/d).", rtol=1e-6)
    needed = np.array(result.needed, dtype=float)
    claim((needed[1:] / needed[:-1] > 5).all(), "Each further feature must multiply the need by more than 5.")
    ds = np.arange(1, MOST + 1)
    constant = (ds + 1) / (2 * ds**2) * gamma(1 / ds)  # B(n + 1, a) ≈ Γ(a) (n + (a + 1)/2)^(−a)
    about = (constant / GOAL) ** ds - (1 + 1 / ds) / 2
    agree(needed, about, "The need must be that of c n^(−1/d) = 5 %.", rtol=1e-3, atol=1.5)


def _near(errors: FloatArray, expected: FloatArray, sentence: str) -> None:
    """Refuse means over training sets that are too many standard errors away."""
    spread = errors.std(axis=-1, ddof=1) / np.sqrt(errors.shape[-1])
    z = (np.abs(errors.mean(axis=-1) - expected) / spread).max()
    claim(z < 4.5, f"{sentence}; z = {z:.1f}.")


def conclude(result: Speed) -> list[str]:
    """Return what came out, in sentences."""
    numbers = ", ".join(f"{result.needed[d - 1]:,} (d = {d})" for d in (1, 2, 3, 4, 5))
    return [
        f"Examples until 1-NN errs 5 % of the time, if only one of d features matters: {numbers}, "
        f"{result.needed[-1] / 1e9:.1f} billion (d = {MOST}).",
        f"100 examples, one feature, no noise: error {float(expected_on_stripes(1, 100)):.4f} if y changes "
        f"twice on a circle, {float(expected_on_stripes(1000, 100)):.4f} if it changes 2,000 times.",
    ]


def draw(result: Speed) -> Slide:
    """Draw errors against n, for growing d and for finer stripes: lines by formula, dots simulated."""
    figure, (left, right) = slide(1, 2, title="Consistent, yes; but when?")
    n = np.unique(np.logspace(0, 6, 200).astype(int))
    for d, style in zip((1, 2, 4, 8, 16), ("-", "--", "-.", ":", (0, (1, 3))), strict=True):
        left.plot(n, expected_error(d, n), linestyle=style, color="black", linewidth=2)
    for row in result.error.mean(axis=-1):
        left.plot(SIZES, row, "o", color="black", markersize=7)
    for d, position in ((1, (1.3e3, 4e-4)), (2, (5e4, 1.6e-3)), (4, (8e5, 0.032)), (8, (8e5, 0.13))):
        left.text(*position, f"d = {d}", fontsize=TEXT_SIZE, ha="right")
    left.text(8e5, 0.29, "d = 16", fontsize=TEXT_SIZE, ha="right")
    left.set(xscale="log", yscale="log", xlim=(1, 1.2e6), ylim=(1e-4, 0.8))
    name_axes(left, "number of examples n", "error of 1-NN", "one of d features matters")
    for m, style, row in zip(STRIPES, ("-", "--", "-.", ":"), result.stripes.mean(axis=-1), strict=True):
        right.plot(n, expected_on_stripes(m, n), linestyle=style, color="black", linewidth=2)
        right.plot(SIZES, row, "o", color="black", markersize=7)
        right.text(6.2 * m**0.98, 0.22, f"{m:,}", fontsize=TEXT_SIZE)
    right.set(xscale="log", xlim=(1, 1.2e6), ylim=(0, 0.55))
    name_axes(right, "number of examples n", "error of 1-NN", "y = 1 on this many stripes")
    return figure
