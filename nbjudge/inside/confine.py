"""Where jobs run: how one is forked, what is taken from it before it begins, and what is cleaned up after it.

One class per kind of place, from no protection to namespaces of its own for each job. The zygote makes one of
them, forks its jobs through it and clears up through it; the job calls `confine` before anything else.
"""

import contextlib
import os
import signal
import sys
import tempfile
from typing import Any

from nbjudge.inside import landlock, limits, reach, seccomp, system, unlisted
from nbjudge.inside.emptying import empty

HOME = "/student"  # where a job works, with /tmp and /dev/shm the only places that it can write to
_PRIVATE = "/private"
_WRITABLE = {"home": HOME, "tmp": "/tmp", "shm": "/dev/shm"}
_INODES = 8192
_MODES = {"home": 0o700, "tmp": 0o1777, "shm": 0o1777}


def enter(plan: dict[str, Any]) -> "Place":
    """Bring the zygote to the place where it will fork jobs."""
    return _PLACES[plan["jobs"]](plan)


class Place:
    """No protection: a process group and a folder of its own for each job."""

    def __init__(self, plan: dict[str, Any]) -> None:
        """Prepare, in the zygote."""
        self.plan = plan
        self.user: int | None = plan["user"]  # whom a job becomes, if the zygote may choose
        self.zygote = os.getpid()
        self.folder = ""
        if sys.platform == "linux":
            limits.prepare()
            system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)  # what a job leaves behind comes here

    def fork(self) -> int:
        """Fork a job."""
        self.folder = tempfile.mkdtemp(prefix="job-", dir=self.plan["scratch"])
        return os.fork()

    def confine(self, request: dict[str, Any]) -> None:
        """Within the job: enter its own folder and group."""
        os.setpgid(0, 0)
        if sys.platform == "linux":
            die_with(self.zygote)
        self.work_in(self.folder)
        for name in ("TMPDIR", "HOME"):
            os.environ[name] = self.folder

    def work_in(self, folder: str) -> None:
        """Begin in the folder, which is all that the environment names."""
        os.chdir(folder)
        os.environ["PWD"] = folder

    def clean(self, pid: int) -> None:
        """After the job: end what it left behind, and remove its files."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        end_children()
        with contextlib.suppress(OSError):
            empty(self.folder)
            os.rmdir(self.folder)

    def become_user(self) -> None:
        """Give up being root, where the zygote is root."""
        if self.user is not None:
            os.setgroups([])
            os.setresgid(self.user, self.user, self.user)
            os.setresuid(self.user, self.user, self.user)
        system.prctl(system.PR_SET_DUMPABLE, 1)  # otherwise its own /proc/self would be root's


class Namespaces(Place):
    """Inside bubblewrap; each job has processes, mounts, shared memory and (without root) users alone."""

    def __init__(self, plan: dict[str, Any]) -> None:
        """Prepare, in the zygote."""
        super().__init__(plan)
        self.itself = os.pidfd_open(self.zygote)
        system.prctl(system.PR_SET_DUMPABLE, 0)
        seccomp.prepare()
        self.proc: int | None = plan[
            "proc"
        ]  # a descriptor of the machine's /proc, where there is none inside
        self.kept = [path for path in plan["visible"] if path.startswith(("/tmp/", "/dev/shm/"))]

    def fork(self) -> int:
        """Fork a job that is the first process of a new process namespace."""
        system.unshare(system.CLONE_NEWPID)
        try:
            pid = os.fork()
        except OSError:
            system.enter(self.itself, system.CLONE_NEWPID)
            raise
        if pid:
            system.enter(self.itself, system.CLONE_NEWPID)  # so that the next job can have its own again
        return pid

    def confine(self, request: dict[str, Any]) -> None:
        """Within the job: leave everything that others share, then every privilege."""
        system.unshare(system.CLONE_NEWNS | system.CLONE_NEWIPC)
        system.mount("", "/", flags=system.MS_REC | system.MS_PRIVATE)
        self._private_files(request["limits"]["disk_bytes"])
        if self.plan["jobs"] == "namespaces":
            flags = system.MS_NOSUID | system.MS_NODEV | system.MS_NOEXEC
            system.mount("proc", "/proc", "proc", flags, "subset=pid")
        os.setsid()
        if self.user is None:
            self._user_namespace()
        self.become_user()
        die_with(0)
        limits.apply(request["limits"])
        system.drop_capabilities()
        seccomp.install()
        self.work_in(HOME)

    def _private_files(self, size: int) -> None:
        """Put one file system of limited size over all that can be written to."""
        owner = "" if self.user is None else f",uid={self.user},gid={self.user}"
        flags = system.MS_NOSUID | system.MS_NODEV
        system.mount("tmpfs", _PRIVATE, "tmpfs", flags, f"size={size},nr_inodes={_INODES},mode=0755{owner}")
        for name, place in _WRITABLE.items():
            folder = f"{_PRIVATE}/{name}"
            os.mkdir(folder)
            os.chmod(folder, _MODES[name])
            if self.user is not None:
                os.chown(folder, self.user, self.user)
            for path in self.kept:
                if path.startswith(f"{place}/"):
                    _carry_over(path, folder + path[len(place) :])
            system.mount(folder, place, flags=system.MS_BIND | system.MS_REC)

    def _user_namespace(self) -> None:
        """Become user 1000 of a new user namespace, in which this process is nobody else."""
        user, group = os.getuid(), os.getgid()
        system.prctl(system.PR_SET_DUMPABLE, 1)  # otherwise the maps would be root's
        system.unshare(system.CLONE_NEWUSER)
        place = os.open("/proc", os.O_PATH) if self.proc is None else self.proc
        maps = (("setgroups", "deny"), ("uid_map", f"1000 {user} 1"), ("gid_map", f"1000 {group} 1"))
        for name, content in maps:
            with open(os.open(f"self/{name}", os.O_WRONLY, dir_fd=place), "w") as file:
                file.write(content)
        os.close(place)

    def clean(self, pid: int) -> None:
        """Nothing: all that was the job's ended with its first process."""


