"""Tree, matrix product and direct search give the same bits, whatever ties, twins, rounding and overflow.

Each is compared with a sort of all canonical distances in plain Python.
"""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from mlcore.neighbors import matrix_search
from mlcore.neighbors.canonical import (
    BRAYCURTIS,
    CORRELATION,
    COSINE,
    NAN_EUCLIDEAN,
    minkowski,
    sum_in_order,
)
from mlcore.neighbors.direct_search import DirectSearch
from mlcore.neighbors.matrix_search import MatrixSearch, error_bound
from mlcore.neighbors.tree_search import TreeSearch


def searches(X, distance):
    yield DirectSearch(X, distance)
    if distance.order is not None and distance.order >= 1 and distance.root:
        yield TreeSearch(X, distance)
    if distance.order == 2 or distance.angle:
        yield MatrixSearch(X, distance)


def neighbours_by_sorting(X, distance, Q, k):
    everyone = np.arange(len(X))
    dists, index = [], []
    for q in range(len(Q)):
        to_all = distance.pairs(Q, np.full(len(X), q), X, everyone).tolist()
        order = sorted(everyone.tolist(), key=lambda i: (np.isnan(to_all[i]), to_all[i], i))[:k]
        dists.append([to_all[i] for i in order])
        index.append(order)
    return np.array(dists), np.array(index)


def assert_all_agree(X, Q, k, *distances):
    for distance in distances:
        dists, index = neighbours_by_sorting(X, distance, Q, k)
        for search in searches(X, distance):
            found = search.kneighbors(Q, k)
            np.testing.assert_array_equal(found[0], dists, err_msg=f"{type(search).__name__}, {distance}")
            np.testing.assert_array_equal(found[1], index, err_msg=f"{type(search).__name__}, {distance}")


LP = [minkowski(p) for p in (1, 1.5, 2, 3, 30, np.inf)]
EUCLIDEAN = [minkowski(2), minkowski(2, root=False)]
ANGLES = [COSINE, CORRELATION]


@given(
    npst.arrays(np.float64, st.tuples(st.integers(1, 40), st.integers(1, 4)), elements=st.integers(-2, 2)),
    st.data(),
)
@settings(deadline=None, max_examples=50)
def test_on_small_lattices(X, data):
    Q = data.draw(npst.arrays(np.float64, (3, X.shape[1]), elements=st.integers(-2, 2)))
    w = data.draw(npst.arrays(np.float64, X.shape[1], elements=st.sampled_from([0.5, 1.0, 3.0])))
    k = data.draw(st.integers(1, len(X)))
    assert_all_agree(
        X, Q, k, *LP, *EUCLIDEAN, *ANGLES, minkowski(2, w), minkowski(3, w), minkowski(np.inf, w)
    )


@given(
    npst.arrays(
        np.float64,
        st.tuples(st.integers(9, 60), st.integers(1, 3)),
        elements=st.floats(allow_nan=False, allow_infinity=False),
    ),
    st.integers(1, 5),
)
@settings(deadline=None, max_examples=50)
def test_on_any_finite_numbers(X, k):
    assert_all_agree(X, X[:4] / 2, k, *LP, *EUCLIDEAN, minkowski(2, np.arange(1.0, X.shape[1] + 1)), COSINE)


rng = np.random.default_rng(0)
NORMAL = rng.normal(size=(700, 20))
ULPS = rng.integers(-1, 2, (700, 20))  # the last digit down, kept, up
CASES = {
    "normal": NORMAL,
    "single precision": NORMAL.astype(np.float32),
    "far from the origin": NORMAL + 1e9,
    "two clusters far apart": NORMAL + 1e9 * (np.arange(700) % 2)[:, None],
    "one outlier": np.where(np.arange(700)[:, None] == 3, 1e12, NORMAL),
    "one outlier beyond single precision": np.where(np.arange(700)[:, None] == 3, 1e30, NORMAL),
    "overflow in single precision": NORMAL * 1e30,
    "overflow of squares": NORMAL * 1e160,
    "close to the greatest number": NORMAL * 2e307,
    "underflow in single precision": NORMAL * 1e-30,
    "underflow of squares": np.round(NORMAL * 3) * 1e-162,
    "denormal": np.round(NORMAL * 2) * 5e-324,
    "constant": np.full((700, 20), 0.1),
    "last digits": np.where(ULPS < 0, np.nextafter(1.0, 0), np.where(ULPS > 0, np.nextafter(1.0, 2), 1.0)),
    "ten places": NORMAL[rng.integers(0, 10, 700)],
    "one crowd": np.where(np.arange(700)[:, None] % 3 == 0, 0.0, NORMAL),
    "binary": 1.0 * (NORMAL > 0),
    "bytes": rng.integers(0, 256, (700, 20)).astype(np.float64),
    "many scales": np.exp(20 * NORMAL),
    "one feature": NORMAL[:, :1].copy(),
    "a thousand features": rng.normal(size=(90, 1000)),
    "one example": NORMAL[:1],
}


