"""Writes what came of a submission for people: `autograded/` for the staff, `feedback/` for the student.

Every file is replaced as a whole. A marker is written last; as long as it names the record and the marks
that the files were made of, and they are all there, nothing is written again. The record is brought to the
disk at once; these files can be made of it at any time.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from nbjudge import records
from nbjudge.course.course import Course, Submission
from nbjudge.course.files import digest, read_bytes, regular_files, write_bytes, write_text
from nbjudge.course.notebook_json import Cell, NewNotebook, Notebook
from nbjudge.course.release import Release
from nbjudge.grading.unchanged import look
from nbjudge.marks import CellMarks, Marks, NotebookMarks, to_json
from nbjudge.pages import autograded, results
from nbjudge.pages.feedback import page
from nbjudge.records import Record
from nbjudge.submission.rebuild import MOST_FILES, TIMESTAMP

MOST_BYTES = 100 << 20  # of the other files of a submission, as nbgrader has it


def publish(course: Course, release: Release, submission: Submission, record: Record, marks: Marks) -> bool:
    """Bring the files of a submission up to date; say whether any had to be written."""
    shared = bool(course.config.get("CourseDirectory", {}).get("groupshared", False))
    handed_in = [entry for entry in record.notebooks if entry.file or entry.unreadable]
    graded_folder = course.folder("autograded", record.assignment, record.student)
    feedback_folder = course.folder("feedback", record.assignment, record.student)
    names = sorted(entry.name for entry in handed_in)
    wanted = [graded_folder / f"{name}.ipynb" for name in names]
    wanted += [feedback_folder / f"{name}.{kind}" for name in names for kind in ("html", "json")]
    key = _key(record, marks, course.options.show_hidden)
    marker = course.own / "published" / record.assignment / f"{record.student}.json"
    if _says(marker, key, wanted):
        return False
    kept = _other_files(course, release, submission, graded_folder, 0o664 if shared else 0o444)
    for entry in handed_in:
        made = autograded.notebook(release.notebook(entry.name), entry, course.options.show_hidden)
        content = autograded.to_bytes(made)
        mode = 0o664 if shared else 0o444
        write_bytes(graded_folder / f"{entry.name}.ipynb", content, mode, sync=False)
        shown = _page(made, record, entry.name, marks.get(entry.name, NotebookMarks()), graded_folder)
        for kind, text in (
            ("html", page.to_html(shown)),
            ("json", json.dumps(page.to_json(shown), indent=1)),
        ):
            path = feedback_folder / f"{entry.name}.{kind}"
            write_text(path, text, 0o664 if shared else 0o644, sync=False)
    _remove_others(graded_folder, {*kept, *(f"{name}.ipynb" for name in names)})
    _remove_others(feedback_folder, {f"{name}.{kind}" for name in names for kind in ("html", "json")})
    said = {"key": key, "sizes": [path.stat().st_size for path in wanted], "notes": record.all_notes}
    said["results"] = results.of_record(record)
    write_text(marker, json.dumps(said), 0o600, sync=False)
    return True


def _key(record: Record, marks: Marks, show_hidden: bool) -> str:
    text = json.dumps([to_json(marks), show_hidden, look()], sort_keys=True).encode()
    return digest(records.to_bytes(record) + text)


def _says(marker: Path, key: str, wanted: list[Path]) -> bool:
    """Whether the files were made of just this, and are all there, as large as they were."""
    try:
        said = json.loads(marker.read_bytes())
        return bool(said["key"] == key and said["sizes"] == [path.stat().st_size for path in wanted])
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _other_files(
    course: Course, release: Release, submission: Submission, folder: Path, mode: int
) -> set[str]:
    """Copy what lies beside the notebooks, the course's own files last; links are not followed."""
    kept = {}
    ignore = (*course.ignore, "*.ipynb")
    for path in regular_files(submission.folder, ignore, MOST_FILES):
        kept[path.relative_to(submission.folder).as_posix()] = path
    free = set(course.config.get("Autograde", {}).get("exclude_overwriting", {}).get(release.assignment, ()))
    kept |= {
        name: Path(place) for name, place in release.student_files if name not in free or name not in kept
    }
    room = MOST_BYTES
    copied = set()
    for name, path in kept.items():
        try:
            content = read_bytes(path, room)
        except OSError:
            continue  # too large, or gone: the notes of the record name it
        room -= len(content)
        if not _same(folder / name, content):
            write_bytes(folder / name, content, mode, sync=False)
        copied.add(name)
    return copied | ({TIMESTAMP} & set(kept))


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


def _page(made: Notebook, record: Record, name: str, marks: NotebookMarks, folder: Path) -> page.Page:
    about = {
        "student": record.student,
        "assignment": record.assignment,
        "notebook": name,
        "score": marks.score,
        "max_score": marks.max_score,
        "late_penalty": marks.late_penalty,
    }
    resources = {"nbgrader": about, "metadata": {"path": str(folder)}}
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
