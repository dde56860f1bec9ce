"""Which protection this machine gives: found by starting a job at each level, not by looking for signs."""

import functools
import sys
import time
from dataclasses import dataclass

from nbjudge.inside import frames
from nbjudge.sandbox import advice, bubblewrap
from nbjudge.sandbox.levels import Level

_PATIENCE = 10.0  # seconds for the answer of a job that does nothing


@dataclass(frozen=True)
class Protection:
    """The best level that works here, why the better ones do not, and what would make them work."""

    level: Level
    refused: tuple[tuple[Level, str], ...] = ()  # better levels, and what the machine said
    advice: str = ""

    def __str__(self) -> str:
        """Say it in lines, for people."""
        lines = [f"protection level {self.level.value}"]
        for level, reason in self.refused:
            lines.append(f"  not level {level.value.split(':')[0]}: {reason.splitlines()[-1]}")
        return "\n".join(lines + ([f"  {self.advice}"] if self.advice else []))


@functools.cache
def best(python: str = sys.executable) -> Protection:
    """Find the best level; the answer is kept, since it takes a tenth of a second or more."""
    if sys.platform != "linux":
        return Protection(Level.NONE, (), advice.elsewhere())
    refused: list[tuple[Level, str]] = []
    for level in Level:
        reason = try_level(level, python) if level.protects else ""
        if not reason:
            said = [words for _, words in refused]
            return Protection(level, tuple(refused), advice.advise(level, said))
        refused.append((level, reason))
    raise AssertionError("the last level is no protection, which always works")


def try_level(level: Level, python: str = sys.executable) -> str:
    """Start a job at this level; give "" if that works, or what went wrong."""
    from nbjudge.sandbox.server import Sandbox, SandboxError

    if level.needs_bubblewrap and bubblewrap.find() is None:
        return "bubblewrap is not installed"
    said = ""
    try:
        with Sandbox("nbjudge.inside.nothing:serve", level=level, preload=(), python=python) as sandbox:
            job = sandbox.start()
            try:
                answer = frames.receive(job.control, deadline=time.monotonic() + _PATIENCE)
            finally:
                said = job.last_words()
    except SandboxError as error:
        return str(error)
    except (ConnectionError, TimeoutError):
        return said or "the job ended at once"
    closed = answer["closed"]
    return f"jobs cannot read {closed[0]}, for they are another user" if closed else ""
