import copy
import pickle
from collections import Counter

import numpy as np
import pandas as pd
import pytest
import sklearn.neighbors
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import load_iris
from sklearn.exceptions import DataConversionWarning
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import LeaveOneOut, cross_val_predict, cross_val_score

from mlcore.kernels import SCHEMES, vote_weights, weighted_vote
from mlcore.neighbors import KNeighborsClassifier, NearestNeighbors, training_table

# The lectures' table of five points with the marks o and +.
X5 = np.array([[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]])
Y5 = np.array(list("o++o+"))
ALGORITHMS = ("auto", "brute", "kd_tree", "ball_tree")


# By hand


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    ("query", "order", "labels", "plus"),
    [
        ((2, 2), [1, 2, 3, 0, 4], "+++++", [1, 1, 2 / 3, 1 / 2, 3 / 5]),
        ((1, 2), [0, 1, 3, 2, 4], "o+o++", [0, 1 / 2, 1 / 3, 1 / 2, 3 / 5]),
        ((3, 1), [3, 4, 2, 1, 0], "o++++", [0, 1 / 2, 2 / 3, 3 / 4, 3 / 5]),
        ((2.2, 1.5), [3, 2, 4, 1, 0], "o++++", [0, 1 / 2, 2 / 3, 3 / 4, 3 / 5]),
        ((1.4, 2.9), [0, 1, 2, 3, 4], "o++++", [0, 1 / 2, 2 / 3, 1 / 2, 3 / 5]),
    ],
)
def test_the_lectures_five_points_for_every_k(algorithm, query, order, labels, plus):
    # Neighbours in order, ties to the lower row; an even vote goes to "+", the first class.
    for k in range(1, 6):
        knn = KNeighborsClassifier(k, algorithm=algorithm).fit(X5, Y5)
        assert knn.kneighbors([query], return_distance=False).tolist() == [order[:k]]
        assert_allclose(knn.predict_proba([query]), [[plus[k - 1], 1 - plus[k - 1]]], rtol=1e-15)
        assert knn.predict([query]).tolist() == [labels[k - 1]]


@pytest.mark.parametrize(
    ("weights", "k", "plus"),
    [
        ("uniform", 3, 2 / 3),
        ("distance", 3, 0.5090139185),
        ("softmax", 3, 0.5332418483),
        ("uniform", 5, 3 / 5),
        ("distance", 5, 0.5217367152),
        ("softmax", 5, 0.5490311281),
    ],
)
def test_weighted_votes_for_the_golden_query(weights, k, plus):
    knn = KNeighborsClassifier(k, weights=weights).fit(X5, Y5)
    assert_allclose(knn.predict_proba([[2.2, 1.5]]), [[plus, 1 - plus]], atol=1e-10)


def test_leaving_one_out_of_five():
    # With k = 1 all five are wrong, row 2 by the tie rule; with k = 3 three are.
    errors = {k: int((KNeighborsClassifier(k).fit(X5, Y5).predict(None) != Y5).sum()) for k in (1, 3)}
    assert errors == {1: 5, 3: 3}


def test_the_unit_of_a_feature_decides_who_is_near():
    stretch = [1, 100]
    assert KNeighborsClassifier(1).fit(X5, Y5).predict([[1, 2]]) == ["o"]
    assert KNeighborsClassifier(1).fit(X5 * stretch, Y5).predict(np.array([[1, 2]]) * stretch) == ["+"]


def test_with_all_neighbours_the_query_does_not_matter():
    knn = KNeighborsClassifier(5).fit(X5, Y5)
    queries = np.random.default_rng(0).normal(size=(20, 2)) * 100
    assert_array_equal(knn.predict_proba(queries), np.tile([3 / 5, 2 / 5], (20, 1)))


def test_a_map_with_four_towns():
    # Four chief towns; each place belongs to the province of the nearest.
    towns = {"Go": (9, 3), "Pn": (1, 4), "Ts": (10, 0), "Ud": (6, 6)}
    knn = KNeighborsClassifier(1).fit(list(towns.values()), list(towns))
    assert knn.predict([(2, 4), (6, 5), (9, 1), (8, 3)]).tolist() == ["Pn", "Ud", "Ts", "Go"]


