# ruff: noqa: E501 - cells are written as they are in notebooks
"""What a student's code keeps hold of: a test that changes it, or asks for its identity, is told the truth."""

from collections.abc import Callable

import pytest

from nbjudge.tasks import CellResult

Grade = Callable[..., list[CellResult]]

GIVEN = "import numpy as np\nimport pandas as pd\n"
LIST = "def make():\n    return []"
BAG = "class Bag:\n    def __init__(self, xs):\n        self.xs = {xs}\n    def all(self):\n        return {out}"
COPIES = BAG.format(xs="list(xs)", out="list(self.xs)")
HANDED_OUT = "s = Bag([1])\nr = s.all()\nr.append(3)\nassert s.all() == [1]"
KEPT = [
    ("a default that is kept", LIST, "a = make()\na.append(5)\nassert make() == []", "def make(xs=[]):\n    return xs"),
    ("one object for two", LIST, "a, b = make(), make()\nassert a is not b", "xs = []\ndef make():\n    return xs"),
    ("an argument that is kept", COPIES, "xs = [1]\ns = Bag(xs)\nxs.append(3)\nassert s.xs == [1]", BAG.format(xs="xs", out="list(self.xs)")),
    ("a part that is handed out", COPIES, HANDED_OUT, BAG.format(xs="list(xs)", out="self.xs")),
    ("deep down", COPIES, "xs = {'a': [1]}\ns = Bag([xs])\nxs['a'].append(2)\nassert s.xs[0]['a'] == [1]", None),
    ("a table behind a name", "rows = [1]\ndef make():\n    return list(rows)", "a = make()\na.append(3)\nassert rows == [1]", "rows = [1]\ndef make():\n    return rows"),
    ("an array", "x = np.arange(3.0)\ndef make():\n    return x.copy()", "a = make()\na[:] = 0\nassert make()[2] == 2", "x = np.arange(3.0)\ndef make():\n    return x"),
    ("a function that remembers", "def keep(xs):\n    ys = list(xs)\n    return lambda: ys", "xs = [1]\nf = keep(xs)\nxs.append(2)\nassert f() == [1]", "def keep(xs):\n    return lambda: xs"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "solution", "test", "wrong"), KEPT, ids=[case[0] for case in KEPT])
def test_what_is_kept_is_seen_to_change(
    grade: Grade, name: str, solution: str, test: str, wrong: str
) -> None:
    if wrong is None:
        solution, wrong = solution.replace("list(xs)", "__import__('copy').deepcopy(xs)"), solution
    (right,) = grade(solution, test, given=GIVEN)
    assert right.score == 2.0
    (result,) = grade(solution, test, given=GIVEN, answer=wrong)
    assert result.score == 0.0


FORGED = """
import nbjudge.inside.calls
def same(self, values):
    return [0] * len(values)
nbjudge.inside.calls.Session._serials = same
def f(x):
    again = __import__('os').path.exists('asked')
    open('asked', 'w').close()
    return [*x] if again else x
"""


def test_a_forged_number_makes_nothing_of_the_test_s_a_result(grade: Grade) -> None:
    """The first time it gives the argument itself, the second time something that it says to have been given."""
    test = "x = [3, 1, 2]\nr = f(x)\nx.sort()\nassert r == x"
    results = grade(
        "def f(x):\n    return sorted(x)", test, "f", answer=FORGED
    )  # the last would have its own job
    assert results[0].score == 0.0


NOBODY_CARES = [
    ("a list that is filled anew", "def f(n):\n    return [n]", "for n in range(5): assert f(n) == [n]", "xs = [0]\ndef f(n):\n    xs[0] = n\n    return xs"),
    ("a cache", "def f(n):\n    return [n]", "assert (f(1), f(2), f(1)) == ([1], [2], [1])", "import functools\n@functools.lru_cache\ndef f(n):\n    return [n]"),
    ("an attribute for a property", COPIES, "s = Bag([1])\nassert len(s.all()) == 1 and s.all() == [1] == s.xs", BAG.format(xs="xs", out="self.xs")),
    ("the test's own array, used again", "def f(x):\n    return x * 2", "a = np.zeros(3)\nfor n in range(4):\n    a[:] = n\n    assert (f(a) == 2 * n).all()", "kept = np.zeros(3)\ndef f(x):\n    kept[:] = 2 * x\n    return kept"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "solution", "test", "other"), NOBODY_CARES, ids=[c[0] for c in NOBODY_CARES]
)
def test_what_is_kept_costs_nothing_where_nothing_changes(
    grade: Grade, name: str, solution: str, test: str, other: str
) -> None:
    assert grade(solution, test, given=GIVEN, answer=other)[0].score == 2.0


