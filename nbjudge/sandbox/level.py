"""What a level of protection is: how it is called, how strong it is, and how it starts a fork server.

Levels of other distributions follow the same protocol: docs/extending.md#a-level-of-sandbox.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol


class Jobs(Enum):
    """How a fork server confines each of its jobs, within what the level's launcher gives it."""

    NAMESPACES = "namespaces"  # in namespaces of its own, with a /proc of its own
    NO_PROC = "namespaces-without-proc"
    SHARED = "shared"  # in the launcher's namespaces, which are emptied after each job
    LANDLOCK = "landlock"  # by Landlock, in a folder of the machine's
    UNCONFINED = "unconfined"  # by nothing, in a folder of the machine's: only without protection

    @property
    def have_own_files(self) -> bool:
        """Say whether the launcher gives them files of their own, instead of a folder of the machine's."""
        return self in (Jobs.NAMESPACES, Jobs.NO_PROC, Jobs.SHARED)


@dataclass(frozen=True)
class View:
    """What a fork server and its jobs may see, and who the jobs are."""

    visible: Sequence[Path]  # to read, at their own places
    masked: Sequence[Path]  # but for these, which are empty
    environment: Mapping[str, str]
    user: int | None  # whom the jobs become, where the grader is root
    disk_bytes: int
    folder: Path | None = None  # to write to, where the jobs have no files of their own; where they have:
    moved: Mapping[Path, str] | None = None  # to read, at another place
    written: Mapping[str, int] | None = None  # files to make, from what is read from these descriptors


class Unavailable(Exception):
    """The level is not to be had on this machine; the sentence says what is missing."""


class Launcher(Protocol):
    """A way to start a fork server: its `str()` names it for people, empty if there is nothing to name."""

    @property
    def fault(self) -> str:
        """Why it need not be tried; empty if it is worth a try."""

    def command(self, view: View) -> Sequence[str]:
        """Give the words of a command that starts the program named by the words that will follow.

        The program has to find open the descriptors that the command found open.
        """


class Level(Protocol):
    """A level of protection."""

    @property
    def name(self) -> str:
        """The name by which a course asks for it: `3b`."""

    @property
    def protection(self) -> str:
        """What it protects by, in words for the staff."""

    @property
    def rank(self) -> int:
        """How strong it is: a machine's strongest is used. The grader's own have 10, 20, 30 and 40."""

    @property
    def jobs(self) -> Jobs:
        """How each job is confined."""

    def __hash__(self) -> int:
        """Levels are kept in tables."""

    def launchers(self) -> Sequence[Launcher]:
        """Give the launchers to try, in this order, or raise `Unavailable`."""


def sentence(level: Level) -> str:
    """Name a level and what it protects by."""
    return f"{level.name}: {level.protection}"


def protects(level: Level) -> bool:
    """Say whether code that nobody trusts may run at this level."""
    return level.rank > 0
