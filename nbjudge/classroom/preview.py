"""What grading would change, before it does: the same run, and a gradebook that is left as it is.

Results of the run are kept beside the records, so that grading afterwards takes them from there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nbjudge.classroom import backend as backends
from nbjudge.classroom.backend import workers_of
from nbjudge.classroom.line import Line
from nbjudge.classroom.orders import Graded
from nbjudge.classroom.run import to_grade
from nbjudge.course.course import Course, Submission
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.grading import archive
from nbjudge.marks import CellMarks, Marks, NotebookMarks
from nbjudge.records import Record
from nbjudge.submission.rebuild import submitted_at


@dataclass(frozen=True)
class Change:
    """One mark that would be another; without a cell, the penalty of a late notebook."""

    student: str
    notebook: str
    cell: str
    before: float | None  # None where there was no mark yet, or is none any more
    after: float | None
    reason: str
    look_again: bool  # a person would be asked to


@dataclass(frozen=True)
class Preview:
    """What grading an assignment would change."""

    sentences: Sequence[str]  # of the assignment itself
    changes: Sequence[Change]
    new: Sequence[str]  # who has no marks yet
    failed: Sequence[tuple[str, str]]  # of whom there would be no result, and why


def preview(
    course: Course,
    release: Release,
    submissions: Sequence[Submission],
    workers: int = 0,
    force: bool = False,
    step: Callable[[], None] = lambda: None,
) -> Preview:
    """Grade aside, with a step for each student who is done, and say what would change."""
    course.secret()
    graded: list[Record] = []
    failed: list[tuple[str, str]] = []
    with Writer(course, make=False) as gradebook:
        known = release.assignment in gradebook.assignments()
        before = gradebook.all_marks(release.assignment) if known else {}
    count = workers_of(course, workers, len(submissions))
    asked = (to_grade(course, release, submission, force) for submission in submissions)
    with backends.opened(course, release, count) as backend:
        for one, answer in Line(backend, asked).answers():
            if answer.error:
                failed.append((one.student, answer.error))
            else:
                graded.append(_kept(course, one, Graded.of(answer.content)))
            step()
    folders = {one.student: one.folder for one in submissions}
    with Writer(course, make=False) as gradebook:
        timed = [(record, submitted_at(folders[record.student])[0]) for record in graded]
        sentences, after = gradebook.tried(release, timed)
    failed += [(student, marks) for student, marks in after.items() if isinstance(marks, str)]
    changes = [
        change
        for record in sorted(graded, key=lambda record: record.student)
        if record.student in before and not isinstance(marks := after[record.student], str)
        for change in changes_of(record, before[record.student], marks)
    ]
    new = [student for student in sorted(after) if student not in before]
    return Preview(sentences, changes, new, sorted(failed))


def _kept(course: Course, submission: Submission, answer: Graded) -> Record:
    """Keep a record aside: also the one that is no other than the old, which grading then finds there."""
    content = answer.content or archive.content(archive.path_of(course, submission))
    archive.save(archive.preview_of(course, submission), content)
    return answer.record


def changes_of(record: Record, before: Marks, after: Marks) -> Iterator[Change]:
    """Go through what would be different in the marks of a submission."""
    reasons = {(n.name, c.id): c.lost or c.reason for n in record.notebooks for c in n.cells}
    for name, marks in after.items():
        former = before.get(name, NotebookMarks())
        for cell in dict.fromkeys([*marks.cells, *former.cells]):
            was, now = former.cells.get(cell, CellMarks()), marks.cells.get(cell, CellMarks())
            look_again = now.by_hand and not was.by_hand and cell in former.cells
            if _given(was) != _given(now) or look_again:
                lost = now.score is not None and now.score < now.points
                reason = reasons.get((name, cell), "") if lost else ""
                yield Change(record.student, name, cell, _given(was), _given(now), reason, look_again)
        if former.late_penalty != marks.late_penalty:
            taken = -former.late_penalty, -marks.late_penalty
            yield Change(record.student, name, "", *taken, "what a late submission loses", False)


def _given(marks: CellMarks) -> float | None:
    """Give what stands in the gradebook; None where a person has given nothing yet."""
    return None if marks.by_hand and not marks.score else marks.score
