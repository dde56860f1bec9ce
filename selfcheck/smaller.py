"""A failing case made smaller, as long as it still fails: the one that a student can check by hand.

    smaller   a function and a case on which it fails -> a smaller case with its outcomes, or nothing
    Smaller   that case, and one a step away from it on which the function is right, if one was seen

Rows, features, queries and classes are left out, numbers are rounded. An input must stay one that the task
means: the right answers agree on it, and what summed to 1, was sorted, whole or positive is so still.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from selfcheck.budget import Budget
from selfcheck.compare import close
from selfcheck.exercise import Answer, Case, Change, plainly
from selfcheck.trial import Sheet, Trial, same_outcome

SECONDS = 0.2
CALL = 0.05  # for one call of the function: a case that takes longer is left as it is

Inputs = tuple[tuple[Any, ...], dict[str, Any]]
_same = close()


@dataclass(frozen=True)
class Smaller:
    """A small case that fails, and its neighbour that does not: what is different in it?"""

    trial: Trial
    right: Trial | None = None


def smaller(
    sheet: Sheet,
    function: Answer,
    trial: Trial,
    mistake: Answer | None = None,
) -> Smaller | None:
    """Return a smaller trial that fails in the same way, if one is found in time.

    The smaller case must still show the known mistake, if there is one.
    """
    if trial.got is None or trial.got.status == "timeout":
        return None
    budget = Budget(SECONDS)

    right: Trial | None = None

    def fails(inputs: Inputs) -> Trial | None:
        nonlocal right
        tried = _tried(sheet, function, trial, inputs)
        if tried is not None and tried.passed and tried.expected.status == "value":
            right = tried
        return tried if tried is not None and _alike(sheet, trial, tried, mistake) else None

    best = None if trial.case.ask is plainly else next(filter(None, map(fails, _single(trial.case))), None)
    if best is None and trial.case.ask is not plainly:
        return None
    case = best.case if best is not None else trial.case
    inputs: Inputs = (case.arguments, dict(case.keywords))
    progress = True
    while progress:
        progress = False
        for candidate in candidates(inputs):
            if budget.spent:
                break
            found = fails(candidate)
            if found is not None:
                best, inputs, progress = found, candidate, True
                break
    return Smaller(best, right) if best is not None else None


def _tried(sheet: Sheet, function: Answer, trial: Trial, inputs: Inputs) -> Trial | None:
    """Return the trial of these inputs, if the task means them and asks for the same sort of outcome."""
    case = replace(trial.case, arguments=inputs[0], keywords=inputs[1], shown="", ask=plainly)
    expected = sheet.outcome(sheet.exercise.reference, case, CALL)
    if expected.status != trial.expected.status or expected.warned or trial.got is None:
        return None
    if type(expected.error) is not type(trial.expected.error):
        return None
    if expected.status == "value" and not sheet.agreed(case, expected.value):
        return None
    got = sheet.outcome(function, case, CALL)
    return Trial(case, expected, got, sheet.difference(case, expected, got))


def _alike(sheet: Sheet, trial: Trial, tried: Trial, mistake: Answer | None) -> bool:
    """Return whether the function fails as before, and still makes the known mistake, if there is one."""
    before, got = trial.got, tried.got
    if before is None or got is None or tried.difference is None:
        return False
    if got.status != before.status or _said(got.error) != _said(before.error):
        return False
    if _what(tried.difference.why) != _what(trial.difference.why if trial.difference else ""):
        return False
    return mistake is None or same_outcome(sheet, tried.case, sheet.outcome(mistake, tried.case, CALL), got)


def _said(error: BaseException | None) -> tuple[type, str]:
    """Return which error it is: its kind and its first words, without figures; a key has no words."""
    try:
        words = "" if isinstance(error, KeyError) else re.sub(r"\d+", "0", str(error))
    except Exception:
        words = ""
    return type(error), words[:14]


def _what(why: str) -> str:
    """Return which sort of difference it is: the words before any figure."""
    return why[:14]


def _single(case: Case) -> Iterator[Inputs]:
    """Go through the single calls that a case may be made of: one for each entry of its first argument."""
    if case.arguments and isinstance(case.arguments[0], (list, tuple, np.ndarray)):
        for entry in case.arguments[0]:
            yield (entry, *case.arguments[1:]), dict(case.keywords)


# ------------------------------------------------------------------ smaller inputs


def candidates(inputs: Inputs) -> Iterator[Inputs]:
    """Go through inputs that are a little smaller or simpler, the largest steps first."""
    arguments, keywords = inputs
    before = [*arguments, *keywords.values()]
    for change in _cuts(before):
        yield from _possible(before, [change(value) for value in before], inputs)
    for place, value in enumerate(before):
        for shorter in _shorter(value):
            yield from _possible(before, [*before[:place], shorter, *before[place + 1 :]], inputs)
    for digits in (0, 1, 2, 3):
        yield from _possible(before, [_rounded(value, digits) for value in before], inputs)


def _possible(before: list[Any], after: list[Any], inputs: Inputs) -> Iterator[Inputs]:
    if all(map(_kept, before, after)) and any(map(_changed, before, after)):
        count = len(inputs[0])
        yield tuple(after[:count]), dict(zip(inputs[1], after[count:], strict=True))


def _cuts(values: list[Any]) -> Iterator[Change]:
    """Leave out halves and single places along every axis of one length, in all arguments at once."""
    lengths = sorted({size for value in values for size in _sizes(value)}, reverse=True)
    for length in lengths:
        if length > 1:
            half = length // 2
            if half > 1:
                yield _leaves_out(length, range(half, length))
                yield _leaves_out(length, range(half))
            for place in range(length - 1, -1, -1):
                yield _leaves_out(length, (place,))


def _shorter(value: object) -> Iterator[Any]:
    """Leave out rows of one argument alone, or entries of a table that is a dict."""
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            keys = list(value)
            for size in (len(keys) // 2, len(keys) // 4, len(keys) // 8, 1):
                for start in range(0, len(keys), size) if size else ():
                    gone = set(keys[start : start + size])
                    yield {key: inner for key, inner in value.items() if key not in gone}
        else:
            for key, inner in value.items():
                if isinstance(inner, Mapping):
                    yield from ({**value, key: shorter} for shorter in _shorter(inner))
    elif isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim):
        for place in range(len(value) - 1, -1, -1) if len(value) > 1 else ():
            if isinstance(value, np.ndarray):
                yield np.delete(value, place, axis=0)
            else:
                yield type(value)([*value[:place], *value[place + 1 :]])


def _is_word(value: object) -> bool:
    """Return whether this is a text of which letters may be left out: no label, and no sentence."""
    return isinstance(value, str) and " " not in value


def _sizes(value: object) -> Iterator[int]:
    if isinstance(value, np.ndarray):
        yield from value.shape
    elif _is_word(value):
        yield len(value)  # type: ignore[arg-type]
    elif isinstance(value, (list, tuple)):
        yield len(value)
        for inner in value:
            yield from () if isinstance(inner, str) else _sizes(inner)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from () if isinstance(inner, str) else _sizes(inner)


def _leaves_out(length: int, places: Any) -> Change:
    gone = set(places)
    kept = [place for place in range(length) if place not in gone]

    def within(value: object) -> Any:
        return value if isinstance(value, str) else change(value)

    def change(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            before = value
            for axis, size in enumerate(value.shape):
                if size == length:
                    value = np.take(value, kept, axis)
            return _of_sum_one(before, value) if value.dtype.kind == "f" else value
        if isinstance(value, (list, tuple)):
            inner = [within(one) for one in (_at(value, kept) if len(value) == length else value)]
            if value and all(isinstance(one, float) for one in value):
                inner = _of_sum_one(np.array(value), np.array(inner)).tolist()
            return type(value)(inner)
        if isinstance(value, Mapping):
            return {key: within(inner) for key, inner in value.items()}
        if _is_word(value) and len(value) == length:
            return "".join(_at(value, kept))
        return value

    return change


def _at(value: Any, places: list[int]) -> list[Any]:
    return [value[place] for place in places]


def _of_sum_one(before: Any, after: Any) -> Any:
    """Divide what is left of probabilities by their sum."""
    if before.ndim and after.size and np.allclose(before.sum(-1), 1) and (after.sum(-1) > 0).all():
        return after / after.sum(-1, keepdims=True)
    return after


def _rounded(value: object, digits: int) -> Any:
    if isinstance(value, np.ndarray):
        return np.round(value, digits) + 0.0 if value.dtype.kind == "f" and _is_crooked(value) else value
    if isinstance(value, Mapping):
        return {key: _rounded(inner, digits) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_rounded(inner, digits) for inner in value)
    return round(value, digits) + 0.0 if isinstance(value, float) and _is_crooked(value) else value


def _is_crooked(value: Any) -> bool:
    """Return whether numbers have more than three digits after the point."""
    return bool(np.isfinite(value).all()) and not np.array_equal(np.round(value, 3), value)


# ------------------------------------------------------------------ what an input must stay


def _kept(before: Any, after: Any) -> bool:
    """Return whether what was true of a value still is."""
    if isinstance(before, Mapping):
        if not after or not _kept_numbers(list(before.values()), list(after.values())):
            return False
        return all(_kept(before[key], after[key]) for key in after)
    if isinstance(before, (list, tuple)):
        if len(before) != len(after):
            return bool(len(after)) and _kept_numbers(before, after)
        return _kept_numbers(before, after) and all(map(_kept, before, after))
    if isinstance(before, np.ndarray):
        return after.size > 0 and _kept_numbers(before, after)
    return bool(after) or not isinstance(before, str)


def _kept_numbers(before: object, after: object) -> bool:
    one, other = _numbers(before), _numbers(after)
    if one is None or other is None or one.ndim != other.ndim:
        return one is None
    for axis in (None, *range(one.ndim)):
        if np.allclose(one.sum(axis), 1) and not np.allclose(other.sum(axis), 1, rtol=0, atol=1e-12):
            return False
    least, most, low, high = one.min(), one.max(), other.min(), other.max()
    return not ((least > 0 >= low) or (least >= 0 > low) or (most <= 1 < high) or (most < 0 <= high))


def _numbers(value: object) -> Any:
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array if array.dtype.kind in "iuf" and array.size else None


def _changed(before: object, after: object) -> bool:
    try:
        return before is not after and _same(before, after) is not None
    except Exception:
        return False
