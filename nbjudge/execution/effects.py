"""What running a cell could do beside binding names and showing something: files, settings, random numbers.

In: reading alone, and in doubt an effect. A cell is free of effects only if every name that it reads is
known: a built-in that does nothing to others, a library that computes or draws, a constant, a function or
class of the notebook whose own text is free of effects, or plain data, which `illustrations` follows.
Left out: which cells there are, and which of them count (`illustrations`).
"""

import ast
import re
from dataclasses import dataclass, field

from nbjudge.execution.cell_text import (
    Definition,
    Text,
    imports_of,
    is_constant,
    is_read,
    only_defines_in,
    reads_of,
    words_of,
)
from nbjudge.execution.preload import WELL_BEHAVED


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_STANDARD = _set(
    """abc bisect cmath collections copy dataclasses datetime decimal enum fractions functools heapq itertools
    math numbers operator pprint re statistics string textwrap time typing"""
)
# Libraries that compute or draw, and keep nothing but what the patterns below name.
QUIET = (WELL_BEHAVED - {"IPython"}) | _STANDARD | {"mpl_toolkits", "random"}
DRAWS_NO_NUMBERS = _STANDARD | {"matplotlib", "mpl_toolkits", "numpy"}
FIGURES = frozenset(("matplotlib", "mpl_toolkits", "seaborn"))
_HARMLESS = _set(
    """abs all any ascii bin bool bytearray bytes callable chr complex dict display divmod enumerate filter
    float format frozenset hash hex int isinstance issubclass iter len list map max min next object oct ord
    pow print range repr reversed round set slice sorted str sum super tuple type zip
    True False None NotImplemented Ellipsis ArithmeticError AssertionError AttributeError Exception IndexError
    KeyError LookupError NameError NotImplementedError OverflowError RuntimeError StopIteration TypeError
    UserWarning ValueError Warning ZeroDivisionError classmethod property staticmethod __name__"""
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
    r"|^update$|^clear$|^pop$|^setdefault$"
)
# Words of code that can read any name, or the program itself: where they stand, every cell counts.
SEES_ALL = _set(
    """__builtins__ __import__ __main__ eval exec get_ipython globals locals vars modules
    .__dict__ .__globals__ ._getframe .currentframe .f_back .f_globals .f_locals .eval .query .modules
    .testmod .get_objects .get_referrers .getclosurevars .getmembers .getouterframes
    @doctest @formula @importlib @numexpr @patsy @pickle @runpy @unittest"""
)
SEEDS = re.compile(r"seed|set_?state")
_DRAWS = re.compile(r"rand|shuffl|sampl|choice|permut", re.IGNORECASE)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_BARE = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.IfExp, ast.Starred, ast.Constant)


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
        self.originals: dict[str, set[str]] = {}  # what an imported name is called where it comes from
        self.definitions: dict[str, list[Definition]] = {}
        self._known: dict[Definition, _Facts] = {}
        for text in texts:
            self.bound |= text.bound
            self.data |= text.data
            for found in text.imports:
                self.libraries.setdefault(found.name, set()).add(found.top)
                self.originals.setdefault(found.name, set()).add(found.original.rpartition(".")[2])
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
        if text.sets_up:
            found.doubt = "it has a magic"
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
        if any(_CONFIGURES.search(o) or _REACHES_OUT.search(o) for o in self.originals.get(name, ())):
            found.doubt = found.doubt or f"it uses {name}"
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
            self._known[node] = _facts(module, reads_of(module), frozenset(), self)
        return self._known[node]


@dataclass(frozen=True)
class _Facts:
    """What a piece of code says by itself, without what it calls."""

    effect: str
    draws: bool
    libraries: frozenset[str]
    read: frozenset[str]


def _facts(tree: ast.AST, read: frozenset[str], own: frozenset[str], namespace: Namespace) -> _Facts:
    draws = any(_DRAWS.search(word) for word in words_of(tree))
    libraries = frozenset(imported.top for imported in imports_of(tree))
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
    """Whether an attribute is set on what was handed in, a function perhaps; a method may set its own."""
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
    return is_constant(node)


def _is_plain_class(node: ast.ClassDef) -> bool:
    """Whether all objects of a class share nothing that could be changed."""
    shared = [part for part in node.body if not isinstance(part, (ast.FunctionDef, ast.Pass))]
    return not node.decorator_list and not node.keywords and all(map(only_defines_in, shared))


def _is_name_of(node: ast.expr, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _locals(tree: ast.AST) -> frozenset[str]:
    """Name what functions and comprehensions in a piece of code bind, parameters included."""
    if not isinstance(tree, _SCOPES):
        scopes = [node for node in ast.walk(tree) if isinstance(node, _SCOPES)]
        inside = {node for scope in scopes for node in ast.walk(scope)}
        inside |= {
            part for node in ast.walk(tree) if isinstance(node, ast.comprehension) for part in ast.walk(node)
        }
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
        if all(isinstance(part, _BARE) for part in parts) and any(
            isinstance(part, ast.Name) and part.id not in local for part in parts
        ):
            names = [part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
            found |= {name.id for name in names if not is_read(name)}
    return frozenset(found)


def _root(node: ast.AST) -> str:
    """Name where a chain of attributes, subscripts and calls begins; empty if with no name."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
