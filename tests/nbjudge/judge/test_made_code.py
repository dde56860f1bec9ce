"""Code that a test makes at run time: the judge runs it, unless the student has a hand in its text."""

from collections.abc import Callable

from nbjudge.tasks import CellResult, NotebookResult
from tests.nbjudge.judge.conftest import Course

Grade = Callable[..., list[CellResult]]
Run = Callable[[Course], NotebookResult]

LIAR = "class Liar(int):\n    __eq__ = lambda self, other: True\n    __hash__ = int.__hash__\n"
SOLUTION = "def f(x):\n    return x * x\ndef name():\n    return 'f'\n"


def test_a_text_that_the_test_makes_runs_in_the_judge(grade: Grade) -> None:
    tests = (
        "for x in range(3):\n    assert eval(f'f({x}) == {x * x}')",
        "for x in range(3):\n    exec(f'assert f({x}) == {x * x}')",
        "exec('y = ' + str(f(3)))\nassert y == 9",
        "assert eval(str(f(2)) + ' == 4')",
    )
    right = grade(SOLUTION, *tests)
    assert [(result.score, result.weaker) for result in right] == [(2.0, False)] * 4
    wrong = grade(SOLUTION, *tests, answer=LIAR + "def f(x):\n    return Liar(7)")
    assert [result.score for result in wrong] == [0.0] * 4


def test_text_of_the_student_is_never_code_of_the_judge(grade: Grade) -> None:
    tests = ("assert eval(f'{f(3)} == 9')", "r = f(3)\nassert r", "assert eval(f'{r} == 9')")
    wrong = grade(SOLUTION, *tests, answer="def f(x):\n    return '9 or True'")
    assert [result.score for result in wrong] == [0.0, 2.0, 0.0]
    assert "TypeError" in wrong[0].reason
    printed = ("import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as out:\n    f(3)\n"
               "assert eval(out.getvalue() + ' 1 == 1')",)  # fmt: skip
    assert grade(SOLUTION, *printed, answer="def f(x):\n    print('1 or')")[0].score == 0.0


def test_where_the_solution_has_a_hand_in_the_text_the_verdict_is_weaker(grade: Grade, run: Run) -> None:
    test = "assert eval(name() + '(3)') == 9"
    (right,) = grade(SOLUTION, test)
    assert (right.score, right.weaker) == (2.0, True)
    assert "test0:eval()=text" in run(Course(SOLUTION, [test])).places
    old = run(Course(SOLUTION, [test], golden=frozenset({"test0:name"}))).cells[-1]
    assert (old.score, old.weaker) == (2.0, True)


def test_what_a_correct_answer_prints_does_not_matter(grade: Grade) -> None:
    answer = "def f(x):\n    print('x =', x)\n    return x * x"
    (result,) = grade(SOLUTION, "for x in range(3):\n    assert eval(f'f({x}) == {x * x}')", answer=answer)
    assert (result.score, result.weaker) == (2.0, False)
