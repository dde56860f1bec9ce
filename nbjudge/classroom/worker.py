"""A worker: grades and publishes one submission after the other, as it is told; it knows what orders mean.

Every backend lets workers answer its orders. As a process, orders come on standard input and answers go back
on standard output, each after its length. Whatever a submission does to it, crash or hang, costs this
process and one more try; it touches neither gradebook nor course. It ends when the pool does.
"""

import contextlib
import ctypes
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, BinaryIO

from nbjudge.classroom import bundle, envelope
from nbjudge.classroom.backend import Unprotected
from nbjudge.classroom.orders import Grade, Graded, Publish, Published, Solve, Solved
from nbjudge.execution.preload import Preload, to_preload, well_known
from nbjudge.grading.archive import understood
from nbjudge.grading.executors import Executors
from nbjudge.grading.solution import solve
from nbjudge.grading.steps import Assignment, Beginner, Executor, Preparer, grade, make_executor
from nbjudge.sandbox import levels
from nbjudge.sandbox.server import SandboxError

PR_SET_PDEATHSIG = 1
LENGTH = 8
_PAGES = "pages"  # beside the names of functions, which have a colon
Files = Mapping[str, bytes]


class Worker:
    """One assignment of one course, and an executor that is warm; it keeps nothing between two orders."""

    def __init__(self, assignment: Assignment, executors: Executors) -> None:
        """Take what all submissions share."""
        self.assignment = assignment
        self.executors = executors

    @property
    def protection(self) -> str:
        """The level of protection that submissions are run with."""
        return self.executors.protection

    def answer(self, order: bytes) -> bytes:
        """Do what is asked."""
        steps: dict[str, Callable[[Mapping[str, Any], Files], bytes]] = {
            "grade": self._grade,
            "publish": self._publish,
            "solve": self._solve,
        }
        data, files = envelope.opened(order)
        return steps[data["op"]](data, files)

    def _grade(self, data: Mapping[str, object], files: Files) -> bytes:
        order = Grade.of(data, files)
        old, former = understood(order.old), understood(order.former)
        return Graded.to_bytes(grade(self.assignment, order.work, self.executors, old, former), order)

    def _publish(self, data: Mapping[str, object], files: Files) -> bytes:
        from nbjudge.pages import publish, results  # when there is a page to be made
        from nbjudge.pages.feedback import texts

        texts.know(self.assignment.kept.get(_PAGES, b""))
        order = Publish.of(data, files)
        assignment, record = self.assignment, order.understood
        forced = assignment.forced_data
        pictures = publish.pictures_of({**assignment.data, **order.pictures, **forced})
        hidden = assignment.options.show_hidden
        asked = order.marks, pictures, hidden, order.only_open
        made = publish.made(assignment.release, record, *asked)
        return Published(made, results.of_record(record)).to_bytes()

    def _solve(self, data: Mapping[str, object], files: Files) -> bytes:
        from nbjudge.pages import publish

        order = Solve.of(data)
        asked = order.golden, order.tags, order.seeds, frozenset(order.only)
        solved = solve(self.assignment, self.executors, *asked)
        usual = self.executors.usual
        made = usual.made if isinstance(usual, Preparer) else {}
        if _PAGES not in self.assignment.kept:
            made = {**made, _PAGES: publish.turned(self.assignment.release)}
        return Solved(solved, made).to_bytes()


@contextlib.contextmanager
def opened(content: bytes) -> Iterator[Worker]:
    """Open a bundle, and give a worker that is ready for orders."""
    with contextlib.ExitStack() as stack:
        assignment = stack.enter_context(bundle.unpacked(content))
        options, release = assignment.options, assignment.release
        left_out = assignment.left_out if options.leave_out_illustrations else None
        loaded = to_preload(release, options.own_packages, left_out)
        kept = {name: made for name, made in assignment.kept.items() if name != _PAGES}

        def make(preload: Preload) -> contextlib.AbstractContextManager[Executor]:
            return make_executor(options, preload, release.texts, kept)

        try:
            executor = stack.enter_context(make(loaded))
        except SandboxError as error:
            raise Unprotected(str(error)) from error
        if options.level and levels.is_below(executor.protection, options.level):
            here = executor.protection.partition(":")[0]
            given = f"level {here}" if here else "none"
            raise Unprotected(f"Level {options.level} was asked for; this machine gives {given}.")
        if isinstance(executor, Beginner):
            executor.begin(options.hide)
        known = well_known(options.own_packages)
        find = partial(to_preload, release, options.own_packages)
        yield Worker(assignment, stack.enter_context(Executors(executor, loaded, known, find, make)))


def main() -> None:
    """Serve whoever started this process until the line is closed."""
    answers = _take_over_output()
    _die_with_parent()
    content = _heard()
    try:
        with opened(content) as worker:
            del content
            _say(answers, {"op": "ready", "protection": worker.protection})
            _serve(worker, answers)
    except Exception as error:
        traceback.print_exc()
        unprotected = isinstance(error, Unprotected)
        _say(
            answers, {"op": "unable", "error": str(error) or type(error).__name__, "unprotected": unprotected}
        )


def _serve(worker: Worker, answers: BinaryIO) -> None:
    while order := _heard():
        try:
            _say(answers, {"op": "done"}, {"answer": worker.answer(order)})
        except Exception as error:
            traceback.print_exc()
            _say(answers, {"op": "failed", "error": in_one_line(error)})


def in_one_line(error: Exception) -> str:
    """Name an error in one line; of a long text the end says most."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    sentence = " … ".join(dict.fromkeys([lines[0], lines[-1]])) if lines else ""
    return f"{type(error).__name__}: {sentence}"[:500] if sentence else type(error).__name__


def _take_over_output() -> BinaryIO:
    """Keep standard output for the answers: what anything prints goes to the log."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _heard() -> bytes:
    """Read an order; nothing if the line is closed."""
    size = sys.stdin.buffer.read(LENGTH)
    return sys.stdin.buffer.read(int.from_bytes(size)) if len(size) == LENGTH else b""


def _say(answers: BinaryIO, data: Mapping[str, object], files: Files | None = None) -> None:
    content = envelope.sealed(data, files)
    answers.write(len(content).to_bytes(LENGTH) + content)
    answers.flush()


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    main()
