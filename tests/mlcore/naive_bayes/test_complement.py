import numpy as np
import pytest
from scipy import sparse
from sklearn.naive_bayes import ComplementNB as SklearnComplementNB

from mlcore.naive_bayes import ComplementNB
from mlcore.naive_bayes.complement import normalised

NAN = float("nan")

# Three classes of documents over three words.
X4 = np.array([[2, 1, 0], [1, 0, 0], [0, 1, 3], [0, 2, 0]])
Y4 = np.array(["a", "a", "b", "c"])
QUERIES = np.array([[1, 0, 0], [0, 0, 2], [0, 1, 0], [1, 1, 1], [0, 0, 0]])


# --- by hand


def test_weights_of_three_classes():
    """Outside a (0, 3, 3) of 6 words, outside b (3, 3, 0) of 6, outside c (3, 2, 3) of 8; then add one."""
    model = ComplementNB().fit(X4, Y4)
    outside = [[1 / 9, 4 / 9, 4 / 9], [4 / 9, 4 / 9, 1 / 9], [4 / 11, 3 / 11, 4 / 11]]
    np.testing.assert_allclose(np.exp(-model.feature_log_prob_), outside)
    assert model.feature_all_.tolist() == [3, 4, 3]
    assert model.feature_count_.tolist() == [[3, 1, 0], [0, 1, 3], [0, 2, 0]]
    assert model.predict(QUERIES[:3]).tolist() == ["a", "b", "c"]


def test_normalised_weights_sum_to_1():
    model = ComplementNB(norm=True).fit(X4, Y4)
    weights = np.log([1 / 9, 4 / 9, 4 / 9])
    np.testing.assert_allclose(model.feature_log_prob_[0], weights / weights.sum())
    np.testing.assert_allclose(model.feature_log_prob_.sum(axis=1), 1)


def test_the_scores_are_a_linear_form_without_the_prior():
    model = ComplementNB().fit(X4, Y4)
    assert model.intercept_.tolist() == [0, 0, 0]
    np.testing.assert_allclose(QUERIES @ model.coef_.T, model.predict_joint_log_proba(QUERIES))


def test_a_single_class_has_its_prior_as_score():
    model = ComplementNB().fit(X4, ["a"] * 4)
    assert model.intercept_.tolist() == [0]
    np.testing.assert_allclose(model.predict_proba(QUERIES), np.ones((5, 1)))
    np.testing.assert_allclose(
        model.predict_joint_log_proba(QUERIES),
        SklearnComplementNB().fit(X4, ["a"] * 4).predict_joint_log_proba(QUERIES),
    )


# --- scikit-learn


@pytest.mark.parametrize("container", [np.asarray, sparse.csr_matrix, sparse.csr_array])
@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"alpha": 0.3},
        {"norm": True},
        {"alpha": [1, 2, 0.5, 3, 1], "norm": True},
        {"alpha": 0.0, "force_alpha": False},
        {"fit_prior": False, "class_prior": [0.2, 0.5, 0.3]},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:alpha too small")
def test_same_numbers_as_scikit_learn(container, arguments):
    rng = np.random.default_rng(3)
    X = rng.integers(0, 4, (60, 5))
    y, weight = rng.choice(["x", "y", "z"], 60), rng.random(60)
    for sample_weight in (None, weight):
        ours = ComplementNB(**arguments).fit(container(X), y, sample_weight)
        theirs = SklearnComplementNB(**arguments).fit(container(X), y, sample_weight)
        for name in (
            "class_count_",
            "class_log_prior_",
            "feature_count_",
            "feature_all_",
            "feature_log_prob_",
        ):
            np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9)
        for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
            found, expected = (getattr(model, method)(container(X)) for model in (ours, theirs))
            np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
        assert ours.predict(container(X)).tolist() == theirs.predict(container(X)).tolist()


def test_a_large_vocabulary_is_weighted_in_parts_without_a_seam():
    rng = np.random.default_rng(5)
    X, y = sparse.random_array((40, 50_000), density=0.001, format="csr", rng=rng), rng.integers(0, 3, 40)
    for norm in (False, True):
        ours, theirs = ComplementNB(norm=norm).fit(X, y), SklearnComplementNB(norm=norm).fit(X, y)
        np.testing.assert_allclose(ours.feature_log_prob_, theirs.feature_log_prob_, rtol=1e-9)


# --- without smoothing


def test_a_word_of_one_class_only_makes_a_document_certain():
    """Word 0 occurs in a alone, word 2 in b alone; a document with both is shared equally."""
    model = ComplementNB(alpha=0).fit(X4, Y4)
    for container in (np.asarray, sparse.csr_array):
        posterior = model.predict_proba(container(QUERIES))
        np.testing.assert_allclose(posterior[[0, 1, 3]], [[1, 0, 0], [0, 1, 0], [0.5, 0.5, 0]])
        np.testing.assert_allclose(posterior[2], [2 / 8, 2 / 8, 4 / 8])  # 1 / (1/2, 1/2, 1/4), normalised
        np.testing.assert_allclose(posterior[4], [1 / 3, 1 / 3, 1 / 3])


def test_normalised_weights_in_the_limit():
    """As α → 0 the logarithm of a 0 outgrows the others, and those of several zeros share the weight."""
    model = ComplementNB(alpha=0, norm=True).fit(X4, Y4)
    near = ComplementNB(alpha=1e-300, norm=True).fit(X4, Y4)
    np.testing.assert_allclose(model.feature_log_prob_, near.feature_log_prob_, atol=0.002)
    zeros = normalised(np.array([[-np.inf, -np.inf, -1.0], [0.0, 0.0, 0.0]]))
    np.testing.assert_allclose(zeros, [[1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3]])


def test_fractional_weights_that_do_not_cancel_leave_no_trace():
    """The total 0.1 + 0.2 + 0.3 … of a word less its share in the only class that has it is 0, not 1e-17."""
    weight = np.array([0.1, 0.2, 0.3, 0.7, 1e-3] * 50 + [1.0])
    X = np.array([[1, 1]] * 250 + [[0, 1]])
    model = ComplementNB(alpha=0).fit(X, [0] * 250 + [1], weight)
    assert np.isposinf(model.feature_log_prob_[0, 0])


# --- what it shares with the multinomial model, and what not


def test_missing_counts_are_left_out():
    model = ComplementNB().fit(X4, Y4)
    np.testing.assert_allclose(
        model.predict_joint_log_proba([[1, NAN, 2]]), model.predict_joint_log_proba([[1, 0, 2]])
    )
    gaps = X4.astype(float)
    gaps[2, 2] = NAN
    assert ComplementNB().fit(gaps, Y4).feature_all_.tolist() == [3, 4, 0]


def test_m_estimate():
    model = ComplementNB(m=4, p=[0.5, 0.25, 0.25]).fit(X4, Y4)
    np.testing.assert_allclose(np.exp(-model.feature_log_prob_[0]), [2 / 10, 4 / 10, 4 / 10])


def test_there_is_nothing_to_sample_from():
    with pytest.raises(NotImplementedError, match=r"no p\(x\|c\) to draw examples from; MultinomialNB has"):
        ComplementNB().fit(X4, Y4).sample(1, "a", np.random.default_rng(0))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"norm": 2}, "'norm' parameter"), ({"alpha": -1}, "'alpha' parameter"), ({"m": -1}, "'m' parameter")],
)
def test_settings_that_make_no_sense_are_errors(arguments, message):
    with pytest.raises(ValueError, match=message):
        ComplementNB(**arguments).fit(X4, Y4)
