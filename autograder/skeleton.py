"""The release of an assignment as the grader needs it: the skeleton into which every submission is put.

It says what is a test, its points, order, tags and kernel, with the hidden tests in place and the stubs of
the answers beside the course's own solutions. It is made of the source by nbgrader's own steps (all but
those that write to the database or cut the hidden tests) and kept, under the hash of what it was made of.
Where a course has no source any more, it is made of the release and of the cells that the gradebook keeps.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from autograder.course import Course, CourseError
from autograder.files import digest, read_bytes, regular_files, write_text
from autograder.tasks import CellKind

FORMAT = 2
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
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ReleaseCell:
    """One cell as the course released it, with its hidden tests."""

    id: str
    cell_type: Literal["code", "markdown", "raw"]
    source: str
    marks: Mapping[str, Any]  # nbgrader's own metadata; empty where there are none
    tags: tuple[str, ...] = ()
    cell_id: str = ""
    reference: str = ""

    @property
    def grade(self) -> bool:
        """Whether points are given for the cell, by tests or by a person."""
        return bool(self.marks.get("grade"))

    @property
    def solution(self) -> bool:
        """Whether the student writes in the cell."""
        return bool(self.marks.get("solution"))

    @property
    def task(self) -> bool:
        """Whether it is a task in nbgrader's sense: a text whose work lies in the cells below."""
        return bool(self.marks.get("task"))

    @property
    def marked(self) -> bool:
        """Whether submissions name the cell by its grade_id."""
        return bool(self.marks.get("grade_id"))

    @property
    def points(self) -> float:
        """The most that the cell gives."""
        return float(self.marks.get("points") or 0) if self.grade or self.task else 0.0

    @property
    def manual(self) -> bool:
        """Whether a person gives the points."""
        return self.task or (self.grade and (self.solution or self.cell_type != "code"))

    @property
    def kind(self) -> CellKind:
        """What the cell is in a run."""
        if self.cell_type != "code":
            return "text"
        if self.solution:
            return "answer"
        return "test" if self.grade else "given"


@dataclass(frozen=True)
class ReleaseNotebook:
    """One notebook of an assignment."""

    name: str
    cells: tuple[ReleaseCell, ...]
    kernelspec: Mapping[str, Any]

    @property
    def grade_ids(self) -> frozenset[str]:
        """The identifiers of all marked cells."""
        return frozenset(cell.id for cell in self.cells if cell.marked)

    @property
    def max_score(self) -> float:
        """The most that the notebook gives."""
        return sum(cell.points for cell in self.cells)


@dataclass(frozen=True)
class Release:
    """An assignment: its notebooks, and the files that lie beside them."""

    assignment: str
    notebooks: tuple[ReleaseNotebook, ...]
    student_files: Pairs = ()  # name beside the notebook, where it lies
    course_files: Pairs = ()
    solved: bool = True  # whether the references are known

    def notebook(self, name: str) -> ReleaseNotebook:
        """Find a notebook by its name."""
        return next(entry for entry in self.notebooks if entry.name == name)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts of the course's own code cells, solutions included, each once."""
        cells = [cell for entry in self.notebooks for cell in entry.cells if cell.cell_type == "code"]
        return tuple(dict.fromkeys(text for cell in cells for text in (cell.source, cell.reference) if text))

    def to_json(self) -> dict[str, Any]:
        """Give the release as data that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Release":
        """Read what `to_json` gave."""
        notebooks = tuple(
            ReleaseNotebook(
                entry["name"],
                tuple(ReleaseCell(**{**cell, "tags": tuple(cell["tags"])}) for cell in entry["cells"]),
                entry["kernelspec"],
            )
            for entry in data["notebooks"]
        )
        student, course = (tuple((name, place) for name, place in data[f"{side}_files"]) for side in _SIDES)
        return cls(data["assignment"], notebooks, student, course, data["solved"])


_SIDES = ("student", "course")


def read(course: Course, assignment: str) -> Release:
    """Give the release of an assignment, made anew only if what it is made of has changed."""
    notebooks = sorted(course.folder("source", assignment).glob("*.ipynb"))
    if notebooks:
        release = _kept(course, assignment, notebooks)
    else:
        from autograder.skeleton_gradebook import from_gradebook

        release = from_gradebook(course, assignment)
    _check(release)
    student_files, course_files = _files(course, assignment)
    return replace(release, student_files=student_files, course_files=course_files)


def _kept(course: Course, assignment: str, notebooks: list[Path]) -> Release:
    key = _key(course, notebooks)
    kept = course.own / "releases" / f"{assignment}.json"
    try:
        data = json.loads(kept.read_bytes())
        if data["key"] == key:
            return Release.from_json(data["release"])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # not there, or not whole: it is made anew
    from autograder.skeleton_source import from_source

    release = from_source(course, assignment, notebooks)
    write_text(kept, json.dumps({"key": key, "release": release.to_json()}), mode=0o600)
    return release


def _key(course: Course, notebooks: list[Path]) -> str:
    from importlib.metadata import version

    settings = {name: course.config.get(name, {}) for name in _DECIDING}
    told = [
        FORMAT,
        version("nbgrader"),
        settings,
        *((path.name, digest(path.read_bytes())) for path in notebooks),
    ]
    return digest(json.dumps(told, default=repr, sort_keys=True).encode())


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
