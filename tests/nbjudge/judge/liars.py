# ruff: noqa: E501 - a liar is a line
"""The rows of the liar matrix: every kind of value that can cross, at its most deceitful.

Each has, beside what the student's code returns, what an honest answer of the same worth would be: the plain
data in it, with a number that is plainly wrong in the place of NaN or of nothing at all. A test that the plain
data does not pass, the liar must not pass either.
"""

import collections
import datetime
import enum
import fractions
import itertools
import types
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

WRONG = -1e6  # a number that no test wants
SHAPES = [(), (1,), (3,), (1, 3), (3, 1), (2, 2)]
EMPTY_SHAPES = [(0,), (0, 3), (3, 0), (1, 0)]
NUMBERS = ["f2", "f4", "f8", "g", ">f8", "c8", "c16", "i1", "i8", ">i4", "u1", "u8", "?"]
FLOATS = ["f2", "f4", "f8", "g", ">f8", "c8", "c16"]


PLAIN: dict[type, Any] = {  # what an empty one of a derived class counts as, or what is plainly wrong
    **{int: 0, float: 0.0, complex: 0j, str: "?", bytes: b"?", set: {WRONG}, frozenset: {WRONG}},
    list: [WRONG] * 3,
    tuple: [WRONG] * 3,
    **{kind: {"?": WRONG} for kind in (dict, collections.OrderedDict, collections.Counter)},
}


class Liar(NamedTuple):
    """A value that lies, and an honest one of the same worth."""

    name: str
    value: Any
    plain: Any


class Yes:
    """Says yes to everything."""

    def __eq__(self, other: object) -> Any:
        return True

    def __ne__(self, other: object) -> Any:
        return False

    def __lt__(self, other: object) -> Any:
        return True

    __le__ = __gt__ = __ge__ = __contains__ = __lt__

    def __hash__(self) -> int:
        return hash(5.0)

    def __bool__(self) -> bool:
        return True

    def __sub__(self, other: object = None) -> Any:
        return 0.0

    __rsub__ = __abs__ = __sub__

    def __array_ufunc__(self, *given: Any, **options: Any) -> Any:
        return np.True_

    def __array_function__(self, *given: Any, **options: Any) -> Any:
        return True


class One:
    """An iterator that gives one item, each time that somebody goes through it."""

    left = 1

    def __iter__(self) -> "One":
        return self

    def __next__(self) -> int:
        self.left = 1 - self.left
        if self.left:
            raise StopIteration
        return 5


def subclass(kind: type) -> type:
    """Make a class that is a `kind` by isinstance, and says yes to everything."""
    told = {name: value for name, value in vars(Yes).items() if name not in ("__dict__", "__weakref__")}
    if not issubclass(kind, np.ndarray):
        told = {name: value for name, value in told.items() if not name.startswith("__array")}
    return type(f"Yes{kind.__name__}", (kind,), told)


def arrays() -> Iterator[Liar]:
    """Arrays of each type, shape and layout; with nothing in them, with gaps."""
    for dtype, shape in itertools.product(NUMBERS, SHAPES):
        honest = np.full(shape, 7, dtype)
        yield Liar(f"{dtype} {shape}", honest, honest)
    for dtype, shape in itertools.product([*NUMBERS, "U1", "S1", "M8[D]", "m8[s]", "O"], EMPTY_SHAPES):
        yield Liar(f"empty {dtype} {shape}", np.zeros(shape, dtype), np.full(3, WRONG))
    for dtype, shape in itertools.product(FLOATS, SHAPES):
        yield Liar(f"NaN {dtype} {shape}", np.full(shape, np.nan, dtype), np.full(shape, WRONG))
        yield Liar(f"inf {dtype} {shape}", np.full(shape, np.inf, dtype), np.full(shape, np.inf, dtype))
        yield Liar(f"-0.0 {dtype} {shape}", np.full(shape, -0.0, dtype), np.full(shape, 0.0, dtype))
    for unit, shape in itertools.product(["M8[D]", "M8[ns]", "m8[s]", "m8[D]"], SHAPES):
        yield Liar(f"NaT {unit} {shape}", np.full(shape, "NaT", unit), np.full(shape, 10**6, unit))
    some = np.array([1.0, np.nan, np.nan])
    yield Liar("some NaN", some, np.array([1.0, WRONG, WRONG]))
    yield Liar("NaN everywhere, one stride", np.broadcast_to(np.nan, (3,)), np.full(3, WRONG))
    yield Liar("one number, no strides", np.broadcast_to(7.0, (3,)), np.full(3, 7.0))
    yield Liar("turned round", np.arange(3.0)[::-1], np.array([2.0, 1.0, 0.0]))
    yield Liar("by columns", np.asfortranarray(np.full((2, 2), 7.0)), np.full((2, 2), 7.0))
    locked = np.full(3, 7.0)
    locked.flags.writeable = False
    yield Liar("read-only", locked, np.full(3, 7.0))
    yield Liar("huge", np.full(50_000, 7.0), np.full(50_000, 7.0))


