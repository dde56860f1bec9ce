"""What came of a submission, for people: `autograded/` for the staff, `feedback/` for the student.

    made      record and marks in, the files' bytes out: in a worker, on this machine or on another
    written   the bytes into their places: by the one process that writes

Every file is replaced as a whole. A marker is written last; as long as it names the record and the marks
that the files were made of, and they are all there, nothing is made again. The record is brought to the
disk at once; these files can be made of it at any time.
"""

import contextlib
import errno
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbjudge.course import hidden_tests
from nbjudge.course.course import Course, Submission
from nbjudge.course.files import (
    digest,
    is_importable,
    read_bytes,
    regular_files,
    together,
    write_bytes,
    write_text,
)
from nbjudge.course.notebook_json import Cell, NewNotebook, Notebook
from nbjudge.course.release import Release
from nbjudge.grading.unchanged import look
from nbjudge.marks import CellMarks, Marks, NotebookMarks, to_json
from nbjudge.pages import autograded, before_deadline
from nbjudge.pages.feedback import page, texts
from nbjudge.records import NotebookRecord, Record
from nbjudge.submission.handed_in import MOST_FILES, TIMESTAMP

MOST_BYTES = 100 << 20  # of the other files of a submission, as nbgrader has it
MOST_OF_A_LINE = 1000
FOR_THE_EXCHANGE = (TIMESTAMP, "submission_secret.txt")
_OF_THE_NAME = (errno.ENAMETOOLONG, errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.EILSEQ, errno.EINVAL)
GRADED, SHOWN = ("ipynb",), ("html", "json")  # the kinds of files in autograded/ and feedback/
Made = Mapping[str, bytes]  # by the name of the file: each kind lies in one of the two folders


def made(
    release: Release,
    record: Record,
    marks: Marks,
    pictures: Mapping[str, bytes],
    hidden: bool,
    only_open: bool = False,
) -> Made:
    """Make the files of a submission.

    `pictures` lie beside its notebooks, `hidden` shows hidden tests; with `only_open` the student's page says
    nothing that depends on them.
    """
    files: dict[str, bytes] = {}
    said, known = before_deadline.open_part(release, record, marks) if only_open else (record, marks)
    theirs = {entry.name: entry for entry in said.notebooks}
    with _laid_out(pictures) as folder:
        for entry in (entry for entry in record.notebooks if _was_handed_in(entry)):
            own = release.notebook(entry.name)
            graded = autograded.notebook(own, entry, hidden)
            given = autograded.notebook(own, theirs[entry.name]) if only_open else graded
            shown = _page(given, record, entry.name, known.get(entry.name, NotebookMarks()), folder)
            files[f"{entry.name}.ipynb"] = autograded.to_bytes(graded)
            for kind, text in (
                ("html", page.to_html(shown)),
                ("json", json.dumps(page.to_json(shown), indent=1)),
            ):
                files[f"{entry.name}.{kind}"] = text.encode("utf-8", "replace")
    return files


@contextlib.contextmanager
def _laid_out(pictures: Mapping[str, bytes]) -> Iterator[Path | None]:
    """Give the folder in which a page looks for pictures; none is needed where there are none."""
    if not pictures:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="nbjudge-pages-") as folder:
        for name, content in pictures.items():
            write_bytes(Path(folder, name), content, sync=False)
        yield Path(folder)


def turned(release: Release) -> bytes:
    """Turn what every page of a release shows; `texts.know` takes it over in another process."""
    cells = [cell for notebook in release.notebooks for cell in notebook.cells]
    shown = [(cell.cell_type, hidden_tests.for_students(cell.source)) for cell in cells]
    codes = [source for kind, source in shown if kind == "code"]
    return texts.turned(codes, [source for kind, source in shown if kind == "markdown"])


