"""Where jobs run: how one is forked, what is taken from it before it begins, and what is cleaned up after it.

This is the place without protection, which every other builds on.
"""

import contextlib
import ctypes
import os
import signal
import shutil
import sys
import tempfile
from typing import Any

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def enter(plan: dict[str, Any]) -> "Place":
    """Bring the zygote itself to the place where it will fork jobs."""
    return Place(plan)


class Place:
    """No protection: a process group and a folder of its own for each job."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.notes: list[str] = []
        self.folder = ""
        self.zygote = os.getpid()
        prctl(PR_SET_CHILD_SUBREAPER, 1)

    def fork(self) -> int:
        """Fork a job."""
        self.folder = tempfile.mkdtemp(prefix="job-")
        return os.fork()

    def confine(self, request: dict[str, Any]) -> None:
        """Within the job: enter its own folder and group."""
        os.setpgid(0, 0)
        die_with(self.zygote)
        os.chdir(self.folder)
        os.environ["HOME"] = os.environ["TMPDIR"] = self.folder

    def clean(self, pid: int) -> None:
        """After the job: end what it left behind, and remove its files."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        end_children()
        shutil.rmtree(self.folder, ignore_errors=True)

    def end(self) -> None:
        """Leave nothing behind when the zygote ends."""
        end_children()


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process, where the system knows it."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def die_with(parent: int) -> None:
    """Ask for this process to be killed when its parent ends; if that is over already, end now."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() not in (parent, 0):
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
