"""Functions of a test that a student's process has as well, and need not call back for.

In: functions of modules that students are shown, which follow from their arguments alone, by Python's own
simplest functions. Left out: all others. One that counts its calls, or looks at what a test has set, must be
called where the test is.
"""

import builtins
import dis
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType

_SIMPLE = frozenset(
    (
        *("abs", "all", "any", "bool", "divmod", "enumerate", "float", "int", "len", "list", "max", "min"),
        *("range", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip"),
    )
)
_REACHES = (  # parts of names of operations
    *("_ATTR", "_METHOD", "_DEREF", "_CLOSURE"),
    *("IMPORT_", "STORE_GLOBAL", "STORE_NAME", "STORE_S", "DELETE_"),
)


@dataclass(frozen=True)
class Shown:
    """What students' processes can import of a course."""

    folders: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()  # modules in them that they cannot

    def home_of(self, function: object) -> list[str] | None:
        """Return by which names the other side finds a function that it may call itself, if it is one."""
        if type(function) is not FunctionType or not _keeps_nothing(function):
            return None
        module, name = function.__module__, function.__qualname__
        found = sys.modules.get(module)
        if getattr(found, name, None) is not function or not self._has(module, found):
            return None
        return [module, name]

    def _has(self, name: str, module: object) -> bool:
        """Return whether a module's file is shown, and neither it nor a package that it is in is hidden."""
        parts, file = name.split("."), getattr(module, "__file__", None)
        if type(file) is not str or self.hidden & {".".join(parts[: n + 1]) for n in range(len(parts))}:
            return False
        return any(file.startswith(f"{folder}/") for folder in self.folders)


@lru_cache(maxsize=256)
def _keeps_nothing(function: FunctionType) -> bool:
    """Return whether nothing but its arguments decides what a call gives, and nothing else notices it."""
    if function.__closure__ or function.__defaults__ or function.__kwdefaults__ or vars(function):
        return False
    read = set()
    for step in _steps(function.__code__):
        if any(part in step.opname for part in _REACHES):
            return False
        if step.opname == "LOAD_GLOBAL":
            read.add(step.argval)
    return read <= _SIMPLE and all(
        name not in function.__globals__ and hasattr(builtins, name) for name in read
    )


def _steps(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _steps(part)
