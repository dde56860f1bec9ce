"""Inputs in the corners, made of a task's own: whatever the task, somebody's code breaks there.

    cases   the cases of an exercise -> one for each corner that its right answers agree on

One class only, as many rows as columns, labels that no type but their own keeps apart, numbers that are tiny
and not zero. An input that the task does not mean is recognised by its right answers: one of them raises an
error, or they differ.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from selfcheck.again import Call, Usable, small
from selfcheck.attempt import Outcome
from selfcheck.between import fractions
from selfcheck.exercise import Case

LABELS = ("y", "yhat", "labels", "classes", "positive", "majority", "y_new", "examples", "w")
TINY = 1e-10
MOST_TRIED = 8

Names = Sequence[str]


def as_lists(lists: Names) -> "Corner":
    """Return the corner of arguments that come as lists, because the task's text shows them so."""

    def made(names: Names, call: Call) -> Iterator[Call]:
        def change(name: str, value: object) -> Any:
            return value.tolist() if name in lists and isinstance(value, np.ndarray) else value

        if any(name in lists and isinstance(value, np.ndarray) for name, value in _named(names, call)):
            yield _with(call, change, names)

    return Corner("lists, as the task shows them", LISTS_QUESTION, made)


LISTS_QUESTION = "The task's example shows a list. What can an array do that a list cannot?"


@dataclass(frozen=True)
class Corner:
    """A kind of input: how it is made of another, and what to ask where an answer fails on it."""

    name: str
    question: str
    made: Callable[[Names, Call], Iterator[Call]]
    spoilt: Callable[[Call], Call] | None = None  # on what is made so, the right answer must differ from that
    only_scaled: bool = False  # what is made so must leave the right answer as it was, but for its size
    labels: tuple[
        Any, ...
    ] = ()  # where a result holds labels, it must hold another one than the first of these


def cases(
    names: Names,
    lists: Names,
    usable: Sequence[Usable],
    ask: Callable[[Case], Outcome],
    agreed: Callable[[Case, Any], bool],
    same: Callable[[Case, Any, Any], bool],
) -> Iterator[Case]:
    """Yield the smallest case of each corner, if there is one."""
    for corner in (*CORNERS, as_lists(lists)):
        tried = 0
        for one, case in _made(corner, names, usable):
            tried += 1
            outcome = ask(case)
            if outcome.status == "value" and not outcome.changed and agreed(case, outcome.value):
                if corner.spoilt is not None:
                    other = ask(Case("", *corner.spoilt((case.arguments, dict(case.keywords)))))
                    if other.status == "value" and same(case, outcome.value, other.value):
                        continue
                if corner.only_scaled and not only_scaled(one.value, outcome.value, partial(same, case)):
                    continue
                if not set(_singles(outcome.value)).isdisjoint(corner.labels[:1]) and set(
                    _singles(outcome.value)
                ).isdisjoint(corner.labels[1:]):
                    continue
                yield case
                break
            if tried >= MOST_TRIED:
                break


