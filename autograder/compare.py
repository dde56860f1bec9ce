"""Is an answer the expected one, and if not, where does it first differ?

A comparison takes the expected and the given value and returns None, or a Difference that says where and what.
It compares values, never looks: a list stands for a tuple or an array, a numpy number for a Python number.
A truth value is not a number, NaN is only equal to NaN, and text is never a number.
"""

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np


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

    def compare(expected: Any, got: Any) -> Difference | None:
        return _differ(expected, got, "", rtol, atol, dict_keys)

    return compare


def exact() -> Comparison:
    """Return a comparison that allows no error: for labels, counts and indices."""
    return close(rtol=0.0, atol=0.0)


def _differ(
    expected: Any, got: Any, path: str, rtol: float, atol: float, keys: tuple[str, ...] | None
) -> Difference | None:
    def differs(why: str) -> Difference:
        return Difference(path, expected, got, why)

    if got is None and expected is not None:
        return differs("nothing came back: is there a return?")
    if _is_array_like(expected):
        return _differ_arrays(expected, got, path, rtol, atol, keys)
    if isinstance(expected, Mapping):
        if not isinstance(got, Mapping):
            return differs(f"a dict was expected; got {_kind(got)}")
        wanted = list(expected) if keys is None else [key for key in expected if key in keys]
        missing = [key for key in wanted if key not in got]
        if missing:
            return differs(f"the key {missing[0]!r} is missing")
        extra = [key for key in got if key not in expected] if keys is None else []
        if extra:
            return differs(f"the key {extra[0]!r} should not be there")
        parts = ((f"{path}[{key!r}]", expected[key], got[key]) for key in wanted)
    elif isinstance(expected, Set):
        if not isinstance(got, Set):
            return differs(f"a set was expected; got {_kind(got)}")
        return None if set(expected) == set(got) else differs("the sets differ")
    elif isinstance(expected, Sequence) and not isinstance(expected, (str, bytes)):
        if not _is_row(got):
            return differs(f"{len(expected)} values were expected; got {_kind(got)}")
        given = list(got)
        if len(expected) != len(given):
            return differs(f"{len(expected)} values were expected; got {len(given)}")
        parts = ((f"{path}[{i}]", e, g) for i, (e, g) in enumerate(zip(expected, given, strict=True)))
    else:
        return _differ_scalars(expected, got, path, rtol, atol)
    for place, e, g in parts:
        found = _differ(e, g, place, rtol, atol, keys)
        if found is not None:
            return found
    return None


def _differ_arrays(
    expected: Any, got: Any, path: str, rtol: float, atol: float, keys: tuple[str, ...] | None
) -> Difference | None:
    expected = np.asarray(expected)
    if expected.ndim == 0:
        return _differ_scalars(expected.item(), got, path, rtol, atol)
    if not _is_row(got):
        return Difference(
            path, expected, got, f"an array of shape {expected.shape} was expected; got {_kind(got)}"
        )
    try:
        given = np.asarray(got)
    except ValueError:
        return Difference(path, expected, got, "the rows are not all of the same length")
    if given.shape != expected.shape:
        return Difference(path, expected, got, f"the shape should be {expected.shape}; it is {given.shape}")
    if expected.dtype.kind in "iufc" and given.dtype.kind in "iufc":
        same = _close_numbers(expected, given, rtol, atol)
        if same.all():
            return None
        first = tuple(int(i) for i in np.argwhere(~same)[0])
        where = path + "[" + ", ".join(map(str, first)) + "]"
        return _differ_scalars(expected[first].item(), given[first].item(), where, rtol, atol)
    for index in np.ndindex(expected.shape):
        where = path + "[" + ", ".join(map(str, index)) + "]"
        found = _differ(_plain(expected[index]), _plain(given[index]), where, rtol, atol, keys)
        if found is not None:
            return found
    return None


def _close_numbers(expected: Any, given: Any, rtol: float, atol: float) -> Any:
    with np.errstate(invalid="ignore"):
        return (
            (expected == given)
            | (np.abs(expected - given) <= atol + rtol * np.abs(expected))
            | (np.isnan(expected) & np.isnan(given))
        )


def _differ_scalars(expected: Any, got: Any, path: str, rtol: float, atol: float) -> Difference | None:
    expected, got = _plain(expected), _plain(got)

    def differs(why: str) -> Difference:
        return Difference(path, expected, got, why)

    if isinstance(expected, bool) or isinstance(got, bool):
        if type(expected) is not type(got):
            wanted = "True or False" if isinstance(expected, bool) else _kind(expected)
            return differs(f"{wanted} was expected; got {_kind(got)}")
        return None if expected is got else differs("the values differ")
    if isinstance(expected, (int, float)) and isinstance(got, (int, float)):
        if math.isnan(got) and not math.isnan(expected):
            return differs("the value is NaN (not a number)")
        near = bool(_close_numbers(np.float64(expected), np.float64(got), rtol, atol))
        return None if near or expected == got else differs("the values differ")
    if type(expected) is not type(got) and not (isinstance(expected, str) and isinstance(got, str)):
        return differs(f"{_kind(expected)} was expected; got {_kind(got)}")
    return None if expected == got else differs("the values differ")


def _is_array_like(value: Any) -> bool:
    return isinstance(value, np.ndarray)


def _is_row(value: Any) -> bool:
    return (
        isinstance(value, (np.ndarray, Sequence))
        and not isinstance(value, (str, bytes))
        and np.ndim(value) > 0
    )


def _plain(value: Any) -> Any:
    """Return a numpy number or text as Python's own, an array of no dimension as what it holds."""
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return value.item()
    return value


def _kind(value: Any) -> str:
    """Return a value's kind in words of a student: 'a list', 'an array of shape (3,)', 'the number 2'."""
    value = _plain(value)
    if value is None:
        return "nothing (None)"
    if isinstance(value, bool):
        return f"{value}"
    if isinstance(value, (int, float)):
        return f"the number {value!r}"
    if isinstance(value, str):
        return f"the text {value[:40]!r}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
