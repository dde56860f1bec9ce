"""The golden record: a text file that says at which places of the tests a student's own object may decide.

`nbjudge doctor` writes it from a run of the course's own solution, staff review it, and it stays with
the course. One line for each place, below the notebook's name in brackets; the top says of which release it
was made.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nbjudge.course.files import digest, write_text
from nbjudge.course.release import Release

_HEAD = (
    "# Places where an object of the student's own may decide. Written by `nbjudge doctor`; please review."
)
_OF = "# of: "


@dataclass(frozen=True)
class Golden:
    """The places by notebook, and the release that they belong to."""

    places: Mapping[str, frozenset[str]]
    of: str


def fingerprint(release: Release) -> str:
    """Name what the golden record depends on: the texts of the given cells, tests and solutions."""
    told = [
        [
            notebook.name,
            [[cell.id, cell.kind, cell.source, cell.reference, cell.tags] for cell in notebook.cells],
        ]
        for notebook in release.notebooks
    ]
    return digest(repr(told).encode())[:16]


def read_golden(path: Path) -> Golden | None:
    """Read a golden record; None if there is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    places: dict[str, set[str]] = {}
    of, notebook = "", ""
    for line in text.splitlines():
        if line.startswith(_OF):
            of = line.removeprefix(_OF).strip()
        elif line.startswith("[") and line.endswith("]"):
            notebook = line[1:-1]
            places[notebook] = set()
        elif line.strip() and not line.startswith("#") and notebook:
            places[notebook].add(line.strip())
    return Golden({name: frozenset(found) for name, found in places.items()}, of)


def write_golden(path: Path, release: Release, places: Mapping[str, frozenset[str]]) -> None:
    """Write a golden record, sorted, so that a change shows as a difference of few lines."""
    parts = [_HEAD, _OF + fingerprint(release)]
    for name in sorted(places):
        parts += ["", f"[{name}]", *sorted(places[name])]
    write_text(path, "\n".join(parts) + "\n")
