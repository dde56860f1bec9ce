"""Consistency where it is easy: d binary features, a label that x determines, one neighbour.

There are N = 2^d inputs, all equally probable. Whoever has been seen is answered without error, so E_best = 0
is reached once all have been seen, after N (1 + 1/2 + … + 1/N) examples on average. Before that,

    P(R ≥ r) = (1 − V_{r−1}/N)^n,  V_r = Σ_{i ≤ r} C(d, i)      R: Hamming distance to the nearest example

and the expected error of 1-NN follows from R, differently for each way in which x determines y:

    no pattern    labels drawn once by a fair coin           P(R > 0) / 2
    one feature   y = x₁; a point at distance r differs      E[R] / d
                  from the query in x₁ with probability r/d
    parity        y = Σ x_j mod 2                            P(R odd)
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, progress, slide
from mlcore.neighbors import NearestNeighbors

PATTERNS = ("no pattern", "one feature", "parity")
REPETITIONS = {4: 50, 8: 20, 12: 4}  # a table of 4096 inputs averages by itself
SIZES = (1 / 4, 1, 2, 4, 8)  # n as a multiple of N
STYLES = ("-", "--", "-.")


@dataclass(frozen=True)
class Deterministic:
    """Simulated errors of 1-NN on binary features, for each d, and when the last input turned up."""

    d: tuple[int, ...]
    sizes: IntArray  # (3, s) n
    errors: tuple[FloatArray, ...]  # per d: (patterns, s, repetitions)
    completed: tuple[IntArray, ...]  # per d: n at which all inputs had been seen, (repetitions,)
    error_completed: FloatArray  # (3,) the largest error from then on
    free_lunch: tuple[Fraction, ...]  # error on unseen inputs, for each training set, mean of all labellings


def nearest_distance(d: int, n: int) -> FloatArray:
    """Return P(R = r) for r = 0 … d, the Hamming distance from a query to the nearest of n examples.

    >>> nearest_distance(2, 1).tolist()
    [0.25, 0.5, 0.25]
    """
    closer = np.cumsum([0] + [comb(d, r) for r in range(d + 1)]) / 2**d  # share of inputs at less than r
    return np.asarray(-np.diff((1 - closer) ** n))


def expected_error(d: int, n: int) -> FloatArray:
    """Return the expected error of 1-NN after n examples, for each pattern, (3,).

    >>> expected_error(4, 16).round(4).tolist()
    [0.178, 0.0896, 0.3536]
    """
    p = nearest_distance(d, n)
    return np.array([(1 - p[0]) / 2, p @ np.arange(d + 1) / d, p[1::2].sum()])


def inputs(d: int) -> IntArray:
    """Return all 2^d inputs, (2^d, d)."""
    return np.asarray(np.arange(2**d)[:, None] >> np.arange(d) & 1)


def labelled(points: IntArray, rng: np.random.Generator) -> IntArray:
    """Return the labels of all inputs under each pattern, (3, 2^d)."""
    return np.array([rng.integers(0, 2, len(points)), points[:, 0], points.sum(axis=1) % 2])


def arrivals(N: int, rng: np.random.Generator) -> IntArray:
    """Draw inputs until each has come once; return the time of each one's first arrival, from 1 on, (N,)."""
    drawn: IntArray = rng.integers(N, size=4 * N)
    while len(np.unique(drawn)) < N:
        drawn = np.concatenate([drawn, rng.integers(N, size=4 * N)])
    first: IntArray = np.unique(drawn, return_index=True)[1]
    return first + 1


def nearest_of(points: IntArray, training: IntArray, queries: IntArray) -> IntArray:
    """Return for each input asked about the nearest of those seen, ties to the one seen first."""
    one_nn = NearestNeighbors(n_neighbors=1, metric="manhattan", n_jobs=1).fit(points[training])
    _, near = one_nn.kneighbors(points[queries])
    return training[near[:, 0]]


def errors_of_one_nn(d: int, sizes: IntArray, rng: np.random.Generator) -> tuple[FloatArray, int]:
    """Return the error over all inputs for each pattern and n, (3, s), and when all had been seen.

    A second arrival of an input changes nothing, so the examples are those seen, in the order of arrival; and
    who has been seen is his own neighbour, so only the others need a search.
    """
    points = inputs(d)
    y, time = labelled(points, rng), arrivals(2**d, rng)
    order = np.argsort(time)
    errors = np.zeros((len(PATTERNS), len(sizes)))
    for column, n in enumerate(sizes):
        seen, unseen = np.split(order, [int((time <= n).sum())])
        if len(unseen):
            near = nearest_of(points, seen, unseen)
            errors[:, column] = (y[:, near] != y[:, unseen]).sum(axis=1) / 2**d
    return errors, int(time.max())


def error_when_all_are_seen(d: int, rng: np.random.Generator) -> float:
    """Return the largest error over all inputs and patterns, once every input has arrived."""
    points = inputs(d)
    y = labelled(points, rng)
    near = nearest_of(points, np.argsort(arrivals(2**d, rng)), np.arange(2**d))
    return float((y[:, near] != y).mean(axis=1).max())


def average_over_labellings(d: int = 2, n: int = 2) -> tuple[Fraction, ...]:
    """Return 1-NN's error on unseen inputs for each training set, as a mean over all 2^(2^d) labellings."""
    points = inputs(d)
    y = np.array(list(product((0, 1), repeat=2**d)))  # (2^(2^d), 2^d)
    means = []
    for drawn in product(range(2**d), repeat=n):
        near = _nearest(points, drawn)
        unseen = sorted(set(range(2**d)) - set(drawn))
        wrong = int((y[:, near[unseen]] != y[:, unseen]).sum())
        means.append(Fraction(wrong, len(unseen) * len(y)))
    return tuple(means)


