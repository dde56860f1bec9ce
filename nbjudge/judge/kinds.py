"""Kinds of content that pass for something else than they are, and where they may arrive.

An exact type is not enough: a masked array agrees with every number, NaN is not above any bound, of nothing
everything is true. So each kind of such content may arrive only where the course's own solution gives it; the
golden record says so, `test3:f()=masked`. Elsewhere

- what lies by its type arrives as the plain data in it, or opaque (`lying_kind`);
- what lies by its content, which an honest answer may have by mistake, arrives as it is. But the cell is run
  once more, with these values withheld, and the lower result counts (`doubtful_kinds`).

Left out: which types may cross at all (`codec`) and what is no value (`standins`).
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from nbjudge.inside import values
from nbjudge.judge import single, standins, wrapping

if TYPE_CHECKING:
    from nbjudge.judge.student import Student

NOTED = "*=kinds"  # in the golden record of a notebook: kinds were looked at when it was made
EMPTY, GAPS, LABELS, ARGUMENT = "empty", "nan", "labels", "argument"
AGAIN, COLUMNS, NARROW, CATEGORIES = "again", "columns", "narrow", "categories"
WRAPS, ALIGNS = "wraps", "aligns"
BLANKS, SINGLE, INVALID = "blanks", "single", "invalid"
NOTED_SINCE = {  # kinds that a record of before does not speak of, and what says that it does
    **dict.fromkeys([AGAIN, COLUMNS, NARROW, CATEGORIES], "*=kinds 2"),
    **dict.fromkeys([WRAPS, ALIGNS], "*=kinds 3"),
    **dict.fromkeys([BLANKS, SINGLE, INVALID], "*=kinds 4"),
}
IN_DOUBT = {
    EMPTY: "gives something empty",
    GAPS: "gives NaN",
    LABELS: "gives a table with labels",
    COLUMNS: "gives a table whose columns have names",
    NARROW: "gives numbers of a type too narrow to calculate with",
    WRAPS: "gives numbers that wrap round when one calculates with them",
    ALIGNS: "gives a table whose labels have no partner in the test",
    BLANKS: "gives texts of which some are empty",
    SINGLE: "gives numbers at the ends of what floats of 32 bits hold",
    INVALID: "gives numbers of which the test makes NaN",
    ARGUMENT: "gives its own argument",
    AGAIN: "gives an object that it gave or was given before",
}
_CONTAINERS = frozenset(["l", "t", "d", "s", "f", "Y", "cc", "co", "cd", "cq", "g", "u", "y"])
_PANDAS = frozenset(["ps", "pd", "pi", "pc"])
_TAGS = {"ndarray": "a", "dict": "d", "list": "l", "Index": "pi"}
_SIZED = _PANDAS | {"a", "ao"}
_KNOWN = frozenset(["k", "v"])
_WIDE = 8  # bytes of a number
_FUNCTIONS = (FunctionType, MethodType, BuiltinFunctionType, partial, type)
_SIMPLE = frozenset([bool, int, float, complex, str, bytes, type(None)])
CHANGEABLE = frozenset(
    [
        "list",
        "dict",
        "set",
        "bytearray",
        "ndarray",
        "deque",
        "DataFrame",
        "Series",
        "Counter",
        "OrderedDict",
        "defaultdict",
    ]
)


class Arrivals:
    """Looks at each value that arrives at one place, as soon as it is built."""

    def __init__(self, student: "Student", place: str, usual: frozenset[str] = frozenset()) -> None:
        """Begin; `usual` are kinds that mean nothing here."""
        self.student = student
        self.place = place
        self.usual = usual

    def __call__(self, tag: str, value: object) -> Any:
        """Return the value, or what stands for it, where the course's solution gives nothing of the kind."""
        before = list(doubtful_kinds(tag, value))
        while (kind := lying_kind(tag, value)) is not None and not self.admits(kind):
            value = _PLAIN[kind](value)
            if value is None:
                return self.opaque(kind)
            tag = _TAGS.get(type(value).__name__, tag)
        for kind in dict.fromkeys([*doubtful_kinds(tag, value), *before]):
            if kind not in self.usual and self.in_doubt(kind) and type(value) is not Withheld:
                value = self._withheld(kind, value)
        return value

    def admits(self, kind: str) -> bool:
        """Return whether the course's solution gives this kind here, or nobody looked at it."""
        admitted = self.student.places.admits(f"{self.place}={kind}")
        since = NOTED_SINCE.get(kind)
        return admitted or not (since is None or self.student.places.expects(since))

    def in_doubt(self, kind: str) -> bool:
        """Return whether a value is to be withheld; note that there is a doubt."""
        places = self.student.places
        if not places.expects(NOTED) or self.admits(kind):  # without a record, or one of before
            places.note(f"{self.place}={kind}")
            return False
        self.student.doubts.add(f"{self.place.partition(':')[2]} {IN_DOUBT[kind]}")
        return self.student.strictly

    def opaque(self, kind: str) -> standins.Opaque:
        """Return what stands for something that may not arrive here."""
        about = {"class": kind, "kind": "object"}
        return standins.Opaque(standins.Link(self.student, -1, self.place, about))

    def _withheld(self, kind: str, value: Any) -> object:
        if kind == NARROW:
            return value.astype("f8" if value.dtype.kind == "f" else "i8")
        if kind in (WRAPS, SINGLE) and type(value).__name__ not in _TAGS and not value.ndim:
            return value.item()  # a number by itself
        if kind in _SHOWN_AS:
            return self.student.sender.instead_of(value, _SHOWN_AS[kind](value))
        return copy(value) if kind == ARGUMENT else Withheld(value)

    def function(self, value: object) -> object:
        """Return a function of the test that comes back; a mock can be called, too, and passes for much."""
        if isinstance(value, _FUNCTIONS) or not self.in_doubt(ARGUMENT):
            return value
        return self.opaque("object")

    def library(self, value: object) -> object:
        """Return a library's function or class, if the course's solution gives one here, or an object."""
        if self.admits("library") or self.student.places.expects(self.place):
            return value
        return self.opaque("function" if callable(value) else "object")


