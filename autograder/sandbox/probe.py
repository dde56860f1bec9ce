"""Which protection this machine gives: found out by starting a job at each level, not by looking for signs."""

import functools
import os
import platform
import sys
import time
from dataclasses import dataclass

from autograder.inside import frames
from autograder.sandbox import bubblewrap
from autograder.sandbox.levels import Level

_PATIENCE = 10.0  # seconds for the answer of a job that does nothing


@dataclass(frozen=True)
class Protection:
    """The best level that works here, why the better ones do not, and what would make them work."""

    level: Level
    refused: tuple[tuple[Level, str], ...] = ()  # better levels, and what the machine said
    advice: str = ""

    def __str__(self) -> str:
        lines = [f"Protection level {self.level.value}"]
        lines += [f"  level {level.value}\n    not here: {reason}" for level, reason in self.refused]
        return "\n".join(lines + ([f"  {self.advice}"] if self.advice else []))


@functools.cache
def best(python: str = sys.executable) -> Protection:
    """Find the best level; the answer is kept, since it takes a tenth of a second or more."""
    if not hasattr(os, "fork"):
        return Protection(Level.NONE, (), _elsewhere())
    if sys.platform != "linux":
        return Protection(Level.NONE, (), _elsewhere())
    refused: list[tuple[Level, str]] = []
    for level in Level:
        reason = try_level(level, python) if level.protects else ""
        if not reason:
            return Protection(level, tuple(refused), _advice(level, refused))
        refused.append((level, reason))
    raise AssertionError


def try_level(level: Level, python: str = sys.executable) -> str:
    """Start a job at this level; give "" if that works, or what went wrong."""
    from autograder.sandbox.server import Sandbox, SandboxError

    if level in (Level.FULL, Level.NO_PROC, Level.SHARED) and bubblewrap.find() is None:
        return "bubblewrap is not installed"
    try:
        with Sandbox("autograder.inside.nothing:serve", level=level, preload=(), python=python) as sandbox:
            job = sandbox.start()
            try:
                closed = frames.receive(job.control, deadline=time.monotonic() + _PATIENCE)["closed"]
            finally:
                said = job.last_words()
    except SandboxError as error:
        return str(error)
    except (ConnectionError, TimeoutError):
        return said or "the job ended at once"
    return f"jobs cannot read {closed[0]}, for they are another user" if closed else ""


def _advice(level: Level, refused: list[tuple[Level, str]]) -> str:
    """Say how to get the level above, from what the machine said."""
    if level in (Level.FULL,):
        return ""
    said = " ".join(reason for _, reason in refused)
    if "bubblewrap is not installed" in said:
        return "Install bubblewrap: apt install bubblewrap, dnf install bubblewrap, or pacman -S bubblewrap."
    container = os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv")
    if "proc" in said and level is Level.NO_PROC:
        return (
            "This container hides parts of /proc. Nothing is missing but /proc itself; to have that too: "
            "podman run --security-opt unmask=ALL, docker run --security-opt systempaths=unconfined."
        )
    if container:
        return (
            "This container refuses namespaces: docker run --security-opt seccomp=unconfined --security-opt "
            "systempaths=unconfined, or podman run --security-opt unmask=ALL, gives level 3."
        )
    if "uid map" in said or _read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
        return (
            "AppArmor refuses namespaces to users (Ubuntu 23.10 and newer): give /usr/bin/bwrap a profile with "
            "`userns,` (Ubuntu: apt install apparmor-profiles and copy bwrap-userns-restrict to /etc/apparmor.d), "
            "or run as root."
        )
    if "namespace" in said:
        return (
            "The kernel refuses namespaces to users: sysctl user.max_user_namespaces=15000 and, where it exists, "
            "kernel.unprivileged_userns_clone=1; or run as root."
        )
    return "Run `autograder doctor` as root, or in a container, to see whether more is possible there."


def _elsewhere() -> str:
    name = {"Darwin": "macOS", "Windows": "Windows"}.get(platform.system(), platform.system())
    way = "WSL 2 (wsl --install) or a container" if name == "Windows" else "a container, Lima or OrbStack"
    return f"{name} has no way to confine a process that this grader uses. Run it in Linux: {way}."


def _read(path: str) -> str:
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return ""
