"""Wrong solutions as students write them lose points, and the check says rightly what is wrong with most.

The solutions stand in `handed_in`, a module for each unit: whole functions of many shapes, each with a slip.
"""

import functools
import importlib
import warnings

import pytest

from mlcore.exercises import UNITS, check

NAMED = 0.9  # of the solutions of a unit


@functools.cache
def results(unit):
    pile = importlib.import_module(f"tests.mlcore.exercises.handed_in.{unit}").pile
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # overflows and the like are part of what was handed in
        return [(work, check(f"{unit}.{work.task}", work.answer, hidden=True)) for work in pile]


def diagnosis_of(result):
    found = result.report.diagnosis
    slugs = [wrong.slug for wrong in found.misconceptions] if found else []
    return slugs, found.remark if found else "", bool(found and found.sure)


def rightly_named(work, result):
    slugs, remark, _ = diagnosis_of(result)
    return any(name in slugs or (name in remark and " " in name) for name in work.named)


@pytest.mark.parametrize("unit", UNITS)
def test_every_task_has_wrong_solutions(unit):
    tasks = [work.task for work, _ in results(unit)]
    few = [e.name for e in UNITS[unit].exercises if tasks.count(e.name) < 5 and e.name != "gower"]
    assert few == []


@pytest.mark.parametrize("unit", UNITS)
def test_every_wrong_solution_loses_points(unit):
    full = [
        f"{work.task}: {work.mistake}"
        for work, result in results(unit)
        if result >= UNITS[unit][work.task].points
    ]
    assert full == []


@pytest.mark.parametrize("unit", UNITS)
def test_nine_in_ten_are_named_rightly(unit):
    unnamed = [
        f"{work.task}: {work.mistake} -> {diagnosis_of(result)}, should be {work.named}"
        for work, result in results(unit)
        if not rightly_named(work, result)
    ]
    assert len(unnamed) <= (1 - NAMED) * len(results(unit)), "\n".join(unnamed)


@pytest.mark.parametrize("unit", UNITS)
def test_none_is_named_with_confidence_and_wrongly(unit):
    wrong = [
        f"{work.task}: {work.mistake} -> {diagnosis_of(result)[0]}, should be {work.named}"
        for work, result in results(unit)
        if diagnosis_of(result)[2] and not rightly_named(work, result)
    ]
    assert wrong == []
