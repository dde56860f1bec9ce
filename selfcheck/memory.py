"""What a function keeps from one call to the next: default arguments, names outside of it, caches.

    Memory   taken before the calls; afterwards it names what has changed, and puts it back as it was

Then the function is as in a fresh process, and shows whether what it kept was the mistake.
"""

import copy
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from selfcheck.compare import exact

KINDS = (bool, int, float, complex, str, list, dict, set, np.ndarray, type(None))
CACHED = type(functools.cache(len))
MOST = 10_000  # entries; what is larger is data, and is not looked at
_same = exact()


@dataclass
class _Kept:
    """One thing that is kept: its name, its value before, and how to read and write it."""

    name: str
    before: Any
    read: Callable[[], Any]
    write: Callable[[Any], None]
    of_many: bool = False  # the attributes of something: the name of one that changed is told

    @property
    def told(self) -> str:
        if not self.of_many:
            return self.name
        now = self.read()
        known = (key for key in now if key in self.before and not _differs(self.before[key], now[key]))
        return f"{self.name}.{next(iter(set(now) - set(known)), '')}".rstrip(".")

    def changed(self) -> bool:
        return _differs(self.before, self.read())


class Memory:
    """What a function, and those of its own notebook that it calls, keep outside of a call."""

    def __init__(self, function: object) -> None:
        """Copy all that may be kept."""
        self._kept: list[_Kept] = []
        self._caches: dict[str, Any] = {}
        self._seen: set[int] = set()
        self._owners: set[int] = set()
        self._look_at(function)

    def changed(self) -> list[str]:
        """Return the names of what is no longer what it was."""
        names = [kept.told for kept in self._kept if kept.changed()]
        return names + [name for name, cached in self._caches.items() if cached.cache_info().currsize]

    def restore(self) -> None:
        """Put everything back."""
        for kept in self._kept:
            kept.write(copy.deepcopy(kept.before))
        for cached in self._caches.values():
            cached.cache_clear()

    def _look_at(self, function: object) -> None:
        if id(function) in self._seen:
            return
        self._seen.add(id(function))
        if type(function) is CACHED:  # what stands for a function of another process is not looked into
            self._caches["functools.cache"] = function
            function = function.__wrapped__
        if type(function) is not FunctionType:
            return
        self._defaults(function)
        self._enclosed(function)
        self._outside(function)

    def _keep(
        self, name: str, read: Callable[[], Any], write: Callable[[Any], None], of_many: bool = False
    ) -> None:
        value = read()
        if isinstance(value, KINDS) and _size(value) <= MOST:
            try:
                self._kept.append(_Kept(name, copy.deepcopy(value), read, write, of_many))
            except Exception:  # it holds something that cannot be copied
                return

    def _defaults(self, function: FunctionType) -> None:
        code, defaults = function.__code__, function.__defaults__ or ()
        names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
        for place, name in enumerate(names):
            if isinstance(defaults[place], (list, dict, set, np.ndarray)):
                self._keep(name, partial(_itself, defaults[place]), _into(defaults[place]))

    def _enclosed(self, function: FunctionType) -> None:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:
                continue
            if callable(value):
                self._look_at(value)
            else:
                self._keep(
                    name, partial(getattr, cell, "cell_contents"), partial(setattr, cell, "cell_contents")
                )
        self._attributes(function.__name__, function)

    def _outside(self, function: FunctionType) -> None:
        space = function.__globals__
        for name in dict.fromkeys(_names(function.__code__)):
            if name not in space:
                continue
            value = space[name]
            if type(value) is FunctionType and value.__globals__ is not space:
                continue
            if _is_own(value, function):
                self._attributes(name, value)
            if callable(value):
                self._look_at(value)
            else:
                self._keep(name, partial(space.get, name), partial(space.__setitem__, name))

    def _attributes(self, name: str, owner: object) -> None:
        """Keep what hangs on a function, a class or an object; what is hung there later is taken away."""

        def write(before: dict[str, Any]) -> None:
            for added in set(_attributes_of(owner)) - set(before):
                delattr(owner, added)
            for kept, value in before.items():
                setattr(owner, kept, value)

        if id(owner) not in self._owners:
            self._owners.add(id(owner))
            self._keep(name, partial(_attributes_of, owner), write, True)


def _is_own(value: object, function: FunctionType) -> bool:
    """Return whether something is a class of the function's own notebook, or an object of one."""
    kind = value if isinstance(value, type) else type(value)
    own = kind.__module__ == function.__module__ and type(value) is not FunctionType
    return own and hasattr(value, "__dict__")


def _attributes_of(owner: object) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(owner).items()
        if isinstance(value, KINDS) and not name.startswith("__") and _size(value) <= MOST
    }


def _differs(before: object, now: object) -> bool:
    try:
        return type(now) is not type(before) or _same(before, now) is not None
    except Exception:
        return False


def _itself(value: object) -> Any:
    return value


def _size(value: object) -> int:
    return (
        int(value.size) if isinstance(value, np.ndarray) else len(value) if hasattr(value, "__len__") else 1
    )


def _into(container: Any) -> Callable[[Any], None]:
    """Return what writes into a container that others may hold as well."""

    def write(value: Any) -> None:
        if isinstance(container, list):
            container[:] = value
        elif isinstance(container, np.ndarray):
            container[...] = value
        else:
            container.clear()
            container.update(value)

    return write


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
