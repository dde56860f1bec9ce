"""Two mistakes at once in a result that is a sum or a product: each adds or multiplies what it does alone.

    together        the trials -> two known mistakes whose effects, put together, give every value; or nothing
    in_other_units  the trials -> a known mistake, and what is done to its values in every case; or nothing

With r the right values and a, b those of two mistakes, both together give a + b - r where the values are sums
(logarithms), and a b / r where they are products (densities, shares before they are divided by their sum).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from selfcheck.budget import Budget
from selfcheck.compare import close
from selfcheck.exercise import Change, Misconception, plainly
from selfcheck.trial import Sheet, Trial, agree

SAME = close()
LEAST = 4  # values that must agree
SECONDS = 0.15  # for what the mistakes give, after which no further one is tried


BASE = "And your logarithms have the base {}. Which base does the task mean?"
UNDIVIDED = "And your numbers are not divided by their sum. What should they sum to?"


def in_other_units(sheet: Sheet, trials: Sequence[Trial]) -> tuple[Misconception, str] | None:
    """Return the mistake whose values come in another base, or undivided, and the sentence on that."""
    pairs = [
        (place, trial.got.value)
        for place, trial in enumerate(trials)
        if trial.got is not None
        and trial.case.ask is plainly  # of several calls the values may be of several shapes
        and trial.got.status == trial.expected.status == "value"
    ]
    tables = [_table(value) for _, value in pairs]
    right = _joined([_values(trials[place].expected.value) for place, _ in pairs])
    if right is None or any(table is None for table in tables):
        return None
    budget = Budget(SECONDS)
    for mistake in sheet.exercise.misconceptions:
        known = [_given(sheet, mistake, place, budget) for place, _ in pairs]
        values = _joined(known)
        if values is None or values.shape != right.shape or _close(values, right):
            continue
        for change, sentence in UNITS:
            changed = _joined([change(table) for table in tables])
            own = _joined([_values(table) for table in tables])
            moved = sum(not np.allclose(change(table), _values(table), equal_nan=True) for table in tables)
            fits = changed.shape == values.shape and _close(values, changed) and not _close(own, changed)
            if fits and 2 * moved > len(tables):
                return mistake, sentence
    return None


def _table(value: Any) -> Any:
    flat = _values(value)
    return None if flat is None or not np.ndim(value) else np.asarray(value, dtype=float)


def _divided(table: Any) -> Any:
    with np.errstate(all="ignore"):
        return (table / table.sum(axis=-1, keepdims=True)).ravel()


UNITS: tuple[tuple[Change, str], ...] = (
    (lambda table: table.ravel() * np.log(10), BASE.format(10)),
    (lambda table: table.ravel() * np.log(2), BASE.format(2)),
    (_divided, UNDIVIDED),
)


def together(sheet: Sheet, trials: Sequence[Trial]) -> tuple[Misconception, ...]:
    """Return the two mistakes, or nothing."""
    places = [
        place
        for place, trial in enumerate(trials)
        if trial.got is not None
        and trial.case.ask is plainly
        and trial.got.status == trial.expected.status == "value"
    ]
    name = _wrong_part([trials[place] for place in places])
    right = _joined([_values(_part(trials[place].expected.value, name)) for place in places])
    got = _joined([_values(_part(trials[place].got.value, name)) for place in places])  # type: ignore[union-attr]
    if right is None or got is None or right.shape != got.shape or right.size < LEAST:
        return ()
    alone = {}
    budget = Budget(SECONDS)
    for mistake in sheet.exercise.misconceptions:
        values = _joined([_given(sheet, mistake, place, budget, name) for place in places])
        if values is not None and values.shape == right.shape and not _close(values, right):
            alone[mistake] = values
    with np.errstate(all="ignore"):
        for (one, a), (other, b) in combinations(alone.items(), 2):
            both = any(_close(ab, got) and not _close(ab, right) for ab in (a + b - right, a * b / right))
            if both and not (_close(a, got) or _close(b, got) or _close(a, b)):
                return one, other
    return ()


def _given(sheet: Sheet, mistake: Misconception, place: int, budget: Budget, name: str = "") -> Any:
    """Return what a mistake gives; of a result with parts one, if the mistake leaves the others right."""
    if budget.spent:
        return None
    outcome = sheet.outcome_of_wrong(mistake, place)
    if outcome.status != "value":
        return None
    right = sheet.expected[place].value
    others = [other for other in right if other != name] if name else []
    if any(agree(SAME, right[other], _part(outcome.value, other)) is not None for other in others):
        return None
    return _values(_part(outcome.value, name))


def _wrong_part(trials: Sequence[Trial]) -> str:
    """Return the name of the part of all results that is wrong; nothing if they have no parts, or several."""
    both = [(trial.expected.value, trial.got.value) for trial in trials if trial.got is not None]
    if not all(isinstance(e, Mapping) and isinstance(g, Mapping) and set(e) <= set(g) for e, g in both):
        return ""
    wrong = {name for e, g in both for name in e if agree(SAME, e[name], g[name]) is not None}
    name = wrong.pop() if len(wrong) == 1 else ""
    return name if isinstance(name, str) else ""


def _part(value: object, name: str) -> Any:
    return value.get(name) if name and isinstance(value, Mapping) else value


def _values(value: object) -> Any:
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array.astype(float).ravel() if array.dtype.kind in "iuf" else None


def _joined(parts: Sequence[Any]) -> Any:
    return None if not parts or any(part is None for part in parts) else np.concatenate(parts)


def _close(one: Any, other: Any) -> bool:
    """Return whether values agree wherever one can tell: 0 / 0 and the like tell nothing."""
    known = np.isfinite(one)
    enough = known.sum() >= LEAST and 2 * known.sum() > known.size
    return bool(enough and np.allclose(one[known], other[known], rtol=1e-9, atol=1e-12))
