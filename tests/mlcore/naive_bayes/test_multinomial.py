import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.naive_bayes import MultinomialNB as SklearnMultinomialNB

from mlcore.naive_bayes import BernoulliNB, MultinomialNB

NAN = float("nan")

# Five documents over four words, in two classes; the numbers below are worked by hand.
X5 = np.array([[2, 1, 0, 0], [1, 0, 1, 0], [0, 1, 2, 1], [0, 0, 1, 3], [3, 0, 0, 0]])
Y5 = np.array([0, 0, 1, 1, 0])
QUERIES = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [2, 0, 0, 3], [0, 0, 0, 0]])
THETA = np.array([[7 / 12, 2 / 12, 2 / 12, 1 / 12], [1 / 12, 2 / 12, 4 / 12, 5 / 12]])

containers = pytest.mark.parametrize(
    "container",
    [np.asarray, sparse.csr_matrix, sparse.csr_array, sparse.csc_array, sparse.coo_array],
    ids=lambda container: container.__name__,
)


# --- by hand


@containers
def test_five_documents(container):
    model = MultinomialNB().fit(container(X5), Y5)
    assert model.feature_count_.tolist() == [[6, 1, 1, 0], [0, 1, 3, 4]]
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), THETA)
    np.testing.assert_allclose(np.exp(model.class_log_prior_), [3 / 5, 2 / 5])
    np.testing.assert_allclose(
        model.predict_proba(container(QUERIES))[:, 0],
        [0.9130434783, 0.1304347826, 0.3702770781, 0.6],
        atol=1e-10,
    )
    assert model.predict(container(QUERIES)).tolist() == [0, 1, 1, 0]


def test_five_documents_with_a_small_pseudo_count():
    model = MultinomialNB(alpha=0.1).fit(X5, Y5)
    expected = [[61 / 84, 11 / 84, 11 / 84, 1 / 84], [1 / 84, 11 / 84, 31 / 84, 41 / 84]]
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), expected)


def test_three_words():
    """The totals are 8 and 4 words, the denominators 8 + 3 and 4 + 3."""
    model = MultinomialNB().fit(X5[:, :3], Y5)
    np.testing.assert_allclose(
        np.exp(model.feature_log_prob_), [[7 / 11, 2 / 11, 2 / 11], [1 / 7, 2 / 7, 4 / 7]]
    )


def test_the_weights_are_the_log_parameters():
    model = MultinomialNB().fit(X5, Y5)
    np.testing.assert_allclose(model.coef_, np.log(THETA))
    np.testing.assert_allclose(model.intercept_, np.log([3 / 5, 2 / 5]))
    np.testing.assert_allclose(
        QUERIES @ model.coef_.T + model.intercept_, model.predict_joint_log_proba(QUERIES), rtol=1e-13
    )


# --- the corrections of the lectures


def test_the_sum_over_positions_is_a_sum_over_the_vocabulary():
    """log θ_a + log θ_b + log θ_b + log θ_c for the document "a b b c", not that times its length."""
    theta = np.log([0.2, 0.3, 0.5])
    model = MultinomialNB(alpha=0).fit([[2, 3, 5]], ["all"])
    assert model.predict_joint_log_proba([[1, 2, 1]])[0, 0] == pytest.approx(theta[[0, 1, 1, 2]].sum())


def test_parameters_are_shares_of_the_class_not_of_the_word():
    """P(word 0 | class 0) = 1/10; the share of its occurrences that fall into class 0 is 1/2."""
    model = MultinomialNB(alpha=0).fit([[1, 9], [1, 1]], [0, 1])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [[1 / 10, 9 / 10], [1 / 2, 1 / 2]])


def test_the_class_of_the_largest_product_is_not_that_of_the_smallest_angle():
    theta = np.array([[0.5, 0.25, 0.25], [0.9, 0.05, 0.05]])
    model = MultinomialNB(alpha=0, fit_prior=False).fit(theta * 20, [0, 1])
    document = np.array([1, 1, 0])
    cosine = model.coef_ @ document / np.linalg.norm(model.coef_, axis=1)
    assert cosine.argmax() == 1
    assert model.predict([document]).tolist() == [0]


