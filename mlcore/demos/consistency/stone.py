"""Stone: how must k grow with n so that the error of kNN tends to the best error, whatever the problem?

    k → ∞ and k/n → 0      (more and more votes, from nearer and nearer)

Fixed k stays above E*: on the ramp η(x) = x the limit is R_k = (k + 3) / (4 (k + 2)) for odd k, E* = 1/4.
A fixed share of the data, k = n/4, stays at what a window of that width sees: enough on the ramp, the wrong
thing on waves. The three schedules that Stone allows converge on both, and on labels that jump at every point
of a fat Cantor set: no continuity is needed. It is a limit; for finite n it promises nothing.

Computed: exact errors given the training set. Confirmed by `expected_excess`, which needs no data, and on the
ramp by Laplace's rule of succession: with x uniform and s of k positive, P(the next is) = (s + 1)/(k + 2).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, factorial, log

import numpy as np
from matplotlib.axes import Axes

from mlcore._checks import FloatArray
from mlcore.demos.consistency.line import (
    Problem,
    dust,
    exact_error,
    expected_excess,
    fat_cantor,
    ramp,
    sample,
    waves,
)
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, progress, slide

SIZES = (100, 316, 1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000)
FAR = (10**8, 10**10, 10**12)
EXAMPLES = 200_000  # so many in all training sets of one size, or one set if that is larger
SCHEDULES: dict[str, Callable[[int], int]] = {
    "1": lambda n: 1,
    "5": lambda n: 5,
    "⌈log n⌉": lambda n: ceil(log(n)),
    "⌈√n⌉": lambda n: ceil(n**0.5),
    "⌈n^0.8⌉": lambda n: ceil(n**0.8),
    "n/4": lambda n: n // 4,
    "n": lambda n: n,
}
STONES = ("⌈log n⌉", "⌈√n⌉", "⌈n^0.8⌉")


@dataclass(frozen=True)
class Stone:
    """Errors above the best, by problem (ramp, waves, dust), schedule and n."""

    problems: tuple[str, ...]
    best: FloatArray  # (3,) E*
    excess: FloatArray  # (3, schedules, sizes) E − E*, mean over training sets
    expected: FloatArray  # (3, schedules, sizes) the same by theory, without data
    far: FloatArray  # (3, schedules, 3) by theory, for n that nobody can store


def limit_on_the_ramp(k: int) -> Fraction:
    """Return R_k, the error of k neighbours on the ramp as n → ∞, by Laplace's rule of succession.

    x is uniform, so all counts s = 0 … k of positive neighbours are equally probable. Given s, the query's
    label is 1 with probability (s + 1)/(k + 2); the majority is wrong with that or the rest, the smaller.

    >>> [str(limit_on_the_ramp(k)) for k in (1, 3, 5)]
    ['1/3', '3/10', '2/7']
    """
    smaller = [min(s + 1, k + 1 - s) for s in range(k + 1)]
    return Fraction(sum(smaller), (k + 1) * (k + 2))


def limit_by_integral(k: int) -> Fraction:
    """Return R_k from the ramp itself: the integral of P(the majority of k labels is wrong | x) for odd k.

    ∫ x^a (1 − x)^b dx = a! b! / (a + b + 1)! turns each term C(k, s) x^s (1 − x)^(k−s) into a fraction.
    """
    total = Fraction(0)
    for s in range(k + 1):
        a, b = (s + 1, k - s) if 2 * s <= k else (s, k - s + 1)  # the query is 1 and loses, or is 0 and loses
        total += comb(k, s) * Fraction(factorial(a) * factorial(b), factorial(a + b + 1))
    return total


def limit_of_a_share(problem: Problem, share: float, places: int = 20_000) -> float:
    """Return the limit of the error when k = share · n: the majority in a window of that width answers."""
    x = (np.arange(places) + 0.5) / places
    low = np.clip(x - share / 2, 0, 1 - share)
    says_one = problem.area(low + share) - problem.area(low) > share / 2
    return float(np.where(says_one, 1 - problem.eta(x), problem.eta(x)).mean())


def excess(problem: Problem, n: int, rng: np.random.Generator) -> FloatArray:
    """Return E − E* for each training set and schedule, (training sets, schedules)."""
    sets = (sample(problem, n, rng) for _ in range(min(100, max(1, EXAMPLES // n))))
    errors = [[exact_error(x, y, k(n), problem.area) for k in SCHEDULES.values()] for x, y in sets]
    return np.array(errors) - problem.best


def by_theory(problem: Problem, sizes: tuple[int, ...]) -> FloatArray:
    """Return E − E* as `expected_excess` has it, (schedules, sizes)."""
    return np.array([[expected_excess(problem, n, k(n)) for n in sizes] for k in SCHEDULES.values()])


def compute(rng: np.random.Generator) -> Stone:
    """Return the errors of all schedules on the ramp, on waves and on dust."""
    chosen = (ramp(), waves(), dust())
    runs = [[excess(problem, n, rng) for n in SIZES] for problem in progress(chosen, "schedules for k")]
    return Stone(
        tuple(problem.name for problem in chosen),
        np.array([problem.best for problem in chosen]),
        np.array([[run.mean(axis=0) for run in row] for row in runs]).swapaxes(1, 2),
        np.array([by_theory(problem, SIZES) for problem in chosen]),
        np.array([by_theory(problem, FAR) for problem in chosen]),
    )


def confirm(result: Stone) -> None:
    """Compare R_k by three routes, data with theory, and what converges with Stone's condition."""
    for k in range(1, 20, 2):
        laplace = limit_on_the_ramp(k)
        claim(laplace == limit_by_integral(k) == Fraction(k + 3, 4 * (k + 2)), f"R_{k} = (k + 3)/(4(k + 2)).")
        claim(limit_on_the_ramp(k + 1) == laplace, "An even k must do no better than the odd one before.")
    at = {name: place for place, name in enumerate(SCHEDULES)}
    for k in (1, 5):
        measured, expected = result.excess[0, at[str(k)], -1], float(limit_on_the_ramp(k)) - 0.25
        agree(measured, expected, f"k = {k} on the ramp must stay at R_k.", rtol=0, atol=2e-3)
    off = np.abs(result.excess - result.expected)[..., 2:]  # from n = 1,000 on
    off[2, at["n/4"]] = 0  # subtle: on the dust one window in eight is balanced to the last digit
    claim(off.max() < 0.02, f"Data must follow theory; off by {off.max():.2g}.")
    claim(off[..., -1].max() < 0.0025, f"… and closely at n = 10⁶; off by {off[..., -1].max():.2g}.")
    for problem, best, row in zip((ramp(), waves()), result.best, result.excess, strict=False):
        share = limit_of_a_share(problem, 1 / 4) - best
        agree(row[at["n/4"], -1], share, "k = n/4 sees a window of a quarter.", rtol=0, atol=2e-3)

    stones = [at[name] for name in STONES]
    falling = np.concatenate([result.excess[:, stones][..., [4, 8]], result.far[:, stones]], axis=-1)
    claim((np.diff(falling) < 0).all(), "With k → ∞ and k/n → 0 the error must go on falling.")
    claim((falling[..., -1] < 0.05).all(), "… towards the best.")
    others = [at["1"], at["5"], at["n"]]
    claim((result.far[:, others, -1] > 0.03).all(), "Fixed k, and k = n, must stay above the best error.")
    quarter = result.excess[:, at["n/4"], -1]
    claim(quarter[0] < 1e-3 and (quarter[1:] > 0.1).all(), "k = n/4 must be enough on the ramp only.")


