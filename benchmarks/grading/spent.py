"""What a command takes: time on the clock, and processor time of all processes that it starts.

The kernel adds up what processes have used that somebody waited for. A sandbox that is killed with all that
is in it is waited for by nobody: so all processes are looked at, over and over.
"""

import contextlib
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import psutil

from nbjudge.inside import system

_PERIOD = 0.1  # seconds; what a process has used after the last look is lost with it


@dataclass(frozen=True)
class Spent:
    """What one command took."""

    wall: float
    processor: float

    def __add__(self, other: "Spent") -> "Spent":
        """Return what two commands took, one after the other."""
        return Spent(self.wall + other.wall, self.processor + other.processor)


def spend(root: Path, program: str | Path, *arguments: object) -> Spent:
    """Run a program in a folder; say what it and all that it starts take.

    A program without a path is one of this environment.
    """
    own = Path(sys.executable).parent
    words = list(map(str, [own / program if program == Path(program).name else program, *arguments]))
    path = {"PATH": f"{own}:{os.environ['PATH']}", "PYTHONPATH": str(Path(__file__).parents[2])}
    environment = {**os.environ, **path}
    with _adopting(), _looking() as looks:
        started = time.monotonic()
        done = subprocess.run(
            words, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        wall = time.monotonic() - started
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)} failed:\n{done.stderr.decode(errors='replace')[-2000:]}")
    return Spent(wall, total(looks))


def total(looks: list[float]) -> float:
    """Give what was used in all, by what those that are there or have been waited for had used at each look.

    Where it is less than before, that much was waited for by nobody. A single look may fall between the end
    of a process and its place in its parent's account, so of two neighbours the larger one counts.

    >>> total([1.0, 3.0, 2.0, 4.0]), total([1.0, 3.0, 2.0, 2.5, 3.5])
    (4.0, 4.0)
    """
    held = [max(pair) for pair in pairwise(looks)] or looks
    return looks[-1] + sum(
        max(0.0, one - next_) for one, next_ in zip(held, [*held[1:], looks[-1]], strict=True)
    )


@contextlib.contextmanager
def _adopting() -> Iterator[None]:
    """Let what loses its parent come here, where it is looked at as well, and wait for it in the end."""
    if sys.platform == "linux":
        system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield
    finally:
        if sys.platform == "linux":
            system.prctl(system.PR_SET_CHILD_SUBREAPER, 0)


@contextlib.contextmanager
def _looking() -> Iterator[list[float]]:
    """Look at what all processes that come from here have used, until the block ends and once more."""
    looks = [0.0]
    over, before = threading.Event(), _of_living() + _of_ended()

    def look() -> None:
        while not over.wait(_PERIOD):
            looks.append(_of_living() + _of_ended() - before)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield looks
    finally:
        over.set()
        thread.join()
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        looks.append(_of_living() + _of_ended() - before)


def _of_living() -> float:
    used = 0.0
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):  # it has just ended
            used += sum(
                process.cpu_times()[:4]
            )  # its own, and that of its children that have been waited for
    return used


def _of_ended() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
