"""Messages between the supervisor and its zygote: JSON with a length before it, and open files beside it.

Both ends are trusted: a zygote reads nothing from the jobs that it starts. What comes from a job goes through
frames.
"""

import array
import json
import socket
import struct
from collections.abc import Sequence
from typing import Any

_LENGTH = struct.Struct("!I")
_MOST_FILES = 32
NOT_BEGUN = 70  # a job's exit status if it came to no end of its own: it could not even begin


class Closed(Exception):
    """The other end is gone."""


def send(connection: socket.socket, message: dict[str, object], files: Sequence[int] = ()) -> None:
    """Send one message; the files travel with its first bytes."""
    body = json.dumps(message).encode()
    data = _LENGTH.pack(len(body)) + body
    beside = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else []
    try:
        sent = connection.sendmsg([data], beside)
        connection.sendall(data[sent:])
    except OSError as error:
        raise Closed(str(error)) from error


def receive(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Wait for one message; give it and the files that came with it."""
    try:
        head, files, _, _ = socket.recv_fds(connection, _LENGTH.size, _MOST_FILES)
        head += _exactly(connection, _LENGTH.size - len(head)) if head else b""
        if not head:
            raise Closed("the other end is gone")
        body = _exactly(connection, _LENGTH.unpack(head)[0])
    except OSError as error:
        raise Closed(str(error)) from error
    return json.loads(body), files


def _exactly(connection: socket.socket, count: int) -> bytes:
    parts = []
    while count:
        part = connection.recv(count)
        if not part:
            raise Closed("the other end is gone")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
