"""Extensions: what other distributions add to the grader, by name, through Python's entry points.

Each point of extension is a group of entry points; `docs/extending.md` describes what each expects. What the
grader brings itself is registered in the same way, but for its kinds of value and its levels of sandbox, so a
course that writes its own has an example of each.
An extension is a program of the staff's and runs with their rights. It is imported when it is first asked
for, not before.
"""

import sys
from functools import lru_cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import cast

from nbjudge.course.course import CourseError

EXPORTERS = "nbjudge.exporters"
LATE_RULES = "nbjudge.late_rules"
REPORT_SECTIONS = "nbjudge.report_sections"
VALUES = "nbjudge.values"
BACKENDS = "nbjudge.backends"
EXECUTORS = "nbjudge.executors"
LEVELS = "nbjudge.levels"

_SUBJECTS = {
    EXPORTERS: "exporter",
    LATE_RULES: "late rule",
    REPORT_SECTIONS: "report section",
    VALUES: "kind of value",
    BACKENDS: "backend",
    EXECUTORS: "executor",
    LEVELS: "level",
}


class ExtensionError(CourseError):
    """An extension that a course names cannot be had; the sentence says which and why."""


def names(group: str) -> list[str]:
    """Name what is installed in a group, in alphabetical order.

    >>> names("nbjudge.no_such_group")
    []
    """
    return sorted({point.name for point in _installed(tuple(sys.path)).select(group=group)})


def load(group: str, name: str) -> object:
    """Import what a name of a group stands for."""
    point = _entry_point(group, name)
    try:
        return point.load()
    except Exception as error:
        raise ExtensionError(
            f"The {subject(group)} {name!r} cannot be loaded: {_origin(point)} fails with "
            f"{type(error).__name__}: {error}"
        ) from error


@lru_cache(maxsize=1)
def _installed(_path: tuple[str, ...]) -> EntryPoints:
    """Read what all distributions register: once, for there may be hundreds of them."""
    return cast(EntryPoints, entry_points())


def subject(group: str) -> str:
    """Say in words what a group holds.

    >>> subject(LATE_RULES)
    'late rule'
    """
    return _SUBJECTS.get(group, group)


def _entry_point(group: str, name: str) -> EntryPoint:
    found = _installed(tuple(sys.path)).select(group=group, name=name)
    points = {point.value: point for point in found}
    if len(points) > 1:
        origins = " and ".join(sorted(map(_origin, points.values())))
        raise ExtensionError(f"The {subject(group)} {name!r} is ambiguous: {origins}. Uninstall one.")
    for point in points.values():
        return point
    installed = ", ".join(names(group)) or "none, not even the grader's own"
    raise ExtensionError(f"There is no {subject(group)} {name!r}. Installed: {installed}")


def _origin(point: EntryPoint) -> str:
    distribution = f"{point.dist.name} {point.dist.version}" if point.dist else "unknown origin"
    return f"the entry point {point.name} = {point.value} of {distribution}"
