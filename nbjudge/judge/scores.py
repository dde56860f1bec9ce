"""What a test cell that ran is worth: nbgrader's rules for the last expression, where they are right.

Passed without a number: all points. A number between 0 and the points: that number. Otherwise than nbgrader:
output on stderr is no failure; a number is read from the object, not from what a formatter prints; a number
below zero, NaN or infinite gives nothing (nbgrader: all points); a number above the points gives nothing,
beyond an error of rounding (nbgrader: an error that ends the submission). Each of these comes with its
reason. Of no points there are no parts: a number at the end of a test that is worth none is not looked at.
"""

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from nbjudge.judge import standins

_ROUNDING = 1e-6


@dataclass(frozen=True)
class Score:
    """Points, and why they are not what one would expect."""

    points: float
    reason: str = ""
    number: bool = False  # the cell ended in a number: partial credit


def score_of(value: object, points: float, number_expected: bool | None = None) -> Score:
    """Return the score of a cell that passed and whose last expression has this value.

    >>> score_of(None, 2.0).points, score_of(0.5, 2.0).points, score_of(float("nan"), 2.0).points
    (2.0, 0.5, 0.0)
    """
    number = number_of(value) if points else None
    if number is not None:
        return _within(number, points)
    if type(value) is standins.Opaque:
        return Score(0.0, f"The test ends in {value!r}, where the course's solution gives none.")
    if number_expected:
        kind = type(value).__name__
        return Score(0.0, f"The test ends in a number for the course's solution; here it is of type {kind}.")
    return Score(points)


def number_of(value: Any) -> float | None:
    """Return the number that a value is, or None; a truth value is none, as for nbgrader."""
    if value is None or isinstance(value, bool) or standins.is_standin(value):
        return None
    if isinstance(value, (int, float, Fraction, Decimal)):
        return _float(value)
    if type(value).__module__ == "numpy" and getattr(value, "dtype", None) is not None and value.ndim == 0:
        return _float(value) if value.dtype.kind in "iuf" else None
    return None


def _float(value: Any) -> float:
    try:
        return float(value)
    except (OverflowError, ValueError):
        return math.nan


def _within(number: float, points: float) -> Score:
    if not math.isfinite(number):
        return Score(0.0, f"The test ends in {number}, which is not a number of points.", True)
    if number < 0:
        return Score(0.0, f"The test ends in {number:g}: less than zero points.", True)
    if number > points:
        if number <= points * (1 + _ROUNDING):
            return Score(points, "", True)
        return Score(0.0, f"The test ends in {number:g}, but is worth {points:g} points.", True)
    return Score(number, "", True)
