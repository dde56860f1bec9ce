# ruff: noqa: E501 - cells are written as they are in notebooks
"""A notebook from its cells to its results: both processes, in order, with what goes wrong on the way."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.execution.notebook_run import LEFT_OUT
from nbjudge.sandbox import launch
from nbjudge.sandbox.server import Sandbox
from nbjudge.tasks import IN_STUDENT, Cell, CellResult, Limits, NotebookResult, NotebookTask

SQUARE = "def square(x):\n    return x * x\n"
LIMITS = Limits(cell_seconds=1.0, grace_seconds=0.3, notebook_seconds=30.0)


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor(unsafe=True) as made:
        yield made


def answer(source: str, name: str = "a", reference: str | None = None) -> Cell:
    return Cell(name, "answer", source, reference=source if reference is None else reference)


def check(source: str, name: str = "t", points: float = 2.0, tags: tuple[str, ...] = ()) -> Cell:
    return Cell(name, "test", source, points, tags=tags)


def run(executor: Executor, *cells: Cell, **options: Any) -> NotebookResult:
    return executor.run(NotebookTask("n", cells, **{"limits": LIMITS, **options}))


def one(result: NotebookResult, name: str = "t") -> CellResult:
    return next(cell for cell in result.cells if cell.id == name)


def test_every_cell_has_its_result_in_order(executor: Executor) -> None:
    cells = (
        Cell("g", "given", "import math\nprint('given')"),
        answer(SQUARE + "square(3)"),
        Cell("x", "extra", "print('extra')"),
        Cell("m", "text", "words"),
        check("assert square(2) == 4\nprint('passed')"),
    )
    result = run(executor, *cells)
    assert [(cell.id, cell.status, cell.score) for cell in result.cells] == [
        ("g", "ok", None),
        ("a", "ok", None),
        ("x", "ok", None),
        ("m", "not run", None),
        ("t", "ok", 2.0),
    ]
    assert result.cells[0].outputs[0]["text"] == "given\n"
    assert result.cells[1].outputs[0]["data"]["text/plain"] == "9"
    assert one(result).outputs == ({"output_type": "stream", "name": "stdout", "text": "passed\n"},)
    assert result.places == {"t:square", "*=kinds", "*=kinds 2", "*=kinds 3", "*=kinds 4"}
    assert result.notes == ()


def test_what_is_left_out_is_run_on_neither_side_and_says_so(executor: Executor) -> None:
    cells = (
        Cell("kept", "given", "x = 1"),
        Cell("picture", "given", "x = 2\nprint('drawn')"),
        answer("def see():\n    return x\n"),
        check("assert see() == x == 1"),
        Cell("extra-1", "extra", "print('mine')"),
    )
    result = run(executor, *cells, left_out=frozenset(("picture", "extra-1")))
    assert one(result).score == 2.0
    for name in ("picture", "extra-1"):
        assert one(result, name) == CellResult(
            name, "not run", reason=LEFT_OUT, seconds=one(result, name).seconds
        )


def test_a_stub_says_that_it_is_not_answered(executor: Executor) -> None:
    result = one(
        run(
            executor,
            answer("def square(x):\n    raise NotImplementedError", reference=SQUARE),
            check("square(2)"),
        )
    )
    assert (result.status, result.score) == ("error", 0.0)
    assert "not answered yet" in result.reason
    assert result.outputs[-1]["ename"] == "NotImplementedError"


def test_the_last_expression_is_the_score_and_its_display_is_kept(executor: Executor) -> None:
    test = (
        "class Panel(float):\n    def _repr_html_(self):\n        return '<b>half</b>'\n"
        "assert square(1) == 1\nPanel(0.5)"
    )
    result = one(run(executor, answer(SQUARE), check(test)))
    assert result.score == 0.5
    assert result.outputs[-1]["data"]["text/html"] == "<b>half</b>"
    assert result.outputs[-1]["output_type"] == "execute_result"


def test_output_on_stderr_and_warnings_are_no_failure(executor: Executor) -> None:
    test = (
        "import sys, warnings\nwarnings.warn('careful')\nprint('oh', file=sys.stderr)\nassert square(2) == 4"
    )
    assert (
        one(run(executor, answer("import sys\n" + SQUARE + "print('x', file=sys.stderr)"), check(test))).score
        == 2.0
    )


def test_a_failed_test_shows_the_test_and_not_the_judge(executor: Executor) -> None:
    result = one(run(executor, answer(SQUARE), check("assert square(2) == 5, 'two squared'")))
    (error,) = result.outputs
    assert (error["ename"], error["evalue"]) == ("AssertionError", "two squared")
    assert "judge/" not in "".join(error["traceback"])


def test_the_student_never_sees_a_test(executor: Executor) -> None:
    spy = (
        "import gc\ndef square(x):\n    found = any('se' + 'cret' in s for s in gc.get_objects() if isinstance(s, str))\n"
        "    texts = ' '.join(get_ipython().user_ns['In'])\n    return found or 'se' + 'cret' in texts\n"
    )
    assert (
        one(
            run(executor, answer(spy, reference=SQUARE), check("secret = 1\nassert square(2) is False"))
        ).score
        == 2.0
    )


def test_each_test_has_its_own_copy_of_the_student_s_state(executor: Executor) -> None:
    count = "n = 0\ndef count():\n    global n\n    n += 1\n    return n\n"
    result = run(
        executor, answer(count), check("assert count() == 1", "t1"), check("assert count() == 1", "t2")
    )
    assert [one(result, name).score for name in ("t1", "t2")] == [2.0, 2.0]


def test_only_what_is_followed_by_another_cell_is_copied(executor: Executor) -> None:
    cells = (
        answer("import os\nmine = os.getpid()\ndef where():\n    return os.getpid()"),
        check("assert where() != mine", "first"),
        check("assert where() == mine", "last"),
        Cell("m", "text", "words"),
    )
    result = run(executor, *cells)
    assert [one(result, name).score for name in ("first", "last")] == [2.0, 2.0]
    assert result.notes == ()


def test_what_a_test_binds_reaches_later_cells_that_read_it(executor: Executor) -> None:
    cells = (
        answer(SQUARE),
        check("base = [square(3)]", "t1"),
        answer("def plus():\n    return base[0] + 1\n", "b"),
        check("assert plus() == 10", "t2"),
    )
    assert one(run(executor, *cells), "t2").score == 2.0


def test_files_of_the_student_and_of_the_course_are_kept_apart(executor: Executor) -> None:
    cells = (
        answer("def read():\n    return open('data.txt').read()\n"),
        check("assert read() == 'student' and open('data.txt').read() == 'course'"),
    )
    files = {"files": {"data.txt": b"student"}, "course_files": {"data.txt": b"course"}}
    assert one(run(executor, *cells, **files)).score == 2.0


def test_a_hidden_module_is_inert_for_the_student_and_there_for_the_judge(executor: Executor) -> None:
    cells = (
        Cell("g", "given", "from colorsys import rgb_to_hsv\nrgb_to_hsv(1, 1, 1)"),
        answer("import colorsys\ndef cheat():\n    return str(colorsys.rgb_to_hsv(0, 0, 0))\n"),
        check("assert rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)\nassert cheat() != '(0.0, 0.0, 0)'"),
    )
    result = run(executor, *cells, hide=("colorsys",))
    assert one(result, "g").status == "ok"
    assert one(result).score == 2.0


def test_a_tagged_test_runs_inside_and_is_marked(executor: Executor) -> None:
    patch = "import math\nreal, math.sqrt = math.sqrt, lambda x: 7\nassert root(4) == 7\nprint('inside')\n1.5"
    cells = (answer("import math\ndef root(x):\n    return math.sqrt(x)\n"), check(patch, tags=(IN_STUDENT,)))
    result = one(run(executor, *cells))
    assert (result.status, result.score, result.weaker) == ("ok", 1.5, True)
    assert result.outputs[0]["text"] == "inside\n"


def test_a_tagged_test_can_fail_hang_and_die_by_itself(executor: Executor) -> None:
    cells = (
        answer(SQUARE),
        check("assert square(2) == 5", "t1", tags=(IN_STUDENT,)),
        check("while True: pass", "t2", tags=(IN_STUDENT,)),
        check("import os\nos._exit(0)", "t3", tags=(IN_STUDENT,)),
        check("assert square(2) == 4", "t4", tags=(IN_STUDENT,)),
    )
    result = run(executor, *cells)
    assert [cell.status for cell in result.cells[1:]] == ["error", "timeout", "killed", "ok"]
    assert [cell.score for cell in result.cells[1:]] == [0.0, 0.0, 0.0, 2.0]
    assert result.cells[1].reason == "The test ended in AssertionError."


def test_a_test_that_loops_in_the_judge_is_ended(executor: Executor) -> None:
    loop = check("square(2)\nwhile True:\n    pass", "t1")
    stubborn = check("while True:\n    try:\n        while True: pass\n    except BaseException: pass", "t2")
    cells = (answer(SQUARE), loop, stubborn, check("assert square(2) == 4", "t3"))
    result = run(executor, *cells)
    assert [(cell.status, cell.score) for cell in result.cells[1:]] == [
        ("timeout", 0.0),
        ("timeout", 0.0),
        ("ok", 2.0),
    ]


HIDDEN = "\n### BEGIN HIDDEN TESTS\nassert True\n### END HIDDEN TESTS"


@pytest.mark.parametrize("hidden", ["", HIDDEN])
@pytest.mark.parametrize("one_copy", [False, True])
def test_a_judge_that_ends_in_the_middle_of_a_call_costs_the_tests_below_neither_points_nor_time(
    executor: Executor, hidden: str, one_copy: bool
) -> None:
    """The copy that served it is still at work when the next test asks for its own."""
    ends = "import os, threading\nthreading.Timer(0.1, os._exit, (1,)).start()\nnap(0.8)" + hidden
    nap = answer("import time\ndef nap(seconds): time.sleep(seconds)", "nap")
    below = [check("assert square(2) == 4" + hidden, f"t{number}") for number in range(3)]
    result = run(executor, answer(SQUARE), nap, check(ends, "ends"), *below, one_copy=one_copy)
    assert [cell.score for cell in result.cells[2:]] == [0.0, 2.0, 2.0, 2.0]
    assert all(cell.seconds < LIMITS.cell_seconds for cell in result.cells[3:])


def test_a_judge_that_ends_between_two_cells_costs_nobody_anything(executor: Executor) -> None:
    leaves = "import os, threading\nthreading.Timer(0.1, os._exit, (1,)).start()"
    waits = check("import time\ntime.sleep(0.4)", "waits", tags=(IN_STUDENT,))
    cells = [check("assert square(2) == 4", name) for name in ("t1", "t2")]
    result = run(executor, answer(SQUARE), check(leaves, "leaves"), waits, *cells)
    assert [cell.score for cell in result.cells[1:]] == [2.0, 2.0, 2.0, 2.0]


def test_a_cell_that_takes_too_long_is_interrupted_and_the_rest_goes_on(executor: Executor) -> None:
    cells = (answer("while True: pass", "slow"), answer(SQUARE), check("assert square(2) == 4"))
    result = run(executor, *cells)
    assert one(result, "slow").status == "timeout"
    assert one(result).score == 2.0


def test_after_too_many_deaths_nothing_more_is_run(executor: Executor) -> None:
    deaths = [answer("import os\nos._exit(1)", f"d{number}") for number in range(8)]
    result = run(executor, answer(SQUARE), *deaths, check("assert square(2) == 4"))
    assert [cell.status for cell in result.cells] == ["ok", *["killed"] * 7, "not run", "not run"]
    assert one(result).score == 0.0
    assert "too often" in one(result).reason


def test_cells_without_points_cannot_cost_right_answers_theirs(executor: Executor) -> None:
    crash = answer("import os\n\n\ndef crash():\n    os.abort()", "crash")
    shown = [Cell(f"g{number}", "given", "crash()") for number in range(4)]
    result = run(executor, crash, *shown, answer(SQUARE), check("assert square(2) == 4"))
    assert [one(result, f"g{number}").status for number in range(4)] == ["killed"] * 3 + ["not run"]
    assert "too often before" in one(result, "g3").reason
    assert one(result).score == 2.0


def test_the_time_of_the_notebook_is_bounded(executor: Executor) -> None:
    limits = Limits(cell_seconds=0.6, grace_seconds=0.2, notebook_seconds=0.3)
    result = run(executor, answer("while True: pass"), check("assert True"), limits=limits)
    assert (one(result).status, one(result).score) == ("not run", 0.0)


def test_two_runs_give_the_same_result(executor: Executor) -> None:
    cells = (answer(SQUARE + "print(square(3))"), check("print(square(2)); assert square(2) == 5"))
    first, second = (
        [(cell.status, cell.score, cell.reason, cell.outputs) for cell in run(executor, *cells).cells]
        for _ in range(2)
    )
    assert first == second


def test_changed_arguments_do_not_help_where_the_solution_changes_none(executor: Executor) -> None:
    right = "def double(a):\n    return a * 2\n"
    wrong = "def double(a):\n    a[:] = 0\n    return a\n"
    given = Cell("g", "given", "import numpy as np")
    test = check("a = np.arange(3.0)\nnp.testing.assert_allclose(double(a), a * 2)")
    golden = run(executor, given, answer(right), test).places
    assert one(run(executor, given, answer(right), test, golden=golden)).score == 2.0
    cheated = one(run(executor, given, answer(wrong, reference=right), test, golden=golden))
    assert cheated.score == 0.0
    assert "changes its arguments" in cheated.reason


def test_without_the_course_s_version_of_an_answer_its_names_are_taken_but_nobody_else_s(
    executor: Executor,
) -> None:
    cells = (
        Cell("g", "given", "import math"),
        answer(SQUARE + "class Fake:\n    pi = 4\nmath = Fake()\nabs = lambda x: 1\n", reference=""),
        Cell("x", "extra", "extra = 3"),
        check("assert square(2) == 4 and math.pi < 4 and abs(-3) == 3 and 'extra' not in globals()"),
    )
    assert one(run(executor, *cells)).score == 2.0


def test_plots_of_given_cells_are_not_made_twice(executor: Executor) -> None:
    cells = (
        Cell(
            "g",
            "given",
            "import os\nx = [1]\nplotted = print('judge' if 'NBJUDGE' in os.environ else 'here')",
        ),
        answer(SQUARE),
        check("assert x == [1] and square(2) == 4"),
    )
    result = run(executor, *cells)
    assert one(result).score == 2.0
    assert one(result, "g").outputs[0]["text"] == "here\n"


def test_outputs_of_a_test_can_always_be_written_to_a_notebook(executor: Executor) -> None:
    test = (
        "print(say())\nclass Picture:\n    def _repr_png_(self):\n        return b'png'\n"
        "    def __repr__(self):\n        return chr(0xd800)\nPicture()"
    )
    result = one(run(executor, answer("def say():\n    return chr(0xd800)\n"), check(test)))
    assert result.score == 2.0
    assert result.outputs[0]["text"] == "?\n"
    assert result.outputs[1]["data"] == {"image/png": "cG5n", "text/plain": "?"}


PREPARED = """
import os
seen, calls = [], 0

