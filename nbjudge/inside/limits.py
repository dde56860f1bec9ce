"""The limits that the kernel keeps for each process of a job."""

import contextlib
import functools
import os
import resource
import sys
from typing import Any

_SPARE_PROCESSOR_SECONDS = 30


def prepare() -> None:
    """Do in the zygote what would take each job time."""
    _address_space()


def apply(limits: dict[str, Any], running: int = 0) -> None:
    """Limit this process and all that it starts; `running` threads of the same user do not count."""
    seconds = int(limits["notebook_seconds"]) + _SPARE_PROCESSOR_SECONDS
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_NOFILE, 512)
    _set(resource.RLIMIT_CPU, seconds)
    _set(resource.RLIMIT_FSIZE, limits["disk_bytes"])
    _set(resource.RLIMIT_NPROC, limits["processes"] + running)
    if sys.platform == "linux":
        _set(resource.RLIMIT_AS, limits["memory_bytes"] + _address_space())
        _set(resource.RLIMIT_MSGQUEUE, 0)
        _set(resource.RLIMIT_SIGPENDING, 256)


def _set(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with contextlib.suppress(ValueError, OSError):  # macOS knows some of them by name only
        resource.setrlimit(what, (most, most))


@functools.cache
def _address_space() -> int:
    """Give what the zygote had when it first asked: a job begins with that, so it is not the job's use."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # no /proc: a generous guess
        return 1 << 30


def threads_of(user: int) -> int:
    """Count the threads that a user has, all over the machine."""
    count = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == user:
                    count += len(os.listdir(f"/proc/{name}/task"))
    return count
