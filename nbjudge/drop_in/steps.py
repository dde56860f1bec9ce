"""The grader's steps inside nbgrader: for its commands and for the formgrader's buttons.

Reader    in the place of the exporter that reads a submitted file: one that is no notebook stops nothing
Rebuild   in the place of the sanitisers: the graded notebook, from the record of the submission if it is
          there already, else from a run now
Save      in the place of Execute and SaveAutoGrades: the record into the gradebook, with its late penalty
AddMarks  in the place of GetGrades: the marks for the page
"""

import atexit
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbconvert.preprocessors import Preprocessor

from nbjudge.classroom import doctor
from nbjudge.course import course as courses
from nbjudge.course.course import Course, CourseError, Submission
from nbjudge.course.files import regular_files, write_bytes
from nbjudge.course.options import Options
from nbjudge.course.release import Release
from nbjudge.gradebook.writer import Writer
from nbjudge.grading import archive, unchanged
from nbjudge.grading.golden import fingerprint
from nbjudge.grading.open_release import open_release
from nbjudge.grading.steps import Assignment, Executor, grade_folder, make_executor
from nbjudge.pages import autograded
from nbjudge.pages.publish import for_reading, free_files, with_marks
from nbjudge.records import Record
from nbjudge.submission.rebuild import submitted_at


class Reader(NotebookExporter):
    """Reads what is no notebook as an empty one: `Rebuild` says what is wrong with it."""

    def from_file(self, file_stream: object, resources: object = None, **kw: object) -> Any:
        """Read a notebook and send it through the steps."""
        try:
            notebook = nbformat.read(file_stream, as_version=4)
        except Exception:  # students hand in anything; stock nbgrader ends here
            notebook = nbformat.v4.new_notebook()
        convert: Any = self.from_notebook_node
        return convert(notebook, resources=resources, **kw)


class _Step(Preprocessor):
    """Finds the course and the submission of which nbgrader hands over a notebook."""

    enabled = True

    def course_of(self, resources: Any) -> Course:
        """Read the course as nbgrader has configured it; its folder is the current one."""
        opened = courses.from_config(self.config, Path.cwd())
        return replace(opened, db_url=str(resources["nbgrader"]["db_url"]))

    def submission_of(self, course: Course, resources: Any) -> Submission:
        """Name the submission that is being worked on."""
        about = resources["nbgrader"]
        folder = course.folder("submitted", about["assignment"], about["student"])
        return Submission(about["student"], about["assignment"], folder)


class Rebuild(_Step):
    """Gives the graded notebook; what is there already is not run again."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Grade the submission, or take what was graded, and give the notebook of that name."""
        course = self.course_of(resources)
        submission = self.submission_of(course, resources)
        release, assignment = _assignment(course, submission.assignment)
        record = grade_folder(course, assignment, submission, _executor(course.options))
        for note in record.all_notes:
            self.log.warning("%s: %s", submission.student, note)
        copied = course.folder("autograded", submission.assignment, submission.student)
        _forget_links(submission.folder, copied)
        _keep_for_reading(course, release, copied)
        _add_renamed(release, record, submission, copied, course.options.show_hidden)
        name = resources["nbgrader"]["notebook"]
        entry = next(entry for entry in record.notebooks if entry.name == name)
        made = autograded.notebook(release.notebook(name), entry, course.options.show_hidden)
        return nbformat.from_dict(made), resources


class Save(_Step):
    """Writes the record of the submission into the gradebook."""

    def preprocess(self, nb: object, resources: object) -> tuple[Any, Any]:
        """Save the scores; the notebook stays as it is."""
        course = self.course_of(resources)
        submission = self.submission_of(course, resources)
        release, _ = _assignment(course, submission.assignment)
        with Writer(course) as gradebook:
            gradebook.prepare(release)
            gradebook.write(_record(course, submission), submitted_at(submission.folder)[0])
        return nb, resources


class AddMarks(_Step):
    """Puts the gradebook's marks into the notebook, for the page."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Add what the gradebook says now."""
        about = resources["nbgrader"]
        course = self.course_of(resources)
        with Writer(course) as gradebook:
            marks = gradebook.marks(about["assignment"], about["student"])[about["notebook"]]
        about |= {"score": marks.score, "max_score": marks.max_score, "late_penalty": marks.late_penalty}
        return nbformat.from_dict(with_marks(nb, marks.cells)), resources


def _record(course: Course, submission: Submission) -> Record:
    record = archive.load(archive.path_of(course, submission))
    if record is None:
        raise CourseError(f"The record of {submission.student} is gone: run nbgrader autograde --force.")
    return record


_prepared: dict[tuple[str, str], tuple[str, Release, Assignment]] = {}


def _assignment(course: Course, name: str) -> tuple[Release, Assignment]:
    """Prepare an assignment once, and again when it has changed."""
    release = open_release(course, name)
    of = fingerprint(release)
    known = _prepared.get((str(course.root), name))
    if known is None or known[0] != of:
        doctor.ensure(course, release)
        assignment = Assignment.prepare(course, release, unchanged.environment(course.options.own_code))
        known = _prepared[str(course.root), name] = of, release, assignment
    return known[1], known[2]


@cache
def _executor(options: Options) -> Executor:
    """Keep one executor for the life of the process; it ends with it."""
    manager = make_executor(options)
    executor = manager.__enter__()
    atexit.register(manager.__exit__, None, None, None)
    return executor


def _add_renamed(
    release: Release, record: Record, submission: Submission, copied: Path, show_hidden: bool
) -> None:
    """Write the notebooks that were handed in under other names, which nbgrader does not look at."""
    for entry in record.notebooks:
        if entry.file and not (submission.folder / f"{entry.name}.ipynb").exists():
            made = autograded.notebook(release.notebook(entry.name), entry, show_hidden)
            write_bytes(copied / f"{entry.name}.ipynb", autograded.to_bytes(made), 0o644)


def _forget_links(folder: Path, copied: Path) -> None:
    """Remove what nbgrader has copied through links: a link may lead to files that are not the student's."""
    for path in folder.rglob("*"):
        if path.is_symlink():
            target = copied / path.relative_to(folder)
            if target.is_file() or target.is_symlink():
                target.unlink()


def _keep_for_reading(course: Course, release: Release, copied: Path) -> None:
    """Rename what nbgrader has copied and a kernel would import, so that nothing runs by being there."""
    courses_own = {name for name, _ in release.student_files} - free_files(course, release)
    for path in list(regular_files(copied)):
        name = path.relative_to(copied).as_posix()
        if name not in courses_own and for_reading(name) != name:
            path.rename(copied / for_reading(name))
