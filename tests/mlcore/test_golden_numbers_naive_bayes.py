"""The lectures' numbers on naive Bayes, smoothing and the normal density.

These are G09, G11–G13, G17, G20–G22, G26 and G27.
Fractions are exact. Where a number is printed with so many decimals, half a unit of the last one is allowed.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.special import ndtr

from mlcore.datasets import (
    load_gaussian_table,
    load_multinomial_table,
    load_play_tennis,
    load_spam_table,
    load_temperatures,
    load_ten_by_two,
)
from mlcore.discriminant import boundary_1d
from mlcore.estimation import gaussian_logpdf, gaussian_mle, m_estimate, map_theta
from mlcore.kernels import weighted_vote
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from mlcore.probability import cond_prob, joint_from_rows, n_parameters
from mlcore.text import build_vocabulary, count_matrix

G_IDS = {
    "g09",
    "g09a",
    "g09b",
    "g09c",
    "g09d",
    "g09e",
    "g09f",
    "g11",
    "g11a",
    "g11b",
    "g11c",
    "g12",
    "g12a",
    "g13",
    "g17",
    "g20",
    "g21",
    "g22",
    "g26",
    "g27",
}
TENNIS = load_play_tennis(codes=True)
QUERY = ("Sunny", "Cool", "High", "Strong")
ALL_DAYS = np.array(list(itertools.product(range(3), range(3), range(2), range(2))))

TEN_BY_TWO, TEN_LABELS = load_ten_by_two()
FOUR_INPUTS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])

SPAM, SPAM_LABELS = load_spam_table()


def exact(value):
    """Accept rounding of floating-point arithmetic only."""
    return pytest.approx(value, rel=1e-12)


def printed(value, digits=10):
    """Accept what rounds to the printed decimals."""
    return pytest.approx(value, rel=0, abs=0.5 * 10.0**-digits)


def codes(*day):
    """Return the numbers of a day's values in their domains; NaN for a missing value."""
    return [np.nan if v == "?" else values.index(v) for v, values in zip(day, TENNIS.domains, strict=True)]


def fit_tennis(alpha, **options):
    return CategoricalNB(alpha=alpha, **options).fit(TENNIS.X, TENNIS.y)


def tennis_scores(alpha, day, **options):
    """Return p(x, yes) and p(x, no) of one day."""
    p_no, p_yes = np.exp(fit_tennis(alpha, **options).predict_joint_log_proba([codes(*day)]))[0]
    return p_yes, p_no


def p_no(alpha, day, **options):
    return fit_tennis(alpha, **options).predict_proba([codes(*day)])[0, 0]


def test_g09_play_tennis_without_smoothing():
    model = fit_tennis(0)
    assert np.exp(model.class_log_prior_) == exact(np.array([5 / 14, 9 / 14]))
    assert np.exp(model.feature_log_prob_[0][1, 0]) == exact(2 / 9)  # sunny given yes
    assert tennis_scores(0, QUERY) == (exact(1 / 189), exact(18 / 875))
    assert p_no(0, QUERY) == exact(486 / 611)
    assert p_no(0, QUERY) == printed(0.7954173486)
    log_joint = model.predict_joint_log_proba([codes(*QUERY)])[0]
    assert log_joint == printed(np.array([-3.8838521285, -5.2417470151]))
    assert model.predict([codes(*QUERY)]) == ["No"]


def test_g09a_play_tennis_with_add_one_smoothing():
    assert tennis_scores(1, QUERY) == (exact(6 / 847), exact(25 / 1372))
    assert p_no(1, QUERY) == exact(3025 / 4201)
    assert p_no(1, QUERY) == printed(0.7200666508)


def test_g09b_play_tennis_with_add_half_smoothing():
    assert tennis_scores(1 / 2, QUERY) == (exact(1 / 160), exact(105 / 5408))
    assert p_no(1 / 2, QUERY) == exact(525 / 694)
    assert p_no(1 / 2, QUERY) == printed(0.7564841499)


def test_g09c_play_tennis_where_a_zero_count_vetoes_a_class():
    day = ("Overcast", "Mild", "High", "Strong")
    assert tennis_scores(0, day) == (exact(8 / 567), 0)
    assert tennis_scores(1, day) == (exact(25 / 1694), exact(75 / 10_976))
    assert p_no(1, day) == exact(363 / 1147)
    assert p_no(1, day) == printed(0.3164777681)
    assert (fit_tennis(0).predict_proba(ALL_DAYS)[:, 0] == 0).sum() == 12


def test_g09d_play_tennis_with_a_missing_value():
    day = ("Sunny", "Cool", "?", "Strong")
    assert tennis_scores(0, day) == (exact(1 / 63), exact(9 / 350))
    assert p_no(0, day) == exact(81 / 131)
    assert p_no(0, day) == printed(0.6183206107)


def test_g09e_play_tennis_with_a_uniform_prior():
    assert p_no(0, QUERY, fit_prior=False) == exact(4374 / 4999)
    assert p_no(0, QUERY, class_prior=[1 / 2, 1 / 2]) == exact(4374 / 4999)
    assert p_no(0, QUERY, class_prior=[1 / 2, 1 / 2]) == printed(0.8749749950)


