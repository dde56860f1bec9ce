import itertools
import math
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import distance as scipy_distance
from sklearn.metrics.pairwise import cosine_distances, euclidean_distances
from sklearn.preprocessing import StandardScaler

from mlcore.distances import (
    DISTANCES,
    METRICS,
    OBJECT_DISTANCES,
    chebyshev,
    cosine_distance,
    cosine_similarity,
    edit_distance,
    euclidean,
    gower,
    hamming,
    jaccard_distance,
    manhattan,
    minkowski,
    pairwise_sq_dists,
    standardise,
    weighted_distance,
)
from mlcore.object_distances import _edit_by_cell, _edit_by_row

# The five rows that the lectures show for k nearest neighbours.
ROWS = np.array([[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]])

laws = settings(deadline=None, max_examples=60)
floats = st.floats(-1e6, 1e6, allow_subnormal=False)
halves = st.integers(-20, 20).map(lambda i: i / 2)


def vectors(elements=floats, size=3):
    return st.lists(elements, min_size=size, max_size=size)


class TestLpDistance:
    def test_of_first_and_last_row_by_hand(self):
        a, b = ROWS[0], ROWS[4]  # gaps 5/2 and 2
        assert minkowski(a, b, p=1) == manhattan(a, b) == 9 / 2
        assert minkowski(a, b) == euclidean(a, b) == math.sqrt(41 / 4)
        assert minkowski(a, b, p=3) == pytest.approx((189 / 8) ** (1 / 3), rel=1e-15)
        assert minkowski(a, b, p=math.inf) == chebyshev(a, b) == 5 / 2

    def test_is_the_norm_of_the_difference_and_not_of_the_pair(self):
        assert minkowski([1, 3], [2, 3], p=2) == 1  # the lectures' ‖x, x′‖ reads as √23

    def test_with_infinite_order_is_the_limit_of_large_orders(self):
        assert minkowski([0, 0], [3, -4], p=math.inf) == 4
        assert minkowski([0, 0], [3, -4], p=2000) == pytest.approx(4, rel=1e-12)

    @pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 3, 7, math.inf])
    def test_agrees_with_scipy(self, p):
        rng = np.random.default_rng(0)
        for a, b in rng.normal(size=(20, 2, 5)):
            assert minkowski(a, b, p) == pytest.approx(scipy_distance.minkowski(a, b, p), rel=1e-13)

    def test_order_below_one_breaks_the_triangle_inequality(self):
        a, b, c = [0, 0], [1, 0], [1, 1]
        assert minkowski(a, c, p=0.5) == 4 > minkowski(a, b, p=0.5) + minkowski(b, c, p=0.5) == 2

    @pytest.mark.parametrize("scale", [1e300, 1e200, 1e-200, 1e-300])
    @pytest.mark.parametrize("p", [1, 2, 3, math.inf])
    def test_neither_overflows_nor_vanishes(self, scale, p):
        assert minkowski([0, 0], [3 * scale, 4 * scale], p) == pytest.approx(
            minkowski([0, 0], [3, 4], p) * scale, rel=1e-14, abs=0
        )

    def test_beyond_the_largest_float_is_infinite(self):
        assert euclidean([1.7e308], [-1.7e308]) == math.inf
        assert minkowski(np.zeros(9), np.ones(9), p=1e-3) == math.inf  # 9^1000

    def test_keeps_ties_of_whole_numbers(self):
        assert euclidean([0, 0], [2, 9]) == euclidean([0, 0], [6, 7])
        assert euclidean([0, 0, 0], [54, 2, 1]) == math.sqrt(2921)  # the power 1/2 rounds otherwise

    def test_of_unsigned_bytes_does_not_wrap_around(self):
        assert manhattan(np.array([3], dtype=np.uint8), np.array([5], dtype=np.uint8)) == 2

    @pytest.mark.parametrize("p", [0, -1, math.nan, -math.inf])
    def test_refuses_orders_that_are_not_positive(self, p):
        with pytest.raises(ValueError, match=r"p must be"):
            minkowski([1], [2], p)

    def test_refuses_an_order_that_is_no_number(self):
        with pytest.raises(TypeError, match="p must be a number"):
            minkowski([1], [2], "2")