@pytest.mark.parametrize("name", CASES)
def test_on_hard_cases(name):
    X = CASES[name]
    Q = np.concatenate([X[:6], (X[6:9] + X[:3][: len(X[6:9])]) / 2])
    w = np.arange(X.shape[1]) % 3 + 0.5
    for k in sorted({1, min(5, len(X)), min(40, len(X)), len(X)}):
        assert_all_agree(
            X, Q, k, minkowski(2), minkowski(2, root=False), minkowski(2, w), minkowski(3), *ANGLES
        )


@pytest.mark.parametrize("exponent", [-323, -300, -200, -150, -90, -50, 0, 50, 80, 150, 200, 300])
def test_on_every_scale(exponent):
    X = NORMAL[:300] * 10.0**exponent
    assert_all_agree(X, X[:6] / 3, 5, *EUCLIDEAN, minkowski(3), *ANGLES)
    mixed = NORMAL[:300] * 10.0 ** (exponent * (np.arange(300) % 2))[:, None]
    assert_all_agree(mixed, mixed[:6] / 3, 5, *EUCLIDEAN, minkowski(3), *ANGLES)


def test_near_ties_are_told_apart_by_the_last_digit():
    near = np.full((300, 30), 2.0)
    near[:, 0] = 2 + np.spacing(2.0) * np.arange(300, 0, -1)  # the later, the nearer, by one last digit each
    for search in searches(near, minkowski(np.inf)):
        assert search.kneighbors(np.zeros((1, 30)), 3)[1].tolist() == [[299, 298, 297]]
    assert_all_agree(near, np.zeros((1, 30)), 7, *EUCLIDEAN)


def test_several_blocks_of_examples_and_queries(monkeypatch):
    monkeypatch.setattr(matrix_search, "QUERIES", 7)
    monkeypatch.setattr(matrix_search, "POINTS", 256)
    X = np.random.default_rng(1).integers(0, 3, (1500, 6)).astype(np.float64)
    assert_all_agree(X, X[:20], 9, *EUCLIDEAN, *ANGLES)


def test_a_query_far_outside():
    Q = np.array([[1e15] * 20, [-1e200] * 20, [1e-200] * 20])
    assert_all_agree(NORMAL, Q, 6, *EUCLIDEAN, minkowski(1), minkowski(3), *ANGLES)


def test_powers_that_overflow_beside_a_crowd():
    X = np.concatenate([[[-1e10], [5.0]], np.zeros((30, 1))])
    assert_all_agree(X, X[:3] / 2, 4, minkowski(30), minkowski(60))
    assert_all_agree(X, np.array([[1e11]]), 2, minkowski(30), minkowski(60))


@pytest.mark.parametrize("n", [5, 16, 17, 300])
def test_twins_at_distance_zero(n):
    X = np.repeat(np.array([[1.0, 2.0], [3.0, 3.0]]), [n, 3], axis=0)[::-1].copy()
    assert_all_agree(X, X[[0, -1]], 1, *LP, *EUCLIDEAN)
    assert_all_agree(X, X[[0, -1]], 4, *LP, *EUCLIDEAN)


def test_no_queries_no_neighbours():
    for search in searches(NORMAL, minkowski(2)):
        dists, index = search.kneighbors(NORMAL[:0], 4)
        assert dists.shape == index.shape == (0, 4)


@pytest.mark.parametrize("scale", [1e-300, 1e-90, 1, 1e80, 1e300])
@pytest.mark.parametrize("distance", [minkowski(2), COSINE, minkowski(1)])
def test_sparse_rows_have_the_distances_of_dense_ones(distance, scale):
    X = np.round(np.abs(NORMAL)) * (NORMAL > 0.8) * scale
    kind = DirectSearch if distance.order == 1 else MatrixSearch
    dists, index = kind(sp.csr_array(X), distance).kneighbors(sp.csr_array(X[:30]), 6)
    expected = neighbours_by_sorting(X, distance, X[:30], 6)
    np.testing.assert_array_equal(dists, expected[0])
    np.testing.assert_array_equal(index, expected[1])


