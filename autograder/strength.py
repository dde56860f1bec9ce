"""Are the checks strong enough? Every known mistake must lose points and be the one that is named.

    .venv/bin/python -m autograder.strength mlcore.exercises           every unit
    .venv/bin/python -m autograder.strength mlcore.exercises knn       one unit
    .venv/bin/python -m autograder.strength mlcore.exercises knn.nearest

The reference and the other right answers must earn full marks, on several draws of the random cases.
"""

import argparse
import importlib
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from autograder.diagnosis import diagnose
from autograder.exercise import Exercise, Unit
from autograder.panel import Report, text
from autograder.trial import Sheet

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
    sheets = {seed: Sheet(exercise, seed) for seed in SEEDS}
    for place, answer in enumerate((exercise.reference, exercise.reference, *exercise.right)):
        label = "the reference, again" if place == 1 else getattr(answer, "__name__", "a right answer")
        yield Finding(name, label, next((f for s in SEEDS if (f := _right(unit, sheets[s], answer))), ""))
    for wrong in exercise.misconceptions:
        start = time.perf_counter()
        fault = next((f for s in SEEDS if (f := _wrong(sheets[s], wrong.slug))), "")
        yield Finding(name, wrong.slug, fault, (time.perf_counter() - start) / len(SEEDS))


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


def units_of(package: str) -> Mapping[str, Unit]:
    """Return the units of a package: it has a mapping named UNITS."""
    units: Mapping[str, Unit] = importlib.import_module(package).UNITS
    return units


def main() -> None:
    """Say which checks are too weak."""
    parser = argparse.ArgumentParser(
        prog="python -m autograder.strength", description=__doc__.splitlines()[0]
    )
    parser.add_argument("package", help="the package with UNITS, such as mlcore.exercises")
    parser.add_argument("names", nargs="*", help="units, or tasks as unit.task; all if none is named")
    arguments = parser.parse_args()
    units = units_of(arguments.package)
    faults = 0
    for name in arguments.names or units:
        unit, _, only = name.partition(".")
        findings = list(try_units([units[unit]], only))
        for finding in findings:
            if finding.fault:
                print(f"{finding.exercise}: {finding.answer} {finding.fault}\n")
        faulty = sum(bool(finding.fault) for finding in findings)
        slowest = max((finding.seconds for finding in findings), default=0.0)
        exercises = len({finding.exercise for finding in findings})
        print(
            f"{name}: {exercises} tasks, {len(findings)} answers tried, {faulty} faults; "
            f"slowest check {slowest:.2f} s"
        )
        faults += faulty
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
