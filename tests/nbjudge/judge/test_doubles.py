"""Objects of a test's own classes that it hands over: they stay in the judge, and are asked there."""

from collections.abc import Callable

import pytest

from nbjudge.tasks import CellResult

Grade = Callable[..., list[CellResult]]
COUNTING = """
class Counting:
    def __init__(self):
        self.calls, self._secret = 0, 7
    def map(self, f, values):
        self.calls += 1
        return [f(value) for value in values]
    def fail(self):
        raise ValueError("as it should")
    @property
    def twice(self):
        return 2 * self.calls
"""
MONEY = """
class Money:
    def __init__(self, cents):
        self.cents = cents
    def __add__(self, other):
        return Money(self.cents + other.cents)
    def __lt__(self, other):
        return self.cents < other.cents
    def __len__(self):
        return self.cents
"""


@pytest.mark.parametrize(
    ("solution", "test"),
    [
        (
            "def f(pool, n):\n    return pool.map(lambda x: x * x, range(n))",
            f"{COUNTING}\np = Counting()\nassert f(p, 3) == [0, 1, 4] != f(p, 1) and p.calls == 2",
        ),
        (
            "def f(p):\n    p.map(abs, [1])\n    return p.twice, p.calls",
            f"{COUNTING}\nassert f(Counting()) == (2, 1)",
        ),
        ("def f(p):\n    p.calls += 5", f"{COUNTING}\np = Counting()\nf(p)\nassert p.calls == 5"),
        (
            "def f(p):\n    try:\n        p.fail()\n    except ValueError as e:\n        return str(e)",
            f"{COUNTING}\nassert f(Counting()) == 'as it should'",
        ),
        (
            "def f(p):\n    return [hasattr(p, n) for n in ('map', 'calls', 'other')]",
            f"{COUNTING}\nassert f(Counting()) == [True, True, False]",
        ),
        ("def f(a, b):\n    return max(a, b) + a", f"{MONEY}\nassert f(Money(3), Money(4)).cents == 7"),
        ("def f(a):\n    return len(a), a.cents", f"{MONEY}\nassert f(Money(3)) == (3, 3)"),
        (
            "def f(a):\n    return a.x.y",
            "class N: pass\na, a.x = N(), N()\na, a.x, a.x.y = a, N(), 5\nassert f(a) == 5",
        ),
        (
            "def f(pool):\n    return list(pool.map(abs, [-1, 2]))",
            "from multiprocessing.dummy import Pool\nassert f(Pool(2)) == [1, 2]",
        ),
        (
            "def f(pool, values):\n    return sorted(pool.map(lambda x: x + 1, values))",
            "import concurrent.futures as c\nassert f(c.ThreadPoolExecutor(3), [3, 4]) == [4, 5]",
        ),
        (
            "def f(pool, g):\n    return list(pool.map(g, range(20)))",
            "from multiprocessing.pool import ThreadPool\nassert f(ThreadPool(4), lambda x: -x)[19] == -19",
        ),
    ],
)
def test_it_is_used_as_in_a_notebook(grade: Grade, solution: str, test: str) -> None:
    (cell,) = grade(solution, test)
    assert (cell.score, cell.weaker) == (2.0, False), cell


@pytest.mark.parametrize(
    "answer",
    [
        "def f(p):\n    return p._secret",
        "def f(p):\n    p.calls = 9\n    return 0",
        "def f(p):\n    p.map = 9\n    return 0",
        "def f(p):\n    p.kept.write('x')\n    return 0",
        "def f(p):\n    return p.__class__.__init__.__globals__",
        "def f(p):\n    return p.system('true')",
        "def f(p):\n    return object.__getattribute__(p, '_secret')",
    ],
)
def test_nothing_is_reached_that_the_test_does_not_offer(grade: Grade, answer: str) -> None:
    test = f"import os, tempfile\n{COUNTING}\np = Counting()\n"
    test += "p.kept, p.system = tempfile.TemporaryFile('w'), os.system\n"
    test += "was, got = dict(vars(p)), None\n"
    test += "try:\n    got = f(p)\nexcept (AttributeError, TypeError):\n    got = 0\n"
    test += "assert vars(p) == was and was['kept'].tell() == 0 and got == 0"
    (cell,) = grade("def f(p):\n    return 0", test, answer=answer)
    assert cell.score == 2.0, cell


def test_a_double_is_no_result(grade: Grade) -> None:
    """It would be equal to what the test's class says."""
    test = (
        "class Any:\n    def __eq__(self, other):\n        return True\n    def go(self):\n        return 3\n"
    )
    test += "assert f(Any()) == 3"
    (cell,) = grade("def f(p):\n    return p.go()", test, answer="def f(p):\n    return p")
    assert cell.score == 0.0
