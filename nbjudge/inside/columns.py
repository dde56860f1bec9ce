"""What pandas holds, by columns: data frames, series, indices, categoricals.

A column of objects may hold what is no value: that arrives as what stands for it, so a frame is encoded here
by hand and not by an adapter.
pandas is imported only where one of its objects is, or is to be built: most courses do without it.
"""

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nbjudge.inside.libraries import UNITS, ZONE

if TYPE_CHECKING:
    from nbjudge.inside.codec import Decoder, Encoder, Tree

_EXTENSION = re.compile(r"str|string|boolean|U?Int(?:8|16|32|64)|Float(?:32|64)")
_MOST_ROWS = 50_000_000  # that an index counts without a number for each of them
_FREQUENCY = re.compile(r"-?[0-9A-Za-z-]{1,16}")


def _column(encoder: "Encoder", values: Any) -> "Tree":
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


def _numpy(values: object) -> object:
    import numpy

    array = values.to_numpy() if hasattr(values, "to_numpy") else values
    return numpy.array(array)


def _with_missing(values: Any) -> Any:
    return zip(values.tolist(), values.isna(), strict=True)


def _column_of(decoder: "Decoder", tree: "Tree") -> object:
    import pandas

    kind, *rest = tree
    if kind == "np":
        return decoder.bare(rest[0])
    if kind == "cat":
        codes, categories = decoder.bare(rest[0]), pandas.Index(_column_of(decoder, rest[1]))
        return pandas.Categorical.from_codes(codes, categories=categories, ordered=rest[2] is True)
    if kind == "tz":
        unit, zone, stamps = rest
        if unit not in UNITS or not ZONE.fullmatch(zone):
            raise ValueError("not a time zone")
        naive = pandas.DatetimeIndex(decoder.bare(stamps).view(f"M8[{unit}]"))
        return naive.tz_localize("UTC").tz_convert(zone).array
    if kind != "ext" or not _EXTENSION.fullmatch(rest[0]):
        raise ValueError("not a column")
    return pandas.array(decoder.unseen(rest[1]), dtype=rest[0])


def _index(encoder: "Encoder", index: Any) -> "Tree":
    kind = type(index).__name__
    names = encoder.items(list(index.names))
    if kind == "RangeIndex":
        return ["range", names, index.start, index.stop, index.step]
    if kind == "MultiIndex":
        levels = [_column(encoder, index.get_level_values(level)) for level in range(index.nlevels)]
        return ["multi", names, levels]
    return ["plain", names, _column(encoder, index), getattr(index, "freqstr", None)]


def _index_of(decoder: "Decoder", tree: "Tree") -> object:
    import pandas

    kind, names, *rest = tree
    names = decoder.items(names)
    if kind == "range":
        bounds = range(*map(int, rest))
        if len(bounds) > _MOST_ROWS:
            raise ValueError("an index of more rows than anybody can look at")
        return pandas.RangeIndex(bounds.start, bounds.stop, bounds.step, name=names[0])
    if kind == "multi":
        return pandas.MultiIndex.from_arrays([_column_of(decoder, level) for level in rest[0]], names=names)
    values, frequency = _column_of(decoder, rest[0]), rest[1]
    dtype = object if _is_object(values) else None
    index = pandas.Index(values, name=names[0], dtype=dtype)
    if frequency and isinstance(index, pandas.DatetimeIndex) and _FREQUENCY.fullmatch(frequency):
        index.freq = frequency
    return index


def _encode_index(encoder: "Encoder", value: object) -> "Tree":
    return ["pi", _index(encoder, value)]


def _encode_series(encoder: "Encoder", value: Any) -> "Tree":
    return ["ps", encoder.encode(value.name), _index(encoder, value.index), _column(encoder, value)]


def _encode_frame(encoder: "Encoder", value: Any) -> "Tree":
    labels = _index(encoder, value.index), _index(encoder, value.columns)
    return ["pd", *labels, [_column(encoder, value.iloc[:, number]) for number in range(value.shape[1])]]


def _is_object(values: object) -> bool:
    return str(getattr(values, "dtype", None)) == "object"


def _series(decoder: "Decoder", name: object, index: object, column: object) -> object:
    import pandas

    values = _column_of(decoder, column)
    dtype = object if _is_object(values) else None
    return pandas.Series(values, index=_index_of(decoder, index), name=decoder.decode(name), dtype=dtype)


def _frame(decoder: "Decoder", index: Any, names: Any, columns: Any) -> object:
    import pandas

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


def _categorical(decoder: "Decoder", column: Any) -> object:
    if column[0] != "cat":
        raise ValueError("not a categorical")
    return _column_of(decoder, column)


def _encode_categorical(encoder: "Encoder", value: object) -> "Tree":
    return ["pc", _column(encoder, value)]


ENCODERS: dict[str, Callable[["Encoder", Any], "Tree"]] = {  # by the name of the class in pandas
    "DataFrame": _encode_frame,
    "Series": _encode_series,
    "Categorical": _encode_categorical,
    **dict.fromkeys(("Index", "RangeIndex", "MultiIndex", "DatetimeIndex"), _encode_index),
    **dict.fromkeys(("TimedeltaIndex", "CategoricalIndex"), _encode_index),
}
DECODERS: dict[str, Callable[..., Any]] = {  # (decoder, *parts of the tree) -> value
    "pd": _frame,
    "ps": _series,
    "pi": _index_of,
    "pc": _categorical,
}


def encoder_of(kind: type) -> Callable[["Encoder", Any], "Tree"] | None:
    """Return how objects of exactly this class are encoded, if it is one of pandas'."""
    here = getattr(sys.modules.get("pandas"), kind.__name__, None) is kind
    return ENCODERS.get(kind.__name__) if here else None
