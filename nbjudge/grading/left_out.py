"""Which cells of an assignment are not run for the marks, kept on the disk: it takes a tenth of a second.

It is found anew when a cell, a setting or the grader itself is another.
"""

import json
from collections.abc import Mapping
from contextlib import suppress

from nbjudge.course.course import Course
from nbjudge.course.files import digest, keep, kept
from nbjudge.course.release import Release
from nbjudge.grading import solution, unchanged

LeftOut = Mapping[str, frozenset[str]]


def left_out(course: Course, release: Release, environment: str = "") -> LeftOut:
    """Name them by notebook; `environment` is that of `unchanged`, if it is known already."""
    options = course.options
    if not options.leave_out_illustrations:
        return {notebook.name: frozenset() for notebook in release.notebooks}
    path = course.own / "left_out" / f"{release.assignment}.json"
    environment = environment or unchanged.environment(options.own_code)
    decides = [environment, options.own_packages, release.to_json()["notebooks"]]
    key = digest(json.dumps(decides, sort_keys=True).encode())
    if (known := kept(path, key)) is not None:
        return {name: frozenset(cells) for name, cells in known.items()}
    found = solution.left_out(options, release)
    with suppress(OSError):
        keep(path, key, {name: sorted(ids) for name, ids in found.items()})
    return found
