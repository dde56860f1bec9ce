"""Are the checks strong enough? Every known mistake must lose points and be the one that is named.

    try_exercise  the answers to one exercise, right and wrong -> how its check treats each
    report        units, with mutants of their model solutions -> what is known of each
    render        the table for people

The reference and the other right answers must earn full marks, on several draws of the random cases.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from selfcheck.authoring import survivors
from selfcheck.diagnosis import diagnose
from selfcheck.exercise import Exercise, Unit
from selfcheck.panel import text
from selfcheck.report import Report
from selfcheck.trial import Sheet, sheets

SEEDS = ("practice", "graded", "one more")


@dataclass(frozen=True)
class Finding:
    """One answer to one exercise, and what is wrong with how the check treats it (nothing: as it should)."""

    exercise: str
    answer: str
    fault: str
    seconds: float = 0.0


def try_exercise(unit: str, exercise: Exercise) -> Iterator[Finding]:
    """Put the right and the wrong answers of an exercise to its check."""
    name = f"{unit}.{exercise.name}"
    drawn = sheets(exercise, SEEDS)
    for place, answer in enumerate((exercise.reference, exercise.reference, *exercise.right)):
        label = "the reference, again" if place == 1 else getattr(answer, "__name__", "a right answer")
        yield Finding(name, label, next((f for sheet in drawn if (f := _right(unit, sheet, answer))), ""))
    for wrong in exercise.misconceptions:
        start = time.process_time()  # what it costs, however busy the machine
        fault = next((f for sheet in drawn if (f := _wrong(sheet, wrong.slug))), "")
        yield Finding(name, wrong.slug, fault, (time.process_time() - start) / len(SEEDS))


def _right(unit: str, sheet: Sheet, answer: object) -> str:
    results = sheet.try_out(answer)  # type: ignore[arg-type]
    if all(result.passed for result in results):
        return ""
    return "is right and loses points:\n" + text(Report(unit, sheet.exercise, results))


def _wrong(sheet: Sheet, slug: str) -> str:
    wrong = next(wrong for wrong in sheet.exercise.misconceptions if wrong.slug == slug)
    results = sheet.try_out(wrong.answer)
    if all(result.passed for result in results):
        return "is wrong and loses no points: which input tells it from the right answer?"
    found = diagnose(sheet, results)
    if found is None or not found.sure:
        return "is not named with confidence: does it give the same every time?"
    named = found.misconceptions[0].slug
    if named != slug and named not in wrong.equals:
        return f"is taken for {named}: which input tells them apart?"
    return ""


def try_units(units: Iterable[Unit], only: str = "") -> Iterator[Finding]:
    """Try the exercises of units, or only one of them."""
    for unit in units:
        for exercise in unit.exercises:
            if only in ("", exercise.name):
                yield from try_exercise(unit.name, exercise)


@dataclass(frozen=True)
class Strength:
    """What is known of the checks of one unit."""

    unit: str
    tasks: int
    points: float
    right: int  # right answers tried
    mistakes: int
    named: int  # mistakes that lose points and are named with confidence
    mutants: int | None = None  # None: there was no model solution to change
    survivors: int = 0
    faults: tuple[str, ...] = ()
    unnoticed: tuple[tuple[str, str], ...] = ()  # the task and the mutant that no check notices

    def unexplained(self, reasons: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
        """Give the mutants that no check notices, and for which there is no reason."""
        return [(task, name) for task, name in self.unnoticed if name not in reasons.get(task, {})]


def report(units: Iterable[Unit], sources: Path | None = None) -> Iterator[Strength]:
    """Try every unit; with the folder of the notebooks' texts, mutants of the model solutions too."""
    for unit in units:
        findings = list(try_units([unit]))
        slugs = {(e.name, wrong.slug) for e in unit.exercises for wrong in e.misconceptions}
        known = [f for f in findings if (f.exercise.partition(".")[2], f.answer) in slugs]
        source = sources / f"{unit.notebook}.py" if sources else None
        surveys = survivors.try_out(unit, source) if source and source.exists() else None
        yield Strength(
            unit.name,
            len(unit.exercises),
            unit.points,
            len(findings) - len(known),
            len(known),
            sum(not finding.fault for finding in known),
            None if surveys is None else sum(len(survey.made) for survey in surveys),
            sum(len(survey.survivors) for survey in surveys or ()),
            tuple(f"{f.exercise}: {f.answer} {f.fault}" for f in findings if f.fault),
            tuple((survey.exercise, name) for survey in surveys or () for name in survey.survivors),
        )


def render(strengths: Iterable[Strength]) -> str:
    """Return the table of all units, as Markdown, and under it what is too weak."""
    rows = list(strengths)
    lines = [
        "| unit | tasks | points | right answers | mistakes | named rightly | mutants | noticed |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        mutants = "–" if row.mutants is None else f"{row.mutants}"
        noticed = "–" if row.mutants is None else f"{row.mutants - row.survivors}"
        lines.append(
            f"| {row.unit} | {row.tasks} | {row.points:g} | {row.right} | {row.mistakes} | {row.named} "
            f"| {mutants} | {noticed} |"
        )
    return "\n".join([*lines, "", *(f"- {fault}" for row in rows for fault in row.faults)]).strip()