def lying_kind(tag: str, value: Any) -> str | None:
    """Name the kind of a value that passes for something else by its type."""
    if tag == "a":
        return "structured" if value.dtype.names is not None else None
    if tag == "ao":
        return None if all(map(_is_simple, value.flat)) else "objects"
    if tag in ("cc", "cd"):
        return "any key"
    if tag == "value":
        kind = type(value)
        if kind.__module__.startswith("scipy.sparse"):
            return "sparse"
        return {"MaskedArray": "masked", "matrix": "matrix", "NAType": "NA"}.get(kind.__name__)
    if tag not in _PANDAS:
        return None
    return "NA" if _has_na(value) else CATEGORIES if any(map(_is_categorical, _columns(value))) else None


def doubtful_kinds(tag: str, value: Any) -> Iterator[str]:
    """Name the kinds of a value that may pass for something else by its content."""
    if tag in _KNOWN and type(value).__name__ in CHANGEABLE:
        yield from [ARGUMENT, EMPTY] if tag == "v" and not value.size else [ARGUMENT]
    elif tag in _CONTAINERS or type(value) in (tuple, frozenset):
        yield from () if value else (EMPTY,)
    elif tag in _SIZED and not value.size:
        yield EMPTY
    elif _has_gaps(tag, value) if tag in _SIZED else _is_gap(tag, value):
        yield GAPS
    else:
        yield from (kind for kind, has in _BY_SHAPE.items() if has(tag, value))


