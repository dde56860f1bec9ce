"""Makes the release of an assignment out of its source, by nbgrader's own steps.

Imported only when a source has changed: it needs all of nbgrader and nbconvert, a second's worth of imports.
"""

import contextlib
import copy
import json
import logging
from dataclasses import replace
from pathlib import Path

from traitlets.utils.importstring import import_item

from nbjudge.course.course import Course, CourseError
from nbjudge.course.notebook_json import Notebook
from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook

_LEFT_OUT = {
    "SaveCells",
    "ClearHiddenTests",
    "ClearMarkScheme",
    "TagIllustrations",
}  # the database, what students must not see, and tags for stock nbgrader
_DELIMITERS = (
    ("ClearHiddenTests", "begin_test_delimeter", "BEGIN HIDDEN TESTS"),
    ("ClearHiddenTests", "end_test_delimeter", "END HIDDEN TESTS"),
    ("ClearMarkScheme", "begin_mark_scheme_delimeter", "BEGIN MARK SCHEME"),
    ("ClearMarkScheme", "end_mark_scheme_delimeter", "END MARK SCHEME"),
)
_BEFORE_SOLUTIONS_GO = {"IncludeHeaderFooter", "InstantiateTests", "ClearOutput"}


def from_source(course: Course, assignment: str, paths: list[Path]) -> Release:
    """Run nbgrader's steps over every source notebook."""
    with contextlib.chdir(course.root):  # a header is named as seen from the course's folder
        notebooks = tuple(_notebook(course, assignment, path) for path in paths)
    return Release(assignment, notebooks)


def _notebook(course: Course, assignment: str, path: Path) -> ReleaseNotebook:
    try:
        released = _convert(course, assignment, path, keep=None)
        solved = _convert(course, assignment, path, keep=_BEFORE_SOLUTIONS_GO)
    except Exception as error:
        raise CourseError(f"nbgrader cannot make a release of {path}: {error}") from error
    cells = [
        _usual(course, ReleaseCell.from_notebook(cell, index)) for index, cell in enumerate(released["cells"])
    ]
    solutions = [ReleaseCell.from_notebook(cell, index) for index, cell in enumerate(solved["cells"])]
    with_answers = [
        _with_reference(own, solution.source) for own, solution in zip(cells, solutions, strict=True)
    ]
    return ReleaseNotebook(path.stem, tuple(with_answers), released["metadata"].get("kernelspec", {}))


def _with_reference(own: ReleaseCell, reference: str) -> ReleaseCell:
    return replace(own, reference=reference) if own.solution else own


def _usual(course: Course, own: ReleaseCell) -> ReleaseCell:
    """Write the marks of hidden tests and schemes as nbgrader does, where a course calls them otherwise."""
    source = own.source
    for step, name, usual in _DELIMITERS:
        given = course.config.get(step, {}).get(name)
        if given:
            source = source.replace(str(given), usual)
    return replace(own, source=source)


def _convert(course: Course, assignment: str, path: Path, keep: set[str] | None) -> Notebook:
    """Run the course's list of steps but for those left out; `keep` names those that are to run."""
    import nbformat  # with the next three a second or two, so not where a release is there already
    from nbconvert.exporters import NotebookExporter
    from nbgrader.converters import GenerateAssignment
    from nbgrader.coursedir import CourseDirectory

    config = copy.deepcopy(course.config)  # nbgrader writes into it, and it decides what is made anew
    directory = CourseDirectory(config=config, root=str(course.root))
    converter = GenerateAssignment(coursedir=directory, config=config)
    converter.log.setLevel(logging.ERROR)
    exporter = NotebookExporter(parent=converter, config=converter.config)
    for step in converter.preprocessors:
        kind = import_item(step) if isinstance(step, str) else step
        if kind.__name__ not in _LEFT_OUT and (keep is None or kind.__name__ in keep):
            exporter.register_preprocessor(kind, enabled=True)
    marks = {"student": ".", "assignment": assignment, "notebook": path.stem, "db_url": course.db_url}
    notebook = nbformat.read(str(path), as_version=4)
    text, _ = exporter.from_notebook_node(notebook, resources={"nbgrader": marks, "unique_key": path.stem})
    converted: Notebook = json.loads(text)
    return converted
