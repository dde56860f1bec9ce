"""The two jobs of one notebook, as its run sees them: the student's, which may die, and the judge's.

In: starting them, starting one again after its death with the state that was reached, forks and connections.
A connection is made for each test cell: both ends are handed over, so that half a message of one test cell
can never spoil the next, and the worker can shut it for everybody who still holds it.
"""

import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypedDict, cast

from nbjudge.course.files import digest
from nbjudge.inside import frames
from nbjudge.judge.conversation import JudgeConversation, JudgeEndedError
from nbjudge.judge.scores import score_of
from nbjudge.judge.slices import words_that_matter
from nbjudge.judge.source import names_of
from nbjudge.sandbox.conversation import Conversation
from nbjudge.sandbox.outputs import BadOutput, Output, Outputs
from nbjudge.sandbox.server import Sandbox
from nbjudge.tasks import Cell, CellResult, NotebookTask, Status

MAX_RESTARTS = 2  # after that, only cells that points depend on are run
MOST_DEATHS = 6
_JOIN_SECONDS = 0.25  # for a fork whose connection is shut
_PIPE = 1 << 16
_MOST_AGAIN = 1.0  # seconds of cells that may be run once more for the sake of a fork less


class NoProcessError(Exception):
    """The student's process was ended too often."""


class Answer(TypedDict, total=False):
    """What came of one run of a test; what is left out has its usual value."""

    status: Status
    score: float
    reason: str
    outputs: list[Output]
    weaker: bool  # it is a student's word
    before_hidden: int  # outputs
    line: int | None  # at which the test ended, if it did not come to its end
    places: list[str]  # where handles arrived
    carried: bytes  # the names that it bound, for the student's later cells
    made: list[str]  # of these names, those of what is no value
    again: str  # why it should be run again, without what is in doubt
    lost: bool  # a process went away that nobody here had ended


