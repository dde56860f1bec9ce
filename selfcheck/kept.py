"""What was made for a check, as bytes: so that another process need not make it again.

Only the cases that find whole kinds of mistakes: to make them, right answers are called a thousand times. The
cases of the families follow from the exercise, and those made of them refer to them. Whoever keeps such bytes
sees to it that they are read by the same code, and that nobody else has written them: they are a pickle.
"""

import io
import pickle
from collections.abc import Mapping
from typing import Any

from selfcheck.exercise import Case, Exercise, Family

Families = list[tuple[Family, tuple[Case, ...]]]


def to_bytes(exercise: Exercise, families: Families, cases: tuple[Case, ...]) -> bytes:
    """Write cases that were made out of those of the families; nothing if they hold what cannot be written.

    >>> Example = Case("by hand", ([1.0, 2.0],))
    >>> families = [(Family("by hand", "example", 1, (Example,)), (Example,))]
    >>> exercise = Exercise("f", "f(x) -> float", sum, (families[0][0],), ())
    >>> written = to_bytes(exercise, families, (Case("twice", (Example.arguments[0],)),))
    >>> [case.name for case in from_bytes(exercise, families, written)]
    ['twice']
    """
    places = {id(part): place for place, part in _parts(exercise, families).items()}
    file = io.BytesIO()
    pickler = _Pickler(file, places)
    try:
        pickler.dump(cases)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError):
        return b""
    return file.getvalue()


def from_bytes(exercise: Exercise, families: Families, written: bytes) -> tuple[Case, ...]:
    """Read them, for the same exercise."""
    found: tuple[Case, ...] = _Unpickler(io.BytesIO(written), _parts(exercise, families)).load()
    return found


def _parts(exercise: Exercise, families: Families) -> Mapping[str, Any]:
    """Name all that the exercise itself has: it is not written, but found again."""
    parts: dict[str, Any] = {"compare": exercise.compare, "reference": exercise.reference}
    for at, (_, cases) in enumerate(families):
        for number, case in enumerate(cases):
            place = f"{at}.{number}"
            parts |= {f"{place}.ask": case.ask, f"{place}.compare": case.compare}
            given = [*enumerate(case.arguments), *case.keywords.items()]
            parts |= {f"{place}.{name}": value for name, value in given if not _is_plain(value)}
    return parts


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, places: Mapping[int, str]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._places = places

    def persistent_id(self, part: object) -> str | None:
        return None if _is_plain(part) else self._places.get(id(part))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, parts: Mapping[str, Any]) -> None:
        super().__init__(file)
        self._parts = parts

    def persistent_load(self, place: str) -> Any:
        return self._parts[place]
