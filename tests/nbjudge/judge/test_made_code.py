# ruff: noqa: E501 - cells are written as they are in notebooks
"""Code that a test makes at run time: the judge runs it, unless the student has a hand in its text."""

from collections.abc import Callable
from pathlib import Path

import pytest

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


HAND = "def f():\n    return {text!r}\ndef g(x):\n    return x * x\n"
RUNNERS = {  # what runs a text for a test; the solution's text, and one that would decide the test
    "timeit": ("import timeit\ntimeit.timeit(f(), number=1)\nassert g(3) == 9", "7 + 7"),
    "a query": (
        "import pandas as pd\nwanted = [9]\nassert len(pd.DataFrame({'a': [1]}).query(f())) == 1\nassert g(3) in wanted",
        "a > 0 or @wanted.append(-1)",
    ),
    "sympify": ("import sympy\nassert sympy.sympify(f()) is not None\nassert g(3) == 9", "x"),
    "compile": ("exec(compile(f(), 'x', 'exec'), {})\nassert g(3) == 9", "pass"),
    "a tree": ("import ast\nexec(compile(ast.parse(f()), 'x', 'exec'), {})\nassert g(3) == 9", "pass"),
    "IPython": ("get_ipython().run_cell(f())\nassert g(3) == 9", "pass"),
    "IPython's ex": ("get_ipython().ex(f())\nassert g(3) == 9", "pass"),
}  # fmt: skip


@pytest.mark.parametrize("name", RUNNERS)
def test_whoever_would_run_a_student_s_text_for_a_test_does_not(run: Run, name: str) -> None:
    """Nor the solution's: so the doctor says that the cell needs the tag."""
    test, text = RUNNERS[name]
    cell = run(Course(HAND.format(text=text), [test])).cells[-1]
    assert cell.score == 0.0
    assert "in-student" in str(cell.outputs)


def test_a_pickle_of_the_student_s_is_not_loaded(run: Run) -> None:
    solution = "import pickle\ndef f(x):\n    return pickle.dumps(x)"
    cell = run(Course(solution, ["import pickle\nassert pickle.loads(f(1)) == 1"])).cells[-1]
    assert "in-student" in str(cell.outputs)


OWN = (
    "assert f() == 'x'\n### BEGIN HIDDEN TESTS\nassert f() + 'a' == 'xa'\nassert g(3) == 9\n### END HIDDEN TESTS",
    "import timeit\nf()\nassert timeit.timeit(lambda: g(3), number=2) < 5 and timeit.timeit('1 + 1', number=1) < 5",
    "import pandas as pd\nf()\nlow = 1\nt = pd.DataFrame({'a': [1, 2], 'b c': [1, 2]})\n"
    "assert len(t.query('a > @low & `b c` > 1')) == 1 and t.eval('a + 1').tolist() == [2, 3]",
    "from collections import namedtuple\nfrom dataclasses import dataclass\nP = namedtuple('P', f())\nassert P(1).x == 1\n"
    "@dataclass\nclass D:\n    n: int = 3\nassert D() == D(3)",
    "import ast, inspect\nassert not any(isinstance(n, ast.For) for n in ast.walk(ast.parse(inspect.getsource(g))))\n"
    "assert ast.literal_eval(f() + '1') == 1 if f() == '' else True",
    "f()\nimport wave, colorsys\nassert colorsys.rgb_to_hsv(0, 0, 0) == (0, 0, 0)",
    "f()\n%time g(3)\nget_ipython().run_cell('y = g(3)')\nassert g(3) == 9",
)  # fmt: skip


@pytest.mark.parametrize("test", OWN)
def test_what_the_course_wrote_runs_though_a_student_gave_texts(grade: Grade, test: str) -> None:
    (right,) = grade(HAND.format(text="x"), test)
    assert (right.score, right.weaker) == (2.0, False)


DOCUMENTED = "def f(x):\n    '''Square.\n\n    >>> {line}\n    9\n    '''\n    return {value}"
DOCTEST = (
    "import doctest\nrunner = doctest.DocTestRunner(verbose=False)\n"
    "for one in doctest.DocTestFinder().find(f, 'f', globs=globals()): runner.run(one)\n"
    "assert runner.summarize().failed == 0 and runner.tries > 0\nassert f(3) == 9"
)


def test_doctest_runs_the_course_s_examples_only(grade: Grade) -> None:
    solution = DOCUMENTED.format(line="f(3)", value="x * x")
    assert grade(solution, DOCTEST, answer=solution.replace("x * x", "x ** 2"))[0].score == 2.0
    assert grade(solution, DOCTEST, answer=solution.replace("x * x", "x + x"))[0].score == 0.0
    line = "globals().update(f=lambda x: 9) or 9"
    assert grade(solution, DOCTEST, answer=DOCUMENTED.format(line=line, value="0"))[0].score == 0.0


