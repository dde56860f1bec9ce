import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LinearRegression, Ridge

from mlcore.estimation import (
    Dirichlet,
    categorical_log_likelihood,
    class_prior,
    gaussian_logpdf,
    gaussian_mle,
    gaussian_pdf,
    m_estimate,
    map_slope,
    map_theta,
    map_weights,
)

# Temperatures of the nine days on which tennis was played.
TEMPERATURES = [83, 70, 68, 64, 69, 75, 75, 72, 81]

# ---------------------------------------------------------------- worked by hand


def test_play_tennis_prior():
    classes, prior = class_prior(["yes"] * 9 + ["no"] * 5)
    assert classes.tolist() == ["no", "yes"]
    assert prior.tolist() == [5 / 14, 9 / 14]


@pytest.mark.parametrize(
    ("counts", "alpha", "theta"),
    [
        ((6, 4), 0, (6 / 10, 4 / 10)),
        ((3, 0, 2), 0, (3 / 5, 0, 2 / 5)),
        ((3, 0, 2), 1, (4 / 8, 1 / 8, 3 / 8)),
        ((3, 0, 2), 0.5, (7 / 13, 1 / 13, 5 / 13)),
        ((0, 0), 1, (1 / 2, 1 / 2)),
        ((1, 2, 3, 4), 1, (2 / 14, 3 / 14, 4 / 14, 5 / 14)),
        ((3, 0, 2), (1, 0, 2), (4 / 8, 0, 4 / 8)),
    ],
)
def test_smoothed_frequencies(counts, alpha, theta):
    assert map_theta(counts, alpha) == pytest.approx(theta)


@pytest.mark.parametrize(("n", "theta"), [(10, 1 / 12), (100, 1 / 102)])
def test_word_that_no_spam_message_contains(n, theta):
    assert map_theta([0, n], alpha=1)[0] == pytest.approx(theta)
    assert m_estimate(0, n, p=1 / 2, m=2) == pytest.approx(theta)


def test_m_estimate_of_a_mail_filter():
    """3 of 3 with prior ½ and weight 0.45, as a well-known mail program smooths."""
    assert m_estimate(3, 3, p=0.5, m=0.45) == pytest.approx(3.225 / 3.45)


def test_temperatures_of_the_days_with_tennis():
    """The divisor is n here; the lectures' 6.2 is the root with divisor n − 1."""
    mean, var = gaussian_mle(TEMPERATURES)
    _, unbiased = gaussian_mle(TEMPERATURES, ddof=1)
    assert mean == 73
    assert math.sqrt(var) == pytest.approx(5.8118652581, abs=5e-11)
    assert math.sqrt(unbiased) == pytest.approx(6.1644140030, abs=5e-11)
    assert gaussian_pdf(66, mean, var) == pytest.approx(0.0332344250, abs=5e-11)
    assert gaussian_pdf(66, mean, unbiased) == pytest.approx(0.0339635138, abs=5e-11)


@pytest.mark.parametrize(
    ("prior_var", "slope"), [(0.1, 11 / 24), (1, 11 / 15), (10, 110 / 141), (math.inf, 11 / 14)]
)
def test_slope_through_three_points(prior_var, slope):
    assert map_slope([1, 2, 3], [1, 2, 2], noise_var=1, prior_var=prior_var) == pytest.approx(slope)


# ---------------------------------------------------------------- what the lectures' slips would give


@pytest.mark.parametrize(("prior_var", "counted_thrice"), [(0.1, 0.25), (1, 11 / 17), (10, 10 / 13)])
def test_prior_stands_outside_the_sum_over_examples(prior_var, counted_thrice):
    """Inside the sum it would count once per example: a prior with a third of the variance."""
    x, t = [1, 2, 3], [1, 2, 2]
    assert map_slope(x, t, 1, prior_var / 3) == pytest.approx(counted_thrice)
    assert map_slope(x, t, 1, prior_var) != pytest.approx(counted_thrice)


def test_counts_must_be_divided():
    """Raw counts say "yes" to sunny, cool, high, strong; shares say "no"."""
    yes, no = [2, 3, 3, 3], [3, 1, 4, 3]
    assert 9 * math.prod(yes) > 5 * math.prod(no)
    theta_yes = [map_theta([k, 9 - k])[0] for k in yes]
    theta_no = [map_theta([k, 5 - k])[0] for k in no]
    _, (prior_no, prior_yes) = class_prior(["yes"] * 9 + ["no"] * 5)
    assert prior_yes * math.prod(theta_yes) == pytest.approx(1 / 189)
    assert prior_no * math.prod(theta_no) == pytest.approx(18 / 875)


def test_adding_one_to_the_numerators_only_is_no_distribution():
    counts = np.array([3, 0, 2])
    assert ((counts + 1) / counts.sum()).sum() == 1.6
    assert map_theta(counts, 1).sum() == pytest.approx(1)


