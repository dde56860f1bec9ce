"""The check under a task: `check("unit.exercise", function)` gives the points, and says what is not right.

    Checker  knows the units of a course; calling it gives a Result
    Result   a number (so that nbgrader reads the points off the cell), shown as a panel

The same line serves in a student's notebook, under plain nbgrader, and in the judge, where the function lives
in another process. The cases that are drawn come from the environment variable NBJUDGE_SEED in a graded
run (`hidden=True`), else from a seed that everybody knows.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any

from selfcheck import panel, regions, waiting
from selfcheck.attempt import Outcome
from selfcheck.diagnosis import Diagnosis, diagnose
from selfcheck.exercise import Answer, Exercise, Unit
from selfcheck.memory import Memory
from selfcheck.repair import Repair, repair
from selfcheck.replies import Replies
from selfcheck.report import MIME, Report
from selfcheck.sequence import two_calls
from selfcheck.smaller import Smaller, smaller
from selfcheck.trial import PRACTICE, FamilyResult, Sheet, Trial, ended_process, is_late
from selfcheck.validating import NotAllPoints, is_validated


class Result(float):
    """The points of a check. In a notebook it is shown as a panel; print it for plain text."""

    report: Report

    def __new__(cls, report: Report) -> "Result":
        """Make a number of a report."""
        self = super().__new__(cls, report.points)
        self.report = report
        return self

    def __repr__(self) -> str:
        """Return the number: nbgrader takes it for the points of the cell."""
        return f"{float(self):g}"

    def __str__(self) -> str:
        """Return the report in plain text."""
        return panel.text(self.report)

    def _repr_html_(self) -> str:
        return panel.html(self.report)

    def _repr_mimebundle_(self, **wanted: object) -> dict[str, Any]:
        return {MIME: self.report.to_json() | {"failure": panel.failure(self.report)}}


class Checker:
    """The checks of a course."""

    def __init__(self, units: Mapping[str, Unit] | Iterable[Unit]) -> None:
        """Keep the units; a mapping may import each when it is asked for."""
        named = units if isinstance(units, Mapping) else {unit.name: unit for unit in units}
        self.units: Mapping[str, Unit] = named
        self._sheets: dict[tuple[str, str], Sheet] = {}
        self._endless: list[Any] = []  # helpers that ran out of time
        self._fatal: set[str] = set()  # tasks whose answers did in a graded run, or ended the process
        self._replies = Replies()

    def __call__(self, name: str, function: Answer, hidden: bool = False) -> Result:
        """Check a function against the exercise of that name, "unit.exercise"."""
        return self._check(name, function, hidden, sys._getframe(1).f_globals)

    def check(self, name: str, function: Answer, hidden: bool = False) -> Result:
        """Check a function against the task of that name: check("unit.task", function)."""
        return self._check(name, function, hidden, sys._getframe(1).f_globals)

    def _check(self, name: str, function: Answer, hidden: bool, caller: dict[str, Any]) -> Result:
        unit, exercise = self.find(name)
        if not callable(function):
            raise TypeError(
                f"check({name!r}, ...) wants the function itself, without brackets after its name."
            )
        names = namespace_of(function, caller)
        sheet = self._sheet(name, exercise, hidden)
        memory = Memory(function)
        results, needed = self._results(name, sheet, function, names)
        seen = not (passed(results) or ran_out(results) or hidden or is_unseen())
        drawn = regions.picture(exercise, function) if seen else None
        kept = "" if passed(results) else what_is_kept(memory, sheet, function, results)
        right = {used: unit[used].reference for used in needed}
        diagnosis = named(sheet, results, kept, partial(line_to_mend, sheet, function, right))
        report = Report(unit.name, exercise, results, diagnosis, needed, hidden, drawn)
        if not is_graded():
            report = replace(report, older=waiting.older(exercise.name))
            waiting.keep(exercise.name, function, passed(results))
        if not (needed or hidden or is_graded()):
            found = smaller_case(sheet, function, memory if kept else None, report)
            report = with_small_case(report, found) if found else report
        if is_validated() and not passed(results):
            raise NotAllPoints(panel.text(report))
        return Result(report)

    def _results(
        self, name: str, sheet: Sheet, function: Answer, names: dict[str, Any]
    ) -> tuple[tuple[FamilyResult, ...], tuple[str, ...]]:
        """Return what came of every case, and which helpers had to be right ones for that."""
        unit, exercise = self.find(name)
        # Looked up even if not needed: so the judge's record of a right solution knows that it may be.
        helpers = {used: names[used] for used in exercise.uses if used in names}
        needed = tuple(used for used in exercise.uses if f"{unit.name}.{used}" in self._fatal)
        with rebound(names, {used: unit[used].reference for used in needed}):
            results = self._try_out(sheet, function, mended=frozenset(needed))
        if is_graded() and (ran_out(results) or any(map(ended_process, outcomes(results)))):
            self._fatal.add(name)
        if exercise.uses and not passed(results):
            wrong = [used for used in exercise.uses if not self._is_right(unit, used, helpers.get(used))]
            if set(wrong) > set(needed):
                with rebound(names, {used: unit[used].reference for used in wrong}):
                    again = self._try_out(sheet, function, results, frozenset(wrong))
                if points(again) > points(results):
                    results, needed = again, tuple(wrong)
        return results, needed

    def prepare(self, names: Iterable[str], kept: bytes = b"") -> bytes:
        """Make the practice cases of tasks, with what is right in them, so that later checks find them.

        What it gives another process may keep, and hand in when it prepares the same: that is faster. It is
        a pickle: it must come from nobody else, and from the same code.
        """
        known: dict[str, tuple[bytes, regions.Half | None]] = pickle.loads(kept) if kept else {}
        made = {}
        for name in names:
            _, exercise = self.find(name)
            written, half = known.get(name, (b"", None))
            if (name, PRACTICE) not in self._sheets:
                self._sheets[name, PRACTICE] = Sheet(exercise, PRACTICE, written=written)
            half = regions.prepare(exercise, half)
            made[name] = written or self._sheets[name, PRACTICE].to_bytes(), half
        return kept if made.keys() <= known.keys() else pickle.dumps(made)

    def find(self, name: str) -> tuple[Unit, Exercise]:
        """Return the unit and the exercise of a name such as "knn.nearest"."""
        unit, dot, exercise = name.partition(".")
        if not dot or unit not in self.units:
            raise KeyError(
                f"check wants a name like 'unit.task', with a unit of {', '.join(self.units)}; got {name!r}."
            )
        return self.units[unit], self.units[unit][exercise]

    def _sheet(self, name: str, exercise: Exercise, hidden: bool) -> Sheet:
        """Return the cases for everybody, or those of one student: the same but for what is drawn."""
        if (name, PRACTICE) not in self._sheets:
            self._sheets[name, PRACTICE] = Sheet(exercise, PRACTICE)
        seed = os.environ.get("NBJUDGE_SEED", "graded") if hidden else PRACTICE
        if (name, seed) not in self._sheets:
            self._sheets[name, seed] = self._sheets[name, PRACTICE].redrawn(seed)
        return self._sheets[name, seed]

    def _try_out(
        self,
        sheet: Sheet,
        function: Answer,
        before: Iterable[FamilyResult] = (),
        mended: frozenset[str] = frozenset(),
    ) -> tuple[FamilyResult, ...]:
        """Put the cases to a function, but for those that it was asked already; passed families stay so."""
        passing = [trial for result in before if result.passed for trial in result.trials]
        results = sheet.try_out(function, [*passing, *self._replies.trials(function, mended)])
        self._replies.keep(function, mended, results)
        return results

    def _is_right(self, unit: Unit, name: str, helper: object) -> bool:
        """Return whether the answer to an earlier task passes its own check."""
        task = f"{unit.name}.{name}"
        if not callable(helper) or task in self._fatal or any(helper is known for known in self._endless):
            return False
        return self._replies.is_right(helper, task, lambda: self._passes(task, unit[name], helper))

    def _passes(self, task: str, exercise: Exercise, helper: Answer) -> bool:
        failure = self._sheet(task, exercise, False).first_failure(helper)
        if failure is not None and is_late(failure):
            self._endless.append(helper)  # not to wait for it again
        return failure is None


def is_graded() -> bool:
    """Return whether nbgrader or the judge runs the notebook, so that nobody waits for an answer to go on."""
    return "NBJUDGE" in os.environ or "NBGRADER_EXECUTION" in os.environ


def is_unseen() -> bool:
    """Return whether plain nbgrader runs the notebook: it throws the picture away. A judge keeps it."""
    return "NBGRADER_EXECUTION" in os.environ and "NBJUDGE" not in os.environ


def passed(results: Iterable[FamilyResult]) -> bool:
    """Return whether everything passed."""
    return all(result.passed for result in results)


def ran_out(results: Iterable[FamilyResult]) -> bool:
    """Return whether the time was up in some case: nobody waits for more of that."""
    return any(is_late(trial) for result in results for trial in result.trials)


def outcomes(results: Iterable[FamilyResult]) -> list[Outcome]:
    """Return what came of the cases that were put to the function."""
    return [trial.got for result in results for trial in result.trials if trial.got is not None]


def what_is_kept(memory: Memory, sheet: Sheet, function: Answer, results: Iterable[FamilyResult]) -> str:
    """Say what a function keeps between calls, if it is right on a failing input once that is put back."""
    names = memory.changed()
    failing = [trial for result in results for trial in result.trials if not trial.passed and trial.got]
    if not names or not failing:
        return ""
    for trial in failing[:4]:
        memory.restore()
        outcome = sheet.outcome(function, trial.case, sheet.exercise.seconds)
        if sheet.difference(trial.case, trial.expected, outcome) is None:
            break
    else:
        return ""
    memory.restore()
    what = " and ".join(f"`{name}`" for name in names[:2])
    return (
        f"Called alone, your function is right on an input that it gets wrong after other calls: {what} "
        f"still {'holds' if len(names) == 1 else 'hold'} what one of them left. Where should a call begin?"
    )


def smaller_case(sheet: Sheet, function: Answer, memory: Memory | None, report: Report) -> Smaller | None:
    """Return a smaller case that fails, or where something is kept between calls, two small calls."""
    try:
        if memory is not None:
            trials = [trial for result in report.results for trial in result.trials]
            return two_calls(sheet, function, memory, trials, partial(panel.call_as_code, report.exercise))
        return one_case(sheet, function, report)
    except Exception:  # what comes back may be stranger than we thought: the case is shown as it is
        return None


def one_case(sheet: Sheet, function: Answer, report: Report) -> Smaller | None:
    """Return a smaller case that fails; not where the question is about the worked example."""
    found = report.diagnosis
    if report.failure is None or report.untouched:
        return None
    if found is None and report.failure[0].family.kind == "example":
        return None
    sure = found.misconceptions[0].answer if found is not None and found.sure else None
    return smaller(sheet, function, report.failure[1], sure)


def with_small_case(report: Report, found: Smaller) -> Report:
    """Return the report with the smaller case, and with what the line had in its hands in that case."""
    diagnosis, shown = report.diagnosis, report.failure
    if (
        diagnosis is not None
        and shown is not None
        and shown[1].got is not None
        and found.trial.got is not None
    ):
        before, now = ("; ".join(trial.hands) for trial in (shown[1].got, found.trial.got))
        if before and now:
            diagnosis = replace(diagnosis, remark=diagnosis.remark.replace(before, now))
    return replace(report, small=found.trial, beside=found.right, diagnosis=diagnosis)


def line_to_mend(
    sheet: Sheet, function: Answer, right: Mapping[str, object], trials: Sequence[Trial]
) -> Repair | None:
    """Look for the line that a small change makes right; not where somebody else's code runs beside ours."""
    return None if is_graded() else repair(sheet, function, trials, right)


def named(
    sheet: Sheet,
    results: tuple[FamilyResult, ...],
    kept: str = "",
    mend: Callable[[Sequence[Trial]], Repair | None] = lambda trials: None,
) -> Diagnosis | None:
    """Name the mistake. What an answer gives back may be stranger than we thought: that costs no points."""
    try:
        return diagnose(sheet, results, kept, mend)
    except Exception:
        return None


def points(results: Iterable[FamilyResult]) -> float:
    """Return what was earned."""
    return sum(result.points for result in results)


def namespace_of(function: Answer, caller: dict[str, Any]) -> dict[str, Any]:
    """Return where the function looks up other functions.

    What stands for a function of another process has no globals here: it looks them up where the check is
    called, and what is rebound there is rebound there too, as long as the cell runs.
    """
    return function.__globals__ if type(function) is FunctionType else caller


@contextmanager
def rebound(names: dict[str, Any], values: Mapping[str, object]) -> Iterator[None]:
    """Give names other values inside the block."""
    before = {name: names[name] for name in values if name in names}
    try:
        for name, value in values.items():
            names[name] = value
        yield
    finally:
        for name in values:
            if name in before:
                names[name] = before[name]
            else:
                del names[name]
