"""A large class on a cluster that is lost piece by piece: what memory it takes, and whether anything is lost.

python -m benchmarks.grading.large_class FOLDER --submissions 5000

Lays out the small kNN course in a new folder and grades it on a scheduler and two workers of this machine.
After a quarter of the results a worker is killed, after a half the scheduler, after three quarters the run;
each is started again. In the end everybody must have one record and one row of the gradebook, nobody may have
been run twice whose result was there, and a sample must have the records that the pool of this machine makes.
"""

import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from benchmarks.grading import course as courses

SETTINGS = 'c.NbJudge.log_file = "journal.txt"\nc.NbJudge.log_json = True\n'
WORKERS = ("worker 1", "worker 2")
KILLED = ((1 / 4, "worker 1"), (1 / 2, "scheduler"), (3 / 4, "run"))
LOOKING = 2.0  # seconds between two looks at the journal


@dataclass
class Machines:
    """Processes by their names; whatever has ended is started again."""

    folder: Path
    commands: dict[str, Sequence[str]] = field(default_factory=dict)
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, name: str) -> None:
        """Start one, in a group of its own."""
        with (self.folder / f"{name}.txt").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self.commands[name], stdout=log, stderr=log, start_new_session=True
            )

    def kill(self, name: str) -> None:
        """End one and what it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.processes[name].pid, signal.SIGKILL)
        self.processes[name].wait()

    def mend(self) -> None:
        """Start again what has ended, but not the run, which ends by itself."""
        for name, process in list(self.processes.items()):
            if name != "run" and process.poll() is not None:
                self.start(name)

    def megabytes(self) -> dict[str, int]:
        """Give the memory of each, of a worker with its sandboxes; pages that are shared are divided."""
        found = {}
        for name, process in self.processes.items():
            held = 0
            with contextlib.suppress(psutil.Error):
                root = psutil.Process(process.pid)
                for one in [root, *root.children(recursive=True)]:
                    with contextlib.suppress(psutil.Error):
                        held += one.memory_full_info().pss
            found[name] = held >> 20
        return found


def machines(folder: Path, course: Path) -> Machines:
    """Say how each is started."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "distributed.cli."]
    scheduler = ["--host", "127.0.0.1", "--port", port, "--no-dashboard", "--no-show"]
    worker = [address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
    made = Machines(folder)
    made.commands["scheduler"] = [*dask[:-1], f"{dask[-1]}dask_scheduler", *scheduler]
    for name in WORKERS:
        made.commands[name] = [*dask[:-1], f"{dask[-1]}dask_worker", *worker]
    nbjudge = str(Path(sys.executable).with_name("nbjudge"))
    made.commands["run"] = [nbjudge, "grade", courses.ASSIGNMENT, "-c", str(course), "--cluster", address]
    return made


def graded(made: Machines, course: Path, submissions: int) -> Iterator[dict[str, int]]:
    """Let the run come to its end, kill what is to be killed; give the memory at each tenth."""
    to_kill, tenth = list(KILLED), 1
    for name in made.commands:
        made.start(name)
    while made.processes["run"].poll() is None:
        time.sleep(LOOKING)
        made.mend()
        done = len({line["student"] for line in told(course)})
        if done >= tenth * submissions // 10:
            yield {"results": done, **made.megabytes()}
            tenth = done * 10 // submissions + 1
        if to_kill and done >= to_kill[0][0] * submissions:
            _, name = to_kill.pop(0)
            made.kill(name)
            made.start(name)
    assert made.processes["run"].returncode == 0, (made.folder / "run.txt").read_text()


def told(course: Path) -> list[dict[str, object]]:
    """Read the results in the journal."""
    with contextlib.suppress(FileNotFoundError):
        lines = (course / "journal.txt").read_text().splitlines()
        return [about for about in map(json.loads, lines) if "student" in about]
    return []


def counted(course: Path, submissions: int) -> dict[str, object]:
    """Count what is there and how it came about."""
    lines = told(course)
    run = Counter(line["student"] for line in lines if line.get("reused") is False)
    records = list((course / ".nbjudge" / "records" / courses.ASSIGNMENT).glob("*.json"))
    with contextlib.closing(sqlite3.connect(course / "gradebook.db")) as database:
        ((rows, students),) = database.execute(
            "select count(*), count(distinct student_id) from submitted_assignment"
        )
        ((grades, cells),) = database.execute(
            "select count(*), count(distinct notebook_id || cell_id) from grade"
        )
    return {
        "submissions": submissions,
        "records": len(records),
        "rows": [rows, students],
        "grades": [grades, cells],
        "without a result": submissions - len({line["student"] for line in lines}),
        "run twice": sum(count - 1 for count in run.values()),
        "failed": sum("error" in line for line in lines),
    }


def differing(folder: Path, course: Path, sample: int) -> int:
    """Grade a sample by the pool of this machine; count the records that are others."""
    copy = folder / "sample"
    left = shutil.ignore_patterns(".nbjudge", "submitted", "gradebook.db*", "autograded", "feedback")
    shutil.copytree(course, copy, ignore=left)
    settings = (course / "nbgrader_config.py").read_text().replace(repr(str(course)), repr(str(copy)))
    (copy / "nbgrader_config.py").write_text(settings)
    (copy / ".nbjudge").mkdir()
    shutil.copy(course / ".nbjudge" / "secret", copy / ".nbjudge" / "secret")
    students = sorted(path.name for path in (course / "submitted").iterdir())
    for student in students[:: max(1, len(students) // sample)][:sample]:
        shutil.copytree(course / "submitted" / student, copy / "submitted" / student)
    courses.run(copy, "nbjudge", "grade", courses.ASSIGNMENT)
    here = copy / ".nbjudge" / "records" / courses.ASSIGNMENT
    there = course / ".nbjudge" / "records" / courses.ASSIGNMENT
    written = list(here.glob("*.json"))
    assert len(written) == len(list((copy / "submitted").iterdir()))
    return sum(path.read_bytes() != (there / path.name).read_bytes() for path in written)


def main() -> None:
    """Lay out, grade, count, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, help="a new one, on a disk with 150 kB for each submission")
    parser.add_argument("--submissions", type=int, default=5000)
    parser.add_argument("--sample", type=int, default=100)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True)
    folder = asked.folder.resolve()
    course = courses.lay_out(folder / "course", asked.submissions, figure=False)
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(SETTINGS)
    made, started = machines(folder, course), time.monotonic()
    try:
        for megabytes in graded(made, course, asked.submissions):
            print(f"{time.monotonic() - started:.0f} s", json.dumps(megabytes), flush=True)
    finally:
        for name in made.processes:
            made.kill(name)
    print(f"{time.monotonic() - started:.0f} s", json.dumps(counted(course, asked.submissions)), flush=True)
    print("records of the sample that differ:", differing(folder, course, asked.sample))


if __name__ == "__main__":
    main()
