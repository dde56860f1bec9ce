"""One run at a time in a course: two at once would write the same files."""

import contextlib
import sys
from collections.abc import Iterator

from nbjudge.course.course import Course, CourseError


@contextlib.contextmanager
def alone(course: Course) -> Iterator[None]:
    """Hold the course: two runs at once would write the same files."""
    if sys.platform == "win32":
        raise CourseError("Grading needs Linux, since nothing else confines what students wrote: use WSL 2.")
    import fcntl

    course.own.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (course.own / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CourseError(f"Another run is in progress in {course.root}: wait until it ends.") from None
        yield
