import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import CategoricalNB as SklearnCategoricalNB

from mlcore.naive_bayes import CategoricalNB
from mlcore.naive_bayes.categorical import UnseenCategoryError, log_joint_by_hand

NAN = float("nan")

# The lectures' play-tennis table: outlook, temperature, humidity, wind, and whether one played.
DOMAINS = [["Sunny", "Overcast", "Rain"], ["Hot", "Mild", "Cool"], ["High", "Normal"], ["Weak", "Strong"]]
TENNIS = """Sunny Hot High Weak No
Sunny Hot High Strong No
Overcast Hot High Weak Yes
Rain Mild High Weak Yes
Rain Cool Normal Weak Yes
Rain Cool Normal Strong No
Overcast Cool Normal Strong Yes
Sunny Mild High Weak No
Sunny Cool Normal Weak Yes
Rain Mild Normal Weak Yes
Sunny Mild Normal Strong Yes
Overcast Mild High Strong Yes
Overcast Hot Normal Weak Yes
Rain Mild High Strong No"""
ROWS = [line.split() for line in TENNIS.split("\n")]
X14 = np.array([[DOMAINS[j].index(row[j]) for j in range(4)] for row in ROWS])
Y14 = np.array([row[4] for row in ROWS])  # sorted: No, Yes
ALL_36 = np.array(list(itertools.product(range(3), range(3), range(2), range(2))))

# The lectures' table of ten examples with two features.
X10 = np.array([[0, 1], [1, 1], [0, 0], [1, 1], [1, 1], [0, 0], [1, 0], [1, 0], [1, 1], [1, 0]])
Y10 = np.array([1] * 6 + [0] * 4)


def query(*words):
    return [[NAN if word == "?" else DOMAINS[j].index(word) for j, word in enumerate(words)]]


SUNNY_DAY = query("Sunny", "Cool", "High", "Strong")


# --- by hand: the play-tennis table


def test_play_tennis_counts_parameters_and_scores():
    model = CategoricalNB(alpha=0).fit(X14, Y14)
    assert model.classes_.tolist() == ["No", "Yes"]
    assert model.class_count_.tolist() == [5, 9]
    assert model.category_count_[0].tolist() == [[3, 0, 2], [2, 4, 3]]  # outlook
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[0][1]), [2 / 9, 4 / 9, 3 / 9])
    scores = np.exp(model.predict_joint_log_proba(SUNNY_DAY))[0]
    np.testing.assert_allclose(scores, [18 / 875, 1 / 189])
    assert model.predict(SUNNY_DAY).tolist() == ["No"]
    assert model.predict_proba(SUNNY_DAY)[0, 0] == pytest.approx(0.7954173486, abs=1e-10)
    assert np.exp(model.log_evidence(SUNNY_DAY)) == pytest.approx(18 / 875 + 1 / 189)


@pytest.mark.parametrize(
    ("alpha", "no", "yes"), [(1, 25 / 1372, 6 / 847), (0.5, 105 / 5408, 1 / 160)], ids=["one", "half"]
)
def test_play_tennis_smoothed(alpha, no, yes):
    model = CategoricalNB(alpha=alpha).fit(X14, Y14)
    np.testing.assert_allclose(np.exp(model.predict_joint_log_proba(SUNNY_DAY))[0], [no, yes])


def test_a_value_never_seen_with_a_class_vetoes_it_unless_smoothed():
    """Overcast never occurs with No: a third of all inputs have P(no|x) = 0."""
    overcast = query("Overcast", "Mild", "High", "Strong")
    model = CategoricalNB(alpha=0).fit(X14, Y14)
    assert model.predict_proba(overcast).tolist() == [[0, 1]]
    assert (model.predict_proba(ALL_36)[:, 0] == 0).sum() == 12
    smoothed = CategoricalNB(alpha=1).fit(X14, Y14)
    assert smoothed.predict_proba(overcast)[0, 0] == pytest.approx(0.3164777681, abs=1e-10)


def test_a_missing_value_leaves_its_factor_out():
    model = CategoricalNB(alpha=0).fit(X14, Y14)
    scores = np.exp(model.predict_joint_log_proba(query("Sunny", "Cool", "?", "Strong")))[0]
    np.testing.assert_allclose(scores, [9 / 350, 1 / 63])
    np.testing.assert_allclose(model.predict_proba(query("?", "?", "?", "?")), [[5 / 14, 9 / 14]])


