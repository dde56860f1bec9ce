"""What `sys.stdout` and `sys.stderr` are in a job: text goes to the worker, in the order of all outputs.

What does not come through them (a program started by the cell, C code) goes to descriptors 1 and 2, pipes
that the worker reads. A process that the student's code forked may not write frames between its parent's, so
it uses those.
"""

import io
import os
import time
from collections.abc import Callable

_PATIENCE = 0.02  # seconds that text may wait for more
_MOST_WAITING = 1 << 14  # characters


class Stream(io.TextIOBase):
    """A text stream that gives its text, in pieces, to a function."""

    def __init__(self, name: str, descriptor: int, publish: Callable[[str, dict[str, str]], None]) -> None:
        """Begin with nothing waiting; `descriptor` is where programs would write."""
        self.name = name
        self._descriptor = descriptor
        self._publish = publish
        self._waiting: list[str] = []
        self._count = 0
        self._sent = 0.0
        self._owner = os.getpid()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Give the encoding that text will have."""
        return "UTF-8"

    @property
    def errors(self) -> str:  # type: ignore[override]
        """Give what happens to what cannot be encoded."""
        return "strict"

    def writable(self) -> bool:
        """Say that text can be written."""
        return True

    def isatty(self) -> bool:
        """Say that nobody sits there."""
        return False

    def fileno(self) -> int:
        """Give the pipe, for programs that are started with it."""
        return self._descriptor

    def write(self, text: str) -> int:
        """Take text; send it once enough has come together, or a line ends a while after the last sending."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text)}")
        self._waiting.append(text)
        self._count += len(text)
        patient = not text.endswith("\n") or time.monotonic() - self._sent < _PATIENCE
        if self._count > _MOST_WAITING or not patient:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Send what waits."""
        waiting, self._waiting, self._count = "".join(self._waiting), [], 0
        self._sent = time.monotonic()
        if not waiting:
            return
        if os.getpid() == self._owner:
            self._publish("stream", {"name": self.name, "text": waiting})
        else:
            data = waiting.encode(errors="replace")
            while data:
                data = data[os.write(self._descriptor, data) :]

    def adopt(self) -> None:
        """Belong to this process from now on, with nothing waiting."""
        self._owner = os.getpid()
        self._waiting, self._count = [], 0
