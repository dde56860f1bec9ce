"""Whether code does nothing but calculate: whatever it could get hold of that lasts, it cannot change.

What lasts is a function, a class, a library and what lies in it. So attributes are set on `self` alone,
classes are only called, and of libraries and objects only those names are read that are known to calculate.
In: reading alone, of what students wrote; what is not known is in doubt. Left out: data that cells bind, and
what functions of the course do (`effects`).
"""

import ast
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from nbjudge.course import syntax
from nbjudge.execution.code_facts import REACHES_OUT

_UNUSUAL = (ast.Global, ast.Await, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.MatchClass)
_BUILT_IN = (
    list,
    dict,
    set,
    str,
    bytes,
    tuple,
    int,
    float,
    complex,
    range,
    slice,
    Counter,
    defaultdict,
    deque,
)
# Attributes of objects that functions make or are given; those of arrays stay within the array's own memory.
_HARMLESS = frozenset(
    """T all any argmax argmin argpartition argsort astype choose clip conj copy cumprod cumsum diagonal dot
    dtype fill flat flatten imag item itemsize max mean min nbytes ndim nonzero partition prod ptp put
    ravel real repeat reshape round searchsorted shape size sort squeeze std strides sum swapaxes take
    tolist trace transpose var kind name names type eps tiny bits resolution smallest_normal
    inverse_indices indices counts values args group groups groupdict span start end eigenvalues
    eigenvectors reduce accumulate reduceat outer at pdf cdf inv_cdf normal standard_normal uniform
    integers random choice permutation permuted shuffle multinomial""".split()  # noqa: SIM905 - words to read
).union(*(filter(lambda name: name[0] != "_", dir(kind)) for kind in (*_BUILT_IN, Fraction)))
# Fields of a notebook's own classes that would be something else of an array, a function, a frame or a class.
_SOMETHING_ELSE = re.compile(
    r"__.*|(gi|cr|ag|tb|co|f|func)_.*|mro|ctypes|data|base|flags|dumps?|tofile|resize|view|tobytes|"
    r"[gs]et(flags|field)"
)
_NUMPY = (  # all its public names but those that read or set something, or give memory as it was left
    r"(?!(add_|set(?!diff1d|xor1d)|get|save|load|from(?!function|iter|pyfunc)|gen|show|typ|sctyp|print|char|"
    r"rec(|ord|array)$|empty|memmap|nested|lib|core|ctypes|emath|exc|f2py|ma$|poly|random|strings|testing?$|"
    r"dtypes|in(fo|clude)$|nd(array|iter)|nditer|flatiter|pad$|busday|require$|cast$|nbytes$|compat$|math$|"
    r"matlib$|os$|sys$|version$|warnings$|deprecat|disp$|who$|source$|lookfor$|tracemalloc|use_)|linalg$|fft$)"
    r"[a-z]\w*|(linalg|fft)\.(?!(linalg|helper)\b)[a-zA-Z]\w*|newaxis|[cr]_|s_|[Tt]rue_|[Ff]alse_"
)
LIBRARIES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for names, pattern in {
        "math cmath itertools bisect heapq": r"[a-z]\w*(\.from_iterable)?",
        "operator": r"(?!attrgetter|methodcaller)[a-z]\w*",
        "numpy": _NUMPY,
        "collections": "Counter|defaultdict|deque|namedtuple|OrderedDict",
        "functools": "reduce|partial|cmp_to_key",
        "copy": "(deep)?copy",
        "decimal": "Decimal",
        "fractions": "Fraction",
        "re": r"fullmatch|match|search|sub|subn|split|findall|finditer|compile|escape|[A-Z]+",
        "statistics": r"[fgh]?\w*mean|(multi)?mode|median\w*|p?(stdev|variance)|quantiles|NormalDist",
        "string": "ascii_[a-z]+|punctuation|digits|whitespace",
    }.items()
    for name in names.split()
}
_ZEROS = re.compile(r"numpy\.(zeros|ones|full)(_like)?")
_BASES = re.compile(r"object|list|dict|(frozen)?set|tuple|str|int|float|complex|\w*(Error|Exception|Warning)")
# Built-in names by which this reader knows something, and those that show what stays unseen.
_MEANT = frozenset(("float", "int", "isinstance", "issubclass"))
_SHOWING = frozenset(("bytearray", "bytes", "display"))
_METHODS = ("__init__", "__call__", "__hash__", "__enter__", "__exit__")


@dataclass(frozen=True)
class Names:
    """What names stand for in the cells of the student's process."""

    imports: frozenset[tuple[str, str]] = frozenset()  # with the dotted name of what is imported
    functions: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()  # methods and attributes of the classes
    meant: frozenset[str] = frozenset()  # of `_MEANT`, those that have another meaning

    @classmethod
    def of(cls, trees: Iterable[ast.Module]) -> "Names":
        """Read all cells."""
        found = [_names_in(tree) for tree in trees]
        kinds = ("imports", "functions", "classes", "fields", "meant")
        return cls(*(frozenset().union(*(getattr(one, kind) for one in found)) for kind in kinds))


