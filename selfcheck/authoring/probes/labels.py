"""Labels that are taken for something else, and classes of which there are none or only one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from selfcheck.authoring.probes.probe import Probe, breaks, is_leaf
from selfcheck.exercise import Answer, Change, Exercise

LABELS = ("y", "yhat", "labels", "classes", "positive", "majority", "y_new", "examples")
EMPTY = (("classes", "labels"), ("positive", "y"), ("classes", "y_new"))  # which are named, and which occur


def _labels_as_text(exercise: Exercise) -> Answer:
    """Compare labels as text: 1 and 1.0 differ then, and 10 comes before 9."""
    return _labels_cast(exercise, str)


def _labels_cut(exercise: Exercise) -> Answer:
    """Cut labels that are numbers to whole ones, and texts to their first letter."""
    return _labels_cast(exercise, lambda label: label[:1] if isinstance(label, str) else int(label))


def _labels_cast(exercise: Exercise, cast: Change) -> Answer:
    def spoilt(*arguments: object, **keywords: object) -> Any:
        back: dict[Any, Any] = {}

        def changed(value: object) -> Any:
            if isinstance(value, np.ndarray):
                return np.array([changed(inner) for inner in value.tolist()]) if value.ndim else value
            if isinstance(value, (list, tuple)):
                return type(value)(changed(inner) for inner in value)
            if isinstance(value, (str, int, float)) and not isinstance(value, bool):
                same = cast(value)
                back[same] = min(back.get(same, value), value)
                return same
            return value

        def of(name: str, value: Any) -> Any:
            if name == "examples":
                return [(x, changed(label)) for x, label in value]
            if isinstance(value, Mapping):
                return {
                    key: changed(inner) if key in ("classes", "y") else inner for key, inner in value.items()
                }
            return changed(value) if name in LABELS else value

        names = exercise.arguments
        cast_ones = [of(name, value) for name, value in zip(names, arguments, strict=False)]
        result = exercise.reference(*cast_ones, **{name: of(name, value) for name, value in keywords.items()})
        return _each_label(lambda label: back.get(label, label), result)

    return spoilt


def _each_label(change: Change, value: object) -> Any:
    if isinstance(value, Mapping):
        return {_hashed(change, key): _each_label(change, inner) for key, inner in value.items()}
    if isinstance(value, np.ndarray) and value.dtype.kind in "iufUO" and value.ndim == 1:
        return np.array([change(inner) for inner in value.tolist()])
    if isinstance(value, (list, tuple)):
        return type(value)(_each_label(change, inner) for inner in value)
    return change(value.item() if isinstance(value, np.generic) else value) if is_leaf(value) else value


def _hashed(change: Change, key: object) -> Any:
    if isinstance(key, tuple) and key:
        return (change(key[0]), *key[1:])
    return change(key) if is_leaf(key) else key


def _one_class(exercise: Exercise, values: Sequence[object]) -> bool:
    """Whether the labels are all the same."""
    for name, value in named(exercise, values):
        if name in ("y", "labels", "classes") and isinstance(value, (list, tuple, np.ndarray)):
            labels = np.ravel(np.asarray(value)).tolist()
            if labels and len(set(labels)) == 1:
                return True
        if name == "examples" and value and len({label for _, label in value}) == 1:
            return True
    return False


def _empty_class(exercise: Exercise, values: Sequence[object]) -> bool:
    """Whether a class that is named has no examples."""
    known = dict(named(exercise, values))
    for classes, labels in EMPTY:
        if classes in known and labels in known:
            occur = set(np.ravel(np.asarray(known[labels])).tolist())
            if not set(np.ravel(np.asarray(known[classes])).tolist()) <= occur:
                return True
    return False


def named(exercise: Exercise, values: Sequence[object]) -> Iterator[tuple[str, Any]]:
    """Go through the arguments by name, and the classes of a model among them."""
    yield from zip(exercise.arguments, values, strict=False)
    for value in values:
        if isinstance(value, Mapping) and "classes" in value:
            yield "classes", value["classes"]


def _takes_labels(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return any(name in LABELS for name, _ in named(exercise, values))


def _looks_at_labels(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    """Whether the result is another one if all labels are the same."""
    if not _takes_labels(exercise, values, result):
        return False
    try:
        return exercise.compare(result, _labels_cast(exercise, lambda label: 0)(*values)) is not None
    except Exception:  # without its labels the input makes no sense
        return True


def _names_classes(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    known = dict(named(exercise, values))
    return any(classes in known and labels in known for classes, labels in EMPTY)


def _classes_sorted(exercise: Exercise) -> Answer:
    """Take the classes in sorted order, whatever order they are given in."""
    return lambda *arguments, **keywords: exercise.reference(
        *(
            np.sort(value) if name == "classes" else value
            for name, value in zip(exercise.arguments, arguments, strict=False)
        ),
        **keywords,
    )


def _orders_classes(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    """Whether the order of the classes is an argument; those of a model are sorted when it is learnt."""
    return "classes" in exercise.arguments


PROBES = (
    Probe(
        "labels as text",
        "labels are cast to text before they are compared",
        _labels_as_text,
        _looks_at_labels,
    ),
    Probe("labels cut", "labels are cast to int, or cut to one letter", _labels_cut, _looks_at_labels),
    Probe("classes sorted", "the classes are sorted first", _classes_sorted, _orders_classes),
    Probe("one class", "breaks where all labels are the same", breaks(_one_class), _takes_labels),
    Probe("empty class", "breaks where a class has no examples", breaks(_empty_class), _names_classes),
)