def test_an_error_that_names_a_file_is_shown_without_a_line_of_it(grade: Grade, tmp_path: Path) -> None:
    secret = tmp_path / "reference.py"
    secret.write_text("first = 1\nsecret = 48611\n")
    answer = f"def f(x):\n    raise SyntaxError('no', ({str(secret)!r}, 2, 1, 'x'))"
    (result,) = grade(SOLUTION, "assert f(3) == 9", answer=answer)
    assert "48611" not in str(result.outputs)
    assert "SyntaxError" in result.reason


def test_a_group_of_errors_is_no_type_error_of_the_test_s(grade: Grade) -> None:
    test = "import pytest\nwith pytest.raises(TypeError):\n    f()"
    answer = "def f(x=1):\n    raise ExceptionGroup('no', [ValueError()])"
    assert grade(SOLUTION, test, answer=answer)[0].score == 0.0


LOOPS = "    total = 0\n    for x in xs: total += x\n    return total\n"
OTHER_NAMES = {
    "calls itself by the name of another": "def g(xs):\n    return sum(xs)\ndef f(xs):\n" + LOOPS + "f.__qualname__ = 'g'",
    "is wrapped, it says": "def g(xs):\n    return sum(xs)\ndef f(xs):\n" + LOOPS + "f.__wrapped__ = g",
    "is another one": "def f(xs):\n    return sum(xs)\ndef g(xs):\n" + LOOPS + "f = g",
    "is defined again under an if": "def f(xs):\n    return sum(xs)\nif True:\n  def f(xs):\n" + LOOPS,
    "is defined again in a try": "def f(xs):\n    return sum(xs)\ntry:\n  def f(xs):\n" + LOOPS + "finally: pass",
    "is what a pattern catches": "def f(xs):\n    return sum(xs)\ndef g(xs):\n" + LOOPS + "match g:\n    case f: pass",
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_the_source_of_a_function_is_that_of_its_name(grade: Grade, name: str) -> None:
    solution = "def f(xs):\n    return sum(xs)"
    test = "import inspect\nassert 'for ' not in inspect.getsource(f)\nassert f([1, 2]) == 3"
    assert grade(solution, test)[0].weaker is False
    assert grade(solution, test, answer=OTHER_NAMES[name])[0].score == 0.0


UNSEEN = {
    "by the names of the module": "globals()['f'] = g",
    "by its code": "f.__code__ = g.__code__",
    "by the interpreter": "get_ipython().user_ns['f'] = g",
    "by a text": "exec('f = g')",
    "from within another": "def set_it():\n    global f\n    def f(xs):\n        return g(xs)\nset_it()",
    "by a decorator": "def put(old):\n    return g\n@put\ndef f(xs):\n    return sum(xs)",
    "by a file that is run": "open('h.py', 'w').write('def f(xs): return sum(xs)')\n%run h.py",
    "by all names of a module": "open('h.py', 'w').write('def f(xs): return 3')\nfrom h import *",
    "by a module that is imported": "open('h.py', 'w').write('import __' + 'main__ as m; m.f = len')\nimport h",
    "by a frame": "import sys\nsys._getframe(0).f_locals['f'] = g",
    "by a definition that is never reached": "f = g\nif False:\n    def f(xs):\n        return sum(xs)",
}


@pytest.mark.parametrize("how", UNSEEN)
def test_a_function_that_may_be_another_than_its_text_is_marked(grade: Grade, how: str) -> None:
    """Which one runs only the student's process knows: what a test finds in its text is weaker."""
    solution = "def f(xs):\n    return sum(xs)"
    test = "import inspect\nassert 'for ' not in inspect.getsource(f)\nassert f([1, 2]) == 3"
    answer = f"def f(xs):\n    return sum(xs)\ndef g(xs):\n{LOOPS}{UNSEEN[how]}"
    result = grade(solution, test, answer=answer)[0]
    assert result.weaker or result.score == 0.0


def test_one_that_can_be_no_other_is_not_marked(grade: Grade) -> None:
    solution = "def f(xs):\n    return sum(xs)"
    test = "import inspect\nassert 'for ' not in inspect.getsource(f)\nassert f([1, 2]) == 3"
    answer = "class A:\n    def f(self):\n        return vars\ndef h():\n    def g(): pass\n" + solution
    assert grade(solution, test, answer=answer.replace("vars", "1"))[0].weaker is False
