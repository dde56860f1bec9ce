"""Does a prior cure overfitting? Only one of the right width: a polynomial with priors from narrow to wide.

    t = sin(πx) + noise,   a polynomial of degree 9 through 12 examples,   w_j ~ N(0, τ²)

The predictions are linear in t, so the expected errors have a closed form: squared bias plus variance.
A very wide prior is no prior: the MAP estimate is maximum likelihood again, and overfits as that does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.polynomial.legendre import legvander

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, slide
from mlcore.estimation import map_weights

DEGREE, NOISE_VAR = 9, 0.09
WIDTHS = np.logspace(-5, 5, 61)
X, CURVE = np.linspace(-1, 1, 12), np.linspace(-1, 1, 201)
BASIS, CURVE_BASIS = legvander(X, DEGREE), legvander(CURVE, DEGREE)  # (12, 10), (201, 10)


@dataclass(frozen=True)
class Overfitting:
    """Expected squared errors on the examples and against the true curve, by prior variance."""

    prior_var: FloatArray  # (g,)
    train_error: FloatArray  # (g,)
    test_error: FloatArray  # (g,)
    mle_test_error: float


def compute() -> Overfitting:
    """Return the errors of all widths, and without a prior (λ = 0)."""
    errors = np.array([expected_errors(NOISE_VAR / v) for v in WIDTHS])  # (g, 2)
    return Overfitting(WIDTHS, errors[:, 0], errors[:, 1], expected_errors(0.0)[1])


def truth(x: FloatArray) -> FloatArray:
    """Return sin(πx)."""
    wave: FloatArray = np.sin(np.pi * x)
    return wave


def sample(rng: np.random.Generator) -> FloatArray:
    """Return noisy targets at X, shape (12,)."""
    return truth(X) + rng.normal(0, NOISE_VAR**0.5, len(X))


def expected_errors(lam: float) -> tuple[float, float]:
    """Return the mean squared error on the examples, and against the true curve, expected over the noise."""
    to_weights = np.linalg.solve(BASIS.T @ BASIS + lam * np.eye(DEGREE + 1), BASIS.T)  # (10, 12)
    left_over = np.eye(len(X)) - BASIS @ to_weights  # (12, 12) from targets to residuals
    to_curve = CURVE_BASIS @ to_weights  # (201, 12) from targets to the curve
    bias = to_curve @ truth(X) - truth(CURVE)  # (201,)
    train = np.sum((left_over @ truth(X)) ** 2) + NOISE_VAR * np.sum(left_over**2)
    test = np.sum(bias**2) + NOISE_VAR * np.sum(to_curve**2)
    return float(train / len(X)), float(test / len(CURVE))


def confirm(result: Overfitting) -> None:
    """Draw samples, fit each, and average the errors; then read the curves."""
    rng = np.random.default_rng(28)
    for i in (0, 24, 36, 60):
        fits = [(t, map_weights(BASIS, t, NOISE_VAR, result.prior_var[i])) for t in map(sample, [rng] * 400)]
        train = np.array([np.mean((BASIS @ w - t) ** 2) for t, w in fits])
        test = np.array([np.mean((CURVE_BASIS @ w - truth(CURVE)) ** 2) for _, w in fits])
        for errors, expected in ((train, result.train_error[i]), (test, result.test_error[i])):
            z = (errors.mean() - expected) / (errors.std() / 20)
            claim(abs(z) < 4, f"400 samples must average to the expected error; they are {z:.1f} sd off.")
    claim((np.diff(result.train_error) < 0).all(), "A wider prior must fit the examples better.")
    agree(
        result.test_error[-1], result.mle_test_error, "A very wide prior must overfit like none.", rtol=1e-3
    )
    best = result.test_error.min()
    claim(best < result.mle_test_error / 2, "A prior of the right width must help.")
    claim(best < result.test_error[0] / 2, "A prior that is too narrow must hurt.")


def conclude(result: Overfitting) -> list[str]:
    """Return what came out."""
    return [
        f"A polynomial of degree {DEGREE} through 12 examples, expected error against the true curve: "
        f"{result.mle_test_error:.3f} without a prior, {result.test_error.min():.3f} with the best width, "
        f"{result.test_error[-1]:.3f} with the widest, {result.test_error[0]:.3f} with the narrowest.",
    ]


def draw(result: Overfitting) -> Slide:
    """Draw three fits to one sample, and the expected errors against the width of the prior."""
    figure, (left, right) = slide(1, 2, title="A prior helps if its width is right; a wide one is none")
    t = sample(np.random.default_rng(11))
    best = float(result.prior_var[result.test_error.argmin()])
    left.plot(CURVE, truth(CURVE), color="0.78", linewidth=7)
    for variance, style in ((1e-3, ":"), (best, "-"), (1e5, "--")):
        w = map_weights(BASIS, t, NOISE_VAR, variance)
        left.plot(CURVE, CURVE_BASIS @ w, color="black", linestyle=style, linewidth=2)
    left.plot(X, t, "o", color="black", markersize=9, markerfacecolor="white")
    left.set_xticks([-1, -0.5, 0, 0.5, 1])
    name_axes(left, "x", "t", "dotted: too narrow, solid: right,\ndashed: too wide, grey: the truth")
    right.plot(result.prior_var, result.train_error, color="black", linestyle="--", linewidth=2.5)
    right.plot(result.prior_var, result.test_error, color="black", linewidth=2.5)
    right.set_xscale("log")
    right.set_ylim(0, None)
    end, texts = 1e5, ("against the truth:\nas without a prior", "on the examples")
    for level, text in zip((result.mle_test_error, result.train_error[-1]), texts, strict=True):
        right.text(end, level + 0.008, text, fontsize=TEXT_SIZE, ha="right")
    name_axes(right, "prior variance τ²", "expected squared error")
    return figure
