"""Tables explode: every further feature doubles the joint table, and the examples stay as many as they were.

    rows of the table of d booleans        2^d
    expected share of empty cells          (1 − 1/N)ⁿ for N equally likely cells and n examples
    free parameters with a boolean class   2^(d+1) − 1 for the joint table, 2d + 1 for naive Bayes

Computed here: sizes, empty cells for equal and for unequal features, and what an eight-row table answers.
Confirmed by second routes: writing rows and constraints down, all data sets of a tiny case, simulation.
"""

from dataclasses import dataclass
from itertools import product
from math import comb, log10

import numpy as np
from matplotlib.axes import Axes

from mlcore._checks import FloatArray
from mlcore.datasets import load_wealth_joint
from mlcore.demos.frame import (
    AXIS_SIZE,
    TEXT_SIZE,
    Demo,
    Slide,
    agree,
    claim,
    name_axes,
    progress,
    slide,
)
from mlcore.plotting import joint_bars
from mlcore.probability import cond_prob, event_prob, expected_empty_share, n_parameters

EXAMPLES = 1000
SIMULATED = (4, 6, 8, 9, 10, 11, 12, 14)  # numbers of features
REPEATS = 200
RARE = 0.1  # P(x_j = 1) of the unequal features
TENNIS = (3, 3, 2, 2)
KINDS = ("table", "joint", "stored", "naive")


@dataclass(frozen=True)
class Result:
    """Sizes and empty cells against the number of features, and the answers of one table."""

    d: FloatArray  # (20,)
    joint: FloatArray  # (20,) free parameters of d booleans and a boolean class
    naive: FloatArray  # (20,)
    empty: FloatArray  # (20,) expected share of the 2^d cells, equally likely
    empty_rare: FloatArray  # (20,) the same if each feature is 1 with probability RARE
    simulated: FloatArray  # (8,) mean share of empty cells over REPEATS data sets
    tennis: FloatArray  # (4,) sizes for play-tennis, one for each of KINDS
    filled_by: float  # examples until all of 1024 cells are expected to be filled
    pixel_digits: int  # digits of the number of rows for 28 × 28 black-and-white pixels
    wealth: FloatArray  # (3,) P(M, poor), P(poor), P(M | poor)
    rich: FloatArray  # (4,) P(rich | gender, hours), in the order of the table


def empty_share_rare(n: int, d: int, p: float = RARE) -> float:
    """Return the expected share of empty cells if each of d independent features is 1 with probability p.

    A cell with k ones has probability q = p^k (1 − p)^(d−k) and stays empty with (1 − q)ⁿ.

    >>> round(empty_share_rare(1000, 10, p=0.5), 4)  # equal features: (1 − 1/1024)^1000
    0.3764
    """
    cells = ((comb(d, k), p**k * (1 - p) ** (d - k)) for k in range(d + 1))
    return float(sum(count * (1 - q) ** n for count, q in cells) / 2**d)


def simulate_empty_share(n: int, d: int, repeats: int, rng: np.random.Generator) -> float:
    """Return the share of cells without an example, averaged over data sets of n images of d fair pixels."""
    cells = rng.integers(2**d, size=(repeats, n))
    return float(np.mean([1 - len(np.unique(row)) / 2**d for row in cells]))


def expected_until_full(n_cells: int) -> float:
    """Return the expected number of examples until no cell is empty: N (1 + 1/2 + … + 1/N).

    >>> expected_until_full(2)
    3.0
    """
    return n_cells * sum(1 / left for left in range(1, n_cells + 1))


def compute() -> Result:
    """Return sizes, shares of empty cells, and the answers of the table of wealth."""
    features, sizes, rng = range(1, 21), progress(SIMULATED, "data sets"), np.random.default_rng(7)
    wealth = load_wealth_joint()
    pairs = list(dict.fromkeys(row[:2] for row in wealth))
    poor, man_poor = {2: "poor"}, {0: "M", 2: "poor"}
    return Result(
        d=np.array(features, dtype=float),
        joint=np.array([n_parameters(2, [2] * d, "joint") for d in features], dtype=float),
        naive=np.array([n_parameters(2, [2] * d, "naive") for d in features], dtype=float),
        empty=np.array([expected_empty_share(EXAMPLES, 2**d) for d in features]),
        empty_rare=np.array([empty_share_rare(EXAMPLES, d) for d in features]),
        simulated=np.array([simulate_empty_share(EXAMPLES, d, REPEATS, rng) for d in sizes]),
        tennis=np.array([n_parameters(2, TENNIS, kind) for kind in KINDS], dtype=float),
        filled_by=expected_until_full(1024),
        pixel_digits=int(784 * log10(2)) + 1,
        wealth=np.array(
            [event_prob(wealth, man_poor), event_prob(wealth, poor), cond_prob(wealth, {0: "M"}, poor)]
        ),
        rich=np.array([cond_prob(wealth, {2: "rich"}, {0: g, 1: h}) for g, h in pairs]),
    )