def test_feature_weights_by_hand():
    # z = (1, 0) leaves only the first feature: 2.2 is nearest to 2.
    knn = KNeighborsClassifier(1, feature_weights=[1, 0]).fit(X5, Y5)
    assert knn.kneighbors([[2.2, 1.5]])[1].tolist() == [[1]]
    # z = (1, 4): √(1 + 4 · 4) with the root.
    knn = KNeighborsClassifier(1, feature_weights=[1, 4]).fit([[0, 0]], ["a"])
    assert_allclose(knn.kneighbors([[1, 2]])[0], [[np.sqrt(17)]])
    # p = 1: Σ z_j |x_j − q_j|.
    knn.set_params(p=1).fit([[0, 0]], ["a"])
    assert_allclose(knn.kneighbors([[1, 2]])[0], [[9]])


# Conventions


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_equal_distances_go_to_the_lower_training_index(algorithm):
    square = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]] * 30)
    for k in (1, 2, 3, 7, 100):
        knn = KNeighborsClassifier(k, algorithm=algorithm).fit(square, np.arange(120) % 2)
        assert knn.kneighbors([[0, 0]])[1].tolist() == [list(range(k))]


def test_equal_votes_go_to_the_first_class():
    X, y = [[0], [1], [2]], ["c", "b", "a"]
    assert KNeighborsClassifier(3).fit(X, y).predict([[0]]) == ["a"]
    assert KNeighborsClassifier(2).fit(X, y).predict([[0]]) == ["b"]


def test_equal_weighted_votes_go_to_the_first_class():
    # Votes 1 + 2 and 3, of ten: equal, although 0.1 + 0.2 > 0.3 in floating point.
    knn = KNeighborsClassifier(4, weights=lambda d: d).fit([[1], [2], [3], [4]], list("bbac"))
    p = knn.predict_proba([[0]])[0]
    assert p[0] == p[1] == 3 / 10
    knn = KNeighborsClassifier(3, weights="distance").fit([[4], [4], [2]], list("bba"))
    assert knn.predict([[0]]) == ["a"]


def test_an_odd_k_does_not_prevent_ties_between_three_classes():
    knn = KNeighborsClassifier(3).fit([[1], [2], [3]], list("cab"))
    assert_array_equal(knn.predict_proba([[0]]), [[1 / 3, 1 / 3, 1 / 3]])
    assert knn.predict([[0]]) == ["a"]


@pytest.mark.parametrize("k", [0, -1, 2.5, "3", np.nan])
def test_k_must_be_a_whole_number_from_one(k):
    with pytest.raises(ValueError, match="n_neighbors"):
        KNeighborsClassifier(k).fit(X5, Y5)
    with pytest.raises(ValueError, match="n_neighbors"):
        KNeighborsClassifier(1).fit(X5, Y5).set_params(n_neighbors=k).predict(X5)


@pytest.mark.parametrize("k", [0, -1, 2.5])
def test_k_of_a_search_must_be_a_whole_number_from_one(k):
    with pytest.raises(ValueError, match="n_neighbors"):
        KNeighborsClassifier().fit(X5, Y5).kneighbors(X5, k)


def test_more_neighbours_than_examples_is_an_error_when_they_are_asked_for():
    knn = KNeighborsClassifier(6).fit(X5, Y5)
    for ask in (knn.predict, knn.predict_proba, knn.kneighbors, knn.kneighbors_graph):
        with pytest.raises(ValueError, match="n_neighbors = 6, n_samples_fit = 5, n_samples = 5"):
            ask(X5)
    with pytest.raises(ValueError, match="n_neighbors < n_samples_fit, but n_neighbors = 5"):
        KNeighborsClassifier(5).fit(X5, Y5).predict(None)


def test_exact_matches_vote_alone_and_equally():
    X, y = [[0], [0], [0], [1], [1]], list("abbcc")
    knn = KNeighborsClassifier(5, weights="distance").fit(X, y)
    assert_allclose(knn.predict_proba([[0], [0.5]]), [[1 / 3, 2 / 3, 0], [1 / 5, 2 / 5, 2 / 5]])


def test_softmax_weights_of_distant_neighbours_do_not_vanish():
    knn = KNeighborsClassifier(2, weights="softmax", bandwidth=2).fit([[1000], [1002]], ["a", "b"])
    e = np.exp(1)
    assert_allclose(knn.predict_proba([[0]]), [[e / (e + 1), 1 / (e + 1)]])


