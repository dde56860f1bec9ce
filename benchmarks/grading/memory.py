"""How much memory a worker takes, with its fork servers and jobs, while a class is graded.

Pages that processes share are divided among them (PSS): the sum is what the machine has to have.
"""

import contextlib
import threading
from collections.abc import Callable

import psutil

_PERIOD = 0.05


def peak_of_worker(grade: Callable[[], None]) -> float:
    """Return the most megabytes of any worker while `grade` runs."""
    most = 0.0
    over = threading.Event()

    def watch() -> None:
        nonlocal most
        while not over.wait(_PERIOD):
            for process in psutil.Process().children():
                with contextlib.suppress(psutil.Error):
                    workers = [
                        child for child in process.children() if "nbjudge.classroom.worker" in child.cmdline()
                    ]
                    for worker in workers:
                        most = max(most, _held([worker, *worker.children(recursive=True)]))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        grade()
    finally:
        over.set()
        watcher.join()
    return most


def _held(processes: list[psutil.Process]) -> float:
    held = 0
    for process in processes:
        with contextlib.suppress(psutil.Error):  # it has ended meanwhile
            held += process.memory_full_info().pss
    return held / 1e6
