import numpy as np
import pytest
import sklearn.neighbors

from mlcore.distances import DISTANCES, OBJECT_DISTANCES
from mlcore.neighbors import (
    VALID_METRICS,
    CondensedNearestNeighbor,
    KNeighborsClassifier,
    KNeighborsRegressor,
    NearestNeighbors,
)
from mlcore.neighbors.metrics import NAMED

WORDS = ["tone", "stone", "one", "tons", "none", "melody", "ton", "onetone"]
POINTS = np.random.default_rng(0).normal(size=(12, 3))
FURTHER = {
    "mahalanobis": {"V": [[2, 0.5, 0], [0.5, 1, 0], [0, 0, 3]]},
    "gower": {"ranges": [4, None], "kinds": ["numeric", "categorical"]},
}
OBSERVATIONS = {
    "hamming": [word[:3] for word in WORDS],
    "edit": WORDS,
    "jaccard": [set(word) for word in WORDS],
    "gower": [(len(word), word[0]) for word in WORDS],
}


def by_loop(distance, X, k):
    """The k nearest to each of X, itself among them: all distances, sorted, ties to the lower index."""
    return [sorted(range(len(X)), key=lambda i: (distance(q, X[i]), i))[:k] for q in X]


@pytest.mark.parametrize("name", DISTANCES)
def test_every_distance_in_the_table_is_a_metric_by_its_name(name):
    X, params = OBSERVATIONS.get(name, POINTS), FURTHER.get(name, {})
    assert (name in OBSERVATIONS) == (name in OBJECT_DISTANCES)
    finder = NearestNeighbors(n_neighbors=4, metric=name, metric_params=params).fit(X)
    dists, indices = finder.kneighbors(X)
    assert indices.tolist() == by_loop(lambda a, b: DISTANCES[name](a, b, **params), X, 4)
    again = [[DISTANCES[name](X[i], X[j], **params) for j in row] for i, row in enumerate(indices)]
    np.testing.assert_allclose(dists, again, atol=1e-12)


class TestNewcomer:
    """What CONTRIBUTING promises: a function entered in the table, and nothing else."""

    @pytest.fixture(autouse=True)
    def _enter(self, monkeypatch):
        monkeypatch.setitem(DISTANCES, "largest-gap", lambda a, b: float(np.abs(a - b).max()))
        monkeypatch.setitem(DISTANCES, "rhyme", lambda a, b, n: float(a[-n:] != b[-n:]))

    @pytest.mark.parametrize("algorithm", ["auto", "brute"])
    def test_classifies_rows_of_numbers(self, algorithm):
        y = np.arange(12) % 3
        new = KNeighborsClassifier(3, metric="largest-gap", algorithm=algorithm).fit(POINTS, y)
        known = KNeighborsClassifier(3, metric="chebyshev").fit(POINTS, y)
        np.testing.assert_array_equal(new.predict_proba(POINTS + 0.1), known.predict_proba(POINTS + 0.1))
        assert new.effective_metric_ == "largest-gap"

    def test_serves_regression_and_condensing(self):
        y = (POINTS[:, 0] > 0).astype(int)
        for model in (KNeighborsRegressor, CondensedNearestNeighbor):
            new, known = (model(1, metric=m).fit(POINTS, y) for m in ("largest-gap", "chebyshev"))
            np.testing.assert_array_equal(new.predict(POINTS), known.predict(POINTS))

    def test_takes_its_further_arguments_and_any_observations(self):
        knn = KNeighborsClassifier(1, metric="rhyme", metric_params={"n": 2}).fit(["cat", "dog"], [0, 1])
        assert knn.predict(["bog", "hat"]).tolist() == [1, 0]

    def test_says_which_argument_is_missing(self):
        with pytest.raises(ValueError, match=r"metric='rhyme' needs metric_params={'n': \.\.\.}; got {}"):
            KNeighborsClassifier(1, metric="rhyme").fit(["cat", "dog"], [0, 1])

    def test_is_listed_where_a_name_is_unknown(self):
        with pytest.raises(ValueError, match=r"'largest-gap', .*'rhyme', .*; got 'crow'"):
            KNeighborsClassifier(1, metric="crow").fit(POINTS, np.arange(12))

    def test_has_no_tree(self):
        with pytest.raises(ValueError, match="'largest-gap' not valid for algorithm='kd_tree'"):
            KNeighborsClassifier(1, metric="largest-gap", algorithm="kd_tree").fit(POINTS, np.arange(12))


