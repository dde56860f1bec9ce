"""Kernels: nearer neighbours count more, and two near ones may beat three far ones.

    w_i = κ(d_i / h)        p(c) = Σ_i w_i 1(y_i = c) / Σ_i w_i

Computed here: the kernels; the lectures' vote with weights 0.9, 0.8 against 0.4, 0.35, 0.3, which comes out
against the majority; how its answer depends on the bandwidth h; what the missing root of a distance changes.
Confirmed by formulas that SymPy differentiates and integrates, by polynomials whose root is the bandwidth
at which the vote turns, and by enumerating all labels.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from scipy.integrate import quad
from scipy.optimize import brentq

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.demos.kernels.algebra import COMPACT, FORMULAS, constant, slopes, turning_algebra, values
from mlcore.kernels import KERNELS, vote_weights, weighted_vote

WEIGHTS = (0.9, 0.8, 0.4, 0.35, 0.3)  # the lectures' example
LABELS = (1, 1, -1, -1, -1)
DISTANCES = (0.1, 0.2, 0.6, 0.65, 0.7)  # for which 1 − d, the triangular kernel at h = 1, gives WEIGHTS
TURNING = ("triangular", "epanechnikov", "gaussian", "exponential")
STYLES = {"triangular": "--", "epanechnikov": "-.", "gaussian": "-", "exponential": ":"}
NO_ROOT = (1.0, 1.8, 2.0)  # distances of one plus and two minuses


@dataclass(frozen=True)
class Result:
    """Kernel curves, the lectures' vote, and votes against the bandwidth."""

    u: FloatArray  # (g,)
    curves: dict[str, FloatArray]  # (g,) each
    constants: dict[str, float]  # by which a kernel becomes a density
    total: float  # Σ w_i y_i of the lectures' vote
    p_plus: float  # its P(+)
    majority: float  # P(+) if all count the same
    overruled: int  # of the 32 ways to label five neighbours: how often the majority loses
    h: FloatArray  # (b,)
    by_h: dict[str, FloatArray]  # (b,) P(+) against the bandwidth
    turning: dict[str, float]  # the h at which the answer turns
    rooted: float  # P(+) with weights 1/d
    squared: float  # P(+) with weights 1/d²


def p_plus(dists: ArrayLike, kernel: str, h: float, labels: ArrayLike = LABELS) -> float:
    """Return P(+) of neighbours at some distances, labelled −1 and +1.

    >>> round(p_plus(DISTANCES, "triangular", h=1), 4)
    0.6182
    """
    return float(weighted_vote(labels, vote_weights(dists, kernel, h), classes=[-1, 1])[1])


def turning_bandwidth(kernel: str) -> float:
    """Return the h at which P(+) of the lectures' neighbours passes ½."""
    lowest = 0.11 if kernel in COMPACT else 0.05  # below, a compact kernel reaches nobody, others underflow
    return float(brentq(lambda h: p_plus(DISTANCES, kernel, h) - 0.5, lowest, 10, xtol=1e-13))


def compute() -> Result:
    """Return curves and votes."""
    u, h = np.linspace(0, 2.5, 501), np.geomspace(0.15, 12, 300)
    with np.errstate(divide="ignore"):
        curves = {name: kernel(u) for name, kernel in KERNELS.items() if name != "laplace"}
    ends = {name: 1.0 if name in COMPACT else np.inf for name in FORMULAS}
    area = {
        name: 2 * quad(lambda t, k=name: float(KERNELS[k](np.array(t))), 0, ends[name])[0] for name in ends
    }
    votes = [weighted_vote(y, WEIGHTS, [-1, 1])[1] > 0.5 for y in product((-1, 1), repeat=5)]
    majorities = [sum(y) > 0 for y in product((-1, 1), repeat=5)]
    one_two = (1, -1, -1)
    return Result(
        u=u,
        curves=curves,
        constants={name: 1 / size for name, size in area.items()},
        total=float(np.dot(WEIGHTS, LABELS)),
        p_plus=float(weighted_vote(LABELS, WEIGHTS, [-1, 1])[1]),
        majority=p_plus(DISTANCES, "uniform", 1),
        overruled=sum(vote != majority for vote, majority in zip(votes, majorities, strict=True)),
        h=h,
        by_h={name: np.array([p_plus(DISTANCES, name, float(width)) for width in h]) for name in TURNING},
        turning={name: turning_bandwidth(name) for name in TURNING},
        rooted=p_plus(NO_ROOT, "distance", 1, one_two),
        squared=p_plus(np.square(NO_ROOT), "distance", 1, one_two),
    )


