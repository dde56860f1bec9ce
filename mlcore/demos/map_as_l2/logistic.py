"""The same prior on a classifier: logistic regression with w_j ~ N(0, τ²).

    argmin_w Σ_i [log(1 + exp(wᵀx_i)) − y_i wᵀx_i] + ‖w‖²/(2τ²)

There is no noise variance: a label is noisy by itself. scikit-learn multiplies by C and leaves ½‖w‖² alone,
so its C is the prior variance τ². Where a line separates the classes, the maximum of the likelihood lies at
infinity; the prior brings it back.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, slide

X = np.array([[-2.0], [-1.0], [-0.5], [0.5], [1.0], [2.0]])  # (6, 1)
MIXED = np.array([0, 0, 1, 0, 1, 1])
SEPARABLE = np.array([0, 0, 0, 1, 1, 1])
WIDTHS = np.logspace(-2, 6, 33)  # prior variances


@dataclass(frozen=True)
class Logistic:
    """MAP weights over a grid of prior variances, for labels that a threshold separates and others."""

    prior_var: FloatArray  # (g,)
    mixed: FloatArray  # (g,)
    separable: FloatArray  # (g,)
    mixed_mle: float
    two_weights: FloatArray  # (2,) MAP weights of a problem in the plane, τ² = 0.5


def compute() -> Logistic:
    """Return the weights by Newton's method."""
    rows, labels = plane()
    return Logistic(
        prior_var=WIDTHS,
        mixed=np.array([map_logistic(X, MIXED, v)[0] for v in WIDTHS]),
        separable=np.array([map_logistic(X, SEPARABLE, v)[0] for v in WIDTHS]),
        mixed_mle=float(map_logistic(X, MIXED, np.inf)[0]),
        two_weights=map_logistic(rows, labels, 0.5),
    )


def plane() -> tuple[FloatArray, FloatArray]:
    """Return forty points of the plane and labels drawn from a logistic model with weights (2, −1)."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(40, 2))
    return rows, (rng.random(40) < expit(rows @ [2.0, -1.0])).astype(float)


def map_logistic(X: FloatArray, y: FloatArray, prior_var: float) -> FloatArray:
    """Return the MAP weights by Newton's method, shape (d,); no intercept.

    Gradient Xᵀ(σ(Xw) − y) + w/τ², Hessian Xᵀ diag(σ(1 − σ)) X + I/τ². A step that would go up is halved.
    """
    w, precision = np.zeros(X.shape[1]), 1 / prior_var
    for _ in range(200):
        p = expit(X @ w)  # (n,)
        gradient = X.T @ (p - y) + precision * w  # (d,)
        hessian = (X.T * (p * (1 - p))) @ X + precision * np.eye(len(w))  # (d, d)
        step = np.linalg.solve(hessian, gradient)
        if np.abs(step).max() < 1e-12 * (1 + np.abs(w).max()):
            break
        while objective(w - step, X, y, prior_var) > objective(w, X, y, prior_var) + 1e-12:
            step = step / 2
        w = w - step
    return w


def objective(w: FloatArray, X: FloatArray, y: FloatArray, prior_var: float) -> float:
    """Return −log likelihood + ‖w‖²/(2τ²)."""
    score = X @ w  # (n,)
    return float(np.logaddexp(0, score).sum() - y @ score + w @ w / (2 * prior_var))


def confirm(result: Logistic) -> None:
    """Ask scikit-learn with C = τ², and a minimiser that knows nothing of derivatives."""
    for weights, y in ((result.mixed, MIXED), (result.separable, SEPARABLE)):
        theirs = [sklearn_weights(X, y, C=v)[0] for v in result.prior_var]
        agree(weights, theirs, "C must be the prior variance.", rtol=1e-5)
    rows, labels = plane()
    agree(
        result.two_weights, sklearn_weights(rows, labels, C=0.5), "C must be τ² for two weights.", rtol=1e-5
    )
    precise = {"xatol": 1e-8, "fatol": 1e-13}
    blind = minimize(objective, np.zeros(2), (rows, labels, 0.5), method="Nelder-Mead", options=precise)
    agree(result.two_weights, blind.x, "Newton's method must find the minimum.", rtol=1e-5)
    agree(result.mixed[-1], result.mixed_mle, "A very wide prior must give the MLE.", rtol=1e-4)
    agree(
        X[:, 0] @ (expit(X[:, 0] * result.mixed_mle) - MIXED), 0, "The MLE's gradient must be 0.", atol=1e-9
    )
    growth = np.diff(result.separable[8::4])  # from decade to decade, beginning at τ² = 1
    claim((growth > 1).all(), "Where a threshold separates the classes, w must grow on.")


def sklearn_weights(X: FloatArray, y: FloatArray, C: float) -> FloatArray:
    """Return scikit-learn's weights without an intercept, shape (d,)."""
    model = LogisticRegression(C=C, fit_intercept=False, solver="newton-cholesky", tol=1e-10, max_iter=1000)
    weights: FloatArray = model.fit(X, y).coef_[0]
    return weights


def conclude(result: Logistic) -> list[str]:
    """Return what came out."""
    return [
        "Logistic regression: scikit-learn's C is the prior variance. Labels that overlap: the weight "
        f"stops at {result.mixed_mle:.3f}, the MLE. Labels that a threshold separates: "
        f"{result.separable[8]:.2f} at τ² = 1, {result.separable[-1]:.1f} at a million, and no end.",
    ]


def draw(result: Logistic) -> Slide:
    """Draw the curves P(1 | x) of three priors, and the weight against the prior variance."""
    figure, (left, right) = slide(1, 2, title="Logistic regression: C is the prior variance")
    x = np.linspace(-2.4, 2.4, 300)
    curves = ((0.1, ":", (1.5, 0.52)), (1.0, "--", (1.35, 0.72)), (100.0, "-", (-0.7, 0.8)))
    for variance, style, spot in curves:
        weight = float(np.interp(np.log(variance), np.log(result.prior_var), result.separable))
        left.plot(x, expit(weight * x), color="black", linestyle=style, linewidth=2.5)
        left.text(*spot, f"C = {variance:g}", fontsize=TEXT_SIZE)
    left.plot(X[:, 0], SEPARABLE, "o", color="black", markersize=10, markerfacecolor="white")
    name_axes(left, "x", "P(y = 1 | x)", "labels that a threshold separates")
    right.plot(result.prior_var, result.separable, color="black", linewidth=3)
    right.plot(result.prior_var, result.mixed, color="black", linewidth=3, linestyle="--")
    right.axhline(result.mixed_mle, color="0.6", linewidth=1, zorder=0)
    right.set_xscale("log")
    right.text(5e3, 13.5, "separable: grows\nwithout end", fontsize=TEXT_SIZE, ha="right")
    right.text(1e6, result.mixed_mle + 0.5, "overlapping: stops at the MLE", fontsize=TEXT_SIZE, ha="right")
    name_axes(right, "prior variance τ² = C", "MAP weight")
    return figure
