"""Where a job's outputs go: as frames to the worker, as long as the cell keeps to its limits.

What comes after is counted, not sent, and the cell runs on: a student who prints too much loses text, not points.
The worker does not rely on this: it counts what arrives, and ends a job that sends more than this would.
"""

import os
import socket
import threading
from typing import Any

from autograder.inside import frames


class Outlet:
    """Where outputs go: frames to the worker, as long as the cell keeps to its limits; then they are counted only."""

    def __init__(
        self, control: socket.socket | None, most_bytes: int = 1 << 20, most_displays: int = 500
    ) -> None:
        self.control = control
        self.most_bytes = most_bytes
        self.most_displays = most_displays
        self.owner = os.getpid()
        self.lock = threading.Lock()
        self.begin(None)

    def begin(self, nonce: object) -> None:
        """Begin with a new cell."""
        self.nonce = nonce
        self.bytes = self.displays = 0
        self.cut = False

    def put(self, kind: str, content: dict[str, Any]) -> None:
        """Send one output, unless the cell has had its share."""
        if self.control is None or os.getpid() != self.owner:
            return
        with self.lock:
            if kind == "clear_output":
                self.bytes = self.displays = 0
            self.displays += kind != "stream"
            self.bytes += _size(content)
            if kind != "error" and (self.bytes > self.most_bytes or self.displays > self.most_displays):
                self.cut = True
                return
            frames.send(self.control, {"op": "output", "nonce": self.nonce, "type": kind, "content": content})


def _size(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(_size(part) for part in value.values())
    if isinstance(value, (list, tuple)):
        return sum(_size(part) for part in value)
    return 8
