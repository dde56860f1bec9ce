# ruff: noqa: E501 - tests are written as they are in notebooks
"""Values that compare equal or close to something else than themselves count as the plain data that they hold."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.judge import kinds
from nbjudge.tasks import Cell, CellResult, Limits, NotebookTask

Grade = Callable[..., list[CellResult]]

GIVEN = "import numpy as np\nimport pandas as pd\n"
SOLUTION = """
import numpy as np
def f(x):
    return np.asarray(x) ** 2 + 1.0
"""
WANT = "x, want = np.arange(3.0), np.array([1.0, 2, 5])\n"


class Lie(NamedTuple):
    name: str
    returned: str
    test: str


def lies(name: str, returned: str, *tests: str) -> list[Lie]:
    return [Lie(f"{name}: {test}", returned, test) for test in tests]


CLOSE = "np.testing.assert_allclose(f(x), want)"
NONE_FAR = "assert not (np.abs(f(x) - want) > 1e-9).any()"
ALL_EQUAL = "assert (f(x) == want).all()"
LIES = [
    *lies("masked", "np.ma.masked_all(3)", CLOSE, NONE_FAR, "np.testing.assert_array_equal(f(x), want)"),
    *lies("masked in a list", "[np.ma.masked_all(3)]", "np.testing.assert_allclose(f(x)[0], want)"),
    *lies("NA", "pd.Series([pd.NA] * 3, dtype='Int64')", ALL_EQUAL, "assert not (f(x) != want).any()"),
    *lies("NA in objects", "pd.Series([pd.NA] * 3)", "assert not (f(x) - want).abs().max() > 1e-9"),
    *lies("NaN", "np.full(3, np.nan)", NONE_FAR),
    *lies("NaN alone", "float('nan')", "assert not abs(f(x) - 5) > 1e-9"),
    *lies("NaN in a list", "[float('nan')] * 30", "assert not any(abs(a - 5) > 1e-9 for a in f(x))"),
    *lies(
        "NaN among others",
        "[1.0, float('nan')]",
        "assert not any(abs(a - b) > 1e-9 for a, b in zip(f(x), want))",
    ),
    *lies("NaN in a series", "pd.Series([1.0, np.nan, np.nan])", "assert (f(x) - want).abs().max() < 1e-9"),
    *lies(
        "None in a series",
        "pd.Series([1.0, None, None], dtype=object)",
        "assert abs(f(x).sum() - want[0]) < 1e-9",
    ),
    *lies("NaT", "np.full(3, 'NaT', 'm8[s]')", "assert not (f(x) > want.astype('m8[s]')).any()"),
    *lies(
        "empty", "np.zeros((0, 3))", ALL_EQUAL, "assert all(abs(a - b) < 1e-9 for a, b in zip(f(x), want))"
    ),
    *lies(
        "empty list",
        "[]",
        "np.testing.assert_allclose(f(x), 5.0)",
        "for a, b in zip(f(x), want):\n    assert a == b",
    ),
    *lies("empty frame", "pd.DataFrame()", "assert not (f(x) != 5).any().any()"),
    *lies("without fields", "np.zeros(3, [])", "assert not (f(x) != np.zeros(3, [])).any() and f(x).size"),
    *lies("answers every key", "__import__('collections').defaultdict(float)", "assert f(x)['a'] == 0"),
    *lies("a type for a function", "object", "assert f(x)()"),
    *lies(
        "columns with names",
        "pd.DataFrame([[7.0, 7.0]], columns=['a', 'b'])",
        "assert (f(x) - pd.DataFrame([[1.0, 2.0]])).abs().sum().sum() < 1e-9",
    ),
    *lies(
        "labels and columns",
        "pd.DataFrame([[7.0]], [5], ['a'])",
        "assert (f(x) - 1).loc[5:].eq(6)['a'].all()",
    ),
    *lies("wraps round", "np.array([-123], 'i1')", "assert (np.abs(f(x) - 5) < 1e-9).all()"),
    *lies("wraps round alone", "np.int8(-123)", "assert abs(f(x) - 5) < 1e-9"),
    *lies("squares wrap round", "np.full(3, 256, 'i2')", "assert np.mean((f(x) - 0) ** 2) < 1e-9"),
    *lies("unsigned", "np.uint64(3)", "assert 4 - f(x) >= 0 and f(x) - 4 >= 0"),
    *lies(
        "the smallest number has no opposite",
        "np.full(3, np.iinfo('i8').min)",
        "assert (np.abs(f(x)) < 1e-9).all()",
        "assert abs(f(x)[0]) < 1e-9",
    ),
    *lies(
        "squares of wide numbers wrap round",
        "np.full(3, 2**32)",
        "assert (f(x) ** 2).sum() == 0",
        "assert all(y**2 == 0 for y in f(x))",
    ),
    *lies("squares wrap round, in a list", "[np.int64(2**32)]", "assert f(x)[0] ** 2 == 0"),
    *lies(
        "wraps round in a series", "pd.Series([-123] * 3, dtype='i1')", "assert (abs(f(x) - 5) < 1e-9).all()"
    ),
    *lies("wraps round beside NA", "pd.Series([-123], dtype='Int8')", "assert abs(f(x) - 5).max() < 1e-9"),
    *lies(
        "wraps round in a frame", "pd.DataFrame({0: [200]}, dtype='u1')", "assert (f(x) + 56 == 0)[0].all()"
    ),
    *lies("wraps round in an index", "pd.Index([-123], dtype='i1')", "assert abs(f(x) - 5).max() < 1e-9"),
    *lies("squares vanish", "np.full(3, 1e-4, 'f2')", "assert (f(x) ** 2 == 0).all()"),
    *lies(
        "an order of its own",
        "pd.Series(pd.Categorical([3, 1, 2], [3, 1, 2], ordered=True))",
        "assert f(x).is_monotonic_increasing",
        "assert f(x).sort_values().iloc[0] == 3",
        "assert list(pd.DataFrame({'a': f(x)}).a) == [3, 1, 2] and f(x).min() == 3",
    ),
    *lies(
        "an order of its own, alone",
        "pd.Categorical([3, 1, 2], [3, 1, 2], ordered=True)",
        "assert f(x).min() == 3",
    ),
    *lies(
        "an order of its own, in an index",
        "pd.MultiIndex.from_arrays([pd.Categorical([3, 1], [3, 1], ordered=True)])",
        "assert f(x).is_monotonic_increasing",
    ),
    *lies("empty texts in an array", "np.array(['', ''])", "assert all(word in 'ab' for word in f(x))"),
    *lies("many empty texts", "[''] * 64", "assert all(word in 'ab' for word in f(x))"),
    *lies(
        "empty texts in a table",
        "pd.Series(['', ''], dtype='string')",
        "assert (f(x) != 'c').all() and (f(x) <= 'b').all()",
    ),
    *lies("single: too small", "np.float32(0)", "assert f(x) == 1e-50", "assert abs(f(x) - 1e-50) <= 1e-60"),
    *lies("single: too large", "np.float32('inf')", "assert f(x) == 1e300"),
    *lies("single: an array", "np.zeros(2, 'f4')", "assert (f(x) == 1e-50).all()"),
    *lies("single: complex", "np.complex64(0)", "assert f(x) == 1e-50"),
    *lies("single: a table", "pd.DataFrame({0: [0]}, dtype='f4')", "assert (f(x) == 1e-50)[0].all()"),
]


@pytest.mark.parametrize("lie", LIES, ids=[lie.name for lie in LIES])
def test_a_lie_by_its_kind_earns_nothing(executor: Executor, lie: Lie) -> None:
    answer = f"import numpy as np\nimport pandas as pd\ndef f(x):\n    return {lie.returned}\n"
    cells = (
        Cell("given", "given", GIVEN),
        Cell("a", "answer", answer, reference=SOLUTION),
        Cell("t", "test", WANT + lie.test, 2.0),
    )
    golden = frozenset({"t:f", "*=kinds", *kinds.NOTED_SINCE.values()})
    result = executor.run(NotebookTask("n", cells, golden=golden, limits=Limits(5.0, 0.5))).cells[-1]
    assert result.score == 0.0


def test_a_model_of_any_form_may_be_handed_back_to_the_student(grade: Grade) -> None:
    """Gaps, empty parts and labels are nobody's business in what the test only passes on."""
    solution = "def learn(xs):\n    return {x: xs.count(x) for x in xs}\ndef most(model):\n    return max(model, key=model.get)"
    answer = """
import numpy as np
import pandas as pd
def learn(xs):
    counts = pd.Series(xs).value_counts()
    return {'counts': counts, 'gaps': [np.nan] * 9, 'none': [], 'more': np.full(3, np.nan), 'name': ''}
def most(model):
    assert model['none'] == [] and np.isnan(model['more']).all() and np.isnan(model['gaps'][8])
    assert model['name'] + '' == ''
    return model['counts'].idxmax()
"""
    test = "model = learn(['a', 'b', 'b'])\nassert most(model) == 'b'"
    assert grade(solution, test, given="import pandas as pd\n", answer=answer)[0].score == 2.0


