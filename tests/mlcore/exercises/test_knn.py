"""The references of the unit on neighbours: numbers worked by hand, then mlcore and scikit-learn."""

import math

import numpy as np
import pytest
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.preprocessing import StandardScaler

from mlcore.datasets import load_iris, load_knn_table, load_towns
from mlcore.exercises import UNITS
from mlcore.exercises.knn import inputs
from mlcore.exercises.knn.vote import neighbour_labels
from mlcore.neighbors import KNeighborsClassifier as OurClassifier
from mlcore.neighbors import condense
from mlcore.selection import choose_k, cross_validate_k

UNIT = UNITS["knn"]
STAR = np.array([[2.2, 1.5]])


def reference(name):
    return UNIT[name].reference


def iris_model(k):
    X, y = load_iris()
    return reference("learn")(X[::2], y[::2], k, inputs.euclidean), X[1::2]


def test_the_table_is_the_one_that_the_course_loads():
    X, y = load_knn_table()
    assert X.tolist() == inputs.POINTS.tolist()
    assert y.tolist() == inputs.MARKS.tolist()


def test_the_towns_are_those_of_the_map_to_a_kilometre():
    X, y = load_towns()
    assert y.tolist() == inputs.TOWN_NAMES.tolist()
    assert np.abs(X - inputs.TOWNS).max() < 1


def test_a_unit_is_worth_what_an_evening_can_earn():
    assert 20 <= UNIT.points <= 40


def test_distances_of_two_rows():
    a, b = [1, 3], [3.5, 1]
    minkowski = reference("minkowski")
    values = [round(minkowski(a, b, p), 10) for p in (1, 2, 3, math.inf)]
    assert values == [4.5, 3.2015621187, 2.8693967742, 2.5]
    assert round(reference("cosine_distance")(a, b), 10) == 0.4353160844


def test_distances_of_words_and_sets():
    assert reference("hamming")("karolin", "kathrin") == 3
    assert reference("edit_distance")("kitten", "sitting") == 3
    assert reference("jaccard_distance")({1, 2, 3}, {2, 3, 4}) == 0.5


def test_squared_distances_of_the_five_points():
    expected = [
        [0, 1, 5, 6.25, 10.25],
        [1, 0, 2, 4.25, 6.25],
        [5, 2, 0, 1.25, 1.25],
        [6.25, 4.25, 1.25, 0, 1],
        [10.25, 6.25, 1.25, 1, 0],
    ]
    assert reference("pairwise_sq_dists")(inputs.POINTS, inputs.POINTS).tolist() == expected


def test_two_nearest_of_four():
    assert reference("nearest")([5, 1, 3, 2], 2).tolist() == [1, 3]


@pytest.mark.parametrize(
    ("query", "labels", "plus"),
    [
        ((2, 2), "++oo+", (1, 1, 2 / 3, 1 / 2, 3 / 5)),
        ((1, 2), "o+o++", (0, 1 / 2, 1 / 3, 1 / 2, 3 / 5)),
        ((3, 1), "o+++o", (0, 1 / 2, 2 / 3, 3 / 4, 3 / 5)),
        ((2.2, 1.5), "o+++o", (0, 1 / 2, 2 / 3, 3 / 4, 3 / 5)),
        ((1.4, 2.9), "o++o+", (0, 1 / 2, 2 / 3, 1 / 2, 3 / 5)),
    ],
)
def test_shares_of_the_five_points(query, labels, plus):
    for k in (1, 2, 3, 4, 5):
        shares = reference("predict_with_prob")(inputs.table_model(k), [query])
        assert shares[0].tolist() == pytest.approx([plus[k - 1], 1 - plus[k - 1]])
    near = neighbour_labels(inputs.table_model(5), query)
    assert "".join(near) == labels


def test_votes_of_the_five_points_and_their_ties():
    expected = {1: "+oooo", 2: "+++++", 3: "+o+++", 4: "+++++", 5: "+++++"}
    for k, answers in expected.items():
        assert "".join(reference("predict")(inputs.table_model(k), inputs.QUERIES)) == answers
        one_by_one = [reference("predict_one")(q, inputs.table_model(k)) for q in inputs.QUERIES]
        assert "".join(one_by_one) == answers


def test_regression_of_the_five_points():
    model = inputs.model_of(inputs.POINTS, inputs.TARGETS, 3)
    assert reference("predict_regression")(model, STAR).tolist() == pytest.approx([28 / 3])


@pytest.mark.parametrize(
    ("k", "scheme", "plus"),
    [
        (3, "uniform", 0.6666666667),
        (3, "inverse", 0.5090139185),
        (3, "softmax", 0.5332418483),
        (5, "uniform", 0.6),
        (5, "inverse", 0.5217367152),
        (5, "softmax", 0.5490311281),
    ],
)
def test_weighted_votes_of_the_five_points(k, scheme, plus):
    dists = np.array([inputs.euclidean(STAR[0], x) for x in inputs.POINTS])
    near = reference("nearest")(dists, k)
    weights = reference("vote_weights")(dists[near], scheme)
    shares = reference("weighted_vote")(inputs.MARKS[near], weights, ["+", "o"])
    assert round(float(shares[0]), 10) == plus


def test_the_weighted_mean_of_three_targets():
    dists = np.array([inputs.euclidean(STAR[0], x) for x in inputs.POINTS])
    near = reference("nearest")(dists, 3)
    weights = reference("vote_weights")(dists[near], "inverse")
    assert round(float(weights @ inputs.TARGETS[near]), 10) == 8.4304891969