def compute(rng: np.random.Generator) -> Deterministic:
    """Simulate 1-NN for d = 4, 8, 12."""
    sizes = np.array([[int(share * 2**d) for share in SIZES] for d in REPETITIONS])
    errors, completed = [], []
    for (d, repetitions), n in zip(REPETITIONS.items(), sizes, strict=True):
        tries = progress(range(repetitions), f"binary features, d = {d}")
        runs = [errors_of_one_nn(d, n, rng) for _ in tries]
        errors.append(np.stack([error for error, _ in runs], axis=-1))
        completed.append(np.array([time for _, time in runs]))
    remaining_error = np.array([error_when_all_are_seen(d, rng) for d in REPETITIONS])
    return Deterministic(
        tuple(REPETITIONS), sizes, tuple(errors), tuple(completed), remaining_error, average_over_labellings()
    )


def confirm(result: Deterministic) -> None:
    """Compare the closed form with an enumeration of all training sets, and with the simulation."""
    for n in (1, 2, 3):
        agree(expected_error(2, n), enumerated(2, n), f"All {4**n} training sets must give the formula.")
    for d, sizes, errors, times in zip(result.d, result.sizes, result.errors, result.completed, strict=True):
        expected = np.array([expected_error(d, n) for n in sizes]).T  # (3, s)
        # an error of 1 in N in one repetition is the least that can be told from 0
        spread = np.maximum(errors.std(axis=-1, ddof=1), 2.0**-d) / np.sqrt(errors.shape[-1])
        z = np.abs((errors.mean(axis=-1) - expected) / spread).max()
        claim(z < 5, f"Simulated errors must be near the expected ones; z = {z:.1f} for d = {d}.")
        N = 2**d
        wait, variance = N * harmonic(N), N**2 * np.pi**2 / 6  # the variance is a little less
        z = abs(times.mean() - wait) / np.sqrt(variance / len(times))
        claim(z < 4, f"All inputs are seen after N·H_N examples on average; z = {z:.1f} for d = {d}.")
    claim((result.error_completed == 0).all(), "Once every input has been seen there must be no error.")
    claim(set(result.free_lunch) == {Fraction(1, 2)}, "Over all labellings, unseen inputs must cost ½.")


def enumerated(d: int, n: int) -> FloatArray:
    """Return the mean error over all 2^(dn) training sets, for each pattern, ties included, (3,)."""
    points = inputs(d)
    pattern = np.array([points[:, 0], points.sum(axis=1) % 2])
    errors = []
    for drawn in product(range(2**d), repeat=n):
        near = _nearest(points, drawn)
        unseen = ~np.isin(np.arange(2**d), drawn)
        errors.append([unseen.mean() / 2, *(pattern[:, near] != pattern).mean(axis=1)])
    return np.asarray(np.mean(errors, axis=0))


def harmonic(N: int) -> float:
    """Return 1 + 1/2 + … + 1/N."""
    return float((1 / np.arange(1, N + 1)).sum())


def _nearest(points: IntArray, drawn: tuple[int, ...]) -> IntArray:
    """Return for each input the nearest of those drawn, ties to the first, by counting unequal features."""
    candidates = np.array(drawn)
    unequal = (points[:, None, :] != points[candidates]).sum(axis=-1)  # (2^d, n)
    return np.asarray(candidates[unequal.argmin(axis=1)])


def conclude(result: Deterministic) -> list[str]:
    """Return what came out, in sentences."""
    waits = ", ".join(f"{2**d * harmonic(2**d):,.0f} (d = {d})" for d in result.d)
    after = expected_error(8, 256)
    return [
        f"Binary features, y determined by x: from the last unseen input on, the error is exactly "
        f"{result.error_completed.max():g}; to get there takes {waits} examples on average.",
        f"d = 8, n = 256: expected error {after[0]:.4f} without a pattern, {after[1]:.4f} if y = x₁, "
        f"{after[2]:.4f} for the parity; averaged over all labellings an unseen input costs ½.",
    ]


def draw(result: Deterministic) -> Slide:
    """Draw expected errors as lines, simulated ones as dots; left by d, right by pattern."""
    figure, (left, right) = slide(1, 2, title="1-NN on binary features: what has been seen is never wrong")
    for d, n, errors, style in zip(result.d, result.sizes, result.errors, STYLES, strict=True):
        grid = np.unique(np.logspace(0, np.log10(16 * 2**d), 200).astype(int))
        left.plot(grid, [expected_error(d, m)[0] for m in grid], style, color="black", linewidth=2)
        left.plot(n, errors[0].mean(axis=-1), "o", color="black", markersize=8)
        left.text(0.55 * 2**d, 0.225, f"d = {d}", fontsize=TEXT_SIZE, ha="right")
    grid = np.unique(np.logspace(0, np.log10(16 * 256), 200).astype(int))
    curves = np.array([expected_error(8, m) for m in grid]).T  # (3, g)
    places = ((6.5, 0.38), (1.2, 0.22), (175, 0.58))
    for name, curve, errors, style, position in zip(
        PATTERNS, curves, result.errors[1], STYLES, places, strict=True
    ):
        right.plot(grid, curve, style, color="black", linewidth=2)
        right.plot(result.sizes[1], errors.mean(axis=-1), "o", color="black", markersize=8)
        right.text(*position, name, fontsize=TEXT_SIZE)
    for ax in (left, right):
        ax.set_xscale("log")
        ax.set_ylim(-0.01, 0.72)
    name_axes(left, "number of examples n", "error", "no pattern in the labels")
    name_axes(right, "number of examples n", "error", "d = 8, three ways to determine y")
    return figure
