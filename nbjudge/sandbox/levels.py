"""The levels of protection that there are: the grader's own, and those that other distributions bring."""

import functools
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import cast

from nbjudge.course import extensions
from nbjudge.sandbox import bubblewrap
from nbjudge.sandbox.level import Jobs, Launcher, Level, View


class Directly:
    """Starts a fork server without any other program."""

    fault = ""

    def command(self, view: View) -> Sequence[str]:
        """Give no words: what follows is the command."""
        return ()

    def __str__(self) -> str:
        """Name nothing."""
        return ""


@dataclass(frozen=True)
class BuiltIn:
    """A level of the grader's own."""

    name: str
    protection: str
    rank: int
    jobs: Jobs

    def launchers(self) -> Sequence[Launcher]:
        """Give every bubblewrap where one makes the jobs' files, and the only way elsewhere."""
        return bubblewrap.launchers(self.jobs) if self.jobs.have_own_files else [Directly()]


FULL = BuiltIn(
    "3",
    "namespaces of its own for each job, private files, no network, seccomp, limits",
    40,
    Jobs.NAMESPACES,
)
NO_PROC = BuiltIn("3b", "as 3, with an empty /proc", 30, Jobs.NO_PROC)
SHARED = BuiltIn(
    "2",
    "namespaces around all jobs of a server, emptied after each, no network, seccomp, limits",
    20,
    Jobs.SHARED,
)
LANDLOCK = BuiltIn("1", "Landlock, seccomp and limits, without namespaces", 10, Jobs.LANDLOCK)
NONE = BuiltIn("0", "no protection", 0, Jobs.UNCONFINED)
BUILT_IN: tuple[Level, ...] = (FULL, NO_PROC, SHARED, LANDLOCK)


def installed() -> list[Level]:
    """Give every level that protects, the strongest first; of two with one rank, the grader's own."""
    return sorted([*BUILT_IN, *_from_outside()[0]], key=lambda level: -level.rank)


def unusable() -> list[tuple[str, str]]:
    """Give the names of levels that other distributions offer in vain, and why."""
    return list(_from_outside()[1])


def names() -> list[str]:
    """Name the levels that protect, the strongest first."""
    return [level.name for level in installed()]


def named(name: str) -> Level:
    """Find a level by its name.

    >>> named("3b").rank
    30
    """
    return next(level for level in (*installed(), NONE) if level.name == name)


def rank_of(protection: str) -> int:
    """Say how strong a level is, as an executor words it; one that is not installed here counts for nothing.

    >>> rank_of("3b: as 3, with an empty /proc"), rank_of("")
    (30, 0)
    """
    name = protection.partition(":")[0]
    return next((level.rank for level in installed() if level.name == name), 0)


def is_below(protection: str, asked: str) -> bool:
    """Say whether a level, as an executor words it, is weaker than the one that was asked for by its name.

    >>> is_below("2: namespaces", "3b"), is_below("3: namespaces", "3b"), is_below("", "1"), is_below("", "?")
    (True, False, True, True)
    """
    return asked not in names() or rank_of(protection) < named(asked).rank


@functools.cache
def _from_outside() -> tuple[tuple[Level, ...], tuple[tuple[str, str], ...]]:
    """Load the levels of other distributions; give them, and those that cannot be used, with the reasons."""
    usable: list[Level] = []
    unusable: list[tuple[str, str]] = []
    for name in extensions.names(extensions.LEVELS):
        try:
            level = extensions.load(extensions.LEVELS, name)
        except extensions.ExtensionError as error:
            unusable.append((name, str(error)))
            continue
        if fault := _fault(name, level):
            unusable.append((name, fault))
        else:
            usable.append(cast(Level, level))
    return tuple(usable), tuple(unusable)


def _fault(name: str, level: object) -> str:
    """Say in which way an object is no level of this name, if it is none."""
    jobs, rank = getattr(level, "jobs", None), getattr(level, "rank", None)
    if name in [level.name for level in (*BUILT_IN, NONE)]:
        return "the grader's own level has this name"
    if not re.fullmatch(r"[\w.+-]+", name) or getattr(level, "name", None) != name:
        return "it calls itself by another name than its entry point, or by more than one word"
    if not isinstance(rank, int) or rank <= 0:
        return "its rank is not a whole number above 0"
    if not isinstance(jobs, Jobs) or jobs is Jobs.UNCONFINED:
        return "it does not say how jobs are confined"
    words, launchers = getattr(level, "protection", None), getattr(level, "launchers", None)
    if not isinstance(words, str) or not callable(launchers) or not isinstance(level, Hashable):
        return "it has no words for its protection, no launchers, or no hash"
    return ""
