"""How it is measured: times interleaved and their minimum taken, memory as the peak above the data.

A shared machine is noisy and noise only ever adds time, so the least of several alternating runs is the
fairest figure. Memory is read in a process of its own for each side, from the kernel's high-water mark.
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


def times(row: Row, rounds: int) -> dict[str, dict[str, float]]:
    """Return the least time of each phase in seconds, by phase and side."""
    data = row.data()
    best = {phase: dict.fromkeys(SIDES, float("inf")) for phase in phases(row)}
    for _ in range(rounds):
        models = {side: row.model(library) for side, library in SIDES.items()}
        for phase in phases(row):
            for side in SIDES:
                model = row.model(SIDES[side]) if phase in ANEW else models[side]
                gc.collect()
                start = time.perf_counter()
                PHASES[phase](model, data)
                best[phase][side] = min(best[phase][side], time.perf_counter() - start)
    return best


def phases(row: Row) -> list[str]:
    """Return what a row goes through, learning always first."""
    return ["fit", *(phase for phase in row.targets if phase != "fit")]


def memory(index: int, side: str) -> dict[str, float]:
    """Return the peak memory of each phase in MB beyond what stood before it, from a fresh process."""
    command = [sys.executable, "-m", "benchmarks.measure", str(index), side]
    output = subprocess.run(command, check=True, capture_output=True, text=True)
    peaks: dict[str, float] = json.loads(output.stdout)
    return peaks


def _memory_here(row: Row, library: Any) -> dict[str, float]:
    data = row.data()
    model = row.model(library)
    peaks = {}
    for phase in phases(row):
        if phase in ANEW:
            model = row.model(library)
        gc.collect()
        before = _start_high_water_mark()
        PHASES[phase](model, data)
        peaks[phase] = (_status("VmHWM") - before) / 1024
    return peaks


def _start_high_water_mark() -> int:
    """Set the kernel's record of this process's peak back to its present size; return that size in kB."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:"))


if __name__ == "__main__":
    print(json.dumps(_memory_here(ROWS[int(sys.argv[1])], SIDES[sys.argv[2]])))
