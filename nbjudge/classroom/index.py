"""Who need not be looked at again: of each submission the sizes and times of what it was made of, and made.

A submission whose files, record and pages are as they were, in a course that is as it was, with the marks and
the terms that the gradebook held, is not read again, nor is the report on a class in which nobody is new.
Where anything is in doubt, everything is read: another late rule or another report than ours, a file that is
younger than the last look at it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from nbjudge import marks as marks_of
from nbjudge.classroom.run import Event, Graded, grade_all, summed
from nbjudge.classroom.states import is_plain, key_of, known, of_file, of_folder, path_of
from nbjudge.course.course import Course, Submission
from nbjudge.course.files import digest, keep
from nbjudge.course.options import SECTIONS
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.grading import archive
from nbjudge.marks import Marks
from nbjudge.pages import staff_pages
from nbjudge.records import Record

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
        self._entries: dict[str, Any] = {}
        self._part = part
        self._report = ""  # of which state of the class it is, and which file
        self._now = ""
        self._noted: dict[str, tuple[str, list[str]]] = {}
        self._marks: dict[str, Marks] = {}
        self._usable = is_plain(course)
        if self._usable:
            self._key = key_of(course, release)
            kept = known(course, release.assignment, self._key)
            self._entries, self._report = dict(kept.entries), kept.report
            self._handed_in = {one.student: of_folder(one.folder, doubtful=True) for one in submissions}
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
        similar = staff_pages.similar(self.course, self.release.assignment).with_suffix(".json")
        told = sorted((student, _digest(marks)) for student, marks in self._marks.items())
        self._now = digest(json.dumps([told, self._students, of_file(similar)]).encode())
        return self._report == self._named()

    def _named(self) -> str:
        return f"{self._now} {of_file(staff_pages.report(self.course, self.release.assignment))}"

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
        with suppress(OSError):
            known = {"entries": self._entries, "report": report}
            keep(path_of(self.course, self.release.assignment), self._key, known)

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
        folders = [of_folder(self.course.folder(step, assignment, student)) for step in _MADE]
        due, longer = self._terms
        return {
            "handed_in": handed_in,
            "made": digest(json.dumps([*map(of_file, own), *folders]).encode())[:32],
            "marks": marks,
            "terms": f"{due} {longer.get(student)}",
            "notes": notes,
        }


def _digest(marks: Marks) -> str:
    return digest(json.dumps(marks_of.to_json(marks), sort_keys=True).encode())[:32]
