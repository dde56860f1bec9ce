"""Voronoi: the nearest example divides the plane into convex cells, one for each example.

    cell of i = {q : ‖q − x_i‖ ≤ ‖q − x_j‖ for all j}

Computed here: the province of a place guessed from the nearest chief town; the three points where cells of
three towns meet; the cells of order 1, 3, 7 (same k nearest points throughout) and what one wrong label
gains. Areas come from exact polygons and are confirmed by asking the classifier at each point of a grid.
"""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from scipy.spatial import Voronoi

from mlcore._checks import FloatArray, IntArray
from mlcore.datasets import load_towns
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.demos.voronoi.cells import cells_of_order, grid
from mlcore.demos.voronoi.towns import PLACES, meeting_points, on_the_map
from mlcore.neighbors import KNeighborsClassifier, NearestNeighbors
from mlcore.plotting import voronoi_cells, voronoi_polygons
from mlcore.plotting.style import HALO

MAP = (-62.0, 92.0, -60.0, 60.0)  # kilometres east and north of 46° N, 13° E
KS = (1, 3, 7)
VIEW = (0.0, 7.0, 0.0, 10.0)
WHOLE = 70.0  # its area
N, SPACING = 26, 0.9


@dataclass(frozen=True)
class Result:
    """Guesses on the map; areas of cells; what one wrong label gains."""

    places: FloatArray  # (s, 2) km east, km north
    province: tuple[str, ...]
    guess: tuple[str, ...]
    corners: FloatArray  # (c, 2) where the cells of three towns meet
    X: FloatArray  # (n, 2)
    clean: IntArray  # (n,) labels
    y: IntArray  # (n,) the same, one of them wrong
    wrong: int  # which one
    n_cells: dict[int, int]  # by k
    covered: dict[int, float]  # by k: area of all cells found, as a share of the view
    share: dict[int, float]  # by k: where the answer is 1, as a share of the view
    gain: dict[int, float]  # by k: how much of that the wrong label brought
    held: dict[int, float]  # by k: where the wrong label's answer holds, as a share of its own Voronoi cell


def scattered() -> tuple[FloatArray, IntArray, int]:
    """Return points that keep their distance, their labels (1 in the upper half), and one to mislabel."""
    rng = np.random.default_rng(9)
    points: list[FloatArray] = []
    while len(points) < N:
        new = rng.uniform((0.3, 0.3), (6.7, 9.7))
        if all(np.linalg.norm(new - old) > SPACING for old in points):
            points.append(new)
    X = np.array(points)
    y = (X[:, 1] + 0.4 * (X[:, 0] - 3.5) > 5).astype(np.intp)
    return X, y, int(np.linalg.norm(X - (3, 2.5), axis=1).argmin())


def area_of_one(X: FloatArray, y: IntArray, k: int) -> tuple[int, float, float]:
    """Return the number of cells of order k, and the shares of the view they cover and vote 1 in; k odd."""
    cells = cells_of_order(X, k, VIEW)
    ones = sum(cell.area for cell in cells if 2 * y[list(cell.members)].sum() > k)
    return len(cells), sum(cell.area for cell in cells) / WHOLE, ones / WHOLE


def share_held(X: FloatArray, y: IntArray, i: int, k: int) -> float:
    """Return in which share of the Voronoi cell of point i the k nearest vote for i's label."""
    queries = grid(VIEW, 300)
    _, ids = NearestNeighbors(n_neighbors=1).fit(X).kneighbors(queries)  # (m, 1)
    held = queries[ids[:, 0] == i]
    return float((KNeighborsClassifier(k).fit(X, y).predict(held) == y[i]).mean())


def compute() -> Result:
    """Return guesses and areas."""
    towns = load_towns()
    places = on_the_map()
    X, clean, wrong = scattered()
    y = clean.copy()
    y[wrong] = 1 - y[wrong]
    with_it = {k: area_of_one(X, y, k) for k in KS}
    guess = KNeighborsClassifier(1).fit(towns.X, towns.y).predict(places)
    return Result(
        places=places,
        province=tuple(province for *_, province in PLACES.values()),
        guess=tuple(guess.tolist()),
        corners=meeting_points(towns.X),
        X=X,
        clean=clean,
        y=y,
        wrong=wrong,
        n_cells={k: with_it[k][0] for k in KS},
        covered={k: with_it[k][1] for k in KS},
        share={k: with_it[k][2] for k in KS},
        gain={k: with_it[k][2] - area_of_one(X, clean, k)[2] for k in KS},
        held={k: share_held(X, y, wrong, k) for k in KS},
    )


def confirm(result: Result) -> None:
    """Ask on a grid instead of cutting polygons; let SciPy find the points where three cells meet."""
    towns = load_towns()
    vertices = Voronoi(towns.X).vertices
    agree(_sorted(result.corners), _sorted(vertices), "Circumcentres without a nearer town are the corners.")
    nearest = [min(zip(np.hypot(*(towns.X - q).T), towns.y, strict=True))[1] for q in result.places]
    claim(list(result.guess) == nearest, "The guess must be the nearest town.")
    hits = [g == p for g, p in zip(result.guess, result.province, strict=True)]
    claim(0 < hits.count(False) < hits.count(True), "The nearest town must be right mostly, not always.")
    for k in KS:
        claim(abs(result.covered[k] - 1) < 1e-3, "The cells must fill the view, without overlap.")
        answers, clean = (_on_grid(result.X, y, k) for y in (result.y, result.clean))
        claim(abs(answers.mean() - result.share[k]) < 0.004, f"Polygons and grid must agree for k = {k}.")
        gained = answers.mean() - clean.mean()
        claim(abs(gained - result.gain[k]) < 0.004, f"So must what the wrong label gains for k = {k}.")
    cell = voronoi_polygons(result.X, VIEW)[result.wrong]
    agree(result.gain[1] * WHOLE, _area(cell), "With k = 1 a wrong label gains exactly its Voronoi cell.")
    shares = [_held_by_chance(result, k) for k in KS]
    agree(list(result.held.values()), shares, "Random points of its cell must say the same.", atol=0.03)
    claim(result.held[1] == 1, "With k = 1 it must rule over its whole cell.")
    claim(max(result.held[3], result.held[7]) < 0.2, "With more neighbours it must lose it.")