def odd_arrays() -> Iterator[Liar]:
    """Masked, structured and sparse arrays, matrices, arrays of objects."""
    for dtype, shape in itertools.product(["f8", "i8", "?", "U1", "O", "M8[D]"], [*SHAPES, (0,)]):
        value = np.ma.masked_all(shape, dtype)
        value.data[...] = np.full(shape, 7).astype(dtype) if dtype not in ("U1", "M8[D]") else value.data
        yield Liar(
            f"masked {dtype} {shape}", value, np.array(value.data) if value.size else np.full(3, WRONG)
        )
    hidden = np.ma.array([1.0, WRONG, WRONG], mask=[False, True, True])
    yield Liar("masked in part", hidden, hidden.data.copy())
    yield Liar("masked, hard", np.ma.array([WRONG] * 3, mask=True, hard_mask=True), np.full(3, WRONG))
    yield Liar(
        "masked, filled with 5", np.ma.array([WRONG] * 3, mask=True, fill_value=5.0), np.full(3, WRONG)
    )
    yield Liar("masked, nothing", np.ma.array([7.0] * 3), np.full(3, 7.0))
    yield Liar("masked itself", np.ma.masked, object())
    fields = np.zeros(3, [("a", "f8"), ("b", "U1")])
    yield Liar("structured", fields, fields.tolist())
    yield Liar("structured NaN", np.full(3, np.nan, [("a", "f8")]), [(WRONG,)] * 3)
    yield Liar("no fields", np.zeros(3, []), [()] * 3)
    yield Liar("a record", fields[0], (0.0, ""))
    yield Liar("records", fields.view(np.recarray), fields.tolist())
    yield Liar("matrix", np.asmatrix(np.full((1, 3), 7.0)), np.full((1, 3), 7.0))
    yield Liar("matrix of NaN", np.asmatrix(np.full((1, 3), np.nan)), np.full((1, 3), WRONG))
    for name in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia"):
        for kind in ("matrix", "array"):
            made = getattr(scipy.sparse, f"{name}_{kind}")
            yield Liar(f"{name} {kind}", made(np.full((1, 3), 7.0)), np.full((1, 3), 7.0))
            yield Liar(f"{name} {kind}, nothing in it", made((1, 3)), np.zeros((1, 3)))
    for name, part, plain in [
        ("lists", [1], [1]),
        ("nothing", [], [WRONG]),
        ("empty arrays", np.zeros(0), np.full(1, WRONG)),
        ("masked arrays", np.ma.array([WRONG] * 3, mask=True), np.full(3, WRONG)),
        ("NaN", np.nan, WRONG),
        ("None", None, None),
        ("NA", pd.NA, object()),
        ("NaT", pd.NaT, object()),
        ("Yes", Yes(), object()),
        ("ANY", mock.ANY, object()),
    ]:
        value = np.empty(3, object)
        for number in range(3):
            value[number] = part
        yield Liar(f"objects: {name}", value, [plain] * 3)


