"""Objects of classes that the notebook gives: rebuilt with the class's own code, field by field.

A student's process says which fields such an object has. Only those count which the class declares: by its
annotations, or because its own methods assign them; others only where the course's solution sets them too. A
name that has a value in the class is a constant of it, unless a dataclass makes a field of it. A
field that would hide a method, a property or a constant of the class is refused, and the object with it.
"""

import dataclasses
import dis
import enum
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from types import CodeType, FunctionType
from typing import Any

from nbjudge.inside import codec

_ABSENT = object()


class Refused(Exception):
    """The object has a field that its class does not declare."""


def build(
    decoder: codec.Decoder, kind: Any, form: object, content: Any, admits: Callable[[str], bool]
) -> object:
    """Build an object of the judge's own class; `admits` says whether the solution sets a field, too."""
    if form == "member" and issubclass(kind, enum.Enum) and type(content) is str:
        return kind[content]
    if form == "tuple" and issubclass(kind, tuple):
        items = decoder.items(content)
        if len(items) != len(getattr(kind, "_fields", items)):
            raise codec.MalformedError("another length")
        return tuple.__new__(kind, items)
    if form != "fields":
        raise codec.MalformedError("not given")
    fields = decoder.bare(content)
    made = object.__new__(kind)
    for name, value in fields.items():
        if _counts(kind, name, admits):
            vars(made)[name] = value
    return made


def _counts(kind: type, name: object, admits: Callable[[str], bool]) -> bool:
    """Return whether a field is taken over; raise Refused if it may not be there."""
    if type(name) is not str or name.startswith("__"):
        raise Refused(name)
    found = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), _ABSENT)
    if isinstance(found, cached_property):
        return False  # it is computed here
    by_name, by_methods = _declared(kind)
    if name in by_name:
        return True
    hides = found is not _ABSENT and (callable(found) or hasattr(type(found), "__get__"))
    if hides or not (name in by_methods or admits(f"field {name}")):
        raise Refused(name)
    return True


@lru_cache(maxsize=256)
def _declared(kind: type) -> tuple[frozenset[str], frozenset[str]]:
    """Return the fields that a class declares by their name, and those that its methods assign."""
    named = {field.name for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()
    for base in kind.__mro__:
        named |= {name for name in vars(base).get("__annotations__", ()) if name not in vars(base)}
    assigned = {
        name
        for base in kind.__mro__
        for member in vars(base).values()
        for code in _code_of(member)
        for name in _assigned(code)
    }
    return frozenset(named), frozenset(assigned)


def _code_of(member: object) -> Iterator[CodeType]:
    """Go through the code of a method, and of the parts that a property has."""
    for function in (member, *(getattr(member, name, None) for name in ("__func__", "fget", "fset", "func"))):
        function = getattr(function, "__wrapped__", function)
        if isinstance(function, FunctionType):
            yield function.__code__


def _assigned(code: CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname == "STORE_ATTR":
            yield step.argval
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _assigned(part)
