"""Values of libraries that cross as what they are: collections, dates, data frames, sparse matrices.

Each adapter is a pair: parts of the object that are values themselves, and how to build a fresh one from
them. An adapter is for exactly one class, found by its name; a library is never imported just to look for its
classes.
Left out: estimators, figures, generators and whatever else has behaviour; those stay where they are.
"""

import importlib
import re
import sys
from collections.abc import Callable
from typing import Any

Encode = Callable[[Any, Any], Any]  # (encoder, value) -> tree
Decode = Callable[..., Any]  # (decoder, *parts of the tree) -> value

_EXTENSION = re.compile(r"str|string|boolean|U?Int(?:8|16|32|64)|Float(?:32|64)")
_ZONE = re.compile(r"[A-Za-z0-9_+/:-]{1,40}")
_FREQUENCY = re.compile(r"-?[0-9A-Za-z-]{1,16}")
_UNITS = ("s", "ms", "us", "ns")


def _library(name: str) -> Any:
    """Return a library that carries no types, when one of its objects has arrived."""
    return importlib.import_module(name)


def encoder_of(kind: type) -> Encode | None:
    """Return the adapter for objects of exactly this class."""
    names = _PLACES.get(kind.__name__)
    if names is None:
        return None
    for module in names:
        if getattr(sys.modules.get(module), kind.__name__, None) is kind:
            return _ENCODERS[module, kind.__name__]
    return None


def decoder_of(tag: str) -> Decode | None:
    """Return the adapter that builds what was sent under this tag."""
    return _DECODERS.get(tag)


# Collections and scalars of the standard library


def _counter(decoder: Any, keys: Any, values: Any) -> Any:
    from collections import Counter

    made: Any = Counter()
    for key, value in zip(decoder.keys(keys), decoder.items(values), strict=True):
        made[key] = value
    return made


def _ordered(decoder: Any, keys: Any, values: Any) -> Any:
    from collections import OrderedDict

    return OrderedDict(zip(decoder.keys(keys), decoder.items(values), strict=True))


def _default(decoder: Any, factory: Any, keys: Any, values: Any) -> Any:
    from collections import defaultdict

    made = decoder.decode(factory)
    if made is not None and not callable(made):
        made = None
    return defaultdict(made, zip(decoder.keys(keys), decoder.items(values), strict=True))


def _deque(decoder: Any, items: Any, most: int | None) -> Any:
    from collections import deque

    return deque(decoder.items(items), most)


def _pairs(encoder: Any, value: Any) -> list[Any]:
    return [encoder.items(list(value.keys())), encoder.items(list(value.values()))]


def _moment(decoder: Any, kind: str, *numbers: int) -> Any:
    import datetime

    if kind not in ("date", "datetime", "time", "timedelta"):
        raise ValueError(kind)
    made = getattr(datetime, kind)(*map(int, numbers))
    return made


def _naive(kind: str, *names: str) -> Encode:
    def encode(encoder: Any, value: Any) -> Any:
        if getattr(value, "tzinfo", None) is not None:
            return encoder.other(encoder, value)
        return ["dt", kind, *(getattr(value, name) for name in names)]

    return encode


def _decimal(decoder: Any, text: str) -> Any:
    from decimal import Decimal

    return Decimal(str(text)[:5000])


def _fraction(decoder: Any, above: Any, below: Any) -> Any:
    from fractions import Fraction

    return Fraction(int(decoder.decode(above)), int(decoder.decode(below)))


def _path(decoder: Any, text: str) -> Any:
    from pathlib import Path

    return Path(str(text))


# numpy beyond plain arrays, and scipy


def _masked(decoder: Any, data: Any, mask: Any, fill: Any) -> Any:
    import numpy

    data, mask = decoder.decode(data), decoder.decode(mask)
    if type(data) is not numpy.ndarray or type(mask) is not numpy.ndarray or mask.shape != data.shape:
        raise ValueError("not a masked array")
    made = numpy.ma.MaskedArray(data, mask)
    made.fill_value = decoder.decode(fill)
    return made


def _encode_masked(encoder: Any, value: Any) -> Any:
    import numpy

    mask = numpy.ma.getmaskarray(value)
    return ["ma", encoder.encode(value.data), encoder.encode(mask), encoder.encode(value.fill_value)]


def _matrix(decoder: Any, data: Any) -> Any:
    import numpy

    array = decoder.decode(data)
    if type(array) is not numpy.ndarray or array.ndim != 2:
        raise ValueError("not a matrix")
    return array.view(numpy.matrix)


def _encode_matrix(encoder: Any, value: Any) -> Any:
    import numpy

    return ["mx", encoder.encode(numpy.array(value))]


_SPARSE = [
    f"{form}_{what}"
    for form in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia")
    for what in ("matrix", "array")
]


def _sparse(decoder: Any, name: str, shape: Any, *parts: Any) -> Any:
    import scipy.sparse

    data, rows, columns = (decoder.decode(part) for part in parts)
    if name not in _SPARSE:
        raise ValueError(name)
    coordinates = scipy.sparse.coo_array((data, (rows, columns)), shape=tuple(map(int, shape)))
    return getattr(scipy.sparse, name)(coordinates)


