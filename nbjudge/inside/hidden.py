"""Modules that a student's process must not have: importing one gives a module in which nothing works.

Their files are masked as well where the level allows it, so that nothing is hidden only by good will. The
placeholder is there for given cells: `from course.checks import check` must run on, and so must a call of
`check`.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from types import FunctionType, ModuleType
from typing import Any


class Inert:
    """Stands for anything: it can be called, read and entered, gives itself, and does nothing."""

    def __init__(self, name: str) -> None:
        """Stand for what has this name."""
        self.__name__ = name

    def __call__(self, *args: object, **keywords: object) -> object:
        """Do nothing; as a decorator, give the function back."""
        return args[0] if len(args) == 1 and isinstance(args[0], (FunctionType, type)) else self

    def __getattr__(self, name: str) -> "Inert":
        """Give another, for what a name within it would be."""
        if name.startswith("_"):  # protocols of Python and of IPython's displays are not offered
            raise AttributeError(name)
        return Inert(f"{self.__name__}.{name}")

    def __enter__(self) -> "Inert":
        """Do nothing."""
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing."""

    def __iter__(self) -> Iterator[Any]:
        """Hold nothing."""
        return iter(())

    def __getitem__(self, key: object) -> "Inert":
        """Give another, whatever is asked for."""
        return Inert(f"{self.__name__}[…]")

    def __mro_entries__(self, bases: object) -> tuple[type, ...]:
        """Add nothing to a class that is derived from it."""
        return ()

    def __repr__(self) -> str:
        """Say why nothing happens."""
        return f"<{self.__name__} is not available here>"


class _Placeholder(ModuleType):
    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return Inert(f"{self.__name__}.{name}")


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not covers(self.names, fullname):
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _Placeholder(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave the placeholder empty."""


def covers(names: Container[str], name: str) -> bool:
    """Say whether a name is that of one of these modules, or of something in it.

    >>> covers({"course.answers"}, "course.answers.knn"), covers({"course.answers"}, "course")
    (True, False)
    """
    parts = name.split(".")
    return any(".".join(parts[:count]) in names for count in range(1, len(parts) + 1))


def hide(names: Iterable[str]) -> None:
    """Put placeholders in the place of these modules and all that is in them."""
    chosen = frozenset(names)
    if chosen:
        sys.meta_path.insert(0, _Finder(chosen))
        importlib.invalidate_caches()
