"""What a class wrote, out of its records: answers, how right they are, which known mistakes they make."""

from collections.abc import Iterator, Mapping

from nbjudge.course.course import Course
from nbjudge.course.release import Release
from nbjudge.grading import archive
from nbjudge.pages.similar.agreement import Answer, Task
from nbjudge.records import NotebookRecord


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
    tests = list(notebook.tests())
    for answer in notebook.cells:
        if answer.kind == "answer" and answer.source and not answer.unchanged and answer.cell_type == "code":
            own = [test for test, answers in tests if answer in answers]
            scores = [(test.auto_score, points.get((notebook.name, test.id), 0.0)) for test in own]
            right = bool(scores) and all(score is not None and score >= most for score, most in scores)
            findings = (finding for test in own if test.report for finding in test.report.findings)
            mistakes = tuple(dict.fromkeys(f.misconception for f in findings if f.misconception))
            yield Answer(student, f"{notebook.name}/{answer.id}", answer.source, right, mistakes)
