# ruff: noqa: E501 - cells are written as they are in notebooks
"""Right answers of unusual kinds count as in a notebook: each is tried there, too."""

from collections.abc import Callable
from typing import Any

import pytest

from nbjudge.tasks import CellResult

Grade = Callable[..., list[CellResult]]

GIVEN = "import numpy as np\nimport pandas as pd\n"
SQUARES = (
    "def f(n):\n    return [i * i for i in range(n)]",
    "assert f(4) == [0, 1, 4, 9]\nassert len(f(2)) == 2",
)
ITEMS = (
    SQUARES[0],
    "assert list(f(4)) == [0, 1, 4, 9]\nassert sum(f(3)) == 5\nfor a, b in zip(f(2), [0, 1]): assert a == b",
)
COUNTS = (
    "def f(w):\n    return {c: w.count(c) for c in w}",
    "assert f('aab') == {'a': 2, 'b': 1}\nassert f('b')['b'] == 1",
)
PAIR = (
    "def f(a, b):\n    return a + b, a * b",
    "s, p = f(2, 3)\nassert (s, p) == f(2, 3) == (5, 6)\nassert f(1, 1)[1] == 1",
)
MEAN = (
    "def f(xs):\n    return sum(xs) / len(xs)",
    "assert abs(f([1, 2, 6]) - 3) < 1e-9\nassert f([1, 2]) == 1.5 and round(f([1, 3])) == 2",
)
WORD = (
    "def f(n):\n    return 'odd' if n % 2 else 'even'",
    "assert f(4) == 'even'\nassert f(3).upper() == 'ODD'",
)
KEYS = (
    "def f(xs):\n    return set(xs)",
    "assert f([1, 1, 2]) == {1, 2}\nassert 1 in f([1]) and len(f([2, 2])) == 1",
)
SHARE = (
    "def f(x):\n    return np.asarray(x) / np.sum(x)",
    "np.testing.assert_allclose(f(np.array([1.0, 3.0])), [0.25, 0.75])\nassert f(np.ones(2)).shape == (2,)",
)
ROWS = (
    "def f(t):\n    return t[t.v > 2]",
    "r = f(pd.DataFrame({'v': [1.0, 3.0, 5.0]}))\nassert len(r) == 2 and r.v.tolist() == [3, 5] and r.shape == (2, 1)",
)
CASES = {
    "a class of lists": (SQUARES, "class Row(list): pass\ndef f(n):\n    return Row(i * i for i in range(n))"),
    "a class of numbers": (SQUARES, "class Square(int): pass\ndef f(n):\n    return [Square(i * i) for i in range(n)]"),
    "a UserList": (SQUARES, "from collections import UserList\ndef f(n):\n    return UserList(i * i for i in range(n))"),
    "numpy's numbers": (SQUARES, "import numpy as np\ndef f(n):\n    return [np.int64(i * i) for i in range(n)]"),
    "an object that is called": (SQUARES, "class F:\n    def __call__(self, n): return [i * i for i in range(n)]\nf = F()"),
    "a cache": (SQUARES, "import functools\n@functools.lru_cache\ndef f(n):\n    return [i * i for i in range(n)]"),
    "a table that grows": (SQUARES, "TABLE = []\ndef f(n):\n    while len(TABLE) < n: TABLE.append(len(TABLE) ** 2)\n    return TABLE[:n]"),
    "a generator": (ITEMS, "def f(n):\n    for i in range(n): yield i * i"),
    "a map": (ITEMS, "def f(n):\n    return map(lambda i: i * i, range(n))"),
    "a slice of what never ends": (ITEMS, "import itertools\ndef f(n):\n    return itertools.islice((i * i for i in itertools.count()), n)"),
    "keys for a list": (ITEMS, "def f(n):\n    return {i * i: i for i in range(n)}.keys()"),
    "values for a list": (ITEMS, "def f(n):\n    return {i: i * i for i in range(n)}.values()"),
    "a class of dictionaries": (COUNTS, "class Count(dict):\n    def __missing__(self, key): return 0\ndef f(w):\n    made = Count()\n    for c in w: made[c] += 1\n    return made"),
    "a UserDict": (COUNTS, "from collections import UserDict\ndef f(w):\n    return UserDict((c, w.count(c)) for c in w)"),
    "a dictionary that cannot be changed": (COUNTS, "from types import MappingProxyType\ndef f(w):\n    return MappingProxyType({c: w.count(c) for c in w})"),
    "dictionaries in a chain": (COUNTS, "from collections import ChainMap\ndef f(w):\n    return ChainMap(*({c: w.count(c)} for c in w))"),
    "a Counter": (COUNTS, "from collections import Counter\ndef f(w):\n    return Counter(w)"),
    "a named tuple": (PAIR, "from typing import NamedTuple\nclass Both(NamedTuple):\n    s: int\n    p: int\ndef f(a, b):\n    return Both(a + b, a * b)"),
    "a class of floats": (MEAN, "class Mean(float): pass\ndef f(xs):\n    return Mean(sum(xs) / len(xs))"),
    "a fraction": (MEAN, "from fractions import Fraction\ndef f(xs):\n    return Fraction(sum(xs), len(xs))"),
    "a member of a class of texts": (WORD, "import enum\nclass Parity(enum.StrEnum):\n    ODD = 'odd'\n    EVEN = 'even'\ndef f(n):\n    return Parity.ODD if n % 2 else Parity.EVEN"),
    "keys for a set": (KEYS, "def f(xs):\n    return dict.fromkeys(xs).keys()"),
    "a class of sets": (KEYS, "class Bag(set): pass\ndef f(xs):\n    return Bag(xs)"),
    "a class of arrays": (SHARE, "class A(np.ndarray): pass\ndef f(x):\n    return (np.asarray(x) / np.sum(x)).view(A)"),
    "its argument, changed": (SHARE, "def f(x):\n    x /= x.sum()\n    return x"),
    "a part of its argument, changed": (SHARE, "def f(x):\n    x /= x.sum()\n    return x[:]"),
    "a class of tables": (ROWS, "class T(pd.DataFrame): pass\ndef f(t):\n    return T(t[t.v > 2])"),
    "a table, changed": (ROWS, "def f(t):\n    t.drop(t.index[t.v <= 2], inplace=True)\n    return t"),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CASES)
