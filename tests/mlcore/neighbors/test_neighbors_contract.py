"""What holds of every neighbours estimator: scikit-learn's contract, and what users of it lean on."""

import inspect

import numpy as np
import pandas as pd
import pytest
import sklearn.neighbors
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array, issparse
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks

import mlcore.neighbors
from mlcore.neighbors import (
    CondensedNearestNeighbor,
    KNeighborsClassifier,
    KNeighborsRegressor,
    NearestNeighbors,
    RadiusNeighborsClassifier,
    RadiusNeighborsRegressor,
    kneighbors_graph,
)

ALL = [KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors, CondensedNearestNeighbor]
TWINS = [KNeighborsClassifier, KNeighborsRegressor]
RADIUS_TWINS = [RadiusNeighborsClassifier, RadiusNeighborsRegressor]


@parametrize_with_checks(
    [
        KNeighborsClassifier(),
        KNeighborsClassifier(weights="softmax", metric="nan_euclidean"),
        KNeighborsClassifier(metric="precomputed"),
        KNeighborsRegressor(),
        KNeighborsRegressor(weights="distance", algorithm="brute"),
        KNeighborsRegressor(weights="tricube", copy_X=False),
        NearestNeighbors(),
        RadiusNeighborsClassifier(),
        RadiusNeighborsRegressor(),
        RadiusNeighborsRegressor(weights="distance", algorithm="brute"),
        CondensedNearestNeighbor(),
        CondensedNearestNeighbor(n_neighbors=3, order="random", random_state=0),
    ]
)
def test_scikit_learns_checks_pass(estimator, check):
    check(estimator)


@pytest.mark.parametrize("Ours", TWINS + RADIUS_TWINS)
def test_the_constructor_is_scikit_learns_with_more_at_its_end(Ours):
    ours = inspect.signature(Ours).parameters
    theirs = inspect.signature(getattr(sklearn.neighbors, Ours.__name__)).parameters
    assert list(ours)[: len(theirs)] == list(theirs)
    assert [ours[name].default for name in theirs] == [parameter.default for parameter in theirs.values()]
    assert [ours[name].kind for name in theirs] == [parameter.kind for parameter in theirs.values()]
    more = list(ours.values())[len(theirs) :]
    assert [(p.name, p.default) for p in more] == [
        ("feature_weights", None),
        ("bandwidth", 1.0),
        ("copy_X", "auto"),
    ]
    assert all(p.kind is p.KEYWORD_ONLY for p in more)


@pytest.mark.parametrize("Ours", [*TWINS, *RADIUS_TWINS, NearestNeighbors])
def test_methods_are_scikit_learns(Ours):
    """Only what transforms has set_output and names of features to put out: none of these, there or here."""
    theirs = {name for name in dir(getattr(sklearn.neighbors, Ours.__name__)) if not name.startswith("_")}
    assert theirs - {"set_fit_request", "set_score_request"} <= set(dir(Ours))
    assert not {"set_output", "get_feature_names_out"} & (theirs | set(dir(Ours)))


@pytest.mark.parametrize("Ours", TWINS)
@pytest.mark.parametrize("options", [{}, {"metric": "precomputed"}, {"p": 3}, {"metric": "nan_euclidean"}])
def test_attributes_and_tags_are_scikit_learns(Ours, options):
    X, y = np.array([[0.0, 1], [1, 0]]), [0, 1]
    ours, theirs = (E(1, **options).fit(X, y) for E in (Ours, getattr(sklearn.neighbors, Ours.__name__)))
    public = [name for name in vars(theirs) if name.endswith("_") and not name.startswith("_")]
    assert len(public) >= 4
    for name in public:
        assert_array_equal(getattr(ours, name), getattr(theirs, name))
    assert_array_equal(ours._fit_X, theirs._fit_X)
    assert_array_equal(ours._y, theirs._y)
    assert ours._fit_method == theirs._fit_method
    assert (ours._tree is None) == (theirs._tree is None)
    assert is_classifier(ours) == is_classifier(theirs)
    assert is_regressor(ours) == is_regressor(theirs)
    our_tags, their_tags = get_tags(ours), get_tags(theirs)
    their_tags.input_tags.sparse = (
        options.get("metric") != "nan_euclidean"
    )  # it has no sparse distances either
    assert our_tags == their_tags


@pytest.mark.parametrize("Estimator", ALL)
def test_nothing_is_answered_before_fit(Estimator):
    for ask in ("kneighbors", "kneighbors_graph"):
        with pytest.raises(NotFittedError):
            getattr(Estimator(), ask)([[1]])


