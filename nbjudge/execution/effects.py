"""What a cell's text says that running it could do, beside binding names and showing something.

In: reading alone, and in doubt an effect. A cell is free of effects only if every name that it reads is known:
a built-in that does nothing to others, a library that computes or draws, a constant, a function or class of
the notebook whose own text is free of effects, or plain data, which `illustrations` follows.
Left out: which cells there are, and which of them count (`illustrations`).
"""

import ast
import re
import symtable
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from nbjudge.execution.preload import WELL_BEHAVED
from nbjudge.judge import source

# Libraries that compute or draw, and keep nothing but what their names below say.
QUIET = WELL_BEHAVED | frozenset(
    "abc bisect cmath collections copy dataclasses datetime decimal enum fractions functools heapq itertools math"
    " mpl_toolkits numbers operator pprint random re statistics string textwrap time typing warnings".split()
) - {"IPython", "warnings"}
DRAWS_NO_NUMBERS = QUIET & frozenset(
    "abc bisect cmath collections copy dataclasses datetime decimal enum fractions functools heapq itertools math"
    " matplotlib mpl_toolkits numbers numpy operator pprint re statistics string textwrap time typing".split()
)
FIGURES = frozenset(("matplotlib", "mpl_toolkits", "seaborn"))
_HARMLESS = frozenset(
    "abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format"
    " frozenset hash hex int isinstance issubclass iter len list map max min next object oct ord pow print range"
    " repr reversed round set slice sorted str sum super tuple type zip True False None NotImplemented Ellipsis"
    " ArithmeticError AssertionError AttributeError Exception IndexError KeyError LookupError NameError"
    " NotImplementedError OverflowError RuntimeError StopIteration TypeError UserWarning ValueError Warning"
    " ZeroDivisionError classmethod display property staticmethod __name__".split()
)
_PLAIN_DECORATORS = frozenset(("classmethod", "property", "staticmethod"))
# Attributes that reach out of the process or choose its random numbers, whatever they belong to.
_REACHES_OUT = re.compile(
    r"save|write|^to_(csv|excel|pickle|json|html|parquet|sql|hdf|feather|latex|stata|clipboard)|^(to|from)file$"
    r"|^dump$|open|memmap|system|exec|eval|query|unlink|mkdir|makedirs|connect|request|url|download|^fetch_|^__"
    r"|seed|set_?state"
)
_CONFIGURES = re.compile(  # attributes of a library itself
    r"^set|^use|^rc|config|option|^register|^enable|^disable|filter|^ion$|^ioff$|^switch|^style$"
)
# Names by which code can read any other name, or what was shown: where they stand, every cell counts.
SEES_ALL = frozenset(
    "__builtins__ __dict__ __globals__ __import__ __main__ _getframe currentframe doctest eval evaluate exec"
    " f_back f_globals f_locals formula get_ipython get_objects get_referrers getclosurevars globals importlib"
    " locals modules numexpr patsy pickle query runpy stack testmod unittest vars".split()
)
SEEDS = re.compile(r"seed|set_?state")
_DRAWS = re.compile(r"rand|shuffl|sampl|choice|permut", re.IGNORECASE)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Text:
    """What the text of one cell says of its names."""

    tree: ast.Module | None  # None: it cannot be read
    bound: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()  # as globals, from functions too
    data: frozenset[str] = frozenset()  # bound to what may be changed: to neither code, module nor constant
    imports: frozenset[tuple[str, str]] = frozenset()  # name, top module
    definitions: tuple[Definition, ...] = ()
    words: frozenset[str] = frozenset()  # every name and attribute
    only_defines: bool = False  # imports, functions, classes, constants: nothing that takes time


@lru_cache(maxsize=2048)
def read(text: str) -> Text:
    """Read a cell.

    >>> sorted(read("import math\\nx = [math.pi]\\nn = 3\\ndef f(): return x").data)
    ['x']
    """
    tree = source.parse(text)
    if tree is None:
        return Text(None)
    try:
        reads = _read(tree)
    except (SyntaxError, ValueError, RecursionError):
        return Text(None, words=SEES_ALL)
    definitions = tuple(node for node in tree.body if isinstance(node, Definition))
    imports = frozenset(_imports(tree))
    bound = frozenset(source.bound_by(tree)) | {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del)
    }
    known = {node.name for node in definitions} | {name for name, _ in imports} | _constants(tree)
    words = frozenset(_words(tree))
    simple = all(_only_defines(node) for node in tree.body)
    return Text(tree, bound, reads, bound - known, imports, definitions, words, simple)


def _read(tree: ast.Module) -> frozenset[str]:
    """Name the globals that are read; in the body of a class, a name of its own may be one as well."""
    return frozenset(_globals_of(symtable.symtable(ast.unparse(tree), "cell", "exec"), _increased(tree)))