def test_mahalanobis_by_name_takes_the_covariance_or_its_inverse():
    V = np.array(FURTHER["mahalanobis"]["V"])
    ours = [
        NearestNeighbors(metric="mahalanobis", metric_params=params).fit(POINTS).kneighbors(POINTS)
        for params in ({"V": V}, {"VI": np.linalg.inv(V)})
    ]
    for mine, inverse in zip(*ours, strict=True):
        np.testing.assert_allclose(mine, inverse, atol=1e-12)


@pytest.mark.parametrize("algorithm", VALID_METRICS)
def test_names_are_those_of_scikit_learn(algorithm):
    theirs = set(sklearn.neighbors.VALID_METRICS[algorithm])
    assert set(VALID_METRICS[algorithm]) & NAMED.keys() <= theirs | {"precomputed"}


def test_condensing_needs_the_examples_not_their_distances():
    with pytest.raises(ValueError, match="'metric' parameter of CondensedNearestNeighbor"):
        CondensedNearestNeighbor(metric="precomputed").fit(np.eye(3), [0, 1, 2])


@pytest.mark.parametrize("name", ["cityblock", "cosine", "euclidean", "haversine", "seuclidean", "canberra"])
@pytest.mark.parametrize("algorithm", ["auto", "brute"])
def test_an_argument_that_a_metric_does_not_take_is_refused(name, algorithm):
    params = {"wieght": [1, 2]} | ({"V": [1, 1]} if name == "seuclidean" else {})
    finder = NearestNeighbors(n_neighbors=2, metric=name, metric_params=params, algorithm=algorithm)
    with pytest.raises(TypeError, match="wieght"):
        finder.fit(POINTS[:, :2]).kneighbors(POINTS[:, :2])


@pytest.mark.parametrize("shape", [(2, 3), (2, 2), (4, 4)])
def test_an_inverse_covariance_of_another_width_is_refused(shape):
    finder = NearestNeighbors(metric="mahalanobis", metric_params={"VI": np.ones(shape)})
    with pytest.raises(ValueError, match=r"VI must have shape \(3, 3\)"):
        finder.fit(POINTS).kneighbors(POINTS)


def test_sokalmichener_is_another_name_of_rogerstanimoto():
    X = POINTS > 0
    names = ("sokalmichener", "rogerstanimoto")
    both = [NearestNeighbors(metric=name).fit(X).kneighbors(X)[0] for name in names]
    np.testing.assert_array_equal(*both)
    theirs = sklearn.neighbors.NearestNeighbors(metric="sokalmichener").fit(X).kneighbors(X)[0]
    np.testing.assert_allclose(both[0], theirs)


def test_squared_distances_below_the_normal_floats_are_rounded_once():
    # (3e-160)² + (4e-160)² = 25e-320, which is no float: the nearest is 50,602 times the smallest.
    X = np.array([[3e-160, 4e-160], [0.0, 0.0]])
    dists = NearestNeighbors(n_neighbors=2, metric="sqeuclidean").fit(X).kneighbors([[0.0, 0.0]])[0]
    assert dists.tolist() == [[0.0, 25e-320]]
    thirds = np.full((1, 9), 1.2e-162)  # each square is 0.29 of the smallest float, their sum is 2.6 of it
    near = NearestNeighbors(n_neighbors=1, metric="sqeuclidean").fit(np.zeros((1, 9)))
    assert near.kneighbors(thirds)[0].tolist() == [[3 * 5e-324]]
