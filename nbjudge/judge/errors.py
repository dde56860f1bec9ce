"""A student's exceptions in the judge: known classes by name, others as local classes of their kind.

So `pytest.raises(ValueError)` and `pytest.raises(MyError)` work. What would end or mislead the judge rather
than the test (SystemExit, KeyboardInterrupt, a skipped test) arrives as a RuntimeError that names it.
"""

import builtins
import re
import sys
from typing import Any

_LIBRARIES = frozenset(
    [
        "numpy",
        "pandas",
        "scipy",
        "sklearn",
        "json",
        "decimal",
        "zipfile",
        "subprocess",
        "socket",
        "sqlite3",
        "struct",
        "csv",
    ]
)
NOT_RAISED = (
    SystemExit,
    KeyboardInterrupt,
    GeneratorExit,
    StopIteration,
    StopAsyncIteration,
)


class StudentProcessEndedError(RuntimeError):
    """The student's process ended while it was asked something, or broke the rules of the channel."""

    process_ended = True  # for checks that do not know this package


def error_of(about: dict[str, object], own: type | None, iterating: bool) -> BaseException:
    """Return the exception that a description tells of; `own` is the judge's class for a student's."""
    text = str(about.get("text", ""))[:2500]
    kind = own or class_of(about)
    blocked = kind is None or (issubclass(kind, NOT_RAISED) and not (iterating and kind is StopIteration))
    if kind is None or blocked:
        name = str(about.get("class", "an exception"))[:100]
        error: BaseException = RuntimeError(f"{name}: {text}" if text else name)
    else:
        error = _made(kind, about, text)
    trace = str(about.get("trace", ""))[:4000]
    error.student_traceback = trace  # type: ignore[attr-defined]
    if trace and not isinstance(error, StopIteration):
        error.add_note("In the student's code:\n" + trace)
    return error


def class_of(about: dict[str, Any]) -> type[BaseException] | None:
    """Return the judge's own class for the first one of the lineage that it knows."""
    for line in about.get("lineage", ())[:20]:
        module, _, name = str(line).partition(":")
        found = _known(module, name)
        if found is not None:
            return found
    return None


def local_class(about: dict[str, object], base: type[BaseException]) -> type[BaseException]:
    """Make a class for a student's exception class, so that a test can name it in `raises`."""
    name = re.sub(r"\W", "_", str(about.get("class", "")))[:60] or "StudentError"
    return type(name, (base,), {"__init__": _take_anything, "__new__": _new_anything(base)})


def _take_anything(self: BaseException, *args: object, **keywords: object) -> None:
    self.args = args
    vars(self).update(keywords)


def _new_anything(base: type[BaseException]) -> object:
    def new(cls: type, *args: object, **keywords: object) -> object:
        return base.__new__(cls, *args)

    return new


def _known(module: str, name: str) -> type[BaseException] | None:
    if module == "builtins":
        found = getattr(builtins, name, None)
    elif module.partition(".")[0] in _LIBRARIES and name.isidentifier():
        found = getattr(sys.modules.get(module), name, None)
    else:
        return None
    usable = isinstance(found, type) and issubclass(found, BaseException) and found is not BaseException
    at_home = getattr(found, "__module__", None) == module  # or it is another's: numpy.testing has SkipTest
    return found if usable and at_home else None


def _made(kind: type[BaseException], about: dict[str, Any], text: str) -> BaseException:
    """Build the exception without running a constructor that might ask for other arguments."""
    values = about.get("values")
    arguments = values if type(values) is tuple else (text,)
    if issubclass(kind, UnicodeError) and kind is not UnicodeError:
        return UnicodeError(text)
    if issubclass(kind, SyntaxError):  # one that names a file would be shown with a line of it, from here
        arguments = (arguments[0] if arguments and type(arguments[0]) is str else text,)
    try:
        error = kind(*arguments)
    except Exception:
        try:
            error = kind.__new__(kind)
        except TypeError:  # a group wants errors, and they do not cross
            return RuntimeError(f"{kind.__name__}: {text}")
        error.args = arguments
    for name, value in (about.get("attributes") or {}).items():
        if type(name) is str and not name.startswith("__") and not hasattr(error, name):
            try:
                setattr(error, name, value)
            except (AttributeError, TypeError):
                continue
    return error
