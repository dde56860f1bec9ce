import math
import pickle
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn import datasets
from sklearn.naive_bayes import GaussianNB as SklearnGaussianNB
from sklearn.utils.estimator_checks import check_estimator

from mlcore.naive_bayes.gaussian import GaussianNB

# Two features of seven examples, as worked out by hand in the tests below.
X7 = np.array([[1, 10], [2, 14], [3, 12], [6, 30], [8, 33], [7, 39], [9, 30.0]])
Y7 = np.array([0, 0, 0, 1, 1, 1, 1])
TEMPERATURES = np.array(
    [83, 70, 68, 64, 69, 75, 75, 72, 81.0]
)  # the "play = yes" days of the lectures' table
NAN = float("nan")


# --- by hand


def test_seven_examples_by_hand():
    model = GaussianNB(var_smoothing=0).fit(X7, Y7)
    assert model.theta_.tolist() == [[2, 12], [7.5, 33]]
    np.testing.assert_allclose(model.var_, [[2 / 3, 8 / 3], [1.25, 13.5]], rtol=1e-15)
    assert model.class_count_.tolist() == [3, 4]
    assert model.class_prior_.tolist() == [3 / 7, 4 / 7]
    np.testing.assert_allclose(
        model.predict_joint_log_proba([[2, 13], [5, 20]]),
        [[-3.1603570, -30.7252243], [-21.7228570, -12.5696687]],
        atol=5e-8,
    )


def test_seven_examples_with_the_usual_smoothing():
    model = GaussianNB().fit(X7, Y7)
    np.testing.assert_allclose(
        model.predict_joint_log_proba([[2, 13], [5, 20]]),
        [[-3.1603571, -30.7252231], [-21.7228554, -12.5696685]],
        atol=5e-8,
    )
    assert model.predict_proba([[5, 20]])[0, 0] == pytest.approx(0.0001058706, abs=5e-11)
    assert model.predict([[2, 13], [5, 20]]).tolist() == [0, 1]


def test_smoothing_is_a_share_of_the_largest_variance_of_a_feature():
    """The second column has mean 24 and squared deviations 196+100+144+36+81+225+36 = 818; Var = 818/7."""
    model = GaussianNB(var_smoothing=0.5).fit(X7, Y7)
    assert model.epsilon_ == pytest.approx(0.5 * 818 / 7)
    np.testing.assert_allclose(model.var_[0], [2 / 3 + 409 / 7, 8 / 3 + 409 / 7])


def density_of_66(model):
    return math.exp(model.predict_joint_log_proba([[66.0]]).item())


def test_temperature_density_from_the_nine_days():
    """μ = 73 and σ² = 304/9 with divisor n, the maximum likelihood estimate."""
    model = GaussianNB(var_smoothing=0).fit(TEMPERATURES[:, None], ["yes"] * 9)
    assert model.theta_.tolist() == [[73]]
    assert model.var_.tolist() == [[304 / 9]]
    assert density_of_66(model) == pytest.approx(0.0332344250, abs=5e-11)


def test_the_divisor_is_n_and_not_that_of_the_example_on_the_slides():
    """σ = 6.2 on the slide is √(304/8) = 6.164: the divisor n − 1, which the derivations do not have."""
    var = GaussianNB(var_smoothing=0).fit(TEMPERATURES[:, None], ["yes"] * 9).var_.item()
    assert math.sqrt(304 / 8) == pytest.approx(6.1644140030)
    assert math.sqrt(var) == pytest.approx(5.8118652581)


def sigma_6_2():
    """A model with mean 73 and standard deviation 6.2: it learns from 73 ± 6.2."""
    return GaussianNB(var_smoothing=0).fit([[73 - 6.2], [73 + 6.2]], [1, 1])


def test_the_printed_density_grows_away_from_the_mean_and_ours_falls():
    """1/√(2πσ)·e^{(x−μ)²/(2σ²)} lost its minus sign, and has σ for σ² under the root."""

    def printed(x):
        return math.exp((x - 73) ** 2 / (2 * 6.2**2)) / math.sqrt(2 * math.pi * 6.2)

    def ours(x):
        return math.exp(sigma_6_2().predict_joint_log_proba([[x]]).item())

    assert printed(93) > printed(73)
    assert ours(93) < ours(73)
    grid = np.arange(-27, 173, 0.01)
    assert np.exp(sigma_6_2().predict_joint_log_proba(grid[:, None])).sum() * 0.01 == pytest.approx(
        1, abs=1e-9
    )
    assert sum(printed(x) for x in grid) * 0.01 > 1e6


