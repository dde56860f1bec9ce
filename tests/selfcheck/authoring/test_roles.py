"""Graded cells: from a short header to nbgrader's metadata; what would fail before a class is refused."""

import pytest

from selfcheck.authoring import build

COURSE = """
from selfcheck.check import Checker
from selfcheck.exercise import Case, Exercise, Family, Unit

example = Family("by hand", "example", 3, (Case("two", ([1, 2],)),))
drawn = Family("drawn", "random", 1, lambda rng: [Case("draw", (rng.normal(size=3).tolist(),))])
total = Exercise("total", "total(xs) -> float", sum, (example, drawn), ())
check = Checker([Unit("sums", "00_sums", (total,))])
"""
SOURCE = '''# %%
from a_small_course import check

# %% exercise="total"
def total(xs):
    """Return the sum."""
    ### BEGIN SOLUTION
    long_way_round = sum(xs)
    return long_way_round
    ### END SOLUTION

# %% check="total" points=4
check("sums.total", total)

# %% [markdown]
# Why is the sum of nothing zero?

# %% [markdown] answer="why-zero" points=2
# So that adding a number to nothing gives the number.

# %% locked="data" tags=["nbval-ignore-output"]
data = [1, 2, 3]
'''


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    (folder / "a_small_course.py").write_text(COURSE)
    return folder


@pytest.fixture
def read(course, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(course)

    def read(source):
        path = tmp_path / "00_sums.py"
        path.write_text(source)
        return build.read(path)

    return read


def test_each_role_has_its_metadata(read):
    cells = {cell.id: cell.metadata.nbgrader for cell in read(SOURCE).cells if "nbgrader" in cell.metadata}
    flags = {
        name: (role["grade"], role["solution"], role["locked"], role.get("points"))
        for name, role in cells.items()
    }
    assert flags == {
        "total": (False, True, False, None),
        "check-total": (True, False, True, 4),
        "why-zero": (True, True, False, 2),
        "data": (False, False, True, None),
    }
    assert all(role["schema_version"] == 3 and role["grade_id"] == name for name, role in cells.items())


def test_the_hidden_draw_is_added_between_the_markers(read):
    (cell,) = [cell for cell in read(SOURCE).cells if cell.id == "check-total"]
    assert cell.source == (
        'check("sums.total", total)\n### BEGIN HIDDEN TESTS\n'
        'check("sums.total", total, hidden=True)\n### END HIDDEN TESTS'
    )


def test_a_check_over_several_lines(read):
    long = SOURCE.replace('check("sums.total", total)', 'check(\n    "sums.total",\n    total,\n)')
    (cell,) = [cell for cell in read(long).cells if cell.id == "check-total"]
    compile(cell.source, "cell", "exec")
    assert cell.source.count("hidden=True") == 1


def test_an_ordinary_test_cell_stays_as_it_is(read):
    plain = SOURCE.replace('check("sums.total", total)', "assert total([1]) == 1")
    (cell,) = [cell for cell in read(plain).cells if cell.id == "check-total"]
    assert cell.source == "assert total([1]) == 1"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('answer="why-zero"', 'answer="total"', "The name 'total' appears twice"),
        ("points=4", "points=5", "check='total' says 5 points; the exercise has 4"),
        (" points=4", "", "check='total' must say its points"),
        (" points=2", "", "answer='why-zero' must say its points"),
        ('exercise="total"', 'exercise="totl"', "check='total' needs an exercise='total' before it"),
        ('"sums.total"', '"sums.totl"', "no exercise 'totl'"),
        ("    ### BEGIN SOLUTION\n", "", "exercise='total' needs its solution between"),
        ("    ### END SOLUTION\n", "", "exercise='total' needs its solution between"),
        ('exercise="total"', "", "A cell with points or a solution needs a role"),
        ('exercise="total"', 'exercise="total" points=4', "earns no points: they belong to its check"),
        ('exercise="total"', 'exercise="total" locked="x"', "A cell has one role; got exercise and locked"),
        ('exercise="total"', 'exercise="to tal"', "A name consists of"),
        ('locked="data"', 'locked="data" points=1', "earns no points"),
        ('check("sums.total", total)', 'check("sums.total")', "A check reads"),
        ("data = [1, 2, 3]", "### BEGIN SOLUTION\n1\n### END SOLUTION", "that belongs into an exercise cell"),
    ],
)
def test_what_is_refused(read, old, new, sentence):
    assert old in SOURCE
    with pytest.raises((ValueError, KeyError), match=sentence):
        read(SOURCE.replace(old, new))


def test_a_check_of_another_task_is_refused(read, course):
    with pytest.raises(ValueError, match="needs an exercise='sum' before it"):
        read(SOURCE.replace('check="total"', 'check="sum"'))
