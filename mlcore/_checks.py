"""What an argument must be, said once: each check names the argument, what is allowed and what arrived.

The estimators leave tables to scikit-learn's own validation; these checks serve the plain functions.
"""

from collections.abc import Iterable, Sized
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
Array = NDArray[Any]  # of numbers, words or truth values
Table = Any  # an array, a data frame of any library, a sparse matrix, a list of rows: no type covers them
Labels = Any  # numbers, words or truth values, in an array, a series or a list


def shown(value: object) -> str:
    """Return a value as it may stand in an error message: short, on one line.

    >>> shown([1, 2])
    '[1, 2]'
    """
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else text[:77] + "..."


def one_of(value: object, allowed: Iterable[object], name: str) -> None:
    """Raise unless the value is one of those allowed."""
    allowed = list(allowed)
    if not any(value is option or (type(value) is type(option) and value == option) for option in allowed):
        options = ", ".join(map(repr, allowed))
        raise ValueError(f"{name} must be one of {options}; got {shown(value)}.")


def whole(value: object, name: str, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number within [low, high].

    >>> whole(3, "k", low=1, high=5)
    3
    """
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number; got {shown(value)}.")
    _within(value, name, low, high)
    return int(value)


def number(value: object, name: str, low: float | None = None, high: float | None = None) -> float:
    """Return a finite number within [low, high].

    >>> number(1, "alpha", low=0)
    1.0
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number; got {shown(value)}.")
    if not np.isfinite(float(value)):
        raise ValueError(f"{name} must be finite; got {shown(value)}.")
    _within(value, name, low, high)
    return float(value)


def _within(value: Any, name: str, low: float | None, high: float | None) -> None:
    if low is not None and high is not None and not low <= value <= high:
        raise ValueError(f"{name} must lie between {low} and {high}; got {shown(value)}.")
    if low is not None and value < low:
        raise ValueError(f"{name} must be at least {low}; got {shown(value)}.")
    if high is not None and value > high:
        raise ValueError(f"{name} must be at most {high}; got {shown(value)}.")


def positive(value: object, name: str) -> float:
    """Return a finite number greater than 0.

    >>> positive(2, "var")
    2.0
    """
    value = number(value, name)
    if value <= 0:
        raise ValueError(f"{name} must be greater than 0; got {shown(value)}.")
    return float(value)


def probability(value: object, name: str) -> float:
    """Return a number within [0, 1]."""
    return number(value, name, low=0, high=1)


def numbers(values: ArrayLike, name: str, ndim: int = 1, finite: bool = True) -> FloatArray:
    """Return an array of floats with the given number of dimensions and at least one entry.

    >>> numbers([1, 2], "a")
    array([1., 2.])
    """
    try:
        array = np.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise ValueError(f"{name} must be a regular table of numbers: {error}") from None
    if array.dtype == object and all(isinstance(value, Real) for value in array.ravel().tolist()):
        array = _as_floats(array, name)  # a data frame with columns of several kinds, or very large integers
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold numbers; got {shown(values)}.")
    if array.ndim != ndim:
        raise ValueError(f"{name} must have {ndim} dimension(s); got shape {array.shape}.")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty; got shape {array.shape}.")
    array = array.astype(np.float64)
    if finite and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite; it holds NaN or infinity.")
    return array


def _as_floats(array: NDArray[Any], name: str) -> FloatArray:
    try:
        return array.astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} must hold numbers within the range of floats; one is too large.") from None


def distribution(values: ArrayLike, name: str) -> FloatArray:
    """Return probabilities that lie in [0, 1] and sum to 1.

    >>> distribution([0.5, 0.5], "prior")
    array([0.5, 0.5])
    """
    p = numbers(values, name)
    if (p < 0).any() or (p > 1).any():
        raise ValueError(f"{name} must hold probabilities between 0 and 1; got {shown(p.tolist())}.")
    if not np.isclose(p.sum(), 1):
        raise ValueError(f"{name} must sum to 1; it sums to {p.sum():.12g}.")
    return p


def labels(values: object, name: str) -> NDArray[Any]:
    """Return labels as a one-dimensional array, whatever their type."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension; got shape {array.shape}.")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty.")
    return array


def generator(rng: object) -> np.random.Generator:
    """Return a source of randomness, which is always handed in and never global.

    >>> generator(np.random.default_rng(0)).integers(2, 3)
    np.int64(2)
    """
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng must be a numpy.random.Generator; got {shown(rng)}.")
    return rng


def one_label(value: Any, name: str) -> None:
    """Raise unless the value is a single label; a list would be compared with the labels entry by entry."""
    if np.ndim(value) != 0 or missing(value):
        raise TypeError(f"{name} must be a single label; got {shown(value)}.")


def same_length(**arguments: Sized) -> None:
    """Raise unless all arguments have one length.

    >>> same_length(y=[0, 1], weights=[1.0, 2.0])
    """
    lengths = {name: len(values) for name, values in arguments.items()}
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{name} has {n}" for name, n in lengths.items())
        raise ValueError(f"{' and '.join(lengths)} must have one length; {counts}.")


def missing(value: object) -> bool:
    """Say whether a single value stands for "unknown": None, NaN, NaT or pandas.NA.

    >>> missing(None), missing(float("nan")), missing(0)
    (True, True, False)
    """
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas.NA answers no question, not even this one
        return True
