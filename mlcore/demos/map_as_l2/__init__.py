"""MAP as L2: a normal prior on the weights is the ridge penalty, and it counts once.

    argmax_w ∏_i N(t_i; wᵀx_i, σ²) · N(w; 0, τ²I)  =  argmin_w Σ_i (t_i − wᵀx_i)² + λ‖w‖²,   λ = σ²/τ²

The penalty is the noise variance over the prior variance. Printed inside the sum over the examples, the prior
counts n times: the penalty grows with the data, and no amount of data brings the estimate to the truth.

The steps on paper are in ``algebra``, a growing sample in ``growth``, a polynomial that overfits in
``overfitting``, classification in ``logistic``, other priors in ``priors``. Here: three points.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.stats import norm
from sklearn.linear_model import Ridge

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.demos.map_as_l2 import algebra, growth, logistic, overfitting, priors
from mlcore.demos.map_as_l2.growth import slip_slope
from mlcore.estimation import Normal, map_slope

X, T = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 2.0])
NOISE_VAR = 1.0
GOLDEN = (0.1, 1.0, 10.0)  # the prior variances of the worked example
WIDTHS = np.logspace(-3, 3, 61)


@dataclass(frozen=True)
class Result:
    """Slopes of three points by prior width, and the results of the other parts."""

    algebra: algebra.Algebra
    prior_var: FloatArray  # (g,)
    slope: FloatArray  # (g,)
    slope_slip: FloatArray  # (g,) with the prior inside the sum
    posterior_var: FloatArray  # (g,)
    growth: growth.Growth
    overfitting: overfitting.Overfitting
    logistic: logistic.Logistic
    priors: priors.Priors


def compute() -> Result:
    """Return everything that the pictures need."""
    return Result(
        algebra=algebra.derive(),
        prior_var=WIDTHS,
        slope=np.array([map_slope(X, T, NOISE_VAR, v) for v in WIDTHS]),
        slope_slip=np.array([slip_slope(X, T, NOISE_VAR, v) for v in WIDTHS]),
        posterior_var=1 / (X @ X / NOISE_VAR + 1 / WIDTHS),
        growth=growth.compute(),
        overfitting=overfitting.compute(),
        logistic=logistic.compute(),
        priors=priors.compute(),
    )


def confirm(result: Result) -> None:
    """Check each part by a route that does not use its formula."""
    confirm_algebra(result)
    confirm_slopes(result)
    growth.confirm(result.growth)
    overfitting.confirm(result.overfitting)
    logistic.confirm(result.logistic)
    priors.confirm(result.priors)


def confirm_algebra(result: Result) -> None:
    """Put numbers into the formulas from paper and compare with the numbers found."""
    a, s = result.algebra, algebra
    values = {s.sigma2: 0.5, s.tau2: 4, s.n: 3, s.b: 2}
    agree(float(a.penalty.subs(values)), 0.5 / 4, "λ must be σ²/τ².")
    agree(float(a.penalty_slip.subs(values)), 3 * 0.5 / 4, "With the prior inside the sum λ is n σ²/τ².")
    agree(float(a.penalty_laplace.subs(values)), 2 * 0.5 / 2, "Laplace's penalty must be 2σ²/b.")
    claim(a.normal_equations.is_zero_matrix is True, "The gradient must vanish where (XᵀX + λI) w = Xᵀt.")
    for formula, number in ((a.slope, result.slope), (a.slope_slip, result.slope_slip)):
        data = {s.S_xx: X @ X, s.S_xt: X @ T, s.sigma2: NOISE_VAR, s.n: len(X)}
        on_paper = [float(formula.subs(data | {s.tau2: v})) for v in result.prior_var]
        agree(number, on_paper, "The slopes must be those of the formulas on paper.")


def confirm_slopes(result: Result) -> None:
    """Maximise the densities as printed, blindly; integrate the posterior; ask scikit-learn's Ridge."""
    theirs = [Ridge(NOISE_VAR / v, fit_intercept=False).fit(X[:, None], T).coef_[0] for v in result.prior_var]
    agree(result.slope, theirs, "Ridge with alpha = σ²/τ² must find the MAP slope.")
    rows = zip(*(field[::6] for field in (result.prior_var, result.slope, result.slope_slip)), strict=True)
    for v, right, slip in rows:
        agree(right, blind_slope(v, copies=1), "MAP must be where the posterior is highest.", atol=1e-6)
        agree(slip, blind_slope(v, copies=len(X)), "The slip must minimise the printed formula.", atol=1e-6)
    w = np.linspace(-6, 6, 12001)
    for v, variance in zip(result.prior_var[30::10], result.posterior_var[30::10], strict=True):
        log_density = log_posterior(w[:, None], v, copies=1)
        density = np.exp(log_density - log_density.max())
        mean = (w * density).sum() / density.sum()
        agree(variance, ((w - mean) ** 2 * density).sum() / density.sum(), "1 / (S_xx/σ² + 1/τ²).", rtol=1e-6)


