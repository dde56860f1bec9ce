"""Where a job's outputs go: as frames to the worker, as long as the cell keeps to its limits.

What comes after is counted, not sent, and the cell runs on: a student who prints too much loses text, not
points. The worker does not rely on this: it counts what arrives, and ends a job that sends more than this
would.
"""

import json
import os
import socket
import threading

from nbjudge.inside import frames


class Outlet:
    """Sends outputs to the worker, but none of a forked process: its frames would come between."""

    def __init__(self) -> None:
        """Begin closed: in the zygote outputs go nowhere."""
        self._control: socket.socket | None = None
        self._owner = 0
        self._lock = threading.Lock()
        self.begin(None, 0, 0)

    def open(self, control: socket.socket) -> None:
        """Send from now on, from this process."""
        self._control = control
        self._owner = os.getpid()

    def begin(self, nonce: object, most_bytes: int, most_displays: int) -> None:
        """Begin with a new cell."""
        self.nonce = nonce
        self._most_bytes = most_bytes
        self._most_displays = most_displays
        self._bytes = self._displays = 0
        self.cut = False

    def put(self, kind: str, content: dict[str, object]) -> None:
        """Send one output, unless the cell has had its share."""
        if self._control is None or os.getpid() != self._owner:
            return
        with self._lock:
            if kind == "clear_output":
                self._bytes = self._displays = 0
            self._displays += kind != "stream"
            self._bytes += _size(content)
            if self._bytes > self._most_bytes or self._displays > self._most_displays:
                self.cut = True
                if kind != "error" or self._bytes > 2 * self._most_bytes:
                    return
            frames.send(
                self._control, {"op": "output", "nonce": self.nonce, "type": kind, "content": content}
            )


def _size(value: object) -> int:
    """Count the bytes of a frame: a letter beyond ASCII takes up to twelve."""
    if isinstance(value, str):
        return len(json.dumps(value))
    if isinstance(value, dict):
        return sum(_size(part) for part in value.values())
    if isinstance(value, (list, tuple)):
        return sum(_size(part) for part in value)
    return 8
