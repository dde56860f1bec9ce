"""What a shot at the basket is worth, by place: a real court, and probabilities that are made up."""

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray

AT_RIM, FALL = 0.65, 11.0  # made up: P(hit) = AT_RIM · exp(−r / FALL), r metres from the basket
LINE, CORNER, BEHIND = 6.75, 6.6, 1.575  # metres: radius of the arc, half width, basket to baseline


def hit(distance: ArrayLike, fall: float = FALL) -> FloatArray:
    """Return the made-up probability of a hit from a distance in metres."""
    return np.asarray(AT_RIM * np.exp(-np.asarray(distance) / fall))


def is_three(place: ArrayLike) -> FloatArray:
    """Say for each place (across, along; the basket at (0, 0)) whether a hit is worth 3 points.

    >>> is_three([[0, 6.7], [0, 6.8], [6.7, 0]]).tolist()
    [False, True, True]
    """
    across, along = np.abs(np.asarray(place, dtype=float)).T
    return np.asarray((np.hypot(across, along) > LINE) | (across > CORNER))


def worth(place: ArrayLike, fall: float = FALL) -> FloatArray:
    """Return the expected points of a shot from each place, (s,)."""
    place = np.asarray(place, dtype=float)
    return np.asarray(np.where(is_three(place), 3, 2) * hit(np.hypot(*place.T), fall))


def break_even(fall: float = FALL, value: float = 3.0) -> float:
    """Return r with 2 P(hit from r) = value · P(hit from the line): r = LINE − fall · log(value / 2)."""
    return LINE - fall * float(np.log(value / 2))


def court(step: float = 0.75) -> FloatArray:
    """Return places on the half court up to 8.4 m from the basket's line, (s, 2)."""
    across, along = np.meshgrid(np.arange(-7.125, 7.2, step), np.arange(-1.2, 8.4, step))
    return np.column_stack((across.ravel(), along.ravel()))


def draw_line(ax: Axes) -> None:
    """Draw the sidelines, the baseline, the basket and the three-point line."""
    corner = float(np.sqrt(LINE**2 - CORNER**2))
    angle = np.linspace(np.arctan2(corner, CORNER), np.arctan2(corner, -CORNER), 100)
    across = np.concatenate(([CORNER], LINE * np.cos(angle), [-CORNER]))
    along = np.concatenate(([-BEHIND], LINE * np.sin(angle), [-BEHIND]))
    ax.plot(across, along, color="black", linewidth=2.5, zorder=3)
    ax.plot([-7.5, -7.5, 7.5, 7.5], [8.4, -BEHIND, -BEHIND, 8.4], color="0.5", linewidth=1)
    ax.plot(0, 0, "P", color="white", markeredgecolor="black", markersize=14, zorder=4)
    ax.set_aspect("equal")
