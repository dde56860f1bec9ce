"""Small data that several exercises on neighbours share, and the two distances that their models hold.

All coordinates that may tie are short binary fractions: their distances are exact, whoever computes them.
"""

import math
from typing import Any

import numpy as np

from mlcore._given import euclidean

POINTS = np.array([[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]])
MARKS = np.array(["o", "+", "+", "o", "+"])
QUERIES = np.array([[2, 2], [1, 2], [3, 1], [2.2, 1.5], [1.4, 2.9]])
FIVE_QUERIES = f"Q = {QUERIES.tolist()}"  # as a panel prints them
TARGETS = np.array([1.0, 2.0, 4.0, 8.0, 16.0])

TOWNS = np.array([[48.0, -7.0], [-26.0, -4.0], [59.0, -39.0], [18.5, 7.0]])
TOWN_NAMES = np.array(["Gorizia", "Pordenone", "Trieste", "Udine"])
PLACES = np.array([[32.0, -36.0], [0.0, 0.0], [40.0, -5.0], [10.0, 40.0]])

# Three kinds of fruit, first met in the order pear, apple, fig; the rows are not sorted by anything.
FRUIT = np.array([[5, 1], [0, 4], [6, 6], [1, 5], [7, 5], [4, 0], [6, 4.5], [0.5, 3]])
FRUIT_NAMES = np.array(["pear", "apple", "fig", "apple", "fig", "pear", "fig", "apple"])
FRUIT_QUERIES = np.array([[1, 4], [6, 5], [4.5, 1], [3, 3], [4, 3.5]])

WORDS = np.array(["cat", "bat", "hat", "dog", "dig", "fog"])
WORD_ANIMALS = np.array(["purrs", "purrs", "purrs", "barks", "barks", "barks"])

# Sixteen points for the picture of the decision regions: two clouds, and one point on the wrong side.
CLOUD = np.array(
    [
        *([1, 1], [1.5, 2.25], [2, 0.5], [2.5, 1.75], [3, 3], [0.5, 3.25], [1.75, 4], [3.5, 0.75]),
        *([5, 5], [5.5, 3.5], [6, 5.75], [6.5, 4.25], [4.25, 5.5], [7, 6], [4.75, 2.5], [2, 1.25]),
    ]
)
CLOUD_LABELS = np.array([0] * 8 + [1] * 8)


def arrays(*values) -> tuple[Any, ...]:
    """Return the arguments of a call as arrays."""
    return tuple(np.array(value) for value in values)


def enough_rows(*arguments, **keywords):
    """Return whether the model has the k neighbours that it asks for: `learn` makes no other."""
    models = [value for value in (*arguments, *keywords.values()) if isinstance(value, dict)]
    return all(model["k"] <= len(model["X"]) for model in models)


def manhattan(a, b):
    """Return the length of the way from a to b along the axes."""
    return float(sum(abs(float(s) - float(t)) for s, t in zip(a, b, strict=True)))


def straight_anyway(model):
    """Return the model with the Euclidean distance computed by arrays, whatever its metric is."""
    return {**model, "metric": lambda a, b: np.linalg.norm(np.asarray(a) - np.asarray(b))}


def letters_apart(a, b):
    """Return in how many places two words of one length differ."""
    return sum(s != t for s, t in zip(a, b, strict=True))


def model_of(X, y, k, metric=euclidean):
    """Return a model made by hand, so that what predicts is tried on its own."""
    return {"X": X, "y": y, "k": k, "metric": metric, "classes": np.unique(y)}


def table_model(k, metric=euclidean):
    """Return the model of the five points."""
    return model_of(POINTS, MARKS, k, metric)


def cloud_model():
    """Return the model of the picture. Its metric is Python's own: another process has that as well."""
    return model_of(CLOUD, CLOUD_LABELS, 3, math.dist)


A, B = np.array([1, 3]), np.array([3.5, 1])

# If all three at distance 2 voted, "b" would win; of the three the earliest, and the smallest label, is "a".
ONE_PLACE_LEFT = model_of(
    np.array([[1.0, 0.0], [0.0, 1.5], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0]]),
    np.array(["b", "a", "a", "b", "b"]),
    3,
)
