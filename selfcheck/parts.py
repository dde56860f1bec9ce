"""When a result has several named parts: which mistake is behind each of the wrong ones?

    by_parts   the trials that failed -> the mistakes, one or two, or none

A model may have its prior wrong in one way and its table in another. No single mistake gives such a model,
but one gives its prior, and one its table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from selfcheck.compare import close
from selfcheck.exercise import Misconception
from selfcheck.trial import Sheet, Trial, agree

SAME = close()
MOST = 2  # mistakes that are named together


def by_parts(sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int]) -> tuple[Misconception, ...]:
    """Return the mistakes behind the wrong parts; nothing if some part has none, or the results no parts."""
    got = {place: _parts(trials[place].got) for place in failing}
    expected = {place: _parts(trials[place].expected) for place in failing}
    places = [place for place in failing if got[place] and got[place].keys() == expected[place].keys()]
    if 2 * len(places) <= len(failing):
        return ()
    wrong = {
        name
        for place in places
        for name in expected[place]
        if not _same(expected[place][name], got[place][name])
    }
    found: list[Misconception] = []
    for name in sorted(wrong):
        behind = [
            mistake for mistake in sheet.exercise.misconceptions if _gives(sheet, mistake, name, places, got)
        ]
        behind = [one for one in behind if _spoils(sheet, one, places) <= wrong] or behind
        if not behind:
            return ()
        if not any(mistake in found for mistake in behind):
            found.append(behind[0])
    return tuple(found) if len(found) <= MOST else ()


def _gives(
    sheet: Sheet,
    mistake: Misconception,
    name: str,
    places: Sequence[int],
    got: Mapping[int, Mapping[str, object]],
) -> bool:
    """Return whether a mistake gives the student's values of a part in every case."""
    for place in places:
        theirs = _parts(sheet.outcome_of_wrong(mistake, place))
        if name not in theirs or not _same(theirs[name], got[place][name]):
            return False
    return True


def _spoils(sheet: Sheet, mistake: Misconception, places: Sequence[int]) -> set[str]:
    """Return the parts that a mistake makes wrong: one that spoils no others is the likelier one."""
    spoilt: set[str] = set()
    for place in places:
        theirs, right = _parts(sheet.outcome_of_wrong(mistake, place)), _parts(sheet.expected[place])
        spoilt |= {name for name in right if name not in theirs or not _same(right[name], theirs[name])}
    return spoilt


def _parts(outcome: Any) -> Mapping[str, Any]:
    value = outcome.value if outcome is not None and outcome.status == "value" else None
    if isinstance(value, tuple) and len(value) > 1:
        return {f"number {place}": part for place, part in enumerate(value, 1)}
    return value if isinstance(value, Mapping) and all(isinstance(name, str) for name in value) else {}


def _same(one: object, other: object) -> bool:
    return agree(SAME, one, other) is None
