"""Objects of classes that the notebook gives: what a student's process may say of them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.tasks import Cell, CellResult, NotebookTask
from tests.nbjudge.judge.conftest import LIMITS

Grade = Callable[..., list[CellResult]]

GIVEN = """
import enum
import functools
from collections import namedtuple
from dataclasses import dataclass, field

class Half:
    scale = 2
    def __init__(self, n):
        self.n = n
    def is_half(self):
        return self.n * self.scale == 10
    @property
    def doubled(self):
        return self.n * 2
    @functools.cached_property
    def area(self):
        return self.n ** 2

class Node:
    pass

@dataclass
class Point:
    x: float = 0.0
    key: object = len
    tags: list = field(default_factory=list)
    def norm(self):
        return abs(self.x)

Pair = namedtuple("Pair", "a b")

class Colour(enum.Enum):
    RED = 1
"""
SOLUTION = """
def half():
    return Half(5)
def node():
    made = Node()
    made.next = 7
    return made
def point():
    return Point(3.0, tags=["a"])
def pair():
    return Pair(1, 2)
def colour():
    return Colour.RED
"""
TESTS = (
    "assert half().is_half()",
    "assert half().doubled == 10",
    "assert half().area == 25",
    "assert node().next == 7",
    "assert point().norm() == 3 and point().tags == ['a'] and isinstance(point(), Point)",
    "assert pair().b == 2",
    "assert colour() is Colour.RED",
)


def test_honest_objects_arrive_with_their_fields(grade: Grade) -> None:
    assert [result.score for result in grade(SOLUTION, *TESTS, given=GIVEN)] == [2.0] * 7
    other = SOLUTION.replace("Half(5)", "Half(5.0)").replace("Point(3.0,", "Point(x=-3,")
    assert [result.score for result in grade(SOLUTION, *TESTS, given=GIVEN, answer=other)] == [2.0] * 7


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        (0, "h.is_half = object"),
        (0, "h.is_half = lambda: True"),
        (0, "h.scale = 10 / h.n"),
        (1, "Half.doubled = None\n    h.doubled = 10"),
        (1, "vars(h)['doubled'] = 10"),
        (2, "vars(h)['area'] = 25"),
        (2, "h.unknown = 1"),
        (0, "vars(h)['__len__'] = 1"),
    ],
)
def test_what_shadows_the_class_is_refused(grade: Grade, number: int, wrong: str) -> None:
    answer = SOLUTION + f"\ndef half():\n    h = Half(1)\n    {wrong}\n    return h\n"
    assert grade(SOLUTION, *TESTS, given=GIVEN, answer=answer)[number].score == 0.0


def test_other_tricks_with_given_classes(grade: Grade) -> None:
    answer = SOLUTION + (
        "\ndef point():\n    p = Point(1.0)\n    p.norm = int\n    return p\n"
        "def pair():\n    return tuple.__new__(Pair, [1])\n"
        "def node():\n    n = Node()\n    n.last = 7\n    return n\n"
    )
    scores = [result.score for result in grade(SOLUTION, *TESTS, given=GIVEN, answer=answer)]
    assert scores == [2.0, 2.0, 2.0, 0.0, 0.0, 0.0, 2.0]


GRID = """
from dataclasses import dataclass
from typing import ClassVar

class Grid:
    SIZE: int = 3
    def __init__(self, cells):
        self.cells = cells
    def is_right(self):
        return len(self.cells) == self.SIZE and sum(self.cells) == 2 * self.SIZE

@dataclass
class Row:
    cells: list
    SIZE: ClassVar[int] = 3
    def is_right(self):
        return len(self.cells) == self.SIZE and sum(self.cells) == 2 * self.SIZE
"""


@pytest.mark.parametrize("kind", ["Grid", "Row"])
@pytest.mark.parametrize("wrong", ["made.SIZE = 1", "made.is_right = lambda: True"])
def test_so_it_is_where_the_test_does_not_name_the_class(grade: Grade, kind: str, wrong: str) -> None:
    """Its objects are rebuilt all the same; a constant of the class is no field of them."""
    solution, test = f"def make():\n    return {kind}([1, 2, 3])", "assert make().is_right()"
    assert grade(solution, test, given=GRID)[0].score == 2.0
    answer = f"def make():\n    made = {kind}([2])\n    {wrong}\n    return made"
    assert grade(solution, test, given=GRID, answer=answer)[0].score == 0.0


def test_a_constant_that_the_solution_sets_may_be_set(grade: Grade) -> None:
    solution = "def make():\n    made = Grid([2])\n    made.SIZE = 1\n    return made"
    assert grade(solution, "assert make().is_right()", given=GRID)[0].score == 2.0


SHAPE = """
import abc
class Shape:
    def area(self): raise NotImplementedError
class Solid(abc.ABC):
    @abc.abstractmethod
    def volume(self): ...
"""
SQUARE = """
class Square(Shape):
    def area(self): return 9
class Cube(Solid):
    def volume(self): return 27
"""
DERIVED = [
    "s = Square()\nassert isinstance(s, Shape) and s.area() == 9",
    "assert issubclass(Square, Shape) and issubclass(Cube, (int, Solid))",
    "assert isinstance(Cube(), int | Solid) and not isinstance(Square(), Solid)",
]


@pytest.mark.parametrize("test", DERIVED)
def test_a_class_derived_from_a_given_one_counts_as_it(grade: Grade, test: str) -> None:
    assert grade(SQUARE, test, given=SHAPE)[0].score == 2.0
    alone = SQUARE.replace("(Shape)", "").replace("(Solid)", "")
    assert grade(SQUARE, test, given=SHAPE, answer=alone)[0].score == 0.0


TABLE = """
import sqlite3
shop = sqlite3.connect(":memory:")
_ = shop.execute("create table sold (price integer)")
_ = shop.executemany("insert into sold values (?)", [(1,), (2,), (4,)])
total = 7
"""
QUERY = 'query = "select sum(price) from sold"'
SAME = 'assert shop.execute(query).fetchall() == shop.execute("select sum(price) from sold").fetchall()'
NO_SHOP = """
query = "nothing"
class Shop:
    def execute(self, query): return self
    def fetchall(self): return [(0,)]
shop = Shop()
"""


@pytest.mark.parametrize("answer", [QUERY, NO_SHOP])
def test_what_a_given_connection_says_is_marked(grade: Grade, answer: str) -> None:
    """There can be only one, in the student's process: a submission may put another in its place."""
    assert grade(QUERY, SAME, given=TABLE, answer=answer)[0].weaker is True


def test_a_given_number_beside_it_is_the_judges_own(grade: Grade) -> None:
    solution = "def twice():\n    return 14"
    (result,) = grade(solution, "assert twice() == 2 * total", given=TABLE)
    assert (result.score, result.weaker) == (2.0, False)
    lie = "total = 0\ndef twice():\n    return 0"
    assert grade(solution, "assert twice() == 2 * total", given=TABLE, answer=lie)[0].score == 0.0


def test_what_a_given_cell_makes_of_an_answer_is_not_marked(executor: Executor) -> None:
    solution = "def twice(x):\n    return 2 * x"
    cells = (
        Cell("answer", "answer", solution, reference=solution),
        Cell("given", "given", "made = twice(7)"),
        Cell("test", "test", "assert made == 14", 2.0),
    )
    task = NotebookTask("n", cells, limits=LIMITS)
    result = executor.run(replace(task, golden=executor.run(task).places)).cells[-1]
    assert (result.score, result.weaker) == (2.0, False)
