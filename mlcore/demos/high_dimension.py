"""High dimension: distances lose their meaning, a few points become everybody's neighbour, the ball empties.

    uniform points     E ‖x − x'‖² = d/6,  Var ‖x − x'‖² = 7d/180,  so spread / mean → √(7/20) / √d
    contrast           (max − min) / min of the distances from one query falls towards 0
    ball in its cube   π^(d/2) / (Γ(d/2 + 1) 2^d)
    balls in corners   the ball between the 2^d unit balls of a cube of side 4 has radius √d − 1

Computed here by drawing points. Confirmed by the formulas, whose statistical error is known, by sorting all
distances instead of searching, and by a bound from plane geometry that the hubs of a high dimension break.
"""

from dataclasses import dataclass
from itertools import product
from math import lgamma, log, pi

import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import gaussian_kde, spearmanr

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.neighbors import NearestNeighbors

N, K = 500, 5  # points, neighbours of each
DIMENSIONS = (2, 10, 100, 1000)
HUB_DIMENSIONS = (2, 100)
REPEATS = 20  # further data sets, to see that hubs are no accident of one seed
PAIRS, SHOTS = 4000, 1_000_000
BALLS = tuple(range(1, 13))
STYLES = ("-", "--", "-.", ":")


@dataclass(frozen=True)
class Result:
    """What was drawn: distances, neighbour counts, shots at a cube."""

    contrast: FloatArray  # (4,) of N distances from one query
    sq_dists: FloatArray  # (4, PAIRS) between two uniform points
    hubs: IntArray  # (2, N) of how many points each is among the K nearest
    to_centre: FloatArray  # (2, N) distance of each point to the mean of all
    largest: IntArray  # (2, REPEATS) count of the greatest hub in further data sets
    inside: IntArray  # (12,) of SHOTS at the cube, those that hit the ball
    between: FloatArray  # (12,) radius of the ball between the balls in the corners


def k_occurrence(points: FloatArray) -> IntArray:
    """Return how often each point is among the K nearest of another, shape (n,).

    >>> k_occurrence(np.arange(6.0)[:, None]).tolist()  # all others are the five nearest
    [5, 5, 5, 5, 5, 5]
    """
    rows = NearestNeighbors(n_neighbors=K).fit(points).kneighbors()[1]  # (n, K)
    return np.bincount(rows.ravel(), minlength=len(points))


def contrast(points: FloatArray, query: FloatArray) -> float:
    """Return (max − min) / min of the distances from the query.

    >>> contrast(np.array([[1.0], [3.0]]), np.array([[0.0]]))
    2.0
    """
    dists = NearestNeighbors(n_neighbors=len(points)).fit(points).kneighbors(query)[0][0]  # nearest first
    return float((dists[-1] - dists[0]) / dists[0])


def ball_in_cube(d: int) -> float:
    """Return the share of the cube [−1, 1]^d that the unit ball fills: π^(d/2) / (Γ(d/2 + 1) 2^d).

    >>> round(4 * ball_in_cube(2), 6)  # the circle in its square
    3.141593
    """
    return float(np.exp(d / 2 * log(pi) - lgamma(d / 2 + 1) - d * log(2)))


def shots_inside(d: int, shots: int, rng: np.random.Generator) -> int:
    """Return how many of that many uniform points of [−1, 1]^d lie in the unit ball."""
    sq_norm = np.zeros(shots)
    for _ in range(d):
        sq_norm += rng.uniform(-1, 1, shots) ** 2
    return int((sq_norm <= 1).sum())


def ball_between(d: int) -> float:
    """Return the radius left at the centre of a cube of side 4 with a unit ball in each of its 2^d corners.

    >>> round(ball_between(2), 6)
    0.414214
    """
    centres = np.array(list(product((-1, 1), repeat=d)))  # (2^d, d)
    return float(np.linalg.norm(centres, axis=1).min() - 1)


