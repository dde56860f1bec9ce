"""How much faster two workers are than one: the same class by the pool and through Dask, in turns.

python -m benchmarks.grading.workers COURSE ASSIGNMENT --submissions 24 --rounds 5

Each time everybody is graded twice in a copy of the course, and the second time counts, when all workers are
warm. The cluster is a scheduler and workers of this machine. For the ratio, neighbours are compared.
"""

import argparse
import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import median

from distributed import LocalCluster

from nbjudge.classroom import run as runs
from nbjudge.course import course as courses
from nbjudge.course.course import Course
from nbjudge.grading.open_release import open_release

WAYS = tuple(product(("local", "dask"), (1, 2)))  # and how many workers


@contextlib.contextmanager
def with_backend(course: Course, name: str, workers: int) -> Iterator[Course]:
    """Have the course graded by this backend."""
    with contextlib.ExitStack() as stack:
        address = ""
        if name == "dask":
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0")
            address = stack.enter_context(cluster).scheduler_address
        yield replace(course, options=replace(course.options, backend=name, cluster=address))


def seconds(course: Course, assignment: str, workers: int, most: int) -> float:
    """Grade so many submissions by warm workers; give what it takes on the clock."""
    submissions = course.submissions(assignment)[:most]
    with runs.opened(course, open_release(course, assignment), workers) as run:
        for _ in range(2):
            started = time.perf_counter()
            graded = [e for e in run.grade(iter(submissions), force=True) if isinstance(e, runs.Graded)]
            taken = time.perf_counter() - started
            assert len(graded) == len(submissions)
            assert not any(one.error for one in graded)
    return taken


def main() -> None:
    """Measure in turns, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("course", type=Path)
    parser.add_argument("assignment")
    parser.add_argument("--submissions", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    taken: dict[tuple[str, int], list[float]] = {way: [] for way in WAYS}
    with tempfile.TemporaryDirectory(prefix="workers-") as scratch:
        root = shutil.copytree(asked.course, Path(scratch, "course"))
        course = courses.read(root)
        for _, (name, workers) in product(range(asked.rounds), WAYS):
            with with_backend(course, name, workers) as chosen:
                found = seconds(chosen, asked.assignment, workers, asked.submissions)
            taken[name, workers].append(found)
            print(f"{name} with {workers}: {found:.2f} s", flush=True)
    for name in ("local", "dask"):
        one, two = taken[name, 1], taken[name, 2]
        ratios = sorted(a / b for a, b in zip(one, two, strict=True))
        print(f"{name}: {median(one):.2f} s with one, {median(two):.2f} s with two; ", end="")
        print(f"{median(ratios):.2f} times as fast ({ratios[0]:.2f} to {ratios[-1]:.2f})")


if __name__ == "__main__":
    main()
