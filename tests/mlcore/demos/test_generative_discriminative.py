"""Generative and discriminative: small cases by hand, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.demos import Refused, generative_discriminative
from mlcore.demos.generative_discriminative import ROWS, THETA, error_by_scores, learn, world
from mlcore.demos.generative_discriminative.two_clouds import COV, MEANS, true_line


@pytest.fixture(scope="module")
def result():
    return generative_discriminative.compute()


def test_three_equal_witnesses_by_hand():
    """Wrong if two or three of three are: 3 · 0.3² · 0.7 + 0.3³."""
    assert error_by_scores(np.array([0.7] * 3), np.array([1, 1, 1])) == pytest.approx(0.216)


def test_a_witness_that_counts_three_times_outvotes_two_better_ones():
    """Once: two of three must be wrong. Three times: the first decides, whatever the others say."""
    theta = np.array([0.7, 0.75, 0.75])
    once = 0.3 * 0.25 * 0.75 * 2 + 0.25**2 * 0.7 + 0.25**2 * 0.3
    assert error_by_scores(theta, np.array([1, 1, 1])) == pytest.approx(once)
    assert error_by_scores(theta, np.array([3, 1, 1])) == pytest.approx(0.3)


def test_in_both_worlds_each_bit_alone_is_the_same():
    for name in generative_discriminative.WORLDS:
        p = world(name)
        assert p.sum(axis=1) == pytest.approx([1, 1])
        assert p[1] @ ROWS == pytest.approx(THETA)
        assert p[0] @ ROWS == pytest.approx(1 - THETA)


def test_copies_are_never_unequal():
    unequal = ROWS[:, 0] != ROWS[:, 2]
    assert world("wrong")[:, unequal].sum() == 0
    assert world("right")[:, unequal].sum() > 0.5


def test_whoever_saw_one_row_of_each_class_is_right_there():
    p = np.zeros((2, 1024))
    p[0, 0] = p[1, 1023] = 1.0  # all bits off, all on
    assert learn(5 * p.ravel(), p) == (0, 0)


def test_the_line_has_equal_densities_on_both_sides():
    w1, w2, b = true_line()
    x = np.array([-(b + w2 * 1.3) / w1, 1.3])  # a point on the line
    first, second = ((x - mean) @ np.linalg.inv(COV) @ (x - mean) for mean in MEANS)
    assert first == pytest.approx(second)


def changed(array, place, value):
    array = array.copy()
    array[place] = value
    return array


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"best": r.best[::-1]},
        lambda r: {"limit": changed(r.limit, (1, 0), r.best[1])},  # "always arrives"
        lambda r: {"limit": changed(r.limit, (0, 0), r.best[0] + 0.001)},  # "discriminative is always better"
        lambda r: {"error": r.error[:, ::-1]},
        lambda r: {"error": r.error - 0.01},
        lambda r: {"error": changed(r.error, 0, r.error[0, ::-1])},
        lambda r: {"error": changed(r.error, (1, slice(None), 1), r.error[1, ::-1, 1])},
        lambda r: {"error": changed(r.error, (1, slice(None), -1), r.error[1, ::-1, -1])},
        lambda r: {"error": changed(r.error, (1, 0, -1), r.error[1, 0, -1] + 0.01)},
        lambda r: {"scaled_error": r.scaled_error * [1, 1, 1.01]},
        lambda r: {"scaled_error": r.scaled_error * 1.01},
        lambda r: {"scaled_loss": r.scaled_loss[[1, 0, 2]]},
        lambda r: {"scaled_loss": r.scaled_loss * [1, 1, 0] + [0, 0, 0.4]},
        lambda r: {"line": r.line * 1.1},
        lambda r: {"line": changed(r.line, (1, 2), 0.2)},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    generative_discriminative.confirm(result)
    with pytest.raises(Refused):
        generative_discriminative.confirm(replace(result, **perturbed(result)))
