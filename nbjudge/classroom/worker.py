"""A worker: grades and publishes one submission after the other, as it is told; it knows what orders mean.

Every backend lets workers answer its orders. As a process of the pool, lines of JSON come on standard input
and go back on standard output. Whatever a submission does to it, crash or hang, costs this process and one
more try; it never touches the gradebook. It ends when the pool does.
"""

import contextlib
import ctypes
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from nbjudge import marks, records
from nbjudge.classroom.backend import Order, Setup, Unprotected
from nbjudge.course import course as courses
from nbjudge.course.course import Course, Submission
from nbjudge.course.release import Release
from nbjudge.execution.preload import to_preload
from nbjudge.grading import archive
from nbjudge.grading.open_release import open_release
from nbjudge.grading.solution import left_out, solve
from nbjudge.grading.steps import Assignment, Executor, grade, make_executor
from nbjudge.records import Record
from nbjudge.sandbox.server import SandboxError

PR_SET_PDEATHSIG = 1
_ONLY_FOR_PAGES: Mapping[str, Any] = {"outputs": (), "source": None, "pictures": {}}


class Worker:
    """One assignment of one course, and an executor that is warm.

    It keeps nothing from one order to the next: whichever worker has time makes the pages of a submission,
    from the record on the disk.
    """

    def __init__(self, course: Course, release: Release, environment: str, executor: Executor) -> None:
        """Read what all submissions share."""
        self.course = course
        self.executor = executor
        self.release = release
        self.assignment = Assignment.prepare(course, release, environment)

    @property
    def protection(self) -> str:
        """The level of protection that submissions are run with."""
        return self.executor.protection

    def answer(self, order: Order) -> dict[str, Any]:
        """Do what is asked; every answer is plain data."""
        steps: dict[str, Callable[[Order], dict[str, Any]]] = {
            "grade": self._grade,
            "publish": self._publish,
            "solve": self._solve,
        }
        return steps[order["op"]](order)

    def _submission(self, order: Order) -> Submission:
        return Submission(order["student"], self.release.assignment, Path(order["folder"]))

    def _grade(self, order: Order) -> dict[str, Any]:
        how = {name: bool(order.get(name)) for name in ("force", "preview")}
        record = grade(self.assignment, self._submission(order), self.executor, **how)
        return {"record": _slim(record), "reused": record.reused}

    def _publish(self, order: Order) -> dict[str, Any]:
        from nbjudge.pages.publish import publish

        submission = self._submission(order)
        record = archive.load(archive.path_of(self.course, submission))
        if record is None:
            raise RuntimeError(f"the record of {submission.student} is gone")
        kept = marks.from_json(order["marks"])
        return {"written": publish(self.course, self.release, submission, record, kept)}

    def _solve(self, order: Order) -> dict[str, Any]:
        golden = (
            {name: frozenset(places) for name, places in order["golden"].items()} if order["golden"] else None
        )
        tags = {tuple(key.split("\0", 1)): tuple(added) for key, added in order["tags"].items()}
        results = solve(self.assignment, self.executor, golden, tags, frozenset(order["only"]))
        return {"notebooks": [result.to_json() for result in results]}


def _slim(record: Record) -> dict[str, Any]:
    """Give a record's data without what only pages need."""
    data = records.to_json(record)
    for notebook in data["notebooks"]:
        notebook["cells"] = [{**cell, **_ONLY_FOR_PAGES} for cell in notebook["cells"]]
    return data


@contextlib.contextmanager
def opened(setup: Setup) -> Iterator[Worker]:
    """Prepare an assignment, and give a worker that is ready for orders."""
    course = replace(courses.read(setup.root), options=setup.options)
    release = open_release(course, setup.assignment)
    preload = to_preload(release, course.options.own_packages, left_out(course, release))
    with contextlib.ExitStack() as stack:
        try:
            executor = stack.enter_context(make_executor(course.options, preload, release.texts))
        except SandboxError as error:
            raise Unprotected(str(error)) from error
        yield Worker(course, release, setup.environment, executor)


def main() -> None:
    """Serve the pool until it closes the line."""
    answers = _take_over_output()
    _die_with_parent()
    setup = Setup.from_json(json.loads(sys.stdin.readline()))
    try:
        with opened(setup) as worker:
            _say(answers, {"op": "ready", "protection": worker.protection})
            _serve(worker, answers)
    except Exception as error:
        traceback.print_exc()
        unprotected = isinstance(error, Unprotected)
        _say(
            answers, {"op": "unable", "error": str(error) or type(error).__name__, "unprotected": unprotected}
        )


def _serve(worker: Worker, answers: TextIO) -> None:
    for line in sys.stdin:
        order = json.loads(line)
        try:
            answer = {"op": order["op"], "student": order.get("student", ""), **worker.answer(order)}
        except Exception as error:
            traceback.print_exc()
            answer = {"op": "failed", "student": order.get("student", ""), "error": in_one_line(error)}
        _say(answers, answer)


def in_one_line(error: Exception) -> str:
    """Name an error in one line; of a long text the end says most."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    sentence = " … ".join(dict.fromkeys([lines[0], lines[-1]])) if lines else ""
    return f"{type(error).__name__}: {sentence}"[:500] if sentence else type(error).__name__


def _take_over_output() -> TextIO:
    """Keep standard output for the answers: what anything prints goes to the log."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _say(answers: TextIO, answer: Mapping[str, object]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    main()