class TestWeightedDistance:
    def test_with_zero_and_one_weights_selects_features(self):
        assert weighted_distance([0, 0, 0], [3, 4, 12], z=[1, 1, 0]) == 5
        assert weighted_distance([0, 0], [3, 4], z=[0, 0]) == 0

    def test_with_weights_one_is_euclidean(self):
        assert weighted_distance([1, 3], [3.5, 1], z=[1, 1]) == euclidean([1, 3], [3.5, 1])

    def test_weights_stand_under_the_root_but_outside_the_square(self):
        assert weighted_distance([0, 0], [4, 3], z=[1 / 4, 4]) == math.sqrt(16 / 4 + 9 * 4)

    def test_keeps_the_root_on_which_distance_weights_depend(self):
        # Neighbours at 1, 1.8 and 2 with labels +, −, −: votes 1/d and 1/d² decide differently.
        d = np.array([weighted_distance([0], [x], z=[1]) for x in (1, 1.8, 2)])
        label = np.array([1, -1, -1])
        assert (label / d).sum() < 0 < (label / d**2).sum()

    def test_of_extreme_values_neither_overflows_nor_vanishes(self):
        assert weighted_distance([0, 0], [3e200, 4e200], z=[4, 4]) == pytest.approx(1e201, rel=1e-14)
        assert weighted_distance([0, 0], [1e-200, 1e308], z=[4, 0]) == pytest.approx(2e-200, rel=1e-14, abs=0)

    def test_refuses_negative_weights_and_other_lengths(self):
        with pytest.raises(ValueError, match="z must hold weights of at least 0"):
            weighted_distance([1, 2], [3, 4], z=[1, -1])
        with pytest.raises(ValueError, match="must have one length"):
            weighted_distance([1, 2], [3, 4], z=[1])


class TestCosine:
    def test_of_first_and_last_row_by_hand(self):
        similarity = 6.5 / math.sqrt(10 * 13.25)  # 3.5 + 3 over the two lengths
        assert cosine_similarity(ROWS[0], ROWS[4]) == pytest.approx(similarity, rel=1e-15)
        assert cosine_distance(ROWS[0], ROWS[4]) == pytest.approx(1 - similarity, rel=1e-15)

    def test_of_parallel_orthogonal_and_opposite_vectors(self):
        assert cosine_distance([3, 4], [6, 8]) == 0
        assert cosine_distance([3, 4], [4, -3]) == 1
        assert cosine_distance([3, 4], [-3, -4]) == 2

    def test_ranks_the_parallel_vector_first_where_the_printed_formula_ranks_it_last(self):
        def printed(a, b):
            return np.dot(a, b) / (np.abs(a).sum() * np.abs(b).sum())

        a, parallel, orthogonal = [3, 4], [6, 8], [4, -3]
        assert printed(a, orthogonal) < printed(a, parallel)
        assert cosine_distance(a, parallel) < cosine_distance(a, orthogonal)

    def test_with_a_vector_of_zeros_is_one(self):
        assert cosine_distance([0, 0], [3, 4]) == cosine_distance([3, 4], [0, 0]) == 1
        assert cosine_distance([0, 0], [0, 0]) == 1
        assert cosine_similarity([0, 0], [3, 4]) == 0

    def test_does_not_centre_as_a_correlation_would(self):
        assert cosine_similarity([1, 2], [2, 1]) == pytest.approx(4 / 5, rel=1e-15)

    def test_agrees_with_scikit_learn(self):
        X = np.random.default_rng(1).normal(size=(12, 4))
        ours = [[cosine_distance(a, b) for b in X] for a in X]
        np.testing.assert_allclose(ours, cosine_distances(X), atol=1e-15)

    @laws
    @given(vectors(st.floats(allow_nan=False, allow_infinity=False)))
    def test_of_a_vector_to_itself_is_exactly_zero_at_any_scale(self, a):
        assert cosine_distance(a, a) == (0 if any(a) else 1)

    @laws
    @given(vectors(), vectors(), st.floats(1e-3, 1e3))
    def test_ignores_the_length_of_a_vector(self, a, b, factor):
        scaled = [factor * x for x in a]
        assert cosine_distance(scaled, b) == pytest.approx(cosine_distance(a, b), abs=1e-12)

    def test_of_parallel_vectors_stays_within_bounds_whatever_rounding_does(self):
        rng = np.random.default_rng(6)
        for a in rng.normal(size=(500, 3)):
            factor = rng.uniform(0.1, 10)
            assert 0 <= cosine_distance(a, factor * a) < 1e-15
            assert 2 - 1e-15 < cosine_distance(a, -factor * a) <= 2

    def test_breaks_the_triangle_inequality(self):
        a, b, c = [1, 0], [1, 1], [0, 1]
        assert cosine_distance(a, c) > cosine_distance(a, b) + cosine_distance(b, c)


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


