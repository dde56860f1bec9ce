"""Collects what students handed in from the download of an LMS: the step of `nbgrader zip_collect`.

It reads the names of Canvas, Moodle and Brightspace; a course that has a pattern of its own, as nbgrader
wants it (`c.FileNameCollectorPlugin.named_regexp`), keeps that.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

from nbgrader.plugins import FileNameCollectorPlugin

from nbjudge.course import course as courses
from nbjudge.course import people as known_people
from nbjudge.course.course import CourseError
from nbjudge.course.printable import printable
from nbjudge.submission import downloads
from nbjudge.submission.downloads import NOTEBOOK, Handed


class Download(FileNameCollectorPlugin):
    """Says of each file of a download whose it is, and when it was handed in."""

    def collect(self, submitted_file: str) -> dict[str, Any] | None:
        """Give a student, a file and a time; None for what is not collected."""
        if self.named_regexp:
            found: dict[str, Any] | None = super().collect(submitted_file)
            return found
        path = Path(submitted_file)
        handed = self._handed.get(path)
        if handed is None or path.suffix not in self.valid_ext:
            return None
        said = {"student_id": downloads.student_of(handed, self._people), "file_id": handed.file}
        if handed.moment:
            said["timestamp"] = handed.moment.astimezone().isoformat()
        return said

    @cached_property
    def _handed(self) -> dict[Path, Handed]:
        """Read all names at once: of two files of one student with one name, the newer counts."""
        folder = Path(self.parent._format_collect_path(self.parent.extracted_directory))
        archives = Path(self.parent._format_collect_path(self.parent.archive_directory))
        unpacked = {path.stem for path in archives.glob("*.zip")}
        released = [path.stem for path in self._release.glob(f"*{NOTEBOOK}")]
        every = [
            path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in self.valid_ext
        ]
        places = {_inside(path.relative_to(folder), unpacked): path for path in every}
        found, unread = downloads.read(places, released)
        for place in unread:
            self.log.warning(f"Skipped, for its name does not say whose it is: {printable(place)}")
        return {places[place]: one for place, one in downloads.newest(found).items()}

    @property
    def _release(self) -> Path:
        place = self.parent.coursedir
        return Path(place.format_path(place.release_directory, ".", place.assignment_id))

    @cached_property
    def _people(self) -> known_people.People:
        root = Path(self.parent.coursedir.root)
        try:
            return known_people.of(courses.from_config(self.config, root))
        except CourseError as error:
            self.parent.fail(str(error))
            return {}


def _inside(place: Path, unpacked: set[str]) -> str:
    """Leave out the folder into which nbgrader unpacks an archive: its name is none of a student's."""
    parts = place.parts[1:] if place.parts[0] in unpacked and len(place.parts) > 1 else place.parts
    return "/".join(parts)
