"""Cells of order k: the parts of the plane that have the same k nearest points, as exact polygons.

    {q : ‖q − s‖ ≤ ‖q − t‖ for all s ∈ S, t ∉ S}

Each such condition is a half-plane, 2(t − s)ᵀq ≤ ‖t‖² − ‖s‖², so a cell is a convex polygon, and k-NN has
one answer in all of it. With k = 1 these are the Voronoi cells. Sets S are found by asking on a grid, so a
cell smaller than the grid's mesh may be missed: compare the areas' sum with that of the view.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import ConvexHull, HalfspaceIntersection

from mlcore._checks import FloatArray, IntArray
from mlcore.neighbors import NearestNeighbors


@dataclass(frozen=True)
class Cell:
    """A polygon and the k points that are nearest everywhere in it."""

    members: tuple[int, ...]
    corners: FloatArray  # (v, 2), counter-clockwise
    area: float


def grid(limits: tuple[float, float, float, float], side: int) -> FloatArray:
    """Return the middles of side × side cells of the view x_min, x_max, y_min, y_max, shape (side², 2).

    >>> grid((0, 4, 0, 2), 2).tolist()
    [[1.0, 0.5], [3.0, 0.5], [1.0, 1.5], [3.0, 1.5]]
    """
    x_min, x_max, y_min, y_max = limits
    middles = (np.arange(side) + 0.5) / side
    x, y = np.meshgrid(x_min + (x_max - x_min) * middles, y_min + (y_max - y_min) * middles)
    return np.column_stack((x.ravel(), y.ravel()))


def cells_of_order(
    X: ArrayLike, k: int, limits: tuple[float, float, float, float], side: int = 250
) -> list[Cell]:
    """Return the cells of order k within the view, for k < n points X, shape (n, 2).

    >>> cells = cells_of_order([[0.0, 0], [2, 0], [6, 0]], k=2, limits=(-1, 7, -1, 1), side=16)
    >>> [(cell.members, round(cell.area, 9)) for cell in cells]
    [((0, 1), 8.0), ((1, 2), 8.0)]
    """
    points = np.asarray(X, dtype=float)
    queries = grid(limits, side)
    dists, ids = NearestNeighbors(n_neighbors=k + 1).fit(points).kneighbors(queries)  # (side², k + 1)
    margin = dists[:, k] - dists[:, k - 1]  # how far inside its cell a query lies
    sets, which = np.unique(np.sort(ids[:, :k], axis=1), axis=0, return_inverse=True)
    cells = []
    for number, members in enumerate(sets):
        inside = np.flatnonzero(which.ravel() == number)
        middle = inside[margin[inside].argmax()]
        if margin[middle] > 0:
            cells.append(_cell(points, members, queries[middle], limits))
    return cells


def _cell(
    X: FloatArray, members: IntArray, middle: FloatArray, limits: tuple[float, float, float, float]
) -> Cell:
    near, far = X[members], np.delete(X, members, axis=0)  # (k, 2), (n − k, 2)
    normal = 2 * (far[None] - near[:, None]).reshape(-1, 2)  # (k (n − k), 2)
    offset = ((near**2).sum(axis=1)[:, None] - (far**2).sum(axis=1)[None]).ravel()
    x_min, x_max, y_min, y_max = limits
    view = [(-1, 0, x_min), (1, 0, -x_max), (0, -1, y_min), (0, 1, -y_max)]
    planes = np.vstack([np.column_stack((normal, offset)), view])  # normal · q + offset ≤ 0
    corners = HalfspaceIntersection(planes, middle).intersections
    hull = ConvexHull(corners)
    return Cell(tuple(int(i) for i in members), corners[hull.vertices], float(hull.volume))
