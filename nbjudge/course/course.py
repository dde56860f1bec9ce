"""A course on disk: its configuration, its folders, its assignments and what was submitted.

Reads what nbgrader reads (`nbgrader_config.py`, the names of the folders, the address of the gradebook),
but without importing nbgrader, which takes longer than grading ten notebooks. What the folders hold is read
elsewhere.
"""

import hmac
import os
import re
import secrets
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from string import Formatter

from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from nbjudge.course import options
from nbjudge.course.files import write_text

CONFIG_NAME = "nbgrader_config.py"
STEPS = ("source", "release", "submitted", "autograded", "feedback")
IGNORED = (".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback")
OWN_FOLDER = ".nbjudge"


class CourseError(Exception):
    """Something about the course stops all of its grading; the text says what to do."""

    exit_code = 2  # of the command that it ends


@dataclass(frozen=True)
class Submission:
    """One student's folder for one assignment."""

    student: str
    assignment: str
    folder: Path


@dataclass(frozen=True)
class Course:
    """Where everything of a course lies, and how it is set up."""

    root: Path
    steps: dict[str, str]
    structure: str
    db_url: str
    course_id: str
    ignore: tuple[str, ...]
    config: Config  # all of it, for the parts of nbgrader that read it
    options: options.Options

    def folder(self, step: str, assignment: str, student: str = ".") -> Path:
        """Give the folder of a step: `submitted/amy/ps1` by the usual structure."""
        name = self.structure.format(
            nbgrader_step=self.steps[step], student_id=student, assignment_id=assignment
        )
        return Path(os.path.normpath(self.root / name))

    @property
    def own(self) -> Path:
        """The folder of the grader's own files: the records, the secret, what was made of the release."""
        return self.root / OWN_FOLDER

    def golden_file(self, assignment: str) -> Path:
        """Give the text file of the places where a student's object may decide."""
        return self.root / self.options.golden_directory / f"{assignment}.txt"

    def assignments(self) -> list[str]:
        """Name the assignments that have a source or a release, in order; what the course ignores is none."""
        names = {name for step in ("source", "release") for name in self._assignments_in(step)}
        return sorted(name for name in names if not any(fnmatch(name, pattern) for pattern in self.ignore))

    def expect(self, assignment: str) -> None:
        """Refuse the name of an assignment that the course does not have."""
        if assignment not in (known := self.assignments()):
            listed = ", ".join(known) or "none"
            raise CourseError(f"There is no assignment {assignment!r}. Assignments of this course: {listed}.")

    def _assignments_in(self, step: str) -> list[str]:
        return [name for _, name, _ in self._match(step, r"\.", "(?P<assignment>[^/]+)")]

    def submissions(self, assignment: str, students: Iterable[str] = ()) -> list[Submission]:
        """Find who submitted an assignment, of these students or of all, ordered by name.

        Folders only: a link is left out.
        """
        return sorted(self.handed_in(assignment, students), key=lambda one: one.student)

    def handed_in(self, assignment: str, students: Iterable[str] = ()) -> Iterator[Submission]:
        """Go through the same in no order, and look only as far as somebody asks."""
        whose = "|".join(map(re.escape, students)) or "[^/]+"
        for student, _, folder in self._match("submitted", f"(?P<student>{whose})", re.escape(assignment)):
            yield Submission(student, assignment, folder)

    def has_more_than(self, count: int, assignment: str) -> bool:
        """Whether more than so many students submitted an assignment; no more are looked for."""
        return next(islice(self.handed_in(assignment), count, None), None) is not None

    def _match(self, step: str, student: str, assignment: str) -> Iterator[tuple[str, str, Path]]:
        """Walk down the folders whose names fit the structure, part by part.

        The parts before the first name are the staff's own choice: they may lead anywhere, as in nbgrader.
        """
        structure = os.path.normpath(self.structure.replace("{nbgrader_step}", self.steps[step]))
        parts = structure.split(os.sep)
        fixed = next((at for at, part in enumerate(parts) if "{" in part), len(parts))
        values = {"student_id": student, "assignment_id": assignment}
        patterns = [pattern for part in parts[fixed:] if (pattern := _pattern(part, values)) != r"\."]
        for known, folder in _fitting(self.root / os.sep.join([*parts[:fixed], ""]), patterns):
            yield known.get("student", "."), known.get("assignment", ""), folder

    def seed(self, student: str, notebook: str) -> str:
        """Give the seed of the hidden draws for a student and an `assignment/notebook`."""
        message = "\0".join((student, notebook)).encode("utf-8", "surrogateescape")
        return hmac.new(self.secret(), message, "sha256").hexdigest()

    def secret(self) -> bytes:
        """Read the course's secret; make it when it is first asked for."""
        path = self.root / self.options.secret_file
        try:
            text = path.read_text().strip()
        except FileNotFoundError:
            text = secrets.token_hex(32)
            write_text(path, text + "\n", mode=0o600)
        if len(text) < 16:
            raise CourseError(f"The secret in {path} is too short: remove the file, and a new one is made.")
        return text.encode()