def _singles(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _singles([key, inner])
    elif _is_row(value):
        for inner in value:
            yield from _singles(inner)
    elif isinstance(value, (str, int, float, np.generic)):
        yield value.item() if isinstance(value, np.generic) else value


def _made(corner: Corner, names: Names, usable: Sequence[Usable]) -> Iterator[tuple[Usable, Case]]:
    for one in small(usable):
        try:
            calls = list(corner.made(names, one.call))
        except Exception:  # an input of a kind that cannot be changed like that
            continue
        for arguments, keywords in calls:
            yield one, Case(corner.name, arguments, keywords, question=corner.question)


def _named(names: Names, call: Call) -> list[tuple[str, Any]]:
    arguments, keywords = call
    return [*zip(names, arguments, strict=False), *keywords.items()]


def _with(call: Call, change: Callable[[str, Any], Any], names: Names) -> Call:
    arguments, keywords = call
    changed = tuple(change(name, value) for name, value in zip(names, arguments, strict=False))
    return changed, {name: change(name, value) for name, value in keywords.items()}


# ------------------------------------------------------------------ one class


def _one_class(names: Names, call: Call) -> Iterator[Call]:
    """Give every example the first label; leave a model only its first class."""

    def change(name: str, value: Any) -> Any:
        if isinstance(value, Mapping) and "classes" in value:
            return _first_class(value)
        if name in ("y", "labels") and _is_row(value) and len(value):
            return _like(value, [value[0]] * len(value))
        if name == "classes" and _is_row(value):
            return value[:1]
        if name == "examples" and value:
            return [(x, value[0][1]) for x, _ in value]
        return value

    if any(_is_affected(name, value) for name, value in _named(names, call)):
        yield _with(call, change, names)


def _is_affected(name: str, value: object) -> bool:
    return name in ("y", "labels", "examples", "classes") or (
        isinstance(value, Mapping) and "classes" in value
    )


def _first_class(model: Mapping[str, Any]) -> dict[str, Any]:
    K = len(model["classes"])

    def cut(key: str, value: Any) -> Any:
        if key == "y":
            return _like(value, [model["classes"][0]] * len(value))
        if key == "X":
            return value
        if key == "prior":
            return _like(value, [1.0])
        if isinstance(value, list) and value and isinstance(value[0], (np.ndarray, list)):
            return [inner[:1] for inner in value]
        return value[:1] if _is_row(value) and len(value) == K else value

    return {key: cut(key, value) for key, value in model.items()}


# ------------------------------------------------------------------ as many rows as columns


def _square(names: Names, call: Call) -> Iterator[Call]:
    """Take as many rows of a table as it has columns, and of all that goes with its rows."""
    tables = [value for _, value in _named(names, call) if isinstance(value, np.ndarray) and value.ndim == 2]
    tables += [
        inner
        for _, value in _named(names, call)
        if isinstance(value, Mapping)
        for key, inner in value.items()
        if isinstance(inner, np.ndarray) and inner.ndim == 2 and key == "X"
    ]
    for table in tables:
        rows, columns = table.shape
        if rows and columns > 1:
            kept = np.arange(columns) % rows

            def change(name: str, value: Any, rows: int = rows, kept: Any = kept) -> Any:
                if isinstance(value, Mapping):
                    return {k: change(k, v) if k in ("X", "y") else v for k, v in value.items()}
                return (
                    _like(value, [value[i] for i in kept]) if _is_row(value) and len(value) == rows else value
                )

            yield _with(call, change, names)


def _turned_if_square(call: Call) -> Call:
    def turned(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: turned(inner) for key, inner in value.items()}
        square = isinstance(value, np.ndarray) and value.ndim == 2 and value.shape[0] == value.shape[1]
        return value.T.copy() if square else value

    arguments, keywords = call
    return tuple(map(turned, arguments)), {name: turned(value) for name, value in keywords.items()}


# ------------------------------------------------------------------ labels


def _renamed(new: Sequence[object]) -> Callable[[Names, Call], Iterator[Call]]:
    """Give the labels other names, in the same order."""

    def made(names: Names, call: Call) -> Iterator[Call]:
        found = {label for name, value in _named(names, call) for label in _labels(name, value)}
        if found:
            other = {label: new[place] for place, label in enumerate(sorted(found))}
            yield _with(call, lambda name, value: _relabelled(name, value, other), names)

    return made


def _labels(name: str, value: Any) -> Iterator[Any]:
    if name == "w" and isinstance(value, Mapping):
        yield from value
    elif isinstance(value, Mapping):
        for key in ("classes", "y"):
            yield from _labels(key, value.get(key, ()))
    elif name == "examples":
        for _, label in value:
            yield label
    elif name in LABELS:
        yield from np.ravel(np.asarray(value)).tolist()


def _relabelled(name: str, value: Any, other: Mapping[Any, Any]) -> Any:
    if name == "w" and isinstance(value, Mapping):
        return {other[label]: weight for label, weight in value.items()}
    if isinstance(value, Mapping):
        return {k: _relabelled(k, v, other) if k in ("classes", "y") else v for k, v in value.items()}
    if name == "examples":
        return [(x, other[label]) for x, label in value]
    if name not in LABELS:
        return value
    if isinstance(value, np.ndarray):
        return np.array([other[label] for label in value.ravel().tolist()]).reshape(value.shape)
    return _like(value, [other[label] for label in value]) if _is_row(value) else other[value]


# ------------------------------------------------------------------ tiny numbers


def _tiny(names: Names, call: Call) -> Iterator[Call]:
    """Make an argument tiny, or one column of it, or move nearly all of a distribution to one place."""
    arguments, keywords = call
    if len(arguments) > 1:
        yield tuple(_all_tiny(value) for value in arguments), keywords
    for place, value in enumerate(arguments):
        for changed in _made_tiny(value):
            yield (*arguments[:place], changed, *arguments[place + 1 :]), keywords


def _all_tiny(value: object) -> Any:
    array = fractions(value)
    return value if array is None else _like(value, (array * TINY).tolist())


def _made_tiny(value: object) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            for changed in _made_tiny(inner):
                yield _of_sum_one(value, {**value, key: changed})
    elif isinstance(value, float):
        yield value * TINY
    elif isinstance(value, list) and value and isinstance(value[0], (np.ndarray, list)):
        for place, inner in enumerate(value):
            for changed in _made_tiny(inner):
                yield [*value[:place], changed, *value[place + 1 :]]
    elif (array := fractions(value)) is not None:
        for part in (..., 0, -1) if array.ndim == 1 else (..., (slice(None), 0), (slice(None), -1)):
            scaled = array.copy()
            scaled[part] = scaled[part] * TINY
            if array.ndim == 1 and abs(array.sum() - 1) < 1e-9:
                if scaled.sum() < 0.01:
                    continue
                scaled /= scaled.sum()
            yield _like(value, scaled.tolist())


def _of_sum_one(old: Mapping[Any, Any], new: dict[Any, Any]) -> dict[Any, Any]:
    """A table of probabilities stays one."""
    if all(isinstance(value, float) for value in old.values()) and abs(sum(old.values()) - 1) < 1e-9:
        total = sum(new.values())
        return {key: value / total for key, value in new.items()}
    return new


def _without_tiny(call: Call) -> Call:
    def cut(value: object) -> Any:
        if isinstance(value, Mapping):
            return {key: cut(inner) for key, inner in value.items()}
        if isinstance(value, np.ndarray):
            return np.where(np.abs(value) < 1e-8, 0.0, value) if value.dtype.kind == "f" else value
        if isinstance(value, (list, tuple)):
            return type(value)(map(cut, value))
        return 0.0 if isinstance(value, float) and abs(value) < 1e-8 else value

    arguments, keywords = call
    return tuple(map(cut, arguments)), {name: cut(value) for name, value in keywords.items()}


# ------------------------------------------------------------------ zeros, huge numbers, many rows


def _zeros(place: int) -> Callable[[Names, Call], Iterator[Call]]:
    """Make one of two rows of numbers, which stand in the same place of a formula, all zeros."""

    def made(names: Names, call: Call) -> Iterator[Call]:
        arguments, keywords = call
        two = arguments[:2]
        if len(two) < 2 or not all(map(_is_vector, two)) or names[0] in LABELS or len(two[0]) != len(two[1]):
            return
        if all(np.any(vector) for vector in two):
            zeros = np.zeros_like(two[place])
            yield (*arguments[:place], zeros, *arguments[place + 1 :]), keywords

    return made


def _is_vector(value: object) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind in "iuf"


HUGE = 2.0**60  # a power of two: what is only moved by it is rounded as before
SCALED = ("dists", "X", "Q", "x", "a", "b", "A", "B", "X_train", "weights", "score")


def huge(names: Names, call: Call) -> Iterator[Call]:
    """Measure in a unit that is so small that all numbers are huge."""

    def change(name: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: change(key, inner) for key, inner in value.items()}
        numbers = isinstance(value, np.ndarray) and value.dtype.kind in "iuf"
        return value * HUGE if numbers and name in SCALED else value

    made = _with(call, change, names)
    if any(new is not old for new, old in zip(made[0], call[0], strict=True)):
        yield made


LARGEST = 1e9  # for whoever writes it where infinity is meant


def capped(value: Any) -> Any:
    """Return numbers cut to the largest that somebody thought of."""
    numbers = isinstance(value, np.ndarray) and value.dtype.kind in "iuf"
    return np.clip(value, -LARGEST, LARGEST) if numbers else value


def _capped_call(call: Call) -> Call:
    def change(value: object) -> Any:
        if isinstance(value, Mapping):
            return {key: change(inner) for key, inner in value.items()}
        return capped(value)

    arguments, keywords = call
    return tuple(map(change, arguments)), {name: change(value) for name, value in keywords.items()}


def only_scaled(before: object, after: object, same: Callable[[Any, Any], bool]) -> bool:
    """Whether a right answer is the same in the small unit, or grows as a distance or its square does."""
    if same(before, after):
        return True
    try:
        array = np.asarray(before, dtype=float)
    except (TypeError, ValueError):
        return False
    return any(same(array * factor, after) for factor in (HUGE, HUGE**2))


MANY = 600  # more than eight bits count, for two classes as well
QUADRATIC = ("k", "ks", "order", "folds")  # tasks with these look at all pairs of rows: that would take long


def _many(names: Names, call: Call) -> Iterator[Call]:
    """Repeat all examples, until there are more of each than eight bits count."""
    if "y" not in names or not set(QUADRATIC).isdisjoint(names):
        return
    rows = len(dict(_named(names, call))["y"])
    if not rows:
        return
    times = -(-MANY // rows)

    def change(name: str, value: Any) -> Any:
        if name not in ("X", "P", "y", "yhat", "score") or not _is_row(value) or len(value) != rows:
            return value
        return np.concatenate([value] * times) if isinstance(value, np.ndarray) else value * times

    yield _with(call, change, names)


def _is_row(value: object) -> bool:
    return isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _like(value: Any, new: list[Any]) -> Any:
    return np.array(new) if isinstance(value, np.ndarray) else type(value)(new)


LABEL_QUESTION = (
    "Labels may be any numbers or words. Do you turn them into something else before you compare, sort or "
    "keep them?"
)
RENAMED: dict[str, tuple[Any, ...]] = {
    "fractions": tuple(place / 8 for place in range(1, 40)),
    "9 and 10": tuple(range(9, 60)),
    "words of different lengths": tuple("no" + "t" * place for place in range(40)),
}

CORNERS: tuple[Corner, ...] = (
    Corner("all of one class", "There is one class only. Where does your code count on two?", _one_class),
    Corner(
        "as many rows as columns",
        "With as many rows as columns nothing breaks when the two are confused. Along which axis do you go?",
        _square,
        _turned_if_square,
    ),
    *(
        Corner(
            f"labels that are {what}",
            LABEL_QUESTION,
            _renamed(labels),
            labels=labels,
        )
        for what, labels in RENAMED.items()
    ),
    Corner(
        "tiny numbers that are not 0",
        "Tiny is not nothing. Do you ask whether a number is 0, or whether it is almost 0?",
        _tiny,
        _without_tiny,
    ),
    *(
        Corner(
            f"only zeros {where}",
            "Either of the two may hold zeros only. Do you look at both?",
            _zeros(place),
        )
        for place, where in enumerate(("in the first", "in the second"))
    ),
    Corner(
        "huge numbers",
        "No number is larger than all others. Does one in your code stand for infinity? Python has one.",
        huge,
        _capped_call,
        only_scaled=True,
    ),
    Corner(
        "more examples than eight bits count",
        "Up to which number can the places count in which you count? Look at their `dtype`.",
        _many,
    ),
)
