"""One call of a function that may do anything: loop for ever, print a flood, change its arguments, crash.

    call     put a case to a function and return an Outcome: a value, an error, or out of time
    Outcome  what came of it, and what was noticed on the way

Nothing that the function prints or warns reaches the notebook: it is kept, and shown beside the result.
(Under plain nbgrader a single line on stderr costs all points of a cell.)
Where the function lives in another process (NBJUDGE=1), that side keeps the time: a call that is out
of it raises TimeoutError here.
"""

import contextlib
import copy
import functools
import io
import linecache
import os
import re
import signal
import sys
import threading
import types
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from selfcheck.budget import Budget
from selfcheck.compare import exact, kind
from selfcheck.exercise import Answer, plainly

KEPT = 2000  # characters of what is printed
_FRAME = re.compile(r'File "([^"]*)", line (\d+), in .*\n\s*(\S.*)')
_CODE = (types.FunctionType, types.MethodType, functools.partial, type(functools.cache(len)), type)
_Given = tuple[tuple[Any, ...], dict[str, Any]]
MOST_HANDS = 5  # names of a line that are told


class OutOfTime(BaseException):
    """The call took too long. Not an Exception, so that `except Exception` in a loop does not swallow it."""


@dataclass(frozen=True)
class Outcome:
    """What came of one case.

    An `unusable` result is one that the case could not work with: its `error` was raised by the case,
    not by the function.
    """

    status: Literal["value", "error", "unusable", "timeout"]
    value: Any = None
    error: BaseException | None = None
    line: str = ""  # of the function's source, where the error was raised or the time was up
    loop: str = ""  # the loop around it, if the time was up
    hands: tuple[str, ...] = ()  # what the names on that line stood for
    names: tuple[str, ...] = ()  # all that had a value there
    changed: tuple[int | str, ...] = ()  # arguments that are not what they were
    printed: str = ""
    warned: tuple[str, ...] = ()


def call(
    ask: Answer,
    function: Answer,
    arguments: tuple[object, ...] = (),
    keywords: Mapping[str, Any] | None = None,
    seconds: float | None = None,
) -> Outcome:
    """Return what comes of ask(function, *arguments, **keywords), with copies of the arguments.

    >>> call(lambda f, x: f(x), lambda x: 1 / x, (0,)).error
    ZeroDivisionError('division by zero')
    """
    given = arguments, dict(keywords or {})
    arguments, keywords = copy.deepcopy(given)
    guard = _Guard(function)
    if ask is plainly:  # what the function is handed are these copies, as they are
        guard.known = {id(copied): value for value, copied in _pairs(given, (arguments, keywords))}
    value, error, place = None, None, None
    status: Literal["value", "error", "unusable", "timeout"] = "value"
    with _kept_quiet() as quiet:
        try:
            with _time_limit(seconds, function):
                value = ask(guard, *arguments, **keywords)
        except (OutOfTime, TimeoutError) as late:
            status = "timeout"  # the bell rings again, perhaps on the way out of the function
            place = (_place(guard.raised) if isinstance(guard.raised, OutOfTime) else None) or _place(late)
        except KeyboardInterrupt:
            raise
        except BaseException as raised:  # SystemExit as well: a function may call exit()
            status = "error" if raised is guard.raised else "unusable"
            error, place = raised, _place(raised)
    printed = quiet.getvalue()
    warned = tuple(dict.fromkeys(_sentence(warning) for warning in quiet.warnings))
    outcome = Outcome(status, value, error, changed=tuple(guard.changed), printed=printed, warned=warned)
    if error is not None and (line := _told(error)):
        return replace(outcome, line=line)
    return outcome if place is None or not runs_here(function) else _placed(outcome, place)


def runs_here(function: object) -> bool:
    """Return whether it is code of this process; what stands for a function elsewhere may say it is one."""
    return issubclass(type(function), _CODE) or type(function).__module__ == "__main__"


