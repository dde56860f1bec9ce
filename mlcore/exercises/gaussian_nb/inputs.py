"""Data and hand-made models that the exercises of this unit are tried on.

A model is a dict of values: ``classes`` (K,) sorted, ``prior`` (K,), ``mean`` and ``var`` (K, d). Prediction
is tried on models written down here, so that a broken ``learn`` costs once.
"""

from typing import Any

import numpy as np

from mlcore._checks import FloatArray

Model = dict[str, Any]

# The course's table for Gaussian naive Bayes: three examples of class 0, four of class 1.
X = np.array([[1, 10], [2, 14], [3, 12], [6, 30], [8, 33], [7, 39], [9, 30]], dtype=float)
Y = np.array([0, 0, 0, 1, 1, 1, 1])


def model(classes, prior, mean, var) -> Model:
    """Return a model with arrays for its tables."""
    return {
        "classes": np.asarray(classes),
        "prior": np.asarray(prior, dtype=float),
        "mean": np.asarray(mean, dtype=float),
        "var": np.asarray(var, dtype=float),
    }


# What the table teaches, with nothing added to the variances.
TABLE = model([0, 1], [3 / 7, 4 / 7], [[2, 12], [7.5, 33]], [[2 / 3, 8 / 3], [1.25, 13.5]])
# A skewed prior against moderate evidence: at x = 1.69 the likelihood ratio is 4, the prior ratio 9.
SKEWED = model(["ham", "spam"], [0.9, 0.1], [[0], [2]], [[1], [1]])
# Three classes whose labels are neither 0, 1, 2 nor positions; variances above and below 1.
THREE = model(
    ["Adelie", "Chinstrap", "Gentoo"],
    [0.5, 0.2, 0.3],
    [[0, 0, 1], [2, 1, -1], [-1, 3, 0]],
    [[0.25, 4, 1], [2.25, 0.5, 0.09], [1, 0.16, 9]],
)
MINUS_PLUS = model([-1, 1], [0.6, 0.4], [[0, 0], [1, 2]], [[4, 0.25], [0.5, 2]])
# The same centre, other spreads: only the widths tell the classes apart. The narrow density exceeds 1.
WIDTHS = model([3, 7], [0.5, 0.5], [[0], [0]], [[0.01], [4]])
# Two bells of one width, side by side.
SIDE_BY_SIDE = model([3, 7], [0.5, 0.5], [[-1], [1]], [[1], [1]])
# Nothing tells the two classes apart.
TWINS = model(["left", "right"], [0.5, 0.5], [[1, 2], [1, 2]], [[1, 2], [1, 2]])
# 400 features, each of which says a little: a product of densities is 0 for both classes.
MANY = model(["a", "b"], [0.3, 0.7], [[0.0] * 400, [0.1] * 400], [[16.0] * 400, [25.0] * 400])

FAR: FloatArray = np.array([[200.0], [-300.0], [500.0]])
MANY_QUERIES: FloatArray = np.outer([-1.0, 0.05, 6.0], np.ones(400)) + 0.01 * np.arange(400) % 1


def call_on(call: str, **inputs) -> str:
    """Return a call with its inputs, for cases that are more than one call.

    >>> call_on("learn(X, y), twice", y=np.array([0, 1]))
    'learn(X, y), twice, with y = [0, 1]'
    """
    named = (f"{name} = {_plain(value)}" for name, value in inputs.items())
    return f"{call}, with {'; '.join(named)}"


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return value.tolist() if isinstance(value, np.ndarray) else value


def plane(low: float, high: float, steps: int) -> FloatArray:
    """Return the points of a square grid, shape (steps², 2)."""
    axis = np.linspace(low, high, steps)
    return np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)


def line(low: float, high: float, steps: int) -> FloatArray:
    """Return points on a line as a table of one feature, shape (steps, 1)."""
    return np.linspace(low, high, steps).round(9)[:, None] + 0.0  # to be read: no -0.7999999999999998


def random_model(rng: np.random.Generator, K: int, d: int) -> Model:
    """Return a model with unequal priors, and variances on both sides of 1."""
    labels = rng.permutation(["ant", "bee", "cat", "dog", "elk", "fox"])[:K]
    prior = rng.dirichlet(np.full(K, 2.0))
    return model(np.sort(labels), prior, rng.normal(0, 1.5, (K, d)), rng.uniform(0.1, 4, (K, d)))


# Queries on which wrong scores for THREE give other labels.
THREE_GRID = np.array([[a, b, c] for a in (-1.0, 0.5, 1.5) for b in (0.0, 1.5, 3) for c in (-1.0, 0.5, 2)])
