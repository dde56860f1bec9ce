"""Wrong answers as students write them lose points, and the check says rightly what is wrong with most.

They stand in `tests/data/wrong_answers`, a module for each unit: whole functions of many shapes, each with a
slip.
"""

import functools
import importlib
import warnings

import pytest

from mlcore.exercises import UNITS, check
from selfcheck.repair import ALL

pytestmark = pytest.mark.xdist_group("wrong answers")  # each is put to its check once
NAMED = 0.9  # of the wrong answers of a unit
LINE = ALL.partition("{")[0]


@functools.cache
def results(unit):
    answers = importlib.import_module(f"tests.data.wrong_answers.{unit}").answers
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # overflows and the like are part of the wrong answers
        return [(wrong, check(f"{unit}.{wrong.task}", wrong.answer, hidden=True)) for wrong in answers]


def diagnosis_of(result):
    diagnosis = result.report.diagnosis
    if diagnosis is None:
        return [], "", False
    return [mistake.slug for mistake in diagnosis.misconceptions], diagnosis.remark, diagnosis.sure


def rightly_named(wrong, result):
    slugs, remark, _ = diagnosis_of(result)
    if LINE in remark:  # every case was tried with that line changed: it is where the slip is
        return True
    return any(name in slugs or (name in remark and " " in name) for name in wrong.names)


@pytest.mark.parametrize("unit", UNITS)
def test_every_task_has_wrong_answers(unit):
    tasks = [wrong.task for wrong, _ in results(unit)]
    few = [e.name for e in UNITS[unit].exercises if tasks.count(e.name) < 5 and e.name != "gower"]
    assert few == []


@pytest.mark.parametrize("unit", UNITS)
def test_every_wrong_answer_loses_points(unit):
    full = [
        f"{wrong.task}: {wrong.mistake}"
        for wrong, result in results(unit)
        if result >= UNITS[unit][wrong.task].points
    ]
    assert full == []


@pytest.mark.parametrize("unit", UNITS)
def test_nine_in_ten_are_named_rightly(unit):
    unnamed = [
        f"{wrong.task}: {wrong.mistake} -> {diagnosis_of(result)}, should be {wrong.names}"
        for wrong, result in results(unit)
        if not rightly_named(wrong, result)
    ]
    assert len(unnamed) <= (1 - NAMED) * len(results(unit)), "\n".join(unnamed)


@pytest.mark.parametrize("unit", UNITS)
def test_none_is_named_with_confidence_and_wrongly(unit):
    misnamed = [
        f"{wrong.task}: {wrong.mistake} -> {diagnosis_of(result)[0]}, should be {wrong.names}"
        for wrong, result in results(unit)
        if diagnosis_of(result)[2] and not rightly_named(wrong, result)
    ]
    assert misnamed == []
