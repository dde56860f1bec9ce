# ruff: noqa: D102, D105 - the methods that Python calls say by their names what they do
"""What stands in the judge for objects that stay in the student's process.

A Handle passes on what it is asked: it exists only at places of the golden record. A FunctionHandle can be
called and looks like a function, a ClassHandle like a class. An Opaque object equals nothing, holds nothing
and says so.
Left out: the conversation itself, which is `student`.
"""

import contextlib
import inspect
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from nbjudge.judge import beside

if TYPE_CHECKING:
    from nbjudge.judge.student import Student

_DISPLAYS = ("_repr_", "_ipython_", "_ipywidgets", "__array_", "__rich", "__jupyter", "_mpl_")
_AT_ONCE = 100  # rows in one message: together they have the time of one call
_TOLD_TOGETHER = (type(None), bool, int, str)  # what arrives within a list as it would by itself
_UNARY = ["neg", "pos", "invert", "abs"]
_BINARY = [
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "matmul",
    "and_",
    "or_",
    "xor",
    "lshift",
    "rshift",
]


class Link:
    """Where an object is: the fork of one test cell, its number there, its place, and what is known of it."""

    __slots__ = ("about", "cached", "number", "place", "student")

    def __init__(self, student: "Student", number: int, place: str, about: dict[str, Any]) -> None:
        """Remember it."""
        self.student = student
        self.number = number
        self.place = place
        self.about = about
        self.cached: Any = None  # its class, once asked for

    def ask(self, op: str, step: str, arguments: object = None, name: str | None = None) -> Any:
        """Ask the student's process; `step` leads from this object's place to that of the answer."""
        return self.student.request(op, self.place + step, arguments, target=self.number, name=name)

    def decide(self, name: str, *arguments: object) -> Any:
        """Ask for an operation by which the student's object may decide: that makes the test weaker."""
        self.student.weaker = True
        return self.operate(name, *arguments)

    def operate(self, name: str, *arguments: object) -> Any:
        """Ask for an operation on objects."""
        return self.student.request("operate", f"{self.place}.{name}()", arguments, name=name)


def link_of(handle: object) -> Link:
    """Return where a stand-in's object is."""
    link: Link = object.__getattribute__(handle, "_nbjudge_link")
    return link


class Handle:
    """An object of the student, at a place where the course's solution gives one."""

    __slots__ = ("_nbjudge_link",)

    def __init__(self, link: Link) -> None:
        """Stand for the object."""
        object.__setattr__(self, "_nbjudge_link", link)

    def __getattr__(self, name: str) -> Any:
        link = link_of(self)
        if name.startswith(_DISPLAYS) and not (name == "__array__" and link.about.get("kind") == "object"):
            raise AttributeError(name)
        known = _known(link, name)
        return link.ask("attribute", f".{name}", name=name) if known is None else known[0]

    def __setattr__(self, name: str, value: object) -> None:
        link_of(self).ask("set", f".{name}", value, name=name)

    def __delattr__(self, name: str) -> None:
        link_of(self).ask("unset", f".{name}", name=name)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        link = link_of(self)
        if link.cached is None:
            link.cached = _class_of(self, link)
        return link.cached

    def __repr__(self) -> str:
        link = link_of(self)
        link.student.told_text = True
        if link.about.get("plain") and type(name := link.about.get("__qualname__")) is str:
            return f"<function {name}>"  # without its address, which differs in every run
        text = link.operate("repr", self)
        return text if type(text) is str else "<an object>"

    def __str__(self) -> str:
        text = link_of(self).operate("str", self)
        return text if type(text) is str else "<an object>"

    def __bool__(self) -> bool:
        link = link_of(self)
        if link.about.get("plain"):
            return True
        return link.decide("bool", self) is True

    def __hash__(self) -> int:
        number = link_of(self).operate("hash", self)
        return number if type(number) is int else 0

    def __format__(self, form: str) -> str:
        return str(link_of(self).operate("format", self, form))

    def __dir__(self) -> list[str]:
        return [str(name) for name in link_of(self).operate("dir", self)]

    def __contains__(self, item: object) -> bool:
        return link_of(self).decide("contains", self, item) is True

    def __setitem__(self, key: object, value: object) -> None:
        link_of(self).operate("setitem", self, key, value)

    def __round__(self, *digits: object) -> object:
        return link_of(self).decide("round", self, *digits)

    def __enter__(self) -> object:
        return self.__getattr__("__enter__")()

    def __exit__(self, *error: object) -> object:
        return self.__getattr__("__exit__")(None, None, None)

    def __iter__(self) -> object:
        return link_of(self).operate("iter", self)

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TypeError("an object of the student cannot be copied or saved by the test")


