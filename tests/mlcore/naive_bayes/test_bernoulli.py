import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.naive_bayes import BernoulliNB as SklearnBernoulliNB

from mlcore.naive_bayes import BernoulliNB

NAN = float("nan")

# The three visible messages of the lectures' spam table; the words are $, Hi, CPSC, 340, Vicodin, Offer.
SPAM = np.array([[1, 1, 0, 0, 1, 0], [0, 0, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0]])
SPAM_Y = np.array(["spam", "spam", "ham"])
MESSAGES = np.array([[1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0]])

# The lectures' table of ten examples with two features.
X10 = np.array([[0, 1], [1, 1], [0, 0], [1, 1], [1, 1], [0, 0], [1, 0], [1, 0], [1, 1], [1, 0]])
Y10 = np.array([1] * 6 + [0] * 4)
INPUTS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])

# Each container turns a dense table into one way of storing it.
containers = pytest.mark.parametrize(
    "container",
    [np.asarray, sparse.csr_matrix, sparse.csr_array, sparse.csc_array, sparse.coo_array],
    ids=lambda container: container.__name__,
)


# --- by hand


@containers
def test_spam_parameters(container):
    theta = np.exp(BernoulliNB(alpha=0).fit(container(SPAM), SPAM_Y).feature_log_prob_)
    np.testing.assert_allclose(theta, [[0, 1, 1, 1, 0, 0], [1 / 2, 1 / 2, 0, 0, 1, 1 / 2]])
    smoothed = np.exp(BernoulliNB(alpha=1).fit(container(SPAM), SPAM_Y).feature_log_prob_)
    ham, spam = [1 / 3, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 1 / 3], [1 / 2, 1 / 2, 1 / 4, 1 / 4, 3 / 4, 1 / 2]
    np.testing.assert_allclose(smoothed, [ham, spam])


@containers
def test_spam_posteriors(container):
    model = BernoulliNB().fit(SPAM, SPAM_Y)
    np.testing.assert_allclose(
        model.predict_proba(container(MESSAGES))[:, 1],
        [0.8649967040, 0.2107139416, 0.9746471899, 0.7621094204],
        atol=1e-10,
    )
    assert model.predict(container(MESSAGES)).tolist() == ["spam", "ham", "spam", "spam"]


def test_spam_as_a_linear_classifier():
    """The weights are log θ/(1−θ), and the intercept is the score of the empty message."""
    model = BernoulliNB().fit(SPAM, SPAM_Y)
    log2, log3 = np.log(2), np.log(3)
    expected = [[-log2, log2, log2, log2, -log2, -log2], [0, 0, -log3, -log3, log3, 0]]
    np.testing.assert_allclose(model.coef_, expected, atol=1e-14)
    np.testing.assert_allclose(model.intercept_, [-5.6108444790, -4.4465651558], atol=1e-10)
    np.testing.assert_allclose(
        MESSAGES @ model.coef_.T + model.intercept_, model.predict_joint_log_proba(MESSAGES), rtol=1e-13
    )


def test_ten_by_two_table():
    model = BernoulliNB(alpha=0).fit(X10, Y10)
    np.testing.assert_allclose(
        np.exp(model.predict_joint_log_proba(INPUTS)), [[0, 0.1], [0, 0.2], [0.3, 0.1], [0.1, 0.2]]
    )
    np.testing.assert_allclose(model.predict_proba(INPUTS)[:, 1], [1, 1, 1 / 4, 2 / 3])
    smoothed = BernoulliNB(alpha=1).fit(X10, Y10)
    np.testing.assert_allclose(np.exp(smoothed.feature_log_prob_), [[5 / 6, 1 / 3], [1 / 2, 5 / 8]])
    np.testing.assert_allclose(
        smoothed.predict_proba(INPUTS)[:, 1],
        [0.7168141593, 0.8940397351, 0.3360995851, 0.6279069767],
        atol=1e-10,
    )


@pytest.mark.parametrize("n", [10, 100])
def test_a_word_that_no_spam_message_contains(n):
    model = BernoulliNB().fit(np.zeros((n, 1)), ["spam"] * n)
    assert np.exp(model.feature_log_prob_[0, 0]) == pytest.approx(1 / (n + 2))


# --- the corrections of the lectures


def test_smoothing_grows_the_denominator_by_two_values_whatever_the_number_of_classes():
    X, y = [[1], [1], [0], [1]], ["a", "a", "b", "c"]
    model = BernoulliNB(alpha=1).fit(X, y)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[:, 0]), [3 / 4, 1 / 3, 2 / 3])


