"""A line to a server that is cut at a word: before the server hears it, or before it is answered."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

BEFORE, AFTER = "before", "after"  # the server has heard it


@dataclass
class Line:
    """What goes through a port of its own, and when it is cut."""

    port: int
    to: int
    word: bytes = b""  # nothing is cut as long as there is none
    when: str = BEFORE
    cuts: int = 0
    left: int = 0  # how often it is still to be said before the cut
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def cut_at(self, word: bytes, when: str, left: int = 0) -> None:
        self.word, self.when, self.left = word, when, left

    def is_due(self, said: bytes) -> bool:
        with self._lock:
            if not self.word or self.word not in said:
                return False
            self.left -= 1
            if self.left >= 0:
                return False
            self.word, self.cuts = b"", self.cuts + 1
            return True


@contextlib.contextmanager
def to_server(port: int) -> Iterator[Line]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        line = Line(listening.getsockname()[1], port)
        serving = threading.Thread(target=_serve, args=(line, listening))
        serving.start()
        try:
            yield line
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            serving.join()


def _serve(line: Line, listening: socket.socket) -> None:
    calls = []
    with contextlib.suppress(OSError):  # it is no longer listened to
        while True:
            near, _ = listening.accept()
            calls.append(threading.Thread(target=_connect, args=(line, near)))
            calls[-1].start()
    for call in calls:
        call.join()


def _connect(line: Line, near: socket.socket) -> None:
    with near, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", line.to)) as far:
        _Call(line, near, far).last()


class _Call:
    """One connection, by two threads."""

    def __init__(self, line: Line, near: socket.socket, far: socket.socket) -> None:
        self.line, self.near, self.far = line, near, far
        self.cut, self.answered = threading.Event(), threading.Event()

    def last(self) -> None:
        back = threading.Thread(target=self._go, args=(self._back,))
        back.start()
        self._go(self._forth)
        back.join()

    def _go(self, way: Callable[[], None]) -> None:
        with contextlib.suppress(OSError):
            way()
        for end in (self.near, self.far):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _forth(self) -> None:
        while said := self.near.recv(65536):
            if self.line.is_due(said):
                self.cut.set()
                if self.line.when == AFTER:
                    self.far.sendall(said)
                    self.answered.wait(5)
                return
            self.far.sendall(said)

    def _back(self) -> None:
        while said := self.far.recv(65536):
            if self.cut.is_set():
                self.answered.set()
                return
            self.near.sendall(said)
