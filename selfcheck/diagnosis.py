"""Which known mistake is it? A wrong answer with the same results on every case is named; others are hints.

    diagnose   the results of an answer -> a Diagnosis, or None

Sure: one mistake gives the student's result in every single case, right ones included. (That a function
refuses what is to be refused, and the mistake as we wrote it does not, tells nothing of the values.)
Perhaps: it gives more than half of the wrong results, and few results speak against it; two mistakes together
may explain what neither does alone, or two thirds of it, if each has its share.
Where a function also breaks off or refuses too little, the mistake behind its wrong values is named all the
same. A line that `repair` found comes before what is only perhaps so; else `habits` may know what the failing
cases have in common.
A name is never said with confidence on less than all values.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from selfcheck import again, between, blunders, pairs
from selfcheck.blunders import holds_function
from selfcheck.budget import Budget
from selfcheck.composed import composed
from selfcheck.exercise import Misconception, plainly
from selfcheck.habits import breaks, habit, not_infinite, other_order, plain, stale
from selfcheck.kinds import form, kind
from selfcheck.parts import SAME, by_parts
from selfcheck.relations import relation
from selfcheck.repair import Repair
from selfcheck.trial import FamilyResult, Sheet, Trial, agree, results_of, same_outcome

BUDGET = 1.0  # seconds for the wrong answers, after which no further one is tried
ENOUGH = 0.35  # seconds after which nobody looks for two mistakes any more


@dataclass(frozen=True)
class Diagnosis:
    """The mistakes that explain an answer: one if sure, one or two if perhaps; else what the values are."""

    misconceptions: tuple[Misconception, ...]
    sure: bool
    explained: int  # of the wrong results
    wrong: int
    remark: str = ""


def diagnose(
    sheet: Sheet,
    results: Sequence[FamilyResult],
    kept: str = "",
    repair: Callable[[Sequence[Trial]], Repair | None] = lambda trials: None,
) -> Diagnosis | None:
    """Return the known mistake behind the results, if there is one.

    `kept` says what survives a call; `repair` looks for a line that a small change makes right.
    """
    trials = [trial for result in results for trial in result.trials]
    tried = [(place, trial) for place, trial in enumerate(trials) if trial.got is not None]
    failing = [place for place, trial in tried if not trial.passed]
    if not failing:
        return None
    passing = [place for place, trial in tried if trial.passed]
    if all(map(_is_unwritten, (trials[place] for place in failing))):  # no mistake that we know does that
        said = _by_habit(trials, failing, passing)
        return said or (Diagnosis((), False, 0, len(failing), UNWRITTEN) if passing else None)
    budget = Budget(ENOUGH)
    complete = len(tried) == len(trials) and not kept
    if complete and (surely := _explains_all(sheet, trials, failing, passing)):
        return Diagnosis((surely,), True, len(failing), len(failing))
    remark = kept or _broken_off(trials, failing, len(passing)) or _one_after_the_other(_at(trials, failing))
    if remark:
        return Diagnosis((), False, 0, len(failing), remark)
    mended = repair(trials)
    line = mended.sentence if mended and not (mended.left or mended.second) else ""
    remark = _by_kind(sheet, trials, failing, passing, line)
    if remark or line:
        return Diagnosis((), False, 0, len(failing), f"{_stated(remark)} {line}".strip() if line else remark)
    return _together(sheet, trials, failing, passing, mended, budget)


def _explains_all(
    sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int], passing: Sequence[int]
) -> Misconception | None:
    """Return the mistake that does what was done in every case, or in every one that asks for a value."""
    values = [place for place in passing if trials[place].expected.status == "value"]
    return _surely(sheet, trials, [*failing, *passing]) or _surely(sheet, trials, [*failing, *values])


def _by_kind(
    sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int], passing: Sequence[int], line: str
) -> str:
    """Say of which kind a mistake is that nobody listed; `line` is what is known of the line to mend."""
    complete = len(failing) + len(passing) == len(trials)
    return (
        _blunder(trials, failing, len(passing))
        or (kind(sheet, trials, failing) if complete else "")
        or _remark(_at(trials, failing))
        or not_infinite(_at(trials, failing))
        or _constant(trials, failing)
        or stale(_at(trials, failing))
        or (form(sheet, trials, failing) if complete else "")
        or ("" if line or 2 * len(failing) >= len(passing) else _on_both_sides(trials))
        or (other_order(_at(trials, failing)) if line else "")
    )


def _together(
    sheet: Sheet,
    trials: Sequence[Trial],
    failing: Sequence[int],
    passing: Sequence[int],
    mended: Repair | None,
    budget: Budget,
) -> Diagnosis | None:
    """Return the mistakes that explain the answer, alone, in pairs or beside a line; else what is common."""
    explained = _explained(sheet, trials, failing, passing)
    found = _perhaps(explained, failing) or _beside(explained, trials, failing)
    remark = other_order(_at(trials, failing))
    if found and found.explained == found.wrong and not remark:
        return found
    together = () if remark else by_parts(sheet, trials, failing)
    other = None if remark or together or budget.spent else pairs.in_other_units(sheet, trials)
    if not (remark or together or other or budget.spent):
        together = pairs.together(sheet, trials)
    if together:
        return Diagnosis(together, False, len(failing), len(failing))
    if other or (other := None if remark or budget.spent else composed(sheet, trials, failing)):
        return Diagnosis((other[0],), False, len(failing), len(failing), other[1])
    if mended and mended.second:
        return Diagnosis((), False, 0, len(failing), mended.sentence)
    if mended and mended.left and not remark:  # a change that sorts says no more than that
        return Diagnosis((mended.left,), False, len(failing), len(failing), mended.sentence)
    if found and not remark:
        return found
    if remark:
        return Diagnosis((), False, 0, len(failing), remark)
    return _by_habit(trials, failing, passing)


def _stated(remark: str) -> str:
    """Return what a remark states, without its question: one question is enough."""
    sentences = re.findall(r"[^.?]+\.(?=\s|$)", re.sub(r"\([^()]*\)", "", remark))
    return " ".join(sentence.strip() for sentence in sentences)


def _at(trials: Sequence[Trial], places: Sequence[int]) -> list[Trial]:
    return [trials[place] for place in places]


def _by_habit(trials: Sequence[Trial], failing: Sequence[int], passing: Sequence[int]) -> Diagnosis | None:
    """Return what all failing cases have in common, if it can be said."""
    remark = habit([trials[place] for place in failing], len(passing))
    return Diagnosis((), False, 0, len(failing), remark) if remark else None


def _is_unwritten(trial: Trial) -> bool:
    return trial.got is not None and isinstance(trial.got.error, NotImplementedError)


def _on_both_sides(trials: Sequence[Trial]) -> str:
    """Say so if two inputs that differ in the tenth digit, and have different answers, are given the same."""
    beside = [trial for trial in trials if trial.case.name.startswith(between.NAME)]
    if len(beside) == 2 and not all(trial.passed for trial in beside):
        one, other = (trial.got for trial in beside)
        if one is not None and other is not None and one.status == other.status == "value":
            return between.QUESTION if agree(SAME, one.value, other.value) is None else ""
    return ""


def _blunder(trials: Sequence[Trial], failing: Sequence[int], passed: int) -> str:
    """Return what to ask about the case that is shown, if it came to no value."""
    asked = blunders.question(trials[failing[0]])
    right = asked and breaks([trials[place] for place in failing], passed)
    return f"{right} {asked}" if right else asked


def _broken_off(trials: Sequence[Trial], failing: Sequence[int], passed: int) -> str:
    """Return what to ask if the case that is shown never ends, or ends in an error not raised on purpose."""
    got = trials[failing[0]].got
    if got is not None and holds_function(got.value):
        return _blunder(trials, failing, passed)
    if got is None or got.status == "value" or got.line.partition(": ")[2].startswith("raise "):
        return ""
    return _blunder(trials, failing, passed)


def _one_after_the_other(failing: Sequence[Trial]) -> str:
    """Say so if single calls are right, and only several of them, one after the other, are not."""
    for trial in failing:
        if trial.case.ask is not again.one_after_the_other or trial.got is None or trial.got.changed:
            continue
        if trial.got.status == "value":
            got, wanted = trial.got.value, trial.expected.value
            if agree(SAME, wanted[0], got[0]) is None and agree(SAME, wanted[-2], got[-2]) is not None:
                return LATER_CHANGED
            if agree(SAME, got[0], got[-1]) is not None or (len(failing) == 1 and _same_again(wanted, got)):
                return SURVIVES
    return ""


def _same_again(wanted: Sequence[object], got: Sequence[object]) -> bool:
    """Return whether a call with other arguments gave what the one before gave, and should not have."""
    return any(
        agree(SAME, got[i - 1], got[i]) is None and agree(SAME, wanted[i - 1], wanted[i]) is not None
        for i in range(1, len(got))
    )


UNWRITTEN = (
    "What your function answers is right. For the rest it says itself that it is not written yet: which line "
    "raises the NotImplementedError?"
)
LATER_CHANGED = (
    "What your first call gave has changed when it is looked at after other calls. Do all calls return one "
    "and the same list, dict or array, or does it hold what came in, without a copy?"
)
SURVIVES = (
    "After other calls your function gives another answer than before. What survives from one call to the "
    "next: a default argument, a name outside of the function, a result that is kept?"
)


def _surely(sheet: Sheet, trials: Sequence[Trial], places: Sequence[int]) -> Misconception | None:
    """Return the mistake that gives the same everywhere."""
    budget = Budget(BUDGET)
    for wrong in sheet.exercise.misconceptions:
        if all(_same(sheet, wrong, trials, place) for place in places):
            return wrong
        if budget.spent:
            break
    return None


def _explained(
    sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int], passing: Sequence[int]
) -> dict[Misconception, set[int]]:
    """Return which failing cases each mistake explains, if more speaks for it than against it."""
    budget = Budget(BUDGET / 4)
    explained = {}
    for wrong in sheet.exercise.misconceptions:
        if budget.spent:
            break
        same = {place for place in failing if not budget.spent and _same(sheet, wrong, trials, place)}
        values = [place for place in same if sheet.outcome_of_wrong(wrong, place).status == "value"]
        if not values:  # that both raise the same error says little
            continue
        against = sum(not _same(sheet, wrong, trials, place) for place in passing)
        if len(same) > against:
            explained[wrong] = same
    return explained


def _beside(
    explained: dict[Misconception, set[int]], trials: Sequence[Trial], failing: Sequence[int]
) -> Diagnosis | None:
    """Return the mistake behind most wrong values, where the function also breaks off."""
    values = {place for place in failing if _is_wrong_value(trials[place])}
    if not values or len(values) == len(failing):
        return None
    if len(values) == 1 and np.ndim(trials[min(values)].expected.value) == 0:
        return None  # one number, label or truth value alone is soon the same by chance
    found = _perhaps({wrong: same & values for wrong, same in explained.items() if same & values}, [*values])
    return replace(found, wrong=len(failing)) if found else None


def _is_wrong_value(trial: Trial) -> bool:
    """Return whether a value was asked for, and another one came."""
    return trial.got is not None and trial.got.status == trial.expected.status == "value"


def _remark(failing: Sequence[Trial]) -> str:
    """Return what all wrong values are of the right ones, if they are values and stand in one relation."""
    failing = plain(failing)
    pairs = [
        results_of(trial) if trial.got is not None and not trial.got.changed else [] for trial in failing
    ]
    return relation([pair for some in pairs for pair in some]) if all(pairs) else ""


def _constant(trials: Sequence[Trial], failing: Sequence[int]) -> str:
    """Say so if one and the same number comes back whatever goes in."""
    given = [trial for trial in trials if trial.case.ask is plainly and trial.got is not None]
    values = [trial.got.value for trial in given if trial.got is not None and trial.got.status == "value"]
    if len(failing) < LEAST or not all(isinstance(value, (int, float, np.number)) for value in values):
        return ""
    wanted = {str(trial.expected.value) for trial in given if trial.expected.status == "value"}
    if len(wanted) < LEAST or len({float(value) for value in values}) != 1:
        return ""
    return CONSTANT.format(f"{float(values[0]):.6g}")


CONSTANT = "Your value is always {}. Which of the inputs should change it?"
LEAST = 3  # different results that make a constant one more than chance


def _same(sheet: Sheet, wrong: Misconception, trials: Sequence[Trial], place: int) -> bool:
    """Return whether the wrong answer does in a case what the student's does."""
    got = trials[place].got
    other = sheet.outcome_of_wrong(wrong, place)
    return got is not None and same_outcome(sheet, trials[place].case, other, got)


def _perhaps(explained: dict[Misconception, set[int]], failing: Sequence[int]) -> Diagnosis | None:
    """Return the mistake that explains most, with a second one if together they explain everything."""
    if not explained:
        return None
    best, *others = sorted(explained, key=lambda wrong: -len(explained[wrong]))
    covered = explained[best]
    if len(covered) < len(failing):
        for other in others:
            both = covered | explained[other]
            each = min(len(covered), len(explained[other] - covered)) >= 2
            if len(both) == len(failing) or (each and 3 * len(both) >= 2 * len(failing)):
                return Diagnosis((best, other), False, len(both), len(failing))
    if 2 * len(covered) <= len(failing):
        return None
    return Diagnosis((best,), False, len(covered), len(failing))
