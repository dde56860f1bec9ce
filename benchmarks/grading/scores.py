"""The points that graders gave to the same submissions, compared test by test."""

from pathlib import Path

from nbgrader.api import Gradebook

Points = dict[str, dict[str, float]]  # of each student: by the names of tests
_ROUNDING = 1e-9


def in_gradebook(course: Path, assignment: str) -> Points:
    """Read what nbgrader's tables hold of tests; marks by hand are left out."""
    found: Points = {}
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        for submission in gradebook.assignment_submissions(assignment):
            grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
            found[submission.student.id] = {
                grade.name: float(grade.auto_score or 0.0)
                for grade in grades
                if grade.cell.cell_type == "code"
            }
    return found


def differences(ours: Points, theirs: Points) -> dict[str, list[str]]:
    """Say of each student that they graded which tests were given other points, and which.

    >>> differences({"ada": {"a": 1.0, "b": 2.0}, "bob": {}}, {"ada": {"a": 1.0, "b": 0.0}})
    {'ada': ['b: 2 by ours, 0 by theirs']}
    >>> differences({}, {"ada": {"a": 1.0}})
    {'ada': ['a: nothing by ours, 1 by theirs']}
    """
    found = {}
    for student, points in theirs.items():
        own = ours.get(student, {})
        tests = sorted(own.keys() | points.keys())
        unequal = [test for test in tests if _differ(own.get(test), points.get(test))]
        if unequal:
            found[student] = [
                f"{test}: {_told(own.get(test))} by ours, {_told(points.get(test))} by theirs"
                for test in unequal
            ]
    return found


def _differ(one: float | None, other: float | None) -> bool:
    return one is None or other is None or abs(one - other) > _ROUNDING


def _told(points: float | None) -> str:
    return "nothing" if points is None else f"{points:g}"
