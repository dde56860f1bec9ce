"""The zygote's memory as few large pages, so that a fork has little to copy and an end little to take apart.

A fork copies a table with an entry for each page that is not a file's. Two megabytes in one page are one
entry instead of 512, until the fork writes there. Where the kernel cannot do it, nothing changes.
"""

import contextlib
import ctypes
import sys

_LARGE = 2 << 20
_MADV_COLLAPSE = 25  # Linux 6.1


def join() -> None:
    """Join the pages of this process that can be joined."""
    if sys.platform != "linux":
        return
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    with contextlib.suppress(OSError), open("/proc/self/maps") as file:
        for first, last in [_range_of(line) for line in file if _is_own(line)]:
            begin, end = -(-first // _LARGE) * _LARGE, last // _LARGE * _LARGE
            if end > begin:
                madvise(begin, end - begin, _MADV_COLLAPSE)


def _is_own(line: str) -> bool:
    """Return whether a line tells of memory that is no file's, and can be written to.

    >>> _is_own("5567b617b000-5567b7474000 rw-p 00000000 00:00 0  [heap]")
    True
    """
    _, rights, _, _, file, *_ = line.split()
    return rights.startswith("rw") and file == "0"


def _range_of(line: str) -> tuple[int, int]:
    first, last = line.split(maxsplit=1)[0].split("-")
    return int(first, 16), int(last, 16)
