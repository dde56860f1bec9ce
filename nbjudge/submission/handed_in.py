"""What a submission's folder holds, as bytes: read where the folder lies, understood wherever there is time.

Reading follows no link, is bounded and looks into no file: what the bytes mean is found out in a worker,
which may die of them. What cannot be read keeps its name and the reason.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbjudge.course.files import read_bytes, regular_files

TIMESTAMP = "timestamp.txt"
MOST_NOTEBOOKS = 200
MOST_FILES = 500
MOST_BYTES = 64 << 20  # of a notebook
MOST_TOGETHER = 256 << 20  # of all notebooks of a submission


@dataclass(frozen=True)
class File:
    """A notebook by its name in the folder: its content, or why there is none."""

    name: str
    content: bytes = b""
    problem: str = ""


@dataclass(frozen=True)
class HandedIn:
    """The notebooks of a submission in order, what lies beside them, and what was left behind."""

    notebooks: tuple[File, ...] = ()
    beside: tuple[File, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many bytes it is."""
        return sum(len(file.content) for file in (*self.notebooks, *self.beside))


def read(folder: Path, ignore: Sequence[str], most_beside: int) -> HandedIn:
    """Read a folder; what lies beside the notebooks as far as there is room."""
    found = sorted(path for path in folder.glob("*.ipynb") if not path.is_dir())
    notes = []
    if not found:  # some upload one folder deeper
        found = [path for path in regular_files(folder, ignore, MOST_FILES) if path.suffix == ".ipynb"]
        notes += [f"The notebooks lie in {found[0].parent.name}/, not beside each other."] if found else []
    notebooks = tuple(_notebooks(folder, found[:MOST_NOTEBOOKS]))
    beside, left_out = _beside(folder, most_beside, ignore)
    notes += [f"Skipped (too large or unreadable): {', '.join(left_out[:5])}."] if left_out else []
    return HandedIn(notebooks, tuple(beside), tuple(notes))


def _notebooks(folder: Path, paths: Sequence[Path]) -> Iterator[File]:
    room = MOST_TOGETHER
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            content = read_bytes(path, min(MOST_BYTES, room))
        except OSError as error:
            yield File(name, problem=_link_or(path, error))
        else:
            room -= len(content)
            yield File(name, content)


def _link_or(path: Path, error: OSError) -> str:
    if path.is_symlink():
        return f"{path.name} is a link, not a file: submit the notebook itself."
    return f"{error.strerror or error}."


def _beside(folder: Path, most: int, ignore: Sequence[str]) -> tuple[list[File], list[str]]:
    """Read the student's own files; links are never followed, and what is too large stays behind."""
    files: list[File] = []
    left_out = []
    for path in regular_files(folder, (*ignore, "*.ipynb", TIMESTAMP), MOST_FILES):
        name = path.relative_to(folder).as_posix()
        try:
            name.encode()
            files.append(File(name, read_bytes(path, most)))
        except (OSError, UnicodeEncodeError):
            left_out.append(name)
            continue
        most -= len(files[-1].content)
    return files, left_out
