"""Kinds of mistakes that need no list: the right answer, spoilt in one way, gives what the student's gives.

kind       the trials -> a sentence, if one way of spoiling explains every single result
form       the same, for arguments that enter in another form, or in one another's places
spoilers   the ways of spoiling, with their sentences
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from selfcheck.budget import Budget
from selfcheck.corners import LABELS
from selfcheck.exercise import Answer, Change
from selfcheck.trial import Sheet, Trial, results_of, same_outcome

BASE = "Your answers are right for logarithms of base {}. Which base does this course mean?"
FIRST = "Your answers are right if only the first of `{0}` counts. Where do the others come in?"
GIVEN = "Your answers are those for `{0}` = {1}, whatever is given. Where does your function use `{0}`?"
EQUAL = "Your answers are those for equal entries of `{0}`, whatever it holds. Where do they get lost?"
LAST = "Your answers are right for `{0}` without its last entry. Where does your loop, or your slice, end?"
FIRST_LEFT_OUT = "Your answers are right for `{0}` without its first entry. Where does your loop begin?"
SORTED = "Your answers are those for `{0}` in ascending order. Where does the order that was given get lost?"
FORM = "Your answers are right for {1} in the place of `{0}`. In which form does `{0}` enter the formula?"
TURNED = "Your answers are right for `{0}` with rows and columns exchanged. What stands in its rows?"
EXCHANGED = (
    "Your answers are right if `{0}` and `{1}` change places. Which is which, and where do you mix them up?"
)
LEAST = 4  # wrong numbers that make a base more than chance
SECONDS = 0.1  # for the arguments that may have been left out

Spoiler = Callable[[Answer], Answer]  # a right answer in, one that is wrong in one way out
Way = tuple[Spoiler, str]  # with its sentence


def kind(sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int]) -> str:
    """Return the sentence of the kind that gives the same in every case."""
    wrong = sum(_fractions(pair) for place in failing for pair in results_of(trials[place]))
    fitting = (
        (spoil, sentence)
        for spoil, sentence in KINDS
        if not (sentence == CUT and not _has_ones(sheet.exercise.arguments, trials, failing))
        and not (sentence.startswith(BASE[:30]) and wrong < LEAST)
    )
    return _explanation(sheet, trials, failing, fitting, math.inf) or _explanation(
        sheet, trials, failing, _left_out(sheet, trials[failing[0]]), SECONDS
    )


def form(sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int]) -> str:
    """Return the sentence on an argument that enters in another form, or in another's place."""
    return _explanation(sheet, trials, failing, _forms(sheet, trials[failing[0]]), SECONDS / 2)


def _explanation(
    sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int], ways: Iterable[Way], seconds: float
) -> str:
    """Return the sentence of the first way that explains every result, as long as there is time."""
    places = [*failing, *(place for place in range(len(trials)) if place not in set(failing))]
    budget = Budget(seconds)
    for spoil, sentence in ways:
        if budget.spent:
            break
        answer = spoil(sheet.exercise.reference)
        if all(_same(sheet, trials[place], answer) for place in places):
            return sentence
    return ""


def spoilers(sheet: Sheet, trial: Trial) -> Iterator[Way]:
    """Go through the ways of spoiling a right answer, or a wrong one, to such inputs as this."""
    yield from (one for one in KINDS if one[1] != CUT)
    yield from _left_out(sheet, trial)
    yield from _forms(sheet, trial)


def _has_ones(names: Sequence[str], trials: Sequence[Trial], failing: Sequence[int]) -> bool:
    """Return whether a fraction of 1 or more comes in, or a label: of others cutting leaves only zeros."""
    labels: list[Any] = []
    others: list[Any] = []
    for place in failing:
        given_as = dict(enumerate(names))
        for number, given in enumerate(trials[place].case.arguments):
            name = given_as.get(number)
            _each((labels if name in LABELS else others).append, given)
    return bool(labels) or any(np.any(np.abs(value) >= 1) for value in others)


def _forms(sheet: Sheet, trial: Trial) -> Iterator[Way]:
    """Go through the forms of each number that comes in, and the exchanges of two."""
    for name, value, place, keys in _inputs(sheet, trial):
        yield from _formed_or_turned(name, value, place, keys)
    yield from _exchanged(sheet.exercise.arguments, trial.case.arguments)


def _inputs(sheet: Sheet, trial: Trial) -> Iterator[tuple[str, object, int, tuple[str, ...]]]:
    """Go through what comes in: the arguments, and the entries of one that is a model."""
    for place, (name, value) in enumerate(zip(sheet.exercise.arguments, trial.case.arguments, strict=False)):
        if not (isinstance(value, Mapping) and all(isinstance(key, str) for key in value)):
            yield name, value, place, ()
            continue
        for key, inner in value.items():
            yield f"{name}['{key}']", inner, place, (key,)


