"""The worker's end of the judge's job: questions with deadlines.

The judge is trusted, but what it runs may be slow: a test can run what a student wrote as data, a regular
expression or a query. So it is interrupted at the deadline, killed a little later, and its outputs are
bounded like any other's.
"""

import contextlib
import os
import select
import time
from collections.abc import Callable
from typing import Any

from nbjudge.inside import frames
from nbjudge.sandbox.job import Job

_MOST_WORDS = 1000


class JudgeEndedError(Exception):
    """The judge's job is over: it died, or had to be killed."""


class JudgeConversation:
    """Asks the judge's job; one question at a time."""

    def __init__(self, job: Job, grace: float) -> None:
        """Begin; `grace` is the time between the interrupt and the kill."""
        self.job = job
        self.grace = grace
        self._nonce = ""
        self._again: Callable[[], None] | None = None
        self._last_words = b""
        for descriptor in (job.output, job.error):
            os.set_blocking(descriptor, False)

    def ask(self, op: str, **content: object) -> None:
        """Send a question; `answer` waits for what comes."""
        self._nonce = frames.new_nonce()
        message = {"op": op, "nonce": self._nonce, **content}
        try:
            frames.send(self.job.control, message, deadline=time.monotonic() + 10)
        except (ConnectionError, TimeoutError):
            self._end("the judge does not listen")

    def answer(
        self,
        seconds: float,
        meanwhile: Callable[[], None] | None = None,
        again: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        """Return the answer; interrupt the judge when the time is over, kill it if that does not help.

        `meanwhile` is called whenever something happens, to empty the pipes of the student's job; `again`
        when the judge asks for another fork of the student's process.
        """
        self._again = again
        deadline = time.monotonic() + seconds
        done = self._wait(deadline, meanwhile)
        if done is None:
            self.job.interrupt()
            done = self._wait(deadline + self.grace, meanwhile)
        if done is None:
            self._end("the test went on after the interrupt")
        assert done is not None
        return done

    def _wait(self, deadline: float, meanwhile: Callable[[], None] | None) -> dict[str, Any] | None:
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            sources: list[Any] = [self.job.control, self.job.output, self.job.error]
            ready = select.select(sources, [], [], min(left, 0.1 if meanwhile else left))[0]
            self._empty_pipes()
            if meanwhile is not None:
                meanwhile()
            if self.job.control not in ready:
                if not ready and not self.job.running:
                    self._end("the judge's process ended")
                continue
            with contextlib.suppress(TimeoutError):
                message = self._receive(deadline)
                if message.get("nonce") == self._nonce and message.get("op") == "done":
                    return message
                if message.get("op") == "again" and self._again is not None:
                    self._again()

    def _receive(self, deadline: float) -> dict[str, Any]:
        try:
            return frames.receive(self.job.control, deadline=deadline + self.grace)
        except (ConnectionError, TimeoutError):
            self._end("the judge's process ended")
            raise AssertionError("not reached") from None

    def _empty_pipes(self) -> None:
        for descriptor in (self.job.output, self.job.error):
            with contextlib.suppress(BlockingIOError):
                while piece := os.read(descriptor, 1 << 16):
                    self._last_words = (self._last_words + piece)[-_MOST_WORDS:]

    def _end(self, reason: str) -> None:
        self.job.kill(reason)
        with contextlib.suppress(OSError):
            self._empty_pipes()
        if self._last_words:
            reason = f"{reason}: {self._last_words.decode(errors='replace').strip()}"
        raise JudgeEndedError(reason)
