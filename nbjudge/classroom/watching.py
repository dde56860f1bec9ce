"""Grades what arrives as it comes, assignment by assignment in turns, by workers that are kept warm.

Nothing of it is kept but what grading keeps: after an end of whatever kind, the next watch finds the records
and does the rest. Who is looked at first are those who have no result yet.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from nbjudge.classroom import doctor, exchange
from nbjudge.classroom import run as runs
from nbjudge.classroom.arrivals import LOOKING, Arrivals
from nbjudge.classroom.backend import Unprotected, workers_of
from nbjudge.classroom.run import Event, Run
from nbjudge.course import extra_time
from nbjudge.course.course import Course, CourseError, Submission
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.grading.open_release import open_release

TURN = 30.0  # seconds after which another assignment is looked at, and whether this one has changed
MOST_WARM = 2  # assignments whose workers are kept
AGAIN = 60.0  # seconds after which an assignment that cannot be graded is tried again
TERMS = 30.0  # seconds for which what the gradebook says of deadlines holds


@dataclass(frozen=True)
class Collected:
    """What came out of the exchange, or why it was left there."""

    student: str
    problem: str


@dataclass(frozen=True)
class Stopped:
    """Why an assignment cannot be graded now."""

    reason: str


@dataclass(frozen=True)
class Resting:
    """Nothing is due now."""


Seen = Event | Collected | Stopped | Resting


class _Deadline:
    """Until when students' pages say nothing of hidden tests."""

    def __init__(self, course: Course, assignment: str) -> None:
        self.course, self.assignment = course, assignment
        self._until = 0.0

    def is_ahead(self, submission: Submission) -> bool:
        """Whether it has not come yet, for this student."""
        self.read()
        if self._due is None:
            return False
        whose, extra = submission.student, self._extra
        longer = extra.of(whose, self.assignment) if extra else self._longer.get(whose)
        return datetime.now(UTC).replace(tzinfo=None) < self._due + (longer or timedelta())

    def read(self) -> None:
        """Ask the gradebook, if what it said is too old."""
        if time.monotonic() < self._until:
            return
        with Writer(self.course) as gradebook:
            self._due, self._longer = gradebook.terms(self.assignment)
        self._extra = extra_time.of(self.course)
        self._until = time.monotonic() + TERMS


class _Desk:
    """One assignment: what has arrived, and its workers once there is work for them."""

    def __init__(self, course: Course, name: str) -> None:
        self.course, self.name = course, name
        self.deadline = _Deadline(course, name)
        self.arrivals = Arrivals(course, name, self.deadline.is_ahead)
        self.not_before = self.used = 0.0
        self._release: Release | None = None
        self._run: Run | None = None
        self._stack = contextlib.ExitStack()

    def open(self, workers: int) -> Run:
        """Have workers ready for the assignment as it is now."""
        release = open_release(self.course, self.name)
        if self._run is None or release != self._release:
            self.close()
            doctor.ensure(self.course, release)
            count = workers_of(self.course, workers, 1 << 30)
            self._run = self._stack.enter_context(runs.opened(self.course, release, count, ticks=True))
            self._release = release
        return self._run

    @property
    def is_warm(self) -> bool:
        """Whether it has workers."""
        return self._run is not None

    def close(self) -> None:
        """Let the workers go."""
        self._run = None
        self._stack.close()

    def forget(self) -> None:
        """Let all go after a failure: what was under way is due again."""
        self.close()
        self.arrivals = Arrivals(self.course, self.name, self.deadline.is_ahead)
        self.not_before = time.monotonic() + AGAIN


