"""Holds a graded class against its key: every score, every named mistake.

    read      the key beside submitted/, and the grader's records -> Answers, one for each student and task
    scores    which scores differ from what is deserved
    named     how often a known mistake was named, and how often rightly

The key comes from `selfcheck simulate`, which knows no grader; here it meets one.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbjudge.course import course as courses
from nbjudge.course.course import Submission
from nbjudge.grading import archive
from nbjudge.records import CellRecord


@dataclass(frozen=True)
class Answer:
    """One student's answer to one task: what the key says, and what the grader says."""

    student: str
    notebook: str
    task: str
    sealed: dict[str, Any]
    score: float | None  # None: there is no record
    named: tuple[str, ...] = ()
    sure: bool = False

    @property
    def exact(self) -> bool:
        """Whether the score is what is deserved."""
        return self.score is not None and abs(self.score - self.sealed["points"]) < 1e-9

    @property
    def accepted(self) -> set[str]:
        """The names that are right for the mistake that was made; none if none was."""
        mistake = self.sealed["misconception"]
        return {mistake, *self.sealed["alike"]} if mistake else set()


@dataclass(frozen=True)
class Rates:
    """How well something was found."""

    found: int
    wrongly: int
    missed: int

    @property
    def precision(self) -> float:
        """Of what was named, the share that is so."""
        return self.found / (self.found + self.wrongly) if self.found + self.wrongly else 1.0

    @property
    def recall(self) -> float:
        """Of what is so, the share that was named."""
        return self.found / (self.found + self.missed) if self.found + self.missed else 1.0

    def __str__(self) -> str:
        """Say it in one line."""
        return (
            f"precision {self.precision:.3f} ({self.found} of {self.found + self.wrongly}), "
            f"recall {self.recall:.3f} ({self.found} of {self.found + self.missed})"
        )


def key_of(folder: Path) -> dict[str, Any]:
    """Read the key of a class."""
    key: dict[str, Any] = json.loads((folder / "key.json").read_text(encoding="utf-8"))
    return key


def read(folder: Path) -> list[Answer]:
    """Pair what the key says with what the grader's records say, in the units that were graded."""
    course = courses.read(folder)
    graded = {path.name for path in (course.own / "records").iterdir()}
    answers = []
    for student, said in key_of(folder)["students"].items():
        for notebook, handed in said["units"].items():
            if notebook not in graded:
                continue
            submission = Submission(student, notebook, course.folder("submitted", notebook, student))
            record = archive.load(archive.path_of(course, submission))
            cells = {cell.id: cell for own in record.notebooks for cell in own.cells} if record else {}
            answers += [
                _answer(student, notebook, task, sealed, cells.get(f"check-{task}"))
                for task, sealed in handed["tasks"].items()
            ]
    return answers


def _answer(
    student: str, notebook: str, task: str, sealed: dict[str, Any], cell: CellRecord | None
) -> Answer:
    findings = [f for f in (cell.report.findings if cell and cell.report else ()) if f.misconception]
    return Answer(
        student,
        notebook,
        task,
        sealed,
        cell.auto_score if cell else None,
        tuple(finding.misconception for finding in findings),
        any(finding.sure for finding in findings),
    )


def not_exact(answers: Iterable[Answer]) -> Iterator[str]:
    """Go through the scores that are not what is deserved."""
    for answer in answers:
        if not answer.exact:
            yield (
                f"{answer.student}, {answer.notebook}, {answer.task} ({answer.sealed['answer']}"
                f"{', ' + answer.sealed['cheat'] if answer.sealed['cheat'] else ''}): "
                f"{answer.score} given, {answer.sealed['points']} deserved"
            )


def named(answers: Iterable[Answer], sure: bool = False) -> Rates:
    """Count the known mistakes that were named; with `sure`, only names that were said with confidence.

    What was spoilt besides is left out: half of a mistaken answer may still be that mistake.
    """
    found = wrongly = missed = 0
    for answer in answers:
        if answer.sealed["answer"] not in ("right", "misconception", "untouched"):
            continue
        names = set(answer.named) if answer.sure or not sure else set()
        hit = bool(names & answer.accepted)
        found += hit
        wrongly += bool(names) and not hit
        missed += bool(answer.accepted) and not hit
    return Rates(found, wrongly, missed)
