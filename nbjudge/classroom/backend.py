"""What runs submissions: the protocol of a backend, and the plain data that goes in and comes out.

A backend is found by its name in the entry-point group `nbjudge.backends`; `local`, the pool of worker
processes on this machine, is one of them. It is told what to prepare (`Setup`), takes orders and gives
answers: all of it is data that JSON can hold, so that a backend may send it anywhere. What an order means is
known to `worker` alone, which every backend uses.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol, Self, cast

from nbjudge import extensions
from nbjudge.course.course import Course, CourseError
from nbjudge.course.options import Options
from nbjudge.grading import unchanged

TRIES = 2  # of an order, before it is given up
Order = Mapping[str, Any]  # what JSON can hold


class Unprotected(CourseError):
    """This machine gives no protection from what students wrote."""

    exit_code = 3


@dataclass(frozen=True)
class Setup:
    """What a worker has to prepare: one assignment of one course."""

    root: str  # the course's folder, which workers read and write
    assignment: str
    environment: str  # the hash that decides whether old results still hold
    options: Options

    @classmethod
    def of(cls, course: Course, assignment: str) -> "Setup":
        """Say what is to be prepared for an assignment as it is now."""
        environment = unchanged.environment(course.options.own_code)
        return cls(str(course.root), assignment, environment, course.options)

    def to_json(self) -> dict[str, Any]:
        """Give the setup as data that JSON can hold."""
        return {**vars(self), "options": self.options.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Setup":
        """Read what `to_json` gave."""
        return cls(**{**data, "options": Options.from_json(data["options"])})


@dataclass(frozen=True)
class Answer:
    """What came of an order: the worker's answer, or why there is none."""

    order: Order
    data: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""

    def to_json(self) -> dict[str, Any]:
        """Give the answer as data that JSON can hold."""
        return asdict(self)


class Backend(Protocol):
    """Runs the orders of one assignment; entered before the first and left after the last.

    Each worker of a backend opens `worker.opened(setup)` once, and lets that worker answer order after order.
    A worker that raises has failed, and so has one that dies or is silent for longer than an order's
    patience, where a backend can tell; after TRIES failures the order is answered by an error. Other orders
    go on meanwhile.
    """

    @property
    def protection(self) -> str:
        """The level of protection that the workers have, once there has been an answer."""

    def __enter__(self) -> Self:
        """Start the workers, or begin to; raise Unprotected, now or later, where there is no protection."""

    def __exit__(self, *error: object) -> None:
        """End the workers at once, whatever they do: what they had finished is on the disk."""

    def add(self, order: Order, patience: float, first: bool = False) -> None:
        """Take an order, to be done after the others or before them, within so many seconds."""

    def answers(self) -> Iterator[Answer]:
        """Give the answers as they come, until every order has one; orders may be added meanwhile."""


class BackendMaker(Protocol):
    """What an entry point names: called for each assignment; nothing is started yet."""

    def __call__(self, setup: Setup, workers: int) -> Backend:
        """Make a backend with so many workers."""


def backend_for(course: Course, assignment: str, workers: int) -> Backend:
    """Make the backend that the course names."""
    try:
        maker = cast(BackendMaker, extensions.load(extensions.BACKENDS, course.options.backend))
    except extensions.ExtensionError as error:
        raise CourseError(str(error)) from None
    return maker(Setup.of(course, assignment), workers)