@pytest.mark.parametrize("alpha", [0, 1])
def test_g09f_play_tennis_whole_table(alpha):
    model = fit_tennis(alpha)
    assert model.score(TENNIS.X, TENNIS.y) == exact(13 / 14)
    assert (model.predict(ALL_DAYS) == "Yes").sum() == 25


def test_g11_ten_by_two_table_step_by_step():
    model = BernoulliNB(alpha=0).fit(TEN_BY_TWO, TEN_LABELS)
    assert model.class_count_.tolist() == [4, 6]
    assert model.feature_count_[1].tolist() == [3, 4]
    joint = joint_from_rows(np.c_[TEN_BY_TWO, TEN_LABELS].tolist())
    assert cond_prob(joint, {1: 1, 2: 1}, {}) == exact(4 / 10)
    assert np.exp(model.class_log_prior_) == exact(np.array([4 / 10, 6 / 10]))
    assert np.exp(model.feature_log_prob_) == exact(np.array([[1, 1 / 4], [1 / 2, 2 / 3]]))
    assert np.exp(model.predict_joint_log_proba([[1, 1]])) == exact(np.array([[1 / 10, 2 / 10]]))
    assert np.exp(model.log_evidence([[1, 1]])) == exact(np.array([3 / 10]))
    assert model.predict_proba([[1, 1]])[0, 1] == exact(2 / 3)
    assert model.predict([[1, 1]]) == [1]


def test_g11a_ten_by_two_table_all_inputs():
    model = BernoulliNB(alpha=0).fit(TEN_BY_TWO, TEN_LABELS)
    scores = np.exp(model.predict_joint_log_proba(FOUR_INPUTS))
    assert scores == exact(np.array([[0, 1 / 10], [0, 2 / 10], [3 / 10, 1 / 10], [1 / 10, 2 / 10]]))
    assert model.predict_proba(FOUR_INPUTS)[:, 1] == exact(np.array([1, 1, 1 / 4, 2 / 3]))
    p_x = np.exp(model.log_evidence(FOUR_INPUTS))
    assert p_x == exact(np.array([1, 2, 4, 3]) / 10)
    assert p_x.sum() == exact(1)


def test_g11b_ten_by_two_table_with_add_one_smoothing():
    model = BernoulliNB(alpha=1).fit(TEN_BY_TWO, TEN_LABELS)
    assert np.exp(model.feature_log_prob_) == exact(np.array([[5 / 6, 2 / 6], [4 / 8, 5 / 8]]))
    fractions = np.array([81 / 113, 135 / 151, 81 / 241, 27 / 43])
    assert model.predict_proba(FOUR_INPUTS)[:, 1] == exact(fractions)
    assert fractions == printed(np.array([0.7168141593, 0.8940397351, 0.3360995851, 0.6279069767]))


def test_g11c_ten_by_two_table_without_the_naive_step():
    joint = joint_from_rows(np.c_[TEN_BY_TWO, TEN_LABELS].tolist())
    counts = {row: round(10 * p) for row, p in joint.items()}
    assert counts == {(0, 0, 1): 2, (0, 1, 1): 1, (1, 0, 0): 3, (1, 1, 1): 3, (1, 1, 0): 1}
    assert cond_prob(joint, {2: 1}, {0: 1, 1: 1}) == exact(3 / 4)


def test_g12_spam_parameters_from_three_messages():
    mle, smooth = (BernoulliNB(alpha=alpha).fit(SPAM, SPAM_LABELS) for alpha in (0, 1))
    assert np.exp(mle.class_log_prior_) == exact(np.array([1 / 3, 2 / 3]))
    ham, spam = [0, 1, 1, 1, 0, 0], [1 / 2, 1 / 2, 0, 0, 1, 1 / 2]
    assert np.exp(mle.feature_log_prob_) == exact(np.array([ham, spam]))
    ham, spam = [1 / 3, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 1 / 3], [1 / 2, 1 / 2, 1 / 4, 1 / 4, 3 / 4, 1 / 2]
    assert np.exp(smooth.feature_log_prob_) == exact(np.array([ham, spam]))


def test_g12a_spam_posteriors_and_linear_form():
    model = BernoulliNB(alpha=1).fit(SPAM, SPAM_LABELS)
    messages = np.array([[1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1], [0] * 6])
    fractions = np.array([6561 / 7585, 2187 / 10_379, 19_683 / 20_195, 6561 / 8609])
    assert model.predict_proba(messages)[:, 1] == exact(fractions)
    assert fractions == printed(np.array([0.8649967040, 0.2107139416, 0.9746471899, 0.7621094204]))
    log_2, log_3 = math.log(2), math.log(3)
    w_ham, w_spam = [-log_2, log_2, log_2, log_2, -log_2, -log_2], [0, 0, -log_3, -log_3, log_3, 0]
    assert model.coef_ == exact(np.array([w_ham, w_spam]))
    assert (log_2, log_3) == (printed(0.6931471806), printed(1.0986122887))
    assert model.intercept_ == printed(np.array([-5.6108444790, -4.4465651558]))


