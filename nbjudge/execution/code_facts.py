"""What a piece of code says of its effects by itself: a cell, or a function or class that it may call.

In: what its text alone tells, read once for all submissions. Left out: what follows in a notebook from who
binds the names that it reads (`effects`).
"""

import ast
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from nbjudge.course import syntax
from nbjudge.execution.cell_text import (
    Definition,
    imports_of,
    is_constant,
    is_read,
    only_defines_in,
    read,
    reads_of,
    words_of,
)

_PLAIN_DECORATORS = frozenset(("classmethod", "property", "staticmethod"))
_OPERATORS = (  # Python's own names for what is written otherwise as well: `key=dists.__getitem__`
    "getitem|len|contains|iter|next|eq|ne|lt|le|gt|ge|r?(add|sub|mul|truediv|floordiv|mod|pow|matmul)"
    "|neg|pos|abs|round|float|int|bool|str|repr"
)
# Attributes that reach out of the process or choose its random numbers, whatever they belong to.
REACHES_OUT = re.compile(
    r"save|write|^to_(csv|excel|pickle|json|html|parquet|sql|hdf|feather|latex|stata|clipboard)|^(to|from)file$"
    r"|^dump$|open|memmap|system|exec|eval|query|unlink|mkdir|makedirs|connect|request|url|download|^fetch_"
    rf"|^__(?!({_OPERATORS})__$)|seed|set_?state"
)
CONFIGURES = re.compile(  # attributes of a library itself
    r"^set(?!(diff|xor)1d$)|^use|^rc|config|option|^register|^enable|^disable|filter|^ion$|^ioff$|^switch|^style$"
    r"|^update$|^clear$|^pop$|^setdefault$"
)
_DRAWS = re.compile(r"rand|shuffl|sampl|choice|permut", re.IGNORECASE)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_BARE = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.IfExp, ast.Starred, ast.Constant)


class Use(NamedTuple):
    """An attribute whose effect depends on what its name stands for in the notebook."""

    root: str
    attribute: str
    local: bool  # the name is bound in this code, too
    configures: bool  # if the name is a library's
    directly: bool  # the attribute is the name's own: `learn.calls`


@dataclass(frozen=True)
class Facts:
    """What a piece of code says by itself."""

    effect: str  # why it may have one; empty if it has none by itself
    draws: bool  # whether it speaks of random numbers
    libraries: frozenset[str]  # that it imports
    read: frozenset[str]
    uses: frozenset[Use]
    defaults: frozenset[str]  # names that functions keep as defaults of their parameters


@lru_cache(maxsize=4096)
def of_cell(text: str) -> Facts:
    """Give the facts of a cell that can be read."""
    cell = read(text)
    return _facts(cell.tree or ast.Module([], []), cell.read, cell.bound)


@lru_cache(maxsize=4096)
def of_definition(node: Definition) -> Facts:
    """Give the facts of a function or class of another cell."""
    module = ast.Module([node], [])
    return _facts(module, reads_of(module), frozenset())


def _facts(tree: ast.Module, names: frozenset[str], own: frozenset[str]) -> Facts:
    """Read a piece of code; `own` are names whose objects it may change."""
    local = own | _locals(tree)
    nodes = syntax.parts(tree)
    return Facts(
        effect=_effect(tree, nodes, local),
        draws=any(_DRAWS.search(word) for word in words_of(tree)),
        libraries=frozenset(imported.top for imported in imports_of(tree)),
        read=names,
        uses=frozenset(
            use for node in nodes if isinstance(node, ast.Attribute) for use in _uses(node, local)
        ),
        defaults=frozenset(_root(default) for node in nodes for default in _defaults(node)),
    )


