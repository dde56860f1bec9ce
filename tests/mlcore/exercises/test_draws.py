"""What counts of what is drawn for a student: whoever is right is right on it, in whatever order they add."""

import ast
import functools
import re
from pathlib import Path

import nbformat
import pytest

from mlcore.exercises import UNITS
from selfcheck.trial import PRACTICE, Sheet

ROOT = Path(__file__).parents[3]
TASKS = [(unit.name, exercise.name) for unit in UNITS.values() for exercise in unit.exercises]
STUDENTS = 40


@functools.cache
def written(unit):
    """Return what the solution's notebook defines: right answers that the reference does not use."""
    notebook = UNITS[unit].notebook
    cells = nbformat.read(ROOT / "solutions" / notebook / f"{notebook}.ipynb", 4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    names = {}
    plain = "\n".join(re.sub(r"^%.*", "", cell.source, flags=re.MULTILINE) for cell in code)
    imports = [node for node in ast.parse(plain).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    exec(ast.unparse(ast.Module(imports, [])), names)
    for cell in code:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            exec(cell.source, names)
    return names


def drawn(unit, task, students):
    first = Sheet(UNITS[unit][task], PRACTICE)
    for student in students:
        sheet = first.redrawn(str(student))
        sheet.settle()
        for case in sheet.cases:
            if id(case) not in first.places:
                yield sheet, case


@pytest.mark.parametrize(("unit", "task"), TASKS)
def test_the_model_solution_is_right_on_what_any_student_is_asked(unit, task):
    answer = written(unit)[task]
    for sheet, case in drawn(unit, task, range(STUDENTS)):
        assert sheet.is_fair(case, sheet.expected[sheet.places[id(case)]]), case
        assert sheet.trial(answer, case).passed, case


@pytest.mark.parametrize(
    ("unit", "task", "students"),
    [
        ("categorical_nb", "predict", (30,)),
        ("multinomial_nb", "predict", (19,)),
        ("decisions", "expected_cost", (257,)),
        ("decisions", "decide", (366,)),
    ],
)
def test_students_whose_first_draw_could_not_be_marked(unit, task, students):
    """Found among four thousand: equal scores, and shares of minus 1e-16, which the reference refuses."""
    answer = written(unit)[task]
    assert all(sheet.trial(answer, case).passed for sheet, case in drawn(unit, task, students))


def test_more_students_where_scores_are_sums_and_the_answer_is_a_label():
    answer = written("categorical_nb")["predict"]
    cases = list(drawn("categorical_nb", "predict", range(500)))
    assert len(cases) == 1000
    assert [case for sheet, case in cases if not sheet.trial(answer, case).passed] == []
