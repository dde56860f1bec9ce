"""Two mistakes at once in a result that is a sum or a product: each adds or multiplies what it does alone.

    together   the trials -> the two known mistakes whose effects, put together, give every value; or nothing

With r the right values and a, b those of two mistakes, both together give a + b - r where the values are sums
(logarithms), and a b / r where they are products (densities, shares before they are divided by their sum).
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from selfcheck.budget import Budget
from selfcheck.exercise import Misconception
from selfcheck.trial import Sheet, Trial

LEAST = 4  # values that must agree
SECONDS = 0.25  # for what the mistakes give, after which no further one is tried


def together(sheet: Sheet, trials: Sequence[Trial]) -> tuple[Misconception, ...]:
    """Return the two mistakes, or nothing."""
    places = [
        place
        for place, trial in enumerate(trials)
        if trial.got is not None and trial.got.status == trial.expected.status == "value"
    ]
    shapes = [_values(trials[place].expected.value) for place in places]
    right, got = _joined(shapes), _joined([_values(trials[place].got.value) for place in places])  # type: ignore[union-attr]
    if right is None or got is None or right.shape != got.shape or right.size < LEAST:
        return ()
    alone = {}
    budget = Budget(SECONDS)
    for mistake in sheet.exercise.misconceptions:
        values = _joined([_given(sheet, mistake, place, budget) for place in places])
        if values is not None and values.shape == right.shape and not _close(values, right):
            alone[mistake] = values
    with np.errstate(all="ignore"):
        for (one, a), (other, b) in combinations(alone.items(), 2):
            both = _close(a + b - right, got) or _close(a * b / right, got)
            if both and not (_close(a, got) or _close(b, got) or _close(a, b)):
                return one, other
    return ()


def _given(sheet: Sheet, mistake: Misconception, place: int, budget: Budget) -> Any:
    if budget.spent:
        return None
    outcome = sheet.outcome_of_wrong(mistake, place)
    return _values(outcome.value) if outcome.status == "value" else None


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
