"""Cases of nearest neighbours: both libraries, and distances by their definitions with 50 digits between."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import sklearn.neighbors
from mpmath import mp, mpf

import mlcore.neighbors
from benchmarks.differences.outcome import Outcome, run
from benchmarks.differences.tables import LABELS, draw_container, put

LP = {"manhattan": 1, "euclidean": 2, "sqeuclidean": 2, "chebyshev": np.inf}
MINKOWSKI = ("manhattan", "euclidean", "chebyshev", "minkowski", "sqeuclidean")
OTHERS = ("cosine", "correlation", "braycurtis", "canberra", "hamming", "nan_euclidean", "callable")
BOOLEAN = ("jaccard", "dice", "rogerstanimoto", "russellrao", "sokalsneath", "yule")


def taxicab(a: Any, b: Any) -> Any:
    """Return the Manhattan distance, as a user would write it."""
    return abs(a - b).sum()


@dataclass(frozen=True)
class Case:
    """One search, and what is made of the neighbours."""

    name: str
    options: dict[str, Any]
    X: Any
    y: Any
    labels: str
    container: str
    Q: Any

    @property
    def kind(self) -> str:
        """What the case is counted under."""
        return f"{self.name}, {'callable' if callable(self.options['metric']) else self.options['metric']}"


def draw(rng: np.random.Generator) -> Case:
    name = str(rng.choice(["KNeighborsClassifier", "KNeighborsRegressor"]))
    n, d = int(rng.integers(1, 40)), int(rng.choice([1, 2, 3, 5, 20]))
    metric = str(rng.choice((MINKOWSKI, OTHERS, BOOLEAN)[rng.choice(3, p=[0.6, 0.3, 0.1])]))
    table = draw_table(rng, n + 6, d, metric)
    options: dict[str, Any] = {
        "n_neighbors": int(rng.integers(1, n + 1)),
        "metric": taxicab if metric == "callable" else metric,
        "weights": str(rng.choice(["uniform", "distance"])),
        "algorithm": str(rng.choice(["auto", "brute", "ball_tree", "kd_tree"])),
        "leaf_size": int(rng.choice([1, 30])),
    }
    if metric == "minkowski":
        options["p"] = float(rng.choice([0.5, 1, 1.5, 2, 3, np.inf]))
        if rng.random() < 0.3:
            options["metric_params"] = {"w": rng.choice([0.0, 1.0, 2.5], d)}
    classify = name == "KNeighborsClassifier"
    return Case(
        name=name,
        options=options,
        X=table[:n],
        y=rng.integers(0, 3, n) if classify else rng.normal(size=(n, 2) if rng.random() < 0.3 else n),
        labels=str(rng.choice(list(LABELS))) if classify else "numbers",
        container=draw_container(
            rng, sparse=metric in ("manhattan", "euclidean", "cosine") or rng.random() < 0.05
        ),
        Q=np.concatenate([table[n:], table[: min(n, 2)]]),
    )


def draw_table(rng: np.random.Generator, n: int, d: int, metric: str) -> Any:
    if metric in BOOLEAN:
        return rng.integers(0, 2, (n, d)).astype(np.float64)
    kind = rng.choice(["lattice", "bytes", "normal", "far", "scale"])
    if kind == "lattice":
        return rng.integers(0, 3, (n, d)).astype(np.float64)
    if kind == "bytes":
        return rng.integers(0, 256, (n, d)).astype(np.float64)
    X = rng.normal(size=(n, d))
    if kind == "far":
        return X + 10.0 ** rng.integers(2, 9)
    return X * 10.0 ** rng.integers(-200, 200) if kind == "scale" else X


def answers(case: Case, library: Any) -> Outcome:
    """Return what a library makes of the case: distances, neighbours, predictions; or its error."""
    X, Q = put(case.X, case.container), put(case.Q, case.container)
    y = LABELS[case.labels](case.y) if case.name == "KNeighborsClassifier" else case.y

    def learn_and_answer() -> dict[str, Any]:
        model = getattr(library, case.name)(**case.options).fit(X, y)
        dists, indices = model.kneighbors(Q)
        found = {"dists": dists, "indices": indices, "predict": model.predict(Q)}
        if case.name == "KNeighborsClassifier":
            found |= {"classes": model.classes_, "proba": model.predict_proba(Q)}
        return found

    return run(learn_and_answer)


def judge(case: Case) -> tuple[Outcome, Outcome, Outcome]:
    """Return ours, scikit-learn's and, for metrics that are defined here, all exact distances (m, n)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return (
            answers(case, mlcore.neighbors),
            answers(case, sklearn.neighbors),
            run(lambda: {"dists": exact_distances(case)}),
        )


def exact_distances(case: Case) -> Any:
    """Return all distances by their definitions with 50 digits, rounded once at the end, (m, n)."""
    with mp.workdps(50):
        X, Q = ([[mpf(v) for v in x] for x in table] for table in (case.X, case.Q))
        return np.array([[float(exact_distance(case.options, q, x)) for x in X] for q in Q])


def exact_distance(options: dict[str, Any], a: Any, b: Any) -> Any:
    metric = options["metric"]
    gaps = [abs(u - v) for u, v in zip(a, b, strict=True)]
    if callable(metric):
        return sum(gaps)
    if metric in MINKOWSKI:
        p = options.get("p", LP.get(metric))
        w = options.get("metric_params", {}).get("w", [1] * len(gaps))
        if p == np.inf:
            return max(gap for gap, weight in zip(gaps, w, strict=True) if weight)
        total = sum(mpf(weight) * gap ** mpf(p) for gap, weight in zip(gaps, w, strict=True) if gap)
        return total if metric == "sqeuclidean" else mpf(total) ** (1 / mpf(p))
    if metric == "cosine":
        norms = mp.sqrt(sum(u * u for u in a) * sum(v * v for v in b))
        return 1 - sum(u * v for u, v in zip(a, b, strict=True)) / norms if norms else mpf(1)
    if metric == "nan_euclidean":
        return mp.sqrt(sum(gap * gap for gap in gaps))
    if metric == "hamming":
        return mpf(sum(gap > 0 for gap in gaps)) / len(gaps)
    raise NotImplementedError(f"no exact {metric}")
