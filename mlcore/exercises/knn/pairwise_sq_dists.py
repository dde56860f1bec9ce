"""All squared distances between two tables at once, by arrays instead of loops."""

import numpy as np

from mlcore import distances
from mlcore.exercises.knn.inputs import POINTS, QUERIES, arrays
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Case, Exercise, Family, wrong


def _expanded(A, B, factor=-2.0):
    A, B = np.asarray(A, dtype=float), np.asarray(B, dtype=float)
    return (A**2).sum(axis=1)[:, None] + factor * A @ B.T + (B**2).sum(axis=1)[None, :]  # (a, b)


@wrong("1.6-M1")
def plus_twice_the_product(A, B):
    """Multiply out (s - t)**2 on paper. Which sign does the middle term have?"""
    return _expanded(A, B, factor=2.0)


@wrong("1.6-M2")
def product_only_once(A, B):
    """Multiply out (s - t)**2 on paper. How often does the product s t occur?"""
    return _expanded(A, B, factor=-1.0)


@wrong("1.6-M3")
def root_taken(A, B):
    """What does sq stand for in the name of the function?"""
    return np.sqrt(distances.pairwise_sq_dists(A, B))


@wrong("1.6-M4, pairwise-transposed")
def rows_and_columns_swapped(A, B):
    """Which shape does your result have for 3 rows in A and 5 in B: which of them should come first?"""
    return distances.pairwise_sq_dists(B, A)


@wrong("1.6-M5")
def summed_over_the_rows(A, B):
    """Write the shape behind each line. Over which axis do the features lie?"""
    return ((np.asarray(A, dtype=float)[:, None] - np.asarray(B, dtype=float)[None]) ** 2).sum(axis=0)


@wrong("1.6-M6")
def row_by_row_only(A, B):
    """How many pairs are there of 5 rows and 5 rows: 5, or 25?"""
    return ((np.asarray(A, dtype=float) - np.asarray(B, dtype=float)) ** 2).sum(axis=1)


@wrong("U15, pairwise-nan-on-duplicates")
def negative_squares(A, B):
    """Can a square be less than 0? What does the root of such a number give, and where do equal rows meet?"""
    A, B = np.asarray(A), np.asarray(B)
    return (A**2).sum(axis=1)[:, None] - 2 * A @ B.T + (B**2).sum(axis=1)[None, :]


@wrong("pairwise-cancellation")
def far_points_cancel(A, B):
    """Subtract two numbers near 2,000,000,000,000,000,000 that differ by 25: what is left in floats?
    Distances stay when all points are moved by the same amount: where would you move them to?"""
    return np.maximum(_expanded(A, B), 0.0)


@wrong("pairwise-uint8-wraps")
def small_integers_wrap(A, B):
    """Pixels are often stored in eight bits. What is 3 - 5 there, and what is 20 * 20?"""
    return ((np.asarray(A)[:, None] - np.asarray(B)[None]) ** 2).sum(axis=-1)


@wrong()
def summed_over_the_points(A, B):
    """The axes of A[:, None] - B[None] are i, j and the feature. Which one must disappear?"""
    return ((np.asarray(A, dtype=float)[:, None] - np.asarray(B, dtype=float)[None]) ** 2).sum(axis=1)


@wrong()
def absolute_differences(A, B):
    """The task asks for squares, not absolute values. What is your distance from (0, 0) to (3, 4)?"""
    return np.abs(np.asarray(A, dtype=float)[:, None] - np.asarray(B, dtype=float)[None]).sum(axis=2)


@wrong()
def squared_after_the_sum(A, B):
    """Square first, then add, or the other way round? Try the differences 3 and -3."""
    return (np.asarray(A, dtype=float)[:, None] - np.asarray(B, dtype=float)[None]).sum(axis=2) ** 2


@wrong()
def half_of_the_digits(A, B):
    """A float32 has about seven digits. How many are needed a billion away from the origin?"""
    one, other = np.asarray(A, dtype=np.float32), np.asarray(B, dtype=np.float32)
    return ((one[:, None] - other[None]) ** 2).sum(axis=2)


