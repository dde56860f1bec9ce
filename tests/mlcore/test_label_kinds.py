"""Labels of every kind: the classes have the type that scikit-learn's have, and predictions too."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
import sklearn.naive_bayes
import sklearn.neighbors

import mlcore.naive_bayes
import mlcore.neighbors
from mlcore.discriminant import GaussianDiscriminant
from mlcore.less_naive_bayes import KOrderNB, TreeAugmentedNB

X = np.random.default_rng(0).integers(0, 3, (12, 2))
NUMBERS, WORDS = np.arange(12) % 3, np.array(["ham", "spam", "a word"] * 4)
KINDS = {
    "list of words": WORDS.tolist(),
    "tuple of words": tuple(WORDS.tolist()),
    "words": WORDS,
    "words as objects": WORDS.astype(object),
    "series of words": pd.Series(WORDS),
    "series of objects": pd.Series(WORDS.astype(object), dtype=object),
    "series of strings": pd.Series(WORDS, dtype="string"),
    "categories of words": pd.Series(WORDS, dtype="category"),
    "categories of numbers": pd.Series(NUMBERS, dtype="category"),
    "nullable numbers": pd.Series(NUMBERS, dtype="Int64"),
    "nullable truth": pd.Series(NUMBERS == 0, dtype="boolean"),
    "truth": NUMBERS == 0,
    "column": NUMBERS[:, None],
    "dates": np.datetime64("2020-01-01") + NUMBERS,
    "bytes": WORDS.astype("S"),
    "numbers as objects": NUMBERS.astype(object),
    "measurements": NUMBERS + 0.5,
    **{
        f"{np.dtype(t)}": (NUMBERS * 63).astype(t)
        for t in (np.int8, np.uint8, np.int16, np.uint64, np.float32)
    },
}
PAIRS = [
    *(
        (getattr(mlcore.naive_bayes, name)(), getattr(sklearn.naive_bayes, name)())
        for name in ("BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB")
    ),
    (mlcore.neighbors.KNeighborsClassifier(1), sklearn.neighbors.KNeighborsClassifier(1)),
]


def fitted(model, y):
    """Return classes and predictions, or the kind of error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # columns and dates
        try:
            model.fit(X, y)
        except (TypeError, ValueError) as error:
            return type(error)
    return model.classes_, model.predict(X)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("ours", "theirs"), PAIRS, ids=lambda model: type(model).__name__)
def test_as_in_scikit_learn(kind, ours, theirs):
    mine, expected = fitted(ours, KINDS[kind]), fitted(theirs, KINDS[kind])
    if isinstance(expected, type):
        assert mine is expected
        return
    np.testing.assert_array_equal(mine[0], expected[0])
    assert [found.dtype for found in mine] == [wanted.dtype for wanted in expected]


@pytest.mark.parametrize("model", [KOrderNB(), TreeAugmentedNB()], ids=str)
def test_text_is_text_in_the_other_models_too(model):
    model.fit(X, WORDS.astype(object))
    assert model.classes_.dtype == WORDS.dtype
    assert set(GaussianDiscriminant().fit(X, WORDS.astype(object)).predict(X)) <= set(WORDS)


@pytest.mark.parametrize("name", ["GaussianNB", "CategoricalNB"])
def test_parts_and_merging_take_objects_too(name):
    model = getattr(mlcore.naive_bayes, name)
    whole = model().fit(X, WORDS)
    objects = WORDS.astype(object)
    parts = (
        model().partial_fit(X[:6], objects[:6], classes=sorted(set(WORDS))).partial_fit(X[6:], objects[6:])
    )
    merged = model().fit(X[:6], objects[:6]).merge(model().fit(X[6:], WORDS[6:]))
    for other in (parts, merged):
        np.testing.assert_allclose(other.predict_proba(X), whole.predict_proba(X), rtol=1e-9)
        assert other.classes_.dtype == whole.classes_.dtype


FOREIGN = {"bytes": NUMBERS.astype(">i4"), "large": NUMBERS.astype(np.uint64) + np.uint64(2**63 + 1)}


@pytest.mark.parametrize("y", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize(("ours", "theirs"), PAIRS, ids=lambda model: type(model).__name__)
def test_numbers_in_a_foreign_order_of_bytes_and_beyond_int64(y, ours, theirs):
    mine, expected = fitted(ours, y), fitted(theirs, y)
    np.testing.assert_array_equal(mine[0], np.unique(y))
    assert [found.dtype for found in mine] == [wanted.dtype for wanted in expected]


def test_a_sparse_table_of_labels_is_a_table_of_labels():
    table = np.eye(3, dtype=int)[NUMBERS]
    dense = mlcore.neighbors.KNeighborsClassifier(1).fit(X, table)
    sparse = mlcore.neighbors.KNeighborsClassifier(1).fit(X, sp.csr_array(table))
    assert [classes.tolist() for classes in sparse.classes_] == [[0, 1]] * 3
    np.testing.assert_array_equal(sparse.predict(X), dense.predict(X))
