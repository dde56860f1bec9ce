import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from mlcore.estimation import (
    bernoulli_likelihood,
    bernoulli_log_likelihood,
    binomial_likelihood,
    binomial_log_likelihood,
    categorical_likelihood,
    categorical_log_likelihood,
    gaussian_logpdf,
    gaussian_pdf,
    multinomial_likelihood,
    multinomial_log_likelihood,
)

# ---------------------------------------------------------------- worked by hand


@pytest.mark.parametrize(
    ("theta", "likelihood"), [(0.7, 0.200120949), (0.5, 0.205078125), (0.6, 0.250822656)]
)
def test_six_zeros_in_ten_tosses(theta, likelihood):
    """Here θ is the probability of a zero, since zeros are what k counts."""
    assert binomial_likelihood(6, 10, theta) == pytest.approx(likelihood)
    assert binomial_likelihood(6, 10, theta) == pytest.approx(210 * bernoulli_likelihood(6, 10, theta))


@pytest.mark.parametrize(
    ("theta", "log_likelihood"), [(0.5, -6.931471806), (0.6, -6.730116670), (0.7, -6.955940881)]
)
def test_logarithm_of_one_sequence_of_tosses(theta, log_likelihood):
    assert bernoulli_log_likelihood(6, 10, theta) == pytest.approx(log_likelihood)


def test_density_of_temperature_66():
    assert gaussian_pdf(66, 73, 6.2**2) == pytest.approx(0.0340187055, abs=5e-11)
    assert gaussian_logpdf(66, 73, 6.2**2) == pytest.approx(math.log(0.0340187055), abs=2e-9)
    assert gaussian_pdf(66, 73, 26.2**2) == pytest.approx(0.0146929229, abs=5e-11)
    assert gaussian_pdf(0, 0, 1) == pytest.approx((2 * math.pi) ** -0.5)


# ---------------------------------------------------------------- what the lectures' slips would give


def test_parameter_belongs_to_the_outcome_that_is_counted():
    """Counting ones with the probability of a zero gives another likelihood, and another maximum."""
    theta = np.linspace(0, 1, 1001)
    assert theta[binomial_likelihood(6, 10, theta).argmax()] == 0.6
    assert theta[binomial_likelihood(4, 10, theta).argmax()] == 0.4
    assert binomial_likelihood(4, 10, 0.7) != pytest.approx(binomial_likelihood(6, 10, 0.7))


def test_maximum_has_derivative_zero_of_the_whole_sum():
    """d/dθ of [a₀ log θ + a₁ log(1 − θ)], both terms: 0 at a₀/n."""
    step = 1e-6
    slope = bernoulli_log_likelihood(6, 10, 0.6 + step) - bernoulli_log_likelihood(6, 10, 0.6 - step)
    assert slope / (2 * step) == pytest.approx(0, abs=1e-8)
    assert 6 / 0.6 + 4 * math.log(1 - 0.6) == pytest.approx(
        6.3348, abs=1e-4
    )  # differentiating the first only


def test_coefficient_depends_on_all_counts():
    """(2, 1, 1) and (2, 2, 0) have the same first count, but 12 and 6 orders."""
    theta = [0.2, 0.3, 0.5]
    for counts, orders in (([2, 1, 1], 12), ([2, 2, 0], 6)):
        sequence = categorical_likelihood(counts, theta)
        assert multinomial_likelihood(counts, theta) == pytest.approx(orders * sequence)


def test_density_may_exceed_one_and_changes_with_the_unit():
    assert gaussian_pdf(0, 0, 0.1**2) > 3.9
    celsius = gaussian_pdf((66 - 32) / 1.8, (73 - 32) / 1.8, (6.2 / 1.8) ** 2)
    assert celsius == pytest.approx(1.8 * gaussian_pdf(66, 73, 6.2**2))


def test_density_falls_away_from_the_mean_and_integrates_to_one():
    """Without the minus in the exponent it would grow; with σ for σ² under the root the area would be off."""
    x = np.linspace(-60, 60, 120_001)
    density = gaussian_pdf(x, 0, 6.2**2)
    assert density.sum() * 0.001 == pytest.approx(1)
    assert (np.diff(density[x >= 0]) <= 0).all()


def test_values_of_a_density_are_not_themselves_normal():
    density = gaussian_pdf(np.random.default_rng(0).normal(size=1000), 0, 1)
    assert density.min() > 0
    assert density.max() <= (2 * math.pi) ** -0.5


# ---------------------------------------------------------------- corners


@pytest.mark.parametrize(("k", "theta", "likelihood"), [(0, 0.0, 1), (3, 1.0, 1), (0, 1.0, 0), (3, 0.0, 0)])
def test_zero_counts_ask_nothing_of_theta(k, theta, likelihood):
    """0 · log 0 is 0, and 0⁰ is 1."""
    log_likelihood = 0.0 if likelihood else -math.inf
    assert bernoulli_likelihood(k, 3, theta) == binomial_likelihood(k, 3, theta) == likelihood
    assert bernoulli_log_likelihood(k, 3, theta) == binomial_log_likelihood(k, 3, theta) == log_likelihood


