"""`nbjudge grade --preview`: which marks would change, and why; nothing is written but results to be used."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from nbjudge.classroom import doctor
from nbjudge.classroom import preview as previews
from nbjudge.classroom.preview import Change, Preview
from nbjudge.commands.request import Request, chosen, with_submissions
from nbjudge.commands.terminal import Progress, fitted
from nbjudge.course.course import Course
from nbjudge.course.printable import printable
from nbjudge.gradebook.writer import Writer
from nbjudge.grading.open_release import open_release

UNCHANGED = "Nothing was written: grade without --preview to have these marks."


@dataclass(frozen=True)
class Previewed:
    """What grading would change in one assignment."""

    assignment: str
    submissions: int
    found: Preview

    def to_json(self) -> dict[str, object]:
        """Give it as data that JSON can hold."""
        return {"assignment": self.assignment, "submissions": self.submissions, **asdict(self.found)}


def run(course: Course, request: Request) -> bool:
    """Say what grading would change; give whether every submission would have a result."""
    names = [request.assignment] if request.assignment else with_submissions(course)
    every = [_preview(course, name, request) for name in names]
    if request.as_json:
        sys.stdout.write(json.dumps({"assignments": [one.to_json() for one in every]}, indent=1) + "\n")
    else:
        lines = [line for one in every for line in _lines(one)]
        sys.stdout.write("".join(f"{fitted(line)}\n" for line in [*lines, UNCHANGED]))
    return not any(one.found.failed for one in every)


def _preview(course: Course, name: str, request: Request) -> Previewed:
    release = open_release(course, name)
    submissions, _ = chosen(course, name, request.students)
    with Writer(course, make=False) as gradebook:
        gradebook.ready(release)
    with Progress(name, len(submissions), quiet=request.as_json) as progress:
        progress.say("checking the course's own solution")
        doctor.ensure(course, release)
        progress.say(name)
        found = previews.preview(course, release, submissions, request.workers, request.force, progress.step)
    return Previewed(name, len(submissions), found)


def _lines(one: Previewed) -> Iterator[str]:
    students = len({change.student for change in one.found.changes})
    many = one.submissions != 1
    yield (
        f"{one.assignment}: marks of {students} of {one.submissions} submission{'s' * many} would change"
        f"{f'; {len(one.found.new)} graded for the first time' if one.found.new else ''}."
    )
    for sentence in one.found.sentences:
        yield f"Since it was last graded: {printable(sentence)}."
    for change in one.found.changes:
        yield f"  {printable(_said(change))}"
    for student, error in one.found.failed:
        yield f"  {printable(student)}: NOT GRADED: {printable(error)}"


def _said(change: Change) -> str:
    what = f"{change.notebook}/{change.cell}" if change.cell else change.notebook
    moved = "" if change.before == change.after else f" {_points(change.before)} → {_points(change.after)}"
    again = ", to be looked at again" if change.look_again else ""
    reason = f": {change.reason}" if change.reason else ""
    return f"{change.student}  {what}{moved}{again}{reason}"


def _points(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
