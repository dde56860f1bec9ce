"""What a cell's text says: which names it binds, imports, reads and touches, and where a function is written.

In: analysis of the text alone. Whose name it is follows from the course's text, never from a submission's.
Left out: running anything.
"""

import ast
import re
import symtable
import unicodedata
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nbjudge.course import syntax
from nbjudge.inside import plain

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
FILLING = frozenset(
    ["append", "add", "extend", "insert", "update", "setdefault", "pop", "remove", "clear", "sort", "fill"]
)
_WORD = re.compile(r"[^\W\d]\w*")
_REACHES = frozenset(
    [
        *("globals", "locals", "vars", "exec", "eval", "setattr", "get_ipython", "user_ns", "gc", "ctypes"),
        *("__dict__", "__globals__", "__main__", "__name__", "__builtins__", "__code__", "f_globals"),
        *("f_locals", "_getframe", "currentframe"),
    ]
)
_MAGICS = frozenset(["run_line_magic", "run_cell_magic"])
_BIND_NOTHING = frozenset(
    ["matplotlib", "config", "time", "timeit", "pip", "conda", "who", "whos", "pwd", "ls", "cd", "env"]
)
_AROUND = re.compile(  # what stands below them is run as any cell is
    r"\A(?:\s*%%(?:capture|time)[^\S\n]*(?:--[\w-]+[^\S\n]*)*(?:\n|\Z))+"
)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Names:
    """The names of a cell."""

    bound: frozenset[str] = frozenset()  # by whatever but an import
    imported: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()  # as globals, from functions too
    touched: frozenset[str] = frozenset()  # objects that it may change: x.append, x[0] =, shuffle(x)


@lru_cache(maxsize=512)
def names_of(text: str) -> Names:
    """Return the names of a cell, or none if its text is no Python."""
    tree = parse(text)
    if tree is None:
        return Names()
    imported = {name for node in syntax.parts(tree) if _is_import(node) for name in imported_by(node)}
    read = _read(text if plain.is_plain(text) else ast.unparse(tree))
    return Names(frozenset(_bound(tree)), frozenset(imported), read, frozenset(_touched(tree)))


