"""Time the grader against its peers in one run: ``python -m benchmarks.grading``.

    stock      nbgrader autograde, then nbgrader generate_feedback
    ours       autograder grade, sandbox on, gradebook, autograded notebooks and feedback pages included
    otter      otter run, one submission after the other

The same class each time, alternating, the least of several runs counts: a shared machine only ever adds time.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.grading import course, otter

HERE = Path(__file__).parent
WANTED = {("with a figure", 1): 10.0, ("with a figure", 2): 20.0, ("without figures", 2): 40.0}
OTTER = HERE.parent.parent / ".venv-otter" / "bin" / "otter"


def main() -> None:
    """Measure, print, keep the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading", description=__doc__)
    parser.add_argument("--students", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--growth", type=int, default=2000, help="size of the large class; 0 leaves it out")
    parser.add_argument("--write", action="store_true", help="write results.json")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="grading-") as scratch:
        results = measure(Path(scratch), arguments)
    print(report(results))
    if arguments.write:
        (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n")


def measure(scratch: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return seconds per submission of every grader, and how ours grows."""
    results: dict[str, Any] = {"cores": os.cpu_count(), "students": arguments.students, "classes": {}}
    for what, figure in (("with a figure", True), ("without figures", False)):
        root = course.lay_out(scratch / what.replace(" ", "-"), arguments.students, figure)
        best: dict[str, float] = {}
        for _ in range(arguments.rounds):
            for name, grade in GRADERS.items():
                start_anew(root)
                start = time.perf_counter()
                grade(root)
                best[name] = min(best.get(name, 1e9), time.perf_counter() - start)
        results["classes"][what] = {name: seconds / arguments.students for name, seconds in best.items()}
        if OTTER.exists():
            results["classes"][what]["otter"] = otter.seconds_per_submission(
                scratch / f"otter-{figure}", OTTER, figure, 3
            )
    results["ten"] = ten_submissions(scratch, arguments.rounds)
    if arguments.growth:
        results["growth"] = growth(scratch, arguments.growth)
    return results


def stock(root: Path) -> None:
    """Grade as nbgrader does."""
    course.run(root, "nbgrader", "autograde", course.ASSIGNMENT, "--create", "--quiet")
    course.run(root, "nbgrader", "generate_feedback", course.ASSIGNMENT, "--quiet")


def ours(workers: int):
    """Return how autograder does it, with that many workers."""

    def grade(root: Path) -> None:
        course.run(
            root,
            "autograder",
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
    """Remove every result, but neither the class nor the release."""
    for name in ("autograded", "feedback", ".autograder/records"):
        shutil.rmtree(root / name, ignore_errors=True)


def ten_submissions(scratch: Path, rounds: int) -> float:
    """Return the seconds from start to finish for ten submissions."""
    root = course.lay_out(scratch / "ten", 10, True)
    best = 1e9
    for _ in range(max(3, rounds)):
        start_anew(root)
        start = time.perf_counter()
        ours(2)(root)
        best = min(best, time.perf_counter() - start)
    return best


def growth(scratch: Path, large: int) -> dict[str, Any]:
    """Return seconds per submission and the largest memory of any process, for a small and a large class."""
    found = {}
    for students in (100, large):
        root = course.lay_out(scratch / f"growth-{students}", students, False)
        start = time.perf_counter()
        peak = _peak_of(root)
        found[str(students)] = {"seconds": (time.perf_counter() - start) / students, "peak_mb": peak}
        shutil.rmtree(root)
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


def report(results: dict[str, Any]) -> str:
    """Return the table for people."""
    lines = []
    for what, times in results["classes"].items():
        lines.append(f"{results['students']} submissions {what}: per submission")
        for name, seconds in times.items():
            ratio = times["stock"] / seconds
            lines.append(
                f"  {name:<16} {seconds * 1000:8.1f} ms   {ratio:6.1f} times as fast as stock nbgrader"
            )
    lines.append(f"ten submissions from start to finish: {results['ten']:.2f} s")
    for students, row in results.get("growth", {}).items():
        lines.append(
            f"{students:>5} submissions: {row['seconds'] * 1000:.1f} ms each, "
            f"at most {row['peak_mb']:.0f} MB in one process"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
