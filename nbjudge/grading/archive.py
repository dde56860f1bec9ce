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
    try:
        return records.from_bytes(read_bytes(path, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return None


def save(path: Path, record: Record) -> None:
    """Put a record in its place; one that says the same stays as it is."""
    content = records.to_bytes(record)
    try:
        if read_bytes(path, MOST_BYTES) == content:
            return
    except OSError:
        pass
    write_bytes(path, content, mode=0o600)
