"""The naive assumption as a graph: arrows from the class to each feature, and none between features."""

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch

from mlcore._checks import shown
from mlcore.plotting.style import INK, LABEL_SIZE, check_axes

_CLASS_Y, _FEATURE_Y = 1.0, 0.0
_GAP = 7


def nb_graph(
    ax: Axes,
    feature_names: Sequence[str],
    *,
    class_name: str = "y",
    edges: Iterable[tuple[str, str]] = (),
) -> Axes:
    """Draw the class above its features; an arrow means "depends on".

    Parameters
    ----------
    ax : Axes
        Where to draw.
    feature_names : sequence of str
        The features, from left to right.
    class_name : str, default="y"
        The class.
    edges : iterable of pairs of str, default=()
        Further arrows from feature to feature, by name, as a tree-augmented model learns them (dashed).

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = nb_graph(Figure().subplots(), ["milk", "egg"], class_name="sick")
    >>> [text.get_text() for text in ax.texts]
    ['sick', 'milk', 'egg']
    """
    ax, names = check_axes(ax), [str(name) for name in feature_names]
    if isinstance(feature_names, str) or not names or len(set(names)) != len(names):
        raise ValueError(f"feature_names must be different names, at least one; got {shown(feature_names)}.")
    widths = np.array([len(name) + _GAP for name in names])  # in letters
    middles = np.cumsum(widths) - widths / 2
    position = {name: (float(x), _FEATURE_Y) for name, x in zip(names, middles, strict=True)}
    top = (float(widths.sum()) / 2, _CLASS_Y)
    ax.set(xlim=(0, widths.sum()), ylim=(_FEATURE_Y - 0.6, _CLASS_Y + 0.3))  # _arrow needs the scale
    for name in names:
        _arrow(ax, top, position[name], bend=0.0, style="-")
    for start, end in edges:
        if start not in position or end not in position or start == end:
            raise ValueError(f"edges must join two of the features; got {shown((start, end))}.")
        bend = 0.45 if position[start][0] < position[end][0] else -0.45
        _arrow(ax, position[start], position[end], bend=bend, style="--")
    for text, (x, y), face in [(class_name, top, "0.8"), *((n, position[n], "white") for n in names)]:
        box = {"boxstyle": "round,pad=0.5", "facecolor": face, "edgecolor": INK, "linewidth": 1.5}
        ax.text(x, y, text, ha="center", va="center", fontsize=LABEL_SIZE, bbox=box, zorder=3)
    ax.set_axis_off()
    return ax


def _arrow(ax: Axes, start: tuple[float, float], end: tuple[float, float], bend: float, style: str) -> None:
    across, down = np.abs(np.diff(ax.transData.transform([start, end]), axis=0)[0])
    shrink = 18 if bend else 15 * np.hypot(across, down) / down  # a flat arrow has a long way under its box
    ax.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", mutation_scale=18, color=INK, linewidth=1.5, linestyle=style,
            connectionstyle=f"arc3,rad={bend}", shrinkA=14, shrinkB=shrink, zorder=2,
        )
    )  # fmt: skip
