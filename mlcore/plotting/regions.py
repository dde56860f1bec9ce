"""The plane as a classifier of two features sees it: the class of every point.

The function is asked at the middle of every cell of a grid, in one call; it is not looked into.

Left out on purpose: more than two features. A cut or a projection is a choice that belongs to the caller.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mlcore._checks import Array, FloatArray, labels, whole
from mlcore.plotting.style import (
    INK,
    TICK_SIZE,
    Limits,
    check_axes,
    class_colours,
    class_markers,
    dress,
    name_classes,
    plane_with_labels,
    tint,
    two_names,
    view,
)

Names = Sequence[str] | Mapping[Any, str] | None


def decision_regions(
    ax: Axes,
    predict: Callable[[FloatArray], ArrayLike],
    X: ArrayLike,
    y: ArrayLike,
    *,
    feature_names: Sequence[str] = ("x1", "x2"),
    class_names: Names = None,
    limits: Sequence[float] | None = None,
    margin: float = 0.1,
    resolution: int = 200,
) -> Axes:
    """Colour the plane by the predicted class, draw the boundaries, and put the examples on top.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    predict : callable
        Takes points (m, 2), returns m labels of the kind that y holds; called once, with resolution² points.
    X : array-like of shape (n, 2)
        The examples.
    y : array-like of shape (n,)
        Their labels, of any kind.
    feature_names : pair of str, default=("x1", "x2")
        The names of the axes.
    class_names : sequence of str or mapping from label to str, default=None
        Names in the sorted order of all labels that y or predict give, or by label.
    limits : sequence of float, default=None
        x_min, x_max, y_min, y_max; None for the examples' with a margin.
    margin : float, default=0.1
        The margin, a share of the examples' span.
    resolution : int, default=200
        Cells per side.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = decision_regions(Figure().subplots(), lambda Q: Q[:, 0] > 1, [[0, 0], [2, 1]], [False, True])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['False', 'True']
    >>> decision_regions(Figure().subplots(), lambda Q: Q[:, 0] > 1, [[0, 0], [2, 1]], ["no", "yes"])
    Traceback (most recent call last):
    ...
    ValueError: predict must return labels of the kind that y holds; y holds str, predict returned bool.
    """
    ax, (X, y) = check_axes(ax), plane_with_labels(X, y)
    names_of_axes = two_names(feature_names, "feature_names")
    limits = view(X, limits, margin)
    x1, x2 = _grid(limits, resolution)
    predicted = _ask(predict, x1, x2, y)  # (resolution²,)
    classes = np.unique(np.concatenate([y, predicted]))
    names = name_classes(classes, class_names)
    codes = np.searchsorted(classes, predicted).reshape(len(x2), len(x1))

    tints = np.array([tint(colour) for colour in class_colours(len(classes))])  # (K, 3)
    _paint(ax, tints[codes], limits)
    for code in np.unique(codes)[1:]:  # the first region is bounded by the others
        ax.contour(x1, x2, codes == code, levels=[0.5], colors=INK, linewidths=1.4)
    _draw_points(ax, X, y, classes, names)
    dress(ax, *names_of_axes)
    return ax


def class_points(
    ax: Axes,
    X: ArrayLike,
    y: ArrayLike,
    *,
    feature_names: Sequence[str] = ("x1", "x2"),
    class_names: Names = None,
    limits: Sequence[float] | None = None,
    margin: float = 0.1,
) -> Axes:
    """Draw the examples alone: one colour and one marker per class.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    X : array-like of shape (n, 2)
        The examples.
    y : array-like of shape (n,)
        Their labels, of any kind.
    feature_names : pair of str, default=("x1", "x2")
        The names of the axes.
    class_names : sequence of str or mapping from label to str, default=None
        Names in the sorted order of the labels, or by label.
    limits : sequence of float, default=None
        x_min, x_max, y_min, y_max; None for the examples' with a margin.
    margin : float, default=0.1
        The margin, a share of the examples' span.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = class_points(Figure().subplots(), [[0, 0], [2, 1]], ["a", "b"], margin=0.5)
    >>> [float(end) for end in ax.get_xlim()]
    [-1.0, 3.0]
    """
    ax, (X, y) = check_axes(ax), plane_with_labels(X, y)
    x_min, x_max, y_min, y_max = view(X, limits, margin)
    classes = np.unique(y)
    _draw_points(ax, X, y, classes, name_classes(classes, class_names))
    ax.set(xlim=(x_min, x_max), ylim=(y_min, y_max))
    dress(ax, *two_names(feature_names, "feature_names"))
    return ax


def _grid(limits: Limits, resolution: int) -> tuple[FloatArray, FloatArray]:
    """Return the middles of the cells along both axes."""
    resolution = whole(resolution, "resolution", low=2, high=2000)
    x_min, x_max, y_min, y_max = limits
    middles = (np.arange(resolution) + 0.5) / resolution
    return x_min + (x_max - x_min) * middles, y_min + (y_max - y_min) * middles


def _points(x1: FloatArray, x2: FloatArray) -> FloatArray:
    """Return the points of the grid, row by row, shape (len(x1)·len(x2), 2)."""
    return np.stack(np.meshgrid(x1, x2), axis=-1).reshape(-1, 2)


def _ask(predict: Callable[[FloatArray], ArrayLike], x1: FloatArray, x2: FloatArray, y: Array) -> Array:
    """Return one label per point of the grid, of the kind that y holds."""
    predicted = labels(predict(_points(x1, x2)), "predict's result")
    if len(predicted) != len(x1) * len(x2):
        raise ValueError(
            f"predict must return {len(x1) * len(x2)} labels, one per point; got {len(predicted)}."
        )
    kinds = [_kind(values) for values in (y, predicted)]
    if kinds[0] != kinds[1]:
        raise ValueError(
            "predict must return labels of the kind that y holds; "
            f"y holds {kinds[0]}, predict returned {kinds[1]}."
        )
    return predicted


def _kind(values: Array) -> str:
    first = values[0].item() if isinstance(values[0], np.generic) else values[0]
    return "number" if type(first) in (int, float) else type(first).__name__


def _paint(ax: Axes, colours: FloatArray, limits: Limits) -> None:
    """Fill the view with the colours of the cells, lowest row first."""
    ax.imshow(colours, extent=limits, origin="lower", aspect="auto", interpolation="nearest", zorder=0)


def _draw_points(ax: Axes, X: FloatArray, y: Array, classes: Array, names: list[str]) -> None:
    for c, name, colour, marker in zip(
        classes, names, class_colours(len(classes)), class_markers(names), strict=True
    ):
        members = X[y == c]
        if len(members):
            look: dict[str, Any] = {
                "marker": marker,
                "color": colour,
                "edgecolors": "black",
                "linewidths": 0.7,
            }
            ax.scatter(members[:, 0], members[:, 1], s=48, label=name, zorder=3, **look)
    ax.legend(fontsize=TICK_SIZE, framealpha=0.9)
