"""The line to a Dask scheduler: who is there, an order to one of them, and what came of it.

It holds while the scheduler is killed and started again: then everything that was under way is lost, which
whoever asked is told.
"""

import contextlib
import logging
import queue
import time
from collections.abc import Mapping
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass

import dask
from distributed import Client
from distributed.client import ClosedClientError, Future

from nbjudge.classroom import host
from nbjudge.classroom.host import Host, Reply
from nbjudge.course.course import CourseError

CONNECTING = 5.0  # seconds for one try
FIRST = 20.0  # for the first: a scheduler may be starting just now
SILENT = 600.0  # seconds without a scheduler after which a run ends
MOST_NOTES = 10_000  # orders of which the scheduler may keep notes
FETCHERS = 8  # results that come at once: one from a machine that is cut off must not keep the others
_TROUBLE = (ClosedClientError, OSError, RuntimeError, ValueError, AttributeError)  # of a broken line
_QUIET = {"distributed.admin.large-graph-warning-threshold": "1GB"}  # a submission is as large as it is


@dataclass(frozen=True)
class Outcome:
    """What came of an order: a worker's reply, or why there is none."""

    ticket: int
    reply: Reply | None = None
    lost: str = ""
    scheduler_is_lost: bool = False


class Link:
    """A connection for one bundle."""

    def __init__(self, address: str, name: str, bundle: bytes) -> None:
        """Connect; nothing of a worker is asked yet."""
        for part in ("distributed.client", "distributed.core"):
            logging.getLogger(part).setLevel(logging.CRITICAL)  # what matters is said by the run
        self.address, self.name = address, name
        self.outcomes: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._bundle = bundle
        self._scheduler = ""  # which one it was, for it may be another one at the same address
        self._notes = 0  # orders since it last dropped its notes
        self.renewed = 0  # how often it was another one: what was under way then is lost
        self._futures: dict[int, Future] = {}
        self._fetchers = ThreadPoolExecutor(FETCHERS, thread_name_prefix="nbjudge-fetch")
        self._client = self._connected(FIRST)
        self._heard = time.monotonic()

    def _connected(self, seconds: float) -> Client:
        with dask.config.set(_QUIET):
            try:
                return Client(self.address, timeout=seconds, set_as_default=False, name="nbjudge")
            except (OSError, TimeoutError, ValueError) as error:
                why = str(error) or type(error).__name__
                raise CourseError(f"There is no Dask scheduler at {self.address}: {why}.") from None

    def members(self) -> Mapping[str, int] | None:
        """Name the workers that there are, with the number of their threads; None while nobody answers.

        A scheduler that is there for the first time, or again, is given the bundle.
        """
        try:
            if self._client.status == "closed":
                self._client = self._connected(CONNECTING)
            about = self._client.sync(self._client.scheduler.identity, callback_timeout=CONNECTING)
            if about["id"] != self._scheduler:
                self._client.register_plugin(Host(self.name, self._bundle), name=self.name)
                self._scheduler = about["id"]
                self.renewed += 1
        except (*_TROUBLE, CourseError):
            if time.monotonic() - self._heard > SILENT:
                raise CourseError(
                    f"The Dask scheduler at {self.address} has been silent for {SILENT / 60:.0f} minutes. "
                    "What was finished is kept; the next run does the rest."
                ) from None
            return None
        self._heard = time.monotonic()
        self._bound_the_notes()
        return {address: int(worker["nthreads"]) for address, worker in about["workers"].items()}

    def _bound_the_notes(self) -> None:
        """Keep the scheduler from growing with the class; where it refuses to, it grows."""
        if self._notes >= MOST_NOTES:
            self._notes = 0
            with contextlib.suppress(Exception):
                self._client.run_on_scheduler(host.forget_what_is_done)

    def send(self, ticket: int, worker: str, key: str, order: bytes, patience: float) -> None:
        """Have one worker answer an order."""
        try:
            with dask.config.set(_QUIET):
                future = self._client.submit(
                    host.answer,
                    self.name,
                    key,
                    order,
                    patience,
                    key=f"{self.name}-{key[:32]}-{ticket}",
                    workers=[worker],
                    pure=False,
                )
        except _TROUBLE as error:
            self.outcomes.put(Outcome(ticket, lost=str(error), scheduler_is_lost=True))
            return
        self._notes += 1
        self._futures[ticket] = future
        future.add_done_callback(lambda done: self._begin_to_fetch(ticket, done))

    def _begin_to_fetch(self, ticket: int, future: Future) -> None:
        with contextlib.suppress(RuntimeError):  # the run is over
            self._fetchers.submit(self._fetch, ticket, future)

    def _fetch(self, ticket: int, future: Future) -> None:
        try:
            self.outcomes.put(Outcome(ticket, future.result()))
        except CancelledError:
            self.outcomes.put(Outcome(ticket, lost="the scheduler is gone", scheduler_is_lost=True))
        except BaseException as error:
            self.outcomes.put(Outcome(ticket, lost=f"{type(error).__name__}: {error}"))
        finally:
            self._futures.pop(ticket, None)
            future.release()

    def drop(self, ticket: int) -> None:
        """Wait no longer for an order."""
        future = self._futures.pop(ticket, None)
        if future is not None:
            with contextlib.suppress(Exception):
                future.cancel()

    def close(self) -> None:
        """End the seats on all workers, and hang up."""
        for ticket in list(self._futures):
            self.drop(ticket)
        self._fetchers.shutdown(wait=False, cancel_futures=True)
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                self._client.unregister_worker_plugin(self.name)
        with contextlib.suppress(Exception):
            self._client.close(timeout=CONNECTING)
