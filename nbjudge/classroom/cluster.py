"""The backend on a cluster: workers of Dask, wherever they are, that come and go.

This process decides who does what: an order goes to one worker that has said it is ready, and to another
when that one is gone. So nothing goes to a worker whose protection is below what was asked for, or which has
other packages; and a submission that kills whoever runs it is found out: after the first time it is given
out alone, after the third it is set aside with the reason.
"""

import itertools
import queue
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from nbjudge.classroom import interrupt
from nbjudge.classroom.backend import NOTHING_YET, Answer, Means, Unprotected
from nbjudge.classroom.bundle import name_of
from nbjudge.classroom.host import WARMING, Reply
from nbjudge.classroom.link import Link, Outcome
from nbjudge.course.course import CourseError
from nbjudge.sandbox import levels

MOST_LOST = 3  # workers that one submission may kill
AHEAD = 1  # orders for each worker beside those in progress: it need not wait for the next
FEWEST = 4  # orders to have at hand while there is no worker
LOOKING = 1.0  # seconds between two looks at who is there


@dataclass
class _Job:
    key: str
    order: bytes
    patience: float
    lost: int = 0
    why: str = ""


@dataclass
class _Member:
    """A worker of the cluster."""

    address: str
    threads: int
    ready: bool = False
    unable: str = ""
    protection: str = ""
    tickets: set[int] = field(default_factory=set)
    alone: bool = False  # with a submission that was lost before

    def takes(self, job: _Job, ahead: int) -> bool:
        if not self.ready or self.alone:
            return False
        return not self.tickets if job.lost else len(self.tickets) < self.threads + ahead


