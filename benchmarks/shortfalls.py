"""What fell short, by the figures that were written: the end of ``make bench``.

It fails only where we are slower than a peer beyond noise, or where a grader gives other points. A ratio
under its wish, a phase that is part of another (no wish of its own) and memory are told and no more.
"""

import json
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.grading import units_table
from benchmarks.grading.units_table import EDITIONS
from benchmarks.pairs import Ratio, ratio, told

HERE = Path(__file__).parent
TWO = "ours, 2 workers"
WANTED = {"with a figure": 28, "without figures": 38}  # times stock nbgrader, on the small notebook
MORE_MEMORY = 64  # MB that a phase may take beyond scikit-learn's


class Shortfall(NamedTuple):
    """One sentence, and whether the benchmark fails by it."""

    sentence: str
    fails: bool = False


def of_classifiers(results: dict[str, Any]) -> Iterator[Shortfall]:
    """Go through the phases of every row."""
    for row in results["rows"]:
        for phase, measured in row["phases"].items():
            name = f"{row['name']}, {row['size']}, {phase}"
            found, wanted = Ratio(*measured["ratio"]), measured["target"]
            if found.slower:
                part = "" if wanted else "; it has no wish of its own: see the row's others"
                yield Shortfall(
                    f"Slower than scikit-learn: {name}: {told(found)} times as fast{part}", bool(wanted)
                )
            elif wanted and found.median < wanted:
                yield Shortfall(f"Not as fast as wanted: {name}: {told(found)} of {wanted:g}")
            excess = measured["memory"]["mlcore"] - measured["memory"]["scikit-learn"]
            if excess > MORE_MEMORY:
                yield Shortfall(f"More memory than wanted: {name}: {excess:.0f} MB more")


def of_anchors(results: dict[str, Any]) -> Iterator[Shortfall]:
    """Compare exact search with its best peers: compiled code may be ahead, which is told and no more."""
    for row in results["rows"]:
        for threads, ratios in row["ratio"].items():
            for side, found in ratios.items():
                if (r := Ratio(*found)).slower:
                    yield Shortfall(
                        f"Slower than {side}: {row['size']}, {threads} thread(s): {told(r)} times as fast"
                    )


def of_grader(results: dict[str, Any]) -> Iterator[Shortfall]:
    """Compare our grader with each peer in each class."""
    for what, runs in results["classes"].items():
        for name in runs:
            for peer in ("stock", "otter"):
                if name.startswith("ours") and peer in runs and (r := ratio(runs[name], runs[peer])).slower:
                    yield Shortfall(f"Slower than {peer}: {name}, {what}: {told(r)} times as fast", True)
        found = ratio(runs[TWO], runs["stock"]) if {TWO, "stock"} <= runs.keys() else None
        if found is not None and found.median < WANTED[what]:
            yield Shortfall(
                f"Not as fast as wanted: {TWO}, {what}: {told(found)} of {WANTED[what]} times stock"
            )


def of_units(results: dict[str, Any]) -> Iterator[Shortfall]:
    """Compare our grader with each peer on each real unit, and the points that were given."""
    for edition in EDITIONS:
        for unit, measured in results.get(edition, {"units": {}})["units"].items():
            runs = {name: units_table.each(measured, name, "wall") for name in measured["runs"]}
            ours = [name for name in runs if name.startswith("ours")]
            for name, peer in product(ours, [peer for peer in runs if peer not in ours]):
                if (r := ratio(runs[name], runs[peer])).slower:
                    what = f"{name}, {edition} {unit}: {told(r)} times as fast"
                    yield Shortfall(f"Slower than {peer}: {what}", True)
            for peer, found in measured["points"].items():
                for student, tests in found["unequal"].items():
                    what = f"{peer}, {edition} {unit}, {student}: {', '.join(tests)}"
                    yield Shortfall(f"Other points: {what}", True)


def say(found: Iterator[Shortfall]) -> bool:
    """Print what fell short; return whether the benchmark fails by any of it."""
    shortfalls = list(found)
    for shortfall in shortfalls:
        print(shortfall.sentence)
    if not shortfalls:
        print("Nothing fell short.")
    return any(shortfall.fails for shortfall in shortfalls)


def main() -> None:
    """Read what the benchmarks wrote."""
    classifiers = json.loads((HERE / "results.json").read_text())
    grader = json.loads((HERE / "grading" / "results.json").read_text())
    peers = json.loads((HERE / "anchors.json").read_text())
    units = json.loads((HERE / "grading" / "units.json").read_text())
    found = [*of_classifiers(classifiers), *of_anchors(peers), *of_grader(grader), *of_units(units)]
    sys.exit(say(iter(found)))


if __name__ == "__main__":
    main()
