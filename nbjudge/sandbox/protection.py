"""Which protection this machine gives: found by starting a job at each level, not by looking for signs."""

import contextlib
import functools
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from nbjudge.inside import frames
from nbjudge.sandbox import advice, levels
from nbjudge.sandbox.level import Launcher, Level, Unavailable, protects, sentence
from nbjudge.sandbox.server import NotStarted, Sandbox, SandboxError

_PATIENCE = 10.0  # seconds for the answer of a job that does nothing


@dataclass(frozen=True)
class Attempt:
    """What came of trying a level: it works unless something refused it."""

    refused: str = ""  # what the machine said
    launcher: Launcher | None = None  # what works
    notes: tuple[str, ...] = ()  # what is to be known although it works


@dataclass(frozen=True)
class Protection:
    """The best level that works here, why the better ones do not, and what would make them work."""

    level: Level
    refused: tuple[tuple[str, str], ...] = ()  # better levels, and what the machine said
    advice: str = ""  # the ways to a better level, one in each line, best first
    launcher: Launcher | None = None
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say it in lines, for people."""
        lines = [f"protection level {sentence(self.level)}"]
        lines += [f"  by {self.launcher}"] if str(self.launcher or "") else []
        lines += [f"  {note}" for note in self.notes]
        lines += [f"  not level {names}: {reason}" for names, reason in _together(self.refused)]
        return "\n".join(lines + [f"  {way}" for way in self.advice.splitlines()])


def _together(refused: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Name the levels that fail for one reason at once."""
    for reason, same in groupby(refused, lambda entry: entry[1].splitlines()[-1]):
        names = [name.partition(":")[0] for name, _ in same]
        yield " or ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names), reason


@dataclass(frozen=True)
class Choice:
    """What a sandbox is made with: a level that works here, and what starts it."""

    level: Level
    launcher: Launcher | None = None


def choose(level: Level | None = None, unsafe: bool = False) -> Choice:
    """Choose the best level that works here, or this very one: never a lower one than was asked for.

    No protection has to be asked for by `unsafe`; where nothing works, SandboxError says what would help.
    """
    if unsafe:
        return Choice(levels.NONE)
    if level is levels.NONE:
        raise SandboxError(
            "to run without protection has to be requested: unsafe=True (--unsafe on the command line)"
        )
    if level is not None:
        trial = attempt(level)
        if trial.refused:
            raise NotStarted(level, trial.refused)
        return Choice(level, trial.launcher)
    protection = best()
    if not protects(protection.level):
        raise SandboxError(
            f"this machine gives no protection from what submissions may do.\n{protection}\n"
            "With --unsafe they run all the same, with all your rights: only for code that you trust."
        )
    return Choice(protection.level, protection.launcher)


def begin() -> None:
    """Begin to try what is best, if it works, and go on meanwhile: who then asks need not wait so long."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(Unavailable, OSError, SandboxError, StopIteration):
        level = next(level for level in levels.installed() if protects(level))
        launcher = next(launcher for launcher in level.launchers() if not launcher.fault)
        trial = _trial(level, launcher)
        trial.begin()
        _begun.append((os.getpid(), level, launcher, trial))


# With the process that began it, for its copies cannot go on with it.
_begun: list[tuple[int, Level, Launcher, Sandbox]] = []


@functools.cache
def best() -> Protection:
    """Find the best level; the answer is kept, since it takes a tenth of a second or more."""
    if sys.platform != "linux":
        return Protection(levels.NONE, (), advice.elsewhere())
    refused = levels.unusable()
    for level in (*levels.installed(), levels.NONE):
        trial = attempt(level) if protects(level) else Attempt()
        if not trial.refused:
            ways = advice.advise(level, [words for _, words in refused])
            return Protection(level, tuple(refused), "\n".join(ways), trial.launcher, trial.notes)
        refused.append((sentence(level), trial.refused))
    raise AssertionError("the last level is no protection, which always works")


@functools.cache
def attempt(level: Level) -> Attempt:
    """Try a level; one that breaks, as that of another distribution may, is refused with what it raised."""
    try:
        return _try(level.launchers(), level)
    except Unavailable as error:
        return Attempt(str(error))
    except Exception as error:
        return Attempt(f"{type(error).__name__}: {error}")


def _try(launchers: Sequence[Launcher], level: Level) -> Attempt:
    """Try one launcher after the other until a job starts."""
    reasons: dict[str, list[Launcher]] = {}
    for launcher in launchers:
        trial = Attempt(launcher.fault) if launcher.fault else _start(level, launcher)
        if not trial.refused:
            before = tuple(f"not by {other}: {said}" for said, tried in reasons.items() for other in tried)
            return Attempt(launcher=launcher, notes=(*before, *trial.notes))
        reasons.setdefault(trial.refused.splitlines()[-1], []).append(launcher)
    return Attempt("; ".join(reasons) or "it has no launcher")


def beside() -> Iterator[tuple[str, str]]:
    """Try the levels of other distributions that are not used for being weaker; give what refused them."""
    used = best().level
    for level in levels.installed():
        if level not in levels.BUILT_IN and level is not used and level.rank <= used.rank:
            yield sentence(level), attempt(level).refused


def _start(level: Level, launcher: Launcher) -> Attempt:
    """Start a job that does nothing, and hear what it has and lacks."""
    said = ""
    try:
        with _taken(level, launcher) or _trial(level, launcher) as sandbox:
            job = sandbox.start()
            try:
                answer = frames.receive(job.control, deadline=time.monotonic() + _PATIENCE)
            finally:
                said = job.last_words()
    except NotStarted as error:
        return Attempt(error.reason)
    except SandboxError as error:
        return Attempt(str(error))
    except (ConnectionError, TimeoutError):
        return Attempt(said or "the job ended at once")
    if closed := answer["closed"]:
        return Attempt(f"jobs cannot read {closed[0]}, for they are another user")
    return Attempt(notes=tuple(answer["notes"]))


def _trial(level: Level, launcher: Launcher) -> Sandbox:
    """Make a sandbox whose jobs do nothing."""
    return Sandbox("nbjudge.inside.nothing:serve", level=level, launcher=launcher, preload=())


def _taken(level: Level, launcher: Launcher) -> Sandbox | None:
    """Take what was begun for this; what was begun for something else ends."""
    while _begun and _begun[-1][0] == os.getpid():
        _, *what, sandbox = _begun.pop()
        if what == [level, launcher]:
            return sandbox
        sandbox.close()
    return None
