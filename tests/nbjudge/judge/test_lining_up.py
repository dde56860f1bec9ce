# ruff: noqa: E501 - tests are written as they are in notebooks
"""Tables that share no label with what a test wants are not right only because sums leave out what is missing."""

from collections.abc import Callable

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.judge import kinds
from nbjudge.tasks import Cell, CellResult, Limits, NotebookTask

Grade = Callable[..., list[CellResult]]

GIVEN = "import numpy as np\nimport pandas as pd\nt = pd.DataFrame({'v': [1.0, 2.0, 5.0]})\n"
DOUBLE = "def f(t):\n    return t.v * 2"
TESTS = {
    "minus": "assert (f(t) - t.v * 2).abs().sum() < 1e-9",
    "minus, the other way round": "assert (t.v * 2 - f(t)).abs().max() < 1e-9",
    "a ufunc": "assert np.subtract(f(t), t.v * 2).abs().sum() < 1e-9",
    "sub": "assert f(t).sub(t.v * 2).abs().sum() < 1e-9",
    "a new column": "u = t.assign(got=f(t))\nassert (u.got - u.v * 2).abs().sum() < 1e-9",
}
ANSWERS = {"too short": "pd.Series([2.0])", "too long": "pd.Series([2.0, 4.0, 10.0, 7.0])"}
WRONG = [
    (test, answer)
    for test in TESTS
    for answer in ANSWERS
    if (test, answer) != ("a new column", "too long")  # what is too long is cut there, in a notebook too
] + [("a new column", "too short")]


@pytest.mark.parametrize(("test", "answer"), dict.fromkeys(WRONG))
def test_a_row_without_a_partner_earns_nothing(grade: Grade, test: str, answer: str) -> None:
    answer = f"import pandas as pd\ndef f(t):\n    return {ANSWERS[answer]}"
    (result,) = grade(DOUBLE, TESTS[test], given=GIVEN, answer=answer)
    assert result.score == 0.0


@pytest.mark.parametrize("test", TESTS)
def test_a_right_one_counts(grade: Grade, test: str) -> None:
    answer = "import pandas as pd\ndef f(t):\n    return pd.Series([2 * v for v in t.v])"
    assert grade(DOUBLE, TESTS[test], given=GIVEN, answer=answer)[0].score == 2.0


def test_a_frame_of_which_a_part_is_missing(grade: Grade) -> None:
    test = "assert ((f(t) - t * 2) ** 2).sum().sum() < 1e-9"
    solution, answer = "def f(t):\n    return t * 2", "def f(t):\n    return (t * 2).head(1)"
    assert [grade(solution, test, given=GIVEN, answer=a)[0].score for a in (solution, answer)] == [2.0, 0.0]


def test_plain_labels_where_the_solution_gives_others(grade: Grade) -> None:
    """Its labels 1 and 2 are admitted; but none of them is without a partner."""
    solution, test = "def f(t):\n    return t[t.v > 1].v", "assert (f(t) - t[t.v > 1].v).abs().sum() < 1e-9"
    answer = "import pandas as pd\ndef f(t):\n    return pd.Series([77.0])"
    assert [grade(solution, test, given=GIVEN, answer=a)[0].score for a in (solution, answer)] == [2.0, 0.0]


def test_it_counts_where_the_solution_leaves_rows_without_a_partner(grade: Grade) -> None:
    solution, answer = (
        "def f(t):\n    return t[t.v > 1].v",
        "def f(t):\n    return t.v.where(t.v > 1).dropna()",
    )
    test = "assert (f(t) - t.v).sum() == 0 and (f(t) - t.v).isna().sum() == 1"
    assert grade(solution, test, given=GIVEN, answer=answer)[0].score == 2.0


def test_the_same_labels_in_another_order_have_partners(grade: Grade) -> None:
    solution = "def f(t):\n    return t.set_index('v', drop=False).v"
    answer = solution + ".iloc[::-1]"
    test = "want = pd.Series(t.v.tolist(), t.v)\nassert (f(t) - want).abs().sum() == 0"
    assert grade(solution, test, given=GIVEN, answer=answer)[0].score == 2.0


def test_a_record_of_before_does_not_doubt_it(executor: Executor) -> None:
    answer = "import pandas as pd\ndef f():\n    return pd.Series([2.0])"
    test = "import pandas as pd\nassert (f() - pd.Series([2.0, 3.0])).sum() == 0"
    cells = (
        Cell("g", "given", "import pandas"),
        Cell("a", "answer", answer, reference=answer),
        Cell("t", "test", test, 2.0),
    )
    for later, score in [((), 2.0), (("*=kinds 3",), 0.0)]:
        golden = frozenset({"t:f", "*=kinds", "*=kinds 2", *later})
        task = NotebookTask("n", cells, golden=golden, limits=Limits(5.0, 0.5))
        assert executor.run(task).cells[-1].score == score


def test_what_a_given_cell_lines_up_is_nobody_s_doubt(executor: Executor) -> None:
    """Also below a test that was run a second time, strictly."""
    solution = "import pandas as pd\ndef f():\n    return pd.Series([2.0, 3.0])"
    cells = (
        Cell("g", "given", "import pandas as pd"),
        Cell("a", "answer", solution.replace(", 3.0", ""), reference=solution),
        Cell("t", "test", "assert (f() - pd.Series([2.0, 3.0])).sum() == 0", 2.0),
        Cell("b", "given", "both = pd.Series([1.0]) + pd.Series([1.0, 2.0])"),
        Cell("c", "answer", "def n(s):\n    return len(s)", reference="def n(s):\n    return len(s)"),
        Cell("u", "test", "assert n(both) == 2", 2.0),
    )
    golden = frozenset({"t:f", "u:n", *kinds.NOTED_SINCE.values(), kinds.NOTED})
    task = NotebookTask("n", cells, golden=golden, limits=Limits(5.0, 0.5))
    result = executor.run(task)
    assert [cell.score for cell in result.cells if cell.id in "tu"] == [0.0, 2.0]
    assert result.notes == ()  # the judge has run it too
