"""Limits: a parametric model stops at what its form allows, a non-parametric one goes on to the best error.

On the unit square y = 1 is the rule above the curve s(x₁) = ½ + a sin(2π x₁) and the exception below it, with
one label in ten turned: E_best = 1/10. Gaussian naive Bayes keeps four means, four variances and a prior,
however much it has seen; here both classes have the same variances, so its boundary tends to a straight line,

    (x₁ − ½) Δ₁/σ₁² + (x₂ − ½) Δ₂/σ₂² = 0      Δ_j: difference of the class means, σ_j²: variance in a class

and its error tends to that line's. kNN with k = ⌈log n⌉ keeps all examples, and its boundary bends.
Computed: decision regions and errors for growing n. Confirmed: the limit of Gaussian naive Bayes, from
integrals for Δ_j and σ_j², is where a million examples bring it; no straight line comes near E_best.
"""

from dataclasses import dataclass
from math import ceil, log, pi
from typing import cast

import numpy as np
from matplotlib.gridspec import GridSpec
from scipy.optimize import minimize

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, progress, slide
from mlcore.naive_bayes import GaussianNB
from mlcore.neighbors import KNeighborsClassifier

HEIGHT, NOISE = 0.15, 0.1
SIZES = (30, 100, 300, 1_000, 3_000, 10_000, 100_000, 1_000_000)
SETS = (40, 40, 20, 10, 5, 3, 1, 1)  # training sets of each size
SIDE = 80  # of the grid of queries
SHOWN = (30, 1_000, 100_000)  # sizes whose regions are drawn


@dataclass(frozen=True)
class Limits:
    """Errors of a parametric and a non-parametric model for growing n, their regions, and the limit."""

    knn: FloatArray  # (sizes,) P(wrong), mean over training sets
    parametric: FloatArray  # (sizes,)
    regions: IntArray  # (2, shown, SIDE, SIDE) answers of kNN and of Gaussian naive Bayes
    limit: float  # of Gaussian naive Bayes
    best_line: float  # the least error of any straight line


def border(x1: FloatArray) -> FloatArray:
    """Return s(x₁)."""
    return 0.5 + HEIGHT * np.sin(2 * pi * x1)


def eta(X: FloatArray) -> FloatArray:
    """Return P(y = 1 | x), (m,)."""
    return np.where(X[:, 1] > border(X[:, 0]), 1 - NOISE, NOISE)


def queries() -> FloatArray:
    """Return the middles of the cells of a grid over the square, row by row, (SIDE², 2)."""
    middles = (np.arange(SIDE) + 0.5) / SIDE
    return np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)


