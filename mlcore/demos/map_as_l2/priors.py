"""Which prior? The normal one, because it assumes least; or Laplace's, which gives L1 and exact zeros.

    normal    p(w) ∝ exp(−w²/(2τ²))   adds λ w²,      λ = σ²/τ²      w = S_xt / (S_xx + λ)
    Laplace   p(w) ∝ exp(−|w|/b)      adds 2 c |w|,   c = σ²/b       w = sign(S_xt) max(|S_xt| − c, 0) / S_xx

Of all densities with mean 0 and variance τ² the normal one has the greatest entropy, ½ log(2πe τ²).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import simpson
from scipy.optimize import minimize, minimize_scalar
from scipy.stats import laplace, logistic, norm, uniform
from sklearn.linear_model import Lasso

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, slide

X = np.array([1.0, 2.0, 3.0])
SCALE = 1 / 7  # b; with σ² = 1 the threshold c is 7, so slopes below c / S_xx = ½ become 0
DENSITIES = {  # mean 0, variance 1
    "normal": norm(),
    "logistic": logistic(scale=3**0.5 / np.pi),
    "Laplace": laplace(scale=0.5**0.5),
    "uniform": uniform(-(3**0.5), 2 * 3**0.5),
}


@dataclass(frozen=True)
class Priors:
    """Entropies of four densities of variance 1, and how two priors shrink the slope of three points."""

    entropy: FloatArray  # (4,) in the order of DENSITIES
    mle: FloatArray  # (g,)
    normal: FloatArray  # (g,) MAP slopes, λ = 7
    laplace: FloatArray  # (g,) MAP slopes, c = 7


def compute() -> Priors:
    """Return the entropies in closed form, and both shrinkage curves."""
    mle = np.linspace(-2, 2, 81)
    entropy = np.array(
        [
            0.5 * np.log(2 * np.pi * np.e),
            2 + np.log(3**0.5 / np.pi),
            1 + np.log(2 * 0.5**0.5),
            np.log(2 * 3**0.5),
        ]
    )
    S_xx = float(X @ X)
    return Priors(entropy, mle, mle * S_xx / (S_xx + 7), soft_threshold(mle * S_xx, 1 / SCALE) / S_xx)


def soft_threshold(z: FloatArray, c: float) -> FloatArray:
    """Return sign(z) max(|z| − c, 0)."""
    return np.sign(z) * np.maximum(np.abs(z) - c, 0)


def most_uncertain(grid: FloatArray, variance: float) -> FloatArray:
    """Return the probabilities on a grid that maximise the entropy, given mean 0 and the variance.

    A general optimiser looks for them; it is told nothing about exponentials or squares.
    """
    start = np.full(len(grid), 1 / len(grid))
    moments = np.vstack([np.ones_like(grid), grid, grid**2])  # (3, g)
    optimum = minimize(
        lambda p: float(p @ np.log(p)),
        start,
        jac=lambda p: np.log(p) + 1,
        bounds=[(1e-12, 1)] * len(grid),
        constraints={"type": "eq", "fun": lambda p: moments @ p - [1, 0, variance], "jac": lambda p: moments},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-14},
    )
    claim(optimum.success, "The optimiser must find the distribution of greatest entropy.")
    probabilities: FloatArray = optimum.x
    return probabilities


def confirm(result: Priors) -> None:
    """Integrate −p log p; maximise the entropy blindly; minimise blindly; ask scikit-learn's Lasso."""
    integrated = [integrated_entropy(density) for density in DENSITIES.values()]
    agree(result.entropy, integrated, "The entropies must be the integrals of −p log p.", rtol=1e-7)
    claim((result.entropy[1:] < result.entropy[0]).all(), "The normal density must have most entropy.")
    grid = np.linspace(-4, 4, 17)
    log_p = np.log(most_uncertain(grid, variance=1.0))
    agree(log_p, np.polyval(np.polyfit(grid, log_p, 2), grid), "log p must be a parabola.", atol=1e-3)
    for slope, l1, l2 in zip(result.mle[::8], result.laplace[::8], result.normal[::8], strict=True):
        t = slope * X
        agree(
            l2, minimum(lambda w, t=t: ((t - w * X) ** 2).sum() + 7 * w**2), "The square shrinks.", atol=1e-6
        )
        blind = minimum(lambda w, t=t: ((t - w * X) ** 2).sum() / 2 + abs(w) / SCALE)
        agree(l1, blind, "The absolute value cuts off.", atol=1e-6)
        lasso = Lasso(alpha=1 / (SCALE * len(X)), fit_intercept=False, tol=1e-10).fit(X[:, None], t)
        agree(l1, lasso.coef_[0], "Lasso's alpha must be σ²/(b n).", atol=1e-8)
    claim((result.laplace == 0).sum() > (result.normal == 0).sum() == 1, "Only L1 makes a whole range zero.")


def integrated_entropy(density: Any) -> float:
    """Return −∫ p log p; beyond ±40 nothing is left of any of the densities."""
    low, high = np.clip(density.support(), -40, 40)
    halves = [np.linspace(start, end, 8001) for start, end in ((low, 0), (0, high))]  # a corner may be at 0
    return float(sum(simpson(-density.pdf(half) * density.logpdf(half), x=half) for half in halves))


def minimum(objective: object) -> float:
    """Return where a function of one number is least within [−3, 3]."""
    return float(minimize_scalar(objective, bounds=(-3, 3), method="bounded", options={"xatol": 1e-9}).x)


def conclude(result: Priors) -> list[str]:
    """Return what came out."""
    named = ", ".join(f"{name} {h:.4f}" for name, h in zip(DENSITIES, result.entropy, strict=True))
    return [
        f"Entropy at variance 1: {named}. The normal prior assumes least.",
        "A Laplace prior (b = 1/7) sets every slope between −½ and ½ to 0; a normal prior sets none.",
    ]


def draw(result: Priors) -> Slide:
    """Draw the densities, and how each prior moves the estimate."""
    figure, (left, right) = slide(1, 2, title="Which prior? Normal: L2, all shrink. Laplace: L1, some vanish")
    w = np.linspace(-3.4, 3.4, 681)
    for (name, density), style in zip(DENSITIES.items(), ("-", "-.", "--", ":"), strict=True):
        if name != "logistic":
            left.plot(w, density.pdf(w), color="black", linestyle=style, linewidth=2.5)
    left.text(0.25, 0.66, "Laplace", fontsize=TEXT_SIZE)
    left.text(1.0, 0.31, "uniform", fontsize=TEXT_SIZE)
    left.text(2.0, 0.09, "normal", fontsize=TEXT_SIZE)
    name_axes(left, "weight w", "density", "mean 0, variance 1")
    right.plot(result.mle, result.mle, color="0.7", linewidth=2)
    right.plot(result.mle, result.normal, color="black", linewidth=2.5)
    right.plot(result.mle, result.laplace, color="black", linewidth=2.5, linestyle="--")
    ends = (("no prior", result.mle), ("Laplace: L1", result.laplace), ("normal: L2", result.normal))
    for (name, line), lift in zip(ends, (0, 0.03, -0.06), strict=True):
        right.text(2.05, line[-1] + lift, name, fontsize=TEXT_SIZE, va="center")
    right.set_xlim(-2.1, 3.1)
    name_axes(right, "slope without a prior", "MAP slope", "what each does to the estimate")
    return figure
