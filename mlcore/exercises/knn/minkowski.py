"""The distance between two vectors: the family of l_p distances."""

import math

import numpy as np

from mlcore import distances
from mlcore.exercises.knn.inputs import A, B, arrays
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _gaps(a, b):
    return np.abs(np.asarray(a, dtype=float) - np.asarray(b, dtype=float))


@wrong("1.1-M1")
def without_the_root(a, b, p=2):
    """What is the distance between 0 and 3 on a line, for each p? Do you get 3?"""
    gaps = _gaps(a, b)
    return float(gaps.max()) if p == math.inf else float((gaps**p).sum())


@wrong()
def root_of_each_gap(a, b, p=2):
    """One root of the sum, or a sum of roots: what is the distance from (0, 0) to (3, 4) for p = 2?"""
    gaps = _gaps(a, b)
    return float(gaps.max() if p == math.inf else gaps.sum())


@wrong("1.1-M2")
def without_absolute_value(a, b, p=2):
    """Swap a and b: does the distance stay the same for p = 1 and p = 3?"""
    with np.errstate(invalid="ignore"):
        gaps = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
        return float(gaps.max()) if p == math.inf else float((gaps**p).sum() ** (1 / p))


@wrong("1.1-M3")
def p_is_always_two(a, b, p=2):
    """Does p occur anywhere in what you compute? Try p = 1 on (0, 0) and (3, 4)."""
    return distances.euclidean(a, b)


@wrong("1.1-M4, E17")
def norm_of_both_together(a, b, p=2):
    """How far is a from itself? Which two things must be subtracted before anything is summed?"""
    gaps = np.abs(np.concatenate([np.asarray(a, dtype=float), np.asarray(b, dtype=float)]))
    return float(gaps.max()) if p == math.inf else float((gaps**p).sum() ** (1 / p))


@wrong("1.1-M5, E27")
def infinity_as_a_number(a, b, p=2):
    """What is 1 / infinity, and any number to that power? Which gap is left when p grows and grows?"""
    with np.errstate(all="ignore"):
        return float((_gaps(a, b) ** p).sum() ** (1 / p))


@wrong("1.1-M6")
def mean_for_sum(a, b, p=2):
    """From (0, 0) to (1, 1) with p = 1: one step right, one step up. How long is the path?"""
    gaps = _gaps(a, b)
    return float(gaps.max()) if p == math.inf else float((gaps**p).mean() ** (1 / p))


@wrong()
def always_the_square_root(a, b, p: float = 2):
    """The sum is of p-th powers. Which root undoes a third power?"""
    gaps = np.abs(np.asarray(a, dtype=float) - np.asarray(b, dtype=float))
    return gaps.max() if np.isinf(p) else np.sqrt(np.sum(gaps**p))


@wrong()
def largest_gap_with_its_sign(a, b, p: float = 2):
    """With p = infinity: a gap of -5, or one of 3. Which one is larger, as a distance?"""
    gaps = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
    return gaps.max() if np.isinf(p) else np.sum(np.abs(gaps) ** p) ** (1 / p)


@wrong()
def powers_before_the_difference(a, b, p: float = 2):
    """What is raised to the power p: each coordinate, or the gap between two of them?"""
    if np.isinf(p):
        return np.abs(np.asarray(a, dtype=float) - np.asarray(b, dtype=float)).max()
    return np.abs(np.sum(np.asarray(a, dtype=float) ** p - np.asarray(b, dtype=float) ** p)) ** (1 / p)


@wrong()
def smallest_gap(a, b, p: float = 2):
    """Raise 1 and 3 to the power 50 and add: which of the two is left over for a large p?"""
    gaps = np.abs(np.asarray(a, dtype=float) - np.asarray(b, dtype=float))
    return gaps.min() if np.isinf(p) else np.sum(gaps**p) ** (1 / p)


@wrong()
def infinity_adds_the_gaps(a, b, p: float = 2):
    """The sum of all gaps is the distance for p = 1. What is left of it for p = infinity?"""
    gaps = np.abs(np.asarray(a, dtype=float) - np.asarray(b, dtype=float))
    return gaps.sum() if np.isinf(p) else np.sum(gaps**p) ** (1 / p)


def _loop(a, b, p=2):
    gaps = [abs(float(s) - float(t)) for s, t in zip(a, b, strict=True)]
    return max(gaps) if p == math.inf else sum(gap**p for gap in gaps) ** (1 / p)


def _norm(a, b, p=2):
    return np.linalg.norm(np.asarray(a, dtype=float) - np.asarray(b, dtype=float), ord=p)


def _four_ways(a, b, p=2):
    gaps = _gaps(a, b)
    if p == 1:
        return gaps.sum()
    if p == 2:
        return np.sqrt(gaps @ gaps)
    return gaps.max() if np.isinf(p) else np.power(np.power(gaps, p).sum(), 1 / p)


def _there_and_back(answer, a, b, p):
    return [answer(a, b, p), answer(b, a, p), answer(a, a, p)]


def _moved(answer, a, b, p):
    return answer(np.asarray(a) + 100.0, np.asarray(b) + 100.0, p)


def _random_vectors(rng):
    for p in (1, 2, 3, math.inf, 1.5):
        d = int(rng.integers(1, 6))
        a, b = rng.normal(size=d).round(3), rng.normal(size=d).round(3)
        yield Case(f"{d} features, p = {p}", (a, b, p))


EXERCISE = Exercise(
    name="minkowski",
    contract="minkowski(a, b, p=2) -> float",
    reference=distances.minkowski,
    families=(
        Family(
            "two points, by hand",
            "example",
            0.5,
            (
                Case("p = 2 unless said otherwise", arrays([0, 0], [3, 4])),
                Case("p = 1", (A, B, 1)),
                Case("p = 2", (A, B, 2)),
                Case("p = 3", (A, B, 3)),
            ),
            "Write down the gap of each feature first. What is done to each, and what to their sum?",
        ),
        Family(
            "p = infinity",
            "trap",
            0.25,
            (
                Case("the largest gap", (A, B, math.inf)),
                Case("five features", (np.array([1, -2, 3, 0, 9]), np.array([2, 5, 3, 1, 4]), math.inf)),
            ),
            "Compute it for p = 1, 2, 10, 60 on one pair of points. What does the value approach?",
        ),
        Family(
            "what a distance must do",
            "property",
            0.5,
            (
                *(
                    Case(
                        f"there, back, and at home, p = {p}",
                        (A, B, p),
                        ask=_there_and_back,
                        shown=f"minkowski of (a, b), of (b, a), of (a, a); a = [1, 3], b = [3.5, 1], p = {p}",
                    )
                    for p in (1, 2, 3)
                ),
                Case(
                    "both points moved by 100",
                    (np.array([1, 2.5]), np.array([4, -1.5]), 1),
                    ask=_moved,
                    shown="minkowski(a + 100, b + 100, 1), a = [1, 2.5], b = [4, -1.5]",
                ),
            ),
            "d(a, b) = d(b, a), d(a, a) = 0, and moving both points changes nothing. Which one fails?",
        ),
        Family("drawn at random", "random", 0.25, _random_vectors),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loop, _norm, _four_ways),
    read="3 · What is near?",
    concepts=("dist-lp", "dist-euclid", "dist-manhattan"),
)