def test_impossible_value_that_never_came_changes_nothing():
    assert multinomial_log_likelihood([2, 0], [1, 0]) == 0
    assert categorical_log_likelihood([2, 1], [1, 0]) == -math.inf
    assert multinomial_likelihood([2, 1], [1, 0]) == 0


def test_no_tosses_have_probability_one():
    assert binomial_likelihood(0, 0, 0.3) == 1
    assert multinomial_likelihood([0, 0], [0.3, 0.7]) == 1


def test_many_tosses_do_not_overflow_the_coefficient():
    assert binomial_likelihood(5000, 10_000, 0.5) == pytest.approx(stats.binom.pmf(5000, 10_000, 0.5))


def test_log_density_lives_on_where_the_density_is_zero():
    assert gaussian_pdf(50, 0, 1) == 0
    assert gaussian_logpdf(50, 0, 1) == pytest.approx(-1250 - 0.5 * math.log(2 * math.pi))
    assert gaussian_logpdf(1e200, 0, 1) == -math.inf


def test_arguments_of_the_density_broadcast():
    table = gaussian_logpdf(np.array([[0.0], [1], [2]]), [0.0, 5], [1.0, 4])
    assert table == pytest.approx(stats.norm.logpdf([[0], [1], [2]], [0, 5], [1, 2]))


# ---------------------------------------------------------------- laws


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 8), st.floats(0, 1))
def test_counts_of_all_sizes_share_out_the_probability(n, theta):
    total = sum(float(binomial_likelihood(k, n, theta)) for k in range(n + 1))
    assert total == pytest.approx(1)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 5), st.lists(st.integers(1, 9), min_size=2, max_size=3))
def test_counts_sum_over_the_sequences_that_have_them(n, weights):
    theta = [w / sum(weights) for w in weights]
    by_counts: dict[tuple[int, ...], float] = {}
    for sequence in itertools.product(range(len(theta)), repeat=n):
        counts = tuple(sequence.count(v) for v in range(len(theta)))
        by_counts[counts] = by_counts.get(counts, 0) + math.prod(theta[v] for v in sequence)
    for counts, probability in by_counts.items():
        assert multinomial_likelihood(counts, theta) == pytest.approx(probability)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 40), st.integers(0, 40), st.floats(1e-6, 1 - 1e-6))  # SciPy overflows at 1e-308
def test_agrees_with_scipy(k, rest, theta):
    n = k + rest
    assert binomial_likelihood(k, n, theta) == pytest.approx(
        stats.binom.pmf(k, n, theta), rel=1e-9, abs=1e-300
    )
    two = multinomial_log_likelihood([k, rest], [theta, 1 - theta])
    assert two == pytest.approx(float(binomial_log_likelihood(k, n, theta)), rel=1e-9, abs=1e-9)


@settings(deadline=None, max_examples=50)
@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_density_is_symmetric_about_its_mean(x, mean, var):
    assert gaussian_logpdf(x, mean, var) == gaussian_logpdf(mean, x, var)
    assert gaussian_logpdf(x, mean, var) == pytest.approx(
        stats.norm.logpdf(x, mean, math.sqrt(var)), rel=1e-9
    )


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((4, 3, 0.5), ValueError, "k must"),
        ((-1, 3, 0.5), ValueError, "k must"),
        ((1, -3, 0.5), ValueError, "n must"),
        ((1.5, 3, 0.5), TypeError, "k must"),
        ((1, 3, 1.5), ValueError, "theta must"),
        ((1, 3, math.nan), ValueError, "theta must"),
        ((1, 3, "x"), TypeError, "theta must"),
        ((1, 3, [0.5, -0.1]), ValueError, "theta must"),
    ],
)
def test_what_are_no_tosses_is_refused(arguments, error, message):
    functions = (bernoulli_likelihood, bernoulli_log_likelihood, binomial_likelihood, binomial_log_likelihood)
    for function in functions:
        with pytest.raises(error, match=message):
            function(*arguments)


@pytest.mark.parametrize(
    ("counts", "theta"),
    [([1, -1], [0.5, 0.5]), ([1.5, 1], [0.5, 0.5]), ([1], [0.5, 0.5]), ([1, 1], [0.5, 0.6]), ([], [])],
)
def test_what_are_no_counts_is_refused(counts, theta):
    for function in (categorical_likelihood, multinomial_likelihood, multinomial_log_likelihood):
        with pytest.raises((ValueError, TypeError), match=r"counts|theta"):
            function(counts, theta)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0, 0), "var must"),
        ((0, 0, -1), "var must"),
        ((0, 0, [1, 0]), "var must"),
        ((math.nan, 0, 1), "x must"),
        ((0, math.inf, 1), "mean must"),
        (([], 0, 1), "x must"),
    ],
)
def test_what_has_no_density_is_refused(arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        gaussian_logpdf(*arguments)