class Shared(Place):
    """Inside bubblewrap, which the jobs of one zygote share, one after the other."""

    def __init__(self, plan: dict[str, Any]) -> None:
        """Prepare, in the zygote."""
        super().__init__(plan)
        system.prctl(system.PR_SET_DUMPABLE, 0)
        self.protected = (self.zygote,)
        seccomp.prepare(self.protected)

    def fork(self) -> int:
        """Fork a job."""
        return os.fork()

    def confine(self, request: dict[str, Any]) -> None:
        """Within the job: give up every privilege, and reach of the zygote."""
        if self.user is not None:
            for place in _WRITABLE.values():
                os.chown(place, self.user, self.user)
        os.setsid()
        self.become_user()
        die_with(self.zygote)
        limits.apply(request["limits"])
        system.drop_capabilities()
        seccomp.install(self.protected)
        self.work_in(HOME)

    def clean(self, pid: int) -> None:
        """End every process but the zygote, and empty what could be written to."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(-1, signal.SIGKILL)
        end_children()
        for place in _WRITABLE.values():
            empty(place)


class Landlocked(Place):
    """Without namespaces: Landlock for files, a user of its own if the zygote is root, one group to end.

    Landlock does not ask for the modes of files, and leaves them to be changed by their owner. If the jobs
    are not users of their own that is whoever grades, so the filter answers for what Landlock leaves out.
    """

    def __init__(self, plan: dict[str, Any]) -> None:
        """Prepare, in the zygote."""
        super().__init__(plan)
        system.prctl(system.PR_SET_DUMPABLE, 0)
        self.running = 0  # threads of whoever grades, which count where jobs are no users of their own
        if self.user is not None:
            reach.check()
        self.scratch = tempfile.mkdtemp(prefix="job-", dir=plan["scratch"])
        if self.user is not None:
            os.chmod(plan["scratch"], 0o711)
        self.protected = (self.zygote, plan["supervisor"])
        seccomp.prepare(self.protected, alone=True)
        self.rules = landlock.make(plan["readable"], [*plan["devices"], self.scratch])
        unlisted.prepare()
        self.capability: int | None = None  # the only one that a job keeps
        if self.user is not None:
            self.capability = reach.capability(self.user, [*plan["readable"], self.scratch])

    def fork(self) -> int:
        """Fork a job."""
        self.folder = self.scratch
        if self.user is not None:
            os.chown(self.scratch, self.user, self.user)
        else:  # anew for each job: another one's fork bomb is no reason that this one cannot fork
            self.running = limits.threads_of(os.getuid())
        return os.fork()

    def confine(self, request: dict[str, Any]) -> None:
        """Within the job: give up every privilege, reach of others, and all files but those meant for it."""
        os.setsid()
        if self.capability is not None:
            system.keep_capabilities()
        self.become_user()
        die_with(self.zygote)
        home = os.path.join(self.scratch, "home")
        os.mkdir(home)
        self.work_in(home)
        os.environ.update(HOME=home, TMPDIR=self.scratch)
        limits.apply(request["limits"], self.running)
        landlock.restrict(self.rules)
        unlisted.forget()
        system.drop_capabilities(but=self.capability)
        seccomp.install(self.protected, alone=True)

    def clean(self, pid: int) -> None:
        """End what the job left behind, and empty its folder."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        end_children()
        empty(self.scratch)


_PLACES = {  # by the names of `nbjudge.sandbox.level.Jobs`
    "namespaces": Namespaces,
    "namespaces-without-proc": Namespaces,
    "shared": Shared,
    "landlock": Landlocked,
    "unconfined": Place,
}


def die_with(parent: int) -> None:
    """Ask for this process to be killed when its parent ends; if that is over already, end now."""
    system.prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def end_children() -> None:
    """Kill all that this process has adopted, and their children, until there are none."""
    path = f"/proc/self/task/{os.getpid()}/children"
    while True:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        try:
            with open(path) as file:
                children = [int(number) for number in file.read().split()]
        except OSError:
            return
        if not children:
            return
        for child in children:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)


def _carry_over(path: str, place: str) -> None:
    """Keep something visible that the job's own files would cover."""
    if os.path.isdir(path):
        os.makedirs(place, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        open(place, "w").close()
    system.mount(path, place, flags=system.MS_BIND | system.MS_REC)
