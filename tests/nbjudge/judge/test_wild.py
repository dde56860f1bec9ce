"""What courses of strangers do in their notebooks, and what the judge had to learn for it."""

from collections.abc import Callable
from dataclasses import replace

from nbjudge.execution.executor import Executor
from nbjudge.tasks import Cell, CellResult, NotebookResult, NotebookTask
from tests.nbjudge.judge.conftest import LIMITS, Course

Grade = Callable[..., list[CellResult]]
Run = Callable[[Course], NotebookResult]
SCALE = "def scale(a, by=2):\n    return a * by\n"
NUMPY = "import numpy as np"


def scores(cells: list[CellResult]) -> list[float | None]:
    return [cell.score for cell in cells]


def test_an_argument_that_the_test_also_binds_is_one_object(grade: Grade) -> None:
    """`A` is sent twice at once: as a name that later cells read, and as an argument."""
    given = f"{NUMPY}\ndef size_of_A():\n    return len(A)"
    test = "np.random.seed(3)\nA = np.arange(3.0)\nb = np.random.random(3)\nassert scale(A)[2] == 4.0\n"
    test += "assert scale([A, b, A])[5][1] == 1.0"
    assert scores(grade("def scale(a):\n    return a * 2\n\nA = 0", test, given=given)) == [2.0]


SHAPES = b"""
counted = []
class World:
    def __init__(self, size):
        self.__size, self.walls = size, [[0, 1]]
    def size(self):
        return self.__size
    def grow(self):
        self.__size += 1
class Bell:
    def __init__(self):
        self.rung = 0
    def __call__(self):
        self.rung += 1
class Point:
    def __init__(self, x):
        self.x = x
class Line:
    __slots__ = ("rule",)
    def __init__(self, rule):
        self.rule = rule
def straight():
    return 1
def count(n):
    counted.append(n)
def how_many():
    return len(counted)
"""


def with_shapes(
    executor: Executor, solution: str, test: str, answer: str = "", given: str = ""
) -> CellResult:
    cells = [
        Cell("given", "given", given),
        Cell("answer", "answer", solution, reference=solution),
        Cell("test0", "test", test, 2.0),
    ]
    files = {"shapes.py": SHAPES}
    task = NotebookTask("n", tuple(cells), files=files, course_files=files, limits=LIMITS)
    first = executor.run(task)
    assert first.cells[-1].score == 2.0, first.cells[-1]
    cells[1] = replace(cells[1], source=answer or solution)
    return executor.run(replace(task, cells=tuple(cells), golden=first.places)).cells[-1]


def test_a_module_beside_the_notebook_is_imported_by_a_test(executor: Executor) -> None:
    test = "from shapes import straight\nassert scale(straight()) == 2"
    assert with_shapes(executor, SCALE, test).score == 2.0


def test_objects_and_functions_of_a_module_beside_the_notebook_are_recognised(executor: Executor) -> None:
    given = "import shapes\nfrom shapes import Point"
    solution = "def point():\n    return Point(3)\ndef line():\n    return shapes.Line(shapes.straight)\n"
    test = "assert isinstance(point(), Point) and point().x == 3 and isinstance(line(), shapes.Line)\n"
    test += "assert line().rule == shapes.straight"
    assert with_shapes(executor, solution, test, given=given).score == 2.0


def test_an_object_of_a_module_beside_the_notebook_is_handed_over(executor: Executor) -> None:
    solution = "def f(world):\n    world.grow()\n    world.walls.append([2])\n    return world.size()"
    test = "import shapes\nw = shapes.World(3)\nassert f(w) == 4 == w.size() and w.walls == [[0, 1], [2]]"
    assert with_shapes(executor, solution, test).score == 2.0
    for wrong in ("world.size()", "world"):
        assert with_shapes(executor, solution, test, f"def f(world):\n    return {wrong}").score == 0.0


