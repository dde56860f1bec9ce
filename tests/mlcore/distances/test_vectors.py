import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import distance as scipy_distance
from sklearn.metrics.pairwise import cosine_distances, euclidean_distances
from sklearn.preprocessing import StandardScaler

from mlcore.distances import (
    chebyshev,
    cosine_distance,
    cosine_similarity,
    euclidean,
    mahalanobis,
    manhattan,
    minkowski,
    pairwise_sq_dists,
    standardise,
    weighted_distance,
)

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


class TestMahalanobis:
    def test_counts_standard_deviations(self):
        assert mahalanobis([0, 0], [6, 4], V=[[9, 0], [0, 4]]) == math.sqrt(2**2 + 2**2)

    def test_along_a_correlation_is_shorter_than_across_it(self):
        V = [[2, 1], [1, 2]]  # V⁻¹ = [[2, −1], [−1, 2]] / 3
        assert mahalanobis([0, 0], [1, 1], V) == pytest.approx(math.sqrt(2 / 3), rel=1e-14)
        assert mahalanobis([0, 0], [1, -1], V) == pytest.approx(math.sqrt(6 / 3), rel=1e-14)

    def test_with_the_identity_is_euclidean(self):
        assert mahalanobis([1, 3], [3.5, 1], np.eye(2)) == euclidean([1, 3], [3.5, 1])

    def test_agrees_with_scipy(self):
        rng = np.random.default_rng(8)
        V = np.cov(rng.normal(size=(4, 30)))
        for a, b in rng.normal(size=(20, 2, 4)):
            expected = scipy_distance.mahalanobis(a, b, np.linalg.inv(V))
            assert mahalanobis(a, b, V) == pytest.approx(expected, rel=1e-12)

    def test_neither_overflows_nor_vanishes(self):
        assert mahalanobis([0, 0], [3e200, 4e200], np.eye(2)) == pytest.approx(5e200, rel=1e-14)
        assert mahalanobis([1.7e308, 0], [-1.7e308, 0], [[2, 1], [1, 2]]) == math.inf

    @pytest.mark.parametrize(
        ("V", "message"),
        [
            ([[1, 1], [1, 1]], "V must be positive definite"),
            ([[1, 0], [0, -1]], "V must be positive definite"),
            ([[1, 0], [1, 1]], r"V must be a symmetric table of shape \(2, 2\)"),
            (np.eye(3), r"V must be a symmetric table of shape \(2, 2\)"),
            ([1, 1], "V must have 2 dimension"),
        ],
    )
    def test_refuses_what_is_no_covariance(self, V, message):
        with pytest.raises(ValueError, match=message):
            mahalanobis([1, 2], [3, 4], V)


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
