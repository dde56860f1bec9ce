"""Small changes of a solution: which are made, and that those which no check notices are found."""

import pytest

from selfcheck.authoring import strength, survivors
from selfcheck.authoring.mutants import mutants
from selfcheck.exercise import Unit
from tests.selfcheck.examples import TOTAL

NOTEBOOK = '''# %%
import numpy as np
from a_course_without_check import nothing

START = 0

# %% exercise="total"
def total(xs):
    """Return the sum: 1 + 1 = 2."""
    ### BEGIN SOLUTION
    result = START
    for x in xs:
        if x > 0 or x <= 0:
            result += x
    return result
    ### END SOLUTION
'''


def changes(line):
    return {mutant.name.partition(" | ")[2] for mutant in mutants(f"def f(a, b, x):\n    {line}", 2, 2)}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return a < b", {"a < b -> a <= b", "a < b -> a > b"}),
        ("return a + b", {"a + b -> a - b", "a + b -> a", "a + b -> b"}),
        ("return a and b", {"a and b -> a or b", "a and b -> a", "a and b -> b"}),
        ("return not a", {"not a -> a"}),
        ("return 2", {"2 -> 3", "2 -> 1"}),
        ("return True", {"True -> False"}),
        ("return x.argmin(axis=1)", {
            "x.argmin(axis=1) -> x.argmax(axis=1)", "x.argmin(axis=1) -> x.argmin()", "1 -> 2", "1 -> 0"}),
        ("return sorted(a)", {"sorted(a) -> a"}),
        ("return np.asarray(a)", set()),
        ("return a[:b]", {":b -> :"}),
        ("return [c for c in a if c]", {"[c for c in a if c] -> [c for c in a]"}),
        ("return a if x else b", {"a if x else b -> a", "a if x else b -> b"}),
        ("raise ValueError(f'{a + b}')", {"raise ValueError(f'{a + b}') -> removed"}),
        ("return list(zip(a, b, strict=True))", set()),
    ],
    ids=lambda value: value if isinstance(value, str) else "to",
)  # fmt: skip
def test_what_a_line_may_become(line, expected):
    assert changes(line) >= expected
    assert expected or not changes(line)


def test_only_the_lines_of_the_solution_are_changed():
    source = "def f(a):\n    b = a + 1\n    return b\n"
    assert all(mutant.name.startswith("return b") for mutant in mutants(source, 3, 3))
    assert [mutant.name for mutant in mutants(source, 1, 1)] == []


def test_equal_names_are_numbered():
    names = [mutant.name for mutant in mutants("def f(a):\n    return 1 + 1", 2, 2)]
    assert len(set(names)) == len(names)


@pytest.fixture
def notebook(tmp_path, monkeypatch):
    (tmp_path / "a_course_without_check.py").write_text("nothing = None")
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "00_sums.py"
    path.write_text(NOTEBOOK)
    return path


@pytest.mark.parametrize("workers", [1, 2])
def test_what_no_check_notices_is_found(notebook, workers):
    (survey,) = survivors.try_out(Unit("sums", "00_sums", (TOTAL,)), notebook, workers)
    assert survey.exercise == "total"
    assert len(survey.made) > 10
    assert "if x > 0 or x <= 0: | x > 0 -> x >= 0" in survey.survivors
    assert not any(name.startswith("result += x") for name in survey.survivors)


def test_a_solution_that_earns_less_is_refused(notebook):
    notebook.write_text(NOTEBOOK.replace("START = 0", "START = 1"))
    with pytest.raises(ValueError, match="does not earn full marks"):
        survivors.try_out(Unit("sums", "00_sums", (TOTAL,)), notebook, 1)


def test_each_survivor_needs_a_reason_and_each_reason_a_survivor():
    surveys = [survivors.Survey("total", ("a -> b", "c -> d", "g -> h"), ("a -> b", "c -> d"))]
    assert list(
        survivors.unexplained(surveys, {"total": {"a -> b": "equal", "e -> f": "gone", "g -> h": "noticed"}})
    ) == [
        "total: no check notices 'c -> d'",
        "total: 'e -> f' is explained, but that line is no longer there",
    ]


def test_the_table_of_a_course(notebook):
    unit = Unit("sums", "00_sums", (TOTAL,))
    rows = list(strength.report([unit], notebook.parent))
    assert (rows[0].tasks, rows[0].mistakes, rows[0].named, rows[0].faults) == (1, 3, 3, ())
    assert rows[0].mutants > rows[0].survivors > 0
    assert strength.render(rows).splitlines()[2].startswith("| sums | 1 | 3.5 | 5 | 3 | 3 | ")
    (row,) = strength.report([unit])
    assert row.mutants is None