class StudentSide:
    """The student's job: cells, forks for test cells, and a new start after a death."""

    def __init__(self, task: NotebookTask, sandbox: Sandbox) -> None:
        """Begin without a job."""
        self.task = task
        self.limits = task.limits
        self.sandbox = sandbox
        self.notes: list[str] = []
        self.alive = True
        self.reason = ""
        self._talk: Conversation | None = None
        self._introductions: socket.socket | None = None
        self._reached: list[Cell | bytes | str] = []  # what a new job would have to do again
        self._kept: dict[str, tuple[socket.socket, str]] = {}  # forks that wait, by the id of their test cell
        self._shared: tuple[socket.socket, str] | None = None  # a line to what serves all test cells
        self._serves = False  # whether that is the job itself, which then does nothing else, or a fork
        self._may_serve = True  # once: after that it is a fork
        self._seconds = 0.0  # that its cells have taken
        self.deaths = 0
        self.lost = False  # whether the job ended otherwise than by its time being over, or by itself
        self.by_itself = False  # whether what served a test last ended by its own doing

    def execute(self, cell: Cell) -> CellResult:
        """Run a cell of the student's side."""
        if self.deaths > MAX_RESTARTS and cell.kind in ("given", "extra"):
            return CellResult(cell.id, "not run", reason="The student's process was ended too often before.")
        try:
            talk = self._job()
            started = time.monotonic()
            outcome = talk.execute(cell.source)
        except NoProcessError:
            return CellResult(cell.id, "not run", reason=self.reason)
        self._seconds += time.monotonic() - started
        if outcome.alive:
            self._reached += [cell] if outcome.status != "timeout" else []  # no second time
        else:
            self._died(outcome.reason, cell, lost=outcome.status != "timeout")
        return CellResult(cell.id, outcome.status, outcome.outputs, reason=outcome.reason)

    def seal(self) -> None:
        """Let no later cell change what an earlier one shows: it may know what hidden tests hand over."""
        if self._talk is not None:
            self._talk.displays = {}

    def bind(self, carried: bytes) -> None:
        """Set names that a test cell bound, for the student's later cells."""
        self._reached.append(carried)
        if self._talk is not None:
            self._send_names(carried)

    def do_statements(self, statements: list[str]) -> None:
        """Import or make for the student's later cells what a test cell imported or made."""
        if statements:
            self.bind(b"".join(map(bytes, frames.pack({"statements": statements}))))

    @contextlib.contextmanager
    def fork(self, last: bool = False) -> Iterator[socket.socket]:
        """Fork the job for a test cell, give the judge's end of the connection, join the fork.

        Nothing follows the `last` cell of a notebook, so the job serves it itself, and is over.
        """
        talk = self._job()
        ours = self._introduced()
        nonce = talk.begin_fork(last)
        try:
            yield ours
        finally:  # also when the judge has ended: or the job would take what is asked next for the fork's
            _shut(ours)
            if not last:
                self._join(talk, nonce)
            else:
                if talk.job.reason:  # it was killed, for its memory
                    self._died(talk.job.reason, None, lost=False)
                self._end_job()

    def keep(self, test: Cell) -> None:
        """Fork the job for a test cell that will be served when nothing else is run here any more."""
        with contextlib.suppress(NoProcessError):
            self._job()
            self._reached.append(test.id)
            self._keep(test.id)

    def keeps(self, test: Cell) -> bool:
        """Say whether a fork was made for this test cell before."""
        return test.id in self._reached

    def give_up(self, test: Cell) -> None:
        """Keep no fork for a test cell any longer."""
        self._reached.remove(test.id)

    @contextlib.contextmanager
    def kept(self, test: Cell) -> Iterator[socket.socket]:
        """Give the judge's end of the connection to the fork that waits for this test cell, then join it.

        Where it is used up already, everything is run again up to there.
        """
        self._job()
        if test.id not in self._kept:
            self._end_job()
        talk = self._job()
        ours, copy = self._kept.pop(test.id)
        try:
            yield ours
        finally:
            _shut(ours)
            if self._talk is talk:
                self._join(talk, talk.end_fork(copy))

    @contextlib.contextmanager
    def shared(self) -> Iterator[socket.socket]:
        """Give the judge's end of a connection to the process that serves one test cell after the other.

        No cell follows, so the job does it itself; it has touched its memory already, a fork would copy it.
        If a test has not come to its end as it should, the job is brought to this state again, and it is a
        fork from then on.
        """
        talk = self._talk_of() if self._serves else self._job()
        line, copy = self._shared = self._shared or self._for_all(talk)
        ours, theirs = socket.socketpair()
        with theirs, contextlib.suppress(OSError):
            frames.send_socket(line, theirs)
        try:
            yield ours
        finally:
            ready = _is_ready(ours)
            _shut(ours)
            if not ready and self._serves:
                self._end_serving(talk)
            elif not ready and self._talk is talk:
                line.close()
                self._shared = None
                self._join(talk, talk.end_fork(copy))

    def _end_serving(self, talk: Conversation) -> None:
        if talk.job.reason:  # it was killed, for its memory
            self._died(talk.job.reason, None)
        self._end_job()

    def _for_all(self, talk: Conversation) -> tuple[socket.socket, str]:
        line = self._introduced()
        if self._may_serve and self._seconds < _MOST_AGAIN:
            self._may_serve = False
            self._serves = True
            return line, talk.begin_serving()
        copy, reason = talk.keep_fork(for_all=True)
        if reason:
            line.close()
            self._died(reason, None)
            raise NoProcessError
        return line, copy

    def _keep(self, name: str) -> None:
        assert self._talk is not None
        ours = self._introduced()
        copy, reason = self._talk.keep_fork()
        self._kept[name] = ours, copy
        if reason:
            self._died(reason, None)

    def _introduced(self) -> socket.socket:
        """Make a connection; give our end, and hand the other one over."""
        ours, theirs = socket.socketpair()
        assert self._introductions is not None
        with theirs, contextlib.suppress(OSError):
            frames.send_socket(self._introductions, theirs)
        return ours

    def _join(self, talk: Conversation, nonce: str) -> None:
        reason = talk.join_fork(nonce, time.monotonic() + _JOIN_SECONDS)
        self.by_itself = talk.by_itself
        if reason:
            self._died(reason, None)

    def run_inside(self, cell: Cell, channel: socket.socket) -> Answer:
        """Run a test cell in the fork; what comes back is a student's word, and marked so."""
        limits = self.limits
        question = {
            "op": "cell",
            "nonce": frames.new_nonce(),
            "arguments": cell.source,
            "points": cell.points,
        }
        question |= {"bytes": limits.output_bytes, "displays": limits.displays}
        deadline = time.monotonic() + limits.cell_seconds
        answer: Answer = {"weaker": True, "score": 0.0, "status": "error"}
        try:
            frames.send(channel, question, deadline=deadline)
            while (said := frames.receive(channel, deadline=deadline)).get("nonce") != question["nonce"]:
                pass
        except TimeoutError:
            return answer | {
                "status": "timeout",
                "reason": f"The test took longer than {limits.cell_seconds:g} s.",
            }
        except ConnectionError as problem:
            return answer | {"status": "killed", "reason": f"The student's process ended: {problem}."}
        return answer | _inside(said.get("inside"), cell.points)

    def meanwhile(self) -> None:
        """Empty the job's pipes, so that nobody waits for us while the judge waits for them."""
        if self._talk is not None:
            for descriptor in (self._talk.job.output, self._talk.job.error):
                with contextlib.suppress(OSError):
                    os.read(descriptor, _PIPE)

    def close(self) -> None:
        """End the job."""
        self._end_job()

    def _job(self) -> Conversation:
        """Return the job's conversation; start it, in the state that was reached, if there is none."""
        if self._serves:
            self._end_job()
        while self._talk is None:
            if not self.alive:
                raise NoProcessError
            ours, theirs = socket.socketpair()
            with theirs:
                seed = digest(f"student {self.task.seed}".encode())  # says nothing of the judge's
                job = self.sandbox.start(self.task.files, [theirs.fileno()], limits=self.limits, seed=seed)
            for descriptor in (job.output, job.error):
                os.set_blocking(descriptor, False)
            self._introductions = ours
            self._talk = Conversation(job, self.limits)
            self._run_again()
        return self._talk

    def _run_again(self) -> None:
        """Bring a new job to the state of the old one."""
        steps, self._reached = self._reached, []
        for number, step in enumerate(steps):
            if isinstance(step, Cell) and not self._talk_of().execute(step.source).alive:
                self._died("a cell ended the process when it was run again", step)
            else:
                self._reached.append(step)
                if isinstance(step, bytes):
                    self._send_names(step)
                elif isinstance(step, str):
                    self._keep(step)
            if self._talk is None:
                self._reached += steps[number + 1 :]
                return

    def _talk_of(self) -> Conversation:
        assert self._talk is not None
        return self._talk

    def _send_names(self, carried: bytes) -> None:
        assert self._talk is not None
        message = {"op": "bind", "nonce": frames.new_nonce(), "names": carried}
        with contextlib.suppress(ConnectionError, TimeoutError):
            frames.send(self._talk.job.control, message, deadline=time.monotonic() + 5)

    def _died(self, reason: str, cell: Cell | None, lost: bool = True) -> None:
        """Take note of the end of the job; the next cell starts a new one, if there may be one.

        Unless it did it itself, it is `lost`.
        """
        self._end_job()
        self.lost = self.lost or (lost and not self.by_itself)
        where = f"in the cell {cell.id}" if cell is not None else "during a test"
        self.notes.append(f"The student's process was ended {where}: {reason}.")
        self.deaths += 1
        if self.deaths > MOST_DEATHS:
            self.alive = False
            self.reason = "The student's process was ended too often."

    def _end_job(self) -> None:
        self._serves = False
        for connection, _ in self._kept.values():
            connection.close()
        self._kept = {}
        if self._shared is not None:
            self._shared[0].close()
            self._shared = None
        if self._talk is not None:
            self._talk.job.kill("no longer wanted")
            self.by_itself = self._talk.job.wait().by_itself
            self._talk = None
        if self._introductions is not None:
            self._introductions.close()
            self._introductions = None


