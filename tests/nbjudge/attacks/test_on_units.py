"""No trick on a real unit earns what plain wrong answers do not: a few are tried, with `whole` all."""

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from nbjudge.course import course as courses
from nbjudge.execution.one_copy import one_copy_will_do
from nbjudge.execution.preload import to_preload
from nbjudge.grading.golden import read_golden
from nbjudge.grading.open_release import open_release
from nbjudge.grading.solution import task as solved
from nbjudge.grading.steps import Assignment, make_executor
from nbjudge.tasks import Cell, NotebookTask

from .on_units import PLAIN, RAISES, TRICKS, Instead

COURSE = Path(__file__).parents[3] / "examples" / "class"
FEW = 2


def earned(name: str, answers: Sequence[Instead | None]) -> Iterator[dict[str, float]]:
    """Give the points of a unit in which all functions are such an answer, or the solution."""
    course = courses.read(COURSE)
    release = open_release(course, name)
    golden = read_golden(course.golden_file(name))
    assert golden is not None
    given = Assignment.prepare(course, release, "")
    task = solved(given, release.notebooks[0], golden.places, {}, "5eed")
    preload = to_preload(release, course.options.own_packages, {task.name: task.left_out})
    with make_executor(course.options, preload) as executor:
        for answer in answers:
            result = executor.run(answered(task, answer) if answer else task)
            yield {cell.id: cell.score for cell in result.cells if cell.score and not cell.weaker}


def answered(task: NotebookTask, answer: Instead) -> NotebookTask:
    cells = tuple(replace(c, source=instead(c, answer)) if c.kind == "answer" else c for c in task.cells)
    return replace(
        task, cells=cells, one_copy=one_copy_will_do(cells, task.left_out, ("mlcore", "selfcheck"))
    )


def instead(cell: Cell, answer: Instead) -> str:
    names = [node.name for node in ast.parse(cell.reference).body if isinstance(node, ast.FunctionDef)]
    bodies = [f"def {name}(*a, **k):\n    f = {name}\n    return {answer.returned}" for name in names]
    return "\n\n".join(["import math\nimport numpy as np", answer.above, *bodies])


def test_no_trick_gains_in_a_unit():
    """Whoever does nothing but raise an error is right where the task asks for one."""
    tried = random.Random().sample(TRICKS, FEW)
    solution, *points = earned("01_knn", [None, RAISES, *tried])
    assert sum(solution.values()) == 37
    assert points[0] == {"check-nearest": 0.5}
    assert [
        one.name for one, got in zip(tried, points[1:], strict=True) if not got.items() <= points[0].items()
    ] == []


@pytest.mark.whole
@pytest.mark.parametrize("name", ["01_knn", "02_categorical_nb", "06_decisions"])
def test_not_one_of_them_does(name: str):
    points = list(earned(name, (*PLAIN, *TRICKS)))
    due = {test: max(one.get(test, 0) for one in points[: len(PLAIN)]) for got in points for test in got}
    found = zip(TRICKS, points[len(PLAIN) :], strict=True)
    assert [(one.name, test) for one, got in found for test in got if got[test] > due[test]] == []
