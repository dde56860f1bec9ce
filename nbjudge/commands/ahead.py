"""A head start for workers: they get ready while the rest of the grader is still being loaded.

A first result takes a second of loading on both sides of a sandbox, and the gradebook's library a fifth of a
second in the process that waits for it. What is begun here is taken over by `backend.opened` if it is for
the same; what turns out to be wrong is not said here, but where it is needed.
"""

import contextlib
from collections.abc import Iterator

from nbjudge.classroom import backend, doctor, states
from nbjudge.classroom.states import MOST_LOOKED_AT
from nbjudge.commands.request import Request
from nbjudge.course.course import Course, CourseError
from nbjudge.grading.open_release import open_release
from nbjudge.sandbox import protection

_HERE = "local"  # a cluster has its workers already


@contextlib.contextmanager
def ahead(course: Course, request: Request) -> Iterator[None]:
    """Begin to start the workers that will be needed, if there is work at first sight."""
    with contextlib.ExitStack() as stack:
        if course.options.backend == _HERE:
            with contextlib.suppress(CourseError, OSError, StopIteration):
                _begin(course, request, stack)
        yield


def _begin(course: Course, request: Request, stack: contextlib.ExitStack) -> None:
    handed_in = (name for name in course.assignments() if course.has_more_than(0, name))
    name = request.assignment or next(handed_in)
    release = open_release(course, name)
    if doctor.fresh(course, release) is None:
        workers = 1  # for the doctor
    else:
        most = backend.workers_of(course, request.workers, MOST_LOOKED_AT)
        new = states.seem_new(course, release, request.students, most, request.force)
        workers = min(new, most)
    if workers:
        if not course.options.unsafe:
            protection.best()  # once for all workers, which are copies of this process
        stack.enter_context(backend.begun(course, release, workers))
