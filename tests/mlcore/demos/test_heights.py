"""Heights: boundaries and areas of the lectures' picture, and claims that can be refused."""

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from mlcore.demos import Refused, heights
from mlcore.demos.heights import boundaries, error_areas, last_prior, log_odds_f, searched


@pytest.fixture(scope="module")
def result():
    return heights.compute()


def test_the_numbers_of_the_picture(result):
    assert result.equal_sd.tolist() == [171.5]
    assert result.own_sd == pytest.approx([86.5048929528, 171.4951070472], abs=5e-11)
    assert result.prior_02 == pytest.approx([91.1897479385, 166.8102520615], abs=5e-11)
    assert result.missed == pytest.approx(0.1763744799, abs=5e-11)
    assert result.alarm == pytest.approx(0.1395112460, abs=1e-10)


def test_equal_curves_err_equally():
    """6.5 cm to the boundary, σ = 6: both errors are Φ(−6.5 / 6)."""
    missed, alarm = error_areas(0.5, sd_m=6)
    assert missed == pytest.approx(alarm)
    assert missed == pytest.approx(0.1393, abs=5e-5)


def test_without_a_boundary_one_class_gets_everything_wrong():
    assert boundaries(0.001) == []
    assert error_areas(0.001) == (0, 1)  # all are taken for men


def test_the_log_odds_by_hand():
    """At the mean of the women: log σ ratio plus half of 13 squared over 49, and the prior odds."""
    assert log_odds_f(165, 1 / 2) == pytest.approx(log(7 / 6) + 169 / 98)
    assert log_odds_f(165, 1 / 4) == pytest.approx(log(7 / 6) + 169 / 98 - log(3))


def test_both_boundaries_meet_where_the_prior_is_the_last():
    assert last_prior() == pytest.approx(1 / (1 + 7 / 6 * exp(169 / 26)))
    low, high = boundaries(last_prior() * 1.0001)
    assert 0 < high - low < 1
    assert boundaries(last_prior() * 0.9999) == []


def test_searching_agrees_with_the_reference_for_a_strong_prior():
    assert searched(0.99) == pytest.approx(boundaries(0.99))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"equal_sd": r.own_sd[1:]},
        lambda r: {"own_sd": np.array([r.own_sd[0], 171.5])},
        lambda r: {"own_sd": r.own_sd[1:]},  # one root only
        lambda r: {"prior_02": r.own_sd},  # the prior ignored
        lambda r: {"missed": r.missed + 0.001},
        lambda r: {"missed": r.alarm},
        lambda r: {"alarm": r.alarm - 0.001},
        lambda r: {"far_tail": 0.0},
        lambda r: {"last_prior": 0.0},
        lambda r: {"last_prior": 1 - r.last_prior},
        lambda r: {"beyond": 1.0},
        lambda r: {"narrow_peak": 1.0},
        lambda r: {"boundaries": r.boundaries + 0.01},
        lambda r: {"boundaries": r.boundaries[::-1]},  # prior odds turned round
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    heights.confirm(result)
    with pytest.raises(Refused):
        heights.confirm(replace(result, **perturbed(result)))