def test_denominator_grows_with_the_values_not_with_the_classes():
    """A word is there or not: two values, however many classes there are."""
    assert m_estimate(4, 10, p=1 / 2, m=2) == pytest.approx(5 / 12)
    assert m_estimate(4, 10, 1 / 2, 2) + m_estimate(6, 10, 1 / 2, 2) == pytest.approx(1)
    with_classes = [(n_v + 1) / (10 + 3) for n_v in (4, 6)]
    assert sum(with_classes) != pytest.approx(1)


def test_estimate_is_of_the_value_given_the_class():
    """cool and no: 1 of the 5 "no" days is cool, 1 of the 4 cool days is "no"."""
    assert map_theta([1, 4])[0] == 1 / 5
    assert map_theta([1, 3])[0] == 1 / 4


def test_zero_counts_are_the_normal_case_for_text():
    """A word of probability 0.01 is unseen in 50 documents more often than not; then its θ is 0, a veto."""
    p_unseen = 0.99**50
    assert p_unseen == pytest.approx(0.605, abs=5e-4)
    assert map_theta([0, 50])[0] == 0
    assert map_theta([0, 50], alpha=1)[0] == 1 / 52


def test_smoothing_can_turn_a_decision():
    """alpha is a hyperparameter: at 20 the sunny, cool, high, strong day becomes "yes"."""
    yes, no = [(2, 4, 3), (3, 4, 2), (3, 6), (3, 6)], [(3, 0, 2), (1, 2, 2), (4, 1), (3, 2)]

    def p_yes(alpha):
        score_yes = 9 / 14 * math.prod(map_theta(counts, alpha)[0] for counts in yes)
        score_no = 5 / 14 * math.prod(map_theta(counts, alpha)[0] for counts in no)
        return score_yes / (score_yes + score_no)

    assert p_yes(0) == pytest.approx(0.204583, abs=5e-7)
    assert p_yes(1) == pytest.approx(0.279933, abs=5e-7)
    assert p_yes(20) > 0.5


def test_missing_values_leave_the_denominator_too():
    column = [0, 1, None, 1]
    observed = [column.count(v) for v in (0, 1)]
    assert sum(n / len(column) for n in observed) == 0.75
    assert map_theta(observed).tolist() == [1 / 3, 2 / 3]


def test_prior_sums_to_one_and_means_do_not():
    """π and μ are different things and want different names."""
    y, x = np.array([0, 0, 1]), np.array([1.0, 3.0, 8.0])
    assert class_prior(y)[1].sum() == pytest.approx(1)
    assert sum(gaussian_mle(x[y == c])[0] for c in (0, 1)) == 10


def test_relative_frequency_maximises_the_joint_not_the_conditional_likelihood():
    """The same feature twice: switching one copy off lowers p(x, y), but raises p(y|x)."""
    x = np.array([1] * 8 + [0] * 2 + [1] * 2 + [0] * 8)
    y = np.array([1] * 10 + [0] * 10)

    def log_joint_and_conditional(theta):  # theta[c] = P(x_j = 1|c) for both copies
        scores = np.array(
            [sum(np.log(np.where(x == 1, t, 1 - t)) for t in theta[c]) + np.log(0.5) for c in (0, 1)]
        )
        own = scores[y, np.arange(20)]
        return own.sum(), (own - np.logaddexp(*scores)).sum()

    mle = [[map_theta([n, 10 - n])[0]] * 2 for n in (2, 8)]
    joint, conditional = log_joint_and_conditional(mle)
    joint_off, conditional_off = log_joint_and_conditional([[0.2, 0.5], [0.8, 0.5]])
    assert joint > joint_off
    assert conditional < conditional_off


