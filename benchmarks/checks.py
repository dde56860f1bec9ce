"""What the course's own checks cost: ``python -m benchmarks.checks``, or with part of a task's name.

For each task its right answer, and its first known mistake; times are milliseconds of the processor:

    calls, back     what crosses between judge and student as both halves of a check run in a graded notebook:
                    calls of the student's functions, and from there calls of functions that the check gave
    judge, student  the two processes, if the judge has the inputs and what the right answer gives
    drawn           the hidden inputs of one more student, and the right answer to them
    warm            the check in a notebook, with its panel, when it was run before
    first           the same when it was not, without the unit's imports, which come last
"""

import argparse
import contextlib
import gc
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import mlcore
from mlcore.exercises import UNITS
from nbjudge.inside import calls, frames, values
from nbjudge.judge.names import TestGlobals
from nbjudge.judge.places import Places
from nbjudge.judge.shown import Shown
from nbjudge.judge.student import Student
from selfcheck.check import Checker
from selfcheck.exercise import Answer, Exercise, Unit

WARM = 3  # times; the least counts
SECONDS = 60.0  # for one conversation
GRADED = "check({0!r}, {1})\ncheck({0!r}, {1}, hidden=True)"
IMPORTS = (
    "import time, numpy, mlcore.exercises as course; start = time.process_time(); course.UNITS[{!r}]; "
    "print(time.process_time() - start)"
)


@dataclass(frozen=True)
class Cost:
    """One answer to one task."""

    task: str
    answer: str  # right or wrong
    calls: int
    back: int
    judge: float  # milliseconds, as are those that follow
    student: float
    drawn: float
    warm: float
    first: float


def cost(unit: Unit, exercise: Exercise, kind: str) -> Cost:
    """Measure one answer in its two places: a graded run, and a notebook."""
    answer = exercise.reference if kind == "right" else exercise.misconceptions[0].answer
    name = f"{unit.name}.{exercise.name}"
    names = {other.name: other.reference for other in unit.exercises} | {exercise.name: answer}
    graded = judged(name, exercise.name, names)
    drawn = hidden_sheet(name, answer)
    checker, taken = Checker(UNITS), []
    for _ in range(WARM + 1):
        start = time.process_time()
        checker(name, answer)._repr_html_()
        taken.append(1000 * (time.process_time() - start))
    return Cost(name, kind, *graded, drawn, min(taken[1:]), taken[0])


def hidden_sheet(name: str, answer: Answer) -> float:
    """Return the milliseconds of a student's first hidden check beyond those of a second one."""
    checker, taken = Checker(UNITS), []
    checker(name, answer)
    os.environ["NBGRADER_EXECUTION"] = "autograde"  # nobody looks at a panel
    try:
        for seed in ("one", "one", "two", "two"):
            os.environ["NBJUDGE_SEED"] = seed
            start = time.process_time()
            checker(name, answer, hidden=True)
            taken.append(1000 * (time.process_time() - start))
    finally:
        del os.environ["NBGRADER_EXECUTION"], os.environ["NBJUDGE_SEED"]
    return max(0.0, min(taken[0] - taken[1], taken[2] - taken[3]))


def judged(name: str, task: str, names: dict[str, Any]) -> tuple[int, int, float, float]:
    """Run a check as a graded notebook does, the functions in a process of their own."""
    checker = Checker(UNITS)
    checker(name, names[task])
    checker(name, names[task], hidden=True)
    os.environ["NBJUDGE"] = "1"
    try:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        other = Other(names)
        gc.collect()
        start = time.process_time()
        exec(GRADED.format(name, task), other.names(checker))
        judge = time.process_time() - start
        other.end()
    finally:
        del os.environ["NBJUDGE"]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    student = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return other.student.calls, other.back, 1000 * judge, 1000 * student


class Other:
    """A process that holds a student's functions, and the conversation with it."""

    def __init__(self, names: dict[str, Any]) -> None:
        """Fork it."""
        self.students = set(names)
        self.back = 0
        ours, theirs = socket.socketpair()
        self.process = os.fork()
        if self.process == 0:
            ours.close()
            with contextlib.suppress(frames.ChannelClosedError):
                calls.Session(theirs, names).serve()
            os._exit(0)
        theirs.close()
        self.student = Student(ours, Places(None), "check", time.monotonic() + SECONDS)
        self.student.sender.shown = Shown(
            (str(Path(mlcore.__file__).parent),), frozenset({"mlcore.exercises"})
        )
        called = self.student._call_back

        def count(*arguments: Any) -> None:
            self.back += 1
            called(*arguments)

        self.student._call_back = count  # type: ignore[method-assign]

    def names(self, checker: Checker) -> TestGlobals:
        """Return the namespace of the test cell."""
        made = TestGlobals()
        dict.__setitem__(made, "check", checker)
        made.students = self.students
        made.begin(self.student, "", lambda: None)
        return made

    def end(self) -> None:
        """End the conversation, and with it the process."""
        self.student.channel.close()
        os.waitpid(self.process, 0)


def imports(unit: str) -> float:
    """Return the processor seconds that the first check of a unit spends on imports, in a new process."""
    command = [sys.executable, "-c", IMPORTS.format(unit)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def costs(only: str) -> Iterator[Cost]:
    """Measure the tasks whose names hold a text."""
    for unit in UNITS.values():
        for exercise in unit.exercises:
            if only in f"{unit.name}.{exercise.name}":
                yield cost(unit, exercise, "right")
                yield cost(unit, exercise, "wrong")


def main() -> None:
    """Print the table, its sums, and the imports of each unit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checks", description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="part of unit.task")
    values.install()
    print(HEAD)
    found = []
    for one in costs(parser.parse_args().only):
        found.append(one)
        print(row(one), flush=True)
    for kind in ("right", "wrong"):
        print(row(total([one for one in found if one.answer == kind], kind)))
    for column in ("warm", "first"):
        taken = sorted(getattr(one, column) for one in found)
        print(f"{column}: {median(taken):.0f} ms in the median, {taken[-1]:.0f} ms at worst")
    for unit in sorted({one.task.partition(".")[0] for one in found}):
        print(f"imports of {unit}: {imports(unit):.2f} s")


def total(costs: list[Cost], kind: str) -> Cost:
    """Add up what one answer to each task costs."""
    return Cost("all", kind, *(sum(column) for column in list(zip(*map(astuple, costs), strict=True))[2:]))


HEAD = (
    f"{'task':38}{'answer':7}{'calls':>7}{'back':>7}"
    f"{'judge':>8}{'student':>9}{'drawn':>7}{'warm':>7}{'first':>7}"
)


def row(one: Cost) -> str:
    """Return a line of the table.

    >>> row(Cost("knn.nearest", "right", 60, 500, 41.2, 20.0, 12.0, 9.6, 180.0))
    'knn.nearest                           right       60    500      41       20     12     10    180'
    """
    return (
        f"{one.task:38}{one.answer:7}{one.calls:7}{one.back:7}"
        f"{one.judge:8.0f}{one.student:9.0f}{one.drawn:7.0f}{one.warm:7.0f}{one.first:7.0f}"
    )


if __name__ == "__main__":
    main()