def test_absent_words_are_evidence():
    """With θ = (.9, .9, .1) and (.5, .1, .1) the message (1, 0, 0) fits the second class better.

    The factors of the present word alone, .9 and .5, prefer the first.
    """
    X = np.zeros((20, 3))
    X[:9, :2] = X[10:15, :1] = 1
    X[0, 2] = X[10, 2] = X[10, 1] = 1
    model = BernoulliNB(alpha=0).fit(X, [0] * 10 + [1] * 10)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [[0.9, 0.9, 0.1], [0.5, 0.1, 0.1]])
    likelihood = np.exp(model.predict_joint_log_proba([[1, 0, 0]])) * 2
    np.testing.assert_allclose(likelihood, [[0.9 * 0.1 * 0.9, 0.5 * 0.9 * 0.9]])
    assert model.predict([[1, 0, 0]]).tolist() == [1]


def test_0_log_0_is_0():
    """Parameters of 0 and 1 rule a class out for the other value only; scikit-learn's scores are NaN here."""
    model = BernoulliNB(alpha=0).fit([[0, 1], [0, 1], [1, 1], [0, 0]], [0, 0, 1, 1])
    assert np.exp(model.feature_log_prob_).round(12).tolist() == [[0, 1], [0.5, 0.5]]
    scores = np.exp(model.predict_joint_log_proba(INPUTS))
    np.testing.assert_allclose(scores, [[0, 1 / 8], [1 / 2, 1 / 8], [0, 1 / 8], [0, 1 / 8]])
    with_gaps = np.exp(model.predict_joint_log_proba([[NAN, 1], [NAN, 0], [0, NAN], [1, NAN]]))
    np.testing.assert_allclose(with_gaps, [[1 / 2, 1 / 4], [0, 1 / 4], [1 / 2, 1 / 4], [0, 1 / 4]])


def test_a_word_that_poisons_the_filter_without_smoothing():
    """One word that no spam message contained makes sure that this is none."""
    message = [[1, 0, 0, 1, 1, 1]]
    assert BernoulliNB().fit(SPAM, SPAM_Y).predict(message).tolist() == ["spam"]
    with pytest.raises(ValueError, match="probability 0 under every class"):
        BernoulliNB(alpha=0).fit(SPAM, SPAM_Y).predict_proba(message)


# --- an independent implementation, in fractions


def joint_in_fractions(X, y, alpha, q):
    """Return p(q, c) for each class, with None for a missing value."""
    result = []
    for c in sorted(set(y)):
        rows = [x for x, label in zip(X, y, strict=True) if label == c]
        p = Fraction(len(rows), len(y))
        for j, v in enumerate(q):
            known = [x[j] for x in rows if x[j] is not None]
            if v is not None:
                total = len(known) + 2 * alpha
                p *= (known.count(v) + alpha) / total if total else Fraction(1, 2)
        result.append(p)
    return result


def with_nan(rows):
    return np.array([[NAN if v is None else v for v in row] for row in rows], dtype=float)


tables = st.integers(1, 3).flatmap(
    lambda d: st.lists(
        st.tuples(st.tuples(*[st.sampled_from([0, 1, None])] * d), st.sampled_from("abc")),
        min_size=1,
        max_size=12,
    )
)


@settings(deadline=None, max_examples=60)
@given(tables, st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]), st.booleans())
def test_every_input_agrees_with_exact_fractions(table, alpha, as_sparse):
    X, y = [row for row, _ in table], [label for _, label in table]
    container = sparse.csr_array if as_sparse else np.asarray
    model = BernoulliNB(alpha=float(alpha)).fit(container(with_nan(X)), y)
    queries = list(itertools.product([0, 1, None], repeat=len(X[0])))
    found = np.exp(model.predict_joint_log_proba(container(with_nan(queries))))
    expected = [[float(p) for p in joint_in_fractions(X, y, alpha, q)] for q in queries]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=0)


@settings(deadline=None, max_examples=30)
@given(tables, st.sampled_from([0, 1]))
def test_the_evidence_sums_to_1_over_all_inputs(table, alpha):
    X, y = with_nan([row for row, _ in table]), [label for _, label in table]
    inputs = list(itertools.product([0, 1], repeat=X.shape[1]))
    assert np.exp(BernoulliNB(alpha=alpha).fit(X, y).log_evidence(inputs)).sum() == pytest.approx(1)


# --- scikit-learn


@containers
@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.float32, float, bool])
@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"alpha": 0.3},
        {"alpha": 0.0, "force_alpha": False},
        {"binarize": 1.0},
        {"binarize": None},
        {"fit_prior": False},
        {"class_prior": [0.2, 0.5, 0.3]},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:alpha too small")