def only_calculates(tree: ast.Module, names: Names) -> bool:
    """Say so of a cell that is nothing but functions, classes and constants.

    >>> def says(text):
    ...     tree = ast.parse(text)
    ...     return only_calculates(tree, Names.of([tree]))
    >>> says("import numpy as np\\ndef f(x): return np.sqrt(x).sum()")
    True
    >>> says("import numpy as np\\ndef f(x): return np.typecodes")
    False
    >>> says("def f(self): self.calls = 1")
    False
    """
    cell = _cell(tree)
    return not cell.unusual and not names.meant and _Reader(cell, names).is_harmless()


def is_known(dotted: str) -> bool:
    """Whether something of a library is known to calculate, or to be a constant.

    >>> is_known("numpy.linalg.norm"), is_known("numpy.add.at"), is_known("numpy.lib"), is_known("enum.Enum")
    (True, True, False, False)
    """
    top, _, rest = dotted.partition(".")
    while top in LIBRARIES and rest:
        if LIBRARIES[top].fullmatch(rest):
            return True
        rest, _, attribute = rest.rpartition(".")
        if attribute not in _HARMLESS:
            return False
    return False


@lru_cache(maxsize=2048)
def _names_in(tree: ast.Module) -> Names:
    nodes = syntax.parts(tree)
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    fields = {name for node in classes for name in _fields_of(node)}
    functions = frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef))
    bound = {name for node in nodes for name in _bound_by(node)}
    return Names(
        imports=frozenset(found for node in nodes for found in _imported(node)),
        functions=functions,
        classes=frozenset(node.name for node in classes),
        fields=frozenset(name for name in fields if not _SOMETHING_ELSE.fullmatch(name)),
        meant=_MEANT & (functions | bound | {node.name for node in classes}),
    )


def _fields_of(node: ast.ClassDef) -> Iterator[str]:
    for part in syntax.parts(node):
        if isinstance(part, ast.FunctionDef):
            yield part.name
        elif isinstance(part, ast.Attribute) and _is_bound(part):
            yield part.attr
        elif isinstance(part, ast.Name) and _is_bound(part):
            yield part.id


class _Cell:
    """The parts of one cell, with what one needs of the others."""

    def __init__(self, tree: ast.Module) -> None:
        nodes = list(_evaluated(tree))
        everything = syntax.parts(tree)  # in annotations, too
        walruses = [node for node in everything if isinstance(node, ast.NamedExpr)]
        self.unusual = any(isinstance(node, _UNUSUAL) for node in nodes) or not set(walruses) <= set(nodes)
        kinds = (ast.Name, ast.Attribute, ast.Call, ast.ClassDef, ast.FunctionDef, ast.arguments)
        self.nodes = [node for node in nodes if isinstance(node, kinds)]
        self.binds = {name for node in nodes for name in _bound_by(node)}
        self.inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
        self.for_classes = {id(place) for node in nodes for place in _for_classes(node)}
        self.methods = dict(part for node in nodes for part in _within_methods(node))


@lru_cache(maxsize=2048)
def _cell(tree: ast.Module) -> _Cell:
    return _Cell(tree)


