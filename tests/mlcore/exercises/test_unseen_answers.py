"""Answers that the checks have never seen: wrong ones lose points, right ones do not, kept state is named."""

import functools
import warnings

import pytest

from mlcore.exercises import UNITS, check
from tests.data.unseen import more_right, more_wrong, right, wrong

# The bell that ends a loop may ring inside somebody else's callback of the garbage collector. It rings again.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.xdist_group("unseen answers"),  # each is put to its check once
]

RIGHT = [*right.RIGHT, *more_right.RIGHT]
WRONG = [*wrong.WRONG, *more_wrong.WRONG]
# of each kind, by more than a general question
NAMED = {"slip": 0.92, "state": 1.0, "half": 0.8, "pair": 0.6}


@functools.cache
def results(unit):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # overflows and the like are part of the wrong answers
        return [(entry, check(entry[0], entry[3])) for entry in WRONG if entry[0].startswith(f"{unit}.")]


def total(task):
    unit, _, name = task.partition(".")
    return UNITS[unit][name].points


@pytest.mark.parametrize("unit", UNITS)
def test_every_wrong_answer_loses_points(unit):
    full = [(task, mistake) for (task, _, mistake, _), result in results(unit) if result >= total(task)]
    assert full == []


@pytest.mark.parametrize("unit", UNITS)
def test_every_wrong_answer_is_asked_something(unit):
    silent = [
        entry[:3]
        for entry, result in results(unit)
        if not result.report.question and result.report.diagnosis is None
    ]
    assert silent == []


@pytest.mark.parametrize("unit", UNITS)
def test_what_is_kept_from_call_to_call_is_said_to_be_kept(unit):
    words = ("still holds", "What survives", "one and the same list")
    unnamed = [
        (task, mistake, result.report.question)
        for (task, kind, mistake, _), result in results(unit)
        if kind == "state" and not any(word in result.report.question for word in words)
    ]
    assert unnamed == []


@pytest.mark.parametrize("kind", NAMED)
def test_most_are_told_more_than_the_question_of_their_family(kind):
    diagnoses = [
        (task, mistake, result.report.diagnosis)
        for unit in UNITS
        for (task, of_kind, mistake, _), result in results(unit)
        if of_kind == kind
    ]
    general = [(task, mistake) for task, mistake, diagnosis in diagnoses if diagnosis is None]
    assert len(general) <= (1 - NAMED[kind]) * len(diagnoses), general


@pytest.mark.parametrize(("task", "how", "answer"), RIGHT, ids=[f"{task}: {how}" for task, how, _ in RIGHT])
def test_every_right_answer_keeps_all_points(task, how, answer):
    for hidden in (False, True):
        result = check(task, answer, hidden=hidden)
        assert result == total(task), str(result)
