"""Smoothing: the lectures' numbers, the steps on paper, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

from mlcore.datasets import load_play_tennis, load_spam_table
from mlcore.demos import Refused, smoothing
from mlcore.demos.smoothing import algebra, beliefs, counts, shrinkage
from mlcore.naive_bayes import BernoulliNB, CategoricalNB


@pytest.fixture(scope="module")
def result():
    return smoothing.compute()


def test_the_lectures_ten_tosses(result):
    """Six of one kind; Beta(2, 2) leads to 7/12, Beta(3, 3) to 8/14."""
    assert result.mode == pytest.approx([6 / 10, 6.5 / 11, 7 / 12, 8 / 14, 16 / 30])
    assert result.mean == pytest.approx([7 / 12, 7.5 / 13, 8 / 14, 9 / 16, 17 / 32])


def test_outlook_given_no_under_three_totals(result):
    assert result.counts.outlook[0] == pytest.approx([4 / 8, 1 / 8, 3 / 8])
    assert result.counts.outlook[1] == pytest.approx([4 / 5, 1 / 5, 3 / 5])
    assert result.counts.outlook[2] == pytest.approx([4 / 7, 1 / 7, 3 / 7])


def test_the_lectures_day_with_the_right_total(result):
    """Sunny, cool, high, strong: P(no) = 0.7200666508 with α = 1; the 36 days run like an odometer."""
    sunny_cool_high_strong = 0 * 12 + 2 * 4 + 0 * 2 + 1
    assert result.counts.p_no[0, sunny_cool_high_strong] == pytest.approx(0.7200666508, abs=5e-11)


def test_the_spam_table_with_pseudo_counts(result):
    """P(spam | x) of {$}, {Hi, CPSC}, {Vicodin, Offer} and the empty message."""
    messages = [0b100000, 0b011000, 0b000011, 0b000000]
    expected = [0.8649967040, 0.2107139416, 0.9746471899, 0.7621094204]
    assert result.counts.p_spam[0, messages] == pytest.approx(expected, abs=5e-11)


def test_pseudo_rows_by_hand():
    """P(Vicodin | spam): 2 of 2; with a row of all words and a row of none 3 of 4, as with α = 1."""
    X, y = load_spam_table()
    assert X[y == 1][:, 4].tolist() == [1, 1]
    for model in (counts.fit_counts(), counts.fit_rows()):
        assert np.exp(model.feature_log_prob_[1, 4]) == pytest.approx(3 / 4)


def test_without_gaps_three_rows_smooth_three_values_but_not_two():
    X, y = load_play_tennis(codes=True)
    whole = np.vstack([X, [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 0, 0]] * 2])
    by_rows = CategoricalNB(alpha=0).fit(whole, [*y, *["No"] * 3, *["Yes"] * 3]).feature_log_prob_
    smooth = CategoricalNB(alpha=1).fit(X, y).feature_log_prob_
    assert [np.allclose(a, b) for a, b in zip(by_rows, smooth, strict=True)] == [True, True, False, False]


def test_rows_of_weight_one_half_are_a_pseudo_count_of_one_half():
    X, y = load_spam_table()
    rows = np.vstack([X, np.ones(6), np.zeros(6), np.ones(6), np.zeros(6)])
    weight = [1, 1, 1, 0.5, 0.5, 0.5, 0.5]
    by_rows = BernoulliNB(alpha=0).fit(rows, [*y, 0, 0, 1, 1], sample_weight=weight)
    smooth = BernoulliNB(alpha=0.5).fit(X, y)
    assert np.allclose(by_rows.feature_log_prob_, smooth.feature_log_prob_)
    assert np.exp(by_rows.class_log_prior_) == pytest.approx([2 / 5, 3 / 5])


def test_one_head(result):
    """Beta(3, 2): mode 2/3, mean 3/5; and (n + 1)/(n + 2) after n heads."""
    assert result.beliefs.mode == pytest.approx([1 / 2, 2 / 3, 3 / 4, 6 / 7])
    assert result.beliefs.mean == pytest.approx([1 / 2, 3 / 5, 4 / 6, 7 / 9])


def test_the_formulas_on_paper(result):
    found, s = result.algebra, algebra
    total = s.n_1 + s.n_0
    assert sp.simplify(found.mle - s.n_1 / total) == 0
    assert sp.simplify(found.mode - (s.n_1 + s.alpha) / (total + 2 * s.alpha)) == 0
    assert sp.simplify(found.mean - (s.n_1 + s.a) / (total + s.a + s.b)) == 0
    for found_v, n_v in zip(found.multinomial_mode, s.counts, strict=True):
        assert sp.simplify(found_v - (n_v + s.alpha) / (sum(s.counts) + 3 * s.alpha)) == 0
    assert found.denominator == s.n + s.alpha * s.V


def test_the_mean_on_paper_is_an_integral():
    """Two ones and a zero under Beta(2, 2): ∫ θ · θ³(1 − θ)² / ∫ θ³(1 − θ)²."""
    t = algebra.theta
    weight = sp.expand(t**3 * (1 - t) ** 2)
    mean = sp.integrate(t * weight, (t, 0, 1)) / sp.integrate(weight, (t, 0, 1))
    values = {algebra.n_1: 2, algebra.n_0: 1, algebra.a: 2, algebra.b: 2}
    assert algebra.posterior_mean().subs(values) == mean == sp.Rational(4, 7)


def test_the_posteriors_slope_is_zero_only_at_the_mode_and_turns_down_there():
    second = sp.diff(
        (algebra.n_1 + algebra.alpha) * sp.log(algebra.theta)
        + (algebra.n_0 + algebra.alpha) * sp.log(1 - algebra.theta),
        algebra.theta,
        2,
    )
    values = {algebra.n_1: 6, algebra.n_0: 4, algebra.alpha: 1, algebra.theta: sp.Rational(7, 12)}
    assert second.subs(values) < 0


def test_average_risks_are_a_sixtieth_and_a_seventy_second(result):
    assert result.shrinkage.mean_risk[:2] == pytest.approx([1 / 60, 1 / 72])


def test_climbing_on_a_simplex_finds_known_shares():
    assert shrinkage.climb(np.array([4.0, 1.0, 3.0])) == pytest.approx([4 / 8, 1 / 8, 3 / 8], abs=1e-5)


def test_coverage_of_a_coin_that_always_shows_heads():
    """Twenty heads: the interval under Beta(2, 2) stays below 1, so it never holds θ = 1."""
    assert beliefs.intervals()[20, 1] < 1
    assert beliefs.coverage(np.array([1.0])).tolist() == [0]


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"mode": r.mean},
        lambda r: {"mean": r.mode},
        lambda r: {"mode": r.mode + 1e-5},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    with pytest.raises(Refused):
        smoothing.confirm(replace(result, **perturbed(result)))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda a: {"mle": a.mode.subs(algebra.alpha, 1)},
        lambda a: {"mode": a.mode.subs(algebra.alpha, algebra.alpha - 1)},  # the mode under Beta(α, α)
        lambda a: {"mean": a.mode.subs(algebra.alpha, 1)},
        lambda a: {"multinomial_mle": a.multinomial_mle[::-1]},
        lambda a: {"multinomial_mode": a.multinomial_mle},
        lambda a: {"denominator": algebra.n + algebra.alpha},
        lambda a: {"m_is_smoothing": algebra.m},
        lambda a: {"m_is_shrinkage": algebra.m},
        lambda a: {"risk": a.risk * 2},
        lambda a: {"mean_risk": a.mean_risk * 2},
        lambda a: {"best_alpha": sp.Integer(2)},
    ],
)
def test_a_perturbed_formula_is_refused(result, perturbed):
    wrong = replace(result.algebra, **perturbed(result.algebra))
    with pytest.raises(Refused):
        smoothing.confirm_algebra(replace(result, algebra=wrong))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"mode": r.mode[::-1]},
        lambda r: {"mode": np.vstack([r.mode[:1], r.mode[:-1]])},
        lambda r: {"mean": r.mean[[1, 0, 2]]},
        lambda r: {"risk": r.risk[::-1]},
        lambda r: {"mean_risk": r.mean_risk * 1.01},
    ],
)
def test_a_perturbed_claim_about_shrinkage_is_refused(result, perturbed):
    with pytest.raises(Refused):
        shrinkage.confirm(replace(result.shrinkage, **perturbed(result.shrinkage)))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"outlook": r.outlook[::-1]},
        lambda r: {"outlook": r.outlook[[0, 2, 1]]},
        lambda r: {"p_no": r.p_no[[1, 0, 2]]},
        lambda r: {"p_no": r.p_no[[0, 0, 2]]},  # a wrong total without an effect
        lambda r: {"by_classes": r.by_classes[::-1]},
        lambda r: {"by_classes": r.by_classes[[0, 0]]},
        lambda r: {"prior_rows": np.array([1 / 3, 2 / 3])},
        lambda r: {"p_spam": r.p_spam[[0, 0]]},  # rows that leave the prior alone
        lambda r: {"p_spam": r.p_spam[::-1]},
    ],
)
def test_a_perturbed_claim_about_counts_is_refused(result, perturbed):
    with pytest.raises(Refused):
        counts.confirm(replace(result.counts, **perturbed(result.counts)))


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"mode": r.mean},
        lambda r: {"mean": r.mode},
        lambda r: {"interval": r.interval * [1, 0.99]},
        lambda r: {"mle": r.smoothed},
        lambda r: {"smoothed": r.mle},
        lambda r: {"band": r.band * [1, 1.001]},
        lambda r: {"band": r.band[::-1]},
        lambda r: {"coverage": np.full_like(r.coverage, 0.95)},  # credible is not coverage for each θ
        lambda r: {"coverage": r.coverage * 0.98},
    ],
)
def test_a_perturbed_claim_about_beliefs_is_refused(result, perturbed):
    with pytest.raises(Refused):
        beliefs.confirm(replace(result.beliefs, **perturbed(result.beliefs)))


def test_what_came_out_is_confirmed(result):
    smoothing.confirm(result)