def _shut(connection: socket.socket) -> None:
    """Close a connection for all who hold it, whatever they are."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


def _is_ready(connection: socket.socket) -> bool:
    """Tell a fork that its test cell is over, and hear whether it waits for the next one."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(_JOIN_SECONDS)
        return connection.recv(2) == frames.READY
    return False


def _inside(said: object, points: float) -> Answer:
    """Return what a fork of the student's process says of a test cell, as far as it has the right shape."""
    if not isinstance(said, dict):
        return {"reason": "The answer of the test could not be read."}
    outputs = Outputs()
    try:
        for kind, content in said["outputs"]:
            outputs.add(kind, content)
    except (BadOutput, RecursionError, KeyError, TypeError, ValueError):
        return {"reason": "The outputs of the test could not be read."}
    if said.get("failed") is not False:
        return {"outputs": outputs.made, "reason": _ended_in(outputs.made)}
    number = said.get("score")
    score = score_of(number if type(number) in (int, float) else None, points)
    return {"outputs": outputs.made, "status": "ok", "score": score.points, "reason": score.reason}


def _ended_in(outputs: list[Output]) -> str:
    """Say which error ended a cell, if its name is one that an error can have."""
    names = [output["ename"] for output in outputs if output["output_type"] == "error"]
    return f"The test ended in {names[-1]}." if names and names[-1].isidentifier() else "The test failed."


