import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from mlcore.distances import DISTANCES
from mlcore.neighbors import KNeighborsClassifier
from mlcore.selection import choose_k, cross_validate_k, learning_curve, select_features, stratified_folds

# The five rows that the lectures show for k nearest neighbours.
ROWS = np.array([[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]])
MARKS = np.array(["o", "+", "+", "o", "+"])

laws = settings(deadline=None, max_examples=50)


def vote(X, y, query, k, distance):
    """Predict one query the obvious way: sort by distance, count, first class on ties."""
    order = sorted(range(len(X)), key=lambda i: distance(X[i], query))[:k]
    classes = sorted(set(y))
    counts = [sum(y[i] == c for i in order) for c in classes]
    return classes[counts.index(max(counts))]


def errors_by_loop(X, y, ks, folds, distance=DISTANCES["euclidean"]):
    found = []
    for k in ks:
        wrong = 0
        for i in range(len(X)):
            train = [j for j in range(len(X)) if folds[j] != folds[i]]
            # Classes are those of all data: one that no voter has cannot win, so the order is the same.
            wrong += vote([X[j] for j in train], [y[j] for j in train], X[i], k, distance) != y[i]
        found.append(wrong / len(X))
    return found


class TestChooseK:
    def test_of_the_five_rows_by_hand(self):
        k, errors = choose_k(ROWS, MARKS, [1, 3])
        assert errors.tolist() == [
            5 / 5,
            3 / 5,
        ]  # row 2 is as far from 3 (o) as from 4 (+): the lower index votes
        assert k == 3

    def test_is_not_misled_by_the_training_error(self):
        trained = KNeighborsClassifier(1).fit(ROWS, MARKS)
        assert (trained.predict(ROWS) == MARKS).all()  # each row is its own neighbour
        assert choose_k(ROWS, MARKS, [1])[1].tolist() == [1]

    def test_takes_the_smallest_of_equally_good_k_in_any_order(self):
        X, y = [[0], [1], [2], [6], [7], [8]], [0, 0, 0, 1, 1, 1]
        k, errors = choose_k(X, y, [5, 3, 1, 2])
        assert errors.tolist() == [1, 0, 0, 0]
        assert k == 1
        assert type(k) is int

    @laws
    @given(
        st.lists(
            st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from("abc")), min_size=4, max_size=14
        )
    )
    def test_equals_the_loop_with_many_twins_and_ties(self, points):
        X, y = [point[:2] for point in points], [point[2] for point in points]
        ks = list(range(1, len(X)))
        k, errors = choose_k(X, y, ks)
        by_loop = errors_by_loop(X, y, ks, folds=range(len(X)))
        assert errors.tolist() == by_loop
        assert [choose_k(X, y, [k])[1][0] for k in ks[:3]] == by_loop[:3]
        assert k == ks[by_loop.index(min(by_loop))]

    def test_when_all_points_are_twins_leaves_each_out_itself(self):
        X, y = np.zeros((6, 2)), [0, 0, 0, 1, 1, 1]
        for ks in ([1], [2], [3], [1, 2, 5]):
            assert choose_k(X, y, ks)[1].tolist() == errors_by_loop(X, y, ks, folds=range(6))

    def test_agrees_with_leave_one_out_of_scikit_learn(self):
        rng = np.random.default_rng(0)
        X = rng.normal(size=(40, 3))
        y = (X[:, 0] + rng.normal(size=40) > 0).astype(int)
        ks = [1, 3, 5, 11, 39]
        expected = [
            np.mean(cross_val_predict(KNeighborsClassifier(k), X, y, cv=LeaveOneOut()) != y) for k in ks
        ]
        np.testing.assert_allclose(choose_k(X, y, ks)[1], expected)

    @pytest.mark.parametrize("metric", ["manhattan", "chebyshev"])
    def test_searches_by_another_metric(self, metric):
        rng = np.random.default_rng(1)
        X, y = rng.integers(0, 9, (24, 3)), rng.integers(0, 2, 24)
        expected = errors_by_loop(X, y.tolist(), [1, 4], range(24), DISTANCES[metric])
        assert choose_k(X, y, [1, 4], metric=metric)[1].tolist() == expected

    def test_takes_data_frames_sparse_tables_truth_values_and_strings(self):
        expected = choose_k(ROWS, MARKS, [1, 3])[1].tolist()
        frame = pd.DataFrame(ROWS, columns=["F1", "F2"], index=list("edcba"))
        assert choose_k(frame, pd.Series(MARKS, index=frame.index), [1, 3])[1].tolist() == expected
        assert choose_k(sparse.csr_matrix(ROWS), MARKS == "o", range(1, 4, 2))[1].shape == (2,)
        words = ["cat", "cats", "rat", "dogma", "dogmas", "dogmatic"]
        k, errors = choose_k(words, [0, 0, 0, 1, 1, 1], [1], metric="edit")
        assert (k, errors.tolist()) == (1, [0])

    @pytest.mark.parametrize(
        ("y", "ks", "error", "message"),
        [
            (MARKS, [5], ValueError, r"ks must be whole numbers between 1 and 4; got \[5.0\]"),
            (MARKS, [0], ValueError, "ks must be whole numbers between 1 and 4"),
            (MARKS, [1.5], ValueError, "ks must be whole numbers"),
            (MARKS, [], ValueError, "ks must not be empty"),
            (MARKS, 3, ValueError, "ks must have 1 dimension"),
            (MARKS, ["3"], TypeError, "ks must hold numbers"),
            (MARKS[:4], [1], ValueError, "y must give one label per row; got 4 labels for 5 rows"),
            (MARKS[:, None], [1], ValueError, "y must have one dimension"),
            ([0, 1, math.nan, 1, 0], [1], ValueError, "y must hold labels; some are missing"),
            (["o", None, "o", "+", "+"], [1], ValueError, "y must hold labels; some are missing"),
            ([0.1, 0.2, 0.3, 0.4, 0.5], [1], ValueError, "Unknown label type"),
        ],
    )
    def test_names_what_is_wrong(self, y, ks, error, message):
        with pytest.raises(error, match=message):
            choose_k(ROWS, y, ks)

    def test_refuses_missing_values(self):
        with pytest.raises(ValueError, match="NaN"):
            choose_k([[1], [math.nan], [2]], [0, 1, 0], [1])


