import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array

from mlcore.neighbors import CondensedNearestNeighbor, KNeighborsClassifier, condense

LINE, SIDES = [0, 1, 2, 3, 4, 5], [0, 0, 0, 1, 1, 1]


# By hand


@pytest.mark.parametrize(
    ("order", "prototypes"),
    [
        ([2, 3, 0, 1, 4, 5], [2, 3]),  # the two beside the border tell all others
        ([0, 5, 1, 2, 3, 4], [0, 5]),  # so do the two ends
        ([0, 3, 2, 1, 4, 5], [0, 3, 2]),  # 2 is nearer to 3 than to 0
        ([0, 1, 2, 3, 4, 5], [0, 3, 2]),  # 2 was right in the first pass, and wrong in the second
    ],
)
def test_six_points_on_a_line_in_four_orders(order, prototypes):
    assert condense(LINE, SIDES, order).tolist() == prototypes


def test_conflicting_twins_both_stay_and_the_loop_ends():
    assert condense([1.0, 1.0], [0, 1], [0, 1]).tolist() == [0, 1]
    assert condense([1.0, 1.0, 1.0, 5.0], [0, 1, 1, 1]).tolist() == [0, 1, 2, 3]


def test_the_first_visited_is_always_a_prototype():
    # An empty set of prototypes misclassifies.
    assert condense(LINE, [7] * 6, [4, 0, 1, 2, 3, 5]).tolist() == [4]


def test_equal_distances_between_prototypes_go_to_the_lower_training_index():
    # Prototypes 2 (first chosen) and 0 lie at distance 1 from example 1: row 0 decides, and decides wrongly.
    assert condense([0, 1, 2], ["a", "b", "b"], [2, 0, 1]).tolist() == [2, 0, 1]
    assert condense([0, 1, 2], ["a", "a", "b"], [2, 0, 1]).tolist() == [2, 0]


def test_outliers_can_be_dropped_first():
    X = np.array([[0.0], [1], [2], [1.5], [10], [11], [12]])
    y = list("aaabbbb")
    plain = CondensedNearestNeighbor(3).fit(X, y)
    cleaned = CondensedNearestNeighbor(3, remove_outliers=True).fit(X, y)
    assert plain.outlier_indices_.tolist() == []
    assert cleaned.outlier_indices_.tolist() == [3]
    assert 3 not in cleaned.prototype_indices_
    assert cleaned.predict([[1.5], [11]]).tolist() == ["a", "b"]


def test_a_class_of_outliers_keeps_its_column():
    X, y = [[0.0], [1], [2], [10], [11]], list("abacc")
    knn = CondensedNearestNeighbor(remove_outliers=True).fit(X, y)
    assert knn.classes_.tolist() == ["a", "b", "c"]
    assert knn.predict_proba([[10.2]]).tolist() == [[0, 0, 1]]


# An independent implementation


def by_the_book(X, y, order, k=1):
    """The algorithm as in the lectures: visit, classify by the prototypes, keep what is wrong, again."""
    kept, changed = [], True
    while changed:
        changed = False
        for i in order:
            if i in kept:
                continue
            nearest = sorted(kept, key=lambda j: (((X[j] - X[i]) ** 2).sum(), j))[:k]
            votes = [y[j] for j in nearest]
            if len(votes) < k or max(sorted(set(votes)), key=votes.count) != y[i]:
                kept.append(i)
                changed = True
    return kept


generators = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@settings(max_examples=60, deadline=None)
@given(generators, st.integers(1, 4))
def test_equals_the_lectures_algorithm_also_with_ties_and_twins(rng, k):
    X, y, order = rng.integers(0, 5, (24, 2)) / 2, rng.integers(0, 3, 24), rng.permutation(24)
    knn = CondensedNearestNeighbor(k, order=order).fit(X, y)
    assert knn.prototype_indices_.tolist() == by_the_book(X, y, order, k)


# Laws


@settings(max_examples=40, deadline=None)
@given(generators)
def test_the_training_examples_keep_their_labels(rng):
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 3, 60)
    knn = CondensedNearestNeighbor(order=rng.permutation(60)).fit(X, y)
    assert_array_equal(knn.predict(X), y)


