"""Kinds of mistakes that need no list: the right answer, spoilt in one way, gives what the student's gives.

kind   the trials -> a sentence, if one way of spoiling explains every single result
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from selfcheck.exercise import Answer
from selfcheck.trial import Sheet, Trial, results_of, same_outcome

BASE = "Your answers are right for logarithms of base {}. Which base does this course mean?"
LEAST = 4  # wrong numbers that make a base more than chance


def kind(sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int]) -> str:
    """Return the sentence of the kind that gives the same in every case."""
    places = [*failing, *(place for place in range(len(trials)) if place not in set(failing))]
    wrong = sum(_fractions(pair) for place in failing for pair in results_of(trials[place]))
    for spoil, sentence in KINDS:
        if sentence.startswith(BASE[:30]) and wrong < LEAST:
            continue
        answer = spoil(sheet.exercise.reference)
        if all(_same(sheet, trials[place], answer) for place in places):
            return sentence
    return ""


def _fractions(pair: tuple[Any, Any]) -> int:
    found: list[int] = []
    _each(lambda value: found.append(np.size(value)), pair[0])
    return sum(found)


def _same(sheet: Sheet, trial: Trial, answer: Answer) -> bool:
    got = trial.got
    return got is not None and same_outcome(sheet, trial.case, sheet.outcome(answer, trial.case), got)


def _each(change: Callable[[Any], Any], value: Any) -> Any:
    """Change the fractions in a value."""
    if isinstance(value, Mapping):
        return {key: _each(change, inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_each(change, inner) for inner in value)
    if isinstance(value, np.ndarray):
        return change(value) if value.dtype.kind == "f" else value
    return change(value) if isinstance(value, (float, np.floating)) else value


def _takes(change: Callable[[Any], Any]) -> Callable[[Answer], Answer]:
    def spoil(answer: Answer) -> Answer:
        def spoilt(*arguments: Any, **keywords: Any) -> Any:
            return answer(*_each(change, arguments), **_each(change, keywords))

        return spoilt

    return spoil


def _gives(change: Callable[[Any], Any]) -> Callable[[Answer], Answer]:
    return lambda answer: lambda *arguments, **keywords: change(answer(*arguments, **keywords))


def _whole(value: Any) -> Any:
    with np.errstate(invalid="ignore"):
        return np.trunc(value)


def _first(value: Any) -> Any:
    return value[:1] if isinstance(value, (list, np.ndarray)) and np.ndim(value) else value


def _last_left_out(value: Any) -> Any:
    return value[:-1] if isinstance(value, (list, np.ndarray)) and np.ndim(value) else value


def _rounded(digits: int) -> Callable[[Any], Any]:
    return lambda value: np.round(value, digits)


WHOLE = (
    "Your values are the right ones without what stands after the point. Where do you cut it off: an array "
    "of whole numbers (`dtype=int`, `zeros_like` of counts), `int()` or `//`?"
)
ROUGH = (
    "Your answers are those of somebody who reckons roughly. Do you round, use a narrow type (float32, "
    "float16), or take what is almost 0 or almost equal for 0 or equal?"
)
KINDS: tuple[tuple[Callable[[Answer], Answer], str], ...] = (
    (_gives(lambda value: _each(_whole, value)), WHOLE),
    (
        _takes(_whole),
        "Your answers are right for inputs cut to whole numbers. Where do you cut: `int`, `//`, a type?",
    ),
    (_gives(_first), "Only the first is there, and it is right. Is your `return` inside of the loop?"),
    (_gives(_last_left_out), "The last is missing, and all others are right. How often does your loop run?"),
    *((_takes(_rounded(digits)), ROUGH) for digits in (1, 2, 3, 4, 6)),
    (_takes(lambda value: np.asarray(value, np.float32).astype(float)), ROUGH),
    (_takes(lambda value: np.asarray(value, np.float16).astype(float)), ROUGH),
    (_takes(lambda value: value * np.log(10)), BASE.format(10)),
    (_takes(lambda value: value * np.log(2)), BASE.format(2)),
)
