"""Where something is kept between calls, two small calls show it: the second is wrong after the first."""

from selfcheck.check import Checker

from .examples import UNIT

check = Checker([UNIT])


def shown(answer):
    small = check("sums.total", answer).report.small
    return small.case.shown, small.expected.value, small.got.value


def test_a_total_that_goes_on_is_shown_by_one_number_given_twice():
    kept = [0]

    def total(xs):
        kept[0] += sum(xs)
        return kept[0]

    call, right, wrong = shown(total)
    assert call.endswith(" twice: the second time")
    assert wrong == 2 * right


def test_results_kept_by_length_are_shown_by_two_inputs_of_that_length():
    kept = {}

    def total(xs):
        return kept.setdefault(len(xs), sum(xs))

    call, right, wrong = shown(total)
    first, then, second = call.partition(", and then ")
    assert then
    assert first != second
    assert right != wrong
    assert first.count(",") == second.count(",")


def test_the_function_is_left_as_it_was_before_the_check():
    kept = {}

    def total(xs):
        return kept.setdefault(len(xs), sum(xs))

    check("sums.total", total)
    assert kept == {}


def test_a_plain_mistake_is_shown_by_one_call():
    call = check("sums.total", lambda xs: sum(xs) + 1).report.small
    assert call is None or "twice" not in call.case.shown
