"""The command: ``python -m benchmarks.differences --minutes 60``."""

import argparse
import sys
import time
from collections import Counter
from typing import Any

import numpy as np

from benchmarks.differences import functions, naive_bayes, neighbours
from benchmarks.differences.compare import Difference, differences
from benchmarks.differences.intended import TABLE, name_of

MODULES = (naive_bayes, neighbours, functions)
IN_FULL = 20  # so many that nobody meant are printed with all their numbers, the others by their seed


def main() -> None:
    """Run cases until time is up, and fail if a difference is not meant."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.differences", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="how long")
    parser.add_argument("--cases", type=int, default=None, help="how many, in place of how long")
    parser.add_argument("--seed", type=int, default=0, help="of the first case; the next has the next")
    arguments = parser.parse_args()
    sys.exit(not hunt(arguments.seed, arguments.cases, arguments.minutes))


def drawn(seed: int) -> Any:
    """Return the case of a seed."""
    rng = np.random.default_rng(seed)
    return MODULES[rng.choice(len(MODULES), p=[0.45, 0.45, 0.1])].draw(rng)


def hunt(seed: int, cases: int | None, minutes: float) -> bool:
    """Run cases, tell what was found, and return whether every difference is meant."""
    ran: Counter[str] = Counter()
    meant: Counter[str] = Counter()
    failures = 0
    end = time.monotonic() + 60 * minutes
    while (ran.total() < cases) if cases is not None else (time.monotonic() < end):
        case = drawn(seed + ran.total())
        ran[case.kind] += 1
        for difference in differences(case):
            name = name_of(difference)
            meant[name or "NOT MEANT"] += 1
            if name is None:
                failures += 1
                tell(seed + ran.total() - 1, difference, whole=failures <= IN_FULL)
    report(ran, meant)
    return failures == 0


def tell(seed: int, difference: Difference, whole: bool) -> None:
    """Print a difference that nobody meant, with the seed that draws it again; and its numbers, or not."""
    print(f"--seed {seed} --cases 1: {difference.aspect}", flush=True)
    if not whole:
        return
    print(f"  {difference.case}")
    for side in ("ours", "theirs", "exact"):
        print(f"  {side}: {getattr(difference, side)}"[:600])


def report(ran: Counter[str], meant: Counter[str]) -> None:
    """Print how many cases of each kind ran, and how many differences each row of the table explains."""
    print(f"\n{ran.total()} cases, {meant.total()} differences")
    for kind, count in sorted(ran.items()):
        print(f"  {count:8}  {kind}")
    for row in TABLE:
        print(f"{meant[row.name]:10}  {row.name}: {row.reason}")
    print(f"{meant['NOT MEANT']:10}  not meant")


if __name__ == "__main__":
    main()
