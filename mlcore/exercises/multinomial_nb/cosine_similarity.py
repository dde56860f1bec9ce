"""The cosine of the angle between two vectors: how alike are two texts, whatever their length?"""

from collections.abc import Iterable
from math import hypot

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def cosine_similarity(a, b) -> float:
    """Return a · b / (‖a‖ ‖b‖), and 0 if one of the two is the zero vector."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    lengths = float(np.sqrt(a @ a) * np.sqrt(b @ b))
    return float(a @ b) / lengths if lengths > 0 else 0.0


@wrong("4.8-M1")
def dot_product(a, b):
    """Double one of the vectors: does the angle change? Does your answer?"""
    return np.asarray(a, dtype=float) @ np.asarray(b, dtype=float)


@wrong("4.8-M2")
def distance(a, b):
    """How similar is a vector to itself: 0 or 1?"""
    return 1 - cosine_similarity(a, b)


@wrong("4.8-M3")
def sums_for_lengths(a, b):
    """How long is the vector (3, 4)? Pythagoras says 5; what do you divide by?"""
    lengths = np.abs(a).sum() * np.abs(b).sum()
    return dot_product.answer(a, b) / lengths if lengths else 0.0


@wrong("4.8-M4")
def absolute_value(a, b):
    """Two vectors that point in opposite directions: are they as similar as two can be?"""
    return abs(cosine_similarity(a, b))


@wrong("4.8-M5")
def centred(a, b):
    """Do you subtract the means first? Where is the corner of the angle: at the origin, or at the mean?"""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return cosine_similarity(a - a.mean(), b - b.mean())


@wrong("1.2-M5")
def squared_lengths(a, b):
    """What is the similarity of (3, 4) with itself in your formula? Is there a root missing?"""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return a @ b / ((a @ a) * (b @ b)) if a.any() and b.any() else 0.0


@wrong("4.8: one length")
def one_length_only(a, b):
    """Exchange a and b: does your answer change? By which lengths do you divide?"""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return a @ b / np.sqrt(a @ a) if a.any() else 0.0


@wrong("1.2-M6")
def nan_at_zero(a, b):
    """An empty text has a vector of length 0. What does your function divide by?"""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    with np.errstate(invalid="ignore"):
        return a @ b / np.float64(np.sqrt(a @ a) * np.sqrt(b @ b))


@wrong("4.8: the angle")
def the_angle_itself(a, b):
    """Do you return the angle, or its cosine? What is the cosine of a right angle?"""
    return np.arccos(np.clip(cosine_similarity(a, b), -1, 1))


@wrong()
def zero_is_like_everything(a, b):
    """Which number does the task ask for if one of the two has only zeros?"""
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return 1.0 if lengths == 0 else np.dot(a, b) / lengths


def _by_loops(a, b):
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    squares = sum(x * x for x in a) * sum(y * y for y in b)
    return dot / squares**0.5 if squares else 0


def _by_norms(a, b):
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return np.float64(np.dot(a, b) / lengths if lengths else 0)


def _unit_vectors_first(a, b):
    if not (np.any(a) and np.any(b)):
        return 0.0
    a, b = (np.asarray(v) / hypot(*np.asarray(v).tolist()) for v in (a, b))
    return np.sum(a * b)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for D in (2, 3, 5):
        yield Case(f"{D} entries", (rng.integers(1, 9, size=D), rng.integers(-9, 9, size=D) * 2 + 1))


EXERCISE = Exercise(
    name="cosine_similarity",
    contract="cosine_similarity(a, b) -> float between -1 and 1; 0 for a zero vector",
    reference=cosine_similarity,
    families=(
        Family(
            "two short vectors",
            "example",
            0.5,
            (
                Case("one direction", (np.array([3, 4]), np.array([6, 8]))),
                Case("a right angle", (np.array([2, 0]), np.array([0, 5]))),
                Case("neither", (np.array([3, 4]), np.array([4, 3]))),
            ),
            "(3, 4) and (4, 3) have the dot product 24. How long are they?",
        ),
        Family(
            "opposite directions, an empty text",
            "trap",
            1,
            (
                Case("opposite directions", (np.array([1.0, 2.0]), np.array([-2.0, -4.0]))),
                Case("three entries", (np.array([1, 2, 2]), np.array([2, 0, -1]))),
                Case("shorter than 1", (np.array([0.3, 0.4]), np.array([0.4, 0.3]))),
                Case("a zero vector", (np.array([0, 0]), np.array([1, 2]))),
            ),
            "Draw the two vectors. What is the angle?",
        ),
        Family("other vectors", "random", 0.5, _random, "Does your answer lie between -1 and 1?"),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _by_norms, _unit_vectors_first),
    read="9 · Is it the angle?",
    concepts=("vec-cosine-sim",),
)