def test_the_parameters_do_not_hold_the_prior():
    """Five times the documents of a class: another prior, the same parameters, another decision."""
    X, y = np.array([[6, 4], [5, 5]]), np.array([0, 1])
    once = MultinomialNB(alpha=0).fit(X, y)
    often = MultinomialNB(alpha=0).fit(np.repeat(X, [1, 5], axis=0), np.repeat(y, [1, 5]))
    np.testing.assert_allclose(often.feature_log_prob_, once.feature_log_prob_)
    np.testing.assert_allclose(np.exp(often.class_log_prior_), [1 / 6, 5 / 6])
    assert (once.predict([[1, 0]]), often.predict([[1, 0]])) == ([0], [1])


def test_absent_words_are_no_evidence():
    """A word that only the other class uses changes Bernoulli's scores by its absence, not these."""
    X, y = np.array([[1, 0], [1, 0], [1, 1], [1, 1]]), [0, 0, 1, 1]
    alone = MultinomialNB(fit_prior=False).fit(X, y)
    ratio = alone.predict_joint_log_proba([[1, 0]])[0]
    np.testing.assert_allclose(np.exp(ratio), [3 / 4 / 2, 3 / 6 / 2])  # θ of the present word, nothing else
    bernoulli = BernoulliNB(fit_prior=False).fit(X, y).predict_joint_log_proba([[1, 0]])[0]
    np.testing.assert_allclose(np.exp(bernoulli), [3 / 4 * 3 / 4 / 2, 3 / 4 * 1 / 4 / 2])


def test_0_log_0_is_0():
    """A word that a class never used rules it out only where it occurs; scikit-learn's scores are NaN."""
    model = MultinomialNB(alpha=0).fit(X5, Y5)
    for container in (np.asarray, sparse.csr_array):
        scores = np.exp(model.predict_joint_log_proba(container([[1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 0, 0]])))
        np.testing.assert_allclose(
            scores, [[3 / 5 * 6 / 8 / 8, 0], [0, 2 / 5 * 1 / 8 * 4 / 8], [3 / 5, 2 / 5]]
        )


def test_a_stored_zero_of_a_sparse_table_is_a_zero():
    table = sparse.csr_array(([1.0, 0.0], [0, 3], [0, 2]), shape=(1, 4))
    model = MultinomialNB(alpha=0).fit(X5, Y5)
    np.testing.assert_array_equal(
        model.predict_joint_log_proba(table), model.predict_joint_log_proba(table.toarray())
    )


def test_a_long_document_does_not_underflow():
    model = MultinomialNB().fit(X5, Y5)
    assert np.exp(model.predict_joint_log_proba(400 * QUERIES[:3])).max() == 0
    probability = model.predict_proba(400 * QUERIES[:3])
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    assert model.predict(400 * QUERIES[:3]).tolist() == [0, 1, 1]


# --- an independent implementation, in fractions


def joint_in_fractions(X, y, alpha, q):
    """Return p(q, c) for each class, without the multinomial coefficient."""
    result = []
    for c in sorted(set(y)):
        rows = [x for x, label in zip(X, y, strict=True) if label == c]
        totals = [sum(x[j] for x in rows) for j in range(len(q))]
        p = Fraction(len(rows), len(y))
        for count, total in zip(q, totals, strict=True):
            words = sum(totals) + alpha * len(q)
            p *= (Fraction(total + alpha) / words if words else Fraction(1, len(q))) ** count
        result.append(p)
    return result


tables = st.integers(1, 3).flatmap(
    lambda d: st.lists(
        st.tuples(st.tuples(*[st.integers(0, 4)] * d), st.sampled_from("abc")), min_size=1, max_size=10
    )
)


@settings(deadline=None, max_examples=60)
@given(tables, st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]), st.booleans())
def test_many_documents_agree_with_exact_fractions(table, alpha, as_sparse):
    X, y = [row for row, _ in table], [label for _, label in table]
    container = sparse.csr_array if as_sparse else np.asarray
    model = MultinomialNB(alpha=float(alpha)).fit(container(np.array(X)), y)
    queries = np.array(list(itertools.product([0, 1, 3], repeat=len(X[0]))))
    found = np.exp(model.predict_joint_log_proba(container(queries)))
    expected = [[float(p) for p in joint_in_fractions(X, y, alpha, q.tolist())] for q in queries]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=0)