def test_the_printed_line_for_66_degrees_is_not_the_density_it_gives():
    """With 26.2² in the exponent for 2·6.2², and 6.2 for 6.2² under the root, it would be 0.172."""
    printed = math.exp((66 - 73) ** 2 / 26.2**2) / math.sqrt(2 * math.pi * 6.2)
    assert printed == pytest.approx(0.1720740464)
    assert density_of_66(sigma_6_2()) == pytest.approx(0.0340187055, abs=5e-11)


def test_a_density_changes_with_the_unit_and_a_probability_does_not():
    """In °C instead of °F the density is 9/5 of what it was; the posterior stays."""
    fahrenheit = np.array([[60.0], [64], [83], [70], [68], [75]])
    y = [0, 0, 0, 1, 1, 1]
    celsius = (fahrenheit - 32) * 5 / 9
    f, c = GaussianNB().fit(fahrenheit, y), GaussianNB().fit(celsius, y)
    ratio = np.exp(c.predict_joint_log_proba(celsius) - f.predict_joint_log_proba(fahrenheit))
    np.testing.assert_allclose(ratio, 9 / 5, rtol=1e-12)
    np.testing.assert_allclose(c.predict_proba(celsius), f.predict_proba(fahrenheit), rtol=1e-10)


def heights():
    """Women N(165, 6²) and men N(178, 7²): learnt from one below and one above the mean."""
    return GaussianNB(var_smoothing=0).fit([[159.0], [171], [171], [185]], ["f", "f", "m", "m"])


def test_heights_have_two_boundaries():
    boundaries = [[86.5048929528], [171.4951070472]]
    np.testing.assert_allclose(heights().predict_proba(boundaries), 0.5, atol=1e-9)
    assert heights().predict([[86], [87], [171], [172]]).tolist() == ["m", "f", "f", "m"]


def test_given_priors_move_the_boundary():
    women_rare = GaussianNB(priors=[0.2, 0.8], var_smoothing=0).fit(
        [[159.0], [171], [171], [185]], ["f", "f", "m", "m"]
    )
    np.testing.assert_allclose(women_rare.predict_proba([[91.1897479385], [166.8102520615]]), 0.5, atol=1e-9)


def test_a_density_above_one_is_no_error():
    model = GaussianNB(var_smoothing=0).fit([[-0.1], [0.1]], [0, 0])
    assert math.exp(model.log_evidence([[0.0]]).item()) == pytest.approx(10 / math.sqrt(2 * math.pi))


def test_points_200_standard_deviations_away_have_a_posterior():
    """The densities underflow, their logarithms do not."""
    model = GaussianNB(var_smoothing=0).fit([[-1.0], [1], [2], [4]], [0, 0, 1, 1])  # N(0, 1), N(3, 1)
    assert math.exp(-(200**2) / 2) == 0
    log_joint = model.predict_joint_log_proba([[-200.0], [203.0]])
    np.testing.assert_allclose(log_joint[:, 0] - log_joint[:, 1], [3 * 201.5, -3 * 201.5], rtol=1e-12)
    np.testing.assert_allclose(model.predict_proba([[-200.0], [203.0]]), [[1, 0], [0, 1]], atol=1e-12)


def test_ties_go_to_the_first_class():
    model = GaussianNB().fit([[-1.0], [1], [-1], [1]], ["b", "b", "a", "a"])
    assert model.predict([[0.3]]).tolist() == ["a"]


# --- an independent implementation


