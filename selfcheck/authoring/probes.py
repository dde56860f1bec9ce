"""Probes: kinds of mistakes that no check may let pass, each made of the task's own right answer.

    PROBES   the kinds; each spoils a right answer in one way, whatever the task
    survey   a task -> how each probe fares: noticed, without effect, or a hole
    render   the table of tasks and probes

A known mistake is one wrong function. A probe is a kind: "reckons in single precision" spoils the right
answer of every task that takes or gives numbers. Where a probe changes nothing that may be asked (the task
takes no numbers, or its text excludes such an input), a reason stands in probes.toml beside the tasks.
"""

import importlib.util
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from selfcheck.exercise import Answer, Exercise, Unit, plainly
from selfcheck.trial import sheets

SEEDS = ("practice", "graded")
LABELS = ("y", "yhat", "labels", "classes", "positive", "majority", "y_new", "examples")


EMPTY = (("classes", "labels"), ("positive", "y"), ("classes", "y_new"))  # which are named, and which occur
CONTAINERS = (list, dict, set, np.ndarray)
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


@dataclass(frozen=True)
class Found:
    """How a task treats a probe: "noticed", "nothing to spoil" or "hole"."""

    task: str
    probe: str
    status: str


def survey(exercise: Exercise) -> Iterator[Found]:
    """Put every probe to a task."""
    drawn = sheets(exercise, SEEDS)
    calls = [
        ((*case.arguments, *case.keywords.values()), expected.value)
        for case, expected in zip(drawn[0].cases, drawn[0].expected, strict=True)
        if case.ask is plainly and case not in drawn[0].probing
    ]
    for probe in PROBES:
        if not any(probe.touches(exercise, values, result) for values, result in calls):
            yield Found(exercise.name, probe.name, "nothing to spoil")
            continue
        noticed = all(
            any(not result.passed for result in sheet.try_out(probe.spoil(exercise))) for sheet in drawn
        )
        yield Found(exercise.name, probe.name, "noticed" if noticed else "hole")


def explained(package: str) -> dict[str, dict[str, str]]:
    """Return the reasons by task and probe, from probes.toml in the folder of a unit's package."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        return {}
    path = Path(found.submodule_search_locations[0]) / "probes.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def open_ends(unit: Unit, reasons: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Go through holes without a reason, and reasons where there is no hole."""
    for exercise in unit.exercises:
        for found in survey(exercise):
            reason = reasons.get(exercise.name, {}).get(found.probe)
            if found.status == "hole" and reason is None:
                yield f"{unit.name}.{exercise.name}: no input notices {found.probe!r}"
            if found.status != "hole" and reason is not None:
                yield f"{unit.name}.{exercise.name}: {found.probe!r} has a reason, but is {found.status}"


def render(units: Sequence[Unit], reasons: Mapping[str, Mapping[str, Mapping[str, str]]]) -> str:
    """Return the table as Markdown: + noticed, . nothing to spoil, r a reason is given, ! a hole."""
    names = [probe.name for probe in PROBES]
    lines = ["| task | " + " | ".join(names) + " |", "|---|" + ":-:|" * len(names)]
    why = []
    for unit in units:
        for exercise in unit.exercises:
            signs = []
            for found in survey(exercise):
                reason = reasons.get(unit.name, {}).get(exercise.name, {}).get(found.probe, "")
                sign = {"noticed": "+", "nothing to spoil": ".", "hole": "r" if reason else "!"}[found.status]
                signs.append(sign)
                if sign == "r":
                    why.append(f"- {unit.name}.{exercise.name}, {found.probe}: {reason}")
            lines.append(f"| {unit.name}.{exercise.name} | " + " | ".join(signs) + " |")
    legend = [f"- *{probe.name}*: {probe.what}" for probe in PROBES]
    return "\n".join([*lines, "", *legend, "", *why]).strip()


# ------------------------------------------------------------------ what spoils a value


def _each(change: Callable[[Any], Any], value: object) -> Any:
    """Return a value with every number, text or array in it changed; functions and the like stay."""
    if isinstance(value, Mapping):
        return {key: _each(change, inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)) and not (value and all(map(_is_leaf, value))):
        return type(value)(_each(change, inner) for inner in value)
    if isinstance(value, (list, tuple)):
        return type(value)(change(inner) for inner in value)
    return change(value)