def test_a_function_may_change_its_argument_and_give_one_list_twice(grade: Grade) -> None:
    """Both travel in one answer, and each part is found again at its own place."""
    solution = "def f(x):\n    x.append(1)\n    row = [0]\n    return [row, row]"
    test = "x = [7]\nr = f(x)\nassert x == [7, 1] and r == [[0], [0]] and r[0] is r[1]"
    assert grade(solution, test)[0].score == 2.0


KEPT_NUMBERS = [
    ("a list", BAG.format(xs="list(xs)", out="sum(self.xs)"), "xs = [1]\ns = Bag(xs)\nxs.append(3)\nassert s.all() == 1", BAG.format(xs="xs", out="sum(self.xs)")),
    ("an array", BAG.format(xs="xs.copy()", out="float(self.xs.sum())"), "x = np.ones(3)\ns = Bag(x)\nx[:] = 0\nassert s.all() == 3", BAG.format(xs="xs", out="float(self.xs.sum())")),
    ("deep down", BAG.format(xs="[list(x) for x in xs]", out="sum(map(sum, self.xs))"), "xs = [[1], [2]]\ns = Bag(xs)\nxs[0].append(5)\nassert s.all() == 3", BAG.format(xs="list(xs)", out="sum(map(sum, self.xs))")),
    ("a closure", "def make(xs):\n    ys = tuple(xs)\n    return lambda: sum(ys)", "xs = [1, 2]\ng = make(xs)\nxs[0] = 7\nassert g() == 3", "def make(xs):\n    return lambda: sum(xs)"),
    ("what was handed out", "class Bag:\n    def __init__(self):\n        self.xs = [1]\n    def all(self):\n        return list(self.xs)\n    def size(self):\n        return len(self.xs)", "s = Bag()\ns.all().append(5)\nassert s.size() == 1", "class Bag:\n    def __init__(self):\n        self.xs = [1]\n    def all(self):\n        return self.xs\n    def size(self):\n        return len(self.xs)"),
    ("handed out and named", "rows = [1]\ndef get():\n    return list(rows)\ndef size():\n    return len(rows)", "r = get()\nr.append(5)\nassert size() == 1", "rows = [1]\ndef get():\n    return rows\ndef size():\n    return len(rows)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "solution", "test", "wrong"), KEPT_NUMBERS, ids=[case[0] for case in KEPT_NUMBERS]
)
def test_a_number_of_what_is_kept_is_that_of_what_it_is_now(
    grade: Grade, name: str, solution: str, test: str, wrong: str
) -> None:
    assert grade(solution, test, given=GIVEN)[0].score == 2.0
    assert grade(solution, test, given=GIVEN, answer=wrong)[0].score == 0.0


SUM = BAG.format(xs="list(xs)", out="sum(self.xs)")
KEEPS = BAG.format(xs="xs", out="sum(self.xs)")
OTHER_NAMES = {
    "bound afterwards": "xs = [1]\ns = Bag(xs)\nys = xs\nys.append(3)",
    "one of two": "xs, zs = [1], [2]\ns = Bag(xs)\na, b = xs, zs\na += [3]",
    "of a loop": "rows = [[1], []]\ns = Bag(rows[0])\nfor row in rows: row.append(3)",
    "a part's": "rows = {'a': [1]}\ns = Bag(rows['a'])\nrow = rows['a']\nrow.append(3)",
    "within another": "rows = {'a': [1]}\ns = Bag(rows['a'])\nrows['a'].append(3)",
    "a field's": "class A: pass\na = A()\na.xs = [1]\ns = Bag(a.xs)\na.xs.append(3)",
    "of a parameter": "xs = [1]\ndef spoil(v): v.append(3)\ns = Bag(xs)\nspoil(xs)",
    "of a view": "xs = np.array([1, 0])\ns = Bag(xs)\nv = xs[1:]\nv[:] = 3",
    "of an argument": "xs = np.array([1, 0])\ns = Bag(xs)\nnp.copyto(xs, 3)",
    "of what is written to": "xs = np.array([1, 0])\ns = Bag(xs)\nnp.add(xs, 1, out=xs)",
    "of what is multiplied": "xs = np.array([1, 0])\ns = Bag(xs)\nxs *= 2",
    "none": "import operator\nxs = [1]\ns = Bag(xs)\noperator.setitem(xs, 0, 4)",
}


@pytest.mark.parametrize("name", OTHER_NAMES)
@pytest.mark.parametrize("inside", [False, True])
def test_whatever_the_name_is_by_which_the_test_changes_it(grade: Grade, name: str, inside: bool) -> None:
    test = OTHER_NAMES[name] + "\nassert s.all() == 1"
    if inside:
        test = "def run():\n" + "".join(f"    {line}\n" for line in test.splitlines()) + "run()"
    assert grade(SUM, test, given=GIVEN)[0].score == 2.0
    assert grade(SUM, test, given=GIVEN, answer=KEEPS)[0].score == 0.0


def test_what_the_student_s_code_has_made_of_it_is_left_alone(grade: Grade) -> None:
    """The test changes one list; another one, kept and filled by the answer, stays as the answer left it."""
    solution = "class Bag:\n    def __init__(self, xs):\n        self.xs = xs\n    def add(self, x):\n        self.xs.append(x)\n    def size(self):\n        return len(self.xs)"
    test = "xs, ys = [1], [2]\na, b = Bag(xs), Bag(ys)\na.add(1)\nb.add(1)\nb.add(1)\nys.append(4)\nassert a.size() == 2"
    assert grade(solution, test)[0].score == 2.0


NET = """
class Net:
    def __init__(self):
        self.layers = [{"w": 0, "b": [0]}, {"w": 0, "b": [0]}]
        self.top = self.layers[1]
    def total(self):
        return sum(layer["w"] + sum(layer["b"]) for layer in self.layers)
    def is_whole(self):
        return self.top is self.layers[1]
"""
FILLED = {
    "each part by a look of its own": "n = Net()\nn.layers[0]['w'] = 1\nn.layers[0]['b'] = [2]\nn.layers[1]['w'] = 3",
    "in place": "n = Net()\nn.layers[0]['b'].append(1)\nn.layers[1]['b'].append(2)\nn.layers[1]['b'][0] = 3",
    "after it was set": "n = Net()\nn.layers = [dict(b=[0]), dict(w=3, b=[0])]\nn.layers[0]['w'] = 1\nn.layers[0]['b'] = [2]\nn.top = n.layers[1]",
}  # fmt: skip


@pytest.mark.parametrize("name", FILLED)
def test_what_is_looked_up_again_can_be_written_to_again(grade: Grade, name: str) -> None:
    """An attribute gives a list of the object's own each time: what the test puts in is in the object."""
    assert grade(NET, f"{FILLED[name]}\nassert n.total() == 6")[0].score == 2.0


POINT = "class Point:\n    def __init__(self, x):\n        self.x, self.seen = x, [0]"
HOLDER = "class Line:\n    def __init__(self):\n        self.start = Point(1)\n    def sum(self):\n        return self.start.x + sum(self.start.seen)"


def test_an_object_of_a_given_class_can_be_written_to_again(grade: Grade) -> None:
    test = "n = Line()\nn.start.x = 2\nn.start.seen[0] = 3\nn.start.seen.append(4)\nn.start.x += 5\nassert n.sum() == 14"
    assert grade(HOLDER, test, given=POINT)[0].score == 2.0


def test_an_object_that_the_test_itself_puts_right_is_no_answer(grade: Grade) -> None:
    test = "f()\nr = f()\nr.x = 5\nassert f().x == r.x"
    answer = "p = Point(1)\ndef f():\n    return p"
    (result,) = grade("def f():\n    return Point(5)", test, given=POINT, answer=answer)
    assert result.score == 0.0


def test_what_the_test_leaves_alone_stays_the_object_that_it_was(grade: Grade) -> None:
    test = "n = Net()\nn.layers[0]['w'] = 1\nassert n.is_whole() and n.total() == 1"
    assert grade(NET, test)[0].score == 2.0


def test_a_list_that_the_test_itself_puts_in_order_is_no_answer(grade: Grade) -> None:
    """Only where the solution gives its own object again, too, is the second copy the object."""
    test = "f()\nr = f()\nr.sort()\nassert f() == r"
    answer = "xs = [3, 1, 2]\ndef f():\n    return xs"
    (result,) = grade("def f():\n    return [1, 2, 3]", test, answer=answer)
    assert result.score == 0.0


def test_who_says_that_all_is_one_object_gets_nothing_written_into_the_test_s(grade: Grade) -> None:
    """Where the solution gives its object again, a forged number still makes no two values one here."""
    test = "a, b = f(1), f(2)\nb.append(0)\nassert f(2) == b and a == [1] and b == [2, 0]"
    solution = "kept = {}\ndef f(n):\n    return kept.setdefault(n, [n])"
    forged = (
        "import nbjudge.inside.calls as calls\n"
        "calls.Session._serials = lambda self, values: [self.kept.append(v) or 0 for v in values]\n"
    )
    assert grade(solution, test)[0].score == 2.0
    assert grade(solution, test, answer=forged + "def f(n):\n    return [n]")[0].score == 0.0
