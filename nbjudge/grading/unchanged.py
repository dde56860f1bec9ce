"""One rule for "unchanged": what a result depends on, hashed package by package.

A result is used again when its key is the same. The key holds the task (cells, files, seed, limits, golden
record), Python and the installed packages, the course's own code, and every room of the grader that can
change a verdict. Whole rooms, never lists of files: a module that is added to a room counts from its first
line. The rooms that only show, write down or command (`pages`, `gradebook`, `classroom`, `drop_in`,
`commands`) are left out: a change there costs nobody a rerun. Pages have a key of their own, over theirs.
"""

import contextlib
import json
import os
import site
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import is_dataclass, replace
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from nbjudge.course.files import digest
from nbjudge.records import FORMAT
from nbjudge.tasks import NotebookTask

GRADER = Path(__file__).resolve().parents[1]
ROOMS_OF_A_VERDICT = ("course", "inside", "sandbox", "judge", "submission", "execution", "grading")
ROOMS_OF_A_PAGE = ("course", "pages")
_GENERATED = frozenset(("__pycache__", ".ipynb_checkpoints"))
_DOUBTFUL = 50_000_000  # nanoseconds within which a file may change again and keep its time


_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
_held: dict[tuple[object, ...], object] | None = None


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Look at everything once: what is graded together is graded by the same."""
    global _held
    _held = {}
    try:
        yield
    finally:
        _held = None


def _once(find: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """Let a function know what it found while that is `held`; a copy of this process looks for itself."""

    @wraps(find)
    def known(*asked: _Asked.args, **options: _Asked.kwargs) -> _Found:
        if _held is None:
            return find(*asked, **options)
        key = os.getpid(), find, *map(str, asked)
        if key not in _held:
            _held[key] = find(*asked, **options)
        return cast(_Found, _held[key])

    return known


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


@_once
def _installed() -> list[str]:
    """Name what is installed, with its version; not by `sys.path`, to which an import may add folders."""
    folders = [*site.getsitepackages(), *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
    return sorted({found.name for folder in folders for found in Path(folder).glob("*.dist-info")})


def look() -> str:
    """Hash what decides how pages look."""
    return digest(json.dumps(_of_rooms(ROOMS_OF_A_PAGE)).encode())


def _of_rooms(rooms: Iterable[str]) -> list[str]:
    """Hash rooms of the grader, and the plain data beside them."""
    data = [[path.name, _digest_of(str(path))] for path in sorted(GRADER.glob("*.py"))]
    return [digest(json.dumps(data).encode()), *(of_package(GRADER / room) for room in rooms)]


@_once
def of_package(folder: Path | str) -> str:
    """Hash every file of a package, whatever it is called; what Python leaves there is not one of them."""
    content = [[name, _digest_of(path)] for name, path in _paths_of(folder)]
    return digest(json.dumps(content).encode())


def files_of(folder: Path | str) -> Iterator[tuple[str, bytes]]:
    """Go through the files of a package, in order."""
    for name, path in _paths_of(folder):
        yield name, Path(path).read_bytes()


def _paths_of(folder: Path | str) -> list[tuple[str, str]]:
    """Name the files of a package and their places, in the order of the parts of their names."""
    if _GENERATED & {*Path(folder).parts}:
        return []
    found, waiting = list[tuple[str, str]](), [("", os.fspath(folder))]
    while waiting:
        prefix, place = waiting.pop()
        for entry in _entries(place):
            if entry.name in _GENERATED:
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append((f"{prefix}{entry.name}/", entry.path))
            elif entry.is_file():
                found.append((prefix + entry.name, entry.path))
    return sorted(found, key=lambda pair: pair[0].split("/"))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _digest_of(path: str) -> str:
    """Hash a file; this process reads it again only if its size or times are others."""
    about = os.stat(path)
    if time.time_ns() < max(about.st_mtime_ns, about.st_ctime_ns) + _DOUBTFUL:
        return digest(Path(path).read_bytes())
    return _read_before(path, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)


@lru_cache(maxsize=8192)
def _read_before(path: str, *state: int) -> str:
    return digest(Path(path).read_bytes())