class Watch:
    """A course that is watched."""

    def __init__(self, course: Course, names: Sequence[str] = (), workers: int = 0) -> None:
        """Say which assignments, or all that there are or will be."""
        self.course = course
        self._names, self._workers = names, workers
        self._desks: dict[str, _Desk] = {}
        self._next = 0.0  # when the exchange is looked at
        self._came: list[tuple[str, Seen]] = []
        self._ends = False

    def __enter__(self) -> "Watch":
        """Warm the workers of the assignments that were named; what is wrong with these is said at once."""
        for name in self._names[:MOST_WARM]:
            self._desk(name).open(self._workers)
        return self

    def __exit__(self, *error: object) -> None:
        """End all workers at once; what was finished is on the disk."""
        for desk in self._desks.values():
            desk.close()

    @property
    def waiting(self) -> dict[str, int]:
        """How many submissions are due, by assignment."""
        return {name: len(desk.arrivals) for name, desk in self._desks.items()}

    def is_before_a_deadline(self) -> bool:
        """Whether there is somebody whose pages may not say everything yet."""
        return any(
            desk.deadline.is_ahead(one)
            for name, desk in self._desks.items()
            for one in self.course.submissions(name)
        )

    def end(self) -> None:
        """Let the events end as soon as they can; a handler of signals may call it at any moment.

        An exception out of such a handler would not do: where it strikes while an object is being
        collected, Python prints it and goes on.
        """
        self._ends = True

    def events(self) -> Iterator[tuple[str, Seen]]:
        """Grade what comes, until `end`; give each event with its assignment."""
        with contextlib.suppress(_Ended):
            yield from self._events()

    def _events(self) -> Iterator[tuple[str, Seen]]:
        while not self._ends:
            worked = False
            for name in self._names or self.course.assignments():
                desk = self._desk(name)
                self._look_around()
                if time.monotonic() > desk.not_before and self._has_work(desk):
                    worked = True
                    yield from self._turn(desk)
                yield from self._news()
            if not worked:
                yield "", Resting()
                time.sleep(LOOKING / 2)

    def _has_work(self, desk: _Desk) -> bool:
        try:
            desk.deadline.read()  # which may take longer than to look
            desk.arrivals.look()
        except (CourseError, OSError) as error:
            self._fail(desk, error)
        return len(desk.arrivals) > 0

    def _turn(self, desk: _Desk) -> Iterator[tuple[str, Seen]]:
        """Grade one assignment's submissions for a while."""
        try:
            self._cool(desk)
            run = desk.open(self._workers)
            for event in run.grade(self._for_a_turn(desk), only_open=desk.deadline.is_ahead):
                yield desk.name, event
                yield from self._news()
            yield desk.name, runs.Protected(run.backend.protection)
        except Unprotected:
            raise
        except (CourseError, OSError) as error:
            self._fail(desk, error)

    def _for_a_turn(self, desk: _Desk) -> Iterator[Submission]:
        return _Turn(desk.arrivals, self._look_around)

    def _fail(self, desk: _Desk, error: Exception) -> None:
        desk.forget()
        self._came.append((desk.name, Stopped(str(error))))

    def _cool(self, desk: _Desk) -> None:
        """Let the workers of those go that were not used for longest."""
        desk.used = time.monotonic()
        warm = sorted((one for one in self._desks.values() if one.is_warm), key=lambda one: one.used)
        for one in warm[: -MOST_WARM if desk.is_warm else 1 - MOST_WARM]:
            one.close()

    def _desk(self, name: str) -> _Desk:
        if name not in self._desks:
            self._desks[name] = _Desk(self.course, name)
        return self._desks[name]

    def _news(self) -> Iterator[tuple[str, Seen]]:
        while self._came:
            yield self._came.pop(0)

    def _look_around(self) -> None:
        """Collect from the exchange, if it is time."""
        if self._ends:
            raise _Ended
        started = time.monotonic()
        if started < self._next:
            return
        pause = LOOKING
        for name in self._desks:
            try:
                for one in exchange.collect(self.course, name):
                    self._came.append((name, Collected(one.student, one.problem)))
            except OSError as error:
                self._came.append((name, Stopped(str(error))))
                pause = AGAIN
        self._next = time.monotonic() + max(pause, 20 * (time.monotonic() - started))


class _Ended(Exception):
    """Somebody has ended the watch."""


class _Turn(Iterator[Submission]):
    """What arrives within a turn; when it is over there is no more."""

    def __init__(self, arrivals: Arrivals, look_around: Callable[[], None]) -> None:
        self._arrivals, self._look_around = arrivals, look_around
        self._until = time.monotonic() + TURN

    def __next__(self) -> Submission:
        self._look_around()
        if time.monotonic() > self._until:
            raise StopIteration
        return next(self._arrivals)
