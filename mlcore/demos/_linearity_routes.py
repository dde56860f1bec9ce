"""The second routes of the demonstration of linearity: products without logarithms, derivatives by SymPy.

Nothing here knows of weights. That is what makes it a test of them.
"""

from math import prod

import numpy as np
import sympy

from mlcore._checks import IntArray
from mlcore.datasets import Dataset


def score_mail(x: list[int], X: IntArray, n: int) -> float:
    """Return π_c ∏_j θ_j^{x_j} (1 − θ_j)^{1 − x_j} for one mail, θ_j = (n_j + 1) / (n_c + 2)."""
    theta = [(sum(column) + 1) / (len(X) + 2) for column in X.T.tolist()]
    return float(len(X) / n * prod(t if present else 1 - t for t, present in zip(theta, x, strict=True)))


def score_document(x: list[int], data: Dataset, c: int) -> float:
    """Return π_c ∏_j θ_j^{x_j} for the counts of one document, θ_j = (N_j + 1) / (N + d)."""
    N = data.X[data.y == c].sum(axis=0).tolist()
    theta = [(N_j + 1) / (sum(N) + len(N)) for N_j in N]
    return float(np.mean(data.y == c) * prod(t**count for t, count in zip(theta, x, strict=True)))


def gaussian_hessian() -> tuple[sympy.Matrix, tuple[sympy.Symbol, ...]]:
    """Return the second derivatives of the log-odds of Gaussian naive Bayes, and its variances.

    >>> gaussian_hessian()[0][0, 1]  # features do not interact: the axes of the conic are the features'
    0
    """
    x = sympy.symbols("x1 x2", real=True)
    mean, var = sympy.symbols("m01 m02 m11 m12", real=True), sympy.symbols("v01 v02 v11 v12", positive=True)
    density = [-sympy.log(v) / 2 - (a - m) ** 2 / (2 * v) for a, m, v in zip(x * 2, mean, var, strict=True)]
    return sympy.hessian(sum(density[2:]) - sum(density[:2]), x).applyfunc(sympy.simplify), var
