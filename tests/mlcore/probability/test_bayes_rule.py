import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import softmax

from mlcore.probability import (
    bayes_posterior,
    break_even_prior,
    diagnostic_posterior,
    event_prob,
    evidence,
    normalise,
    normalise_log,
    odds,
    posterior_odds,
    probability_from_odds,
)

# ---------------------------------------------------------------- worked by hand


def test_long_hair_in_the_cinema_queue_decides_for_woman():
    prior, likelihood = [0.5, 0.5], [0.04, 0.5]  # man, woman
    assert evidence(prior, likelihood) == pytest.approx(0.27)
    assert bayes_posterior(prior, likelihood) == pytest.approx([2 / 27, 25 / 27])


def test_long_hair_in_the_stadium_decides_for_man():
    prior, likelihood = [0.98, 0.02], [0.04, 0.5]
    assert evidence(prior, likelihood) == pytest.approx(0.0492)
    assert bayes_posterior(prior, likelihood) == pytest.approx([392 / 492, 100 / 492])
    assert break_even_prior(0.04, 0.5) == pytest.approx(25 / 27)


@pytest.mark.parametrize(
    ("quality", "posterior"),
    [(0.9, 0.0008992806), (0.99, 1 / 102), (0.999, 0.0908346972), (0.9999, 0.5), (0.99999, 0.9090983472)],
)
def test_a_rare_defect_is_seldom_behind_a_positive_test(quality, posterior):
    assert diagnostic_posterior(1e-4, quality, quality) == pytest.approx(posterior, abs=5e-11)


def test_evidence_of_a_positive_test():
    assert evidence([1e-4, 1 - 1e-4], [0.99, 0.01]) == pytest.approx(0.010098)


@pytest.mark.parametrize(("ratio", "posterior"), [(4, 0.1173282753), (10, 0.2494239631), (100, 0.7686845375)])
def test_librarian_or_farmer_in_odds(ratio, posterior):
    prior_odds = 4.33 / 130.3
    assert 1 / prior_odds == pytest.approx(30.0923787529)
    assert probability_from_odds(prior_odds) == pytest.approx(0.0321622224, abs=5e-11)
    assert probability_from_odds(posterior_odds(prior_odds, ratio)) == pytest.approx(posterior, abs=5e-11)


def test_the_description_must_be_thirty_times_likelier_to_make_a_librarian():
    assert posterior_odds(4.33 / 130.3, 130.3 / 4.33) == pytest.approx(1)


def test_factor_that_makes_scores_sum_to_one():
    scores = np.exp(-(np.array([1.0, 2, 3, 4]) ** 2))
    p = normalise(scores)
    assert 1 / scores.sum() == pytest.approx(2.5885370100, abs=5e-10)
    assert p == pytest.approx([0.9522695487, 0.0474107091, 0.0003194508, 2.913014647e-07], abs=5e-11)
    assert normalise_log(-np.array([1.0, 4, 9, 16])) == pytest.approx(p)


# ---------------------------------------------------------------- what the lectures' slips would give


def test_false_positive_rate_is_one_minus_specificity():
    """With specificity itself in its place, the posterior of the defect example is its prevalence."""
    prevalence, sensitivity, specificity = 1e-4, 0.99, 0.99
    literal = sensitivity * prevalence / (sensitivity * prevalence + specificity * (1 - prevalence))
    assert literal == pytest.approx(prevalence)
    assert diagnostic_posterior(prevalence, sensitivity, specificity) == pytest.approx(1 / 102)


def test_sensitivity_and_specificity_play_different_parts():
    """P(positive) needs 1 − specificity; 1 − sensitivity gives the same only if both are equal."""
    assert diagnostic_posterior(0.1, sensitivity=0.9, specificity=0.5) == pytest.approx(0.09 / 0.54)
    assert diagnostic_posterior(0.1, sensitivity=0.5, specificity=0.9) == pytest.approx(0.05 / 0.14)


def test_balanced_priors_shift_the_posterior():
    """Play-tennis, query sunny, cool, high, strong: priors of ½ make the model too sure of "no"."""
    likelihood = [2 / 9 * 3 / 9 * 3 / 9 * 3 / 9, 3 / 5 * 1 / 5 * 4 / 5 * 3 / 5]  # yes, no
    assert bayes_posterior([9 / 14, 5 / 14], likelihood)[1] == pytest.approx(0.7954173486, abs=5e-11)
    assert bayes_posterior([0.5, 0.5], likelihood)[1] == pytest.approx(0.8749749950, abs=5e-11)


def test_evidence_of_two_fair_coins_needs_the_prior_to_speak_of_theta():
    """The likelihoods favour the fair coin a little; a prior of 0.1 for it turns the verdict."""
    loaded, fair = 0.7**6 * 0.3**4, 0.5**10
    assert bayes_posterior([0.5, 0.5], [fair, loaded])[0] == pytest.approx(0.5061169636, abs=5e-11)
    assert bayes_posterior([0.1, 0.9], [fair, loaded])[0] < 0.11


# ---------------------------------------------------------------- corners


def test_three_classes_with_densities_as_likelihoods():
    assert bayes_posterior([0.2, 0.3, 0.5], [4, 0, 2]) == pytest.approx([4 / 9, 0, 5 / 9])


def test_tiny_likelihoods_survive():
    assert bayes_posterior([0.25, 0.75], [3e-320, 1e-320]) == pytest.approx([0.5, 0.5], rel=1e-3)
    assert bayes_posterior([1e-200, 1 - 1e-200], [1e-200, 0]).tolist() == [1, 0]