class PlainGaussianNB:
    """The formulas, one number after the other."""

    def __init__(self, X, y, weights=None, share=1e-9):
        X, weights = np.asarray(X, dtype=float).tolist(), [1.0] * len(y) if weights is None else list(weights)
        d, self.classes = len(X[0]), sorted(set(y))
        columns = [self.moments([(1.0, x[j]) for x in X]) for j in range(d)]
        self.epsilon = share * max(var for _, _, var in columns)
        self.log_prior, self.normals = [], []
        for c in self.classes:
            rows = [(w, x) for w, x, label in zip(weights, X, y, strict=True) if label == c]
            self.log_prior.append(math.log(math.fsum(w for w, _ in rows) / math.fsum(weights)))
            normals = []
            for j in range(d):
                n, mean, var = self.moments([(w, x[j]) for w, x in rows])
                if n == 0:
                    _, mean, var = self.moments([(w, x[j]) for w, x in zip(weights, X, strict=True)])
                normals.append((mean, var + self.epsilon))
            self.normals.append(normals)

    @staticmethod
    def moments(pairs):
        pairs = [(w, x) for w, x in pairs if not math.isnan(x)]
        n = math.fsum(w for w, _ in pairs)
        if n == 0:
            return 0.0, NAN, 0.0
        mean = math.fsum(w * x for w, x in pairs) / n
        return n, mean, math.fsum(w * (x - mean) ** 2 for w, x in pairs) / n

    def log_joint(self, Q):
        return [
            [
                log_prior
                + math.fsum(
                    -0.5 * math.log(2 * math.pi * var) - (q - mean) ** 2 / (2 * var)
                    for q, (mean, var) in zip(row, normals, strict=True)
                    if not math.isnan(q) and not math.isnan(mean)
                )
                for log_prior, normals in zip(self.log_prior, self.normals, strict=True)
            ]
            for row in np.asarray(Q, dtype=float).tolist()
        ]


def table(n=60, d=4, K=3, missing=0.0, offset=0.0, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, K, n)
    X = offset + rng.normal(size=(n, d)) * rng.uniform(0.5, 3, d) + rng.normal(size=(K, d))[y]
    X[rng.random((n, d)) < missing] = NAN
    return X, y


def without_values(X, y):
    """Feature 0 is never observed in class 1, feature 2 nowhere, and row 5 shows nothing."""
    X = X.copy()
    X[y == 1, 0] = X[:, 2] = X[5] = NAN
    return X, y


CASES = {
    "plain": table(),
    "seven examples": (X7, Y7),
    "one feature": table(d=1),
    "one class": table(K=1),
    "one example of a class": (X7, np.array([0, 0, 0, 1, 1, 1, 2])),
    "duplicates": tuple(np.repeat(part, 3, axis=0) for part in table(n=10)),
    "constant feature": (np.c_[X7, np.full(7, 0.1)], Y7),
    "constant within a class": (np.c_[X7, 0.1 * Y7], Y7),
    "missing values": table(missing=0.3),
    "values never observed": without_values(*table()),
    "offset": table(offset=1e6),
    "string labels": (X7, np.array(list("bbbaaaa"))),
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_agrees_with_the_formulas_one_number_after_the_other(case, weighted):
    X, y = CASES[case]
    weights = np.random.default_rng(3).uniform(0.5, 2, len(y)) if weighted else None
    model, plain = GaussianNB().fit(X, y, weights), PlainGaussianNB(X, y.tolist(), weights)
    Q = np.vstack([X, X[:4] + 1, np.full((1, X.shape[1]), NAN)])
    assert model.epsilon_ == pytest.approx(plain.epsilon, rel=1e-12)
    # Where the variance is ε alone, ε = 1e-9 divides the rounding of the mean.
    np.testing.assert_allclose(model.predict_joint_log_proba(Q), plain.log_joint(Q), rtol=1e-9, atol=1e-9)


# --- scikit-learn's


def random_problem(seed):
    rng = np.random.default_rng(seed)
    n, d, K = rng.integers(20, 200), rng.integers(1, 30), rng.integers(2, 6)
    y = rng.integers(0, K, n)
    X = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-3, 4, d) + rng.normal(size=(K, d))[y] * 3
    return X, y, rng.uniform(0.1, 2, n)


ATTRIBUTES = ("class_count_", "class_prior_", "classes_", "epsilon_", "theta_", "var_", "n_features_in_")


def assert_same_model(ours, theirs, X, rtol=1e-9):
    for name in ATTRIBUTES:
        a, b = getattr(ours, name), getattr(theirs, name)
        assert np.asarray(a).dtype == np.asarray(b).dtype
        np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol * 1e-3, err_msg=name)
    for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba", "predict"):
        a, b = getattr(ours, method)(X), getattr(theirs, method)(X)
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol, err_msg=method)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("settings", [{}, {"var_smoothing": 0.1}, {"var_smoothing": 0}])
@pytest.mark.parametrize("weighted", [False, True])
def test_same_numbers_as_scikit_learn(seed, settings, weighted):
    X, y, weights = random_problem(seed)
    weights = weights if weighted else None
    ours, theirs = (C(**settings).fit(X, y, weights) for C in (GaussianNB, SklearnGaussianNB))
    assert_same_model(ours, theirs, X)
    assert ours.score(X, y) == theirs.score(X, y)


