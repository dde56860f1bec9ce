"""The backend on this machine, a pool of worker processes: hands out orders, survives their deaths.

One process for each core, each with its own executor. A worker that dies, fails or says nothing for too
long is replaced and its work is tried once more, then given up with a reason; the others go on meanwhile.
"""

import contextlib
import os
import selectors
import time
from collections import deque
from collections.abc import Iterator, Set
from dataclasses import dataclass

from nbjudge.classroom import envelope, interrupt
from nbjudge.classroom.backend import NOTHING_YET, TRIES, Answer, Means, Unprotected
from nbjudge.classroom.process import Process
from nbjudge.course.course import CourseError

MOST_FAILED_STARTS = 3
STARTING = 120.0  # seconds until a worker must be ready
AHEAD = 2  # orders for each worker that are worth having here


@dataclass
class Job:
    """An order, and how often it failed."""

    key: str
    order: bytes
    patience: float
    failures: int = 0


class _Worker:
    """A worker process, and what it is doing."""

    def __init__(self, process: Process, bundle: bytes) -> None:
        self.process = process
        self.ready = False
        self.job: Job | None = None
        self.until = time.monotonic() + STARTING
        process.tell(bundle)

    def begin(self, job: Job) -> None:
        self.job = job
        self.until = time.monotonic() + job.patience
        self.process.tell(job.order)

    @property
    def is_free(self) -> bool:
        return self.ready and self.job is None and not self.process.is_sending


class Pool:
    """Workers for one assignment."""

    elsewhere = False

    def __init__(self, means: Means, tries: int = TRIES) -> None:
        """Say how many workers, and how often an order is tried."""
        self.means = means
        self.protection = ""  # the level that the workers have, once one is ready
        self.standing = ""
        self._tries = tries
        self._bundle = b""
        self._jobs: deque[Job] = deque()
        self._selector = selectors.DefaultSelector()
        self._workers: dict[int, _Worker] = {}
        self._failed_starts = 0
        self._open = 0  # orders that have no answer yet

    def open(self, bundle: bytes) -> None:
        """Start the workers; they get warm while their owner does something else."""
        self._bundle = bundle
        for number in range(self.means.workers):
            self._start(number)

    def close(self) -> None:
        """End all workers at once."""
        for worker in self._workers.values():
            worker.process.end()
        self._workers.clear()
        self._selector.close()

    def _start(self, number: int) -> None:
        log = self.means.log / f"worker-{number + 1}.txt"
        process = Process(log, _cores_of(number, self.means.workers))
        self._workers[number] = _Worker(process, self._bundle)
        self._selector.register(process.output, selectors.EVENT_READ, number)
        self._watch_sending(number)

    def _watch_sending(self, number: int) -> None:
        """Have the selector say when a line takes more, as long as there is more to send."""
        process = self._workers[number].process
        watched = process.input in self._selector.get_map()
        if process.is_sending and not watched:
            self._selector.register(process.input, selectors.EVENT_WRITE, number)
        elif watched and not process.is_sending:
            self._selector.unregister(process.input)

    @property
    def room(self) -> int:
        """How many more orders are worth having here."""
        return AHEAD * self.means.workers - self._open

    def get_ready(self) -> None:
        """Wait until every worker is ready; raise where that cannot be."""
        while not all(worker.ready for worker in self._workers.values()):
            for _ in self._look():  # there are no answers yet
                pass

    def submit(self, key: str, order: bytes, patience: float) -> None:
        """Take an order, to be done after the others."""
        self._open += 1
        self._jobs.append(Job(key, order, patience))

    def answers(self) -> Iterator[Answer]:
        """Give the answers as they come, until every order has one; orders may be added meanwhile."""
        while self._open:
            self._hand_out()
            yield from self._look()
            if self.means.ticks:
                yield NOTHING_YET

    def _look(self) -> Iterator[Answer]:
        """See what the lines bring, for a moment at most."""
        interrupt.check()
        for key, events in self._selector.select(timeout=0.2):
            if key.fd not in self._selector.get_map():
                continue  # of a worker that was replaced a moment ago
            if events & selectors.EVENT_WRITE:
                self._workers[key.data].process.send()
                self._watch_sending(key.data)
            else:
                yield from self._listen(key.data)
            self._hand_out()
        yield from self._watch()

    def _hand_out(self) -> None:
        for number, worker in self._workers.items():
            if self._jobs and worker.is_free:
                worker.begin(self._jobs.popleft())
                self._watch_sending(number)

    def _listen(self, number: int) -> Iterator[Answer]:
        worker = self._workers[number]
        contents, is_open = worker.process.receive()
        for content in contents:
            data, files = envelope.opened(content)
            if data["op"] == "ready":
                worker.ready = True
                self.protection = str(data["protection"])
            elif data["op"] == "unable":
                raise Unprotected(data["error"]) if data["unprotected"] else CourseError(data["error"])
            elif data["op"] == "failed":
                yield from self._replace(number, str(data["error"]))
                return
            elif worker.job is not None:
                job, worker.job = worker.job, None
                self._open -= 1
                self._hand_out()  # what is done with the answer takes a while
                yield Answer(job.key, files["answer"])
        if not is_open:
            yield from self._replace(number, worker.process.last_words())

    def _watch(self) -> Iterator[Answer]:
        for number, worker in list(self._workers.items()):
            busy = worker.job is not None or not worker.ready
            if busy and time.monotonic() > worker.until:
                yield from self._replace(number, "it took too long")

    def _replace(self, number: int, why: str) -> Iterator[Answer]:
        worker = self._workers[number]
        for line in (worker.process.output, worker.process.input):
            with contextlib.suppress(KeyError):
                self._selector.unregister(line)
        worker.process.end()
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= MOST_FAILED_STARTS:
                raise CourseError(f"The workers cannot start: {why} (see {worker.process.log}).")
        self._start(number)
        job = worker.job
        if job is None:
            return
        job.failures += 1
        if job.failures < self._tries:
            self._jobs.append(job)
        else:
            self._open -= 1
            yield Answer(job.key, error=f"The grader itself failed on it, {job.failures} times: {why}")


def _cores_of(number: int, workers: int) -> Set[int]:
    """Give a worker a core of its own where there are as many workers as cores, or more; else all of them.

    Its two jobs take turns. On one core each wakes the other at once, on two a sleeping core has to wake up.
    """
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return {cores[number % len(cores)]} if 0 < len(cores) <= workers else set()
