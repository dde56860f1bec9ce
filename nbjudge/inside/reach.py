"""How the jobs of root get to a Python in a folder that is closed to others, such as root's home.

Without namespaces nothing can be shown at another place, so a job, which is another user, has to be let pass
by the modes of folders. What was weighed:

- to run it as root without any capability: root owns the machine's files, and their owner may change their
  modes, which Landlock does not know; the limit of processes does not bind root; on kernels before 6.12
  nothing keeps it from signalling every program of root's. No.
- to copy or link Python to an open place: hundreds of megabytes, and paths that are not those of the machine.
- to open /root to others: that is its owner's to decide (the advice names the command).
- to keep its own user, and of all capabilities the weakest one that does: this is done, and only where the
  job could not read Python otherwise.

CAP_DAC_READ_SEARCH lets it look past the modes when it reads. What it may read and write at all is
Landlock's decision as before, which asks for no modes; what Landlock does not know (modes, owners, times and
attributes, the watching of folders, files opened by their handles), the filter refuses. The job is another
user as before: limits bind it, and nobody else's process can be signalled or looked into. What it gains
beside Python is to learn of any path whether it exists, how large and how old it is.

Where root has been denied that one (Docker's default), CAP_DAC_OVERRIDE does the same, and would allow to
write, too: it is taken only with a Landlock that knows every way to change a file's content (version 3).
Then Landlock alone stands between the job and root's files, as it does for an ordinary user's at this level.
"""

import os
import sys
from collections.abc import Sequence

from nbjudge.inside import landlock, system

_OVERRIDE, _READ_SEARCH = 1, 2
_NAMES = {_READ_SEARCH: "CAP_DAC_READ_SEARCH", _OVERRIDE: "CAP_DAC_OVERRIDE"}
_KNOWS_TRUNCATION = 3  # the version of Landlock


def closed() -> list[str]:
    """Name what of Python this process cannot read."""
    needed = [sys.executable, os.__file__, *(place for place in sys.path if place.startswith(sys.prefix))]
    found = [path for path in needed if os.path.exists(path) and not _readable(path)]
    return found if os.access(sys.executable, os.X_OK) else [*found, sys.executable]


def capability(user: int, paths: Sequence[str]) -> int | None:
    """Choose what a job of this user needs to reach all of these; None for nothing, or if nothing helps."""
    if not _closed_to(user, paths):
        return None
    held = system.capabilities()
    if _READ_SEARCH in held:
        return _READ_SEARCH
    return _OVERRIDE if _OVERRIDE in held and landlock.version() >= _KNOWS_TRUNCATION else None


def check() -> None:
    """See to it that root can clean up after jobs that are another user."""
    if _OVERRIDE not in system.capabilities():
        raise PermissionError("root lacks CAP_DAC_OVERRIDE, so it could not remove what its jobs leave")


def name(held: int) -> str:
    """Give the name of a capability that `capability` chooses."""
    return _NAMES.get(held, str(held))


def _closed_to(user: int, paths: Sequence[str]) -> bool:
    """Say whether the user cannot read Python and all of these, by trying it in a process of that user."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            os._exit(0 if all(map(_readable, paths)) and not closed() else 1)
        finally:
            os._exit(1)
    return os.waitpid(pid, 0)[1] != 0


def _readable(path: str) -> bool:
    return os.access(path, os.R_OK | (os.X_OK if os.path.isdir(path) else 0))
