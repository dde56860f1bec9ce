"""Run the benchmark: ``make bench``, or ``python -m benchmarks --only Gaussian`` for part of it."""

import argparse
import json
import os
import platform
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import scipy
import sklearn

from benchmarks import curves, measure, pairs, shortfalls, table
from benchmarks.rows import ROWS, SIDES

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "speed.md"


def main() -> None:
    """Measure every row, print the table, keep the figures, say what fell short."""
    arguments = parse()
    share, sizes = (20, 2) if arguments.quick else (1, None)
    results: dict[str, Any] = {"machine": machine(), "rounds": arguments.rounds, "rows": []}
    for index, row in enumerate(ROWS):
        if arguments.only in f"{row.name} {row.size}":
            results["rows"].append(measure_row(index, arguments.rounds, share))
            show(results["rows"][-1])
    if not arguments.only:
        results["curves"] = [curves.measure(panel, arguments.rounds, sizes) for panel in curves.PANELS]
    if not (arguments.only or arguments.quick):
        write(results)
    shortfalls.say(shortfalls.of_classifiers(results))


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", default="", help="rows whose name or size contains this; nothing is written"
    )
    parser.add_argument("--rounds", type=int, default=7, help="pairs of runs: their median counts")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a twentieth of the data, to see that all runs; nothing is written",
    )
    return parser.parse_args()


def measure_row(index: int, rounds: int, share: int) -> dict[str, Any]:
    """Return times, peak memory and ratios of one row."""
    row = ROWS[index]
    taken = measure.times(row, rounds, share)
    peaks = {side: measure.memory(index, side, share) for side in SIDES}
    return {
        "name": row.name,
        "size": row.size,
        "phases": {
            phase: {
                "ratio": pairs.ratio(taken[phase]["mlcore"], taken[phase]["scikit-learn"]),
                "target": row.targets.get(phase),
                "time": {side: median(seconds) for side, seconds in taken[phase].items()},
                "memory": {side: peaks[side][phase] for side in SIDES},
            }
            for phase in taken
        },
    }


def show(row: dict[str, Any]) -> None:
    """Print a row as soon as it is measured."""
    for line in table.lines({"rows": [row]}):
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(line, WIDTHS, strict=True)), flush=True)


WIDTHS = (21, 51, 12, 18, 4, 8, 8, 8, 8)


def write(results: dict[str, Any]) -> None:
    """Keep the figures, draw the curves, put the table into the page."""
    curves.draw(results["curves"], HERE / "cost_curves.png")
    (HERE / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    PAGE.write_text(table.put_into(PAGE.read_text(), table.markdown(results)))
    print("\nWritten: benchmarks/results.json, benchmarks/cost_curves.png, the table in docs/speed.md")


def machine() -> dict[str, Any]:
    return {
        "cores": os.cpu_count(),
        "processor": platform.machine(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
    }


if __name__ == "__main__":
    main()
