"""Files that are whole or not there, and readings that are bounded: what everything on disk goes through.

A file is written beside its place, brought to the disk and renamed, so that whoever looks, at any moment
and after any failure, finds the old content or the new one. What students hand in is read without following
links.
"""

import fnmatch
import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
_IMPORTABLE = (".py", ".pyw", ".pyc", ".so", ".pyd")  # by Python, on any system


def is_importable(name: str) -> bool:
    """Whether Python would import a file of this name as a module, or as part of a package."""
    return name.lower().endswith(_IMPORTABLE)


def write_bytes(path: Path, content: bytes, mode: int = 0o644, sync: bool = True) -> None:
    """Put a whole file in its place, or leave the old one; `sync` waits for the disk."""
    beside = path.with_name(f".{hashlib.md5(os.fsencode(path.name)).hexdigest()[:12]}.{os.getpid()}.tmp")
    try:
        handle = _opened(beside, mode)
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _opened(path: Path, mode: int) -> int:
    """Open a file to be written anew; its folder is made if it is not there."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    try:
        return os.open(path, flags, mode)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, flags, mode)


def write_text(path: Path, content: str, mode: int = 0o644, sync: bool = True) -> None:
    """Put a whole text in its place, or leave the old one; half characters become question marks."""
    write_bytes(path, content.encode("utf-8", "replace"), mode, sync)


def keep(path: Path, key: str, value: Mapping[str, object], sync: bool = False) -> None:
    """Keep what took time to find, as JSON, under the hash of all that decides it."""
    write_text(path, json.dumps({"key": key, "value": value}), 0o600, sync)


def kept(path: Path, key: str) -> dict[str, Any] | None:
    """Give what was kept under this very key; None if there is nothing of it, or it is not whole."""
    try:
        data = json.loads(path.read_bytes())
        return dict(data["value"]) if data["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def read_bytes(path: Path, most: int) -> bytes:
    """Read a regular file of at most so many bytes; anything else is an OSError that says so."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(f"{path.name} is not a regular file")
        if about.st_size > most:
            raise OSError(f"{path.name} has {about.st_size:,} bytes; at most {most:,} are read")
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(f"{path.name} grew while it was read")
    return content


def regular_files(folder: Path, ignore: Sequence[str] = (), most: int = 10_000) -> Iterator[Path]:
    """Name the regular files below a folder, in order and at most so many; no link is followed."""
    count = 0
    for place, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(
            n for n in folders if not _ignored(n, ignore) and not os.path.islink(f"{place}/{n}")
        )
        for name in sorted(names):
            path = Path(place) / name
            if _ignored(name, ignore) or not stat.S_ISREG(path.lstat().st_mode):
                continue
            count += 1
            if count > most:
                return
            yield path


def together(theirs: Mapping[str, T], ours: Mapping[str, T]) -> dict[str, T]:
    """Lay our files over theirs; a name cannot be that of a file and of a folder, and ours come first.

    >>> together({"data.csv/x": 1, "a": 2, "a/b": 3, "c/d": 4, "e": 5}, {"data.csv": 6, "c": 7, "e": 8})
    {'a': 2, 'e': 8, 'data.csv': 6, 'c': 7}
    """
    files, folders = set(ours), {folder for name in ours for folder in _folders_of(name)}
    kept: dict[str, T] = {}
    for name, content in theirs.items():
        if name not in folders and files.isdisjoint(_folders_of(name)):
            kept[name] = content
            files.add(name)
            folders |= _folders_of(name)
    return kept | dict(ours)


def _folders_of(name: str) -> set[str]:
    return {name[:place] for place, letter in enumerate(name) if letter == "/"}


def _ignored(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def digest(content: bytes) -> str:
    """Name a content by its hash.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(content).hexdigest()