# --- scikit-learn


@containers
@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.uint8, np.float32, float])
@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"alpha": 0.3},
        {"alpha": [1, 2, 0.5, 3, 1e-12], "force_alpha": False},
        {"alpha": [1, 2, 0.5, 3, 1e-12]},
        {"fit_prior": False},
        {"class_prior": [0.2, 0.5, 0.3]},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:alpha too small")
def test_same_numbers_as_scikit_learn(container, dtype, arguments):
    rng = np.random.default_rng(3)
    X = rng.integers(0, 4, (60, 5)).astype(dtype)
    y, weight = rng.choice(["x", "y", "z"], 60), rng.random(60)
    for sample_weight in (None, weight):
        ours = MultinomialNB(**arguments).fit(container(X), y, sample_weight)
        theirs = SklearnMultinomialNB(**arguments).fit(container(X), y, sample_weight)
        assert ours.classes_.tolist() == theirs.classes_.tolist()
        for name in ("class_count_", "class_log_prior_", "feature_count_", "feature_log_prob_"):
            np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9)
        for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
            found, expected = (getattr(model, method)(container(X)) for model in (ours, theirs))
            np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
        assert ours.predict(container(X)).tolist() == theirs.predict(container(X)).tolist()


@pytest.mark.parametrize("as_sparse", [False, True])
def test_large_tables_are_read_in_parts_without_a_seam(as_sparse):
    rng = np.random.default_rng(4)
    X, y = rng.poisson(0.5, (20_000, 60)).astype(float), rng.integers(0, 3, 20_000)
    X = sparse.csr_array(X) if as_sparse else X
    ours, theirs = MultinomialNB().fit(X, y), SklearnMultinomialNB().fit(X, y)
    np.testing.assert_array_equal(ours.feature_count_, theirs.feature_count_)
    np.testing.assert_allclose(ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), rtol=1e-12)


def test_a_large_vocabulary_is_smoothed_in_parts_without_a_seam():
    rng = np.random.default_rng(5)
    X, y = sparse.random_array((40, 50_000), density=0.001, format="csr", rng=rng), rng.integers(0, 3, 40)
    alpha = rng.random(50_000)
    ours, theirs = MultinomialNB(alpha=alpha).fit(X, y), SklearnMultinomialNB(alpha=alpha).fit(X, y)
    np.testing.assert_allclose(ours.feature_log_prob_, theirs.feature_log_prob_, rtol=1e-12)
    for batch in (X[:3], X[3:]):  # few words, and then again, into a table that is there already
        ours.partial_fit(batch, y[:3] if batch.shape[0] == 3 else y[3:])
    np.testing.assert_allclose(ours.feature_count_, 2 * theirs.feature_count_)


# --- the m-estimate


def test_m_estimate_with_equal_guesses():
    """(N_v + m/4) / (N + m) with m = 4 is add-one smoothing."""
    m_estimate, laplace = MultinomialNB(m=4).fit(X5, Y5), MultinomialNB(alpha=1).fit(X5, Y5)
    np.testing.assert_allclose(m_estimate.feature_log_prob_, laplace.feature_log_prob_)


def test_m_estimate_with_a_guess_for_each_word():
    model = MultinomialNB(m=10, p=[0.1, 0.2, 0.3, 0.4]).fit(X5, Y5)
    expected = [[7 / 18, 3 / 18, 4 / 18, 4 / 18], [1 / 18, 3 / 18, 6 / 18, 8 / 18]]
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), expected)


def test_m_estimate_refuses_what_is_no_distribution():
    with pytest.raises(ValueError, match="one share for each of the 4 features"):
        MultinomialNB(m=1, p=[0.5, 0.5]).fit(X5, Y5)
    with pytest.raises(ValueError, match="p must sum to 1"):
        MultinomialNB(m=1, p=[0.5, 0.5, 0.5, 0.5]).fit(X5, Y5)
    with pytest.raises(ValueError, match="it needs m"):
        MultinomialNB(p=[0.25] * 4).fit(X5, Y5)


# --- missing values


