"""The course in a folder of a student's own: the notebooks are copied there, and work that is there stays.

    source   where the notebooks of this version lie: inside the installed package, or in a checkout
    deliver  copy them into a folder; what came in an earlier version and was changed since is not touched

A list of what was delivered, `.mlcore.json` in the folder, tells a student's work from an old copy of ours.
A newer notebook for which there is work already comes to lie in `updates/`, or `updates-2/` when that is
worked on, too. Without the list everything counts as work. Left out on purpose: merging the two.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LIST = ".mlcore.json"
UPDATES = "updates"


@dataclass(frozen=True)
class Delivery:
    """What came of a delivery: paths within the folder."""

    new: tuple[str, ...]  # was not there before
    renewed: tuple[str, ...]  # an earlier version that nobody had changed
    beside: tuple[str, ...]  # a newer version of what was worked on


def source() -> Path:
    """Return the folder with the notebooks of this version.

    A wheel has them inside the package, so that package and notebooks always fit; a checkout beside it.
    """
    here = Path(__file__).parent
    for folder in (here / "notebooks", here.parent / "notebooks"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"The notebooks of the course are missing beside {here}. Install mlcore again.")


def deliver(course: Path, folder: Path) -> Delivery:
    """Copy a course into a folder; never over what was changed there.

    Parameters
    ----------
    course : Path
        The folder with the notebooks, as `source` gives it.
    folder : Path
        The student's folder. It is made if it does not exist.

    Returns
    -------
    Delivery
        What is new, what was renewed, and what lies beside work.

    Raises
    ------
    ValueError
        If the folder is a part of the course itself.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as home:
    ...     first = deliver(source(), Path(home) / "course")
    ...     again = deliver(source(), Path(home) / "course")
    >>> "01_knn/01_knn.ipynb" in first.new, again.new
    (True, ())
    """
    ours, theirs = course.resolve(), folder.resolve()
    if ours == theirs or ours in theirs.parents:
        raise ValueError(f"{folder} holds the course itself. Choose a folder of your own.")
    folder.mkdir(parents=True, exist_ok=True)
    delivered = _delivered(folder)
    before = dict(delivered)
    new: list[str] = []
    renewed: list[str] = []
    beside: list[str] = []
    try:
        for name in _names(course):
            wanted = _digest(course / name)
            target, found = _place(folder, name, wanted, delivered)
            removed = not found and target == name  # an update that was removed was not wanted
            if found != wanted and (removed or delivered.get(target) != wanted):
                _write(folder / target, (course / name).read_bytes())
                (renewed if found else new if target == name else beside).append(target)
            delivered[target] = wanted
    finally:
        if delivered != before or not (folder / LIST).exists():  # a folder may be for reading only
            _write(folder / LIST, (json.dumps(delivered, indent=1, sort_keys=True) + "\n").encode())
    return Delivery(tuple(new), tuple(renewed), tuple(beside))


def _place(folder: Path, name: str, wanted: str, delivered: dict[str, str]) -> tuple[str, str]:
    """Return the first place for a file where no other version is worked on, and what is there now."""
    for place in _places():
        target = place + name
        found = _digest(folder / target)
        if found in ("", wanted, delivered.get(target)) or delivered.get(target) == wanted:
            return target, found
    raise AssertionError("there is always another place")


def _names(course: Path) -> Iterator[str]:
    """Go through the files of a course, as paths with slashes on every system."""
    for path in sorted(course.rglob("*")):
        parts = path.relative_to(course).parts
        if path.is_file() and not any(part.startswith((".", "__")) for part in parts):
            yield "/".join(parts)


def _places() -> Iterator[str]:
    yield ""
    yield f"{UPDATES}/"
    number = 2
    while True:
        yield f"{UPDATES}-{number}/"
        number += 1


def _digest(path: Path) -> str:
    """Return what tells two contents apart, whatever the line ends; nothing where there is no file."""
    if not path.exists():
        return ""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _delivered(folder: Path) -> dict[str, str]:
    """Read what was delivered earlier; a damaged list is as good as none."""
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return {str(name): str(digest) for name, digest in found.items()} if isinstance(found, dict) else {}


def _write(path: Path, content: bytes) -> None:
    """Write a file as a whole: who stops it halfway keeps what was there before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