def pictures_of(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Choose the files that a text of a notebook may show."""
    return {name: content for name, content in files.items() if texts.is_picture(name, len(content))}


@dataclass(frozen=True)
class Target:
    """Where the files of one submission belong, and of what they are to be made."""

    course: Course
    submission: Submission
    key: str
    names: Sequence[str]  # of the notebooks that were handed in

    @classmethod
    def of(
        cls,
        course: Course,
        submission: Submission,
        record: Record,
        content: bytes,
        marks: Marks,
        only_open: bool = False,
    ) -> "Target":
        """Say it for a record, which has this content; its outputs are not asked for."""
        about = [to_json(marks), course.options.show_hidden, look(), *([only_open] if only_open else [])]
        text = json.dumps(about, sort_keys=True).encode()
        names = sorted(entry.name for entry in record.notebooks if _was_handed_in(entry))
        return cls(course, submission, digest(content + text), names)

    @property
    def is_up_to_date(self) -> bool:
        """Whether the files were made of just this, and are all there, as large as they were."""
        try:
            said = json.loads(self._marker.read_bytes())
            return bool(said["key"] == self.key and said["sizes"] == self._sizes())
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def write(self, release: Release, files: Made, record: Record, found: object) -> None:
        """Put the files that were made into their places; `found` is what the class report needs of them."""
        course = self.course
        shared = bool(course.config.get("CourseDirectory", {}).get("groupshared", False))
        graded_mode, shown_mode = (0o664, 0o664) if shared else (0o444, 0o644)
        beside = _other_files(course, release, self.submission)
        _remove_others(self._folder("autograded"), {*beside, *self._names(GRADED)})
        kept = _copy(beside, self._folder("autograded"), graded_mode)
        for path in self._files():
            mode = graded_mode if path.suffix[1:] in GRADED else shown_mode
            write_bytes(path, files[path.name], mode, sync=False)
        _remove_others(self._folder("autograded"), {*kept, *self._names(GRADED)})
        _remove_others(self._folder("feedback"), {*self._names(SHOWN), *self._for_the_exchange(shown_mode)})
        said = {"key": self.key, "sizes": self._sizes(), "notes": record.all_notes, "results": found}
        write_text(self._marker, json.dumps(said), 0o600, sync=False)

    def _for_the_exchange(self, mode: int) -> list[str]:
        """Copy what `nbgrader release_feedback` asks for: whose page it is, and of which submission."""
        copied = []
        for name in FOR_THE_EXCHANGE:
            try:
                content = read_bytes(self.submission.folder / name, MOST_OF_A_LINE)
            except OSError:  # it did not come through the exchange
                continue
            write_bytes(self._folder("feedback") / name, content, mode, sync=False)
            copied.append(name)
        return copied

    @property
    def _marker(self) -> Path:
        return self.course.own / "published" / self.submission.assignment / f"{self.submission.student}.json"

    def _folder(self, step: str) -> Path:
        return self.course.folder(step, self.submission.assignment, self.submission.student)

    def _names(self, kinds: Sequence[str]) -> list[str]:
        return [f"{name}.{kind}" for name in self.names for kind in kinds]

    def _files(self) -> list[Path]:
        graded = [self._folder("autograded") / name for name in self._names(GRADED)]
        return graded + [self._folder("feedback") / name for name in self._names(SHOWN)]

    def _sizes(self) -> list[int]:
        return [path.stat().st_size for path in self._files()]


def _was_handed_in(entry: NotebookRecord) -> bool:
    return bool(entry.file) or entry.unreadable


def for_reading(name: str) -> str:
    """Name the file beside a graded notebook that holds what a student handed in under this name.

    JupyterLab starts a kernel for a notebook that somebody opens, in its folder. A kernel looks there for
    modules first, for its own too, before any cell is run.

    >>> for_reading("ipykernel_launcher.py"), for_reading("data.csv")
    ('ipykernel_launcher.py.txt', 'data.csv')
    """
    return f"{name}.txt" if is_importable(name) else name


def _other_files(course: Course, release: Release, submission: Submission) -> dict[str, Path]:
    """Name what lies beside the notebooks, the course's own files last; links are not followed."""
    theirs = {}
    ignore = (*course.ignore, "*.ipynb")
    for path in regular_files(submission.folder, ignore, MOST_FILES):
        theirs[for_reading(path.relative_to(submission.folder).as_posix())] = path
    free = free_files(course, release)
    ours = {
        name: Path(place)
        for name, place in release.student_files
        if name not in free or for_reading(name) not in theirs
    }
    return together(theirs, ours)


def _copy(beside: Mapping[str, Path], folder: Path, mode: int) -> set[str]:
    """Copy these files; name those that were."""
    room = MOST_BYTES
    copied = set()
    for name, path in beside.items():
        try:
            content = read_bytes(path, room)
        except OSError:
            continue  # too large, or gone: the notes of the record name it
        room -= len(content)
        try:
            if not _same(folder / name, content):
                write_bytes(folder / name, content, mode, sync=False)
        except OSError as problem:
            if problem.errno not in _OF_THE_NAME:
                raise
            continue  # it can be handed in under this name, but not lie here
        copied.add(name)
    return copied | ({TIMESTAMP} & set(beside))


def free_files(course: Course, release: Release) -> set[str]:
    """Name the course's own files of which the student's version counts."""
    return set(course.config.get("Autograde", {}).get("exclude_overwriting", {}).get(release.assignment, ()))


def _same(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and read_bytes(path, len(content)) == content
    except OSError:
        return False


def _remove_others(folder: Path, names: set[str]) -> None:
    if folder.is_dir():
        for path in regular_files(folder):
            if path.relative_to(folder).as_posix() not in names:
                path.unlink(missing_ok=True)
                with contextlib.suppress(OSError):  # it is not empty
                    while (path := path.parent) != folder:
                        path.rmdir()


def _page(made: Notebook, record: Record, name: str, marks: NotebookMarks, folder: Path | None) -> page.Page:
    about = {
        "student": record.student,
        "assignment": record.assignment,
        "notebook": name,
        "score": marks.score,
        "max_score": marks.max_score,
        "late_penalty": marks.late_penalty,
    }
    resources = {"nbgrader": about, "metadata": {"path": str(folder)} if folder else {}}
    return page.page_of(with_marks(made, marks.cells), resources)


def with_marks(made: Notebook, cells: Mapping[str, CellMarks]) -> NewNotebook:
    """Give a graded notebook with scores and comments where nbgrader's GetGrades puts them.

    The notebook itself stays as it is; the new one shares with it what is the same.
    """
    return {**made, "cells": [_marked(cell, cells) for cell in made["cells"]]}


def _marked(cell: Cell, cells: Mapping[str, CellMarks]) -> Cell:
    own = cell["metadata"].get("nbgrader")
    kept = cells.get(own.get("grade_id", "")) if own else None
    if own is None or kept is None:
        return cell
    said: dict[str, object] = {"comment": kept.comment} if kept.comment else {}
    more: dict[str, object] = {}
    if kept.score is not None:
        said |= {"score": kept.score, "points": kept.points}
        more = {autograded.OURS: {**cell["metadata"].get(autograded.OURS, {}), "by_hand": kept.by_hand}}
    return {**cell, "metadata": {**cell["metadata"], "nbgrader": {**own, **said}, **more}}
