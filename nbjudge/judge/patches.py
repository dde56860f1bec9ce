"""Libraries that a test changes: `np.mean = forbidden`, `patch("numpy.sort")`, `del np.linalg.norm`.

The student's code runs in another process with its own libraries; what the test puts into one stands there,
too, as long as it stands here. In: which parts of which libraries a cell's text changes, and what has become
of them. Left out: settings (`pd.options.mode.copy_on_write = True`), streams, and `input`, which goes its own
way (`names`).
"""

import ast
import builtins
import importlib
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from nbjudge.course import syntax
from nbjudge.judge import source

_PATCHING = frozenset(["patch", "patch.object", "setattr", "delattr"])
_ELSEWHERE = frozenset(["builtins.input", "sys.stdout", "sys.stderr", "sys.stdin"])
_NEVER = frozenset(["__main__", "nbjudge", "sys", "os", "gc"])  # libraries on which this process lives
NOTHING = object()
PRINT = ["builtins", [], "print"]  # what is printed may be told: it is text, wherever it goes
Holder = types.ModuleType | type


@lru_cache(maxsize=512)
def changed_in(text: str) -> tuple[str, ...]:
    """Name what a cell changes of something by its name: of a module, perhaps.

    >>> changed_in("np.mean = None or forbidden; np.random.seed(1); x.y = f")
    ('np.mean', 'x.y')
    >>> changed_in("with patch('numpy.sort') as sort, patch.object(np, 'mean'): f(x)")
    ('numpy.sort', 'np.mean')
    """
    found = syntax.parts(source.parse(text) or ast.Module([], []))
    names = dict.fromkeys(name for part in found for name in _changed(part))
    return tuple(name for name in names if name not in _ELSEWHERE)


def _changed(part: ast.AST) -> Iterator[str]:
    if isinstance(part, (ast.Assign, ast.Delete)):
        is_setting = isinstance(getattr(part, "value", None), ast.Constant)
        for target in [] if is_setting else part.targets:
            if isinstance(target, ast.Attribute) and _is_name(target):
                yield ast.unparse(target)
    elif isinstance(part, ast.Call) and part.args and _called(part.func) in _PATCHING:
        names = [ast.unparse(part.args[0])] if _is_name(part.args[0]) else []
        names += [a.value for a in part.args[:2] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if "." in ".".join(names):
            yield ".".join(names)


def _called(function: ast.expr) -> str:
    """Return the end of the name by which something is called."""
    parts = ast.unparse(function).split(".")
    return ".".join(parts[-2:] if parts[-2:-1] == ["patch"] else parts[-1:])


def _is_name(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


@dataclass(frozen=True)
class Bare:
    """A function that the student's code calls by a library's name: it is not given what that code gives it.

    One that passes its arguments on would let the student's code call the library here.
    """

    function: Callable[..., object]

    def __call__(self, *_arguments: object, **_keywords: object) -> object:
        """Call it with nothing."""
        return self.function()


@dataclass
class Part:
    """A part of a library that a cell changes, as it was, and as the other side knows it."""

    holder: Holder
    name: str
    own: object
    told: object

    def now(self) -> object:
        """Return what stands there."""
        return vars(self.holder).get(self.name, NOTHING)


class Patches:
    """The parts of libraries that one test cell changes."""

    def __init__(self, cell: str, names: dict[str, object]) -> None:
        """Look them up, by the names that the cell has for modules and classes."""
        changed = changed_in(cell)
        roots = {"builtins": builtins} | (_imported_in(cell) if changed else {})
        self._parts = []
        for path in changed:
            *where, name = path.split(".")
            first = dict.get(names, where[0], roots.get(where[0], sys.modules.get(where[0])))
            holder = _walked(first, where[1:])
            if holder is not None:
                own = vars(holder).get(name, NOTHING)
                self._parts.append(Part(holder, name, own, own))

    def forget(self) -> None:
        """Begin again, with another process."""
        for part in self._parts:
            part.told = part.own

    def news(self) -> list[list[object]]:
        """Return what has changed since the last time: module, class, name, how, what stands there now."""
        news = list[list[object]]()
        for part in self._parts:
            if (now := part.now()) is not part.told:
                part.told = now
                state = "own" if now is part.own else "gone" if now is NOTHING else "set"
                news.append([*_home(part.holder), part.name, state, now])
        return news


def _imported_in(text: str) -> dict[str, object]:
    """Return the modules that a cell imports, by the names that it gives them."""
    found = dict[str, object]()
    for statement in source.imports_of(text):
        for alias in statement.names if isinstance(statement, ast.Import) else ():
            try:
                module = importlib.import_module(alias.name)
            except Exception:  # the cell will say so itself
                continue
            root = alias.name.partition(".")[0]
            found[alias.asname or root] = module if alias.asname else sys.modules[root]
    return found


def _walked(found: object, parts: list[str]) -> Holder | None:
    """Return the module or class that is found there, if the other side can find it as well."""
    for part in parts:
        found = getattr(found, part, None) if issubclass(type(found), Holder) else None
    if not issubclass(type(found), Holder):  # what is the student's must not be asked for its class
        return None
    assert isinstance(found, Holder)
    module, holder = _home(found)
    same: object = sys.modules.get(module)
    for part in holder:
        same = getattr(same, part, None)
    return found if same is found and module.partition(".")[0] not in _NEVER else None


def _home(found: Holder) -> tuple[str, list[str]]:
    if isinstance(found, types.ModuleType):
        return found.__name__, []
    return found.__module__, found.__qualname__.split(".")
