"""How much memory a worker takes, with its fork servers and jobs, while a class is graded.

Pages that processes share are divided among them (PSS): the sum is what the machine has to have.
"""

import contextlib
import threading
import time
from collections.abc import Callable

import psutil

_PERIOD = 0.05


def peaks(grade: Callable[[], None]) -> dict[str, float]:
    """Return the most megabytes of a worker and of the process of the gradebook while `grade` runs."""
    most = {"worker": 0.0, "gradebook": 0.0}
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_PERIOD):
            for process in psutil.Process().children():
                with contextlib.suppress(psutil.Error):
                    workers = [
                        child for child in process.children() if "autograder.worker" in child.cmdline()
                    ]
                    most["gradebook"] = max(most["gradebook"], _held([process]))
                    for worker in workers:
                        family = [worker, *worker.children(recursive=True)]
                        most["worker"] = max(most["worker"], _held(family))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        grade()
    finally:
        over.set()
        watcher.join()
        time.sleep(_PERIOD)
    return most


def _held(processes: list[psutil.Process]) -> float:
    held = 0
    for process in processes:
        with contextlib.suppress(psutil.Error):  # it has ended meanwhile
            held += process.memory_full_info().pss
    return held / 1e6
