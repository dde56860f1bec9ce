"""An answer of an exercise's module runs alone in a cell, and does there what it did in its module."""

import ast
import collections
from functools import partial

import numpy as np
import pytest

from mlcore.exercises import UNITS
from selfcheck.authoring.simulation.proof import FEW, Proof
from selfcheck.authoring.simulation.standalone import Notebook, NotPortable, standalone
from selfcheck.exercise import wrong

HERE = __name__
LIMIT = 3
TABLE = np.array([1.0, 2.0])


def _helper(x: int) -> int:
    """Say nothing of this in the cell."""
    return x + LIMIT


def answer(x: int) -> int:
    """Give a hint that no cell may hold."""
    counts: dict[int, int] = collections.Counter([x])
    return _helper(x) * counts[x] + int(TABLE[0])


def of_a_unit(unit, x):
    return unit.twice.answer(x)


@wrong()
def twice(x):
    """Twice?"""
    return 2 * x


def text(program):
    return "\n".join(map(ast.unparse, [*program.imports, *program.constants, *program.functions]))


def written(function, name, names=()):
    made = text(standalone(function, name, Notebook(dict(names), frozenset([name]), HERE)))
    space = dict(names)
    exec(made, space)
    return made, space[name]


def test_helpers_constants_and_imports_come_along_and_hints_stay_behind():
    made, function = written(answer, "task")
    assert function(4) == answer(4) == 8
    assert made.splitlines()[0] == "from collections import Counter" or "import collections" in made
    assert "def helper(x):" in made
    assert "hint" not in made
    assert "int:" not in made


def test_what_the_notebook_has_is_used_from_there():
    made, function = written(answer, "task", {"np": np, "add": _helper, "collections": collections})
    assert "add(x)" in made
    assert "import" not in made
    assert function(4) == 8


def test_an_answer_that_calls_the_right_one_of_its_own_task_gets_it_under_another_name():
    def task(x):
        return answer(x) - 1

    made, function = written(task, "answer", {"answer": answer})
    assert "def my_answer(x):" in made
    assert function(4) == 7


def test_an_answer_that_several_units_share_is_written_for_one_of_them():
    from types import SimpleNamespace

    _, function = written(partial(of_a_unit, SimpleNamespace(twice=twice)), "task")
    assert function(21) == 42


@pytest.mark.parametrize("unknown", [sum, np.sum, lambda x: x])
def test_what_has_no_source_of_the_course_is_refused(unknown):
    with pytest.raises(NotPortable):
        written(unknown, "task")


@pytest.mark.parametrize("name", ["bayes_rule", "multinomial_nb"])
def test_nearly_all_answers_of_a_unit_can_be_written_down_and_do_the_same(name):
    unit, proof = UNITS[name], Proof(UNITS[name])
    refused, tried = [], 0
    for exercise in unit.exercises:
        names = {"np": np, **proof.references(list(exercise.uses))}
        notebook = Notebook(names, frozenset(e.name for e in unit.exercises), "mlcore.exercises")
        for known in exercise.misconceptions:
            tried += 1
            try:
                made = text(standalone(known.answer, exercise.name, notebook))
            except NotPortable:
                refused.append(known.slug)
                continue
            space = dict(names)
            exec(made, space)
            assert proof.shown(exercise.name, space[exercise.name], FEW) == proof.shown(
                exercise.name, known.answer, FEW
            ), known.slug
    assert len(refused) < tried / 20, refused
