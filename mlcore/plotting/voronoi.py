"""Voronoi cells: the part of the plane that is nearer to one point than to any other.

A cell is the view cut by one straight line after another, the perpendicular bisectors to the other points.
This needs no special case for one, two or three points, nor for points in a line.

Left out on purpose: the O(n log n) sweep. A picture holds hundreds of points, not millions.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, labels, same_length
from mlcore.plotting.style import (
    HALO,
    INK,
    LABEL_SIZE,
    TICK_SIZE,
    Limits,
    check_axes,
    class_colours,
    class_markers,
    dress,
    name_classes,
    plane,
    tint,
    two_names,
    view,
)


def voronoi_polygons(X: ArrayLike, limits: Sequence[float]) -> list[FloatArray]:
    """Return the corners of each point's cell within the view, counter-clockwise.

    A cell that lies outside the view has no corners, shape (0, 2). Of equal points the first owns the cell.

    Parameters
    ----------
    X : array-like of shape (n, 2)
        The points.
    limits : sequence of float
        The view: x_min, x_max, y_min, y_max.

    Returns
    -------
    list of n ndarrays of shape (corners, 2)
        The cells.

    Examples
    --------
    >>> [cell.tolist() for cell in voronoi_polygons([[0, 0], [2, 0]], (-1, 3, -1, 1))]
    [[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]], [[1.0, -1.0], [3.0, -1.0], [3.0, 1.0], [1.0, 1.0]]]
    """
    points = plane(X)
    frame = view(points, limits, 0)
    return [_cell(points, i, frame) for i in range(len(points))]


def _cell(points: FloatArray, i: int, frame: Limits) -> FloatArray:
    x_min, x_max, y_min, y_max = frame
    cell = np.array([[x_min, y_min], [x_max, y_min], [x_max, y_max], [x_min, y_max]])
    squares = ((points - points[i]) ** 2).sum(axis=1)  # (n,)
    for j in np.argsort(squares, kind="stable"):
        if squares[j] == 0:
            if j < i:
                return np.empty((0, 2))
            continue
        # subtle: a point more than twice as far as the farthest corner cannot cut, nor can those after it
        if len(cell) == 0 or squares[j] > 4 * ((cell - points[i]) ** 2).sum(axis=1).max():
            break
        middle = (points[i] + points[j]) / 2
        cell = _cut(cell, (cell - middle) @ (points[j] - points[i]))
    return cell


def _cut(corners: FloatArray, side: FloatArray) -> FloatArray:
    """Return the part of a convex polygon where side ≤ 0; side is linear and given at the corners."""
    inside = []
    for a, b, side_a, side_b in zip(corners, np.roll(corners, -1, 0), side, np.roll(side, -1), strict=True):
        if side_a <= 0:
            inside.append(a)
        if (side_a < 0 < side_b) or (side_b < 0 < side_a):
            inside.append(a + (b - a) * (side_a / (side_a - side_b)))
    return np.array(inside).reshape(-1, 2)


def voronoi_cells(
    ax: Axes,
    X: ArrayLike,
    y: ArrayLike | None = None,
    *,
    names: Sequence[str] | None = None,
    feature_names: Sequence[str] = ("x1", "x2"),
    class_names: Sequence[str] | None = None,
    limits: Sequence[float] | None = None,
    margin: float = 0.25,
) -> Axes:
    """Draw each point with its cell: the decision regions of the nearest neighbour, exactly.

    Both axes have one scale, since distances are meant.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    X : array-like of shape (n, 2)
        The points.
    y : array-like of shape (n,), default=None
        Their labels: cells take the colour of the class; without labels cells stay white.
    names : sequence of str, default=None
        A text beside each point, n of them.
    feature_names : pair of str, default=("x1", "x2")
        The names of the axes.
    class_names : sequence of str, default=None
        The names of the classes, in the sorted order of the labels.
    limits : sequence of float, default=None
        x_min, x_max, y_min, y_max; None for the points' with a margin.
    margin : float, default=0.25
        The margin, a share of the points' span.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = voronoi_cells(Figure().subplots(), [[0, 0], [2, 0]], names=["west", "east"])
    >>> len(ax.patches), [text.get_text() for text in ax.texts]
    (2, ['west', 'east'])
    """
    ax, X = check_axes(ax), plane(X)
    frame = view(X, limits, margin)
    classes, codes = np.unique(labels(y if y is not None else np.zeros(len(X)), "y"), return_inverse=True)
    same_length(X=X, y=codes)
    same_length(X=X, names=X if names is None else names)
    colours = class_colours(len(classes))
    for cell, code in zip(voronoi_polygons(X, frame), codes, strict=True):
        if len(cell):
            face = "white" if y is None else tint(colours[code])
            ax.add_patch(Polygon(cell, facecolor=face, edgecolor=INK, linewidth=1.2, zorder=1))
    named = name_classes(classes, class_names)
    for code, (name, marker) in enumerate(zip(named, class_markers(named), strict=True)):
        members, colour = X[codes == code], INK if y is None else colours[code]
        look: dict[str, Any] = {"marker": marker, "color": colour, "edgecolors": "black"}
        ax.scatter(members[:, 0], members[:, 1], s=52, label=name, zorder=3, **look)
    for point, name in zip(X, names if names is not None else (), strict=False):
        note = ax.annotate(name, point, (0, 8), textcoords="offset points", ha="center", zorder=4)
        note.set(fontsize=LABEL_SIZE, path_effects=HALO)
    if y is not None and names is None:
        ax.legend(fontsize=TICK_SIZE, framealpha=0.9)
    ax.set(xlim=frame[:2], ylim=frame[2:], aspect="equal")
    dress(ax, *two_names(feature_names, "feature_names"))
    return ax
