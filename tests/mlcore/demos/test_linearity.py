"""Linearity: weights worked by hand, curvature by calculus, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.datasets import load_multinomial_table
from mlcore.demos import Refused, linearity
from mlcore.demos.linearity import black_box, gaussian_hessian, score_document, score_mail


@pytest.fixture(scope="module")
def result():
    return linearity.compute()


def test_the_weights_of_the_spam_table(result):
    """θ of not spam is (1, 2, 2, 2, 1, 1) / 3, of spam (2, 2, 1, 1, 3, 2) / 4."""
    ham, spam = np.log([1 / 2, 2, 2, 2, 1 / 2, 1 / 2]), np.log([1, 1, 1 / 3, 1 / 3, 3, 1])
    assert result.bernoulli_w == pytest.approx(np.array([ham, spam]), abs=1e-12)
    assert result.bernoulli_b == pytest.approx([-5.6108444790, -4.4465651558], abs=5e-11)
    assert result.spam == pytest.approx([0.8649967040, 0.2107139416, 0.9746471899, 0.7621094204], abs=5e-11)


def test_the_weights_of_the_multinomial_table(result):
    assert np.exp(result.multinomial_w) == pytest.approx(np.array([[7, 2, 2, 1], [1, 2, 4, 5]]) / 12)
    assert result.first == pytest.approx([0.9130434783, 0.1304347826, 0.3702770781, 0.6], abs=5e-11)


def test_a_product_of_probabilities_by_hand():
    """One class, θ = (2/4, 3/4) from two rows; the first feature present, the second not."""
    assert score_mail([1, 0], np.array([[0, 1], [1, 1]]), n=4) == pytest.approx(2 / 4 * (2 / 4) * (1 / 4))
    assert score_document([2, 0, 0, 1], load_multinomial_table(), 0) == pytest.approx(
        3 / 5 * (7 / 12) ** 2 * (1 / 12)
    )


def test_the_black_box_finds_a_linear_function():
    class Linear:
        def predict_joint_log_proba(self, X):
            return X @ np.array([[1.0, 2.0], [3.0, 5.0]]).T + [7, 11]

    weights, intercepts = black_box(Linear(), 2)
    assert weights.tolist() == [[1, 2], [3, 5]]
    assert intercepts.tolist() == [7, 11]


def test_the_bend_is_the_difference_of_the_precisions():
    hessian, (v01, v02, v11, v12) = gaussian_hessian()
    assert (hessian[0, 0] - (1 / v01 - 1 / v11)).simplify() == 0
    assert (hessian[1, 1] - (1 / v02 - 1 / v12)).simplify() == 0


def test_the_clouds_bend_as_their_variances_say(result):
    """Var = (2 + 4 · 0.36) / 8 = 0.43 along both axes; the wider class has four times that."""
    assert result.bend_own == pytest.approx([3 / 4 / 0.43] * 2)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"bernoulli_w": np.log1p(np.exp(r.bernoulli_w))},
        lambda r: {"bernoulli_b": r.bernoulli_b + 0.01},
        lambda r: {"bernoulli_w": r.bernoulli_w[::-1]},
        lambda r: {"multinomial_w": np.exp(r.multinomial_w)},  # θ instead of log θ
        lambda r: {"multinomial_b": np.zeros(2)},  # the prior forgotten
        lambda r: {"spam": 1 - r.spam},
        lambda r: {"first": r.first[[1, 0, 2, 3]]},
        lambda r: {"bend_shared": r.bend_own},
        lambda r: {"bend_own": r.bend_own / 2},
        lambda r: {"bend_own": r.bend_shared},
        lambda r: {"dot": r.cosine},
        lambda r: {"cosine": r.dot},
        lambda r: {"without_prior": r.with_prior},
        lambda r: {"with_prior": r.without_prior},
        lambda r: {"repeated": r.repeated * np.array([[[1.0]], [[0.9]]])},
        lambda r: {"repeated_prior": r.repeated_prior[[0, 0]]},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    linearity.confirm(result)
    with pytest.raises(Refused):
        linearity.confirm(replace(result, **perturbed(result)))
