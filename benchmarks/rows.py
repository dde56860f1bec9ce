"""What is measured: each row is one task, the data it runs on, and the ratios that we want to reach.

Data come from fixed generators, so that a row means the same on every machine. Sizes are those of real work:
pixels, mail, points in space.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
import sklearn.naive_bayes
import sklearn.neighbors

import mlcore.naive_bayes
import mlcore.neighbors

Data = dict[str, Any]
SIDES = {"mlcore": mlcore, "scikit-learn": sklearn}


@dataclass(frozen=True)
class Row:
    """One task of the table: how to make its data and its model, what to time, what ratio to reach."""

    name: str
    size: str
    data: Callable[[int], Data]  # n divided by this: 1, or more to see only that it runs
    model: Callable[[Any], Any]  # the library (mlcore or sklearn) -> an estimator
    targets: dict[str, float]  # phase -> scikit-learn's time / ours


def fit(model: Any, data: Data) -> Any:
    return model.fit(data["X"], data["y"])


def predict(model: Any, data: Data) -> Any:
    return model.predict(data["Q"])


def neighbours(model: Any, data: Data) -> Any:
    return model.kneighbors(data["Q"])


def in_all(model: Any, data: Data) -> Any:
    """Keep the examples and answer the queries: what a first answer costs."""
    return neighbours(fit(model, data), data)


def batches(model: Any, data: Data) -> Any:
    """Learn in a hundred parts, as data that arrive over time."""
    classes = np.unique(data["y"])
    for part in np.array_split(np.arange(len(data["y"])), 100):
        rows = slice(part[0], part[-1] + 1)
        model.partial_fit(data["X"][rows], data["y"][rows], classes=classes)
    return model


PHASES: dict[str, Callable[[Any, Data], Any]] = {
    "fit": fit,
    "predict": predict,
    "neighbours": neighbours,
    "both": in_all,
    "100 batches": batches,
}


def normal_classes(n: int, d: int, K: int) -> Data:
    rng = np.random.default_rng(0)
    y = rng.integers(0, K, n)
    X = rng.normal(size=(n, d))
    X += rng.normal(size=(K, d))[y]
    return {"X": X, "y": y, "Q": X}


def categories(n: int, d: int, V: int, K: int) -> Data:
    rng = np.random.default_rng(0)
    y = rng.integers(0, K, n)
    X = (rng.integers(0, V, (n, d)) + y[:, None] * rng.integers(0, 2, (n, d))) % V
    return {"X": X, "y": y, "Q": X}


def bits(n: int, d: int, K: int) -> Data:
    rng = np.random.default_rng(0)
    y = rng.integers(0, K, n)
    theta = rng.uniform(0.05, 0.6, (K, d))
    X = np.empty((n, d))
    for start in range(0, n, 10_000):
        rows = slice(start, start + 10_000)
        X[rows] = rng.random((len(y[rows]), d)) < theta[y[rows]]
    return {"X": X, "y": y, "Q": X}


def texts(n: int, d: int, entries: int, K: int) -> Data:
    """Word counts as in news articles: few words each, most of them rare."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, K, n)
    rows = rng.integers(0, n, entries)
    words = (d * rng.random(entries) ** 3).astype(np.int64)
    words = (words + 7 * y[rows]) % d
    X = sp.csr_matrix((np.ones(entries), (rows, words)), shape=(n, d))
    return {"X": X, "y": y, "Q": X}


def pixels(n: int, d: int, m: int) -> Data:
    rng = np.random.default_rng(0)
    centres = rng.uniform(0, 255, (10, d))
    y = rng.integers(0, 10, n + m)
    X = np.clip(rng.normal(centres[y], 60), 0, 255).round()
    return {"X": X[:n], "y": y[:n], "Q": X[n:]}


def points(n: int, d: int, m: int) -> Data:
    rng = np.random.default_rng(0)
    return {"X": rng.random((n, d)), "y": rng.integers(0, 3, n), "Q": rng.random((m, d))}


def neighbour_row(n: int, d: int, m: int, maker: Callable[..., Data], target: float) -> Row:
    return Row(
        "KNeighborsClassifier",
        f"{n:,} × {d}, {m:,} queries",
        lambda share: maker(n // share, d, m // share),
        lambda library: library.neighbors.KNeighborsClassifier(n_jobs=-1),
        {"neighbours": 1, "both": target},
    )


ROWS = [
    Row(
        "GaussianNB",
        "1,000,000 × 50, 10 classes",
        lambda share: normal_classes(1_000_000 // share, 50, 10),
        lambda library: library.naive_bayes.GaussianNB(),
        {"fit": 2, "predict": 15, "100 batches": 1.5},
    ),
    Row(
        "CategoricalNB",
        "200,000 × 20, 10 values, 5 classes",
        lambda share: categories(200_000 // share, 20, 10, 5),
        lambda library: library.naive_bayes.CategoricalNB(min_categories=10),
        {"fit": 6, "predict": 2, "100 batches": 1.5},
    ),
    Row(
        "BernoulliNB",
        "100,000 × 500 dense, 10 classes",
        lambda share: bits(100_000 // share, 500, 10),
        lambda library: library.naive_bayes.BernoulliNB(),
        {"fit": 2, "predict": 2, "100 batches": 1.5},
    ),
    Row(
        "MultinomialNB",
        "11,000 × 130,000 sparse, 1.7 M entries, 20 classes",
        lambda share: texts(11_000 // share, 130_000, 1_700_000 // share, 20),
        lambda library: library.naive_bayes.MultinomialNB(),
        {"fit": 1.2, "predict": 1.2, "100 batches": 1.5},
    ),
    neighbour_row(60_000, 784, 1_000, pixels, 1.6),
    neighbour_row(60_000, 64, 2_000, pixels, 1.3),
    neighbour_row(100_000, 3, 10_000, points, 2),
    neighbour_row(1_000_000, 3, 10_000, points, 2),
    neighbour_row(100_000, 10, 2_000, points, 1),
]
