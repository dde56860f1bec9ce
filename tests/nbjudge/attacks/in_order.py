"""Grades a class in the order that the command line gives: `nbjudge grade` itself knows one order only.

`python -m tests.nbjudge.attacks.in_order COURSE ASSIGNMENT WORKERS STUDENT...`
"""

import sys
from pathlib import Path

from nbjudge.classroom import doctor, run
from nbjudge.classroom.alone import alone
from nbjudge.course import course as courses
from nbjudge.grading.open_release import open_release


def main(root: str, assignment: str, workers: str, *students: str) -> None:
    """Grade everything again; say what has no result, and at which level."""
    course = courses.read(Path(root))
    release = open_release(course, assignment)
    places = {name: place for place, name in enumerate(students)}
    handed_in = sorted(course.submissions(assignment), key=lambda one: places[one.student])
    with alone(course):
        doctor.ensure(course, release)
        for event in run.grade_all(course, release, handed_in, int(workers), force=True):
            match event:
                case run.Graded(student=student, error=error) if error:
                    print(f"{student}: {error}", file=sys.stderr)
                case run.Protected(level):
                    print(level)


if __name__ == "__main__":
    main(*sys.argv[1:])
