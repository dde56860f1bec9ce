"""The folder that a sandbox needs outside: what is shown inside, and at low levels its jobs' files.

It is named after the process that made it, so that one killed before it could clean up is cleaned up after.
"""

import contextlib
import functools
import os
import shutil
import tempfile
from pathlib import Path

_PREFIX = "nbjudge-sandbox-"


def folder() -> "tempfile.TemporaryDirectory[str]":
    """Make a folder; remove those of processes that are no more."""
    _sweep(os.getpid())
    return tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)


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
