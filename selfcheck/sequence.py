"""Two calls that show what a function keeps: the first is harmless, and after it the second is wrong.

    two_calls   a function that is right when called alone -> its smallest wrong pair of calls, or nothing

Before each pair the function is put back to what it was. Both inputs are made smaller as long as the second
call is right alone and wrong after the first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from selfcheck.again import repeatable
from selfcheck.budget import Budget
from selfcheck.exercise import Answer, Case
from selfcheck.memory import Memory
from selfcheck.smaller import CALL, Inputs, Smaller, candidates
from selfcheck.trial import Sheet, Trial

SECONDS = 0.2
MOST_TRIED = 8  # inputs for each of the two calls


def two_calls(
    sheet: Sheet,
    function: Answer,
    memory: Memory,
    trials: Sequence[Trial],
    written: Callable[[Case], str],
) -> Smaller | None:
    """Return the trial of the second call, which says what was called before; `written` gives code."""
    pairs = _Pairs(sheet, function, memory)
    found = next((pair for pair in _possible(trials) if pairs.shows(*pair)), None)
    if found is None or pairs.budget.spent:
        return None
    smallest = pairs.smallest(*found)
    trial = pairs.shows(*smallest)
    memory.restore()
    if trial is None:
        return None
    first, second = (written(case) for case in smallest)
    shown = f"{first} twice: the second time" if first == second else f"{first}, and then {second}"
    return Smaller(replace(trial, case=replace(trial.case, shown=shown)))


def _possible(trials: Sequence[Trial]) -> Iterator[tuple[Case, Case]]:
    """Go through pairs of inputs: one input twice, then two, what failed as the second."""
    asked = [trial for trial in trials if trial.got is not None and repeatable(trial.case)]
    wrong = [trial.case for trial in asked if not trial.passed and trial.expected.status == "value"]
    for case in wrong[:MOST_TRIED]:
        yield case, case
    for second in wrong[:MOST_TRIED]:
        for trial in asked[:MOST_TRIED]:
            yield trial.case, second


class _Pairs:
    """Pairs of calls, put to a function that has kept nothing yet."""

    def __init__(self, sheet: Sheet, function: Answer, memory: Memory) -> None:
        self.sheet, self.function, self.memory = sheet, function, memory
        self.budget = Budget(SECONDS)

    def shows(self, first: Case, second: Case) -> Trial | None:
        """Return the trial of the second call, if that is wrong after the first one only."""
        if self.budget.spent:
            return None
        self.memory.restore()
        if not self._trial(first).passed:
            return None
        after = self._trial(second)
        if after.passed or after.got is None or after.got.status == "timeout":
            return None
        self.memory.restore()
        return after if self._trial(second).passed else None

    def smallest(self, first: Case, second: Case) -> tuple[Case, Case]:
        """Leave out of both inputs what may be left out."""
        progress = True
        while progress and not self.budget.spent:
            progress = False
            for pair in self._smaller(first, second):
                if self.shows(*pair) is not None:
                    (first, second), progress = pair, True
                    break
        return first, second

    def _smaller(self, first: Case, second: Case) -> Iterator[tuple[Case, Case]]:
        if first is second:
            for inputs in candidates(_inputs(first)):
                case = self._meant(first, inputs)
                if case is not None:
                    yield case, case
            return
        for one, other in zip(candidates(_inputs(first)), candidates(_inputs(second)), strict=False):
            both = self._meant(first, one), self._meant(second, other)
            if both[0] is not None and both[1] is not None:  # what is kept by shape needs two of one shape
                yield both[0], both[1]
        for inputs in candidates(_inputs(second)):
            case = self._meant(second, inputs)
            if case is not None:
                yield first, case
        for inputs in candidates(_inputs(first)):
            case = self._meant(first, inputs)
            if case is not None:
                yield case, second

    def _meant(self, case: Case, inputs: Inputs) -> Case | None:
        """Return the case with these inputs, if the right answers agree on them."""
        made = replace(case, arguments=inputs[0], keywords=inputs[1], shown="")
        right = self.sheet.outcome(self.sheet.exercise.reference, made, CALL)
        fine = right.status == "value" and not right.warned and self.sheet.agreed(made, right.value)
        return made if fine and not self.budget.spent else None

    def _trial(self, case: Case) -> Trial:
        right = self.sheet.outcome(self.sheet.exercise.reference, case, CALL)
        got = self.sheet.outcome(self.function, case, CALL)
        return Trial(case, right, got, self.sheet.difference(case, right, got))


def _inputs(case: Case) -> Inputs:
    return case.arguments, dict(case.keywords)
