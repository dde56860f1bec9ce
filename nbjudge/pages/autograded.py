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
from nbjudge.reports import CheckReport, in_outputs

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
        source = harmless_markdown(source, record.pictures)
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
        rest = (show_hidden, record.before_hidden, record.secret, record.weaker)
        given = hidden_tests.outputs(own.source, record.outputs, *rest)
    else:
        given = hidden_tests.of_cell(record.outputs, show_hidden, record.secret)
    return harmless_outputs(given, styled=record.kind == "test" and not record.weaker)


def _said(own: ReleaseCell | None, record: CellRecord, show_hidden: bool) -> dict[str, object]:
    """Gather what the page shows of a cell besides its text and outputs."""
    if record.secret and record.kind != "test" and not show_hidden:
        return {"kind": record.kind, "status": "ok"}  # how it ended would be a note of what it knew
    said: dict[str, object] = {"kind": record.kind, "status": record.status}
    tested = own is not None and record.kind == "test" and not show_hidden
    if reason := record.lost if tested else record.reason:
        said["reason"] = reason
    if own is not None and record.report is not None:
        shown = hidden_tests.open_outputs(own.source, record.outputs, record.before_hidden)
        said |= _of_check(record.report, in_outputs(shown))
    for name in ("weaker", "unchanged", "missing"):
        if getattr(record, name):
            said[name] = True
    return said


def _of_check(report: CheckReport, shown: CheckReport | None) -> dict[str, object]:
    """Say whether the check's panel is worth showing, and of which families it does not say how they went."""
    written = shown is not None and (shown.failure is None or bool(shown.failure.case))
    panel = shown is not None and written and shown.points < shown.total
    told = {family.name: family.points for family in shown.families} if shown and panel else {}
    families = [vars(family) for family in report.families if told.get(family.name) != family.points]
    return {"panel": panel, "families": families if written else []}
