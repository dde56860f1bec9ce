"""MAP as L2 on paper: from the normal prior to the ridge penalty, one function for each step (SymPy).

    t_i ~ N(w x_i, σ²),   w ~ N(0, τ²)

The data enter through n and three sums: S_xx = Σ x_i², S_xt = Σ x_i t_i, S_tt = Σ t_i².
"""

from dataclasses import dataclass

import sympy as sp

w, S_xt = sp.symbols("w S_xt", real=True)
sigma2, tau2, b, S_xx, S_tt = sp.symbols("sigma^2 tau^2 b S_xx S_tt", positive=True)
n = sp.symbols("n", positive=True, integer=True)


@dataclass(frozen=True)
class Algebra:
    """What comes out on paper, as SymPy expressions."""

    penalty: sp.Expr  # the factor λ of w² once the objective is a sum of squares
    penalty_slip: sp.Expr  # the same with the prior inside the sum
    slope: sp.Expr
    slope_slip: sp.Expr
    normal_equations: sp.Matrix  # (2, 1) gradient/2 − ((XᵀX + λI) w − Xᵀt), for three rows and two weights
    penalty_laplace: sp.Expr  # the factor of |w| under a Laplace prior


def derive() -> Algebra:
    """Go through all steps."""
    right, slip = minus_log_posterior(copies=1), minus_log_posterior(copies=n)
    return Algebra(
        penalty=penalty(right),
        penalty_slip=penalty(slip),
        slope=minimum(right),
        slope_slip=minimum(slip),
        normal_equations=normal_equations(),
        penalty_laplace=penalty_of_laplace_prior(),
    )


def minus_log_normal(z: sp.Expr, variance: sp.Expr) -> sp.Expr:
    """Return −log N(z; 0, variance) = z²/(2 variance) + ½ log(2π variance)."""
    density = sp.exp(-(z**2) / (2 * variance)) / sp.sqrt(2 * sp.pi * variance)
    return sp.expand_log(-sp.log(density), force=True)


def minus_log_likelihood() -> sp.Expr:
    """Return Σ_i −log N(t_i − w x_i; 0, σ²), with the square multiplied out and summed."""
    squares = S_tt - 2 * w * S_xt + w**2 * S_xx
    return squares / (2 * sigma2) + n * minus_log_normal(sp.Integer(0), sigma2)


def minus_log_posterior(copies: sp.Expr | int) -> sp.Expr:
    """Return −log likelihood − copies · log prior: 1 copy is right, n copies are the prior inside the sum."""
    return minus_log_likelihood() + copies * minus_log_normal(w, tau2)


def sum_of_squares(objective: sp.Expr) -> sp.Expr:
    """Multiply by 2σ² and drop what does not depend on w: neither moves the minimum."""
    return sp.expand(2 * sigma2 * objective).as_independent(w, as_Add=True)[1]


def penalty(objective: sp.Expr) -> sp.Expr:
    """Return what the prior adds to S_xx, the factor of w² in the sum of squares."""
    return sp.simplify(sum_of_squares(objective).coeff(w, 2) - S_xx)


def minimum(objective: sp.Expr) -> sp.Expr:
    """Return the w at which the derivative is 0; the objective is an upright parabola, so there is one."""
    (only,) = sp.solve(sp.diff(objective, w), w)
    return sp.simplify(only)


def normal_equations() -> sp.Matrix:
    """Return ½ ∇(‖t − Xw‖² + λ‖w‖²) − ((XᵀX + λI) w − Xᵀt) for three rows and two weights; it is 0."""
    X = sp.Matrix(3, 2, sp.symbols("x_1:4_1:3", real=True))  # (3, 2)
    t = sp.Matrix(sp.symbols("t_1:4", real=True))  # (3, 1)
    weights = sp.Matrix(sp.symbols("w_1:3", real=True))  # (2, 1)
    lam = sp.symbols("lambda", positive=True)
    residual = t - X * weights  # (3, 1)
    objective = residual.dot(residual) + lam * weights.dot(weights)
    gradient = sp.Matrix([sp.diff(objective, weight) for weight in weights])  # (2, 1)
    return sp.simplify(gradient / 2 - ((X.T * X + lam * sp.eye(2)) * weights - X.T * t))


def penalty_of_laplace_prior() -> sp.Expr:
    """Return the factor of |w| in 2σ² · (−log posterior) under p(w) = exp(−|w|/b) / (2b)."""
    minus_log_prior = sp.expand_log(-sp.log(sp.exp(-sp.Abs(w) / b) / (2 * b)), force=True)
    return sp.expand(2 * sigma2 * minus_log_prior).coeff(sp.Abs(w))
