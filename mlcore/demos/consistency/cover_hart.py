"""Cover and Hart: how far above the best error does one neighbour stay, however many examples there are?

With infinitely many examples the neighbour sits at the query and has a label of its own, drawn from the same
η(x) = P(y = 1 | x). They differ with probability 2 η (1 − η); with m(x) = min(η, 1 − η) that is 2 m (1 − m):

    R = E[2 m (1 − m)],  E* = E[m]
    R = 2 E* (1 − E*) − 2 Var(m)      so R ≤ 2 E* (1 − E*), equal where the noise is the same everywhere
    R = E* + E[m (1 − 2m)]            so R ≥ E*, equal where each label is certain or a fair coin

"Less than twice the best error" is true unless E* = 0; then both are 0. Computed: problems whose E* is known,
with a million examples each. Confirmed by integrating η numerically, and by the errors of the million.
"""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from mlcore._checks import FloatArray
from mlcore.demos.consistency.line import Problem, exact_error, ramp, sample, steps
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, slide

N = 1_000_000
CELL = 1.5  # n² E[(length of a Voronoi cell)²]: half the sum of two exponential gaps of mean 1/n


@dataclass(frozen=True)
class CoverHart:
    """The best error, the limit of 1-NN and its error at n = 10⁶, for problems on the line."""

    names: tuple[str, ...]
    best: FloatArray  # (p,) E*
    limit: FloatArray  # (p,) R
    error: FloatArray  # (p,) of 1-NN with a million examples, integrated exactly


def problems() -> tuple[Problem, ...]:
    """Return five problems on [0, 1] that reach the bounds or miss them."""
    return (
        steps("no noise", np.array([0, 0.5, 1]), np.array([0.0, 1.0])),
        steps("even noise", np.array([0, 0.5, 1]), np.array([0.1, 0.9])),
        steps("certain or coin", np.array([0, 0.25, 0.75, 1]), np.array([0.0, 0.5, 1.0])),
        ramp(),
        steps("fair coin", np.array([0.0, 1.0]), np.array([0.5])),
    )


def upper_bound(best: FloatArray) -> FloatArray:
    """Return 2 E* (1 − E*).

    >>> upper_bound(np.array([0, 0.05, 0.1, 0.25, 0.5])).round(6).tolist()
    [0.0, 0.095, 0.18, 0.375, 0.5]
    """
    return 2 * best * (1 - best)


def compute(rng: np.random.Generator) -> CoverHart:
    """Return limits and errors of all problems."""
    chosen = problems()
    return CoverHart(
        tuple(problem.name for problem in chosen),
        np.array([problem.best for problem in chosen]),
        np.array([problem.one_nn for problem in chosen]),
        np.array([exact_error(*sample(problem, N, rng), 1, problem.area) for problem in chosen]),
    )


def confirm(result: CoverHart) -> None:
    """Integrate m and m² by the midpoint rule, check both identities, and the million against the limit."""
    x = (np.arange(100_000) + 0.5) / 100_000
    eta = np.array([problem.eta(x) for problem in problems()])  # (p, g)
    m = np.minimum(eta, 1 - eta)
    agree(result.best, m.mean(axis=1), "E* must be the mean of min(η, 1 − η).", atol=1e-8)
    below = upper_bound(result.best) - 2 * m.var(axis=1)
    agree(result.limit, below, "R must be 2 E* (1 − E*) − 2 Var(m).", atol=1e-8)
    above = result.best + (m * (1 - 2 * m)).mean(axis=1)
    agree(result.limit, above, "R must be E* + E[m (1 − 2m)].", atol=1e-8)

    # given the places, each cell's label is drawn anew: variance (1 − 2η)² η (1 − η) times its squared length
    spread = np.sqrt(CELL / N * ((1 - 2 * eta) ** 2 * eta * (1 - eta)).mean(axis=1))
    jump = 20 / N  # what the cells at a jump of η may add; each is longer than that in one of e²⁰ cases
    off = np.abs(result.error - result.limit)
    claim((off <= 4 * spread + jump).all(), f"A million examples must be near R; off by {off.max():.2g}.")

    reached = result.limit == upper_bound(result.best)
    noisy_evenly = [name in ("no noise", "even noise", "fair coin") for name in result.names]
    claim(reached.tolist() == noisy_evenly, "The bound is reached exactly where the noise is even.")
    twice = result.limit < 2 * result.best
    claim((twice == (result.best > 0)).all(), "R < 2 E* must hold unless E* = 0, and fail there.")


def conclude(result: CoverHart) -> list[str]:
    """Return what came out, in sentences."""
    rows = (
        f"{name} {best:.2f} → {limit:.4f}"
        for name, best, limit in zip(result.names, result.best, result.limit, strict=True)
    )
    off = np.abs(result.error - result.limit).max()
    return [
        f"Best error E* → limit of 1-NN: {', '.join(rows)}; a million examples come within "
        f"{'0.001' if off < 0.001 else f'{off:.3f}'}.",
        "The bound 2 E* (1 − E*) is reached by even noise, missed by the ramp (0.3750); at E* = 0 both are "
        "0, so 'less than twice' fails there.",
    ]


def draw(result: CoverHart) -> Slide:
    """Draw η of three problems, and all of them between the two bounds."""
    figure, (left, right) = slide(
        1, 2, title="One neighbour, a million examples: at most twice the best error"
    )
    x = np.linspace(0, 1, 1001)
    for problem, style in zip(problems()[1:4], ("-", "--", "-."), strict=True):
        left.plot(x, problem.eta(x), style, color="black", linewidth=2.5)
    left.text(0.72, 0.85, "even noise", fontsize=TEXT_SIZE, ha="right")
    left.text(0.77, 0.46, "certain\nor coin", fontsize=TEXT_SIZE)
    left.text(0.74, 0.585, "ramp", fontsize=TEXT_SIZE, ha="right")
    name_axes(left, "x", "η(x) = P(y = 1 | x)", "three problems")
    _draw_bounds(right)
    right.plot(result.best, result.error, "o", color="black", markersize=9, zorder=3, clip_on=False)
    places = ((45, 4), (60, -60), (14, -14), (12, -6), (0, -28))
    for name, best, error, position in zip(result.names, result.best, result.error, places, strict=True):
        line = {"arrowstyle": "-", "color": "0.5"} if name == "even noise" else None
        right.annotate(
            name, (best, error), position, textcoords="offset points", fontsize=TEXT_SIZE, arrowprops=line
        )
    name_axes(right, "best error E*", "error of 1-NN, n = 1,000,000", "all five")
    return figure


def _draw_bounds(ax: Axes) -> None:
    best = np.linspace(0, 0.5, 101)
    ax.fill_between(best, best, upper_bound(best), color="0.9", linewidth=0)
    ax.plot(best, upper_bound(best), color="black", linewidth=2)
    ax.plot(best, best, color="black", linewidth=2, linestyle="--")
    ax.plot(best, 2 * best, color="0.5", linewidth=1.5, linestyle=":")
    ax.set(xlim=(0, 0.6), ylim=(0, 0.6))
    ax.text(0.18, 0.41, "2 E*", fontsize=TEXT_SIZE, color="0.35")
    ax.text(0.295, 0.505, "2 E* (1 − E*)", fontsize=TEXT_SIZE)
    ax.text(0.42, 0.375, "E*", fontsize=TEXT_SIZE)
