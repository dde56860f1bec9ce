"""The distance between two directions: 1 minus the cosine of the angle."""

import math

import numpy as np

from mlcore import distances
from mlcore.exercises.knn.inputs import A, B, arrays
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _vectors(a, b):
    return np.asarray(a, dtype=float), np.asarray(b, dtype=float)


@wrong("1.2-M1, E19")
def similarity_for_distance(a, b):
    """How far is a vector from itself? Which value should that be?"""
    return distances.cosine_similarity(a, b)


@wrong("1.2-M1, 1.2-M2, E19")
def as_printed(a, b):
    """How far is (3, 4) from itself by your formula? And is its length 7, or 5?"""
    a, b = _vectors(a, b)
    lengths = np.abs(a).sum() * np.abs(b).sum()
    return float(a @ b / lengths) if lengths else 1.0


@wrong("1.2-M2, E19")
def sums_for_lengths(a, b):
    """How long is the vector (3, 4): 7 or 5? And how far is it from itself by your formula?"""
    a, b = _vectors(a, b)
    lengths = np.abs(a).sum() * np.abs(b).sum()
    return float(1 - a @ b / lengths) if lengths else 1.0


@wrong("1.2-M3")
def without_lengths(a, b):
    """Double b: should the angle between a and b change?"""
    a, b = _vectors(a, b)
    return float(1 - a @ b) if a.any() and b.any() else 1.0


@wrong("1.2-M4")
def opposite_is_alike(a, b):
    """Is (1, 0) as far from (-1, 0) as from itself? What range can the cosine have?"""
    return 1 - abs(distances.cosine_similarity(a, b))


@wrong("1.2-M5")
def squared_lengths(a, b):
    """Divide by the lengths: is a @ a the length of a, or its square?"""
    a, b = _vectors(a, b)
    return float(1 - a @ b / ((a @ a) * (b @ b))) if a.any() and b.any() else 1.0


@wrong("1.2-M6")
def zero_by_zero(a, b):
    """What is the length of a vector of zeros, and what does the contract say about it?"""
    a, b = _vectors(a, b)
    with np.errstate(invalid="ignore"):
        return float(1 - a @ b / np.sqrt((a @ a) * (b @ b)))


@wrong()
def zero_is_alike(a, b):
    """A vector of zeros points nowhere. Is that the same as pointing in the same direction?"""
    a, b = _vectors(a, b)
    return distances.cosine_distance(a, b) if a.any() and b.any() else 0.0


@wrong()
def the_angle_itself(a, b):
    """The task asks for 1 minus the cosine. Why do you take arccos?"""
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return 1.0 if lengths == 0 else np.arccos(np.clip(np.dot(a, b) / lengths, -1, 1))


@wrong()
def signed_sums_for_lengths(a, b):
    """How long is the arrow (3, 4): 7, or 5?"""
    lengths = np.sum(a) * np.sum(b)
    return 1.0 if lengths == 0 else 1 - np.dot(a, b) / lengths


def _by_norms(a, b):
    a, b = _vectors(a, b)
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return 1.0 if lengths == 0 else 1 - (a @ b) / lengths


def _by_loop(a, b):
    dot = sum(s * t for s, t in zip(a, b, strict=True))
    square_a, square_b = sum(s * s for s in a), sum(t * t for t in b)
    return 1 - dot / (math.sqrt(square_a) * math.sqrt(square_b)) if square_a and square_b else 1.0


def _by_unit_vectors(a, b):
    a, b = _vectors(a, b)
    if not a.any() or not b.any():
        return np.float64(1.0)
    return ((a / np.linalg.norm(a) - b / np.linalg.norm(b)) ** 2).sum() / 2


def _stretched(answer, a, b):
    return answer(np.asarray(a) * 10.0, np.asarray(b) * 0.5)


def _random_directions(rng):
    for number in range(4):
        d = int(rng.integers(2, 6))
        yield Case(f"draw {number + 1}", (rng.normal(size=d).round(3), rng.normal(size=d).round(3)))


EXERCISE = Exercise(
    name="cosine_distance",
    contract="cosine_distance(a, b) -> float",
    reference=distances.cosine_distance,
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
    misconceptions=mistakes_in(globals()),
    right=(_by_norms, _by_loop, _by_unit_vectors),
    read="9 · Anything that has a distance",
    concepts=("dist-cosine", "vec-dot"),
)
