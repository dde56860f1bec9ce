"""No answer that keeps something between its calls shares a copy of the process with other tests."""

from collections.abc import Iterator

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.execution.one_copy import one_copy_will_do
from nbjudge.tasks import Cell, NotebookTask

from .lasting import LASTING, Lasting

HIDDEN = "\n### BEGIN HIDDEN TESTS\nassert True\n### END HIDDEN TESTS"
MOST_THAT_DO_NOT = 5  # in other versions of Python and numpy


def notebook(trick: Lasting) -> tuple[Cell, ...]:
    """The first test gives 42 to one function, the second wants it of another."""
    square = f"{trick.above}\n\ndef square(x):\n    {trick.keep}\n    return x * x"
    return (
        Cell("square", "answer", square.lstrip(), reference="def square(x):\n    return x * x"),
        Cell("cube", "answer", f"def cube():\n    {trick.recall}", reference="def cube():\n    return 42"),
        Cell("test-square", "test", "assert square(42) == 1764" + HIDDEN, 1.0),
        Cell("test-cube", "test", "assert cube() == 42" + HIDDEN, 1.0),
    )


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor(unsafe=True) as made:
        yield made


def earned(executor: Executor, cells: tuple[Cell, ...], one_copy: bool) -> list[float]:
    result = executor.run(NotebookTask("n", cells, one_copy=one_copy))
    return [cell.score for cell in result.cells if cell.score is not None]


@pytest.mark.parametrize("trick", LASTING, ids=lambda trick: trick.name)
def test_what_may_last_has_a_copy_for_each_test(trick: Lasting):
    assert not one_copy_will_do(notebook(trick))


def test_it_would_last_in_one_copy_and_does_not_in_a_copy_for_each(executor: Executor):
    some = [notebook(trick) for trick in LASTING[::3]]
    assert sum(earned(executor, cells, True) == [1, 1] for cells in some) >= len(some) - MOST_THAT_DO_NOT
    assert [earned(executor, cells, False)[1] for cells in some] == [0] * len(some)


@pytest.mark.parametrize("name", ["statistics.py", "bisect.PY", "fractions/__init__.py", "heapq.abi3.so"])
def test_a_module_handed_in_under_the_name_of_one_of_python_s_may_keep_anything(name: str):
    uses = Lasting("", "import statistics", "pass", "return statistics.mean([42])")
    assert one_copy_will_do(notebook(uses), beside=["helpers.py", "statistics.csv"])
    assert not one_copy_will_do(notebook(uses), beside=[name])
