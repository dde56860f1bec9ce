"""Functions that a test knows by heart, made to understand stand-ins: source, type, isinstance, exec.

In: `inspect.getsource` and its kin, served from the text of the submitted cells; `type` of a stand-in, and
whether it is derived from a class that the notebook gives; `exec` and `eval`. A text that the test makes runs
here, unless the student's process may have had a hand in it: what came from there must never become code of
the judge.
These are given to the test's namespace, not to the process: IPython's own tracebacks must never ask a
student.
`inspect` is the exception, for a test imports it by itself: there only stand-ins are answered otherwise.
"""

import builtins
import functools
import importlib.util
import inspect
import sys
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from nbjudge.judge import made_code, source, standins

if TYPE_CHECKING:
    from nbjudge.judge.names import TestGlobals

_texts: list[str] = []  # of the submission's cells so far
_reaches: set[str] = set()  # words in them by which names can be bound unseen, and not in the course's


def know_source(text: str, courses: str = "") -> None:
    """Remember a submitted cell, for tests that ask how a function is written; `courses` is the course's."""
    _texts.append(text)
    _reaches.update(source.reaches(text) - source.reaches(courses))


def submitted() -> list[str]:
    """Return the submitted cells so far."""
    return list(_texts)


def for_test(names: "TestGlobals", cell: str) -> dict[str, Any]:
    """Return built-ins for a test cell."""
    literals, texts = source.literals_of(cell), source.names_of(cell).read

    def may_hold_text() -> bool:
        told = names.fetched is not None and names.fetched.student.told_text
        return told or bool(texts & names.from_text)

    made_code.know(cell)
    made_code.watch(may_hold_text)

    def run(kind: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def adapted(text: object, /, *namespaces: object, **keywords: object) -> object:
            if type(text) is not str:
                raise TypeError(
                    f"{kind} of a {type(text).__name__} is not possible in a test: give the tag in-student"
                )
            assert names.fetched is not None
            student = names.fetched.student
            if text in literals or not may_hold_text():
                return real(text, *(namespaces or (names,)), **keywords)
            return student.run_text(kind, text)

        adapted.__name__ = kind
        return adapted

    def local_names() -> object:
        return names

    return {
        "exec": run("exec", builtins.exec),
        "eval": run("eval", builtins.eval),
        "type": TestType,
        "globals": local_names,
        "isinstance": _derived_too("isinstance", builtins.isinstance),
        "issubclass": _derived_too("issubclass", builtins.issubclass),
    }


def _derived_too(name: str, real: Callable[..., bool]) -> Callable[..., bool]:
    """Let a student's class that is derived from a given one count as it too: the other side says so."""

    def asked(value: object, kinds: object, /) -> bool:
        if type(value) not in standins.HANDLES:
            return real(value, kinds)
        link = standins.link_of(value)
        given = link.student.sender.given
        others = []
        for kind in _alternatives(kinds):
            is_given = (
                type(kind) not in standins.STANDINS and given.get(getattr(kind, "__name__", "")) is kind
            )
            if is_given and link.operate(name, value, kind) is True:
                return True
            others += [] if is_given else [kind]
        return real(value, tuple(others))

    asked.__name__ = name
    return asked


def _alternatives(kinds: Any) -> Iterator[Any]:
    """Go through the classes that are asked for: one, several, or several by `|`."""
    if type(kinds) in (tuple, types.UnionType):
        for part in kinds if type(kinds) is tuple else kinds.__args__:
            yield from _alternatives(part)
    else:
        yield kinds


class _TypeOfType(type):
    """Makes `type` of a stand-in the class that the student's object has."""

    def __call__(cls, *arguments: object, **keywords: object) -> object:
        if len(arguments) == 1 and not keywords and type(arguments[0]) in standins.HANDLES:
            return arguments[0].__class__
        return type(*arguments, **keywords)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, type)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        return issubclass(subclass, type)

    def __eq__(cls, other: object) -> bool:
        return other is type or other is TestType

    def __hash__(cls) -> int:
        return hash(type)


class TestType(type, metaclass=_TypeOfType):
    """What `type` is in a test cell."""

    __test__ = False


def serve_source() -> None:
    """Let `inspect` answer for stand-ins from the submitted text; for everything else it is unchanged."""
    real_lines, real_source = inspect.getsourcelines, inspect.getsource
    if getattr(real_lines, "_serves_standins", False):
        return

    def getsourcelines(value: Any) -> object:
        if not _is_students(value):
            return real_lines(value)
        text, line = _definition(value)
        return text.splitlines(keepends=True), line

    def getsource(value: Any) -> str:
        return _definition(value)[0] if _is_students(value) else real_source(value)

    getsourcelines._serves_standins = True  # type: ignore[attr-defined]
    vars(inspect).update(getsourcelines=getsourcelines, getsource=getsource)


def _is_students(value: object) -> bool:
    """Return whether this is a stand-in, or a method that stand-ins have themselves, as `x.__init__`."""
    return type(value) in standins.HANDLES or (
        type(value) is types.MethodType and type(value.__self__) in standins.HANDLES
    )


def _imports_unknown(text: str) -> bool:
    return bool(source.unknown_modules(text, _is_known))


@functools.cache
def _is_known(module: str) -> bool:
    """Return whether this is a module that is here as well, so that no submission brings it along."""
    try:
        return module in sys.modules or importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _definition(value: Any) -> tuple[str, int]:
    handle, method = (value, "") if type(value) in standins.HANDLES else (value.__self__, value.__name__)
    link = standins.link_of(handle)
    link.student.told_text = True
    about = link.about
    asked = link.place.partition(":")[2].replace("()", "") + (f".{method}" if method else "")
    found = None if source.is_assigned(_texts, asked) else source.definition_of(_texts, asked)
    link.student.weaker = link.student.weaker or bool(_reaches) or any(map(_imports_unknown, _texts))
    if found is None:
        name = str(about.get("__qualname__") or about.get("class")).rpartition("<locals>.")[2]
        name += f".{method}" if method else ""
        link.student.weaker = True  # it is the student's process that says which one it is
        found = source.definition_of(_texts, name)
    if found is None:
        raise OSError(f"the source of {name} is not in the notebook")
    return found
