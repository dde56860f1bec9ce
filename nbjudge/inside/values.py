"""Kinds of values beyond those that the codec knows itself: each crosses by an adapter, ours or another's.

A value leaves as parts that are plain values, and the other side builds a fresh one from them. In: what an
adapter is, which ones there are, and how those of installed packages are found, by the entry-point group
`nbjudge.values`: once, in the fork server, so that no job looks for anything.
Left out: collections and data frames, whose parts may be objects of the student's (`libraries`, `columns`).
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from nbjudge.inside import hidden

GROUP = "nbjudge.values"


class ValueAdapter(Protocol):
    """How the values of one class cross.

    `parts` is asked on the side where the value is. It gives values that the codec knows, or that have an
    adapter themselves; if it raises, this very value does not cross and stays where it is, as an object.

    `build` makes a fresh value on the other side. In the judge its arguments come from a process in which
    anything may have happened: any number of parts, of any type and size that the codec lets through. They
    are values, decoded and bounded, never functions and never objects of the student's. So `build`

    - checks the type of each part by `type(part) is`, and its range, and raises if it does not fit;
    - never calls, imports, opens, evaluates or formats what a part names, and never unpickles anything;
    - makes nothing that is much larger than its parts: check a size before you allocate it;
    - gives an object of exactly the class, whose `==` decides by content alone.

    Whatever it raises ends as MalformedError: the student's answer could not be read.
    """

    @property
    def class_name(self) -> str:
        """The class, as its module and its name: "money:Money". No subclass is meant."""

    def parts(self, value: object, /) -> Sequence[object]:
        """Give the parts of a value."""

    def build(self, /, *parts: object) -> object:
        """Make the value that has these parts."""


@dataclass(frozen=True)
class Adapter:
    """An adapter made of two functions."""

    class_name: str
    parts: Callable[[Any], Sequence[object]]
    build: Callable[..., object]


class AdapterError(Exception):
    """An installed package offers an adapter that cannot be used."""


_by_class: dict[str, ValueAdapter] = {}
_modules: dict[str, list[str]] = {}  # of the classes with this name


def register(adapter: ValueAdapter) -> None:
    """Let values of a class cross; a class has one adapter."""
    name = adapter.class_name
    module, _, short = name.partition(":")
    if name in _by_class:
        raise AdapterError(f"{name} has an adapter already")
    _by_class[name] = adapter
    _modules.setdefault(short, []).append(module)


def install() -> None:
    """Register what installed packages offer: for a fork server that warms up, before it forks."""
    from importlib.metadata import entry_points  # only a fork server looks for anything

    for point in entry_points(group=GROUP):
        try:
            adapter = point.load()
            if type(adapter) is hidden.Inert:  # its module is one that this side must not have
                continue
            _check(adapter)
            if _by_class.get(adapter.class_name) is not adapter:
                register(adapter)
        except Exception as problem:
            raise AdapterError(
                f"the value adapter {point.name} ({point.value}) is of no use: {problem}"
            ) from problem


def _check(adapter: Any) -> None:
    name = adapter.class_name
    if type(name) is not str or name.count(":") != 1 or not all(name.split(":")):
        raise AdapterError(f'class_name has to be like "money:Money", not {name!r}')
    if not callable(adapter.parts) or not callable(adapter.build):
        raise AdapterError("parts and build have to be functions")


def adapter_of(kind: type) -> ValueAdapter | None:
    """Return the adapter for exactly this class; a library is never imported to look for its classes."""
    for module in _modules.get(kind.__name__, ()):
        adapter = _by_class[f"{module}:{kind.__name__}"]
        if class_of(adapter) is kind:
            return adapter
    return None


def adapter_named(class_name: object) -> ValueAdapter:
    """Return the adapter that the other side used, or raise LookupError."""
    if type(class_name) is not str:
        raise LookupError(class_name)
    return _by_class[class_name]


def class_of(adapter: ValueAdapter) -> object:
    """Return the class of an adapter, or None as long as nobody has imported it."""
    module, _, name = adapter.class_name.partition(":")
    return getattr(sys.modules.get(module), name, None)