def test_an_impossible_class_does_not_drown_the_others():
    assert bayes_posterior([0, 0.5, 0.5], [1e300, 1e-300, 3e-300]) == pytest.approx([0, 0.25, 0.75])


def test_observation_that_no_class_allows_has_no_posterior():
    with pytest.raises(ValueError, match="evidence is 0"):
        bayes_posterior([0.5, 0.5], [0, 0])
    with pytest.raises(ValueError, match="evidence is 0"):
        bayes_posterior([0, 1], [0.3, 0])
    assert evidence([0.5, 0.5], [0, 0]) == 0


@pytest.mark.parametrize(
    ("log_scores", "expected"),
    [
        ([-1, -2], [1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))]),
        ([-1000, -1001], [1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))]),
        ([800, 799], [1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))]),
        ([-math.inf, 0], [0, 1]),
        ([-1e308, 1e308], [0, 1]),
        ([-5], [1]),
    ],
)
def test_log_scores_become_probabilities(log_scores, expected):
    assert normalise_log(log_scores) == pytest.approx(expected, abs=1e-15)


def test_scores_beyond_the_floats_still_have_shares():
    assert normalise([1e308, 1e308]).tolist() == [0.5, 0.5]
    assert normalise([5e-324, 0]).tolist() == [1, 0]


def test_certainty_has_infinite_odds():
    assert odds(1) == math.inf
    assert odds(0) == 0
    assert probability_from_odds(math.inf) == 1


def test_test_without_false_alarms_is_always_right():
    assert diagnostic_posterior(1e-4, 0.5, 1) == 1


# ---------------------------------------------------------------- laws

shares = st.lists(st.integers(1, 1000), min_size=2, max_size=5).map(
    lambda n: [float(Fraction(v, sum(n))) for v in n]
)


@settings(deadline=None, max_examples=50)
@given(st.data(), shares)
def test_posterior_agrees_with_the_joint_table(data, prior):
    likelihood = data.draw(
        st.lists(st.floats(0.001, 1), min_size=len(prior), max_size=len(prior)), label="likelihood"
    )
    rows = zip(prior, likelihood, strict=True)
    table = {
        (c, seen): p * (lik if seen else 1 - lik) for c, (p, lik) in enumerate(rows) for seen in (True, False)
    }
    p_seen = event_prob(table, {1: True})
    assert evidence(prior, likelihood) == pytest.approx(p_seen)
    expected = [event_prob(table, {0: c, 1: True}) / p_seen for c in range(len(prior))]
    assert bayes_posterior(prior, likelihood) == pytest.approx(expected)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.floats(-700, 700), min_size=1, max_size=6), st.floats(-1e6, 1e6))
def test_log_scores_may_be_shifted_together(log_scores, shift):
    p = normalise_log(log_scores)
    assert p.sum() == pytest.approx(1)
    assert p == pytest.approx(softmax(log_scores))
    assert normalise_log(np.array(log_scores) + shift) == pytest.approx(p, abs=1e-8)


@settings(deadline=None, max_examples=50)
@given(shares, st.floats(0.01, 100))
def test_odds_form_is_bayes_rule_for_two_classes(prior, ratio):
    p = prior[0]
    expected = bayes_posterior([p, 1 - p], [ratio / 100, 1 / 100])[0]
    assert probability_from_odds(posterior_odds(odds(p), ratio)) == pytest.approx(expected)


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize(
    ("prior", "likelihood", "error", "message"),
    [
        ([0.5, 0.6], [1, 1], ValueError, "prior must sum to 1"),
        ([-0.5, 1.5], [1, 1], ValueError, "prior"),
        ([0.5, 0.5], [1], ValueError, "one length"),
        ([0.5, 0.5], [-1, 1], ValueError, "likelihood"),
        ([0.5, 0.5], [math.nan, 1], ValueError, "likelihood"),
        ([0.5, 0.5], [math.inf, 1], ValueError, "likelihood"),
        ([], [], (TypeError, ValueError), "prior"),
        (["a", "b"], [1, 1], TypeError, "prior"),
        ([[0.5, 0.5]], [[1, 1]], ValueError, "dimension"),
    ],
)
def test_what_is_no_prior_or_likelihood_is_refused(prior, likelihood, error, message):
    for function in (bayes_posterior, evidence):
        with pytest.raises(error, match=message):
            function(prior, likelihood)


@pytest.mark.parametrize(
    "log_scores", [[-math.inf, -math.inf], [math.inf, 0], [math.nan, 0], [], [[0, 1]], ["a"], None]
)
def test_log_scores_that_cannot_be_normalised_are_refused(log_scores):
    with pytest.raises((ValueError, TypeError), match="log_scores"):
        normalise_log(log_scores)


@pytest.mark.parametrize("scores", [[0, 0], [-1, 2], [math.inf, 1], [math.nan, 1], []])
def test_scores_that_cannot_be_normalised_are_refused(scores):
    with pytest.raises(ValueError, match="scores"):
        normalise(scores)


@pytest.mark.parametrize("arguments", [(1.1, 0.9, 0.9), (0.1, -0.1, 0.9), (0.1, 0.9, math.nan)])
def test_what_is_no_probability_is_refused(arguments):
    with pytest.raises(ValueError, match=r"prevalence|sensitivity|specificity"):
        diagnostic_posterior(*arguments)


def test_tests_that_are_never_positive_are_refused():
    with pytest.raises(ValueError, match="never positive"):
        diagnostic_posterior(0.0, 0.9, 1.0)
    with pytest.raises(ValueError, match="both be 0"):
        break_even_prior(0, 0)
    with pytest.raises(TypeError, match="p must be a number"):
        odds("0.5")