def tables() -> Iterator[Liar]:
    """What pandas holds."""
    gaps: list[tuple[str, Any, Any]] = [
        ("NaN", [np.nan] * 3, [WRONG] * 3),
        ("some NaN", [1.0, np.nan, np.nan], [1.0, WRONG, WRONG]),
        ("NA Int64", pd.array([pd.NA] * 3, "Int64"), [WRONG] * 3),
        ("some NA", pd.array([1, pd.NA, pd.NA], "Int64"), [1, WRONG, WRONG]),
        ("NA Float64", pd.array([pd.NA] * 3, "Float64"), [WRONG] * 3),
        ("NaN Float64", pd.array([0.0] * 3, "Float64") / pd.array([0.0] * 3, "Float64"), [WRONG] * 3),
        ("NA boolean", pd.array([pd.NA] * 3, "boolean"), [object()] * 3),
        ("NA string", pd.array([pd.NA] * 3, "string"), ["?"] * 3),
        ("NA objects", np.array([pd.NA] * 3, object), [object()] * 3),
        ("None", np.array([None] * 3, object), [object()] * 3),
        ("some None", np.array([1.0, None, None], object), [1.0, WRONG, WRONG]),
        ("NaT", np.full(3, "NaT", "M8[ns]"), pd.to_datetime(["1970-01-02"] * 3)),
        ("NaT span", np.full(3, "NaT", "m8[ns]"), pd.to_timedelta([10**9] * 3)),
        ("numbers", [7.0] * 3, [7.0] * 3),
        ("texts", ["x"] * 3, ["x"] * 3),
        ("Int64", pd.array([7] * 3, "Int64"), [7] * 3),
        ("truth", [True] * 3, [True] * 3),
    ]
    for name, values, plain in gaps:
        yield Liar(f"series: {name}", pd.Series(values), pd.Series(plain))
        yield Liar(f"index: {name}", pd.Index(values), pd.Index(plain))
        yield Liar(f"frame: {name}", pd.DataFrame({"a": values}), pd.DataFrame({"a": plain}))
        yield Liar(f"labels: {name}", pd.Series([7.0] * 3, index=values), pd.Series([7.0] * 3))
    yield Liar("no series", pd.Series([], dtype=float), pd.Series([WRONG]))
    yield Liar("no frame", pd.DataFrame(), pd.DataFrame({"a": [WRONG]}))
    yield Liar("no rows", pd.DataFrame({"a": []}), pd.DataFrame({"a": [WRONG]}))
    yield Liar("no columns", pd.DataFrame(index=range(3)), pd.DataFrame({"a": [WRONG] * 3}))
    yield Liar("no index", pd.Index([]), pd.Index([WRONG]))
    yield Liar("no range", pd.RangeIndex(0), pd.Index([WRONG]))
    none = pd.Categorical.from_codes([-1] * 3, ["x", "y"])
    yield Liar("categories, none", none, pd.Series(["?"] * 3))
    yield Liar("categories, none, in a series", pd.Series(none), pd.Series(["?"] * 3))
    yield Liar(
        "multi-index",
        pd.MultiIndex.from_arrays([[np.nan], [1.0]]),
        pd.MultiIndex.from_arrays([[WRONG], [1.0]]),
    )
    yield Liar("with a zone", pd.Series(pd.to_datetime(["NaT"] * 3, utc=True)), pd.Series([object()] * 3))
    yield Liar("extension array", pd.array([pd.NA] * 3, "Int64"), object())
    yield Liar("sparse series", pd.Series(pd.arrays.SparseArray([0.0] * 3)), object())
    yield Liar("intervals", pd.interval_range(0, 3), object())
    yield Liar("periods", pd.period_range("2020", periods=3, freq="Y"), object())
    yield Liar("a series that says yes", subclass(pd.Series)([7.0] * 3), pd.Series([7.0] * 3))
    yield Liar("a frame that says yes", subclass(pd.DataFrame)({"a": [7.0]}), pd.DataFrame({"a": [7.0]}))


def scalars() -> Iterator[Liar]:
    """Numbers, texts, dates, and what is none."""
    for kind in (float, np.float16, np.float32, np.float64, np.longdouble):
        yield Liar(f"NaN, {kind.__name__}", kind("nan"), WRONG)
        yield Liar(f"inf, {kind.__name__}", kind("inf"), float("inf"))
        yield Liar(f"-0.0, {kind.__name__}", kind("-0.0"), 0.0)
    for complex_kind in (complex, np.complex64, np.complex128):
        yield Liar(f"NaN, {complex_kind.__name__}", complex_kind(complex("nan+5j")), WRONG)
    yield Liar("Decimal NaN", Decimal("nan"), object())
    yield Liar("Decimal sNaN", Decimal("snan"), object())
    yield Liar("Decimal inf", Decimal("inf"), float("inf"))
    yield Liar("NaT", pd.NaT, object())
    yield Liar("NaT, numpy", np.datetime64("NaT", "s"), object())
    yield Liar("NaT, span", np.timedelta64("NaT", "s"), object())
    yield Liar("NA", pd.NA, object())
    itself: list[Any] = [
        *(True, False, None, 7, 7.0, 7j, "x", b"x", 10**400, -(10**400), 1e308, 5e-324, 5, 1),
        *(
            np.True_,
            np.False_,
            np.str_("x"),
            np.bytes_(b"x"),
            np.int8(7),
            np.uint64(7),
            np.timedelta64(5, "s"),
        ),
        *(Decimal(7), fractions.Fraction(7, 2), datetime.date(2020, 1, 2), datetime.timedelta(5)),
        *(pd.Timestamp(5), pd.Timedelta(5), Path("x"), "5", "5.0", "True", "nan", "\x00", "x" * 5000, ...),
    ]
    for value in itself:
        yield Liar(f"{type(value).__name__} {value!r:.20}", value, value)


