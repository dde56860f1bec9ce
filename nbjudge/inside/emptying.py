"""Removes what a job left in a folder, in time that grows with the number of its files only.

Whatever lies within a folder is moved up before that is removed, so that nothing is ever deep, and no path
too long; each folder is moved once. The job must be over: nothing else may happen in the folder meanwhile.
"""

import contextlib
import os

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def empty(folder: str) -> None:
    """Remove all that is in a folder, even if it is closed to its owner."""
    top = os.open(folder, _FOLDER)
    count = 0
    try:
        os.fchmod(top, 0o700)
        names: list[str] = []
        while names != (names := os.listdir(top)) and names:  # until nothing is left, or nothing can be done
            for name in names:
                count = _remove(top, name, count)
    finally:
        os.close(top)


def _remove(top: int, name: str, count: int) -> int:
    """Remove one entry, after moving up what lies within it; `count` makes the new names."""
    with contextlib.suppress(OSError):
        os.unlink(name, dir_fd=top)
        return count
    with contextlib.suppress(OSError):
        os.chmod(name, 0o700, dir_fd=top)
        inner = os.open(name, _FOLDER, dir_fd=top)
        try:
            for child in os.listdir(inner):
                count += 1
                with contextlib.suppress(OSError):
                    _lift(inner, child, top, f".{os.getpid()}-{count}")
        finally:
            os.close(inner)
        os.rmdir(name, dir_fd=top)
    return count


def _lift(inner: int, child: str, top: int, name: str) -> None:
    try:
        os.unlink(child, dir_fd=inner)
    except (IsADirectoryError, PermissionError):
        os.chmod(child, 0o700, dir_fd=inner)  # a folder that is moved must be writable itself
        os.rename(child, name, src_dir_fd=inner, dst_dir_fd=top)
