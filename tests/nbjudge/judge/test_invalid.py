"""A test that makes NaN of the student's numbers is not passed by that, whatever NaN is not above."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from nbjudge.judge import invalid
from nbjudge.judge.places import Places
from nbjudge.judge.student import Student
from nbjudge.tasks import CellResult

Grade = Callable[..., list[CellResult]]

NUMPY = "import numpy as np\n"
MADE = [  # a right answer's test, and what it calculates NaN of
    ("[1.0, 2.0]", "not abs(np.mean(f()) - 1.5) > 1e-9", "[float('inf'), float('-inf')]"),
    ("[1.0, 2.0]", "not np.std(f()) > 0.6", "[float('inf'), 0.0]"),
    ("[1.0, 2.0]", "not np.ptp(np.square(f())) > 3", "[1e200, -1e200]"),
    ("[1.0, 2.0]", "not (abs(np.log(f()) - np.log([1, 2])) > 1e-9).any()", "[-1.0, -2.0]"),
    ("4.0", "not abs(np.sqrt(f()) - 2) > 1e-9", "-4.0"),
    ("2.0", "not abs(np.float64(f()) / np.float64(f()) - 1) > 1e-9", "0.0"),
]


@pytest.mark.parametrize(("right", "test", "wrong"), MADE)
def test_nan_that_the_test_makes_earns_nothing(grade: Grade, right: str, test: str, wrong: str) -> None:
    solution, answer = f"def f():\n    return {right}", f"def f():\n    return {wrong}"
    (result,) = grade(solution, f"{NUMPY}assert {test}", answer=answer)
    assert result.score == 0.0
    assert result.reason.startswith("The code gives numbers of which the test makes NaN")


def test_where_the_solution_s_numbers_make_it_too_it_counts(grade: Grade) -> None:
    solution = "import numpy as np\ndef f():\n    return np.array([0.0, 2.0])"
    test = NUMPY + "share = f() / f()\nassert np.isnan(share[0]) and share[1] == 1"
    answer = "def f():\n    import numpy as np\n    return np.array([0.0, 3.0])"
    assert grade(solution, test, answer=answer)[0].score == 2.0


def test_a_test_is_warned_as_in_a_notebook(grade: Grade) -> None:
    """And whoever asks numpy to be silent is not disturbed; a library's calculations are its own."""
    warned = "import pytest\nwith pytest.warns(RuntimeWarning, match='invalid value'):\n    np.log(f())"
    silent = "with np.errstate(invalid='ignore'):\n    assert np.isnan(np.log(f()))"
    (one, other) = grade("def f():\n    return -1.0", NUMPY + warned, NUMPY + silent)
    assert (one.score, other.score) == (2.0, 2.0)


def test_numpy_is_left_as_it_was() -> None:
    before = np.geterr(), np.geterrcall()
    student = SimpleNamespace(cell="t", places=Places(), doubts=set(), strictly=False)
    invalid.watch(cast(Student, student), globals())
    with pytest.warns(RuntimeWarning, match="invalid value"):
        np.log(-1.0)
    invalid.rest()
    assert (np.geterr(), np.geterrcall()) == before
    assert student.places.met == {"t:The code=invalid"}
