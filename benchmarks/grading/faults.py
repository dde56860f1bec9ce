"""Count what one small notebook costs: `python -m benchmarks.grading.faults`, `--write` to keep the figures.

Page faults of the student's process and of the judge's, forks included, and their processor time, for a
right answer, a wrong one and none. Unlike time on the clock, faults are nearly the same on a busy machine; on
one that has just started they are one or two per cent more. Beside the kept figures of the same Python,
libraries and level of protection, more than a twentieth more ends in exit code 1. Processor time is only
shown, for it differs by more from run to run.
"""

import argparse
import json
import os
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from nbjudge.execution.executor import Executor
from nbjudge.sandbox.server import Sandbox, SandboxError
from nbjudge.tasks import Cell, NotebookTask

KEPT = Path(__file__).with_suffix(".json")
MOST = 1.05  # times as many faults as were kept
ROUNDS = 5  # the first, which starts the servers, not counted

GIVEN = "import numpy as np\nX = np.arange(12.0).reshape(6, 2)\ny = np.array([0, 1, 0, 1, 1, 0])"
REFERENCES = {
    "distances": "def distances(X, q):\n    return np.sqrt(((X - q) ** 2).sum(axis=1))",
    "nearest": "def nearest(d, k):\n    return np.argsort(d, kind='stable')[:k]",
    "predict": "def predict(q, k):\n    return int(np.bincount(y[nearest(distances(X, q), k)]).argmax())",
}
WRONG = {**REFERENCES, "nearest": "def nearest(d, k):\n    return np.argsort(d)[-k:]"}
NOTHING = {
    name: text.partition("\n")[0] + "\n    raise NotImplementedError" for name, text in REFERENCES.items()
}
HIDDEN = "\n### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
TESTS = {
    "distances": "assert np.allclose(distances(X, X[0])[:2], [0, 8 ** 0.5])"
    + HIDDEN.format("assert np.allclose(distances(X, X[5])[5], 0)"),
    "nearest": "assert list(nearest(np.array([3.0, 1, 2]), 2)) == [1, 2]"
    + HIDDEN.format("assert list(nearest(np.ones(4), 3)) == [0, 1, 2]"),
    "predict": "assert [predict(q, 1) for q in X] == y.tolist()"
    + HIDDEN.format("assert predict(X[0], 5) == 1"),
}
ANSWERS = {"right": REFERENCES, "wrong": WRONG, "untouched": NOTHING}


@dataclass(frozen=True)
class Count:
    """What one side took for one notebook."""

    faults: int
    milliseconds: float


def task(answers: dict[str, str]) -> NotebookTask:
    """Make the notebook, as somebody has filled it in."""
    cells = [Cell("given", "given", GIVEN)]
    for name, reference in REFERENCES.items():
        cells.append(Cell(name, "answer", answers[name], reference=reference))
        cells.append(Cell(f"test-{name}", "test", TESTS[name], 1.0))
    return NotebookTask("faults", tuple(cells), seed="5eed", student_id="ada")


def counts() -> dict[str, dict[str, Count]]:
    """Run each notebook some times; give the medians, by answer and by side."""
    found = {}
    with Executor() as executor:
        for kind, answers in ANSWERS.items():
            taken = [_run(executor, task(answers)) for _ in range(ROUNDS)][1:]
            found[kind] = {side: _median([one[side] for one in taken]) for side in taken[0]}
    return found


def _run(executor: Executor, wanted: NotebookTask) -> dict[str, Count]:
    sides = {"student": executor._student_sandbox(wanted.hide), "judge": executor._judge}
    before = {name: _spent(sandbox) for name, sandbox in sides.items()}
    executor.run(wanted)
    after = {name: _spent(sandbox) for name, sandbox in sides.items()}
    return {
        name: Count(*(end - start for end, start in zip(after[name], before[name], strict=True)))
        for name in sides
    }


def _spent(sandbox: Sandbox) -> tuple[int, float]:
    """Give the faults and milliseconds of a server and of all its jobs so far."""
    if sandbox._process is None:
        return 0, 0.0
    server = psutil.Process(sandbox._process.pid)
    fields = [_fields(one.pid) for one in (server, *server.children(recursive=True))]
    tick = 1000 / os.sysconf("SC_CLK_TCK")
    return sum(f[7] + f[8] for f in fields), tick * sum(sum(f[11:15]) for f in fields)


def _fields(pid: int) -> list[int]:
    """Read the numbers of a process after its name and state, its ended children's among them."""
    text = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return [0, *(int(number) for number in text[1:20])]


def _median(taken: list[Count]) -> Count:
    return Count(
        round(median(one.faults for one in taken)), round(median(one.milliseconds for one in taken), 1)
    )


def environment(level: str) -> dict[str, str]:
    """Name what faults depend on besides our own code."""
    names = ("numpy", "ipython", "ipykernel")
    system = {"python": sys.version.split()[0], "kernel": os.uname().release.split("-")[0], "level": level}
    return system | {name: version(name) for name in names}


def dearer(now: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """Say which notebooks take more faults than were kept; nothing where the environment is another.

    >>> def of(faults): return {"environment": {}, "counts": {"right": {"judge": {"faults": faults}}}}
    >>> dearer(of(106), of(100)), dearer(of(105), of(100))
    (['right, judge: 106 page faults, 100 were kept'], [])
    """
    if now["environment"] != kept.get("environment"):
        return []
    return [
        f"{kind}, {side}: {count['faults']} page faults, {before} were kept"
        for kind, sides in now["counts"].items()
        for side, count in sides.items()
        if (before := kept["counts"][kind][side]["faults"]) * MOST < count["faults"]
    ]


def main() -> int:
    """Count, show, compare or keep."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading.faults", description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the figures")
    arguments = parser.parse_args()
    try:
        level = Executor().protection
    except SandboxError as error:
        sys.stdout.write(f"Nothing was counted: {error}\n")
        return 0
    found = {kind: {name: asdict(one) for name, one in sides.items()} for kind, sides in counts().items()}
    now = {"environment": environment(level), "counts": found}
    text = json.dumps(now, indent=1) + "\n"
    sys.stdout.write(text)
    if arguments.write:
        KEPT.write_text(text)
        return 0
    kept = json.loads(KEPT.read_text())
    more = dearer(now, kept)
    sys.stdout.writelines(f"more than was kept: {line}\n" for line in more)
    return int(bool(more))


if __name__ == "__main__":
    sys.exit(main())