def prepare(cells):
    seen.append((os.environ.get("NBJUDGE"), [text for text in cells if "square" in text]))

def calls_so_far():
    global calls
    calls += 1
    return calls
"""


def test_what_tests_share_is_made_once_for_the_judge_alone(tmp_path: Any, monkeypatch: Any) -> None:
    (tmp_path / "prepared_by_course.py").write_text(PREPARED)
    monkeypatch.setitem(launch.PINNED, "PYTHONPATH", str(tmp_path))
    given = Cell("g", "given", "import prepared_by_course\nprint(len(prepared_by_course.seen))")
    test = check(
        "import prepared_by_course as prepared\nassert square(2) == 4\n"
        "assert prepared.seen == [('1', ['assert square(2)'])], prepared.seen\n"
        "assert prepared.calls_so_far() == 1  # the last student's run is over and forgotten"
    )
    preload = ["prepared_by_course:prepare"]
    with Executor(unsafe=True, visible=[tmp_path], preload=preload, texts=["assert square(2)", "x"]) as made:
        for _ in range(2):
            result = run(made, given, answer(SQUARE), test)
            assert one(result).score == 2.0, result
            assert result.cells[0].outputs[0]["text"] == "0\n"  # nothing of it for the student


IMPORTS = "import ctypes, os, signal, time\n"
ENDS_ITSELF = ["os._exit(0)", "os.abort()", "ctypes.string_at(0)"]
KILLED = "os.fork() or (os.kill(os.getppid(), signal.SIGKILL), os._exit(0))\n        time.sleep(9)"


def counted(
    executor: Executor, monkeypatch: pytest.MonkeyPatch, *cells: Cell, **options: Any
) -> tuple[NotebookResult, int]:
    """Run a notebook, and count how often its cells were."""
    runs: list[str] = []
    once = Executor._run_once
    with monkeypatch.context() as patch:
        patch.setattr(Executor, "_run_once", lambda self, task: (runs.append(task.name), once(self, task))[1])
        return run(executor, *cells, **options), len(runs)


def ending(does: str, where: str) -> tuple[Cell, ...]:
    """Make a notebook whose process ends in a cell, or when a test calls its function."""
    tests = [
        check("assert square(2) == 4", "t"),
        check("assert square(3) == 9", "u"),
        check("assert square(4) == 16", "v"),
    ]
    if where == "in a cell":
        return answer(SQUARE), Cell("x", "extra", f"{IMPORTS}if True:\n        {does}"), *tests
    return answer(
        f"{IMPORTS}def square(x):\n    if x == 3:\n        {does}\n    return x * x", reference=SQUARE
    ), *tests


@pytest.fixture(scope="module")
def confined() -> Iterator[Executor]:
    with Executor() as made:
        if not made.level.jobs.have_own_files:
            pytest.skip("the best level here does not keep jobs from each other's processes")
        yield made


@pytest.mark.parametrize("where", ["in a cell", "in a call", "in a copy"])
@pytest.mark.parametrize("does", ENDS_ITSELF)
def test_what_ends_itself_is_run_once(
    confined: Executor, monkeypatch: pytest.MonkeyPatch, does: str, where: str
) -> None:
    result, runs = counted(confined, monkeypatch, *ending(does, where), one_copy=where == "in a call")
    assert runs == 1
    assert [one(result, name).score for name in "tuv"] == [2.0, 2.0 if where == "in a cell" else 0.0, 2.0]


def test_what_may_have_been_killed_is_run_once_more(
    confined: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, runs = counted(confined, monkeypatch, *ending(KILLED, "in a copy"))
    assert runs == 2


@pytest.mark.parametrize("does", ENDS_ITSELF)
def test_without_protection_another_job_may_have_sent_the_signal(
    executor: Executor, monkeypatch: pytest.MonkeyPatch, does: str
) -> None:
    _, runs = counted(executor, monkeypatch, *ending(does, "in a call"))
    assert runs == 2


@pytest.mark.parametrize("status", ["10 ** 30", "-1", "True", "'text'", "None"])
def test_a_process_that_lies_about_how_its_copy_ended_ends_no_run(confined: Executor, status: str) -> None:
    lies = f"import nbjudge.inside.kernel as kernel\nkernel.Main._join = lambda *about: {status}\n"
    tests = [check("assert square(3) == 9", "t"), check("assert square(4) == 16", "u")]
    ends = f"{lies}import os\ndef square(x):\n    return os._exit(0) if x == 3 else x * x"
    result = run(confined, answer(ends, reference=SQUARE), *tests)
    assert [one(result, name).score for name in "tu"] == [0.0, 2.0]


def test_a_job_that_cannot_even_begin_is_tried_once_more(
    confined: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the machine has no room for its files: that may be over in a moment."""
    begun: list[str] = []
    start = Sandbox.start

    def fails_once(sandbox: Sandbox, files: Any, descriptors: Any, *rest: Any, **more: Any) -> Any:
        if not begun and "limits" in more:  # the student's
            more["limits"] = replace(LIMITS, disk_bytes=-1)
            begun.append("")
        return start(sandbox, files, descriptors, *rest, **more)

    monkeypatch.setattr(Sandbox, "start", fails_once)
    result, runs = counted(confined, monkeypatch, answer(SQUARE), check("assert square(2) == 4"))
    assert runs == 2
    assert one(result).score == 2.0
