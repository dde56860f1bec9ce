"""What a student's page says before the deadline: nothing that depends on hidden tests.

Whoever hands in again and again would otherwise read the hidden tests off the points. A test without hidden
lines is shown as ever, for students can run it themselves; so is one that failed in an open line. Of any
other test that has hidden lines the page shows what came before the first of them, and no points.
"""

from collections.abc import Mapping
from dataclasses import replace

from nbjudge.course import hidden_tests
from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook
from nbjudge.marks import CellMarks, Marks, NotebookMarks
from nbjudge.records import CellRecord, NotebookRecord, Record

LATER = "later"  # the status of a cell of which the points are not said yet
SENTENCE = "This test has a hidden part: its points are given after the deadline."


def open_part(release: Release, record: Record, marks: Marks) -> tuple[Record, Marks]:
    """Give a record and marks as a student may see them before the deadline."""
    notebooks, said = [], dict(marks)
    for entry in record.notebooks:
        later = _later(release.notebook(entry.name), entry)
        notebooks.append(replace(entry, cells=tuple(later.get(cell.id, cell) for cell in entry.cells)))
        if entry.name in said:
            said[entry.name] = _without(said[entry.name], later)
    return replace(record, notebooks=tuple(notebooks)), said


def _later(own: ReleaseNotebook, entry: NotebookRecord) -> dict[str, CellRecord]:
    tests = {cell.id: cell for cell in own.cells if hidden_tests.lines(cell.source)}
    return {
        cell.id: _opened(tests[cell.id], cell)
        for cell in entry.cells
        if cell.kind == "test" and cell.id in tests and not _failed_openly(tests[cell.id], cell)
    }


def _failed_openly(own: ReleaseCell, cell: CellRecord) -> bool:
    """Whether a test ended before its hidden lines: then its points do not depend on them."""
    return not cell.secret and hidden_tests.failed_openly(own.source, cell.outputs)


def _opened(own: ReleaseCell, cell: CellRecord) -> CellRecord:
    shown = hidden_tests.open_outputs(own.source, cell.outputs, cell.before_hidden)
    outputs = tuple(output for output in shown if output["output_type"] != "error")
    return replace(cell, status=LATER, outputs=outputs, reason="", lost=SENTENCE, auto_score=None)


def _without(marks: NotebookMarks, later: Mapping[str, CellRecord]) -> NotebookMarks:
    """Take the points of these cells out, also from the sum; there is no penalty before the deadline."""
    kept = {
        name: CellMarks(points=cell.points, comment=cell.comment) if name in later else cell
        for name, cell in marks.cells.items()
    }
    return replace(
        marks, score=sum(cell.score or 0.0 for cell in kept.values()), late_penalty=0.0, cells=kept
    )