def test_same_numbers_as_scikit_learn(container, dtype, arguments):
    rng = np.random.default_rng(3)
    X = rng.integers(0, 2 if arguments.get("binarize", 0) is None else 4, (60, 5)).astype(dtype)
    y, weight = rng.choice(["x", "y", "z"], 60), rng.random(60)
    for sample_weight in (None, weight):
        ours = BernoulliNB(**arguments).fit(container(X), y, sample_weight)
        theirs = SklearnBernoulliNB(**arguments).fit(container(X), y, sample_weight)
        assert ours.classes_.tolist() == theirs.classes_.tolist()
        for name in ("class_count_", "class_log_prior_", "feature_count_", "feature_log_prob_"):
            np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9, atol=1e-12)
        for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
            found, expected = (getattr(model, method)(container(X)) for model in (ours, theirs))
            np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
        assert ours.predict(container(X)).tolist() == theirs.predict(container(X)).tolist()


@pytest.mark.parametrize("as_sparse", [False, True])
def test_large_tables_are_read_in_parts_without_a_seam(as_sparse):
    rng = np.random.default_rng(4)
    X, y = (rng.random((30_000, 60)) < 0.3).astype(float), rng.integers(0, 3, 30_000)
    X = sparse.csr_array(X) if as_sparse else X
    ours, theirs = BernoulliNB().fit(X, y), SklearnBernoulliNB().fit(X, y)
    np.testing.assert_array_equal(ours.feature_count_, theirs.feature_count_)
    np.testing.assert_allclose(ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), rtol=1e-12)


def test_many_features_are_smoothed_in_parts_without_a_seam():
    rng = np.random.default_rng(5)
    X, y = (rng.random((12, 50_000)) < 0.3).astype(float), rng.integers(0, 3, 12)
    X[0, ::7] = NAN
    alpha, p = rng.random(50_000), rng.random(50_000)
    of_one = [BernoulliNB(alpha=alpha[j : j + 1]).fit(X[:, [j]], y) for j in (0, 7, 21_847, 49_999)]
    whole = BernoulliNB(alpha=alpha).fit(X, y)
    for j, model in zip((0, 7, 21_847, 49_999), of_one, strict=True):
        np.testing.assert_allclose(whole.feature_log_prob_[:, [j]], model.feature_log_prob_)
        np.testing.assert_allclose(whole.coef_[:, [j]], model.coef_)
    guessed = BernoulliNB(m=2, p=p).fit(X, y)
    last = BernoulliNB(m=2, p=p[-1]).fit(X[:, -1:], y)
    np.testing.assert_allclose(guessed.feature_log_prob_[:, -1:], last.feature_log_prob_)


def test_a_pseudo_count_for_each_feature():
    model = BernoulliNB(alpha=[1, 2]).fit([[1, 1], [1, 0], [0, 0]], [0, 0, 1])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [[3 / 4, 3 / 6], [1 / 3, 2 / 5]])


# --- the m-estimate


def test_m_estimate_of_three_examples_out_of_three():
    model = BernoulliNB(m=0.45).fit([[1], [1], [1]], [0, 0, 0])
    assert np.exp(model.feature_log_prob_[0, 0]) == pytest.approx((3 + 0.45 / 2) / (3 + 0.45))
    assert np.exp(model.feature_log_prob_[0, 0]) == pytest.approx(0.9347826087, abs=1e-10)


def test_m_estimate_with_equal_guesses_is_additive_smoothing_with_half_of_m():
    m_estimate, additive = BernoulliNB(m=2).fit(SPAM, SPAM_Y), BernoulliNB(alpha=1).fit(SPAM, SPAM_Y)
    np.testing.assert_allclose(m_estimate.predict_proba(MESSAGES), additive.predict_proba(MESSAGES))


def test_m_estimate_with_a_guess_for_all_or_for_each_feature():
    of_all = BernoulliNB(m=4, p=0.25).fit(X10, Y10)
    np.testing.assert_allclose(np.exp(of_all.feature_log_prob_), [[5 / 8, 2 / 8], [4 / 10, 5 / 10]])
    of_each = BernoulliNB(m=4, p=[0.25, 0.5]).fit(X10, Y10)
    np.testing.assert_allclose(np.exp(of_each.feature_log_prob_), [[5 / 8, 3 / 8], [4 / 10, 6 / 10]])
    np.testing.assert_allclose(np.exp(of_each.log_evidence(INPUTS)).sum(), 1)


def test_m_estimate_refuses_what_is_no_probability():
    for p in ([0.5, 1.5], [0.5, 0.5, 0.5]):
        with pytest.raises(ValueError, match="p must be a probability, or one for each of the 2 features"):
            BernoulliNB(m=1, p=p).fit(X10, Y10)
    with pytest.raises(ValueError, match="it needs m"):
        BernoulliNB(p=0.5).fit(X10, Y10)


# --- missing values