def test_it_counts_as_in_a_notebook(grade: Grade, name: str) -> None:
    (solution, test), answer = CASES[name]
    names: dict[str, Any] = {"__name__": "__main__"}
    for text in (GIVEN, answer, test):
        exec(text, names)
    (result,) = grade(solution, test, given=GIVEN, answer=answer)
    assert (result.score, result.weaker) == (2.0, False), result.reason


LIES = {
    "says yes": (SQUARES, "class Row(list):\n    def __eq__(self, other): return True\n    def __len__(self): return 2\ndef f(n):\n    return Row([7])"),
    "says yes, a dictionary": (COUNTS, "class D(dict):\n    def __eq__(self, other): return True\n    def __getitem__(self, key): return 1\ndef f(w):\n    return D()"),
    "says yes, a chain": (COUNTS, "from collections import ChainMap\nclass D(dict):\n    def __getitem__(self, key): return 1\n    def __eq__(self, other): return True\nclass C(ChainMap):\n    def __eq__(self, other): return True\ndef f(w):\n    return C(D())"),
    "another iterator": (ITEMS, "class I:\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration\n    def __eq__(self, other): return True\ndef f(n):\n    return I()"),
    "nothing to go through": ((SQUARES[0], "assert all(x == y for x, y in zip(f(4), [0, 1, 4, 9]))"), "def f(n):\n    return iter([])"),
    "gone through already": ((SQUARES[0], "got = f(4)\nsum(got)\nassert all(x in [0, 1, 4, 9] for x in got)"), "def f(n):\n    return iter([7])"),
    "changes what the test compares with": (SHARE, "def f(x):\n    x[:] = 0\n    return x"),
    "sorts the argument, and gives it": (("def f(x):\n    return x[::-1]", "x = [1, 2]\nassert f(x) == x[::-1]"), "def f(x):\n    x[:] = [5, 5]\n    return x"),
}  # fmt: skip


@pytest.mark.parametrize("name", LIES)
def test_what_only_looks_like_it_earns_nothing(grade: Grade, name: str) -> None:
    (solution, test), answer = LIES[name]
    (result,) = grade(solution, test, given=GIVEN, answer=answer)
    assert result.score == 0.0


def test_an_iterator_goes_back_to_the_student_as_it_is(grade: Grade) -> None:
    solution = "def f(n):\n    return list(range(n))\ndef g(xs):\n    return sum(xs)"
    answer = "def f(n):\n    yield from range(n)\ndef g(xs):\n    return sum(xs)"
    assert grade(solution, "assert g(f(4)) == 6", answer=answer)[0].score == 2.0


def test_one_that_never_ends_ends_the_test_only(grade: Grade) -> None:
    solution, test = "def f(n):\n    return list(range(n))", "assert f(3) == [0, 1, 2]"
    answer = "import itertools\ndef f(n):\n    return itertools.count()"
    results = grade(solution, "assert list(f(3)) == [0, 1, 2]", test, answer=answer)
    assert [result.score for result in results] == [0.0, 0.0]
    assert "OverflowError" in results[0].reason