class TestCrossValidateK:
    @laws
    @given(
        st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 2)), min_size=6, max_size=14)
    )
    def test_equals_the_loop_for_given_folds(self, points):
        X, y = [[point[0]] for point in points], [point[1] for point in points]
        folds = [0, 1, 2, *(point[2] for point in points[3:])]
        largest = len(X) - max(folds.count(fold) for fold in range(3))
        ks = list(range(1, largest + 1))
        k, errors = cross_validate_k(X, y, ks, folds=folds)
        by_loop = errors_by_loop(X, y, ks, folds)
        np.testing.assert_allclose(errors, by_loop, atol=1e-15)
        assert k == ks[by_loop.index(min(by_loop))]

    def test_with_one_example_a_fold_is_leave_one_out(self):
        rng = np.random.default_rng(2)
        X, y = rng.normal(size=(24, 2)), rng.integers(0, 3, 24)
        ks = [1, 2, 5, 23]
        left_out, in_folds = choose_k(X, y, ks), cross_validate_k(X, y, ks, folds=range(24))
        assert left_out[0] == in_folds[0]
        assert left_out[1].tolist() == in_folds[1].tolist()

    def test_with_random_folds_repeats_with_the_seed(self):
        rng = np.random.default_rng(3)
        X = rng.normal(size=(60, 2))
        y = (X[:, 0] + rng.normal(size=60) > 0).astype(int)
        first, second = (cross_validate_k(X, y, [1, 5, 15], 5, np.random.default_rng(9)) for _ in range(2))
        assert first[1].tolist() == second[1].tolist()
        folds = stratified_folds(y, 5, np.random.default_rng(9))
        assert cross_validate_k(X, y, [1, 5, 15], folds)[1].tolist() == first[1].tolist()

    def test_takes_data_frames_lists_of_strings_and_sparse_tables(self):
        folds = ["a", "b", "a", "b", "a"]
        expected = cross_validate_k(ROWS, MARKS, [1, 2], folds)[1].tolist()
        frame = pd.DataFrame(ROWS, columns=["F1", "F2"], index=list("edcba"))
        assert cross_validate_k(frame, MARKS, [1, 2], folds)[1].tolist() == expected
        assert cross_validate_k(sparse.csr_matrix(ROWS), MARKS, [1, 2], folds)[1].tolist() == expected
        words = ["cat", "cats", "rat", "dogma", "dogmas", "dogmatic"]
        assert cross_validate_k(words, [0, 0, 0, 1, 1, 1], [1], [0, 1, 0, 0, 1, 0], metric="edit")[0] == 1

    @pytest.mark.parametrize(
        ("folds", "rng", "error", "message"),
        [
            (2, None, TypeError, r"rng must be a numpy.random.Generator; got None"),
            (1, np.random.default_rng(0), ValueError, "n_folds must lie between 2 and 5"),
            (6, np.random.default_rng(0), ValueError, "n_folds must lie between 2 and 5"),
            ([0, 0, 0, 0, 0], None, ValueError, "one of at least two folds"),
            ([0, 1], None, ValueError, "folds must give each of the 5 examples"),
            (2.0, np.random.default_rng(0), ValueError, "folds must have one dimension"),
        ],
    )
    def test_names_what_is_wrong_with_folds(self, folds, rng, error, message):
        with pytest.raises(error, match=message):
            cross_validate_k(ROWS, MARKS, [1], folds, rng)

    def test_needs_k_voters_outside_the_largest_fold(self):
        with pytest.raises(ValueError, match="ks must be whole numbers between 1 and 2"):
            cross_validate_k(ROWS, MARKS, [3], folds=[0, 0, 0, 1, 1])