def conclude(result: Stone) -> list[str]:
    """Return what came out, in sentences."""
    rows = dict(zip(SCHEDULES, np.moveaxis(result.excess[..., -1], 1, 0), strict=True))
    ones, fives = limit_on_the_ramp(1), limit_on_the_ramp(5)
    far = dict(zip(SCHEDULES, result.far[0, :, -1], strict=True))
    return [
        f"Fixed k on the ramp (E* = 1/4): the limit is {ones} for k = 1, {fives} for k = 5, and "
        "(k + 3)/(4(k + 2)) for every odd k.",
        "k → ∞, k/n → 0; above E* at n = 10⁶ on ramp / waves / dust: "
        + "; ".join(f"k = {name} {_three(rows[name])}" for name in STONES)
        + ".",
        "Other schedules: "
        + "; ".join(f"k = {name} {_three(rows[name])}" for name in ("1", "5", "n/4", "n"))
        + ".",
        f"It may take long: by theory ⌈log n⌉ is still {far['⌈log n⌉']:.3f} above E* on the "
        "ramp at n = 10¹².",
    ]


def _three(values: FloatArray) -> str:
    return " / ".join(f"{abs(value):.3f}" for value in values)


def draw(result: Stone) -> Slide:
    """Draw E − E* against n for all schedules on the ramp and on waves: dots from data, lines by theory."""
    figure, (left, right) = slide(1, 2, title="Which schedules for k reach the best error?")
    for ax, row, expected in zip((left, right), result.excess, result.expected, strict=False):
        for name, measured, line in zip(SCHEDULES, row, expected, strict=True):
            style = "-" if name in STONES else "--"
            ax.plot(SIZES, line, style, color="black" if name in STONES else "0.45", linewidth=2)
            ax.plot(SIZES, measured, "o" if name in STONES else "s", color="black", markersize=6)
        ax.set(xscale="log", yscale="log", ylim=(1e-4, 0.8), xlim=(70, 2e7), xticks=SIZES[::2])
        ax.tick_params(axis="x", which="minor", length=0)
    for ax, places in ((left, _ON_THE_RAMP), (right, _ON_WAVES)):
        for name, position in places.items():
            ax.text(*position, f"k = {name}", fontsize=TEXT_SIZE, va="center")
    name_axes(left, "number of examples n", "error above the best, E − E*", "ramp: η(x) = x")
    name_axes(right, "number of examples n", "error above the best, E − E*", "five waves")
    return figure


