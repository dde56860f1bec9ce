"""How the worker talks with a student's job: one cell at a time, with deadlines, and limits on answers.

The job may send anything, or nothing. Whatever breaks the rules ends the job, with a reason; the worker waits
for nothing longer than it decided to, and keeps nothing larger than it decided to.
"""

import contextlib
import os
import select
import time
from dataclasses import dataclass
from typing import Any, Literal

from nbjudge.inside import frames
from nbjudge.sandbox.job import Job
from nbjudge.sandbox.outputs import BadOutput, Output, Outputs, text
from nbjudge.tasks import Limits

_FLOOD = 64  # times the bytes of output that are kept: more than the kernel would ever send
_SECONDS_TO_EXIT = 0.1  # between closing its socket and being gone
_MOST_STRAYS = 200  # frames that answer no question

Status = Literal["ok", "error", "timeout", "killed"]


@dataclass(frozen=True)
class Outcome:
    """What came of one cell; unless it is still `alive`, the job is over."""

    status: Status
    outputs: tuple[Output, ...]  # nbformat's; a later cell may update a display in them, as in a notebook
    reason: str = ""
    cut: bool = False  # there was more output than is kept
    execution_count: int | None = None
    alive: bool = True


class _Ended(Exception):
    """The job is over; says why."""


