"""XOR: what is learned from equal and unequal pixels, and claims that can be refused."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from mlcore.demos import Refused, xor
from mlcore.demos.xor import (
    learn_copies,
    learn_sample,
    posterior_with_copies,
    rules_of_lines,
)


@pytest.fixture(scope="module")
def result():
    return xor.compute()


def test_naive_bayes_learns_nothing_and_is_repaired_by_one_feature(result):
    assert result.theta == pytest.approx(np.full((2, 2), 1 / 2))
    assert result.posterior == pytest.approx([1 / 2] * 4)
    assert result.repaired.tolist() == [1, 0, 0, 1]
    assert result.neighbour.tolist() == [1, 0, 0, 1]


def test_a_copied_feature_counts_twice():
    """P(x = 1 | A) = 4/5: twice that is 16 to 1."""
    assert posterior_with_copies(4 / 5, 2) == pytest.approx(16 / 17)
    assert posterior_with_copies(Fraction(4, 5), 3) == Fraction(64, 65)
    assert learn_copies(2) == pytest.approx((16 / 17, 4 / 5))


def test_two_against_two_is_a_tie_and_three_win(result):
    assert posterior_with_copies(4 / 5, 2 - 2) == 1 / 2
    assert result.outvoting == 3


def test_a_lopsided_sample_makes_naive_bayes_right_by_luck():
    """(0, 0) 30 times, (1, 1) 20, the others 25 each: only (1, 1) then looks like B."""
    right, repaired, distance = learn_sample([30, 25, 25, 20])
    theta = 21 / 52  # (20 + 1) / (50 + 2)
    assert (right, repaired) == (3, 4)
    assert distance == pytest.approx(1 / 2 - theta**2 / (theta**2 + 1 / 4), abs=1e-11)


def test_straight_lines_make_all_rules_but_xor_and_its_opposite():
    every = {tuple(bool(code >> bit & 1) for bit in range(4)) for code in range(16)}
    assert every - rules_of_lines() == {(True, False, False, True), (False, True, True, False)}


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"theta": r.theta + 0.01},
        lambda r: {"posterior": r.repaired},
        lambda r: {"repaired": 1 - r.repaired},
        lambda r: {"neighbour": r.posterior},
        lambda r: {"right_nb": np.append(r.right_nb[:-1], 4)},  # a straight line through XOR
        lambda r: {"right_nb": np.clip(r.right_nb + 1, 0, 3)},  # better than chance
        lambda r: {"right_repaired": np.append(r.right_repaired[:-1], 3)},
        lambda r: {"farthest": 0.0},
        lambda r: {"farthest": 0.08},
        lambda r: {"stated": r.accuracy},  # as if copies did not count
        lambda r: {"stated": np.append(r.stated[:-1], 1 - 1e-9)},
        lambda r: {"accuracy": r.stated},
        lambda r: {"accuracy": r.accuracy - 0.01},
        lambda r: {"outvoting": 2},
        lambda r: {"outvoting": 4},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    xor.confirm(result)
    with pytest.raises(Refused):
        xor.confirm(replace(result, **perturbed(result)))
