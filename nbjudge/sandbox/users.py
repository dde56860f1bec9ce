"""Users that nobody else is: when the grader is root, each sandbox has one for its jobs.

Root's limits do not bind and its reach has no end, so no job may be root, even with no privilege left.
"""

import contextlib
import os
import socket

FIRST = 64000
_COUNT = 1000


class NoUser(Exception):
    """Every one of the users is taken."""


def take() -> tuple[int, socket.socket]:
    """Give the number of a user that no other sandbox has, and what holds it until it is closed."""
    for number in range(FIRST, FIRST + _COUNT):
        hold = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with contextlib.suppress(OSError):
            hold.bind(f"\0nbjudge.user.{number}")
            return number, hold
        hold.close()
    raise NoUser(f"all users from {FIRST} to {FIRST + _COUNT - 1} are taken by other sandboxes")


def needed() -> bool:
    """Say whether jobs need a user of their own."""
    return os.geteuid() == 0
