import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.naive_bayes import densities
from mlcore.naive_bayes.densities import LogLikelihood, by_chunks, direct_log_likelihood

PROMISED = 5e-10  # the absolute error of a log density that cancellation may cause


def exact(X, mean, var):
    """Σ_j log N(x_j; μ, σ²): the squares in exact arithmetic, one row and class after the other."""
    result = np.empty((len(X), len(mean)))
    for i, x in enumerate(X.tolist()):
        for c in range(len(mean)):
            known = [j for j in range(len(x)) if not math.isnan(x[j])]
            z2 = sum(
                (Fraction(x[j]) - Fraction(float(mean[c, j]))) ** 2 / Fraction(float(var[c, j]))
                for j in known
            )
            logs = math.fsum(math.log(2 * math.pi) + math.log(var[c, j]) for j in known)
            result[i, c] = -0.5 * (logs + float(z2)) if z2 < 10**300 else -math.inf
    return result


def assert_exact(X, mean, var, allowed=PROMISED):
    for found in (LogLikelihood(mean, var)(X), direct_log_likelihood(X, mean, var)):
        np.testing.assert_allclose(found, exact(X, mean, var), rtol=1e-12, atol=allowed)


def test_density_of_66_degrees():
    """Mean 73, σ = 6.2: exp(−49/76.88) / (√(2π)·6.2) = 0.034, as the lectures say in words."""
    density = math.exp(LogLikelihood(np.array([[73.0]]), np.array([[6.2**2]]))(np.array([[66.0]])).item())
    assert density == pytest.approx(math.exp(-49 / 76.88) / (math.sqrt(2 * math.pi) * 6.2), rel=1e-13)
    assert density == pytest.approx(0.0340187055, abs=5e-11)


def test_a_density_may_exceed_one():
    assert LogLikelihood(np.zeros((1, 1)), np.array([[0.01]]))(np.zeros((1, 1))).item() == pytest.approx(
        math.log(10 / math.sqrt(2 * math.pi))
    )


def draw(m=40, d=6, K=3, offset=0.0, scale=1.0, apart=1.0, seed=0):
    rng = np.random.default_rng(seed)
    mean = offset + scale * apart * rng.normal(size=(K, d))
    var = (scale * rng.uniform(0.3, 3, size=(K, d))) ** 2
    c = rng.integers(0, K, m)
    return mean[c] + np.sqrt(var[c]) * rng.normal(size=(m, d)), mean, var


CASES = {
    "plain": draw(),
    "one feature": draw(d=1),
    "one class": draw(K=1),
    "many features": draw(d=200, m=10),
    "offset 1e9": draw(offset=1e9),
    "offset -1e9, sd 1e-3": draw(offset=-1e9, scale=1e-3),
    "variance 1e-12": draw(scale=1e-6),
    "offset 1, variance 1e-12": draw(offset=1, scale=1e-6),
    "tiny unit": draw(scale=1e-120),
    "huge unit": draw(scale=1e120),
    "unit so tiny that 1/var overflows": draw(scale=1e-155),
    "unit so huge that 2πσ² overflows": draw(scale=4e153, m=10),
    "classes 100 sd apart": draw(apart=100),
    "classes 1e8 sd apart": draw(apart=1e8, scale=1e-3),
}


@pytest.mark.parametrize("case", CASES)
def test_log_likelihood_is_that_of_exact_arithmetic(case):
    assert_exact(*CASES[case])


def test_far_points_are_exact_too():
    X, mean, var = draw()
    assert_exact(X + 200 * np.sqrt(var.max()), mean, var)
    assert_exact(X - 1e7, mean, var)


def test_features_of_all_sizes_in_one_table():
    X, mean, var = draw(d=8, apart=3)
    unit = 10.0 ** np.array([-150, -100, -9, 0, 3, 9, 100, 150])
    assert_exact(X * unit, mean * unit, var * unit**2)


def test_a_feature_whose_variance_is_only_epsilon():
    X, mean, var = draw()
    X[:, 2], mean[:, 2], var[:, 2] = 7.25, 7.25, 1e-9
    assert_exact(X, mean, var)
    X[0, 2] += 1e-3
    assert_exact(X, mean, var)


