"""What lies on a worker of a Dask cluster: a plugin that brings the bundle, a task that answers an order.

Dask carries bytes; a submission runs in none of its processes. Each of its threads has a *seat*: a pool of
one worker process of this grader, kept warm, that is replaced when a submission kills it or takes too long.
So Dask's worker survives every submission. A process that dies with its parent follows the thread that
started it, which here is the seat's own and lives as long as the seat.
"""

import contextlib
import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from dask.utils import key_split
from distributed import Scheduler, Worker, get_worker
from distributed.diagnostics.plugin import WorkerPlugin

from nbjudge.classroom.backend import Means, Unprotected
from nbjudge.classroom.pool import Pool
from nbjudge.course.course import CourseError

IDLE = 600.0  # seconds without an order after which a seat lets go of its process
WARMING = "warm"  # the key of an order that only asks whether there is a seat


@dataclass(frozen=True)
class Reply:
    """What a seat says to an order."""

    content: bytes = b""
    error: str = ""  # why there is no answer
    unable: str = ""  # why this worker will never have one
    unprotected: bool = False
    protection: str = ""


@dataclass(frozen=True)
class _Request:
    key: str
    order: bytes
    patience: float
    reply: "Future[Reply]"


Requests = queue.SimpleQueue[_Request | None]


class _Seat:
    """A thread with a warm worker process; several share the requests."""

    def __init__(self, bundle: bytes, log: Path, requests: Requests) -> None:
        self._bundle, self._log, self._requests = bundle, log, requests
        self._request: _Request | None = _Request(WARMING, b"", 0.0, Future())
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while self._request is not None:
            try:
                self._with_a_process()
            except CourseError as error:  # it will not be otherwise next time
                return self._refuse(Reply(unable=str(error), unprotected=isinstance(error, Unprotected)))
            except Exception as error:
                self._reply(Reply(error=f"{type(error).__name__}: {error}"))
                self._request = self._requests.get()

    def _with_a_process(self) -> None:
        """Answer requests until there is none for long; then wait for the next without a process."""
        with contextlib.closing(Pool(Means(1, self._log), tries=1)) as pool:
            pool.open(self._bundle)
            pool.get_ready()
            while self._request is not None:
                self._reply(self._answer(pool, self._request))
                try:
                    self._request = self._requests.get(timeout=IDLE)
                except queue.Empty:
                    break
        if self._request is not None:
            self._request = self._requests.get()

    @staticmethod
    def _answer(pool: Pool, request: _Request) -> Reply:
        if request.key == WARMING:
            return Reply(protection=pool.protection)
        pool.submit(request.key, request.order, request.patience)
        (answer,) = pool.answers()
        return Reply(answer.content, answer.error, protection=pool.protection)

    def _refuse(self, reply: Reply) -> None:
        while self._request is not None:
            self._reply(reply)
            self._request = self._requests.get()

    def _reply(self, reply: Reply) -> None:
        if self._request is not None and not self._request.reply.done():
            self._request.reply.set_result(reply)


class Host(WorkerPlugin):
    """Brings the bundle to every worker that there is or will be, once, and has the seats made there."""

    idempotent = True

    def __init__(self, name: str, bundle: bytes) -> None:
        """Take what is to be brought."""
        self.name = name
        self._bundle = bundle

    def setup(self, worker: Worker) -> None:
        """Begin to warm a seat for each thread."""
        log = Path(worker.local_directory, self.name)
        self._count = worker.state.nthreads
        self._requests: Requests = queue.SimpleQueue()
        for number in range(self._count):
            _Seat(self._bundle, log / str(number + 1), self._requests)

    def teardown(self, worker: Worker) -> None:
        """End the seats, each after what it is doing."""
        for _ in range(self._count):
            self._requests.put(None)

    def ask(self, key: str, order: bytes, patience: float) -> Reply:
        """Hand an order to the next seat that is free, and wait for what it says."""
        reply: Future[Reply] = Future()
        self._requests.put(_Request(key, order, patience, reply))
        return reply.result()


def answer(name: str, key: str, order: bytes, patience: float) -> Reply:
    """Answer an order on the worker where this runs: the task that Dask knows."""
    host = get_worker().plugins[name]
    assert isinstance(host, Host)
    return host.ask(key, order, patience)


def forget_what_is_done(dask_scheduler: Scheduler) -> None:
    """Have the scheduler drop the notes that it keeps of every task there ever was, for its own displays.

    Each task leaves a note in the metadata of Dask's *spans*, which live as long as the scheduler
    (dask/distributed#7977), and its name in a cache of 100,000.
    """
    key_split.cache_clear()
    for span in dask_scheduler.extensions["spans"].spans.values():
        if span.metadata:
            span.metadata["collections"].clear()
