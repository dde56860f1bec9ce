"""The lectures' numbers on probability, Bayes' rule and estimation: G01–G08, G10, G18, G23 and G25.

Fractions are exact. Where a number is printed with so many decimals, half a unit of the last one is allowed.
"""

import numpy as np
import pytest

from mlcore.datasets import load_two_coins, load_wealth_joint, load_xor
from mlcore.estimation import Beta, bernoulli_log_likelihood, binomial_likelihood, map_theta
from mlcore.naive_bayes import BernoulliNB
from mlcore.probability import (
    bayes_posterior,
    break_even_prior,
    cond_independent,
    cond_prob,
    diagnostic_posterior,
    event_prob,
    evidence,
    expected_distinct_cells,
    expected_empty_share,
    independent,
    n_parameters,
    normalise,
    normalise_log,
)

G_IDS = {"g01", "g02", "g03", "g04", "g05", "g06", "g07", "g08", "g10", "g18", "g23", "g25"}
WEALTH = load_wealth_joint()
GENDER, HOURS, RICHES = range(3)
TWO_COINS = load_two_coins()
COIN, FIRST, SECOND = range(3)


def exact(value):
    """Accept rounding of floating-point arithmetic only."""
    return pytest.approx(value, rel=1e-12)


def printed(value, digits=10):
    """Accept what rounds to the printed decimals."""
    return pytest.approx(value, rel=0, abs=0.5 * 10.0**-digits)


def test_g01_cinema_long_hair_with_equal_priors():
    prior, likelihood = [1 / 2, 1 / 2], [4 / 100, 1 / 2]  # man, woman
    p_long = evidence(prior, likelihood)
    posterior = bayes_posterior(prior, likelihood)
    assert p_long == exact(27 / 100)
    assert posterior * p_long == exact(np.array([2 / 100, 1 / 4]))
    assert posterior == exact(np.array([2 / 27, 25 / 27]))


def test_g02_stadium_same_evidence_with_another_prior():
    prior, likelihood = [98 / 100, 2 / 100], [4 / 100, 1 / 2]
    p_long = evidence(prior, likelihood)
    posterior = bayes_posterior(prior, likelihood)
    assert p_long == exact(492 / 10_000)
    assert posterior * p_long == exact(np.array([392 / 10_000, 1 / 100]))
    assert posterior == exact(np.array([98 / 123, 25 / 123]))
    assert break_even_prior(4 / 100, 1 / 2) == exact(25 / 27)
    assert break_even_prior(4 / 100, 1 / 2) == printed(0.9259259259)


def test_g03_rare_defect_and_an_impressive_test():
    assert evidence([1 / 10_000, 9_999 / 10_000], [99 / 100, 1 / 100]) == exact(10_098 / 1_000_000)
    expected = {
        0.9: 1 / 1112,
        0.99: 1 / 102,
        0.999: 111 / 1222,
        0.9999: 1 / 2,
        0.99999: 11_111 / 12_222,
    }
    for quality, posterior in expected.items():
        # the complement of 0.99999 keeps eleven digits only
        assert diagnostic_posterior(1e-4, quality, quality) == pytest.approx(posterior, rel=1e-10)


def test_g04_steve_and_thirty_farm_workers_per_librarian():
    prior = normalise([4.33, 130.3])  # librarians, farm workers, in thousands
    assert prior[1] / prior[0] == exact(13_030 / 433)
    assert prior[1] / prior[0] == printed(30.0923787529)
    assert prior[0] == exact(433 / 13_463)
    for likelihood, posterior in [
        ([4 / 10, 1 / 10], 866 / 7_381),
        ([5 / 10, 5 / 100], 433 / 1_736),
        ([5 / 10, 5 / 1_000], 4_330 / 5_633),
        ([1, 433 / 13_030], 1 / 2),
    ]:
        assert bayes_posterior(prior, likelihood)[0] == exact(posterior)


def test_g05_joint_table_of_gender_hours_and_wealth():
    assert event_prob(WEALTH, {}) == exact(0.9999991)
    assert event_prob(WEALTH, {GENDER: "M", RICHES: "poor"}) == exact(0.465419)
    assert event_prob(WEALTH, {RICHES: "poor"}) == exact(0.7607178)
    assert cond_prob(WEALTH, {GENDER: "M"}, {RICHES: "poor"}) == exact(0.465419 / 0.7607178)
    assert cond_prob(WEALTH, {GENDER: "M"}, {RICHES: "poor"}) == printed(0.6118155773)
    rounded_poor = {("F", "<"): 0.25, ("F", ">"): 0.04, ("M", "<"): 0.33, ("M", ">"): 0.13}
    rounded = {(g, h, "poor"): p for (g, h), p in rounded_poor.items()} | {("any", "any", "rich"): 0.25}
    assert event_prob(rounded, {GENDER: "M", RICHES: "poor"}) == exact(46 / 100)
    assert event_prob(rounded, {RICHES: "poor"}) == exact(75 / 100)
    assert cond_prob(rounded, {GENDER: "M"}, {RICHES: "poor"}) == exact(46 / 75)


def test_g06_wealth_given_gender_and_hours():
    expected = {("F", "<40.5"): 0.0885433, ("F", ">=40.5"): 0.2161335} | {
        ("M", "<40.5"): 0.2267037,
        ("M", ">=40.5"): 0.4413158,
    }
    for (gender, hours), p_rich in expected.items():
        given = {GENDER: gender, HOURS: hours}
        assert cond_prob(WEALTH, {RICHES: "rich"}, given) == printed(p_rich, digits=7)
    poor, rich = event_prob(WEALTH, {RICHES: "poor"}), event_prob(WEALTH, {RICHES: "rich"})
    assert naive_p_rich(poor, rich) == printed(0.075110, digits=6)
    # The printed rows sum to 0.9999991, and so the seventh digit depends on what "rich" means.
    assert naive_p_rich(poor, 1 - poor) == printed(0.0751100066)


