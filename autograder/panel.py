"""What a student reads under a task: points, what is right already, the smallest failing case, a question.

    Report  everything that a check found out, as data
    text    the report in plain text
    html    the report as a small panel

In a graded run nothing is shown of the cases that were drawn anew: their names, the points and the hint only.
"""

import html as markup
from dataclasses import dataclass
from typing import Any

from autograder.diagnosis import Diagnosis
from autograder.exercise import Exercise
from autograder.trial import FamilyResult, Trial


@dataclass(frozen=True)
class Report:
    """What a check found out."""

    unit: str
    exercise: Exercise
    results: tuple[FamilyResult, ...]
    diagnosis: Diagnosis | None = None
    needed: tuple[str, ...] = ()  # with right answers to these earlier tasks it earned what it has
    hidden: bool = False

    @property
    def points(self) -> float:
        """What was earned."""
        return sum(result.points for result in self.results)

    @property
    def untouched(self) -> bool:
        """Whether every call said that the function is not written yet."""
        outcomes = [trial.got for result in self.results for trial in result.trials if trial.got is not None]
        return bool(outcomes) and all(isinstance(got.error, NotImplementedError) for got in outcomes)

    @property
    def failure(self) -> tuple[FamilyResult, Trial] | None:
        """The smallest case that failed, and its family."""
        for result in self.results:
            for trial in result.trials:
                if not trial.passed:
                    return result, trial
        return None


def text(report: Report) -> str:
    """Return the report in plain text."""
    lines = [f"{report.exercise.name}: {report.points:g} of {report.exercise.points:g} points"]
    if report.untouched:
        return "\n".join([*lines, f"Not written yet. The contract: {report.exercise.contract}"])
    for result in report.results:
        lines.append(
            f"  {'passed' if result.passed else 'FAILED'}  {result.family.name} ({result.family.points:g})"
        )
    if report.needed:
        lines.append(f"With a right {' and '.join(report.needed)} this passes: the points are yours.")
    if report.failure is not None:
        result, trial = report.failure
        lines.append(
            f"The smallest case that fails: {trial.case.name}"
            if _shown(report, result)
            else f"It fails in: {result.family.name}"
        )
        if _shown(report, result) and trial.difference is not None:
            lines.append(f"  call      {_call(report.exercise, trial)}")
            lines.append(f"  expected  {_short(trial.difference.expected)}")
            lines.append(f"  got       {_short(trial.difference.got)}")
            lines.append(f"  {trial.difference.path} {trial.difference.why}".rstrip())
    hint = _hint(report)
    return "\n".join([*lines, hint] if hint else lines)


def html(report: Report) -> str:
    """Return the report as HTML."""
    return f"<pre>{markup.escape(text(report))}</pre>"


def _shown(report: Report, result: FamilyResult) -> bool:
    return not (report.hidden and result.family.kind == "random")


def _hint(report: Report) -> str:
    diagnosis = report.diagnosis
    if diagnosis is None:
        return report.failure[0].family.question if report.failure else ""
    hints = " ".join(wrong.hint for wrong in diagnosis.misconceptions)
    return hints if diagnosis.sure else f"Perhaps: {hints}"


def _call(exercise: Exercise, trial: Trial) -> str:
    if trial.case.shown:
        return trial.case.shown
    keywords = [f"{name}={_short(value)}" for name, value in trial.case.keywords.items()]
    return f"{exercise.name}({', '.join([*map(_short, trial.case.arguments), *keywords])})"


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 400 else shown[:400] + " ..."
