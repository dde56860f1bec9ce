"""Time the grader against its peers in one run: ``python -m benchmarks.grading``.

    stock      nbgrader autograde, then nbgrader generate_feedback
    ours       nbjudge grade, sandbox on, gradebook, autograded notebooks and feedback pages included
    otter      otter run, one submission after the other

The same class each time, in turns, start-up included; the median of the runs counts, and that of the ratios
of neighbouring runs.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import shortfalls
from benchmarks.grading import course, memory, milliseconds, otter, table

HERE = Path(__file__).parent
GUIDE = HERE.parent.parent / "docs" / "grading.md"
OTTER = HERE.parent.parent / ".venv-otter" / "bin" / "otter"
CLASSES = {"with a figure": True, "without figures": False}


def main() -> None:
    """Measure, print, keep the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading", description=__doc__)
    parser.add_argument("--students", type=int, default=200, help="size of the class that all grade")
    parser.add_argument("--rounds", type=int, default=3, help="runs in turns, of which the median counts")
    parser.add_argument("--growth", type=int, default=2000, help="size of the large class; 0 leaves it out")
    parser.add_argument("--quick", action="store_true", help="a dozen once, to see that all of it runs")
    parser.add_argument(
        "--write", action="store_true", help="write results.json and the table in docs/grading.md"
    )
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.students, arguments.rounds, arguments.growth, arguments.write = 12, 1, 0, False
    with tempfile.TemporaryDirectory(prefix="grading-") as scratch:
        results = measure(Path(scratch), arguments)
    print(table.report(results))
    if arguments.write:
        (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n")
        GUIDE.write_text(table.put_into(GUIDE.read_text(), table.markdown(results)))
    print()
    shortfalls.say(shortfalls.of_grader(results))


def measure(scratch: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return seconds per submission of every grader, where ours go, and how it grows."""
    results: dict[str, Any] = {
        "cores": len(os.sched_getaffinity(0)),
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
        "students": arguments.students,
        "rounds": arguments.rounds,
        "classes": {},
        "milliseconds": {},
    }
    for what, figure in CLASSES.items():
        root = course.lay_out(scratch / what.replace(" ", "-"), arguments.students, figure)
        course.run(root, "nbjudge", "doctor", str(root))  # once for a course, not for a class
        taken = in_turns(root, GRADERS, arguments.rounds)
        runs = {name: [seconds / arguments.students for seconds in all_] for name, all_ in taken.items()}
        if OTTER.exists():
            folder = scratch / f"otter-{figure}"
            runs["otter"] = otter.seconds_per_submission(folder, OTTER, figure, arguments.rounds)
        results["classes"][what] = runs
        start_anew(root)
        results["milliseconds"][what] = milliseconds.measure(root, course.ASSIGNMENT)
        start_anew(root)
        results.setdefault("memory", {})[what] = memory.peak(lambda root=root: ours(2)(root))
    ten = course.lay_out(scratch / "ten", 10, True)
    results["ten"] = median(in_turns(ten, {"ours": ours(2)}, max(3, arguments.rounds))["ours"])
    if arguments.growth:
        results["growth"] = growth(scratch, arguments.growth, arguments.rounds)
    return results


Grader = Callable[[Path], None]


def in_turns(root: Path, graders: dict[str, Grader], rounds: int) -> dict[str, list[float]]:
    """Return the seconds that each grader takes for the class, one of each round."""
    taken: dict[str, list[float]] = {name: [] for name in graders}
    for _ in range(rounds):
        for name, grade in graders.items():
            start_anew(root)
            start = time.perf_counter()
            grade(root)
            taken[name].append(time.perf_counter() - start)
    return taken


def stock(root: Path) -> None:
    """Grade as nbgrader does."""
    course.run(root, "nbgrader", "autograde", course.ASSIGNMENT, "--create", "--quiet")
    course.run(root, "nbgrader", "generate_feedback", course.ASSIGNMENT, "--quiet")


def ours(workers: int) -> Grader:
    """Return how nbjudge does it, with that many workers."""

    def grade(root: Path) -> None:
        course.run(
            root,
            "nbjudge",
            "grade",
            course.ASSIGNMENT,
            "--course",
            str(root),
            "--workers",
            str(workers),
            "--force",
        )

    return grade


GRADERS = {"stock": stock, "ours, 1 worker": ours(1), "ours, 2 workers": ours(2)}


def start_anew(root: Path) -> None:
    """Put every result aside, but neither the class nor the release.

    Aside, not away: ext4 is slow to make files where many were removed a moment ago.
    """
    aside = Path(tempfile.mkdtemp(prefix="aside-", dir=root.parent))
    for name in ("autograded", "feedback", ".nbjudge/records", ".nbjudge/published"):
        if (root / name).exists():
            (root / name).rename(aside / name.rpartition("/")[2])


def growth(scratch: Path, large: int, rounds: int) -> dict[str, Any]:
    """Return seconds per submission and the most memory of any process, for a small and a large class."""
    found = {}
    for students in (100, large):
        root = course.lay_out(scratch / f"growth-{students}", students, False)
        course.run(root, "nbjudge", "doctor", str(root))
        taken = []
        for _ in range(rounds):
            start_anew(root)
            start = time.perf_counter()
            peak = _peak_of(root)
            taken.append(time.perf_counter() - start)
        found[str(students)] = {"seconds": median(taken) / students, "peak_mb": peak}
    return found


def _peak_of(root: Path) -> float:
    """Grade in a process of its own, so that the kernel's record of its children's peaks is this run's."""
    program = (
        "from benchmarks.grading.__main__ import ours; from pathlib import Path; import resource, sys; "
        "ours(2)(Path(sys.argv[1])); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(root)], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


if __name__ == "__main__":
    main()
