"""Results that are kept between calls, or given in an object that another call has as well."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from selfcheck.authoring.probes.probe import Probe
from selfcheck.exercise import Answer, Exercise

CONTAINERS = (list, dict, set, np.ndarray)


def _keeps(key: Answer) -> Callable[[Exercise], Answer]:
    """Keep each result under a key, and give it again."""

    def spoil(exercise: Exercise) -> Answer:
        kept: dict[Any, Any] = {}

        def spoilt(*arguments: object, **keywords: object) -> Any:
            values = (*arguments, *keywords.values())
            name = key(*values)
            if name not in kept:  # the arguments as well: an identity is not given to another object then
                kept[name] = exercise.reference(*arguments, **keywords), values
            return kept[name][0]

        return spoilt

    return spoil


def _key(value: object) -> Any:
    if isinstance(value, Mapping):
        named = all(isinstance(key, str) for key in value)
        return tuple(sorted((key, _key(inner)) for key, inner in value.items())) if named else len(value)
    if isinstance(value, (list, tuple)):
        return len(value)
    if isinstance(value, (str, set)):
        return len(value)
    return value.shape if isinstance(value, np.ndarray) else repr(value)


def _one_container(exercise: Exercise) -> Answer:
    """Give all results in one and the same object."""
    shared: dict[Any, Any] = {}

    def spoilt(*arguments: object, **keywords: object) -> Any:
        result = exercise.reference(*arguments, **keywords)
        if type(result) is list:
            kept = shared.setdefault(list, result)
            kept[:] = list(result)
            return kept
        if type(result) is dict:
            kept = shared.setdefault(dict, result)
            new = dict(result)
            kept.clear()
            kept.update(new)
            return kept
        if isinstance(result, np.ndarray) and result.ndim:
            kept = shared.setdefault(result.dtype, np.zeros(result.size + 10000, result.dtype))
            if kept.size >= result.size:
                view = kept[: result.size].reshape(result.shape)
                view[...] = result
                return view
        return result

    return spoilt


def _takes_containers(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return any(isinstance(value, (*CONTAINERS, str, tuple)) for value in values)


def _takes_a_container_first(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return bool(values) and isinstance(values[0], CONTAINERS)


def _takes_two(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return len(values) > 1


def _gives_a_container(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return type(result) in (list, dict) or (isinstance(result, np.ndarray) and result.ndim > 0)


def _always(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return True


PROBES = (
    Probe("first result kept", "the first result is given for ever", _keeps(lambda *values: 0), _always),
    Probe(
        "kept by shape",
        "results are kept by the shapes of the arguments",
        _keeps(lambda *values: tuple(map(_key, values))),
        _takes_containers,
    ),
    Probe(
        "kept by identity",
        "results are kept by which object the first argument is",
        _keeps(lambda *values: (id(values[0]), *map(repr, values[1:]))),
        _takes_a_container_first,
    ),
    Probe(
        "kept by first argument",
        "results are kept by the first argument alone",
        _keeps(lambda *values: repr(values[0])),
        _takes_two,
    ),
    Probe(
        "one container",
        "all results are one and the same list, dict or array",
        _one_container,
        _gives_a_container,
    ),
)