def _formed_or_turned(name: str, value: object, place: int, keys: tuple[str, ...]) -> Iterator[Way]:
    if _is_numeric(value):
        yield from (
            (_at(place, keys, change), FORM.format(name, form.format(name))) for change, form in FORMS
        )
    if _is_table(value):
        yield _at(place, keys, _turned), TURNED.format(name)


def _left_out(sheet: Sheet, trial: Trial) -> Iterator[Way]:
    """Go through the arguments that a function may not look at, or of which it takes the first entry only."""
    for name, value, place, keys in _inputs(sheet, trial):
        yield from _instead(name, value, place, keys)


def _exchanged(names: Sequence[str], arguments: Sequence[object]) -> Iterator[Way]:
    """Let two arguments of one type change places."""
    for one, other in combinations(range(min(len(names), len(arguments))), 2):
        if _like_numbers(arguments[one], arguments[other]):
            yield _two_exchanged(one, other), EXCHANGED.format(names[one], names[other])


def _like_numbers(one: Any, other: Any) -> bool:
    return _is_numeric(one) and _is_numeric(other) and np.shape(one) == np.shape(other)


def _two_exchanged(one: int, other: int) -> Spoiler:
    def spoil(answer: Answer) -> Answer:
        def spoilt(*arguments: object, **keywords: object) -> Any:
            given = list(arguments)
            if other < len(given):
                given[one], given[other] = given[other], given[one]
            return answer(*given, **keywords)

        return spoilt

    return spoil


def _instead(name: str, value: object, place: int, keys: tuple[str, ...]) -> Iterator[Way]:
    if isinstance(value, (bool, str)) or callable(value):
        others: tuple[Any, ...] = (True, False) if isinstance(value, bool) else ()
    else:
        others = NUMBERS if isinstance(value, (int, float, np.number)) else ()
    for other in others:
        yield _at(place, keys, _always(other)), GIVEN.format(name, other)
    if "classes" not in keys and _has_entries(value):
        yield _at(place, keys, _first_entry), FIRST.format(name)
        yield _at(place, keys, _alike), EQUAL.format(name)
        if isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim == 1):
            yield _at(place, keys, _without_last), LAST.format(name)
            yield _at(place, keys, _without_first), FIRST_LEFT_OUT.format(name)
            yield _at(place, keys, _sorted), SORTED.format(name)


def _has_entries(value: object) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim > 0 and value.size > 0
    return isinstance(value, (Mapping, list, tuple)) and len(value) > 0


NUMBERS = (1, 0, 2, 3, 5)


def _is_numeric(value: object) -> bool:
    """Return whether a value is a number, an array of numbers or a plain list of them."""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(map(_is_number, value))
    return _is_number(value) or (isinstance(value, np.ndarray) and value.dtype.kind in "iuf")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def _is_table(value: object) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 2


def _formed(change: Change) -> Change:
    """Change a number, or each number of an array."""

    def changed(value: Any) -> Any:
        if not _is_numeric(value):
            return value
        with np.errstate(all="ignore"):
            form = change(np.asarray(value, dtype=float))
        return form if np.ndim(value) else float(form)

    return changed


FORMS: tuple[tuple[Change, str], ...] = (
    (_formed(np.negative), "minus the value"),
    (_formed(np.square), "the square"),
    (_formed(np.sqrt), "the square root"),
    (_formed(lambda value: 2 * value), "twice the value"),
    (_formed(lambda value: value / 2), "half the value"),
    (_formed(lambda value: 1 - value), "one minus the value"),
    (_formed(np.reciprocal), "one divided by the value"),
    (_formed(lambda value: value + 1), "one more"),
    (_formed(lambda value: value - 1), "one less"),
    (_formed(np.log), "the logarithm"),
    (_formed(np.exp), "the exponential"),
)


def _at(place: int, keys: tuple[str, ...], change: Change) -> Spoiler:
    """Change one argument, or one entry of it; whether it is given by its place or not at all."""

    def spoil(answer: Answer) -> Answer:
        def spoilt(*arguments: Any, **keywords: Any) -> Any:
            given = list(arguments)
            if place < len(given):
                whole = given[place]
                inner = {key: change(whole[key]) for key in keys}
                given[place] = {**whole, **inner} if keys else change(whole)
            return answer(*given, **keywords)

        return spoilt

    return spoil


def _always(value: object) -> Change:
    return lambda given: value


def _first_entry(value: object) -> Any:
    if isinstance(value, Mapping):
        return dict(list(value.items())[:1])
    return value[:1] if isinstance(value, (list, tuple, np.ndarray)) and np.ndim(value) else value


def _without_last(value: object) -> Any:
    return value[:-1] if isinstance(value, (list, tuple, np.ndarray)) and len(value) > 1 else value


