"""Additive smoothing is the mode of a posterior: count, add α for each value, divide by n + αV.

    θ_v = (n_v + α) / (n + αV)  =  mode of Dirichlet(n_1 + α + 1, …, n_V + α + 1)
                                =  mean of Dirichlet(n_1 + α, …, n_V + α)

For two values, Dirichlet(α+1, α+1) is Beta(α+1, α+1). The steps on paper are in ``algebra``, three values and
the price of smoothing in ``shrinkage``, denominators and pseudo-rows in ``counts``, one toss and credible
intervals in ``beliefs``. Here: the ten tosses of the lectures.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.stats import beta, binom

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.demos.smoothing import algebra, beliefs, counts, shrinkage
from mlcore.estimation import Beta, map_theta

ONES, ZEROS = 6, 4  # of ten tosses
ALPHAS = (0.0, 0.5, 1.0, 2.0, 10.0)


@dataclass(frozen=True)
class Result:
    """Modes and means of ten tosses, and the results of the other parts."""

    algebra: algebra.Algebra
    mode: FloatArray  # (5,) under Beta(α+1, α+1), α from ALPHAS
    mean: FloatArray  # (5,)
    shrinkage: shrinkage.Shrinkage
    counts: counts.Counts
    beliefs: beliefs.Beliefs


def compute() -> Result:
    """Return everything that the pictures need."""
    posteriors = [Beta.smoothing(alpha).update(ONES, ZEROS) for alpha in ALPHAS]
    return Result(
        algebra=algebra.derive(),
        mode=np.array([posterior.mode for posterior in posteriors]),
        mean=np.array([posterior.mean for posterior in posteriors]),
        shrinkage=shrinkage.compute(),
        counts=counts.compute(),
        beliefs=beliefs.compute(),
    )


def confirm(result: Result) -> None:
    """Check each part by a route that does not use its formula."""
    confirm_algebra(result)
    confirm_tosses(result)
    shrinkage.confirm(result.shrinkage)
    counts.confirm(result.counts)
    beliefs.confirm(result.beliefs)


def confirm_algebra(result: Result) -> None:
    """Put numbers into the formulas from paper and compare with the numbers found."""
    a, s = result.algebra, algebra
    tosses = {s.n_1: ONES, s.n_0: ZEROS, s.a: 3, s.b: 5}
    agree(float(a.mle.subs(tosses)), ONES / (ONES + ZEROS), "The MLE must be the share of ones.")
    modes = [float(a.mode.subs(tosses | {s.alpha: alpha})) for alpha in ALPHAS]
    agree(result.mode, modes, "The modes must be those of the formula on paper.")
    agree(float(a.mean.subs(tosses)), Beta(3, 5).update(ONES, ZEROS).mean, "So must the mean.")
    outlook = dict(zip(s.counts, shrinkage.OUTLOOK, strict=True)) | {s.alpha: 0.5}
    agree([float(t.subs(outlook)) for t in a.multinomial_mle], [3 / 5, 0, 2 / 5], "Shares are the MLE.")
    mode = [float(t.subs(outlook)) for t in a.multinomial_mode]
    agree(mode, map_theta(shrinkage.OUTLOOK, 0.5), "Lagrange's multiplier must lead to smoothing.")
    agree(float(a.denominator.subs({s.n: 5, s.V: 3, s.alpha: 2})), 11, "The total must grow by αV.")
    claim(a.m_is_smoothing == 0, "The m-estimate with m = αV and p = 1/V must be smoothing.")
    claim(a.m_is_shrinkage == 0, "The m-estimate must be a mixture of share and guess.")
    at = {s.n: shrinkage.N, s.theta: 0.2, s.alpha: 5}
    agree(float(a.risk.subs(at)), shrinkage.risk(np.array(0.2), 5), "The risk must be that on paper.")
    on_paper = [float(a.mean_risk.subs(at | {s.alpha: alpha})) for alpha in shrinkage.RISK_ALPHAS]
    agree(result.shrinkage.mean_risk, on_paper, "The average risk must be that on paper.")
    claim(a.best_alpha == 1, "Over all θ alike, α = 1 must be best.")


def confirm_tosses(result: Result) -> None:
    """Climb to the top of prior × likelihood, and integrate it, with SciPy's densities."""
    theta = np.linspace(0, 1, 20_001)
    for i, alpha in enumerate(ALPHAS):
        top = minimize_scalar(
            lambda t, a=alpha: -beta.logpdf(t, a + 1, a + 1) - binom.logpmf(ONES, ONES + ZEROS, t),
            bounds=(0, 1),
            method="bounded",
            options={"xatol": 1e-10},
        )
        agree(result.mode[i], top.x, "The mode must be where prior × likelihood is highest.", atol=1e-6)
        weight = beta.pdf(theta, alpha + 1, alpha + 1) * binom.pmf(ONES, ONES + ZEROS, theta)
        agree(result.mean[i], weight @ theta / weight.sum(), "The mean must be the integral.", rtol=1e-6)
        if alpha > 0:
            other = Beta(alpha, alpha).update(ONES, ZEROS).mean
            agree(result.mode[i], other, "The mode must be the mean under Beta(α, α).")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    return [
        "Six ones in ten tosses, α = 0, ½, 1, 2, 10: mode "
        + ", ".join(f"{m:.4f}" for m in result.mode)
        + " = (6 + α)/(10 + 2α).",
        "Posterior means under the same priors: " + ", ".join(f"{m:.4f}" for m in result.mean) + ".",
        *shrinkage.conclude(result.shrinkage),
        *counts.conclude(result.counts),
        *beliefs.conclude(result.beliefs),
    ]