class TestCanonicalDistance:
    @pytest.mark.parametrize("d", [1, 2, 7, 8, 9, 64, 129, 1000])
    @pytest.mark.parametrize("distance", [*LP, *ANGLES, minkowski(0.5)], ids=str)
    def test_is_the_same_in_any_block(self, d, distance):
        rng = np.random.default_rng(d)
        X, Q = rng.normal(size=(50, d)) + 3, rng.normal(size=(4, d))
        table = distance.table(Q, X)
        for first, last in [(0, 1), (3, 4), (0, 50), (7, 24), (48, 50)]:
            np.testing.assert_array_equal(distance.table(Q[1:2], X[first:last]), table[1:2, first:last])
        query, row = np.repeat(np.arange(4), 50), np.tile(np.arange(50), 4)
        np.testing.assert_array_equal(distance.pairs(Q, query, X, row), table.ravel())
        np.testing.assert_array_equal(distance.pairs(Q, query[77:78], X, row[77:78]), table.ravel()[77:78])

    @pytest.mark.parametrize("r", [1, 2, 3, 8, 100])
    def test_adds_the_features_one_after_the_other(self, r):
        terms = np.exp(np.random.default_rng(r).normal(size=(300, r)) * 10)
        for column, total in zip(terms.T.tolist(), sum_in_order(terms).tolist(), strict=True):
            one_by_one = 0.0
            for term in column:
                one_by_one += term
            assert total == one_by_one

    @pytest.mark.parametrize("exponent", [-300, -160, -90, -1, 80, 153, 160, 299])
    def test_grows_with_the_scale_and_angles_do_not(self, exponent):
        X, Q, unit = NORMAL[:30], NORMAL[30:34], 10.0**exponent
        for distance in LP:
            np.testing.assert_allclose(
                distance.table(Q * unit, X * unit), distance.table(Q, X) * unit, rtol=1e-12
            )
        w = np.arange(20) * 1e-3
        weighted = minkowski(2, w)
        np.testing.assert_allclose(
            weighted.table(Q * unit, X * unit), weighted.table(Q, X) * unit, rtol=1e-12
        )
        for distance in (COSINE, CORRELATION, BRAYCURTIS):
            np.testing.assert_allclose(distance.table(Q * unit, X * unit), distance.table(Q, X), rtol=1e-12)
        for distance in (COSINE, CORRELATION):
            np.testing.assert_allclose(distance.table(Q, X * unit), distance.table(Q, X), rtol=1e-12)
        gaps = np.where(np.arange(20) % 7 == 0, np.nan, X)
        np.testing.assert_allclose(
            NAN_EUCLIDEAN.table(Q * unit, gaps * unit), NAN_EUCLIDEAN.table(Q, gaps) * unit, rtol=1e-12
        )

    @pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e-90, 1e80, 1e300])
    def test_of_a_vector_to_itself_by_angle_is_zero_on_every_scale(self, scale):
        X = np.array([[1.0, 2.0, 4.0], [3.0, 0.0, 1.0]]) * scale
        np.testing.assert_array_equal(COSINE.table(X, X).diagonal(), 0)
        np.testing.assert_array_equal(CORRELATION.table(X, X).diagonal(), 0)

    def test_by_hand_where_squares_overflow_or_vanish(self):
        for unit in (1e200, 1e-200):
            table = minkowski(2).table(
                np.zeros((1, 2)), np.array([[3.0, 4.0], [6.0, 8.0], [0.0, 0.0]]) * unit
            )
            np.testing.assert_allclose(table, [[5 * unit, 10 * unit, 0]], rtol=1e-15)

    def test_of_a_point_to_itself_is_zero_even_by_angle(self):
        everyone = np.arange(700)
        for distance in [*LP, COSINE]:
            assert not distance.pairs(NORMAL, everyone, NORMAL, everyone).any()


