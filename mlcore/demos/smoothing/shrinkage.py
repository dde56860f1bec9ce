"""Smoothing as shrinkage: from the shares n_v/n straight towards 1/V, and what that costs and brings.

    θ_v = (1 − s) n_v/n + s/V,   s = αV / (n + αV)
    risk of (N₁ + α)/(n + 2α):   [nθ(1 − θ) + α²(1 − 2θ)²] / (n + 2α)²    variance + squared bias

On average over all θ the risk is (n + 2α²) / (6(n + 2α)²); it is least at α = 1, whatever n is.
"""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from scipy.optimize import minimize
from scipy.stats import binom

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, slide
from mlcore.estimation import Dirichlet, m_estimate, map_theta

OUTLOOK = (3, 0, 2)  # sunny, overcast, rain on the five days without tennis
NAMES = ("Sunny", "Overcast", "Rain")
ALPHAS = np.logspace(-2, 3, 51)
RISK_ALPHAS = (0.0, 1.0, 5.0)
N = 10  # tosses per estimate, for the risk
CORNERS = np.array([[0.0, 0.0], [0.5, 0.75**0.5], [1.0, 0.0]])  # of the triangle: sunny, overcast, rain


@dataclass(frozen=True)
class Shrinkage:
    """Estimates of three values by α, and expected squared errors of a coin's estimate."""

    mode: FloatArray  # (51, 3) by ALPHAS
    mean: FloatArray  # (3,) posterior mean, α = 1
    theta: FloatArray  # (g,)
    risk: FloatArray  # (3, g) by RISK_ALPHAS
    mean_risk: FloatArray  # (3,) averaged over all θ


def compute() -> Shrinkage:
    """Return the modes of Dirichlet posteriors, and the risks in closed form."""
    theta = np.linspace(0, 1, 1001)
    return Shrinkage(
        mode=np.array([Dirichlet.smoothing(alpha, 3).update(OUTLOOK).mode for alpha in ALPHAS]),
        mean=Dirichlet.smoothing(1, 3).update(OUTLOOK).mean,
        theta=theta,
        risk=np.array([risk(theta, alpha) for alpha in RISK_ALPHAS]),
        mean_risk=np.array([(N + 2 * a**2) / (6 * (N + 2 * a) ** 2) for a in RISK_ALPHAS]),
    )


def risk(theta: FloatArray, alpha: float) -> FloatArray:
    """Return the expected squared error of (N₁ + α)/(n + 2α) after n tosses."""
    result: FloatArray = (N * theta * (1 - theta) + (alpha * (1 - 2 * theta)) ** 2) / (N + 2 * alpha) ** 2
    return result


def confirm(result: Shrinkage) -> None:
    """Climb on the simplex; go along the straight line; weigh draws from the prior; enumerate tosses."""
    for alpha, mode in zip(ALPHAS[::10], result.mode[::10], strict=True):
        agree(mode, climb(np.array(OUTLOOK) + alpha), "The mode must be the top of the simplex.", atol=1e-5)
        agree(mode, map_theta(OUTLOOK, alpha), "The mode must be the smoothed estimate.")
        by_m = [m_estimate(n_v, 5, p=1 / 3, m=3 * alpha) for n_v in OUTLOOK]
        agree(mode, by_m, "So must the m-estimate with m = αV and p = 1/V.")
    s = 3 * ALPHAS / (5 + 3 * ALPHAS)
    line = np.outer(1 - s, np.array(OUTLOOK) / 5) + s[:, None] / 3  # (51, 3)
    agree(result.mode, line, "Smoothing must go straight from the shares to the uniform distribution.")
    confirm_mean(result)
    confirm_risk(result)


def climb(weights: FloatArray) -> FloatArray:
    """Return the θ that maximises Σ weight_v log θ_v, found by an optimiser; θ = softmax(z) sums to 1."""
    optimum = minimize(lambda z: weights.sum() * np.logaddexp.reduce(z) - weights @ z, np.zeros(len(weights)))
    theta: FloatArray = np.exp(optimum.x - np.logaddexp.reduce(optimum.x))
    return theta


def confirm_mean(result: Shrinkage) -> None:
    """Draw from the prior and weigh each draw by its likelihood: the average is the posterior mean."""
    drawn = np.random.default_rng(3).dirichlet([2, 2, 2], 100_000)  # (100000, 3)
    weight = np.prod(drawn**OUTLOOK, axis=1)
    mean = weight @ drawn / weight.sum()
    sd = np.sqrt(weight**2 @ (drawn - mean) ** 2) / weight.sum()
    z = np.abs(mean - result.mean) / sd
    claim((z < 4).all(), f"Weighted draws must have the posterior's mean; they are {z.max():.1f} sd off.")