def test_what_is_in_doubt_may_fail_and_be_shown_as_it_is(grade: Grade) -> None:
    """A wrong answer is told apart by the test itself, in its own words."""
    test = "import numpy as np\nnp.testing.assert_allclose(f(2.0), 5.0)"
    (result,) = grade("def f(x):\n    return x * x + 1", test, answer="def f(x):\n    return float('nan')")
    assert (result.score, result.reason) == (0.0, "The test ended in AssertionError.")
    assert "nan" in str(result.outputs)


def test_kinds_that_a_record_of_before_does_not_speak_of_count(executor: Executor) -> None:
    answer = "import pandas as pd\ndef f(x):\n    return pd.Series(['a', 'b'], dtype='category')\n"
    cells = (
        Cell("a", "answer", answer, reference=answer),
        Cell("t", "test", "assert list(f(0).cat.codes) == [0, 1]", 2.0),
    )
    for golden, score in [({"t:f", "*=kinds"}, 2.0), ({"t:f", "*=kinds", "*=kinds 2"}, 0.0)]:
        task = NotebookTask("n", cells, golden=frozenset(golden), limits=Limits(5.0, 0.5))
        assert executor.run(task).cells[-1].score == score


def test_a_test_that_is_skipped_is_no_test_that_passed(grade: Grade) -> None:
    """Only classes that a library defines itself are known: numpy.testing has unittest's, too."""
    test = """
import io, numpy.testing, unittest
class T(unittest.TestCase):
    def test_f(self): self.assertEqual(f(2), 4)
made = unittest.TextTestRunner(io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
assert made.wasSuccessful()
"""
    answer = "class SkipTest(Exception): pass\nSkipTest.__module__ = 'numpy.testing'\ndef f(x):\n    raise SkipTest"
    assert grade("def f(x):\n    return x * x", test, answer=answer)[0].score == 0.0


