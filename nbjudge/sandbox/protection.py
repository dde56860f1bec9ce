"""Which protection this machine gives: found by starting a job at each level, not by looking for signs."""

import functools
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from nbjudge.inside import frames
from nbjudge.sandbox import advice, programs
from nbjudge.sandbox.levels import Level
from nbjudge.sandbox.programs import Program
from nbjudge.sandbox.server import NotStarted, Sandbox, SandboxError

_PATIENCE = 10.0  # seconds for the answer of a job that does nothing


@dataclass(frozen=True)
class Attempt:
    """What came of trying a level: it works unless something refused it."""

    refused: str = ""  # what the machine said
    program: Program | None = None  # the bubblewrap that works
    notes: tuple[str, ...] = ()  # what is to be known although it works


@dataclass(frozen=True)
class Protection:
    """The best level that works here, why the better ones do not, and what would make them work."""

    level: Level
    refused: tuple[tuple[Level, str], ...] = ()  # better levels, and what the machine said
    advice: str = ""  # the ways to a better level, one in each line, best first
    program: Program | None = None
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say it in lines, for people."""
        lines = [f"protection level {self.level.value}"]
        lines += [f"  by {self.program}"] if self.program else []
        lines += [f"  {note}" for note in self.notes]
        lines += [f"  not level {names}: {reason}" for names, reason in _together(self.refused)]
        return "\n".join(lines + [f"  {way}" for way in self.advice.splitlines()])


def _together(refused: Sequence[tuple[Level, str]]) -> Iterator[tuple[str, str]]:
    """Name the levels that fail for one reason at once."""
    for reason, levels in groupby(refused, lambda entry: entry[1].splitlines()[-1]):
        names = [level.value.partition(":")[0] for level, _ in levels]
        yield " or ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names), reason


@dataclass(frozen=True)
class Choice:
    """What a sandbox is made with: a level that works here, and the bubblewrap that makes it."""

    level: Level
    program: Program | None = None


def choose(level: Level | None = None, unsafe: bool = False) -> Choice:
    """Choose the best level that works here, or this very one: never a lower one than was asked for.

    No protection has to be asked for by `unsafe`; where nothing works, SandboxError says what would help.
    """
    if unsafe:
        return Choice(Level.NONE)
    if level is Level.NONE:
        raise SandboxError("no protection has to be asked for by unsafe=True (--unsafe on the command line)")
    if level is not None:
        trial = attempt(level) if level.needs_bubblewrap else Attempt()
        if trial.refused:
            raise NotStarted(level, trial.refused)
        return Choice(level, trial.program)
    protection = best()
    if not protection.level.protects:
        raise SandboxError(
            f"this machine gives no protection from what submissions may do.\n{protection}\n"
            "With --unsafe they run all the same, with all your rights: only for code that you trust."
        )
    return Choice(protection.level, protection.program)


@functools.cache
def best() -> Protection:
    """Find the best level; the answer is kept, since it takes a tenth of a second or more."""
    if sys.platform != "linux":
        return Protection(Level.NONE, (), advice.elsewhere())
    refused: list[tuple[Level, str]] = []
    for level in Level:
        trial = attempt(level) if level.protects else Attempt()
        if not trial.refused:
            ways = advice.advise(level, [words for _, words in refused])
            return Protection(level, tuple(refused), "\n".join(ways), trial.program, trial.notes)
        refused.append((level, trial.refused))
    raise AssertionError("the last level is no protection, which always works")


@functools.cache
def attempt(level: Level) -> Attempt:
    """Try a level, where it needs bubblewrap with one after the other until it works."""
    if not level.needs_bubblewrap:
        return _start(level, None)
    candidates = programs.found()
    reasons: dict[str, list[Program]] = {}
    for program in candidates:
        trial = Attempt(program.fault) if program.fault else _start(level, program)
        if not trial.refused:
            before = tuple(f"not by {other}: {said}" for said, tried in reasons.items() for other in tried)
            return Attempt(program=program, notes=(*before, *trial.notes))
        reasons.setdefault(trial.refused.splitlines()[-1], []).append(program)
    return Attempt("; ".join(reasons) or programs.NONE)


def _start(level: Level, program: Program | None) -> Attempt:
    """Start a job that does nothing, and hear what it has and lacks."""
    entry, said = "nbjudge.inside.nothing:serve", ""
    try:
        with Sandbox(entry, level=level, program=program, preload=()) as sandbox:
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
