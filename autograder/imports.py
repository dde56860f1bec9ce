"""What a course's notebooks import: loaded once in the fork servers, instead of anew in every notebook.

Only libraries that are known to start no thread when they are imported, for a server with threads cannot be
forked safely, and packages of the course's own. Others are imported by each notebook, as always.
"""

import ast
from collections.abc import Iterable, Iterator

from autograder.skeleton import Release

WELL_BEHAVED = frozenset(
    (
        "IPython",
        "matplotlib",
        "networkx",
        "numpy",
        "pandas",
        "scipy",
        "seaborn",
        "sklearn",
        "statsmodels",
        "sympy",
    )
)


def to_preload(release: Release, own: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the modules that an assignment's cells import, in order; `own` are packages of the course."""
    known = WELL_BEHAVED | set(own)
    sources = [cell.source for notebook in release.notebooks for cell in notebook.cells]
    names = dict.fromkeys(name for source in sources for name in imported(source))
    return tuple(name for name in names if name.partition(".")[0] in known)


def imported(source: str) -> Iterator[str]:
    """Go through the modules that a cell imports; a cell that is no Python imports none.

    >>> list(imported("import numpy as np\\nfrom matplotlib import pyplot as plt"))
    ['numpy', 'matplotlib', 'matplotlib.pyplot']
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*")