class _Guard:
    """The function as a case sees it: remembers what it raised, and which arguments it changed."""

    def __init__(self, function: Answer) -> None:
        self._function = function
        self.raised: BaseException | None = None
        self.changed: dict[int | str, None] = {}
        self.known: dict[int, Any] = {}  # by the id of an argument, what it was

    def __call__(self, /, *arguments: object, **keywords: object) -> Any:
        places: dict[int | str, Any] = dict(enumerate(arguments))
        places.update(keywords)
        before = {place: self._before(value) for place, value in places.items() if _can_change(value)}
        try:
            result = self._function(*arguments, **keywords)
        except BaseException as error:
            self.raised = error
            raise
        for place, value in before.items():
            if not _same(value, places[place]):
                self.changed[place] = None
        return result

    def _before(self, value: object) -> Any:
        """Return what an argument will be compared with: a copy, if there is none yet."""
        return self.known[id(value)] if id(value) in self.known else copy.deepcopy(value)

    def each(self, rows: object, rest: tuple[object, ...]) -> list[Any] | None:
        """Call the function for each row in few messages, if it lives elsewhere and all goes plainly."""
        together = getattr(type(self._function), "__each__", None)
        try:
            found: list[Any] | None = None if together is None else together(self._function, rows, *rest)
        except BaseException as error:
            self.raised = error
            raise
        return found


def _pairs(one: _Given, other: _Given) -> Iterator[tuple[Any, Any]]:
    """Pair the arguments of two calls of the same form."""
    yield from zip(one[0], other[0], strict=True)
    yield from ((one[1][name], value) for name, value in other[1].items())


def _can_change(value: object) -> bool:
    """Return whether a function may be held to leaving a value as it is; a generator has to change."""
    return isinstance(value, (list, dict, set, tuple, np.ndarray))


_same_values = exact()


def _same(before: Any, after: Any) -> bool:
    """Return whether a value is what it was; what cannot be compared is not held against anybody."""
    if type(before) is not type(after):
        return False
    if isinstance(before, np.ndarray) and before.dtype.kind in "iufcbUS":
        kept = (before.dtype, before.shape) == (after.dtype, after.shape)
        return bool(kept and before.tobytes() == after.tobytes())
    try:
        if isinstance(before, (list, tuple)):
            return len(before) == len(after) and all(map(_same, before, after))
        if isinstance(before, dict):
            return before.keys() == after.keys() and all(_same(before[key], after[key]) for key in before)
        return before is after or _same_values(before, after) is None
    except Exception:
        return True


@contextlib.contextmanager
def _time_limit(seconds: float | None, function: object) -> Iterator[None]:
    """Raise OutOfTime inside the block after so many seconds, and again until the block is left.

    What stands for a function of another process is told the limit, and raises TimeoutError by itself.
    """
    within = getattr(type(function), "__within__", None)
    if seconds is not None and within is not None:
        with within(function, seconds):
            yield
    elif seconds is None or os.environ.get("NBJUDGE") == "1":
        yield
    elif threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        with _unheard(), _alarm(seconds):
            yield
    else:
        with _unheard(), _watch(seconds):
            yield


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """The time limit of the main thread: a signal."""

    budget = Budget(seconds)

    def ring(number: int, frame: types.FrameType | None) -> None:
        if budget.spent and not _is_leaving(frame):
            raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)  # repeated: a bare `except:` swallows one
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


LEAVING = ("_alarm", "_time_limit", "_unheard")  # the functions of this file that put the bell away


def _is_leaving(frame: types.FrameType | None) -> bool:
    """Return whether the block is being left: what is raised there would leave the bell ringing for good."""
    if frame is None:
        return False
    code = frame.f_code
    own = code.co_filename == __file__ and code.co_name in LEAVING
    return own or code.co_filename == contextlib.__file__


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """Let Python print nothing about a bell that rang where nothing can be raised, as in a `__del__`."""
    before = sys.unraisablehook

    def hook(about: "sys.UnraisableHookArgs") -> None:
        if about.exc_type is not OutOfTime:  # it rings again in a moment
            before(about)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