class _Reader:
    """Reads a cell in its notebook."""

    def __init__(self, cell: _Cell, names: Names) -> None:
        self.cell, self.names = cell, names
        self.imports: dict[str, list[str]] = {}
        for name, dotted in names.imports:
            self.imports.setdefault(name, []).append(dotted)

    def is_harmless(self) -> bool:
        """Say whether no part does anything that lasts; each is judged as if all others did not."""
        return all(map(self._is_harmless, self.cell.nodes))

    def _is_harmless(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.ClassDef):
            return self._class(node)
        if isinstance(node, ast.arguments):
            own = self.cell.methods.get(id(node)) is node and _parameters(node)[:1] == ["self"]
            return own or "self" not in _parameters(node)
        return not _is_kept_waiting(node)

    def _name(self, node: ast.Name) -> bool:
        if _is_bound(node):
            return node.id != "self" and node.id not in self.imports
        if node.id[:2] == "__":
            return node.id == "__name__"
        if node.id in self.imports:
            return id(node) in self.cell.inner or self._library(node.id, "")
        if node.id == "type":
            return not self.names.classes
        is_class = node.id in self.names.classes
        return node.id not in _SHOWING and (not is_class or id(node) in self.cell.for_classes)

    def _attribute(self, node: ast.Attribute) -> bool:
        root = node.value.id if isinstance(node.value, ast.Name) else ""
        if _is_bound(node):
            method = self.cell.methods.get(id(node))  # in which it stands
            is_own = method is not None and "self" in _parameters(method)
            return root == "self" and is_own and "self" not in self.cell.binds
        name, rest = _dotted(node)
        if name in self.imports:
            return id(node) in self.cell.inner or self._library(name, rest)
        if root in self.names.classes:
            return False
        if node.attr[:2] == "__":
            return not REACHES_OUT.search(node.attr) or node.attr == "__init__"
        return node.attr in _HARMLESS or node.attr in self.names.fields

    def _library(self, name: str, rest: str) -> bool:
        if name in self.cell.binds or name in self.names.functions | self.names.classes:
            return False
        return all(is_known(f"{dotted}.{rest}".strip(".")) for dotted in self.imports[name])

    def _call(self, node: ast.Call) -> bool:
        """Whether a call fills all that it gives: what is left out has what was in memory there."""
        own = isinstance(node.func, ast.Name) and node.func.id in self.names.functions - self.cell.binds
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        if None in given and not own:
            return False
        return "where" not in given or self._is_new(given.get("out"))

    def _is_new(self, node: ast.expr | None) -> bool:
        name, rest = _dotted(node.func) if isinstance(node, ast.Call) else ("", "")
        return all(_ZEROS.fullmatch(f"{dotted}.{rest}".strip(".")) for dotted in self.imports.get(name, [""]))

    def _class(self, node: ast.ClassDef) -> bool:
        bases = {base.id if isinstance(base, ast.Name) else "" for base in node.bases} - self.names.classes
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        return (
            not any(isinstance(part, (ast.ClassDef, ast.Import, ast.ImportFrom)) for part in node.body)
            and bases.isdisjoint(self.cell.binds | set(self.imports))
            and all(map(_BASES.fullmatch, bases))
            and all(map(_is_ordinary, methods))
        )


def _for_classes(node: ast.AST) -> Iterator[ast.AST]:
    """Give the places where a class may stand: it is called, derived from, raised, caught or asked for."""
    found: list[ast.expr | None] = []
    if isinstance(node, ast.Call):
        asks = isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass")
        found = [node.func, *(node.args[1:] if asks else ())]
    elif isinstance(node, ast.ClassDef):
        found = [*node.bases]
    elif isinstance(node, (ast.Raise, ast.ExceptHandler)):
        found = [node.exc if isinstance(node, ast.Raise) else node.type]
    for place in found:
        yield from place.elts if isinstance(place, ast.Tuple) else [place] if place else []


def _within_methods(node: ast.AST) -> Iterator[tuple[int, ast.arguments]]:
    """Go through the parts of a class's methods, each with the parameters of its method."""
    for method in node.body if isinstance(node, ast.ClassDef) else ():
        if isinstance(method, ast.FunctionDef):
            yield from ((id(part), method.args) for part in syntax.parts(method))


def _is_ordinary(method: ast.FunctionDef) -> bool:
    """Whether an object is what a method is called with, and Python calls it only when the code does."""
    special = method.name[:2] == "__" and method.name not in _METHODS and REACHES_OUT.search(method.name)
    other = any(isinstance(part, ast.Name) and part.id != "property" for part in method.decorator_list)
    return not special and not (other and "self" in _parameters(method.args))


def _is_kept_waiting(function: ast.AST) -> bool:
    """Whether a generator could leave something undone: what it set for a while, or does at its end."""
    parts = syntax.parts(function)
    waits = any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in parts)
    return waits and any(isinstance(part, (ast.With, ast.Try, ast.TryStar)) for part in parts)


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """Go through all parts but annotations: nobody gets hold of them."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for part in value if isinstance(value, list) else (value,):
                if isinstance(part, ast.AST):
                    yield from _evaluated(part)


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        yield from ((alias.asname or alias.name, f"{module}.{alias.name}") for alias in node.names)
    elif isinstance(node, ast.Import):
        for alias in node.names:
            top = alias.name.partition(".")[0]
            yield alias.asname or top, alias.name if alias.asname else top


def _bound_by(node: ast.AST) -> Iterator[str]:
    """Name what a part binds, otherwise than by an import or definition; these count for `self` alone."""
    if isinstance(node, ast.Name) and _is_bound(node):
        yield node.id
    elif isinstance(node, ast.arguments):
        yield from (name for name in _parameters(node) if name != "self")
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        yield node.name or ""
    elif isinstance(node, ast.MatchMapping):
        yield node.rest or ""
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield from ("self",) if node.name == "self" else ()
    elif any(name == "self" for name, _ in _imported(node)):
        yield "self"


def _parameters(given: ast.arguments) -> list[str]:
    parts = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    return [part.arg for part in parts if part]


def _dotted(node: ast.AST) -> tuple[str, str]:
    """Give the name at which a chain of attributes begins, if it does with one, and the rest."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id if isinstance(node, ast.Name) else "", ".".join(reversed(parts)))


def _is_bound(node: ast.Name | ast.Attribute) -> bool:
    return not isinstance(node.ctx, ast.Load)
