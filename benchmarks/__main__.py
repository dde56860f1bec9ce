"""Run the benchmark: ``make bench``, or ``python -m benchmarks --only Gaussian`` for part of it."""

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

import numpy as np
import scipy
import sklearn

from benchmarks import curves, measure, table
from benchmarks.rows import ROWS, SIDES

HERE = Path(__file__).parent
README = HERE.parent / "README.md"


def main() -> None:
    """Measure every row, print the table, keep the figures."""
    arguments = parse()
    results: dict[str, Any] = {"machine": machine(), "rounds": arguments.rounds, "rows": []}
    for index, row in enumerate(ROWS):
        if arguments.only not in f"{row.name} {row.size}":
            continue
        results["rows"].append(measure_row(index, arguments.rounds))
        for line in table.lines({"rows": results["rows"][-1:]}):
            print("  ".join(f"{cell:<{width}}" for cell, width in zip(line, WIDTHS, strict=True)), flush=True)
    if arguments.only:
        return
    results["curves"] = [curves.measure(panel, arguments.rounds) for panel in curves.PANELS]
    curves.draw(results["curves"], HERE / "cost_curves.png")
    (HERE / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    README.write_text(table.put_into(README.read_text(), table.markdown(results)))
    print("\nWritten: benchmarks/results.json, benchmarks/cost_curves.png, the table in README.md")
    sys.exit(report_shortfalls(results))


WIDTHS = (21, 51, 12, 5, 4, 8, 8, 8, 8)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", default="", help="rows whose name or size contains this; nothing is written"
    )
    parser.add_argument("--rounds", type=int, default=3, help="alternating runs of which the least counts")
    return parser.parse_args()


def measure_row(index: int, rounds: int) -> dict[str, Any]:
    """Return times, peak memory and ratios of one row."""
    row = ROWS[index]
    taken = measure.times(row, rounds)
    peaks = {side: measure.memory(index, side) for side in SIDES}
    return {
        "name": row.name,
        "size": row.size,
        "phases": {
            phase: {
                "ratio": taken[phase]["scikit-learn"] / taken[phase]["mlcore"],
                "target": row.targets.get(phase),
                "time": taken[phase],
                "memory": {side: peaks[side][phase] for side in SIDES},
            }
            for phase in taken
        },
    }


def report_shortfalls(results: dict[str, Any]) -> int:
    """Print what missed its mark; return how many did."""
    missed = 0
    for row in results["rows"]:
        for phase, measured in row["phases"].items():
            excess = measured["memory"]["mlcore"] - measured["memory"]["scikit-learn"]
            if measured["target"] and measured["ratio"] < measured["target"]:
                missed += 1
                print(f"Slower than wanted: {row['name']}, {row['size']}, {phase}: {measured['ratio']:.2f}")
            if excess > 64:
                missed += 1
                print(f"More memory than wanted: {row['name']}, {row['size']}, {phase}: {excess:.0f} MB more")
    return missed


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
