import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcore import naive_bayes
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB

MODELS = [CategoricalNB(), BernoulliNB(), MultinomialNB(), ComplementNB(), GaussianNB()]
X = np.array([[0, 1, 2], [1, 1, 0], [2, 0, 1], [1, 2, 2], [0, 0, 1], [2, 2, 0]])
Y = np.array(["a", "b", "a", "c", "b", "c"])

all_models = pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)


def test_every_exported_model_is_tested_here():
    assert sorted(naive_bayes.__all__) == sorted(type(model).__name__ for model in MODELS)


@parametrize_with_checks(MODELS)
def test_scikit_learns_contract(estimator, check):
    check(estimator)


@all_models
def test_a_data_frame_gives_the_same_model_and_its_names_are_kept(model):
    frame = pd.DataFrame(X, columns=["sun", "wind", "rain"])
    fitted = clone(model).fit(frame, Y)
    assert fitted.feature_names_in_.tolist() == ["sun", "wind", "rain"]
    np.testing.assert_array_equal(
        fitted.predict_joint_log_proba(frame), clone(model).fit(X, Y).predict_joint_log_proba(X)
    )


@all_models
def test_a_model_survives_pickling(model):
    fitted = clone(model).fit(X, Y)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict_joint_log_proba(X), fitted.predict_joint_log_proba(X))
    again.partial_fit(X, Y)  # and can go on learning
    assert again.class_count_.sum() == 12
    assert fitted.class_count_.sum() == 6


@all_models
def test_learning_again_forgets_the_first_data(model):
    fitted = clone(model).fit(X[:4, :2], ["x", "y", "x", "y"]).fit(X, Y)
    np.testing.assert_array_equal(
        fitted.predict_joint_log_proba(X), clone(model).fit(X, Y).predict_joint_log_proba(X)
    )


@all_models
def test_a_label_outside_the_initial_classes_is_an_error_and_is_not_counted(model):
    """With two classes, scikit-learn's discrete models count such a label as the first class."""
    fitted = clone(model).partial_fit(X[:2], ["a", "b"], classes=["a", "b"])
    with pytest.raises(ValueError, match=r"The target label.*c.* do not exist in the initial classes"):
        fitted.partial_fit(X, Y)
    assert fitted.class_count_.tolist() == [1, 1]


@all_models
def test_weights_that_sum_to_zero_are_an_error(model):
    with pytest.raises(ValueError, match="zero"):
        clone(model).fit(X, Y, sample_weight=np.zeros(6))


@all_models
@pytest.mark.parametrize("bad", [np.inf, -np.inf])
def test_infinity_is_an_error_in_learning_and_in_prediction(model, bad):
    table = X.astype(float)
    fitted = clone(model).fit(table, Y)
    table[1, 1] = bad
    with pytest.raises(ValueError, match="infinity"):
        clone(model).fit(table, Y)
    with pytest.raises(ValueError, match="infinity"):
        fitted.predict(table)


@all_models
def test_measurements_are_no_labels(model):
    with pytest.raises(ValueError, match="Unknown label type"):
        clone(model).fit(X, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])


@all_models
def test_a_batch_that_is_refused_leaves_the_model_as_it_was(model):
    table = np.tile(X, (20_000, 1)).astype(float)  # several blocks, the last of them bad
    fitted = clone(model).partial_fit(X, Y, classes=["a", "b", "c"])
    before = pickle.dumps(fitted)
    table[-1, 0] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        fitted.partial_fit(table, np.tile(Y, 20_000))
    assert pickle.dumps(fitted) == before


@pytest.mark.parametrize("model", [CategoricalNB(), MultinomialNB(), ComplementNB()])
def test_negative_counts_are_an_error_and_are_not_counted(model):
    table = np.tile(X, (20_000, 1)).astype(float)
    table[-1, 0] = -1
    fitted = clone(model).partial_fit(X, Y, classes=["a", "b", "c"])
    with pytest.raises(ValueError, match=f"Negative values in data passed to {type(model).__name__}"):
        fitted.partial_fit(table, np.tile(Y, 20_000))
    assert fitted.class_count_.tolist() == [2, 2, 2]
    with pytest.raises(ValueError, match="Negative values"):
        fitted.predict(table)


