"""A worker process as its pool sees it: a line to it on which nothing waits, neither way."""

import contextlib
import gc
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Set
from pathlib import Path
from typing import IO, NoReturn, Protocol

from nbjudge.classroom import worker
from nbjudge.classroom.worker import LENGTH

LOG_TAIL = 2000
_PIECE = 1 << 20
_MOST_DESCRIPTORS = 1 << 20


class Handle(Protocol):
    """What ends a process, however it was started."""

    @property
    def pid(self) -> int:
        """Its number."""

    @property
    def returncode(self) -> int | None:
        """How it ended, once it has been waited for."""

    def kill(self) -> None:
        """End it at once."""

    def wait(self) -> int:
        """Wait for its end."""


class Process:
    """One worker process; all that it starts runs on the same cores."""

    def __init__(self, log: Path, cores: Set[int]) -> None:
        """Start it: a copy of this process, where that can be, for it has loaded already what a worker needs.

        A process with threads, or one on macOS, must not be copied.
        """
        log.parent.mkdir(parents=True, exist_ok=True)
        self.log = log
        may_copy = sys.platform == "linux" and threading.active_count() == 1
        orders, self.input = os.pipe()
        self.output, answers = os.pipe()
        try:
            with log.open("wb") as errors:
                self.process = (_copied if may_copy else _started)(orders, answers, errors)
        finally:
            os.close(orders)
            os.close(answers)
        if cores:
            with contextlib.suppress(OSError):
                os.sched_setaffinity(self.process.pid, cores)
        self._widen()
        os.set_blocking(self.input, False)
        os.set_blocking(self.output, False)
        self._unsent = memoryview(b"")
        self._received = bytearray()

    def _widen(self) -> None:
        """Let the line hold a whole bundle, so that the worker has it while nobody here looks after it."""
        if sys.platform == "linux":
            import fcntl

            with contextlib.suppress(OSError):
                fcntl.fcntl(self.input, fcntl.F_SETPIPE_SZ, _PIECE)

    def tell(self, content: bytes) -> None:
        """Begin to send something; what was said before must have been sent."""
        self._unsent = memoryview(len(content).to_bytes(LENGTH) + content)
        self.send()

    def send(self) -> None:
        """Send as much as the line takes. If it is gone, the other line will tell."""
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self.input, self._unsent[:_PIECE]) :]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent = memoryview(b"")

    @property
    def is_sending(self) -> bool:
        """Whether something is still to be sent."""
        return bool(self._unsent)

    def receive(self) -> tuple[list[bytes], bool]:
        """Give what has come, and whether the line is still open."""
        is_open = True
        while True:
            try:
                part = os.read(self.output, _PIECE)
            except BlockingIOError:
                break
            except OSError:
                part = b""
            if not part:
                is_open = False
                break
            self._received += part
        return self._whole(), is_open

    def _whole(self) -> list[bytes]:
        found = []
        while len(self._received) >= LENGTH:
            end = LENGTH + int.from_bytes(self._received[:LENGTH])
            if len(self._received) < end:
                break
            found.append(bytes(self._received[LENGTH:end]))
            del self._received[:end]
        return found

    def last_words(self) -> str:
        """Read the end of the worker's log."""
        lines = self.log.read_bytes()[-LOG_TAIL:].decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else "it said nothing"

    def end(self) -> None:
        """Kill the worker; its sandbox goes with it."""
        self.process.kill()
        self.process.wait()
        for line in {self.input, self.output} - {-1}:
            os.close(line)
        self.input = self.output = -1


def _started(orders: int, answers: int, errors: IO[bytes]) -> Handle:
    """Start a worker in a Python of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "nbjudge.classroom.worker"],
        stdin=orders,
        stdout=answers,
        stderr=errors,
        start_new_session=True,  # a Ctrl-C is for the pool alone
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
    )


def _copied(orders: int, answers: int, errors: IO[bytes]) -> Handle:
    """Let a copy of this process be a worker."""
    for stream in (sys.stdout, sys.stderr):  # or the copy would write what waits there once more
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    pid = os.fork()
    if pid == 0:
        _work(orders, answers, errors.fileno())
    return _Copy(pid)


def _work(orders: int, answers: int, errors: int) -> NoReturn:
    """Be a worker, with nothing of the pool's in hand: neither its files and lines nor its signals."""
    import fcntl

    try:
        os.setsid()  # a Ctrl-C is for the pool alone
        gc.freeze()  # an object that is collected here would close what has its number now
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        beyond = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 3) for descriptor in (orders, answers, errors)]
        for number, descriptor in enumerate(beyond):
            os.dup2(descriptor, number)
        os.closerange(3, _MOST_DESCRIPTORS)
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 - it stays open
        sys.stdout = open(1, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115 - the same
        sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115 - the same
        worker.main()
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stderr.flush()
        os._exit(0)


class _Copy:
    """A copy of this process."""

    def __init__(self, pid: int) -> None:
        """Know it by its number."""
        self.pid = pid
        self.returncode: int | None = None

    def kill(self) -> None:
        """End it at once, if it has not ended."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for its end."""
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode
