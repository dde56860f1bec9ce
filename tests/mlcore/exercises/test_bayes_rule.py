"""The references of the warm-up: worked by hand, and against the reference package."""

import math

import numpy as np
import pytest

from mlcore import estimation, probability
from mlcore.exercises.bayes_rule import UNIT
from mlcore.exercises.bayes_rule.bayes_posterior import bayes_posterior
from mlcore.exercises.bayes_rule.binomial_likelihood import binomial_likelihood
from mlcore.exercises.bayes_rule.cond_independent import ONLY_FIRST, PIXELS, TENTHS, cond_independent
from mlcore.exercises.bayes_rule.cond_prob import cond_prob
from mlcore.exercises.bayes_rule.diagnostic_posterior import diagnostic_posterior
from mlcore.exercises.bayes_rule.event_prob import event_prob
from mlcore.exercises.bayes_rule.inputs import COINS, WEALTH
from mlcore.exercises.bayes_rule.map_theta import map_theta
from mlcore.exercises.bayes_rule.n_parameters import n_parameters
from mlcore.exercises.bayes_rule.normalise_log import normalise_log
from mlcore.exercises.bayes_rule.repeated_test import repeated_test
from mlcore.exercises.bayes_rule.update_odds import update_odds


def piece_after_piece(p, ratios):
    for ratio in ratios:
        p = probability.bayes_posterior([p, 1 - p], [ratio, 1])[0]
    return p


def answer_after_answer(p, sensitivity, specificity, beeps):
    for beep in beeps:
        chances = (sensitivity, specificity) if beep else (1 - sensitivity, 1 - specificity)
        p = probability.diagnostic_posterior(p, *chances)
    return p


IN_MLCORE = {
    "event_prob": probability.event_prob,
    "cond_prob": probability.cond_prob,
    "bayes_posterior": probability.bayes_posterior,
    "diagnostic_posterior": probability.diagnostic_posterior,
    "map_theta": estimation.map_theta,
    "normalise_log": probability.normalise_log,
    "cond_independent": probability.cond_independent,
    "binomial_likelihood": estimation.binomial_likelihood,
    "n_parameters": probability.n_parameters,
    "update_odds": piece_after_piece,
    "repeated_test": answer_after_answer,
}


@pytest.mark.parametrize("name", IN_MLCORE)
def test_the_reference_package_gets_full_marks(name):
    exercise = UNIT[name]
    cases = [case for family in exercise.families for case in family.draw(np.random.default_rng(5))]
    assert len(cases) >= 10
    for case in cases:
        try:
            expected = case.ask(exercise.reference, *case.arguments)
        except ValueError:
            with pytest.raises(ValueError):  # noqa: PT011  (the words are the reference package's own)
                case.ask(IN_MLCORE[name], *case.arguments)
        else:
            found = case.ask(IN_MLCORE[name], *case.arguments)
            assert (case.compare or exercise.compare)(expected, found) is None, case.name


def test_every_function_has_its_reference():
    assert [exercise.name for exercise in UNIT.exercises] == list(IN_MLCORE)


def test_the_unit_is_worth_what_its_notebook_says():
    assert UNIT.points == 34


def test_event_prob_by_hand():
    assert event_prob(WEALTH, {0: "M", 2: "poor"}) == pytest.approx(0.331313 + 0.134106)
    assert event_prob(COINS, {}) == 1


def test_cond_prob_by_hand():
    assert cond_prob(COINS, {2: "head"}, {1: "head"}) == pytest.approx(5 / 6)
    assert cond_prob(WEALTH, {0: "M"}, {2: "poor"}) == pytest.approx(0.6118155773)


def test_cinema_and_stadium_by_hand():
    np.testing.assert_allclose(bayes_posterior([0.5, 0.5], [0.04, 0.5]), [2 / 27, 25 / 27])
    np.testing.assert_allclose(bayes_posterior([0.98, 0.02], [0.04, 0.5]), [392 / 492, 100 / 492])


def test_rare_defect_by_hand():
    assert diagnostic_posterior(1e-4, 0.99, 0.99) == pytest.approx(1 / 102)
    assert diagnostic_posterior(1e-4, 0.9999, 0.9999) == pytest.approx(1 / 2)


def test_pseudo_counts_by_hand():
    np.testing.assert_allclose(map_theta([3, 0, 2], 1), [4 / 8, 1 / 8, 3 / 8])
    np.testing.assert_allclose(map_theta([3, 0, 2], 0.5), [7 / 13, 1 / 13, 5 / 13])


def test_normaliser_by_hand():
    beta = 1 / (math.exp(-1) + math.exp(-4) + math.exp(-9) + math.exp(-16))
    assert beta == pytest.approx(2.58853701)
    np.testing.assert_allclose(normalise_log([-1, -4, -9, -16])[0], beta * math.exp(-1))


def test_independence_by_hand():
    assert cond_independent(COINS, 1, 2, 0)
    assert not cond_independent(COINS, 0, 2, 1)
    assert not cond_independent(PIXELS, 0, 1, 2)
    assert cond_independent(TENTHS, 0, 1, 2)
    assert not cond_independent(TENTHS, 0, 1, 2, tol=0)
    assert not cond_independent(ONLY_FIRST, 0, 1, 2)


def test_tosses_by_hand():
    assert binomial_likelihood(6, 10, 0.5) == 210 / 1024
    assert binomial_likelihood(6, 10, 0.7) == pytest.approx(0.200120949)


def test_sizes_by_hand():
    assert [n_parameters(2, (3, 3, 2, 2), kind) for kind in ("table", "joint", "stored", "naive")] == [
        72,
        71,
        22,
        13,
    ]


def test_odds_of_one_to_nine_and_two_witnesses():
    assert update_odds(0.1, [6, 3]) == pytest.approx(2 / 3)


def test_odds_agree_with_the_reference_package():
    rng = np.random.default_rng(3)
    for p, ratios in zip(rng.uniform(0, 1, 20), rng.lognormal(size=(20, 3)), strict=True):
        o = probability.odds(p)
        for ratio in ratios:
            o = probability.posterior_odds(o, ratio)
        assert update_odds(p, ratios) == pytest.approx(probability.probability_from_odds(o))


def test_a_beep_and_a_silence():
    assert repeated_test(0.02, 0.9, 0.7, [True, False]) == pytest.approx(0.0018 / 0.2076)


def test_answers_in_a_row_are_evidence_in_a_row():
    beep, silence = 0.9 / 0.3, 0.1 / 0.7
    assert repeated_test(0.02, 0.9, 0.7, [True, False, True]) == pytest.approx(
        update_odds(0.02, [beep, silence, beep])
    )