class TestPairwiseSquaredDistances:
    def test_of_the_five_rows_by_hand(self):
        expected = [
            [0, 1, 5, 6.25, 10.25],
            [1, 0, 2, 4.25, 6.25],
            [5, 2, 0, 1.25, 1.25],
            [6.25, 4.25, 1.25, 0, 1],
            [10.25, 6.25, 1.25, 1, 0],
        ]
        assert pairwise_sq_dists(ROWS, ROWS).tolist() == expected

    def test_rows_of_the_result_are_those_of_a(self):
        assert pairwise_sq_dists([[0, 0], [1, 1], [5, 0]], [[0, 0]]).tolist() == [[0], [2], [25]]
        assert pairwise_sq_dists([[0, 0]], [[0, 0], [1, 1], [5, 0]]).tolist() == [[0, 2, 25]]

    def test_agrees_with_the_loop(self):
        rng = np.random.default_rng(3)
        A, B = rng.normal(size=(7, 4)), rng.normal(size=(9, 4))
        loop = [[sum((x - z) ** 2 for x, z in zip(a, b, strict=True)) for b in B] for a in A]
        np.testing.assert_allclose(pairwise_sq_dists(A, B), loop, rtol=1e-12)
        np.testing.assert_allclose(np.sqrt(pairwise_sq_dists(A, B)), euclidean_distances(A, B), rtol=1e-12)

    @pytest.mark.parametrize("offset", [0, 1e3, 1e9, -1e15])
    def test_far_from_the_origin_equal_rows_are_at_zero_and_the_others_where_they_are(self, offset):
        A = np.array([[0, 0], [1, 0], [0, 0], [1, 1]]) + offset
        assert pairwise_sq_dists(A, A).tolist() == [[0, 1, 0, 2], [1, 0, 1, 1], [0, 1, 0, 2], [2, 1, 2, 0]]
        textbook = (A**2).sum(1)[:, None] - 2 * A @ A.T + (A**2).sum(1)
        assert abs(offset) < 1e9 or textbook.tolist() != pairwise_sq_dists(A, A).tolist()

    def test_of_two_distant_clusters_are_exact_within_each(self):
        rng = np.random.default_rng(4)
        close = rng.normal(size=(5, 3)) * 1e-6
        A = np.vstack((close, close + 1e6))
        direct = ((A[:, None] - A[None]) ** 2).sum(-1)
        np.testing.assert_allclose(pairwise_sq_dists(A, A), direct, rtol=1e-9)

    def test_keep_their_digits_away_from_the_origin(self):
        A = np.random.default_rng(7).normal(size=(30, 3)) + 300
        direct = ((A[:, None] - A[None]) ** 2).sum(-1)
        textbook = (A**2).sum(1)[:, None] - 2 * A @ A.T + (A**2).sum(1)
        np.testing.assert_allclose(pairwise_sq_dists(A, A), direct, rtol=0, atol=1e-13)
        assert np.abs(textbook - direct).max() > 1e-11

    @laws
    @given(st.lists(vectors(), min_size=1, max_size=6))
    def test_are_never_negative_and_zero_for_equal_rows(self, rows):
        sq_dists = pairwise_sq_dists(rows, rows)
        assert (sq_dists >= 0).all()
        assert (sq_dists.diagonal() == 0).all()
        np.testing.assert_allclose(sq_dists, sq_dists.T, rtol=1e-8)

    def test_refuses_other_widths_lists_and_overflow(self):
        with pytest.raises(ValueError, match="one number of columns"):
            pairwise_sq_dists([[1, 2]], [[1]])
        with pytest.raises(ValueError, match="A must have 2 dimension"):
            pairwise_sq_dists([1, 2], [[1]])
        with pytest.raises(ValueError, match="squared distances overflow"):
            pairwise_sq_dists([[0.0], [1e200]], [[0.0]])
        with pytest.raises(ValueError, match="squared distances overflow"):
            pairwise_sq_dists([[1.7e308]], [[-1.7e308]])
        with pytest.raises(ValueError, match="squared distances overflow"):
            pairwise_sq_dists([[0.0], [1e154]], [[-1e154]])