@pytest.mark.parametrize("mode", ["connectivity", "distance"])
@pytest.mark.parametrize("with_self", [False, True])
def test_graphs_are_scikit_learns(mode, with_self):
    X = np.random.default_rng(0).normal(size=(20, 3))
    query = X if with_self else None
    ours, theirs = (
        module.NearestNeighbors(n_neighbors=4).fit(X).kneighbors_graph(query, mode=mode)
        for module in (mlcore.neighbors, sklearn.neighbors)
    )
    assert type(ours) is type(theirs)
    assert issparse(ours)
    assert_allclose(ours.toarray(), theirs.toarray())
    assert_array_equal(kneighbors_graph(X, 4, mode=mode, include_self=with_self).toarray(), ours.toarray())


def test_a_graph_keeps_neighbours_at_distance_zero():
    graph = NearestNeighbors(n_neighbors=1).fit([[0], [0], [5]]).kneighbors_graph(mode="distance")
    assert graph.indices.tolist() == [1, 0, 0]
    assert graph.data.tolist() == [0, 0, 5]


def test_a_graph_feeds_an_estimator_of_precomputed_distances():
    rng = np.random.default_rng(1)
    X, Q, y = rng.normal(size=(30, 3)), rng.normal(size=(6, 3)), rng.integers(0, 2, 30)
    finder = NearestNeighbors(n_neighbors=6).fit(X)
    knn = KNeighborsClassifier(5, metric="precomputed").fit(finder.kneighbors_graph(X, mode="distance"), y)
    expected = KNeighborsClassifier(5).fit(X, y)
    assert_array_equal(
        knn.predict_proba(finder.kneighbors_graph(Q, mode="distance")), expected.predict_proba(Q)
    )
    assert_array_equal(knn.predict_proba(None), expected.predict_proba(None))


@pytest.mark.parametrize(
    ("D", "error", "message"),
    [
        (csr_array([[0.0, 1, 0], [1, 0, 2], [0, 2, 0]]), ValueError, "2 neighbors per samples are required"),
        (csr_array([[0.0, -1, 1], [1, 0, 2], [1, 2, 0]]), ValueError, "Negative values"),
        (np.array([[0.0, -1, 1]]), ValueError, "Negative values"),
        (np.array([[0.0, 1]]), ValueError, "features"),
        (csr_array([[0.0, 1, 2]]).todok(), TypeError, "explicit zeros"),
    ],
)
def test_bad_distances_are_named(D, error, message):
    knn = KNeighborsClassifier(2, metric="precomputed").fit(np.ones((3, 3)) - np.eye(3), [0, 1, 1])
    with pytest.raises(error, match=message):
        knn.predict(D)


@pytest.mark.parametrize("mode", ["blah", None, 1])
def test_an_unknown_mode_of_a_graph_is_named(mode):
    with pytest.raises(ValueError, match="Unsupported mode"):
        NearestNeighbors().fit(np.eye(6)).kneighbors_graph(mode=mode)


def test_orders_below_one_need_all_distances():
    X, y = np.eye(6), [0, 1, 0, 1, 0, 1]
    with pytest.warns(UserWarning, match="0 < p < 1"):
        knn = KNeighborsClassifier(2, p=0.5).fit(X, y)
    assert knn._fit_method == "brute"
    assert_allclose(knn.kneighbors(X[:1])[0], [[0, 4]])
    with pytest.raises(ValueError, match="does not support 0 < p < 1"):
        KNeighborsClassifier(p=0.5, algorithm="kd_tree").fit(X, y)


def test_p_may_come_with_the_metrics_parameters():
    with pytest.warns(SyntaxWarning, match="metric_params holds p"):
        knn = KNeighborsClassifier(1, metric_params={"p": 1}).fit([[0, 0]], [0])
    assert knn.kneighbors([[3, 4]])[0].tolist() == [[7]]


@pytest.mark.parametrize("algorithm", ["kd_tree", "ball_tree"])
def test_a_tree_does_not_serve_sparse_data(algorithm):
    X, y = np.eye(4), [0, 1, 0, 1]
    with pytest.raises(ValueError, match="sparse"):
        KNeighborsClassifier(1, algorithm=algorithm).fit(X, y).predict(csr_array(X))
    with pytest.warns(UserWarning, match="cannot use tree with sparse input"):
        KNeighborsClassifier(1, algorithm=algorithm).fit(csr_array(X), y)
    with pytest.raises(ValueError, match="not valid for sparse input"):
        KNeighborsClassifier(1, metric="haversine").fit(csr_array(X), y)


