"""What a course's notebooks import: loaded once in the fork servers, instead of anew in every notebook.

Only libraries that are known to start no thread when they are imported, for a server with threads cannot be
forked safely, and packages of the course's own. Others are imported by each notebook, as always.
"""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace

from nbjudge.course import syntax
from nbjudge.course.release import Release, ReleaseNotebook
from nbjudge.execution.effects import WELL_BEHAVED
from nbjudge.execution.unread_imports import without_unread_imports
from nbjudge.judge.slices import statements_of, words_that_matter
from nbjudge.tasks import Cell


@dataclass(frozen=True)
class Preload:
    """The modules to load on each side, in order."""

    student: tuple[str, ...] = ()
    judge: tuple[str, ...] = ()  # without what only plots need: each module makes every fork dearer


def to_preload(
    release: Release, own: Iterable[str] = (), left_out: Mapping[str, Set[str]] | None = None
) -> Preload:
    """Return the modules that an assignment's cells import; `own` are packages of the course.

    What only cells import that are `left_out`, by notebook, or for them, is not among them; None leaves out
    nothing.
    """
    known = well_known(own)
    notebooks = [
        _without(notebook, left_out.get(notebook.name, ()), own) if left_out is not None else notebook
        for notebook in release.notebooks
    ]
    return Preload(
        _known(known, (cell.source for notebook in notebooks for cell in notebook.cells)),
        _known(known, (text for notebook in notebooks for text in _run_by_judge(notebook))),
    )


def well_known(own: Iterable[str] = ()) -> frozenset[str]:
    """Name the packages whose modules may be loaded beforehand; `own` are the course's."""
    return frozenset(WELL_BEHAVED).union(own)


def _without(notebook: ReleaseNotebook, left_out: Collection[str], own: Iterable[str]) -> ReleaseNotebook:
    cells = [
        Cell(cell.id, cell.kind, cell.reference if cell.solution else cell.source) for cell in notebook.cells
    ]
    sources = {cell.id: cell.source for cell in without_unread_imports(cells, left_out, own)}
    kept = tuple(
        cell if cell.solution else replace(cell, source=sources[cell.id])
        for cell in notebook.cells
        if cell.id not in left_out
    )
    return replace(notebook, cells=kept)


def _known(known: Iterable[str], sources: Iterable[str]) -> tuple[str, ...]:
    names = dict.fromkeys(name for source in sources for name in imported(source))
    return tuple(name for name in names if name.partition(".")[0] in known)


def _run_by_judge(notebook: ReleaseNotebook) -> Iterator[str]:
    """Go through the tests, the solutions, and the statements of given cells that matter to the tests."""
    tests = tuple(cell.source for cell in notebook.cells if cell.kind == "test")
    given = tuple(cell.source for cell in notebook.cells if cell.kind == "given")
    words = words_that_matter(given, tests)
    yield from tests
    yield from (cell.reference for cell in notebook.cells)
    for source in given:
        yield from (ast.unparse(part.node) for part in statements_of(source) or () if part.matters(words))


def imported(source: str) -> Iterator[str]:
    """Go through the modules that a cell imports; a cell that is no Python imports none.

    >>> list(imported("import numpy as np\\nfrom matplotlib import pyplot as plt"))
    ['numpy', 'matplotlib', 'matplotlib.pyplot']
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in syntax.parts(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*")