class TestStandardise:
    def test_of_the_five_rows_by_hand(self):
        sd = np.sqrt([0.74, 0.8])  # squared deviations from (2.4, 2) sum to 3.7 and 4
        np.testing.assert_allclose(standardise(ROWS, ROWS), (ROWS - [2.4, 2]) / sd, rtol=1e-14, atol=1e-15)
        np.testing.assert_allclose(standardise(ROWS, [[2.4, 2]]), [[0, 0]], atol=1e-15)

    def test_uses_the_training_data_only(self):
        alone = standardise(ROWS, [[10, 10]])
        assert standardise(ROWS, [[10, 10], [99, -5]])[0].tolist() == alone[0].tolist()

    def test_undoes_a_change_of_units_that_moves_the_nearest_neighbour(self):
        factor, query = np.array([1, 100]), np.array([[1.0, 2.0]])
        nearest = [
            int(pairwise_sq_dists(q, X).argmin()) for X, q in ((ROWS, query), (ROWS * factor, query * factor))
        ]
        assert nearest == [0, 2]
        np.testing.assert_allclose(
            standardise(ROWS * factor, query * factor), standardise(ROWS, query), rtol=1e-13
        )

    @pytest.mark.parametrize("constant", [5, 0.1, 1e-300, 1e16 / 3, -0.7])
    def test_a_constant_column_is_divided_by_one(self, constant):
        X = np.column_stack((np.arange(10.0), np.full(10, constant)))
        assert standardise(X, [[4.5, constant], [4.5, constant + 3]])[:, 1].tolist() == [
            0,
            constant + 3 - constant,
        ]

    @pytest.mark.parametrize("scale", [1e-200, 1e-3, 1, 1e200])
    def test_agrees_with_scikit_learn_at_any_scale(self, scale):
        X, Q = np.random.default_rng(5).normal(size=(2, 30, 3))
        expected = StandardScaler().fit(X).transform(Q)
        np.testing.assert_allclose(standardise(X * scale, Q * scale), expected, rtol=1e-11)

    def test_takes_data_frames_with_columns_of_several_kinds(self):
        frame = pd.DataFrame({"a": [0, 2], "b": [True, False], "c": pd.array([1, 3], dtype="Int64")})
        assert standardise(frame, frame).tolist() == [[-1, 1, -1], [1, -1, 1]]

    def test_takes_data_frames_and_lists(self):
        frame = pd.DataFrame({"a": [0, 2], "b": [1.5, 1.5]})
        assert standardise(frame, [[2, 1.5]]).tolist() == [[1, 0]]

    def test_refuses_other_widths_and_missing_values(self):
        with pytest.raises(ValueError, match="one number of columns"):
            standardise(ROWS, [[1, 2, 3]])
        with pytest.raises(ValueError, match="X_train must be finite"):
            standardise([[1.0], [math.nan]], [[1]])


