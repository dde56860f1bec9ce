"""One small change in the student's own code makes everything right: then the question is about that line.

    repair  the function and its results -> a Repair, or nothing
    Repair  the line, and what to ask about it; the change itself is never told

It runs only where the student's code runs anyway: in the notebook, with its time limit. A change counts if
every single case passes with it, those that look for whole kinds of mistakes included; so the line is never
wrong. If none does, a change after which the function does in every case what a known mistake does tells of
two slips; and so do two changes that make everything right together.
"""

import ast
import inspect
import textwrap
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import FunctionType
from typing import Any

import numpy as np

from selfcheck.attempt import Outcome
from selfcheck.budget import Budget
from selfcheck.edits import NUMPY, Edit, edits
from selfcheck.exercise import Answer, Misconception, plainly
from selfcheck.trial import Sheet, Trial, same_outcome

SECONDS = 0.25
EARLY = 0.15  # of these: later than that no two changes are tried together
CALL = 0.03  # for one call of a changed function
MOST_ENDLESS = 3  # changed functions that ran out of time, after which no further one is tried
MOST_HELPERS = 3


@dataclass(frozen=True)
class Repair:
    """The line that has to change, and the known mistake that is left then, if there is one."""

    line: int
    text: str
    kind: str
    left: Misconception | None = None
    several: bool = False  # the same change in further lines
    second: tuple[int, str] | None = None  # another line, with its text, that has to change too

    @property
    def sentence(self) -> str:
        """What to ask about the line."""
        if self.second:
            return f"{self._two} {ASKED[self.kind]}"
        opening = SEVERAL if self.several else ALL if self.left is None else ALSO
        return f"{opening.format(self.line, self.text)} {ASKED[self.kind]}"

    @property
    def _two(self) -> str:
        assert self.second is not None
        if self.second[0] == self.line:
            return TWO_IN_ONE.format(self.line, self.text)
        return TWO.format(self.line, self.text, *self.second)


ALL = "A small change in one line would make all of it right, line {}: `{}`."
SEVERAL = "The same small change in several lines would make all of it right, first in line {}: `{}`."
TWO = "Two small changes would make all of it right, in line {}: `{}`, and in line {}: `{}`. In the first:"
TWO_IN_ONE = "Two small changes in one line would make all of it right, line {}: `{}`."
ALSO = "And there is a second slip, in line {}: `{}`."
# Between a known mistake and what is there, a change of another kind is soon found by chance.
SLIPS = ("compare", "axis", "order", "calculate", "call", "type", "rounding", "argument", "missing")
RISKY = ("name", "number", "count")  # of these only what makes fewer cases fail
ASKED = {
    "compare": "What is compared there, and what should happen if both sides are equal?",
    "axis": "Which shape goes in, over which axis is it taken together, and which shape comes out?",
    "return": "When is that line reached for the first time, and what is still to be done then?",
    "order": "In which order does Python work it out? Put brackets around what it does first.",
    "calculate": "Work it out by hand for the case above: is each sign and each step the one that you mean?",
    "count": "Which is the first place that it takes, and which the last? Count on a small example.",
    "number": "Why that number, and no other one?",
    "call": "Does what it calls give what you need there? Print what comes back.",
    "type": "Which kind of numbers does it make, and what gets lost on the way?",
    "rounding": "What gets lost where it rounds, and does the task ask for that?",
    "argument": "What does each thing in its brackets stand for, and in which order?",
    "test": "For which inputs is its condition true? Find one for which you want the opposite.",
    "branch": "For which inputs is its condition true? Find one for which you want the opposite.",
    "lost": "What becomes of what that line gives back?",
    "loop": "What does the loop go through, and in which order?",
    "factor": "Write the formula beside it, and compare the two term by term. What is missing, or too much?",
    "place": "How often does that line run, and how often should it?",
    "extra": "Take it apart: is there a step, or a number, too many?",
    "missing": "Which step is missing there?",
    "name": "Is each name there the one that you mean? Print what they stand for.",
}


def repair(
    sheet: Sheet, function: object, trials: Sequence[Trial], instead: Mapping[str, object]
) -> Repair | None:
    """Return the line that a small change makes right; `instead` has right answers to earlier tasks."""
    failing = [place for place, trial in enumerate(trials) if trial.got is not None and not trial.passed]
    try:
        code = _Code.of(function, instead, set(sheet.exercise.uses))
    except (OSError, TypeError, SyntaxError, ValueError, IndentationError):
        return None
    if code is None or not failing:
        return None
    return _Search(sheet, code, trials, failing).found()


