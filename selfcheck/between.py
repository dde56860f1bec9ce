"""Inputs between two inputs: where an answer that reckons roughly differs from one that reckons fully.

    cases   the cases of an exercise -> two that lie on both sides of a jump, or one with crooked numbers

On the way from one input to another the right answer changes at some point: another class wins, a tie is
broken, a neighbour is passed. Just before and just after it, the numbers agree to nine digits. Who rounds, or
computes with half of the digits, gives the same answer for both.
Where nothing jumps, a point on the way has numbers that no narrow type holds.
"""

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from selfcheck.again import Call, Usable, small
from selfcheck.attempt import Outcome
from selfcheck.compare import close
from selfcheck.exercise import Case

NAME = "just before and just after the answer changes"
CROOKED = "numbers with many digits"
QUESTION = (
    "Two inputs that differ in the tenth digit, and the answer changes between them. Do you round on the "
    "way, cut numbers short, or take what is almost equal for equal?"
)
ENDS = (0.02, 0.98)  # not all the way: a 0 stops being one at once, and a tie being a tie
STEPS = 33  # halvings: what is left of the way is about 1e-10
MOST_WAYS = 24

_alike = close(rtol=1e-3, atol=1e-6)
_fully = close()


def cases(
    usable: list[Usable], ask: Callable[[Case], Outcome], agreed: Callable[[Case, Any], bool]
) -> Iterator[Case]:
    """Yield the two cases around a jump; or one on the way, if nothing jumps."""
    crooked: Case | None = None
    for start, end in _ways(usable):

        def at(t: float, start: Call = start, end: Call = end) -> Outcome:
            return ask(Case("", *_mixed(start, end, t)))

        sides = _jump(at)
        if sides is None:
            continue
        found = [(t, at(t)) for t in sides]
        if all(outcome.status == "value" for _, outcome in found):
            both = [
                Case(f"{NAME}: {when}", *_mixed(start, end, t), question=QUESTION)
                for (t, _), when in zip(found, ("before", "after"), strict=True)
            ]
            jumps = sides[1] - sides[0] < 3e-9 and _apart(found[0][1].value, found[1][1].value)
            if jumps and all(agreed(case, o.value) for case, (_, o) in zip(both, found, strict=True)):
                yield from both
                return
        crooked = crooked or _on_the_way(_mixed(start, end, 0.3713), ask, agreed)
    if crooked is not None:
        yield crooked


def _jump(at: Callable[[float], Outcome]) -> tuple[float, float] | None:
    """Return two points around a jump, as close as halving brings them; None if there is no way to go."""
    low, high = ENDS
    first, last = at(low), at(high)
    if first.status != "value" or last.status != "value" or not _apart(first.value, last.value):
        return None
    below, above = first, last  # what is at the ends of what is left of the way
    for _ in range(STEPS):
        middle = at((low + high) / 2)
        if middle.status != "value":
            break
        if _apart(first.value, middle.value):
            high, above = (low + high) / 2, middle
        else:
            low, below = (low + high) / 2, middle
        if high - low < 1e-3 and not _apart(below.value, above.value):
            break  # nothing jumps here
    step = high - low
    return low - step, high + step


def _on_the_way(
    call: Call, ask: Callable[[Case], Outcome], agreed: Callable[[Case, Any], bool]
) -> Case | None:
    """Return a case with crooked numbers, if cutting them short is noticed."""
    case = Case(CROOKED, *call, question="Do you round on the way, or cut numbers short?")
    outcome = ask(case)
    if outcome.status != "value" or not agreed(case, outcome.value):
        return None
    return case if _noticed(outcome, ask(_cut_short(case))) else None


