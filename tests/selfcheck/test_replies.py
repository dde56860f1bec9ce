"""What lives in another process is asked once in a graded cell; what lives here, each time."""

import pytest

from selfcheck.check import Checker

from .examples import MEAN, TOTAL, UNIT


class StandIn:
    """Something that can be called and is no code of this process; it says that it is, as the judge's do."""

    def __init__(self, function):
        self.function = function
        self.calls = []

    @property
    def __class__(self):
        return type(lambda: 0)

    def __call__(self, *arguments):
        self.calls.append(arguments)
        return self.function(*arguments)


@pytest.fixture
def check(monkeypatch):
    monkeypatch.setenv("NBJUDGE", "1")
    return Checker([UNIT])


def drawn(exercise):
    return 3 if exercise is TOTAL else 0


def test_the_hidden_half_asks_only_what_is_drawn(check):
    function = StandIn(sum)
    assert check("sums.total", function) == 3.5
    first = len(function.calls)
    assert check("sums.total", function, hidden=True) == 3.5
    assert len(function.calls) == first + drawn(TOTAL)
    asked = [repr(call) for call in function.calls]
    assert not set(asked[first:]) & set(asked[:first])


def test_a_wrong_answer_loses_the_same_in_both_halves(check):
    function = StandIn(lambda xs: sum(xs[:-1]))
    practice, hidden = (check("sums.total", function, hidden=half) for half in (False, True))
    again = Checker([UNIT])("sums.total", StandIn(function.function), hidden=True)
    assert practice == hidden == again == 0.5
    assert hidden.report.to_json() == again.report.to_json()


def test_another_stand_in_is_asked_anew(check):
    """A function that was defined again is another object at the other side, and here."""
    assert check("sums.total", StandIn(sum)) == 3.5
    assert check("sums.total", StandIn(lambda xs: 0), hidden=True) == 0.5


@pytest.mark.parametrize("graded", [False, True])
def test_a_function_of_this_process_is_asked_each_time(monkeypatch, graded):
    if graded:
        monkeypatch.setenv("NBJUDGE", "1")
    check, right = Checker([UNIT]), [True]
    names = {"right": right}
    exec("def total(xs):\n    return sum(xs) if right else 0", names)
    assert check("sums.total", names["total"]) == 3.5
    right.clear()
    assert check("sums.total", names["total"], hidden=True) == 0.5


def helped(check, mean, total, hidden):
    names = {"check": check, "mean": mean, "total": total, "hidden": hidden}
    exec("result = check('sums.mean', mean, hidden)", names)
    return names["result"]


def test_a_right_helper_is_asked_once(check):
    total, mean = StandIn(sum), StandIn(lambda xs: 17.0)
    for hidden in (False, True):
        assert helped(check, mean, total, hidden) == 0
    assert total.calls
    once = len(total.calls)
    helped(check, mean, total, True)
    assert len(total.calls) == once


def test_a_wrong_helper_is_asked_until_it_fails(check):
    total = StandIn(lambda xs: 0.25)
    for hidden in (False, True):
        helped(check, StandIn(lambda xs: 17.0), total, hidden)
    assert len(total.calls) == 1


def test_with_a_right_helper_only_failing_families_are_asked_again(check):
    """The example comes out right with any helper: that family is not asked once more."""
    names = {"check": check, "total": StandIn(lambda xs: 0.25)}

    def mean(xs):
        if not xs:
            raise ValueError
        return 2.0 if xs == [1.0, 3.0] else names["total"](xs) / len(xs)

    names["mean"] = asked = StandIn(mean)
    exec("result = check('sums.mean', mean)", names)
    assert names["result"] == MEAN.points
    assert names["result"].report.needed == ("total",)
    assert [xs for (xs,) in asked.calls].count([1.0, 3.0]) == 1