def test_outside_a_kernels_support_the_neighbours_vote_equally():
    knn = KNeighborsClassifier(3, weights="triangular", bandwidth=0.5).fit([[1], [2], [3]], list("abb"))
    assert_allclose(knn.predict_proba([[0]]), [[1 / 3, 2 / 3]])
    assert_allclose(knn.predict_proba([[0.75]]), [[1, 0]])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("copies", [1, 3, 20])
def test_a_point_is_left_out_of_its_own_neighbours_also_among_duplicates(algorithm, copies):
    X = np.repeat([[0.0], [1.0], [5.0]], copies, axis=0)
    k = 2
    dists, indices = KNeighborsClassifier(k, algorithm=algorithm).fit(X, np.zeros(len(X))).kneighbors()
    for i in range(len(X)):
        others = [j for j in range(len(X)) if j != i]
        expected = sorted(others, key=lambda j: (abs(X[j, 0] - X[i, 0]), j))[:k]
        assert indices[i].tolist() == expected
        assert_array_equal(dists[i], np.abs(X[expected, 0] - X[i, 0]))


# E74: the model is the training data, and it is the model's own


@pytest.mark.parametrize("kind", [np.array, np.asfortranarray, csr_array, pd.DataFrame])
@pytest.mark.parametrize("algorithm", ["auto", "brute"])
def test_later_changes_to_the_callers_table_do_not_change_predictions(kind, algorithm):
    X, y = kind(np.array([[0.0, 1], [4, 5], [8, 9]])), np.array([0, 1, 2])
    knn = KNeighborsClassifier(1, algorithm=algorithm).fit(X, y)
    before = knn.predict_proba([[4.0, 4]])
    if isinstance(X, csr_array):
        X.data[:] = 9
    elif isinstance(X, pd.DataFrame):
        X.iloc[:, :] = 9.0
    else:
        X[:] = 9
    y[:] = 0
    assert_array_equal(knn.predict_proba([[4.0, 4]]), before)
    assert_array_equal(knn.predict([[4.0, 4]]), [1])


def test_a_large_table_stays_the_callers_and_a_change_is_noticed(monkeypatch):
    monkeypatch.setattr(training_table, "COPY_LIMIT", 100)
    X, y = np.random.default_rng(0).normal(size=(50, 3)), np.arange(50) % 2
    shared, copied = KNeighborsClassifier().fit(X, y), KNeighborsClassifier(copy_X=True).fit(X, y)
    assert np.shares_memory(shared._fit_X, X)
    expected = copied.predict_proba(X)
    assert_array_equal(shared.predict_proba(X), expected)
    Q = X.copy()
    X -= X.mean(axis=0)
    with pytest.raises(ValueError, match="changed since fit"):
        shared.predict(Q)
    assert_array_equal(copied.predict_proba(Q), expected)


def test_copying_can_be_declined():
    X = np.array([[0.0], [1.0]])
    assert KNeighborsClassifier(1, copy_X=False).fit(X, [0, 1])._fit_X is X
    assert not np.shares_memory(KNeighborsClassifier(1).fit(X, [0, 1])._fit_X, X)


# An independent implementation


def by_the_formula(X, y, Q, k, scheme, h, distance):
    """Sort, count, divide: one query at a time."""
    classes = sorted(set(y))
    rows = []
    for q in Q:
        d = np.array([distance(x, q) for x in X])
        first = sorted(range(len(X)), key=lambda i: (d[i], i))[:k]
        rows.append(weighted_vote([y[i] for i in first], vote_weights(d[first], scheme, h), classes))
    return np.array(rows)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("algorithm", ["auto", "brute"])
def test_every_weight_agrees_with_the_formula(scheme, algorithm):
    rng = np.random.default_rng(1)
    X, Q = rng.integers(0, 5, (40, 2)) / 4, rng.integers(0, 5, (15, 2)) / 4  # many ties and twins
    y = np.array(list("zebra"))[rng.integers(0, 5, 40)]
    expected = by_the_formula(X, y, Q, 6, scheme, 0.5, lambda a, b: np.sqrt(((a - b) ** 2).sum()))
    knn = KNeighborsClassifier(6, weights=scheme, bandwidth=0.5, algorithm=algorithm).fit(X, y)
    assert_allclose(knn.predict_proba(Q), expected, atol=1e-12)
    assert_array_equal(knn.predict(Q), knn.classes_[knn.predict_proba(Q).argmax(axis=1)])


