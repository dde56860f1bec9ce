"""The texts that a release has had: who holds an older one has changed nothing.

Beside the kept release lies which text each marked cell had, and the first day on which it was seen: in the
source, or in the release folder, from which students may have it although the source is newer.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from nbjudge.course import hidden_tests
from nbjudge.course.course import Course
from nbjudge.course.files import write_text
from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook

Days = dict[str, str]  # by the digest of a text
History = dict[str, dict[str, Days]]  # by notebook and cell


def remember(course: Course, release: Release) -> None:
    """Add the texts that the release has now, and those of the release folder."""
    history = _read(course, release.assignment)
    for path in sorted(course.folder("release", release.assignment).glob("*.ipynb")):
        day = datetime.fromtimestamp(path.stat().st_mtime, UTC).date()
        try:
            cells = json.loads(path.read_bytes())["cells"]
            _add(history, path.stem, [ReleaseCell.from_notebook(cell, 0) for cell in cells], day)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue  # not a notebook: whoever needs it says so
    for notebook in release.notebooks:
        _add(history, notebook.name, notebook.cells, datetime.now(UTC).date())
    write_text(_path(course, release.assignment), json.dumps(history, indent=1), mode=0o600)


def with_former(course: Course, release: Release) -> Release:
    """Give a release of which each cell knows the texts that it had."""
    history = _read(course, release.assignment)
    return replace(release, notebooks=tuple(_knowing(notebook, history) for notebook in release.notebooks))


def _knowing(notebook: ReleaseNotebook, history: History) -> ReleaseNotebook:
    known = history.get(notebook.name, {})
    cells = (replace(cell, former=tuple(known.get(cell.id, {}).items())) for cell in notebook.cells)
    return replace(notebook, cells=tuple(cells))


def _add(history: History, notebook: str, cells: Iterable[ReleaseCell], day: date) -> None:
    for cell in cells:
        if cell.marked:
            days = history.setdefault(notebook, {}).setdefault(cell.id, {})
            days.setdefault(hidden_tests.text_digest(cell.source), day.isoformat())


def _path(course: Course, assignment: str) -> Path:
    return course.own / "releases" / f"{assignment}.texts.json"


def _read(course: Course, assignment: str) -> History:
    try:
        history: History = json.loads(_path(course, assignment).read_bytes())
    except (OSError, ValueError):
        return {}
    return history
