"""What the second lecture (neighbours, Bayesian thinking, priors) prints, and what holds: E25–E31.

Each test computes the formula as it is printed, sees it fail, and sees the reference hold.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from mlcore.discriminant import boundary_1d
from mlcore.distances import minkowski
from mlcore.estimation import Beta, Normal, gaussian_pdf, map_slope
from mlcore.naive_bayes import GaussianNB
from mlcore.probability import bayes_posterior, cond_prob, diagnostic_posterior, event_prob

HIGH = {"e26"}
MEDIUM = {"e25", "e29", "e30"}
LOW = {"e27", "e28", "e31"}


def test_e25_sensitivity_and_specificity_are_conditional_probabilities():
    """The slide's braces span more than the two terms; its numbers are right, a literal reading is not."""

    def printed(prevalence, sensitivity, specificity):
        positive_and_defect = sensitivity * prevalence
        return positive_and_defect / (positive_and_defect + specificity * (1 - prevalence))

    assert printed(1e-4, 0.99, 0.99) == pytest.approx(0.0001)
    assert diagnostic_posterior(1e-4, 0.99, 0.99) == pytest.approx(1 / 102)


def test_e26_prior_counted_once():
    """The slide puts the prior inside the sum over the examples; it belongs outside, where it counts once."""
    x = np.random.default_rng(0).normal(3, 1, size=10)  # x_i ~ N(w, 1) with the prior w ~ N(0, 1)

    def printed(w):
        return sum((x_i - w) ** 2 / 2 + w**2 / 2 for x_i in x)

    posterior = Normal(0, 1).update(x, noise_var=1)
    assert posterior.mode == pytest.approx(x.sum() / (10 + 1))
    assert minimize_scalar(printed).x == pytest.approx(x.mean() / 2)  # however many examples there are
    assert abs(minimize_scalar(printed).x - posterior.mode) > 1
    assert map_slope([1, 2, 3], [1, 2, 2], noise_var=1, prior_var=1) == pytest.approx(11 / 15)  # not 11/17


def test_e27_the_maximum_norm_is_a_limit():
    """The slide lists p = ∞ beside a formula that does not cover it; the limit is the greatest difference."""

    def printed(a, b, p):
        return sum(abs(u - v) ** p for u, v in zip(a, b, strict=True)) ** (1 / p)

    assert printed([0, 0], [3, 4], math.inf) == 1
    assert minkowski([0, 0], [3, 4], math.inf) == 4
    assert minkowski([0, 0], [3, 4], 60) == pytest.approx(4, abs=1e-6)


def test_e28_a_flat_prior_does_not_prevent_overfitting():
    """The slide calls overfitting a missing prior; a prior helps only as far as it says something."""

    def printed(prior):
        return prior.update(ones=3, zeros=0).mode < 1  # "with a prior no overfitting"

    assert not printed(Beta(1, 1))
    assert Beta(1 + 1e-9, 1 + 1e-9).update(ones=3, zeros=0).mode > 0.9999
    assert Beta(11, 11).update(ones=3, zeros=0).mode == pytest.approx(13 / 23)


def test_e29_more_data_do_not_always_favour_discriminative_models():
    """The slide has discriminative models win with enough data; not where the generative model holds."""
    rng = np.random.default_rng(1)

    def draw(n):
        y = rng.integers(0, 2, n)
        return rng.normal(y[:, None] * 0.8, 1, (n, 3)), y  # naive Bayes is exactly true

    X, y = draw(50_000)
    Q, truth = draw(200_000)
    best_of_all = ((Q.sum(axis=1) > 1.2) == truth).mean()  # what no model, discriminative or not, can beat

    def printed(accuracy):
        return best_of_all > accuracy + 0.002  # "better"

    accuracy = GaussianNB().fit(X, y).score(Q, truth)
    assert not printed(accuracy)
    assert accuracy == pytest.approx(best_of_all, abs=0.002)


def test_e30_the_joint_is_likelihood_times_prior():
    """The slide's table lost its bars: P(x t)P(t) stands for P(x|t)P(t)."""
    joint = {("x", "t"): Fraction(1, 10), ("x", "-"): Fraction(3, 10)} | {
        ("-", "t"): Fraction(2, 10),
        ("-", "-"): Fraction(4, 10),
    }

    def printed():
        return event_prob(joint, {0: "x", 1: "t"}) * event_prob(joint, {1: "t"})

    both = event_prob(joint, {0: "x", 1: "t"})
    assert printed() != both
    assert cond_prob(joint, {0: "x"}, given={1: "t"}) * event_prob(joint, {1: "t"}) == both


def test_e31_a_boundary_is_only_part_of_what_a_discriminative_model_says():
    """The slide's table has discriminative models learn a boundary; they learn p(t|x), which says more."""

    def printed(var):
        return boundary_1d(0, var, 1 / 2, 2, var, 1 / 2)

    def p_second(x, var):
        return bayes_posterior([1 / 2, 1 / 2], gaussian_pdf(x, [0, 2], var))[1]

    assert list(printed(1)) == list(printed(1 / 4)) == [1]  # one boundary, two models
    assert p_second(1, 1) == p_second(1, 1 / 4) == 1 / 2
    assert p_second(1.5, 1 / 4) > p_second(1.5, 1) + 0.1


def test_every_erratum_of_this_lecture_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_e") and name[6].isdigit()}
    assert covered == HIGH | MEDIUM | LOW
    assert {int(number[1:]) for number in HIGH | MEDIUM | LOW} == set(range(25, 32))
