"""Call after call: an answer that keeps something from one call to the next one is found out here.

    cases   the cases of an exercise -> one more case: several inputs, then the first one again

Single calls do not show it. So the same arguments come back, with other ones in between that differ in one
argument or in all, have the same shape, and are written into the same arrays and lists. What the first call
gave is looked at last: a later call may have written into it.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from selfcheck.attempt import Outcome
from selfcheck.compare import Comparison, Difference, exact
from selfcheck.exercise import Answer, Case, plainly

NAME = "one call after the other"
SHOWN = "several calls, one after the other, and at the end the first one again"
MOST_CALLS = 6
MOST_VALUES = 600  # in the arguments of one call

Call = tuple[tuple[Any, ...], dict[str, Any]]
_same = exact()


@dataclass(frozen=True)
class Usable:
    """A case that may be asked again, and the value that the right answer gives."""

    case: Case
    value: Any
    family: int

    @property
    def call(self) -> Call:
        """The arguments."""
        return self.case.arguments, dict(self.case.keywords)


def cases(
    usable: Sequence[Usable],
    compare: Comparison,
    ask: Callable[[Case], Outcome],
    agreed: Callable[[Case, Any], bool],
) -> Iterator[Case]:
    """Yield the case that asks several times; nothing if no two inputs go together.

    `ask` puts a case to the right answer; `agreed` says whether all other right answers give the same.
    """
    for first, second in _pairs(usable):
        calls, values = [first.call], [first.value]
        for candidates in _varied(first.call, second.call):
            for between in candidates:
                outcome = ask(Case("", *between))
                if outcome.status != "value" or outcome.changed or not _differs(outcome.value, first.value):
                    continue
                if agreed(Case("", *between), outcome.value):
                    calls.append(between)
                    values.append(outcome.value)
                    break
        calls = [*calls[: MOST_CALLS - 2], second.call, first.call]
        case = Case(NAME, tuple(calls), ask=one_after_the_other, shown=SHOWN, compare=Each(compare))
        outcome = ask(case)
        expected = [*values[: MOST_CALLS - 2], second.value, first.value, first.value]
        if outcome.status == "value" and Each(compare)(expected, outcome.value) is None:
            yield case
            return


def one_after_the_other(answer: Answer, *calls: Call) -> list[Any]:
    """Ask for all calls, each in the arrays and lists of the one before where they fit.

    Before the last call, what the first gave is looked at once more.
    """
    arguments, keywords = copy.deepcopy(calls[0])
    first = answer(*arguments, **keywords)
    results = [_copied(first)]
    for place, call in enumerate(calls[1:], 2):
        if place == len(calls):
            results.append(_copied(first))
        wanted, named = copy.deepcopy(call)
        arguments = tuple(_written(old, new) for old, new in zip(arguments, wanted, strict=True))
        keywords = {name: _written(keywords.get(name), new) for name, new in named.items()}
        results.append(_copied(answer(*arguments, **keywords)))
    return results


def _copied(result: object) -> Any:
    try:
        return copy.deepcopy(result)
    except Exception:  # an iterator, something of another process: it is looked at as it is
        return result


@dataclass(frozen=True)
class Each:
    """The comparison of several results, one by one."""

    compare: Comparison

    def __call__(self, expected: Any, got: Any) -> Difference | None:
        """Return the first difference, with its place."""
        for place, (one, other) in enumerate(zip(expected, got, strict=True)):
            found = self.compare(one, other)
            if found is not None:
                return Difference(f"[{place}]{found.path}", found.expected, found.got, found.why)
        return None


def _written(old: Any, new: Any) -> Any:
    """Write new values into the old container, if they fit; else return the new one."""
    if type(old) is not type(new):
        return new
    if isinstance(old, np.ndarray):
        if old.shape != new.shape or old.dtype != new.dtype:
            return new
        old[...] = new
    elif isinstance(old, list):
        old[:] = new
    elif isinstance(old, (dict, set)):
        old.clear()
        old.update(new)
    else:
        return new
    return old


def _pairs(usable: Sequence[Usable]) -> Iterator[tuple[Usable, Usable]]:
    """Go through two inputs with different results: of the same shapes first, small first."""
    fitting = [
        (
            _form(one.call) != _form(other.call),
            not _has_container(one.call),
            one.family != other.family,
            place,
            one,
            other,
        )
        for place, one in enumerate(small(usable))
        for other in small(usable)[place + 1 :]
        if len(one.case.arguments) == len(other.case.arguments)
        and one.case.keywords.keys() == other.case.keywords.keys()
        and _differs(one.value, other.value)
    ]
    fitting.sort(key=lambda pair: pair[:4])
    for *_, one, other in fitting[:4]:
        yield one, other


def small(usable: Sequence[Usable]) -> list[Usable]:
    """Return the inputs that are not large, the smallest first."""
    sizes = [(_size(one.call), place) for place, one in enumerate(usable)]
    return [usable[place] for size, place in sorted(sizes) if size <= MOST_VALUES]


def _varied(first: Call, second: Call) -> Iterator[Iterator[Call]]:
    """Go through the arguments: for each the first call with another value in that place only."""
    (arguments, keywords), (others, named) = first, second
    for place in range(len(arguments)):
        yield (
            ((*arguments[:place], other, *arguments[place + 1 :]), keywords)
            for other in _instead(arguments[place], others[place])
        )
    for name in keywords:
        yield ((arguments, {**keywords, name: other}) for other in _instead(keywords[name], named[name]))


def _instead(value: object, other: object) -> Iterator[Any]:
    """Go through what may stand in the place of a value: the same in another order, or another's."""
    for turned in (_backwards(value, 0), _backwards(value, 1), _first_as_last(value)):
        if _differs(value, turned):
            yield turned
    if _differs(value, other) and _form(value) == _form(other):
        yield other


