"""The levels of protection that a machine may give, strongest first."""

from enum import Enum


class Level(Enum):
    """A level of protection; the value is the name that people read."""

    FULL = "3 full: namespaces, private files, seccomp, limits"
    NO_PROC = "3b full, with an empty /proc"
    SHARED = "2 namespaces shared by the jobs of one zygote, seccomp, limits"
    LANDLOCK = "1 Landlock, seccomp and limits, without namespaces"
    NONE = "0 none"
