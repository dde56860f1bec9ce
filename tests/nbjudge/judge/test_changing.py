"""What a cell's text says of the objects that it changes in place."""

import pytest

from nbjudge.judge.changing import changing


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("xs = [1]\nxs.append(2)", {"xs"}),
        ("ys = xs\nys[0] = 2", {"xs", "ys"}),
        ("for row in rows: row.clear()", {"row", "rows"}),
        ("def g(v): v.pop()\ng(xs)", {"v", "xs"}),
        ("with open(xs) as f: f.x = 1", {"f", "xs"}),
        ("n = 0\nn += f(xs)", set()),
        ("xs = f(2)\nassert xs == [1]", set()),
        ("a = f(b)\nassert g(a) == 1\nc = []\nc.append(1)", {"c"}),
        ("not python at all", set()),
    ],
)
def test_the_names_of_what_changes(text: str, names: set[str]) -> None:
    assert changing(text).names == names


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("xs = [1]\nxs.append(2)", False),
        ("xs = np.ones(3)\nxs *= 2", False),
        ("xs = f()\nxs.append(2)", True),
        ("xs = []\nxs = f()\nxs.append(2)", True),
        ("f().append(2)", True),
        ("f()[0] = 2", True),
        ("for row in f(): row.append(2)", True),
        ("import numpy as np\nx = np.ones(3)\nnp.copyto(x, np.zeros(3))", False),
    ],
)
def test_whether_results_may_be_changed(text: str, results: bool) -> None:
    assert changing(text).results is results
