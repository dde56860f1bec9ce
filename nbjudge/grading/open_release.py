"""The one door to a release: where it comes from, what lies beside it, and when it is rebuilt.

It is made of the source by nbgrader's own steps (all but those that write to the database or cut the hidden
tests) and kept, under the hash of what it was made of: rebuilt only when its inputs change. Where a course
has no source any more, it is made of the released notebooks and of the cells that the gradebook keeps.
"""

import json
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from nbjudge.course.course import Course, CourseError
from nbjudge.course.files import digest, keep, kept, read_bytes, regular_files
from nbjudge.course.from_source import from_source
from nbjudge.course.release import Pairs, Release
from nbjudge.gradebook.kept_release import from_gradebook
from nbjudge.grading import history

FORMAT = 4
MOST_DATA = 256 << 20  # of one assignment's files
PYTHON = ("python", "ipython")
_DECIDING = (
    "GenerateAssignment",
    "IncludeHeaderFooter",
    "InstantiateTests",
    "LockCells",
    "ClearSolutions",
    "ClearHiddenTests",
    "ClearMarkScheme",
)


def open_release(course: Course, assignment: str) -> Release:
    """Give the release of an assignment, with the files that lie beside its notebooks."""
    notebooks = sorted(course.folder("source", assignment).glob("*.ipynb"))
    release = _from_source(course, assignment, notebooks) if notebooks else from_gradebook(course, assignment)
    _check(release)
    student_files, course_files = _files(course, assignment)
    release = history.with_former(course, release)
    return replace(release, student_files=student_files, course_files=course_files)


def _from_source(course: Course, assignment: str, notebooks: list[Path]) -> Release:
    key = _key(course, notebooks)
    path = course.own / "releases" / f"{assignment}.json"
    if (known := kept(path, key)) is not None:
        return Release.from_json(known)
    release = from_source(course, assignment, notebooks)
    history.remember(course, release)
    keep(path, key, release.to_json(), sync=True)
    return release


def _key(course: Course, notebooks: list[Path]) -> str:
    settings = {name: course.config.get(name, {}) for name in _DECIDING}
    sources = [(path.name, digest(path.read_bytes())) for path in notebooks]
    inputs = [FORMAT, version("nbgrader"), settings, *sources]
    return digest(json.dumps(inputs, default=repr, sort_keys=True).encode())


def _check(release: Release) -> None:
    for notebook in release.notebooks:
        language = str(notebook.kernelspec.get("language", "python")).lower()
        if language not in PYTHON:
            raise CourseError(
                f"{release.assignment}/{notebook.name} is written in {language}; only Python is run."
            )
        ids = [cell.id for cell in notebook.cells]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise CourseError(f"{release.assignment}/{notebook.name} has two cells with the id {twice[0]}.")


def _files(course: Course, assignment: str) -> tuple[Pairs, Pairs]:
    """Name the files beside the notebooks: for students those that the release has too; all for the judge."""
    source, release = course.folder("source", assignment), course.folder("release", assignment)
    base = source if source.is_dir() else release
    ignore = [*course.ignore, "*.ipynb"]
    every = [(path.relative_to(base).as_posix(), str(path)) for path in regular_files(base, ignore)]
    shown = [pair for pair in every if not release.is_dir() or (release / pair[0]).is_file()]
    return tuple(shown), tuple(every)


def contents(files: Pairs, most: int = MOST_DATA) -> dict[str, bytes]:
    """Read the files of the course that lie beside a notebook."""
    read_so_far: dict[str, bytes] = {}
    room = most
    for name, place in files:
        try:
            read_so_far[name] = read_bytes(Path(place), room)
        except OSError as error:
            raise CourseError(f"The course's file {place} cannot be read: {error}") from error
        room -= len(read_so_far[name])
    return read_so_far