def largest_gap(a, b):
    return float(np.abs(a - b).max())


def settings_name(settings):
    """Name a case without the address of a function, which differs from run to run."""
    return " ".join(f"{name}={getattr(value, '__name__', value)}" for name, value in settings.items())


METRICS = [
    *[{"metric": m} for m in ("euclidean", "manhattan", "chebyshev", "cosine", "canberra", "braycurtis")],
    *[{"p": p} for p in (1, 2, 3, np.inf)],
    {"metric_params": {"w": [1, 2, 0.5, 3]}},
    {"metric": "seuclidean", "metric_params": {"V": [1, 2, 3, 4]}},
    {"metric": largest_gap},
    {"metric": "sqeuclidean"},
    {"metric": "correlation"},
]


@pytest.mark.parametrize(
    ("weights", "dtype"),
    [
        ("uniform", np.float32),
        ("distance", np.int64),
        ("distance", np.float64),
        (lambda d: 1 / (1 + d), np.float64),
    ],
)
@pytest.mark.parametrize("settings", METRICS, ids=settings_name)
def test_agrees_with_scikit_learn(settings, weights, dtype):
    rng = np.random.default_rng(2)
    X, Q = (rng.gamma(1, size=(n, 4)) * 1e6 for n in (80, 25))
    X, Q, y = X.astype(dtype), Q.astype(dtype), rng.integers(0, 4, 80)
    ours = KNeighborsClassifier(7, weights=weights, **settings).fit(X, y)
    settings = copy.deepcopy(settings)  # its classifier writes into metric_params
    theirs = sklearn.neighbors.KNeighborsClassifier(7, weights=weights, **settings).fit(X, y)
    # scikit-learn computes in single precision where the table has it; we always compute in double.
    tolerance = 1e-4 if dtype == np.float32 else 1e-9
    assert_allclose(ours.predict_proba(Q), theirs.predict_proba(Q), rtol=tolerance, atol=tolerance)
    assert_array_equal(ours.predict(Q), theirs.predict(Q))
    assert_allclose(ours.kneighbors(Q)[0], theirs.kneighbors(Q)[0], rtol=tolerance, atol=tolerance)
    assert ours.effective_metric_ == theirs.effective_metric_
    assert_allclose(ours.predict_proba(None), theirs.predict_proba(None), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_several_outputs_agree_with_scikit_learn_and_with_one_by_one(algorithm):
    rng = np.random.default_rng(3)
    X, Q = rng.normal(size=(60, 5)), rng.normal(size=(20, 5))
    Y = np.column_stack([rng.integers(0, 3, 60), rng.integers(5, 7, 60)])
    ours = KNeighborsClassifier(4, algorithm=algorithm).fit(X, Y)
    theirs = sklearn.neighbors.KNeighborsClassifier(4, algorithm=algorithm).fit(X, Y)
    assert ours.outputs_2d_
    assert_array_equal(ours.predict(Q), theirs.predict(Q))
    for column, (p, expected) in enumerate(zip(ours.predict_proba(Q), theirs.predict_proba(Q), strict=True)):
        assert_array_equal(p, expected)
        assert_array_equal(p, KNeighborsClassifier(4).fit(X, Y[:, column]).predict_proba(Q))


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "cosine"])
def test_sparse_tables_agree_with_dense_ones(metric):
    rng = np.random.default_rng(4)
    X, Q = (
        rng.random((50, 30)) * (rng.random((50, 30)) < 0.2),
        rng.random((10, 30)) * (rng.random((10, 30)) < 0.2),
    )
    y = rng.integers(0, 3, 50)
    dense = KNeighborsClassifier(5, metric=metric, algorithm="brute", weights="softmax").fit(X, y)
    sparse = KNeighborsClassifier(5, metric=metric, weights="softmax").fit(csr_array(X), y)
    for queries in (Q, csr_array(Q)):
        assert_allclose(sparse.predict_proba(queries), dense.predict_proba(Q), atol=1e-9)
        assert_allclose(dense.predict_proba(queries), dense.predict_proba(Q), atol=1e-9)


