"""The levels of protection that a machine may give, strongest first."""

from enum import Enum


class Level(Enum):
    """A level of protection, with its name for people."""

    FULL = "3: namespaces of its own for each job, private files, no network, seccomp, limits"
    NO_PROC = "3b: as 3, with an empty /proc"
    SHARED = "2: namespaces around all jobs of a server, emptied after each, no network, seccomp, limits"
    LANDLOCK = "1: Landlock, seccomp and limits, without namespaces"
    NONE = "0: no protection"

    @property
    def protects(self) -> bool:
        """Say whether code that nobody trusts may run at this level."""
        return self is not Level.NONE

    @property
    def needs_bubblewrap(self) -> bool:
        """Say whether bubblewrap makes the namespaces of this level."""
        return self in (Level.FULL, Level.NO_PROC, Level.SHARED)
