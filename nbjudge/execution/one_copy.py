"""Whether one copy of the student's process will do for all tests, asked one after the other.

A copy for each test, made at its place, costs more than most tests do. It is needed where a test could find
out what went before: a function that may do more than calculate (`calculating`) or reads data that another
could change; a name that is bound anew later on, or read before it is bound; a module handed in under the
name of one of Python's. It is decided by reading alone, and in doubt each test has a copy of its own.
"""

import sys
from collections.abc import Collection, Iterable, Sequence

from nbjudge.course.files import is_importable
from nbjudge.execution.calculating import Names, only_calculates
from nbjudge.execution.cell_text import Text, read
from nbjudge.execution.effects import Namespace, sees_all
from nbjudge.tasks import IN_STUDENT, Cell


def one_copy_will_do(
    cells: Sequence[Cell],
    left_out: Collection[str] = (),
    own: Iterable[str] = (),
    beside: Iterable[str] = (),
) -> bool:
    """Say so of a notebook; `left_out` cells are not run, `own` are packages that the course answers for.

    `beside` are the names of the files that lie in its folder.

    >>> answer = Cell("a", "answer", "def f(x):\\n    return x + 1")
    >>> one_copy_will_do([answer, Cell("t", "test", "assert f(1) == 2", 1.0)])
    True
    >>> keeps = Cell("a", "answer", "seen = []\\ndef f(x):\\n    seen.append(x)\\n    return len(seen)")
    >>> one_copy_will_do([keeps, Cell("t", "test", "assert f(1) == 1", 1.0)])
    False
    """
    run = [c for c in cells if c.kind != "text" and c.source.strip() and c.id not in left_out]
    texts = [read(cell.source) for cell in run]
    students = [(cell, text) for cell, text in zip(run, texts, strict=True) if cell.kind != "test"]
    namespace = Namespace([text for _, text in students], frozenset(own))
    names = Names.of(text.tree for _, text in students if text.tree is not None)
    before = next((n for n, cell in enumerate(run) if cell.kind == "test"), len(run))  # the same for all
    return (
        not any(IN_STUDENT in cell.tags for cell in run)
        and not any(map(_is_taken_for_python_s, beside))
        and all(text.tree is not None for text in texts)
        and _is_in_order(run, texts)
        and all(
            _is_plain(cell, text, n < before) or _keeps_nothing(cell, text, namespace, names)
            for n, (cell, text) in enumerate(students)
        )
    )


def _is_in_order(run: Sequence[Cell], texts: Sequence[Text]) -> bool:
    """Whether every name that a cell speaks of is bound before, or nowhere, and no name is bound twice."""
    known: dict[str, str] = {}  # what a name is imported as; a module may be imported often
    spoken_of: set[str] = set()
    for cell, text in zip(run, texts, strict=True):
        if cell.kind == "test":
            spoken_of |= text.read - text.bound
            continue
        imported = {found.name: found.original for found in text.imports}
        for name in text.bound:
            if name in known:
                if not known[name] or known[name] != imported.get(name):
                    return False
            elif name in spoken_of:
                return False
            known[name] = imported.get(name, "")
        spoken_of |= text.read
    return True


def _is_taken_for_python_s(file: str) -> bool:
    """Whether a file is imported in the place of a module that is known to do no more than calculate."""
    return is_importable(file) and file.partition("/")[0].partition(".")[0] in sys.stdlib_module_names


def _is_plain(cell: Cell, text: Text, before: bool) -> bool:
    """Whether a cell only does what every test finds done: it is before all tests, and defines nothing."""
    return before and cell.kind == "given" and not text.definitions


def _keeps_nothing(cell: Cell, text: Text, namespace: Namespace, names: Names) -> bool:
    """Whether no function of a cell leaves a trace; an answer is nothing but functions."""
    reach = namespace.reach(cell.source, text)
    if reach.doubt or sees_all(text):
        return False
    if cell.kind == "given" and not text.definitions:
        return True
    if not text.only_defines or reach.data or text.tree is None:
        return False
    return not reach.draws if cell.kind == "given" else only_calculates(text.tree, names)