def _on_grid(X: FloatArray, y: IntArray, k: int) -> IntArray:
    return np.asarray(KNeighborsClassifier(k).fit(X, y).predict(grid(VIEW, 200)))


def _held_by_chance(result: Result, k: int) -> float:
    """Ask at random points of the wrong label's cell, by sorting distances one point at a time."""
    rng, votes = np.random.default_rng(3), []
    for q in rng.uniform(VIEW[::2], VIEW[1::2], size=(40_000, 2)):
        order = np.argsort(((result.X - q) ** 2).sum(axis=1))
        if order[0] == result.wrong:
            wrong_votes = (result.y[order[:k]] == result.y[result.wrong]).sum()
            votes.append(2 * wrong_votes > k)
    return float(np.mean(votes))


def _area(corners: FloatArray) -> float:
    """Return the area of a polygon by the shoelace formula ½ Σ (x_i y_(i+1) − x_(i+1) y_i)."""
    x, y = corners.T
    return float(x @ np.roll(y, -1) - np.roll(x, -1) @ y) / 2


def _sorted(points: FloatArray) -> FloatArray:
    return points[np.lexsort(points.T)]


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    missed = [
        f"{town} (guess {guess}, province {province})"
        for town, guess, province in zip(PLACES, result.guess, result.province, strict=True)
        if guess != province
    ]
    corners = " and ".join(f"({x:.0f}, {y:.0f})" for x, y in _sorted(result.corners))
    counts = ", ".join(str(result.n_cells[k]) for k in KS)
    gains = ", ".join(f"{result.gain[k]:.1%}" for k in KS)
    held = ", ".join(f"{result.held[k]:.0%}" for k in KS)
    return [
        f"The nearest chief town is right for {len(PLACES) - len(missed)} of {len(PLACES)} places, and wrong "
        f"for {' and '.join(missed)}.",
        f"Three towns are equally near at {corners} km east and north of 46° N, 13° E.",
        f"{N} points make {counts} cells with the same 1, 3, 7 nearest points.",
        f"One wrong label wins {gains} of the view with k = 1, 3, 7, and {held} of its own cell: what "
        "it wins with more neighbours lies at the frontier.",
    ]


def draw_map(result: Result) -> Slide:
    """Draw the towns, their cells, and the places: crosses where the guess is wrong."""
    figure, (ax,) = slide(title="Guess the province: the nearest chief town")
    towns = load_towns()
    voronoi_cells(ax, towns.X, towns.y, names=towns.y.tolist(), limits=MAP)
    aside = {"Latisana": (-14, -5, "right"), "Grado": (0, -24, "center"), "Sacile": (-10, -5, "right")}
    for q, name, guess, province in zip(result.places, PLACES, result.guess, result.province, strict=True):
        right = guess == province
        ax.plot(*q, "o" if right else "X", color="black", mfc="white" if right else "black", markersize=11)
        x, y, side = aside.get(name, (10, -5, "left"))
        text = name if right else f"{name} (in fact {province})"
        note = ax.annotate(text, q, (x, y), textcoords="offset points", ha=side, fontsize=TEXT_SIZE)
        note.set_path_effects(HALO)
    ax.tick_params(labelsize=TEXT_SIZE)
    name_axes(ax, "km east of 13° E", "km north of 46° N")
    return figure


def draw_cells(result: Result) -> Slide:
    """Draw the cells of order 1, 3, 7, shaded by their vote; a ring around the wrong label."""
    figure, axes = slide(1, 3, title="Each cell has the same k nearest points throughout", sharey=True)
    for ax, k in zip(axes, KS, strict=True):
        _cells(ax, result, k)
        name_axes(ax, "x₁", "x₂" if k == 1 else "", f"k = {k}: {result.n_cells[k]} cells")
    return figure


def draw_k(result: Result, k: int) -> Slide:
    """Draw the cells of any odd order, for the slider."""
    figure, (ax,) = slide()
    _cells(ax, result, k)
    name_axes(ax, "x₁", "x₂", f"k = {k}")
    return figure


def _cells(ax: Axes, result: Result, k: int) -> None:
    for cell in cells_of_order(result.X, k, VIEW):
        one = 2 * result.y[list(cell.members)].sum() > k
        face = "#fde9c9" if one else "#9db4cf"
        ax.add_patch(Polygon(cell.corners, facecolor=face, edgecolor="0.35", linewidth=0.8, zorder=1))
    for label, marker, face in ((0, "o", "black"), (1, "^", "white")):
        members = result.X[result.y == label]
        ax.plot(*members.T, marker, color="black", markerfacecolor=face, markersize=9)
    ax.plot(*result.X[result.wrong], "o", color="black", mfc="none", markersize=24, markeredgewidth=2.5)
    ax.set(xlim=VIEW[:2], ylim=VIEW[2:], aspect="equal")


DEMO = Demo(
    name="voronoi",
    question="What does the world look like to the nearest neighbour?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"map": draw_map, "voronoi": draw_cells},
)
