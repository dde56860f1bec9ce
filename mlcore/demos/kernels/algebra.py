"""Kernels as formulas: their derivatives, their constants, and the bandwidth at which a vote turns."""

from collections.abc import Mapping

import numpy as np
from sympy import Expr, Poly, Rational, cos, diff, exp, integrate, lambdify, log, oo, pi, sqrt, symbols

from mlcore._checks import FloatArray

u = symbols("u", nonnegative=True)
z = symbols("z", positive=True)

COMPACT: Mapping[str, Expr] = {  # for 0 ≤ u < 1, and 0 beyond
    "boxcar": u**0,
    "triangular": 1 - u,
    "epanechnikov": 1 - u**2,
    "quartic": (1 - u**2) ** 2,
    "triweight": (1 - u**2) ** 3,
    "tricube": (1 - u**3) ** 3,
    "cosine": cos(pi * u / 2),
}
ENDLESS: Mapping[str, Expr] = {"gaussian": exp(-(u**2) / 2), "exponential": exp(-u)}
FORMULAS: Mapping[str, Expr] = {**COMPACT, **ENDLESS}


def values(name: str, at: FloatArray) -> FloatArray:
    """Return a kernel's values from its formula.

    >>> values("epanechnikov", np.array([0, 0.5, 2])).tolist()
    [1.0, 0.75, 0.0]
    """
    heights = np.asarray(lambdify(u, FORMULAS[name], "numpy")(at), dtype=float) * np.ones_like(at)
    return np.where(at < 1, heights, 0.0) if name in COMPACT else heights


def slopes(name: str, at: FloatArray) -> FloatArray:
    """Return the derivative κ'(u) at points below 1."""
    return np.asarray(lambdify(u, diff(FORMULAS[name], u), "numpy")(at), dtype=float) * np.ones_like(at)


def constant(name: str) -> Expr:
    """Return the factor c with which ∫ c κ(|t|) dt = 1, exactly.

    >>> constant("epanechnikov"), constant("tricube"), constant("cosine")
    (3/4, 70/81, pi/4)
    """
    end = 1 if name in COMPACT else oo
    return 1 / (2 * integrate(FORMULAS[name], (u, 0, end)))


def turning_points(plus: tuple[int, ...], minus: tuple[int, ...]) -> list[float]:
    """Return the z > 0 at which Σ z^plus = Σ z^minus: with weights z^(d_i), the two classes tie there.

    Put z = e^(−s/h) and all weights e^(−d/h) become powers of z, for distances that are multiples of s.

    >>> turning_points((1, 2), (3,))  # 1 + z = z²: the golden ratio
    [1.618033988749895]
    """
    lowest = min((*plus, *minus))
    vote = Poly(sum(z ** (e - lowest) for e in plus) - sum(z ** (e - lowest) for e in minus), z)
    roots = np.asarray(vote.nroots(n=30, maxsteps=500), dtype=complex)
    return sorted(float(root.real) for root in roots if abs(root.imag) < 1e-12 and root.real > 0)


def turning_algebra() -> dict[str, Expr]:
    """Return the bandwidth at which the lectures' vote turns, for the kernels where algebra finds it.

        triangular      2 − 0.3/h = 3 − 1.95/h
        epanechnikov    2 − 0.05/h² = 3 − 1.2725/h²

    >>> turning_algebra()["triangular"]
    33/20
    """
    near, far = (2, 4), (12, 13, 14)  # distances in twentieths
    step = Rational(1, 20)
    return {
        "triangular": step * (sum(far) - sum(near)),
        "epanechnikov": step * sqrt(sum(d * d for d in far) - sum(d * d for d in near)),
        "exponential": -step / log(turning_points(near, far)[0]),
    }
