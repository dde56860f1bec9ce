"""Distances between vectors: the family of l_p distances, and the angle."""

import math
from typing import Any

import numpy as np

from mlcore import distances as reference
from mlcore.exercises.knn.tables import arrays
from selfcheck.exercise import Case, Exercise, Family, wrong

A, B = np.array([1, 3]), np.array([3.5, 1])


def _gaps(a: Any, b: Any) -> Any:
    return np.abs(np.asarray(a, dtype=float) - np.asarray(b, dtype=float))


@wrong("1.1-M1")
def without_the_root(a: Any, b: Any, p: Any = 2) -> Any:
    """What is the distance between 0 and 3 on a line, for each p? Do you get 3?"""
    gaps = _gaps(a, b)
    return float(gaps.max()) if p == math.inf else float((gaps**p).sum())


@wrong("1.1-M2")
def without_absolute_value(a: Any, b: Any, p: Any = 2) -> Any:
    """Swap a and b: does the distance stay the same for p = 1 and p = 3?"""
    with np.errstate(invalid="ignore"):
        gaps = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
        return float(gaps.max()) if p == math.inf else float((gaps**p).sum() ** (1 / p))


@wrong("1.1-M3")
def p_is_always_two(a: Any, b: Any, p: Any = 2) -> Any:
    """Does p occur anywhere in what you compute? Try p = 1 on (0, 0) and (3, 4)."""
    return reference.euclidean(a, b)


@wrong("1.1-M4, E17")
def norm_of_both_together(a: Any, b: Any, p: Any = 2) -> Any:
    """How far is a from itself? Which two things must be subtracted before anything is summed?"""
    gaps = np.abs(np.concatenate([np.asarray(a, dtype=float), np.asarray(b, dtype=float)]))
    return float(gaps.max()) if p == math.inf else float((gaps**p).sum() ** (1 / p))


@wrong("1.1-M5, E27")
def infinity_as_a_number(a: Any, b: Any, p: Any = 2) -> Any:
    """What is 1 / infinity, and any number to that power? Which gap is left when p grows and grows?"""
    with np.errstate(all="ignore"):
        return float((_gaps(a, b) ** p).sum() ** (1 / p))


@wrong("1.1-M6")
def mean_for_sum(a: Any, b: Any, p: Any = 2) -> Any:
    """From (0, 0) to (1, 1) by p = 1: one step right, one step up. How long is the way?"""
    gaps = _gaps(a, b)
    return float(gaps.max()) if p == math.inf else float((gaps**p).mean() ** (1 / p))


def _loop(a: Any, b: Any, p: Any = 2) -> Any:
    gaps = [abs(float(s) - float(t)) for s, t in zip(a, b, strict=True)]
    return max(gaps) if p == math.inf else sum(gap**p for gap in gaps) ** (1 / p)


def _norm(a: Any, b: Any, p: Any = 2) -> Any:
    return np.linalg.norm(np.asarray(a, dtype=float) - np.asarray(b, dtype=float), ord=p)


def _four_ways(a: Any, b: Any, p: Any = 2) -> Any:
    gaps = _gaps(a, b)
    if p == 1:
        return gaps.sum()
    if p == 2:
        return np.sqrt(gaps @ gaps)
    return gaps.max() if np.isinf(p) else np.power(np.power(gaps, p).sum(), 1 / p)


def _there_and_back(answer: Any, a: Any, b: Any, p: Any) -> Any:
    return [answer(a, b, p), answer(b, a, p), answer(a, a, p)]


def _moved(answer: Any, a: Any, b: Any, p: Any) -> Any:
    return answer(np.asarray(a) + 100.0, np.asarray(b) + 100.0, p)


def _random_vectors(rng: Any) -> Any:
    for p in (1, 2, 3, math.inf, 1.5):
        d = int(rng.integers(1, 6))
        a, b = rng.normal(size=d).round(3), rng.normal(size=d).round(3)
        yield Case(f"{d} features, p = {p}", (a, b, p))


MINKOWSKI = Exercise(
    name="minkowski",
    contract="minkowski(a, b, p=2) -> float",
    reference=reference.minkowski,
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
    misconceptions=(
        without_the_root,
        without_absolute_value,
        p_is_always_two,
        norm_of_both_together,
        infinity_as_a_number,
        mean_for_sum,
    ),
    right=(_loop, _norm, _four_ways),
    concepts=("dist-lp", "dist-euclid", "dist-manhattan"),
)


def _vectors(a: Any, b: Any) -> Any:
    return np.asarray(a, dtype=float), np.asarray(b, dtype=float)


@wrong("1.2-M1, E19")
def similarity_for_distance(a: Any, b: Any) -> Any:
    """How far is a vector from itself? Which value should that be?"""
    return reference.cosine_similarity(a, b)