# ---------------------------------------------------------------- independent implementations and laws


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(0, 20), min_size=2, max_size=4).filter(any), st.data())
def test_no_other_distribution_makes_the_data_likelier(counts, data):
    weights = data.draw(st.lists(st.integers(1, 50), min_size=len(counts), max_size=len(counts)))
    other = np.array(weights) / sum(weights)
    best = categorical_log_likelihood(counts, map_theta(counts))
    assert best >= categorical_log_likelihood(counts, other) - 1e-9


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(0, 20), min_size=2, max_size=4), st.floats(0.1, 5), st.data())
def test_no_other_distribution_is_likelier_after_the_data(counts, alpha, data):
    weights = data.draw(st.lists(st.integers(1, 50), min_size=len(counts), max_size=len(counts)))
    other = np.array(weights) / sum(weights)
    belief = Dirichlet.smoothing(alpha, len(counts)).update(counts)
    assert belief.logpdf(map_theta(counts, alpha)) >= belief.logpdf(other) - 1e-9


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(0, 20), min_size=2, max_size=5), st.floats(0.1, 10))
def test_smoothing_lies_between_frequency_and_uniform(counts, alpha):
    theta, V = map_theta(counts, alpha), len(counts)
    assert theta.sum() == pytest.approx(1)
    assert map_theta(counts[::-1], alpha) == pytest.approx(theta[::-1])
    guesses = [m_estimate(n, sum(counts), p=1 / V, m=alpha * V) for n in counts]
    assert theta == pytest.approx(guesses)
    assert map_theta(counts, 1e12) == pytest.approx(np.full(V, 1 / V))


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(-100, 100), min_size=2, max_size=8).filter(lambda x: len(set(x)) > 1), st.data())
def test_no_other_normal_makes_the_data_likelier(x, data):
    mean, var = gaussian_mle(x)
    assert (mean, var) == pytest.approx((np.mean(x), np.var(x)))
    other = data.draw(st.tuples(st.floats(-100, 100), st.floats(0.1, 1000)))
    assert gaussian_logpdf(x, mean, var).sum() >= gaussian_logpdf(x, *other).sum() - 1e-9


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 1000), st.floats(0.1, 10), st.floats(0.1, 10))
def test_gaussian_prior_is_ridge_regression(seed, noise_var, prior_var):
    rng = np.random.default_rng(seed)
    X, t = rng.normal(size=(12, 3)), rng.normal(size=12)
    ridge = Ridge(alpha=noise_var / prior_var, fit_intercept=False).fit(X, t)
    assert map_weights(X, t, noise_var, prior_var) == pytest.approx(ridge.coef_, abs=1e-9)
    flat = LinearRegression(fit_intercept=False).fit(X, t)
    assert map_weights(X, t, noise_var, math.inf) == pytest.approx(flat.coef_, abs=1e-9)


def test_prior_fades_as_examples_come_in():
    x, t = [1, 2, 3], [1, 2, 2]
    off = [abs(map_slope(x * n, t * n, 1, 0.1) - 11 / 14) for n in (1, 10, 100, 1000)]
    assert off == sorted(off, reverse=True)
    assert off[-1] < 1e-3


def test_prior_decides_where_the_data_do_not():
    """Two equal features: every split of the slope fits, the prior takes the even one."""
    X = [[1, 1], [2, 2]]
    assert map_weights(X, [2, 4], 1, 1e3) == pytest.approx([1, 1], abs=1e-3)
    with pytest.raises(ValueError, match="does not determine"):
        map_weights(X, [2, 4], 1, math.inf)


def test_classes_come_sorted_whatever_their_type():
    classes, prior = class_prior([True, False, True])
    assert classes.tolist() == [False, True]
    assert prior == pytest.approx([1 / 3, 2 / 3])
    assert class_prior([7]) == (np.array([7]), np.array([1.0]))


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize("y", [[], [[0, 1]], 3, [0.0, math.nan], np.array([1, "a", None], dtype=object)])
def test_what_are_no_labels_is_refused(y):
    with pytest.raises((ValueError, TypeError), match="y must"):
        class_prior(y)


@pytest.mark.parametrize(
    ("counts", "alpha", "message"),
    [
        ([0, 0], 0, "counts are all 0"),
        ([-1, 2], 1, "counts must"),
        ([1, 2], -1, "alpha must"),
        ([1, 2], [1, 1, 1], "one length"),
        ([1, 2], [1], "one length"),
        ([1, math.nan], 1, "counts must"),
        ([1, 2], math.inf, "alpha must"),
        ([], 1, "counts must"),
        ([[1, 2]], 1, "counts must"),
        (["a"], 1, "counts must"),
        (None, 1, "counts must"),
    ],
)
def test_what_are_no_counts_is_refused(counts, alpha, message):
    with pytest.raises((ValueError, TypeError), match=message):
        map_theta(counts, alpha)


@pytest.mark.parametrize(
    "arguments", [(3, 2, 0.5, 1), (-1, 2, 0.5, 1), (0, 0, 0.5, 0), (1, 2, 1.5, 1), (1, 2, 0.5, -1)]
)
def test_impossible_m_estimates_are_refused(arguments):
    with pytest.raises(ValueError, match="must"):
        m_estimate(*arguments)


def test_variance_of_too_few_values_is_refused():
    assert gaussian_mle([5]) == (5, 0)
    with pytest.raises(ValueError, match="more than ddof=1"):
        gaussian_mle([5], ddof=1)
    with pytest.raises((ValueError, TypeError), match="x must"):
        gaussian_mle([])
    with pytest.raises(ValueError, match="ddof must"):
        gaussian_mle([1, 2], ddof=-1)


def test_variance_far_from_zero_keeps_its_digits():
    assert gaussian_mle(np.array([1.0, 2.0, 3.0]) + 1e9) == (1e9 + 2, pytest.approx(2 / 3))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1.0]], [1.0, 2.0], 1, 1), "one length"),
        (([1.0], [1.0], 1, 1), "X must"),
        (([[1.0]], [1.0], 0, 1), "noise_var must"),
        (([[1.0]], [1.0], 1, 0), "prior_var must"),
        (([[1.0]], [1.0], 1, math.nan), "prior_var must"),
        (([[math.inf]], [1.0], 1, 1), "X must"),
    ],
)
def test_what_is_no_regression_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        map_weights(*arguments)
