"""Heights: two normal curves, the points where the decision turns, and the areas that are decided wrongly.

    the decision turns where    π_f N(x; μ_f, σ_f²) = π_m N(x; μ_m, σ_m²)

The logarithm of both sides is quadratic in x. Equal σ leave one root, the midpoint shifted by the priors;
unequal σ leave two, or none once the prior of the narrower class is too small. The y axis is a density:
only areas are probabilities. The numbers are made up for the picture, no measurement of anybody's height.
Confirmed by second routes: root search, integration of the curves, people drawn at random.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import norm

from mlcore._checks import FloatArray
from mlcore.demos.frame import AXIS_SIZE, TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.discriminant import boundary_1d
from mlcore.estimation import gaussian_pdf

MEAN_F, SD_F, MEAN_M, SD_M = 165.0, 6.0, 178.0, 7.0  # cm
PEOPLE = 1_000_000


@dataclass(frozen=True)
class Result:
    """Where decisions turn, what they get wrong, and what the prior does to both."""

    equal_sd: FloatArray  # (1,) boundary if both σ are 6
    own_sd: FloatArray  # (2,) boundaries for 6 and 7
    prior_02: FloatArray  # (2,) the same if only two in ten are women
    missed: float  # share of men taken for women, own σ, equal priors
    alarm: float  # share of women taken for men
    far_tail: float  # share of men below the lower boundary: they are decided rightly
    last_prior: float  # P(f) below which nobody is taken for a woman
    beyond: float  # boundary for N(0, 1) and N(2, 1) with priors 0.99 and 0.01
    narrow_peak: float  # density of N(0, 0.1²) at 0
    prior: FloatArray  # (g,) P(f)
    boundaries: FloatArray  # (g, 2) NaN where there is none


def boundaries(prior_f: float, sd_f: float = SD_F, sd_m: float = SD_M) -> list[float]:
    """Return the heights at which the decision turns.

    >>> boundaries(0.5, sd_m=6)
    [171.5]
    """
    return boundary_1d(MEAN_F, sd_f**2, prior_f, MEAN_M, sd_m**2, 1 - prior_f)


def log_odds_f(x: float, prior_f: float, sd_f: float = SD_F, sd_m: float = SD_M) -> float:
    """Return log π_f N(x; f) − log π_m N(x; m): above 0 the decision is f."""
    densities = norm.logpdf(x, MEAN_F, sd_f) - norm.logpdf(x, MEAN_M, sd_m)
    return float(densities + np.log(prior_f / (1 - prior_f)))


def error_areas(prior_f: float, sd_f: float = SD_F, sd_m: float = SD_M) -> tuple[float, float]:
    """Return the shares of men taken for women and of women taken for men: areas between boundaries.

    >>> [round(area, 4) for area in error_areas(0.5)]
    [0.1764, 0.1395]
    """
    edges = [-np.inf, *boundaries(prior_f, sd_f, sd_m), np.inf]
    missed = alarm = 0.0
    for low, high in pairwise(edges):
        inside = np.clip([low, high], -1e6, 1e6).mean()
        if log_odds_f(inside, prior_f, sd_f, sd_m) > 0:
            missed += norm.cdf(high, MEAN_M, sd_m) - norm.cdf(low, MEAN_M, sd_m)
        else:
            alarm += norm.cdf(high, MEAN_F, sd_f) - norm.cdf(low, MEAN_F, sd_f)
    return float(missed), float(alarm)


def last_prior(sd_f: float = SD_F, sd_m: float = SD_M) -> float:
    """Return the P(f) at which both boundaries meet, for σ_f < σ_m; with a smaller one there are none.

    The log-odds are greatest where they are log(π_f / π_m) + log(σ_m / σ_f) + Δμ² / (2 (σ_m² − σ_f²)).

    >>> 0.001 < last_prior() < 0.002
    True
    """
    greatest = np.log(sd_m / sd_f) + (MEAN_M - MEAN_F) ** 2 / (2 * (sd_m**2 - sd_f**2))
    return float(1 / (1 + np.exp(greatest)))


def compute() -> Result:
    """Return boundaries and areas."""
    prior = 1 / (1 + np.exp(-np.linspace(-8, 8, 321)))
    turns = [boundaries(p) for p in prior]
    balanced = boundaries(0.5)
    missed, alarm = error_areas(0.5)
    return Result(
        equal_sd=np.array(boundaries(0.5, sd_m=SD_F)),
        own_sd=np.array(balanced),
        prior_02=np.array(boundaries(0.2)),
        missed=missed,
        alarm=alarm,
        far_tail=float(norm.cdf(balanced[0], MEAN_M, SD_M)),
        last_prior=last_prior(),
        beyond=boundary_1d(0, 1, 0.99, 2, 1, 0.01)[0],
        narrow_peak=float(gaussian_pdf(0.0, 0.0, 0.1**2)),
        prior=prior,
        boundaries=np.array([pair or [np.nan, np.nan] for pair in turns]),
    )


def confirm(result: Result) -> None:
    """Search the roots, integrate the curves, and draw people."""
    middle = (MEAN_F + MEAN_M) / 2
    agree(result.equal_sd, [middle], "With equal σ and priors the boundary must be the midpoint.")
    for turns, prior_f in ((result.own_sd, 0.5), (result.prior_02, 0.2)):
        agree(turns, searched(prior_f), "Root search must find the same two boundaries.", rtol=1e-8)
    top = minimize_scalar(lambda x: -log_odds_f(x, 0.5), bounds=(0, 300), method="bounded")
    agree(result.last_prior, 1 / (1 + np.exp(-top.fun)), "Boundaries must meet at the top.", rtol=1e-6)
    there = ~np.isnan(result.boundaries[:, 0])
    claim((there == (result.prior > result.last_prior)).all(), "Below that prior there must be none.")
    for p, pair in zip(result.prior[there][::20], result.boundaries[there][::20], strict=True):
        agree(pair, searched(p), "Root search must find the boundaries for all priors.", rtol=1e-6)
    agree(result.beyond, 1 + np.log(99) / 2, "With equal σ the priors must shift the midpoint.")
    claim(result.beyond > 2, "A strong prior must push the boundary beyond both means.")
    total = quad(lambda x: gaussian_pdf(x, 0.0, 0.01), -1, 1, points=[0])[0]
    agree([result.narrow_peak, total], [10 / np.sqrt(2 * np.pi), 1], "A density may exceed 1, its area not.")
    _confirm_areas(result)


def searched(prior_f: float) -> list[float]:
    """Return the two heights where the log-odds change their sign, by bisection from their top."""
    top = minimize_scalar(lambda x: -log_odds_f(x, prior_f), bounds=(0, 300), method="bounded").x
    return [brentq(log_odds_f, *sorted((top, end)), args=(prior_f,)) for end in (-2000.0, 2000.0)]


def _confirm_areas(result: Result) -> None:
    low, high = searched(0.5)
    integral = quad(gaussian_pdf, low, high, args=(MEAN_M, SD_M**2), points=[MEAN_F, MEAN_M - 30])[0]
    agree(result.missed, integral, "Men taken for women must be an area under their curve.", rtol=1e-7)
    outside = 1 - quad(gaussian_pdf, low, high, args=(MEAN_F, SD_F**2), points=[MEAN_F])[0]
    agree(result.alarm, outside, "Women taken for men must be the area outside.", rtol=1e-7)
    tail = quad(gaussian_pdf, low - 60, low, args=(MEAN_M, SD_M**2), epsabs=0)[0]
    agree(result.far_tail / tail, 1, "The far tail must be an area as well.", rtol=1e-6)
    rng = np.random.default_rng(21)
    men, women = rng.normal(MEAN_M, SD_M, PEOPLE), rng.normal(MEAN_F, SD_F, PEOPLE)
    for people, wrong, share in ((men, True, result.missed), (women, False, result.alarm)):
        taken_for_f = norm.pdf(people, MEAN_F, SD_F) > norm.pdf(people, MEAN_M, SD_M)
        z = (np.mean(taken_for_f == wrong) - share) / np.sqrt(share * (1 - share) / PEOPLE)
        claim(abs(z) < 4, "People drawn at random must be mistaken as often as the areas say.")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    low, high = result.own_sd
    return [
        f"Both σ = 6 cm, equal priors: one boundary, {result.equal_sd[0]:.1f} cm, the midpoint.",
        f"σ = 6 and 7 cm: two boundaries, {low:.2f} and {high:.2f} cm.",
        f"{result.missed:.2%} of the men are taken for women, {result.alarm:.2%} of the women for men.",
        f"Below the lower boundary the answer is 'man' again, for {result.far_tail:.0e} of the men.",
        f"With P(f) = 0.2 the boundaries are {result.prior_02[0]:.2f} and {result.prior_02[1]:.2f} cm; "
        f"with P(f) below {result.last_prior:.5f} there are none.",
        f"N(0, 1) against N(2, 1) with priors 0.99 and 0.01: the boundary {result.beyond:.2f} is beyond both "
        "means.",
        f"The density of N(0, 0.1²) is {result.narrow_peak:.2f} at its peak: a density is no probability.",
    ]


def draw_heights(result: Result) -> Slide:
    """Draw both densities with boundary and areas of error, for equal and for own σ."""
    figure, axes = slide(2, 1, title="Which heights are decided wrongly?", sharex=True)
    x = np.linspace(142, 202, 601)
    for ax, sd_m, (*_, edge) in zip(axes, (SD_F, SD_M), (result.equal_sd, result.own_sd), strict=True):
        women, men = gaussian_pdf(x, MEAN_F, SD_F**2), gaussian_pdf(x, MEAN_M, sd_m**2)
        ax.fill_between(x, men, where=x <= edge, facecolor="0.9", edgecolor="black", hatch="//", linewidth=0)
        ax.fill_between(x, women, where=x >= edge, facecolor="0.55", edgecolor="black", linewidth=0)
        ax.plot(x, women, color="black", linewidth=3)
        ax.plot(x, men, color="black", linewidth=3, linestyle="--")
        ax.plot([edge, edge], [0, 0.07], color="black", linewidth=1.5, linestyle=":")
        ax.text(edge, 0.0715, f"{edge:.2f} cm", fontsize=TEXT_SIZE, ha="center")
        ax.text(158.5, 0.055, f"women, σ = {SD_F:.0f} cm", fontsize=AXIS_SIZE, ha="right")
        ax.text(186, 0.055, f"men, σ = {sd_m:.0f} cm", fontsize=AXIS_SIZE)
        missed, alarm = error_areas(0.5, sd_m=sd_m)
        line = {"arrowstyle": "-", "color": "black"}
        for share, text, at, aside, side in (
            (missed, "of the men are\ntaken for women", (edge - 3, 0.007), (153, 0.026), "right"),
            (alarm, "of the women\nare taken for men", (edge + 2, 0.01), (191, 0.026), "left"),
        ):
            ax.annotate(f"{share:.1%} {text}", at, aside, fontsize=TEXT_SIZE, ha=side, arrowprops=line)
        ax.set_ylim(0, 0.08)
        name_axes(ax, "height (cm)", "density (per cm)")
    return figure


def draw_boundaries(result: Result) -> Slide:
    """Draw the logarithms of both curves with their two crossings, and the boundaries against the prior."""
    figure, (left, right) = slide(1, 2, title="Unequal σ: two boundaries, or none")
    x = np.linspace(60, 220, 400)
    left.plot(x, norm.logpdf(x, MEAN_F, SD_F), color="black", linewidth=3)
    left.plot(x, norm.logpdf(x, MEAN_M, SD_M), color="black", linewidth=3, linestyle="--")
    for edge in result.own_sd:
        height = norm.logpdf(edge, MEAN_M, SD_M)
        left.plot(edge, height, "o", color="white", markeredgecolor="black", markersize=12, zorder=3)
        left.annotate(f"{edge:.1f}", (edge, height), (-14, 10), textcoords="offset points",
                      fontsize=TEXT_SIZE, ha="right")  # fmt: skip
    left.text(116, -52, "men", fontsize=AXIS_SIZE, ha="left")
    left.text(210, -48, "women", fontsize=AXIS_SIZE, ha="right")
    name_axes(left, "height (cm)", "logarithm of the density", "equal priors")
    odds = np.log10(result.prior / (1 - result.prior))
    right.plot(odds, result.boundaries, color="black", linewidth=3)
    for mean, text in ((MEAN_F, "mean of women"), (MEAN_M, "mean of men")):
        right.axhline(mean, color="0.6", linewidth=1, linestyle="--", zorder=0)
        right.text(3.5, mean - 5.5, text, fontsize=TEXT_SIZE, ha="right")
    right.text(0.3, 130, "say 'woman'", fontsize=AXIS_SIZE)
    right.text(-2.9, 80, "say 'man'", fontsize=AXIS_SIZE)
    right.set_xticks(range(-3, 4), ["1:1000", "1:100", "1:10", "1:1", "10:1", "100:1", "1000:1"])
    name_axes(right, "prior odds, women to men", "boundaries (cm)")
    return figure


DEMO = Demo(
    name="heights",
    question="Where does the decision between two normal curves turn, and whom does it get wrong?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"heights": draw_heights, "heights-boundaries": draw_boundaries},
)
