"""Objects of a test's own classes in the hands of the student's code: a fake, a spy, a pool that counts.

The object stays here and is asked by name: public methods that the test's classes define, public fields that
are values. A field is set only where the course's solution sets it, too. Left out: classes that given cells
define, which both sides have (`arguments`).
"""

import abc

from nbjudge.judge import standins
from nbjudge.judge.places import Places

_SPECIAL = frozenset(
    [
        *("__len__", "__getitem__", "__setitem__", "__contains__", "__enter__", "__exit__", "__str__"),
        *("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__", "__neg__"),
        *("__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__"),
    ]
)


def is_of_test(kind: type) -> bool:
    """Return whether a class is made by a cell, and by nothing but cells.

    What one inherits from a library is not the test's to offer: a file, say, that could be opened.
    """
    return kind.__module__ == "__main__" and all(
        base.__module__ == "__main__" or base in (object, abc.ABC) for base in kind.__mro__
    )


def methods_of(kind: type) -> list[str]:
    """Return the methods that such a class offers to the student's code."""
    own = [vars(base) for base in kind.__mro__ if base.__module__ == "__main__"]
    names = {name for namespace in own for name, value in namespace.items() if callable(value)}
    return sorted(name for name in names if name in _SPECIAL or not name.startswith("_"))


class Asked:
    """What answers in the place of an object, as far as it may be asked."""

    def __init__(self, value: object, places: Places, cell: str) -> None:
        """Begin."""
        self.value = value
        self.places = places
        self.methods = frozenset(methods_of(type(value)))
        self.cell = cell

    def __call__(self, asked: object, name: object, /, *arguments: object, **keywords: object) -> object:
        """Do what a double was asked to do."""
        if type(name) is not str or (name.startswith("_") and name not in self.methods):
            raise AttributeError(f"{name!r} is not for the student's code")
        if asked == "call" and name in self.methods:
            return getattr(self.value, name)(*arguments, **keywords)
        if asked == "get" and not keywords and not arguments:
            return self._field(name)
        if asked == "set" and len(arguments) == 1 and self._may_be_set(name):
            setattr(self.value, name, arguments[0])
            return None
        raise AttributeError(f"{type(self.value).__name__}.{name} is not for the student's code to change")

    def _field(self, name: str) -> object:
        found = getattr(self.value, name)
        if callable(found) and not standins.is_standin(found):
            raise AttributeError(f"{name!r} is no method that the test defines")
        return found

    def _may_be_set(self, name: str) -> bool:
        return name not in self.methods and self.places.admits(
            f"{self.cell}=sets {type(self.value).__name__}.{name}"
        )
