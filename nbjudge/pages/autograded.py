"""Makes the notebook of `autograded/`, which the formgrader shows and from which feedback is generated.

It is the release with the student's answers, the outputs of the run, and, beside nbgrader's own metadata,
what the grader has to say of each cell. Hidden tests, marking schemes and anything active in an output are
not in it.
"""

import json

from nbjudge.course import hidden_tests
from nbjudge.course.notebook_json import NewCell, NewNotebook, NewOutput, Notebook
from nbjudge.course.release import ReleaseCell, ReleaseNotebook
from nbjudge.pages.feedback.clean import harmless_markdown, harmless_outputs
from nbjudge.records import CellRecord, NotebookRecord

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
OURS = "nbjudge"  # the name of our part of a cell's metadata


def notebook(own: ReleaseNotebook, record: NotebookRecord, show_hidden: bool = False) -> NewNotebook:
    """Give the graded notebook as nbformat's data."""
    released = {cell.id: cell for cell in own.cells}
    cells = [
        _cell(released.get(cell.id), cell, number, show_hidden) for number, cell in enumerate(record.cells)
    ]
    language = {"name": "python"}
    metadata: dict[str, object] = {"kernelspec": {**KERNEL, **own.kernelspec}, "language_info": language}
    if record.problem:
        metadata[OURS] = {"problem": record.problem}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def to_bytes(data: Notebook) -> bytes:
    """Write a notebook as nbformat does; half characters become question marks."""
    text = json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True)
    return text.encode("utf-8", "replace") + b"\n"


def _cell(own: ReleaseCell | None, record: CellRecord, number: int, show_hidden: bool) -> NewCell:
    cell_type = record.cell_type
    source = own.source if own is not None and record.source is None else record.source or ""
    students = record.source is not None
    if not students and not show_hidden:
        source = hidden_tests.for_students(source)
    if students and cell_type == "markdown":
        source = harmless_markdown(source)
    metadata: dict[str, object] = {OURS: _said(own, record, show_hidden)}
    if own is not None and own.marks:
        metadata["nbgrader"] = dict(own.marks)
    if own is not None and own.tags:
        metadata["tags"] = list(own.tags)
    made: NewCell = {
        "cell_type": cell_type,
        "id": f"cell-{number + 1}",
        "metadata": metadata,
        "source": source,
    }
    if cell_type == "code":
        made |= {"execution_count": None, "outputs": _outputs(own, record, show_hidden)}
    elif record.pictures:
        made["attachments"] = {name: dict(content) for name, content in record.pictures.items()}
    return made


def _outputs(own: ReleaseCell | None, record: CellRecord, show_hidden: bool) -> list[NewOutput]:
    if record.kind == "test" and own is not None:
        return harmless_outputs(hidden_tests.outputs(own.source, record.outputs, show_hidden, record.secret))
    return harmless_outputs(hidden_tests.of_cell(record.outputs, show_hidden, record.secret))


def _said(own: ReleaseCell | None, record: CellRecord, show_hidden: bool) -> dict[str, object]:
    """Gather what the page shows of a cell besides its text and outputs."""
    said: dict[str, object] = {"kind": record.kind, "status": record.status}
    reason = record.reason
    if own is not None and record.kind == "test":
        reason = hidden_tests.reason(own.source, record.outputs, reason, show_hidden, record.secret)
    if reason:
        said["reason"] = reason
    for name in ("weaker", "unchanged", "missing"):
        if getattr(record, name):
            said[name] = True
    return said
