"""Narrow integers overflow, unsigned ones wrap around: no model may notice in which type its table came.

By hand: 255 + 1 is 0 in eight bits, and 5 − 6 is 255. So a table of bytes must give the model of the same
table in floats, for every estimator, at the limits of every type.
"""

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.naive_bayes
from sklearn.base import clone, is_classifier

from mlcore.discriminant import GaussianDiscriminant
from mlcore.less_naive_bayes import KOrderNB, TreeAugmentedNB
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
from mlcore.neighbors import (
    CondensedNearestNeighbor,
    KNeighborsClassifier,
    KNeighborsRegressor,
    NearestNeighbors,
    condense,
)

INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
TYPES = [np.bool_, *INTEGERS, np.float16, np.float32, np.float64, np.longdouble]
EXACT = 2**53  # the largest whole number up to which a double holds all


def values(dtype, most=EXACT):
    """Return the extreme values of a type that are counts, and what is next to them."""
    kind = np.dtype(dtype).kind
    top = min({"b": 1, "f": 2048}.get(kind) or np.iinfo(dtype).max, most)
    return np.unique([0, 1, top // 2, top - 1, top])


def table(dtype, n, most=EXACT, seed=0):
    chosen = np.random.default_rng(seed).choice(values(dtype, most), (n, 3))
    chosen[: len(values(dtype, most))] = values(dtype, most)[:, None]
    return chosen.astype(dtype)


def taxicab(a, b):
    return abs(a - b).sum()


LABELS = np.arange(60) % 3
METRICS = [
    "euclidean",
    "manhattan",
    "chebyshev",
    "cosine",
    "correlation",
    "braycurtis",
    "canberra",
    "sqeuclidean",
]
MODELS = [
    BernoulliNB(),
    BernoulliNB(binarize=100),
    MultinomialNB(),
    ComplementNB(),
    ComplementNB(norm=True),
    GaussianNB(),
    GaussianDiscriminant(),
    CondensedNearestNeighbor(),
    KNeighborsRegressor(3, weights="distance"),
    KNeighborsClassifier(3, feature_weights=[1, 2, 0]),
    KNeighborsClassifier(3, p=3),
    KNeighborsClassifier(3, metric=taxicab),
    KNeighborsClassifier(3, metric=taxicab, algorithm="ball_tree"),
    *(KNeighborsClassifier(3, metric=metric, algorithm="brute", weights="distance") for metric in METRICS),
    KNeighborsClassifier(3, algorithm="kd_tree"),
]
BY_CATEGORY = [CategoricalNB(), CategoricalNB(min_categories=3), KOrderNB(), TreeAugmentedNB()]


def answers(model, X, Q):
    model = clone(model).fit(X, LABELS)
    return model.predict_proba(Q) if is_classifier(model) else model.predict(Q)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_table_means_the_same_in_every_type(model, dtype):
    X, Q = table(dtype, 60), table(dtype, 20, seed=1)
    expected = answers(model, X.astype(np.float64), Q.astype(np.float64))
    close = (
        {"rtol": 1e-5, "atol": 1e-5} if dtype in (np.float16, np.float32) else {"rtol": 1e-12, "atol": 1e-15}
    )
    for learnt, asked in [(X, Q), (X, Q.astype(np.float64)), (X.astype(np.float64), Q)]:
        np.testing.assert_allclose(answers(model, learnt, asked), expected, **close)


@pytest.mark.parametrize("dtype", [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.float16])
@pytest.mark.parametrize("model", BY_CATEGORY, ids=str)
def test_categories_are_the_same_in_every_type(model, dtype):
    most = EXACT if type(model) is CategoricalNB else 300
    X, Q = table(dtype, 60, most=min(most, 70_000)), table(dtype, 20, most=min(most, 70_000), seed=1)
    expected = answers(model, X.astype(np.float64), Q.astype(np.float64))
    for learnt, asked in [(X, Q), (X, Q.astype(np.float64)), (X.astype(np.float64), Q)]:
        np.testing.assert_array_equal(answers(model, learnt, asked), expected)


def test_raw_pixels_beside_narrower_features_as_in_scikit_learn():
    # 255 + 1 = 0 in eight bits: the first feature would have one value, and its counts go to the others.
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.choice([0, 255], 4000), rng.integers(0, 200, (4000, 2))]).astype(np.uint8)
    y = (rng.random(4000) < np.where(X[:, 0] == 0, 0.9, 0.3)).astype(int)
    model, theirs = CategoricalNB().fit(X, y), sklearn.naive_bayes.CategoricalNB().fit(X.astype(int), y)
    assert model.n_categories_.tolist() == [256, 200, 200]
    np.testing.assert_allclose(model.predict_proba(X), theirs.predict_proba(X.astype(int)), rtol=1e-10)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_more_examples_and_merging_make_room_in_every_type(dtype):
    X = table(dtype, 60, most=70_000)
    whole = CategoricalNB().fit(X, LABELS)
    parts = CategoricalNB()
    for rows in np.array_split(np.arange(60), 4):
        parts.partial_fit(X[rows], LABELS[rows], classes=[0, 1, 2])
    merged = CategoricalNB().fit(X[:30], LABELS[:30]).merge(CategoricalNB().fit(X[30:], LABELS[30:]))
    for model in (parts, merged):
        np.testing.assert_allclose(model.predict_log_proba(X), whole.predict_log_proba(X), rtol=1e-12)


