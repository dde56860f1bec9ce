"""One normal curve per class, and where one class begins to win over another."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, distribution, numbers, same_length
from mlcore.plotting.style import (
    HATCHES,
    INK,
    LINE_STYLES,
    TICK_SIZE,
    check_axes,
    class_colours,
    dress,
    name_classes,
    open_frame,
    tint,
)

_POINTS = 2001
_REACH = 4.0  # standard deviations on either side of a mean that are drawn


def class_conditional_densities(
    ax: Axes,
    means: ArrayLike,
    variances: ArrayLike,
    *,
    priors: ArrayLike | None = None,
    boundaries: Sequence[float] = (),
    shade_errors: bool = False,
    class_names: Sequence[str] | None = None,
    feature_name: str = "x",
) -> Axes:
    """Draw the normal density of each class; with priors, π_c p(x|c), whose highest curve is the decision.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    means : array-like of shape (K,)
        μ of each class.
    variances : array-like of shape (K,)
        σ² of each class: variances, not standard deviations.
    priors : array-like of shape (K,), default=None
        π.
    boundaries : sequence of float, default=()
        Where the decision changes, as from ``boundary_1d``: a dotted line with its value; one beyond four
        standard deviations of every mean is out of view.
    shade_errors : bool, default=False
        Hatch under each curve where another one is higher: the area is the share of the class (with priors:
        of everything) that is taken for another.
    class_names : sequence of str, default=None
        The names of the classes.
    feature_name : str, default="x"
        The name of the axis.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = class_conditional_densities(Figure().subplots(), [165, 178], [36, 49], priors=[0.5, 0.5])
    >>> ax.get_ylabel()
    'π p(x | c)'
    """
    ax = check_axes(ax)
    mean, variance = numbers(means, "means"), numbers(variances, "variances")
    same_length(means=mean, variances=variance)
    if (variance <= 0).any():
        raise ValueError(f"variances must be positive; got {variance.tolist()}.")
    weight = np.ones(len(mean)) if priors is None else distribution(priors, "priors")
    same_length(means=mean, priors=weight)
    names = name_classes(np.arange(len(mean)), class_names)
    deviation = np.sqrt(variance)
    x = np.linspace((mean - _REACH * deviation).min(), (mean + _REACH * deviation).max(), _POINTS)
    squares = (x - mean[:, None]) ** 2 / variance[:, None]  # (K, points)
    curves = weight[:, None] * np.exp(-squares / 2) / np.sqrt(2 * np.pi * variance[:, None])

    _draw_curves(ax, x, curves, names, shade_errors)
    crossings = numbers(boundaries, "boundaries").tolist() if len(boundaries) else []
    _draw_boundaries(ax, [crossing for crossing in crossings if x[0] <= crossing <= x[-1]])
    headroom = 1.35 if shade_errors else 1.12  # the legend has twice the entries
    ax.set(xlim=(x[0], x[-1]), ylim=(0, headroom * curves.max()))
    columns = 2 if shade_errors else 1
    ax.legend(fontsize=TICK_SIZE, framealpha=0.9, ncols=columns, columnspacing=1, handlelength=1.6)
    dress(ax, feature_name, "p(x | c)" if priors is None else "π p(x | c)")
    open_frame(ax)
    return ax


def _draw_curves(ax: Axes, x: FloatArray, curves: FloatArray, names: list[str], shade_errors: bool) -> None:
    highest = curves.max(axis=0)
    colours = class_colours(len(names), lightest=0.7)
    for c, (name, colour) in enumerate(zip(names, colours, strict=True)):
        ax.plot(
            x, curves[c], color=colour, linestyle=LINE_STYLES[c % len(LINE_STYLES)], linewidth=2.6, label=name
        )
        if shade_errors:
            other = names[1 - c] if len(names) == 2 else "another"
            ax.fill_between(
                x, curves[c], where=curves[c] < highest, label=f"{name} taken for {other}",
                facecolor=tint(colour), edgecolor=colour, linewidth=0, hatch=HATCHES[c % len(HATCHES)],
            )  # fmt: skip


def _draw_boundaries(ax: Axes, crossings: list[float]) -> None:
    for crossing in crossings:
        ax.axvline(crossing, color=INK, linestyle=":", linewidth=1.8)
    if crossings:
        top = ax.secondary_xaxis("top")  # a title moves up to make room for its numbers
        top.set_ticks(crossings, [f"{crossing:.4g}" for crossing in crossings], fontsize=TICK_SIZE)
        top.spines["top"].set_visible(False)