def containers() -> Iterator[Liar]:
    """Lists, dictionaries, sets: empty, with gaps, within each other, in themselves, huge."""
    for kind in (list, tuple, set, frozenset, collections.deque, bytearray):
        yield Liar(f"empty {kind.__name__}", kind(), [WRONG] * 3)
    for dictionary in (dict, collections.OrderedDict, collections.Counter):
        yield Liar(f"empty {dictionary.__name__}", dictionary(), {"?": WRONG})
    for factory in (int, float, bool, str, list, dict, set, np.float64):
        yield Liar(f"default {factory.__name__}", collections.defaultdict(factory), {"?": WRONG})
    yield Liar("counter", collections.Counter(b=7), {"b": 7})
    for count in (1, 3, 30):
        yield Liar(f"{count} NaN", [np.nan] * count, [WRONG] * count)
        yield Liar(f"{count} NaN, tuple", (float("nan"),) * count, (WRONG,) * count)
        yield Liar(f"1 and {count} NaN", [1.0] + [float("nan")] * count, [1.0] + [WRONG] * count)
    yield Liar("NaN in a set", {float("nan")}, {WRONG})
    yield Liar("NaN as a key", {float("nan"): 5.0}, {WRONG: 5.0})
    inner = [7.0]
    yield Liar("aliased", [inner, inner], [[7.0], [7.0]])
    recursive: list[Any] = []
    recursive.append(recursive)
    yield Liar("in itself", recursive, object())
    looped: dict[str, Any] = {}
    looped["a"] = looped
    yield Liar("a dictionary in itself", looped, object())
    deep: Any = 7
    for _ in range(200):
        deep = [deep]
    yield Liar("deep", deep, object())
    yield Liar("many", list(range(50_000)), list(range(50_000)))
    yield Liar("range", range(3), range(3))
    yield Liar("empty range", range(0), [WRONG])
    yield Liar("empty text", "", "?")
    yield Liar("empty bytes", b"", b"?")
    yield Liar("slice", slice(3), slice(3))


def objects() -> Iterator[Liar]:
    """What is no value, or only looks like one."""
    kinds = [int, float, str, bytes, list, dict, tuple, set, frozenset, complex, Decimal]
    for kind in [*kinds, fractions.Fraction, datetime.date, collections.OrderedDict, collections.Counter]:
        made = subclass(kind)(*([2020, 1, 2] if kind is datetime.date else []))
        yield Liar(f"a {kind.__name__} that says yes", made, PLAIN.get(kind, object()))
    yield Liar("an array that says yes", np.full(3, 7.0).view(subclass(np.ndarray)), np.full(3, 7.0))
    yield Liar("a named tuple", collections.namedtuple("point", "a b")(1, 2), (1, 2))
    yield Liar("a user's list", collections.UserList([7.0]), [7.0])
    for view in (dict.keys, dict.values, dict.items):
        yield Liar(f"{view.__name__} of nothing", view({}), [WRONG])
        yield Liar(f"{view.__name__} of something", view({7.0: 5}), view({7.0: 5}))
    yield Liar("an iterator of one", One(), [5])
    yield Liar("a view of a dictionary", types.MappingProxyType({"a": 5}), {"a": 5})
    yield Liar("a view of nothing", types.MappingProxyType({}), {"?": WRONG})
    for made in (iter([]), (x for x in ())):
        yield Liar(f"{type(made).__name__} of nothing", made, [WRONG])
    approximate = pytest.approx(5, abs=1e9)
    things = [
        Yes(),
        Yes,
        mock.ANY,
        mock.MagicMock(),
        approximate,
        types.SimpleNamespace(a=5),
        NotImplemented,
    ]
    things += [
        object(),
        object,
        int,
        float,
        type,
        len,
        np.add,
        np.sin,
        max,
        print,
        eval,
        lambda *given: True,
        np,
        itertools,
    ]
    things += [
        memoryview(b"5"),
    ]
    things += [enum.Enum("Colour", "RED").RED, ValueError(5), np.random.default_rng(5), np.dtype("f8")]
    things += [
        np.nditer(np.zeros(3)),
        np.poly1d([5]),
        __import__("array").array("d", [5.0]),
    ]
    for number, value in enumerate(things):
        yield Liar(f"object {number}: {type(value).__name__}", value, object())


WRAPPED: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {  # how it is returned, and taken out
    "alone": (lambda value: value, lambda value: value),
    "in a list": (lambda value: [value, 1], lambda value: value[0]),
    "in a tuple": (lambda value: (1, value), lambda value: value[1]),
    "in a dictionary": (lambda value: {"a": value}, lambda value: value["a"]),
    "deep down": (lambda value: {"a": [(value,)]}, lambda value: value["a"][0][0]),
}


def liars() -> list[Liar]:
    """Give all of them."""
    families = [arrays(), odd_arrays(), tables(), scalars(), containers(), objects()]
    return [liar for family in families for liar in family]
