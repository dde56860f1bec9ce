"""A Ctrl-C that is never lost.

Python raises KeyboardInterrupt wherever it happens to be. In the end of an object that is being collected, or
in a callback that another library calls, such an exception is printed and forgotten, and the run would go
on. So it is noted as well: who waits for workers, or takes the next result, looks whether one was asked for.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_asked = threading.Event()


@contextmanager
def heeded() -> Iterator[None]:
    """Note each Ctrl-C meanwhile, and raise it as ever."""
    before = signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _asked.clear()


def _interrupt(number: int, frame: FrameType | None) -> None:
    _asked.set()
    raise KeyboardInterrupt


def check() -> None:
    """Raise a Ctrl-C that has not come through."""
    if _asked.is_set():
        raise KeyboardInterrupt
