"""The short cut around scikit-learn's validation: the same models, the same errors, only sooner."""

import numpy as np
import pandas as pd
import pytest
from sklearn.utils.validation import _check_sample_weight, validate_data

from mlcore import _tables
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
from mlcore.neighbors import KNeighborsClassifier, KNeighborsRegressor

MODELS = [BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB, KNeighborsClassifier]
X, y = np.array([[0.0, 1.0], [1.0, 2.0], [2.0, 0.0]] * 4), np.array([0, 1, 2] * 4)


@pytest.fixture
def validated(monkeypatch):
    """Return the list of tables that were left to scikit-learn."""
    seen = []

    def watched(estimator, X, *arguments, **rules):
        seen.append(X)
        return validate_data(estimator, X, *arguments, **rules)

    monkeypatch.setattr(_tables, "validate_data", watched)
    return seen


@pytest.mark.parametrize("Model", MODELS)
def test_a_small_array_takes_the_short_cut_to_the_same_model(Model, validated):
    short = Model().fit(X, y)
    p = short.predict_proba(X)
    assert not validated
    long = Model().fit(X.tolist(), y)
    np.testing.assert_array_equal(long.predict_proba(X.tolist()), p)
    assert len(validated) == 2
    assert short.n_features_in_ == long.n_features_in_ == 2


@pytest.mark.parametrize("Model", MODELS)
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (X[:, :1], "features"),
        (X[:0], "sample"),
        (X[0], "1D|2D"),
        (np.where(X == 1, np.inf, X), "infinity"),
        (X.astype(complex), "[Cc]omplex"),
        (X.astype("U9") + "x", "[Cc]onvert"),
    ],
)
def test_what_is_wrong_is_found_all_the_same(Model, wrong, message):
    with pytest.raises(ValueError, match=message):
        Model().fit(X, y).predict(wrong)


@pytest.mark.parametrize("Model", MODELS)
def test_labels_are_looked_at_too(Model):
    for labels in (y[:-1], y[:, None].repeat(2, axis=1).ravel(), y / 3 + 0.1):
        with pytest.raises(ValueError):  # noqa: PT011
            Model().fit(X, labels)


def test_names_of_features_are_kept_compared_and_forgotten(validated):
    frame = pd.DataFrame(X, columns=["a", "b"])
    model = GaussianNB().fit(frame, y)
    with pytest.warns(UserWarning, match="feature names"):
        model.predict(X)
    assert not hasattr(model.fit(X, y), "feature_names_in_")
    assert len(validated) == 3  # the frame, the array without names, and the fit that forgets them
    model.predict(X)
    assert len(validated) == 3


def test_gaps_take_the_short_cut_only_where_they_mean_something(validated):
    gaps = np.where(X == 1, np.nan, X)
    GaussianNB().fit(gaps, y).predict(gaps)
    KNeighborsClassifier(metric="nan_euclidean").fit(gaps, y).predict(gaps)
    assert not validated
    with pytest.raises(ValueError, match="NaN"):
        KNeighborsRegressor().fit(gaps, y)


def test_other_arrays_go_the_long_way(validated):
    others = [X.astype(np.float32), np.asfortranarray(X), np.ma.masked_array(X), X.astype(object), X[::2]]
    for other in others:
        GaussianNB().fit(other, y[: len(other)])
    assert len(validated) == len(others)


@pytest.mark.parametrize(
    "weights",
    [
        None,
        2,
        True,
        0.5,
        [1, 0, 3],
        np.array([1, 0, 3], dtype=np.float32),
        pd.Series([1, 0, 3]),
        ["1", "2", "3"],
        [-1.0, 1.0, 2.0],
        0,
        [0.0, 0.0, 0.0],
        [1.0, 2.0],
        [[1.0, 2.0, 3.0]],
        [1.0, np.nan, 2.0],
        [1.0, np.inf, 2.0],
        [1, 2j, 3],
        [],
        "many",
        [None, 1, 2],
    ],
    ids=repr,
)
@pytest.mark.parametrize("non_negative", [False, True])
def test_weights_are_read_and_refused_as_by_scikit_learn(weights, non_negative):
    """Its own reading of them is private; scikit-learn 1.8 lets weights pass that are all 0."""

    def outcome(read):
        try:
            return read().tolist()
        except (TypeError, ValueError) as refused:
            return type(refused), str(refused)

    ours = outcome(lambda: _tables.read_weights(weights, 3, non_negative=non_negative))
    theirs = outcome(
        lambda: _check_sample_weight(weights, np.zeros((3, 1)), dtype=float, ensure_non_negative=non_negative)
    )
    if theirs != [0.0, 0.0, 0.0]:
        assert ours == theirs
    else:
        assert ours == (ValueError, "Sample weights must contain at least one non-zero number.")