class Cluster:
    """Workers of a Dask cluster, for one assignment."""

    elsewhere = True

    def __init__(self, means: Means) -> None:
        """Say where the scheduler is."""
        self.address = means.cluster or _configured()
        self._ticks = means.ticks
        self._link: Link | None = None
        self._tickets = itertools.count(1)
        self._members: dict[str, _Member] = {}
        self._jobs: dict[int, tuple[_Job | None, _Member]] = {}  # under way; without a job, a first question
        self._waiting: deque[_Job] = deque()
        self._open = 0
        self._looked = 0.0
        self._renewed = 0

    @property
    def link(self) -> Link:
        """The line to the scheduler."""
        assert self._link is not None
        return self._link

    def open(self, bundle: bytes) -> None:
        """Connect, and have the bundle brought to every worker."""
        self._link = Link(self.address, f"nbjudge-{name_of(bundle)}", bundle)

    def close(self) -> None:
        """Let the workers go."""
        if self._link is not None:
            self._link.close()

    @property
    def protection(self) -> str:
        """The weakest level that a worker has which is given work."""
        return min((member.protection for member in self._ready), default="", key=levels.rank_of)

    @property
    def standing(self) -> str:
        """How many workers are at work."""
        ready, known = len(self._ready), len(self._members)
        return f"{ready} of {known} worker{'' if known == 1 else 's'} of {self.address}"

    @property
    def _ready(self) -> list[_Member]:
        return [member for member in self._members.values() if member.ready]

    @property
    def room(self) -> int:
        """How many more orders are worth having here."""
        return max(FEWEST, sum(2 * member.threads + AHEAD for member in self._ready)) - self._open

    def submit(self, key: str, order: bytes, patience: float) -> None:
        """Take an order."""
        self._open += 1
        self._waiting.append(_Job(key, order, patience))

    def answers(self) -> Iterator[Answer]:
        """Give the answers as they come, until every order has one; orders may be added meanwhile."""
        while self._open:
            interrupt.check()
            if time.monotonic() - self._looked > LOOKING:
                yield from self._look()
            self._hand_out()
            try:
                outcome = self.link.outcomes.get(timeout=LOOKING)
            except queue.Empty:
                if self._ticks:
                    yield NOTHING_YET
                continue
            yield from self._take(outcome)

    def _hand_out(self) -> None:
        """Give orders to workers; ahead only as long as there is one left for each seat.

        The last orders go to who is free first, or one worker would be idle while another has two to do.
        """
        seats = sum(member.threads for member in self._members.values() if not member.unable)
        for _ in range(len(self._waiting)):
            ahead = AHEAD if len(self._waiting) > seats else 0
            job = self._waiting.popleft()
            able = [member for member in self._members.values() if member.takes(job, ahead)]
            if not able:
                self._waiting.append(job)
                continue
            member = min(able, key=lambda one: len(one.tickets) / one.threads)
            member.alone = bool(job.lost)
            self._send(member, job)

    def _send(self, member: _Member, job: _Job | None) -> None:
        ticket = next(self._tickets)
        self._jobs[ticket] = job, member
        member.tickets.add(ticket)
        key, order, patience = (job.key, job.order, job.patience) if job else (WARMING, b"", 0.0)
        self.link.send(ticket, member.address, key, order, patience)

    def _take(self, outcome: Outcome) -> Iterator[Answer]:
        job, member = self._jobs.pop(outcome.ticket, (None, None))
        if member is None:
            return  # nobody waits for it any more
        member.tickets.discard(outcome.ticket)
        member.alone = False
        reply = outcome.reply
        if reply is not None and reply.unable:
            member.ready, member.unable = False, reply.unable
            self._waiting.extendleft([job] if job else [])
            self._is_anybody_able(reply)
        elif job is None:
            member.ready = reply is not None and not reply.error
            member.protection = reply.protection if reply else ""
            if not member.ready:
                self._taken_from(member)  # it is asked again at the next look
        elif reply is not None and not reply.error:
            self._open -= 1
            yield Answer(job.key, reply.content)
        elif outcome.scheduler_is_lost:  # the worker may be, too: it is asked again at the next look
            self._waiting.extendleft([job, *self._taken_from(member)])
        else:
            yield from self._lost(job, reply.error if reply else outcome.lost)

    def _lost(self, job: _Job, why: str) -> Iterator[Answer]:
        """Try again what a worker has failed on or died of, but not for ever."""
        job.lost, job.why = job.lost + 1, why
        if job.lost < MOST_LOST:
            self._waiting.append(job)
            return
        self._open -= 1
        yield Answer(job.key, error=f"The grader itself failed on it, {job.lost} times: {why}")

    def _look(self) -> Iterator[Answer]:
        """See who has come and who is gone."""
        self._looked = time.monotonic()
        there = self.link.members()
        if there is None:
            return
        if self.link.renewed != self._renewed:  # nobody's fault: all begins anew
            self._renewed = self.link.renewed
            for member in list(self._members.values()):
                self._waiting.extendleft(self._taken_from(member))
        for member in [member for address, member in self._members.items() if address not in there]:
            for job in self._taken_from(member):
                yield from self._lost(job, f"the worker {member.address} is gone")
        for address, threads in there.items():
            if address not in self._members:
                member = self._members[address] = _Member(address, threads)
                self._send(member, None)

    def _taken_from(self, member: _Member) -> list[_Job]:
        """Forget a worker; give what it was to do."""
        if self._members.get(member.address) is member:
            del self._members[member.address]
        for ticket in member.tickets:
            self.link.drop(ticket)
        jobs = [self._jobs.pop(ticket)[0] for ticket in sorted(member.tickets)]
        member.tickets.clear()
        return [job for job in jobs if job is not None]

    def _is_anybody_able(self, reply: Reply) -> None:
        """End the run where all that there are have said that they cannot."""
        if all(member.unable for member in self._members.values()):
            said = sorted({member.unable for member in self._members.values()})
            sentence = f"No worker of {self.address} can grade this: {' '.join(said)}"
            raise Unprotected(sentence) if reply.unprotected else CourseError(sentence)


def _configured() -> str:
    """Give the address that Dask's own configuration has."""
    import dask

    address = dask.config.get("scheduler-address", None)
    if not address:
        raise CourseError(
            "Which cluster? Give --cluster tcp://…, c.NbJudge.cluster, or Dask's own scheduler-address."
        )
    return str(address)