def test_a_category_beyond_all_sense_is_refused():
    with pytest.raises(ValueError, match="above 2\\^53"):
        CategoricalNB().fit(np.array([[0], [2**63 - 1]]), [0, 1])


@pytest.mark.parametrize("dtype", INTEGERS)
def test_settings_may_be_narrow_too(dtype):
    X = table(np.uint8, 60)
    two_thirds = (
        dtype(np.iinfo(dtype).max // 3 * 2) if dtype != np.uint64 else dtype(10**6)
    )  # twice that overflows
    for model in (BernoulliNB, MultinomialNB, ComplementNB):
        for alpha in (two_thirds, np.full(3, two_thirds)):
            wide = model(alpha=np.asarray(alpha, dtype=float) if np.ndim(alpha) else float(alpha))
            np.testing.assert_array_equal(answers(model(alpha=alpha), X, X), answers(wide, X, X))
    for model in (BernoulliNB, MultinomialNB, ComplementNB, CategoricalNB):
        narrow, wide = model(m=two_thirds), model(m=float(two_thirds))
        np.testing.assert_array_equal(answers(narrow, X, X), answers(wide, X, X))
    narrow, wide = NearestNeighbors(n_neighbors=dtype(59), p=dtype(3)), NearestNeighbors(n_neighbors=59, p=3)
    np.testing.assert_array_equal(narrow.fit(X).kneighbors()[0], wide.fit(X).kneighbors()[0])


@pytest.mark.parametrize("dtype", INTEGERS)
def test_targets_labels_weights_and_graphs_may_be_narrow(dtype):
    X = np.arange(60.0)[:, None]
    top = values(dtype)[-1]
    y = np.where(LABELS == 0, top, LABELS).astype(dtype)
    regressor = KNeighborsRegressor(3).fit(X, y)
    np.testing.assert_allclose(regressor.predict(X[1:59]), (float(top) + 1 + 2) / 3, rtol=1e-12)
    assert set(KNeighborsClassifier(1).fit(X, y).predict(X).tolist()) == {1, 2, int(top)}
    weight = np.where(LABELS == 0, min(top, 2**40), 1).astype(dtype)
    for model in (GaussianNB, BernoulliNB, MultinomialNB, CategoricalNB, KOrderNB):
        narrow = model().fit(X, LABELS, sample_weight=weight)
        wide = model().fit(X, LABELS, sample_weight=weight.astype(float))
        np.testing.assert_array_equal(narrow.predict_proba(X), wide.predict_proba(X))
    distances = (np.abs(X - X.T) * (int(top) // 60)).astype(dtype)
    nearest = NearestNeighbors(n_neighbors=3, metric="precomputed").fit(distances).kneighbors(distances)
    np.testing.assert_array_equal(nearest[1][:, 0], np.arange(60))
    assert condense(np.array([0, 1, top - 1, top], dtype=dtype), [0, 0, 1, 1]).tolist() == [0, 2]


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize(
    "model",
    [
        BernoulliNB(),
        MultinomialNB(),
        ComplementNB(),
        KNeighborsClassifier(3),
        KNeighborsClassifier(3, metric="cosine"),
    ],
    ids=str,
)
def test_sparse_tables_in_every_type(model, dtype):
    X = table(dtype, 60)
    expected = answers(model, X.astype(np.float64), X.astype(np.float64))
    for sparse in (sp.csr_array(X), sp.csc_array(X), sp.coo_array(X)):
        np.testing.assert_allclose(answers(model, sparse, sparse), expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("model", [GaussianNB(), MultinomialNB(), BernoulliNB(), ComplementNB()], ids=str)
@pytest.mark.parametrize("unit", ["datetime64[D]", "timedelta64[s]"])
def test_dates_are_no_numbers(model, unit):
    X = table(np.int64, 60) % 5
    with pytest.raises(TypeError, match="holds dates or times"):
        model.fit(X.astype(unit), LABELS)
    with pytest.raises(TypeError, match="holds dates or times"):
        model.fit(X, LABELS).predict(X.astype(unit))