def test_precomputed_distances_agree_with_the_metric():
    rng = np.random.default_rng(5)
    X, Q, y = rng.normal(size=(30, 3)), rng.normal(size=(8, 3)), rng.integers(0, 3, 30)
    expected = KNeighborsClassifier(4, weights="distance").fit(X, y)
    D, DQ = pairwise_distances(X), pairwise_distances(Q, X)
    for form in (np.asarray, csr_array):
        knn = KNeighborsClassifier(4, weights="distance", metric="precomputed").fit(D, y)
        assert_allclose(knn.predict_proba(form(DQ)), expected.predict_proba(Q))
    assert_allclose(knn.predict_proba(None), expected.predict_proba(None))
    assert_array_equal(
        cross_val_predict(KNeighborsClassifier(metric="precomputed"), D, y, cv=4),
        cross_val_predict(KNeighborsClassifier(), X, y, cv=4),
    )


def test_ties_in_precomputed_distances_go_to_the_lower_index():
    D = np.ones((6, 6)) - np.eye(6)
    knn = KNeighborsClassifier(3, metric="precomputed").fit(D, np.arange(6))
    assert knn.kneighbors([[1, 1, 0, 1, 1, 1]])[1].tolist() == [[2, 0, 1]]
    assert knn.kneighbors(csr_array([[2, 0, 1, 2, 1, 2]]))[1].tolist() == [[2, 4, 0]]


# Objects


WORDS = ["kitten", "sitting", "mitten", "puppy", "guppy", "puppet"]
KINDS = ["cat", "cat", "cat", "dog", "dog", "dog"]


def first_letters(a, b):
    return float(a[0] != b[0]) + abs(len(a) - len(b)) / 10


@pytest.mark.parametrize("metric", ["edit", first_letters])
@pytest.mark.parametrize("box", [list, np.array, lambda w: np.array(w, dtype=object), pd.Series])
def test_strings_are_classified(metric, box):
    knn = KNeighborsClassifier(1, metric=metric).fit(box(WORDS), KINDS)
    assert knn.predict(box(["bitten" if metric == "edit" else "kit", "pup"])).tolist() == ["cat", "dog"]
    assert knn.predict_proba(box(WORDS)).shape == (6, 2)
    assert knn.kneighbors(box(["puppies"]), 2)[1].shape == (1, 2)
    assert knn.kneighbors_graph(box(WORDS)).toarray().tolist() == np.eye(6).tolist()
    assert cross_val_score(knn, box(WORDS), KINDS, cv=3).shape == (3,)


def test_edit_distances_are_those_of_the_lectures():
    knn = KNeighborsClassifier(2, metric="edit").fit(["sitting", "kitten"], [0, 1])
    assert knn.kneighbors(["kitten"])[0].tolist() == [[0, 3]]


def test_sets_are_classified_by_jaccard():
    X, y = [{1, 2}, {1, 2, 3}, {7, 8}, {8}], ["low", "low", "high", "high"]
    knn = KNeighborsClassifier(1, metric="jaccard").fit(X, y)
    X[0].clear()  # later changes do not reach the model
    assert knn.predict([{2}, {7}, {1, 2}]).tolist() == ["low", "high", "low"]
    assert knn.kneighbors([{2, 3, 4}])[0].tolist() == [[1 / 2]]


@pytest.mark.parametrize("spell", [str, list, tuple])
def test_hamming_counts_places_of_sequences(spell):
    knn = KNeighborsClassifier(1, metric="hamming").fit([spell("karolin"), spell("aaaaaaa")], [0, 1])
    assert knn.kneighbors([spell("kathrin")])[0].tolist() == [[3]]


def test_hamming_counts_places_of_a_table_of_letters():
    table = np.array([list("karolin"), list("aaaaaaa")])
    knn = KNeighborsClassifier(1, metric="hamming").fit(table, [0, 1])
    assert knn.kneighbors(np.array([list("kathrin")]))[0].tolist() == [[3]]


