"""Which of two executors runs a notebook: by what it imports that the usual one has not loaded."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from nbjudge.execution.preload import Preload
from nbjudge.grading.executors import Executors
from nbjudge.sandbox.server import SandboxError
from nbjudge.tasks import Cell, NotebookResult, NotebookTask

LOADED = Preload(("numpy",), ("numpy",))
EVERY = Preload(("numpy", "pandas", "matplotlib.pyplot"), ("numpy", "pandas"))
KNOWN = {"numpy", "pandas", "matplotlib"}
FEW = Cell("few", "given", "import numpy as np")
MANY = Cell("many", "given", "import numpy as np, pandas as pd")
ADDED = Cell("added", "extra", "def shown():\n    from matplotlib import pyplot\n    pyplot.show()")
OTHER = Cell("other", "extra", "import json")
TEST = Cell("test", "test", "import pandas", 1.0)


class Named:
    """An executor that says who it is."""

    def __init__(self, name: str, protection: str = "level 3") -> None:
        self.name, self.protection = name, protection

    def run(self, task: NotebookTask) -> NotebookResult:
        return NotebookResult(self.name, ())


class Making:
    """Makes the other executor, and notes it."""

    def __init__(self, error: Exception | None = None, protection: str = "level 3") -> None:
        self.error, self.protection = error, protection
        self.asked: list[Preload] = []
        self.open = 0

    @contextmanager
    def __call__(self, preload: Preload) -> Iterator[Named]:
        self.asked.append(preload)
        if self.error is not None:
            raise self.error
        self.open += 1
        yield Named("other", self.protection)
        self.open -= 1


def task(*cells: Cell, left_out: str = "") -> NotebookTask:
    return NotebookTask("n", cells, left_out=frozenset([left_out]))


def test_from_the_second_notebook_on_that_imports_more_another_runs_them():
    make = Making()
    with Executors(Named("usual"), LOADED, KNOWN, lambda: EVERY, make) as both:
        notebooks = [task(FEW), task(MANY), task(FEW, OTHER), task(FEW, ADDED), task(MANY), task(FEW, TEST)]
        assert [both.run(one).name for one in notebooks] == [*3 * ["usual"], "other", "other", "usual"]
        assert make.asked == [EVERY]
        assert make.open == 1
    assert make.open == 0


def test_what_is_left_out_imports_nothing():
    with Executors(Named("usual"), LOADED, KNOWN, lambda: EVERY, Making()) as both:
        assert {both.run(task(MANY, left_out="many")).name for _ in range(3)} == {"usual"}


def test_where_all_is_loaded_anyway_there_is_no_other():
    make = Making()
    with Executors(Named("usual"), EVERY, KNOWN, lambda: EVERY, make) as both:
        assert {both.run(task(MANY)).name for _ in range(3)} == {"usual"}
    assert make.asked == []


def test_where_there_is_no_room_for_another_the_usual_one_goes_on():
    make = Making(SandboxError("no more processes"))
    with Executors(Named("usual"), LOADED, KNOWN, lambda: EVERY, make) as both:
        assert {both.run(task(MANY)).name for _ in range(4)} == {"usual"}
    assert make.asked == [EVERY]


def test_another_that_protects_less_runs_nothing():
    with Executors(Named("usual"), LOADED, KNOWN, lambda: EVERY, Making(protection="level 1")) as both:
        assert {both.run(task(MANY)).name for _ in range(4)} == {"usual"}


def test_what_all_is_imported_is_looked_for_only_where_that_could_matter():
    def find() -> Preload:
        raise AssertionError

    with Executors(Named("usual"), LOADED, KNOWN, find, Making()) as both:
        assert {both.run(task(FEW, OTHER)).name for _ in range(3)} == {"usual"}


@pytest.mark.parametrize("source", ["import (", "", "# import pandas"])
def test_no_text_is_too_odd(source: str):
    with Executors(Named("usual"), LOADED, KNOWN, lambda: EVERY, Making()) as both:
        assert both.run(task(Cell("odd", "extra", source))).name == "usual"
