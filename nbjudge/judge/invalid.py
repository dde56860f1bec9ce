"""NaN that the test itself makes: of infinity minus infinity, 0 / 0, the root or logarithm of less than 0.

`not abs(np.mean(f()) - 1.5) > 1e-9` is true of `[inf, -inf]`, though nothing that came is NaN. numpy says
when a calculation is not valid. Where that does not happen with the course's own solution, it is a doubt: the
cell is run once more, and there it is an error.
Left out: Python's own floats, of which nobody hears it, and what a library calculates. What the test's cell
and given cells calculate counts.
"""

import sys
import warnings
from typing import TYPE_CHECKING, Any

from nbjudge.judge import kinds

if TYPE_CHECKING:
    from nbjudge.judge.student import Student

_before: list[dict[str, Any]] = []  # how numpy was set


def watch(student: "Student", names: object) -> None:
    """Let this conversation learn of it until `rest`, if these are the globals of whoever calculates."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return

    def called(kind: str, _flag: int) -> None:
        if _is_courses(names) and kinds.Arrivals(student, f"{student.cell}:The code").in_doubt(kinds.INVALID):
            raise FloatingPointError("NaN comes of these numbers here")
        warnings.warn(f"{kind} encountered", RuntimeWarning, stacklevel=2)

    rest()
    _before[:] = [numpy.seterr(invalid="call") | {"call": numpy.seterrcall(called)}]


def rest() -> None:
    """Let nobody learn of it, and numpy be set as before."""
    while _before:
        numpy, before = sys.modules["numpy"], _before.pop()
        numpy.seterrcall(before.pop("call"))
        numpy.seterr(**before)


def _is_courses(names: object) -> bool:
    """Return whether numpy calculates for the test, and not for a library."""
    frame: Any = sys._getframe(2)
    while frame is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "numpy":
        frame = frame.f_back
    return frame is not None and frame.f_globals is names
