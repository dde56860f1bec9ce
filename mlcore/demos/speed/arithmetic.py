"""All squared distances in three ways, and numbers and arrays that count what is done with them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcore._checks import Array, FloatArray

Table = Array  # of floats, or of numbers that count


def by_loops(A: Table, B: Table) -> Table:
    """Return Σ_j (a_j − b_j)² for every pair of rows, one number at a time, shape (n, m)."""
    D = np.empty((len(A), len(B)), dtype=np.asarray(A).dtype)
    for i, a in enumerate(A):
        for j, b in enumerate(B):
            gaps = [x - y for x, y in zip(a, b, strict=True)]
            total = gaps[0] * gaps[0]
            for gap in gaps[1:]:
                total = total + gap * gap
            D[i, j] = total
    return D


def by_product(A: Table, B: Table) -> Table:
    """Return ‖a‖² − 2aᵀb + ‖b‖² for every pair of rows by one matrix product, shape (n, m)."""
    a_norms = (A * A).sum(axis=1)[:, None]  # (n, 1)
    b_norms = (B * B).sum(axis=1)[None, :]  # (1, m)
    D: Table = a_norms - (2 * A) @ B.T + b_norms
    return D


def by_three_products(A: Table, B: Table) -> Table:
    """Return the same as the lectures' line does, which also adds up the squares by matrix products."""
    (n, d), m = A.shape, len(B)
    ones = np.ones((d, m)), np.ones((n, d))
    D: Table = (A * A) @ ones[0] + ones[1] @ (B * B).T - (2 * A) @ B.T
    return D


WAYS: dict[str, Callable[[Table, Table], Table]] = {
    "loops": by_loops,
    "one product": by_product,
    "three products": by_three_products,
}


def operations(way: str, n: int, m: int, d: int) -> int:
    """Return how many additions, subtractions and multiplications a way needs.

    >>> [operations(way, n=1, m=1, d=3) for way in WAYS]
    [8, 20, 26]
    """
    if way == "loops":
        return n * m * (3 * d - 1)
    if way == "one product":
        return (n + m) * (2 * d - 1) + n * d + n * m * (2 * d - 1) + 2 * n * m
    return 2 * n * d + m * d + 3 * n * m * (2 * d - 1) + 2 * n * m


class Counted:
    """A number that counts, over all numbers of its kind, how often it is added, subtracted, multiplied."""

    done = 0

    def __init__(self, value: float) -> None:
        """Wrap a number."""
        self.value = value

    def _counting(self, value: float) -> "Counted":
        Counted.done += 1
        return Counted(value)

    def __add__(self, other: Any) -> "Counted":
        """Return the sum, counted."""
        return self._counting(self.value + getattr(other, "value", other))

    def __sub__(self, other: Any) -> "Counted":
        """Return the difference, counted."""
        return self._counting(self.value - getattr(other, "value", other))

    def __mul__(self, other: Any) -> "Counted":
        """Return the product, counted."""
        return self._counting(self.value * getattr(other, "value", other))

    __rmul__ = __mul__


def count_operations(way: str, A: FloatArray, B: FloatArray) -> tuple[int, FloatArray]:
    """Return how many operations a way really did, and what it computed."""
    counted_A, counted_B = (np.array([[Counted(float(v)) for v in row] for row in M]) for M in (A, B))
    Counted.done = 0
    D = WAYS[way](counted_A, counted_B)
    return Counted.done, np.array([[value.value for value in row] for row in D])


class CountingArray(np.ndarray[Any, Any]):
    """An array that counts how often NumPy is called for it."""

    calls = 0

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: object, **options: object) -> Any:
        """Count, then compute as usual."""
        CountingArray.calls += 1
        plain = [x.view(np.ndarray) if isinstance(x, CountingArray) else x for x in inputs]
        result = getattr(ufunc, method)(*plain, **options)
        return result.view(CountingArray) if isinstance(result, np.ndarray) else result


def count_calls(way: str, A: FloatArray, B: FloatArray) -> int:
    """Return how often a way asks NumPy for a whole array operation.

    >>> count_calls("one product", np.ones((5, 3)), np.ones((2, 3)))  # 2 squares, 2 sums, 2A, product, −, +
    8
    """
    CountingArray.calls = 0
    WAYS[way](A.view(CountingArray), B.view(CountingArray))
    return CountingArray.calls