def test_an_object_that_the_student_made_of_such_a_class_is_the_judges(executor: Executor) -> None:
    """Whatever the class is in the student's process, and whatever else its object says it has."""
    solution = "import shapes\ndef f(world):\n    return shapes.World(world.size() + 1)"
    test = "import shapes\nassert f(shapes.World(3)).size() == 4"
    assert with_shapes(executor, solution, test).score == 2.0
    lies = (
        "shapes.World.size = lambda self: 4\ndef f(world):\n    return world",
        "def f(world):\n    world.size = lambda: 4\n    return world",
        "def f(world):\n    w = shapes.World(0)\n    w.size = 4\n    return w",
        "shapes.World.__eq__ = lambda self, other: True\ndef f(world):\n    return shapes.World(9)",
        "class World(shapes.World):\n    size = lambda self: 4\ndef f(world):\n    return World(0)",
    )
    for lie in lies:
        result = with_shapes(executor, solution, test, f"import shapes\n{lie}")
        assert result.score == 0.0, lie


def test_an_object_of_such_a_class_that_is_called_stays_the_tests(executor: Executor) -> None:
    """It counts its calls: nobody else could be believed."""
    solution = "def f(bell):\n    bell()\n    bell()"
    test = "import shapes\nb = shapes.Bell()\nf(b)\nassert b.rung == 2"
    answer = "def f(bell):\n    bell.rung = 2"
    assert with_shapes(executor, solution, test).score == 2.0
    assert with_shapes(executor, solution, test, answer).score == 0.0


def test_a_list_too_large_to_cross_can_be_handed_back(grade: Grade) -> None:
    solution = "xs = [0] * 2_000_001\ndef size(xs):\n    return len(xs)"
    assert scores(grade(solution, "assert size(xs) == 2_000_001")) == [2.0]


def test_what_is_too_large_to_cross_is_nothing_else(grade: Grade) -> None:
    solution = "def f():\n    return [1, 2]\ndef size(xs):\n    return len(xs)"
    checks = ("f() == f()", "f()", "len(f()) > 1", "3 not in f()", "max(f()) < 3")
    tests = [f"xs = f()\nassert size(xs) > 1\nassert {check}" for check in checks]
    answer = "def f():\n    return [1, 2] * 1_000_001\ndef size(xs):\n    return len(xs)"
    assert set(scores(grade(solution, *tests))) == {2.0}
    given = grade(solution, *tests, answer=answer)
    assert set(scores(given)) == {0.0}, scores(given)


def test_a_seed_that_is_set_anew_counts_although_it_is_the_same(grade: Grade) -> None:
    """The judge has drawn nothing since; the student's code has."""
    given = "import random\nimport numpy as np\nnp.random.seed(0)\nrandom.seed(0)"
    solution = "def f():\n    return np.random.random(), random.random()"
    seeds = "np.random.seed(0)\nrandom.seed(0)"
    first = f"f()\n{seeds}\na = f()\nb = f()\nassert a[0] != b[0] and a[1] != b[1]\n"
    one = "np.random.seed(0)\nc = f()\nassert c[0] == a[0] and c[1] not in (a[1], b[1])\n"
    both = f"{seeds}\nassert f() == a\n{seeds}\nassert (np.random.random(), random.random()) == a"
    assert scores(grade(solution, first + one + both, given=given)) == [2.0]
    constant = "def f():\n    return 0.5, 0.5"
    assert scores(grade(solution, first + one + both, answer=constant, given=given)) == [0.0]


def test_a_module_with_a_state_that_a_solution_imports_is_the_students(executor: Executor) -> None:
    solution = "from shapes import count, how_many\ncount(3)\ncount(4)"
    assert with_shapes(executor, solution, "count(5)\nassert how_many() == 3").score == 2.0


def test_a_check_that_a_given_cell_imports_is_the_judges_own(executor: Executor) -> None:
    attack = "import shapes\nshapes.straight = lambda: scale(1)\ndef scale(a):\n    return 5"
    test = "assert scale(1) == 2 * shapes.straight()"
    assert with_shapes(executor, SCALE, test, attack, "import shapes").score == 0.0


def test_what_a_test_imports_is_there_for_the_students_later_cells(run: Run) -> None:
    tests = ["import numpy as np\nfrom copy import copy\nassert scale(2) == 4", "assert total == 3.0"]
    later = "total = float(np.array(copy([1, 2])).sum())"
    result = run(Course(SCALE, tests, later=later))
    assert [cell.score for cell in result.cells if cell.id.startswith("test")] == [2.0, 2.0]