def _effect(tree: ast.Module, nodes: list[ast.AST], local: frozenset[str]) -> str:
    aliases = _aliases(nodes, local)
    for node in nodes:
        if isinstance(node, (ast.Global, ast.Await, ast.AsyncFor, ast.AsyncWith)):
            return "it sets a global name, or waits"
        if isinstance(node, Definition) and not _is_plain(node):
            return f"{node.name} may keep something between its calls"
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            return "it imports everything"
        if isinstance(node, ast.Attribute) and REACHES_OUT.search(node.attr):
            return f"it uses {node.attr}"
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            root = _root(node)
            if root not in local or root in aliases or _is_parameter(root, node, tree):
                return f"it changes {root or 'something'}"
    return ""


def _uses(node: ast.Attribute, local: frozenset[str]) -> list[Use]:
    root, directly = _root(node), isinstance(node.value, ast.Name)
    called = any(isinstance(part, ast.Call) for part in syntax.parts(node.value))
    configures = bool(CONFIGURES.search(node.attr)) and not called
    return [Use(root, node.attr, root in local, configures, directly)] if configures or directly else []


def _is_parameter(root: str, node: ast.AST, tree: ast.AST) -> bool:
    """Whether an attribute is set on what was handed in, a function perhaps; a method may set its own."""
    if not isinstance(node, ast.Attribute):
        return False
    for scope in syntax.parts(tree):
        if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            names = [argument.arg for argument in syntax.parts(scope.args) if isinstance(argument, ast.arg)]
            if root in names and root != "self":
                return True
    return False


def _defaults(node: ast.AST) -> list[ast.expr]:
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return []
    return [*node.args.defaults, *(default for default in node.args.kw_defaults if default is not None)]


def _is_plain(node: Definition) -> bool:
    """Whether it keeps nothing between its calls: no decorator, nothing shared that could be changed."""
    if isinstance(node, ast.ClassDef):
        return _is_plain_class(node)
    decorators = [part for part in node.decorator_list if not _is_name_of(part, _PLAIN_DECORATORS)]
    return not decorators and all(map(_is_plain_default, _defaults(node)))


def _is_plain_default(node: ast.expr) -> bool:
    """Whether a default keeps nothing: a name's value follows from who binds it, a lambda has its text."""
    if isinstance(node, ast.Lambda):
        return all(is_constant(part) for part in (*node.args.defaults, *node.args.kw_defaults) if part)
    return isinstance(node, (ast.Name, ast.Attribute)) or is_constant(node)


def _is_plain_class(node: ast.ClassDef) -> bool:
    """Whether all objects of a class share nothing that could be changed."""
    shared = [part for part in node.body if not isinstance(part, (ast.FunctionDef, ast.Pass))]
    return not node.decorator_list and not node.keywords and all(map(only_defines_in, shared))


def _is_name_of(node: ast.expr, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _locals(tree: ast.Module) -> frozenset[str]:
    """Name what functions and comprehensions in a piece of code bind, parameters included."""
    scopes = [node for node in syntax.parts(tree) if isinstance(node, (*_SCOPES, ast.comprehension))]
    inside = {node for scope in scopes for node in syntax.parts(scope)}
    bound = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return frozenset(bound | {node.arg for node in inside if isinstance(node, ast.arg)})


def _aliases(nodes: list[ast.AST], local: frozenset[str]) -> frozenset[str]:
    """Name what is only another name for something from outside: c = learn; for f in (learn, predict)."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, (ast.For, ast.comprehension)):
            targets, value = [node.target], node.iter
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            targets, value = [node.target], node.value
        else:
            continue
        parts = [part for part in syntax.parts(value) if isinstance(part, ast.expr)]
        if all(isinstance(part, _BARE) for part in parts) and any(
            isinstance(part, ast.Name) and part.id not in local for part in parts
        ):
            bound = [part for target in targets for part in syntax.parts(target)]
            found |= {name.id for name in bound if isinstance(name, ast.Name) and not is_read(name)}
    return frozenset(found)


def _root(node: ast.AST) -> str:
    """Name where a chain of attributes, subscripts and calls begins; empty if with no name."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
