"""Smoothing on paper: each estimate of the course, derived in a few steps (SymPy).

maximum likelihood    n_v / n                    derivative, or Lagrange multiplier
additive smoothing    (n_v + α) / (n + αV)       mode under Beta(α+1, α+1) or Dirichlet(α+1, …, α+1)
posterior mean        (n₁ + a) / (n + a + b)     under Beta(a, b)
m-estimate            (n_v + m p) / (n + m)      m = αV, p = 1/V: the same as smoothing
"""

from dataclasses import dataclass

import sympy as sp

theta = sp.symbols("theta", positive=True)
n, n_1, n_0, alpha, V, m, p, a, b = sp.symbols("n n_1 n_0 alpha V m p a b", positive=True)
counts = sp.symbols("n_1:4", positive=True)  # of a feature with three values
thetas = sp.symbols("theta_1:4", positive=True)
lagrange = sp.symbols("lambda", positive=True)


@dataclass(frozen=True)
class Algebra:
    """What comes out on paper, as SymPy expressions."""

    mle: sp.Expr  # of a probability θ after n₁ ones and n₀ zeros
    mode: sp.Expr  # under Beta(α+1, α+1)
    mean: sp.Expr  # under Beta(a, b)
    multinomial_mle: tuple[sp.Expr, ...]  # of three values
    multinomial_mode: tuple[sp.Expr, ...]  # under Dirichlet(α+1, α+1, α+1)
    denominator: sp.Expr  # what (n_v + α) has to be divided by, so that the estimates sum to 1
    m_is_smoothing: sp.Expr  # m-estimate − smoothing, for m = αV and p = 1/V; it is 0
    m_is_shrinkage: sp.Expr  # m-estimate − ((1 − s) n_1/n + s p), s = m/(n + m); it is 0
    risk: sp.Expr  # expected squared error of (N + α)/(n + 2α), N ~ Binomial(n, θ)
    mean_risk: sp.Expr  # the same, averaged over all θ in [0, 1]
    best_alpha: sp.Expr


def derive() -> Algebra:
    """Go through all derivations."""
    log_likelihood = n_1 * sp.log(theta) + n_0 * sp.log(1 - theta)
    log_prior = alpha * sp.log(theta) + alpha * sp.log(1 - theta)  # Beta(α+1, α+1), up to a constant
    return Algebra(
        mle=top(log_likelihood),
        mode=top(log_likelihood + log_prior),
        mean=posterior_mean(),
        multinomial_mle=top_of_simplex(counts),
        multinomial_mode=top_of_simplex(tuple(count + alpha for count in counts)),
        denominator=denominator(),
        m_is_smoothing=sp.simplify(m_estimate(alpha * V, 1 / V) - (n_1 + alpha) / (n + alpha * V)),
        m_is_shrinkage=sp.simplify(m_estimate(m, p) - (n / (n + m) * n_1 / n + m / (n + m) * p)),
        risk=risk(),
        mean_risk=mean_risk(),
        best_alpha=best_alpha(),
    )


def top(log_density: sp.Expr) -> sp.Expr:
    """Return the θ at which the derivative is 0."""
    (only,) = sp.solve(sp.diff(log_density, theta), theta)
    return sp.factor(only)


def top_of_simplex(weights: tuple[sp.Expr, ...]) -> tuple[sp.Expr, ...]:
    """Return the θ_v that maximise Σ weight_v log θ_v, given that they sum to 1: Lagrange's multiplier."""
    goal = sum(weight * sp.log(t) for weight, t in zip(weights, thetas, strict=True))
    lagrangian = goal + lagrange * (1 - sum(thetas))
    by_lambda = [sp.solve(sp.diff(lagrangian, t), t)[0] for t in thetas]  # θ_v = weight_v / λ
    (multiplier,) = sp.solve(sum(by_lambda) - 1, lagrange)
    return tuple(sp.simplify(t.subs(lagrange, multiplier)) for t in by_lambda)


def posterior_mean() -> sp.Expr:
    """Return ∫ θ p(θ | data) dθ under Beta(a, b): a ratio of two beta functions, B(·+1, ·) / B(·, ·)."""
    first, second = n_1 + a, n_0 + b
    ratio = sp.gamma(first + 1) * sp.gamma(first + second) / (sp.gamma(first + second + 1) * sp.gamma(first))
    return sp.gammasimp(ratio)


def denominator() -> sp.Expr:
    """Solve Σ_v (n_v + α) / D = 1 for D; the n_v sum to n, and there are V of them."""
    D = sp.symbols("D", positive=True)
    (only,) = sp.solve((n + V * alpha) / D - 1, D)
    return only


def m_estimate(weight: sp.Expr, guess: sp.Expr) -> sp.Expr:
    """Return (n_1 + m p) / (n + m)."""
    return (n_1 + weight * guess) / (n + weight)


def risk() -> sp.Expr:
    """Return variance + squared bias of (N + α)/(n + 2α): N has mean nθ and variance nθ(1 − θ)."""
    bias = (n * theta + alpha) / (n + 2 * alpha) - theta
    variance = n * theta * (1 - theta) / (n + 2 * alpha) ** 2
    return sp.factor(sp.together(variance + bias**2))


def mean_risk() -> sp.Expr:
    """Return the risk averaged over all θ between 0 and 1."""
    return sp.factor(sp.integrate(sp.expand(risk()), (theta, 0, 1)))


def best_alpha() -> sp.Expr:
    """Return the α at which the average risk is least; it does not depend on n."""
    (only,) = sp.solve(sp.diff(mean_risk(), alpha), alpha)
    return only
