"""Digits: parameters counted by hand, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.datasets import load_digits
from mlcore.demos import Refused, digits


@pytest.fixture(scope="module")
def result():
    return digits.compute()


def test_the_first_corner_is_never_inked_and_its_theta_comes_from_the_pseudo_counts_alone(result):
    X, _, y, _ = load_digits().split()
    zeros = int((y == 0).sum())
    assert X[:, 0].max() == 0
    assert result.theta_bernoulli[0, 0] == pytest.approx(1 / (zeros + 2))
    assert result.theta_multinomial[0, 0] == pytest.approx(1 / (X[y == 0].sum() + 64))
    assert result.mean[0, 0] == 0


def test_parameters_are_distributions_of_the_right_kind(result):
    assert result.theta_multinomial.sum(axis=1) == pytest.approx(np.ones(10))
    assert ((result.theta_bernoulli > 0) & (result.theta_bernoulli < 1)).all()
    assert set(np.unique(result.drawn[0])) == {0, 1}
    assert (result.drawn[1] >= 0).all()


def test_togetherness_tells_copies_from_independent_pixels():
    rng = np.random.default_rng(0)
    columns = np.repeat(rng.normal(size=(1000, 8, 1)), 8, axis=2).reshape(1000, 64)
    assert digits.togetherness(columns) == pytest.approx(1)
    assert digits.togetherness(rng.normal(size=(1000, 64))) < 0.06


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"theta_bernoulli": r.theta_bernoulli * 0.999},
        lambda r: {"theta_bernoulli": r.theta_multinomial},
        lambda r: {"theta_multinomial": r.mean / r.mean.sum(axis=1, keepdims=True)},  # no smoothing
        lambda r: {"mean": r.mean[::-1]},
        lambda r: {"sd": r.sd * np.sqrt(179 / 178)},  # the other divisor
        lambda r: {"drawn": r.drawn[:, ::-1]},  # digits under the wrong label
        lambda r: {"drawn": r.drawn + 0.2 * (np.arange(3) == 2)[:, None, None, None] * r.sd[:, None]},
        lambda r: {"impossible": 0.0},
        lambda r: {"impossible": r.impossible * 1.02},
        lambda r: {"together_drawn": np.full(3, r.together_real)},
        lambda r: {"together_real": r.together_drawn[0]},
        lambda r: {"stated": r.accuracy},
        lambda r: {"accuracy_drawn": r.accuracy},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    digits.confirm(result)
    with pytest.raises(Refused):
        digits.confirm(replace(result, **perturbed(result)))
