"""What is to be known of a machine to advise on it; looked up only where a better level could be had."""

import functools
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from nbjudge.inside import landlock
from nbjudge.sandbox import programs

_APPARMOR = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns"
_MOST_NAMESPACES = "/proc/sys/user/max_user_namespaces"
_DEBIAN = "/proc/sys/kernel/unprivileged_userns_clone"
_INSTALLERS = {
    "apt-get": "apt install bubblewrap",
    "dnf": "dnf install bubblewrap",
    "zypper": "zypper install bubblewrap",
    "pacman": "pacman -S bubblewrap",
    "apk": "apk add bubblewrap",
    "conda": "conda install -c conda-forge bubblewrap",
}
# What bubblewrap does first: root makes mounts only, anybody else a user namespace for them.
_TRY = """
import ctypes, os
library = ctypes.CDLL(None)
refused = library.unshare(0x20000 if os.geteuid() == 0 else 0x10020000)
raise SystemExit(refused or library.mount(b"none", b"/", None, ctypes.c_ulong(0x44000), None))
"""


@dataclass(frozen=True)
class Machine:
    """What the advice depends on."""

    root: bool = False
    container: bool = False
    namespaces: bool = True  # whether they can be made, which bubblewrap would need
    apparmor: bool = False  # keeps them from users
    switched_off: tuple[str, ...] = ()  # the settings that would switch them on
    processor: str = "x86_64"
    landlock: int = 0  # its version, 0 for none
    named: str = ""  # the bubblewrap that the user wants to have
    installers: tuple[str, ...] = ()  # how a bubblewrap of the system's is installed here
    closed: tuple[str, ...] = ()  # folders on the way to Python that others may not pass
    open_python: str = ""  # another one, that everybody can read


@functools.cache
def look() -> Machine:
    """Look at this one."""
    return Machine(
        root=os.geteuid() == 0,
        container=os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv"),
        namespaces=_can_make_namespaces(),
        apparmor=_read(_APPARMOR) == "1",
        switched_off=tuple(_switched_off(_read(_MOST_NAMESPACES), _read(_DEBIAN))),
        processor=platform.machine(),
        landlock=landlock.version(),
        named=os.environ.get(programs.VARIABLE, ""),
        installers=tuple(words for tool, words in _INSTALLERS.items() if which(tool)),
        closed=tuple(_closed(Path(sys.executable), Path(sys.base_prefix), Path(__file__))),
        open_python=_open_python(),
    )


def _can_make_namespaces() -> bool:
    return subprocess.run([sys.executable, "-I", "-c", _TRY], capture_output=True).returncode == 0


def _switched_off(most: str, debian: str) -> list[str]:
    """Name the settings that stand in the way.

    >>> _switched_off("0", "")
    ['user.max_user_namespaces=15000']
    """
    found = ["user.max_user_namespaces=15000"] if most == "0" else []
    return [*found, "kernel.unprivileged_userns_clone=1"] if debian == "0" else found


def _closed(*places: Path) -> list[str]:
    parents = {parent for place in places for path in (place, place.resolve()) for parent in path.parents}
    return sorted(str(parent) for parent in parents if not parent.stat().st_mode & 1)


def _open_python() -> str:
    """Find a Python of the system's that is new enough, by its name."""
    for minor in range(20, 10, -1):
        for folder in ("/usr/bin", "/usr/local/bin"):
            if os.access(path := f"{folder}/python3.{minor}", os.X_OK) and not _closed(Path(path)):
                return path
    return ""


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""