@contextlib.contextmanager
def _watch(seconds: float) -> Iterator[None]:
    """The time limit of any other thread, and where there are no such signals: a second thread watches."""
    import ctypes

    done = threading.Event()
    target = ctypes.c_ulong(threading.get_ident())

    budget = Budget(seconds)

    def watch() -> None:
        wait = seconds
        while not done.wait(wait):
            wait = 0.05
            if not budget.spent:
                continue
            ctypes.pythonapi.PyThreadState_SetAsyncExc(target, ctypes.py_object(OutOfTime))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


class _Kept(io.TextIOBase):
    """A text stream that keeps the first characters and lets the rest go by."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._left = KEPT
        self.warnings: list[warnings.WarningMessage] = []

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._left > 0:
            self._parts.append(text[: self._left])
            self._left -= len(text)
        return len(text)

    def getvalue(self) -> str:
        return "".join(self._parts) + ("\n..." if self._left < 0 else "")


@contextlib.contextmanager
def _kept_quiet() -> Iterator[_Kept]:
    """Keep prints, complaints and warnings from the notebook."""
    kept = _Kept()
    with (
        contextlib.redirect_stdout(kept),
        contextlib.redirect_stderr(kept),
        warnings.catch_warnings(record=True) as caught,
    ):
        warnings.simplefilter("always")
        yield kept
    kept.warnings = list(caught or ())[:50]


def _sentence(warning: warnings.WarningMessage) -> str:
    text = str(warning.message).splitlines()
    return f"{warning.category.__name__}: {text[0] if text else ''}"[:200]


def _told(error: BaseException) -> str:
    """Return the line that an error from another process went through: it brings its traceback as text."""
    told = _FRAME.findall(str(getattr(error, "student_traceback", "")))
    own = [frame for frame in told if "/lib/" not in frame[0]]
    return f"line {own[-1][1]}: {own[-1][2]}"[:160] if own else ""


@dataclass(frozen=True)
class _Place:
    """A line of the function's own cell or file, and the values of its names."""

    file: str
    number: int
    first: int  # line of the function
    values: Mapping[str, Any]

    @property
    def text(self) -> str:
        return linecache.getline(self.file, self.number).strip()


def _place(error: BaseException) -> _Place | None:
    """Return the last line of the function's own cell or file that the error went through."""
    found, own = None, ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == __file__ and code.co_name == "__call__":
            found, own = None, ""
        elif code.co_filename != __file__:
            own = own or code.co_filename
            if code.co_filename == own:
                found = _Place(own, trace.tb_lineno, code.co_firstlineno, dict(trace.tb_frame.f_locals))
        trace = trace.tb_next
    return found


def _placed(outcome: Outcome, place: _Place) -> Outcome:
    """Add the line to an outcome, with what its names stood for; what cannot be told is left out."""
    try:
        text = place.text
        names = [name for name in dict.fromkeys(re.findall(r"\b[^\W\d]\w*", text)) if name in place.values]
        hands = tuple(f"{name} is {kind(place.values[name])}" for name in names[:MOST_HANDS])
        loop = _loop(place) if outcome.status == "timeout" else ""
    except Exception:
        return outcome
    line = f"line {place.number}: {text}".strip()[:160]
    return replace(outcome, line=line, loop=loop, hands=hands, names=tuple(place.values))


def _loop(place: _Place) -> str:
    """Return the head of the innermost loop around a line, a `while` before a `for`."""
    lines = linecache.getlines(place.file)
    number, indent = place.number, len(lines[place.number - 1]) - len(lines[place.number - 1].lstrip())
    heads = [lines[number - 1].strip()] if lines[number - 1].lstrip().startswith(("while ", "for ")) else []
    for above in range(number - 1, place.first, -1):
        line = lines[above - 1]
        deep = len(line) - len(line.lstrip())
        if line.strip() and deep < indent:
            indent = deep
            if line.lstrip().startswith(("while ", "for ")):
                heads.append(line.strip())
    endless = [head for head in heads if head.startswith("while ")] or heads
    return endless[0].rstrip(":")[:100] if endless else ""
