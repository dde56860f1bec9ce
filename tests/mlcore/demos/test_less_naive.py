"""Less naive: small cases by hand, and claims that can be refused."""

from dataclasses import replace
from math import asin, log, pi

import numpy as np
import pytest

from mlcore.demos import Refused, less_naive
from mlcore.demos.less_naive import ROWS, exact_error, row_probabilities
from mlcore.demos.less_naive.chain import chain_product, divergence, lost_by_entropies
from mlcore.demos.less_naive.gaussians import closed_forms, density


@pytest.fixture(scope="module")
def result():
    return less_naive.compute()


def test_the_chain_rule_needs_what_went_before():
    """XOR: p(x2|x1, c) is 0 or 1, but p(x2|c) is ½; without x1 the product would be ⅛ everywhere."""
    joint = np.array([[[1 / 4, 0], [0, 1 / 4]], [[0, 1 / 4], [1 / 4, 0]]])
    assert chain_product(joint, (1, 2)) == pytest.approx(joint)
    assert divergence(np.array([1 / 4] * 4), np.array([1 / 8] * 4)) == pytest.approx(log(2))


def test_nothing_is_lost_on_independent_bits():
    joint = np.einsum("a,b,c->abc", [0.3, 0.7], [0.4, 0.6], [0.1, 0.9])
    assert lost_by_entropies(joint, 0) == pytest.approx(0, abs=1e-12)


def test_rows_of_bits_by_hand():
    """All bits alike: ½ · 0.8⁷ in class A, ½ · 0.2⁷ in class B."""
    p = row_probabilities()
    assert ROWS[0].tolist() == [0] * 8
    assert p[:, 0] == pytest.approx([0.8**7 / 2, 0.2**7 / 2])
    assert p.sum(axis=1) == pytest.approx([1, 1])
    assert exact_error(np.zeros(256, dtype=int), p) == pytest.approx(1 / 2)


def test_the_best_rule_counts_pairs(result):
    """Wrong if at least 4 of the 7 pairs go against the class."""
    wrong = 35 * 0.2**4 * 0.8**3 + 21 * 0.2**5 * 0.8**2 + 7 * 0.2**6 * 0.8 + 0.2**7
    assert result.best == pytest.approx(wrong)


def test_closed_forms_of_the_clouds():
    (naive, lda, _), (_, _, crossed) = closed_forms()
    assert naive == pytest.approx(0.2742531178, abs=1e-10)  # Φ(−0.6)
    assert lda == pytest.approx(0.1586552539, abs=1e-10)  # Φ(−1): Δ² = 1.44 / (1 − 0.64) = 4
    assert crossed == pytest.approx(1 / 2 - asin(4 / 5) / pi)


def test_the_bivariate_density_at_its_top():
    top = density(np.zeros((1, 2)), np.zeros(2), np.array([[1, 0.6], [0.6, 1]]))
    assert top == pytest.approx(1 / (2 * pi * 0.8))


def changed(array, place, value):
    array = array.copy()
    array[place] = value
    return array


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"products": r.products * 1.001},
        lambda r: {"products": np.moveaxis(r.products, 2, 3)},  # two bits confused
        lambda r: {"lost": r.lost + 0.001},
        lambda r: {"lost": r.lost[::-1]},
        lambda r: {"best": 0.2},
        lambda r: {"error": r.error[::-1]},
        lambda r: {"error": changed(r.error, (0, -1), r.error[1, -1])},  # naive Bayes sees it
        lambda r: {"error": changed(r.error, (1, 0), 0.01)},  # better than the best
        lambda r: {"error": changed(r.error, (1, -1), 0.04)},
        lambda r: {"error": changed(r.error, (3, -1), 0.04)},
        lambda r: {"error": changed(r.error, 2, r.error[1])},  # the order does not matter
        lambda r: {"error": changed(r.error, 4, r.error[1])},  # the full table for free
        lambda r: {"parent": np.arange(-1, 7)},
        lambda r: {"parity": changed(r.parity, 3, r.parity[2])},
        lambda r: {"parity": changed(r.parity, 2, 0.5)},
        lambda r: {"gaussian": r.gaussian + 0.001},
        lambda r: {"learned": r.learned + 0.02},
        lambda r: {"learned": r.learned[::-1]},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    less_naive.confirm(result)
    with pytest.raises(Refused):
        less_naive.confirm(replace(result, **perturbed(result)))