@pytest.mark.parametrize("loader", ["iris", "wine", "digits"])
def test_same_numbers_as_scikit_learn_on_real_data(loader):
    """The digits have pixels that never vary within a digit, so ε decides."""
    X, y = getattr(datasets, f"load_{loader}")(return_X_y=True)
    assert_same_model(GaussianNB().fit(X, y), SklearnGaussianNB().fit(X, y), X)


def test_same_numbers_as_scikit_learn_for_priors_and_the_first_batch():
    X, y = table()
    priors = [0.2, 0.3, 0.5]
    assert_same_model(GaussianNB(priors=priors).fit(X, y), SklearnGaussianNB(priors=priors).fit(X, y), X)
    ours, theirs = (
        C().partial_fit(X[:9], np.minimum(y[:9], 1), classes=[0, 1, 2])
        for C in (GaussianNB, SklearnGaussianNB)
    )
    for name in ATTRIBUTES:
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9)
    assert np.isneginf(ours.predict_joint_log_proba(X)[:, 2]).all()
    assert 2 not in ours.predict(X)


def test_float32_and_integers_keep_scikit_learns_types():
    X, y = table()
    for data in (X.astype(np.float32), (10 * X).astype(int), (10 * X).astype(np.int8)):
        assert_same_model(GaussianNB().fit(data, y), SklearnGaussianNB().fit(data, y), data, rtol=1e-4)
    mixed = GaussianNB().fit(X.astype(np.float32), y)
    assert mixed.predict_proba(X).dtype == np.float64
    assert mixed.predict_proba(X.astype(np.float32)).dtype == np.float32


def test_float32_far_from_zero_is_summed_in_doubles():
    X = np.array([[1000.0], [1000.25]] * 50_000, dtype=np.float32)
    model = GaussianNB(var_smoothing=0).fit(X, np.zeros(100_000))
    assert model.theta_.item() == 1000.125
    assert model.var_.item() == 0.125**2


def test_data_frames_keep_their_names_and_missing_values():
    frame = pd.DataFrame(X7, columns=["length", "weight"])
    frame.loc[1, "weight"] = None
    model = GaussianNB().fit(frame, pd.Series(list("aaabbbb")))
    assert model.feature_names_in_.tolist() == ["length", "weight"]
    assert model.theta_.tolist() == [[2, 11], [7.5, 33]]
    assert model.predict(frame).tolist() == list("aaabbbb")
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[["weight", "length"]])


def test_scikit_learns_checks_pass():
    failed = [
        (result["check_name"], result["exception"])
        for result in check_estimator(GaussianNB(), on_skip=None, on_fail=None)
        if result["status"] == "failed"
    ]
    assert failed == []


@pytest.mark.parametrize("sample_weight", [None, np.array([1.0, 2, 1, 0.5, 1, 1, 3])])
def test_the_update_of_a_mean_and_variance_by_scikit_learns_private_name(sample_weight):
    past, new = X7[:3], X7
    found = GaussianNB._update_mean_variance(3, past.mean(axis=0), past.var(axis=0), new, sample_weight)
    expected = SklearnGaussianNB._update_mean_variance(
        3, past.mean(axis=0), past.var(axis=0), new, sample_weight
    )
    np.testing.assert_allclose(found, expected, rtol=1e-13)
    assert GaussianNB._update_mean_variance(3, 1.0, 2.0, new[:0]) == (1.0, 2.0)


# --- missing values


def test_missing_values_are_left_out_in_learning_and_the_prior_counts_all_rows():
    X = np.array([[1.0, 4], [3, NAN], [NAN, 8], [10, 1]])
    model = GaussianNB(var_smoothing=0).fit(np.vstack([X, X[3:] + 2]), [0, 0, 0, 1, 1])
    assert model.theta_.tolist() == [[2, 6], [11, 2]]
    assert model.var_.tolist() == [[1, 4], [1, 1]]
    assert model.class_prior_.tolist() == [3 / 5, 2 / 5]


@pytest.mark.parametrize("j", [0, 1, 3])
def test_a_missing_value_gives_the_model_with_the_factor_removed(j):
    X, y = table()
    full, without = (
        GaussianNB(var_smoothing=0).fit(X, y),
        GaussianNB(var_smoothing=0).fit(np.delete(X, j, 1), y),
    )
    Q = X.copy()
    Q[:, j] = NAN
    np.testing.assert_allclose(
        full.predict_joint_log_proba(Q), without.predict_joint_log_proba(np.delete(X, j, 1)), rtol=1e-12
    )