def _increased(tree: ast.AST) -> set[str]:
    """Name what `x += 1` reads as it binds it, which no table says."""
    additions = [node.target for node in ast.walk(tree) if isinstance(node, ast.AugAssign)]
    return {target.id for target in additions if isinstance(target, ast.Name)}


def _globals_of(table: symtable.SymbolTable, increased: set[str]) -> Iterator[str]:
    function = table.get_type() == "function"
    for symbol in table.get_symbols():
        used = symbol.is_referenced() or symbol.get_name() in increased
        if used and (symbol.is_global() or not function):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _globals_of(child, increased)


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0], alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom):
            top = "" if node.level else (node.module or "").partition(".")[0]
            yield from ((alias.asname or alias.name, top) for alias in node.names)


def _words(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield from node.name.split(".")
        elif isinstance(node, ast.Constant) and node.value == "__main__":
            yield "__main__"


def _constants(tree: ast.Module) -> set[str]:
    """Name what is bound to constants alone, so that whoever reads it cannot change it."""
    every = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not _loads(node)]
    found = [target.id for node in tree.body for target in _constant_targets(node)]
    return {name for name in found if every.count(name) == found.count(name)}


def _constant_targets(node: ast.stmt) -> list[ast.Name]:
    if not isinstance(node, ast.Assign) or not _is_constant(node.value):
        return []
    return [target for target in node.targets if isinstance(target, ast.Name)]


def _is_constant(node: ast.expr | None) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_constant(node.operand)
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    return isinstance(node, ast.Constant)


def _only_defines(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return _is_constant(node.value) and all(isinstance(target, ast.Name) for target in node.targets)
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return docstring or isinstance(node, (*_SCOPES, ast.Import, ast.ImportFrom, ast.Pass))


def _loads(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


@dataclass
class Reach:
    """What running a piece of code would touch: names of data, tops of libraries; and why it has to run."""

    data: set[str] = field(default_factory=set)
    libraries: set[str] = field(default_factory=set)
    draws: bool = False  # or may draw random numbers
    doubt: str = ""


class Namespace:
    """All code cells of a notebook: who binds what, and what follows for whoever reads it."""

    def __init__(self, texts: list[Text], own: frozenset[str] = frozenset()) -> None:
        """Take all cells; `own` are packages of the course, which it answers for."""
        self.quiet = QUIET | own
        self.bound: set[str] = set()
        self.data: set[str] = set()
        self.libraries: dict[str, set[str]] = {}
        self.definitions: dict[str, list[Definition]] = {}
        self._known: dict[Definition, _Facts] = {}
        for text in texts:
            self.bound |= text.bound
            self.data |= text.data
            for name, top in text.imports:
                self.libraries.setdefault(name, set()).add(top)
            for node in text.definitions:
                self.definitions.setdefault(node.name, []).append(node)
        rebound = [name for text in texts for name in text.bound]  # a constant here, another there
        self.data |= {name for name in self.bound if rebound.count(name) > 1 and not self._is_code(name)}

    def _is_code(self, name: str) -> bool:
        return name in self.definitions or name in self.libraries

    def reach(self, text: Text) -> Reach:
        """Follow a cell through the functions that it may call."""
        found = Reach()
        if text.tree is None:
            found.doubt = "it is no Python"
            return found
        waiting, seen = [_facts(text.tree, text.read, text.bound, self)], set[str]()
        while waiting:
            facts = waiting.pop()
            found.doubt = found.doubt or facts.effect
            found.draws = found.draws or facts.draws
            for top in facts.libraries:
                self._library(top, found)
            for name in facts.read - seen:
                self._name(name, found)
                waiting += [self._facts_of(node) for node in self.definitions.get(name, ())]
            seen |= facts.read
        return found

    def _name(self, name: str, found: Reach) -> None:
        if name in self.data:
            found.data.add(name)
        for top in self.libraries.get(name, ()):
            self._library(top, found)
        if name not in self.bound and name not in _HARMLESS:
            found.doubt = found.doubt or f"it reads {name}"

    def _library(self, top: str, found: Reach) -> None:
        found.libraries.add(top)
        found.draws = found.draws or top not in DRAWS_NO_NUMBERS
        if top not in self.quiet:
            found.doubt = found.doubt or f"it uses {top or 'a file beside the notebook'}"

    def _facts_of(self, node: Definition) -> "_Facts":
        if node not in self._known:
            module = ast.Module([node], [])
            self._known[node] = _facts(module, _read(module), frozenset(), self)
        return self._known[node]


@dataclass(frozen=True)
class _Facts:
    """What a piece of code says by itself, without what it calls."""

    effect: str
    draws: bool
    libraries: frozenset[str]
    read: frozenset[str]


def _facts(tree: ast.AST, read: frozenset[str], own: frozenset[str], namespace: Namespace) -> _Facts:
    draws = any(_DRAWS.search(word) for word in _words(tree))
    libraries = frozenset(top for _, top in _imports(tree))
    return _Facts(_effect(tree, own, namespace), draws, libraries, read)


def _effect(tree: ast.AST, own: frozenset[str], namespace: Namespace) -> str:
    """Say what in a piece of code may have an effect; `own` are names whose objects it may change."""
    local = own | _locals(tree)
    aliases = _aliases(tree, local)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Global, ast.Await, ast.AsyncFor, ast.AsyncWith)):
            return "it sets a global name, or waits"
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not _is_plain(node, namespace):
            return f"{node.name} may keep something between its calls"
        if isinstance(node, ast.ClassDef) and not _is_plain_class(node):
            return f"{node.name} may keep something between its calls"
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            return "it imports everything"
        if isinstance(node, ast.Attribute) and (why := _attribute(node, local, namespace)):
            return why
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            root = _root(node)
            if root not in local or (root in aliases) or _is_parameter(root, node, tree):
                return f"it changes {root or 'something'}"
    return ""