def draw(result: Result) -> Slide:
    """Draw prior, likelihood and posterior of ten tosses for three α."""
    figure, axes = slide(1, 3, title="Six of ten: the posterior's mode is the smoothed estimate", sharey=True)
    theta = np.linspace(0, 1, 501)
    for ax, i in zip(axes, (0, 2, 4), strict=True):
        prior = Beta.smoothing(ALPHAS[i])
        ax.plot(theta, prior.pdf(theta), color="black", linestyle=":", linewidth=2)
        ax.plot(theta, Beta(ONES + 1, ZEROS + 1).pdf(theta), color="black", linestyle="--", linewidth=2)
        ax.plot(theta, prior.update(ONES, ZEROS).pdf(theta), color="black", linewidth=3)
        ax.axvline(result.mode[i], color="0.6", linewidth=1, zorder=0)
        ax.set_ylim(0, 6.4)
        ax.text(0.0, 5.6, f"mode {result.mode[i]:.4f}\nmean {result.mean[i]:.4f}", fontsize=TEXT_SIZE)
        name_axes(ax, "θ", "density" if i == 0 else "", f"α = {ALPHAS[i]:g}")
    axes[0].text(0.0, 1.12, "prior", fontsize=TEXT_SIZE)
    axes[0].text(0.0, 3.0, "posterior = likelihood\n(scaled to area 1)", fontsize=TEXT_SIZE)
    axes[1].text(0.99, 2.4, "dashed:\nlikelihood", fontsize=TEXT_SIZE, ha="right")
    axes[2].text(0.64, 4.2, "posterior", fontsize=TEXT_SIZE)
    return figure


DEMO = Demo(
    name="smoothing",
    question="Why does adding one to every count make sense, and what is it divided by?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={
        "smoothing-posteriors": draw,
        "smoothing-simplex": lambda result: shrinkage.draw_simplex(result.shrinkage),
        "smoothing-shrinkage": lambda result: shrinkage.draw(result.shrinkage),
        "smoothing-totals": lambda result: counts.draw(result.counts),
        "smoothing-one-toss": lambda result: beliefs.draw(result.beliefs),
        "smoothing-intervals": lambda result: beliefs.draw_intervals(result.beliefs),
    },
)