def _first_as_last(value: object) -> Any:
    if (isinstance(value, np.ndarray) and value.ndim and len(value) > 1) or (
        isinstance(value, list) and len(value) > 1
    ):
        changed = copy.deepcopy(value)
        changed[0] = copy.deepcopy(changed[-1])
        return changed
    return value


def _backwards(value: object, axis: int) -> Any:
    """Return a value of the same form with its entries in another order."""
    if isinstance(value, np.ndarray):
        return np.flip(value, axis).copy() if value.ndim > axis else value
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            kept = ("classes", "y", "X")
            return {key: inner if key in kept else _backwards(inner, axis) for key, inner in value.items()}
        return dict(zip(value, list(value.values())[::-1], strict=True))
    if isinstance(value, list) and value and isinstance(value[0], np.ndarray):
        return [_backwards(inner, axis) for inner in value]
    return value[::-1] if isinstance(value, (list, tuple, str)) and axis == 0 else value


def _differs(one: object, other: object) -> bool:
    try:
        return one is not other and _same(one, other) is not None
    except Exception:  # what cannot be compared is not used
        return False


def _form(value: object) -> Any:
    """Return what two values have in common that fit into the same place."""
    if isinstance(value, np.ndarray):
        return "array", value.shape, value.dtype.kind
    if isinstance(value, (list, tuple)):
        return type(value).__name__, tuple(map(_form, value))
    if isinstance(value, Mapping):
        named = all(isinstance(key, str) for key in value)
        return "dict", tuple((key, _form(value[key])) for key in sorted(value)) if named else len(value)
    return "number" if isinstance(value, (int, float)) else type(value).__name__


def _has_container(call: Call) -> bool:
    """Whether there is something that can be written into, and nothing is empty."""
    containers = [value for value in call[0] if isinstance(value, (list, dict, set, np.ndarray))]
    return bool(containers) and all(_size(value) for value in containers)


def _size(value: object) -> int:
    if isinstance(value, np.ndarray):
        return int(value.size)
    if isinstance(value, Mapping):
        return sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, (list, tuple)) else 1


def repeatable(case: Case) -> bool:
    """Whether a case is one plain call whose arguments tell all."""
    values = (*case.arguments, *case.keywords.values())
    return (
        case.ask is plainly
        and case.compare is None
        and not any(isinstance(value, np.random.Generator) for value in values)
    )