def _cut_short(case: Case) -> Case:
    """Return the case with fractions in single precision."""

    def cut(value: object) -> Any:
        array = fractions(value)
        if array is not None:
            return _like(value, array.astype(np.float32).astype(float))
        if isinstance(value, Mapping):
            return {key: cut(inner) for key, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(map(cut, value))
        return float(np.float32(value)) if isinstance(value, float) else value

    return Case("", tuple(map(cut, case.arguments)), {name: cut(v) for name, v in case.keywords.items()})


def _noticed(full: Outcome, short: Outcome) -> bool:
    try:
        return short.status != "value" or _fully(full.value, short.value) is not None
    except Exception:
        return False


def _apart(one: object, other: object) -> bool:
    try:
        return _alike(one, other) is not None
    except Exception:
        return False


def _ways(usable: list[Usable]) -> Iterator[tuple[Call, Call]]:
    """Go through pairs of inputs between which numbers can be mixed: turned round, or of two cases."""
    number = 0
    for one in small(usable):
        for end in (*_turned(one.call), *(other.call for other in small(usable) if other is not one)):
            if _mixable(one.call, end):
                yield one.call, end
                number += 1
                if number >= MOST_WAYS:
                    return


def _turned(call: Call) -> Iterator[Call]:
    """Give the call with its fractions in reverse order: in everything at once, then in each argument."""
    arguments, keywords = call
    for place, value in enumerate(arguments):
        if isinstance(value, float) and value:
            yield (*arguments[:place], 0.7 * value, *arguments[place + 1 :]), keywords
    for name, value in keywords.items():
        if isinstance(value, float) and value:
            yield arguments, {**keywords, name: 0.7 * value}
    for axis in (0, 1):
        yield tuple(_reversed(value, axis) for value in arguments), keywords
        for place in range(len(arguments)):
            if len(arguments) > 1:
                yield (
                    (*arguments[:place], _reversed(arguments[place], axis), *arguments[place + 1 :]),
                    keywords,
                )


def fractions(value: object) -> np.ndarray[Any, Any] | None:
    """Return an array of fractions, or rows of them, as an array; a list of arrays stays a list of arrays."""
    if isinstance(value, (list, tuple)) and value:
        if any(isinstance(inner, np.ndarray) for inner in value):
            return None
        try:
            value = np.array(value)
        except ValueError:  # ragged
            return None
    return value if isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.ndim else None


def _reversed(value: object, axis: int) -> Any:
    array = fractions(value)
    if array is not None:
        return _like(value, np.flip(array, axis)) if array.ndim > axis else value
    if isinstance(value, Mapping):
        if all(isinstance(inner, float) for inner in value.values()) and abs(sum(value.values()) - 1) < 1e-9:
            return dict(zip(value, list(value.values())[::-1], strict=True))
        return {key: _reversed(inner, axis) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_reversed(inner, axis) for inner in value)
    return value


def _like(value: object, array: np.ndarray[Any, Any]) -> Any:
    return (
        array.tolist()
        if isinstance(value, list)
        else tuple(array.tolist())
        if isinstance(value, tuple)
        else array
    )


def _mixable(one: Call, other: Call) -> bool:
    """Whether all that is no fraction is the same in both, and something differs."""
    try:
        places = list(zip(_places(one), _places(other), strict=True))
        return all(_fits(a, b) for a, b in places) and any(_moves(a, b) for a, b in places)
    except Exception:
        return False


def _places(call: Call) -> list[Any]:
    arguments, keywords = call
    return [*arguments, *keywords.values()]


def _pairs(one: object, other: object) -> Iterator[tuple[Any, Any]]:
    """Go through what stands in the same places of two values."""
    if fractions(one) is not None and fractions(other) is not None:
        yield one, other
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        if list(one) != list(other):
            raise ValueError("other keys")
        for key in one:
            yield from _pairs(one[key], other[key])
    elif isinstance(one, (list, tuple)) and type(one) is type(other):
        if len(one) != len(other):
            raise ValueError("other lengths")
        for a, b in zip(one, other, strict=True):
            yield from _pairs(a, b)
    else:
        yield one, other


def _fits(one: object, other: object) -> bool:
    for a, b in _pairs(one, other):
        first, second = fractions(a), fractions(b)
        if first is not None and second is not None:
            if (
                first.shape != second.shape
                or type(a) is not type(b)
                or not np.isfinite([first, second]).all()
            ):
                return False
        elif isinstance(a, float) and isinstance(b, float):
            if not np.isfinite([a, b]).all():
                return False
        elif not _equal(a, b):
            return False
    return True


def _moves(one: object, other: object) -> bool:
    return any(not _equal(a, b) for a, b in _pairs(one, other))


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return type(a) is type(b) and np.array_equal(a, b)
    return type(a) is type(b) and bool(a == b)


def _mixed(start: Call, end: Call, t: float) -> Call:
    """Return the point at the share t of the way."""
    arguments = tuple(_mix(a, b, t) for a, b in zip(start[0], end[0], strict=True))
    return arguments, {name: _mix(value, end[1][name], t) for name, value in start[1].items()}


def _mix(one: Any, other: Any, t: float) -> Any:
    first, second = fractions(one), fractions(other)
    if first is not None and second is not None:
        return _like(one, (1 - t) * first + t * second)
    if isinstance(one, Mapping):
        return {key: _mix(one[key], other[key], t) for key in one}
    if isinstance(one, (list, tuple)):
        return type(one)(_mix(a, b, t) for a, b in zip(one, other, strict=True))
    return (1 - t) * one + t * other if isinstance(one, float) else copy.deepcopy(one)
