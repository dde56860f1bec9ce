"""Feedback as archives: all pages of one student, and those of a class as an LMS takes them back.

Canvas, Moodle and Brightspace find the student of an uploaded file by the name that they gave the file which
was handed in. So an archive for an upload is made like the download: the same names, with the pages in the
place of the notebooks. Nothing but pages goes into an archive, and the same pages make the same bytes.
"""

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbjudge.course.course import Course
from nbjudge.course.people import People
from nbjudge.pages import student_index
from nbjudge.submission.downloads import NOTEBOOK, Handed, student_of

PAGE = ".html"
READABLE = 0o644 << 16  # the rights of every file, where an archive keeps them
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the time of every file in an archive


@dataclass(frozen=True)
class Upload:
    """What an LMS takes back."""

    content: bytes
    students: Sequence[str]  # whose pages are in it
    without: Sequence[str]  # whose files the download has, but of whom there is no page


def students(course: Course, assignment: str = "") -> list[str]:
    """Name those who have pages; with a name, of one assignment."""
    names = [assignment] if assignment else course.assignments()
    handed_in = {one.student for name in names for one in course.submissions(name)}
    return sorted(student for student in handed_in if _pages_of(course, student, assignment))


def of_student(course: Course, student: str, assignment: str = "") -> bytes:
    """Pack the pages of a student, and the page that leads to them; with a name, of one assignment."""
    return packed(_pages_of(course, student, assignment))


def _pages_of(course: Course, student: str, assignment: str = "") -> dict[str, Path]:
    """Find the pages of a student, by their names in an archive."""
    pages: dict[str, Path] = {}
    for name in [assignment] if assignment else course.assignments():
        folder = course.folder("feedback", name, student)
        pages |= {f"{name}/{path.name}": path for path in sorted(folder.glob(f"*{PAGE}"))}
    index = student_index.path_of(course, student)
    if not pages or assignment or index is None or not index.is_file():
        return pages
    leads = all(index.parent / name == path for name, path in pages.items())  # so that its links hold
    return pages | ({student_index.NAME: index} if leads else {})


def for_upload(course: Course, assignment: str, download: Iterable[Handed], people: People) -> Upload:
    """Pack the pages of an assignment as an LMS finds the students of a download again."""
    by_student: dict[str, list[Handed]] = {}
    for one in download:
        by_student.setdefault(student_of(one, people), []).append(one)
    packing: dict[str, Path] = {}
    without = []
    for student, files in sorted(by_student.items()):
        folder = course.folder("feedback", assignment, student)
        pages = sorted(folder.glob(f"*{PAGE}"))
        packing |= {_beside(files, page.stem) + page.name: page for page in pages}
        if not pages:
            without.append(student)
    return Upload(packed(packing), [name for name in sorted(by_student) if name not in without], without)


def _beside(files: Sequence[Handed], notebook: str) -> str:
    """Give what an LMS put before the file that the page is about, or else before the newest."""
    named = [one for one in files if one.file.removesuffix(NOTEBOOK) == notebook]
    return max(named or files, key=lambda one: one.age).before


def packed(files: Mapping[str, Path]) -> bytes:
    """Pack files under these names."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.external_attr = READABLE
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return made.getvalue()