def log_posterior(w: FloatArray, prior_var: float, copies: int) -> FloatArray:
    """Return Σ_i log p(t_i | w) + copies · log p(w), up to a constant, for w of shape (g, 1)."""
    log_likelihood = norm.logpdf(T, w * X, NOISE_VAR**0.5).sum(axis=1)  # (g,)
    log_density: FloatArray = log_likelihood + copies * norm.logpdf(w[:, 0], 0, prior_var**0.5)
    return log_density


def blind_slope(prior_var: float, copies: int) -> float:
    """Return where the log posterior is highest, found without derivatives."""
    optimum = minimize_scalar(
        lambda w: -log_posterior(np.array([[w]]), prior_var, copies)[0],
        bounds=(-2, 2),
        method="bounded",
        options={"xatol": 1e-10},
    )
    return float(optimum.x)


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    at = [int(np.abs(np.log(result.prior_var / v)).argmin()) for v in GOLDEN]
    return [
        "λ = σ²/τ²: noise variance over prior variance.",
        "Three points, prior variances 0.1, 1, 10: slopes "
        + ", ".join(f"{result.slope[i]:.4f}" for i in at)
        + f"; without a prior {X @ T / (X @ X):.4f}.",
        "With the prior inside the sum: " + ", ".join(f"{result.slope_slip[i]:.4f}" for i in at) + ".",
        *growth.conclude(result.growth),
        *overfitting.conclude(result.overfitting),
        *logistic.conclude(result.logistic),
        *priors.conclude(result.priors),
    ]


def draw_posteriors(result: Result) -> Slide:
    """Draw prior, likelihood and posterior of the slope of three points, for three prior widths."""
    figure, axes = slide(1, 3, title="Prior × likelihood = posterior: the slope of three points", sharey=True)
    w = np.linspace(-0.9, 1.7, 521)
    n, S_xx, mle = len(X), float(X @ X), float(X @ T / (X @ X))
    lines = ("solid: posterior\ndotted: prior", "dashed: likelihood\n(scaled to area 1)")
    texts = (*lines, "grey: with the prior\nonce per example")
    for ax, v, text in zip(axes, GOLDEN, texts, strict=True):
        right = Normal(map_slope(X, T, NOISE_VAR, v), 1 / (S_xx + 1 / v))
        slip = Normal(slip_slope(X, T, NOISE_VAR, v), 1 / (S_xx + n / v))
        ax.plot(w, slip.pdf(w), color="0.72", linewidth=6)
        ax.plot(w, Normal(0, v).pdf(w), color="black", linewidth=2, linestyle=":")
        ax.plot(w, Normal(mle, NOISE_VAR / S_xx).pdf(w), color="black", linewidth=2, linestyle="--")
        ax.plot(w, right.pdf(w), color="black", linewidth=3)
        ax.text(-0.9, 3.1, text, fontsize=TEXT_SIZE, va="center")
        name_axes(ax, "slope w", "density" if ax is axes[0] else "", f"prior variance {v:g}")
    axes[0].set_ylim(0, 3.3)
    return figure


def draw(result: Result) -> Slide:
    """Draw the slope against the width of the prior, and against the number of examples."""
    figure, (left, right) = slide(1, 2, title="The prior counts once (black), not once per example (grey)")
    mle = float(X @ T / (X @ X))
    left.plot(result.prior_var, result.slope_slip, color="0.65", linewidth=5)
    left.plot(result.prior_var, result.slope, color="black", linewidth=3)
    left.axhline(mle, color="black", linewidth=1, linestyle=":")
    left.text(1e-3, mle + 0.01, "maximum likelihood: 11/14", fontsize=TEXT_SIZE)
    for v, spot in zip(GOLDEN, ((-62, -5), (-62, -5), (0, -32)), strict=True):
        point = (v, map_slope(X, T, NOISE_VAR, v))
        left.plot(*point, "o", color="black", markersize=9)
        left.annotate(f"{point[1]:.4f}", point, spot, textcoords="offset points", fontsize=TEXT_SIZE)
    left.set_xscale("log")
    left.text(0.03, 0.3, "MAP = ridge", fontsize=TEXT_SIZE, ha="right")
    left.text(0.35, 0.3, "prior inside\nthe sum", fontsize=TEXT_SIZE, color="0.35")
    name_axes(left, "prior variance τ²", "slope", "three points")
    growth.draw_on(right, result.growth)
    return figure


DEMO = Demo(
    name="map_as_l2",
    question="Why is a Gaussian prior the same as L2 regularisation?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={
        "map-as-l2": draw,
        "map-posteriors": draw_posteriors,
        "map-overfitting": lambda result: overfitting.draw(result.overfitting),
        "map-logistic": lambda result: logistic.draw(result.logistic),
        "map-which-prior": lambda result: priors.draw(result.priors),
    },
)
