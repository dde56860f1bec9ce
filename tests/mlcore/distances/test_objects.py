import itertools
import math
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import distance as scipy_distance

from mlcore.distances import (
    edit_distance,
    gower,
    hamming,
    jaccard_distance,
)
from mlcore.distances.objects import _edit_by_cell, _edit_by_row

# The five rows that the lectures show for k nearest neighbours.
ROWS = np.array([[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]])

laws = settings(deadline=None, max_examples=60)
floats = st.floats(-1e6, 1e6, allow_subnormal=False)
halves = st.integers(-20, 20).map(lambda i: i / 2)


def vectors(elements=floats, size=3):
    return st.lists(elements, min_size=size, max_size=size)


class TestHamming:
    def test_counts_the_places_that_differ(self):
        assert hamming("karolin", "kathrin") == 3
        assert hamming("abcd", "bcda") == 4
        assert hamming("", "") == 0

    def test_refuses_other_lengths_instead_of_cutting(self):
        with pytest.raises(ValueError, match=r"one length; a has 3, b has 4"):
            hamming("cat", "cats")

    def test_takes_any_sequences(self):
        assert hamming([1, None, "x"], (1, 2, "x")) == 1
        assert hamming(np.array([True, False]), [True, True]) == 1
        assert hamming(pd.Series(["a", "b"], index=[7, 3]), ["a", "c"]) == 1
        assert hamming(range(3), [0, 1, 5]) == 1

    @pytest.mark.parametrize("bad", [{1, 2}, 5, None, np.zeros((2, 2)), {"a": 1}])
    def test_refuses_what_has_no_order(self, bad):
        with pytest.raises(TypeError, match="b must be a sequence"):
            hamming([1, 2], bad)


class TestEditDistance:
    @pytest.mark.parametrize(
        ("a", "b", "expected"),
        [
            ("kitten", "sitting", 3),
            ("cat", "cats", 1),
            ("abcd", "bcda", 2),  # four places differ, two edits do
            ("", "abc", 3),
            ("abc", "", 3),
            ("", "", 0),
            ("flaw", "lawn", 2),
            ("a" * 100, "b" * 100, 100),
            ("intention", "execution", 5),
        ],
    )
    def test_by_hand(self, a, b, expected):
        assert edit_distance(a, b) == expected

    def test_takes_any_sequences(self):
        assert edit_distance([1, 2, 3], (2, 3)) == 1
        assert edit_distance(np.arange(50), np.arange(1, 51)) == 2
        assert edit_distance([[1], [2]] * 20, [[1]] * 40) == 20  # lists have no hash

    def test_of_long_sequences_is_found_in_time(self):
        rng = np.random.default_rng(2)
        a = rng.integers(4, size=2000).tolist()
        b = [*a[:500], 9, *a[500:1500], *a[1503:]]
        assert edit_distance(a, b) == 4

    def test_refuses_sets(self):
        with pytest.raises(TypeError, match="a must be a sequence"):
            edit_distance({1}, [1])

    @laws
    @given(st.text("abc", max_size=9), st.text("abc", max_size=9))
    def test_is_the_shortest_path_of_single_edits(self, a, b):
        def slow(a, b):  # the recurrence without a table
            if not a or not b:
                return len(a) + len(b)
            if a[0] == b[0]:
                return slow(a[1:], b[1:])
            return 1 + min(slow(a[1:], b), slow(a, b[1:]), slow(a[1:], b[1:]))

        if len(a) + len(b) <= 10:
            assert edit_distance(a, b) == slow(a, b)

    @laws
    @given(st.lists(st.integers(0, 3), max_size=70), st.lists(st.integers(0, 3), max_size=70))
    def test_row_by_row_equals_cell_by_cell(self, a, b):
        shorter, longer = sorted((a, b), key=len)
        fast = _edit_by_row(np.array(shorter, dtype=int), np.array(longer, dtype=int))
        assert fast == _edit_by_cell(shorter, longer) == edit_distance(a, b)

    @laws
    @given(st.text("ab", min_size=4, max_size=4), st.text("ab", min_size=4, max_size=4))
    def test_never_exceeds_hamming(self, a, b):
        assert edit_distance(a, b) <= hamming(a, b)


