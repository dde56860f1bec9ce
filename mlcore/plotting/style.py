"""What all pictures share: colours, marks, fonts, limits, and the checks of their arguments."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.patheffects import AbstractPathEffect, withStroke
from numpy.typing import ArrayLike

from mlcore._checks import Array, FloatArray, labels, number, numbers, same_length, shown

Colour = tuple[float, float, float]
Limits = tuple[float, float, float, float]

MARKERS = ("o", "^", "s", "D", "v", "P", "X", "<", ">", "*")
MAX_CLASSES = len(MARKERS)
SIGNS = {"+": "P", "o": "o", "x": "X"}  # a class that is called like a sign is drawn as that sign
LINE_STYLES = ("-", "--", "-.", ":")
HATCHES = ("///", "\\\\\\", "...", "xxx")
LABEL_SIZE, TICK_SIZE = 13, 11
INK = "0.15"
# keeps a text readable where it crosses a line
HALO: list[AbstractPathEffect] = [withStroke(linewidth=3, foreground="white")]


def class_colours(K: int, lightest: float = 0.87) -> list[Colour]:
    """Return K colours from dark to light, so that their order is seen in grey too.

    lightest   how far to go towards yellow; thin lines on white want 0.7

    >>> luminance = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in class_colours(4)]
    >>> luminance == sorted(luminance)
    True
    """
    if K > MAX_CLASSES:
        raise ValueError(f"At most {MAX_CLASSES} classes can be told apart in a picture; got {K}.")
    positions = np.linspace(0.05, lightest, K)
    return [(float(r), float(g), float(b)) for r, g, b, _ in colormaps["plasma"](positions)]


def line_colours(number: int) -> list[Colour]:
    """Return colours for lines on white: the first few as different as can be, none as pale as yellow."""
    positions = np.resize([0.05, 0.65, 0.35, 0.75, 0.2, 0.5], number)
    return [(float(r), float(g), float(b)) for r, g, b, _ in colormaps["plasma"](positions)]


def tint(colour: Colour) -> Colour:
    """Return a pale version of a colour, for areas behind points."""
    r, g, b = (1 - 0.38 * (1 - part) for part in colour)
    return r, g, b


def check_axes(ax: object) -> Axes:
    """Return the Axes, or say how to get one."""
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be a matplotlib Axes, as from fig, ax = plt.subplots(); got {shown(ax)}.")
    return ax


def plane(X: ArrayLike, name: str = "X") -> FloatArray:
    """Return points of the plane, shape (n, 2)."""
    points = numbers(X, name, ndim=2)
    if points.shape[1] != 2:
        raise ValueError(f"{name} must have 2 columns to be drawn in the plane; got shape {points.shape}.")
    return points


def plane_with_labels(X: ArrayLike, y: ArrayLike) -> tuple[FloatArray, Array]:
    """Return points of the plane and one label for each."""
    points, y = plane(X), labels(y, "y")
    same_length(X=points, y=y)
    return points, y


def name_classes(classes: Array, class_names: Sequence[str] | Mapping[object, str] | None) -> list[str]:
    """Return a name for each class, given in their order or by label; without names, the labels.

    >>> name_classes(np.array([0, 1]), {0: "ham", 1: "spam"})
    ['ham', 'spam']
    """
    order = classes.tolist()
    if class_names is None:
        return [str(c) for c in order]
    if isinstance(class_names, Mapping):
        missing = [c for c in order if c not in class_names]
        if missing:
            raise ValueError(f"class_names must name every class; {shown(missing)} is missing.")
        return [str(class_names[c]) for c in order]
    if isinstance(class_names, str) or len(class_names) != len(order):
        raise ValueError(f"class_names must name the classes {shown(order)}; got {shown(class_names)}.")
    return [str(name) for name in class_names]


def two_names(names: Sequence[str], argument: str) -> tuple[str, str]:
    """Return the names of the two axes."""
    if isinstance(names, str) or len(names) != 2:
        raise ValueError(f"{argument} must be two names; got {shown(names)}.")
    return str(names[0]), str(names[1])


def view(X: FloatArray, limits: Sequence[float] | None, margin: float) -> Limits:
    """Return x_min, x_max, y_min, y_max: those given, or the data's with a margin (a share of their span).

    >>> view(np.array([[0.0, 5.0], [10.0, 5.0]]), None, 0.1)
    (-1.0, 11.0, 4.9, 5.1)
    """
    if limits is not None:
        ends = numbers(limits, "limits").tolist()
        if len(ends) != 4 or ends[0] >= ends[1] or ends[2] >= ends[3]:
            raise ValueError(f"limits must be x_min < x_max, y_min < y_max; got {shown(limits)}.")
        return ends[0], ends[1], ends[2], ends[3]
    margin = number(margin, "margin", low=0)
    low, high = X.min(axis=0), X.max(axis=0)
    span = np.where(high > low, high - low, 1.0)  # points in a line still need a view with an area
    pad = np.where(high > low, margin, max(margin, 0.1)) * span
    (x_min, y_min), (x_max, y_max) = (low - pad).tolist(), (high + pad).tolist()
    return x_min, x_max, y_min, y_max


def dress(ax: Axes, xlabel: str, ylabel: str) -> None:
    """Name the axes in letters that are read from the last row."""
    ax.set_xlabel(xlabel, fontsize=LABEL_SIZE)
    ax.set_ylabel(ylabel, fontsize=LABEL_SIZE)
    ax.tick_params(labelsize=TICK_SIZE)


def open_frame(ax: Axes) -> None:
    """Remove the two sides of the frame that measure nothing."""
    ax.spines[["top", "right"]].set_visible(False)


def class_markers(names: Sequence[str]) -> list[str]:
    """Return a marker for each class: its sign, if it is called like one, else the next that is free.

    >>> class_markers(["+", "o"]), class_markers(["ham", "spam"])
    (['P', 'o'], ['o', '^'])
    """
    taken = {SIGNS[name] for name in names if name in SIGNS}
    free = (marker for marker in MARKERS if marker not in taken)
    return [SIGNS[name] if name in SIGNS else next(free) for name in names]