# --- merge, sample: what is refused


@all_models
def test_only_models_of_one_kind_and_one_setting_merge(model):
    fitted = clone(model).fit(X, Y)
    with pytest.raises(TypeError, match=f"other must be a {type(model).__name__}; got 3"):
        fitted.merge(3)
    name = "var_smoothing" if isinstance(model, GaussianNB) else "alpha"
    with pytest.raises(ValueError, match=f"must share their settings; {name} is"):
        fitted.merge(clone(model).set_params(**{name: 0.5}).fit(X, Y))


@all_models
def test_only_models_of_the_same_features_and_labels_merge(model):
    fitted = clone(model).fit(X, Y)
    with pytest.raises(ValueError, match="same features; got 3 and 2"):
        fitted.merge(clone(model).fit(X[:, :2], Y))
    with pytest.raises(ValueError, match="labels of one type"):
        fitted.merge(clone(model).fit(X, [0, 0, 1, 1, 2, 2]))
    with pytest.raises(ValueError, match="feature names differ"):
        fitted.merge(clone(model).fit(pd.DataFrame(X, columns=["u", "v", "w"]), Y))


def test_settings_of_several_numbers_are_compared_number_by_number():
    a = MultinomialNB(alpha=[1, 2, 3]).fit(X, Y)
    assert a.merge(MultinomialNB(alpha=np.array([1, 2, 3])).fit(X, Y)).class_count_.sum() == 12
    for other in ([1, 2, 4], 1.0):
        with pytest.raises(ValueError, match="alpha is"):
            a.merge(MultinomialNB(alpha=other).fit(X, Y))


@pytest.mark.parametrize("model", [CategoricalNB(), BernoulliNB(), MultinomialNB(), GaussianNB()])
def test_sampling_refuses_what_it_cannot_do(model):
    fitted = clone(model).fit(X, Y)
    rng = np.random.default_rng(0)
    assert fitted.sample(0, "a", rng).shape == (0, 3)
    with pytest.raises(ValueError, match=r"label must be one of \['a', 'b', 'c'\]; got 'd'"):
        fitted.sample(1, "d", rng)
    with pytest.raises(ValueError, match="n must be at least 0; got -1"):
        fitted.sample(-1, "a", rng)
    with pytest.raises(TypeError, match="n must be a whole number"):
        fitted.sample(1.5, "a", rng)
    with pytest.raises(TypeError, match=r"rng must be a numpy\.random\.Generator; got 0"):
        fitted.sample(1, "a", 0)
    with pytest.raises(ValueError, match="not fitted"):
        clone(model).sample(1, "a", rng)


@all_models
@pytest.mark.parametrize(
    ("weight", "message"),
    [(1e308, "finite sum"), (-1.0, "zero, or less|Negative values"), (np.nan, "NaN"), (np.inf, "infinity")],
)
def test_weights_that_leave_nothing_to_learn_from_are_named(model, weight, message):
    with pytest.raises(ValueError, match=message):
        clone(model).fit(X, Y, sample_weight=np.full(len(X), weight))


@pytest.mark.parametrize("model", MODELS[1:4], ids=lambda model: type(model).__name__)
def test_a_pseudo_count_is_a_number(model):
    with pytest.raises(ValueError, match="alpha"):
        clone(model).set_params(alpha=[np.nan, 1, 1]).fit(X, Y)


@pytest.mark.parametrize("model", MODELS[:4], ids=lambda model: type(model).__name__)
@pytest.mark.parametrize("share", [np.inf, np.nan, -0.1])
def test_a_class_prior_is_a_number(model, share):
    with pytest.raises(ValueError, match="class_prior must not be negative"):
        clone(model).set_params(class_prior=[share, 0.5, 0.5]).fit(X, Y)