class TestJaccardDistance:
    def test_by_hand(self):
        assert jaccard_distance({1, 2, 3}, {2, 3, 4}) == 1 / 2
        assert jaccard_distance({1, 2}, set()) == 1
        assert jaccard_distance({1, 2, 3, 4}, {4}) == 3 / 4

    def test_of_two_empty_sets_is_zero(self):
        assert jaccard_distance(set(), set()) == 0

    def test_takes_anything_with_elements(self):
        assert jaccard_distance("night", "thing") == 0
        assert jaccard_distance([1, 1, 2], (2, 1)) == 0
        assert jaccard_distance(np.array([5, 7]), {7}) == 1 / 2

    def test_of_truth_values_compares_where_they_are_true(self):
        a, b = np.array([True, True, False, False]), np.array([True, False, True, False])
        assert jaccard_distance(a, b) == pytest.approx(scipy_distance.jaccard(a, b))
        assert jaccard_distance(np.zeros(3, dtype=bool), np.zeros(3, dtype=bool)) == 0

    @pytest.mark.parametrize("bad", [3, None, [[1], [2]]])
    def test_refuses_what_has_no_elements_of_a_set(self, bad):
        with pytest.raises(TypeError, match="A must be a set"):
            jaccard_distance(bad, {1})


class TestGower:
    kinds = ("numeric", "categorical", "numeric")

    def test_by_hand(self):
        # 10 of 40 apart, another colour, same size: (1/4 + 1 + 0) / 3
        assert gower([20, "red", 5], [30, "blue", 5], [40, None, 2], self.kinds) == (1 / 4 + 1 + 0) / 3

    @pytest.mark.parametrize("unknown", [None, math.nan, np.nan, pd.NA, pd.NaT])
    def test_leaves_out_what_is_missing_in_either(self, unknown):
        expected = (1 / 4 + 1) / 2
        assert gower([20, "red", unknown], [30, "blue", 5], [40, None, 2], self.kinds) == expected
        assert gower([20, "red", 5], [30, "blue", unknown], [40, None, 2], self.kinds) == expected

    def test_a_feature_without_range_counts_as_equal(self):
        assert gower([7, "a", 1], [9, "a", 2], [0, None, 2], self.kinds) == (0 + 0 + 1 / 2) / 3

    def test_can_exceed_one_beyond_the_training_range(self):
        assert gower([0], [5], [2], ["numeric"]) == 5 / 2

    def test_of_rows_without_a_common_feature_is_refused(self):
        with pytest.raises(ValueError, match="share a feature that is missing in neither"):
            gower([None, 1], [2, None], [1, 1], ["numeric", "numeric"])

    def test_takes_rows_of_tables(self):
        table = pd.DataFrame({"age": [20, 30], "colour": ["red", "blue"]})
        kinds = np.array(["numeric", "categorical"])
        assert gower(table.iloc[0], table.to_numpy()[1], (40, None), kinds) == 5 / 8

    def test_refuses_what_is_no_row(self):
        with pytest.raises(TypeError, match="b must be a sequence"):
            gower([1], 2, [1], ["numeric"])

    def test_refuses_unknown_kinds_bad_ranges_text_and_other_lengths(self):
        with pytest.raises(ValueError, match="kinds must be one of 'numeric', 'categorical'"):
            gower([1], [2], [1], ["ordinal"])
        with pytest.raises(ValueError, match="ranges must be at least 0"):
            gower([1], [2], [-1], ["numeric"])
        with pytest.raises(TypeError, match="b must be a number"):
            gower([1], ["2"], [1], ["numeric"])
        with pytest.raises(ValueError, match="must have one length; a has 2"):
            gower([1, 2], [2], [1], ["numeric"])


def test_gower_becomes_a_distance_of_two_rows_once_ranges_are_known():
    rows = [(1, "a"), (3, "a"), (3, "b")]
    d = partial(gower, ranges=[2, None], kinds=["numeric", "categorical"])
    found = [d(a, b) for a, b in itertools.product(rows, repeat=2)]
    assert found == [0, 1 / 2, 1, 1 / 2, 0, 1 / 2, 1, 1 / 2, 0]
