"""The exact search: who the neighbours are, in which order, for every metric."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import DistanceMetric
from sklearn.neighbors import NearestNeighbors

from mlcore.neighbors import tree_search
from mlcore.neighbors.metrics import canonical_distance
from mlcore.neighbors.ranking import nearest
from mlcore.neighbors.search import make_search
from mlcore.neighbors.tree_search import space_order


def test_by_hand_ties_go_to_the_lower_index():
    X = np.array([[0.0, 3.0], [4.0, 0.0], [0.0, -3.0], [1.0, 1.0]])
    dists, index = make_search(X).kneighbors(np.array([[0.0, 0.0]]), 4)
    assert index.tolist() == [[3, 0, 2, 1]]
    np.testing.assert_allclose(dists, [[2**0.5, 3, 3, 4]], rtol=1e-15)


@pytest.mark.parametrize(("p", "order"), [(1, [0, 1, 2]), (2, [1, 0, 2]), (np.inf, [1, 2, 0])])
def test_the_order_of_the_norm_decides_who_is_near(p, order):
    # to the origin: p = 1 gives 4, 5, 6; p = 2 gives 4, √13, √18; p = ∞ gives 4, 3, 3
    X = np.array([[4.0, 0.0], [3.0, 2.0], [3.0, 3.0]])
    assert make_search(X, p=p).kneighbors(np.zeros((1, 2)), 3)[1].tolist() == [order]


class TestNearest:
    @pytest.mark.parametrize(("k", "expected"), [(1, [1]), (2, [1, 3]), (4, [1, 3, 2, 0])])
    def test_lectures_example(self, k, expected):
        assert nearest([5, 1, 3, 2], k).tolist() == expected

    @given(st.lists(st.integers(0, 3), min_size=1, max_size=30), st.data())
    @settings(deadline=None, max_examples=50)
    def test_is_a_stable_sort_cut_off(self, dists, data):
        k = data.draw(st.integers(1, len(dists)))
        by_hand = sorted(range(len(dists)), key=lambda i: (dists[i], i))[:k]
        assert nearest(dists, k).tolist() == by_hand

    @pytest.mark.parametrize("k", [0, -1, 5])
    def test_k_out_of_range(self, k):
        with pytest.raises(ValueError, match="k must lie between 1 and 4"):
            nearest([5, 1, 3, 2], k)

    @pytest.mark.parametrize("k", [1.0, "2", None, True])
    def test_k_that_is_no_whole_number(self, k):
        with pytest.raises(TypeError, match="k must be a whole number"):
            nearest([5, 1, 3, 2], k)

    @pytest.mark.parametrize("dists", [[], [[1.0]], [np.nan, 1.0]])
    def test_distances_that_are_none(self, dists):
        with pytest.raises(ValueError, match="dists must"):
            nearest(dists, 1)


NUMERIC = [
    *((name, {}) for name in ("euclidean", "l2", "manhattan", "cityblock", "l1", "chebyshev", "sqeuclidean")),
    *((name, {}) for name in ("cosine", "correlation", "braycurtis", "canberra", "nan_euclidean")),
    ("minkowski", {"p": 1.5}),
    ("minkowski", {"p": 3, "w": np.array([1.0, 0.0, 2.0, 0.5])}),
    ("seuclidean", {"V": np.array([1.0, 4.0, 0.25, 2.0])}),
    ("mahalanobis", {"VI": np.diag([1.0, 2.0, 3.0, 4.0]) + 0.5}),
]
BINARY = ("hamming", "jaccard", "dice", "rogerstanimoto", "russellrao", "sokalsneath", "yule")


def example(seed, shape):
    return np.random.default_rng(seed).normal(size=shape)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-9), (np.float32, 1e-5)])
@pytest.mark.parametrize(
    ("metric", "params"), NUMERIC, ids=lambda value: value if isinstance(value, str) else ""
)
def test_same_numbers_as_scikit_learn(metric, params, dtype, tolerance):
    X, Q = example(0, (80, 4)).astype(dtype), example(1, (9, 4)).astype(dtype)
    theirs = NearestNeighbors(algorithm="brute", metric=metric, metric_params=params or None, p=None).fit(X)
    expected, who = theirs.kneighbors(Q, 80)
    for algorithm in ("brute", "auto"):
        dists, index = make_search(X, metric=metric, metric_params=params, algorithm=algorithm).kneighbors(
            Q, 80
        )
        np.testing.assert_allclose(dists, expected, rtol=tolerance, atol=tolerance)
        if dtype == np.float64:
            # further out, many are at the greatest distance there is, tied
            np.testing.assert_array_equal(index[:, :20], who[:, :20])


@pytest.mark.filterwarnings("ignore:Data was converted to boolean")
@pytest.mark.parametrize("metric", BINARY)
def test_same_numbers_as_scikit_learn_on_binary_features(metric):
    X, Q = 1.0 * (example(0, (60, 8)) > 0), 1.0 * (example(1, (7, 8)) > 0)
    expected, _ = NearestNeighbors(algorithm="brute", metric=metric).fit(X).kneighbors(Q, 60)
    dists, index = make_search(X, metric=metric).kneighbors(Q, 60)
    np.testing.assert_allclose(dists, expected, rtol=1e-9)
    np.testing.assert_array_equal(
        index, np.argsort(canonical_distance(metric).table(Q, X), axis=1, kind="stable")
    )


def test_haversine_as_scikit_learn():
    X, Q = example(0, (50, 2)) / 3, example(1, (5, 2)) / 3
    expected, who = NearestNeighbors(metric="haversine").fit(X).kneighbors(Q, 50)
    dists, index = make_search(X, metric="haversine").kneighbors(Q, 50)
    np.testing.assert_allclose(dists, expected, rtol=1e-9)
    np.testing.assert_array_equal(index, who)


def test_a_semimetric_below_one():
    X, Q = example(0, (50, 3)), example(1, (4, 3))
    by_hand = np.array([[(np.abs(x - q) ** 0.5).sum() ** 2 for x in X] for q in Q])
    search = make_search(X, p=0.5)
    assert search.method == "brute"
    np.testing.assert_allclose(search.kneighbors(Q, 50)[0], np.sort(by_hand, axis=1), rtol=1e-12)


def test_missing_values_are_left_out_and_rows_without_a_common_feature_come_last():
    X = np.array([[np.nan, 1.0], [np.nan, np.nan], [3.0, np.nan], [0.0, 1.0]])
    dists, index = make_search(X, metric="nan_euclidean").kneighbors(np.array([[0.0, 0.0]]), 4)
    assert index.tolist() == [[3, 0, 2, 1]]
    np.testing.assert_allclose(dists, [[1, 2**0.5, 18**0.5, np.nan]])


def test_infinite_order_is_the_greatest_difference_and_weight_0_takes_a_feature_out():
    X = np.array([[1.0, 9.0], [2.0, 0.0]])
    weighted = make_search(X, p=np.inf, metric_params={"w": [1.0, 0.0]})
    assert weighted.kneighbors(np.zeros((1, 2)), 2)[0].tolist() == [[1.0, 2.0]]
    assert make_search(X, p=np.inf).kneighbors(np.zeros((1, 2)), 2)[0].tolist() == [[2.0, 9.0]]


def test_feature_weights_are_the_lectures_formula():
    X, Q, z = example(0, (30, 3)), example(1, (4, 3)), np.array([0.0, 1.0, 2.5])
    by_hand = np.sqrt([[(z * (x - q) ** 2).sum() for x in X] for q in Q])
    for algorithm in ("auto", "brute"):
        dists, _ = make_search(X, metric_params={"w": z}, algorithm=algorithm).kneighbors(Q, 30)
        np.testing.assert_allclose(dists, np.sort(by_hand, axis=1), rtol=1e-12)


def test_zero_vectors_are_at_cosine_distance_one():
    X = np.array([[0.0, 0.0], [1.0, 1.0], [-1.0, 0.0]])
    dists, index = make_search(X, metric="cosine").kneighbors(np.array([[0.0, 0.0], [2.0, 0.0]]), 3)
    assert index.tolist() == [[0, 1, 2], [1, 0, 2]]
    np.testing.assert_allclose(dists, [[1, 1, 1], [1 - 0.5**0.5, 1, 2]], rtol=1e-15)


@pytest.mark.parametrize("metric", ["dice", "sokalsneath", "jaccard", "rogerstanimoto", "hamming", "yule"])
def test_two_rows_in_which_nothing_is_true_are_equal(metric):
    X = np.array([[1, 0, 1], [0, 0, 0], [1, 1, 1]])
    dists, index = make_search(X, metric=metric).kneighbors(np.zeros((1, 3)), 3)
    assert np.isfinite(dists).all()
    assert dists[0, index[0] == 1] == 0


@pytest.mark.parametrize("algorithm", ["auto", "ball_tree"])
def test_a_function_gets_rows_of_floats_so_that_no_difference_wraps_around(algorithm):
    def gap(a, b):
        assert a.dtype == b.dtype == np.float64
        return abs(a - b).sum()

    X = np.array([[250], [5], [0]], dtype=np.uint8)
    dists, index = make_search(X, metric=gap, algorithm=algorithm).kneighbors(
        np.array([[6]], dtype=np.uint8), 3
    )
    assert (dists.tolist(), index.tolist()) == ([[1.0, 6.0, 244.0]], [[1, 2, 0]])


def test_brute_hands_a_function_whole_numbers_and_truth_whose_bits_can_be_compared():
    table = np.array([[250], [5], [7]], dtype=np.uint8)
    for metric, dists in [
        (lambda a, b: abs(a - b).sum(), [1.0, 3.0, 246.0]),
        (lambda a, b: (a ^ b).sum(), [1.0, 3.0, 254.0]),
    ]:
        search = make_search(table, metric=metric, algorithm="brute")
        assert search.kneighbors(np.array([[4]], dtype=np.uint8), 3)[0].tolist() == [dists]
    X = np.array([[True, False], [True, True]])
    _, index = make_search(X, metric=lambda a, b: (a ^ b).sum(), algorithm="brute").kneighbors(X[1:], 1)
    assert index.tolist() == [[1]]


@pytest.mark.parametrize("k", [1, 10])
def test_a_function_is_called_once_for_each_pair_whatever_k(k):
    calls = []

    def metric(a, b):
        calls.append((a, b))
        return abs(len(a) - len(b))

    words = ["a", "", "bbb", "cc", *["dddd"] * 6]
    dists, index = make_search(words, metric=metric).kneighbors(["xx", "yyyy"], k)
    assert len(calls) == 2 * len(words)
    assert calls[0] == ("xx", "a")
    assert index[:, 0].tolist() == [3, 4]
    assert dists[:, 0].tolist() == [0, 0]


def test_a_function_of_rows_may_take_parameters():
    X = np.array([[1.0, 5.0], [2.0, 0.0]])
    search = make_search(X, metric=lambda a, b, j: abs(a[j] - b[j]), metric_params={"j": 1})
    assert search.kneighbors(np.zeros((1, 2)), 2)[0].tolist() == [[0.0, 5.0]]


def test_a_metric_object_of_scikit_learn():
    X, Q = example(0, (20, 3)), example(1, (3, 3))
    found = make_search(X, metric=DistanceMetric.get_metric("canberra")).kneighbors(Q, 5)
    np.testing.assert_array_equal(found[1], make_search(X, metric="canberra").kneighbors(Q, 5)[1])


def test_precomputed_distances():
    D = np.array([[2.0, 1.0, 1.0], [0.0, 5.0, 0.0]])
    dists, index = make_search(np.zeros((3, 3)), metric="precomputed").kneighbors(D, 2)
    assert dists.tolist() == [[1, 1], [0, 0]]
    assert index.tolist() == [[1, 2], [0, 2]]


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "manhattan"])
def test_sparse_data_have_the_same_neighbours_as_dense(metric):
    rng = np.random.default_rng(0)
    X = sp.csr_array(rng.poisson(0.05, (400, 120)).astype(np.float64))
    Q = sp.csr_array(rng.poisson(0.05, (30, 120)).astype(np.float64))
    sparse = make_search(X, metric=metric).kneighbors(Q, 7)
    dense = make_search(X.toarray(), metric=metric).kneighbors(Q.toarray(), 7)
    np.testing.assert_array_equal(sparse[0], dense[0])
    np.testing.assert_array_equal(sparse[1], dense[1])


class TestMethod:
    @pytest.mark.parametrize(
        ("d", "metric", "algorithm", "method"),
        [
            (3, "euclidean", "auto", "kd_tree"),
            (15, "manhattan", "auto", "kd_tree"),
            (16, "euclidean", "auto", "brute"),
            (3, "cosine", "auto", "brute"),
            (3, "sqeuclidean", "auto", "brute"),
            (3, "euclidean", "brute", "brute"),
            (40, "euclidean", "kd_tree", "kd_tree"),
            (3, "euclidean", "ball_tree", "ball_tree"),
            (3, "canberra", "ball_tree", "ball_tree"),
        ],
    )
    def test_says_what_was_chosen(self, d, metric, algorithm, method):
        search = make_search(example(0, (50, d)), metric=metric, algorithm=algorithm)
        assert search.method == method
        assert search.kneighbors(np.zeros((1, d)), 3)[1].shape == (1, 3)

    def test_n_jobs_changes_nothing(self):
        X, Q = example(0, (500, 20)), example(1, (30, 20))
        answers = [make_search(X, n_jobs=n_jobs).kneighbors(Q, 4) for n_jobs in (None, 1, 2, -1)]
        for dists, index in answers:
            np.testing.assert_array_equal(dists, answers[0][0])
            np.testing.assert_array_equal(index, answers[0][1])


class TestRefusals:
    @pytest.mark.parametrize("d", [2, 20])
    @pytest.mark.parametrize("k", [0, 6])
    def test_k_out_of_range(self, d, k):
        with pytest.raises(ValueError, match="k must lie between 1 and 5"):
            make_search(np.zeros((5, d))).kneighbors(np.zeros((1, d)), k)

    def test_k_not_whole(self):
        with pytest.raises(TypeError, match="k must be a whole number"):
            make_search(np.zeros((5, 2))).kneighbors(np.zeros((1, 2)), 2.0)

    def test_unknown_names(self):
        with pytest.raises(ValueError, match="metric must be one of"):
            make_search(np.zeros((5, 2)), metric="crow")
        with pytest.raises(ValueError, match="algorithm must be one of"):
            make_search(np.zeros((5, 2)), algorithm="octree")

    @pytest.mark.parametrize("p", [0, -1, np.nan])
    def test_order_of_the_norm(self, p):
        with pytest.raises(ValueError, match="p must be greater than 0"):
            make_search(np.zeros((5, 2)), p=p)

    @pytest.mark.parametrize("w", [[0, 0], [1, -1], [1, np.nan]])
    def test_weights(self, w):
        with pytest.raises(ValueError, match="w must be non-negative"):
            make_search(np.zeros((5, 2)), metric_params={"w": w})

    @pytest.mark.parametrize(("metric", "name"), [("seuclidean", "V"), ("mahalanobis", "V")])
    def test_a_parameter_that_the_metric_needs(self, metric, name):
        with pytest.raises(ValueError, match=f"needs metric_params={{'{name}'"):
            make_search(np.zeros((5, 2)), metric=metric)


@pytest.mark.parametrize(
    "Q",
    [
        np.zeros((7, 3)),
        np.array([[-1.7e308, 1.0], [1.7e308, 1.0], [0.0, 1.0]]),  # an extent that overflows, and none
        np.random.default_rng(0).normal(size=(50, 70)),  # more features than bits
        np.empty((0, 3)),
    ],
    ids=["equal", "huge", "wide", "none"],
)
def test_the_order_of_queries_leaves_none_out(Q):
    assert sorted(space_order(Q)) == list(range(len(Q)))


def test_queries_in_order_and_as_they_come_have_the_same_neighbours(monkeypatch):
    rng = np.random.default_rng(3)
    X, Q = rng.integers(-9, 10, (3000, 3)) / 4, rng.integers(-9, 10, (500, 3)) / 4  # many ties
    as_they_come = make_search(X, algorithm="kd_tree").kneighbors(Q, 7)
    ordered = []
    monkeypatch.setattr(tree_search, "IN_CACHE", 0)
    monkeypatch.setattr(tree_search, "space_order", lambda Q: ordered.append(len(Q)) or space_order(Q))
    in_order = make_search(X, algorithm="kd_tree").kneighbors(Q, 7)
    assert ordered == [500]
    for found, wanted in zip(in_order, as_they_come, strict=True):
        np.testing.assert_array_equal(found, wanted)
