"""The folder that a sandbox needs outside where bubblewrap gives it none: the grader's part, and jobs' files.

Its owner holds a lock on it for as long as it lives. Whoever ends first, owner or fork server, the other one
removes it; one whose owner and server were both killed is removed by the next sandbox on this machine.
"""

import contextlib
import fcntl
import functools
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_PREFIX = "nbjudge-sandbox-"
_SECONDS_TO_LOCK = 60  # between making a folder and locking it, at most


@contextlib.contextmanager
def folder() -> Iterator[str]:
    """Make a folder, and remove it at the end; remove those that nobody owns any more."""
    _sweep()
    path = tempfile.mkdtemp(prefix=_PREFIX)
    lock = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path
    finally:  # Python 3.11's TemporaryDirectory never returns if something in it is another user's
        shutil.rmtree(path, ignore_errors=True)
        os.close(lock)


@functools.cache
def _sweep() -> None:
    """Do it once for each process."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            told = path.lstat()
            if told.st_uid == os.geteuid() and time.time() - told.st_ctime > _SECONDS_TO_LOCK:
                _remove_if_free(path)


def _remove_if_free(path: Path) -> None:
    lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(lock)