def _attribute(node: ast.Attribute, local: frozenset[str], namespace: Namespace) -> str:
    """Say why an attribute may have an effect."""
    if _REACHES_OUT.search(node.attr):
        return f"it uses {node.attr}"
    root = _root(node)
    if root in local and root not in namespace.libraries:
        return ""
    called = any(isinstance(part, ast.Call) for part in ast.walk(node.value))
    if root in namespace.libraries and not called and _CONFIGURES.search(node.attr):
        return f"it uses {root}.{node.attr}"
    functions = [n for n in namespace.definitions.get(root, ()) if not isinstance(n, ast.ClassDef)]
    return f"it uses {root}.{node.attr}" if functions and isinstance(node.value, ast.Name) else ""


def _is_parameter(root: str, node: ast.AST, tree: ast.AST) -> bool:
    """Whether an attribute is set on what was handed in: a function, perhaps; a method may do so to itself."""
    if not isinstance(node, ast.Attribute):
        return False
    for scope in ast.walk(tree):
        if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            names = [argument.arg for argument in ast.walk(scope.args) if isinstance(argument, ast.arg)]
            if root in names and root != "self":
                return True
    return False


def _is_plain(node: ast.FunctionDef | ast.AsyncFunctionDef, namespace: Namespace) -> bool:
    """Whether a function keeps nothing between its calls: no decorator, no default that could be changed."""
    given = [*node.args.defaults, *(default for default in node.args.kw_defaults if default is not None)]
    decorators = [part for part in node.decorator_list if not _is_name_of(part, _PLAIN_DECORATORS)]
    return not decorators and all(_is_fixed(default, namespace) for default in given)


def _is_fixed(node: ast.expr, namespace: Namespace) -> bool:
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _root(node) not in namespace.data
    return _is_constant(node)


def _is_plain_class(node: ast.ClassDef) -> bool:
    """Whether all objects of a class share nothing that could be changed."""
    shared = [part for part in node.body if not isinstance(part, (ast.FunctionDef, ast.Pass))]
    return not node.decorator_list and not node.keywords and all(map(_only_defines, shared))


def _is_name_of(node: ast.expr, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _locals(tree: ast.AST) -> frozenset[str]:
    """Name what functions in a piece of code bind, their parameters included, and targets of comprehensions."""
    if not isinstance(tree, _SCOPES):
        scopes = [node for node in ast.walk(tree) if isinstance(node, _SCOPES)]
        inside = {node for scope in scopes for node in ast.walk(scope)}
        inside |= {part for node in ast.walk(tree) if isinstance(node, ast.comprehension) for part in ast.walk(node)}
    else:
        inside = set(ast.walk(tree))
    bound = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return frozenset(bound | {node.arg for node in inside if isinstance(node, ast.arg)})


def _aliases(tree: ast.AST, local: frozenset[str]) -> frozenset[str]:
    """Name what is only another name for something from outside: c = learn; for f in (learn, predict)."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, (ast.For, ast.comprehension)):
            targets, value = [node.target], node.iter
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            targets, value = [node.target], node.value
        else:
            continue
        parts = [part for part in ast.walk(value) if isinstance(part, ast.expr)]
        bare = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.IfExp, ast.Starred, ast.Constant)
        if all(isinstance(part, bare) for part in parts) and any(
            isinstance(part, ast.Name) and part.id not in local for part in parts
        ):
            names = [part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
            found |= {name.id for name in names if not _loads(name)}
    return frozenset(found)


def _root(node: ast.AST) -> str:
    """Name where a chain of attributes, subscripts and calls begins; empty if with no name."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
