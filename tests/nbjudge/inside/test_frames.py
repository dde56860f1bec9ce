"""Frames: what is sent arrives, and nothing that the other side does costs more than was decided."""

import json
import os
import signal
import socket
import struct
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbjudge.inside import frames


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    one, other = socket.socketpair()
    with one, other:
        yield one, other


def test_a_message_arrives_with_its_bytes_and_buffers(ends: tuple[socket.socket, socket.socket]) -> None:
    one, other = ends
    frames.send(one, {"op": "x", "content": b"\x00\xff", "number": 1.5}, [b"abc", memoryview(b"de")])
    message, buffers = frames.receive_buffers(other)
    assert message == {"op": "x", "content": b"\x00\xff", "number": 1.5}
    assert [bytes(buffer) for buffer in buffers] == [b"abc", b"de"]


def test_a_frame_larger_than_any_buffer_of_the_kernel_arrives(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    one, other = ends
    content = os.urandom(3 << 20)
    sender = threading.Thread(target=frames.send_frame, args=(one, content))
    sender.start()
    assert frames.receive_frame(other) == content
    sender.join()


def test_an_announced_size_beyond_the_limit_is_refused(ends: tuple[socket.socket, socket.socket]) -> None:
    one, other = ends
    one.send(b"\xff\xff\xff\xff")
    with pytest.raises(frames.FrameError, match="bytes allowed was announced"):
        frames.receive(other)


def test_one_may_not_send_more_than_the_limit(
    ends: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "MAX_FRAME", 10)
    with pytest.raises(frames.FrameError, match="larger than the 10 allowed"):
        frames.send_frame(ends[0], b"x" * 11)


@pytest.mark.parametrize("first", [b"", b"\x10\x00", b"\x10\x00\x00\x00half"])
def test_reading_ends_at_the_deadline(ends: tuple[socket.socket, socket.socket], first: bytes) -> None:
    one, other = ends
    one.send(first)
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        frames.receive(other, deadline=started + 0.05)
    assert time.monotonic() - started < 1


def test_writing_to_somebody_who_does_not_read_ends_at_the_deadline(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    with pytest.raises(TimeoutError):
        frames.send_frame(ends[0], bytes(8 << 20), deadline=time.monotonic() + 0.05)


def test_reading_ends_at_the_deadline_though_there_is_always_more(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    one, other = ends
    frames.send(one, {"op": "early"})
    with pytest.raises(TimeoutError):
        frames.receive(other, deadline=time.monotonic() - 1)


def test_no_time_that_somebody_gave_to_sockets_ends_the_wait(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    one, other = ends
    other.settimeout(0.02)  # as a student's `socket.setdefaulttimeout` would
    sender = threading.Timer(0.1, frames.send, (one, {"op": "late"}))
    sender.start()
    assert frames.receive(other) == {"op": "late"}
    sender.join()


def test_many_small_frames_for_somebody_who_does_not_read_yet_arrive_whole(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    one, other = ends
    sizes = [size % 9_000 for size in range(0, 900_000, 777)]  # more than fits between the two
    sender = threading.Thread(target=lambda: [frames.send_frame(one, bytes(size)) for size in sizes])
    sender.start()
    time.sleep(0.05)
    assert [len(frames.receive_frame(other)) for _ in sizes] == sizes
    sender.join()


def test_the_end_of_the_other_side_is_told(ends: tuple[socket.socket, socket.socket]) -> None:
    one, other = ends
    one.close()
    with pytest.raises(frames.ChannelClosedError):
        frames.receive(other)
    with pytest.raises(frames.ChannelClosedError):
        frames.send_frame(other, bytes(1 << 20))


def test_an_interrupt_waits_until_the_frame_is_whole(ends: tuple[socket.socket, socket.socket]) -> None:
    one, other = ends
    content = bytes(4 << 20)
    received: list[bytes] = []

    def interrupt_and_read() -> None:
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)
        received.append(bytes(frames.receive_frame(other)))

    reader = threading.Thread(target=interrupt_and_read)
    reader.start()

    def send_and_wait() -> None:
        frames.send_frame(one, content)
        time.sleep(5)  # the interrupt comes now, if not before

    with pytest.raises(KeyboardInterrupt):
        send_and_wait()
    reader.join()
    assert received == [content]


def test_a_connection_is_handed_over(ends: tuple[socket.socket, socket.socket]) -> None:
    one, other = ends
    mine, theirs = socket.socketpair()
    with mine, theirs:
        frames.send_socket(one, theirs)
        with frames.receive_socket(other, time.monotonic() + 1) as arrived:
            frames.send(mine, {"op": "hello"})
            assert frames.receive(arrived) == {"op": "hello"}


def test_an_introduction_without_a_connection_is_refused(ends: tuple[socket.socket, socket.socket]) -> None:
    ends[0].send(b"c")
    with pytest.raises(frames.FrameError, match="without a connection"):
        frames.receive_socket(ends[1], time.monotonic() + 1)


def _frame(head: Any, rest: bytes = b"") -> bytes:
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return struct.pack("<I", len(text)) + text + rest


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\x01",
        b"\xff\xff\xff\xff",
        _frame(b"{"),
        _frame(b"[" * 100_000),
        _frame(b"1" * 5000),
        _frame([]),
        _frame([1, 2, 3]),
        _frame([[], [], []]),
        _frame([{}, [], [1]]),
        _frame([{}, [], [-1]]),
        _frame([{}, [], [True]]),
        _frame([{}, ["a"], []]),
        _frame([{}, [], []], b"left over"),
        _frame([{}, [], [1 << 40]], b"x"),
        _frame([{}, [], [0] * 200_000]),
        _frame([{}, None, None]),
    ],
    ids=range(17),
)
def test_what_is_no_message_is_refused(frame: bytes) -> None:
    with pytest.raises((ValueError, TypeError, RecursionError, struct.error)):
        frames.parse(memoryview(frame))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_refused(frame: bytes) -> None:
    one, other = socket.socketpair()
    with one, other:
        frames.send_frame(one, frame)
        try:
            message, _ = frames.receive_buffers(other, deadline=time.monotonic() + 5)
        except frames.FrameError:
            return
        assert isinstance(message, dict)