class Withheld:
    """A value in doubt, while its cell runs once more: it can be shown and handed back, and says what it is.

    Nothing is true of it only because it is empty or NaN.
    """

    __slots__ = ("value",)
    __array_ufunc__ = None

    def __init__(self, value: Any) -> None:
        """Stand for the value."""
        self.value = value

    def __repr__(self) -> str:
        """Show the value."""
        return repr(self.value)

    def __len__(self) -> int:
        """Return its length."""
        return len(self.value)

    def __bool__(self) -> bool:
        """Return whether it holds anything; whether NaN is true nobody should ask."""
        if hasattr(self.value, "__len__"):
            return len(self.value) > 0
        raise TypeError(f"{self!r} came back where a plain value was expected")

    def __eq__(self, other: object) -> Any:
        """Compare: what is empty equals only what is empty."""
        if type(other) is Withheld:
            return other is self or (not holds_something(self.value) and not holds_something(other.value))
        if type(other).__name__ == "ndarray":
            import numpy

            return numpy.zeros(other.shape, bool)  # type: ignore[attr-defined]
        return hasattr(other, "__len__") and not holds_something(other) and bool(self.value == other)

    def __hash__(self) -> int:
        """Let it be a key, as the value was."""
        return id(self)

    def __contains__(self, item: object) -> bool:
        """Hold nothing."""
        return False

    def __getattr__(self, name: str) -> object:
        """Give what says how large it is."""
        if name in ("shape", "size", "ndim", "dtype", "columns", "index") and not holds_something(self.value):
            return getattr(self.value, name)
        raise AttributeError(name)


def holds_something(value: object) -> bool:
    """Return whether a value is not empty."""
    size = getattr(value, "size", None)
    if type(size) is int:
        return size > 0
    return not hasattr(value, "__len__") or len(value) > 0


# What is in them


def _has_gaps(tag: str, value: Any) -> bool:
    """Return whether an array holds NaN or NaT, or anything is missing in a table."""
    if tag in _PANDAS:
        return any(bool(column.isna().any()) for column in _columns(value))
    if value.dtype.names is not None:
        return any(_has_gaps("a", value[name]) for name in value.dtype.names)
    if tag == "ao" or value.dtype.kind not in "fcmM":
        return False  # each object was looked at by itself
    least = value.min()  # which is one, if there is any
    return bool(least != least)


def _has_labels(tag: str, value: Any) -> bool:
    """Return whether the rows of a table have other labels than their numbers: sums are made by labels."""
    if tag not in ("ps", "pd"):
        return False
    return not _only_counts(value.index)


def _has_names(tag: str, value: Any) -> bool:
    """Return whether the columns of a table have names: calculations line them up."""
    return tag == "pd" and not _only_counts(value.columns)


def _only_counts(index: Any) -> bool:
    return type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)


def _is_narrow(tag: str, value: Any) -> bool:
    """Return whether differences of such numbers wrap round, or their squares vanish."""
    if tag not in ("a", "n"):
        return False
    whole = value.dtype.kind in "iu" and value.dtype.itemsize < _WIDE
    return whole or bool(value.dtype.char == "e")


def _wraps(tag: str, value: Any) -> bool:
    """Return whether whole numbers are unsigned, or so large that squares wrap round; narrow, in a table."""
    if tag in _PANDAS:
        return any(wrapping.wraps_round(column, narrow=True) for column in _columns(value))
    return tag in ("a", "n", "M") and wrapping.wraps_round(value, narrow=False)


def _has_blanks(tag: str, value: Any) -> bool:
    """Return whether any text of an array or a table is empty; objects were looked at by themselves."""
    if tag not in _SIZED or tag == "ao":
        return False
    return any(bool((column == column.dtype.type()).any()) for column in _columns(value) if _is_text(column))


def _is_text(column: Any) -> bool:
    return getattr(column.dtype, "kind", "") in "SU" or type(column.dtype).__name__ == "StringDtype"


def _is_single(tag: str, value: Any) -> bool:
    """Return whether floats of 32 bits are 0 or infinite, as what they are compared with would be."""
    if tag not in _SIZED and tag != "n":
        return False
    return any(map(single.is_at_an_end, _columns(value)))


def _all_unwrapped(value: Any) -> Any:
    if type(value).__name__ == "MultiIndex":
        levels = list(map(wrapping.unwrapped, _columns(value)))
        return type(value).from_arrays(levels, names=value.names)
    if type(value).__name__ != "DataFrame":
        return wrapping.unwrapped(value)
    columns = dict(enumerate(map(wrapping.unwrapped, _columns(value))))
    return type(value)(columns, index=value.index).set_axis(value.columns, axis=1)


def _is_gap(tag: str, value: Any) -> bool:
    if tag == "value":
        name = type(value).__name__
        return name == "NaTType" or (name == "Decimal" and value.is_nan())
    return (type(value) in (float, complex) or tag in ("N", "n")) and bool(value != value)


