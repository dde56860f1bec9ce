"""Two normal clouds of one shape, and the line between them: by way of densities, and directly.

w = Σ⁻¹(μ₁ − μ₀), b = −½ w·(μ₀ + μ₁)        p(t = 1|x) = 1 / (1 + exp(−(w·x + b)))
"""

import numpy as np
from matplotlib.axes import Axes
from scipy.stats import multivariate_normal
from sklearn.linear_model import LogisticRegression

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Slide, name_axes, slide
from mlcore.discriminant import GaussianDiscriminant

MEANS, COV, POINTS = (
    np.array([[-0.9, -0.4], [0.9, 0.4]]),
    np.array([[1.0, 0.3], [0.3, 0.8]]),
    10_000,
)  # per class


def clouds(rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Draw two normal clouds of one shape, POINTS of each class."""
    X = np.vstack([rng.multivariate_normal(mean, COV, size=POINTS) for mean in MEANS])
    return X, np.repeat([0, 1], POINTS)


def two_ways(X: FloatArray, t: IntArray) -> FloatArray:
    """Return w1, w2, b: first by way of two densities (LDA), then directly (logistic regression); (2, 3)."""
    lda = GaussianDiscriminant(shared_covariance=True).fit(X, t)
    direct = LogisticRegression(C=1e6).fit(X, t)
    return np.array(
        [
            [*(lda.coef_[1] - lda.coef_[0]), lda.intercept_[1] - lda.intercept_[0]],
            [*direct.coef_[0], direct.intercept_[0]],
        ]
    )


def true_line() -> FloatArray:
    """Return w1, w2, b from the true means and covariance.

    >>> true_line().round(4).tolist()
    [1.6901, 0.3662, 0.0]
    """
    w = np.linalg.solve(COV, MEANS[1] - MEANS[0])
    return np.array([*w, -0.5 * w @ MEANS.sum(axis=0)])


def line_errors(line: FloatArray) -> FloatArray:
    """Return the standard errors of w1, w2, b from the Fisher information Σ_i p_i (1 − p_i) x_i x_iᵀ."""
    side = np.linspace(-6, 6, 241)
    points = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    mass = np.mean([multivariate_normal(mean, COV).pdf(points) for mean in MEANS], axis=0) * 0.05**2
    x = np.column_stack([points, np.ones(len(points))])
    p = 1 / (1 + np.exp(-x @ line))
    information = 2 * POINTS * (x * (mass * p * (1 - p))[:, None]).T @ x
    errors: FloatArray = np.sqrt(np.diag(np.linalg.inv(information)))
    return errors


def draw_clouds(line: FloatArray) -> Slide:
    """Draw what a generative and what a discriminative model keep of the same two clouds."""
    figure, (left, right) = slide(1, 2, title="What is learnt of two clouds?", sharey=True)
    X, t = clouds(np.random.default_rng(0))
    side = np.linspace(-4, 4, 161)
    grid = np.stack(np.meshgrid(side, side), axis=-1)  # (161, 161, 2)
    for mean, style in zip(MEANS, ("-", "--"), strict=True):
        density = multivariate_normal(mean, COV).pdf(grid)
        levels = density.max() * np.exp(-(np.array([2.5, 1.5, 0.7]) ** 2) / 2)
        left.contour(side, side, density, levels=levels, colors="black", linestyles=style, linewidths=2)
    p = 1 / (1 + np.exp(-(grid @ line[:2] + line[2])))
    for level in (0.05, 0.2, 0.5, 0.8, 0.95):
        width = 3.5 if level == 0.5 else 1.5
        right.contour(side, side, p, levels=[level], colors="black", linewidths=width)
        x1 = (np.log(level / (1 - level)) - line[2] - line[1] * 3.4) / line[0]  # on x2 = 3.4
        right.text(
            x1, 3.4, f"{level:g}", fontsize=TEXT_SIZE, ha="center", va="center", backgroundcolor="white"
        )
    for ax in (left, right):
        _points(ax, X, t)
    name_axes(left, "feature x1", "feature x2", "generative: p(x|t), one density per class")
    name_axes(right, "feature x1", "feature x2", "discriminative: p(t|x), boundary at 0.5")
    return figure


def _points(ax: Axes, X: FloatArray, t: IntArray) -> None:
    for c, marker, face in ((0, "o", "black"), (1, "s", "white")):
        ax.plot(*X[t == c][:70].T, marker, color=face, mec="black", markersize=6, alpha=0.5)
    ax.set(xlim=(-4, 4), ylim=(-3.6, 4.2))