def _broadcast(A, B):
    A, B = np.asarray(A, dtype=float), np.asarray(B, dtype=float)
    return ((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=-1)


def _einsum(A, B):
    gaps = np.asarray(A, dtype=float)[:, None] - np.asarray(B, dtype=float)
    return np.einsum("abd,abd->ab", gaps, gaps)


def _expanded_near_home(A, B):
    A, B = np.asarray(A, dtype=float), np.asarray(B, dtype=float)
    return np.maximum(_expanded(A - A[0], B - A[0]), 0.0)


def _least(answer, A, B):
    dists = np.asarray(answer(A, B))
    return [dists.shape, bool((dists >= 0).all())]


def _moved(answer, A, B):
    return answer(A + 64.0, B + 64.0)


def _random_tables(rng):
    for a, b, d in ((4, 6, 3), (5, 2, 1), (3, 3, 4)):
        yield Case(
            f"{a} and {b} rows, {d} features",
            (rng.normal(size=(a, d)).round(3), rng.normal(size=(b, d)).round(3)),
        )


# Forty rows near 100 with many digits: where a row meets itself, the expanded formula leaves dust, some of it
# below 0.
_AT_HUNDRED = 100 + np.sin(np.arange(120.0)).reshape(40, 3)
_FAR = 1e9 + np.array([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])
_PIXELS = np.array([[0, 3, 20], [255, 5, 0], [16, 16, 7]], dtype=np.uint8)

_MANY = np.stack([np.arange(1500) % 37, np.arange(1500) % 11], axis=1) / 4


def _sum_of_all(answer, A, B):
    """Return the sum of all squared distances, and how many there are."""
    D = np.asarray(answer(A, B), dtype=float)
    return {"sum": float(D.sum()), "shape": list(D.shape)}


EXERCISE = Exercise(
    name="pairwise_sq_dists",
    contract="pairwise_sq_dists(A, B) -> array (a, b)",
    reference=distances.pairwise_sq_dists,
    families=(
        Family(
            "the five points, by hand",
            "example",
            0.5,
            (
                Case("one row against one", arrays([[1, 3]], [[3, 2]])),
                Case("the five points among themselves", (POINTS, POINTS)),
            ),
            "Compute one entry by hand, then print the same entry of yours.",
        ),
        Family(
            "no loops",
            "trap",
            0.25,
            (
                Case(
                    "1500 rows against 1400",
                    (_MANY, _MANY[:1400] + 1),
                    ask=_sum_of_all,
                    shown="the sum of pairwise_sq_dists(A, B) for 1500 and 1400 rows of two features",
                ),
            ),
            "Two million pairs: with a loop over them you wait. Which one operation does all rows at once?",
        ),
        Family(
            "shapes",
            "trap",
            0.25,
            (
                Case("five rows, two queries", (POINTS, QUERIES[:2])),
                Case("one feature", arrays([[1.0], [4.0], [6.0]], [[2.0], [0.0]])),
                Case(
                    "one row against three",
                    arrays([[0, 0, 0]], [[1, 0, 0], [0, 2, 0], [1, 1, 1]]),
                ),
            ),
            "Row i, column j is the distance from A[i] to B[j]. What shape must come out?",
        ),
        Family(
            "never below zero",
            "property",
            0.25,
            (
                Case(
                    "rows near 100 against themselves",
                    (_AT_HUNDRED, _AT_HUNDRED),
                    ask=_least,
                    shown="40 rows near (100, 100, 100) against themselves: shape, and all >= 0",
                ),
                Case(
                    "all points moved by 64",
                    (POINTS, QUERIES[:1]),
                    ask=_moved,
                    shown="pairwise_sq_dists(points + 64, np.array([[2, 2]]) + 64)",
                ),
            ),
            "A row against itself: 0. Look for a number just below 0 in your result.",
        ),
        Family(
            "pixels in eight bits",
            "trap",
            0.25,
            (Case("numbers from 0 to 255", (_PIXELS, _PIXELS[:2])),),
            "What is the type of the numbers that you subtract? What is their largest value?",
        ),
        Family(
            "far from the origin",
            "trap",
            0.25,
            (Case("a billion away", (_FAR, _FAR[:2])),),
            "The three points are 5 and 10 apart, wherever they lie. What happens to the large numbers?",
        ),
        Family("drawn at random", "random", 0.25, _random_tables),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_broadcast, _einsum, _expanded_near_home),
    compare=close(rtol=1e-9, atol=1e-8),
    read="10 · Faster, and smaller",
    concepts=("vec-expanded", "vec-matrix", "vec-cost", "dbg-brute-force"),
)