@containers
def test_missing_values_are_left_out_of_both_counts(container):
    model = BernoulliNB(alpha=0).fit(container([[1, NAN], [NAN, 0.0], [0, 1], [1, 1]]), [0, 0, 0, 0])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [[2 / 3, 2 / 3]])
    assert model.feature_count_.tolist() == [[2, 2]]


@containers
def test_if_all_is_missing_the_posterior_is_the_prior(container):
    model = BernoulliNB().fit(SPAM, SPAM_Y)
    np.testing.assert_allclose(model.predict_proba(container([[NAN] * 6])), [[1 / 3, 2 / 3]])


def test_a_missing_feature_is_summed_out():
    model = BernoulliNB().fit(SPAM, SPAM_Y)
    known = MESSAGES.astype(float)
    without, present = known.copy(), known.copy()
    known[:, 2], without[:, 2], present[:, 2] = NAN, 0, 1
    summed = np.logaddexp(model.predict_joint_log_proba(without), model.predict_joint_log_proba(present))
    np.testing.assert_allclose(model.predict_joint_log_proba(known), summed)


def test_gaps_are_weighted_batched_and_merged_like_values():
    rng = np.random.default_rng(6)
    X = np.where(rng.random((30, 4)) < 0.3, NAN, rng.integers(0, 2, (30, 4)))
    y, weight = rng.integers(0, 3, 30), rng.integers(1, 4, 30)
    repeated = BernoulliNB().fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    weighted = BernoulliNB().fit(X, y, weight)
    batches = BernoulliNB().partial_fit(X[:11], y[:11], classes=[0, 1, 2], sample_weight=weight[:11])
    batches.partial_fit(X[11:], y[11:], sample_weight=weight[11:])
    a = BernoulliNB().fit(X[:11], y[:11], weight[:11])
    merged = a.merge(BernoulliNB().fit(X[11:], y[11:], weight[11:]))
    for model in (weighted, batches, merged):
        np.testing.assert_allclose(model.predict_joint_log_proba(X), repeated.predict_joint_log_proba(X))


# --- conventions and attacks


def test_the_threshold_is_strict():
    model = BernoulliNB(alpha=0, binarize=1).fit([[1], [2], [1.5], [0]], [0, 0, 0, 0])
    assert model.feature_count_.tolist() == [[2]]


def test_fractional_weights_that_do_not_cancel_leave_no_trace():
    """0.1 + 0.2 + 0.3 depends on the order of summation: the share of absence is 0, not 1e-17."""
    weight = np.array([0.1, 0.2, 0.3, 0.7, 1e-3] * 50)
    model = BernoulliNB(alpha=0).fit(np.ones((250, 1)), [0] * 250, weight)
    assert model.predict_joint_log_proba([[0]]).tolist() == [[-np.inf]]


def test_a_class_that_knows_nothing_of_a_feature_has_one_half():
    model = BernoulliNB(alpha=0).fit([[1], [NAN]], [0, 1])
    assert np.exp(model.feature_log_prob_).tolist() == [[1], [0.5]]


def test_samples_have_the_shares_of_their_class():
    model = BernoulliNB().fit(SPAM, SPAM_Y)
    drawn = model.sample(4000, "spam", np.random.default_rng(0))
    assert set(np.unique(drawn)) == {0, 1}
    np.testing.assert_allclose(drawn.mean(axis=0), np.exp(model.feature_log_prob_[1]), atol=0.03)


@containers
@pytest.mark.parametrize("bad", [-0.5, 2])
def test_without_a_threshold_values_must_lie_between_0_and_1(container, bad):
    with pytest.raises(ValueError, match="With binarize=None the values of X must lie between 0 and 1"):
        BernoulliNB(binarize=None).fit(container([[0, 1], [bad, 1]]), [0, 1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"alpha": -1}, "'alpha' parameter"),
        ({"alpha": [1, -1]}, "All values in alpha must be greater than 0"),
        ({"alpha": [1, 1, 1]}, "it should contains `n_features`"),
        ({"binarize": -1}, "'binarize' parameter"),
        ({"class_prior": [1]}, "Number of priors must match number of classes"),
        ({"m": -1}, "'m' parameter"),
    ],
)
def test_settings_that_make_no_sense_are_errors(arguments, message):
    with pytest.raises(ValueError, match=message):
        BernoulliNB(**arguments).fit(X10, Y10)


def test_a_pseudo_count_that_is_too_small_is_lifted_with_one_warning():
    with pytest.warns(UserWarning, match="alpha too small") as caught:
        model = BernoulliNB(alpha=0, force_alpha=False).fit([[1], [1]], [0, 0])
    assert len(caught) == 1
    assert np.exp(model.coef_[0, 0]) == pytest.approx((2 + 1e-10) / 1e-10)
