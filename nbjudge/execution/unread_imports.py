"""Imports of given cells whose names nothing reads that is run: a library for pictures that are left out.

Loading one can take longer than all tests of a notebook. So where illustrations are left out, these go with
them; whatever reads a name of theirs, in an answer, a test or a cell of the student's own, keeps its import.
Only libraries count that leave nothing behind when they are loaded (`effects.QUIET`), and the course's own.
"""

import ast
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from nbjudge.execution.cell_text import read, words_of
from nbjudge.execution.effects import QUIET, sees_all
from nbjudge.inside.plain import tree_of
from nbjudge.judge.source import parse
from nbjudge.tasks import Cell

_WORD = re.compile(r"[^\W\d]\w*")


def without_unread_imports(
    cells: Sequence[Cell], left_out: Collection[str] = (), own: Iterable[str] = ()
) -> tuple[Cell, ...]:
    """Give the cells with such imports blanked, so that all other lines keep their numbers.

    >>> cells = [Cell("g", "given", "import math\\nimport numpy as np"), Cell("t", "test", "assert np.e > 2")]
    >>> without_unread_imports(cells)[0].source
    'pass\\nimport numpy as np'
    """
    run = [cell for cell in cells if cell.kind != "text" and cell.id not in left_out]
    if any(sees_all(read(cell.source)) for cell in run):
        return tuple(cells)
    quiet = QUIET | frozenset(own)
    spoken_of = frozenset(word for cell in run if cell.kind != "given" for word in _WORD.findall(cell.source))
    spoken_of = spoken_of.union(*(_words_beside_imports(cell.source) for cell in run if cell.kind == "given"))
    given = {cell.id for cell in run if cell.kind == "given"}
    return tuple(
        replace(cell, source=_blanked(cell.source, quiet, spoken_of)) if cell.id in given else cell
        for cell in cells
    )


def _words_beside_imports(source: str) -> frozenset[str]:
    tree = parse(source)
    rest = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))] if tree else []
    return frozenset(words_of(ast.Module(rest, [])))


def _blanked(source: str, quiet: Collection[str], spoken_of: Collection[str]) -> str:
    """Put `pass` in the place of each import that nobody needs; one that shares its line stays."""
    tree, lines = tree_of(source), source.splitlines()
    for node in tree.body if tree else ():
        if not isinstance(node, (ast.Import, ast.ImportFrom)) or not _is_unread(node, quiet, spoken_of):
            continue
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        whole = "\n".join(lines[first:last]).encode()
        if node.col_offset == 0 and whole.strip() == (ast.get_source_segment(source, node) or "").encode():
            lines[first:last] = ["pass", *[""] * (last - first - 1)]
    return "\n".join(lines)


def _is_unread(node: ast.Import | ast.ImportFrom, quiet: Collection[str], spoken_of: Collection[str]) -> bool:
    if isinstance(node, ast.ImportFrom):
        tops = {"" if node.level else (node.module or "").partition(".")[0]}
        modules = [f"{node.module}.{alias.name}" for alias in node.names]
    else:
        tops = {alias.name.partition(".")[0] for alias in node.names}
        modules = [alias.name for alias in node.names]
    names = {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    names |= {part for module in modules for part in module.split(".")[1:]}  # matplotlib.pyplot is there then
    return tops <= set(quiet) and "*" not in names and names.isdisjoint(spoken_of)
