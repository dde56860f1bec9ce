"""Inputs that code was not made for: lists, arrays, zeros, many rows, an argument that is left out."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from selfcheck.authoring.probes.labels import LABELS, named
from selfcheck.authoring.probes.probe import Probe, breaks, takes
from selfcheck.exercise import Answer, Exercise

EIGHT_BITS = 255
LITTLE = 1e-3  # a default below it is a tolerance, or the like


def _a_list(exercise: Exercise, values: Sequence[object]) -> bool:
    return any(isinstance(value, list) for value in values)


def _an_array(exercise: Exercise, values: Sequence[object]) -> bool:
    return any(isinstance(value, np.ndarray) for value in values)


def _is_array(value: object) -> bool:
    return isinstance(value, np.ndarray)


def _shows_lists(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return bool(exercise.lists)


def _two_rows(exercise: Exercise, values: Sequence[Any]) -> bool:
    """Whether the first two arguments are rows of numbers that belong together."""
    two = values[:2]
    rows = [
        (isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind in "iuf" and value.size > 0)
        or (isinstance(value, list) and value and all(isinstance(one, float) for one in value))
        for value in two
    ]
    return len(two) == 2 and all(rows) and exercise.arguments[0] not in LABELS and len(two[0]) == len(two[1])


def _only_zeros(place: int) -> Callable[[Exercise, Sequence[Any]], bool]:
    def found(exercise: Exercise, values: Sequence[Any]) -> bool:
        return _two_rows(exercise, values) and not np.any(values[place])

    return found


def _takes_two_rows(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return _two_rows(exercise, values)


def _many(exercise: Exercise, values: Sequence[Any]) -> bool:
    """Whether there are more examples than eight bits count."""
    return any(name == "y" and np.size(value) > EIGHT_BITS for name, value in named(exercise, values))


def _takes_examples(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return "y" in exercise.arguments


def _other_default(exercise: Exercise) -> Answer:
    """Take something else for what is not given."""
    others = {name: _instead_of(value) for name, value in _defaults(exercise)}

    def spoilt(*arguments: object, **keywords: object) -> Any:
        given = {*exercise.arguments[: len(arguments)], *keywords}
        left_out = {name: other for name, other in others.items() if name not in given}
        return exercise.reference(*arguments, **keywords, **left_out)

    return spoilt


def _defaults(exercise: Exercise) -> list[tuple[str, Any]]:
    parameters = inspect.signature(exercise.reference).parameters
    return [
        (name, parameters[name].default)
        for name in exercise.arguments
        if name in parameters and parameters[name].default is not inspect.Parameter.empty
    ]


def _instead_of(default: object) -> Any:
    if isinstance(default, bool):
        return not default
    if isinstance(default, (int, float)):
        return default * 1000 if 0 < default < LITTLE else default + 0.5
    return ("the", "a") if default == () else default


def _has_defaults(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return bool(_defaults(exercise))


PROBES = (
    Probe("no lists", "breaks where the task shows a list, and a list comes", breaks(_a_list), _shows_lists),
    Probe("no arrays", "breaks where an argument is an array", breaks(_an_array), takes(_is_array)),
    *(
        Probe(
            f"zeros in the {which}",
            f"breaks where the {which} of two rows of numbers holds zeros only",
            breaks(_only_zeros(place)),
            _takes_two_rows,
        )
        for place, which in enumerate(("first", "second"))
    ),
    Probe("eight bits", "breaks where there are more than 255 examples", breaks(_many), _takes_examples),
    Probe("another default", "what is not given has another value", _other_default, _has_defaults),
)
