"""What the text of a cell says of its names: which it binds, to what, which it reads, which words it has.

In: reading alone, functions included. Left out: what running it could do besides (`effects`).
"""

import ast
import symtable
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from nbjudge.course import syntax
from nbjudge.inside import plain
from nbjudge.judge import source

SEES_ALL = "eval"  # the word that stands for a text whose names cannot be told
_SETTING_UP = ("autoreload", "config", "load_ext", "matplotlib", "precision")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Import(NamedTuple):
    """One name that is imported."""

    name: str  # as it is called here
    top: str  # the package that it is from; empty for a file beside the notebook
    original: str


@dataclass(frozen=True)
class Text:
    """What the text of one cell says of its names."""

    tree: ast.Module | None  # None: it cannot be read
    bound: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()  # as globals, from functions too
    data: frozenset[str] = frozenset()  # bound to what may be changed: to neither code, module nor constant
    imports: frozenset[Import] = frozenset()
    definitions: tuple[Definition, ...] = ()
    words: frozenset[str] = frozenset()  # see `words_of`
    sets_up: bool = False  # by a magic that reads no name
    only_defines: bool = False  # imports, functions, classes, constants: nothing that takes time


@lru_cache(maxsize=2048)
def read(text: str) -> Text:
    """Read a cell.

    >>> sorted(read("import math\\nx = [math.pi]\\nn = 3\\ndef f(): return x").data)
    ['x']
    """
    parsed = source.parse(text)
    if parsed is None:
        return Text(None)
    if syntax.is_deep(parsed):
        return Text(None, words=frozenset((SEES_ALL,)))
    tree = ast.Module([node for node in parsed.body if not _sets_up(node)], [])
    try:
        reads = reads_of(tree, text if tree.body == parsed.body else "")
    except (SyntaxError, ValueError, RecursionError):
        return Text(None, words=frozenset((SEES_ALL,)))
    definitions = tuple(node for node in tree.body if isinstance(node, Definition))
    imports = frozenset(imports_of(tree))
    bound = frozenset(source.bound_by(tree)) | {
        node.id for node in syntax.parts(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del)
    }
    known = {node.name for node in definitions} | {found.name for found in imports} | _constants(tree)
    words = frozenset(words_of(tree))
    simple = all(only_defines_in(node) for node in tree.body)
    return Text(
        tree, bound, reads, bound - known, imports, definitions, words, tree.body != parsed.body, simple
    )


def reads_of(tree: ast.Module, text: str = "") -> frozenset[str]:
    """Name the globals that are read; in the body of a class, a name of its own may be one as well.

    The text, if it is at hand and plain Python, need not be written anew.
    """
    written = text if plain.is_plain(text) else ast.unparse(tree)
    return frozenset(_globals_of(symtable.symtable(written, "cell", "exec"), _increased(tree)))


def _increased(tree: ast.AST) -> set[str]:
    """Name what `x += 1` reads as it binds it, which no table says."""
    additions = [node.target for node in syntax.parts(tree) if isinstance(node, ast.AugAssign)]
    return {target.id for target in additions if isinstance(target, ast.Name)}


def _globals_of(table: symtable.SymbolTable, increased: set[str]) -> Iterator[str]:
    function = table.get_type() == "function"
    for symbol in table.get_symbols():
        used = symbol.is_referenced() or symbol.get_name() in increased
        if used and (symbol.is_global() or not function):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _globals_of(child, increased)


def imports_of(tree: ast.AST) -> Iterator[Import]:
    """Go through what a piece of code imports, in functions too."""
    for node in syntax.parts(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                yield Import(alias.asname or top, top, alias.name)
        elif isinstance(node, ast.ImportFrom):
            top = "" if node.level else (node.module or "").partition(".")[0]
            yield from (Import(alias.asname or alias.name, top, alias.name) for alias in node.names)


def words_of(tree: ast.AST) -> Iterator[str]:
    """Go through every name, .attribute and @part of a module's name.

    >>> sorted(words_of(ast.parse("import os.path as p; p.join(a)")))
    ['.join', '@os', '@path', 'a', 'p']
    """
    for node in syntax.parts(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield f".{node.attr}"
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            yield from (f"@{part}" for module in modules for part in module.split(".") if part)
        elif isinstance(node, ast.Constant) and node.value == "__main__":
            yield "__main__"


def _sets_up(node: ast.stmt) -> bool:
    """Whether a statement is a magic that only sets something up, such as `%matplotlib inline`."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != "get_ipython().run_line_magic":
        return False
    return isinstance(call.args[0], ast.Constant) and call.args[0].value in _SETTING_UP


def _constants(tree: ast.Module) -> set[str]:
    """Name what is bound to constants alone, so that whoever reads it cannot change it."""
    every = [node.id for node in syntax.parts(tree) if isinstance(node, ast.Name) and not is_read(node)]
    found = [target.id for node in tree.body for target in _constant_targets(node)]
    return {name for name in found if every.count(name) == found.count(name)}


def _constant_targets(node: ast.stmt) -> list[ast.Name]:
    if not isinstance(node, ast.Assign) or not is_constant(node.value):
        return []
    return [target for target in node.targets if isinstance(target, ast.Name)]


def is_constant(node: ast.expr | None) -> bool:
    """Whether an expression is a constant, or a tuple of such; float("inf") and np.inf are as good as one."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return node.func.id in ("float", "int") and all(isinstance(part, ast.Constant) for part in node.args)
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and node.attr in ("inf", "nan", "pi")
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    if isinstance(node, ast.Tuple):
        return all(map(is_constant, node.elts))
    return isinstance(node, ast.Constant)


def only_defines_in(node: ast.stmt) -> bool:
    """Whether a statement only imports or defines something, or gives a constant a name."""
    if isinstance(node, ast.Assign):
        return is_constant(node.value) and all(isinstance(target, ast.Name) for target in node.targets)
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return docstring or isinstance(node, (Definition, ast.Import, ast.ImportFrom, ast.Pass))


def is_read(node: ast.Name) -> bool:
    """Whether a name is read there, and neither bound nor deleted."""
    return isinstance(node.ctx, ast.Load)