def test_a_uniform_prior_changes_every_posterior():
    for settings_ in ({"fit_prior": False}, {"class_prior": [0.5, 0.5]}):
        model = CategoricalNB(alpha=0, **settings_).fit(X14, Y14)
        assert model.predict_proba(SUNNY_DAY)[0, 0] == pytest.approx(0.8749749950, abs=1e-10)


@pytest.mark.parametrize("alpha", [0, 1])
def test_the_whole_play_tennis_table(alpha):
    model = CategoricalNB(alpha=alpha).fit(X14, Y14)
    assert model.score(X14, Y14) == pytest.approx(13 / 14)
    assert (model.predict(ALL_36) == "Yes").sum() == 25


def test_ten_by_two_table():
    model = CategoricalNB(alpha=0).fit(X10, Y10)
    np.testing.assert_allclose(np.exp(model.class_log_prior_), [4 / 10, 6 / 10])
    theta = [np.exp(table) for table in model.feature_log_prob_]
    np.testing.assert_allclose(theta[0][:, 1], [1, 1 / 2])
    np.testing.assert_allclose(theta[1][:, 1], [1 / 4, 2 / 3])
    inputs = [[0, 0], [0, 1], [1, 0], [1, 1]]
    scores = np.exp(model.predict_joint_log_proba(inputs))
    np.testing.assert_allclose(scores, [[0, 0.1], [0, 0.2], [0.3, 0.1], [0.1, 0.2]])
    np.testing.assert_allclose(np.exp(model.log_evidence(inputs)), [0.1, 0.2, 0.4, 0.3])
    np.testing.assert_allclose(model.predict_proba(inputs)[:, 1], [1, 1, 1 / 4, 2 / 3])


# --- the corrections of the lectures


def test_counts_must_be_divided_or_the_decision_flips():
    """The product of the raw counts prefers Yes, 9·2·3·3·3 = 486 > 5·3·1·4·3 = 180; the shares prefer No."""
    model = CategoricalNB(alpha=0).fit(X14, Y14)
    counts = [
        n_c * math.prod(table[c, v] for table, v in zip(model.category_count_, SUNNY_DAY[0], strict=True))
        for c, n_c in enumerate(model.class_count_)
    ]
    assert counts == [180, 486]
    assert model.predict(SUNNY_DAY).tolist() == ["No"]


def test_the_pseudo_count_can_change_the_decision():
    decisions = [CategoricalNB(alpha=alpha).fit(X14, Y14).predict(SUNNY_DAY)[0] for alpha in (0, 1, 20)]
    assert decisions == ["No", "No", "Yes"]


def test_missing_values_are_not_counted_in_the_denominator():
    """Of four values one is unknown: shares 1/3 and 2/3, not 1/4 and 2/4, which do not sum to 1."""
    model = CategoricalNB(alpha=0).fit([[0], [1], [NAN], [1]], [0, 0, 0, 0])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[0]), [[1 / 3, 2 / 3]])
    assert model.class_count_.tolist() == [4]


def test_smoothing_adds_to_the_denominator_the_number_of_values():
    """Outlook given No: (3, 0, 2) becomes (4, 1, 3) / 8; with the 5 below, the shares would sum to 1.6."""
    model = CategoricalNB(alpha=1).fit(X14, Y14)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[0][0]), [4 / 8, 1 / 8, 3 / 8])


def test_parameters_are_shares_of_the_class_not_of_the_value():
    """P(cool|no) = 1/5, while P(no|cool) = 1/4."""
    model = CategoricalNB(alpha=0).fit(X14, Y14)
    assert np.exp(model.feature_log_prob_[1][0, DOMAINS[1].index("Cool")]) == pytest.approx(1 / 5)


@pytest.mark.parametrize("alpha", [0, 1, 100])
def test_the_class_prior_is_never_smoothed(alpha):
    model = CategoricalNB(alpha=alpha).fit(X14, Y14)
    np.testing.assert_allclose(np.exp(model.class_log_prior_), [5 / 14, 9 / 14])


def test_the_prior_enters_once_and_not_for_each_feature():
    """For [1, 1] the prior counts once, which gives 0.1 : 0.2; once for each feature gives 0.04 : 0.12."""
    model = CategoricalNB(alpha=0).fit(X10, Y10)
    np.testing.assert_allclose(np.exp(model.predict_joint_log_proba([[1, 1]])), [[0.1, 0.2]])


