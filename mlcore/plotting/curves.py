"""Curves of evaluation: ROC, precision against recall, error against k.

Left out on purpose: computing them; ``mlcore.evaluation`` and ``mlcore.selection`` do.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator, StrMethodFormatter
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, numbers, probability, same_length, shown
from mlcore.plotting.style import (
    HALO,
    INK,
    LINE_STYLES,
    MARKERS,
    TICK_SIZE,
    check_axes,
    dress,
    line_colours,
    open_frame,
    plane,
)

_CURVE = "curve"  # the gid of a line that counts when the next one is given its looks
_MAX_CURVES = 6
_MAX_TICKS = 12


def roc_curve(ax: Axes, points: ArrayLike, *, label: str | None = None) -> Axes:
    """Draw a ROC curve from its points.

    Straight lines join the points: tossing a coin between two thresholds gives any rate in between.
    Call again for another curve in the same Axes: it gets another line style. A pale diagonal marks guessing.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    points : array-like of shape (p, 2)
        False-positive and true-positive rates, as from ``mlcore.evaluation.roc_points``.
    label : str, default=None
        The curve's name in the legend.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> roc_curve(Figure().subplots(), [[0, 0], [0, 0.5], [1, 1]]).get_xlabel()
    'false-positive rate'
    """
    ax, points = check_axes(ax), _rates(points)
    if not _curves(ax):
        ax.plot([0, 1], [0, 1], color="0.6", linestyle=(0, (2, 3)), linewidth=1.2, zorder=1)
    _add_curve(ax, points, label)
    _unit_square(ax)
    dress(ax, "false-positive rate", "true-positive rate")
    return ax


def pr_curve(
    ax: Axes, points: ArrayLike, *, label: str | None = None, positive_share: float | None = None
) -> Axes:
    """Draw a precision–recall curve from its points.

    Drawn as steps: tossing a coin between two thresholds does not give the straight line between them.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    points : array-like of shape (p, 2)
        Recall, ascending, and precision, as from ``mlcore.evaluation.pr_points``.
    label : str, default=None
        The curve's name in the legend.
    positive_share : float, default=None
        The share of positives: the precision of guessing, drawn as a pale line.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> pr_curve(Figure().subplots(), [[0.5, 1], [1, 0.5]], positive_share=0.5).get_ylabel()
    'precision'
    """
    ax, points = check_axes(ax), _rates(points)
    if (np.diff(points[:, 0]) < 0).any():
        raise ValueError("points must be in the order of rising recall.")
    if positive_share is not None:
        share = probability(positive_share, "positive_share")
        ax.axhline(share, color="0.6", linestyle=(0, (2, 3)), linewidth=1.2, zorder=1)
    from_zero = np.vstack([[0.0, points[0, 1]], points])
    _add_curve(ax, from_zero, label, drawstyle="steps-pre")
    _unit_square(ax)
    dress(ax, "recall", "precision")
    return ax


def error_against_k(
    ax: Axes,
    ks: ArrayLike,
    errors: Mapping[str, ArrayLike],
    *,
    mark: str | None = None,
    log: bool = False,
    xlabel: str = "k, number of neighbours",
) -> Axes:
    """Draw error rates against k (or, with another xlabel, against n): one line per name.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    ks : array-like of shape (p,)
        The values of k, ascending.
    errors : mapping from str to array-like of shape (p,)
        The errors of each curve, at most six: ``{"training": ..., "cross-validation": ...}``.
    mark : str, default=None
        The name of the curve whose smallest error is ringed (of equal ones the first).
    log : bool, default=False
        Whether the axis of k is logarithmic.
    xlabel : str
        The name of the axis of k.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> errors = {"training": [0, 0.1], "test": [0.2, 0.1]}
    >>> ax = error_against_k(Figure().subplots(), [1, 3], errors, mark="test")
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['training', 'test']
    """
    ax, ks = check_axes(ax), numbers(ks, "ks")
    if (np.diff(ks) <= 0).any() or (log and ks[0] <= 0):
        raise ValueError(f"ks must ascend{' and be positive' if log else ''}; got {shown(ks.tolist())}.")
    if not 1 <= len(errors) <= _MAX_CURVES:
        raise ValueError(f"errors must hold 1 to {_MAX_CURVES} curves; got {len(errors)}.")
    if mark is not None and mark not in errors:
        raise ValueError(f"mark must be one of {', '.join(map(repr, errors))}; got {shown(mark)}.")
    curves = {name: numbers(values, f"errors[{name!r}]") for name, values in errors.items()}
    for name, values in curves.items():
        same_length(**{"ks": ks, f"errors[{name!r}]": values})
        _add_curve(ax, np.column_stack([ks, values]), name, marker=MARKERS[len(_curves(ax))], markersize=6)
        if name == mark:
            best = int(values.argmin())
            _ring(ax, ks[best], values[best])
    if log:
        _logarithmic(ax, ks)
    ax.set_ylim(bottom=0)
    dress(ax, xlabel, "error rate")
    open_frame(ax)
    return ax


def _ring(ax: Axes, k: float, error: float) -> None:
    """Draw a ring around one point, with its numbers below."""
    look: dict[str, Any] = {"facecolors": "none", "edgecolors": INK, "linewidths": 2}
    ax.scatter(k, error, s=220, zorder=4, **look)
    text = f"{error:.3g} at {k:g}"
    note = ax.annotate(text, (k, error), (0, -12), textcoords="offset points", ha="center", va="top")
    note.set(fontsize=TICK_SIZE, path_effects=HALO, zorder=5)


def _logarithmic(ax: Axes, ks: FloatArray) -> None:
    """Make the axis of k logarithmic, its ticks at the values themselves where they are few."""
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    if len(ks) <= _MAX_TICKS:
        ax.set_xticks(ks)
        ax.xaxis.set_minor_locator(NullLocator())


def _rates(points: ArrayLike) -> FloatArray:
    rates = plane(points, "points")
    if rates.min() < 0 or rates.max() > 1:
        raise ValueError("points must hold rates between 0 and 1.")
    return rates


def _curves(ax: Axes) -> list[Any]:
    return [line for line in ax.get_lines() if line.get_gid() == _CURVE]


def _add_curve(ax: Axes, points: FloatArray, label: str | None, **look: Any) -> None:
    """Draw a line that differs from those already there."""
    number = len(_curves(ax))
    if number >= _MAX_CURVES:
        raise ValueError(f"At most {_MAX_CURVES} curves can be told apart in one picture.")
    style = {"linestyle": LINE_STYLES[number % len(LINE_STYLES)], "linewidth": 2.4, "zorder": 2, **look}
    ax.plot(*points.T, color=line_colours(_MAX_CURVES)[number], gid=_CURVE, label=label, **style)
    if label is not None:
        ax.legend(fontsize=TICK_SIZE, framealpha=0.9)


def _unit_square(ax: Axes) -> None:
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
