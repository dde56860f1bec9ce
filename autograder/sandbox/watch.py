"""Watches how much memory the processes of a job take together; each alone has its limit from the kernel.

What a job shares with its zygote is not its own: where the sum of all that its processes hold is too much, it is
counted again exactly, each page divided by the number of processes that hold it.
"""

import contextlib
import os
import threading

from autograder.sandbox.job import Job

_PERIOD = 0.1  # seconds
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Watch:
    """A thread that ends a job which takes too much memory."""

    def __init__(self) -> None:
        """Begin with no job; the thread starts with the first."""
        self._job: Job | None = None
        self._most = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def begin(self, job: Job, most: int) -> None:
        """Watch this job from now on."""
        if job.pid == 0:
            return
        with self._changed:
            self._job, self._most = job, most
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="memory watch", daemon=True)
                self._thread.start()
            self._changed.notify()

    def end(self) -> None:
        """Watch it no longer."""
        with self._changed:
            self._job = None

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._job is None:
                    self._changed.wait()
                job, most = self._job, self._most
                if job.running and held_by(job.pid, most) > most:
                    job.kill(f"it took more memory than the {most >> 20} MB allowed")
                    self._job = None
                    continue
                self._changed.wait(_PERIOD)


def held_by(pid: int, worth_counting: int = 0) -> int:
    """Give the bytes that a process and all it started hold; exactly if it may be more than is worth counting."""
    processes = tree(pid)
    rough = sum(_resident(process) for process in processes)
    if rough <= worth_counting:
        return rough
    return sum(_proportional(process) for process in processes)


def tree(pid: int) -> list[int]:
    """Give the process and all that descend from it."""
    found = [pid]
    for process in found:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/children") as file:
                    found += map(int, file.read().split())
        if len(found) > 10_000:
            break
    return found


def _resident(pid: int) -> int:
    with contextlib.suppress(OSError), open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * _PAGE
    return 0


def _proportional(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/smaps_rollup") as file:
        for line in file:
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return _resident(pid)
