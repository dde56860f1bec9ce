"""A worker process as its pool sees it: a line to it on which nothing waits, neither way."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Set
from pathlib import Path

from nbjudge.classroom.worker import LENGTH

LOG_TAIL = 2000
_PIECE = 1 << 20


class Process:
    """One worker process; all that it starts runs on the same cores."""

    def __init__(self, log: Path, cores: Set[int]) -> None:
        """Start it."""
        log.parent.mkdir(parents=True, exist_ok=True)
        self.log = log
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "nbjudge.classroom.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # a Ctrl-C is for the pool alone
                env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
            )
        if cores:
            with contextlib.suppress(OSError):
                os.sched_setaffinity(self.process.pid, cores)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
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
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