def confirm(result: Result) -> None:
    """Write rows and constraints down, enumerate a tiny case, compare simulation with its theory."""
    for d in range(1, 9):
        agree(result.joint[d - 1], len(list(product((0, 1), repeat=d + 1))) - 1, "Rows less one are free.")
        agree(result.naive[d - 1], stored_and_free((2,) * d)[1], "Constraints leave 2d + 1 numbers free.")
    agree(result.joint + 1, 2 ** (result.d + 1), "Each feature must double the table.")
    agree(np.diff(result.naive), np.full(19, 2.0), "Each feature must add two numbers to naive Bayes.")
    rows = len(list(product(*map(range, (*TENNIS, 2)))))
    agree(result.tennis, [rows, rows - 1, *stored_and_free(TENNIS)], "Sizes for play-tennis.")
    for n, N in ((1, 2), (3, 3), (5, 4)):
        listed = np.mean([1 - len(set(data)) / N for data in product(range(N), repeat=n)])
        agree(expected_empty_share(n, N), listed, "All data sets of a tiny case must give the formula.")
    for d, mean in zip(SIMULATED, result.simulated, strict=True):
        theory, error = float(result.empty[d - 1]), empty_share_error(EXAMPLES, 2**d) / REPEATS**0.5
        claim(abs(mean - theory) <= 4 * error + 1e-12, f"Simulated tables of {d} features miss the formula.")
    for d in (1, 4, 8, 12):
        bits = np.array(list(product((0, 1), repeat=d)))
        q = np.where(bits == 1, RARE, 1 - RARE).prod(axis=1)  # (2^d,)
        agree(result.empty_rare[d - 1], np.mean((1 - q) ** EXAMPLES), "Cell by cell: unequal features.")
    claim((result.empty_rare >= result.empty).all(), "Equal cells must be the kindest case.")
    stay = np.diag(np.arange(1024) / 1024) + np.diag((1024 - np.arange(1023)) / 1024, 1)
    waiting = np.linalg.solve(np.eye(1024) - stay, np.ones(1024))  # a Markov chain: filled cells 0, 1, …
    agree(result.filled_by, waiting[0], "The chain of filled cells must take as long.")
    agree(result.pixel_digits, len(str(2**784)), "Digits of 2^784.")
    _confirm_wealth(result)


def stored_and_free(n_values: tuple[int, ...], K: int = 2) -> tuple[int, int]:
    """Return how many numbers naive Bayes keeps, and how many of them are free (each sum is an equation).

    >>> stored_and_free((3, 3, 2, 2))
    (22, 13)
    """
    groups = [K, *(V for V in n_values for _ in range(K))]
    equations = np.zeros((len(groups), sum(groups)))  # (constraints, numbers)
    for row, end, size in zip(equations, np.cumsum(groups), groups, strict=True):
        row[end - size : end] = 1
    return sum(groups), sum(groups) - int(np.linalg.matrix_rank(equations))


def empty_share_error(n: int, N: int) -> float:
    """Return the standard deviation of the share of empty cells among N equally likely ones.

    Two given cells are both empty with (1 − 2/N)ⁿ, which is less than (1 − 1/N)²ⁿ.

    >>> empty_share_error(1, 4)  # one example always fills one cell
    0.0
    """
    one, both = (1 - 1 / N) ** n, (1 - 2 / N) ** n
    return float(np.sqrt(max(one / N + (1 - 1 / N) * both - one**2, 0.0)))


def _confirm_wealth(result: Result) -> None:
    """Answer by adding rows of an array."""
    p = np.array(list(load_wealth_joint().values())).reshape(2, 2, 2)  # gender, hours, wealth
    man_poor, poor = p[1, :, 0].sum(), p[:, :, 0].sum()
    agree(result.wealth, [man_poor, poor, man_poor / poor], "Events are sums of rows.")
    agree(result.rich, (p[..., 1] / p.sum(axis=2)).ravel(), "A conditional is a ratio of two sums.")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    enough = next(int(d) for d, share in zip(result.d, result.empty, strict=True) if share > 0.99)
    (table, joint, stored, naive), (man_poor, poor, man_if_poor) = result.tennis, result.wealth
    return [
        f"Ten booleans make 1,024 cells. {EXAMPLES:,} examples leave {result.empty[9]:.1%} of them empty, "
        f"in simulations {result.simulated[SIMULATED.index(10)]:.1%}; from {enough} features on, over 99 %.",
        f"If each feature is 1 only once in ten times, {result.empty_rare[9]:.1%} are empty.",
        f"Until every cell has an example, {result.filled_by:,.0f} of them are to be expected.",
        f"Ten booleans and a boolean class: {result.joint[9]:,.0f} free parameters in the table, "
        f"{result.naive[9]:.0f} in naive Bayes; twenty: {result.joint[19]:,.0f} and {result.naive[19]:.0f}.",
        f"Play-tennis: {table:.0f} rows, {joint:.0f} of them free; naive Bayes stores {stored:.0f} numbers, "
        f"{naive:.0f} of them free.",
        f"The number of rows for 28 × 28 black-and-white pixels has {result.pixel_digits} digits.",
        f"Wealth: P(M, poor) = {man_poor:.4f}, P(poor) = {poor:.4f}, P(M | poor) = {man_if_poor:.4f}.",
    ]


def draw_wealth(result: Result) -> Slide:
    """Draw the table of eight rows, those of poor men hatched."""
    figure, (ax,) = slide(title="A joint table answers every question: add the rows")
    joint = load_wealth_joint()
    joint_bars(ax, joint, variables=("gender", "hours", "wealth"))
    for bar, row in zip(ax.patches, joint, strict=True):
        bar.set(facecolor="0.45" if row[2] == "poor" else "0.85", edgecolor="black")
        if row[0] == "M" and row[2] == "poor":
            bar.set_hatch("//")
    for text in ax.texts:
        text.set_fontsize(TEXT_SIZE)
    ax.tick_params(labelsize=AXIS_SIZE)
    ax.set_xlim(0, 0.46)
    sums = "P(poor) = {1:.4f}, dark rows\nP(M, poor) = {0:.4f}, hatched\nP(M | poor) = {2:.4f}, the ratio"
    ax.text(0.21, 6, sums.format(*result.wealth), fontsize=AXIS_SIZE, va="center", linespacing=1.5)
    name_axes(ax, "probability", "gender, hours, wealth")
    return figure


def draw_explosion(result: Result) -> Slide:
    """Draw the numbers of parameters, and the share of empty cells, against the number of features."""
    figure, (left, right) = slide(1, 2, title=f"Every feature doubles the table; {EXAMPLES:,} examples stay")
    left.semilogy(result.d, result.joint, color="black", linewidth=3)
    left.semilogy(result.d, result.naive, color="black", linewidth=3, linestyle="--")
    left.axhline(EXAMPLES, color="0.6", linewidth=1, zorder=0)
    _say(left, (9.6, 60_000, "joint table"), (12, 7, "naive Bayes"), (1, 1300, "as many as examples"))
    name_axes(left, "number of boolean features", "free parameters", "with a boolean class")
    right.plot(result.d, result.empty, color="black", linewidth=3)
    right.plot(result.d, result.empty_rare, color="black", linewidth=3, linestyle=":")
    right.plot(SIMULATED, result.simulated, "o", color="black", markerfacecolor="white", markersize=10)
    _say(
        right,
        (11.2, 0.5, "every feature fair\n(circles: simulated)"),
        (1, 0.76, "every feature 1\nin 1 of 10 times"),
    )
    name_axes(right, "number of boolean features", "share of empty cells")
    for ax in (left, right):
        ax.set_xticks([1, 5, 10, 15, 20])
    return figure


def _say(ax: Axes, *labels: tuple[float, float, str]) -> None:
    for x, y, text in labels:
        ax.text(x, y, text, fontsize=TEXT_SIZE)


DEMO = Demo(
    name="tables_explode",
    question="Why not simply keep a table with a row for every combination?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"joint-wealth": draw_wealth, "tables-explode": draw_explosion},
)