@settings(max_examples=40, deadline=None)
@given(generators, st.integers(1, 3))
def test_predicts_as_the_classifier_of_the_prototypes(rng, k):
    X, y, Q = rng.integers(0, 6, (30, 2)), rng.integers(0, 3, 30), rng.integers(0, 6, (10, 2))
    knn = CondensedNearestNeighbor(k).fit(X, y)
    kept = np.sort(knn.prototype_indices_)
    assert_array_equal(knn.predict(Q), KNeighborsClassifier(k).fit(X[kept], y[kept]).predict(Q))
    assert knn.n_samples_fit_ == len(kept)


def test_the_same_labels_on_the_training_examples_but_not_elsewhere():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(120, 2))
    y = (X[:, 0] + 0.7 * rng.normal(size=120) > 0).astype(int)
    full, condensed = KNeighborsClassifier(1).fit(X, y), CondensedNearestNeighbor().fit(X, y)
    assert len(condensed.prototype_indices_) < 120
    assert_array_equal(condensed.predict(X), full.predict(X))
    elsewhere = rng.normal(size=(500, 2))
    assert (condensed.predict(elsewhere) != full.predict(elsewhere)).any()


def test_a_random_order_is_drawn_from_the_seed():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(50, 2)), rng.integers(0, 2, 50)
    runs = [CondensedNearestNeighbor(order="random", random_state=seed).fit(X, y) for seed in (0, 0, 1)]
    indices = [run.prototype_indices_.tolist() for run in runs]
    assert indices[0] == indices[1] != indices[2]


# Beyond tables of numbers


def test_strings_are_condensed():
    words, kinds = ["kitten", "mitten", "puppy", "bitten", "guppy"], ["cat", "cat", "dog", "cat", "dog"]
    knn = CondensedNearestNeighbor(metric="edit").fit(words, kinds)
    assert knn.prototype_indices_.tolist() == [0, 2]
    assert knn.predict(words).tolist() == kinds


@pytest.mark.parametrize("metric", ["manhattan", "cosine", lambda a, b: float(np.abs(a - b).max())])
def test_any_metric_keeps_the_training_labels(metric):
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), rng.integers(0, 2, 40)
    assert_array_equal(CondensedNearestNeighbor(metric=metric).fit(X, y).predict(X), y)


def test_sparse_tables_and_several_outputs_are_condensed():
    rng = np.random.default_rng(6)
    X, Y = rng.normal(size=(40, 3)), rng.integers(0, 2, (40, 2))
    knn = CondensedNearestNeighbor().fit(csr_array(X), Y)
    assert_array_equal(knn.predict(csr_array(X)), Y)
    assert_array_equal(knn.prototype_indices_, CondensedNearestNeighbor().fit(X, Y).prototype_indices_)


# Attacks


@pytest.mark.parametrize("order", [[0, 1], [0, 1, 1], [1, 2, 3], [0.0, 1.0, 2.0], [[0, 1, 2]], []])
def test_an_order_that_is_no_permutation_is_named(order):
    with pytest.raises(ValueError, match="order must hold each index from 0 to 2 once"):
        condense([0, 1, 2], [0, 1, 0], order)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "sorted"}, "'order' parameter"),
        ({"metric": "precomputed"}, "'metric' parameter"),
        ({"remove_outliers": "yes"}, "'remove_outliers' parameter"),
        ({"n_neighbors": 0}, "'n_neighbors' parameter"),
    ],
)
def test_settings_that_cannot_be_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        CondensedNearestNeighbor(**options).fit([[0], [1]], [0, 1])


def test_when_every_example_is_an_outlier_that_is_said():
    with pytest.raises(ValueError, match="drops every example"):
        CondensedNearestNeighbor(remove_outliers=True).fit([[0], [1]], [0, 1])


def test_fewer_examples_than_k_cannot_predict():
    knn = CondensedNearestNeighbor(3).fit([[0], [1]], [0, 1])
    with pytest.raises(ValueError, match="n_neighbors = 3, n_samples_fit = 2"):
        knn.predict([[0]])


def test_ten_thousand_examples_take_seconds():
    rng = np.random.default_rng(7)
    X = rng.normal(size=(10_000, 10))
    y = (X[:, 0] + 0.1 * rng.normal(size=10_000) > 0).astype(int)
    start = time.perf_counter()
    knn = CondensedNearestNeighbor().fit(X, y)
    assert time.perf_counter() - start < 60
    assert_array_equal(knn.predict(X[::10]), y[::10])