def test_the_prior_can_outvote_the_likelihood():
    X, y = np.array([[0]] * 8 + [[1]] * 2 + [[1]]), [0] * 10 + [1]
    model = CategoricalNB(alpha=0).fit(X, y)
    assert np.exp(model.feature_log_prob_[0][:, 1]).round(12).tolist() == [0.2, 1]
    assert model.predict([[1]]).tolist() == [0]


def test_the_label_as_a_feature_would_give_the_answer_away():
    leaked = CategoricalNB(alpha=0).fit(np.column_stack([X10, Y10]), Y10)
    assert leaked.predict_proba([[1, 1, 1]])[0, 1] == 1
    assert CategoricalNB(alpha=0).fit(X10, Y10).predict_proba([[1, 1]])[0, 1] == pytest.approx(2 / 3)


# --- an independent implementation, in fractions


def joint_in_fractions(X, y, alpha, n_values, q):
    """Return p(q, c) for each class, with None for a missing value."""
    result = []
    for c in sorted(set(y)):
        rows = [x for x, label in zip(X, y, strict=True) if label == c]
        p = Fraction(len(rows), len(y))
        for j, v in enumerate(q):
            known = [x[j] for x in rows if x[j] is not None]
            if v is None:
                continue
            if len(known) + alpha == 0:
                p *= Fraction(1, n_values[j])
            else:
                p *= (known.count(v) + alpha) / (len(known) + alpha * n_values[j])
        result.append(p)
    return result


def with_nan(rows):
    return np.array([[NAN if v is None else v for v in row] for row in rows], dtype=float)


tables = st.integers(1, 3).flatmap(
    lambda d: st.lists(
        st.tuples(st.tuples(*[st.sampled_from([0, 1, 2, None])] * d), st.sampled_from("abc")),
        min_size=1,
        max_size=12,
    )
)


@settings(deadline=None, max_examples=60)
@given(tables, st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)]))
def test_every_input_agrees_with_exact_fractions(table, alpha):
    X, y = [row for row, _ in table], [label for _, label in table]
    d = len(X[0])
    model = CategoricalNB(alpha=float(alpha), min_categories=3).fit(with_nan(X), y)
    queries = list(itertools.product([0, 1, 2, None], repeat=d))
    found = np.exp(model.predict_joint_log_proba(with_nan(queries)))
    expected = [[float(p) for p in joint_in_fractions(X, y, alpha, [3] * d, q)] for q in queries]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=0)


def test_the_product_with_one_hot_rows_is_the_sum_that_the_formula_says():
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, [2, 5, 3], (200, 3)), rng.integers(0, 4, 200)
    model = CategoricalNB().fit(X, y)
    X = X.astype(float)
    X[rng.random(X.shape) < 0.2] = NAN
    expected = [
        log_joint_by_hand(
            np.where(np.isnan(x), -1, x).astype(int), model.class_log_prior_, model.feature_log_prob_
        )
        for x in X
    ]
    np.testing.assert_allclose(model.predict_joint_log_proba(X), expected, rtol=1e-13)


# --- scikit-learn


@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.uint8, np.float32, float, object, bool])
@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"alpha": 0.3},
        {"alpha": 0.0, "force_alpha": False},
        {"fit_prior": False},
        {"class_prior": [0.2, 0.5, 0.3]},
        {"min_categories": 6},
        {"min_categories": [6, 2, 7, 2]},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:alpha too small")
def test_same_numbers_as_scikit_learn(dtype, arguments):
    rng = np.random.default_rng(3)
    X = rng.integers(0, 2 if dtype is bool else [5, 2, 3, 2], (60, 4)).astype(dtype)
    y, weight = rng.choice(["x", "y", "z"], 60), rng.random(60)
    for sample_weight in (None, weight):
        ours = CategoricalNB(**arguments).fit(X, y, sample_weight)
        theirs = SklearnCategoricalNB(**arguments).fit(X, y, sample_weight)
        assert_same_model(ours, theirs, X)


