"""Curves: ten examples by hand, the laws of the curves, and a claim that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.demos import Refused, curves


@pytest.fixture(scope="module")
def result():
    return curves.compute()


def test_the_ten_examples_by_hand(result):
    roc = [(0, 0), (0, 1 / 4), (0, 1 / 2), (0, 3 / 4), (1 / 6, 3 / 4)]
    roc += [(1 / 3, 1), (1 / 2, 1), (2 / 3, 1), (5 / 6, 1), (1, 1)]
    assert result.ten_roc == pytest.approx(np.array(roc))
    assert result.ten_pr[:5, 1] == pytest.approx([1, 1, 1, 3 / 4, 4 / 6])
    assert result.ten_auc == 22.5 / 24  # of 24 pairs 22 are in the right order and one is a tie


def test_ninety_nine_in_a_hundred(result):
    assert result.trap["accuracy"] == 99 / 100
    assert result.thinned == pytest.approx(4.95 / 5.95)


def test_a_rate_of_false_alarms_weighs_as_much_as_there_are_negatives():
    assert curves.precision_of(0.8, 0.1, 0.5) == pytest.approx(8 / 9)
    assert curves.precision_of(0.8, 0.1, 0.01) == pytest.approx(8 / (8 + 99))


@pytest.mark.parametrize("share", [0.5, 0.01])
def test_the_reading_of_a_posterior_has_that_posterior(share):
    posterior = np.array([0.01, 0.3, 0.9])
    x = curves.reading_at(posterior, share)
    defect, good = share * np.exp(-((x - curves.SHIFT) ** 2) / 2), (1 - share) * np.exp(-(x**2) / 2)
    assert defect / (defect + good) == pytest.approx(posterior)


def test_the_cut_moves_down_when_a_miss_is_dearer_and_its_cost_is_a_minimum(result):
    assert result.cut == pytest.approx((np.log(1 / 20) + np.log(99)) / 2 + 1)
    around = result.cut + np.linspace(-0.5, 0.5, 11)
    assert curves.cost_per_part(around).argmin() == 5
    assert float(curves.cost_per_part(50.0)) == pytest.approx(0.2)  # never an alarm: every defect is missed
    assert float(curves.cost_per_part(-50.0)) == pytest.approx(0.99)  # always: every good part is stopped


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"ten_auc": 22 / 24},  # the tie not counted
        lambda r: {"pr": (r.pr[0], r.pr[0])},  # precision of the balanced set
        lambda r: {"pr": (r.pr[0], r.pr[1][:, ::-1])},  # axes swapped
        lambda r: {"auc": r.auc - 0.05},
        lambda r: {"roc": (r.roc[0] * [1, 0.95], r.roc[1]), "pr": _pr(r, r.roc[0] * [1, 0.95])},
        lambda r: {"trap": r.trap | {"recall": 1.0}},
        lambda r: {"thinned": 0.05},
        lambda r: {"corrected": r.balanced},  # the correction forgotten
        lambda r: {"corrected": r.plain},  # near the truth, but no correction of this posterior
        lambda r: {"weighted": r.corrected},
        lambda r: {"balanced": r.plain, "corrected": _shifted(r.plain)},
        lambda r: {"balanced": r.plain},
        lambda r: {"cut": r.cut + 0.01},
        lambda r: {"cost": r.cost * 1.01},
        lambda r: {"threshold": 1 / 20},
        lambda r: {"careless_cost": r.cost},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    curves.confirm(result)
    with pytest.raises(Refused):
        curves.confirm(replace(result, **perturbed(result)))


def _pr(result, roc):
    fpr, tpr = roc[1:].T
    return np.column_stack((tpr, curves.precision_of(tpr, fpr, 0.5))), result.pr[1]


def _shifted(posterior):
    odds = posterior / (1 - posterior) * curves.FRACTION
    return odds / (1 + odds)


def test_the_rows_of_a_sample_keep_their_share():
    y, reading = curves.sample(0.01, np.random.default_rng(0), n=1000)
    assert y.sum() == 10
    assert reading.shape == (1000,)