@pytest.mark.parametrize("metric", ["hamming", "jaccard"])
def test_hamming_and_jaccard_of_numbers_are_scikit_learns(metric):
    X = np.array([[0, 1, 1, 0], [1, 1, 1, 1]], dtype=bool)
    ours = KNeighborsClassifier(2, metric=metric).fit(X, [0, 1])
    theirs = sklearn.neighbors.KNeighborsClassifier(2, metric=metric, algorithm="brute").fit(X, [0, 1])
    assert_allclose(ours.kneighbors(X)[0], theirs.kneighbors(X)[0])


@pytest.mark.parametrize("box", [list, pd.DataFrame, lambda rows: np.array(rows, dtype=object)])
def test_mixed_rows_are_classified_by_gower(box):
    rows = [(1.70, "red"), (1.80, "red"), (1.60, "blue"), (1.65, "blue")]
    params = {"ranges": [0.2, None], "kinds": ["numeric", "categorical"]}
    knn = KNeighborsClassifier(1, metric="gower", metric_params=params).fit(box(rows), list("aabb"))
    assert knn.predict(box([(1.78, "red"), (1.64, "blue")])).tolist() == ["a", "b"]
    assert_allclose(knn.kneighbors(box([(1.75, "blue")]))[0], [[(0.1 / 0.2) / 2]])


def test_the_metric_is_called_once_per_pair_whatever_k():
    calls = Counter()

    def distance(a, b):
        calls["calls"] += 1
        return abs(float(a[0] - b[0]))

    X, y = np.arange(100.0)[:, None], np.arange(100) % 2
    for k in (1, 50):
        calls.clear()
        KNeighborsClassifier(k, metric=distance).fit(X, y).predict([[3.0]])
        assert calls["calls"] == 100


@pytest.mark.parametrize(
    ("X", "message"),
    [("kitten", "sequence of observations"), ({"a", "b"}, "sequence of observations"), ([], "0 sample")],
)
def test_what_is_no_sequence_of_objects_is_named(X, message):
    with pytest.raises(ValueError, match=message):
        KNeighborsClassifier(1, metric="edit").fit(X, [])
    with pytest.raises(ValueError, match=message):
        KNeighborsClassifier(1, metric="edit").fit(WORDS, KINDS).predict(X)


# scikit-learn's world around it


def test_leaving_out_is_cross_validation():
    X, y = load_iris(return_X_y=True)
    knn = KNeighborsClassifier(5)
    by_hand = cross_val_predict(knn, X[::3], y[::3], cv=LeaveOneOut())
    knn.fit(X[::3], y[::3])
    assert_array_equal(knn.predict(None), by_hand)
    assert knn.score(None, y[::3]) == np.mean(by_hand == y[::3])


def test_data_frames_are_read_by_name():
    frame = pd.DataFrame(X5, columns=["F1", "F2"])
    knn = KNeighborsClassifier(1).fit(frame, pd.Series(Y5))
    assert knn.feature_names_in_.tolist() == ["F1", "F2"]
    assert_array_equal(knn.predict(frame), Y5)
    with pytest.raises(ValueError, match="feature names"):
        knn.predict(frame[["F2", "F1"]])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_pickled_model_answers_alike(algorithm):
    knn = KNeighborsClassifier(3, algorithm=algorithm).fit(X5, Y5)
    again = pickle.loads(pickle.dumps(knn))
    assert_array_equal(again.predict_proba(X5), knn.predict_proba(X5))


def test_a_column_of_labels_is_read_with_a_warning():
    with pytest.warns(DataConversionWarning, match="column-vector"):
        knn = KNeighborsClassifier(1).fit(X5, Y5[:, None])
    assert knn.predict(X5).shape == (5,)


def test_another_models_examples_can_be_fitted():
    for examples in (
        NearestNeighbors().fit(X5),
        sklearn.neighbors.KDTree(X5),
        sklearn.neighbors.BallTree(X5),
    ):
        assert_array_equal(KNeighborsClassifier(1).fit(examples, Y5).predict(X5), Y5)


def test_many_classes_are_counted_in_parts(monkeypatch):
    monkeypatch.setattr("mlcore.neighbors.classification._CELLS", 50)
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(100, 2)), np.arange(100) // 2
    knn = KNeighborsClassifier(3, weights="distance").fit(X, y)
    assert_array_equal(knn.predict(X + 0.1), knn.predict_proba(X + 0.1).argmax(axis=1))