def confirm(result: Result) -> None:
    """Let formulas, polynomials and enumeration say the same."""
    below = result.u[result.u < 1]
    for name in FORMULAS:
        inside = result.u != 1  # where boxcar jumps
        agree(result.curves[name][inside], values(name, result.u)[inside], f"{name} must follow its formula.")
        claim((slopes(name, below) <= 1e-15).all(), f"{name} must not rise.")
        agree(result.constants[name], float(constant(name)), f"{name} must have its exact constant.")
        scaled = result.constants[name] * result.curves[name][:200:20]
        plain = result.curves[name][:200:20]
        agree(scaled / scaled.sum(), plain / plain.sum(), "A constant factor must cancel in the weights.")
    agree(vote_weights(DISTANCES, "triangular"), np.array(WEIGHTS) / 2.75, "1 − d must give the weights.")
    agree([result.total, result.p_plus, result.majority], [0.65, 1.7 / 2.75, 2 / 5], "The lectures' vote.")
    claim(result.majority < 0.5 < result.p_plus, "The weights must overrule the majority.")
    subsets = [sum(w for w, of_few in zip(WEIGHTS, few, strict=True) if of_few) for few in _minorities()]
    claim(result.overruled == 2 * sum(w > 2.75 / 2 for w in subsets), "Count the minorities that weigh more.")
    for y in product((-1, 1), repeat=5):
        p = weighted_vote(y, WEIGHTS, [-1, 1])[1]
        agree(2 * p - 1, np.dot(WEIGHTS, y) / 2.75, "Σ w y / Σ w must be 2 p − 1: one rule in two codings.")
    claim(np.sign(np.dot([0.5, 0.5], [1, -1])) == 0, "At 0 the sign names no class.")
    _confirm_bandwidth(result)
    agree([1 / result.rooted, 1 / result.squared], [1 + 5 / 9 + 1 / 2, 1 + 25 / 81 + 1 / 4], "By fractions.")
    claim(result.rooted < 0.5 < result.squared, "Without the root the vote must come out the other way.")
    claim((np.diff(np.square(NO_ROOT)) > 0).all(), "The order of the neighbours must stay.")


def _confirm_bandwidth(result: Result) -> None:
    """Find the turn by algebra; look far left and far right of it."""
    for name, exact in turning_algebra().items():
        agree(result.turning[name], float(exact), f"The vote with {name} must turn where algebra says.")
    agree(_gaussian_vote(result.turning["gaussian"]), 0, "At the turn Gaussian votes must tie.", atol=1e-9)
    for name, row in result.by_h.items():
        sides = row > 0.5
        wide = result.h > result.turning[name]
        claim((sides == ~wide).all(), f"With {name} the answer must turn once.")
        agree(p_plus(DISTANCES, name, 1e7), result.majority, "A huge bandwidth asks the majority.", rtol=1e-5)
        agree(p_plus(DISTANCES, name, 0.11 if name in COMPACT else 1e-3), 1, "A tiny one asks the nearest.")


def _gaussian_vote(h: float) -> float:
    return sum(y * float(np.exp(-d * d / (2 * h * h))) for d, y in zip(DISTANCES, LABELS, strict=True))


def _minorities() -> list[tuple[int, ...]]:
    """Return all choices of at most two of five neighbours."""
    return [few for few in product((0, 1), repeat=5) if sum(few) <= 2]


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    turns = ", ".join(f"{name} {h:.3f}" for name, h in result.turning.items())
    return [
        f"The lectures' vote: 0.9 + 0.8 − 0.4 − 0.35 − 0.3 = {result.total:.2f}, so +1 with P(+) = "
        f"{result.p_plus:.4f}; counted by heads P(+) = {result.majority:.1f}.",
        f"With these weights the majority loses in {result.overruled} of 32 labellings.",
        f"The answer goes back to the majority when the bandwidth passes: {turns}.",
        "Textbook constants such as 3/4 for Epanechnikov cancel: they change no vote.",
        f"Weights 1/d give P(+) = {result.rooted:.4f}, and 1/d² (the root forgotten) {result.squared:.4f}: "
        "same neighbours, other answer.",
    ]


