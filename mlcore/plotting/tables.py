"""Tables as pictures: a confusion matrix, and a joint distribution as bars."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mlcore._checks import numbers, shown
from mlcore.plotting.style import INK, LABEL_SIZE, TICK_SIZE, check_axes, dress, name_classes, open_frame


def confusion_heatmap(ax: Axes, counts: ArrayLike, class_names: Sequence[str] | None = None) -> Axes:
    """Draw a confusion matrix: each cell with its number, the darker the larger.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    counts : array-like of shape (K, K)
        Rows predicted and columns true, as ``mlcore.evaluation.confusion_matrix`` gives it; of
        scikit-learn's, whose rows are true, pass the transpose. Numbers that are not whole are written with
        two digits.
    class_names : sequence of str, default=None
        K names, in the order of the rows.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> [text.get_text() for text in confusion_heatmap(Figure().subplots(), [[5, 1], [0, 4]]).texts]
    ['5', '1', '0', '4']
    """
    ax, table = check_axes(ax), numbers(counts, "counts", ndim=2)
    K = len(table)
    if table.shape != (K, K) or table.min() < 0:
        raise ValueError(f"counts must be a square table without negative numbers; got shape {table.shape}.")
    names = name_classes(np.arange(K), class_names)
    highest = max(float(table.max()), np.finfo(float).tiny)
    ax.imshow(table, cmap="Greys", vmin=0, vmax=1.15 * highest)
    form = "{:.0f}" if (table == table.round()).all() else "{:.2f}"
    for (row, column), value in np.ndenumerate(table):
        colour = "white" if value > 0.7 * highest else INK if value else "0.7"
        size = LABEL_SIZE + 2 if K <= 4 else TICK_SIZE
        ax.text(column, row, form.format(value), ha="center", va="center", color=colour, fontsize=size)
    ax.set_xticks(range(K), names)
    ax.set_yticks(range(K), names)
    ax.tick_params(length=0)
    dress(ax, "true class", "predicted class")
    return ax


def joint_bars(ax: Axes, joint: Mapping[tuple[Any, ...], float], *, variables: Sequence[str] = ()) -> Axes:
    """Draw a joint table as bars: one per combination of values, in the order of the table.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    joint : mapping from tuple to float
        The joint table, as the functions of ``mlcore.probability`` take it.
    variables : sequence of str, default=()
        The names of the positions, written above the combinations.

    Returns
    -------
    Axes
        The same.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = joint_bars(Figure().subplots(), {("fair", "head"): 0.5, ("fair", "tail"): 0.5})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['fair, head', 'fair, tail']
    """
    ax = check_axes(ax)
    p = numbers(list(joint.values()), "joint")
    lengths = {len(values) for values in joint}
    if len(lengths) > 1 or (variables and len(variables) not in lengths):
        raise ValueError(f"variables and the keys of joint must have one length; got {shown(variables)}.")
    bars = ax.barh(range(len(p)), p, color="0.55", height=0.72)
    ax.bar_label(bars, [f"{value:.4f}" for value in p], padding=4, fontsize=TICK_SIZE)
    ax.set_yticks(range(len(p)), [", ".join(map(str, values)) for values in joint])
    ax.invert_yaxis()
    ax.set_xlim(0, 1.2 * float(p.max()))
    dress(ax, "probability", ", ".join(variables))
    ax.tick_params(axis="y", length=0)
    open_frame(ax)
    return ax
