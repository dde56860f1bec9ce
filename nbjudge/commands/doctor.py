"""`nbjudge doctor` for people and for scripts."""

import json
import sys

from nbjudge.classroom import doctor
from nbjudge.classroom.alone import alone
from nbjudge.commands.terminal import Progress, fitted
from nbjudge.course.course import Course, CourseError, elsewhere
from nbjudge.course.release import Release
from nbjudge.grading.open_release import open_release
from nbjudge.sandbox.level import protects, sentence
from nbjudge.sandbox.protection import Protection, beside, best


def run(course: Course, assignment: str, as_json: bool) -> bool:
    """Examine the machine and the course; say whether all is well."""
    protection = best()
    if not as_json:
        _say(str(protection))
        for level, reason in beside():
            _say(
                f"  not level {level.partition(':')[0]}: {reason}"
                if reason
                else f"  weaker, and not used: level {level}"
            )
        if course.options.unsafe:
            _say("The solutions run without it, as requested.")
    names = [assignment] if assignment else course.assignments()
    if not names:
        raise CourseError(
            f"{course.root} has no assignment: no notebook in {course.steps['source']}/.{elsewhere(course)}"
        )
    checkups = []
    with alone(course), Progress("solutions", len(names), quiet=as_json) as progress:
        for name in names:
            progress.say(name)
            checkups.append(doctor.examine(course, _solved(course, name)))
            progress.step()
    if as_json:
        _print_json(course, protection, checkups)
    else:
        for checkup in checkups:
            _report(course, checkup)
            if checkup.illustrations:
                _say(_about_illustrations(course, checkup))
    return all(entry.healthy for entry in checkups)


def _solved(course: Course, name: str) -> Release:
    release = open_release(course, name)
    if not release.solved:
        raise CourseError(
            f"{name} has no source in {course.folder('source', name)}: there is no solution to run."
        )
    return release


def _print_json(course: Course, protection: Protection, checkups: list[doctor.Checkup]) -> None:
    data = {
        "protection": {
            "level": sentence(protection.level),
            "protects": protects(protection.level),
            "refused": [*map(list, protection.refused)],
            "advice": protection.advice,
            "notes": list(protection.notes),
            "by": str(protection.launcher or ""),
            "weaker": [*map(list, beside())],
        },
        "assignments": [entry.to_json() for entry in checkups],
        "golden": {entry.assignment: str(course.golden_file(entry.assignment)) for entry in checkups},
    }
    sys.stdout.write(json.dumps(data, indent=1) + "\n")


def _about_illustrations(course: Course, checkup: doctor.Checkup) -> str:
    """Say what is saved, or could be, by leaving out what earns nothing."""
    time = f"{checkup.saved:.1f} of {checkup.seconds:.1f} s"
    took = f"  {checkup.illustrations} cells that no mark depends on took {time}"
    if course.options.leave_out_illustrations:
        return f"{took}; submissions are run without them"
    return f"{took}; to leave them out, set c.NbJudge.leave_out_illustrations = True"


def _say(text: str) -> None:
    sys.stdout.write("".join(f"{fitted(line)}\n" for line in text.splitlines()))


def _report(course: Course, checkup: doctor.Checkup) -> None:
    if checkup.healthy:
        passed = f"all {checkup.tests} tests, {checkup.points:g} points"
        _say(f"{checkup.assignment}: the solution passes {passed}.")
        places = sum(checkup.places.values())
        record = course.golden_file(checkup.assignment)
        _say(f"  golden record: {record}, {places} places; please review it")
    else:
        lost = f"{len(checkup.findings)} of {checkup.tests} tests"
        _say(f"{checkup.assignment}: the solution loses points in {lost}.")
        _say("  It is not graded until this is fixed.")
    for finding in checkup.findings:
        _say(f"  {doctor.describe(finding)}")
    for name in checkup.weaker:
        _say(f"  {name}: weaker, its verdict comes from inside the student's process")
    for note in checkup.notes:
        _say(f"  {note}")