def draw_cantor(result: Stone) -> Slide:
    """Draw how the set comes about, and errors on labels that jump at each of its points."""
    figure, (left, right) = slide(1, 2, title="No continuity is needed: labels on a fat Cantor set")
    for generation in range(7):
        low, high = fat_cantor(generation).T
        left.barh(np.full(len(low), generation), high - low, left=low, height=0.6, color="black", snap=False)
    left.set_ylim(6.7, -0.7)
    left.set_yticks(range(7))
    name_axes(left, "x", "generation", "y is mostly 1 on what is left, mostly 0 in the gaps")
    best = result.best[2]
    for name, marker, style in (("1", "s", "--"), ("⌈log n⌉", "o", "-"), ("⌈√n⌉", "^", "-.")):
        row = best + result.excess[2, list(SCHEDULES).index(name)]
        right.plot(SIZES, row, style, marker=marker, color="black", linewidth=2, markersize=8)
    _draw_limits(right, best)
    name_axes(right, "number of examples n", "error")
    return figure


def _draw_limits(ax: Axes, best: float) -> None:
    for height, name in ((best, "E*"), (2 * best * (1 - best), "2 E* (1 − E*)")):
        ax.axhline(height, color="0.7", linewidth=1, zorder=0)
        ax.text(2e6, height - 0.005, name, fontsize=TEXT_SIZE, color="0.35", ha="right", va="top")
    ax.set(xscale="log", xlim=(50, 2e6), ylim=(0.17, 0.42))
    ax.text(2e4, 0.345, "k = 1", fontsize=TEXT_SIZE)
    ax.text(2.2e4, 0.255, "k = ⌈√n⌉", fontsize=TEXT_SIZE)
    ax.text(2e3, 0.215, "k = ⌈log n⌉", fontsize=TEXT_SIZE)


_ON_THE_RAMP = {
    "n": (1.6e6, 0.25),
    "1": (1.6e6, 0.083),
    "5": (1.6e6, 0.037),
    "⌈log n⌉": (1.6e6, 0.0165),
    "⌈√n⌉": (1.6e6, 0.00025),
    "⌈n^0.8⌉": (2e3, 0.0011),
    "n/4": (90, 0.0011),
}
_ON_WAVES = {
    "n/4": (1.6e6, 0.41),
    "n": (1.6e6, 0.25),
    "1": (1.6e6, 0.094),
    "5": (1.6e6, 0.036),
    "⌈log n⌉": (1.6e6, 0.0145),
    "⌈√n⌉": (1.6e6, 0.0002),
    "⌈n^0.8⌉": (6e3, 0.06),
}