def test_nothing_known_leaves_the_prior():
    model = GaussianNB().fit(X7, Y7)
    np.testing.assert_allclose(model.predict_proba([[NAN, NAN]]), [[3 / 7, 4 / 7]], rtol=1e-15)
    assert model.predict([[NAN, NAN]]).tolist() == [1]


def test_a_feature_that_a_class_never_shows_has_the_density_of_all_classes():
    X = np.array([[1.0, 5], [3, 7], [9, NAN], [11, NAN]])
    model = GaussianNB(var_smoothing=0).fit(X, [0, 0, 1, 1])
    assert model.theta_.tolist() == [[2, 6], [10, 6]]
    assert model.var_.tolist() == [[1, 1], [1, 1]]


def test_a_column_that_nobody_shows_is_left_out():
    X = np.c_[X7, np.full(7, NAN)]
    model, without = GaussianNB().fit(X, Y7), GaussianNB().fit(X7, Y7)
    assert np.isnan(model.theta_[:, 2]).all()
    assert np.isnan(model.var_[:, 2]).all()
    for last in (NAN, 3.0):
        Q = np.c_[X7, np.full(7, last)]
        assert np.array_equal(model.predict_joint_log_proba(Q), without.predict_joint_log_proba(X7))


def test_a_table_in_which_nothing_is_known_leaves_the_prior():
    model = GaussianNB().fit(np.full((3, 2), NAN), [0, 1, 1])
    np.testing.assert_allclose(model.predict_proba([[1.0, NAN]]), [[1 / 3, 2 / 3]], rtol=1e-15)


def test_a_value_learnt_later_replaces_what_was_borrowed():
    X = np.array([[1.0, 5], [3, 7], [9, NAN], [11, NAN], [9, 1], [11, 3]])
    y = [0, 0, 1, 1, 1, 1]
    model = GaussianNB().partial_fit(X[:4], y[:4], [0, 1]).partial_fit(X[4:], y[4:])
    assert model.theta_.tolist() == [[2, 6], [10, 2]]


# --- parts


def assert_same_parameters(a, b, rtol=1e-10):
    assert a.classes_.tolist() == b.classes_.tolist()
    for name in ("class_count_", "class_prior_", "epsilon_", "theta_", "var_"):
        np.testing.assert_allclose(getattr(a, name), getattr(b, name), rtol=rtol, atol=1e-10, err_msg=name)


@pytest.mark.parametrize("offset", [0, 1e9])
@pytest.mark.parametrize("size", [1, 7, 300])
def test_partial_fits_in_any_split_equal_one_fit(size, offset):
    X, y = table(n=600, missing=0.1, offset=offset)
    weights = np.random.default_rng(0).uniform(0.1, 2, 600)
    parts = GaussianNB(var_smoothing=1e-3)
    for i in range(0, 600, size):
        parts.partial_fit(X[i : i + size], y[i : i + size], [0, 1, 2], weights[i : i + size])
    assert_same_parameters(parts, GaussianNB(var_smoothing=1e-3).fit(X, y, weights))


def test_smoothing_comes_from_all_data_not_from_the_last_batch():
    X, y = np.array([[0.0], [10], [0], [0.5]]), [0, 1, 0, 1]
    ours = GaussianNB(var_smoothing=0.1).partial_fit(X[:2], y[:2], [0, 1]).partial_fit(X[2:], y[2:])
    assert ours.epsilon_ == pytest.approx(0.1 * X.var())
    theirs = SklearnGaussianNB(var_smoothing=0.1).partial_fit(X[:2], y[:2], [0, 1]).partial_fit(X[2:], y[2:])
    assert theirs.epsilon_ == pytest.approx(0.1 * X[2:].var())


def test_merging_parts_with_different_classes_equals_the_whole():
    X, y = table(n=90, missing=0.1)
    low, high = y < 2, y > 0
    left, right = GaussianNB().fit(X[low], y[low]), GaussianNB().fit(X[high], y[high])
    merged = left.merge(right)
    assert_same_parameters(merged, GaussianNB().fit(np.vstack([X[low], X[high]]), np.r_[y[low], y[high]]))
    assert left.classes_.tolist() == [0, 1]
    more = merged.partial_fit(X[:5], y[:5])
    assert more.class_count_.sum() == low.sum() + high.sum() + 5


