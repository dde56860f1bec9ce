"""Landlock: which files a job may read and write, where there are no namespaces to leave the others out.

Newer kernels also keep it from the network and from signalling processes outside. Rules only allow: to leave
out a part of a folder, the other parts are allowed one by one.
"""

import ctypes
import os
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

from nbjudge.inside import system

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same on every architecture
_EXECUTE, _WRITE, _READ_FILE, _READ_FOLDER = 1, 2, 4, 8
_IOCTL = 1 << 15
_ALL_BY_VERSION = {
    1: (1 << 13) - 1,
    2: (1 << 14) - 1,
    3: (1 << 15) - 1,
    4: (1 << 15) - 1,
}  # 5 and newer: _IOCTL too
_NETWORK = 3  # bind and connect, from version 4
_SCOPES = 3  # abstract sockets and signals, from version 6
_READ = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES = _EXECUTE | _WRITE | _READ_FILE | (1 << 14) | _IOCTL  # what makes sense for a file


def version() -> int:
    """Give what the kernel offers, 0 for nothing."""
    return max(0, int(system.library().syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint(1))))


def make(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Make a set of rules; give its descriptor."""
    known = version()
    if not known:
        raise OSError("this kernel does not offer Landlock")
    handled = _ALL_BY_VERSION.get(known, _ALL_BY_VERSION[4] | _IOCTL)
    attributes = struct.pack("QQQ", handled, _NETWORK if known >= 4 else 0, _SCOPES if known >= 6 else 0)
    size = 8 if known < 4 else 16 if known < 6 else 24
    call = system.library().syscall
    rules = call(_CREATE, attributes[:size], ctypes.c_size_t(size), ctypes.c_uint(0))
    system.check(rules, "landlock_create_ruleset")
    for path in readable:
        _allow(rules, path, _READ & handled)
    for path in writable:
        _allow(rules, path, handled)
    return int(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what does not exist needs no rule
    try:
        if not os.path.isdir(f"/proc/self/fd/{place}"):
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights, place)
        result = system.library().syscall(_ADD, ctypes.c_int(rules), ctypes.c_int(1), rule, ctypes.c_uint(0))
        system.check(result, f"landlock_add_rule for {path}")
    finally:
        os.close(place)


def restrict(rules: int) -> None:
    """Put the rules on this process and all that it starts."""
    system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
    result = system.library().syscall(_RESTRICT, ctypes.c_int(rules), ctypes.c_uint(0))
    system.check(result, "landlock_restrict_self")


def without(folder: Path, left_out: Sequence[Path]) -> list[str]:
    """Give paths that together hold all of the folder but what is left out."""
    inside = [path for path in left_out if path.is_relative_to(folder)]
    if not inside:
        return [str(folder)]
    if folder in inside:
        return []
    kept: list[str] = []
    for part in sorted(folder.iterdir()):
        kept += without(part, inside)
    return kept