def _encode_sparse(encoder: Any, value: Any) -> Any:
    if value.ndim != 2:
        return encoder.other(encoder, value)
    there = value.tocoo()
    rows, columns = there.coords
    parts = [encoder.encode(part) for part in (there.data, rows, columns)]
    return ["sp", type(value).__name__, list(map(int, value.shape)), *parts]


# pandas: by columns


def _column(encoder: Any, values: Any) -> Any:
    """Return the tree of the values of a Series or an Index, without its labels."""
    dtype = values.dtype
    name = str(dtype)
    if type(dtype).__name__ == "CategoricalDtype":
        categorical = values.cat if hasattr(values, "cat") else values
        categories = _column(encoder, categorical.categories)
        return ["cat", encoder.encode(_numpy(categorical.codes)), categories, bool(categorical.ordered)]
    if type(dtype).__name__ == "DatetimeTZDtype":
        stamps = _numpy(values.astype("int64"))
        return ["tz", dtype.unit, str(dtype.tz), encoder.encode(stamps)]
    if _EXTENSION.fullmatch(name):
        return [
            "ext",
            name,
            encoder.items([None if missing else value for value, missing in _with_missing(values)]),
        ]
    if type(dtype).__module__.startswith("numpy"):
        return ["np", encoder.encode(_numpy(values))]
    raise ValueError(f"columns of {name} cannot cross")


def _numpy(values: Any) -> Any:
    import numpy

    array = values.to_numpy() if hasattr(values, "to_numpy") else values
    return numpy.array(array)


def _with_missing(values: Any) -> Any:
    return zip(values.tolist(), values.isna(), strict=True)


def _column_of(decoder: Any, tree: Any) -> Any:
    pandas = _library("pandas")

    kind, *rest = tree
    if kind == "np":
        return decoder.decode(rest[0])
    if kind == "cat":
        codes, categories = decoder.decode(rest[0]), pandas.Index(_column_of(decoder, rest[1]))
        return pandas.Categorical.from_codes(codes, categories=categories, ordered=rest[2] is True)
    if kind == "tz":
        unit, zone, stamps = rest
        if unit not in _UNITS or not _ZONE.fullmatch(zone):
            raise ValueError("not a time zone")
        naive = pandas.DatetimeIndex(decoder.decode(stamps).view(f"M8[{unit}]"))
        return naive.tz_localize("UTC").tz_convert(zone).array
    if kind != "ext" or not _EXTENSION.fullmatch(rest[0]):
        raise ValueError("not a column")
    return pandas.array(decoder.items(rest[1]), dtype=rest[0])


def _index(encoder: Any, index: Any) -> Any:
    kind = type(index).__name__
    names = encoder.items(list(index.names))
    if kind == "RangeIndex":
        return ["range", names, index.start, index.stop, index.step]
    if kind == "MultiIndex":
        levels = [_column(encoder, index.get_level_values(level)) for level in range(index.nlevels)]
        return ["multi", names, levels]
    return ["plain", names, _column(encoder, index), getattr(index, "freqstr", None)]


def _index_of(decoder: Any, tree: Any) -> Any:
    pandas = _library("pandas")

    kind, names, *rest = tree
    names = decoder.items(names)
    if kind == "range":
        return pandas.RangeIndex(*map(int, rest), name=names[0])
    if kind == "multi":
        return pandas.MultiIndex.from_arrays([_column_of(decoder, level) for level in rest[0]], names=names)
    values, frequency = _column_of(decoder, rest[0]), rest[1]
    dtype = object if _is_object(values) else None
    index = pandas.Index(values, name=names[0], dtype=dtype)
    if frequency and isinstance(index, pandas.DatetimeIndex) and _FREQUENCY.fullmatch(frequency):
        index.freq = frequency
    return index


def _encode_index(encoder: Any, value: Any) -> Any:
    return _or_other(encoder, value, lambda: ["pi", _index(encoder, value)])


def _encode_series(encoder: Any, value: Any) -> Any:
    return _or_other(
        encoder,
        value,
        lambda: ["ps", encoder.encode(value.name), _index(encoder, value.index), _column(encoder, value)],
    )


def _encode_frame(encoder: Any, value: Any) -> Any:
    def columns() -> list[Any]:
        encoder.items(())
        return [_column(encoder, value.iloc[:, number]) for number in range(value.shape[1])]

    return _or_other(
        encoder,
        value,
        lambda: ["pd", _index(encoder, value.index), _index(encoder, value.columns), columns()],
    )


def _or_other(encoder: Any, value: Any, make: Callable[[], Any]) -> Any:
    try:
        return make()
    except (ValueError, TypeError, AttributeError):
        return encoder.other(encoder, value)


def _is_object(values: Any) -> bool:
    return str(getattr(values, "dtype", None)) == "object"


def _series(decoder: Any, name: Any, index: Any, column: Any) -> Any:
    pandas = _library("pandas")

    values = _column_of(decoder, column)
    dtype = object if _is_object(values) else None
    return pandas.Series(values, index=_index_of(decoder, index), name=decoder.decode(name), dtype=dtype)