# Laws

tables = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def problem(rng, n=25, grid=4):
    X, Q = rng.integers(0, grid, (n, 3)) / 2, rng.integers(0, grid, (6, 3)) / 2
    return X, rng.integers(0, 3, n), Q


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(1, 20), st.sampled_from(SCHEMES))
def test_probabilities_sum_to_one_and_lead_to_the_prediction(rng, k, scheme):
    X, y, Q = problem(rng)
    knn = KNeighborsClassifier(k, weights=scheme).fit(X, y)
    p = knn.predict_proba(Q)
    assert_allclose(p.sum(axis=1), 1)
    assert_array_equal(knn.predict(Q), knn.classes_[p.argmax(axis=1)])


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(1, 20))
def test_all_algorithms_agree_exactly_also_with_ties(rng, k):
    X, y, Q = problem(rng)
    answers = [KNeighborsClassifier(k, algorithm=a).fit(X, y).kneighbors(Q) for a in ALGORITHMS]
    for dists, indices in answers[1:]:
        assert_array_equal(indices, answers[0][1])
        assert_array_equal(dists, answers[0][0])


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(1, 20), st.sampled_from(SCHEMES))
def test_permuting_rows_changes_nothing_where_distances_differ(rng, k, scheme):
    X, y, Q = rng.normal(size=(25, 3)), rng.integers(0, 3, 25), rng.normal(size=(6, 3))
    order = rng.permutation(25)
    expected = KNeighborsClassifier(k, weights=scheme).fit(X, y)
    permuted = KNeighborsClassifier(k, weights=scheme).fit(X[order], y[order])
    if set(y) == set(range(3)):
        assert_allclose(permuted.predict_proba(Q), expected.predict_proba(Q), atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(1, 12), st.sampled_from(SCHEMES))
def test_repeating_every_row_doubles_every_vote(rng, k, scheme):
    X, y, Q = rng.normal(size=(25, 3)), rng.integers(0, 3, 25), rng.normal(size=(6, 3))
    expected = KNeighborsClassifier(k, weights=scheme).fit(X, y).predict_proba(Q)
    doubled = KNeighborsClassifier(2 * k, weights=scheme).fit(np.repeat(X, 2, axis=0), np.repeat(y, 2))
    assert_allclose(doubled.predict_proba(Q), expected, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(1, 20), st.sampled_from(SCHEMES), st.sampled_from([0.25, 8.0]))
def test_scaling_all_features_and_the_bandwidth_changes_nothing(rng, k, scheme, factor):
    X, y, Q = problem(rng)
    expected = KNeighborsClassifier(k, weights=scheme).fit(X, y).predict_proba(Q)
    scaled = KNeighborsClassifier(k, weights=scheme, bandwidth=factor).fit(X * factor, y)
    assert_allclose(scaled.predict_proba(Q * factor), expected, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(1, 20))
def test_relabelling_permutes_the_columns(rng, k):
    X, y, Q = problem(rng)
    names = np.array(["c", "a", "b"])
    plain, named = KNeighborsClassifier(k).fit(X, y), KNeighborsClassifier(k).fit(X, names[y])
    columns = [plain.classes_.tolist().index(names.tolist().index(c)) for c in named.classes_]
    assert_array_equal(named.predict_proba(Q), plain.predict_proba(Q)[:, columns])


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(1, 20))
def test_a_constant_feature_and_feature_weights_of_one_change_nothing(rng, k):
    X, y, Q = problem(rng)
    expected = KNeighborsClassifier(k, weights="distance").fit(X, y).predict_proba(Q)
    weighted = KNeighborsClassifier(k, weights="distance", feature_weights=[1, 1, 1]).fit(X, y)
    assert_array_equal(weighted.predict_proba(Q), expected)
    wider = KNeighborsClassifier(k, weights="distance").fit(np.c_[X, np.full(len(X), 7)], y)
    assert_array_equal(wider.predict_proba(np.c_[Q, np.full(len(Q), 7)]), expected)


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(1, 20))
def test_weights_of_zero_and_one_select_features(rng, k):
    X, y, Q = problem(rng)
    chosen = KNeighborsClassifier(k).fit(X[:, [0, 2]], y).kneighbors(Q[:, [0, 2]])
    weighted = KNeighborsClassifier(k, feature_weights=[1, 0, 1]).fit(X, y).kneighbors(Q)
    assert_array_equal(weighted[1], chosen[1])
    assert_array_equal(weighted[0], chosen[0])


