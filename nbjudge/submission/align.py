"""Puts the cells of a submitted notebook into their places in the release.

The release says which cells there are, in which order and what they are; a submission gives the source of
its answers and extra cells. A cell is found by its grade_id, else by nbformat's own id, else by its text.
What the student added stays behind the cell that it stood behind.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from nbjudge.course import hidden_tests
from nbjudge.course.release import ReleaseCell, ReleaseNotebook
from nbjudge.submission.notebook import SubmittedCell
from nbjudge.tasks import Cell


@dataclass(frozen=True)
class Placed:
    """One cell of the rebuilt notebook."""

    cell: Cell
    cell_type: Literal["code", "markdown", "raw"]
    unchanged: bool = False  # the student wrote nothing
    missing: bool = False
    pictures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass
class _Matching:
    """Which submitted cells stand for which released one, and what is left over."""

    chosen: dict[int, int] = field(default_factory=dict)  # released -> submitted
    extra: dict[int, list[int]] = field(default_factory=dict)  # behind which released cell (-1: first)
    notes: list[str] = field(default_factory=list)


def align(
    release: ReleaseNotebook, cells: tuple[SubmittedCell, ...]
) -> tuple[tuple[Placed, ...], tuple[str, ...]]:
    """Rebuild a notebook; say in notes what the staff should know."""
    matching = _match(release, cells)
    placed: list[Placed] = []
    count = 0
    for index in range(-1, len(release.cells)):
        if index >= 0:
            at = matching.chosen.get(index)
            placed.append(_own(release.cells[index], None if at is None else cells[at]))
        for at in matching.extra.get(index, ()):
            count += 1
            placed.append(_extra(count, cells[at]))
    return tuple(placed), tuple(matching.notes + _changes(release, cells, matching))


def _match(release: ReleaseNotebook, cells: tuple[SubmittedCell, ...]) -> _Matching:
    owners = _owners(release, cells)
    matching = _Matching()
    copies: dict[int, list[int]] = {}
    for at, index in owners.items():
        copies.setdefault(index, []).append(at)
    for index, places in copies.items():
        matching.chosen[index] = _choose(release.cells[index], cells, places)
        if len(places) > 1 and release.cells[index].marked:
            matching.notes.append(
                f"{release.cells[index].id}: {len(places)} copies; the last that was written in counts."
            )
    behind = -1
    for at, cell in enumerate(cells):
        owner = owners.get(at)
        if owner is not None and matching.chosen[owner] == at:
            behind = owner
            if _edited(release.cells[owner], cell):
                matching.extra.setdefault(behind, []).append(at)
        elif cell.source.strip() and (owner is None or _worth_running(release.cells[owner], cell)):
            matching.extra.setdefault(behind, []).append(at)
    return matching


def _owners(release: ReleaseNotebook, cells: tuple[SubmittedCell, ...]) -> dict[int, int]:
    """Say for every submitted cell which released one it is, where it is one."""
    by_grade_id = {cell.id: index for index, cell in enumerate(release.cells) if cell.marked}
    owners = {at: by_grade_id[cell.grade_id] for at, cell in enumerate(cells) if cell.grade_id in by_grade_id}
    taken = set(owners.values())
    by_cell_id = {c.cell_id: i for i, c in enumerate(release.cells) if c.cell_id and i not in taken}
    for at, cell in enumerate(cells):
        if at not in owners and cell.cell_id in by_cell_id:
            owners[at] = by_cell_id.pop(cell.cell_id)
    taken = set(owners.values())
    by_text: dict[str, list[int]] = {}
    for index, own in enumerate(release.cells):
        if index not in taken and own.source.strip():
            by_text.setdefault(hidden_tests.for_students(own.source).strip(), []).append(index)
    for at, cell in enumerate(cells):
        if at not in owners and by_text.get(cell.source.strip()):
            owners[at] = by_text[cell.source.strip()].pop(0)
    return owners


def _choose(own: ReleaseCell, cells: tuple[SubmittedCell, ...], places: list[int]) -> int:
    """Choose the last copy that the student wrote in."""
    written = [at for at in places if cells[at].source.strip() and cells[at].source != own.source]
    return (written or places)[-1]


def _edited(own: ReleaseCell, cell: SubmittedCell) -> bool:
    """Whether an unlocked cell of the release was changed: then both texts are run, the release's first."""
    return not own.marked and cell.source.strip() not in ("", own.source.strip())


def _worth_running(own: ReleaseCell, cell: SubmittedCell) -> bool:
    """Whether a copy that does not count is run all the same: never one of a test or of a locked cell."""
    return (own.solution or not own.marked) and cell.source.strip() != own.source.strip()


def _own(own: ReleaseCell, submitted: SubmittedCell | None) -> Placed:
    writes = own.solution
    source = own.source if not writes else submitted.source if submitted else ""
    cell = Cell(own.id, own.kind, source, own.points, own.manual, own.tags, own.reference)
    return Placed(
        cell,
        own.cell_type,
        unchanged=writes and submitted is not None and (source == own.source or bool(_released(own, source))),
        missing=submitted is None and own.marked,
        pictures=submitted.pictures if writes and submitted else {},
    )


def _extra(count: int, cell: SubmittedCell) -> Placed:
    kind: Literal["extra", "text"] = "extra" if cell.cell_type == "code" else "text"
    return Placed(Cell(f"extra-{count}", kind, cell.source), cell.cell_type, pictures=cell.pictures)


def _changes(release: ReleaseNotebook, cells: tuple[SubmittedCell, ...], matching: _Matching) -> list[str]:
    """Say which marked cells are missing, have another type or another text than they should."""
    missing, retyped, edited, built = [], [], [], []
    older: dict[str, list[str]] = {}
    for index, own in enumerate(release.cells):
        at = matching.chosen.get(index)
        if not own.marked:
            continue
        if at is None:
            missing.append(own.id)
            continue
        if cells[at].cell_type != own.cell_type:
            retyped.append(own.id)
        text = cells[at].source.strip()
        if own.solution or text == hidden_tests.for_students(own.source).strip():
            continue
        if text == own.source.strip():
            built.append(own.id)
        elif day := _released(own, text):
            older.setdefault(day, []).append(own.id)
        else:
            edited.append(own.id)
    told = (
        ("Missing, taken from the release (an answer counts as empty)", missing),
        ("Of another type, read as the release has it", retyped),
        ("Changed although locked, the release's text was used", edited),
        ("With the hidden tests, as only the course's source has them", built),
        *(
            (f"Written on the release of {_written(day)}; today's was used", older[day])
            for day in sorted(older)
        ),
    )
    return [f"{what}: {', '.join(names)}." for what, names in told if names]


def _released(own: ReleaseCell, text: str) -> str:
    """Give the day since when a text is known as the course's own; empty if it is not."""
    return dict(own.former).get(hidden_tests.text_digest(text), "") if own.former else ""


def _written(day: str) -> str:
    """Write a day as people do.

    >>> _written("2026-05-03")
    '3 May 2026'
    """
    known = date.fromisoformat(day)
    return f"{known.day} {known:%B %Y}"