class TestTables:
    """What every distance must keep, so that a newcomer is covered by being listed."""

    def test_object_distances_are_distances(self):
        assert OBJECT_DISTANCES.items() <= DISTANCES.items()
        assert DISTANCES.keys() >= METRICS

    @pytest.mark.parametrize("name", DISTANCES)
    @laws
    @given(a=vectors(halves), b=vectors(halves))
    def test_distance_is_symmetric_and_never_negative(self, name, a, b):
        assert DISTANCES[name](a, b) == DISTANCES[name](b, a) >= 0

    @pytest.mark.parametrize("name", DISTANCES)
    @laws
    @given(a=vectors())
    def test_distance_to_itself_is_zero(self, name, a):
        if any(a) or name != "cosine":
            assert DISTANCES[name](a, a) == 0

    @pytest.mark.parametrize("name", sorted(METRICS))
    @laws
    @given(a=vectors(halves), b=vectors(halves), c=vectors(halves))
    def test_metric_keeps_the_triangle_inequality(self, name, a, b, c):
        d = DISTANCES[name]
        assert d(a, c) <= (d(a, b) + d(b, c)) * (1 + 1e-12)

    @pytest.mark.parametrize("name", sorted(METRICS - {"jaccard"}))
    @laws
    @given(a=vectors(halves), b=vectors(halves))
    def test_metric_is_zero_only_for_equals(self, name, a, b):
        assert (DISTANCES[name](a, b) == 0) == (a == b)

    @pytest.mark.parametrize("name", OBJECT_DISTANCES)
    def test_object_distance_takes_strings_tuples_and_arrays(self, name):
        d = OBJECT_DISTANCES[name]
        assert d("ab", "ab") == d(("a", "b"), ["a", "b"]) == d(np.array(["a", "b"]), ("a", "b")) == 0
        assert d("ab", "xy") > 0

    @pytest.mark.parametrize("name", DISTANCES)
    def test_distance_leaves_its_arguments_alone(self, name):
        a, b = np.array([1.0, 2.0]), np.array([2.0, 2.0])
        DISTANCES[name](a, b)
        assert a.tolist() == [1, 2]
        assert b.tolist() == [2, 2]

    @pytest.mark.parametrize("name", sorted(DISTANCES.keys() - OBJECT_DISTANCES.keys()))
    @pytest.mark.parametrize(
        ("bad", "error", "message"),
        [
            ([1, math.nan], ValueError, "b must be finite"),
            ([1, math.inf], ValueError, "b must be finite"),
            ([1], ValueError, "a has 2, b has 1"),
            ([], ValueError, "b must not be empty"),
            ("ab", TypeError, "b must hold numbers"),
            ([[1, 2]], ValueError, "b must have 1 dimension"),
            (None, TypeError, "b must hold numbers"),
            ([1, [2]], ValueError, "b must be a regular table"),
            (1.0, ValueError, "b must have 1 dimension"),
            ([1, 10**400], ValueError, "b must hold numbers within the range of floats"),
            ([1, 2j], TypeError, "b must hold numbers"),
        ],
        ids=str,
    )
    def test_vector_distance_names_what_is_wrong(self, name, bad, error, message):
        with pytest.raises(error, match=message):
            DISTANCES[name]([1, 2], bad)

    def test_a_similarity_needs_the_largest_not_the_smallest(self):
        X, query = [[3, 4], [4, -3]], [6, 8]
        assert np.argmin([cosine_distance(x, query) for x in X]) == 0
        assert np.argmax([cosine_similarity(x, query) for x in X]) == 0
        assert cosine_similarity not in DISTANCES.values()


def test_gower_becomes_a_distance_of_two_rows_once_ranges_are_known():
    rows = [(1, "a"), (3, "a"), (3, "b")]
    d = partial(gower, ranges=[2, None], kinds=["numeric", "categorical"])
    found = [d(a, b) for a, b in itertools.product(rows, repeat=2)]
    assert found == [0, 1 / 2, 1, 1 / 2, 0, 1 / 2, 1, 1 / 2, 0]
