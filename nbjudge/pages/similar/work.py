"""What a class wrote, out of its records: answers, how right they are, which known mistakes they make."""

from collections.abc import Iterable, Iterator, Mapping

from nbjudge.course.course import Course
from nbjudge.course.release import Release
from nbjudge.grading import archive
from nbjudge.pages.similar.agreement import Answer, Task
from nbjudge.records import CellRecord, NotebookRecord


def tasks_of(release: Release) -> Iterator[Task]:
    """Go through the answers that a release asks for in code, with all that it gives for them."""
    for notebook in release.notebooks:
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        around = tuple(cell.source for cell in code if not cell.solution)
        for cell in code:
            if cell.solution:
                yield Task(f"{notebook.name}/{cell.id}", (cell.source, cell.reference, *around))


def answers_of(course: Course, release: Release) -> Iterator[Answer]:
    """Go through what everybody wrote; an untouched answer is none."""
    points = {(n.name, cell.id): cell.points for n in release.notebooks for cell in n.cells if cell.points}
    for submission in course.submissions(release.assignment):
        record = archive.load(archive.path_of(course, submission))
        for notebook in record.notebooks if record else ():
            yield from _answers(submission.student, notebook, points)


def _answers(
    student: str, notebook: NotebookRecord, points: Mapping[tuple[str, str], float]
) -> Iterator[Answer]:
    for answer, tests in _with_tests(notebook.cells):
        if answer.source and not answer.unchanged and answer.cell_type == "code":
            scores = [(test.auto_score, points.get((notebook.name, test.id), 0.0)) for test in tests]
            right = bool(scores) and all(score is not None and score >= most for score, most in scores)
            findings = (finding for test in tests if test.report for finding in test.report.findings)
            mistakes = tuple(dict.fromkeys(f.misconception for f in findings if f.misconception))
            yield Answer(student, f"{notebook.name}/{answer.id}", answer.source, right, mistakes)


def _with_tests(cells: Iterable[CellRecord]) -> Iterator[tuple[CellRecord, list[CellRecord]]]:
    """Give each answer with the tests that follow it, up to the next answer."""
    answer, tests = None, list[CellRecord]()
    for cell in cells:
        if cell.kind == "answer":
            if answer is not None:
                yield answer, tests
            answer, tests = cell, []
        elif cell.kind == "test":
            tests.append(cell)
    if answer is not None:
        yield answer, tests