def _is_simple(value: object) -> bool:
    kind = type(value)
    if kind in _SIMPLE:
        return True
    return values.adapter_of(kind) is not None and lying_kind("value", value) is None


def _columns(value: Any) -> list[Any]:
    if type(value).__name__ == "DataFrame":
        return [value.iloc[:, number] for number in range(value.shape[1])]
    if type(value).__name__ == "MultiIndex":
        return [value.get_level_values(level) for level in range(value.nlevels)]
    return [value]


def _has_na(value: object) -> bool:
    """Return whether NA is in it; or could be in an index, which then compares to what is always true."""
    index = hasattr(value, "get_indexer")
    return any(_is_masked(column) and (index or bool(column.isna().any())) for column in _columns(value))


def _is_masked(column: Any) -> bool:
    """Return whether what is missing here is NA, which is neither equal nor unequal."""
    return getattr(column.dtype, "na_value", None) is sys.modules["pandas"].NA


def _is_categorical(column: Any) -> bool:
    return type(column.dtype).__name__ == "CategoricalDtype"


def _without_categories(value: Any) -> Any:
    """Give the values themselves: categories bring an order of their own, by which they are sorted."""
    import numpy
    import pandas

    if isinstance(value, pandas.DataFrame):
        columns = {number: _without_categories(column) for number, column in enumerate(_columns(value))}
        made = pandas.DataFrame(columns, index=value.index)
        made.columns = value.columns
        return made
    if isinstance(value, pandas.MultiIndex):
        return pandas.MultiIndex.from_arrays(
            list(map(_without_categories, _columns(value))), names=value.names
        )
    if not _is_categorical(value):
        return value
    plain = numpy.asarray(value)
    if isinstance(value, pandas.Series):
        return pandas.Series(plain, value.index, name=value.name)
    return plain if isinstance(value, pandas.Categorical) else pandas.Index(plain, name=value.name)


def _with_none(value: Any) -> Any:
    """Put None in the place of NA."""
    import pandas

    def plain(column: Any) -> Any:
        if not _is_masked(column):
            return column
        items = [None if gap else item for item, gap in zip(column.tolist(), column.isna(), strict=True)]
        if isinstance(column, pandas.Series):
            return pandas.Series(items, column.index, dtype=object, name=column.name)
        return pandas.Index(items, dtype=object, name=column.name)

    if isinstance(value, pandas.DataFrame):
        made = pandas.DataFrame(dict(enumerate(map(plain, _columns(value)))), index=value.index)
        made.columns = value.columns
        return made
    return None if isinstance(value, (pandas.MultiIndex, pandas.Categorical)) else plain(value)


def copy(value: Any) -> Any:
    """Copy what is an argument of the call, or a part of one, with all that is in it."""
    if type(value).__name__ in ("ndarray", "DataFrame", "Series", "MaskedArray"):
        return value.copy()
    if type(value) is list:
        return [copy(part) for part in value]
    if isinstance(value, dict):
        made = value.copy()
        made.update((key, copy(part)) for key, part in value.items())
        return made
    return value.copy() if type(value).__name__ in CHANGEABLE else value


_BY_SHAPE = {
    LABELS: _has_labels,
    COLUMNS: _has_names,
    NARROW: _is_narrow,
    WRAPS: _wraps,
    BLANKS: _has_blanks,
    SINGLE: _is_single,
}
_SHOWN_AS: Mapping[str, Callable[[Any], Any]] = {
    LABELS: lambda value: value.reset_index(drop=True),
    COLUMNS: lambda value: value.set_axis(range(value.shape[1]), axis=1),
    WRAPS: _all_unwrapped,
    SINGLE: single.widened,
}
_PLAIN: Mapping[str, Callable[[Any], Any]] = {  # kind: what it is as plain data; None: opaque
    "masked": lambda value: sys.modules["numpy"].array(value.data),
    "matrix": lambda value: sys.modules["numpy"].array(value),
    "sparse": lambda value: None,
    "NA": lambda value: _with_none(value) if type(value).__name__ != "NAType" else None,
    "any key": dict,
    CATEGORIES: _without_categories,
    "objects": lambda value: value.tolist(),
    "structured": lambda value: value.tolist(),
}
