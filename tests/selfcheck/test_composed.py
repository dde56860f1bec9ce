import numpy as np
import pytest

from selfcheck.diagnosis import diagnose
from selfcheck.exercise import Case, Exercise, Family, wrong
from selfcheck.trial import Sheet


def cheapest(prices, tax):
    """Each share of the sum, times the tax."""
    prices = np.asarray(prices, dtype=float)
    return (prices / prices.sum()) * (1 + tax) ** 2


@wrong()
def largest_for_sum(prices, tax):
    """Do your shares sum to 1?"""
    prices = np.asarray(prices, dtype=float)
    return (prices / prices.max()) * (1 + tax) ** 2


CASES = tuple(
    Case(f"{prices} {tax}", (prices, tax))
    for prices, tax in (([1, 3], 0.25), ([2, 2, 5], 0.5), ([4, 1], 2.0), ([7, 2, 2], 0.125))
)
EXERCISE = Exercise(
    "shares",
    "shares(prices, tax) -> shares",
    cheapest,
    (Family("all", "example", 1, CASES),),
    (largest_for_sum,),
)


def found(answer):
    sheet = Sheet(EXERCISE, "a")
    return diagnose(sheet, sheet.try_out(answer))


def both(change):
    """Return the known mistake with something else done to what it gives."""
    return lambda prices, tax: change(largest_for_sum.answer(prices, tax))


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (both(lambda values: values + 1), "your values are those of the one above plus 1."),
        (both(np.log), "your values are the logarithms of those of the one above."),
        (both(lambda values: values[:-1]), "the last is missing"),
        (lambda prices, tax: largest_for_sum.answer(prices, tax * tax), "the square in the place of `tax`"),
        (lambda prices, tax: largest_for_sum.answer(sorted(prices), tax), "`prices` in ascending order"),
    ],
)
def test_a_known_mistake_is_named_beside_a_kind(answer, sentence):
    diagnosis = found(answer)
    assert diagnosis.misconceptions == (largest_for_sum,)
    assert not diagnosis.sure
    assert diagnosis.remark.startswith("There is a second slip, too: ")
    assert sentence in diagnosis.remark


def test_what_explains_most_cases_only_is_not_named():
    def answer(prices, tax):
        return largest_for_sum.answer(prices, tax) + (1 if tax < 1 else 2)

    assert found(answer) is None
