"""Classification and regression within a radius: by hand, by loops, as scikit-learn, and who is alone."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.neighbors
from numpy.testing import assert_allclose, assert_array_equal

import mlcore.neighbors
from mlcore.neighbors import (
    NearestNeighbors,
    RadiusNeighborsClassifier,
    RadiusNeighborsRegressor,
    radius_neighbors_graph,
)

LINE = [[0.0], [1.0], [2.0], [4.0]]
RNG = np.random.default_rng(5)
X, Q = RNG.integers(0, 5, (60, 2)).astype(float), RNG.integers(0, 6, (25, 2)).astype(float)
y = RNG.integers(0, 3, 60)


def within(q, radius, metric=lambda a, b: abs(a - b).sum()):
    """The rule itself, one pair after the other."""
    return [i for i, x in enumerate(X) if metric(q, x) <= radius]


# --- by hand


def test_all_within_the_radius_vote_the_edge_included_and_a_tie_goes_to_the_first_class():
    near = RadiusNeighborsClassifier(radius=1).fit(LINE, ["a", "a", "b", "b"])
    assert near.predict_proba([[1.0], [1.5], [4.0]]).tolist() == [[2 / 3, 1 / 3], [0.5, 0.5], [0.0, 1.0]]
    assert near.predict([[1.0], [1.5], [4.0]]).tolist() == ["a", "a", "b"]


def test_the_mean_of_all_within_the_radius():
    near = RadiusNeighborsRegressor(radius=1).fit(LINE, [1, 2, 6, 9])
    assert near.predict([[1.0], [1.5], [4.5]]).tolist() == [3.0, 4.0, 9.0]
    by_distance = RadiusNeighborsRegressor(radius=2, weights="distance").fit(LINE, [1, 2, 6, 9])
    # 1/0.5 · 1 + 1/0.5 · 2 + 1/1.5 · 6 over 2 + 2 + 2/3
    assert by_distance.predict([[0.5]])[0] == pytest.approx(float(Fraction(10) / Fraction(14, 3)))
    assert by_distance.predict([[2.0]]).tolist() == [6.0]  # an exact match votes alone


def test_without_queries_each_example_is_left_out():
    assert RadiusNeighborsRegressor(radius=1).fit(LINE[:3], [1, 2, 6]).predict(None).tolist() == [2, 3.5, 2]
    assert RadiusNeighborsClassifier(radius=1).fit(LINE[:3], [0, 1, 0]).score(None, [0, 1, 0]) == 0


# --- who is alone


def test_an_outlier_is_an_error_that_names_it_or_gets_its_label():
    labels = ["a", "a", "b", "b"]
    with pytest.raises(ValueError, match=r"No neighbors found for test samples array\(\[1\]\)"):
        RadiusNeighborsClassifier(radius=1).fit(LINE, labels).predict([[0.0], [99.0]])
    near = RadiusNeighborsClassifier(radius=1, outlier_label="most_frequent").fit(LINE, labels)
    assert near.outlier_label_ == ["a"]
    assert near.predict([[99.0]]).tolist() == ["a"]
    assert near.predict_proba([[99.0]]).tolist() == [[1.0, 0.0]]


def test_a_label_of_outliers_that_is_no_class_has_no_share_and_is_not_cut():
    near = RadiusNeighborsClassifier(radius=1, outlier_label="nobody").fit(LINE, ["a", "a", "b", "b"])
    with pytest.warns(UserWarning, match="Outlier label nobody is not in training classes"):
        assert near.predict_proba([[99.0], [0.0]]).tolist() == [[0.0, 0.0], [1.0, 0.0]]
    with pytest.warns(UserWarning, match="nobody"):
        assert near.predict([[99.0], [0.0]]).tolist() == ["nobody", "a"]


def test_a_label_of_outliers_of_another_kind_is_refused():
    with pytest.raises(TypeError, match="dtype of outlier_label 'z' is inconsistent"):
        RadiusNeighborsClassifier(outlier_label="z").fit(LINE, [0, 0, 1, 1])
    with pytest.raises(ValueError, match="length of outlier_label"):
        RadiusNeighborsClassifier(outlier_label=[0, 1]).fit(LINE, [0, 0, 1, 1])
    with pytest.raises(TypeError, match="supposed to be a scalar"):
        RadiusNeighborsClassifier(outlier_label=[[0, 1]]).fit(LINE, [0, 0, 1, 1])


def test_a_regressor_says_nan_of_outliers_whatever_the_targets():
    """scikit-learn casts NaN to the type of the targets: −9223372036854775808 for whole numbers."""
    for targets in ([1, 2, 6, 9], [1.0, 2.0, 6.0, 9.0]):
        with pytest.warns(UserWarning, match="no neighbors within specified radius; predicting NaN"):
            assert_array_equal(
                RadiusNeighborsRegressor(1).fit(LINE, targets).predict([[0.0], [9.0]]), [1.5, np.nan]
            )


# --- by loops, and as scikit-learn


@pytest.mark.parametrize("radius", [0, 1, 2.5])
@pytest.mark.parametrize("algorithm", ["brute", "kd_tree", "ball_tree"])
def test_by_loops(radius, algorithm):
    options = {"radius": radius, "metric": "manhattan", "algorithm": algorithm}
    classifier = RadiusNeighborsClassifier(**options, outlier_label=2).fit(X, y)
    regressor = RadiusNeighborsRegressor(**options).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        shares, means = classifier.predict_proba(Q), regressor.predict(Q)
    for q, p, mean, label in zip(Q, shares, means, classifier.predict(Q), strict=True):
        votes = [y[i] for i in within(q, radius)]
        expected = [votes.count(c) / len(votes) for c in range(3)] if votes else [0, 0, 1]
        assert p.tolist() == expected
        assert label == expected.index(max(expected))
        assert_array_equal(mean, np.mean(votes) if votes else np.nan)


def squared(dists):
    """A user's own weights, over arrays within an array as scikit-learn hands them over."""
    found = np.empty(len(dists), dtype=object)
    found[:] = [1 / (1 + each) ** 2 for each in dists]
    return found


