"""The cost curves: time against n for every estimator of the table, ours and scikit-learn's, in one picture.

Each panel keeps its row's number of features and lets n grow, so that the slope shows the cost: learning by
counting is linear in n; finding neighbours is linear by comparison with all, and nearly flat in a tree.
"""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from benchmarks import rows
from benchmarks.rows import PHASES, SIDES, Data

Panel = tuple[str, Callable[[int], Data], Callable[[Any], Any], list[str], list[int]]

PANELS: list[Panel] = [
    (
        "GaussianNB, d = 50, K = 10",
        lambda n: rows.normal_classes(n, 50, 10),
        lambda library: library.naive_bayes.GaussianNB(),
        ["fit", "predict"],
        [1_000, 10_000, 100_000, 300_000],
    ),
    (
        "CategoricalNB, d = 20, V = 10",
        lambda n: rows.categories(n, 20, 10, 5),
        lambda library: library.naive_bayes.CategoricalNB(min_categories=10),
        ["fit", "predict"],
        [1_000, 10_000, 100_000, 300_000],
    ),
    (
        "BernoulliNB, d = 500",
        lambda n: rows.bits(n, 500, 10),
        lambda library: library.naive_bayes.BernoulliNB(),
        ["fit", "predict"],
        [1_000, 10_000, 30_000, 100_000],
    ),
    (
        "MultinomialNB, sparse, d = 130,000",
        lambda n: rows.texts(n, 130_000, 155 * n, 20),
        lambda library: library.naive_bayes.MultinomialNB(),
        ["fit", "predict"],
        [300, 1_000, 3_000, 11_000],
    ),
    (
        "1,000 queries among n points, d = 64",
        lambda n: rows.pixels(n, 64, 1_000),
        lambda library: library.neighbors.KNeighborsClassifier(n_jobs=-1),
        ["neighbours"],
        [1_000, 10_000, 30_000, 100_000],
    ),
    (
        "10,000 queries among n points, d = 3",
        lambda n: rows.points(n, 3, 10_000),
        lambda library: library.neighbors.KNeighborsClassifier(n_jobs=-1),
        ["fit", "neighbours"],
        [1_000, 10_000, 100_000, 1_000_000],
    ),
]
COLOURS = {"mlcore": "black", "scikit-learn": "0.55"}
STYLES = {"fit": ("--", "s"), "predict": ("-", "o"), "neighbours": ("-", "o")}


def measure(panel: Panel, rounds: int, sizes: int | None = None) -> dict[str, Any]:
    """Return the median times of one panel, by side and phase, one per n; `sizes`: of the first so many."""
    title, make, model, phases, numbers = panel
    numbers = numbers[:sizes]
    curves: dict[str, list[float]] = {f"{side}: {phase}": [] for phase in phases for side in SIDES}
    for n in numbers:
        data = make(n)
        taken: dict[str, list[float]] = {name: [] for name in curves}
        for _ in range(rounds):
            models = {side: model(library) for side, library in SIDES.items()}
            for phase in dict.fromkeys(["fit", *phases]):
                for side in SIDES:
                    start = time.perf_counter()
                    PHASES[phase](models[side], data)
                    passed = time.perf_counter() - start
                    if phase in phases:
                        taken[f"{side}: {phase}"].append(passed)
        for name, values in taken.items():
            curves[name].append(median(values))
    return {"title": title, "n": numbers, "curves": curves}


def draw(panels: list[dict[str, Any]], path: Path) -> None:
    """Draw all panels into one picture, logarithmic in both directions, and save it."""
    figure = Figure(figsize=(13, 7.5), layout="constrained")
    for axes, panel in zip(np.ravel(figure.subplots(2, 3)), panels, strict=True):
        for name, values in panel["curves"].items():
            side, phase = name.split(": ")
            line, marker = STYLES[phase]
            axes.loglog(panel["n"], values, line, marker=marker, color=COLOURS[side], label=name, linewidth=2)
        axes.set_title(panel["title"], fontsize=13)
        axes.set_xlabel("n examples", fontsize=11)
        axes.set_ylabel("seconds", fontsize=11)
        axes.grid(True, which="major", color="0.9")
        axes.legend(fontsize=9, frameon=False)
    figure.suptitle("Time against the number of examples", fontsize=16)
    figure.savefig(path, dpi=110)
