"""What lies on the disk, by sizes and times: of a submission, of what was made of it, of the course itself.

And who is new since an assignment was last graded, as far as that is seen without the gradebook.
"""

import hashlib
import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from nbjudge.course.course import Course
from nbjudge.course.files import digest, kept
from nbjudge.course.release import Release
from nbjudge.grading import unchanged
from nbjudge.grading.open_release import contents

_FORMAT = 2
_DOUBTFUL = 50_000_000  # nanoseconds within which a file may change again and keep its time
_MOST_ENTRIES = 2000  # of one submission's folder
MOST_LOOKED_AT = 100  # submissions, for a first impression


@dataclass(frozen=True)
class Known:
    """What was kept of an assignment when it was last graded."""

    entries: Mapping[str, Mapping[str, object]]  # by student
    report: str = ""  # of which state of the class it is, and which file


def path_of(course: Course, assignment: str) -> Path:
    """Say where it is kept."""
    return course.own / "index" / f"{assignment}.json"


def known(course: Course, assignment: str, key: str) -> Known:
    """Read what was kept, if the course is still as it was."""
    path = path_of(course, assignment)
    return _known(path, key, *of_file(path))


@lru_cache(maxsize=1)  # of a large class it is large, and read twice
def _known(path: Path, key: str, *state: int) -> Known:
    return Known(**(kept(path, key) or {"entries": {}}))


def seem_new(course: Course, release: Release, students: Sequence[str], most: int, force: bool) -> int:
    """Count the submissions that are new or changed at first sight, up to so many.

    Not everybody is looked at, nor the gradebook, which may tell of more.
    """
    name, entries = release.assignment, dict[str, Mapping[str, object]]()
    if is_plain(course) and not force:
        entries = dict(known(course, name, key_of(course, release)).entries)
    looked_at = islice(course.handed_in(name, students), MOST_LOOKED_AT)
    new = (
        one
        for one in looked_at
        if (entry := entries.get(one.student)) is None
        or entry["handed_in"] != of_folder(one.folder, doubtful=True)
    )
    return len([*islice(new, most)])


def is_plain(course: Course) -> bool:
    """Whether nothing but ours decides what a submission is worth."""
    return course.options.late_rule == "nbgrader" and "AssignLatePenalties" not in course.config


def key_of(course: Course, release: Release) -> str:
    """Hash what is the same for all submissions."""
    options = course.options
    files = {**contents(release.student_files), **contents(release.course_files)}
    beside = [course.golden_file(release.assignment)]
    if options.extensions_file:
        beside.append(Path(course.root, options.extensions_file))
    rubrics = Path(course.root, options.rubric_directory)
    parts = [
        _FORMAT,
        unchanged.environment(options.own_code),
        unchanged.look(),
        unchanged.of_package(unchanged.GRADER / "gradebook"),
        release.to_json(),
        {name: digest(content) for name, content in files.items()},
        [path.read_text() if path.is_file() else "" for path in beside],
        digest(course.secret()),
        unchanged.of_package(rubrics) if rubrics.is_dir() else "",
        options.to_json(),
        {name: dict(section) for name, section in course.config.items()},
    ]
    return digest(json.dumps(parts, default=repr, sort_keys=True).encode())


def of_file(path: Path) -> list[int]:
    """Give size and time of a file; nothing if there is none."""
    try:
        about = path.lstat()
    except OSError:
        return []
    return [about.st_size, about.st_mtime_ns]


def state_of(folder: Path) -> str:
    """Name the state of a folder, however much is in it."""
    known = of_folder(folder, changes=True)
    return str(of_file(folder)) if known is None else known


def of_folder(folder: Path, doubtful: bool = False, changes: bool = False) -> str | None:
    """Name the state of a folder by the sizes and times of all that is in it.

    With `changes` by a time as well that nobody can set. None if there is too much of it,
    or if something is so young that its time may not tell of a change.
    """
    told = hashlib.blake2b(digest_size=16)
    limit = time.time_ns() - _DOUBTFUL if doubtful else None
    waiting, count = [str(folder)], 0
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            return None if doubtful else ""
        for entry in found:
            about = entry.stat(follow_symlinks=False)
            newest = max(about.st_mtime_ns, about.st_ctime_ns)
            count += 1
            if count > _MOST_ENTRIES or (limit is not None and newest > limit):
                return None
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
                told.update(os.fsencode(entry.path))
            else:
                changed = about.st_ctime_ns if doubtful or changes else 0
                told.update(os.fsencode(entry.path))
                told.update(f"\0{about.st_mode} {about.st_size} {about.st_mtime_ns} {changed}\0".encode())
    return told.hexdigest()
