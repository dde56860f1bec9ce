"""Frames: the only way in which bytes pass between a trusted process and one that is not.

In: a length, then that many bytes, on a stream socket; bounded in size, a deadline on every read and write. A
message is a JSON object, with buffers beside it, so that large arrays are not copied together or turned into
text.
Left out: what the bytes mean (`codec`) and who may say what (`calls`, the judge).

The nonce of a request only pairs an answer with its question; it is no secret worth protecting.
"""

import contextlib
import json
import secrets
import select
import signal
import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

MAX_FRAME = 96 << 20  # bytes: three arrays of four million floats
MAX_TRUSTED = 512 << 20  # bytes of what the judge sends: arguments of the course's own tests
MAX_HEAD = 8 << 20  # bytes of its JSON part; parsed it may take thirty times that
MAX_BUFFERS = 100_000
READY = b"."  # what a process says that has served one connection and waits for the next
_LENGTH = struct.Struct("<I")
_CHUNK = 1 << 20
_JOINED = (1 << 16) + 4  # bytes that are copied together: a frame of 64 KB with its length
_AT_ONCE = 1 << 14  # bytes that the kernel takes whole or not at all: nothing can cut them in two

Buffer = bytes | bytearray | memoryview


class FrameError(ConnectionError):
    """The other side broke the rules of the channel: too large, not a message, too many strays."""


class FrameTooLargeError(FrameError):
    """A frame is larger than may be sent; nothing of it was."""


class ChannelClosedError(ConnectionError):
    """The other side has gone."""


def new_nonce() -> str:
    """Return a name for one request, which its answer has to repeat."""
    return secrets.token_hex(8)


def send_frame(
    channel: socket.socket, *pieces: Buffer, deadline: float | None = None, limit: int | None = None
) -> None:
    """Send the pieces as one frame; the deadline is a time of time.monotonic().

    An interrupt in the middle would cut the frame in two and spoil all that follow: it waits until the end.
    """
    views = [memoryview(piece).cast("B") for piece in pieces]
    size = sum(map(len, views))
    most = MAX_FRAME if limit is None else limit
    if size > most:
        raise FrameTooLargeError(f"a frame of {size} bytes is larger than the {most} allowed")
    views = _together([memoryview(_LENGTH.pack(size)), *views])
    if size <= _AT_ONCE:
        views[0] = views[0][_send_some(channel, views[0]) :]
        if not views[0]:
            return
    with _interrupt_waits():
        for view in views:
            _send_all(channel, view, deadline)


def _together(views: Sequence[memoryview]) -> list[memoryview]:
    """Join what is short: one call to the kernel is faster than several, and wakes the other side once.

    >>> [len(view) for view in _together([memoryview(b"x" * size) for size in (4, 9, 1 << 20, 1, 2)])]
    [13, 1048576, 3]
    """
    joined: list[memoryview] = []
    short: list[memoryview] = []
    size = 0
    for view in views:
        if size + len(view) > _JOINED and short:
            joined.append(memoryview(b"".join(short)))
            short, size = [], 0
        if len(view) > _JOINED:
            joined.append(view)
        else:
            short.append(view)
            size += len(view)
    return [*joined, memoryview(b"".join(short))] if short else joined


def receive_frame(channel: socket.socket, deadline: float | None = None, limit: int = MAX_FRAME) -> bytearray:
    """Return the bytes of the next frame; memory grows with what has arrived, not with what was announced."""
    (size,) = _LENGTH.unpack(_receive_exactly(channel, _LENGTH.size, deadline))
    if size > limit:
        raise FrameError(f"a frame of more than the {limit} bytes allowed was announced")
    return _receive_exactly(channel, size, deadline)


def send(
    channel: socket.socket,
    message: Mapping[str, object],
    buffers: Sequence[Buffer] = (),
    *,
    deadline: float | None = None,
    limit: int | None = None,
) -> None:
    """Send a JSON object as one frame; values of it that are bytes, and the buffers, travel as they are."""
    send_frame(channel, *pack(message, buffers), deadline=deadline, limit=limit)


def pack(message: Mapping[str, Any], buffers: Sequence[Buffer] = ()) -> list[Buffer]:
    """Return the pieces of a frame that holds this message."""
    plain = {key: value for key, value in message.items() if not isinstance(value, (bytes, bytearray))}
    contents = {key: value for key, value in message.items() if key not in plain}
    pieces: list[Buffer] = [memoryview(piece).cast("B") for piece in (*contents.values(), *buffers)]
    head = json.dumps([plain, list(contents), list(map(len, pieces))]).encode()
    return [_LENGTH.pack(len(head)), head, *pieces]


