"""When no known mistake fits: do the given values stand in a simple relation to the expected ones?

    relation  pairs of expected and given values -> a sentence, or nothing

Said only if every wrong value of every case stands in the same relation, and there are several of them.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Pairs = Sequence[tuple[Any, Any]]
WORD = 1 << 32  # what runs over in 32 or in 64 bits is wrong by a multiple of it


def relation(pairs: Pairs) -> str:
    """Return what all given values are of the expected ones.

    >>> relation([([[1, 2], [3, 4]], [[1, 3], [2, 4]]), ([[5, 6, 7]], [[5], [6], [7]])])
    'Your arrays are the expected ones with rows and columns swapped.'
    >>> relation([(0.25, np.log(0.25)), (0.5, np.log(0.5))])
    'Your values are the logarithms of the expected ones.'
    """
    if not pairs:
        return ""
    try:
        for holds, sentence in SHAPES:
            if all(holds(expected, got) for expected, got in pairs):
                return sentence
        return _of_numbers(pairs)
    except (TypeError, ValueError, OverflowError):  # ragged lists, text, objects: nothing to say
        return ""


def _boxed(expected: Any, got: Any) -> bool:
    return np.ndim(got) == np.ndim(expected) + 1 and len(got) == 1 and _same(expected, got[0])


def _swapped(expected: Any, got: Any) -> bool:
    return np.ndim(expected) == 2 and np.ndim(got) == 2 and _same(np.asarray(expected).T, got)


def _backwards(expected: Any, got: Any) -> bool:
    return np.ndim(expected) > 0 and np.size(expected) > 1 and _same(np.asarray(expected)[::-1], got)


def _each_backwards(expected: Any, got: Any) -> bool:
    return np.ndim(expected) == 2 and np.ndim(got) == 2 and _same(np.asarray(expected)[:, ::-1], got)


def _as_text(expected: object, got: object) -> bool:
    return isinstance(got, str) and not isinstance(expected, str) and got == str(expected)


def _ran_over(expected: Any, got: Any) -> bool:
    whole = [isinstance(value, (int, np.integer)) and type(value) is not bool for value in (expected, got)]
    return all(whole) and abs(int(expected)) >= WORD // 2 and (int(got) - int(expected)) % WORD == 0


def _same(expected: object, got: object) -> bool:
    one, other = np.asarray(expected), np.asarray(got)
    if one.shape != other.shape:
        return False
    numbers = one.dtype.kind in "iuf" and other.dtype.kind in "iuf"
    return bool(np.allclose(one, other, rtol=1e-9) if numbers else (one == other).all())


SHAPES: tuple[tuple[Callable[[Any, Any], bool], str], ...] = (
    (_boxed, "Your result is the expected one inside one more pair of brackets."),
    (_swapped, "Your arrays are the expected ones with rows and columns swapped."),
    (_backwards, "Your values are the expected ones in reverse order."),
    (_each_backwards, "Your rows are the expected ones, each turned round."),
    (_as_text, "Your result is the expected one as text."),
    (
        _ran_over,
        "Your whole numbers are right as long as they are small. Which type counts there, and how far can it "
        "count?",
    ),
)


def _of_numbers(pairs: Pairs) -> str:
    expected, got = [], []
    for one, other in pairs:
        e, g = np.asarray(one), np.asarray(other)
        if e.shape != g.shape or e.dtype.kind not in "iuf" or g.dtype.kind not in "iuf":
            return ""
        expected.append(e.astype(float).ravel())
        got.append(g.astype(float).ravel())
    e, g = np.concatenate(expected), np.concatenate(got)
    if np.unique(e).size < 2 or not np.isfinite(g).any():
        return ""
    with np.errstate(all="ignore"):
        for transform, sentence in NUMBERS:
            if np.allclose(transform(e), g, rtol=1e-9, atol=1e-12, equal_nan=True):
                return sentence
        same = (e == g) & (np.isinf(e) | (e == 0))  # says nothing of a factor
        shifts = (g - e)[~(same & np.isinf(e))]
        factors = (g / e)[~same]
    if not factors.size or not shifts.size:
        return ""
    known = np.isfinite(factors).all() and not np.allclose(factors, 1, rtol=1e-5)  # that is almost right
    if known and np.allclose(factors, factors[0], rtol=1e-9) and factors[0] != 0:
        for base in (2, 10):
            if np.isclose(factors[0] * np.log(base), 1, rtol=1e-9):
                return f"Your logarithms have the base {base}. Which base does the task mean?"
        return f"Your values are the expected ones times {factors[0]:.6g}."
    if np.isfinite(shifts).all() and np.allclose(shifts, shifts[0], rtol=1e-9) and abs(shifts[0]) > 1e-6:
        return (
            f"Your values are the expected ones {'plus' if shifts[0] > 0 else 'minus'} {abs(shifts[0]):.6g}."
        )
    for digits in range(1, 8):
        if np.allclose(np.round(e, digits), g, rtol=0, atol=1e-12):
            return f"Your values are rounded to {digits} digits. Where do you round, and who asked for it?"
    return ""


NUMBERS: tuple[tuple[Callable[[Any], Any], str], ...] = (
    (lambda e: -e, "Your values are the expected ones with the sign reversed."),
    (lambda e: 1 - e, "Your values are one minus the expected ones."),
    (
        lambda e: (e > 0) + 0.0 if e.min() >= 0 and e.max() > 1 and (e == np.round(e)).all() else e + np.nan,
        "Your values are 1 wherever the expected ones are 1 or more. Where do you stop counting?",
    ),
    (np.log, "Your values are the logarithms of the expected ones."),
    (np.exp, "The expected values are the logarithms of yours."),
    (np.sqrt, "Your values are the square roots of the expected ones."),
    (np.square, "Your values are the squares of the expected ones."),
    (np.reciprocal, "Your values are one divided by the expected ones."),
)
