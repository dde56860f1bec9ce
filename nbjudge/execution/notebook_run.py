"""One notebook on its way through both processes: cell by cell, to a result for each.

In: what each kind of cell asks of the student's job and of the judge's; time for the notebook as a whole;
what is said to the assistant when a process died. From the first test with hidden lines on, all cells of the
student are run before a test is: what a hidden test is given is not there yet when they show something. Each
test then has its copy of the state at its place, or, where that makes no difference, all have one. Left out:
the jobs themselves (`sides`) and the sandboxes (`execution`).
"""

import contextlib
import re
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

from nbjudge.course import hidden_tests
from nbjudge.execution.sides import Answer, JudgeSide, NoProcessError, StudentSide
from nbjudge.judge.conversation import JudgeEndedError
from nbjudge.judge.source import imports_for, makers_of, names_of
from nbjudge.sandbox.launch import PINNED
from nbjudge.sandbox.server import Sandbox
from nbjudge.tasks import IN_STUDENT, Cell, CellResult, NotebookResult, NotebookTask, Status

LEFT_OUT = "Not run for the marks: none depends on it."
_OVER = "The notebook's time was over before this cell."
_FOR_ADDED = 0.5  # of the time: what the student added may not use up that of answers and tests
_WORD = re.compile(r"[^\W\d]\w*")


