"""How it is measured: both sides in turns, so that they can be compared by pairs; memory as the peak.

Memory is what a phase takes above the data, by the kernel's high-water mark in a process of its own.
"""

import gc
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.rows import PHASES, ROWS, SIDES, Row

ANEW = {"both", "100 batches"}  # phases that begin with a new model; the others go on from the fitted one


def times(row: Row, rounds: int, share: int = 1) -> dict[str, dict[str, list[float]]]:
    """Return the seconds of each phase, by phase and side, one of each round; they take turns to begin."""
    data = row.data(share)
    taken: dict[str, dict[str, list[float]]] = {phase: {side: [] for side in SIDES} for phase in phases(row)}
    for number in range(rounds):
        models = {side: row.model(library) for side, library in SIDES.items()}
        for phase in phases(row):
            for side in sorted(SIDES, reverse=number % 2 == 1):
                model = row.model(SIDES[side]) if phase in ANEW else models[side]
                gc.collect()
                start = time.perf_counter()
                PHASES[phase](model, data)
                taken[phase][side].append(time.perf_counter() - start)
    return taken


def phases(row: Row) -> list[str]:
    """Return what a row goes through, learning always first."""
    return ["fit", *(phase for phase in row.targets if phase != "fit")]


def memory(index: int, side: str, share: int = 1) -> dict[str, float]:
    """Return the peak memory of each phase in MB beyond what stood before it, from a fresh process."""
    command = [sys.executable, "-m", "benchmarks.measure", str(index), side, str(share)]
    output = subprocess.run(command, check=True, capture_output=True, text=True)
    peaks: dict[str, float] = json.loads(output.stdout)
    return peaks


def _memory_here(row: Row, library: Any, share: int) -> dict[str, float]:
    data = row.data(share)
    model = row.model(library)
    peaks = {}
    for phase in phases(row):
        if phase in ANEW:
            model = row.model(library)
        gc.collect()
        before = start_high_water_mark()
        PHASES[phase](model, data)
        peaks[phase] = (high_water_mark() - before) / 1024
    return peaks


def start_high_water_mark() -> int:
    """Set the kernel's record of this process's peak back to its present size; return that size in kB."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def high_water_mark() -> int:
    """Return the peak since then, in kB."""
    return _status("VmHWM")


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:"))


if __name__ == "__main__":
    print(json.dumps(_memory_here(ROWS[int(sys.argv[1])], SIDES[sys.argv[2]], int(sys.argv[3]))))