class Conversation:
    """Asks a student's job to run cells, and to serve test cells in forks of what was reached."""

    def __init__(self, job: Job, limits: Limits) -> None:
        """Begin with a job that runs `nbjudge.inside.kernel:serve`."""
        self.job = job
        self.limits = limits
        self.displays: dict[str, list[Output]] = {}
        self._outputs = Outputs(self.displays)
        self._received = 0  # bytes since the question
        self._through_pipes = 0
        self._strays = 0
        self.by_itself = False  # whether the fork that was joined last ended by its own doing

    def execute(self, source: str, seconds: float | None = None) -> Outcome:
        """Run one cell: interrupt it when its time is over, kill the job when that does not help."""
        self._begin(self.displays)
        soft = time.monotonic() + (self.limits.cell_seconds if seconds is None else seconds)
        nonce = frames.new_nonce()
        late = False
        try:
            most = {"bytes": self.limits.output_bytes, "displays": self.limits.displays}
            self._ask({"op": "execute", "nonce": nonce, "source": source, **most}, soft)
            answer = self._wait("done", nonce, soft)
            if answer is None:
                late = True
                self.job.interrupt()
                answer = self._wait("done", nonce, soft + self.limits.grace_seconds)
            if answer is None:
                raise _Ended("it went on after the interrupt")
            return self._outcome(answer, late)
        except _Ended as end:
            self.job.kill(str(end))
            with contextlib.suppress(_Ended):
                self._drain_pipes()
            status: Status = "timeout" if late else "killed"
            return Outcome(status, tuple(self._outputs.made), str(end), alive=False)

    def begin_fork(self, last: bool = False) -> str:
        """Let the job serve one test cell in a fork, over its call channel; give the nonce to join it by.

        The `last` one it serves without a fork: there is nothing to join, the job is over with it.
        """
        return self._begin_copy({"op": "serve" if last else "fork"})

    def begin_serving(self) -> str:
        """Let the job itself serve one test cell after the other: it is over with the last one."""
        return self._begin_copy({"op": "serve_each"})

    def keep_fork(self, for_all: bool = False) -> tuple[str, str]:
        """Let the job make a fork for a test cell, and go on; give the nonce to end it by, and "" or why not.

        One `for_all` serves one test cell after the other. If none can be made, the whole job is over.
        """
        nonce = self._begin_copy({"op": "share" if for_all else "keep"})
        try:
            kept = self._wait("kept", nonce, time.monotonic() + self.limits.grace_seconds)
            if kept is None:
                raise _Ended("the fork of a test cell could not be made")
        except _Ended as end:
            self.job.kill(str(end))
            return nonce, str(end)
        return nonce, ""

    def end_fork(self, copy: str) -> str:
        """Ask the job to wait for a fork that it made before; give the nonce to join it by."""
        return self._begin_copy({"op": "join", "copy": copy})

    def _begin_copy(self, request: dict[str, object]) -> str:
        """Ask for something about a fork. What it shows meanwhile is nobody's output, nor changes one."""
        self._begin({})
        nonce = frames.new_nonce()
        with contextlib.suppress(_Ended):  # join_fork will find out as well
            self._ask({**request, "nonce": nonce}, time.monotonic() + self.limits.grace_seconds)
        return nonce

    def join_fork(self, nonce: str, deadline: float) -> str:
        """Wait for the fork's end, kill it at the deadline; give "" or why the whole job is over."""
        try:
            joined = self._wait("joined", nonce, deadline)
            if joined is None:
                self._ask({"op": "kill"}, deadline + self.limits.grace_seconds)
                joined = self._wait("joined", nonce, deadline + self.limits.grace_seconds)
            if joined is None:
                raise _Ended("the fork of a test cell could not be ended")
            status = joined.get("status")
            self.by_itself = type(status) is int and self.job.ends_by_itself(status)
        except _Ended as end:
            self.job.kill(str(end))
            return str(end)
        return ""

    def _begin(self, displays: dict[str, list[Output]]) -> None:
        self._outputs = Outputs(displays)
        self._received = self._through_pipes = self._strays = 0

    def _ask(self, message: dict[str, object], deadline: float) -> None:
        try:
            frames.send(self.job.control, message, deadline=deadline)
        except (ConnectionError, TimeoutError) as error:
            raise _Ended(self._why(str(error))) from None

    def _wait(self, op: str, nonce: str, deadline: float) -> dict[str, Any] | None:
        """Take what comes until the answer is there; None if it is not there in time."""
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            sources: list[Any] = [self.job.control, self.job.output, self.job.error]
            ended = [] if self.job.ended is None else [self.job.ended]
            ready = select.select([*sources, *ended], [], [], left)[0]
            self._drain_pipes()
            if self.job.control in ready:
                with contextlib.suppress(TimeoutError):
                    message = self._receive(deadline)
                    if self._take(message, op, nonce):
                        self._drain_pipes()
                        return message
            elif ended and ended[0] in ready:
                raise _Ended(self._why("its process ended"))

    def _receive(self, deadline: float) -> dict[str, Any]:
        """Read one frame; half a frame until the deadline spoils all that would follow."""
        most = 4 * self.limits.output_bytes + (1 << 20)
        try:
            message = frames.receive(self.job.control, deadline=deadline, limit=most)
        except frames.ChannelClosedError:
            if self.job.ended is not None:  # so that an end of its own is not taken for our kill
                select.select([self.job.ended], [], [], _SECONDS_TO_EXIT)
            raise _Ended(self._why("its process ended")) from None
        except frames.FrameError as error:
            raise _Ended(f"it broke the rules of the channel: {error}") from None
        except TimeoutError:
            raise _Ended("it sent half a message") from None
        return message

    def _take(self, message: dict[str, object], op: str, nonce: str) -> bool:
        """Say whether this is the answer; keep it if it is an output."""
        if message.get("nonce") != nonce or message.get("op") not in (op, "output"):
            self._strays += 1
            if self._strays > _MOST_STRAYS:
                raise _Ended("it sent messages that nobody asked for")
            return False
        if message["op"] == op:
            return True
        try:
            self._outputs.add(message.get("type"), message.get("content"))
        except (BadOutput, RecursionError) as error:
            raise _Ended(f"it sent an output that no kernel sends: {error}") from None
        self._received += 1
        if len(self._outputs.made) > 4 * self.limits.displays + 100 or self._received > 100_000:
            raise _Ended("it sent more outputs than a kernel would")
        return False

    def _drain_pipes(self) -> None:
        for descriptor, name in ((self.job.output, "stdout"), (self.job.error, "stderr")):
            with contextlib.suppress(BlockingIOError):
                while piece := os.read(descriptor, 1 << 16):
                    kept = max(0, self.limits.output_bytes - self._through_pipes)
                    self._through_pipes += len(piece)
                    if kept:
                        self._outputs.add_text(name, piece[:kept].decode(errors="replace"))
                    if self._through_pipes > _FLOOD * self.limits.output_bytes:
                        raise _Ended("it printed without end")

    def _outcome(self, answer: dict[str, object], late: bool) -> Outcome:
        try:
            if answer.get("status") == "error" and not any(
                o["output_type"] == "error" for o in self._outputs.made
            ):
                self._outputs.add("error", {key: answer.get(key) for key in ("ename", "evalue", "traceback")})
            if answer.get("status") not in ("ok", "error"):
                raise BadOutput("an answer without a status")
        except BadOutput as error:
            raise _Ended(f"it sent an answer that no kernel sends: {text(str(error))}") from None
        count = answer.get("execution_count")
        status: Status = "timeout" if late else "ok" if answer["status"] == "ok" else "error"
        cut = bool(answer.get("cut")) or self._through_pipes > self.limits.output_bytes
        reason = f"interrupted after {self.limits.cell_seconds:g} s" if late else ""
        return Outcome(status, tuple(self._outputs.made), reason, cut, count if type(count) is int else None)

    def _why(self, otherwise: str) -> str:
        return self.job.reason or otherwise
