"""Numbers in which calculations wrap round: `abs` of int64's smallest is negative, 2**32 squared is 0.

Python's own numbers do neither, and a test that was tried with them is true of such an array however wrong
it is. In: which numbers can, and the same ones in a type in which they cannot. Left out: narrow types of
plain arrays, which are a kind of their own.
"""

from typing import Any

_WIDE = 8  # bytes of a number
_SUM_OF_SQUARES = 2**62  # from here on it may wrap round
_EXACT = 2**53  # whole numbers up to it are floats as well


def wraps_round(numbers: Any, narrow: bool) -> bool:
    """Return whether calculations with these numbers may wrap round; `narrow` if types of few bytes count."""
    kind, size = numbers.dtype.kind, getattr(numbers.dtype, "itemsize", _WIDE)
    if kind == "f" or size < _WIDE:
        return bool(narrow and (kind in "iu" or (kind == "f" and size == 2)))
    return bool(kind == "u" or (kind == "i" and numbers.size * _largest(numbers) ** 2 >= _SUM_OF_SQUARES))


def _largest(numbers: Any) -> int:
    """Return the largest of whole numbers, without their signs."""
    present = numbers.dropna() if hasattr(numbers, "dropna") else numbers
    return max(abs(int(present.min())), abs(int(present.max()))) if present.size else 0


def unwrapped(numbers: Any) -> Any:
    """Give numbers that do not wrap round: wide ones, floats where they are exact, else Python's own."""
    if not wraps_round(numbers, narrow=True):
        return numbers
    if numbers.dtype.kind == "f":
        return numbers.astype("f8")
    if _largest(numbers) ** 2 * numbers.size < _SUM_OF_SQUARES:
        return numbers.astype("i8" if type(numbers.dtype).__module__.startswith("numpy") else "Int64")
    return numbers.astype("f8" if _largest(numbers) <= _EXACT else object)