def _frame(decoder: Any, index: Any, names: Any, columns: Any) -> Any:
    pandas = _library("pandas")

    rows = _index_of(decoder, index)
    decoder.count(len(columns))
    parts = {}
    for number, column in enumerate(columns):
        values = _column_of(decoder, column)
        dtype = object if _is_object(values) else None
        parts[number] = pandas.Series(values, index=rows, dtype=dtype)
    frame = pandas.DataFrame(parts, index=rows)
    frame.columns = _index_of(decoder, names)
    return frame


def _encode_categorical(encoder: Any, value: Any) -> Any:
    return _or_other(encoder, value, lambda: ["pc", _column(encoder, value)])


def _encode_stamp(encoder: Any, value: Any) -> Any:
    zone = None if value.tz is None else str(value.tz)
    return ["pt", value.unit, int(value.asm8.astype("int64")), zone]


def _stamp(decoder: Any, unit: str, number: int, zone: str | None) -> Any:
    import numpy

    pandas = _library("pandas")

    if unit not in _UNITS or (zone is not None and not _ZONE.fullmatch(zone)):
        raise ValueError("not a time")
    stamp = pandas.Timestamp(numpy.datetime64(int(number), unit))  # type: ignore[call-overload]
    return stamp if zone is None else stamp.tz_localize("UTC").tz_convert(zone)


def _encode_span(encoder: Any, value: Any) -> Any:
    return ["pl", value.unit, int(value.asm8.astype("int64"))]


def _span(decoder: Any, unit: str, number: int) -> Any:
    import numpy

    pandas = _library("pandas")

    if unit not in _UNITS:
        raise ValueError("not a time")
    return pandas.Timedelta(numpy.timedelta64(int(number), unit))  # type: ignore[call-overload]


def _missing(decoder: Any, name: str) -> Any:
    pandas = _library("pandas")

    return pandas.NaT if name == "NaT" else pandas.NA


def _pandas(name: str) -> tuple[str, str]:
    return (_PANDAS_PLACES.get(name, "pandas"), name)


_PANDAS_PLACES = {
    "NaTType": "pandas._libs.tslibs.nattype",
    "NAType": "pandas._libs.missing",
}
_ENCODERS: dict[tuple[str, str], Encode] = {
    ("collections", "Counter"): lambda encoder, value: ["cc", *_pairs(encoder, value)],
    ("collections", "OrderedDict"): lambda encoder, value: ["co", *_pairs(encoder, value)],
    ("collections", "defaultdict"): lambda encoder, value: [
        "cd",
        encoder.encode(value.default_factory),
        *_pairs(encoder, value),
    ],
    ("collections", "deque"): lambda encoder, value: ["cq", encoder.items(list(value)), value.maxlen],
    ("datetime", "date"): _naive("date", "year", "month", "day"),
    ("datetime", "datetime"): _naive(
        "datetime", "year", "month", "day", "hour", "minute", "second", "microsecond"
    ),
    ("datetime", "time"): _naive("time", "hour", "minute", "second", "microsecond"),
    ("datetime", "timedelta"): _naive("timedelta", "days", "seconds", "microseconds"),
    ("decimal", "Decimal"): lambda encoder, value: ["de", str(value)],
    ("fractions", "Fraction"): lambda encoder, value: [
        "fr",
        encoder.encode(value.numerator),
        encoder.encode(value.denominator),
    ],
    ("pathlib", "PosixPath"): lambda encoder, value: ["pp", str(value)],
    ("numpy.ma", "MaskedArray"): _encode_masked,
    ("numpy", "matrix"): _encode_matrix,
    _pandas("DataFrame"): _encode_frame,
    _pandas("Series"): _encode_series,
    _pandas("Categorical"): _encode_categorical,
    _pandas("Timestamp"): _encode_stamp,
    _pandas("Timedelta"): _encode_span,
    _pandas("NaTType"): lambda encoder, value: ["pn", "NaT"],
    _pandas("NAType"): lambda encoder, value: ["pn", "NA"],
    **{_pandas(name): _encode_index for name in ("Index", "RangeIndex", "MultiIndex", "DatetimeIndex")},
    **{_pandas(name): _encode_index for name in ("TimedeltaIndex", "CategoricalIndex")},
    **{("scipy.sparse", name): _encode_sparse for name in _SPARSE},
}
_DECODERS: dict[str, Decode] = {
    "cc": _counter,
    "co": _ordered,
    "cd": _default,
    "cq": _deque,
    "dt": _moment,
    "de": _decimal,
    "fr": _fraction,
    "pp": _path,
    "ma": _masked,
    "mx": _matrix,
    "sp": _sparse,
    "pd": _frame,
    "ps": _series,
    "pi": lambda decoder, index: _index_of(decoder, index),
    "pc": lambda decoder, column: _column_of(decoder, column),
    "pt": _stamp,
    "pl": _span,
    "pn": _missing,
}
_PLACES: dict[str, list[str]] = {}
for _module, _name in _ENCODERS:
    _PLACES.setdefault(_name, []).append(_module)
