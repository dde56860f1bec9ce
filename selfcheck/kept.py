"""What was made for a check, as bytes: so that another process need not make it again.

The cases that find whole kinds of mistakes, for which right answers are called a thousand times; which draw
of a family was fair; and what is right in each case. The cases of the families themselves follow from the
exercise, and what is kept refers to them. Whoever keeps such bytes sees to it that they are read by the same
code, and that nobody else has written them: they are a pickle.
"""

import io
import pickle
from collections.abc import Mapping
from typing import Any, NamedTuple

from selfcheck.attempt import Outcome
from selfcheck.exercise import Case, Exercise, Family

Families = list[tuple[Family, tuple[Case, ...]]]


class Made(NamedTuple):
    """What a sheet makes beside the cases of its families."""

    cases: tuple[Case, ...]
    expected: tuple[Outcome, ...]


def to_bytes(exercise: Exercise, families: Families, draws: tuple[int, ...], made: Made) -> bytes:
    """Write what was made of the cases of the families; nothing if it holds what cannot be written.

    >>> Example = Case("by hand", ([1.0, 2.0],))
    >>> families = [(Family("by hand", "example", 1, (Example,)), (Example,))]
    >>> exercise = Exercise("f", "f(x) -> float", sum, (families[0][0],), ())
    >>> twice = Made((Case("twice", (Example.arguments[0],)),), (Outcome("value", 3.0),) * 2)
    >>> written = to_bytes(exercise, families, (0,), twice)
    >>> from_bytes(exercise, families, written).cases[0].name, draws_in(written)
    ('twice', (0,))
    """
    places = {id(part): place for place, part in _parts(exercise, families).items()}
    file = io.BytesIO()
    pickler = _Pickler(file, places)
    try:
        pickler.dump(made)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError):
        return b""
    return pickle.dumps((draws, file.getvalue()))


def draws_in(written: bytes) -> tuple[int, ...]:
    """Read which draw of each family was taken: nobody can draw the cases before that is known."""
    draws: tuple[int, ...] = pickle.loads(written)[0]
    return draws


def from_bytes(exercise: Exercise, families: Families, written: bytes) -> Made:
    """Read the rest, for the same exercise and the same draws."""
    content: bytes = pickle.loads(written)[1]
    found: Made = _Unpickler(io.BytesIO(content), _parts(exercise, families)).load()
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