@pytest.mark.parametrize("d", [1, 10, 50])
@pytest.mark.parametrize("factor", [0.5, 0.999, 1.001, 2])
def test_the_bound_holds_where_it_is_tight(d, factor):
    """Two classes as far apart as the bound just allows, or just forbids, and points on either mean."""
    gamma = (2 * d + 10) * densities.ROUNDING
    half_gap = math.sqrt(factor * PROMISED / (4 * gamma * d))
    mean, var = np.vstack([np.full(d, -half_gap), np.full(d, half_gap)]), np.ones((2, d))
    assert (len(LogLikelihood(mean, var).hard) > 0) == (factor > 1)
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(30, d)) + mean[0], rng.normal(size=(30, d)) + mean[1]])
    error = abs(LogLikelihood(mean, var)(X) - exact(X, mean, var))
    near = np.repeat([0, 1], 30)
    assert error[np.arange(60), near].max() <= PROMISED


def test_an_opened_square_without_centre_or_bound_would_fail():
    X, mean, var = draw(offset=1e9)
    opened = (X * X) @ (1 / var).T - 2 * X @ (mean / var).T + (mean**2 / var).sum(axis=1)
    plain = -0.5 * (np.log(2 * np.pi * var).sum(axis=1) + opened)
    assert abs(plain - exact(X, mean, var)).max() > 1


def test_ordinary_features_enter_the_product_and_cancelling_ones_do_not():
    mean = np.array([[0.0, 0.0, 0.0, 5.0], [1.0, 1e6, 0.5, 5.0]])
    var = np.array([[1.0, 1e-6, 1.0, 1e-290], [2.0, 1e-6, 1.0, 1e-290]])
    split = LogLikelihood(mean, var)
    assert split.easy.tolist() == [0, 2]
    assert split.hard.tolist() == [1, 3]


def test_a_missing_value_leaves_its_factor_out():
    X, mean, var = draw(apart=20)
    X[np.random.default_rng(1).random(X.shape) < 0.3] = np.nan
    X[3] = np.nan
    assert_exact(X, mean, var)
    assert LogLikelihood(mean, var)(X)[3].tolist() == [0, 0, 0]
    without = LogLikelihood(mean[:, 1:], var[:, 1:])(X[:, 1:])
    X[:, 0] = np.nan
    np.testing.assert_allclose(LogLikelihood(mean, var)(X), without, rtol=1e-12)


def test_points_too_far_for_a_double_have_log_density_minus_infinity_and_disturb_no_neighbour():
    X, mean, var = draw()
    expected = exact(X, mean, var)
    X[4, 0], X[5, 1] = 1e200, -1e308
    found = LogLikelihood(mean, var)(X)
    assert np.isneginf(found[4:6]).all()
    others = np.r_[0:4, 6:40]
    np.testing.assert_allclose(found[others], expected[others], rtol=1e-12, atol=PROMISED)


def test_a_far_point_whose_square_overflows_but_whose_density_does_not():
    X, mean, var = np.array([[3e155]]), np.array([[0.0], [1e155]]), np.array([[1e250], [1e260]])
    assert_exact(X, mean, var)


def test_chunks_and_threads_change_nothing(monkeypatch):
    X, mean, var = draw(m=3001)
    X[7, 0], X[2000, 3] = np.nan, 1e200
    log_likelihood = LogLikelihood(mean, var)
    whole = log_likelihood(X)
    for size in (1, 50, 10**6):
        monkeypatch.setattr(densities, "NUMBERS_PER_CHUNK", size)
        found = by_chunks(log_likelihood, X, np.empty((3001, 3)))
        np.testing.assert_allclose(found, whole, rtol=1e-13)


def test_chunks_are_doubles_and_the_result_keeps_its_type():
    X = draw()[0].astype(np.float32)
    found = by_chunks(lambda rows: rows[:, 0] + (rows.dtype == np.float64), X, np.empty(40, dtype=np.float32))
    assert found.dtype == np.float32
    assert np.array_equal(found, X[:, 0] + np.float32(1))


@pytest.mark.parametrize(("m", "d"), [(0, 3), (4, 0)])
def test_no_rows_or_no_features(m, d):
    found = LogLikelihood(np.zeros((2, d)), np.ones((2, d)))(np.empty((m, d)))
    assert found.shape == (m, 2)
    assert (found == 0).all()


numbers = st.floats(-1e6, 1e6)


@given(
    st.integers(1, 4).flatmap(lambda d: st.lists(st.tuples(*[numbers] * d), min_size=3, max_size=6)),
    st.data(),
)
@settings(deadline=None, max_examples=50)
def test_any_model_at_any_point_is_exact(rows, data):
    table = np.array(rows)
    exponents = data.draw(st.lists(st.integers(-12, 12), min_size=table[:2].size, max_size=table[:2].size))
    var = 10.0 ** np.array(exponents).reshape(2, -1)
    assert_exact(table[2:], table[:2], var)