def compute() -> Result:
    """Draw the points of the lectures' table first, from one generator, then all others."""
    rng = np.random.default_rng(0)
    contrasts = [contrast(rng.random((N, d)), rng.random((1, d))) for d in DIMENSIONS]
    clouds = [rng.normal(size=(N, d)) for d in HUB_DIMENSIONS]
    rng = np.random.default_rng(11)
    return Result(
        contrast=np.array(contrasts),
        sq_dists=np.array(
            [((rng.random((PAIRS, d)) - rng.random((PAIRS, d))) ** 2).sum(axis=1) for d in DIMENSIONS]
        ),
        hubs=np.array([k_occurrence(points) for points in clouds]),
        to_centre=np.array([np.linalg.norm(points - points.mean(axis=0), axis=1) for points in clouds]),
        largest=np.array(
            [[k_occurrence(rng.normal(size=(N, d))).max() for _ in range(REPEATS)] for d in HUB_DIMENSIONS]
        ),
        inside=np.array([shots_inside(d, SHOTS, rng) for d in BALLS]),
        between=np.array([ball_between(d) for d in BALLS]),
    )


def confirm(result: Result) -> None:
    """Compare what was drawn with the formulas, within four standard errors, and with sorted distances."""
    d = np.array(DIMENSIONS)
    mean, variance = result.sq_dists.mean(axis=1), result.sq_dists.var(axis=1)  # (4,)
    claim(
        (abs(mean - d / 6) < 4 * np.sqrt(7 * d / 180 / PAIRS)).all(), "Squared distances must average to d/6."
    )
    fourth = ((result.sq_dists - mean[:, None]) ** 4).mean(axis=1)
    error = np.sqrt((fourth - variance**2) / PAIRS)  # of an estimated variance
    claim((abs(variance - 7 * d / 180) < 4 * error).all(), "Their variance must be 7d/180.")
    spread = relative_spread(result)
    agree(
        spread[-1] * np.sqrt(d[-1]), np.sqrt(7 / 20), "Spread / mean must approach √(7/20) / √d.", rtol=0.05
    )
    claim((np.diff(result.contrast) < 0).all(), "The contrast must fall with every further dimension.")
    _confirm_by_sorting(result)
    expected = np.array([ball_in_cube(d) for d in BALLS])
    error = np.sqrt(np.clip(expected * (1 - expected), 0, 1) / SHOTS)
    missed = abs(result.inside / SHOTS - expected)
    claim((missed < 4 * error + 1e-9).all(), "Shots must hit as the volumes foretell.")
    agree((result.between + 1) ** 2, BALLS, "The centre of a corner's ball is √d away, one for its radius.")


def _confirm_by_sorting(result: Result) -> None:
    """Draw the same points again, sort all their distances, and use plane geometry."""
    rng = np.random.default_rng(0)
    for d, contrast in zip(DIMENSIONS, result.contrast, strict=True):
        points, query = rng.random((N, d)), rng.random((1, d))
        dists = np.sort(cdist(query, points)[0])
        agree(contrast, dists[-1] / dists[0] - 1, "Sorted distances must give the same contrast.", rtol=1e-8)
    for row, d in enumerate(HUB_DIMENSIONS):
        points = rng.normal(size=(N, d))
        nearest = np.argsort(cdist(points, points), axis=1)[:, 1 : K + 1]  # the nearest is the point itself
        agree(result.hubs[row], np.bincount(nearest.ravel(), minlength=N), "Sorting must find the same hubs.")
        mean_sq = (cdist(points, points) ** 2).mean(axis=1)  # (N,)
        away = result.to_centre[row] ** 2
        agree(mean_sq, away + away.mean(), "Mean squared distance is that to the centre, plus a constant.")
    claim((result.hubs.sum(axis=1) == K * N).all(), "On average a point has K followers in any dimension.")
    in_plane, high = result.largest
    claim(max(in_plane.max(), result.hubs[0].max()) <= 6 * K, "In the plane no count may exceed 6K.")
    claim(min(high.min(), result.hubs[1].max()) > 6 * K, "In high dimension hubs must exceed 6K each time.")
    link = spearmanr(result.hubs[1], result.to_centre[1]).statistic
    claim(link < -0.7, "Hubs must be the points near the centre.")


