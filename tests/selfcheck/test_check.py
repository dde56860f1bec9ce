"""The check under a task: points that nbgrader can read, and one line that serves everywhere."""

import contextlib
import json
import threading
import time

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from nbgrader.utils import determine_grade

from nbjudge import reports
from selfcheck import check as module
from selfcheck.check import Checker
from selfcheck.exercise import Case, Exercise, Family, Unit, Units

from .examples import UNIT, in_a_loop, mean_instead

check = Checker([UNIT])


def test_right_answers_get_full_marks():
    for answer in (sum, in_a_loop, np.sum, lambda xs: np.array(sum(xs))):
        result = check("sums.total", answer)
        assert result == 3.5, str(result)
        assert repr(result) == "3.5"


def test_the_result_is_a_number_with_a_report():
    result = check("sums.total", mean_instead.answer)
    assert isinstance(result, float)
    assert result == 0.5
    assert result.report.to_json() == {
        "format": 1,
        "exercise": "sums.total",
        "points": 0.5,
        "total": 3.5,
        "families": [
            {"name": "by hand", "points": 0, "total": 1, "hidden": False},
            {"name": "nothing", "points": 0.5, "total": 0.5, "hidden": False},
            {"name": "drawn anew", "points": 0, "total": 2, "hidden": False},
        ],
        "findings": [
            {"misconception": "mean-instead", "hint": "Is it the sum, or the `mean`?", "sure": True}
        ],
    }


def test_a_right_answer_and_one_not_written_yet_have_no_finding():
    def unwritten(xs):
        raise NotImplementedError

    for answer in (sum, unwritten):
        assert check("sums.total", answer).report.to_json()["findings"] == []


def test_a_mistake_that_is_not_known_comes_with_the_question_alone():
    findings = check("sums.total", lambda xs: sum(xs) if len(xs) < 4 else 17.25).report.to_json()["findings"]
    assert [(finding["misconception"], finding["sure"]) for finding in findings] == [("", False)]
    assert findings[0]["hint"] == "Do you add up every number?"


def test_the_grader_reads_what_the_check_displays():
    """The one test in which both sides of the published format meet."""
    formatted, _ = InteractiveShell().display_formatter.format(check("sums.total", mean_instead.answer))
    read = reports.in_outputs([{"output_type": "execute_result", "data": formatted}])
    assert json.loads(json.dumps(read.to_json() | {"format": 1})) == formatted[reports.MIME]


@pytest.mark.parametrize("answer", [sum, mean_instead.answer, lambda xs: print("x") or 1 / 0])
def test_nbgrader_reads_the_points_off_the_cell(answer):
    from nbformat.v4 import new_code_cell, new_output

    result = check("sums.total", answer)
    formatted, _ = InteractiveShell().display_formatter.format(result)
    assert formatted["text/plain"] == repr(result)
    assert formatted["text/html"].startswith("<div")
    cell = new_code_cell(
        metadata={"nbgrader": {"grade": True, "solution": False, "points": 3.5, "schema_version": 3}},
        outputs=[new_output("execute_result", formatted, execution_count=1)],
    )
    assert determine_grade(cell) == (float(result), 3.5)


def test_the_same_panel_every_time():
    panels = {check("sums.total", mean_instead.answer)._repr_html_() for _ in range(3)}
    assert len(panels) == 1


def test_hidden_draws_are_others_and_depend_on_the_seed(monkeypatch):
    seen = []

    def spy(xs):
        seen.append(tuple(xs))
        return sum(xs)

    def drawn(hidden):
        seen.clear()
        assert Checker([UNIT])("sums.total", spy, hidden=hidden) == 3.5
        return frozenset(seen)

    practice, graded = drawn(False), drawn(True)
    monkeypatch.setenv("NBJUDGE_SEED", "secret/anna")
    assert drawn(False) == practice
    anna = drawn(True)
    monkeypatch.setenv("NBJUDGE_SEED", "secret/bert")
    assert len({practice, graded, anna, drawn(True)}) == 4


def test_what_was_prepared_is_not_made_again(monkeypatch):
    checker, made = Checker([UNIT]), []
    begin = module.Sheet.__init__

    def noted(sheet, exercise, seed="", first=None, **options):
        made.extend([seed] if first is None else [])  # what follows from another sheet is next to nothing
        begin(sheet, exercise, seed, first, **options)

    monkeypatch.setattr(module.Sheet, "__init__", noted)
    checker.prepare(["sums.total"])
    assert made == ["practice"]
    assert checker("sums.total", sum) == 3.5
    assert made == ["practice"]
    assert checker("sums.total", sum, hidden=True) == 3.5
    assert made == ["practice"]


def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(KeyError, match="no exercise 'totl'; it has total, mean"):
        check("sums.totl", sum)
    with pytest.raises(KeyError, match="with a unit of sums; got 'total'"):
        check("total", sum)