def test_g13_a_word_that_no_spam_message_contains():
    for n, theta in {10: 1 / 12, 100: 1 / 102}.items():
        assert map_theta([0, n], alpha=1)[0] == exact(theta)
        assert m_estimate(0, n, p=1 / 2, m=2) == exact(theta)


def test_g17_weighted_vote_against_the_majority():
    labels, weights = [1, 1, -1, -1, -1], [0.9, 0.8, 0.4, 0.35, 0.3]
    minus, plus = weighted_vote(labels, weights, classes=[-1, 1])
    assert (plus - minus) * sum(weights) == exact(0.65)
    assert sum(weights) == exact(2.75)
    assert plus == exact(34 / 55)
    assert plus == printed(0.6181818182)
    assert weighted_vote(labels, [1] * 5, classes=[-1, 1]).argmax() == 0


def test_g20_density_of_a_temperature():
    assert math.exp(gaussian_logpdf(66, 73, 6.2**2)) == printed(0.0340187055)
    assert math.exp(gaussian_logpdf(66, 73, 26.2**2)) == printed(0.0146929229)
    as_printed = math.exp((66 - 73) ** 2 / 26.2**2) / math.sqrt(2 * math.pi * 6.2)
    assert as_printed == printed(0.1720740464)
    mean, var = gaussian_mle(load_temperatures())
    assert mean == 73
    assert math.sqrt(var) == printed(5.8118652581)
    assert math.exp(gaussian_logpdf(66, mean, var)) == printed(0.0332344250)
    _, unbiased = gaussian_mle(load_temperatures(), ddof=1)
    assert math.sqrt(unbiased) == printed(6.1644140030)
    assert math.exp(gaussian_logpdf(66, mean, unbiased)) == printed(0.0339635138)


def test_g21_heights_have_two_boundaries():
    low, high = boundary_1d(165, 6**2, 1 / 2, 178, 7**2, 1 / 2)
    assert (low, high) == (printed(86.5048929528), printed(171.4951070472))
    m_missed = ndtr((high - 178) / 7) - ndtr((low - 178) / 7)
    f_taken_for_m = 1 - ndtr((high - 165) / 6) + ndtr((low - 165) / 6)
    assert (m_missed, f_taken_for_m) == (printed(0.1763744799), printed(0.1395112461))
    assert list(boundary_1d(165, 6**2, 1 / 2, 178, 6**2, 1 / 2)) == [exact(171.5)]
    unequal = boundary_1d(165, 6**2, 0.2, 178, 7**2, 0.8)
    assert list(unequal) == [printed(91.1897479385), printed(166.8102520615)]


def test_g22_how_many_words_and_parameters_a_corpus_can_have():
    docs = [" ".join(f"w{i}x{j}" for j in range(50)) for i in range(100)]  # no word shared: the upper bound
    assert len(build_vocabulary(docs)) == 100 * 50
    assert count_matrix(docs, build_vocabulary(docs)).sum() == 100 * 50
    assert 10_000 * 500 == 5_000_000
    assert n_parameters(2, [2] * 10_000, "naive") == 20_000 + 1


def test_g26_multinomial_from_five_count_vectors():
    X, y = load_multinomial_table()
    model = MultinomialNB(alpha=1).fit(X, y)
    assert np.exp(model.feature_log_prob_) == exact(np.array([[7, 2, 2, 1], [1, 2, 4, 5]]) / 12)
    assert np.exp(model.class_log_prior_) == exact(np.array([6 / 10, 4 / 10]))
    queries = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [2, 0, 0, 3], [0, 0, 0, 0]])
    fractions = np.array([21 / 23, 3 / 23, 147 / 397, 6 / 10])
    assert model.predict_proba(queries)[:, 0] == exact(fractions)
    assert fractions == printed(np.array([0.9130434783, 0.1304347826, 0.3702770781, 0.6]))


def test_g27_gaussian_from_seven_points():
    X, y = load_gaussian_table()
    queries = np.array([[2, 13], [5, 20]])
    plain = GaussianNB(var_smoothing=0).fit(X, y)
    assert plain.theta_ == exact(np.array([[2, 12], [7.5, 33]]))
    assert plain.var_ == exact(np.array([[2 / 3, 8 / 3], [1.25, 13.5]]))
    log_joint = np.array([[-3.1603570, -30.7252243], [-21.7228570, -12.5696687]])
    assert plain.predict_joint_log_proba(queries) == printed(log_joint, digits=7)
    guarded = GaussianNB().fit(X, y)
    log_joint = np.array([[-3.1603571, -30.7252231], [-21.7228554, -12.5696685]])
    assert guarded.predict_joint_log_proba(queries) == printed(log_joint, digits=7)
    assert guarded.predict_proba(queries)[1, 0] == printed(0.0001058706)


def test_every_number_of_this_theme_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_g")}
    assert covered == G_IDS
