"""Which statements of given cells matter to the tests: the others, plots mostly, need not run here.

A statement matters if it binds or changes something that a test, or a statement that matters, speaks of.
In doubt it does: whoever speaks of a name is found by the words of the text, strings and comments included.
"""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from autograder.judge import source

_WORD = re.compile(r"[^\W\d]\w*")
_CHANGES_ARGUMENTS = re.compile(
    r"shuffle|sort|fill|copyto|put|place|push|pop|replace|update|append|extend|insert|setattr|delattr|seed|register"
)


@lru_cache(maxsize=64)
def words_that_matter(given: tuple[str, ...], tests: tuple[str, ...]) -> frozenset[str]:
    """Return the words of the tests, and of the given statements that these need."""
    words = {word for text in tests for word in _WORD.findall(text)}
    waiting = [(changed_by(node), node) for text in given for node in _statements(text)]
    while True:
        found = [(names, node) for names, node in waiting if names & words]
        if not found:
            return frozenset(words)
        waiting = [pair for pair in waiting if pair not in found]
        for names, node in found:
            words |= names | set(_WORD.findall(ast.unparse(node)))


def matters(node: ast.stmt, words: frozenset[str]) -> bool:
    """Return whether a given statement has to run in the judge."""
    return bool(changed_by(node) & words) or _imports_all(node)


def changed_by(node: ast.stmt) -> frozenset[str]:
    """Return the names that a statement binds, or whose objects it may change, and perhaps others.

    >>> sorted(changed_by(ast.parse("axes.plot(x, np.sort(y))").body[0]))
    ['axes', 'np', 'plot', 'sort', 'y']
    """
    return frozenset(source.bound_by(node) | set(_changed(node)))


def _changed(node: ast.stmt) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            name = ast.unparse(part.func)
            yield from _WORD.findall(name)
            if _CHANGES_ARGUMENTS.search(name):
                yield from _WORD.findall(ast.unparse(part))
        elif isinstance(part, (ast.Subscript, ast.Attribute)) and not isinstance(part.ctx, ast.Load):
            yield from _WORD.findall(ast.unparse(part.value))


def _statements(text: str) -> list[ast.stmt]:
    tree = source.parse(text)
    return [] if tree is None else tree.body


def _imports_all(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
