"""Floats of 32 bits: what is too small or too large for them is 0 or infinite, and so is the test's number.

numpy compares such a number with one of Python's own in 32 bits, so `np.float32(0) == 1e-50` is true, and
`np.float32("inf") == 1e300`. In: which numbers those are, and the same ones in 64 bits.
"""

from typing import Any

_SINGLE = frozenset("fF")  # numpy's characters for floats and complex numbers of which each part has 32 bits


def is_at_an_end(numbers: Any) -> bool:
    """Return whether any of these numbers has 32 bits and is 0, infinite or next to 0.

    >>> import numpy as np
    >>> is_at_an_end(np.float32(0)), is_at_an_end(np.float32(0.5)), is_at_an_end(np.float64(0))
    (True, False, False)
    """
    if getattr(numbers.dtype, "char", "") not in _SINGLE or not numbers.size:
        return False
    import numpy

    plain = numpy.asarray(numbers)
    parts = (plain.real, plain.imag) if plain.dtype.kind == "c" else (plain,)
    least, most = numpy.finfo(parts[0].dtype).smallest_normal, numpy.finfo(parts[0].dtype).max
    return any(bool(((abs(part) < least) | (abs(part) > most)).any()) for part in parts)


def widened(value: Any) -> Any:
    """Return an array, a number, or what pandas holds, with 64 bits in the place of 32."""
    if type(value).__name__ == "DataFrame":
        wanted = {number: kind.char for number, kind in enumerate(value.dtypes)}
        columns = {number: widened(value.iloc[:, number]) for number in wanted}
        return type(value)(columns, index=value.index).set_axis(value.columns, axis=1)
    char = getattr(value.dtype, "char", "")
    return value.astype({"f": "f8", "F": "c16"}[char]) if char in _SINGLE else value