@pytest.mark.parametrize("weights", ["uniform", "distance", squared, None])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "braycurtis", "canberra"])
@pytest.mark.parametrize("outputs", [1, 2])
def test_as_scikit_learn(weights, metric, outputs):
    options = {
        "radius": 0.7 if metric in ("braycurtis", "canberra") else 1.3,
        "weights": weights,
        "metric": metric,
    }
    labels, targets = RNG.integers(0, 3, (60, outputs)), RNG.normal(size=(60, outputs))
    if outputs == 1:
        labels, targets = labels[:, 0], targets[:, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for name, goal in (("RadiusNeighborsClassifier", labels), ("RadiusNeighborsRegressor", targets)):
            more = {"outlier_label": 1} if "Classifier" in name else {}
            ours, theirs = (
                getattr(library, name)(**options, **more).fit(X + 1, goal)
                for library in (mlcore.neighbors, sklearn.neighbors)
            )
            assert_allclose(ours.predict(Q + 1), theirs.predict(Q + 1), rtol=1e-9)
            if more:
                assert_allclose(ours.predict_proba(Q + 1), theirs.predict_proba(Q + 1), rtol=1e-9)
                assert ours.outlier_label_ == list(theirs.outlier_label_)


def test_graphs_are_scikit_learns():
    for mode in ("connectivity", "distance"):
        for include_self in (True, False, "auto"):
            ours, theirs = (
                function(X, 1.5, mode=mode, include_self=include_self)
                for function in (radius_neighbors_graph, sklearn.neighbors.radius_neighbors_graph)
            )
            assert_allclose(ours.toarray(), theirs.toarray())
    finder = NearestNeighbors(radius=1.5).fit(X)
    theirs = sklearn.neighbors.NearestNeighbors(radius=1.5).fit(X)
    assert_allclose(
        finder.radius_neighbors_graph(Q, mode="distance").toarray(),
        theirs.radius_neighbors_graph(Q, mode="distance").toarray(),
    )
    row = finder.radius_neighbors_graph(Q[:1], 3, mode="distance", sort_results=True)
    assert (np.diff(row.data) >= 0).all()
    assert finder.radius_neighbors_graph([[99.0, 99.0]]).shape == (1, 60)
    with pytest.raises(ValueError, match="Unsupported mode"):
        finder.radius_neighbors_graph(Q, mode="far")


def test_sparse_precomputed_and_objects():
    dense = RadiusNeighborsClassifier(1, metric="manhattan", outlier_label=0).fit(X, y)
    sparse = RadiusNeighborsClassifier(1, metric="manhattan", outlier_label=0).fit(sp.csr_array(X), y)
    assert_array_equal(sparse.predict(sp.csr_array(Q)), dense.predict(Q))
    table = abs(Q[:, None] - X).sum(axis=2)
    square = abs(X[:, None] - X).sum(axis=2)
    given = RadiusNeighborsClassifier(1, metric="precomputed", outlier_label=0).fit(square, y)
    assert_array_equal(given.predict(table), dense.predict(Q))
    words = RadiusNeighborsClassifier(3, metric="edit").fit(
        ["kitten", "mitten", "puppy"], ["cat", "cat", "dog"]
    )
    assert words.predict(["sitting", "puppet"]).tolist() == ["cat", "dog"]


def test_kernels_and_weights_of_features_go_with_a_radius():
    near = RadiusNeighborsRegressor(2, weights="triangular", bandwidth=2, feature_weights=[1, 0])
    assert near.fit([[0, 9], [1, 0], [5, 0]], [0, 3, 7]).predict([[0, 0]]).tolist() == [
        1.0
    ]  # (2·0 + 1·3) / 3


def test_only_neighbours_within_a_radius_are_named():
    for Estimator in (RadiusNeighborsClassifier, RadiusNeighborsRegressor):
        model = Estimator(radius=1).fit(LINE, [0, 0, 1, 1])
        assert not hasattr(model, "kneighbors")
        assert model.radius_neighbors([[1.0]], return_distance=False)[0].tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="return_distance must be True if sort_results is True"):
        model.radius_neighbors([[1.0]], return_distance=False, sort_results=True)