class JudgeSide:
    """The judge's job."""

    def __init__(self, task: NotebookTask, sandbox: Sandbox, shown: Sequence[Path]) -> None:
        """Begin without a job; `shown` is what the student's job may read of the course."""
        self.task = task
        self.sandbox = sandbox
        self.shown = shown
        self.notes: list[str] = []
        self._talk: JudgeConversation | None = None
        self._introductions: socket.socket | None = None
        self._reached: list[Cell] = []
        self._given = False  # an answer to a given cell is on its way
        self.lost = False  # whether it went away between two cells

    def begin_given(self, cell: Cell) -> None:
        """Let the judge run a given cell too, while the student's job does."""
        self._job().ask("given", source=cell.source)
        self._reached.append(cell)
        self._given = True

    def end_given(self) -> None:
        """Wait for that."""
        if not self._given or self._talk is None:
            return
        self._given = False
        answer = self._talk.answer(self.task.limits.cell_seconds)
        for note in answer.get("notes", ()):
            self.notes.append(f"A statement of a given cell did not run in the judge: {note}")

    def take(self, cell: Cell) -> None:
        """Tell the judge of an answer cell: what was submitted, and what the course's version binds."""
        if cell not in self._reached:
            self._reached.append(cell)
        self._tell(cell)

    def test(
        self,
        cell: Cell,
        connect: Callable[[], socket.socket | None],
        strictly: bool,
        meanwhile: Callable[[], None],
    ) -> Answer:
        """Let the judge run a test cell; `connect` makes a fork of the student's process, each time anew."""
        limits = self.task.limits
        if self._talk is not None and not self._talk.job.running:
            self.close()  # what an earlier test left running ended it
            self.lost = True
        talk = self._job()

        def introduce() -> None:
            channel = connect()
            if channel is None or self._introductions is None:
                return
            try:
                frames.send_socket(self._introductions, channel)
            except OSError:
                raise JudgeEndedError("the judge's process ended") from None

        introduce()
        talk.ask(
            "test",
            id=cell.id,
            source=cell.source,
            points=cell.points,
            seconds=limits.cell_seconds,
            bytes=limits.output_bytes,
            displays=limits.displays,
            strictly=strictly,
        )
        return cast(Answer, talk.answer(limits.cell_seconds + limits.grace_seconds, meanwhile, introduce))

    def forget(self, cell: Cell) -> None:
        """Start a new judge when it is next needed, without the cell that ended this one."""
        self._reached = [other for other in self._reached if other != cell]
        self._given = False
        self.close()

    def kill(self) -> None:
        """Begin to end the job; `close` waits for its end."""
        if self._talk is not None:
            self._talk.job.kill("no longer wanted")

    def close(self) -> None:
        """End the job."""
        if self._talk is not None:
            self.kill()
            self._talk.job.wait()
            self._talk = None
        if self._introductions is not None:
            self._introductions.close()
            self._introductions = None

    def _job(self) -> JudgeConversation:
        if self._talk is None:
            ours, theirs = socket.socketpair()
            with theirs:
                job = self.sandbox.start(
                    self.task.course_files,
                    [theirs.fileno()],
                    self._environment(),
                    self.task.limits,
                    digest(f"judge {self.task.seed}".encode()),
                )
            self._introductions = ours
            self._talk = JudgeConversation(job, self.task.limits.grace_seconds)
            self._begin()
        return self._talk

    def _environment(self) -> dict[str, str]:
        return {
            "NBJUDGE": "1",
            "NBJUDGE_SEED": self.task.seed,
            "NBJUDGE_STUDENT": self.task.student_id,
            "MPLBACKEND": "agg",
        }

    def _begin(self) -> None:
        """Tell a new judge of the course, and of the cells that went before."""
        assert self._talk is not None
        golden = self.task.golden
        run = [cell for cell in self.task.cells if cell.id not in self.task.left_out]
        given = tuple(cell.source for cell in run if cell.kind == "given")
        tests = tuple(cell.source for cell in self.task.cells if cell.kind == "test")
        texts = [*given, *(_reference(cell) for cell in run)]
        self._talk.ask(
            "begin",
            golden=None if golden is None else sorted(golden),
            read=sorted({name for text in texts for name in names_of(text).read}),
            words=sorted(words_that_matter(given, tests)),
            shown=list(map(str, self.shown)),
            hidden=self.task.hide,
        )
        self._talk.answer(self.task.limits.cell_seconds)
        for cell in list(self._reached):
            self._tell(cell)

    def _tell(self, cell: Cell) -> None:
        talk = self._job()
        if cell.kind == "given":
            talk.ask("given", source=cell.source)
        else:
            asked = cell.kind == "answer"
            talk.ask("answer", source=cell.source, reference=_reference(cell), asked=asked)
        talk.answer(self.task.limits.cell_seconds)


def _reference(cell: Cell) -> str:
    """Return the text that says which names are the student's: none for an extra cell."""
    return cell.reference if cell.kind == "answer" else ""
