"""The circle around a query that just holds its k nearest neighbours: why the answer depends on k."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, numbers, whole
from mlcore.plotting.regions import Names, class_points
from mlcore.plotting.style import (
    INK,
    LABEL_SIZE,
    LINE_STYLES,
    TICK_SIZE,
    check_axes,
    plane_with_labels,
    view,
)


def neighbour_circles(
    ax: Axes,
    X: ArrayLike,
    y: ArrayLike,
    query: ArrayLike,
    ks: Sequence[int],
    *,
    feature_names: Sequence[str] = ("x1", "x2"),
    class_names: Names = None,
) -> Axes:
    """Draw the examples, the query as a star, and for each k the Euclidean circle through its k-th neighbour.

    Both axes have one scale, so that circles are round; the view holds all examples and all circles.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    X : array-like of shape (n, 2)
        The examples.
    y : array-like of shape (n,)
        Their labels.
    query : array-like of shape (2,)
        The point asked about.
    ks : sequence of int
        Numbers of neighbours, each between 1 and n.
    feature_names : pair of str, default=("x1", "x2")
        The names of the axes.
    class_names : sequence of str or mapping from label to str, default=None
        The names of the classes.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = neighbour_circles(Figure().subplots(), [[0, 0], [2, 0]], ["a", "b"], query=[0.5, 0], ks=[1, 2])
    >>> [circle.radius for circle in ax.patches]
    [0.5, 1.5]
    """
    ax, (X, y) = check_axes(ax), plane_with_labels(X, y)
    centre = numbers(query, "query")
    if len(centre) != 2:
        raise ValueError(f"query must be a point of the plane; got shape {centre.shape}.")
    distances = np.sort(np.sqrt(((X - centre) ** 2).sum(axis=1)))  # (n,)
    radii = [float(distances[whole(k, "k", low=1, high=len(X)) - 1]) for k in ks]
    reach = max(radii, default=0.0)
    x_min, x_max, y_min, y_max = view(np.vstack([X, centre - reach, centre + reach]), None, 0.08)
    frame = (x_min, x_max, y_min, y_max + 0.14 * (y_max - y_min))  # room for the legend
    star: dict[str, Any] = {"marker": "*", "facecolors": "white", "edgecolors": "black", "linewidths": 1.4}
    ax.scatter(centre[:1], centre[1:], s=260, zorder=4, label="query", **star)
    for i, (k, radius) in enumerate(zip(ks, radii, strict=True)):
        _draw_circle(ax, centre, radius, i, f"k = {k}")
    class_points(ax, X, y, feature_names=feature_names, class_names=class_names, limits=frame)
    ax.legend(loc="upper center", ncols=4, fontsize=TICK_SIZE, framealpha=0.9)
    ax.set_aspect("equal")
    return ax


def _draw_circle(ax: Axes, centre: FloatArray, radius: float, i: int, text: str) -> None:
    """Draw circle number i, with a text at a place on it that the other circles' texts leave free."""
    style = LINE_STYLES[i % len(LINE_STYLES)]
    ax.add_patch(
        Circle((centre[0], centre[1]), radius, fill=False, edgecolor=INK, linewidth=1.6, linestyle=style)
    )
    angle = np.radians(100 - 35 * i)
    x, y = centre + radius * np.array([np.cos(angle), np.sin(angle)])
    note = ax.text(x, y, text, ha="center", va="center", fontsize=LABEL_SIZE, zorder=5)
    note.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1})
