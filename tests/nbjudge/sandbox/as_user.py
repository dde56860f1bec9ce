"""Starts a command as another user, in a mount namespace where that user can read Python; for root only.

    python as_user.py NUMBER [--mask-proc] [--no-namespaces] COMMAND …

A Python under a closed folder, such as root's home, is shown by mounting a folder that is open to all in its
place and Python into that. `--mask-proc` hides parts of /proc, and `--no-namespaces` refuses them, as
containers do.
"""

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))
from nbjudge.inside import seccomp, system
from nbjudge.sandbox import interpreter


def main() -> None:
    number, words = int(sys.argv[1]), sys.argv[2:]
    options = set()
    while words[0].startswith("--"):
        options.add(words.pop(0))
    system.unshare(system.CLONE_NEWNS)
    system.mount("", "/", flags=system.MS_REC | system.MS_PRIVATE)
    open_folders([*interpreter.describe(sys.executable).folders, Path(__file__).parents[3]])
    if "--mask-proc" in options:
        system.mount(
            "tmpfs", "/proc/acpi" if os.path.isdir("/proc/acpi") else "/proc/irq", "tmpfs", system.MS_RDONLY
        )
    if number:
        os.setgroups([])
        os.setresgid(number, number, number)
        os.setresuid(number, number, number)
    if "--no-namespaces" in options:
        seccomp.install()
    os.execvp(words[0], words)


def open_folders(needed: list[Path]) -> None:
    """Let others reach these folders, in this namespace only."""
    closed = {parent for path in needed for parent in path.parents if not parent.stat().st_mode & 1}
    kept = {path: tempfile.mkdtemp() for path in needed if set(path.parents) & closed}
    for path, place in kept.items():
        system.mount(str(path), place, flags=system.MS_BIND | system.MS_REC)
    for parent in sorted(closed)[:1]:
        system.mount("tmpfs", str(parent), "tmpfs", 0, "mode=755")
    for path, place in kept.items():
        path.mkdir(parents=True, exist_ok=True)
        system.mount(place, str(path), flags=system.MS_BIND | system.MS_REC)


if __name__ == "__main__":
    main()