def assert_same_model(ours, theirs, X):
    assert ours.classes_.tolist() == theirs.classes_.tolist()
    assert ours.n_categories_.tolist() == theirs.n_categories_.tolist()
    assert ours.n_features_in_ == theirs.n_features_in_
    for name in ("class_count_", "class_log_prior_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-12)
    for name in ("category_count_", "feature_log_prob_"):
        for a, b in zip(getattr(ours, name), getattr(theirs, name), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)
    for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
        np.testing.assert_allclose(
            getattr(ours, method)(X), getattr(theirs, method)(X), rtol=1e-9, atol=1e-12
        )
    assert ours.predict(X).tolist() == theirs.predict(X).tolist()


def test_a_large_table_is_read_in_blocks_without_a_seam():
    rng = np.random.default_rng(4)
    X, y = rng.integers(0, 4, (40_000, 5)), rng.integers(0, 3, 40_000)
    ours, theirs = CategoricalNB().fit(X, y), SklearnCategoricalNB().fit(X, y)
    for a, b in zip(ours.category_count_, theirs.category_count_, strict=True):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_allclose(ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), rtol=1e-12)


# --- the m-estimate


def test_m_estimate_of_three_values():
    """Outlook given No: (n_v + m·p_v) / (5 + m), with m = 3 and equal guesses that is add-one smoothing."""
    m_estimate, laplace = CategoricalNB(m=3).fit(X14[:, :1], Y14), CategoricalNB(alpha=1).fit(X14[:, :1], Y14)
    np.testing.assert_allclose(m_estimate.feature_log_prob_[0], laplace.feature_log_prob_[0])
    guessed = CategoricalNB(m=5, p=[[0.2, 0.6, 0.2]]).fit(X14[:, :1], Y14)
    np.testing.assert_allclose(np.exp(guessed.feature_log_prob_[0][0]), [4 / 10, 3 / 10, 3 / 10])


def test_m_estimate_weighs_every_feature_the_same_whatever_its_number_of_values():
    """α adds 3α examples to a feature of three values and 2α to one of two; m adds m to each."""
    model = CategoricalNB(m=6).fit(X14, Y14)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[0][0]), [5 / 11, 2 / 11, 4 / 11])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[2][0]), [7 / 11, 4 / 11])


def test_m_estimate_needs_fitting_guesses():
    with pytest.raises(ValueError, match="it needs m"):
        CategoricalNB(p=[[0.5, 0.5]] * 2).fit(X10, Y10)
    with pytest.raises(ValueError, match=r"with \[2, 2\] values"):
        CategoricalNB(m=1, p=[[0.5, 0.25, 0.25], [0.5, 0.5]]).fit(X10, Y10)
    with pytest.raises(ValueError, match=r"p\[1\] must sum to 1"):
        CategoricalNB(m=1, p=[[0.5, 0.5], [0.5, 0.6]]).fit(X10, Y10)
    with pytest.raises(ValueError, match="'m' parameter"):
        CategoricalNB(m=-1).fit(X10, Y10)


# --- conventions: ties, zeros, unknown values, missing values


def test_a_tie_goes_to_the_first_class():
    model = CategoricalNB().fit([[0], [0]], ["b", "a"])
    assert model.predict([[0]]).tolist() == ["a"]


def test_an_unseen_value_within_the_domain_has_probability_0_without_smoothing():
    model = CategoricalNB(alpha=0, min_categories=3).fit([[0], [1]], [0, 1])
    assert model.predict_joint_log_proba([[2]]).tolist() == [[-np.inf, -np.inf]]
    assert model.predict([[2]]).tolist() == [0]
    with pytest.raises(ValueError, match=r"Row 0 of X has probability 0 under every class.*alpha > 0"):
        model.predict_proba([[2]])


@pytest.mark.parametrize("error", [IndexError, ValueError, UnseenCategoryError])
def test_a_value_outside_the_domain_is_an_error_that_names_it(error):
    model = CategoricalNB().fit([[0, 0], [1, 4]], [0, 1])
    with pytest.raises(
        error, match=r"Feature 1 of X has the value 7, but learning fixed 0 … 4\. Set min_cat"
    ):
        model.predict([[0, 1], [1, 7]])


def test_a_class_that_knows_nothing_of_a_feature_has_equal_shares():
    model = CategoricalNB(alpha=0).fit([[0], [1], [NAN]], [0, 0, 1])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[0]), [[1 / 2, 1 / 2], [1 / 2, 1 / 2]])