@containers
def test_the_factor_of_a_missing_count_is_left_out(container):
    model = MultinomialNB().fit(X5, Y5)
    scores = np.exp(model.predict_joint_log_proba(container([[1, NAN, 2, 0], [NAN] * 4])))
    np.testing.assert_allclose(
        scores, [[3 / 5 * 7 / 12 * (2 / 12) ** 2, 2 / 5 * 1 / 12 * (4 / 12) ** 2], [3 / 5, 2 / 5]]
    )


@containers
def test_in_learning_the_known_occurrences_are_shared_out(container):
    """Leaving the factor θ^x out of the likelihood, its maximum is the share of the known occurrences."""
    gaps = X5.astype(float)
    gaps[0, 0] = gaps[3, 3] = NAN
    model = MultinomialNB(alpha=0).fit(container(gaps), Y5)
    np.testing.assert_allclose(
        np.exp(model.feature_log_prob_), [[4 / 6, 1 / 6, 1 / 6, 0], [0, 1 / 5, 3 / 5, 1 / 5]]
    )
    assert model.class_count_.tolist() == [3, 2]  # the documents count for the prior all the same


# --- conventions and attacks


def test_a_class_without_words_has_equal_shares():
    model = MultinomialNB(alpha=0).fit([[0, 0], [1, 3]], [0, 1])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [[1 / 2, 1 / 2], [1 / 4, 3 / 4]])


def test_a_declared_class_without_examples_is_never_predicted():
    model = MultinomialNB().partial_fit(X5[:2], [0, 0], classes=[0, 1])
    assert model.predict_proba(QUERIES).tolist() == [[1, 0]] * 4


def test_samples_are_documents_with_the_shares_of_their_class():
    model = MultinomialNB().fit(X5, Y5)
    drawn = model.sample(300, 1, np.random.default_rng(0), n_words=50)
    assert drawn.sum(axis=1).tolist() == [50] * 300
    np.testing.assert_allclose(drawn.mean(axis=0) / 50, THETA[1], atol=0.02)


def test_samples_have_the_mean_length_of_the_class_unless_told():
    """The documents of class 0 hold 3, 2 and 3 words: 8/3, rounded 3."""
    drawn = MultinomialNB().fit(X5, Y5).sample(5, 0, np.random.default_rng(0))
    assert drawn.sum(axis=1).tolist() == [3] * 5
    for n_words in (-1, 2.5):
        with pytest.raises((ValueError, TypeError), match="n_words must be"):
            MultinomialNB().fit(X5, Y5).sample(5, 0, np.random.default_rng(0), n_words=n_words)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"alpha": -1}, "'alpha' parameter"),
        ({"alpha": [1, 1, 1, -1]}, "All values in alpha must be greater than 0"),
        ({"alpha": [1, 1, 1]}, "it should contains `n_features`"),
        ({"alpha": [[1, 1, 1, 1]]}, "it should contains `n_features`"),
        ({"class_prior": [1]}, "Number of priors must match number of classes"),
        ({"m": -1}, "'m' parameter"),
    ],
)
def test_settings_that_make_no_sense_are_errors(arguments, message):
    with pytest.raises(ValueError, match=message):
        MultinomialNB(**arguments).fit(X5, Y5)


def test_many_empty_documents_are_read_in_parts_too():
    """A sparse table with all its words in the last rows: the parts before hold nothing at all."""
    X = sparse.csr_array(np.ones((100, 3000))).tocoo()
    X = sparse.csr_array((X.data, (X.row + 20_000, X.col)), shape=(20_100, 3000))
    model = MultinomialNB(alpha=0).fit(X, np.arange(20_100) % 2)
    scores = model.predict_joint_log_proba(X)
    np.testing.assert_allclose(scores[:20_000], np.log(1 / 2))
    np.testing.assert_allclose(scores[20_000:], np.log(1 / 2) - 3000 * np.log(3000))


def test_a_copied_model_goes_on_counting():
    """Sparse counts are added in place: a copy that is stored the other way round must not lose them."""
    model = MultinomialNB().fit(X5, Y5)
    model.feature_count_ = np.ascontiguousarray(model.feature_count_)
    model.partial_fit(sparse.csr_array(X5), Y5)
    assert model.feature_count_.tolist() == [[12, 2, 2, 0], [0, 2, 6, 8]]
