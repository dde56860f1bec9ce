"""One rule for "unchanged": what a result depends on, hashed package by package.

A result is used again when its key is the same. The key holds the task (cells, files, seed, limits, golden
record), Python and the installed packages, the course's own code, and every room of the grader that can
change a verdict. Whole rooms, never lists of files: a module that is added to a room counts from its first
line. The rooms that only show, write down or command (`pages`, `gradebook`, `classroom`, `drop_in`,
`commands`) are left out: a change there costs nobody a rerun. Pages have a key of their own, over theirs.
"""

import json
import site
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from nbjudge.course.files import digest
from nbjudge.records import FORMAT
from nbjudge.tasks import NotebookTask

GRADER = Path(__file__).resolve().parents[1]
ROOMS_OF_A_VERDICT = ("course", "inside", "sandbox", "judge", "submission", "execution", "grading")
ROOMS_OF_A_PAGE = ("course", "pages")
_GENERATED = frozenset(("__pycache__", ".ipynb_checkpoints"))


def key_of(task: NotebookTask, environment: str) -> str:
    """Hash all that decides a result."""
    data = replace(task, files={}, course_files={})
    files = {name: _digest(content) for name, content in sorted(task.files.items())}
    beside = {name: _digest(content) for name, content in sorted(task.course_files.items())}
    inputs = [FORMAT, environment, data, files, beside]
    return digest(json.dumps(inputs, default=_plainly, sort_keys=True).encode())


@lru_cache(maxsize=1024)
def _digest(content: bytes) -> str:
    return digest(content)


def _plainly(value: object) -> object:
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if is_dataclass(value):
        return vars(value)
    raise TypeError(f"a task holds a {type(value).__name__}")


def environment(own_code: Sequence[str] = ()) -> str:
    """Hash what runs the notebooks: Python, what is installed, the grader, the course's code."""
    parts = [sys.version, _installed(), _of_rooms(ROOMS_OF_A_VERDICT), *map(of_package, own_code)]
    return digest(json.dumps(parts).encode())


def made_by() -> dict[str, Any]:
    """Say in words what `environment` hashes, for whoever has another."""
    grader = digest(json.dumps(_of_rooms(ROOMS_OF_A_VERDICT)).encode())[:8]
    packages = [name.removesuffix(".dist-info") for name in _installed()]
    return {"Python": sys.version.partition(" (")[0], "grader": grader, "packages": packages}


def _installed() -> list[str]:
    """Name what is installed, with its version; not by `sys.path`, to which an import may add folders."""
    folders = [*site.getsitepackages(), *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
    return sorted({found.name for folder in folders for found in Path(folder).glob("*.dist-info")})


def look() -> str:
    """Hash what decides how pages look."""
    return digest(json.dumps(_of_rooms(ROOMS_OF_A_PAGE)).encode())


def _of_rooms(rooms: Iterable[str]) -> list[str]:
    """Hash rooms of the grader, and the plain data beside them."""
    data = [[path.name, digest(path.read_bytes())] for path in sorted(GRADER.glob("*.py"))]
    return [digest(json.dumps(data).encode()), *(of_package(GRADER / room) for room in rooms)]


def of_package(folder: Path | str) -> str:
    """Hash every file of a package, whatever it is called; what Python leaves there is not one of them."""
    content = [[name, digest(content)] for name, content in files_of(folder)]
    return digest(json.dumps(content).encode())


def files_of(folder: Path | str) -> Iterator[tuple[str, bytes]]:
    """Go through the files of a package, in order."""
    root = Path(folder)
    for path in sorted(root.rglob("*")):
        if path.is_file() and not _GENERATED & {*path.parts}:
            yield path.relative_to(root).as_posix(), path.read_bytes()