def test_a_model_without_data_is_neutral():
    model = GaussianNB().fit(X7, Y7)
    for merged in (model.merge(GaussianNB()), GaussianNB().merge(model)):
        assert np.array_equal(merged.theta_, model.theta_)
        assert np.array_equal(merged.var_, model.var_)


def test_merging_refuses_other_settings():
    with pytest.raises(ValueError, match="var_smoothing"):
        GaussianNB().fit(X7, Y7).merge(GaussianNB(var_smoothing=0.1).fit(X7, Y7))


@given(st.integers(0, 10_000), st.lists(st.integers(0, 40), min_size=2, max_size=2).map(sorted))
@settings(deadline=None, max_examples=30)
def test_merging_is_associative(seed, cuts):
    X, y = table(n=40, missing=0.2, seed=seed)
    parts = [slice(0, cuts[0]), slice(cuts[0], cuts[1]), slice(cuts[1], 40)]
    a, b, c = (GaussianNB().fit(X[p], y[p]) if len(X[p]) else GaussianNB() for p in parts)
    assert_same_parameters(a.merge(b).merge(c), a.merge(b.merge(c)))
    assert_same_parameters(a.merge(b).merge(c), GaussianNB().fit(X, y))


# --- laws

tables = st.integers(0, 10_000).map(lambda seed: table(n=25, d=3, missing=0.1, seed=seed))
a_few = settings(deadline=None, max_examples=30)


@given(tables)
@a_few
def test_the_order_of_the_examples_does_not_matter(data):
    X, y = data
    order = np.random.default_rng(0).permutation(len(y))
    assert_same_parameters(GaussianNB().fit(X, y), GaussianNB().fit(X[order], y[order]))


@given(tables)
@a_few
def test_duplicating_all_data_changes_nothing_but_the_counts(data):
    X, y = data
    once, twice = GaussianNB().fit(X, y), GaussianNB().fit(np.r_[X, X], np.r_[y, y])
    np.testing.assert_allclose(
        once.predict_joint_log_proba(X), twice.predict_joint_log_proba(X), rtol=1e-10, atol=1e-10
    )
    assert (twice.class_count_ == 2 * once.class_count_).all()


@given(tables, st.integers(0, 2))
@a_few
def test_the_unit_of_a_feature_does_not_change_posteriors(data, j):
    X, y = data
    scaled = X.copy()
    scaled[:, j] *= 1000
    plain = GaussianNB(var_smoothing=0).fit(X, y)
    with_unit = GaussianNB(var_smoothing=0).fit(scaled, y)
    assume((plain.var_ > 1e-6).all())
    np.testing.assert_allclose(
        plain.predict_log_proba(X), with_unit.predict_log_proba(scaled), rtol=1e-8, atol=1e-8
    )


@given(tables)
@a_few
def test_renaming_and_reordering_classes_permutes_the_columns(data):
    X, y = data
    names = np.array(["z", "m", "a"])
    by_number, by_name = GaussianNB().fit(X, y), GaussianNB().fit(X, names[y])
    columns = [by_name.classes_.tolist().index(names[c]) for c in by_number.classes_]
    np.testing.assert_allclose(by_number.predict_proba(X), by_name.predict_proba(X)[:, columns], rtol=1e-9)


@given(tables, hnp.arrays(float, 1, elements=st.floats(-1e3, 1e3)))
@a_few
def test_a_constant_feature_does_not_change_posteriors(data, constant):
    X, y = data
    with_constant = np.c_[X, np.full(len(X), constant)]
    np.testing.assert_allclose(
        GaussianNB().fit(X, y).predict_proba(X),
        GaussianNB().fit(with_constant, y).predict_proba(with_constant),
        rtol=1e-7,
        atol=1e-12,
    )


@given(tables)
@a_few
def test_posteriors_sum_to_one_and_the_greatest_is_predicted(data):
    X, y = data
    model = GaussianNB().fit(X, y)
    posterior = model.predict_proba(X)
    np.testing.assert_allclose(posterior.sum(axis=1), 1, rtol=1e-12)
    assert model.predict(X).tolist() == model.classes_[posterior.argmax(axis=1)].tolist()
    np.testing.assert_allclose(
        model.log_evidence(X), np.log(np.exp(model.predict_joint_log_proba(X)).sum(axis=1)), atol=1e-12
    )


