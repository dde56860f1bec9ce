"""Which given statements run in the judge: what tests speak of, and what that needs."""

import ast

from nbjudge.judge.slices import statements_of, words_that_matter

GIVEN = """
import numpy as np
import matplotlib.pyplot as plt
from course import *
rng = np.random.default_rng(0)
X = rng.normal(size=(5, 2))
rng.shuffle(X)
def helper(x):
    return CONSTANT * x
CONSTANT = 3
unused = expensive(X)
figure, axes = plt.subplots()
axes.scatter(X[:, 0], X[:, 1])
show(X)
"""


def run_here(*tests: str) -> list[str]:
    words = words_that_matter((GIVEN,), tests)
    statements = statements_of(GIVEN) or ()
    return [ast.unparse(statement.node) for statement in statements if statement.matters(words)]


def test_what_a_test_needs_is_run_and_plots_are_not() -> None:
    kept = run_here("assert predict(X) == 1")
    assert kept == [
        "import numpy as np",
        "from course import *",
        "rng = np.random.default_rng(0)",
        "X = rng.normal(size=(5, 2))",
        "rng.shuffle(X)",
    ]


def test_globals_of_helpers_are_needed_too() -> None:
    assert "CONSTANT = 3" in run_here("assert helper(1) == 3")


def test_a_name_in_a_text_counts() -> None:
    assert "CONSTANT = 3" in run_here("assert eval('CONSTANT') == 3")


def test_classes_are_made_for_any_test() -> None:
    given = (
        "import enum\nclass A(Base):\n    pass\nclass Base:\n    pass\n"
        "P = namedtuple('P', 'x')\nB = enum.Enum('B', 'x')\na = A()"
    )
    words = words_that_matter((given,), ("assert f(1) == 2",))
    kept = [ast.unparse(one.node) for one in statements_of(given) or () if one.matters(words)]
    assert kept == [
        "import enum",
        "class A(Base):\n    pass",
        "class Base:\n    pass",
        "P = namedtuple('P', 'x')",
        "B = enum.Enum('B', 'x')",
    ]


def test_without_tests_nothing_is_run() -> None:
    assert run_here() == ["from course import *"]


def test_where_imports_look_matters() -> None:
    for given in (
        "import sys\nsys.path.append('code')\nplot()",
        "from sys import path\npath.append('code')\nplot()",
    ):
        words = words_that_matter((given,), ("assert f(1) == 2",))
        kept = [ast.unparse(one.node) for one in statements_of(given) or () if one.matters(words)]
        assert kept == given.splitlines()[:2]


def test_another_path_does_not() -> None:
    given = "path = 'marks.csv'\nmarks = read(path)"
    words = words_that_matter((given,), ("assert f(1) == 2",))
    assert not any(one.matters(words) for one in statements_of(given) or ())