def test_a_user_function_that_gives_nonsense_is_named():
    for weights, message in [
        (lambda dists: [each[:-1] for each in dists], "one weight per distance"),
        (lambda dists: [-each - 1 for each in dists], "non-negative"),
        (lambda dists: [0 * each for each in dists], "zero weights"),
    ]:
        with pytest.raises(ValueError, match=message):
            RadiusNeighborsRegressor(1, weights=weights).fit(LINE, [1, 2, 3, 4]).predict([[0.0]])


def test_everybody_is_within_an_infinite_radius():
    dists, indices = NearestNeighbors(radius=np.inf).fit(LINE).radius_neighbors([[1e300]], sort_results=True)
    assert (indices[0].tolist(), dists[0].tolist()) == ([0, 1, 2, 3], [1e300] * 4)
    near = RadiusNeighborsClassifier(radius=np.inf).fit(LINE, ["a", "b", "b", "b"])
    assert near.predict([[0.0]]).tolist() == ["b"]
    assert NearestNeighbors().fit(LINE).radius_neighbors_graph(radius=np.inf).nnz == 12
    with pytest.raises(ValueError, match="finite"):
        NearestNeighbors().fit(LINE).radius_neighbors(LINE, np.nan)


@pytest.mark.parametrize("label", [0, 1.5, np.int64(2), True])
def test_a_number_is_no_outlier_label_among_texts(label):
    with pytest.raises((TypeError, ValueError), match="outlier_label"):
        RadiusNeighborsClassifier(outlier_label=label).fit(LINE, ["a", "a", "b", "b"])
    text = RadiusNeighborsClassifier(outlier_label="c").fit(LINE, ["a", "a", "b", "b"])
    assert text.outlier_label_ == ["c"]


def test_a_graph_is_asked_for_itself_or_not():
    with pytest.raises(ValueError, match="include_self must be one of True, False"):
        radius_neighbors_graph(LINE, 1, include_self=None)