class FunctionHandle(Handle):
    """A function of the student, or another object that can be called."""

    __slots__ = ()

    def __call__(self, /, *args: object, **keywords: object) -> object:
        return link_of(self).ask("call", "()", (args, keywords))

    @contextlib.contextmanager
    def __within__(self, seconds: float) -> Iterator[None]:  # how a test says how long one call may reckon
        student = link_of(self).student
        before, student.reckoning = student.reckoning, seconds
        try:
            yield
        finally:
            student.reckoning = before

    def __each__(self, rows: Any, *rest: object) -> list[Any] | None:
        """Give what calls with each row of an array give, asked in few messages; None: ask one by one.

        That is so where single calls could tell more: arguments that are changed, objects, arrays.
        """
        link, found = link_of(self), []
        places = link.student.places
        if places.recording or places.expects(f"{link.place}()"):
            return None
        for first in range(0, len(rows), _AT_ONCE):
            some = link.ask("each", "()", (rows[first : first + _AT_ONCE], rest))
            if type(some) is not list or len(some) != len(rows[first : first + _AT_ONCE]):
                return None
            found += some
        simple = all(type(one) in _TOLD_TOGETHER or _is_numpy_text(one) for one in found)
        return found if simple else None

    def __get__(self, instance: object, owner: object = None) -> object:
        return self if instance is None else types.MethodType(self, instance)


class ClassHandle(FunctionHandle):
    """A class of the student."""

    __slots__ = ()

    def __get__(self, instance: object, owner: object = None) -> object:
        return self

    def __instancecheck__(self, instance: object) -> bool:
        link = link_of(self)
        return is_standin(instance) and link.operate("isinstance", instance, self) is True

    def __subclasscheck__(self, subclass: object) -> bool:
        link = link_of(self)
        return is_standin(subclass) and link.operate("issubclass", subclass, self) is True


class Opaque:
    """An object of the student where the course's solution gives none: it can be shown, and no more."""

    __slots__ = ("_nbjudge_link",)

    def __init__(self, link: Link) -> None:
        """Stand for the object."""
        object.__setattr__(self, "_nbjudge_link", link)

    def __repr__(self) -> str:
        return f"<object of class {class_name(link_of(self).about)}>"

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"{self!r} is not a value that this test can look into")

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} came back where a plain value was expected")

    __array_ufunc__ = None


class Items:
    """The items of a student's iterator where the course's solution gives none: to be gone through once."""

    __slots__ = ("_iterator", "_left", "_over")

    def __init__(self, iterator: Opaque) -> None:
        """Begin; nobody is asked before the first item is wanted."""
        self._iterator = iterator
        self._left: Iterator[Any] | None = None
        self._over = False

    def __repr__(self) -> str:
        return repr(self._iterator)

    def __iter__(self) -> "Items":
        if self._over:  # nothing would be true of nothing
            raise TypeError(f"{self!r} has been gone through already")
        return self

    def __next__(self) -> Any:
        if self._left is None:
            link = link_of(self._iterator)
            self._left = iter(link.student.request("operate", link.place, (self._iterator,), name="drain"))  # type: ignore[call-overload]
        try:
            return next(self._left)
        except StopIteration:
            self._over = True
            raise


STANDINS = frozenset({Handle, FunctionHandle, ClassHandle, Opaque})
HANDLES = STANDINS - {Opaque}


def is_standin(value: object) -> bool:
    """Return whether a value stands for an object of the student; asks nobody, unlike isinstance."""
    return type(value) in STANDINS


def _is_numpy_text(value: object) -> bool:
    return type(value).__name__ == "str_" and type(value).__module__ == "numpy"


