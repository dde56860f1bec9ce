import copy
import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn.neighbors
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from mlcore.kernels import SCHEMES, vote_weights
from mlcore.neighbors import KNeighborsClassifier, KNeighborsRegressor

# The lectures' table of five points, with targets 1, 2, 4, 8, 16.
X5 = np.array([[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]])
T5 = np.array([1, 2, 4, 8, 16])
ALGORITHMS = ("auto", "brute", "kd_tree", "ball_tree")


# By hand


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(("weights", "mean"), [("uniform", 28 / 3), ("distance", 8.4304891969)])
def test_the_golden_query(weights, mean, algorithm):
    knn = KNeighborsRegressor(3, weights=weights, algorithm=algorithm).fit(X5, T5)
    assert_allclose(knn.predict([[2.2, 1.5]]), [mean], atol=1e-10)


@pytest.mark.parametrize(("k", "mean"), [(1, 8), (2, 6), (3, 28 / 3), (4, 30 / 4), (5, 31 / 5)])
def test_the_mean_for_every_k(k, mean):
    assert_allclose(KNeighborsRegressor(k).fit(X5, T5).predict([[2.2, 1.5]]), [mean])


def test_with_all_neighbours_the_query_does_not_matter():
    queries = np.random.default_rng(0).normal(size=(20, 2)) * 100
    assert_allclose(KNeighborsRegressor(5).fit(X5, T5).predict(queries), np.full(20, 31 / 5))


def test_exact_matches_answer_alone_and_equally():
    knn = KNeighborsRegressor(4, weights="distance").fit([[0], [0], [1], [2]], [1, 4, 100, 1000])
    assert_allclose(knn.predict([[0], [1]]), [5 / 2, 100])


def test_outside_a_kernels_support_the_mean_is_plain():
    knn = KNeighborsRegressor(2, weights="epanechnikov").fit([[0], [1]], [0, 4])
    assert_allclose(knn.predict([[9], [0.5], [0.25]]), [2, 2, 4 * (1 - 9 / 16) / (2 - 1 / 16 - 9 / 16)])


def test_equal_distances_go_to_the_lower_training_index():
    knn = KNeighborsRegressor(2).fit([[1], [-1], [1], [-1]], [1, 3, 10, 100])
    assert knn.predict([[0]]) == [2]


# An independent implementation


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_weight_agrees_with_the_formula(scheme):
    rng = np.random.default_rng(1)
    X, Q = rng.integers(0, 5, (40, 2)) / 4, rng.integers(0, 5, (15, 2)) / 4  # many ties and twins
    t = rng.normal(size=40)
    expected = []
    for q in Q:
        d = np.sqrt(((X - q) ** 2).sum(axis=1))
        first = np.argsort(d, kind="stable")[:6]
        expected.append(vote_weights(d[first], scheme, 0.5) @ t[first])
    knn = KNeighborsRegressor(6, weights=scheme, bandwidth=0.5).fit(X, t)
    assert_allclose(knn.predict(Q), expected, atol=1e-12)


@pytest.mark.parametrize("outputs", [None, 1, 3])
@pytest.mark.parametrize(
    ("weights", "dtype"),
    [
        ("uniform", np.float64),
        ("uniform", np.float32),
        ("distance", np.float64),
        ("distance", np.int64),
        (lambda d: 1 / (1 + d), np.float64),
    ],
)
@pytest.mark.parametrize("options", [{}, {"p": 1}, {"metric": "cosine"}, {"metric_params": {"w": [2, 1, 3]}}])
def test_agrees_with_scikit_learn(options, weights, dtype, outputs):
    rng = np.random.default_rng(2)
    X, Q = ((rng.gamma(1, size=(n, 3)) * 1e6).astype(dtype) for n in (80, 25))
    t = rng.normal(size=80 if outputs is None else (80, outputs))
    ours, theirs = (
        Regressor(7, weights=weights, **copy.deepcopy(options)).fit(X, t)
        for Regressor in (KNeighborsRegressor, sklearn.neighbors.KNeighborsRegressor)
    )
    # scikit-learn computes in single precision where the table has it; we always compute in double.
    tolerance = 1e-4 if dtype == np.float32 else 1e-9
    for queries in (Q, None):
        assert ours.predict(queries).shape == theirs.predict(queries).shape
        assert_allclose(ours.predict(queries), theirs.predict(queries), rtol=tolerance, atol=tolerance)
    assert_allclose(ours.score(Q, t[:25]), theirs.score(Q, t[:25]), rtol=tolerance * 100)


def test_sparse_tables_and_metric_objects_agree_with_dense_ones():
    rng = np.random.default_rng(3)
    X, Q, t = rng.random((40, 20)), rng.random((8, 20)), rng.normal(size=40)
    X[X < 0.7], Q[Q < 0.7] = 0, 0
    expected = KNeighborsRegressor(4, weights="gaussian").fit(X, t).predict(Q)
    assert_allclose(
        KNeighborsRegressor(4, weights="gaussian").fit(csr_array(X), t).predict(csr_array(Q)), expected
    )
    metric = sklearn.metrics.DistanceMetric.get_metric("euclidean")
    assert_allclose(KNeighborsRegressor(4, weights="gaussian", metric=metric).fit(X, t).predict(Q), expected)


