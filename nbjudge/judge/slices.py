"""Which statements of given cells matter to the tests: the others, plots mostly, need not run here.

A statement matters if it binds or changes something that a test, or a statement that matters, speaks of.
In doubt it does: whoever speaks of a name is found by the words of the text, strings and comments included.
Classes matter to any test, for their objects may come back to one that does not name them.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from nbjudge.course import syntax
from nbjudge.judge import source

_WORD = re.compile(r"[^\W\d]\w*")
_CHANGES_ARGUMENTS = re.compile(
    r"shuffle|sort|fill|copyto|put|place|push|pop|replace|update|append|extend|insert|setattr|delattr|seed|register"
)
_CLASS_MAKERS = frozenset(
    ["namedtuple", "NamedTuple", "make_dataclass", "Enum", "IntEnum", "StrEnum", "Flag", "type"]
)
_SEARCH_PATH = re.compile(r"\bsys\s*\.\s*path\b|\bfrom\s+sys\s+import\b.*\bpath\b")


@dataclass(frozen=True)
class Statement:
    """A statement of a given cell, and what its text says."""

    node: ast.stmt
    bound: frozenset[str]
    filled: frozenset[str]
    changed: frozenset[str]
    imports_all: bool
    makes_class: bool
    is_magic: bool  # or a command: the judge needs neither plots nor programs

    def matters(self, words: frozenset[str]) -> bool:
        """Return whether the statement has to run in the judge."""
        needed = self.imports_all or (self.makes_class and bool(words)) or bool(self.changed & words)
        return needed and not self.is_magic


@lru_cache(maxsize=512)
def statements_of(text: str) -> tuple[Statement, ...] | None:
    """Return the statements of a given cell, None if its text is no Python."""
    tree = source.parse(text)
    return None if tree is None else tuple(map(_statement, tree.body))


def _statement(node: ast.stmt) -> Statement:
    return Statement(
        node,
        frozenset(source.bound_by(node)),
        frozenset(source.filled_by(node)),
        changed_by(node),
        isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names),
        makes_class(node),
        _is_magic(node),
    )


def _named(statement: Statement) -> set[str]:
    """Name what a statement needs: not the class that it makes, or all that uses this were needed, too."""
    parts = syntax.parts(statement.node)
    return {part.id for part in parts if isinstance(part, ast.Name)} - statement.bound


@lru_cache(maxsize=64)
def words_that_matter(given: tuple[str, ...], tests: tuple[str, ...]) -> frozenset[str]:
    """Return the words of the tests, and of the given statements that these need."""
    words = {word for text in tests for word in _WORD.findall(text)}
    words |= {"path"} if any(map(_SEARCH_PATH.search, given)) else set()  # imports that matter may need it
    waiting = [statement for text in given for statement in statements_of(text) or ()]
    classes = [statement for statement in waiting if statement.makes_class] if tests else []
    words |= {name for statement in classes for name in _named(statement)}
    while True:
        found = [statement for statement in waiting if statement.changed & words]
        if not found:
            return frozenset(words)
        waiting = [statement for statement in waiting if statement not in found]
        for statement in found:
            words |= statement.changed | set(_WORD.findall(ast.unparse(statement.node)))


def makes_class(node: ast.stmt) -> bool:
    """Return whether a statement makes a class.

    >>> [makes_class(node) for node in ast.parse("b = namedtuple('B', 'x y'); c = B(1, 2)").body]
    [True, False]
    """
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        return ast.unparse(node.value.func).rpartition(".")[2] in _CLASS_MAKERS
    return isinstance(node, ast.ClassDef)


def changed_by(node: ast.stmt) -> frozenset[str]:
    """Return the names that a statement binds, or whose objects it may change, and perhaps others.

    >>> sorted(changed_by(ast.parse("axes.plot(x, np.sort(y))").body[0]))
    ['axes', 'np', 'plot', 'sort', 'y']
    """
    return frozenset(source.bound_by(node) | set(_changed(node)))


def _changed(node: ast.stmt) -> Iterator[str]:
    for part in syntax.parts(node):
        if isinstance(part, ast.Call):
            name = ast.unparse(part.func)
            yield from _WORD.findall(name)
            if _CHANGES_ARGUMENTS.search(name):
                yield from _WORD.findall(ast.unparse(part))
        elif isinstance(part, (ast.Subscript, ast.Attribute)) and not isinstance(part.ctx, ast.Load):
            yield from _WORD.findall(ast.unparse(part.value))


def _is_magic(node: ast.stmt) -> bool:
    called = [part.func for part in syntax.parts(node) if isinstance(part, ast.Call)]
    return any(isinstance(part, ast.Name) and part.id == "get_ipython" for part in called)
