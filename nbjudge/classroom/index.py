"""Who need not be looked at again: of each submission the sizes and times of what it was made of, and made.

A submission whose files, record and pages are as they were, in a course that is as it was, with the marks and
the terms that the gradebook held, is not read again, nor is the report on a class in which nobody is new.
Where anything is in doubt, everything is read: another late rule or another report than ours, a file that is
younger than the last look at it.
"""

import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from nbjudge import marks as marks_of
from nbjudge.classroom.run import Event, Graded, grade_all, summed
from nbjudge.course.course import Course, Submission
from nbjudge.course.files import digest, write_text
from nbjudge.course.options import SECTIONS
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.grading import archive, unchanged
from nbjudge.grading.open_release import contents
from nbjudge.marks import Marks
from nbjudge.pages import places
from nbjudge.records import Record

_FORMAT = 1
_DOUBTFUL = 50_000_000  # nanoseconds within which a file may change again and keep its time
_MOST_ENTRIES = 2000  # of one submission's folder
_MADE = ("autograded", "feedback")
Terms = tuple[datetime | None, dict[str, timedelta]]


class Index:
    """What is known of an assignment's submissions since it was last graded."""

    def __init__(
        self, course: Course, release: Release, submissions: Sequence[Submission], part: bool = False
    ) -> None:
        """Look at the folders of the submissions, before anybody reads them; `part` if others are left."""
        self.course = course
        self.release = release
        self._submissions = {one.student: one for one in submissions}
        self._path = course.own / "index" / f"{release.assignment}.json"
        self._entries: dict[str, Any] = {}
        self._part = part
        self._report = ""  # of which state of the class it is, and which file
        self._now = ""
        self._noted: dict[str, tuple[str, list[str]]] = {}
        self._marks: dict[str, Marks] = {}
        self._usable = _is_plain(course)
        if self._usable:
            self._key = _key_of(course, release)
            self._load()
            self._handed_in = {one.student: _of_folder(one.folder, doubtful=True) for one in submissions}
            self._terms = self._read_gradebook()

    def grade(self, workers: int = 0, force: bool = False) -> Iterator[Event]:
        """Grade what has changed; give the results of everybody."""
        known = {} if force else {one.student: one for one in self._unchanged()}
        yield from known.values()
        rest = [one for student, one in self._submissions.items() if student not in known]
        for event in grade_all(self.course, self.release, rest, workers, force):
            if isinstance(event, Graded):
                self._entries.pop(event.student, None)
                if not event.error:
                    self._noted[event.student] = _digest(event.marks), list(event.notes)
            yield event

    def _unchanged(self) -> Iterator[Graded]:
        """Go through the submissions for which nothing is to be done."""
        for student in self._submissions:
            entry, marks = self._entries.get(student), self._marks.get(student)
            if entry and marks is not None and entry == self._entry(student, _digest(marks), entry["notes"]):
                record = Record(self.release.assignment, student, (), tuple(entry["notes"]), reused=True)
                yield summed(record, marks)

    def report_stands(self) -> bool:
        """Whether the report on the class says all that there is to say, for nothing has changed."""
        ours = set(self.course.options.report_sections) <= set(SECTIONS)
        if not (self._usable and ours and self._marks) or self._noted or self._part:
            return False
        similar = places.similar(self.course, self.release.assignment).with_suffix(".json")
        told = sorted((student, _digest(marks)) for student, marks in self._marks.items())
        self._now = digest(json.dumps([told, self._students, _of_file(similar)]).encode())
        return self._report == self._named()

    def _named(self) -> str:
        return f"{self._now} {_of_file(places.report(self.course, self.release.assignment))}"

    def __enter__(self) -> "Index":
        """Give the index itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Keep what is known now, for the next run; it can do without."""
        if not self._usable or error[0] is not None:
            return
        terms, self._terms = self._terms, self._read_terms()
        for student, (marks, notes) in self._noted.items():
            same = terms[0] == self._terms[0] and terms[1].get(student) == self._terms[1].get(student)
            if same and (entry := self._entry(student, marks, notes)) is not None:
                self._entries[student] = entry
        report = self._named() if self._now else "" if self._noted else self._report
        data = {"key": self._key, "report": report, "submissions": self._entries}
        with suppress(OSError):
            write_text(self._path, json.dumps(data), 0o600, sync=False)

    def _load(self) -> None:
        try:
            data = json.loads(self._path.read_bytes())
            if data["key"] == self._key:
                self._entries, self._report = dict(data["submissions"]), str(data["report"])
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def _read_gradebook(self) -> Terms:
        with Writer(self.course) as gradebook:
            assignment = self.release.assignment
            asked: Iterable[str | None] = self._submissions if self._part else [None]
            for student in asked if self._entries else []:  # else nobody was graded yet
                self._marks |= gradebook.all_marks(assignment, student)
            self._students = [] if self._part else gradebook.students()
            return gradebook.terms(assignment)

    def _read_terms(self) -> Terms:
        with Writer(self.course) as gradebook:
            return gradebook.terms(self.release.assignment)

    def _entry(self, student: str, marks: str, notes: list[str]) -> dict[str, Any] | None:
        """Say what decides whether a submission is as it was; None where that cannot be said."""
        if (handed_in := self._handed_in.get(student)) is None:
            return None
        submission, assignment = self._submissions[student], self.release.assignment
        own = (
            archive.path_of(self.course, submission),
            archive.preview_of(self.course, submission),
            self.course.own / "published" / assignment / f"{student}.json",
        )
        folders = [_of_folder(self.course.folder(step, assignment, student)) for step in _MADE]
        due, longer = self._terms
        return {
            "handed_in": handed_in,
            "made": digest(json.dumps([*map(_of_file, own), *folders]).encode())[:32],
            "marks": marks,
            "terms": f"{due} {longer.get(student)}",
            "notes": notes,
        }


def _is_plain(course: Course) -> bool:
    """Whether nothing but ours decides what a submission is worth."""
    return course.options.late_rule == "nbgrader" and "AssignLatePenalties" not in course.config


def _key_of(course: Course, release: Release) -> str:
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


def _digest(marks: Marks) -> str:
    return digest(json.dumps(marks_of.to_json(marks), sort_keys=True).encode())[:32]


def _of_file(path: Path) -> list[int]:
    try:
        about = path.lstat()
    except OSError:
        return []
    return [about.st_size, about.st_mtime_ns]


def state_of(folder: Path) -> str:
    """Name the state of a folder, however much is in it."""
    known = _of_folder(folder, changes=True)
    return str(_of_file(folder)) if known is None else known


def _of_folder(folder: Path, doubtful: bool = False, changes: bool = False) -> str | None:
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