def _without_first(value: object) -> Any:
    return value[1:] if isinstance(value, (list, tuple, np.ndarray)) and len(value) > 1 else value


def _turned(value: Any) -> Any:
    return value.T if _is_table(value) else value


def _sorted(value: object) -> Any:
    if isinstance(value, np.ndarray):
        return np.sort(value)
    return type(value)(sorted(value)) if isinstance(value, (list, tuple)) else value


def _alike(value: object) -> Any:
    """Return as many numbers, with the same sum, that are all alike; tables and labels stay."""
    array = np.asarray(value)
    if array.ndim != 1 or array.dtype.kind not in "iuf" or not array.size:
        return value
    return np.full(array.shape, array.mean())


def _fractions(pair: tuple[object, object]) -> int:
    found: list[int] = []
    _each(lambda value: found.append(np.size(value)), pair[0])
    return sum(found)


def _same(sheet: Sheet, trial: Trial, answer: Answer) -> bool:
    got = trial.got
    return got is not None and same_outcome(sheet, trial.case, sheet.outcome(answer, trial.case), got)


def _each(change: Change, value: object) -> Any:
    """Change the fractions in a value."""
    if isinstance(value, Mapping):
        return {key: _each(change, inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_each(change, inner) for inner in value)
    if isinstance(value, np.ndarray):
        return change(value) if value.dtype.kind == "f" else value
    return change(value) if isinstance(value, (float, np.floating)) else value


def _takes(change: Change) -> Spoiler:
    def spoil(answer: Answer) -> Answer:
        def spoilt(*arguments: object, **keywords: object) -> Any:
            return answer(*_each(change, arguments), **_each(change, keywords))

        return spoilt

    return spoil


def _gives(change: Change) -> Spoiler:
    return lambda answer: lambda *arguments, **keywords: change(answer(*arguments, **keywords))


def _whole(value: Any) -> Any:
    with np.errstate(invalid="ignore"):
        return np.trunc(value)


def _first(value: object) -> Any:
    return value[:1] if isinstance(value, (list, np.ndarray)) and np.ndim(value) else value


def _last_left_out(value: object) -> Any:
    return value[:-1] if isinstance(value, (list, np.ndarray)) and np.ndim(value) else value


def _first_for_all(value: object) -> Any:
    if not isinstance(value, (list, tuple, np.ndarray)) or np.ndim(value) == 0 or len(value) < 2:
        return value
    return np.repeat(np.asarray(value)[:1], len(value), axis=0)


def _summed_up(value: object) -> Any:
    array = _floats(value)
    return value if array is None else np.cumsum(array, axis=0)


def _shares_summed_up(value: object) -> Any:
    array = _floats(value)
    if array is None or array.ndim != 2:
        return value
    sums = np.cumsum(array, axis=0)
    return sums / sums.sum(axis=1, keepdims=True)


def _floats(value: object) -> Any:
    """Return a list or an array of fractions as an array; nothing if it is something else."""
    if not isinstance(value, (list, np.ndarray)):
        return None
    try:
        array = np.asarray(value)
    except ValueError:  # ragged
        return None
    return array if array.dtype.kind == "f" and array.ndim and array.size else None


def _rounded(digits: int) -> Change:
    return lambda value: np.round(value, digits)


WHOLE = (
    "Your values are the right ones without what stands after the point. Where do you cut it off: an array "
    "of whole numbers (`dtype=int`, `zeros_like` of counts), `int()` or `//`?"
)
CUT = "Your answers are right for inputs cut to whole numbers. Where do you cut: `int`, `//`, a type?"
ROUGH = (
    "Your answers are those of somebody who calculates with few digits. Do you round, use a narrow type "
    "(float32, float16), or take what is almost 0 or almost equal for 0 or equal?"
)
KINDS: tuple[Way, ...] = (
    (_gives(lambda value: _each(_whole, value)), WHOLE),
    (
        _takes(_whole),
        CUT,
    ),
    (_gives(_first), "Only the first is there, and it is right. Is your `return` inside of the loop?"),
    (
        _gives(_first_for_all),
        "Your function answers everybody as it answers the first. Where does it look at the others?",
    ),
    *(
        (
            _gives(change),
            "The first entry is right, and each later one still holds what those before it left. "
            "What should begin anew in each round of your loop?",
        )
        for change in (_summed_up, _shares_summed_up)
    ),
    (_gives(_last_left_out), "The last is missing, and all others are right. How often does your loop run?"),
    *((_takes(_rounded(digits)), ROUGH) for digits in (1, 2, 3, 4, 6)),
    (_takes(lambda value: np.asarray(value, np.float32).astype(float)), ROUGH),
    (_takes(lambda value: np.asarray(value, np.float16).astype(float)), ROUGH),
    (_takes(lambda value: value * np.log(10)), BASE.format(10)),
    (_takes(lambda value: value * np.log(2)), BASE.format(2)),
)
