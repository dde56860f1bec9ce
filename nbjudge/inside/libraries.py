"""Adapters for values of libraries: dates, decimals, fractions, paths, unusual arrays, sparse matrices.

They are adapters as any other package may offer them (`values`). A library is imported only where one of its
values is, or is to be built: most courses do without most of them.
Left out: collections and data frames, which may hold objects of the student's (`codec`, `columns`);
estimators, figures, generators and whatever else has behaviour: those stay where they are.
"""

import datetime
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from nbjudge.inside.values import Adapter

UNITS = ("s", "ms", "us", "ns")
ZONE = re.compile(r"(?!dateutil/|tzlocal)[A-Za-z0-9_+:-][A-Za-z0-9_+/:-]{0,39}")  # no file
_MOST_DIGITS = 5000


# The standard library


def _naive(kind: Callable[..., Any], *names: str) -> Adapter:
    """Return the adapter for dates and times; those with a time zone stay where they are."""

    def parts(value: object) -> list[int]:
        if getattr(value, "tzinfo", None) is not None:
            raise ValueError("a time with a zone")
        return [getattr(value, name) for name in names]

    return Adapter(f"datetime:{kind.__name__}", parts, lambda *numbers: kind(*map(int, numbers)))


def _decimal(text: str) -> Decimal:
    return Decimal(str(text)[:_MOST_DIGITS])


def _fraction(above: int, below: int) -> Fraction:
    return Fraction(int(above), int(below))


# numpy beyond plain arrays, and scipy


def _masked(data: Any, mask: Any, fill: Any) -> object:
    import numpy

    if type(data) is not numpy.ndarray or type(mask) is not numpy.ndarray or mask.shape != data.shape:
        raise ValueError("not a masked array")
    built = numpy.ma.MaskedArray(data, mask)
    built.fill_value = fill
    return built


def _parts_of_masked(value: Any) -> list[Any]:
    import numpy

    return [value.data, numpy.ma.getmaskarray(value), value.fill_value]


def _matrix(data: object) -> object:
    import numpy

    if type(data) is not numpy.ndarray or data.ndim != 2:
        raise ValueError("not a matrix")
    return data.view(numpy.matrix)


def _parts_of_matrix(value: object) -> list[Any]:
    import numpy

    return [numpy.array(value)]


def _sparse(name: str) -> Adapter:
    def build(shape: tuple[int, ...], data: object, rows: object, columns: object) -> object:
        import scipy.sparse

        coordinates = scipy.sparse.coo_array((data, (rows, columns)), shape=tuple(map(int, shape)))
        return getattr(scipy.sparse, name)(coordinates)

    return Adapter(f"scipy.sparse:{name}", _parts_of_sparse, build)


def _parts_of_sparse(value: Any) -> list[Any]:
    if value.ndim != 2:
        raise ValueError("not of two dimensions")
    coordinates = value.tocoo()
    return [tuple(map(int, value.shape)), coordinates.data, *coordinates.coords]


# pandas: its times


def _stamp(unit: str, number: int, zone: str | None) -> object:
    import numpy
    import pandas

    if unit not in UNITS or (zone is not None and not ZONE.fullmatch(zone)):
        raise ValueError("not a time")
    stamp = pandas.Timestamp(numpy.datetime64(int(number), unit))  # type: ignore[call-overload]
    return stamp if zone is None else stamp.tz_localize("UTC").tz_convert(zone)


def _parts_of_stamp(value: Any) -> list[Any]:
    return [*_parts_of_span(value), None if value.tz is None else str(value.tz)]


def _span(unit: str, number: int) -> object:
    import numpy
    import pandas

    if unit not in UNITS:
        raise ValueError("not a time")
    return pandas.Timedelta(numpy.timedelta64(int(number), unit))  # type: ignore[call-overload]


def _parts_of_span(value: Any) -> list[Any]:
    return [value.unit, int(value.asm8.astype("int64"))]


def _missing(name: str) -> Callable[[], Any]:
    def build() -> object:
        import pandas

        return getattr(pandas, name)

    return build


_MOMENT = ("hour", "minute", "second", "microsecond")
ADAPTERS = (
    _naive(datetime.date, "year", "month", "day"),
    _naive(datetime.datetime, "year", "month", "day", *_MOMENT),
    _naive(datetime.time, *_MOMENT),
    _naive(datetime.timedelta, "days", "seconds", "microseconds"),
    Adapter("decimal:Decimal", lambda value: [str(value)], _decimal),
    Adapter("fractions:Fraction", lambda value: [value.numerator, value.denominator], _fraction),
    Adapter("pathlib:PosixPath", lambda value: [str(value)], lambda text: Path(str(text))),
    Adapter("numpy.ma:MaskedArray", _parts_of_masked, _masked),
    Adapter("numpy:matrix", _parts_of_matrix, _matrix),
    *(
        _sparse(f"{form}_{what}")
        for form in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia")
        for what in ("matrix", "array")
    ),
    Adapter("pandas:Timestamp", _parts_of_stamp, _stamp),
    Adapter("pandas:Timedelta", _parts_of_span, _span),
    Adapter("pandas._libs.tslibs.nattype:NaTType", lambda value: [], _missing("NaT")),
    Adapter("pandas._libs.missing:NAType", lambda value: [], _missing("NA")),
)
