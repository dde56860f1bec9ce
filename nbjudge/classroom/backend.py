"""What runs submissions: the protocol of a backend, and the data that goes in and comes out.

A backend is found by its name in the entry-point group `nbjudge.backends`; `local`, the pool of worker
processes on this machine, is one of them, `dask` another. It is opened with a bundle, takes orders and gives
answers: all of it bytes, so that a backend may send it anywhere. What they mean is known to `bundle`,
`orders` and `worker` alone. Nobody but the process that started the run writes to the course's folder.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from nbjudge.classroom import bundle
from nbjudge.course import extensions
from nbjudge.course.course import Course, CourseError
from nbjudge.course.release import Release
from nbjudge.sandbox import levels

TRIES = 2  # of an order, before it is given up


class Unprotected(CourseError):
    """This machine gives no protection from what students wrote."""

    exit_code = 3


@dataclass(frozen=True)
class Means:
    """What a backend has at hand."""

    workers: int  # at once, where the backend starts them
    log: Path  # a folder for what workers say
    cluster: str = ""  # where the scheduler is, for a backend that needs one
    ticks: bool = False  # whether more orders may come while others run: then NOTHING_YET is an answer


@dataclass(frozen=True)
class Answer:
    """What came of an order: the worker's answer, or why there is none."""

    key: str
    content: bytes = b""
    error: str = ""


NOTHING_YET = Answer("")  # what a backend says from time to time, if it is asked to tick


class Backend(Protocol):
    """Runs the orders of one assignment.

    Each worker opens the bundle once (`worker.opened`) and lets what that gives answer order after order. A
    worker that raises has failed, and so has one that dies or is silent for longer than an order's patience,
    where a backend can tell; after some failures the order is answered by an error. Other orders go on
    meanwhile.
    """

    elsewhere: bool  # whether workers may read another disk than this machine's

    @property
    def protection(self) -> str:
        """The level of protection that the workers have, once there has been an answer."""

    @property
    def standing(self) -> str:
        """Say in a few words who is at work, for the progress bar; empty if there is nothing to say."""

    @property
    def room(self) -> int:
        """How many more orders are worth handing in now: enough that nobody waits, and no more."""

    def open(self, bundle: bytes) -> None:
        """Start the workers, or begin to; raise Unprotected, now or later, where there is no protection."""

    def submit(self, key: str, order: bytes, patience: float) -> None:
        """Take an order that is named by its content, to be done within so many seconds once it is begun."""

    def answers(self) -> Iterator[Answer]:
        """Give one answer to each order as they come, until all have one; more may be handed in meanwhile."""

    def close(self) -> None:
        """End the workers at once, whatever they do."""


class BackendMaker(Protocol):
    """What an entry point names: called for each assignment; nothing is started yet."""

    def __call__(self, means: Means) -> Backend:
        """Make a backend."""


def workers_of(course: Course, asked: int, submissions: int) -> int:
    """Say how many workers to start: as asked, as configured, else one for each core that may be used."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(asked or course.options.workers or cores, submissions))


@contextlib.contextmanager
def opened(course: Course, release: Release, workers: int, ticks: bool = False) -> Iterator[Backend]:
    """Open the backend that the course names, with the assignment as it is now."""
    means, content, backend = _made(course, release, workers, ticks)
    warm = _taken(means, content)
    try:
        if warm is None:
            backend.open(content)
        yield warm or backend
    finally:
        (warm or backend).close()


@contextlib.contextmanager
def begun(course: Course, release: Release, workers: int) -> Iterator[None]:
    """Let workers get ready while other things are done: who then opens just these finds them begun."""
    entry = _, content, backend = _made(course, release, workers, False)
    _begun.append(entry)
    try:
        backend.open(content)
        yield
    finally:
        if any(one is entry for one in _begun):  # nobody took it
            _begun.remove(entry)
            backend.close()


_Entry = tuple[Means, bytes, Backend]
_begun: list[_Entry] = []


def _made(course: Course, release: Release, workers: int, ticks: bool) -> _Entry:
    """Make a backend and what it is to be opened with; nothing is started yet."""
    options = course.options
    maker = cast(BackendMaker, extensions.load(extensions.BACKENDS, options.backend))
    if options.level and options.level not in levels.names():
        raise CourseError(f"There is no level {options.level!r} of protection: {', '.join(levels.names())}.")
    means = Means(workers, course.own / "log", options.cluster, ticks)
    backend = maker(means)
    return means, bundle.of(course, release, backend.elsewhere), backend


def _taken(means: Means, content: bytes) -> Backend | None:
    """Take over what was begun if it is for just this; else it ends, for others need the cores."""
    while _begun:
        its_means, its_content, backend = _begun.pop()
        if (its_means, its_content) == (means, content):
            return backend
        backend.close()
    return None