def test_what_a_test_imports_is_there_for_functions_written_before(run: Run) -> None:
    solution = "def twice(a):\n    return sqrt(a) * 2"
    result = run(Course(solution, ["from math import sqrt\nassert twice(4) == 4", "assert twice(9) == 6"]))
    assert [cell.score for cell in result.cells if cell.id.startswith("test")] == [2.0, 2.0]


def test_what_a_test_imports_takes_no_name_of_an_answer(run: Run) -> None:
    solution = "def sqrt(a):\n    return a"
    tests = ["from math import sqrt\nassert sqrt(4) == 2", "assert later == 4"]
    assert run(Course(solution, tests, later="later = sqrt(4)")).cells[-1].score == 2.0


def test_what_a_test_makes_and_is_no_value_is_there_for_later_cells(run: Run) -> None:
    first = (
        "import sqlite3 as db\nconn = db.connect(':memory:')\ndef add(x):\n    return x + 1\nassert f() == 1"
    )
    later = "found = conn.execute('SELECT 2').fetchone()\nsum = add(2)"
    solution = "def f():\n    return 1"
    made = run(Course(solution, [first, "assert found == (2,) and sum == 3"], later=later))
    assert [cell.score for cell in made.cells if cell.id.startswith("test")] == [2.0, 2.0]


def test_what_a_hidden_test_makes_stays_where_it_is(run: Run) -> None:
    first = (
        "shown = lambda: 1\n### BEGIN HIDDEN TESTS\nkey = lambda: 42\nshown = lambda: 2\n### END HIDDEN TESTS"
    )
    later = "found = [shown(), 'key' in globals()]\nif found[1]:\n    key()"
    made = run(Course("x = 1", [first, "assert found == [1, False]"], later=later))
    assert made.cells[-1].score == 2.0


def test_what_a_test_makes_takes_no_name_of_an_answer(run: Run) -> None:
    first = "assert f() == 1\ng, f = lambda: f(), lambda: 5"
    made = run(Course("def f():\n    return 1", [first, "assert y == 1"], later="y = f() or g()"))
    assert made.cells[-1].score == 2.0


def test_a_given_list_that_a_given_loop_fills_from_an_answer_is_the_students(executor: Executor) -> None:
    cells = (
        Cell("imports", "given", NUMPY),
        Cell("base", "answer", "base = np.arange(3)", reference="base = np.arange(3)"),
        Cell(
            "loop",
            "given",
            "cubes = []\nfor value in base:\n    cubes.append(value ** 3)\ncubes = np.array(cubes)",
        ),
        Cell("answer", "answer", "powers = base ** 3", reference="powers = base ** 3"),
        Cell("test0", "test", "assert cubes[2] == 8 and (powers == cubes).all()", 2.0),
    )
    task = NotebookTask("n", cells, limits=LIMITS)
    first = executor.run(task)
    assert first.cells[-1].score == 2.0
    assert executor.run(replace(task, golden=first.places)).cells[-1].score == 2.0


def test_the_function_that_a_decorator_wraps_can_be_reached(grade: Grade) -> None:
    solution = "import functools\n\ndef logged(f):\n    @functools.wraps(f)\n"
    solution += "    def g(*a):\n        return [f(*a)]\n    return g\n\ndef add(a, b):\n    return a + b\n"
    assert scores(
        grade(solution, "h = logged(add)\nassert h(1, 2) == [3]\nassert h.__wrapped__(1, 2) == 3")
    ) == [2.0]


def test_the_source_of_a_constructor_is_that_of_the_student(grade: Grade) -> None:
    solution = 'class Loud:\n    def __init__(self):\n        print("made")\n'
    test = "import inspect\nx = Loud()\n"
    test += 'assert any("print(" in line for line in inspect.getsourcelines(x.__init__)[0])\n'
    test += 'assert "made" in inspect.getsource(x.__init__)'
    silent = solution.replace('print("made")', "self.x = 1")
    assert scores(grade(solution, test)) == [2.0]
    assert scores(grade(solution, test, answer=silent)) == [0.0]


def test_arguments_may_be_larger_than_answers(grade: Grade) -> None:
    test = "assert mean(np.zeros(13_000_000)) == 0.0"
    assert scores(grade("def mean(x):\n    return float(x.mean())", test, given=NUMPY)) == [2.0]


SHARED = """
import numpy as np
x = np.arange(3)
items = [0, x, 'a', [1, 2]]
pair = (x, items[3])
other = [1, 2]
"""


