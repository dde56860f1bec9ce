"""Two moons, orders to visit them in, and the answer of the nearest example kept."""

import numpy as np

from mlcore._checks import FloatArray, IntArray
from mlcore.neighbors import NearestNeighbors

ORDERS = 100
VIEW = (-1.8, 2.8, -1.4, 1.9)


def moons(n: int, rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Return two noisy half-circles that reach into each other, (n, 2), and their labels by turns."""
    y = np.arange(n) % 2
    angle = rng.uniform(0, np.pi, n)
    upper = np.column_stack((np.cos(angle), np.sin(angle)))
    lower = np.array([1, 0.45]) - upper
    return np.where(y[:, None] == 0, upper, lower) + rng.normal(0, 0.28, (n, 2)), y


def by_nearest(X: FloatArray, y: IntArray, kept: IntArray, Q: FloatArray) -> IntArray:
    """Return the label of the nearest kept example for each query, (m,)."""
    kept = np.sort(kept)
    _, ids = NearestNeighbors(n_neighbors=1).fit(X[kept]).kneighbors(Q)  # (m, 1)
    return y[kept][ids[:, 0]]


def grid(side: int = 150) -> FloatArray:
    """Return the middles of side × side cells of the view, row by row, (side², 2)."""
    x_min, x_max, y_min, y_max = VIEW
    middles = (np.arange(side) + 0.5) / side
    x, y = np.meshgrid(x_min + (x_max - x_min) * middles, y_min + (y_max - y_min) * middles)
    return np.column_stack((x.ravel(), y.ravel()))


def orders(n: int) -> list[IntArray]:
    """Return random orders of n visits."""
    return [np.random.default_rng((5, r)).permutation(n) for r in range(ORDERS)]