def test_a_declared_class_without_examples_is_never_predicted():
    model = CategoricalNB(alpha=0).partial_fit([[0], [1]], [0, 0], classes=[0, 1])
    assert model.predict_proba([[0], [NAN]]).tolist() == [[1, 0], [1, 0]]


def test_a_column_of_gaps_says_nothing():
    X = np.column_stack([X10, np.full(10, NAN)])
    with_gap, without = CategoricalNB().fit(X, Y10), CategoricalNB().fit(X10, Y10)
    np.testing.assert_allclose(with_gap.predict_proba(X), without.predict_proba(X10))


def test_missing_values_of_a_data_frame():
    frame = pd.DataFrame({"wind": [0, 1, None, 1], "rain": pd.array([0, None, 1, 1], dtype="Int64")})
    model = CategoricalNB().fit(frame, [0, 0, 1, 1])
    assert [table.tolist() for table in model.category_count_] == [[[1, 1], [0, 1]], [[1, 0], [0, 2]]]


def test_new_values_may_come_with_a_later_batch():
    model = CategoricalNB(alpha=0).partial_fit([[0, 1]], ["a"], classes=["a", "b"])
    model.partial_fit([[3, 0], [3, 0]], ["b", "a"])
    assert model.n_categories_.tolist() == [4, 2]
    assert model.category_count_[0].tolist() == [[1, 0, 0, 1], [0, 0, 0, 1]]
    model.partial_fit([[0, 0]], ["b"])  # fewer values than before: the tables stay as wide as they are
    assert model.n_categories_.tolist() == [4, 2]


def test_merging_unites_values_and_classes():
    a = CategoricalNB(alpha=0).fit([[0, 2], [1, 0]], ["no", "yes"])
    b = CategoricalNB(alpha=0).fit([[3, 0], [1, 1]], ["perhaps", "yes"])
    both = a.merge(b)
    assert both.classes_.tolist() == ["no", "perhaps", "yes"]
    assert both.n_categories_.tolist() == [4, 3]
    assert both.category_count_[0].tolist() == [[1, 0, 0, 0], [0, 0, 0, 1], [0, 2, 0, 0]]
    assert both.category_count_[1].tolist() == [[0, 0, 1], [1, 0, 0], [1, 1, 0]]
    assert a.class_count_.tolist() == [1, 1]  # neither part changes
    assert b.n_categories_.tolist() == [4, 2]


@pytest.mark.parametrize("alpha", [0, 1])
def test_the_evidence_sums_to_1_over_all_inputs(alpha):
    model = CategoricalNB(alpha=alpha).fit(X14, Y14)
    assert np.exp(model.log_evidence(ALL_36)).sum() == pytest.approx(1)


def test_samples_have_the_shares_of_their_class():
    model = CategoricalNB(alpha=0).fit(X14, Y14)
    drawn = model.sample(4000, "No", np.random.default_rng(0))
    assert drawn.shape == (4000, 4)
    for j in range(4):
        shares = np.bincount(drawn[:, j], minlength=len(DOMAINS[j])) / 4000
        np.testing.assert_allclose(shares, np.exp(model.feature_log_prob_[j][0]), atol=0.03)
    np.testing.assert_array_equal(drawn, model.sample(4000, "No", np.random.default_rng(0)))


# --- attacks


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[0, -1]], "Negative values in data passed to CategoricalNB"),
        ([[0, -0.5]], "Negative values"),
        ([[0, 1e300]], "above 2\\^53"),
        ([["red", "blue"]], "could not convert string to float"),
        ([[[0]]], "dim"),
    ],
)
def test_what_is_no_category_is_an_error(X, message):
    with pytest.raises(ValueError, match=message):
        CategoricalNB().fit(X, [0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"alpha": -1}, "'alpha' parameter"),
        ({"alpha": [1, 1]}, "'alpha' parameter"),
        ({"min_categories": 0}, "'min_categories' parameter"),
        ({"min_categories": [2.5, 2]}, "should have integral type"),
        ({"min_categories": [2, 2, 2]}, r"should have shape \(2,\)"),
        ({"class_prior": [0.5, 0.2, 0.3]}, "Number of priors must match number of classes"),
        ({"class_prior": [1.5, -0.5]}, "class_prior must not be negative"),
    ],
)
def test_settings_that_make_no_sense_are_errors(arguments, message):
    with pytest.raises(ValueError, match=message):
        CategoricalNB(**arguments).fit(X10, Y10)
