"""The lectures' numbers on decisions, evaluation, unbalanced classes, priors and underflow.

These are G14, G15, G19, G28, G29 and G33.
Fractions are exact. Where a number is printed with so many decimals, half a unit of the last one is allowed.
"""

import math

import numpy as np
import pytest

from mlcore.decisions import cost_threshold, decide, expected_cost, undersample
from mlcore.estimation import m_estimate, map_slope
from mlcore.evaluation import accuracy, auc, confusion, metrics, roc_points
from mlcore.naive_bayes import BernoulliNB

G_IDS = {"g14", "g15", "g19", "g28", "g29", "g33"}


def exact(value):
    """Accept rounding of floating-point arithmetic only."""
    return pytest.approx(value, rel=1e-12)


def printed(value, digits=10):
    """Accept what rounds to the printed decimals."""
    return pytest.approx(value, rel=0, abs=0.5 * 10.0**-digits)


def test_g14_costs_of_a_spam_filter():
    C = [[0, 100], [10, 0]]  # rows: say spam, say not spam; columns: is spam, is not
    assert expected_cost([[0.6, 0.4]], C) == exact(np.array([[40, 6]]))
    assert decide([[0.6, 0.4]], C) == [1]
    assert cost_threshold(c_fp=100, c_fn=10) == exact(10 / 11)
    assert cost_threshold(c_fp=100, c_fn=10) == printed(0.9090909091)
    assert expected_cost([[0.9095, 0.0905]], C) == exact(np.array([[9.05, 9.095]]))
    assert decide([[0.9095, 0.0905]], C) == [0]


def test_g15_ninety_nine_per_cent_spam():
    y = np.array(["spam"] * 9900 + ["ham"] * 100)
    always_spam = np.full(10_000, "spam")
    assert accuracy(y, always_spam) == exact(99 / 100)
    assert metrics(*confusion(y, always_spam, positive="ham"))["recall"] == 0
    kept = undersample(y, majority="spam", fraction=0.05, rng=np.random.default_rng(0))
    n_spam, n_ham = (y[kept] == "spam").sum(), (y[kept] == "ham").sum()
    assert n_spam / (n_spam + n_ham) == exact(99 / 119)
    assert n_spam / (n_spam + n_ham) == printed(0.8319327731)
    assert n_spam / n_ham == exact(4.95)


def test_g19_ten_predictions_evaluated():
    y = [1, 1, 1, 0, 0, 0, 0, 0, 1, 0]
    yhat = [1, 0, 1, 0, 1, 0, 0, 0, 1, 0]
    score = [0.9, 0.4, 0.8, 0.35, 0.7, 0.4, 0.1, 0.2, 0.85, 0.05]
    assert tuple(confusion(y, yhat, positive=1)) == (3, 1, 1, 5)
    m = metrics(3, 1, 1, 5)
    assert m["accuracy"] == exact(4 / 5)
    assert (m["precision"], m["recall"], m["f1"]) == (exact(3 / 4), exact(3 / 4), exact(3 / 4))
    assert (m["jaccard"], m["fpr"]) == (exact(3 / 5), exact(1 / 6))
    assert auc(y, score) == exact(15 / 16)  # 22 of the 24 pairs in order, one tie
    fpr = [0, 0, 0, 0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1]
    tpr = [0, 1 / 4, 1 / 2, 3 / 4, 3 / 4, 1, 1, 1, 1, 1]
    assert roc_points(y, score) == exact(np.column_stack([fpr, tpr]))


def test_g28_slope_under_a_normal_prior():
    x, t = [1, 2, 3], [1, 2, 2]
    for tau2, slope in {1 / 10: 11 / 24, 1: 11 / 15, 10: 110 / 141}.items():
        assert map_slope(x, t, noise_var=1, prior_var=tau2) == exact(slope)
    assert map_slope(x, t, noise_var=1, prior_var=math.inf) == exact(11 / 14)  # maximum likelihood
    for tau2, slope in {1 / 10: 1 / 4, 1: 11 / 17, 10: 10 / 13}.items():
        counted_for_each_example = map_slope(x, t, noise_var=1, prior_var=tau2 / 3)
        assert counted_for_each_example == exact(slope)


@pytest.mark.parametrize(("m", "product"), [(308, 1e-308), (323, 1e-323), (324, 0.0)])
def test_g29_a_product_of_tenths_underflows_and_its_logarithm_does_not(m, product):
    assert math.prod([0.1] * m) == pytest.approx(product, rel=1e-6, abs=0)
    X = np.zeros((20, m))
    X[[0, 10]] = 1  # every feature is on in one of ten examples of each class
    model = BernoulliNB(alpha=0).fit(X, [0] * 10 + [1] * 10)
    log_likelihood = model.predict_joint_log_proba(np.ones((1, m))) - model.class_log_prior_
    assert log_likelihood == exact(np.full((1, 2), m * math.log(1 / 10)))
    assert 324 * math.log(1 / 10) == printed(-746.04, digits=2)
    assert model.predict_proba(np.ones((1, m))) == exact(np.array([[1 / 2, 1 / 2]]))


def test_g33_the_m_estimate_inside_a_mail_filter():
    assert m_estimate(3, 3, p=1 / 2, m=0.45) == exact(43 / 46)
    assert m_estimate(3, 3, p=1 / 2, m=0.45) == printed(0.9347826087)


def test_every_number_of_this_theme_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_g")}
    assert covered == G_IDS
