"""`nbjudge feedback`: the students' pages as archives, one for each student or one for an LMS's upload."""

import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from nbjudge.commands.terminal import fitted
from nbjudge.course import people as known_people
from nbjudge.course.course import Course, CourseError
from nbjudge.course.files import write_bytes
from nbjudge.course.printable import printable
from nbjudge.grading.open_release import open_release
from nbjudge.pages import archives
from nbjudge.submission import downloads

MOST_NAMES = 12


def run(course: Course, assignment: str, target: Path, download: Path | None, people: Path | None) -> bool:
    """Write what is asked for; say whether everybody's pages are in it."""
    if assignment:
        course.expect(assignment)
    if download is None:
        return _each(course, assignment, target)
    if not assignment:
        raise CourseError(
            "A download is of one assignment: name it, as in nbjudge feedback ps1 --download …."
        )
    return _upload(course, assignment, target, download, people)


def _each(course: Course, assignment: str, target: Path) -> bool:
    """Write an archive for each student into a folder."""
    if target.exists() and not target.is_dir():
        raise CourseError(f"{target} is a file: name a folder for the archives.")
    names = archives.students(course, assignment)
    if not names:
        raise CourseError("There is no page of feedback yet: run nbjudge grade.")
    for student in names:
        write_bytes(target / f"{student}.zip", archives.of_student(course, student, assignment))
    _say([f"{len(names)} archive{'' if len(names) == 1 else 's'} in {target}"])
    return True


def _upload(course: Course, assignment: str, target: Path, download: Path, people: Path | None) -> bool:
    """Write the archive that an LMS takes back."""
    released = [notebook.name for notebook in open_release(course, assignment).notebooks]
    handed, unread = downloads.read(_names_in(download), released)
    if not handed:
        raise CourseError(
            f"No name in {download} is one that Canvas, Moodle or Brightspace gives a submission: "
            "name the archive as it was downloaded."
        )
    made = archives.for_upload(course, assignment, handed, known_people.of(course, people))
    if not made.students:
        raise CourseError(
            f"Nobody in {download} has a page of {assignment}. Folders of students are looked for as "
            f"{_listed(made.without)}: say in the file of people (--people) who is who."
        )
    write_bytes(target, made.content)
    count = len(made.students)
    lines = [
        f"{target}: pages of {count} student{'' if count == 1 else 's'}, as {handed[0].lms} takes them back"
    ]
    if made.without:
        lines.append(f"  no page of: {_listed(made.without)}")
    if unread:
        lines.append(f"  skipped, for their names do not say whose they are: {_listed(unread)}")
    _say(lines)
    return not made.without


def _names_in(download: Path) -> list[str]:
    try:
        with zipfile.ZipFile(download) as archive:
            return archive.namelist()
    except (OSError, zipfile.BadZipFile) as error:
        raise CourseError(f"The download {download} cannot be read: {error}") from error


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return printable(", ".join(names[:MOST_NAMES]) + more)


def _say(lines: Sequence[str]) -> None:
    sys.stdout.write("".join(f"{fitted(line)}\n" for line in lines))