def test_haversine_needs_two_coordinates():
    knn = KNeighborsClassifier(1, metric="haversine", algorithm="brute").fit(np.ones((3, 3)), [0, 1, 1])
    with pytest.raises(ValueError, match="Haversine distance only valid in 2 dimensions"):
        knn.predict(np.ones((1, 3)))


@pytest.mark.parametrize("Estimator", TWINS)
def test_gaps_are_bridged_by_nan_euclidean(Estimator):
    X, y = [[0, 1], [1, np.nan], [2, 3], [3, 5]], [0, 0, 1, 1]
    expected = getattr(sklearn.neighbors, Estimator.__name__)(2, metric="nan_euclidean").fit(X, y).predict(X)
    assert_allclose(Estimator(2, metric="nan_euclidean").fit(X, y).predict(X), expected)


def test_a_grid_search_over_a_pipeline_runs():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(60, 2)) * [1, 1000], rng.integers(0, 2, 60)
    pipeline = make_pipeline(StandardScaler(), KNeighborsClassifier())
    grid = {
        "kneighborsclassifier__n_neighbors": [1, 5],
        "kneighborsclassifier__weights": ["uniform", "gaussian"],
    }
    search = GridSearchCV(pipeline, grid, cv=3).fit(X, y)
    assert search.best_params_.keys() == grid.keys()


@pytest.mark.parametrize("Estimator", ALL)
def test_a_clone_has_the_same_parameters_and_none_of_the_learning(Estimator):
    fitted = Estimator(n_neighbors=2).fit(np.eye(4), [0, 1, 0, 1])
    assert clone(fitted).get_params() == fitted.get_params()
    assert not hasattr(clone(fitted), "n_samples_fit_")


MEASURES = load_iris().data
FRAME = pd.DataFrame(MEASURES, columns=list("abcd"))
CONTAINERS = {
    "list": MEASURES.tolist(),
    "Fortran order": np.asfortranarray(MEASURES),
    "every second of twice": np.repeat(MEASURES, 2, axis=0)[::2],
    "objects": MEASURES.astype(object),
    "frame": FRAME,
    "nullable frame": FRAME.astype("Float64"),
    "frame of categories": FRAME.astype("category"),
    "frame of objects": FRAME.astype(object),
    "mixed frame": FRAME.astype({"a": "Float64", "b": object, "c": "category"}),
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("algorithm", ["brute", "kd_tree"])
def test_every_container_has_the_neighbours_of_its_array(container, algorithm):
    model = NearestNeighbors(algorithm=algorithm)
    expected = model.fit(MEASURES).kneighbors(MEASURES)
    found = model.fit(CONTAINERS[container]).kneighbors(CONTAINERS[container])
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])


def test_only_ties_at_rank_k_tell_us_from_scikit_learn_on_iris():
    # Measured in tenths of a centimetre, many flowers are equally far: which of them vote is a rule, and ours
    # is the lower index. Theirs depends on the search. So probabilities differ by a vote of five, 0.2.
    y = load_iris().target
    ours = KNeighborsClassifier().fit(MEASURES, y)
    theirs = sklearn.neighbors.KNeighborsClassifier().fit(MEASURES, y)
    differ = (ours.predict_proba(MEASURES) != theirs.predict_proba(MEASURES)).any(axis=1)
    dists, _ = ours.kneighbors(MEASURES, 6)
    tied = np.isclose(dists[:, 4], dists[:, 5], rtol=1e-12)
    assert differ.any()
    assert tied[differ].all()
    np.testing.assert_allclose(ours.kneighbors(MEASURES)[0], theirs.kneighbors(MEASURES)[0], rtol=1e-12)


def test_unknown_and_infinite_distances_do_not_vote_beside_known_ones():
    gaps = [[np.nan, 1.0], [2.0, np.nan], [1.0, np.nan]]
    knn = KNeighborsClassifier(3, metric="nan_euclidean", weights="distance").fit(gaps, ["far", "a", "b"])
    np.testing.assert_allclose(knn.predict_proba([[0.0, np.nan]]), [[1 / 3, 2 / 3, 0]])
    ends = KNeighborsClassifier(2, weights="distance").fit([[1.5e308], [0.0]], ["far", "near"])
    assert ends.predict_proba([[-1.5e308]]).tolist() == [[0.0, 1.0]]
