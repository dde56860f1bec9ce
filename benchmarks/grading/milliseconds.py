"""Where the milliseconds of a submission go: processor time of each process and step, with one worker.

The steps are those of `nbjudge grade`, called one after the other instead of by a pool: what they take can
be told apart. The jobs' times are the kernel's own account at the end of each.
"""

import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from benchmarks.grading import floor
from nbjudge.classroom import bundle
from nbjudge.classroom.orders import Graded, Publish, Published
from nbjudge.classroom.run import to_grade
from nbjudge.classroom.worker import opened
from nbjudge.course import course as courses
from nbjudge.gradebook.writer import Writer
from nbjudge.grading import archive
from nbjudge.grading.open_release import open_release
from nbjudge.pages.publish import Target
from nbjudge.sandbox.server import Sandbox

WARMING = 3  # submissions that are not counted
_JOBS = {
    "nbjudge.inside.kernel:serve": "student's process: cells, and copies of it for test cells",
    "nbjudge.judge.process:serve": "judge's process: given cells and tests",
}
FLOOR = "the floor: the same cells and tests in a copy of a warm plain process"
_WORKER = "worker: read, rebuild, lead both processes, record"
_SERVERS = "fork servers"


def measure(root: Path, assignment: str) -> dict[str, float]:
    """Return milliseconds per submission of a class that is to be graded: of each step, and on the clock."""
    course = courses.read(root)
    release = open_release(course, assignment)
    submissions = course.submissions(assignment)
    spent: Counter[str] = Counter()
    with (
        _jobs_counted(spent),
        opened(bundle.of(course, release, with_code=False)) as worker,
        Writer(course) as gradebook,
    ):
        gradebook.prepare(release)
        for number, submission in enumerate(submissions):
            if number == WARMING:
                spent.clear()
                servers, start = _servers(), time.perf_counter()
            with _counted(spent, _WORKER):
                answer = Graded.of(worker.answer(to_grade(course, release, submission, True).make()))
                archive.save(archive.path_of(course, submission), answer.content)
            with _counted(spent, "gradebook"):
                marks = gradebook.write(answer.record, None)
            with _counted(spent, "notebook and page for the student"):
                target = Target.of(course, submission, answer.record, answer.content, marks)
                made = Published.of(worker.answer(Publish(answer.content, marks, {}).to_bytes()))
                target.write(release, made.files, answer.record, made.results)
        spent[_SERVERS] = _servers() - servers
        wall = time.perf_counter() - start
    count = len(submissions) - WARMING
    found = {name: 1000 * seconds / count for name, seconds in {**spent, "wall": wall}.items()}
    return found | {FLOOR: 1000 * floor.seconds(root, assignment)}


@contextmanager
def _counted(spent: Counter[str], step: str):
    before = time.process_time()
    yield
    spent[step] += time.process_time() - before


@contextmanager
def _jobs_counted(spent: Counter[str]):
    """Add up what the servers say that each job has used."""
    finish = Sandbox._finish

    def counted(sandbox: Sandbox, timeout: float | None) -> dict[str, Any] | None:
        end = finish(sandbox, timeout)
        if end is not None and sandbox._purpose.entry in _JOBS:
            spent[_JOBS[sandbox._purpose.entry]] += end["seconds"]
        return end

    Sandbox._finish = counted
    try:
        yield
    finally:
        Sandbox._finish = finish


def _servers() -> float:
    """Return the processor time of the servers themselves, without that of the jobs that have ended."""
    processes = psutil.Process().children(recursive=True)
    return sum(sum(process.cpu_times()[:2]) for process in processes)