# Attacks


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"weights": "gauss"}, "'weights' parameter"),
        ({"metric": "euklid"}, "'metric' parameter"),
        ({"algorithm": "tree"}, "'algorithm' parameter"),
        ({"bandwidth": 0}, "'bandwidth' parameter"),
        ({"p": 0}, "'p' parameter"),
        ({"copy_X": "yes"}, "'copy_X' parameter"),
        ({"feature_weights": [1, 2, 3]}, "one weight per feature, 2; got 3"),
        ({"feature_weights": [1, -1]}, "non-negative"),
        ({"feature_weights": [0, 0]}, "not all zero"),
        ({"feature_weights": [np.nan, 1]}, "finite"),
        ({"feature_weights": [1, 1], "metric": "cosine"}, "lp metric"),
        ({"feature_weights": [1, 1], "metric_params": {"w": [1, 1]}}, "same thing"),
        ({"metric": "cosine", "algorithm": "kd_tree"}, "not valid for algorithm='kd_tree'"),
        ({"metric": lambda a, b: 0.0, "algorithm": "kd_tree"}, "callable"),
        ({"metric": "gower"}, "'ranges'"),
        ({"metric": "edit", "algorithm": "ball_tree"}, "use 'brute'"),
        ({"metric": "edit", "feature_weights": [1, 1]}, "rows of numbers"),
        ({"metric": "precomputed"}, "square"),
    ],
)
def test_settings_that_cannot_be_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        KNeighborsClassifier(**settings).fit(X5, Y5)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[np.nan, 1]], [0], "NaN"),
        ([[np.inf, 1]], [0], "infinity"),
        ([[1, 2]], [0, 1], "inconsistent numbers of samples"),
        ([1, 2], [0, 1], "Expected 2D array"),
        (np.empty((0, 2)), [], "0 sample"),
        (np.empty((2, 0)), [0, 1], "0 feature"),
        ([["a", "b"]], [0], "dtype='numeric'|convert"),
        ([[1, 2]], None, "requires y"),
        ([[1.0], [2.0]], [0.5, 1.5], "Unknown label type"),
        ([[1.0], [2.0]], [np.nan, 1], "NaN"),
    ],
)
def test_bad_examples_are_named(X, y, message):
    with pytest.raises(ValueError, match=message):
        KNeighborsClassifier(1).fit(X, y)


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[1, 2, 3]], "3 features"),
        ([[np.nan, 1]], "NaN"),
        ([1, 2], "Expected 2D"),
        (np.empty((0, 2)), "0 sample"),
    ],
)
def test_bad_queries_are_named(X, message):
    with pytest.raises(ValueError, match=message):
        KNeighborsClassifier(1).fit(X5, Y5).predict(X)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (lambda d: -d - 1, "non-negative"),
        (lambda d: d * np.nan, "NaN"),
        (lambda d: d[:, :1], "one weight per distance"),
        (lambda d: d * 0, "zero weights"),
    ],
)
def test_weights_that_cannot_be_are_named(weights, message):
    knn = KNeighborsClassifier(3, weights=weights).fit(X5, Y5)
    for ask in (knn.predict, knn.predict_proba):
        with pytest.raises(ValueError, match=message):
            ask(X5)


def test_infinite_weights_of_a_function_take_all_votes():
    def squared_inverse(d):
        with np.errstate(divide="ignore"):
            return d**-2.0

    knn = KNeighborsClassifier(3, weights=squared_inverse).fit([[0], [1], [2]], list("abb"))
    assert_array_equal(knn.predict_proba([[0]]), [[1, 0]])


@pytest.mark.parametrize("scale", [1e-160, 1e150])
@pytest.mark.parametrize("weights", ["uniform", "distance", "gaussian", "softmax"])
def test_tiny_and_huge_numbers_give_probabilities(scale, weights):
    knn = KNeighborsClassifier(3, weights=weights).fit(X5 * scale, Y5)
    p = knn.predict_proba(X5[:3] * scale)
    assert_allclose(p.sum(axis=1), 1)
