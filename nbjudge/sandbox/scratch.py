"""The folder that a sandbox needs outside: what is shown inside, and at low levels its jobs' files.

It is named after the process that made it, so that one killed before it could clean up is cleaned up after.
"""

import contextlib
import functools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

_PREFIX = "nbjudge-sandbox-"


@contextlib.contextmanager
def folder() -> Iterator[str]:
    """Make a folder, and remove it at the end; remove those of processes that are no more."""
    _sweep(os.getpid())
    path = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")
    try:
        yield path
    finally:  # Python 3.11's TemporaryDirectory never returns if something in it is another user's
        shutil.rmtree(path, ignore_errors=True)


@functools.cache
def _sweep(own: int) -> None:
    """Do it once for each process."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        owner = path.name.removeprefix(_PREFIX).split("-")[0]
        with contextlib.suppress(OSError):
            if owner.isdigit() and path.lstat().st_uid == os.geteuid() and not _runs(int(owner)):
                shutil.rmtree(path, ignore_errors=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
