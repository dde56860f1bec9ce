"""What an answer deserves: the cases of its exercise are put to it here, in process, as `strength` does it.

No grader has a part in this. A graded run draws the random cases anew for every student; so an answer is put
to several draws, and one whose points depend on the draw has no mark that could be promised: `Unsteady`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from selfcheck.check import passed, points, rebound
from selfcheck.exercise import Unit
from selfcheck.trial import PRACTICE, FamilyResult, Sheet

DRAWS = tuple(f"draw {number}" for number in range(8))
FEW = DRAWS[:2]  # for what is known to be steady


class Unsteady(Exception):
    """What an answer earns depends on the draw."""


@dataclass(frozen=True)
class Shown:
    """What a function showed in one draw: which cases it passed, and what that is worth."""

    passed: tuple[bool, ...]
    points: float
    clear: bool  # whether no random family hangs on a single case


class Proof:
    """The cases of a unit, drawn several times."""

    def __init__(self, unit: Unit) -> None:
        """Draw the cases when they are first needed."""
        self.unit = unit
        self._sheets: dict[tuple[str, str], Sheet] = {}

    def sheet(self, task: str, draw: str) -> Sheet:
        """Give the cases of one draw."""
        if (task, draw) not in self._sheets:
            drawn = draw != PRACTICE
            made = self.sheet(task, PRACTICE).redrawn(draw) if drawn else Sheet(self.unit[task], PRACTICE)
            self._sheets[task, draw] = made
        return self._sheets[task, draw]

    def shown(
        self, task: str, function: Callable[..., object], draws: Sequence[str] = DRAWS
    ) -> tuple[Shown, ...]:
        """Put the cases of some draws to a function."""
        return tuple(self._shown_in(task, function, draw) for draw in draws)

    def _shown_in(self, task: str, function: Callable[..., object], draw: str) -> Shown:
        results = self.sheet(task, draw).try_out(function)
        passes = tuple(trial.passed for result in results for trial in result.trials)
        clear = all(_clear(result) for result in results if result.family.kind == "random")
        return Shown(passes, points(results), clear)

    def points(self, task: str, function: Callable[..., object], draws: Sequence[str] = DRAWS) -> float:
        """Give the points of a function, the same in every draw."""
        return self.steady(task, self.shown(task, function, draws))

    def steady(self, task: str, shown: Sequence[Shown]) -> float:
        """Give the points of what was shown, the same in every draw."""
        earned = {each.points for each in shown}
        if len(earned) > 1 or not all(each.clear for each in shown):
            raise Unsteady(f"{task}: {sorted(earned)} points, as the draw will have it")
        return earned.pop()

    def deserved(self, task: str, names: dict[str, object], draws: Sequence[str] = DRAWS) -> float:
        """Give the points of a task in a notebook with these names; what it uses is the student's own.

        Where an earlier task is broken, this one is judged with a right answer to that: a mistake costs once.
        """
        function = names.get(task)
        if not callable(function):
            return 0.0
        own = self.points(task, function, draws)
        broken = [used for used in self.unit[task].uses if not self.is_right(used, names)]
        if own == self.unit[task].points or not broken:
            return own
        with rebound(names, self.references(broken)):
            return max(own, self.points(task, function, draws))

    def is_right(self, task: str, names: Mapping[str, object]) -> bool:
        """Whether the notebook's answer to a task passes its practice cases."""
        function = names.get(task)
        return callable(function) and passed(self.sheet(task, DRAWS[0]).try_out(function))

    def references(self, tasks: list[str]) -> dict[str, Any]:
        """Give the right answers to tasks."""
        return {task: self.unit[task].reference for task in tasks}


def _clear(result: FamilyResult) -> bool:
    """Whether a family is passed, or failed in so many cases that another draw would show it too."""
    failed = sum(not trial.passed for trial in result.trials)
    return failed == 0 or failed >= min(2, len(result.trials))