def _is_leaf(value: object) -> bool:
    return isinstance(value, (int, float, str, bool, np.generic))


def _narrow(dtype: Any) -> Callable[[Any], Any]:
    def change(value: Any) -> Any:
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            with np.errstate(all="ignore"):
                return value.astype(dtype).astype(float)
        if isinstance(value, (float, np.floating)):
            with np.errstate(all="ignore"):
                return float(dtype(value))
        return value

    return change


def _tiny_is_nothing(value: object) -> Any:
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return np.where(np.abs(value) < 1e-8, 0.0, value)
    return 0.0 if isinstance(value, (float, np.floating)) and abs(float(value)) < 1e-8 else value


def _square(value: object) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 2 and 1 < value.shape[0] == value.shape[1]


def _transposed_if_square(value: Any) -> Any:
    return value.T.copy() if _square(value) else value


def _with_arguments(change: Callable[[Any], Any]) -> Callable[[Exercise], Answer]:
    """Spoil what comes in."""

    def spoil(exercise: Exercise) -> Answer:
        def spoilt(*arguments: object, **keywords: object) -> Any:
            return exercise.reference(
                *(_each(change, value) for value in arguments),
                **{name: _each(change, value) for name, value in keywords.items()},
            )

        return spoilt

    return spoil


def _with_result(change: Callable[[Any], Any]) -> Callable[[Exercise], Answer]:
    """Spoil what goes out."""

    def spoil(exercise: Exercise) -> Answer:
        def spoilt(*arguments: object, **keywords: object) -> Any:
            return _each(change, exercise.reference(*arguments, **keywords))

        return spoilt

    return spoil


# ------------------------------------------------------------------ what is kept between calls


def _key(value: object) -> Any:
    if isinstance(value, Mapping):
        named = all(isinstance(key, str) for key in value)
        return tuple(sorted((key, _key(inner)) for key, inner in value.items())) if named else len(value)
    if isinstance(value, (list, tuple)):
        return len(value)
    if isinstance(value, (str, set)):
        return len(value)
    return value.shape if isinstance(value, np.ndarray) else repr(value)


def _keeps(key: Callable[..., Any]) -> Callable[[Exercise], Answer]:
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


# ------------------------------------------------------------------ what certain inputs do


def _breaks(on: Callable[[Exercise, Sequence[Any]], bool]) -> Callable[[Exercise], Answer]:
    """Break off on certain inputs, as code does that was not made for them."""

    def spoil(exercise: Exercise) -> Answer:
        def spoilt(*arguments: object, **keywords: object) -> Any:
            if on(exercise, (*arguments, *keywords.values())):
                raise AttributeError("not made for this")
            return exercise.reference(*arguments, **keywords)

        return spoilt

    return spoil


def _a_list(exercise: Exercise, values: Sequence[object]) -> bool:
    return any(isinstance(value, list) for value in values)


def _an_array(exercise: Exercise, values: Sequence[object]) -> bool:
    return any(isinstance(value, np.ndarray) for value in values)


def _named(exercise: Exercise, values: Sequence[object]) -> Iterator[tuple[str, Any]]:
    yield from zip(exercise.arguments, values, strict=False)
    for value in values:
        if isinstance(value, Mapping) and "classes" in value:
            yield "classes", value["classes"]


def _one_class(exercise: Exercise, values: Sequence[object]) -> bool:
    """Whether the labels are all the same."""
    for name, value in _named(exercise, values):
        if name in ("y", "labels", "classes") and isinstance(value, (list, tuple, np.ndarray)):
            labels = np.ravel(np.asarray(value)).tolist()
            if labels and len(set(labels)) == 1:
                return True
        if name == "examples" and value and len({label for _, label in value}) == 1:
            return True
    return False


def _empty_class(exercise: Exercise, values: Sequence[object]) -> bool:
    """Whether a class that is named has no examples."""
    named = dict(_named(exercise, values))
    for wanted, given in EMPTY:
        if wanted in named and given in named:
            there = set(np.ravel(np.asarray(named[given])).tolist())
            if not set(np.ravel(np.asarray(named[wanted])).tolist()) <= there:
                return True
    return False


