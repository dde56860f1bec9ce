"""The command `autograder strength`: the table of a course's units, and the mutants that no check notices."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict

from autograder import strength, survivors
from autograder.course import Course, CourseError
from autograder.strength import Strength


def run(course: Course, names: list[str], as_json: bool) -> bool:
    """Try the units of a course; print the table; say whether every check is strong enough."""
    package = course.options.units
    if not package:
        raise CourseError(
            "This course names no exercises. If it has any, say in nbgrader_config.py in which package: "
            "c.Autograder.units = 'my_course.exercises'."
        )
    units = strength.units_of(package)
    unknown = [name for name in names if name not in units]
    if unknown:
        raise CourseError(f"There is no unit {unknown[0]}; there are {', '.join(units)}.")
    rows = list(
        strength.report([units[name] for name in names or units], course.root / course.steps["source"])
    )
    left = [entry for row in rows for entry in unexplained(package, row)]
    if as_json:
        found = {"units": [asdict(row) for row in rows], "unexplained": left}
        sys.stdout.write(json.dumps(found, indent=1) + "\n")
    else:
        print(strength.render(rows))
        for row in rows:
            print(
                "".join(
                    f"\n{row.unit}.{task}: {mutant}\n    {why}"
                    for task, mutant, why in explained(package, row)
                )
            )
    return not left and not any(row.faults for row in rows)


def explained(package: str, row: Strength) -> Iterator[tuple[str, str, str]]:
    """Go through the mutants of a unit that no check notices, each with the reason that was written down."""
    reasons = survivors.explained(f"{package}.{row.unit}")
    for task, mutant in row.unnoticed:
        yield task, mutant, reasons.get(task, {}).get(mutant, "No reason is given: a case is missing.")


def unexplained(package: str, row: Strength) -> list[str]:
    """Name the mutants of a unit that no check notices, and for which there is no reason."""
    reasons = survivors.explained(f"{package}.{row.unit}")
    return [f"{row.unit}.{task}: {name}" for task, name in row.unnoticed if name not in reasons.get(task, {})]