class _Search:
    def __init__(self, sheet: Sheet, code: "_Code", trials: Sequence[Trial], failing: Sequence[int]) -> None:
        self.sheet, self.code, self.trials = sheet, code, trials
        plain_first = sorted(failing, key=lambda place: sheet.cases[place].ask is not plainly)
        self.places = [*plain_first, *(place for place in range(len(trials)) if place not in set(failing))]
        self.failing = len(failing)
        self.budget, self.early = Budget(SECONDS), Budget(EARLY)
        self.endless = 0

    def found(self) -> Repair | None:
        first = self.places[0]
        left: Repair | None = None
        moving: list[Edit] = []
        before = self._outcome(self.code.made(), first)
        for edit in self.code.edits():
            if self.budget.spent or self.endless > MOST_ENDLESS:
                break
            with edit.made():
                made = self.code.made()
            if made is None:
                continue
            outcome = self._outcome(made, first)
            if outcome.status == "timeout":
                self.endless += 1
                continue
            if self._right(first, outcome):
                if all(self._right(place, self._outcome(made, place)) for place in self.places[1:]):
                    return self._told(edit)
                continue
            moves = self._moves(before, outcome)
            if moves:
                moving.append(edit)
            if (
                (
                    left is None or left.kind == "compare"
                )  # two sides made equal undo much: better, what else does
                and not edit.more
                and edit.kind in (*SLIPS, *RISKY)
                and moves
            ):
                mistake = self._mistake(made, outcome)
                if mistake is not None and self._was_there(mistake, edit):
                    left = self._told(edit, mistake)
        return left or self._twice(moving)

    def _twice(self, moving: Sequence[Edit]) -> Repair | None:
        """Look for two changes that together make everything right, in the time that is left."""
        first = self.places[0]
        numbered = list(enumerate(moving))
        pairs = sorted(combinations(numbered, 2), key=lambda pair: pair[0][0] + pair[1][0])
        for (_, one), (_, other) in pairs:
            if self.early.spent or self.endless > MOST_ENDLESS:
                return None
            with one.made(), other.made():
                made = self.code.made()
            outcome = self._outcome(made, first)
            self.endless += outcome.status == "timeout"
            if self._right(first, outcome) and all(
                self._right(place, self._outcome(made, place)) for place in self.places[1:]
            ):
                early, late = sorted((one, other), key=lambda edit: edit.line)
                return replace(self._told(early), second=(late.line, self.code.text(late.line)))
        return None

    def _was_there(self, mistake: Misconception, edit: Edit) -> bool:
        """Return whether the function may make the mistake itself: the change might have brought it in.

        It does not if the mistake alone is wrong where the function is right; nor, after a change that fits
        by chance, if it is right nowhere else.
        """
        failing, passing = self.places[: self.failing], self.places[self.failing :]
        if not all(self._right(place, self.sheet.outcome_of_wrong(mistake, place)) for place in passing):
            return False
        if edit.kind in SLIPS:
            return True
        return any(self._right(place, self.sheet.outcome_of_wrong(mistake, place)) for place in failing)

    def _moves(self, before: Outcome, after: Outcome) -> bool:
        return after.status == "value" and not self._alike(self.places[0], before, after)

    def _mistake(self, made: Answer, outcome: Outcome) -> Misconception | None:
        """Return the known mistake that the changed function makes, if it makes it everywhere."""
        first = self.places[0]
        for wrong in self.sheet.exercise.misconceptions:
            if self.budget.spent:
                break
            known = self.sheet.outcome_of_wrong(wrong, first)
            if self._alike(first, known, outcome) and all(
                self._alike(place, self.sheet.outcome_of_wrong(wrong, place), self._outcome(made, place))
                for place in self.places[1:]
            ):
                return wrong
        return None

    def _outcome(self, made: Answer | None, place: int) -> Outcome:
        if made is None:
            return Outcome("error")
        return self.sheet.outcome(made, self.sheet.cases[place], CALL)

    def _alike(self, place: int, one: Outcome, other: Outcome) -> bool:
        return same_outcome(self.sheet, self.sheet.cases[place], one, other)

    def _right(self, place: int, outcome: Outcome) -> bool:
        expected = self.sheet.expected[place]
        return self.sheet.difference(self.sheet.cases[place], expected, outcome) is None

    def _told(self, edit: Edit, left: Misconception | None = None) -> Repair:
        return Repair(edit.line, self.code.text(edit.line), edit.kind, left, edit.several)


@dataclass
class _Code:
    """The source of a function and of its helpers, to be compiled anew after each change."""

    name: str
    trees: list[ast.FunctionDef]
    lines: Mapping[int, str]
    names: dict[str, Any]

    @classmethod
    def of(cls, function: object, instead: Mapping[str, object], given: set[str]) -> "_Code | None":
        if type(function) is not FunctionType or function.__name__ == "<lambda>":
            return None
        helpers = [one for one in _called_by(function) if one.__name__ not in given]
        trees, lines = [], {}
        for one in (function, *helpers[:MOST_HELPERS]):
            source, start = inspect.getsourcelines(one)
            tree = ast.parse(textwrap.dedent("".join(source))).body[0]
            if not isinstance(tree, ast.FunctionDef):
                return None
            ast.increment_lineno(tree, start - 1)
            tree.decorator_list = []
            trees.append(tree)
            lines.update({start + number: line.strip() for number, line in enumerate(source)})
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        enclosed = {name: cell.cell_contents for name, cell in cells}
        names = {**function.__globals__, **enclosed, **instead, NUMPY: np}
        return cls(trees[0].name, trees, lines, names)

    def edits(self) -> Iterator[Edit]:
        for tree in self.trees:
            yield from edits(tree)

    def made(self) -> Answer | None:
        """Return the function as the trees have it now; nothing where Python does not take it."""
        module = ast.Module(list(self.trees), [])
        ast.fix_missing_locations(module)
        names = dict(self.names)
        with warnings.catch_warnings():  # what Python has to say of a line it said when the student ran it
            warnings.simplefilter("ignore")
            try:
                exec(compile(module, "<changed>", "exec"), names)  # the student's code, where it runs anyway
            except Exception:
                return None
        made: Answer = names[self.name]
        return made

    def text(self, line: int) -> str:
        text = self.lines.get(line, "")
        return text if len(text) <= 80 else text[:77] + "..."


def _called_by(function: FunctionType) -> list[FunctionType]:
    """Return the student's own functions that a function uses, directly or not."""
    found: list[FunctionType] = []
    waiting = [function.__code__]
    while waiting and len(found) <= MOST_HELPERS:
        code = waiting.pop()
        waiting += [inner for inner in code.co_consts if isinstance(inner, type(code))]
        for name in code.co_names:
            helper = function.__globals__.get(name)
            if not isinstance(helper, FunctionType) or helper.__globals__ is not function.__globals__:
                continue
            if helper not in found and helper is not function:
                found.append(helper)
                waiting.append(helper.__code__)
    return found
