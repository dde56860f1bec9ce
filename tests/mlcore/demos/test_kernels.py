"""Kernels: the lectures' vote by hand, the turning bandwidths by algebra, and claims that can be refused."""

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from mlcore.demos import Refused, kernels
from mlcore.demos.kernels import algebra


@pytest.fixture(scope="module")
def result():
    return kernels.compute()


def test_the_vote_of_the_lectures(result):
    assert result.total == pytest.approx(13 / 20)
    assert result.p_plus == pytest.approx(34 / 55)  # 1.7 / 2.75
    assert result.majority == pytest.approx(2 / 5)


def test_only_the_two_heaviest_together_overrule_the_majority(result):
    # 0.9 + 0.8 = 1.7 is more than half of 2.75; the next pair, 0.9 + 0.4 = 1.3, is not. Twice: + and −.
    assert result.overruled == 2


def test_turning_bandwidths_by_hand(result):
    # 2 − 0.3/h = 3 − 1.95/h, and 2 − 0.05/h² = 3 − 1.2725/h²
    assert result.turning["triangular"] == pytest.approx(1.65)
    assert result.turning["epanechnikov"] == pytest.approx(sqrt(1.2225))


def test_the_vote_turns_once_because_its_polynomial_has_one_positive_root():
    (root,) = algebra.turning_points((2, 4), (12, 13, 14))
    assert 1 + root**2 == pytest.approx(root**10 + root**11 + root**12)


def test_two_classes_that_alternate_may_turn_twice():
    # (1 − z)(2 − z) = 2 − 3 z + z²: two minus signs, two positive roots
    assert algebra.turning_points((0, 0, 2), (1, 1, 1)) == pytest.approx([1, 2])


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        ("boxcar", 1 / 2),
        ("triangular", 1),
        ("epanechnikov", 3 / 4),
        ("quartic", 15 / 16),
        ("triweight", 35 / 32),
    ],
)
def test_textbook_constants(result, name, by_hand):
    assert result.constants[name] == pytest.approx(by_hand)
    assert float(algebra.constant(name)) == pytest.approx(by_hand)


def test_the_forgotten_root_in_fractions(result):
    assert result.rooted == pytest.approx(1 / (1 + 5 / 9 + 1 / 2))
    assert result.squared == pytest.approx(1 / (1 + 25 / 81 + 1 / 4))


@pytest.mark.parametrize("name", sorted(algebra.FORMULAS))
def test_slopes_are_difference_quotients(name):
    u = np.linspace(0.1, 0.9, 9)
    quotient = (algebra.values(name, u + 1e-6) - algebra.values(name, u - 1e-6)) / 2e-6
    assert algebra.slopes(name, u) == pytest.approx(quotient, abs=1e-7)


def test_the_claim_is_confirmed(result):
    kernels.confirm(result)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"curves": {**r.curves, "tricube": r.curves["triweight"]}},
        lambda r: {"constants": {**r.constants, "quartic": 1.0}},
        lambda r: {"total": 0.75},
        lambda r: {"p_plus": r.majority},
        lambda r: {"majority": r.p_plus},
        lambda r: {"overruled": 0},
        lambda r: {"by_h": {**r.by_h, "gaussian": r.by_h["triangular"]}},
        lambda r: {"turning": {**r.turning, "triangular": 1.66}},
        lambda r: {"turning": {**r.turning, "exponential": 1.3}},
        lambda r: {"turning": {**r.turning, "gaussian": 0.701}},
        lambda r: {"rooted": r.squared},
        lambda r: {"squared": r.rooted},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    with pytest.raises(Refused):
        kernels.confirm(replace(result, **perturbed(result)))
