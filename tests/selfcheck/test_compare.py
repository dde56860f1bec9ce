"""Values are compared, never looks: what stands for what, and what does not."""

from collections import Counter, OrderedDict
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfcheck.compare import close, exact, kind

SAME = [
    ([1.0, 2.0], np.array([1.0, 2.0])),
    (np.array([1.0, 2.0]), (1.0, 2.0)),
    ((1, 2), [1, 2]),
    (np.eye(2), [[1, 0], [0, 1]]),
    ([[1, 0], [0, 1]], np.eye(2)),
    (0.5, np.float64(0.5)),
    (0.5, np.array(0.5)),
    (np.array(0.5), 0.5),
    (0.5, Fraction(1, 2)),
    (0.5, Decimal("0.5")),
    (1, 1.0),
    (1, np.int64(1)),
    (1 + 2j, np.complex128(1 + 2j)),
    (True, np.True_),
    ("spam", np.str_("spam")),
    (["spam", "ham"], np.array(["spam", "ham"])),
    (np.array(["spam", "ham"]), ["spam", np.str_("ham")]),
    (np.array(["spam", 3], dtype=object), ["spam", 3]),
    (np.array([True, False]), [True, np.False_]),
    ({"a": [1, 2]}, {"a": np.array([1, 2])}),
    ({1: 2, (0, "x"): 3}, {np.int64(1): 2.0, (0, np.str_("x")): 3}),
    ({"a": 1}, Counter("a")),
    ({"a": 1, "b": 2}, OrderedDict([("b", 2), ("a", 1)])),
    ({1, 2}, frozenset({2, 1})),
    ({0.1 + 0.2, 1.0}, {0.3, 1.0}),
    (float("nan"), np.nan),
    (np.array([np.nan, 1.0]), [float("nan"), 1.0]),
    (-np.inf, float("-inf")),
    (None, None),
    (10**400, 10**400),
    ([], np.array([])),
    (np.zeros((0, 3)), []),
    (np.array([[1, 2], [3, 4]], dtype=np.uint8), [[1, 2], [3, 4]]),
    ([1, "two", None], (1, "two", None)),
]

DIFFERENT = [
    (1, "1", "the number 1 was expected; got the text '1'"),
    ("1", 1, "the text '1' was expected; got the number 1"),
    (1, True, "the number 1 was expected; got True"),
    (True, 1, "True or False was expected; got the number 1"),
    (np.array([True]), [1], "True or False was expected; got the number 1"),
    (np.array([1.0, 2.0]), [True, 2.0], "the number 1.0 was expected; got True"),
    (np.array(["1"]), [1], "the text '1' was expected; got the number 1"),
    (0.5, None, "nothing came back (None)"),
    (None, 0.5, "nothing (None) was expected; got the number 0.5"),
    (0.5, float("nan"), "the value is NaN (not a number)"),
    (float("nan"), 0.5, "the values differ"),
    (np.inf, 1e308, "the values differ"),
    (-np.inf, -700.0, "the values differ"),
    (np.array([-np.inf, 0.0]), [-700.0, 0.0], "the values differ"),
    (np.array([200], np.uint8), np.array([100], np.uint8), "the values differ"),
    (2**53 + 1, 2**53, "the values differ"),
    (10**400, 10**400 + 1, "the values differ"),
    (1.0, 10**400, "the values differ"),
    (0.5, [0.5], "the number 0.5 was expected; got a list of length 1"),
    ([0.5], 0.5, "1 value was expected; got the number 0.5"),
    ([1, 2], [1], "2 values were expected; got 1"),
    ([1, 2], "12", "2 values were expected; got the text '12'"),
    ([1, 2], (x for x in (1, 2)), "2 values were expected; got a generator: put list(...) around it"),
    ([1, 2], {1, 2}, "2 values were expected; got a set"),
    (np.eye(2), [[1, 0], [1]], "the rows are not all of the same length"),
    (
        np.zeros((2, 3)),
        np.zeros((3, 2)),
        "the shape should be (2, 3); it is (3, 2): are rows and columns swapped?",
    ),
    (np.zeros(2), np.zeros((2, 1)), "the shape should be (2,); it is (2, 1)"),
    (np.zeros(2), 0.0, "an array of shape (2,) was expected; got the number 0.0"),
    ({"a": 1}, {}, "the key 'a' is missing"),
    ({"a": 1}, {"a": 1, "b": 2}, "the key 'b' should not be there"),
    ({"a": 1}, [("a", 1)], "a dict was expected; got a list of length 1"),
    ({1, 2}, {1}, "2 should be in the set and is not"),
    ({1}, {1, 2}, "2 should not be in the set"),
    ({1}, [1], "a set was expected; got a list of length 1"),
    (0.5, len, "the number 0.5 was expected; got a function: are the brackets of a call missing?"),
]


@pytest.mark.parametrize(("expected", "got"), SAME)
def test_what_stands_for_what(expected, got):
    assert close()(expected, got) is None
    assert close()({"deep": [expected]}, {"deep": (got,)}) is None


@pytest.mark.parametrize(("expected", "got", "why"), DIFFERENT)
def test_what_does_not(expected, got, why):
    compare = exact() if isinstance(expected, int) and expected > 1 else close()
    assert compare(expected, got).why == why
    assert compare({"deep": [expected]}, {"deep": (got,)}).path.startswith("['deep'][0]")


def test_the_path_leads_to_the_first_difference():
    expected = {"mean": np.array([[1.0, 2.0], [3.0, 4.0]]), "prior": [0.5, 0.5]}
    got = {"mean": [[1.0, 2.0], [3.5, 4.5]], "prior": [0.1, 0.9]}
    found = close()(expected, got)
    assert (found.path, found.expected, found.got) == ("['mean'][1, 0]", 3.0, 3.5)


def test_tolerance_is_relative_and_near_zero_absolute():
    assert close()(1e9, 1e9 + 0.5) is None
    assert close()(1e-13, 0.0) is None
    assert close()(1e-6, 1.1e-6) is not None
    assert exact()(0.3, 0.1 + 0.2) is not None


def test_only_the_keys_that_are_asked_for():
    compare = close(dict_keys=("prior",))
    assert compare({"prior": 1, "count": 2}, {"prior": 1, "anything": 3}) is None
    assert compare({"prior": {"a": 1}}, {"prior": {"a": 2}}) is not None


def test_a_list_that_holds_itself_ends():
    endless = [1]
    endless.append(endless)
    assert close()(np.eye(2), endless) is not None
    assert close()([1, [1, 2]], endless) is not None


def test_text_and_numbers_of_any_length_are_named_shortly():
    assert len(kind(10**5000)) < 60
    assert len(kind("x" * 1000)) < 60


@settings(deadline=None)  # a busy machine is no fault
@given(st.recursive(st.floats() | st.booleans() | st.text() | st.integers(), st.lists, max_leaves=12))
def test_everything_agrees_with_itself(value):
    assert close()(value, value) is None
    assert exact()(value, value) is None


@settings(deadline=None)  # a busy machine is no fault
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_an_array_and_its_list_agree_both_ways(values):
    assert exact()(values, np.array(values)) is None
    assert exact()(np.array(values), values) is None
