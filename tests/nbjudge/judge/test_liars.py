"""The liar matrix: whatever a student's code returns, no test takes it for more than the plain data in it.

A draw of it is tried each time; `pytest -m whole tests/nbjudge/judge/test_liars.py` tries all of it.
"""

import contextlib
import itertools
import pickle
import random
import socket
import threading
import time
import warnings
from collections.abc import Iterator
from types import CodeType
from typing import Any

import pytest

from nbjudge.inside import calls
from nbjudge.judge import kinds, standins
from nbjudge.judge.errors import StudentProcessEndedError
from nbjudge.judge.places import Places
from nbjudge.judge.student import Student
from tests.nbjudge.judge.comparisons import NAMES, WANTED, comparisons
from tests.nbjudge.judge.liars import WRAPPED, Liar, liars

DRAWN = 40  # liars of each draw
PARTS = 8  # of the whole, each of which says how it ended
RECORD = frozenset({"*=kinds", *kinds.NOTED_SINCE.values(), "t:f"})  # the solution gives none of them
LIARS = liars()


def arrived(value: Any, strictly: bool, record: frozenset[str] | None = RECORD) -> tuple[Any, bool]:
    """Return what is in the judge when a student's function has returned a value, and whether in doubt."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        session = calls.Session(theirs, {"f": lambda: value})
        serving = threading.Thread(target=lambda: [session._answer(*session._receive()) for _ in range(2)])
        serving.start()
        student = Student(ours, Places(record), "t", time.monotonic() + 60)
        student.strictly = strictly
        function: Any = student.request("fetch", "t:f", name="f")
        made = function()
        serving.join()
        if type(made) is standins.Items:  # its items are asked for when a test goes through it
            serving = threading.Thread(target=lambda: session._answer(*session._receive()))
            serving.start()
            with contextlib.suppress(StopIteration, TypeError):
                made._left = itertools.chain([next(made)], made._left or ())
            serving.join()
        return made, bool(student.doubts)


@pytest.fixture(scope="module")
def tests() -> tuple[dict[str, Any], list[tuple[str, CodeType]]]:
    names: dict[str, Any] = {}
    exec(NAMES, names)
    return names, [(text, compile(text, "<test>", "exec")) for text in comparisons()]


def passes(code: CodeType, names: dict[str, Any], got: Any, want: Any) -> bool:
    try:
        exec(code, {**names, "got": got, "want": want})
    except Exception:
        return False
    return True


def judged(liar: Liar, wrapped: str) -> list[Any]:
    """Return what the tests see: once, and once more strictly if there is a doubt."""
    wrap, take_out = WRAPPED[wrapped]
    value, doubt = arrived(wrap(liar.value), strictly=False)
    values = [value, arrived(wrap(liar.value), strictly=True)[0]] if doubt else [value]
    return [value if type(value) is standins.Opaque else take_out(value) for value in values]


def seen(liar: Liar, wrapped: str) -> list[Any]:
    """Return the same, or an object where the answer cannot be read: the test ends there."""
    try:
        return judged(liar, wrapped)
    except StudentProcessEndedError:
        return [object()]


def wrong_passes(liar: Liar, wrapped: str, tests: Any) -> Iterator[str]:
    """Name the tests that the liar passes and its plain data would not."""
    names, codes = tests
    values = seen(liar, wrapped)
    for name, want in WANTED.items():
        for text, code in codes:
            if not all(passes(code, names, value, want) for value in values):
                continue
            if not passes(code, names, liar.plain, want):
                yield f"{liar.name}, {wrapped}: {text} of {name}"


def tried(cells: list[tuple[Liar, str]], tests: Any) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [wrong for liar, wrapped in cells for wrong in wrong_passes(liar, wrapped, tests)]


def test_the_matrix_has_rows_and_columns_of_every_kind(tests: Any) -> None:
    assert len({liar.name for liar in LIARS}) == len(LIARS) > 600
    assert len({text for text, _ in tests[1]}) == len(tests[1]) > 200


def test_right_answers_pass_most_of_the_tests_that_are_meant_for_them(tests: Any) -> None:
    """The columns are tests that can be passed: or none of them would tell anything."""
    names, codes = tests
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        passed = {
            text
            for text, code in codes
            for want in [*WANTED.values(), {"a": 5.0}, [5.0], 5]
            if passes(code, names, want, want)
        }
    assert len(passed) > 0.9 * len(codes)


@pytest.mark.parametrize("name", ["masked f8 (3,)", "NaN f8 (3,)", "empty f8 (0, 3)", "series: NA Int64"])
def test_without_the_record_liars_pass(tests: Any, name: str) -> None:
    """The rows tell something: these lie if they are let in as they are."""
    names, codes = tests
    (liar,) = [liar for liar in LIARS if liar.name == name]
    value, _ = arrived(liar.value, strictly=False, record=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong = [
            text
            for text, code in codes
            for want in WANTED.values()
            if passes(code, names, value, want) and not passes(code, names, liar.plain, want)
        ]
    assert wrong


def test_a_draw_of_the_matrix_has_no_wrong_pass(tests: Any) -> None:
    draw = random.Random(time.strftime("%Y-%m-%d"))
    cells = [(liar, draw.choice(list(WRAPPED))) for liar in draw.sample(LIARS, DRAWN)]
    assert tried(cells, tests) == []


def in_bytes(values: list[Any]) -> bytes | None:
    """Return what tests see of these values as bytes; None if it holds what cannot be written so."""
    try:
        return pickle.dumps([(type(value), value) for value in values])
    except Exception:
        return None


@pytest.mark.whole
@pytest.mark.parametrize("part", range(PARTS))
def test_the_whole_matrix_has_no_wrong_pass(tests: Any, part: int) -> None:
    """How a value is wrapped matters only if another value arrives: equal bytes are tried once."""
    wrong, cells, same = [], 0, 0
    for liar in LIARS[part::PARTS]:
        known: set[bytes] = set()
        for wrapped in WRAPPED:
            values = in_bytes(seen(liar, wrapped))
            if values is not None and values in known:
                same += 1
                continue
            known |= {values} if values is not None else set()
            cells += 1
            wrong += tried([(liar, wrapped)], tests)
    trials = len(tests[1]) * len(WANTED)
    print(
        f"part {part + 1} of {PARTS}: {cells * trials:,} trials of {cells} liars, {same} more that arrive as"
    )
    print(f"one of these, which makes {(cells + same) * trials:,}; {len(wrong)} wrong passes")
    assert wrong == []
