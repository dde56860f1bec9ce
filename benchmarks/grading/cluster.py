"""What a cluster costs: the same empty orders through the pool of this machine and through Dask, in one run.

python -m benchmarks.grading.cluster COURSE ASSIGNMENT ADDRESS --orders 10000

An empty order is answered by a worker at once, so that what is left is the way there and back. Every answer
is counted: none may be missing, none may come twice.
"""

import argparse
import json
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
from distributed import Client

from nbjudge.classroom import backend as backends
from nbjudge.classroom.line import Asked, Line
from nbjudge.classroom.orders import Solve
from nbjudge.course import course as courses
from nbjudge.course.course import Course
from nbjudge.grading.open_release import open_release

Memory = Callable[[], int]
NOTHING = ("-",)  # the name of no notebook


def measure(
    course: Course, assignment: str, workers: int, orders: int, scheduler: Memory
) -> dict[str, object]:
    """Send empty orders through the course's backend; give what they took, and what memory grew."""
    release = open_release(course, assignment)
    with backends.opened(course, release, workers) as backend:
        for _ in Line(backend, empty(4 * workers, "warm")).answers():
            pass
        memory, beside = [megabytes()], [scheduler()]
        started, spent = time.perf_counter(), used()
        came: Counter[int] = Counter()
        for number, answer in Line(backend, empty(orders, "")).answers():
            assert not answer.error, answer.error
            came[number] += 1
            if sum(came.values()) % max(1, orders // 10) == 0:
                memory.append(megabytes())
                beside.append(scheduler())
        wall, cpu = time.perf_counter() - started, used() - spent
    return {
        "orders": orders,
        "lost": orders - len(came),
        "twice": sum(count - 1 for count in came.values()),
        "ms each on the clock": round(1000 * wall / orders, 2),
        "ms each of this process's processor time": round(1000 * cpu / orders, 2),
        "MB of this process, each tenth": memory,
        "MB of the scheduler": beside,
    }


def empty(count: int, mark: str) -> Iterator[Asked[int]]:
    """Give orders that ask for nothing, each another."""
    for number in range(count):
        order = Solve(None, {}, {mark: str(number)}, NOTHING).to_bytes()
        yield Asked(number, lambda order=order: order, 60.0)


def megabytes() -> int:
    """Return the memory of this process."""
    return int(psutil.Process().memory_info().rss >> 20)


def used() -> float:
    """Return the processor time of this process, all threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Measure both, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("course", type=Path)
    parser.add_argument("assignment")
    parser.add_argument("address")
    parser.add_argument("--orders", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    course = courses.read(asked.course)
    client = Client(asked.address, set_as_default=False)
    there = partial(client.run_on_scheduler, megabytes)
    for name, scheduler in (("local", lambda: 0), ("dask", there)):
        chosen = replace(course, options=replace(course.options, backend=name, cluster=asked.address))
        found = measure(chosen, asked.assignment, asked.workers, asked.orders, scheduler)
        print(name, json.dumps(found, indent=1), flush=True)


if __name__ == "__main__":
    main()