def test_two_strong_voices_win():
    shares = reference("weighted_vote")([1, 1, -1, -1, -1], [0.9, 0.8, 0.4, 0.35, 0.3], [-1, 1])
    assert shares.tolist() == pytest.approx([1.05 / 2.75, 1.7 / 2.75])


def test_standardising_the_five_points():
    expected = (np.array([[1.0, 2.0]]) - [2.4, 2]) / [0.8602325267, 0.8944271910]
    assert np.allclose(reference("standardise")(inputs.POINTS, [[1, 2]]), expected)


def test_leaving_one_out_of_five():
    assert reference("choose_k")(inputs.POINTS, inputs.MARKS, [1, 3]) == (3, [5 / 5, 3 / 5])


def test_two_orders_keep_two_different_pairs():
    X, y = [[0], [1], [2], [3], [4], [5]], [0, 0, 0, 1, 1, 1]
    assert reference("condense")(X, y, [2, 3, 0, 1, 4, 5]) == [2, 3]
    assert reference("condense")(X, y, [0, 5, 1, 2, 3, 4]) == [0, 5]


def test_gower_of_ten_years_and_a_colour():
    assert reference("gower")([20, "red"], [30, "blue"], [40, None], ["numeric", "categorical"]) == 5 / 8


@pytest.mark.parametrize("k", [1, 4, 7])
def test_votes_agree_with_mlcore_and_scikit_learn(k):
    model, Q = iris_model(k)
    ours = OurClassifier(k).fit(model["X"], model["y"])
    assert (reference("predict")(model, Q) == ours.predict(Q)).all()
    theirs = KNeighborsClassifier(k, algorithm="brute").fit(model["X"], model["y"])
    assert np.allclose(ours.predict_proba(Q), reference("predict_with_prob")(model, Q))
    # scikit-learn leaves the order of equally near rows open: a share may differ by such a row
    assert (np.abs(theirs.predict_proba(Q) - ours.predict_proba(Q)).max(axis=1) <= 1 / k).all()


def test_regression_agrees_with_scikit_learn():
    rng = np.random.default_rng(0)
    X, targets, Q = rng.normal(size=(30, 3)), rng.normal(size=30), rng.normal(size=(8, 3))
    model = inputs.model_of(X, targets, 4)
    theirs = KNeighborsRegressor(4).fit(X, targets).predict(Q)
    assert np.allclose(reference("predict_regression")(model, Q), theirs)


def test_standardise_agrees_with_scikit_learn():
    X, _ = load_iris()
    assert np.allclose(
        reference("standardise")(X[::2], X[1::2]), StandardScaler().fit(X[::2]).transform(X[1::2])
    )


def test_choosing_agrees_with_mlcore_and_scikit_learn():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(24, 2)), rng.integers(0, 2, 24)
    k, errors = reference("choose_k")(X, y, [1, 3, 5, 7])
    ours, our_errors = choose_k(X, y, [1, 3, 5, 7])
    assert k == ours
    assert np.allclose(errors, our_errors)
    scores = [cross_val_score(KNeighborsClassifier(c), X, y, cv=LeaveOneOut()).mean() for c in (1, 3, 5, 7)]
    assert np.allclose(errors, 1 - np.array(scores))


def test_what_predicts_can_colour_the_plane():
    points = np.array([[1.0, 1.0], [6.0, 5.0]])
    for exercise in UNIT.exercises:
        if exercise.regions is not None:
            assert list(exercise.regions(exercise.reference)(points)) == [0, 1]


# How many mistakes the catalogue has for its tasks 1.1 to 1.17.
IN_CATALOGUE = dict(enumerate((6, 6, 4, 5, 4, 6, 6, 5, 6, 7, 5, 6, 5, 6, 5, 5, 5), start=1))


def test_every_mistake_of_the_catalogue_is_known():
    entries = ", ".join(wrong.catalogue for exercise in UNIT.exercises for wrong in exercise.misconceptions)
    known = {entry.strip() for entry in entries.split(",")}
    expected = {f"1.{task}-M{place + 1}" for task, count in IN_CATALOGUE.items() for place in range(count)}
    assert expected <= known


def test_every_task_says_which_concepts_it_is_about():
    assert all(exercise.concepts for exercise in UNIT.exercises)


@pytest.mark.parametrize("seed", range(5))
def test_condensing_keeps_the_rows_that_mlcore_keeps(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 4, size=(14, 2)) / 2, rng.choice(["a", "b", "c"], size=14)
    order = rng.permutation(14).tolist()
    assert reference("condense")(X, y, order) == condense(X, y, order).tolist()


def test_five_points_in_two_folds():
    folds = np.array([0, 1, 0, 1, 1])
    table = reference("cross_validate")(inputs.POINTS, inputs.MARKS, [1, 2], folds)
    np.testing.assert_allclose(table, [[1, 1 / 2], [2 / 3, 1 / 3]])


def test_folds_weighted_by_their_size_are_the_error_of_the_reference_package():
    X, y = load_iris()
    folds = np.random.default_rng(4).integers(0, 5, len(y))
    table = reference("cross_validate")(X, y, [1, 5, 9], folds)
    _, errors = cross_validate_k(X, y, [1, 5, 9], folds=folds)
    np.testing.assert_allclose(np.bincount(folds) @ table / len(y), errors)