def naive_p_rich(p_poor, p_rich):
    """Return P(rich | F, <40.5) with gender and hours independent given the wealth."""
    naive = [
        event_prob(WEALTH, {GENDER: "F", RICHES: wealth})
        * event_prob(WEALTH, {HOURS: "<40.5", RICHES: wealth})
        / p_wealth**2
        for wealth, p_wealth in (("poor", p_poor), ("rich", p_rich))
    ]
    return bayes_posterior(normalise([p_poor, p_rich]), naive)[1]


def test_g07_ten_booleans_and_a_thousand_examples():
    n_cells, n = 2**10, 1000
    assert n / n_cells == 0.9765625
    assert expected_empty_share(n, n_cells) == exact((1 - 1 / 1024) ** 1000)
    assert expected_empty_share(n, n_cells) == printed(0.3764237981)
    assert expected_distinct_cells(n, n_cells) == printed(638.5420307899)


def test_g08_two_coins_dependent_but_independent_given_the_coin():
    a, b = {FIRST: "head"}, {SECOND: "head"}
    assert (event_prob(TWO_COINS, a), event_prob(TWO_COINS, b)) == (3 / 4, 3 / 4)
    assert event_prob(TWO_COINS, a | b) == 5 / 8
    assert event_prob(TWO_COINS, a) * event_prob(TWO_COINS, b) == 9 / 16
    assert cond_prob(TWO_COINS, b, a) == exact(5 / 6)
    assert cond_prob(TWO_COINS, a | b, {COIN: "fair"}) == 1 / 4
    assert cond_prob(TWO_COINS, a, {COIN: "fair"}) == 1 / 2
    assert cond_prob(TWO_COINS, a | b, {COIN: "two-headed"}) == 1
    assert cond_prob(TWO_COINS, {COIN: "fair"}, a) == exact(1 / 3)
    assert cond_prob(TWO_COINS, {COIN: "fair"}, a | b) == exact(1 / 5)
    assert not independent(TWO_COINS, FIRST, SECOND)
    assert cond_independent(TWO_COINS, FIRST, SECOND, COIN)


def test_g10_ten_tosses_loaded_or_fair():
    zeros, n = 6, 10
    assert binomial_likelihood(zeros, n, 0.7) == exact(210 * 7**6 * 3**4 / 10**10)
    assert binomial_likelihood(zeros, n, 0.5) == exact(210 / 1024)
    assert binomial_likelihood(zeros, n, 0.6) == exact(210 * 6**6 * 4**4 / 10**10)
    for theta, log_likelihood in {0.5: -6.931471806, 0.6: -6.730116670, 0.7: -6.955940881}.items():
        assert bernoulli_log_likelihood(zeros, n, theta) == printed(log_likelihood, digits=9)
    fair, loaded = 5**10, 7**6 * 3**4
    likelihood = [binomial_likelihood(zeros, n, 0.5), binomial_likelihood(zeros, n, 0.7)]
    assert bayes_posterior([1 / 2, 1 / 2], likelihood)[0] == exact(fair / (fair + loaded))
    assert fair / (fair + loaded) == printed(0.5061169636)
    assert map_theta([6, 4], alpha=0)[0] == exact(6 / 10)
    assert Beta(2, 2).update(zeros, n - zeros).mode == exact(7 / 12)
    assert Beta(3, 3).update(zeros, n - zeros).mode == exact(4 / 7)


def test_g18_a_normaliser_from_must_sum_to_one():
    log_scores = [-1, -4, -9, -16]  # log exp(−y²) for y = 1 … 4
    scores = np.exp(log_scores)
    p = normalise(scores)
    assert scores.sum() == printed(0.3863186024)
    assert p[0] / scores[0] == printed(2.5885370101)
    assert p[:3] == printed(np.array([0.9522695487, 0.0474107091, 0.0003194508]))
    assert p[3] == pytest.approx(2.913014647e-07, rel=0, abs=0.5e-16)
    assert normalise_log(log_scores) == exact(p)


def test_g23_how_many_numbers_a_model_holds():
    K, n_values = 2, (3, 3, 2, 2)  # play-tennis
    assert n_parameters(K, n_values, "table") == 72
    assert n_parameters(K, n_values, "joint") == 71
    assert n_parameters(K, n_values, "stored") - K == 20
    assert n_parameters(K, n_values, "stored") == 22
    assert n_parameters(K, n_values, "naive") == 13
    for d, (full, naive) in {3: (15, 7), 10: (2047, 21)}.items():
        assert n_parameters(2, [2] * d, "joint") == full
        assert n_parameters(2, [2] * d, "naive") == naive


def test_g25_two_equal_pixels_are_invisible_to_naive_bayes():
    pixels, labels = load_xor()
    equal = labels == "A"
    model = BernoulliNB(alpha=0).fit(pixels, equal)
    assert np.exp(model.feature_log_prob_) == exact(np.full((2, 2), 1 / 2))
    assert model.predict_proba(pixels) == exact(np.full((4, 2), 1 / 2))
    as_feature = (pixels[:, :1] == pixels[:, 1:]).astype(int)  # (4, 1)
    repaired = BernoulliNB(alpha=0).fit(as_feature, equal)
    assert repaired.predict_proba(as_feature)[:, 1] == exact(np.array([1, 0, 0, 1]))


def test_every_number_of_this_theme_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_g")}
    assert covered == G_IDS
