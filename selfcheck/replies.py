"""What functions of another process have answered so far, so that a graded cell does not ask them twice.

    Replies   the trials of each function, by the names mended meanwhile, and which helpers are right

The check that a student sees and the hidden one put the same cases to a function, but for what is drawn. In
a graded run both stand in one cell, the function lives in another process, and every call costs a message.
A stand-in stands for one state of that process: as long as it is the same object, nothing was redefined. A
function of this process is asked anew each time, for it may call others that have changed.
"""

import os
from collections.abc import Callable, Iterable

from selfcheck.attempt import runs_here
from selfcheck.exercise import Answer
from selfcheck.trial import FamilyResult, Trial


class Replies:
    """What is known of stand-ins."""

    def __init__(self) -> None:
        """Begin with none."""
        self._trials: dict[tuple[int, frozenset[str]], list[Trial]] = {}
        self._right: dict[tuple[int, str], bool] = {}
        self._kept: list[Answer] = []  # the stand-ins, or an id could become that of another

    def trials(self, function: Answer, mended: frozenset[str]) -> list[Trial]:
        """Return what a function gave, while these names had right answers."""
        return self._trials.get((id(function), mended), [])

    def keep(self, function: Answer, mended: frozenset[str], results: Iterable[FamilyResult]) -> None:
        """Remember the results, if the function lives elsewhere."""
        if self._lasts(function):
            self._trials[id(function), mended] = [trial for one in results for trial in one.trials]

    def is_right(self, helper: Answer, task: str, ask: Callable[[], bool]) -> bool:
        """Return whether a helper is a right answer to a task: asked once, if it lives elsewhere."""
        key = (id(helper), task)
        if key in self._right:
            return self._right[key]
        right = ask()
        if self._lasts(helper):
            self._right[key] = right
        return right

    def _lasts(self, function: Answer) -> bool:
        lasts = os.environ.get("NBJUDGE") == "1" and not runs_here(function)
        if lasts:
            self._kept.append(function)
        return lasts