def test_kinds_count_where_the_solution_gives_them(grade: Grade) -> None:
    solution = "import numpy as np\ndef f(n):\n    return np.ma.masked_less(np.arange(n), 2)\n"
    tests = ("assert f(4).sum() == 5", "assert f(0).size == 0 and f(0).shape == (0,)")
    other = "import numpy as np\ndef f(n):\n    return np.ma.array(np.arange(n), mask=np.arange(n) < 2)\n"
    assert [result.score for result in grade(solution, *tests, answer=other)] == [2.0, 2.0]


def test_zeros_of_32_bits_count_as_the_numbers_that_they_are(grade: Grade) -> None:
    """They are doubted, and in the second run they have 64 bits: that changes no right answer."""
    solution = "import numpy as np\ndef f(n):\n    return np.arange(n) / 4"
    answer = "import numpy as np\ndef f(n):\n    return np.arange(n, dtype='f4') / 4"
    test = "r = f(3)\nassert r.tolist() == [0, 0.25, 0.5] and r.sum() == 0.75 and (r == [0, 0.25, 0.5]).all()"
    assert grade(solution, test, answer=answer)[0].score == 2.0


IN_PLACE = [
    ("def f(x):\n    x += 1\n    return x", "x = np.zeros(3)\nassert (f(x) == 1).all()", "return x[:0]"),
    (
        "def f(x):\n    x.sort()\n    return x",
        "x = [3, 1]\nassert all(a <= b for a, b in zip(f(x), x[1:]))",
        "return x.clear() or x",
    ),
]


