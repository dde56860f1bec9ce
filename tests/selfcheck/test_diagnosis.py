"""Known mistakes are named: with confidence if they explain everything, softly if most, else not at all."""

import time

import numpy as np
import pytest

from selfcheck.diagnosis import diagnose
from selfcheck.exercise import Misconception
from selfcheck.relations import relation
from selfcheck.trial import Sheet

from .examples import TOTAL, last_left_out, mean_instead

SHEET = Sheet(TOTAL, "a")


def diagnosed(answer):
    return diagnose(SHEET, SHEET.try_out(answer))


def test_a_right_answer_has_no_mistake():
    assert diagnosed(sum) is None


@pytest.mark.parametrize("wrong", TOTAL.misconceptions, ids=lambda wrong: wrong.slug)
def test_the_same_results_everywhere_are_named_with_confidence(wrong):
    found = diagnosed(wrong.answer)
    assert (found.misconceptions, found.sure) == ((wrong,), True)


def test_most_of_the_results_are_named_softly():
    def almost_the_mean(xs):
        return 8.0 if len(xs) == 3 else sum(xs) / max(len(xs), 1)

    found = diagnosed(almost_the_mean)
    assert (found.misconceptions, found.sure) == ((mean_instead,), False)
    assert found.explained == found.wrong - 1


def test_two_mistakes_together_explain_what_neither_does():
    def both(xs):
        return (mean_instead if len(xs) == 4 else last_left_out).answer(xs)

    found = diagnosed(both)
    assert set(found.misconceptions) == {mean_instead, last_left_out}
    assert not found.sure


def test_a_stranger_is_not_named():
    assert diagnosed(lambda xs: float(np.sum(np.sin(xs)))) is None
    assert diagnosed(lambda xs: "42") is None


def test_what_was_not_tried_is_never_named_with_confidence():
    def slow_in_the_end(xs):
        if len(xs) == 4:
            raise TimeoutError
        return mean_instead.answer(xs)

    found = diagnosed(slow_in_the_end)
    assert found is None or not found.sure


def test_a_simple_relation_is_remarked():
    assert diagnosed(lambda xs: 2 * sum(xs) if xs else 0).remark == (
        "Your values are the expected ones times 2."
    )


def test_eight_wrong_answers_that_take_long_do_not_hold_up_the_check():
    def slow(xs):
        time.sleep(0.3)
        return 1.0

    from dataclasses import replace

    many = tuple(Misconception(f"slow-{i}", "?", slow) for i in range(8))
    sheet = Sheet(replace(TOTAL, misconceptions=many, seconds=0.5), "a")
    results = sheet.try_out(lambda xs: 3.0)
    start = time.monotonic()
    diagnose(sheet, results)
    assert time.monotonic() - start < 8


THREE = np.array([0.25, 0.5, 2.0])


@pytest.mark.parametrize(
    ("got", "sentence"),
    [
        (-THREE, "with the sign reversed"),
        (1 - THREE, "one minus"),
        (np.log(THREE), "are the logarithms of the expected"),
        (np.exp(THREE), "The expected values are the logarithms"),
        (np.sqrt(THREE), "square roots"),
        (THREE**2, "squares"),
        (THREE * 3, "times 3"),
        (THREE - 1.5, "minus 1.5"),
        (THREE[::-1], "in reverse order"),
        ([THREE], "one more pair of brackets"),
        (np.round(THREE, 1), "rounded to 1 digits"),
        (THREE * np.array([1, 1, 2]), ""),
        (["a", "b", "c"], ""),
        ([[1], [2, 3]], ""),
        (None, ""),
    ],
)
def test_relations(got, sentence):
    found = relation([(THREE, got)])
    assert (sentence in found) if sentence else (found == "")


def test_one_number_alone_stands_in_any_relation_and_so_in_none():
    assert relation([(0.5, 1.0)]) == ""


def test_what_is_not_written_is_compared_with_no_mistake():
    def unwritten(xs):
        raise NotImplementedError

    sheet = Sheet(TOTAL, "untouched")
    assert diagnose(sheet, sheet.try_out(unwritten)) is None
    assert sheet._wrong == {}
