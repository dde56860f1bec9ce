"""What a call may do to its arguments: exactly what the course's solution does to them, however deep."""

from collections.abc import Callable

import numpy as np
import pytest

from nbjudge.execution.executor import Executor
from nbjudge.inside.contents import update
from nbjudge.judge.digests import digest_of
from nbjudge.tasks import CellResult, NotebookResult
from tests.nbjudge.judge.conftest import Course

Grade = Callable[..., list[CellResult]]
Run = Callable[[Course], NotebookResult]

CHANGES = [
    (
        "an array made smaller",
        "def f(x):\n    return x * x",
        "a = np.arange(3.0)\nr = f(a)\nassert r.shape == a.shape and (r == a * a).all()",
        "def f(x):\n    x.resize(0, refcheck=False)\n    return np.zeros(0)",
    ),
    (
        "an array in a list",
        "def f(xs):\n    return [x * x for x in xs]",
        "xs = [np.arange(2000.0)]\nr = f(xs)\nassert (r[0] == xs[0] ** 2).all()",
        "def f(xs):\n    xs[0] = np.where(xs[0] == 1000, 0, xs[0])\n    return [xs[0] ** 2]",
    ),
    (
        "digits that are not shown",
        "def f(d):\n    return d['a'][0] + 1",
        "d = {'a': np.array([0.1])}\nr = f(d)\nassert r == d['a'][0] + 1",
        "def f(d):\n    d['a'] = np.array([0.1 + 1e-12])\n    return d['a'][0] + 1",
    ),
    (
        "the other argument",
        "def f(out, x):\n    out[:] = x * x",
        "out, x = np.zeros(3), np.arange(3.0)\nf(out, x)\nassert (out == x * x).all()",
        "def f(out, x):\n    x[:] = 0",
    ),
]


@pytest.mark.parametrize(("name", "solution", "test", "wrong"), CHANGES, ids=[case[0] for case in CHANGES])
def test_only_the_argument_that_the_solution_changes_is_free(
    grade: Grade, name: str, solution: str, test: str, wrong: str
) -> None:
    given = "import numpy as np\n"
    (right,) = grade(solution, test, given=given)
    assert right.score == 2.0, name
    (result,) = grade(solution, test, given=given, answer=wrong)
    assert result.score == 0.0, name


def test_a_name_of_the_test_is_nobody_s_to_change(grade: Grade) -> None:
    """It is told to the student's process, for the solution reads it; a forged answer would change it."""
    solution = "def solve(b):\n    return np.linalg.solve(A, b)"
    test = (
        "A, b = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0])\nassert np.allclose(A @ solve(b), b)"
    )
    forged = """
import nbjudge.inside.calls
def changes(self, answer, encoder, taken):
    for number, value in enumerate(taken.decoder.shared):
        if value is self.names.get('A'):
            value[...] = np.eye(2)
            answer['changed'] = [[number, encoder.content(value)]]
nbjudge.inside.calls.Session._changes = changes
def solve(b):
    return b.copy()
"""
    (result,) = grade(solution, test, given="import numpy as np\n", answer=forged)
    assert result.score == 0.0


def test_the_record_names_the_argument(run: Run) -> None:
    course = Course("def f(a, out, more=None):\n    out.append(a)\n    more.append(a)", ["f(1, [], more=[])"])
    assert {"test0:f()=changes 1", "test0:f()=changes more"} <= run(course).places


def test_a_record_of_before_frees_the_arguments_of_the_whole_cell(run: Run) -> None:
    test = "out, x = [0], [1]\nf(out, x)\nassert out == x"
    course = Course("def f(out, x):\n    out[0] = x[0]", [test], answer="def f(out, x):\n    x[0] = 0")
    before = run(Course(course.solution, [test], golden=frozenset({"test0:f", "test0=changes"}))).cells[-1]
    assert before.score == 2.0
    old = Course(
        course.solution, [test], answer=course.answer, golden=frozenset({"test0:f", "test0=changes"})
    )
    assert run(old).cells[-1].score == 2.0
    new = frozenset({"test0:f", "test0:f()=changes 0", "*=kinds"})
    assert run(Course(course.solution, [test], answer=course.answer, golden=new)).cells[-1].score == 0.0


def test_the_digest_sees_content_shape_type_and_layout() -> None:
    a = np.arange(6.0)
    others = [a.reshape(2, 3), a.astype(int), a.astype(">f8"), a + 1e-15, a[:5], a.astype(object)]
    assert len({digest_of(value) for value in [a, *others]}) == 7
    assert digest_of(a) == digest_of(a.copy()) == digest_of(np.repeat(a, 2)[::2])
    assert digest_of(a, layout=True) != digest_of(np.repeat(a, 2)[::2], layout=True)
    large = [np.arange(5000.0)]
    before = digest_of(large)
    large[0][2500] += 1
    assert digest_of(large) != before
    assert digest_of({8, 0, 16}) == digest_of({16, 8, 0})


def test_an_array_of_the_test_keeps_its_memory() -> None:
    """Others may look into it: `resize` would leave them with memory that is no longer theirs."""
    whole = np.arange(1000.0)
    view = whole[10:20]
    update(whole, np.zeros(3))
    assert whole.size == 1000
    assert (view == np.arange(10.0, 20)).all()
    update(whole, np.ones((10, 100)))
    assert whole.shape == (10, 100)
    assert (view == 1).all()


def test_a_result_that_is_the_argument_does_not_follow_it(executor: Executor, grade: Grade) -> None:
    solution = "def f(x):\n    return sorted(x)"
    tests = (
        "x = [3, 1, 2]\nr = f(x)\nx.sort()\nassert r == x",
        "x = [3, 1, 2]\nr = f(x)\nassert r is not x and sorted(r) == [1, 2, 3]",
    )
    assert [result.score for result in grade(solution, *tests)] == [2.0, 2.0]
    results = grade(solution, *tests, answer="def f(x):\n    return x")
    assert [result.score for result in results] == [0.0, 0.0]
    assert "f() gives its own argument" in results[0].reason


def test_where_the_solution_returns_its_argument_another_may(grade: Grade) -> None:
    solution = "def f(x):\n    x.sort()\n    return x"
    test = "x = [3, 1, 2]\nr = f(x)\nassert r is x and x == [1, 2, 3]"
    assert grade(solution, test, answer="def f(x):\n    x[:] = sorted(x)\n    return x")[0].score == 2.0
