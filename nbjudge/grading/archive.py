"""Where records are kept: one file for each submission, whole or not there."""

from pathlib import Path

from nbjudge import records
from nbjudge.course.course import Course, Submission
from nbjudge.course.files import read_bytes, write_bytes
from nbjudge.records import Record

MOST_BYTES = 512 << 20


def path_of(course: Course, submission: Submission) -> Path:
    """Say where the record of a submission lies."""
    return course.own / "records" / submission.assignment / f"{submission.student}.json"


def preview_of(course: Course, submission: Submission) -> Path:
    """Say where the record lies that a preview made; the next grading finds it there."""
    return course.own / "preview" / submission.assignment / f"{submission.student}.json"


def load(path: Path) -> Record | None:
    """Read a record; None if there is none that can be used."""
    return understood(content(path))


def content(path: Path) -> bytes:
    """Read the bytes of a record; none if it is not there."""
    try:
        return read_bytes(path, MOST_BYTES)
    except OSError:
        return b""


def understood(content: bytes) -> Record | None:
    """Understand the bytes of a record; None if they are none that can be used."""
    try:
        return records.from_bytes(content)
    except (ValueError, RecursionError):
        return None


def save(path: Path, record: bytes) -> None:
    """Put a record in its place; one that says the same stays as it is."""
    if content(path) != record:
        write_bytes(path, record, mode=0o600)
