"""Is an answer the expected one, and if not, where does it first differ?

A comparison takes the expected and the given value and returns None, or a Difference: where, what, why.
It compares values, never looks: list, tuple and array stand for each other, a numpy number or a fraction for
a Python number, 1.0 for 1. A truth value is not a number, text is never a number, NaN is only equal to NaN,
and an infinity only to itself.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

DIFFER = "the values differ"


@dataclass(frozen=True)
class Difference:
    """The first place where two values differ: `path` leads there, `why` is a sentence for a student."""

    path: str
    expected: Any
    got: Any
    why: str


Comparison = Callable[[Any, Any], Difference | None]


def close(rtol: float = 1e-9, atol: float = 1e-12, dict_keys: tuple[str, ...] | None = None) -> Comparison:
    """Return a comparison that allows numbers a relative error and, near zero, an absolute one.

    `dict_keys` limits the comparison of a dict to those keys, for models that may hold more.

    >>> close()([1.0, 2.0], np.array([1.0, 2.0])) is None
    True
    >>> close()({"a": 0.5}, {"a": 0.25}).path
    "['a']"
    """

    rule = _Rule(rtol, atol, dict_keys)

    def compare(expected: object, got: object) -> Difference | None:
        return _differ(expected, got, "", rule)

    return compare


def exact() -> Comparison:
    """Return a comparison that allows no error: for labels, counts and indices."""
    return close(rtol=0.0, atol=0.0)


@dataclass(frozen=True)
class _Rule:
    rtol: float
    atol: float
    keys: tuple[str, ...] | None = None


def _differ(expected: object, got: object, path: str, rule: _Rule) -> Difference | None:
    """Return the first difference below `path`."""
    expected, got = _plain(expected), _plain(got)
    if got is None and expected is not None:
        return Difference(path, expected, got, "nothing came back (None)")
    if isinstance(expected, np.ndarray):
        return _differ_arrays(expected, got, path, rule)
    if isinstance(expected, Mapping):
        return _differ_dicts(expected, got, path, rule)
    if isinstance(expected, Set):
        return _differ_sets(expected, got, path, rule)
    if _is_row(expected):
        return _differ_rows(expected, got, path, rule)
    return _differ_scalars(expected, got, path, rule)


def _differ_dicts(expected: Mapping[Any, Any], got: object, path: str, rule: _Rule) -> Difference | None:
    if not isinstance(got, Mapping):
        return Difference(path, expected, got, f"a dict was expected; got {kind(got)}")
    wanted = [key for key in expected if rule.keys is None or key in rule.keys]
    missing = [key for key in wanted if key not in got]
    if missing:
        return Difference(path, expected, got, f"the key {_plain(missing[0])!r} is missing")
    extra = [key for key in got if key not in expected] if rule.keys is None else []
    if extra:
        return Difference(path, expected, got, f"the key {_plain(extra[0])!r} should not be there")
    inner = _Rule(rule.rtol, rule.atol)
    return _first(_differ(expected[key], got[key], f"{path}[{_plain(key)!r}]", inner) for key in wanted)


def _differ_sets(expected: Set[Any], got: object, path: str, rule: _Rule) -> Difference | None:
    if not isinstance(got, Set):
        return Difference(path, expected, got, f"a set was expected; got {kind(got)}")
    missing, extra = list(expected - got), list(got - expected)
    if not missing and not extra:
        return None
    if len(missing) == len(extra) and all(_is_number(_plain(value)) for value in missing + extra):
        pairs = zip(sorted(missing), sorted(extra), strict=True)  # equal but for rounding, perhaps
        if all(_differ_scalars(e, g, path, rule) is None for e, g in pairs):
            return None
    if missing:
        first = min(missing, key=repr)
        return Difference(path, expected, got, f"{_plain(first)!r} should be in the set and is not")
    first = min(extra, key=repr)
    return Difference(path, expected, got, f"{_plain(first)!r} should not be in the set")


def _differ_rows(expected: Any, got: Any, path: str, rule: _Rule) -> Difference | None:
    if not _is_row(got):
        return Difference(path, expected, got, f"{_values(len(expected))} expected; got {kind(got)}")
    if len(expected) != len(got):
        return Difference(path, expected, got, f"{_values(len(expected))} expected; got {len(got)}")
    pairs = enumerate(zip(expected, got, strict=True))
    return _first(_differ(e, g, f"{path}[{i}]", rule) for i, (e, g) in pairs)


def _differ_arrays(expected: Any, got: Any, path: str, rule: _Rule) -> Difference | None:
    if not _is_row(got):
        why = f"an array of shape {expected.shape} was expected; got {kind(got)}"
        return Difference(path, expected, got, why)
    shape = _shape(got)
    if shape is None:
        return Difference(path, expected, got, "the rows are not all of the same length")
    if shape != expected.shape and not (expected.size == 0 and shape[:1] == expected.shape[:1] == (0,)):
        why = f"the shape should be {expected.shape}; it is {shape}"
        if shape == expected.shape[::-1]:
            why += ": are rows and columns swapped?"
        return Difference(path, expected, got, why)
    given = np.asarray(got) if expected.dtype.kind in "iufc" and _only_numbers(got) else None
    if given is None or given.dtype.kind not in "iufc":
        return _differ_rows(expected.tolist(), got, path, rule)  # labels, truth values, objects: one by one
    same = _close_numbers(expected, given.reshape(expected.shape), rule)
    if same.all():
        return None
    first = tuple(int(i) for i in np.argwhere(~same)[0])
    return _differ_scalars(expected[first], given[first], f"{path}[{', '.join(map(str, first))}]", rule)


def _close_numbers(expected: Any, given: Any, rule: _Rule) -> Any:
    equal = expected == given
    dtype = complex if "c" in expected.dtype.kind + given.dtype.kind else float
    e, g = expected.astype(dtype), given.astype(dtype)  # so that small integer types do not wrap around
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(e - g) <= rule.atol + rule.rtol * np.abs(e)
    return equal | (near & np.isfinite(e) & np.isfinite(g)) | (np.isnan(e) & np.isnan(g))


def _differ_scalars(expected: object, got: object, path: str, rule: _Rule) -> Difference | None:
    expected, got = _plain(expected), _plain(got)

    def differs(why: str) -> Difference:
        return Difference(path, expected, got, why)

    if isinstance(expected, bool) or isinstance(got, bool):
        if type(expected) is not type(got):
            wanted = "True or False" if isinstance(expected, bool) else kind(expected)
            return differs(f"{wanted} was expected; got {kind(got)}")
        return None if expected is got else differs(DIFFER)
    if _is_number(expected) and _is_number(got):
        if _near(expected, got, rule):
            return None
        return differs("the value is NaN (not a number)" if got != got else DIFFER)
    if isinstance(expected, str) and isinstance(got, str):
        return None if str.__eq__(expected, got) is True else differs(DIFFER)
    if type(expected) is not type(got):
        return differs(f"{kind(expected)} was expected; got {kind(got)}")
    return None if expected == got else differs(DIFFER)


def _near(expected: Any, got: Any, rule: _Rule) -> bool:
    """Return whether two numbers agree; whole numbers are compared as such, however large."""
    if expected == got or (expected != expected and got != got):
        return True
    if rule.rtol == rule.atol == 0:
        return False
    try:
        kind = complex if isinstance(expected, complex) or isinstance(got, complex) else float
        e, g = kind(expected), kind(got)
        size, error = abs(e), abs(e - g)
    except OverflowError:
        return False
    return math.isfinite(size) and error <= rule.atol + rule.rtol * size


def _first(differences: Iterator[Difference | None]) -> Difference | None:
    return next((found for found in differences if found is not None), None)


def _values(number: int) -> str:
    return "1 value was" if number == 1 else f"{number} values were"


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, complex, Fraction, Decimal)) and not isinstance(value, bool)


def _is_row(value: object) -> bool:
    """Return whether a value is a list, a tuple, an array (of at least one dimension) or the like."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))


