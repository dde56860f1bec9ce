"""What was prepared for an assignment, kept on the disk between runs.

What the course's own functions returned: the judge's fork server calls such a function before the first
submission; where the checkup has been made of just this assignment by just this code, it is handed what it
returned then. And what every page shows of the release, turned into HTML.
"""

import contextlib
from collections.abc import Mapping
from pathlib import Path

from nbjudge.classroom import envelope
from nbjudge.course.course import Course
from nbjudge.course.files import write_bytes
from nbjudge.course.release import Release
from nbjudge.grading import unchanged
from nbjudge.grading.golden import fingerprint


def load(course: Course, release: Release, environment: str) -> Mapping[str, bytes]:
    """Give it by its names, if it is there; `environment` is that of `unchanged`."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, IndexError):
        data, files = envelope.opened(_path(course, release).read_bytes())
        if data["key"] == _key(release, environment):
            return files
    return {}


def save(course: Course, release: Release, environment: str, made: Mapping[str, bytes]) -> None:
    """Keep what is new, beside what was there."""
    with contextlib.suppress(OSError):  # then it is made again the next time
        whole = {**load(course, release, environment), **made}
        content = envelope.sealed({"key": _key(release, environment)}, whole)
        write_bytes(_path(course, release), content, 0o600, sync=False)


def _key(release: Release, environment: str) -> str:
    return f"{fingerprint(release)} {environment} {unchanged.look()}"


def _path(course: Course, release: Release) -> Path:
    return course.own / "prepared" / release.assignment
