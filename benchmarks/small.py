"""Small tables, as students have them: what a call costs before it computes. ``python -m benchmarks.small``.

Both sides in turns, on one thread, a batch of calls at a time; the ratio is the median over pairs of batches.
What counts is the processor's time, which other work on the machine changes little.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks import pairs
from benchmarks.rows import SIDES

SIZES = [(n, d) for n in (10, 100, 1_000, 10_000) for d in (4, 64)]
MODELS = {
    **dict.fromkeys(
        ("BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"), "naive_bayes"
    ),
    "KNeighborsClassifier": "neighbors",
}
LEAST = 2e-3  # seconds that a batch of calls takes at least


def model(library: Any, name: str) -> Any:
    found = getattr(getattr(library, MODELS[name]), name)
    return found(n_jobs=1) if name == "KNeighborsClassifier" else found()


def calls(name: str, n: int, d: int) -> Iterator[tuple[str, dict[str, Callable[[], Any]]]]:
    """Yield the phases of a row: learn, answer all rows (at most a thousand), answer one."""
    rng = np.random.default_rng(0)
    measured = name in ("GaussianNB", "KNeighborsClassifier")
    X = rng.normal(size=(n, d)) if measured else rng.integers(0, 3, (n, d)).astype(np.float64)
    y = rng.integers(0, 3, n)
    fitted = {side: model(library, name).fit(X, y) for side, library in SIDES.items()}
    yield "fit", {side: lambda it=it: it.fit(X, y) for side, it in fitted.items()}
    yield "predict", {side: lambda it=it: it.predict(X[:1000]) for side, it in fitted.items()}
    yield "one row", {side: lambda it=it: it.predict(X[:1]) for side, it in fitted.items()}


def times(call: dict[str, Callable[[], Any]], rounds: int) -> dict[str, list[float]]:
    """Return seconds per call and side, a batch in each round; the sides take turns to begin."""
    start = time.process_time()
    for one in call.values():
        one()
    repeats = max(1, int(LEAST / (time.process_time() - start)))
    taken: dict[str, list[float]] = {side: [] for side in call}
    for number in range(rounds):
        for side in sorted(call, reverse=number % 2 == 1):
            start = time.process_time()
            for _ in range(repeats):
                call[side]()
            taken[side].append((time.process_time() - start) / repeats)
    return taken


def main() -> None:
    """Measure every row and print it; then the median of the ratios, and the rows that are slower."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.small", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="", help="part of the name of a model")
    arguments = parser.parse_args()
    ratios: dict[str, pairs.Ratio] = {}
    with threadpool_limits(1):
        for name in MODELS:
            for n, d in SIZES if arguments.only in name else []:
                for phase, call in calls(name, n, d):
                    taken = times(call, arguments.rounds)
                    ratio = pairs.ratio(taken["mlcore"], taken["scikit-learn"])
                    ratios[f"{name}, {n:,} × {d}, {phase}"] = ratio
                    ours, theirs = (1e6 * median(taken[side]) for side in ("mlcore", "scikit-learn"))
                    line = f"{name:22}{n:>7,} ×{d:>3}  {phase:8}{ours:9.0f} µs{theirs:9.0f} µs  "
                    print(line + pairs.told(ratio), flush=True)
    middle = median(ratio.median for ratio in ratios.values())
    print(f"\nMedian over {len(ratios)} rows: {middle:.1f} times as fast")
    for row, ratio in ratios.items():
        if ratio.slower:
            print(f"Slower than scikit-learn: {row}: {pairs.told(ratio)} times as fast")


if __name__ == "__main__":
    main()