def test_a_function_of_sparse_rows_sees_sparse_rows():
    def shared_words(a, b):
        return -float((a @ b.T).toarray().item()) + 10

    X = csr_array([[1, 1, 1, 1, 1], [1, 0, 1, 0, 1], [0, 0, 1, 0, 0]])
    knn = KNeighborsRegressor(2, metric=shared_words).fit(X, [1, 2, 4])
    # One and three words in common with the rows (1, 1, 0, 1, 1): row 0 has 4, row 1 has 2, row 2 none.
    assert knn.kneighbors(csr_array([[1, 1, 0, 1, 1]]))[0].tolist() == [[6, 8]]
    assert knn.predict(csr_array([[1, 1, 0, 1, 1]])).tolist() == [3 / 2]


def test_strings_have_targets_too():
    knn = KNeighborsRegressor(2, metric="edit").fit(["a", "ab", "abcdef"], [1, 2, 6])
    assert knn.predict(["", "abc"]).tolist() == [3 / 2, 3 / 2]


def test_leaving_out_is_cross_validation():
    rng = np.random.default_rng(4)
    X, t = rng.normal(size=(20, 2)), rng.normal(size=20)
    expected = cross_val_predict(KNeighborsRegressor(3, weights="distance"), X, t, cv=LeaveOneOut())
    assert_allclose(KNeighborsRegressor(3, weights="distance").fit(X, t).predict(None), expected)


def test_later_changes_to_the_callers_arrays_do_not_change_predictions():
    X, t = X5.copy(), T5.copy()
    knn = KNeighborsRegressor(1).fit(X, t)
    X[:], t[:] = 9, 0
    assert_array_equal(knn.predict(X5), T5)


def test_a_pickled_model_answers_alike():
    knn = KNeighborsRegressor(3, weights="tricube").fit(pd.DataFrame(X5, columns=["a", "b"]), pd.Series(T5))
    again = pickle.loads(pickle.dumps(knn))
    queries = pd.DataFrame(X5 + 0.1, columns=["a", "b"])
    assert_array_equal(again.predict(queries), knn.predict(queries))


# Laws

generators = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@settings(max_examples=40, deadline=None)
@given(generators, st.integers(1, 20), st.sampled_from(SCHEMES))
def test_predictions_lie_between_the_targets_and_follow_their_scale(rng, k, scheme):
    X, t, Q = rng.integers(0, 4, (25, 3)) / 2, rng.normal(size=25), rng.integers(0, 4, (6, 3)) / 2
    predicted = KNeighborsRegressor(k, weights=scheme).fit(X, t).predict(Q)
    assert (predicted >= t.min() - 1e-12).all()
    assert (predicted <= t.max() + 1e-12).all()
    assert_allclose(KNeighborsRegressor(k, weights=scheme).fit(X, 3 * t - 1).predict(Q), 3 * predicted - 1)


@settings(max_examples=40, deadline=None)
@given(generators, st.integers(1, 20), st.sampled_from(SCHEMES))
def test_one_hot_targets_give_the_classifiers_probabilities(rng, k, scheme):
    X, y, Q = rng.integers(0, 4, (25, 3)) / 2, rng.integers(0, 3, 25), rng.integers(0, 4, (6, 3)) / 2
    classifier = KNeighborsClassifier(k, weights=scheme).fit(X, y)
    one_hot = (y[:, None] == classifier.classes_).astype(float)
    predicted = KNeighborsRegressor(k, weights=scheme).fit(X, one_hot).predict(Q)
    assert_allclose(predicted, classifier.predict_proba(Q), atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(generators, st.integers(1, 12), st.sampled_from(SCHEMES))
def test_repeating_every_row_with_twice_k_changes_nothing(rng, k, scheme):
    X, t, Q = rng.normal(size=(25, 3)), rng.normal(size=25), rng.normal(size=(6, 3))
    expected = KNeighborsRegressor(k, weights=scheme).fit(X, t).predict(Q)
    doubled = KNeighborsRegressor(2 * k, weights=scheme).fit(np.repeat(X, 2, axis=0), np.repeat(t, 2))
    assert_allclose(doubled.predict(Q), expected, atol=1e-12)


# Attacks


@pytest.mark.parametrize(
    ("X", "t", "message"),
    [
        (X5, ["a"] * 5, "y must hold numbers"),
        (X5, [1j] * 5, "Complex|y must hold numbers"),
        (X5, [1, 2, np.nan, 4, 5], "NaN"),
        (X5, [1, 2], "inconsistent numbers of samples"),
        (X5, None, "requires y"),
        (X5 * np.inf, T5, "infinity"),
    ],
)
def test_bad_examples_are_named(X, t, message):
    with pytest.raises(ValueError, match=message):
        KNeighborsRegressor(1).fit(X, t)


def test_more_neighbours_than_examples_is_an_error_when_they_are_asked_for():
    with pytest.raises(ValueError, match="n_neighbors = 6, n_samples_fit = 5, n_samples = 2"):
        KNeighborsRegressor(6).fit(X5, T5).predict(X5[:2])


def test_weights_that_are_all_zero_are_an_error_and_no_nan():
    with pytest.raises(ValueError, match="zero weights"):
        KNeighborsRegressor(2, weights=lambda d: d * 0).fit(X5, T5).predict(X5)