class TestStratifiedFolds:
    @laws
    @given(st.lists(st.sampled_from("abc"), min_size=4, max_size=40), st.integers(2, 4), st.integers(0, 99))
    def test_share_examples_and_classes_evenly(self, y, n_folds, seed):
        folds = stratified_folds(y, n_folds, np.random.default_rng(seed))
        for members in (np.ones(len(y), dtype=bool), *(np.array(y) == c for c in set(y))):
            sizes = np.bincount(folds[members], minlength=n_folds)
            assert sizes.max() - sizes.min() <= 1

    def test_are_random(self):
        y = [0, 1] * 20
        drawn = {tuple(stratified_folds(y, 4, np.random.default_rng(seed)).tolist()) for seed in range(5)}
        assert len(drawn) == 5


class TestSelectFeatures:
    def test_finds_the_two_relevant_of_twenty(self):
        rng = np.random.default_rng(4)
        y = rng.integers(0, 2, 150)
        X = rng.normal(size=(150, 20))
        X[:, 7] += 3 * y
        X[:, 13] += 3 * y
        z, error = select_features(X, y, n_neighbors=3)
        assert z[[7, 13]].tolist() == [1, 1]
        assert error < choose_k(X, y, [3])[1][0]
        assert error == choose_k(X[:, z == 1], y, [3])[1][0]

    def test_gives_weights_that_the_search_takes(self):
        X = [[0, 5], [1, 9], [2, 0], [6, 1], [7, 8], [8, 4]]
        y = [0, 0, 0, 1, 1, 1]
        z, error = select_features(X, y)
        assert (z.tolist(), error) == ([1, 0], 0)
        assert choose_k(np.array(X) * z, y, [1])[1].tolist() == [0]

    def test_prefers_the_first_of_equal_features(self):
        X = np.repeat([[0.0], [1], [8], [9]], 3, axis=1)
        assert select_features(X, [0, 0, 1, 1])[0].tolist() == [1, 0, 0]

    def test_names_what_is_wrong(self):
        with pytest.raises(ValueError, match="n_neighbors must lie between 1 and 4"):
            select_features(ROWS, MARKS, n_neighbors=5)
        with pytest.raises(ValueError, match="X must have 2 dimension"):
            select_features([1, 2, 3], [0, 1, 0])


class TestLearningCurve:
    def test_equals_fitting_each_part_by_hand(self):
        rng = np.random.default_rng(5)
        X, X_test = rng.normal(size=(2, 50, 2))
        y, y_test = X[:, 0] > 0, X_test[:, 0] > 0
        model = KNeighborsClassifier(3)
        curve = learning_curve(model, X, y, [5, 20, 50], X_test, y_test, np.random.default_rng(6))
        shuffled = np.random.default_rng(6).permutation(50)
        for size, train_error, test_error in zip(*curve, strict=True):
            part = shuffled[:size]
            fitted = KNeighborsClassifier(3).fit(X[part], y[part])
            assert train_error == np.mean(fitted.predict(X[part]) != y[part])
            assert test_error == np.mean(fitted.predict(X_test) != y_test)
        assert not hasattr(model, "classes_")

    def test_of_one_neighbour_has_no_training_error(self):
        rng = np.random.default_rng(7)
        X, y = rng.normal(size=(60, 2)), rng.integers(0, 2, 60)
        curve = learning_curve(KNeighborsClassifier(1), X[:40], y[:40], [10, 40], X[40:], y[40:], rng)
        assert curve.train_errors.tolist() == [0, 0]
        assert (curve.test_errors > 0).all()

    def test_takes_any_classifier_data_frames_and_text_labels(self):
        frame = pd.DataFrame({"a": range(6)}, index=list("fedcba"))
        y = pd.Series(["x", "x", "x", "x", "x", "z"], index=frame.index)
        curve = learning_curve(DummyClassifier(), frame, y, [6], frame, ["x"] * 6, np.random.default_rng(0))
        assert curve.sizes.tolist() == [6]
        assert curve.train_errors.tolist() == [1 / 6]
        assert curve.test_errors.tolist() == [0]

    def test_names_what_is_wrong(self):
        rng, model = np.random.default_rng(0), KNeighborsClassifier(1)
        with pytest.raises(ValueError, match="sizes must be whole numbers between 1 and 5"):
            learning_curve(model, ROWS, MARKS, [6], ROWS, MARKS, rng)
        with pytest.raises(ValueError, match="y_test must give one label per row; got 4 labels for 5 rows"):
            learning_curve(model, ROWS, MARKS, [5], ROWS, MARKS[:4], rng)
        with pytest.raises(TypeError, match=r"rng must be a numpy.random.Generator"):
            learning_curve(model, ROWS, MARKS, [5], ROWS, MARKS, 0)