_SINGLE = frozenset([bool, int, float, complex, str, np.bool_, np.int64, np.float64])


def _shape(value: Any, depth: int = 0) -> tuple[int, ...] | None:
    """Return the shape of nested rows, None where they are ragged."""
    value = _plain(value)
    if isinstance(value, np.ndarray) and value.dtype != object:
        return tuple(value.shape)
    if not _is_row(value) or depth > 8:
        return ()
    if _SINGLE.issuperset(map(type, value)):  # the usual row, at once
        return (len(value),)
    shapes = {_shape(row, depth + 1) for row in value}
    if len(shapes) > 1 or None in shapes:
        return None
    return (len(value), *(shapes.pop() or () if shapes else ()))


def _only_numbers(value: Any) -> bool:
    """Return whether nested rows hold numbers that an array keeps as they are."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iufc"
    if _is_row(value):
        return all(_only_numbers(row) for row in value)
    return isinstance(_plain(value), (int, float, complex)) and not isinstance(_plain(value), bool)


def _plain(value: Any) -> Any:
    """Return a numpy number or text as Python's own, a data frame or an array of no axis as what it holds."""
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return value.item()
    if hasattr(type(value), "to_numpy"):  # a column or a table of a data frame
        return value.to_numpy()
    return value


def kind(value: object) -> str:
    """Return a value's kind in words of a student.

    >>> kind(2.0), kind([1, 2]), kind(np.zeros((3, 2))), kind({})
    ('the number 2.0', 'a list of length 2', 'an array of shape (3, 2)', 'a dict')
    """
    value = _plain(value)
    if value is None:
        return "nothing (None)"
    if isinstance(value, bool):
        return f"{value}"
    if _is_number(value):
        try:
            shown = repr(value) if isinstance(value, (int, float, complex)) else str(value)
            if isinstance(value, float) and len(shown) > 10 and math.isfinite(value):
                shown = f"{value:.7g}"
        except ValueError:  # Python refuses to print an integer of more than 4300 digits
            shown = "of very many digits"
        return f"the number {shown if len(shown) <= 40 else shown[:36] + ' ...'}"
    if isinstance(value, str):
        return f"the text {value[:40]!r}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    name = type(value).__name__
    if callable(value) and name in ("function", "builtin_function_or_method", "method", "type"):
        return "a function: are the brackets of a call missing?"
    length = f" of length {len(value)}" if isinstance(value, (list, tuple)) else ""
    if name in ("generator", "map", "filter", "zip", "dict_values"):
        length = ": put list(...) around it"
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}{length}"