def _pattern(part: str, values: dict[str, str]) -> str:
    """Turn one level of the structure into a regular expression.

    >>> _pattern("hw-{assignment_id}", {"assignment_id": "[^/]+"})
    'hw\\\\-[^/]+'
    """
    return "".join(
        re.escape(text) + values.get(name or "", "") for text, name, _, _ in Formatter().parse(part)
    )


def _fitting(folder: Path, patterns: Sequence[str]) -> Iterator[tuple[dict[str, str], Path]]:
    """Go through the folders below one whose names fit, level by level, with what was found in them."""
    if not patterns:
        yield {}, folder
        return
    for entry in _folders(folder):
        if match := re.fullmatch(patterns[0], entry.name):
            for known, below in _fitting(Path(entry.path), patterns[1:]):
                yield {**match.groupdict(), **known}, below


def _folders(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [e for e in entries if e.is_dir(follow_symlinks=False) and not e.name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return []


def read(root: str | Path = ".") -> Course:
    """Read a course's configuration, as nbgrader would when it is started there."""
    folder = Path(root).resolve()
    if not folder.is_dir():
        raise CourseError(f"There is no folder {folder}. Name the course's folder with --course.")
    return from_config(_load(folder), folder)


def elsewhere(course: Course) -> str:
    """Give what to add when a course is found empty: the folder may be none of a course."""
    if (course.root / CONFIG_NAME).is_file():
        return ""
    return f" It has no {CONFIG_NAME} either: if the course is elsewhere, name its folder."


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let modules in a course's folder be imported, as nbgrader does: a plugin beside the settings."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        with suppress(ValueError):  # what was imported may have changed the path
            sys.path.remove(str(folder))


def _load(folder: Path) -> Config:
    """Load the user's and the system's configuration below the course's own, as nbgrader does."""
    from jupyter_core.paths import jupyter_config_path

    config = Config()
    for path in [*reversed(jupyter_config_path()), str(folder)]:
        if os.path.exists(os.path.join(path, CONFIG_NAME)):
            try:
                with importable(folder):
                    config.merge(PyFileConfigLoader(CONFIG_NAME, path=path).load_config())
            except Exception as error:
                raise CourseError(f"{path}/{CONFIG_NAME} cannot be read: {error}") from error
    return config


def from_config(config: Config, folder: Path) -> Course:
    """Make a course of a configuration that is loaded already."""
    given = config.CourseDirectory
    root = Path(str(given.get("root", folder))).resolve()
    if not str(given.get("assignment_id", "")).isprintable():
        raise CourseError("CourseDirectory.assignment_id holds characters that cannot be printed.")
    try:
        settings = options.from_config(config, str(root))
    except Exception as error:
        raise CourseError(f"A value of c.NbJudge in {CONFIG_NAME} is wrong: {error}") from error
    return Course(
        root=root,
        steps={step: str(given.get(f"{step}_directory", step)) for step in STEPS},
        structure=str(given.get("directory_structure", "{nbgrader_step}/{student_id}/{assignment_id}")),
        db_url=str(given.get("db_url", "") or f"sqlite:///{root / 'gradebook.db'}"),
        course_id=str(given.get("course_id", "")).strip(),
        ignore=tuple(given.get("ignore", IGNORED)),
        config=config,
        options=settings,
    )
