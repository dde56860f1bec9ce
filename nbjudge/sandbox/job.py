"""One job as its owner sees it: a socket, two pipes, and a process to interrupt, to kill and to wait for."""

import contextlib
import os
import select
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nbjudge.inside import messages

_MOST_WORDS = 4096
_NO_STATUS = 1 << 16
_OWN_SIGNALS = ("SIGABRT", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP", "SIGXCPU", "SIGXFSZ")


@dataclass(frozen=True)
class Usage:
    """What a job used, and how it ended."""

    ended: str  # "exit", "signal", "killed" (by us), "zygote" (its server died)
    code: int = 0  # the exit status or the number of the signal
    seconds: float = 0.0  # of processor time
    most_memory: int = 0  # bytes, of its largest process
    reason: str = ""  # why it was killed, if it was
    by_itself: bool = False  # it would end so again: neither anybody else nor a lack of memory did it


class Job:
    """A running job.

    `control` is the worker's end of the socket that the job holds as descriptor 3. `output` and `error` are
    the worker's ends of the pipes that the job holds as descriptors 1 and 2, not blocking: what programs and
    C code print arrives there, and must be read for the job to go on. `ended` becomes readable when the job's
    first process ends (None where the system cannot tell; the control socket then tells).
    """

    def __init__(
        self,
        control: socket.socket,
        output: int,
        error: int,
        pid: int,
        watch: int | None,
        finish: Callable[[float | None], dict[str, object] | None],
        request_kill: Callable[[], None],
        by_group: bool = False,
    ) -> None:
        """Take what the sandbox made."""
        self.control = control
        self.output = output
        self.error = error
        self.ended = watch
        self.pid = pid if watch is None else _number_of(watch)  # as this process sees it, 0 if it cannot
        self.reason = ""
        self._finish = finish
        self._request_kill = request_kill
        self._by_group = by_group  # no namespace ends what it started with it
        self._usage: Usage | None = None

    def interrupt(self) -> None:
        """Send the job what Ctrl-C would: a running cell ends with KeyboardInterrupt."""
        self._signal(signal.SIGINT)

    def kill(self, reason: str = "") -> None:
        """End the job and all its processes now; `reason` will be in its usage."""
        if self.running:
            self.reason = self.reason or reason or "killed"
            self._signal(signal.SIGKILL)
        if self._by_group and self.pid and self._usage is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> Usage:
        """Wait until the job and all that it started are gone; raise TimeoutError if it goes on."""
        if self._usage is None:
            end = self._finish(timeout)
            self._usage = self._account(end)
            self._close()
        return self._usage

    @property
    def running(self) -> bool:
        """Say whether the job's first process is still there."""
        if self._usage is not None:
            return False
        return self.ended is None or not select.select([self.ended], [], [], 0)[0]

    def _account(self, end: dict[str, Any] | None) -> Usage:
        if end is None:
            return Usage("killed" if self.reason else "zygote", reason=self.reason)
        status = end["status"]
        ended = "killed" if self.reason else "signal" if os.WIFSIGNALED(status) else "exit"
        code = os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        by_itself = self.ends_by_itself(status)
        return Usage(ended, code, end["seconds"], end["most_memory"], self.reason, by_itself)

    def ends_by_itself(self, status: int) -> bool:
        """Say whether a process of the job that ended so must have done it itself.

        Where jobs are not alone with their processes, another one may send any signal. Of a copy the job
        itself says how it ended, and may say anything.
        """
        if self._by_group or not 0 <= status < _NO_STATUS:
            return False
        if os.WIFEXITED(status):
            return os.WEXITSTATUS(status) != messages.NOT_BEGUN
        return os.WTERMSIG(status) in {getattr(signal, name, None) for name in _OWN_SIGNALS}

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self.ended is not None:
                signal.pidfd_send_signal(self.ended, number)
            elif number == signal.SIGKILL:
                self._request_kill()
            else:
                os.kill(self.pid, number)

    def _close(self) -> None:
        self.control.close()
        for descriptor in (self.output, self.error, self.ended):
            if descriptor is not None:
                os.close(descriptor)

    def last_words(self) -> str:
        """End the job; give the beginning of what it still had to say on its standard error."""
        self.kill("no longer wanted")
        said = b""
        with contextlib.suppress(BlockingIOError):
            while (
                self._usage is None
                and len(said) < _MOST_WORDS
                and (piece := os.read(self.error, _MOST_WORDS))
            ):
                said += piece
        self.wait()
        return said.decode(errors="replace").strip()

    def __enter__(self) -> "Job":
        """Give the job itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """End it."""
        self.kill("no longer wanted")
        self.wait()


def _number_of(watch: int) -> int:
    """Give the number of a process by its descriptor: in a namespace of its own it calls itself another."""
    with contextlib.suppress(OSError), open(f"/proc/self/fdinfo/{watch}") as file:
        for line in file:
            if line.startswith("Pid:"):
                return max(0, int(line.split()[1]))
    return 0
