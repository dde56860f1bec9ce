"""The calls to Linux that Python has no function for, each raising OSError when it fails."""

import contextlib
import ctypes
import functools
import os
import struct
import sys
from collections.abc import Iterator
from typing import Any

CLONE_NEWNS = 0x00020000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_SECUREBITS = 28
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECBIT_NO_SETUID_FIXUP = 4

_ADDR_NO_RANDOMIZE = 0x0040000
_ASK = 0xFFFFFFFF

_LAST_CAPABILITY = 63
_CAPABILITY_VERSION = 0x20080522


@functools.cache
def library() -> Any:
    """Give the C library."""
    return ctypes.CDLL(None, use_errno=True)


def check(result: int, what: str) -> int:
    """Give the result of a call, or raise what its failure means."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def prctl(option: int, value: int = 0) -> None:
    """Set an attribute of this process."""
    zero = ctypes.c_ulong(0)
    check(library().prctl(option, ctypes.c_ulong(value), zero, zero, zero), f"prctl({option})")


@contextlib.contextmanager
def same_addresses() -> Iterator[None]:
    """Let programs that are started meanwhile have the same addresses every time, if that is allowed here."""
    if sys.platform != "linux":
        yield
        return
    before = library().personality(ctypes.c_ulong(_ASK))
    library().personality(ctypes.c_ulong(before | _ADDR_NO_RANDOMIZE))
    try:
        yield
    finally:
        library().personality(ctypes.c_ulong(before))


def unshare(flags: int) -> None:
    """Leave namespaces of the parent."""
    check(library().unshare(flags), f"unshare({flags:#x})")


def enter(descriptor: int, flags: int) -> None:
    """Enter the namespaces of a process."""
    check(library().setns(descriptor, flags), "setns")


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mount something."""
    words = (source.encode(), target.encode(), kind.encode() or None)
    given = options.encode() or None
    check(library().mount(*words, ctypes.c_ulong(flags), given), f"mount {kind or source} on {target}")


def capabilities() -> set[int]:
    """Give the numbers of the privileges that this process has or may take up."""
    data = ctypes.create_string_buffer(24)
    check(library().capget(_header(), data), "capget")
    low, high = struct.unpack("6I", data.raw)[1::3]
    return {number for number in range(64) if (low | high << 32) >> number & 1}


def keep_capabilities() -> None:
    """Let a change of user leave the privileges as they are, and let `access` tell what they allow."""
    prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP)


def drop_capabilities(but: int | None = None) -> None:
    """Give up every privilege but one, and the ways to get another by running a program."""
    library().prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    for number in range(_LAST_CAPABILITY + 1):
        if number != but and library().prctl(PR_CAPBSET_DROP, number, 0, 0, 0) < 0:
            break  # there are no more, or it is not allowed and not needed
    kept = 0 if but is None else 1 << but
    words = [kept & 0xFFFFFFFF] * 3 + [kept >> 32] * 3
    check(library().capset(_header(), struct.pack("6I", *words)), "capset")
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if but is not None:  # for the programs that it starts
        arguments = (ctypes.c_ulong(PR_CAP_AMBIENT_RAISE), ctypes.c_ulong(but))
        check(library().prctl(PR_CAP_AMBIENT, *arguments, *[ctypes.c_ulong(0)] * 2), "ambient capability")


def _header() -> bytes:
    return struct.pack("Ii", _CAPABILITY_VERSION, 0)