def test_what_two_names_share_is_one_object_in_the_test_too(grade: Grade) -> None:
    test = (
        "assert items == [0, x, 'a', [1, 2]]\nassert pair == (x, [1, 2])\nassert items[1] is x is pair[0]\n"
    )
    test += "assert pair[1] is items[3] and other is not pair[1] and other == pair[1]"
    assert scores(grade(SHARED, test)) == [2.0]


def test_a_name_that_a_call_binds_anew_leaves_the_others_as_they_are(grade: Grade) -> None:
    solution = "first = [1, 2]\nsecond = first\ndef renew():\n    global first\n    first = [3]\n"
    solution += "def grow():\n    second.append(9)\n"
    test = "assert first is second\ngrow()\nassert first == second == [1, 2, 9] and first is second\n"
    test += "renew()\nassert first == [3] and second == [1, 2, 9] and first == [3]"
    assert scores(grade(solution, test)) == [2.0]


def test_who_says_that_two_things_are_one_changes_neither(grade: Grade) -> None:
    """The number that says so is the student's word: it decides about `is`, never about content."""
    attack = SHARED.replace("other = [1, 2]", "other = [1, 3]") + (
        "from nbjudge.inside import calls\n"
        "calls.Session._serials = lambda self, values: [0 for _ in values]\n"
    )
    test = "assert other == [1, 2] and pair[1] == [1, 2] and other == [1, 2]"
    assert scores(grade(SHARED, test)) == [2.0]
    assert scores(grade(SHARED, test, answer=attack)) == [0.0]
    assert scores(grade(SHARED, "assert x.tolist() == [0, 1, 2]", answer=attack)) == [2.0]


def test_a_test_may_begin_with_the_magic_of_a_notebook_that_draws(grade: Grade) -> None:
    test = "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2], scale([1, 2]))\n"
    test += "assert len(plt.gca().lines[0].get_xdata()) == 2"
    assert scores(grade("def scale(a):\n    return [2 * n for n in a]", test)) == [2.0]


def test_a_function_of_the_test_may_be_called_by_threads(grade: Grade) -> None:
    """It is called by one after the other."""
    solution = (
        "from multiprocessing.dummy import Pool\ndef f(g, xs):\n    with Pool(4) as pool:\n"
        "        return pool.map(g, xs, chunksize=1)"
    )
    test = "for _ in range(3):\n    assert f(lambda x: x + 1, range(60)) == list(range(1, 61))"
    assert scores(grade(solution, test)) == [2.0]


def test_what_a_given_cell_imports_below_a_magic_is_the_judges(grade: Grade) -> None:
    given = "%%capture\n%matplotlib inline\nimport math\nlimit = 4"
    solution = "def f(x):\n    return x * 2"
    test = "assert f(1) == math.sqrt(limit)"
    forged = "class math:\n    sqrt = staticmethod(lambda x: 7)\nlimit = 49\ndef f(x):\n    return 7"
    assert scores(grade(solution, test, given=given)) == [2.0]
    assert scores(grade(solution, test, given=given, answer=forged)) == [0.0]


def test_a_given_list_that_a_broken_cell_never_made_costs_no_test(run: Run) -> None:
    """The judge goes on after a statement that it cannot run, so it has `kept`, and the student does not."""
    given = "open('nowhere.csv')\nkept = []"
    solution = "def scale(a):\n    kept.append(a)\n    return 2 * a"
    course = Course(solution, ["assert 2 == 2", "assert not kept"], given)
    first = run(course)
    assert [cell.score for cell in first.cells[-2:]] == [2.0, 2.0], first.cells
    assert "given:kept" not in first.places


def test_what_is_too_large_to_come_is_told_so_and_the_next_call_counts(grade: Grade) -> None:
    test = "try:\n    got = f(13_000_000)\nexcept OverflowError as problem:\n    got = str(problem)\n"
    test += "assert len(f(2)) == 2 and (len(got) == 3 or 'larger than 96 MB' in got)"
    solution = f"{NUMPY}\ndef f(n):\n    return np.zeros(min(n, 3))"
    (cell,) = grade(solution, test, answer=f"{NUMPY}\ndef f(n):\n    return np.zeros(n)")
    assert cell.score == 2.0, cell