def draw_examples(n: int, rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Return n examples, (n, 2), and their labels, (n,), of both classes."""
    X = rng.random((n, 2))
    return X, (rng.random(n) < eta(X)).astype(np.intp)


def answers(n: int, rng: np.random.Generator) -> IntArray:
    """Return what kNN and Gaussian naive Bayes answer on the grid after n examples, (2, SIDE²)."""
    X, y = draw_examples(n, rng)
    models = KNeighborsClassifier(ceil(log(n))), GaussianNB()
    return np.array([model.fit(X, y).predict(queries()) for model in models])


def error_of(answer: IntArray) -> FloatArray:
    """Return P(wrong) of answers on the grid, exactly given the answers: no test labels are drawn."""
    p = eta(queries())
    return np.asarray(np.where(answer == 1, 1 - p, p).mean(axis=-1))


def error_of_line(slope: float, height: float = 0.5) -> float:
    """Return the error of "1 above the line through (½, height)": E_best + (1 − 2 noise) · area between."""

    x = (np.arange(5_000) + 0.5) / 5_000
    gap = np.abs(np.clip(height + slope * (x - 0.5), 0, 1) - border(x))
    return NOISE + (1 - 2 * NOISE) * float(gap.mean())


def limit_of_naive_bayes() -> float:
    """Return the error of the line to which Gaussian naive Bayes tends, from the moments of the distribution.

    With c = 1 − 2 noise and P(y = 1) = ½, class 1 has p(x | 1) = 2 η(x); class 0 is its mirror image.
    """
    c, a = 1 - 2 * NOISE, HEIGHT
    mean1 = 1 / 2 + c * a / pi  # ∫ x sin 2πx dx = −1/(2π)
    variance1 = 1 / 3 + c * a / pi - mean1**2  # ∫ x² sin 2πx dx = −1/(2π) too
    mean2 = NOISE + c * (3 / 4 - a**2 / 2)  # E[s²] = 1/4 + a²/2
    variance2 = 2 / 3 * (NOISE + c * (7 / 8 - 3 / 4 * a**2)) - mean2**2  # E[s³] = 1/8 + 3a²/4
    return error_of_line(-((2 * mean1 - 1) / variance1) / ((2 * mean2 - 1) / variance2))


def compute(rng: np.random.Generator) -> Limits:
    """Learn from ever more examples."""
    errors, regions = [], []
    for n, sets in progress(list(zip(SIZES, SETS, strict=True)), "growing n"):
        predictions = np.array([answers(n, rng) for _ in range(sets)])  # (sets, 2, SIDE²)
        errors.append(error_of(predictions).mean(axis=0))
        if n in SHOWN:
            regions.append(predictions[0].reshape(2, SIDE, SIDE))
    knn, parametric = np.array(errors).T
    line = minimize(lambda v: error_of_line(*v), [-1.0, 0.5], method="Nelder-Mead")
    return Limits(knn, parametric, np.stack(regions, axis=1), limit_of_naive_bayes(), float(line.fun))


def confirm(result: Limits) -> None:
    """Compare the limit with a million examples, and look for a straight line that does better."""
    claim(bool((np.append(result.knn, result.parametric) >= NOISE).all()), "Nobody beats E_best.")
    # the grid knows the area between two curves to about half a cell
    agree(result.parametric[-1], result.limit, "A million examples bring it to its limit.", 0, 0.005)
    slopes, heights = np.meshgrid(np.linspace(-3, 3, 61), np.linspace(0, 1, 21))
    lines = [error_of_line(*v) for v in zip(slopes.flat, heights.flat, strict=True)]
    claim(result.best_line <= min(lines) + 1e-9, "No line of a fine grid may beat the best line.")
    claim(result.limit >= result.best_line > NOISE + 0.02, "Every straight line must stay above E_best.")
    claim(abs(result.parametric[-1] - result.parametric[-3]) < 0.005, "More data must not help it any more.")
    claim((np.diff(result.knn) < 0).all(), "kNN must gain with every step.")
    claim(result.knn[-1] < NOISE + 0.01, "A million examples must bring kNN near E_best.")
    claim(result.knn[0] > result.parametric[0], "With few examples the parametric model must be ahead.")


def conclude(result: Limits) -> list[str]:
    """Return what came out, in sentences."""
    return [
        f"E_best = {NOISE}; Gaussian naive Bayes stops at {result.limit:.4f} (the best straight line has "
        f"{result.best_line:.4f}).",
        f"n = 30: Gaussian naive Bayes {result.parametric[0]:.2f}, kNN {result.knn[0]:.2f}; "
        f"n = 10⁶: {result.parametric[-1]:.2f} and {result.knn[-1]:.2f}.",
    ]


def draw(result: Limits) -> Slide:
    """Draw the regions of both models for growing n, and their errors with the line of E_best."""
    title = "More examples: one model bends, the other has had enough"
    figure, axes = slide(2, 4, title=title, width_ratios=[1, 1, 1, 2.3])
    curve = figure.add_subplot(cast(GridSpec, axes[0].get_gridspec())[:, 3])
    for ax in (axes[3], axes[7]):
        ax.remove()
    x = np.linspace(0, 1, 200)
    for text, height in (("1", 0.85), ("0", 0.1)):
        axes[0].text(0.06, height, text, fontsize=TEXT_SIZE)
    for row, name in enumerate(("kNN", "naive Bayes")):
        for ax, region, n in zip(axes[4 * row : 4 * row + 3], result.regions[row], SHOWN, strict=True):
            ax.imshow(region, origin="lower", extent=(0, 1, 0, 1), cmap="Greys", vmin=-0.4, vmax=2.4)
            ax.plot(x, border(x), "--", color="black", linewidth=1.5)
            ax.set(xticks=[], yticks=[], title="")
            name_axes(ax, f"n = {n:,}", name if n == SHOWN[0] else "")
    curve.plot(SIZES, result.knn, "o-", color="black", linewidth=2, markersize=8)
    curve.plot(SIZES, result.parametric, "s--", color="black", linewidth=2, markersize=8)
    for height in (NOISE, result.limit):
        curve.axhline(height, color="0.7", linewidth=1, zorder=0)
    curve.text(30, NOISE - 0.008, "E_best", fontsize=TEXT_SIZE, color="0.35")
    curve.text(2e3, result.limit + 0.008, "Gaussian naive Bayes", fontsize=TEXT_SIZE)
    curve.text(5e3, 0.118, "kNN, k = ⌈log n⌉", fontsize=TEXT_SIZE)
    curve.set(xscale="log", ylim=(0.08, None))
    curve.tick_params(labelsize=TEXT_SIZE)
    curve.spines[["top", "right"]].set_visible(False)
    name_axes(curve, "number of examples n", "error")
    return figure
