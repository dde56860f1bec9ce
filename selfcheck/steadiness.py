"""A case is steady if rounding cannot change what is right.

    is_steady   whether the right answer stays what it is when the numbers of a case move a little

Two scores that are equal on paper differ in the sixteenth digit on a computer, one way for who adds the prior
first, the other way for who adds it last. Where the answer is a label, one of the two loses points, though
neither made a mistake. Such a case cannot be marked. Whole numbers, halves and quarters stay where they are:
sums and products of them are exact for everybody, and so are the ties that a task speaks of.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import numpy as np

from selfcheck.attempt import Outcome
from selfcheck.compare import close
from selfcheck.exercise import Case

STEP = 1e-12  # of a number: a thousand times what rounding does, a thousandth of what a task allows
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
        beside = right(_moved(case, step, compared))
        if beside.status == "value" and _alike(expected.value, beside.value) is not None:
            return False
    return True


def _moved(case: Case, step: float, compared: Collection[int | str]) -> Case:
    """Return the case with its numbers moved, each by a part of so much of itself."""
    rng = np.random.default_rng(0)

    def beside(place: int | str, value: object) -> object:
        return value if place in compared else _beside(value, step, rng)

    arguments = tuple(beside(place, value) for place, value in enumerate(case.arguments))
    keywords = {name: beside(name, value) for name, value in case.keywords.items()}
    return replace(case, arguments=arguments, keywords=keywords)


def _beside(value: Any, step: float, rng: np.random.Generator) -> Any:
    if type(value) is dict:
        return {key: _beside(entry, step, rng) for key, entry in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_beside(entry, step, rng) for entry in value)
    if type(value) is float or (type(value) is np.ndarray and value.dtype == np.float64):
        numbers = np.asarray(value)
        short = numbers * SHORT == np.round(numbers * SHORT)
        factors = np.where(short | ~np.isfinite(numbers), 1.0, 1 + step * rng.uniform(-1, 1, numbers.shape))
        moved = numbers * factors
        return moved if isinstance(value, np.ndarray) else float(moved)
    return value