def test_an_integer_weight_is_that_many_examples():
    weights = [2, 1, 3, 1, 1, 2, 1]
    weighted = GaussianNB(var_smoothing=0).fit(X7, Y7, weights)
    repeated = GaussianNB(var_smoothing=0).fit(np.repeat(X7, weights, axis=0), np.repeat(Y7, weights))
    for name in ("class_prior_", "theta_", "var_"):
        np.testing.assert_allclose(getattr(weighted, name), getattr(repeated, name), rtol=1e-14)


# --- drawing


def test_samples_have_the_mean_and_variance_of_their_class():
    model = GaussianNB().fit(X7, list("aaabbbb"))
    sample = model.sample(40_000, "b", np.random.default_rng(0))
    assert sample.shape == (40_000, 2)
    np.testing.assert_allclose(sample.mean(axis=0), [7.5, 33], atol=0.1)
    np.testing.assert_allclose(sample.var(axis=0), [1.25, 13.5], rtol=0.03)
    assert np.array_equal(sample[:3], model.sample(40_000, "b", np.random.default_rng(0))[:3])


def test_a_column_that_nobody_shows_is_drawn_as_missing():
    model = GaussianNB().fit(np.c_[X7, np.full(7, NAN)], Y7)
    sample = model.sample(5, 0, np.random.default_rng(0))
    assert np.isnan(sample).tolist() == [[False, False, True]] * 5


# --- attacks


@pytest.mark.parametrize(
    ("priors", "message"),
    [
        ([0.25] * 4, "Number of priors must match number of classes"),
        ([[0.5, 0.5]], "Number of priors must match number of classes"),
        ([2.0, 1.0], "The sum of the priors should be 1"),
        ([NAN, 1.0], "The sum of the priors should be 1"),
        ([-1.0, 2.0], "Priors must be non-negative"),
    ],
)
def test_priors_that_are_no_distribution_are_refused(priors, message):
    with pytest.raises(ValueError, match=message):
        GaussianNB(priors=priors).fit(X7, Y7)


@pytest.mark.parametrize("settings", [{"var_smoothing": -1}, {"var_smoothing": "1"}, {"priors": "half"}])
def test_settings_out_of_range_are_refused(settings):
    with pytest.raises(ValueError, match="parameter of GaussianNB must be"):
        GaussianNB(**settings).fit(X7, Y7)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (X7[:0], [], "0 sample"),
        (X7[:, :0], Y7, "0 feature"),
        (X7, Y7[:3], "inconsistent numbers of samples"),
        (X7[0], Y7[:1], "Expected 2D array"),
        (np.where(X7 == 33, np.inf, X7), Y7, "infinity"),
        (X7, Y7 + 0.5, "Unknown label type"),
        (X7, np.where(Y7 == 0, NAN, 1), "NaN"),
        ([["a"], ["b"]], [0, 1], "numeric"),
        (X7 + 1j, Y7, "Complex data"),
    ],
)
def test_bad_tables_and_labels_are_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        GaussianNB().fit(X, y)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], "inconsistent|Found input variables|sample_weight"),
        ([1.0] * 6 + [NAN], "NaN"),
        ([1.0] * 6 + [-1.0], "[Nn]egative"),
        ([0.0] * 7, "zero"),
    ],
)
def test_bad_weights_are_refused_and_nothing_is_counted(weights, message):
    model = GaussianNB().fit(X7, Y7)
    with pytest.raises(ValueError, match=message):
        model.partial_fit(X7, Y7, sample_weight=weights)
    assert model.class_count_.tolist() == [3, 4]


def test_an_unknown_label_in_a_later_batch_is_refused():
    with pytest.raises(ValueError, match=r"The target label.* in y do not exist in the initial classes"):
        GaussianNB().fit(X7, Y7).partial_fit(X7, Y7 + 1)


def test_an_unfitted_model_does_not_predict():
    with pytest.raises(ValueError, match="not fitted"):
        GaussianNB().predict(X7)


METHODS = ("predict", "predict_proba", "predict_log_proba", "predict_joint_log_proba", "log_evidence")


