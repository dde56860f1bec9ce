"""One copy of the student's process for all tests: only where reading shows that nothing lasts, and then
with the same results as a copy for each."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from nbjudge.execution import sides
from nbjudge.execution.executor import Executor
from nbjudge.execution.one_copy import one_copy_will_do
from nbjudge.tasks import IN_STUDENT, Cell, Limits, NotebookResult, NotebookTask

IMPORTS = Cell("imports", "given", "import numpy as np\nX = np.arange(3)")
DOUBLE = "def double(x):\n    return 2 * np.asarray(x)"
TWICE = "def twice(x):\n    return double(double(x))"
HIDDEN = "\n### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"


def check(name: str, shown: str, hidden: str = "assert True", tags: tuple[str, ...] = ()) -> Cell:
    return Cell(name, "test", shown + HIDDEN.format(hidden), 1.0, tags=tags)


def notebook(double: str = DOUBLE, twice: str = TWICE, *more: Cell) -> tuple[Cell, ...]:
    return (
        IMPORTS,
        Cell("double", "answer", double, reference=DOUBLE),
        check("test-double", "assert double(2) == 4", "assert (double([1, 2]) == [2, 4]).all()"),
        Cell("twice", "answer", twice, reference=TWICE),
        check("test-twice", "assert twice(1) == 4", "assert twice(0.5) == 2"),
        *more,
        check("test-last", "assert double(0) == 0", "assert double(-1) == -2"),
    )


def test_answers_that_are_nothing_but_functions_need_one_copy():
    assert one_copy_will_do(notebook())


@pytest.mark.parametrize(
    ("double", "twice"),
    [
        ("seen = []\ndef double(x):\n    seen.append(x)\n    return 2 * np.asarray(x)", TWICE),
        ("def double(x, seen=[]):\n    seen.append(x)\n    return 2 * np.asarray(x)", TWICE),
        ("count = 0\ndef double(x):\n    global count\n    count += 1\n    return 2 * np.asarray(x)", TWICE),
        ("def double(x):\n    double.last = x\n    return 2 * np.asarray(x)", TWICE),
        ("def make():\n    kept = []\n    return lambda x: kept.append(x)\ndouble = make()", TWICE),
        ("import functools\n@functools.cache\ndef double(x):\n    return 2 * np.asarray(x)", TWICE),
        ("class Kept:\n    last = []\ndef double(x):\n    Kept.last.append(x)\n    return 2", TWICE),
        ("def double(x):\n    return 2 * np.asarray(x) + np.random.rand()", TWICE),
        ("def double(x):\n    np.seterr(all='ignore')\n    return 2 * np.asarray(x)", TWICE),
        ("def double(x):\n    open('kept', 'a').write('x')\n    return 2 * np.asarray(x)", TWICE),
        ("def double(x):\n    exec('kept = x', globals())\n    return 2 * np.asarray(x)", TWICE),
        ("def double(x):\n    return X.sum() * x", TWICE),  # data, which a function could change
        ("def double(x):\n    X[0] = x\n    return 2 * np.asarray(x)", TWICE),
        (DOUBLE + "\nprint(double(3))", TWICE),
        (DOUBLE, "def double(x):\n    return x\n" + TWICE),  # bound anew
        ("def double(x):\n    return twice(x) / 2", TWICE),  # read before it is bound
        ("def double(x:\n    return 2 * x", TWICE),
    ],
)
def test_where_something_may_last_or_order_matters_each_test_has_its_own(double: str, twice: str):
    assert not one_copy_will_do(notebook(double, twice))


def test_a_cell_between_tests_that_has_an_effect_matters_and_one_before_all_tests_does_not():
    seeds = Cell("seeds", "given", "np.random.seed(1)")
    assert not one_copy_will_do(notebook(DOUBLE, TWICE, seeds))
    assert one_copy_will_do((IMPORTS, seeds, *notebook()[1:]))


def test_a_test_that_looks_inside_the_process_has_its_own():
    assert not one_copy_will_do(notebook(DOUBLE, TWICE, check("inside", "1", tags=(IN_STUDENT,))))


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor(unsafe=True) as made:
        yield made


def both(executor: Executor, *cells: Cell) -> list[NotebookResult]:
    """Run a notebook with a copy for each test, and with one for all; times apart, which always differ."""
    limits = Limits(cell_seconds=1.5, grace_seconds=0.3, notebook_seconds=60.0)
    task = NotebookTask("n", cells, limits=limits, seed="5eed")
    assert one_copy_will_do(cells)
    results = (executor.run(replace(task, one_copy=one_copy)) for one_copy in (False, True))
    return [
        replace(result, cells=tuple(replace(cell, seconds=0.0) for cell in result.cells))
        for result in results
    ]


ENDS = "def twice(x):\n    return 4 * x if x == 1 else [0] * (1 << 60)"
RUNS_ON = "def twice(x):\n    while x != 1:\n        pass\n    return 4"


@pytest.mark.parametrize(
    ("double", "twice"),
    [
        (DOUBLE, TWICE),
        ("def double(x):\n    raise NotImplementedError", TWICE),
        ("def double(x):\n    print('asked for', x)\n    return 2 * np.asarray(x)", TWICE),
        ("def double(x):\n    x[:] = 7\n    return x", TWICE),
        ("def double(x):\n    return np.asarray(x) / 0 * 0 + 2", TWICE),  # it is warned of, each time
        (DOUBLE, ENDS),
        (DOUBLE, RUNS_ON),
    ],
)
def test_results_are_the_same_as_with_a_copy_for_each(executor: Executor, double: str, twice: str):
    binds = check(
        "binds", "np.double_of = double\nsquare = lambda x: x * x\nassert double(2) == 4", "square(3)"
    )
    reads = check(
        "reads", "assert 'square' not in dir()", "assert double(square(2) if 'square' in dir() else 4) == 8"
    )
    each, one = both(executor, *notebook(double, twice, binds, reads))
    assert one == each


def test_one_copy_serves_all_tests_and_the_one_in_its_place_those_after_a_death(
    executor: Executor, tmp_path: Path
):
    """Each call notes its process; the fourth ends it."""
    note = tmp_path / "processes"
    double = (
        "import os\ndef double(x):\n"
        f"    with open({str(note)!r}, 'a') as file:\n        print(os.getpid(), file=file)\n"
        "    if np.size(x) == 5:\n        os._exit(1)\n    return 2 * np.asarray(x)"
    )
    tests = [check(f"t{n}", f"assert double({n}) == {2 * n}") for n in range(4)]
    ends = check("ends", "double([1, 2, 3, 4, 5])")
    last = [check(f"u{n}", f"assert double({n}) == {2 * n}") for n in range(3)]
    cells = (IMPORTS, Cell("double", "answer", double, reference=DOUBLE), *tests, ends, *last)
    result = executor.run(NotebookTask("n", cells, one_copy=True))
    assert [cell.score for cell in result.cells if cell.score is not None] == [1, 1, 1, 1, 0, 1, 1, 1]
    processes = note.read_text().split()
    assert len(set(processes[:5])) == 1
    assert len(set(processes[-3:])) == 1
    assert processes[0] != processes[-1]


def test_tests_without_hidden_lines_wait_for_the_same_copy(executor: Executor, tmp_path: Path):
    """But none that binds what a given cell reads afterwards."""
    note = tmp_path / "processes"
    double = (
        "import os\ndef double(x):\n"
        f"    with open({str(note)!r}, 'a') as file:\n        print(os.getpid(), file=file)\n"
        "    return 2 * np.asarray(x)"
    )
    test = Cell("open", "test", "size = 2\nassert double(size) == 4", 1.0)
    for shows, processes in (("print(41)", 1), ("print(size + 39)", 3)):
        cells = (
            IMPORTS,
            Cell("double", "answer", double, reference=double),
            test,
            replace(test, id="again"),
            Cell("given", "given", shows),
            check("hidden", "assert double(1) == 2"),
        )
        note.unlink(missing_ok=True)
        result = executor.run(NotebookTask("n", cells, one_copy=True))
        assert [cell.score for cell in result.cells if cell.score is not None] == [1, 1, 1]
        assert "41" in str(result.cells[4].outputs)
        assert len(set(note.read_text().split())) == processes


def test_where_cells_take_long_a_fork_serves_and_they_are_not_run_again(
    executor: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    note = tmp_path / "runs"
    given = f"import numpy as np\nopen({str(note)!r}, 'a').write('.')"
    ends = check("ends", "double([1, 2, 3])")
    double = "import os\ndef double(x):\n    return 2 * x if np.size(x) == 1 else os._exit(1)"
    cells = (Cell("given", "given", given), Cell("double", "answer", double, reference=DOUBLE), ends, ends)
    last = check("last", "assert double(1) == 2")
    for most, runs in ((1.0, 4 * "."), (0.0, 2 * ".")):  # the whole is run twice, as a process was lost
        monkeypatch.setattr(sides, "_MOST_AGAIN", most)
        note.unlink(missing_ok=True)
        result = executor.run(NotebookTask("n", (*cells[:3], replace(ends, id="more"), last), one_copy=True))
        assert [cell.score for cell in result.cells if cell.score is not None] == [0, 0, 1]
        assert note.read_text() == runs


def test_a_test_after_one_that_changed_an_object_there_has_a_new_one(executor: Executor):
    account = "class Account:\n    def balance(self):\n        return 7"
    cells = (
        Cell("account", "answer", account, reference=account),
        check("replaces", "Account.balance = 3\nassert Account.balance == 3"),
        check("asks", "assert Account().balance() == 7"),
    )
    each, one = both(executor, *cells)
    assert one == each
    assert [cell.score for cell in one.cells][1:] == [1, 1]