def relative_spread(result: Result) -> FloatArray:
    """Return standard deviation / mean of the distances in each dimension, shape (4,)."""
    dists = np.sqrt(result.sq_dists)
    return np.asarray(dists.std(axis=1) / dists.mean(axis=1))


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    contrasts = ", ".join(f"{c:.3g} (d = {d})" for d, c in zip(DIMENSIONS, result.contrast, strict=True))
    plane, high = result.hubs
    return [
        f"{N} uniform points and a query, (farthest − nearest) / nearest: {contrasts}.",
        f"Among {N} normal points the greatest hub is one of the {K} nearest of {plane.max()} others in 2 "
        f"dimensions, of {high.max()} in 100; there {(high == 0).sum()} points are nobody's neighbour.",
        f"In {REPEATS} further data sets the greatest hub has {result.largest[0].min()} to "
        f"{result.largest[0].max()} followers in 2 dimensions, {result.largest[1].min()} to "
        f"{result.largest[1].max()} in 100; geometry allows {6 * K} at most in the plane.",
        f"The unit ball fills {ball_in_cube(2):.1%} of its square, {ball_in_cube(3):.1%} of its cube, "
        f"{ball_in_cube(10):.2%} in 10 dimensions; of {SHOTS:,} shots there {result.inside[9]:,} hit.",
        f"The ball between the balls in the corners has radius {result.between[1]:.3f} in the plane, 1 in 4 "
        "dimensions, 2 in 9: from 10 on it sticks out of the cube that holds them all.",
    ]


def draw_contrast(result: Result) -> Slide:
    """Draw how distances gather around their mean, one curve for each dimension."""
    figure, (ax,) = slide(title="Two random points: the distance becomes the same for all")
    ratio, places = np.linspace(0, 2.5, 1001), ((1.8, 0.75), (1.27, 1.4), (1.1, 4.5), (1.04, 12))
    for d, row, style, position in zip(DIMENSIONS, np.sqrt(result.sq_dists), STYLES, places, strict=True):
        ax.plot(ratio, gaussian_kde(row / row.mean())(ratio), style, color="black", linewidth=2.5)
        ax.text(*position, f"d = {d}", fontsize=TEXT_SIZE)
    ax.set(xlim=(0, 2.5), ylim=(0, None))
    name_axes(ax, "distance / mean distance", "density")
    return figure


def draw_hubs(result: Result) -> Slide:
    """Draw the count of each point against its distance to the centre, in two dimensions and in many."""
    figure, axes = slide(
        1, 2, title=f"{N} points: of how many others is each among the {K} nearest?", sharey=True
    )
    for ax, d, count, away in zip(axes, HUB_DIMENSIONS, result.hubs, result.to_centre, strict=True):
        ax.plot(away, count, "o", color="black", alpha=0.4, markersize=6, markeredgewidth=0)
        ax.axhline(6 * K, color="black", linestyle="--", linewidth=1.5)
        ax.text(away.max(), 6 * K + 1, "the plane allows no more", ha="right", fontsize=TEXT_SIZE)
        first = "followers" if d == HUB_DIMENSIONS[0] else ""
        name_axes(ax, "distance to the centre of all points", first, f"d = {d}")
    return figure


def draw_ball(result: Result) -> Slide:
    """Draw the share of the cube that the ball fills: formula and shots."""
    figure, (ax,) = slide(title="How much of the cube lies in the ball that touches its faces?")
    ax.semilogy(BALLS, [ball_in_cube(d) for d in BALLS], "-", color="0.5", linewidth=3)
    ax.semilogy(BALLS, result.inside / SHOTS, "o", color="black", markersize=10)
    ax.text(6.3, 0.1, "line: formula\ndots: a million shots each", fontsize=TEXT_SIZE)
    ax.set_yticks([1, 0.1, 0.01, 0.001, 0.0001], ["1", "1/10", "1/100", "1/1,000", "1/10,000"])
    ax.minorticks_off()
    ax.set_xticks(BALLS)
    name_axes(ax, "number of features d", "volume of the ball / volume of the cube")
    return figure


DEMO = Demo(
    name="high_dimension",
    question="What becomes of nearness when there are many features?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"distance-contrast": draw_contrast, "hubs": draw_hubs, "ball-in-cube": draw_ball},
)
