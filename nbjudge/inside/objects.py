"""What one side says of an object that stays where it is, and what both sides know by name.

In: library functions and classes by name, in two strengths; the description that goes with a handle; errors
as data. A name that comes from the student is looked up among types, ufuncs and mathematics only: a function
handed back as "what was asked for" would be called in the judge.
"""

import inspect
import sys
import types
from collections.abc import Callable
from functools import partial
from typing import Any

from nbjudge.inside.cells import last_lines, text_of

FREELY = frozenset(
    [
        "builtins",
        "math",
        "cmath",
        "operator",
        "statistics",
        "itertools",
        "functools",
        "collections",
        "fractions",
        "decimal",
        "datetime",
        "re",
        "string",
        "numpy",
        "scipy",
        "pandas",
        "sklearn",
    ]
)
PLAIN_TYPES = frozenset(
    [
        "int",
        "float",
        "complex",
        "bool",
        "str",
        "bytes",
        "bytearray",
        "list",
        "tuple",
        "dict",
        "set",
        "frozenset",
        "range",
        "slice",
        "NoneType",
        "object",
    ]
)
_TYPE_HOMES = ("numpy", "collections", "fractions", "decimal", "datetime", "pandas")
_NOT_FROM_CALLS = (SystemExit, KeyboardInterrupt, GeneratorExit, StopIteration, StopAsyncIteration)


def name_of(value: Any, strictly: bool) -> str | None:
    """Return the name by which the other side finds a library's function or class: 'numpy:sin'."""
    if isinstance(value, type):
        return _checked(value, value.__module__, value.__qualname__, strictly)
    kind = type(value)
    if kind.__name__ == "ufunc" and kind.__module__ == "numpy":
        for home in ("numpy", "scipy.special"):
            if (name := _checked(value, home, value.__name__, strictly)) is not None:
                return name
        return None
    if kind in (types.BuiltinFunctionType, types.FunctionType) or kind.__module__ in ("numpy", "functools"):
        module, qualified = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        if isinstance(module, str) and isinstance(qualified, str):
            return _checked(value, module, qualified, strictly)
    return None


def find(name: object, strictly: bool) -> Any:
    """Return what has this name, or raise LookupError; `strictly` if a student's process sent it."""
    if type(name) is not str or name.count(":") != 1 or len(name) > 200:
        raise LookupError("not a name")
    home, _, qualified = name.partition(":")
    value = _look(home, qualified)
    if value is None or not _allowed(value, home, strictly):
        raise LookupError(name)
    return value


def _checked(value: object, home: str, qualified: str, strictly: bool) -> str | None:
    found = _look(home, qualified) is value and _allowed(value, home, strictly)
    return f"{home}:{qualified}" if found else None


def _look(home: str, qualified: str) -> object:
    if home.partition(".")[0] not in FREELY:
        return None
    if home == "builtins" and qualified == "NoneType":
        return type(None)
    value: Any = sys.modules.get(home)
    for part in qualified.split("."):
        value = vars(value).get(part) if isinstance(value, (type, types.ModuleType)) else None
    return value


def _allowed(value: object, home: str, strictly: bool) -> bool:
    root = home.partition(".")[0]
    if not strictly:
        return root in FREELY
    if isinstance(value, type):
        if issubclass(value, BaseException):
            return home == "builtins" and not issubclass(value, _NOT_FROM_CALLS)
        return (home == "builtins" and value.__name__ in PLAIN_TYPES) or _is_value_type(value, root)
    return root == "math" or type(value).__name__ == "ufunc"


def _is_value_type(value: type, root: str) -> bool:
    if root == "numpy":
        import numpy

        return issubclass(value, (numpy.generic, numpy.ndarray)) and value.__module__ == "numpy"
    return root in _TYPE_HOMES and value.__module__.partition(".")[0] == root


def describe(value: object) -> dict[str, Any]:
    """Say what an object is: its class, whether it can be called, and what a function tells of itself."""
    kind = type(value)
    about: dict[str, Any] = {"class": _short(kind.__qualname__), "module": _short(str(kind.__module__))}
    about["lineage"] = [_line(base) for base in kind.__mro__[:20]]
    if isinstance(value, type):
        about["kind"] = "class"
        about["bases"] = [_line(base) for base in value.__mro__[:20]]
    else:
        about["kind"] = "function" if callable(value) else "object"
        about["iterates"] = hasattr(kind, "__next__")
    if about["kind"] != "object":
        for key in ("__name__", "__qualname__", "__module__", "__doc__"):
            text = _quietly(partial(getattr, value, key))
            about[key] = text[:5000] if isinstance(text, str) else None
        about["signature"] = _quietly(partial(parameters, value))
        about["plain"] = isinstance(value, (types.FunctionType, types.MethodType))
    return about


def describe_error(error: BaseException, remember: Callable[[Any], int]) -> dict[str, Any]:
    """Say what was raised, in text and numbers; `remember` gives the class a number."""
    kind = type(error)
    about: dict[str, Any] = {
        "class": _short(kind.__qualname__),
        "lineage": [_line(base) for base in kind.__mro__[:20]],
        "text": text_of(error),
        "trace": last_lines(error),
    }
    if kind.__module__ != "builtins":
        about["number"] = remember(kind)
    return about


def parameters(value: Any) -> list[list[Any]]:
    """Return the parameters of a function: name, kind, and its default as text where it has one."""
    if type(value) is types.FunctionType and not value.__dict__:
        return _of_plain_function(value)
    described = []
    for parameter in inspect.signature(value).parameters.values():
        default = None if parameter.default is parameter.empty else _default(parameter.default)
        described.append([parameter.name, int(parameter.kind), default])
    return described[:100]


def _of_plain_function(function: types.FunctionType) -> list[list[Any]]:
    """Read the parameters off a function that says nothing else of them, without `inspect`.

    In a fork each piece of `inspect` that runs copies a page of memory.
    """
    code = function.__code__
    count, keywords = code.co_argcount, code.co_kwonlyargcount
    names = iter(code.co_varnames)
    positional = [next(names) for _ in range(count)]
    by_name = [next(names) for _ in range(keywords)]
    kind = inspect._ParameterKind
    values = function.__defaults__ or ()
    defaults = [*[None] * (count - len(values)), *map(_default, values)]
    described: list[list[Any]] = []
    for place, name in enumerate(positional):
        described.append([name, int(place >= code.co_posonlyargcount), defaults[place]])
    if code.co_flags & inspect.CO_VARARGS:
        described.append([next(names), int(kind.VAR_POSITIONAL), None])
    given = function.__kwdefaults__ or {}
    for name in by_name:
        described.append([name, int(kind.KEYWORD_ONLY), _default(given[name]) if name in given else None])
    if code.co_flags & inspect.CO_VARKEYWORDS:
        described.append([next(names), int(kind.VAR_KEYWORD), None])
    return described[:100]


def _default(value: object) -> list[Any]:
    if value is None or type(value) in (bool, int, float, str):
        return ["value", value]
    return ["text", _short(repr(value))]


def _line(kind: type) -> str:
    return f"{_short(str(kind.__module__))}:{_short(kind.__qualname__)}"


def _short(text: str) -> str:
    return text[:200]


def _quietly(ask: Callable[[], Any]) -> object:
    try:
        return ask()
    except BaseException:
        return None