def _names_classes(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    named = dict(_named(exercise, values))
    return any(wanted in named and given in named for wanted, given in EMPTY)


def _labels_as_text(exercise: Exercise) -> Answer:
    """Compare labels as text: 1 and 1.0 differ then, and 10 comes before 9."""
    return _labels_cast(exercise, str)


def _labels_cut(exercise: Exercise) -> Answer:
    """Cut labels that are numbers to whole ones, and texts to their first letter."""
    return _labels_cast(exercise, lambda label: label[:1] if isinstance(label, str) else int(label))


def _labels_cast(exercise: Exercise, cast: Callable[[Any], Any]) -> Answer:
    def spoilt(*arguments: Any, **keywords: Any) -> Any:
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


def _each_label(change: Callable[[Any], Any], value: object) -> Any:
    if isinstance(value, Mapping):
        return {_hashed(change, key): _each_label(change, inner) for key, inner in value.items()}
    if isinstance(value, np.ndarray) and value.dtype.kind in "iufUO" and value.ndim == 1:
        return np.array([change(inner) for inner in value.tolist()])
    if isinstance(value, (list, tuple)):
        return type(value)(_each_label(change, inner) for inner in value)
    return change(value.item() if isinstance(value, np.generic) else value) if _is_leaf(value) else value


def _hashed(change: Callable[[Any], Any], key: object) -> Any:
    return (
        (change(key[0]), *key[1:])
        if isinstance(key, tuple) and key
        else change(key)
        if _is_leaf(key)
        else key
    )


# ------------------------------------------------------------------ what there is to spoil


def _takes(test: Callable[[Any], bool]) -> Touches:
    def touches(exercise: Exercise, values: Sequence[object], result: object) -> bool:
        return any(map(test, _leaves(values)))

    return touches


def _gives(test: Callable[[Any], bool]) -> Touches:
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


def _is_float(value: object) -> bool:
    fractions = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return isinstance(value, (float, np.floating)) or fractions


def _is_table(value: object) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 2


def _is_array(value: object) -> bool:
    return isinstance(value, np.ndarray)


def _takes_labels(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return any(name in LABELS for name, _ in _named(exercise, values))


def _looks_at_labels(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    """Whether the result is another one if all labels are the same."""
    if not _takes_labels(exercise, values, result):
        return False
    try:
        return exercise.compare(result, _labels_cast(exercise, lambda label: 0)(*values)) is not None
    except Exception:  # without its labels the input makes no sense
        return True


def _shows_lists(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    return bool(exercise.lists)


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


PROBES: tuple[Probe, ...] = (
    Probe(
        "single precision",
        "numbers that come in are cut to float32",
        _with_arguments(_narrow(np.float32)),
        _takes(_is_float),
    ),
    Probe(
        "half precision",
        "numbers that come in are cut to float16",
        _with_arguments(_narrow(np.float16)),
        _takes(_is_float),
    ),
    Probe(
        "rounded",
        "numbers that go out are rounded to six digits after the point",
        _with_result(lambda value: np.round(value, 6) if _is_float(value) else value),
        _gives(_is_float),
    ),
    Probe(
        "tiny is nothing",
        "numbers below 1e-8 are taken for 0",
        _with_arguments(_tiny_is_nothing),
        _takes(_is_float),
    ),
    Probe(
        "labels as text",
        "labels are cast to text before they are compared",
        _labels_as_text,
        _looks_at_labels,
    ),
    Probe("labels cut", "labels are cast to int, or cut to one letter", _labels_cut, _looks_at_labels),
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
    Probe(
        "wrong axis if square",
        "a square array is taken the wrong way round",
        _with_arguments(_transposed_if_square),
        _takes(_is_table),
    ),
    Probe("no lists", "breaks where the task shows a list, and a list comes", _breaks(_a_list), _shows_lists),
    Probe("no arrays", "breaks where an argument is an array", _breaks(_an_array), _takes(_is_array)),
    Probe("one class", "breaks where all labels are the same", _breaks(_one_class), _takes_labels),
    Probe("empty class", "breaks where a class has no examples", _breaks(_empty_class), _names_classes),
)