@lru_cache(maxsize=512)
def parse(text: str) -> ast.Module | None:
    """Return the tree of a cell, magics taken into account; None if it cannot be read.

    >>> [type(node).__name__ for node in parse("%%capture\\nimport math\\nx = 1").body]
    ['Import', 'Assign']
    """
    text = _AROUND.sub(lambda found: "\n" * found[0].count("\n"), text)  # each line keeps its number
    if (tree := plain.tree_of(text)) is not None:
        return tree
    from IPython.core.inputtransformer2 import TransformerManager  # takes long to load

    try:
        transform: Callable[[str], str] = TransformerManager().transform_cell  # type: ignore[no-untyped-call]
        return ast.parse(transform(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def imports_of(text: str) -> list[ast.stmt]:
    """Return the import statements of a cell that are not inside a function or class."""
    tree = parse(text)
    return [] if tree is None else [node for node in _statements(tree) if _is_import(node)]


def imports_for(text: str, words: frozenset[str]) -> list[str]:
    """Return the imports of a cell that bind one of these words, each as a statement.

    >>> imports_for("import numpy as np, math", frozenset({"np"}))
    ['import numpy as np']
    """
    found = []
    for node in imports_of(text):
        assert isinstance(node, (ast.Import, ast.ImportFrom))
        wanted = [alias for alias in node.names if _bound_name(alias) in words]
        made = ast.ImportFrom(node.module, wanted, node.level) if isinstance(node, ast.ImportFrom) else None
        found += [ast.unparse(made or ast.Import(wanted))] if wanted else []
    return found


def makers_of(text: str, names: Set[str], never: Set[str] = frozenset()) -> list[str]:
    """Return the statements of a cell that give these names to something, with those that they need.

    >>> makers_of("a = connect()\\nc = a.cursor()\\nassert c.works\\nd = 1", {"c"})
    ['a = connect()', 'c = a.cursor()']
    """
    tree, kinds = parse(text), (ast.Assign, ast.AnnAssign, *_DEFINITIONS)
    found, wanted = list[str](), set(names - never)
    for node in reversed(tree.body if tree else []):
        bound = bound_by(node)
        if isinstance(node, kinds) and bound & wanted and not bound & never:
            found.append(ast.unparse(node))
            wanted |= {part.id for part in syntax.parts(node) if isinstance(part, ast.Name)} - never
    return found[::-1]


def _bound_name(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def definition_of(texts: list[str], qualified: str) -> tuple[str, int] | None:
    """Return the text of the last definition with this name ('f', 'Account.deposit'), and its line."""
    for text in reversed(texts):
        tree = parse(text)
        node: Any = tree
        for name in qualified.split("."):
            node = _defined(node, name) if node is not None else None
        if node is not None and tree is not None:
            lines = text.splitlines(keepends=True)
            first = min([node.lineno, *(part.lineno for part in getattr(node, "decorator_list", []))])
            return "".join(lines[first - 1 : node.end_lineno]), first
    return None


def is_assigned(texts: list[str], qualified: str) -> bool:
    """Return whether the first of these names may have another value than the last definition says.

    It may come from an assignment, an import, a decorator, a definition under an `if` or a global one.

    >>> is_assigned(["def f(): pass", "f = g"], "f"), is_assigned(["def f(): pass"], "f.g")
    (True, False)
    """
    name = qualified.partition(".")[0]
    trees = (parse(text) for text in texts if name in text)
    return any(_assigns(tree, name) for tree in trees if tree is not None)


def _assigns(tree: ast.Module, name: str) -> bool:
    defined = [node for node in _statements(tree) if isinstance(node, _DEFINITIONS) and node.name == name]
    return any(node not in tree.body or node.decorator_list for node in defined) or any(
        name in _given_by(node) for node in syntax.parts(tree)
    )


def _given_by(node: ast.AST) -> list[str | None]:
    """Name what gets a value by a part of the text that is no definition."""
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        return [node.name]
    if isinstance(node, ast.MatchMapping):
        return [node.rest]
    if isinstance(node, ast.Global):
        return list(node.names)
    return list(imported_by(node)) if _is_import(node) else []


@lru_cache(maxsize=512)
def reaches(text: str) -> frozenset[str]:
    """Return the words of a text by which it may bind names, or change functions, unseen.

    >>> sorted(reaches("globals()['f'] = g; f.__code__ = g.__code__")), sorted(reaches("%run g.py"))
    (['__code__', 'globals'], ['%run'])
    """
    words = frozenset(_WORD.findall(text if text.isascii() else unicodedata.normalize("NFKC", text)))
    if plain.is_plain(text) and not words & _MAGICS:
        return _REACHES & words
    tree = parse(text)
    magics = set() if tree is None else {f"%{name}" for node in syntax.parts(tree) for name in _magic(node)}
    return _REACHES & words | magics


def _magic(node: ast.AST) -> Iterator[str]:
    """Name the magic that a part of a text calls, unless it can bind nothing."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _MAGICS:
        name = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else "?"
        yield from () if name in _BIND_NOTHING else [str(name)]


def unknown_modules(text: str, knows: Callable[[str], bool]) -> frozenset[str]:
    """Name the modules that a text imports and nobody knows: they may be handed in, and bind any name.

    >>> sorted(unknown_modules("import numpy.linalg, mine; from . import x", {"numpy"}.__contains__))
    ['', 'mine']
    """
    tree = parse(text)
    imports = [] if tree is None else [node for node in syntax.parts(tree) if _is_import(node)]
    modules = {name.partition(".")[0] for node in imports for name in _modules(node)}
    return frozenset(name for name in modules if not knows(name))


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [(node.module or "") if not node.level else ""]
    assert isinstance(node, ast.Import)
    return [alias.name for alias in node.names]


@lru_cache(maxsize=512)
def literals_of(text: str) -> frozenset[str]:
    """Return the texts that are written in a cell as literals."""
    tree = parse(text)
    nodes = [] if tree is None else syntax.parts(tree)
    return frozenset(
        node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def imported_by(node: ast.AST) -> list[str]:
    """Return the names that an import statement binds."""
    assert isinstance(node, (ast.Import, ast.ImportFrom))
    return [_bound_name(alias) for alias in node.names if alias.name != "*"]


def bound_by(node: ast.AST) -> set[str]:
    """Return the names that one statement binds, imports included."""
    imported = {name for part in syntax.parts(node) if _is_import(part) for name in imported_by(part)}
    return set(_bound(node)) | imported


def filled_by(node: ast.AST) -> set[str]:
    """Return the names of objects that a statement fills: x.append(1), x[0] = 1, x.y = 1, x += 1.

    >>> sorted(filled_by(ast.parse("for i in y: x.append(i); print(z); w[i] = 1")))
    ['w', 'x']
    """
    return {name for part in syntax.parts(node) for name in _filled(part)}


def _filled(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FILLING:
        target: ast.expr = node.func.value
    elif isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
        target = node.value
    else:
        return
    while isinstance(target, (ast.Subscript, ast.Attribute)):
        target = target.value
    if isinstance(target, ast.Name):
        yield target.id


def _defined(node: ast.AST | None, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | None:
    found = None
    for part in _statements(node) if node is not None else ():
        if isinstance(part, _DEFINITIONS) and part.name == name:
            found = part
    return found


def _is_import(node: ast.AST) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom))


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Go through the statements of a scope, without entering the scopes within it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, _SCOPES):
            yield from _statements(node)


def _bound(tree: ast.AST) -> Iterator[str]:
    """Name what is bound in this scope, and what functions in it declare global."""
    for node in _own(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, _DEFINITIONS):
            yield node.name
        elif (isinstance(node, ast.ExceptHandler) and node.name) or (
            isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name
        ):
            yield str(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
    for node in syntax.parts(tree):
        if isinstance(node, ast.Global):
            yield from node.names


def _own(tree: ast.AST) -> Iterator[ast.AST]:
    """Go through what is in this scope itself; of comprehensions in it, only what they bind outside."""
    for node in syntax.parts(tree, (*_SCOPES, *_COMPREHENSIONS)):
        yield node
        if isinstance(node, _COMPREHENSIONS):
            yield from (part.target for part in syntax.parts(node) if isinstance(part, ast.NamedExpr))


def _read(text: str) -> frozenset[str]:
    try:
        table = symtable.symtable(text, "cell", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    return frozenset(_globals_of(table, top=True))


def _globals_of(table: symtable.SymbolTable, top: bool = False) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (top or symbol.is_global()):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _globals_of(child)


def _touched(tree: ast.Module) -> Iterator[str]:
    """Name objects that the cell may change in place, though it does not bind them."""
    for node in syntax.parts(tree):
        if isinstance(node, ast.Call):
            parts: list[ast.expr] = [*node.args, *(keyword.value for keyword in node.keywords)]
            if isinstance(node.func, ast.Attribute):
                parts.append(node.func.value)
        elif isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
            parts = [node.value]
        elif isinstance(node, ast.AugAssign):
            parts = [node.target]
        else:
            continue
        for part in parts:
            while isinstance(part, (ast.Subscript, ast.Attribute)):
                part = part.value
            if isinstance(part, ast.Name):
                yield part.id
