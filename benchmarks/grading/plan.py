"""How many cores a large class needs: a simulation of the queue, by figures that were measured.

python -m benchmarks.grading.plan --submissions 1000000 --cores 32 --hours 48

Submissions arrive over so many hours, half of them evenly and half in the last eighth, as before a deadline.
Each goes through the one process that hands out and writes, then waits for a core. Nothing of it is run; what
it takes is drawn from what was measured of a real unit (docs/grading.md, docs/scaling.md).
"""

import argparse
import heapq
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

PASSING = 0.0107  # seconds for two orders through the run and Dask's scheduler
RUSH = 0.125  # of the time, the last part, in which half of the class hands in
UNITS = ((0.44, 1), (0.50, 1), (0.95, 1), (0.51, 1))  # seconds of a core: untouched, right, wrong, half done
LOOPS = (0.02, 30.0)  # assumed: the share that never ends, and how long the limits let each go on


@dataclass(frozen=True)
class Found:
    """What came of a simulation."""

    mean: float  # seconds from handing in to the result
    median: float
    p95: float
    longest: float
    core_hours: float  # that were worked
    busy: float  # of the cores there are, until the last result
    ends: float  # seconds after the start at which the last one is done


def arrivals(count: int, seconds: float, rng: random.Random) -> list[float]:
    """Draw when submissions come."""
    rush = seconds * (1 - RUSH)
    return sorted(rng.uniform(rush if number % 2 else 0.0, seconds) for number in range(count))


def works(count: int, rng: random.Random) -> Iterator[float]:
    """Draw what each takes of a core."""
    share, limit = LOOPS
    times, weights = zip(*UNITS, strict=True)
    for _ in range(count):
        yield limit if rng.random() < share else rng.choices(times, weights)[0]


def simulated(come: Iterable[float], work: Iterable[float], cores: int, passing: float = PASSING) -> Found:
    """Let submissions through in their order, one after the other past the door, then to a free core."""
    free = [0.0] * cores
    door, waits, worked, last = 0.0, [], 0.0, 0.0
    for moment, seconds in zip(come, work, strict=True):
        door = max(door, moment) + passing
        end = max(door, heapq.heappop(free)) + seconds
        heapq.heappush(free, end)
        waits.append(end - moment)
        worked, last = worked + seconds, max(last, end)
    waits.sort()
    at = [waits[int(share * (len(waits) - 1))] for share in (0.5, 0.95, 1.0)]
    return Found(sum(waits) / len(waits), *at, worked / 3600, worked / (cores * last), last)


def main() -> None:
    """Simulate, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--submissions", type=int, default=1_000_000)
    parser.add_argument("--cores", type=int, nargs="+", default=[32])
    parser.add_argument("--hours", type=float, default=48.0)
    parser.add_argument("--runs", type=int, default=1, help="graders beside each other, each with its door")
    asked = parser.parse_args()
    for cores in asked.cores:
        rng = random.Random(0)
        come = arrivals(asked.submissions, 3600 * asked.hours, rng)
        found = simulated(come, works(asked.submissions, rng), cores, PASSING / asked.runs)
        print(json.dumps({"cores": cores, **{name: round(value, 2) for name, value in vars(found).items()}}))


if __name__ == "__main__":
    main()
