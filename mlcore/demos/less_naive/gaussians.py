"""Two pairs of normal clouds with correlated features, and what naive Bayes, LDA and GDA lose on them.

    slanted  means 0 and (1.2, 0), one shared covariance [[1, ρ], [ρ, 1]]
    crossed  equal means, correlations +ρ and −ρ: the clouds form a cross

For two classes of probability ½ and a shared Σ, a linear rule with weights w through the middle of the means
errs with Φ(−½ wᵀδ / √(wᵀΣw)), δ = μ_B − μ_A; LDA takes w = Σ⁻¹δ, the best, and naive Bayes w = D⁻¹δ with
D the diagonal of Σ. On the cross the best rule is the sign of x₁x₂, and errs with ½ − arcsin(ρ)/π.
"""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from scipy.stats import norm

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import name_axes
from mlcore.discriminant import GaussianDiscriminant
from mlcore.naive_bayes import GaussianNB

RHO, SHIFT = 0.8, 1.2
TRAIN, TEST = 10_000, 100_000  # examples per class
WORLDS = ("slanted", "crossed")
Rule = Callable[[FloatArray], IntArray]


def parameters(world: str) -> tuple[FloatArray, FloatArray]:
    """Return the means (2, 2) and covariances (2, 2, 2) of a world's two classes."""
    slanted = world == "slanted"
    means = np.array([[0.0, 0.0], [SHIFT if slanted else 0.0, 0.0]])
    signs = (1, 1 if slanted else -1)
    return means, np.array([[[1, sign * RHO], [sign * RHO, 1]] for sign in signs])


def closed_forms() -> FloatArray:
    """Return the errors with the true parameters, shape (2 worlds, 3 methods).

    >>> closed_forms().round(4).tolist()
    [[0.2743, 0.1587, 0.1587], [0.5, 0.5, 0.2048]]
    """
    means, covariances = parameters("slanted")
    delta, cov = means[1] - means[0], covariances[0]
    errors = []
    for w in (delta / np.diag(cov), np.linalg.solve(cov, delta)):
        errors.append(float(norm.cdf(-0.5 * (w @ delta) / np.sqrt(w @ cov @ w))))
    return np.array([[*errors, errors[1]], [0.5, 0.5, 0.5 - np.arcsin(RHO) / np.pi]])


def sample(world: str, n: int, rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Draw n points of each class: X (2n, 2) and y (2n,)."""
    means, covariances = parameters(world)
    clouds = [rng.multivariate_normal(m, cov, size=n) for m, cov in zip(means, covariances, strict=True)]
    return np.vstack(clouds), np.repeat([0, 1], n)


def learn(X: FloatArray, y: IntArray) -> list[Rule]:
    """Return the rules that naive Bayes, LDA and GDA learn."""
    models = [GaussianNB(), GaussianDiscriminant(shared_covariance=True), GaussianDiscriminant()]
    return [model.fit(X, y).predict for model in models]


def learned_errors(rng: np.random.Generator) -> FloatArray:
    """Return the shares of wrong answers on new points, shape (2, 3)."""
    rows = []
    for world in WORLDS:
        rules = learn(*sample(world, TRAIN, rng))
        X, y = sample(world, TEST, rng)
        rows.append([(rule(X) != y).mean() for rule in rules])
    return np.array(rows)


def density(points: FloatArray, mean: FloatArray, cov: FloatArray) -> FloatArray:
    """Return the bivariate normal density by its formula, term by term; points (m, 2)."""
    (var_1, covariance), (_, var_2) = cov
    rho = covariance / np.sqrt(var_1 * var_2)
    u, v = ((points - mean) / np.sqrt([var_1, var_2])).T
    q = (u**2 - 2 * rho * u * v + v**2) / (1 - rho**2)
    p: FloatArray = np.exp(-q / 2) / (2 * np.pi * np.sqrt(var_1 * var_2 * (1 - rho**2)))
    return p


def integrated_errors() -> FloatArray:
    """Return the errors once more: sums over a fine grid, of the densities on the wrong side; (2, 3)."""
    step = 0.02
    side = np.arange(-8, 8, step) + step / 2
    points = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)  # (m, 2)
    rows = []
    for world in WORLDS:
        means, covariances = parameters(world)
        p = _densities(points, means, covariances)  # (2, m)
        naive = np.array([np.diag(np.diag(cov)) for cov in covariances])
        shared = np.repeat(covariances.mean(axis=0)[None], 2, axis=0)
        row = []
        for believed in (naive, shared, covariances):  # naive Bayes, LDA, GDA
            scores = _densities(points, means, believed)
            wrong = np.where(scores[1] > scores[0], p[0], p[1])
            tie = np.isclose(scores[0], scores[1], rtol=1e-9, atol=0)  # a coin decides
            row.append(0.5 * np.where(tie, p.mean(axis=0), wrong).sum() * step**2)
        rows.append(row)
    return np.array(rows)


def _densities(points: FloatArray, means: FloatArray, covariances: FloatArray) -> FloatArray:
    return np.array([density(points, mean, cov) for mean, cov in zip(means, covariances, strict=True)])


def draw_world(ax: Axes, world: str) -> None:
    """Draw both clouds, and the boundaries that are learned where there is something to learn."""
    rng = np.random.default_rng(17)
    X, y = sample(world, 150, rng)
    naive, _, full = learn(*sample(world, TRAIN, rng))
    for c, marker, face in ((0, "o", "black"), (1, "s", "white")):
        ax.plot(*X[y == c].T, marker, color=face, mec="black", markersize=6, alpha=0.5)
    side = np.linspace(-3.4, 4.2, 401)
    grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    for rule, style in ((full, "-"), *(((naive, "--"),) if world == "slanted" else ())):
        answers = rule(grid).reshape(401, 401)
        ax.contour(side, side, answers, levels=[0.5], colors="black", linewidths=3, linestyles=style)
    ax.set(xlim=(-3.4, 4.2), ylim=(-3.4, 4.2))
    name_axes(ax, "feature x1", "feature x2")
