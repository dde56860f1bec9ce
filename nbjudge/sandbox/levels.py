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

    @property
    def key(self) -> str:
        """Return the short name: 3, 3b, 2, 1 or 0."""
        return self.value.partition(":")[0]


def is_below(protection: str, asked: str) -> bool:
    """Say whether a level, as an executor words it, is weaker than the one that was asked for by its name.

    >>> is_below(Level.SHARED.value, "3b"), is_below(Level.FULL.value, "3b"), is_below("", "1")
    (True, False, True)
    """
    order = [level.key for level in Level]
    name = protection.partition(":")[0]
    return name not in order or order.index(name) > order.index(asked)


def names() -> list[str]:
    """Name the levels that protect, the strongest first."""
    return [level.key for level in Level if level.protects]
