"""A case is steady if rounding cannot change what is right.

    is_steady   whether the right answer stays what it is when the numbers of a case move a little

Two scores that are equal on paper differ in the sixteenth digit on a computer, one way for who adds the prior
first, the other way for who adds it last. Where the answer is a label, one of the two loses points, though
neither made a mistake. Such a case cannot be marked. Whole numbers, halves and quarters stay where they are:
sums and products of them are exact for everybody, and so are the ties that a task speaks of.
"""

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from selfcheck.attempt import Outcome
from selfcheck.compare import close
from selfcheck.exercise import Case

STEP = 1e-12  # of a number: a thousand times what rounding does, a thousandth of what a task allows
FEW = 12  # doublings of 1: so many numbers move in most cases
SHORT = 64  # parts of 1: a number made of them is exact, and so is what a few of them add up to

_alike = close(rtol=1e-3, atol=1e-6)  # an answer that moves with the numbers is not another one


def is_steady(
    case: Case, expected: Outcome, right: Callable[[Case], Outcome], compared: Collection[int | str] = ()
) -> bool:
    """Return whether `right` gives the same just beside a case, on one side of it and on the other.

    The numbers of arguments that are only `compared` stay, by place or name: comparing is exact.
    An error beside the case says nothing: some tasks want shares of 0 or 1, or rows that add up.
    """
    for step in (STEP, -STEP):  # of two scores that are nearly equal, one or the other is ahead then
        moved = _moved(case, step, compared)
        if moved is case:
            return True
        beside = right(moved)
        if beside.status == "value" and _alike(expected.value, beside.value) is not None:
            return False
    return True


def _moved(case: Case, step: float, compared: Collection[int | str]) -> Case:
    """Return the case with its numbers moved, each by a part of so much of itself; itself if none moves."""
    drawn = _Drawn()

    def beside(place: int | str, value: object) -> object:
        return value if place in compared else _beside(value, step, drawn)

    arguments = tuple(beside(place, value) for place, value in enumerate(case.arguments))
    keywords = {name: beside(name, value) for name, value in case.keywords.items()}
    if _are(arguments, case.arguments) and _are(keywords.values(), case.keywords.values()):
        return case
    return replace(case, arguments=arguments, keywords=keywords)


class _Drawn:
    """Numbers from -1 to 1, the same ones for every case."""

    def __init__(self) -> None:
        self._used = 0

    def take(self, shape: tuple[int, ...]) -> np.ndarray:
        first, self._used = self._used, self._used + math.prod(shape)
        return _stream(max(FEW, self._used.bit_length()))[first : self._used].reshape(shape)


@cache
def _stream(doublings: int) -> np.ndarray:
    return np.random.default_rng(0).uniform(-1, 1, 1 << doublings)


def _are(some: Iterable[object], others: Iterable[object]) -> bool:
    return all(one is other for one, other in zip(some, others, strict=True))


def _beside(value: Any, step: float, drawn: _Drawn) -> Any:
    if type(value) is dict:
        entries = {key: _beside(entry, step, drawn) for key, entry in value.items()}
        return value if _are(entries.values(), value.values()) else entries
    if type(value) in (list, tuple):
        made = [_beside(entry, step, drawn) for entry in value]
        return value if _are(made, value) else type(value)(made)
    if type(value) is float or (type(value) is np.ndarray and value.dtype == np.float64):
        numbers = np.asarray(value)
        parts = drawn.take(numbers.shape)
        stays = (numbers * SHORT == np.round(numbers * SHORT)) | ~np.isfinite(numbers)
        if stays.all():
            return value
        moved = numbers * np.where(stays, 1.0, 1 + step * parts)
        return moved if isinstance(value, np.ndarray) else float(moved)
    return value
