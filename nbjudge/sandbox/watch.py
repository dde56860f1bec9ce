"""Watches how much memory the processes of a job take together; each alone has its limit from the kernel.

What a job shares with its zygote is not its own: where the sum of all that its processes hold is too much, it
is counted again exactly, each page divided by the number of processes that hold it.
"""

import contextlib
import os
import threading
from collections.abc import Callable

from nbjudge.sandbox.job import Job

_PERIOD = 0.1  # seconds
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Watch:
    """A thread that ends a job which takes too much memory."""

    def __init__(self) -> None:
        """Begin with no job; the thread starts with the first."""
        self._job: Job | None = None
        self._most = 0
        self._is_lost: Callable[[], bool] = bool
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def begin(self, job: Job, most: int, is_lost: Callable[[], bool]) -> None:
        """Watch this job from now on; `is_lost` says whether the zygote is gone that would see to its end."""
        if job.pid == 0:
            return
        with self._changed:
            self._job, self._most, self._is_lost = job, most, is_lost
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="memory watch", daemon=True)
                self._thread.start()
            self._changed.notify()

    def end(self) -> None:
        """Watch it no longer."""
        with self._changed:
            self._job = None

    def close(self) -> None:
        """Watch nothing any longer, and leave no thread behind."""
        with self._changed:
            self._job = None
            thread, self._thread = self._thread, None
            self._changed.notify()
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._job is None:
                    if self._thread is not threading.current_thread():
                        return
                    self._changed.wait()
                if reason := self._reason(self._job):
                    self._job.kill(reason)
                    self._job = None
                else:
                    self._changed.wait(_PERIOD)

    def _reason(self, job: Job) -> str:
        """Say why the job has to end now, if it has to."""
        if self._is_lost():
            return "its server died"
        if job.running and held_by(job.pid, self._most) > self._most:
            return f"it took more memory than the {self._most >> 20} MB allowed"
        return ""


def held_by(pid: int, worth_counting: int = 0) -> int:
    """Give the bytes that a process and all it started hold; exactly if it may be worth counting."""
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