def test_a_call_in_place_of_the_function_is_refused():
    with pytest.raises(TypeError, match="wants the function itself"):
        check("sums.total", sum([1]))


def test_units_are_imported_when_they_are_asked_for(tmp_path, monkeypatch):
    package = tmp_path / "a_course"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "broken.py").write_text("1 / 0")
    monkeypatch.syspath_prepend(tmp_path)
    units = Units("a_course", ("broken", "other"))
    assert list(units) == ["broken", "other"]
    with pytest.raises(ZeroDivisionError):
        units["broken"]
    with pytest.raises(KeyError, match="there are broken, other"):
        units["third"]


STUDENT = """
def total(xs):
    return sum(xs[1:])

def mean(xs):
    if not xs:
        raise ValueError
    return total(xs) / len(xs)
"""


def test_a_broken_helper_costs_once():
    names = {}
    exec(STUDENT, names)
    before = names["total"]
    result = check("sums.mean", names["mean"])
    assert result == 2
    assert result.report.needed == ("total",)
    assert "With a right total this passes, so the points are yours. Mend total first." in str(result)
    assert names["total"] is before


def test_a_helper_that_never_ends_is_waited_for_once():
    names = {}
    exec(STUDENT.replace("    return sum(xs[1:])", "    while True: pass"), names)
    start = time.monotonic()
    assert check("sums.mean", names["mean"]) == 2
    first = time.monotonic() - start
    assert check("sums.mean", names["mean"], hidden=True) == 2
    assert time.monotonic() - start < 1.8 * first + 1


def test_in_a_graded_run_nobody_waits_for_a_helper_whose_own_check_ran_out_of_time(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    checker, names = Checker([UNIT]), {"calls": []}
    exec(STUDENT.replace("    return sum(xs[1:])", "    calls.append(xs)\n    while True: pass"), names)
    assert checker("sums.total", names["total"]) == 0
    asked = len(names["calls"])
    result = checker("sums.mean", names["mean"], hidden=True)
    assert result == 2
    assert result.report.needed == ("total",)
    assert len(names["calls"]) == asked > 0


def test_a_right_helper_does_not_mend_a_wrong_function():
    result = check("sums.mean", lambda xs: sum(xs))
    assert result == 0
    assert result.report.needed == ()


def test_in_a_notebook_the_names_are_the_notebooks():
    shell = InteractiveShell()
    shell.run_cell("def mean(xs):\n    if not xs: raise ValueError\n    return total(xs) / len(xs)\n")
    assert check("sums.mean", shell.user_ns["mean"]) == 2
    assert "total" not in shell.user_ns
    shell.run_cell("def total(xs): return 0")
    before = shell.user_ns["total"]
    assert check("sums.mean", shell.user_ns["mean"]) == 2
    assert shell.user_ns["total"] is before


def test_what_is_no_plain_function_finds_its_helpers_where_the_check_is_called():
    names = {"check": check}
    exec(STUDENT + "import functools\nmean = functools.partial(mean)\n", names)
    exec("result = check('sums.mean', mean)", names)
    assert names["result"] == 2
    assert names["result"].report.needed == ("total",)


def test_names_are_put_back_after_an_error():
    names = {"a": 1}
    with contextlib.suppress(RuntimeError), module.rebound(names, {"a": 2, "b": 3}):
        assert names == {"a": 2, "b": 3}
        raise RuntimeError
    assert names == {"a": 1}


def test_a_stand_in_is_only_called():
    class StandIn:
        def __call__(self, *arguments):
            return sum(*arguments)

        def __getattr__(self, name):
            raise AssertionError(f"{name} was asked of the other process")

    assert check("sums.total", StandIn()) == 3.5


def test_from_another_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(check("sums.total", sum)))
    thread.start()
    thread.join(10)
    assert found == [3.5]


def test_a_fault_while_naming_a_mistake_costs_no_points(monkeypatch):

    def faulty(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "diagnose", faulty)
    assert module.named(None, ()) is None


def test_what_a_line_had_in_its_hands_is_that_of_the_case_that_is_shown():
    def first_answer(x):
        return x + np.ones(3)

    def doubled(x):
        return np.asarray(x) * 2.0

    exercise = Exercise(
        "doubled",
        "doubled(x) -> array",
        doubled,
        (Family("by hand", "example", 1, (Case("six", (np.arange(6.0),)),)),),
        (),
        right=(lambda x: np.asarray(x) + np.asarray(x),),
    )
    report = Checker([Unit("toys", "toys", (exercise,))])("toys.doubled", first_answer).report
    if report.small is not None:
        size = len(report.small.case.arguments[0])
        assert f"shape ({size},)" in report.question
        assert "shape (6,)" not in report.question
