"""Cases of the plain functions, each against its definition in rational or 50-digit arithmetic."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from mpmath import mp, mpf

from benchmarks.differences.outcome import Outcome, run
from mlcore import distances, estimation, evaluation, kernels, probability


@dataclass(frozen=True)
class Case:
    """One call, and what it must give."""

    name: str
    ours: Callable[[], Any]
    exact: Callable[[], Any]
    grain: float = 0  # the least that doubles can tell, where a result near 0 comes of terms near 1

    @property
    def kind(self) -> str:
        """What the case is counted under."""
        return self.name


def draw(rng: np.random.Generator) -> Case:
    return DRAW[str(rng.choice(list(DRAW)))](rng)


def judge(case: Case) -> tuple[Outcome, Outcome]:
    """Return ours and the exact answer."""

    def exact() -> dict[str, Any]:
        with mp.workdps(60):
            return {"value": np.asarray(case.exact()).astype(np.float64)}

    return run(lambda: {"value": np.asarray(case.ours(), dtype=np.float64)}), run(exact)


def vectors(rng: np.random.Generator) -> tuple[Any, Any]:
    d, scale = rng.integers(1, 8), 10.0 ** rng.choice([0, 0, 0, 5, -5, 100, -100, 180, -180, 290, -290])
    kind = rng.choice(["normal", "lattice", "bytes"])
    if kind == "bytes":
        return rng.integers(0, 256, (2, d)).astype(np.uint8)
    table = rng.normal(size=(2, d)) if kind == "normal" else rng.integers(-2, 3, (2, d)).astype(float)
    return table * scale


def exactly(vector: Any) -> list[Any]:
    return [mpf(float(v)) for v in vector]


def minkowski(rng: np.random.Generator) -> Case:
    (a, b), p = vectors(rng), float(rng.choice([0.5, 1, 1.5, 2, 3, 7]))
    return Case(
        "minkowski",
        lambda: distances.minkowski(a, b, p),
        lambda: sum(abs(u - v) ** p for u, v in zip(exactly(a), exactly(b), strict=True)) ** (1 / mpf(p)),
    )


def weighted(rng: np.random.Generator) -> Case:
    (a, b), z = (pair := vectors(rng)), rng.choice([0, 1, 2.5], pair.shape[1])
    terms = zip(exactly(z), exactly(a), exactly(b), strict=True)
    return Case(
        "weighted_distance",
        lambda: distances.weighted_distance(a, b, z),
        lambda: mp.sqrt(sum(w * (u - v) ** 2 for w, u, v in terms)),
    )


def cosine(rng: np.random.Generator) -> Case:
    a, b = vectors(rng)

    def exact() -> Any:
        u, v = exactly(a), exactly(b)
        norms = mp.sqrt(sum(x * x for x in u) * sum(x * x for x in v))
        return sum(x * y for x, y in zip(u, v, strict=True)) / norms if norms else 0

    return Case("cosine_similarity", lambda: distances.cosine_similarity(a, b), exact, grain=1e-15)


def votes(rng: np.random.Generator) -> Case:
    dists, h = (
        rng.integers(0, 5, rng.integers(1, 8)) * 10.0 ** rng.integers(-3, 4),
        float(rng.choice([0.5, 1, 4])),
    )

    def exact() -> Any:
        raw = [mp.exp(-(mpf(d) - mpf(dists.min())) / h) for d in dists]
        return [w / sum(raw) for w in raw]

    return Case("softmax weights", lambda: kernels.vote_weights(dists, "softmax", h), exact)


def inverse_votes(rng: np.random.Generator) -> Case:
    dists = rng.integers(0 if rng.random() < 0.3 else 1, 6, rng.integers(1, 8)) * 10.0 ** rng.integers(-9, 9)

    def exact() -> Any:
        matches = [Fraction(int(d == 0)) for d in dists]
        raw = matches if any(matches) else [1 / Fraction(float(d)) for d in dists]
        return [float(w / sum(raw)) for w in raw]

    return Case("inverse weights", lambda: kernels.vote_weights(dists, "distance"), exact)


def area(rng: np.random.Generator) -> Case:
    n = rng.integers(2, 30)
    y, score = np.append(rng.integers(0, 2, n), [0, 1]), rng.integers(0, 6, n + 2) / 4

    def exact() -> Any:
        pairs = [(p, q) for p in score[y == 1] for q in score[y == 0]]
        return float(sum(Fraction(int(p > q)) + Fraction(int(p == q), 2) for p, q in pairs) / len(pairs))

    return Case("auc", lambda: evaluation.auc(y, score), exact)


def measures(rng: np.random.Generator) -> Case:
    tp, fp, fn, tn = (rng.integers(0, 10, 4) + np.eye(4, dtype=int)[0]).tolist()
    fractions = [
        Fraction(tp + tn, tp + fp + fn + tn),
        Fraction(tp, tp + fp),
        Fraction(tp, tp + fn),
        Fraction(2 * tp, 2 * tp + fp + fn),
    ]

    def ours() -> Any:
        found = evaluation.metrics(tp, fp, fn, tn)
        return [found[name] for name in ("accuracy", "precision", "recall", "f1")]

    return Case("metrics", ours, lambda: [float(f) for f in fractions])


def posterior(rng: np.random.Generator) -> Case:
    K = int(rng.integers(1, 5))
    prior, likelihood = rng.integers(1, 9, K), rng.integers(1, 9, K) * 2.0 ** -int(rng.integers(0, 60))

    def exact() -> Any:
        joint = [
            Fraction(int(p), int(prior.sum())) * Fraction(float(q))
            for p, q in zip(prior, likelihood, strict=True)
        ]
        return [float(j / sum(joint)) for j in joint]

    return Case(
        "bayes_posterior", lambda: probability.bayes_posterior(prior / prior.sum(), likelihood), exact
    )


def smoothed(rng: np.random.Generator) -> Case:
    counts, alpha = rng.integers(0, 9, rng.integers(1, 6)) + 1, float(rng.choice([0, 0.5, 1, 3]))
    total = int(counts.sum()) + Fraction(alpha) * len(counts)
    return Case(
        "map_theta",
        lambda: estimation.map_theta(counts, alpha),
        lambda: [float((int(n) + Fraction(alpha)) / total) for n in counts],
    )


DRAW: dict[str, Callable[[np.random.Generator], Case]] = {
    function.__name__: function
    for function in (minkowski, weighted, cosine, votes, inverse_votes, area, measures, posterior, smoothed)
}