def draw(result: Result) -> Slide:
    """Draw some kernels, and the lectures' vote with marks as large as the weights."""
    figure, (left, right) = slide(1, 2, title="Nearer neighbours count more")
    styles = {**STYLES, "boxcar": (0, (6, 1)), "inverse": (0, (1, 3))}
    places = {"triangular": (0.08, 0.3), "epanechnikov": (1.1, 0.05), "gaussian": (1.42, 0.4)}
    places |= {"exponential": (1.9, 0.2), "boxcar": (0.4, 1.03), "inverse": (1.35, 0.8)}
    left.plot((0.97, 1.08), (0.059, 0.065), color="0.4", linewidth=1)
    for name, style in styles.items():
        left.plot(result.u, result.curves[name], linestyle=style, color="black", linewidth=2.5)
        left.text(*places[name], name, fontsize=TEXT_SIZE)
    left.set(ylim=(0, 1.3), xlim=(0, 2.5))
    name_axes(left, "u = d / h, distance in bandwidths", "weight κ(u)")
    _vote(right, vote_weights(DISTANCES, "triangular") * sum(WEIGHTS), "0.9 + 0.8 beats 0.4 + 0.35 + 0.3")
    return figure


def draw_vote(kernel: str, h: float) -> Slide:
    """Draw the vote with any kernel and bandwidth, for the slider; weights sum to 1."""
    figure, (ax,) = slide()
    _vote(
        ax,
        vote_weights(DISTANCES, kernel, h),
        f"{kernel}, h = {h:g}: P(+) = {p_plus(DISTANCES, kernel, h):.3f}",
    )
    return figure


def _vote(ax: Axes, weights: FloatArray, title: str) -> None:
    angles = np.radians([60, 200, 330, 130, 265])
    for d, w, y, angle in zip(DISTANCES, weights, LABELS, angles, strict=True):
        x = d * np.cos(angle), d * np.sin(angle)
        ax.plot((0, x[0]), (0, x[1]), color="0.7", linewidth=1, zorder=1)
        size = 44 * np.sqrt(max(w, 1e-4) / max(weights))
        ax.plot(*x, "o", mfc="white" if y > 0 else "0.35", color="black", markersize=size)
        text, aside = f"{'+' if y > 0 else '−'} {w:.2f}", np.sign(x[0]) * 24
        side = "left" if aside > 0 else "right"
        ax.annotate(text, x, (aside, 8), textcoords="offset points", fontsize=TEXT_SIZE, ha=side)
    ax.plot(0, 0, "*", color="black", markersize=18)
    ax.set(xlim=(-0.85, 0.95), ylim=(-0.9, 0.8), aspect="equal")
    name_axes(ax, "x₁", "x₂", title)


def draw_zoo(result: Result) -> Slide:
    """Draw each kernel in its own panel, over the others."""
    figure, axes = slide(2, 5, title="Ten kernels", sharex=True, sharey=True)
    for i, (ax, (name, curve)) in enumerate(zip(axes, result.curves.items(), strict=True)):
        for other in result.curves.values():
            ax.plot(result.u, other, color="0.85", linewidth=1)
        ax.plot(result.u, curve, color="black", linewidth=3)
        ax.set(ylim=(0, 1.3), xlim=(0, 2.5), xticks=[0, 1, 2], yticks=[0, 0.5, 1])
        name_axes(ax, "u = d / h" if i > 4 else "", "κ(u)" if i % 5 == 0 else "", name)
    return figure


def draw_bandwidth(result: Result) -> Slide:
    """Draw P(+) of the lectures' vote against the bandwidth."""
    figure, (ax,) = slide(title="From the nearest neighbour to the majority")
    for name, row in result.by_h.items():
        ax.plot(result.h, row, linestyle=STYLES[name], color="black", linewidth=2.5)
        ax.plot(result.turning[name], 0.5, "o", color="black", markersize=9)
    places = {"gaussian": (0.3, 0.91), "exponential": (0.155, 0.76)}
    places["triangular (dashed),\nepanechnikov (dash-dotted)"] = (0.78, 0.8)
    for name, position in places.items():
        ax.text(*position, name, fontsize=TEXT_SIZE)
    for height, text in ((0.5, "a tie"), (result.majority, "heads counted: 2 of 5")):
        ax.axhline(height, color="0.6", linewidth=1, zorder=0)
        ax.text(0.155, height + 0.01, text, fontsize=TEXT_SIZE)
    ax.set_xscale("log")
    ax.set_xticks([0.2, 0.5, 1, 2, 5, 10], labels=["0.2", "0.5", "1", "2", "5", "10"])
    ax.set(ylim=(0.35, 1.02))
    ax.minorticks_off()
    name_axes(ax, "bandwidth h", "P(+)")
    return figure


DEMO = Demo(
    name="kernels",
    question="Can two near neighbours outvote three far ones?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"kernels": draw, "kernel-zoo": draw_zoo, "bandwidth": draw_bandwidth},
)
