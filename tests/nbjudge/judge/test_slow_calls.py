"""A call that takes too long costs its own points: the calls that follow are served by another fork."""

from collections.abc import Callable
from dataclasses import replace

from nbjudge.tasks import CellResult, Limits, NotebookResult
from tests.nbjudge.judge.conftest import Course

Run = Callable[[Course], NotebookResult]
LIMITS = Limits(cell_seconds=3.0, grace_seconds=0.5)
SOLUTION = "def f(n):\n    return n + start\n\nstart = 0\n"
LOOPS = "def f(n):\n    while n in {0}:\n        pass\n    return n + start\n\nstart = 0\n"
PARTIAL = """
import random
random.seed(5)
points = 0.0
for n in range(4):
    try:
        points += 0.5 * (f(n) == n)
    except TimeoutError:
        pass
points
"""


def graded(run: Run, test: str, answer: str, solution: str = SOLUTION) -> CellResult:
    course = Course(solution, [test], limits=LIMITS)
    first = run(course)
    assert first.cells[-1].score == 2.0
    return run(replace(course, answer=answer, golden=first.places)).cells[-1]


def test_one_endless_call_costs_its_own_points(run: Run) -> None:
    assert graded(run, PARTIAL, LOOPS.format("[2]")).score == 1.5


def test_endless_calls_end_with_the_cell(run: Run) -> None:
    result = graded(run, PARTIAL, LOOPS.format("[0, 1, 2, 3]"))
    assert result.score == 0.0


def test_what_the_test_bound_and_deleted_is_told_to_the_next_fork(run: Run) -> None:
    test = "start = 10\n" + PARTIAL.replace("== n", "== n + 10")
    assert graded(run, test, LOOPS.format("[0]")).score == 1.5


def test_the_next_fork_begins_as_the_cell_did(run: Run) -> None:
    solution = "calls = []\ndef f(n):\n    calls.append(n)\n    return n\n"
    answer = solution.replace("    return n", "    while n == 1:\n        pass\n    return n")
    test = PARTIAL.replace("\npoints\n", "\npoints if len(calls) in (2, 4) else 0")
    assert graded(run, test, answer, solution).score == 1.5


def test_without_partial_credit_one_call_may_take_the_whole_time(run: Run) -> None:
    slow = "import time\ndef f(n):\n    time.sleep(1.5)\n    return n\n"
    assert graded(run, "assert f(1) == 1", slow).score == 2.0


def test_a_function_that_the_test_kept_stays_with_the_fork_that_has_ended(run: Run) -> None:
    test = PARTIAL.replace("points = 0.0", "points = 0.0\ng = f").replace("f(n) ==", "g(n) ==")
    assert graded(run, test, LOOPS.format("[2]")).score == 1.0


RECKONED = """
import time
begun = time.monotonic()
with f.__within__(0.2):
    try:
        f({0})
        late = False
    except TimeoutError:
        late = True
2.0 * ({1})
"""
PATIENT = Limits(cell_seconds=60.0, grace_seconds=0.5)
DEAF = """
def f(n):
    while n == 0:
        try:
            n += 0
        except:
            pass
    return n
"""


def reckoned(run: Run, answer: str, number: int, expected: str) -> CellResult:
    course = Course("def f(n):\n    return n\n", [RECKONED.format(1, "not late")], limits=PATIENT)
    places = run(course).places
    test = RECKONED.format(number, expected)
    return run(replace(course, answer=answer, golden=places, tests=[test])).cells[-1]


def test_a_test_may_say_how_long_a_call_may_reckon_and_no_code_can_catch_that(run: Run) -> None:
    assert reckoned(run, DEAF, 0, "late and time.monotonic() - begun < 15 and f(1) == 1").score == 2.0


def test_time_in_which_a_call_only_waits_is_not_reckoned(run: Run) -> None:
    slow = "import time\ndef f(n):\n    time.sleep(0.5)\n    return n\n"
    assert reckoned(run, slow, 1, "not late").score == 2.0


def test_a_process_that_ends_at_once_was_not_late(run: Run) -> None:
    answer = "import os\ndef f(n):\n    os._exit(0)\n"
    result = reckoned(run, answer, 0, "late")
    assert (result.score, result.status) == (0.0, "error")
    assert "ended during this call" in str(result.outputs)
