"""What a probe is, and what most of them are made of: a change of what comes in, or of what goes out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from selfcheck.exercise import Answer, Change, Exercise

Touches = Callable[[Exercise, Sequence[Any], Any], bool]


@dataclass(frozen=True)
class Probe:
    """A kind of mistake: its name, what it does in words, and how it spoils a right answer.

    `touches(exercise, arguments, result)` says whether it can have an effect at all on such a call.
    """

    name: str
    what: str
    spoil: Callable[[Exercise], Answer]
    touches: Touches


def with_arguments(change: Change) -> Callable[[Exercise], Answer]:
    """Spoil what comes in."""

    def spoil(exercise: Exercise) -> Answer:
        def spoilt(*arguments: object, **keywords: object) -> Any:
            return exercise.reference(
                *(each(change, value) for value in arguments),
                **{name: each(change, value) for name, value in keywords.items()},
            )

        return spoilt

    return spoil


def with_result(change: Change) -> Callable[[Exercise], Answer]:
    """Spoil what goes out."""

    def spoil(exercise: Exercise) -> Answer:
        def spoilt(*arguments: object, **keywords: object) -> Any:
            return each(change, exercise.reference(*arguments, **keywords))

        return spoilt

    return spoil


def breaks(on: Callable[[Exercise, Sequence[Any]], bool]) -> Callable[[Exercise], Answer]:
    """Break off on certain inputs, as code does that was not made for them."""

    def spoil(exercise: Exercise) -> Answer:
        def spoilt(*arguments: object, **keywords: object) -> Any:
            if on(exercise, (*arguments, *keywords.values())):
                raise AttributeError("not made for this")
            return exercise.reference(*arguments, **keywords)

        return spoilt

    return spoil


def each(change: Change, value: object) -> Any:
    """Return a value with every number, text or array in it changed; functions and the like stay."""
    if isinstance(value, Mapping):
        return {key: each(change, inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)) and not (value and all(map(is_leaf, value))):
        return type(value)(each(change, inner) for inner in value)
    if isinstance(value, (list, tuple)):
        return type(value)(change(inner) for inner in value)
    return change(value)


def is_leaf(value: object) -> bool:
    """Return whether a value is a single number or text."""
    return isinstance(value, (int, float, str, bool, np.generic))


def takes(test: Callable[[Any], bool]) -> Touches:
    """Touch what is given something of a kind."""

    def touches(exercise: Exercise, values: Sequence[object], result: object) -> bool:
        return any(map(test, _leaves(values)))

    return touches


def gives(test: Callable[[Any], bool]) -> Touches:
    """Touch what gives something of a kind."""

    def touches(exercise: Exercise, values: Sequence[object], result: object) -> bool:
        return any(map(test, _leaves(result)))

    return touches


def _leaves(value: object) -> Iterator[Any]:
    """Go through the arrays and single values that a value is made of."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value