class NotebookRun:
    """The state of one notebook's run."""

    def __init__(self, task: NotebookTask, student: Sandbox, judge: Sandbox) -> None:
        """Begin; the jobs are started with the first cell."""
        self.task = task
        self.student = StudentSide(task, student)
        self.judge = JudgeSide(task, judge, student.visible)
        self.places: set[str] = set()
        self.notes: list[str] = []
        self._waits = _first_to_wait(task)
        # Tests that wait until all cells have been run share a copy of the state, if the task says so.
        waiting = task.cells[self._waits :] if task.one_copy else ()
        self._sharing = frozenset(cell.id for cell in waiting if cell.kind == "test")
        self._served = set[str]()  # those that have been served by it
        last = next((cell for cell in reversed(task.cells) if self._runs(cell)), None)
        self._last = None if self._sharing else last
        self._timed_out = False  # whether a test's call took too long
        self._lost = False  # whether a process went away that nobody here had ended
        self._told = False  # whether the student's process was given inputs of a hidden test
        self._learns = False  # whether a run of the test that is on gave it any
        self._asked_again = False  # whether it is the second run of a test that counts
        answers = (names_of(cell.reference).bound for cell in task.cells if cell.kind == "answer")
        self._answered = frozenset[str]().union(*answers)  # names that only an answer may bind

    def result(self) -> NotebookResult:
        """Run all cells."""
        seconds = self.task.limits.notebook_seconds
        self._deadline = time.monotonic() + seconds
        self._added_until = self._deadline - (1 - _FOR_ADDED) * seconds
        cells = self.task.cells
        first = self._waits
        results = [self._timed(cell, self._run) for cell in cells[:first]]
        shown = [self._timed(cell, self._run_ahead) for cell in cells[first:]]
        results += [
            self._timed(cell, self._catch_up, made) for cell, made in zip(cells[first:], shown, strict=True)
        ]
        notes = dict.fromkeys([*self.student.notes, *self.judge.notes, *self.notes])
        conditions = {**PINNED, "seed": self.task.seed}
        places = frozenset(self.places)
        return NotebookResult(self.task.name, tuple(results), tuple(notes), places, conditions)

    def _timed(self, cell: Cell, step: Callable[..., CellResult], *before: CellResult) -> CellResult:
        """Do one step for a cell, unless the time is over; `before` is what came of an earlier step."""
        started = time.monotonic()
        if cell.id in self.task.left_out:
            made = CellResult(cell.id, "not run", reason=LEFT_OUT)
        elif not _has_to_run(cell):
            made = CellResult(cell.id, "not run")
            if step != self._run_ahead:
                self._note_answer(cell)
        elif started > self._deadline and not (before and cell.kind != "test"):
            made = _unrun(cell, _OVER)
        elif cell.kind == "extra" and started > self._added_until and not before:
            made = _unrun(cell, "The rest of the notebook's time is for answers and tests.")
        else:
            made = step(cell, *before)
        return replace(made, seconds=time.monotonic() - started + sum(one.seconds for one in before))

    def _runs(self, cell: Cell) -> bool:
        return cell.id not in self.task.left_out and _has_to_run(cell)

    @property
    def lost(self) -> bool:
        """Whether a process ended on the way, by the student's doing or by the machine's."""
        return self._lost or self.student.lost or self.judge.lost

    def close(self) -> None:
        """End both jobs, at the same time."""
        self.judge.kill()
        self.student.close()
        self.judge.close()

    def _note_answer(self, cell: Cell) -> None:
        with self._judge_may_end(cell):
            if cell.kind == "answer":
                self.judge.take(cell)

    def _run(self, cell: Cell) -> CellResult:
        """Run a cell on both sides."""
        if cell.kind == "test":
            result = self._test(cell)
            self._import_as(cell)
            return result
        with self._judge_may_end(cell):
            if cell.kind == "given":
                self.judge.begin_given(cell)
        outcome = self.student.execute(cell)
        self._end_on_judges_side(cell)
        return replace(outcome, secret=self._told)

    def _run_ahead(self, cell: Cell) -> CellResult:
        """Run a cell on the student's side, or keep the state for a test that will be run later."""
        if cell.kind != "test":
            return self.student.execute(cell)
        if cell is not self._last and cell.id not in self._sharing:
            self.student.keep(cell)
        self._import_as(cell)
        return CellResult(cell.id, "not run")

    def _catch_up(self, cell: Cell, shown: CellResult) -> CellResult:
        """Run a cell on the judge's side."""
        if cell.kind == "test":
            return self._test(cell)
        with self._judge_may_end(cell):
            if cell.kind == "given":
                self.judge.begin_given(cell)
        self._end_on_judges_side(cell)
        return shown

    def _end_on_judges_side(self, cell: Cell) -> None:
        with self._judge_may_end(cell):
            if cell.kind == "given":
                self.judge.end_given()
            else:
                self.judge.take(cell)

    def _import_as(self, test: Cell) -> None:
        """Let the student's process import what the test did, where another cell speaks of it."""
        if "import" in test.source and self.student.alive:
            others = [cell.source for cell in self.task.cells if cell.kind != "text" and cell is not test]
            words = frozenset(_WORD.findall("\n".join(others)))
            self.student.do_statements(imports_for(test.source, words - self._answered))

    @contextlib.contextmanager
    def _judge_may_end(self, cell: Cell) -> Iterator[None]:
        """Go on without a judge that ended with a given cell; the next test starts another."""
        try:
            yield
        except JudgeEndedError as end:
            self._lost = True
            self.judge.forget(cell)
            self.notes.append(f"The judge could not run the cell {cell.id}: {end}.")

    def _test(self, cell: Cell) -> CellResult:
        """Run a test; take note of what the student's process learns by it."""
        told, keeps, shares = self._told, self.student.keeps(cell), cell.id in self._sharing
        self._learns = self._asked_again = False
        line: int | None = None
        try:
            made, line = self._verdict(cell)
        except NoProcessError:
            made = _unrun(cell, self.student.reason)
        if keeps:
            self.student.give_up(cell)
        self._told = told or self._learns or hidden_tests.reached(cell.source, line)
        if self._asked_again and not (keeps or shares):  # its process may know what the first run gave
            told = self._told
        if self._told:
            self.student.seal()
        return replace(made, secret=told)

    def _verdict(self, cell: Cell) -> tuple[CellResult, int | None]:
        """Run a test; give the line too at which it ended, if it did not come to its end."""
        if not self.student.alive:
            raise NoProcessError
        try:
            if IN_STUDENT in cell.tags:
                return self._inside(cell), None
            before = self.student.deaths
            answer = self._ask(cell)
            if self._timed_out and self.student.deaths > before and answer["status"] == "error":
                answer = self._ask(cell)  # what an earlier test left running ended the whole job
            self._timed_out = self._timed_out or answer["status"] == "timeout"
            self._lost = self._lost or (answer.get("lost") is True and not self.student.by_itself)
            self.places.update(answer.get("places", ()))
            matters = answer.get("score", 0.0) > 0 or names_of(cell.source).bound
            if matters and (doubts := answer.get("again")) and answer["status"] != "timeout":
                answer = self._lower(answer, self._ask(cell, strictly=True), doubts)
        except JudgeEndedError as end:
            self._lost = True
            self.judge.forget(cell)
            return CellResult(cell.id, "timeout", score=0.0, reason=f"The test was ended: {end}."), None
        if cell.id not in self._sharing:
            self._carry(cell, answer)
        return _result(cell, answer), answer.get("line")

    def _carry(self, cell: Cell, answer: Answer) -> None:
        """Give later cells what a test bound; what is no value is made by the lines that students can see."""
        if answer.get("carried"):
            self.student.bind(answer["carried"])
        if answer.get("made"):
            text = hidden_tests.for_students(cell.source)
            made = makers_of(text, set(answer["made"]), self._answered)
            words = frozenset(_WORD.findall("\n".join(made)))
            self.student.do_statements([*imports_for(text, words - self._answered), *made])

    def _ask(self, cell: Cell, strictly: bool = False) -> Answer:
        """Let the judge run the test against a fork of the student's process, or several, one by one."""
        with contextlib.ExitStack() as forks:

            def connect() -> socket.socket | None:
                before = self.student.deaths
                forks.close()
                if not self.student.alive or self.student.deaths > before:
                    return None
                try:
                    return forks.enter_context(self._fork(cell))
                except NoProcessError:
                    return None

            answer = self.judge.test(cell, connect, strictly, self.student.meanwhile)
            self._learns = self._learns or hidden_tests.reached(cell.source, answer.get("line"))
            return answer

    def _fork(self, cell: Cell) -> AbstractContextManager[socket.socket]:
        """Give a copy of the student's process as it was at a test: one for all, kept for it, or made now.

        A test that is run again has a copy of its own.
        """
        if cell.id in self._sharing - self._served:
            self._served.add(cell.id)
            return self.student.shared()
        if self.student.keeps(cell):
            return self.student.kept(cell)
        last, self._last = cell is self._last, None if cell is self._last else self._last
        return self.student.fork(last)

    def _lower(self, first: Answer, second: Answer, doubts: str) -> Answer:
        """Return the lower of two results: the first one, and that without what came in doubt.

        The code changed its arguments, or gave NaN, nothing at all, an argument itself, and the course's
        solution does not: a test that is true of such things says nothing. It is asked again without them,
        if it earned something, or binds names: these are left for later tests.
        """
        self._asked_again = second.get("score", 0.0) < first.get("score", 0.0)
        return second | {"reason": doubts} if self._asked_again else first

    def _inside(self, cell: Cell) -> CellResult:
        """Run a test cell in a fork of the student's process."""
        kept = self.student.keeps(cell)
        with self.student.kept(cell) if kept else self.student.fork() as channel:
            answer = self.student.run_inside(cell, channel)
        return _result(cell, answer)


