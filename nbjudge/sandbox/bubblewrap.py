"""The command by which bubblewrap starts a zygote: which files it sees, and what it keeps of its privileges.

Run by root, bubblewrap makes mounts but no user namespace: the jobs become users that nobody else is. Run by
anybody else it makes one, in which the zygote may make namespaces for its jobs and nothing more.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbjudge.inside.confine import HOME
from nbjudge.sandbox import programs
from nbjudge.sandbox.interpreter import distinct
from nbjudge.sandbox.level import Jobs, Unavailable, View
from nbjudge.sandbox.programs import Program

_ROOT_CAPABILITIES = ("SYS_ADMIN", "SETUID", "SETGID", "SETPCAP", "CHOWN", "FOWNER", "DAC_OVERRIDE", "KILL")
_WRITABLE = ("/tmp", "/dev/shm", HOME)
_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "fonts", "ssl/openssl.cnf")
_PASSWD = "student:x:{user}:{user}:student:/student:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n"
_GROUP = "student:x:{user}:\nnogroup:x:65534:\n"


@dataclass(frozen=True)
class Launcher:
    """A bubblewrap, with the options for jobs of one kind."""

    program: Program
    jobs: Jobs

    @property
    def fault(self) -> str:
        """Say why the program cannot be run at all, if it cannot."""
        return self.program.fault

    def __str__(self) -> str:
        """Name the program."""
        return str(self.program)

    def command(self, view: View) -> list[str]:
        """Give bubblewrap and its options."""
        nested, proc = self.jobs is not Jobs.SHARED, self.jobs is not Jobs.NO_PROC
        closed = [] if nested else _closed(view.visible)
        words = [self.program.path, *_namespaces(nested, view.user), *_settings(view.environment)]
        words += _system()
        words += ["--proc", "/proc"] if proc else ["--tmpfs", "/proc"]
        words += ["--dev", "/dev"]
        words += _private([] if nested else ["--size", str(view.disk_bytes)], closed)
        words += _shown(view.visible, view.moved or {}, view.masked) + _written(view.written or {})
        for place in (*map(str, closed), "/dev", "/"):
            words += ["--remount-ro", place]
        if not nested:
            words.append("--as-pid-1")  # bubblewrap's own first process would be within reach of the jobs
        return words + ([] if proc else ["--remount-ro", "/proc"])


def launchers(jobs: Jobs) -> list[Launcher]:
    """Give every bubblewrap that there is, with the options for such jobs."""
    found = [Launcher(program, jobs) for program in programs.candidates()]
    if not found:
        raise Unavailable(programs.NONE)
    return found


def _namespaces(nested: bool, user: int | None) -> list[str]:
    kinds = ("pid", "ipc", "net", "uts", "cgroup-try")
    words = [f"--unshare-{kind}" for kind in kinds]
    return [*words, "--hostname", "sandbox", "--die-with-parent", "--new-session", *_privileges(nested, user)]


def _settings(environment: Mapping[str, str]) -> list[str]:
    return [
        "--clearenv",
        *(word for name, value in environment.items() for word in ("--setenv", name, value)),
    ]


def _private(size: Sequence[str], closed: Iterable[Path]) -> list[str]:
    """Give folders to write to, and close those on the way through them."""
    words: list[str] = []
    for place in _WRITABLE:
        words += ["--perms", "1777" if place == "/tmp" else "0755", *size, "--tmpfs", place]
    for path in closed:
        words += ["--perms", "0755", "--tmpfs", str(path)]
    return [*words, "--perms", "0755", "--dir", "/private"]


def _shown(visible: Sequence[Path], moved: Mapping[Path, str], masked: Iterable[Path]) -> list[str]:
    """Show folders and files to read, and nothing of what is masked within."""
    words: list[str] = []
    for path in distinct(path for path in visible if not path.is_relative_to("/usr")):
        words += [*_parents(path), "--ro-bind", str(path), str(path)]
    for path, place in moved.items():
        words += [*_parents(Path(place)), "--ro-bind", str(path), place]
    for path in masked:
        if any(path.is_relative_to(root) for root in [*visible, Path("/usr")]):
            words += _mask(path)
    return words


def _written(files: Mapping[str, int]) -> list[str]:
    """Write files whose content is read from descriptors."""
    words: list[str] = []
    for place, descriptor in files.items():
        words += [*_parents(Path(place)), "--perms", "0644", "--file", str(descriptor), place]
    return words


def _closed(visible: Iterable[Path]) -> list[Path]:
    """Name the folders on the way to what is visible below a place that jobs write to, and share.

    As read-only mounts of their own they can be neither moved away by one job nor cleaned up before the next.
    """
    found = {
        Path(place, path.relative_to(place).parts[0])
        for path in visible
        for place in map(Path, _WRITABLE)
        if place in path.parent.parents
    }
    return sorted(found)


def _privileges(nested: bool, user: int | None) -> list[str]:
    if user is not None:
        return [word for name in _ROOT_CAPABILITIES for word in ("--cap-add", f"CAP_{name}")]
    if nested:
        identity = ["--unshare-user", "--uid", "0", "--gid", "0"]
        return [*identity, "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETFCAP"]
    return ["--unshare-user", "--uid", "1000", "--gid", "1000"]


def accounts(user: int) -> dict[str, str]:
    """Give the files of an /etc that knows nobody but the jobs' user."""
    return {"/etc/passwd": _PASSWD.format(user=user), "/etc/group": _GROUP.format(user=user)}


def _system() -> list[str]:
    """Show the machine's programs and libraries, and an /etc that says nothing about the machine."""
    words = ["--ro-bind", "/usr", "/usr"]
    for name in _SYSTEM:
        if os.path.islink(name):
            words += ["--symlink", os.readlink(name), name]
        elif os.path.isdir(name):
            words += ["--ro-bind", name, name]
    words += ["--perms", "0755", "--dir", "/etc"]
    for name in _ETC:
        if os.path.exists(f"/etc/{name}"):
            words += [*_parents(Path("/etc", name)), "--ro-bind", f"/etc/{name}", f"/etc/{name}"]
    return words


def _parents(path: Path) -> list[str]:
    """Make the folders above, readable for all: bubblewrap would copy the modes of the originals."""
    return [
        word for parent in reversed(path.parents[:-1]) for word in ("--perms", "0755", "--dir", str(parent))
    ]


def _mask(path: Path) -> list[str]:
    if path.is_dir():
        return ["--perms", "0755", "--tmpfs", str(path), "--remount-ro", str(path)]
    return ["--ro-bind", "/dev/null", str(path)]