@wrong("1.2-M1, 1.2-M2, E19")
def as_printed(a: Any, b: Any) -> Any:
    """How far is (3, 4) from itself by your formula? And is its length 7, or 5?"""
    a, b = _vectors(a, b)
    lengths = np.abs(a).sum() * np.abs(b).sum()
    return float(a @ b / lengths) if lengths else 1.0


@wrong("1.2-M2, E19")
def sums_for_lengths(a: Any, b: Any) -> Any:
    """How long is the vector (3, 4): 7 or 5? And how far is it from itself by your formula?"""
    a, b = _vectors(a, b)
    lengths = np.abs(a).sum() * np.abs(b).sum()
    return float(1 - a @ b / lengths) if lengths else 1.0


@wrong("1.2-M3")
def without_lengths(a: Any, b: Any) -> Any:
    """Double b: should the angle between a and b change?"""
    a, b = _vectors(a, b)
    return float(1 - a @ b) if a.any() and b.any() else 1.0


@wrong("1.2-M4")
def opposite_is_alike(a: Any, b: Any) -> Any:
    """Is (1, 0) as far from (-1, 0) as from itself? What range can the cosine have?"""
    return 1 - abs(reference.cosine_similarity(a, b))


@wrong("1.2-M5")
def squared_lengths(a: Any, b: Any) -> Any:
    """Divide by the lengths: is a @ a the length of a, or its square?"""
    a, b = _vectors(a, b)
    return float(1 - a @ b / ((a @ a) * (b @ b))) if a.any() and b.any() else 1.0


@wrong("1.2-M6")
def zero_by_zero(a: Any, b: Any) -> Any:
    """What length has a vector of zeros, and what does the contract say about it?"""
    a, b = _vectors(a, b)
    with np.errstate(invalid="ignore"):
        return float(1 - a @ b / np.sqrt((a @ a) * (b @ b)))


@wrong()
def zero_is_alike(a: Any, b: Any) -> Any:
    """A vector of zeros points nowhere. Is that the same as pointing in the same direction?"""
    a, b = _vectors(a, b)
    return reference.cosine_distance(a, b) if a.any() and b.any() else 0.0


def _by_norms(a: Any, b: Any) -> Any:
    a, b = _vectors(a, b)
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return 1.0 if lengths == 0 else 1 - (a @ b) / lengths


def _by_loop(a: Any, b: Any) -> Any:
    dot = sum(s * t for s, t in zip(a, b, strict=True))
    square_a, square_b = sum(s * s for s in a), sum(t * t for t in b)
    return 1 - dot / (math.sqrt(square_a) * math.sqrt(square_b)) if square_a and square_b else 1.0


def _by_unit_vectors(a: Any, b: Any) -> Any:
    a, b = _vectors(a, b)
    if not a.any() or not b.any():
        return np.float64(1.0)
    return ((a / np.linalg.norm(a) - b / np.linalg.norm(b)) ** 2).sum() / 2


def _stretched(answer: Any, a: Any, b: Any) -> Any:
    return answer(np.asarray(a) * 10.0, np.asarray(b) * 0.5)


def _random_directions(rng: Any) -> Any:
    for number in range(4):
        d = int(rng.integers(2, 6))
        yield Case(f"draw {number + 1}", (rng.normal(size=d).round(3), rng.normal(size=d).round(3)))


COSINE = Exercise(
    name="cosine_distance",
    contract="cosine_distance(a, b) -> float",
    reference=reference.cosine_distance,
    families=(
        Family(
            "angles you can see",
            "example",
            0.5,
            (
                Case("the same direction", arrays([3, 4], [6, 8])),
                Case("a right angle", arrays([1, 0], [0, 1])),
                Case("two rows of the table", (A, B)),
            ),
            "Draw both arrows. What is the cosine of the angle between them, and which distance follows?",
        ),
        Family(
            "opposite directions, and none",
            "trap",
            0.5,
            (
                Case("opposite", arrays([1, 0], [-2, 0])),
                Case("a vector of zeros", arrays([0, 0], [3, 4])),
                Case("two vectors of zeros", arrays([0, 0], [0, 0])),
                Case("more than a right angle", arrays([3, 4], [-4, 2])),
            ),
            "The cosine runs from -1 to 1. From where to where does the distance run?",
        ),
        Family(
            "length does not matter",
            "property",
            0.25,
            (
                Case(
                    "one stretched, one shrunk",
                    arrays([1, 2, 2], [2, 0, 1]),
                    ask=_stretched,
                    shown="cosine_distance(10 * a, b / 2), a = [1, 2, 2], b = [2, 0, 1]",
                ),
            ),
            "Stretch one arrow: the angle stays. Does your value?",
        ),
        Family("drawn at random", "random", 0.25, _random_directions),
    ),
    misconceptions=(
        similarity_for_distance,
        as_printed,
        sums_for_lengths,
        without_lengths,
        opposite_is_alike,
        squared_lengths,
        zero_by_zero,
        zero_is_alike,
    ),
    right=(_by_norms, _by_loop, _by_unit_vectors),
    concepts=("dist-cosine", "vec-dot"),
)