def _has_to_run(cell: Cell) -> bool:
    return cell.kind == "test" or (cell.kind != "text" and bool(cell.source.strip()))


def _result(cell: Cell, answer: Answer) -> CellResult:
    status: Status = answer["status"]
    outputs = tuple(answer.get("outputs", ()))
    score = min(max(float(answer.get("score", 0.0)), 0.0), cell.points)
    weaker = answer.get("weaker") is True
    before_hidden = int(answer.get("before_hidden", 0))
    return CellResult(cell.id, status, outputs, score, str(answer.get("reason", "")), weaker, before_hidden)


def _unrun(cell: Cell, reason: str) -> CellResult:
    return CellResult(cell.id, "not run", score=0.0 if cell.kind == "test" else None, reason=reason)


def _first_to_wait(task: NotebookTask) -> int:
    """Return from which cell on tests wait: the first one with hidden lines; any, if one copy does for all.

    Where a test binds what the course's own cells read afterwards, tests cannot wait.
    """
    cells = task.cells
    tests = [number for number, cell in enumerate(cells) if cell.kind == "test"]
    hidden = [number for number in tests if hidden_tests.lines(cells[number].source)]
    own = [names_of(_courses(cell)) for cell in cells if cell.kind in ("given", "answer")]
    read = _union(names.read - names.bound for names in own)
    starts = tests[:1] + hidden[:1] if task.one_copy else hidden[:1]
    for first in starts:
        if not read & _union(names_of(cell.source).bound for cell in cells[first:] if cell.kind == "test"):
            return first
    return len(cells)


def _union(names: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*names)


def _courses(cell: Cell) -> str:
    return cell.reference if cell.kind == "answer" else cell.source
