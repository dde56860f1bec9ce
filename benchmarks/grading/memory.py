"""How much memory a run takes while a class is graded, with its workers, fork servers and jobs.

Pages that processes share are divided among them (PSS): the sum is what the machine has to have.
"""

import contextlib
import threading
from collections.abc import Callable

import psutil

_PERIOD = 0.05


def peak(grade: Callable[[], None]) -> float:
    """Return the most megabytes of all processes together that `grade` starts."""
    most = 0.0
    over = threading.Event()

    def watch() -> None:
        nonlocal most
        while not over.wait(_PERIOD):
            most = max(most, _held(psutil.Process().children(recursive=True)))

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
