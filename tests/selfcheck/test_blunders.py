import math

import numpy as np
import pytest

from selfcheck import blunders
from selfcheck.attempt import call
from selfcheck.compare import Difference
from selfcheck.exercise import Case
from selfcheck.trial import Trial

# ruff: noqa: F821


def asked(function, *arguments, expected=lambda *arguments: 1.0, seconds=0.2):
    case = Case("a case", arguments)
    wanted = call(case.ask, expected, arguments)
    got = call(case.ask, function, arguments, None, seconds)
    return blunders.question(Trial(case, wanted, got, Difference("", None, None, "")))


def misspelt(weights):
    return sum(weigths)


def no_import(x):
    return maths.sqrt(x)


def shapes(X, w):
    return X * w


def text_of_an_if(x):
    if x > 0:
        return x
    return -x


def late(x):
    if x > 5:
        total = x
    return total


@pytest.mark.parametrize(
    ("function", "arguments", "sentence"),
    [
        (misspelt, ([1, 2],), "Python knows no `weigths` there. Do you mean `weights`?"),
        (no_import, (2,), "Python knows no `maths` there. Where does it get its value"),
        (
            shapes,
            (np.ones((4, 6)), np.ones(2)),
            "X is an array of shape (4, 6); w is an array of shape (2,). These",
        ),
        (text_of_an_if, (np.ones(3),), "x is an array of shape (3,). `if` asks one thing"),
        (late, (3,), "a way to that line on which `total` never gets a value"),
        (lambda x: [1, 2][x], (5,), "Which is the largest index"),
        (lambda x: x.T, ([[1]],), "A list is not an array"),
        (lambda x: x / 0, (1,), "What stands below the line"),
        (lambda X, w: X @ w, (np.ones((4, 6)), np.ones(2)), "the columns of the first must be as many"),
        (lambda x: math.log(x), (0,), "Of which numbers is there a logarithm"),
        (lambda x: [x][x], (0.1 + 0.2,), "x is the number 0.3. What stands in the brackets"),
    ],
)
def test_what_breaks_off_is_asked_about_the_line_and_what_it_had_in_its_hands(function, arguments, sentence):
    assert sentence in asked(function, *arguments)


def test_a_value_that_is_right_or_wrong_is_left_to_others():
    assert asked(lambda x: 2.0, 1) == ""


def test_an_unwritten_function_is_no_blunder():
    def stub(x):
        raise NotImplementedError

    assert asked(stub, 1) == ""


def test_printing_is_not_returning():
    assert "You print your result" in asked(lambda x: print(x), 1)
    assert "Nothing comes back" in asked(lambda x: [3, 1].sort(), 1)


def test_printing_each_and_returning_an_empty_list_is_not_returning_either():
    assert "You print your result" in asked(lambda x: print(x) or [], 1, expected=lambda x: [1.0])
    assert asked(lambda x: print(x) or [], 1, expected=lambda x: []) == ""


def test_a_function_that_is_not_called_is_no_result():
    assert "Which brackets call it?" in asked(lambda x: {"a": x.bit_length}, 1)
    assert "Which brackets call it?" in asked(lambda x: lambda: x, 1)


def test_an_error_is_raised_not_returned():
    def refuse(x):
        raise ValueError("no")

    assert "`raise` it" in asked(lambda x: ValueError("no"), 1, expected=refuse)
    assert asked(lambda x: {}[x], 1, expected=refuse) == ""  # of errors of another kind `habits` knows more


def endless(x):
    total = 0
    while total < 10:
        for step in range(3):
            x += step
    return total


def test_of_an_endless_loop_the_head_is_named():
    assert "still in `while total < 10`" in asked(endless, 1)
