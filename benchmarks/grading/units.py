"""Time the grader on real units beside stock nbgrader: ``python -m benchmarks.grading.units 01_knn``.

A class in which every fourth submission is right, every fourth wrong, half-done, untouched, no two texts
the same; in turns, feedback and start-up included, the course's own check (`nbjudge doctor`) told apart.
The release is tagged as students get it, so that stock nbgrader leaves out what we leave out; with
`--untagged` it runs every cell, as it did before there were tags. Processor time is that of all processes.
"""

import argparse
import contextlib
import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import psutil

from benchmarks.grading import floor

ROOT = Path(__file__).parents[2]
SKIPPED = "skip-execution"
STOCK = 'c = get_config()\nc.CourseDirectory.course_id = "units"\nc.Autograde.timeout = 600\n'
OURS = """c = get_config()
load_subconfig("nbgrader_config.py", path={project!r})
c.CourseDirectory.root = {root!r}
c.NbJudge.visible = [{project!r} + "/mlcore"]
c.NbJudge.judge_visible = [{project!r} + "/selfcheck"]
"""
EMPTY = "    # YOUR CODE HERE\n    raise NotImplementedError()\n"
WRONG = "    return None\n"


@dataclass
class Spent:
    """What one command took."""

    wall: float
    processor: float


def submissions(unit: str, count: int, untagged: bool) -> Iterator[dict[str, object]]:
    """Make the notebooks of a class, out of the release that students get and of the solution's answers."""
    released = (ROOT / "notebooks" / unit / f"{unit}.ipynb").read_text(encoding="utf-8")
    solution = json.loads((ROOT / "solutions" / unit / f"{unit}.ipynb").read_text(encoding="utf-8"))
    answers = {cell["id"]: "".join(cell["source"]) for cell in solution["cells"]}
    for student in range(count):
        notebook = json.loads(released)
        for number, cell in enumerate(_answers(notebook)):
            cell["source"] = _answer(answers[cell["id"]], cell["source"], student, number)
        for cell in notebook["cells"] if untagged else ():
            cell["metadata"]["tags"] = [tag for tag in cell["metadata"].get("tags", []) if tag != SKIPPED]
        yield notebook


def _answers(notebook: dict[str, list[dict[str, object]]]) -> list[dict[str, object]]:
    marked = [cell for cell in notebook["cells"] if "nbgrader" in cell["metadata"]]  # type: ignore[operator]
    return [c for c in marked if c["cell_type"] == "code" and c["metadata"]["nbgrader"]["solution"]]  # type: ignore[index]


def _answer(right: str, released: object, student: int, number: int) -> str:
    """Write an answer as this student does: right, wrong in every third, half of them, or not at all."""
    kind, draw = student % 4, random.Random(f"{student} {number}")
    text = re.sub(r"    ### (BEGIN|END) SOLUTION\n?", "", right)
    head = right.partition("    ### BEGIN SOLUTION")[0]
    if kind == 3:
        return "".join(released) if isinstance(released, list) else str(released)
    if (kind == 1 and number % 3 == 0) or (kind == 2 and number % 2):
        text = head + (WRONG if kind == 1 else EMPTY)
    return f"{text.rstrip()}\n    # {draw.getrandbits(64):x}\n"  # no two texts are alike


def lay_out(folder: Path, unit: str, students: int, untagged: bool) -> tuple[Path, Path]:
    """Make this course, with one unit, and a stock course beside it, with the same class."""
    ours, stock = folder / "ours", folder / "stock"
    for step in ("solutions", "notebooks"):
        shutil.copytree(ROOT / step / unit, ours / step / unit)
    (ours / "nbgrader_config.py").write_text(OURS.format(project=str(ROOT), root=str(ours)))
    (stock / "source" / unit).mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / unit / f"{unit}.ipynb", stock / "source" / unit)
    (stock / "nbgrader_config.py").write_text(STOCK)
    for student, notebook in enumerate(submissions(unit, students, untagged)):
        for root in (ours, stock):
            place = root / "submitted" / f"s{student:03d}" / unit
            place.mkdir(parents=True)
            (place / f"{unit}.ipynb").write_text(json.dumps(notebook))
    spend(stock, "nbgrader", "generate_assignment", unit, "--create", "--quiet")
    return ours, stock


def spend(root: Path, program: str, *arguments: str) -> Spent:
    """Run a program of this environment in a course's folder; say what it and all that it starts take."""
    command = [str(Path(sys.executable).parent / program), *arguments]
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    started = time.monotonic()
    process = psutil.Popen(
        command, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    most = [0.0]
    watch = threading.Thread(target=_watch, args=(process, most))
    watch.start()
    _, said = process.communicate()
    watch.join()
    if process.returncode:
        raise RuntimeError(f"{program} {' '.join(arguments)} failed:\n{said.decode()[-2000:]}")
    return Spent(time.monotonic() - started, most[0])


def _watch(process: psutil.Popen, most: list[float]) -> None:
    """Note the processor time of a tree of processes, over and over: a killed one is counted nowhere."""
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
        total = 0.0
        for one in _tree(process):
            with contextlib.suppress(psutil.Error):
                total += sum(one.cpu_times()[:4])  # its own, and that of its children that have ended
        most[0] = max(most[0], total)
        time.sleep(0.1)


def _tree(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:  # it has just ended
        return []


def measure(unit: str, students: int, rounds: int, untagged: bool) -> dict[str, object]:
    """Grade a class of a unit in turns; give seconds per submission."""
    taken: dict[str, list[Spent]] = {"stock": [], "ours, 1 worker": [], "ours, 2 workers": []}
    with tempfile.TemporaryDirectory(prefix="units-") as scratch:
        ours, stock = lay_out(Path(scratch), unit, students, untagged)
        doctor = spend(ours, "nbjudge", "doctor", ".", "--assignment", unit)
        least = floor.seconds(ours, unit)
        for _ in range(rounds):
            first = spend(stock, "nbgrader", "autograde", unit, "--force", "--quiet")
            second = spend(stock, "nbgrader", "generate_feedback", unit, "--force", "--quiet")
            taken["stock"].append(Spent(first.wall + second.wall, first.processor + second.processor))
            for workers in (1, 2):
                name = f"ours, {workers} worker{'s' if workers > 1 else ''}"
                taken[name].append(
                    spend(ours, "nbjudge", "grade", unit, "--force", "--workers", str(workers))
                )
    return {
        "unit": unit,
        "doctor": asdict(doctor),
        "floor, processor": least,
        **{name: _each(runs, students) for name, runs in taken.items()},
    }


def _each(runs: list[Spent], students: int) -> dict[str, object]:
    walls = sorted(run.wall / students for run in runs)
    processor = median(run.processor for run in runs) / students
    return {"seconds": median(walls), "least": walls[0], "most": walls[-1], "processor": processor}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading.units", description=__doc__)
    parser.add_argument("units", nargs="*", help="all, if none is named")
    parser.add_argument("--students", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--untagged", action="store_true", help="let stock nbgrader run every cell")
    arguments = parser.parse_args()
    print(f"{arguments.students} submissions, {len(os.sched_getaffinity(0))} cores, {platform.platform()}")
    for unit in arguments.units or sorted(path.stem for path in (ROOT / "solutions").glob("*.py")):
        result = measure(unit, arguments.students, arguments.rounds, arguments.untagged)
        print(json.dumps(result, indent=1), flush=True)


if __name__ == "__main__":
    main()
