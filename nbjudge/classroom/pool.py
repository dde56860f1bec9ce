"""The backend on this machine, a pool of worker processes: hands out orders, survives their deaths.

One process for each core, each with its own executor. A worker that dies, fails or says nothing for too
long is replaced and its work is tried once more, then given up with a reason; the others go on meanwhile.
"""

import contextlib
import json
import os
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbjudge.classroom.backend import TRIES, Answer, Order, Setup, Unprotected
from nbjudge.course.course import OWN_FOLDER, CourseError

MOST_FAILED_STARTS = 3
STARTING = 120.0  # seconds until a worker must be ready
LOG_TAIL = 2000


@dataclass
class Job:
    """An order, and how often it failed."""

    order: Order
    patience: float
    failures: int = 0


class _Process:
    """One worker process and what it is doing; all that it starts runs on the same cores."""

    def __init__(self, setup: Mapping[str, object], log: Path, cores: Set[int]) -> None:
        log.parent.mkdir(parents=True, exist_ok=True)
        self.log = log
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "nbjudge.classroom.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # a Ctrl-C is for the pool alone
                env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
            )
        if cores:
            with contextlib.suppress(OSError):
                os.sched_setaffinity(self.process.pid, cores)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        os.set_blocking(self.output.fileno(), False)
        self.ready = False
        self.job: Job | None = None
        self.until = time.monotonic() + STARTING
        self._pending = b""
        self.tell(setup)

    def tell(self, order: Mapping[str, object]) -> bool:
        """Send an order; False if the worker is gone."""
        try:
            self.input.write(json.dumps(order).encode() + b"\n")
            self.input.flush()
        except OSError:
            return False
        return True

    def receive(self) -> tuple[list[dict[str, Any]], bool]:
        """Give the answers that have come, and whether the line is still open."""
        parts = [self._pending]
        is_open = True
        while True:
            try:
                part = os.read(self.output.fileno(), 1 << 20)
            except BlockingIOError:
                break
            except OSError:
                part = b""
            if not part:
                is_open = False
                break
            parts.append(part)
        *lines, self._pending = b"".join(parts).split(b"\n")
        return [json.loads(line) for line in lines], is_open

    def last_words(self) -> str:
        """Read the end of the worker's log."""
        lines = self.log.read_bytes()[-LOG_TAIL:].decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else "it said nothing"

    def end(self) -> None:
        """Kill the worker; its sandbox goes with it."""
        self.process.kill()
        self.process.wait()
        for stream in (self.input, self.output):
            with contextlib.suppress(OSError):
                stream.close()


class Pool:
    """Workers for one assignment."""

    def __init__(self, setup: Setup, workers: int) -> None:
        """Say for what, and how many; `with` starts them."""
        self.setup = setup
        self.workers = workers
        self._jobs: deque[Job] = deque()
        self._selector = selectors.DefaultSelector()
        self._processes: dict[int, _Process] = {}
        self.protection = ""  # the level that the workers have, once one is ready
        self._failed_starts = 0
        self._open = 0  # orders that have no answer yet

    def __enter__(self) -> "Pool":
        """Start the workers; they get warm while their owner does something else."""
        for number in range(self.workers):
            self._start(number)
        return self

    def __exit__(self, *error: object) -> None:
        """End all workers at once; what they had finished is on the disk."""
        for process in self._processes.values():
            process.end()
        self._selector.close()

    def _start(self, number: int) -> None:
        log = Path(self.setup.root, OWN_FOLDER, "log", f"worker-{number + 1}.txt")
        process = _Process(self.setup.to_json(), log, _cores_of(number, self.workers))
        self._processes[number] = process
        self._selector.register(process.output, selectors.EVENT_READ, number)

    def add(self, order: Order, patience: float, first: bool = False) -> None:
        """Take an order, to be done after the others or before them."""
        self._open += 1
        job = Job(order, patience)
        if first:
            self._jobs.appendleft(job)
        else:
            self._jobs.append(job)

    def answers(self) -> Iterator[Answer]:
        """Give the answers as they come, until every order has one; orders may be added meanwhile."""
        while self._open:
            self._hand_out()
            for key, _ in self._selector.select(timeout=0.2):
                yield from self._listen(key.data)
                self._hand_out()
            yield from self._watch()

    def _hand_out(self) -> None:
        for process in self._processes.values():
            if self._jobs and process.ready and process.job is None:
                process.job = self._jobs.popleft()
                process.until = time.monotonic() + process.job.patience
                process.tell(process.job.order)  # if it is gone, the closed line will tell

    def _listen(self, number: int) -> Iterator[Answer]:
        process = self._processes[number]
        answers, is_open = process.receive()
        for data in answers:
            if data["op"] == "ready":
                process.ready = True
                self.protection = str(data["protection"])
            elif data["op"] == "unable":
                raise Unprotected(data["error"]) if data["unprotected"] else CourseError(data["error"])
            elif data["op"] == "failed":
                yield from self._replace(number, str(data["error"]))
                return
            elif process.job is not None:
                job, process.job = process.job, None
                self._open -= 1
                yield Answer(job.order, data)
        if not is_open:
            yield from self._replace(number, process.last_words())

    def _watch(self) -> Iterator[Answer]:
        for number, process in list(self._processes.items()):
            busy = process.job is not None or not process.ready
            if busy and time.monotonic() > process.until:
                yield from self._replace(number, "it took too long")

    def _replace(self, number: int, why: str) -> Iterator[Answer]:
        process = self._processes[number]
        self._selector.unregister(process.output)
        process.end()
        if not process.ready:
            self._failed_starts += 1
            if self._failed_starts >= MOST_FAILED_STARTS:
                raise CourseError(f"The workers cannot start: {why} (see {process.log}).")
        self._start(number)
        job = process.job
        if job is None:
            return
        job.failures += 1
        if job.failures < TRIES:
            self._jobs.append(job)
        else:
            self._open -= 1
            yield Answer(job.order, error=f"The grader itself failed on it, {job.failures} times: {why}")


def _cores_of(number: int, workers: int) -> Set[int]:
    """Give a worker a core of its own where there are as many workers as cores, or more; else all of them.

    Its two jobs take turns. On one core each wakes the other at once, on two a sleeping core has to wake up.
    """
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return {cores[number % len(cores)]} if 0 < len(cores) <= workers else set()
