"""What would give a better level of protection here, from what the machine said when it was tried."""

import os
import platform
from collections.abc import Sequence

from nbjudge.sandbox.levels import Level

_APPARMOR = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns"

INSTALL = "Install bubblewrap: apt install bubblewrap, dnf install bubblewrap, or pacman -S bubblewrap."
PROC_IS_HIDDEN = (
    "This container hides parts of /proc, so jobs have an empty one; nothing else is missing. "
    "To have it all: podman run --security-opt unmask=ALL, or docker run --security-opt "
    "systempaths=unconfined."
)
CONTAINER = (
    "This container refuses namespaces. Start it with podman run --security-opt unmask=ALL, or with "
    "docker run --user 1000 --security-opt seccomp=unconfined --security-opt systempaths=unconfined, "
    "for level 3."
)
APPARMOR = (
    "AppArmor keeps namespaces from users, as in Ubuntu 23.10 and newer. Give /usr/bin/bwrap a profile with "
    "`userns,` (apt install apparmor-profiles, then copy bwrap-userns-restrict from "
    "/usr/share/apparmor/extra-profiles to /etc/apparmor.d and reload it), or run as root."
)
KERNEL = (
    "The kernel keeps namespaces from users: sysctl user.max_user_namespaces=15000 and, where it exists, "
    "sysctl kernel.unprivileged_userns_clone=1; or run as root."
)
UNREADABLE = (
    "The grader runs as root, its jobs do not: put Python and its packages where every user can "
    "read them, or run as the user whom they belong to."
)
UNKNOWN = "Nothing is known that would give a better level here."


def advise(level: Level, said: Sequence[str]) -> str:
    """Say how to get the level above, if there is one."""
    words = " ".join(said)
    if level is Level.FULL:
        return ""
    if "not installed" in words:
        return INSTALL
    if level is Level.NO_PROC:
        return PROC_IS_HIDDEN
    if "uid map" in words or _read(_APPARMOR) == "1":
        return APPARMOR
    if "amespace" in words or "not permitted" in words:
        return CONTAINER if in_container() else KERNEL
    return UNREADABLE if "cannot read" in words else UNKNOWN


def elsewhere(system: str | None = None) -> str:
    """Say how to run where no level is possible."""
    system = system or platform.system()
    name = {"Darwin": "macOS"}.get(system, system)
    way = "WSL 2 (wsl --install) or a container" if name == "Windows" else "a container, Lima or OrbStack"
    return f"{name} has no way that this grader knows to confine a process. Run it in Linux: {way}."


def in_container() -> bool:
    """Say whether this is a container, as far as it shows."""
    return os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv")


def _read(path: str) -> str:
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return ""
