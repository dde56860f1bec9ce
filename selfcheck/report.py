"""Everything that a check found out, as data: points, families, the case that failed, the mistake behind it.

`panel` shows it to the student. A grader reads it in the format that `to_json` gives, by the MIME type below;
the grader's guide documents that for every course whose checks want to speak it.
"""

from dataclasses import dataclass
from typing import Any

from selfcheck.diagnosis import Diagnosis
from selfcheck.exercise import Exercise
from selfcheck.regions import Picture
from selfcheck.trial import FamilyResult, Trial

MIME = "application/vnd.nbjudge.check+json"
FORMAT = 1
BY_HAND = "Compute this case by hand, and print each of your steps: which is the first that differs?"


@dataclass(frozen=True)
class Report:
    """What a check found out."""

    unit: str
    exercise: Exercise
    results: tuple[FamilyResult, ...]
    diagnosis: Diagnosis | None = None
    needed: tuple[str, ...] = ()  # with right answers to these earlier tasks it earned what it has
    hidden: bool = False
    picture: Picture | None = None
    small: Trial | None = None  # the first failure made smaller
    beside: Trial | None = None  # an input close to it on which the function is right
    older: str = ""  # why not the function that was written last was checked

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

    def tells(self, result: FamilyResult) -> bool:
        """Whether the inputs of a family may be shown."""
        return not (self.hidden and result.family.kind == "random")

    @property
    def question(self) -> str:
        """What to ask oneself where no known mistake explains the failure."""
        if self.failure is None or self.untouched:
            return ""
        if self.diagnosis is not None and self.diagnosis.remark:
            return self.diagnosis.remark
        result, trial = self.failure
        return trial.case.question or result.family.question or BY_HAND

    def to_json(self) -> dict[str, Any]:
        """Give the report in the format that a grader reads."""
        return {
            "format": FORMAT,
            "exercise": f"{self.unit}.{self.exercise.name}",
            "points": self.points,
            "total": self.exercise.points,
            "families": [
                {
                    "name": result.family.name,
                    "points": result.points,
                    "total": result.family.points,
                    "hidden": not self.tells(result),
                }
                for result in self.results
            ],
            "findings": self._findings(),
        }

    def _findings(self) -> list[dict[str, Any]]:
        if self.failure is None or self.untouched:
            return []
        if self.diagnosis is not None and self.diagnosis.misconceptions:
            return [
                {"misconception": mistake.slug, "hint": mistake.hint, "sure": self.diagnosis.sure}
                for mistake in self.diagnosis.misconceptions
            ]
        return [{"misconception": "", "hint": self.question, "sure": False}] if self.question else []