def receive(
    channel: socket.socket, *, deadline: float | None = None, limit: int = MAX_FRAME
) -> dict[str, Any]:
    """Return the next message."""
    return receive_buffers(channel, deadline=deadline, limit=limit)[0]


def receive_buffers(
    channel: socket.socket, *, deadline: float | None = None, limit: int = MAX_FRAME
) -> tuple[dict[str, Any], list[memoryview]]:
    """Return the next message, and the buffers that came with it."""
    frame = receive_frame(channel, deadline, limit)
    try:
        return parse(memoryview(frame))
    except (ValueError, TypeError, RecursionError, struct.error, MemoryError) as problem:
        raise FrameError(f"a frame is not a message: {type(problem).__name__}") from None


def parse(frame: memoryview) -> tuple[dict[str, Any], list[memoryview]]:
    """Return the message of a frame and the buffers beside it; raise ValueError if it is none."""
    (size,) = _LENGTH.unpack_from(frame)
    if size > min(MAX_HEAD, len(frame) - _LENGTH.size):
        raise ValueError("the head is too large")
    message, keys, lengths = json.loads(bytes(frame[_LENGTH.size : _LENGTH.size + size]))
    if type(message) is not dict or len(lengths) > MAX_BUFFERS or len(keys) > len(lengths):
        raise ValueError("not a message")
    position = _LENGTH.size + size
    pieces = []
    for length in lengths:
        if type(length) is not int or not 0 <= length <= len(frame) - position:
            raise ValueError("a buffer is not there")
        pieces.append(frame[position : position + length])
        position += length
    if position != len(frame):
        raise ValueError("bytes are left over")
    for key, piece in zip(keys, pieces, strict=False):
        message[str(key)] = bytes(piece)
    return message, pieces[len(keys) :]


def send_socket(introductions: socket.socket, end: socket.socket) -> None:
    """Hand one end of a connection to the process at the other side of `introductions`."""
    socket.send_fds(introductions, [b"c"], [end.fileno()])


def receive_socket(introductions: socket.socket, deadline: float | None = None) -> socket.socket:
    """Return the connection that was handed over."""
    _wait(introductions, select.POLLIN, deadline)
    word, descriptors, _, _ = socket.recv_fds(introductions, 1, 1)
    if not word:
        raise ChannelClosedError("nobody introduces connections any more")
    if not descriptors:
        raise FrameError("an introduction came without a connection")
    return socket.socket(fileno=descriptors[0])


def _send_all(channel: socket.socket, view: memoryview, deadline: float | None) -> None:
    sent = 0
    while sent < len(view):
        some = _send_some(channel, view[sent : sent + _CHUNK])
        sent += some
        if not some:
            _wait(channel, select.POLLOUT, deadline)


def _send_some(channel: socket.socket, view: memoryview) -> int:
    """Send what there is room for; say how much."""
    try:
        return channel.send(view, socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
    except BlockingIOError:
        return 0
    except (BrokenPipeError, ConnectionResetError):
        raise ChannelClosedError("the other side has gone") from None


def _receive_exactly(channel: socket.socket, size: int, deadline: float | None) -> bytearray:
    received = bytearray()
    room = bytearray(min(size, _CHUNK))  # one for all pieces: new memory for each would have to be mapped
    flags = 0 if deadline is None else socket.MSG_DONTWAIT  # without a deadline the kernel may wait for us
    while len(received) < size:
        _time_left(deadline)  # asked even where there is always something to read
        try:
            count = channel.recv_into(room, min(size - len(received), _CHUNK), flags)
        except BlockingIOError:
            _wait(channel, select.POLLIN, deadline)
            continue
        except TimeoutError:  # a student's `socket.setdefaulttimeout`
            continue
        except ConnectionResetError:
            count = 0
        if not count:
            raise ChannelClosedError("the other side has gone")
        if count == size:
            return room
        received += memoryview(room)[:count]
    return received


def _wait(channel: socket.socket, event: int, deadline: float | None) -> None:
    """Wait until the channel is ready; raise TimeoutError at the deadline."""
    poll = select.poll()
    poll.register(channel, event)
    left = _time_left(deadline)
    if not poll.poll(None if left is None else max(1.0, left * 1000)):
        raise TimeoutError("no answer in time")


def _time_left(deadline: float | None) -> float | None:
    left = None if deadline is None else deadline - time.monotonic()
    if left is not None and left <= 0:
        raise TimeoutError("no time is left")
    return left


@contextlib.contextmanager
def _interrupt_waits() -> Iterator[None]:
    """Hold back what Ctrl-C raises; a mask would not do, for another thread may receive the signal."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, Any]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            handler(*came[0])