def confirm_risk(result: Shrinkage) -> None:
    """Enumerate the possible numbers of ones, and integrate over all θ."""
    k = np.arange(N + 1)
    probability = binom.pmf(k, N, result.theta[:, None])  # (g, N + 1)
    for i, alpha in enumerate(RISK_ALPHAS):
        error = ((k + alpha) / (N + 2 * alpha) - result.theta[:, None]) ** 2  # (g, N + 1)
        agree(result.risk[i], (probability * error).sum(axis=1), "The risk must be the expected error.")
        agree(result.mean_risk[i], np.trapezoid(result.risk[i], result.theta), "And its average.", rtol=1e-5)
    claim(result.mean_risk.argmin() == 1, "Of the three, α = 1 must have the least risk on average.")
    claim((result.risk[0] < result.risk[1])[[0, -1]].all(), "At θ = 0 and 1 smoothing must cost something.")


def conclude(result: Shrinkage) -> list[str]:
    """Return what came out."""
    return [
        "Outlook, given no (3, 0, 2): "
        + ", ".join(f"{t:.3f}" for t in map_theta(OUTLOOK, 1))
        + " with α = 1: the mode under Dirichlet(2, 2, 2), and the m-estimate with m = 3 and p = 1/3.",
        f"Expected squared error after {N} tosses, all θ alike: 1/{1 / result.mean_risk[0]:.0f} without "
        f"smoothing, 1/{1 / result.mean_risk[1]:.0f} with α = 1, which is the best α for every n.",
    ]


def draw(result: Shrinkage) -> Slide:
    """Draw the way of three estimates to the middle, and the expected error of each coin."""
    figure, (left, right) = slide(1, 2, title="Smoothing pulls to the middle: some bias for less variance")
    for values, name, style in zip(result.mode.T, NAMES, ("-", "--", "-."), strict=True):
        left.plot(ALPHAS, values, color="black", linewidth=3, linestyle=style)
        left.text(0.01, values[0] + 0.025, name, fontsize=TEXT_SIZE)
    left.axhline(1 / 3, color="0.6", linewidth=1, zorder=0)
    left.text(1000, 1 / 3 + 0.012, "1/V", fontsize=TEXT_SIZE, ha="right")
    left.set_xscale("log")
    left.set_ylim(0, 0.7)
    name_axes(left, "pseudo-count α", "estimate of P(value | no)", "outlook, given no: 3, 0, 2 of 5 days")
    for values, style in zip(result.risk, ("--", "-", ":"), strict=True):
        right.plot(result.theta, values, color="black", linewidth=2.5, linestyle=style)
    right.set_ylim(0, 0.075)
    right.text(0.5, 0.0262, "α = 0: maximum likelihood", fontsize=TEXT_SIZE, ha="center")
    right.text(0.5, 0.0187, "α = 1", fontsize=TEXT_SIZE, ha="center")
    right.text(0.5, 0.0015, "α = 5", fontsize=TEXT_SIZE, ha="center")
    name_axes(right, "true θ", "expected squared error", f"a coin, {N} tosses")
    return figure


def draw_simplex(result: Shrinkage) -> Slide:
    """Draw the posterior over all distributions of outlook, flat prior and smoothing, and the way of α."""
    figure, axes = slide(1, 2, title="Every distribution of three values is a point of the triangle")
    way = np.vstack([np.array(OUTLOOK) / 5, result.mode]) @ CORNERS  # (52, 2)
    for ax, alpha in zip(axes, (0, 1), strict=True):
        draw_belief(ax, Dirichlet.smoothing(alpha, 3).update(OUTLOOK))
        ax.plot(way[:, 0], way[:, 1], color="black", linewidth=1.5, linestyle=":")
        x, y = map_theta(OUTLOOK, alpha) @ CORNERS
        ax.plot(x, y, "o", color="black", markersize=13, markeredgecolor="white", markeredgewidth=1.5)
        ax.plot(*way[-1:].T, "+", color="black", markersize=13, markeredgewidth=2)
        ax.set_title(f"α = {alpha}", fontsize=TEXT_SIZE + 3)
    text = "dark: posterior density    dot: its mode, the smoothed estimate    dotted: the way to +, α → ∞"
    figure.supxlabel(text, fontsize=TEXT_SIZE)
    return figure


def draw_belief(ax: Axes, belief: Dirichlet) -> None:
    """Draw the density of a belief about three probabilities, dark where it is high."""
    side = np.linspace(0, 1, 101)
    grid = np.array([(a, b, 1 - a - b) for a in side for b in side if a + b <= 1 + 1e-9]).clip(0, 1)
    density = np.array([belief.pdf(point) for point in grid])
    x, y = (grid @ CORNERS).T
    ax.tricontourf(x, y, density / density.max(), np.linspace(0, 1.5, 13), cmap="Greys")
    ax.fill(*CORNERS.T, fill=False, edgecolor="black", linewidth=1.5)
    for (x, y), name, lift in zip(CORNERS.tolist(), NAMES, (-0.06, 0.03, -0.06), strict=True):
        ax.text(x, y + lift, f"{name} = 1", fontsize=TEXT_SIZE, ha="center")
    ax.set(xlim=(-0.12, 1.12), ylim=(-0.1, 0.95), aspect="equal")
    ax.axis("off")
