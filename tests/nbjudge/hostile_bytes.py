"""Whatever a student's process or file holds: each reader answers, or raises what it promises, and no more.

Each target takes any bytes. `tools/fuzz.py` looks for bytes that break one, guided by what they reach;
`test_hostile_bytes.py` tries every one that was worth keeping again.
"""

import contextlib
import json
import socket
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from unittest import mock

import numpy as np
import pandas as pd  # noqa: F401  before the first input, which would be timed with it

from nbjudge import reports
from nbjudge.inside import codec, frames
from nbjudge.judge import errors, standins
from nbjudge.judge.places import Places
from nbjudge.judge.student import Student
from nbjudge.sandbox.outputs import BadOutput, Outputs
from nbjudge.submission import notebook

PATIENCE = 5.0  # seconds for an answer that is there already
NONCE = "n"
GAP = b"\0\0"  # between the heads of messages and their buffers


def frame(data: bytes) -> None:
    """Read a frame and the value in it."""
    try:
        message, buffers = frames.parse(memoryview(data))
    except (ValueError, TypeError, RecursionError, MemoryError, struct.error):
        return
    decoder = codec.Decoder(buffers, known=[np.zeros(3), [1]])
    with contextlib.suppress(codec.MalformedError, codec.TooLargeError):
        decoder.decode(message.get("value"))


def answer(data: bytes) -> None:
    """Ask a student's process for a name, call it, print it: whatever is answered, be it no JSON at all."""
    told: list[BaseException] = []

    def tell(*about: object) -> BaseException:
        told.append(errors_of(*about))
        return told[-1]

    errors_of, (ours, theirs) = errors.error_of, socket.socketpair()
    with (
        ours,
        theirs,
        mock.patch.object(frames, "new_nonce", return_value=NONCE),
        mock.patch.object(errors, "error_of", tell),
    ):
        for piece in _frames_of(data):
            with contextlib.suppress(BlockingIOError):
                theirs.send(piece, socket.MSG_DONTWAIT)
        theirs.shutdown(socket.SHUT_WR)
        student = Student(ours, Places(), "t", time.monotonic() + PATIENCE)
        for step in (_fetch, _call, _compare, _print):
            try:
                step(student)
            except (KeyError, TimeoutError, errors.StudentProcessEndedError) as error:
                if student.ended is None and not isinstance(error, KeyError):
                    raise
            except BaseException as error:
                if not any(error is known for known in told):
                    raise
        assert not student.timed_out, "an answer that was there took too long to read"


def _fetch(student: Student) -> None:
    student.request("fetch", "t:x", name="x")


def _call(student: Student) -> None:
    student.request("call", "t:x()", ((np.zeros((2, 3)), [1, {"a": 2.0}]), {"k": {1}}), target=1)


def _compare(student: Student) -> None:
    value = student.request("fetch", "t:x", name="x")
    if not isinstance(value, standins.Opaque):
        repr(value)


def _print(student: Student) -> None:
    student.request("operate", "t:str", ("x",), target=1, name="str")


def _frames_of(data: bytes) -> Iterator[bytes]:
    """Make frames of heads in lines, each with all the buffers, whether a head is JSON or not."""
    heads, *buffers = data.split(GAP)
    sizes = ",".join(str(len(buffer)) for buffer in buffers)
    for head in heads.split(b"\n")[:20]:
        line = b"[%b,[],[%b]]" % (head.replace(b"NONCE", NONCE.encode()), sizes.encode())
        body = len(line).to_bytes(4, "little") + line + b"".join(buffers)
        yield len(body).to_bytes(4, "little") + body


def output(data: bytes) -> None:
    """Take what a cell shows, message by message; what is kept is JSON and can be read as a report."""
    outputs = Outputs()
    for line in data.split(b"\n")[:50]:
        try:
            kind, content = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            continue
        with contextlib.suppress(BadOutput):
            outputs.add(kind, content)
    json.dumps(outputs.made, allow_nan=False).encode()
    reports.in_outputs(outputs.made)


def submission(data: bytes) -> None:
    """Read the file that was handed in."""
    with contextlib.suppress(notebook.Unreadable):
        notebook.parse(data)


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "frame": frame,
    "answer": answer,
    "output": output,
    "submission": submission,
}