def class_name(about: dict[str, Any]) -> str:
    """Return the name that an object's class has by its own account, made harmless."""
    name = about.get("class")
    kept = "".join(letter for letter in str(name)[:60] if letter.isalnum() or letter in "_.")
    return kept or "?"


def _known(link: Link, name: str) -> tuple[Any] | None:
    """Return what a function tells of itself without being asked again."""
    about = link.about
    if about.get("kind") == "object":
        return None
    if name in ("__name__", "__qualname__") and type(about.get(name)) is str:
        link.student.told_text = True
        return (about[name],)
    if name == "__signature__":
        signature = _signature(about.get("signature"))
        link.student.told_text = True  # the names and defaults of its parameters
        if signature is None:
            raise AttributeError(name)
        return (signature,)
    return None


def _signature(parameters: Any) -> inspect.Signature | None:
    try:
        described = []
        for name, kind, default in parameters:
            value: Any = inspect.Parameter.empty if default is None else default[1]
            described.append(inspect.Parameter(name, inspect._ParameterKind(kind), default=value))
        return inspect.Signature(described)
    except (TypeError, ValueError, IndexError):
        return None


def _class_of(handle: Handle, link: Link) -> object:
    """Return the library's class that an object derives from, or a handle of the student's own class."""
    about = link.about
    if about.get("kind") == "class":
        return type
    if about.get("plain"):
        names = [str(line).partition(":")[2] for line in about.get("lineage", ())]
        return types.MethodType if "method" in names else types.FunctionType
    found = link.student.library_class(about)
    if found is not None:
        return found
    return link.ask("attribute", ".__class__", name="__class__")


def _asked(name: str) -> Callable[..., Any]:
    return lambda self, *rest: link_of(self).operate(name, self, *rest)


def _unary(name: str) -> Callable[[Any], Any]:
    return lambda self: link_of(self).decide(name, self)


def _binary(name: str) -> Callable[[Any, Any], Any]:
    return lambda self, other: link_of(self).decide(name, self, other)


def _reflected(name: str) -> Callable[[Any, Any], Any]:
    return lambda self, other: link_of(self).decide(name, other, self)


def _typed(name: str, kind: type) -> Callable[[Any], Any]:
    def method(self: object) -> object:
        value = link_of(self).operate(name, self)
        if type(value) is not kind:
            raise TypeError(f"{name}() of an object did not give {kind.__name__}")
        return value

    return method


def _doc(self: object) -> object:
    link = link_of(self)
    link.student.told_text = True
    if "__doc__" in link.about:
        return link.about["__doc__"]
    return link.ask("attribute", ".__doc__", name="__doc__")


def _add_operators() -> None:
    """Pass on every operator; Python looks for them in the class, not in the object."""
    for kind in HANDLES:  # a class has its own docstring otherwise
        kind.__doc__ = property(_doc)  # type: ignore[assignment]
    for name in _UNARY:
        _set(f"__{name}__", _unary(name))
    for name in _BINARY:
        plain = name.strip("_")
        _set(f"__{plain}__", _binary(name))
        _set(f"__r{plain}__", _reflected(name))
    for name in ("lt", "le", "gt", "ge", "divmod"):
        _set(f"__{name}__", _binary(name))
    for name in ("getitem", "delitem"):
        _set(f"__{name}__", _asked(name))
    for name in ("eq", "ne"):
        _set(f"__{name}__", _compared(name))
    for name, made in (("len", int), ("int", int), ("float", float), ("complex", complex), ("index", int)):
        _set(f"__{name}__", _typed(name, made))
    for name in ("next", "reversed"):
        _set(f"__{name}__", _asked(name))


def _set(name: str, method: Callable[..., Any]) -> None:
    method.__name__ = name
    setattr(Handle, name, method)


def _compared(name: str) -> Callable[[Any, Any], Any]:
    """Compare by asking the object; functions are compared by what they are, and a verdict is noted."""

    def method(self: object, other: object) -> object:
        link = link_of(self)
        if is_standin(other) and link_of(other).number == link.number:
            same = True
        elif link.about.get("plain") and beside.name_of(other) is None:
            same = False
        else:
            return link.decide(name, self, other)
        return same is (name == "eq")

    return method


_add_operators()
