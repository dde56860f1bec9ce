"""MAP as L2: the worked example, the steps on paper, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

from mlcore.demos import Refused, map_as_l2
from mlcore.demos.map_as_l2 import algebra, growth, logistic, overfitting, priors


@pytest.fixture(scope="module")
def result():
    return map_as_l2.compute()


def test_the_worked_example(result):
    """Points (1, 1), (2, 2), (3, 2): S_xx = 14, S_xt = 11."""
    at = [20, 30, 40]  # prior variances 0.1, 1, 10
    assert result.prior_var[at] == pytest.approx([0.1, 1, 10])
    assert result.slope[at] == pytest.approx([11 / 24, 11 / 15, 11 / 14.1])
    assert result.slope_slip[at] == pytest.approx([11 / 44, 11 / 17, 11 / 14.3])
    assert result.posterior_var[at] == pytest.approx([1 / 24, 1 / 15, 1 / 14.1])


def test_minus_the_log_of_the_normal_prior_is_a_square_and_a_constant():
    found = algebra.minus_log_normal(algebra.w, algebra.tau2)
    square = algebra.w**2 / (2 * algebra.tau2)
    assert sp.simplify(found - square - sp.log(2 * sp.pi * algebra.tau2) / 2) == 0


def test_the_formulas_on_paper(result):
    found, s = result.algebra, algebra
    assert found.penalty == s.sigma2 / s.tau2
    assert found.penalty_slip == s.n * s.sigma2 / s.tau2
    assert sp.simplify(found.slope - s.S_xt / (s.S_xx + s.sigma2 / s.tau2)) == 0
    assert sp.simplify(found.slope_slip - s.S_xt / (s.S_xx + s.n * s.sigma2 / s.tau2)) == 0


def test_a_wide_prior_is_maximum_likelihood_and_a_narrow_one_is_zero(result):
    slope, s = result.algebra.slope, algebra
    assert sp.limit(slope, s.tau2, sp.oo) == s.S_xt / s.S_xx
    assert sp.limit(slope, s.tau2, 0) == 0


def test_data_overcome_the_prior_unless_it_stands_inside_the_sum(result):
    """With S_xx = n u and S_xt = n v the right slope goes to v/u, the other never moves."""
    u, v, s = sp.Symbol("u", positive=True), sp.Symbol("v", real=True), algebra
    grown = {s.S_xx: s.n * u, s.S_xt: s.n * v}
    assert sp.limit(result.algebra.slope.subs(grown), s.n, sp.oo) == v / u
    slip = sp.simplify(result.algebra.slope_slip.subs(grown))
    assert s.n not in slip.free_symbols
    assert sp.simplify(slip - v / (u + s.sigma2 / s.tau2)) == 0


def test_repeating_the_examples_leaves_the_slip_where_it_was():
    x, t = np.tile(map_as_l2.X, 1000), np.tile(map_as_l2.T, 1000)
    assert growth.slip_slope(x, t, 1, 1) == pytest.approx(11 / 17)
    assert map_as_l2.map_slope(x, t, 1, 1) == pytest.approx(11_000 / 14_001)


def test_newtons_method_stops_at_a_gradient_of_zero():
    X, y = logistic.plane()
    w = logistic.map_logistic(X, y, 0.5)
    p = 1 / (1 + np.exp(-X @ w))
    assert X.T @ (p - y) + w / 0.5 == pytest.approx(np.zeros(2), abs=1e-9)


def test_soft_threshold_by_hand():
    assert priors.soft_threshold(np.array([-9.0, -7, 0, 3, 8]), 7).tolist() == [-2, 0, 0, 0, 1]


def test_without_noise_in_the_weights_the_expected_error_is_that_of_the_curve():
    """An endless penalty leaves the zero function: its error is the mean of sin²; on examples, plus noise."""
    train, test = overfitting.expected_errors(1e12)
    assert test == pytest.approx(np.mean(np.sin(np.pi * overfitting.CURVE) ** 2))
    assert train == pytest.approx(np.mean(np.sin(np.pi * overfitting.X) ** 2) + overfitting.NOISE_VAR)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"slope": r.slope_slip},  # the prior once per example
        lambda r: {"slope_slip": r.slope},
        lambda r: {"posterior_var": r.posterior_var * 1.01},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    with pytest.raises(Refused):
        map_as_l2.confirm(replace(result, **perturbed(result)))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"slope": r.slip},
        lambda r: {"slip": r.slope},
        lambda r: {"slope": r.slope * 1.0001},
        lambda r: {"sd": r.sd * 1.001},
        lambda r: {"sd": np.r_[r.sd[:-1], 1]},  # still unsure of everything after 100,000 examples
    ],
)
def test_a_perturbed_claim_about_growth_is_refused(result, perturbed):
    with pytest.raises(Refused):
        growth.confirm(replace(result.growth, **perturbed(result.growth)))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda a: {"penalty": algebra.tau2 / algebra.sigma2},  # upside down
        lambda a: {"penalty": a.penalty_slip},
        lambda a: {"penalty_slip": a.penalty},
        lambda a: {"penalty_laplace": a.penalty_laplace / 2},
        lambda a: {"normal_equations": sp.Matrix([0, algebra.w])},
        lambda a: {"slope": a.slope_slip},
        lambda a: {"slope_slip": a.slope},
    ],
)
def test_a_perturbed_formula_is_refused(result, perturbed):
    wrong = replace(result.algebra, **perturbed(result.algebra))
    with pytest.raises(Refused):
        map_as_l2.confirm_algebra(replace(result, algebra=wrong))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"train_error": r.train_error * 1.2},
        lambda r: {"test_error": r.test_error * 1.2},
        lambda r: {"mle_test_error": r.mle_test_error * 1.1},
        lambda r: {"test_error": np.maximum(r.test_error, 0.1)},  # no width helps much
        lambda r: {"train_error": np.r_[r.train_error[:-3], [r.train_error[-1]] * 3]},
    ],
)
def test_a_perturbed_claim_about_overfitting_is_refused(result, perturbed):
    with pytest.raises(Refused):
        overfitting.confirm(replace(result.overfitting, **perturbed(result.overfitting)))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"mixed": r.mixed * 1.001},
        lambda r: {"separable": r.mixed},
        lambda r: {"two_weights": r.two_weights + 0.01},
        lambda r: {"mixed_mle": r.mixed_mle + 0.01},
        lambda r: {"prior_var": r.prior_var * 2},  # C is τ², not 2τ²
    ],
)
def test_a_perturbed_claim_about_classification_is_refused(result, perturbed):
    with pytest.raises(Refused):
        logistic.confirm(replace(result.logistic, **perturbed(result.logistic)))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"entropy": r.entropy[::-1]},
        lambda r: {"entropy": r.entropy + 0.01},
        lambda r: {"normal": r.laplace},
        lambda r: {"laplace": r.normal},
        lambda r: {"laplace": r.laplace + 1e-4},
    ],
)
def test_a_perturbed_claim_about_priors_is_refused(result, perturbed):
    with pytest.raises(Refused):
        priors.confirm(replace(result.priors, **perturbed(result.priors)))


def test_what_came_out_is_confirmed(result):
    map_as_l2.confirm(result)
