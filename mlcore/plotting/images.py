"""Parameters of models of images, drawn as images on one scale."""

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mlcore._checks import numbers, shown, whole
from mlcore.plotting.style import LABEL_SIZE, TICK_SIZE, check_axes


def parameter_images(
    axes: Iterable[Axes],
    images: ArrayLike,
    shape: tuple[int, int],
    *,
    titles: Sequence[str] | None = None,
    colorbar: bool = True,
) -> list[Axes]:
    """Draw each row as an image; white is the smallest value of all images, black the largest.

    Parameters
    ----------
    axes : iterable of Axes
        K of them, in any arrangement, as from ``plt.subplots(2, 5, layout="constrained")``.
    images : array-like of shape (K, h·w)
        One image per row: θ, μ or σ of each class.
    shape : tuple of int
        (h, w).
    titles : sequence of str, default=None
        K texts above the images.
    colorbar : bool, default=True
        Whether a bar beside the images tells the values.

    Returns
    -------
    list of Axes
        The same, without their arrangement.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> axes = Figure(layout="constrained").subplots(1, 2)
    >>> [ax.get_title() for ax in parameter_images(axes, [[0, 1], [1, 0]], (2, 1), titles=["A", "B"])]
    ['A', 'B']
    """
    flat = [check_axes(ax) for ax in np.ravel(np.asarray(axes, dtype=object))]
    table = numbers(images, "images", ndim=2)
    if len(shape) != 2:
        raise ValueError(f"shape must be (h, w); got {shown(shape)}.")
    h, w = (whole(side, "shape", low=1) for side in shape)
    if table.shape[1] != h * w:
        raise ValueError(f"images must have {h} · {w} = {h * w} columns; got shape {table.shape}.")
    if len(flat) != len(table):
        raise ValueError(f"axes must be one per image; got {len(flat)} Axes for {len(table)} images.")
    if titles is not None and (isinstance(titles, str) or len(titles) != len(table)):
        raise ValueError(f"titles must be {len(table)} texts; got {shown(titles)}.")
    low, high = float(table.min()), float(table.max())
    for i, ax in enumerate(flat):
        shades = ax.imshow(table[i].reshape(h, w), cmap="Greys", vmin=low, vmax=high, interpolation="nearest")
        ax.set(xticks=[], yticks=[])
        if titles is not None:
            ax.set_title(titles[i], fontsize=LABEL_SIZE)
    if colorbar:
        bar = flat[0].figure.colorbar(shades, ax=flat, shrink=0.9)
        bar.ax.tick_params(labelsize=TICK_SIZE)
    return flat