class TestErrorBound:
    @pytest.mark.parametrize("dtype", [np.float32, np.float64])
    @pytest.mark.parametrize("d", [2, 50, 800])
    def test_holds_for_scores_that_cancel(self, d, dtype):
        rng = np.random.default_rng(d)
        X = rng.normal(size=(200, d)) + 10.0 ** rng.integers(-3, 4, (200, 1))
        Q = X[:20] + 1e-3 * rng.normal(size=(20, d))
        image = MatrixSearch(X, minkowski(2)).image
        scores = np.empty((20, 200), dtype=dtype)
        queries, lengths = image.queries(Q, dtype)
        examples, radius = image.examples(X, dtype)
        image.score(queries, examples, scores)
        exact = ((X - Q[:, None]).astype(np.longdouble) ** 2).sum(axis=2)
        exact -= ((Q - image.shift).astype(np.longdouble) ** 2).sum(axis=1)[:, None]
        error = error_bound(radius, lengths[:, None], d, dtype)
        assert (np.abs(scores - exact) <= error).all()
        assert (error < 1e-2 * (radius + lengths[:, None]) ** 2).all()

    def test_claims_nothing_where_numbers_overflow(self):
        assert not np.isfinite(error_bound(np.array([1e19]), np.array([1.0]), 3, np.float32)).any()
        assert np.isfinite(error_bound(np.array([1e19]), np.array([1.0]), 3, np.float64)).all()


class TestManyTwins:
    def test_a_million_at_one_place(self):
        X = np.full((1_000_000, 3), 0.1)
        dists, index = TreeSearch(X, minkowski(2)).kneighbors(X[:2000], 5)
        assert (index == np.arange(5)).all()
        assert not dists.any()

    @pytest.mark.parametrize("k", [5, 150])
    def test_ten_places(self, k):
        rng = np.random.default_rng(0)
        place = rng.integers(0, 10, 100_000)
        X = rng.normal(size=(10, 3))[place]
        dists, index = TreeSearch(X, minkowski(2)).kneighbors(X[:2000], k)
        assert not dists.any()
        first = np.array([np.flatnonzero(place == number)[:k] for number in range(10)])
        np.testing.assert_array_equal(index, first[place[:2000]])

    def test_ten_places_of_many_features(self):
        rng = np.random.default_rng(0)
        place = rng.integers(0, 10, 20_000)
        X = rng.normal(size=(10, 100))[place]
        _, index = MatrixSearch(X, minkowski(2)).kneighbors(X[:1000], 5)
        first = np.array([np.flatnonzero(place == number)[:5] for number in range(10)])
        np.testing.assert_array_equal(index, first[place[:1000]])


class TestKeptImages:
    def test_sets_are_those_of_the_direct_search_ties_and_twins_included(self):
        rng = np.random.default_rng(3)
        for X in (
            rng.normal(size=(500, 20)),
            rng.integers(0, 3, (500, 20)),
            np.repeat(np.eye(25), 20, axis=0),
        ):
            X = X.astype(float)
            Q = np.concatenate([X[::3], rng.normal(size=(40, X.shape[1]))])
            search = MatrixSearch(X, minkowski(2))
            for k in (1, 7):
                _, index = search.kneighbors(Q, k, ordered=False)
                np.testing.assert_array_equal(
                    np.sort(index, axis=1), np.sort(search.direct.kneighbors(Q, k)[1], axis=1)
                )

    def test_a_second_search_gives_the_same_as_the_first_and_a_pickle_holds_no_images(self):
        rng = np.random.default_rng(4)
        X, Q = rng.normal(size=(700, 30)), rng.normal(size=(90, 30))
        search = MatrixSearch(X, minkowski(2))
        unused = len(pickle.dumps(search))
        first, second = search.kneighbors(Q, 5), search.kneighbors(Q, 5)
        assert search._kept
        assert len(pickle.dumps(search)) < unused + 1000
        for a, b, c in zip(first, second, pickle.loads(pickle.dumps(search)).kneighbors(Q, 5), strict=True):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_array_equal(a, c)

    def test_lengths_that_differ_much_keep_a_bound_for_each_group(self):
        rng = np.random.default_rng(5)
        X = rng.normal(size=(2000, 40)) * 10.0 ** rng.integers(-3, 5, (2000, 1))
        Q = X[:60] * (1 + 1e-6)
        search = MatrixSearch(X, minkowski(2))
        for ours, plain in zip(search.kneighbors(Q, 4), search.direct.kneighbors(Q, 4), strict=True):
            np.testing.assert_array_equal(ours, plain)