@pytest.mark.parametrize("infinity", [np.inf, -np.inf])
@pytest.mark.parametrize("column", ["product", "direct", "left out"])
@pytest.mark.parametrize("method", METHODS)
def test_infinite_queries_are_refused_whatever_becomes_of_the_feature(method, column, infinity):
    """The columns: an ordinary one, one with classes too far apart for a product, one that is unknown."""
    model = GaussianNB(var_smoothing=0).fit(
        np.c_[X7[:, 0], X7[:, 1] + 1e9 * Y7, np.full(7, NAN)][:, : 3 if column == "left out" else 2], Y7
    )
    j = ["product", "direct", "left out"].index(column)
    for Q in (np.tile(X7[:1, [0, 1, 0]], (5, 1)), np.full((5, 3), NAN)):
        Q = Q[:, : model.n_features_in_]
        getattr(model, method)(Q)
        Q[3, j] = infinity
        with pytest.raises(ValueError, match="Input X contains infinity"):
            getattr(model, method)(Q)


def test_infinite_queries_are_refused_also_in_large_tables_and_with_a_class_of_prior_zero():
    Q = np.tile(X7, (30_000, 1))
    Q[-1, 0] = -np.inf
    for priors in (None, [0.0, 1.0]):
        with pytest.raises(ValueError, match="Input X contains infinity"):
            GaussianNB(priors=priors).fit(X7, Y7).predict(Q)


def test_values_whose_variance_is_no_double_are_refused_and_nothing_is_counted():
    model = GaussianNB().fit(X7, Y7)
    for value in (1e200, 1e308):
        with pytest.raises(ValueError, match="feature 1 of X are too large"):
            model.partial_fit([[1, -value], [1, value]], [0, 0])
    assert model.class_count_.tolist() == [3, 4]
    assert model.partial_fit(X7, Y7).class_count_.tolist() == [6, 8]


def test_huge_values_with_a_variance_that_is_a_double_are_fine():
    unit = 1e150
    small, large = GaussianNB().fit(X7, Y7), GaussianNB().fit(X7 * unit, Y7)
    np.testing.assert_allclose(small.predict_proba(X7), large.predict_proba(X7 * unit), rtol=1e-9)


def test_a_variance_of_zero_without_smoothing_is_refused_when_a_density_is_needed():
    model = GaussianNB(var_smoothing=0).fit([[1.0, 2], [1, 4], [3, 5], [4, 9]], ["a", "a", "b", "b"])
    with pytest.raises(ValueError, match=r"Feature 0 has variance 0 in class .*'a'.*var_smoothing > 0"):
        model.predict([[1.0, 2]])
    assert model.partial_fit([[2.0, 2]], ["a"]).predict([[1.0, 2]]).tolist() == ["a"]


def test_a_single_example_has_a_model_and_no_density():
    model = GaussianNB().fit([[1.0]], [5])
    assert (model.theta_.item(), model.var_.item(), model.class_prior_.item()) == (1, 0, 1)
    with pytest.raises(ValueError, match="variance 0"):
        model.predict([[1.0]])


def test_a_class_with_prior_zero_is_never_predicted_and_needs_no_density():
    model = GaussianNB(priors=[1.0, 0.0], var_smoothing=0).fit([[1.0], [2], [7], [7]], [0, 0, 1, 1])
    assert model.predict([[7.0]]).tolist() == [0]
    assert model.predict_proba([[7.0]]).tolist() == [[1, 0]]


def test_a_query_too_far_for_doubles_is_refused_with_its_row():
    with pytest.raises(ValueError, match="Row 1 "):
        GaussianNB().fit(X7, Y7).predict_proba([[2, 13], [1e200, 0]])


def test_many_classes():
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(700), 3)
    X = rng.normal(size=(2100, 2)) + y[:, None]
    assert_same_model(GaussianNB().fit(X, y), SklearnGaussianNB().fit(X, y), X[:50])


def test_a_model_survives_pickling_and_goes_on_learning():
    model = pickle.loads(pickle.dumps(GaussianNB().fit(X7, Y7)))
    assert_same_parameters(model.partial_fit(X7, Y7), GaussianNB().fit(np.r_[X7, X7], np.r_[Y7, Y7]))


def test_learning_and_predicting_need_little_memory_beside_the_table():
    X, y = table(n=200_000, d=20, K=10)
    model = GaussianNB().fit(X, y)
    for work, result in ((lambda: model.fit(X, y), 0), (lambda: model.predict(X), 200_000 * 10 * 8)):
        tracemalloc.start()
        work()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < result + X.nbytes


def test_large_tables_give_scikit_learns_numbers():
    X, y = table(n=100_000, d=7, K=5)
    assert_same_model(GaussianNB().fit(X, y), SklearnGaussianNB().fit(X, y), X)