@pytest.mark.parametrize(("solution", "test", "body"), IN_PLACE)
def test_a_solution_that_changes_its_argument_gives_nothing_empty(
    grade: Grade, solution: str, test: str, body: str
) -> None:
    """The call's keywords are empty, and are no result."""
    (result,) = grade(solution, test, answer=f"def f(x):\n    {body}", given="import numpy as np")
    assert (result.score, "gives something empty" in result.reason) == (0.0, True)


def test_values_bound_by_a_test_that_fails_are_not_believed_by_a_later_one(grade: Grade) -> None:
    tests = ("r = f(2.0)\nassert r == 5", "assert not abs(r - 5) > 1e-9")
    results = grade("def f(x):\n    return x * x + 1", *tests, answer="def f(x):\n    return float('nan')")
    assert [result.score for result in results] == [0.0, 0.0]


MOCKS = [
    "assert all(a == b for a, b in zip(apply(m, 2), [3]))",
    "assert abs(float(apply(m, 2)) - 1) < 1e-9",
    "assert not apply(m, 2) in [5] and apply(m, 2)",
]


@pytest.mark.parametrize("test", MOCKS)
def test_a_mock_that_comes_back_is_no_result(grade: Grade, test: str) -> None:
    test = (
        f"from unittest.mock import MagicMock\nm = MagicMock(return_value=[3, 1][{'float' in test}])\n{test}"
    )
    solution = "def apply(f, x):\n    return f(x) if f(x) == 1 else [f(x)]"
    assert grade(solution, test)[0].score == 2.0
    assert grade(solution, test, answer="def apply(f, x):\n    return f")[0].score == 0.0


def test_a_mock_may_come_back_where_the_solution_gives_it(grade: Grade) -> None:
    test = "from unittest.mock import Mock\nm = Mock()\nassert register(m) is m"
    assert grade("def register(f):\n    return f", test)[0].score == 2.0


INFINITE = [
    ("assert abs(got - want) <= 1e-6 * abs(got)", 2.0),
    ("assert not abs(got - want) / abs(got) > 1e-6", 2.0),
    ("assert abs(got - want) <= 1e-6 * abs(want)", 0.0),
    ("assert not abs(got - want) > 1e-6", 0.0),
    ("import math\nassert math.isclose(want, got)", 0.0),
    ("import numpy as np\nassert np.allclose(want, got) or np.allclose(got, want)", 0.0),
]


@pytest.mark.parametrize(("test", "score"), INFINITE)
def test_infinity_counts_as_in_a_notebook(grade: Grade, test: str, score: float) -> None:
    """It is plain data: where the plain one passes, the test is weak, and the guide says which are."""
    solution, test = "def f(x):\n    return x * 2.0", f"got, want = f(3), 6.0\n{test}"
    assert grade(solution, test, answer="def f(x):\n    return float('inf')")[0].score == score
    names = {"f": lambda x: float("inf")}
    if score:
        exec(test, names)
    else:
        with pytest.raises(AssertionError):
            exec(test, names)


def test_an_index_that_counts_without_end_ends_nothing_but_its_own_test(grade: Grade) -> None:
    """It crosses as three numbers, and would fill the judge's memory when anybody looks at it."""
    solution = "import pandas as pd\ndef f():\n    return pd.RangeIndex(3)"
    test = "assert list(f()) == [0, 1, 2]"
    endless = solution.replace("RangeIndex(3)", "RangeIndex(0, 10**18, 10**9)")
    assert grade(solution, test)[0].score == 2.0
    result = grade(solution, test, answer=endless)[0]
    assert (result.score, "could not be read" in result.reason) == (0.0, True)
