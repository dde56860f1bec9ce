"""What the third lecture (joint tables, bag of words, normal densities) prints, and what holds.

These are E32–E56. Each test computes the formula as it is printed, sees it fail, and sees the reference hold.
"""

import math

import numpy as np
import pytest

from mlcore.datasets import load_play_tennis, load_ten_by_two, load_wealth_joint
from mlcore.decisions import correct_prior
from mlcore.discriminant import boundary_1d
from mlcore.estimation import (
    bernoulli_likelihood,
    bernoulli_log_likelihood,
    binomial_likelihood,
    categorical_likelihood,
    gaussian_pdf,
    map_theta,
    multinomial_likelihood,
)
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from mlcore.probability import (
    bayes_posterior,
    cond_prob,
    event_prob,
    joint_from_rows,
    marginal,
    n_parameters,
)
from mlcore.text import build_vocabulary, count_vector

HIGH = {"e36", "e37", "e47", "e50"}
MEDIUM = {"e32", "e33", "e39", "e40", "e41", "e43", "e46", "e48", "e49", "e51", "e52", "e54"}
LOW = {"e34", "e35", "e38", "e42", "e44", "e45", "e53", "e55", "e56"}

WEALTH = load_wealth_joint()
GENDER, HOURS, RICHES = range(3)
TENNIS = load_play_tennis(codes=True)
QUERY = [[0, 2, 0, 1]]  # sunny, cool, high, strong


def test_e32_three_variables_are_not_three_parameters():
    """The slide gives the table of three yes-no variables 3 parameters; it has 2³ − 1 = 7 free ones."""

    def printed(n_variables):
        return n_variables

    assert n_parameters(2, [2, 2], "joint") == 7 != printed(3)


def test_e33_bins_must_not_overlap():
    """The slide's bins ≤ 40 and ≥ 40 share the value 40, so that their probabilities exceed 1 together."""
    hours = [38, 40, 42, 45]

    def printed():
        return {("<=40",): sum(h <= 40 for h in hours) / 4, (">=40",): sum(h >= 40 for h in hours) / 4}

    assert sum(printed().values()) == 5 / 4
    with pytest.raises(ValueError, match="sum to 1"):
        event_prob(printed(), {})
    assert sum(joint_from_rows([("<40.5" if h < 40.5 else ">=40.5",) for h in hours]).values()) == 1
    assert {hours for _, hours, _ in WEALTH} == {"<40.5", ">=40.5"}


def test_e34_the_conditional_table_follows_from_the_joint_table():
    """The slide prints .09 .21 .23 .38 for the share of the rich; its joint table gives .09 .22 .23 .44."""
    printed = {("F", "<40.5"): 0.09, ("F", ">=40.5"): 0.21, ("M", "<40.5"): 0.23, ("M", ">=40.5"): 0.38}
    computed = {
        group: round(cond_prob(WEALTH, {RICHES: "rich"}, given=dict(enumerate(group))), 2)
        for group in printed
    }
    assert [group for group in printed if printed[group] != computed[group]] == [
        ("F", ">=40.5"),
        ("M", ">=40.5"),
    ]
    assert computed["F", ">=40.5"] == 0.22
    assert computed["M", ">=40.5"] == 0.44


def test_e35_sums_of_rounded_rows_are_rounded_twice():
    """The slide adds rounded rows: 0.75 instead of 0.7607; the quotient still rounds to 0.61."""

    def printed(event):
        rows = marginal(WEALTH, range(3)).items()
        return sum(round(p, 2) for row, p in rows if all(row[j] == value for j, value in event.items()))

    poor, poor_man = {RICHES: "poor"}, {RICHES: "poor", GENDER: "M"}
    assert printed(poor) == pytest.approx(0.75)
    assert event_prob(WEALTH, poor) == pytest.approx(0.7607, abs=5e-5)
    assert printed(poor_man) / printed(poor) == pytest.approx(46 / 75)
    assert cond_prob(WEALTH, poor_man, given=poor) == pytest.approx(0.6118, abs=5e-5)
    assert round(46 / 75, 2) == round(cond_prob(WEALTH, poor_man, given=poor), 2) == 0.61


@pytest.mark.parametrize("d", range(1, 8))
def test_e36_parameters_of_d_features_and_a_class(d):
    """The slide prints 2ⁿ − 1 and 2n − 1 for n features and a class; it takes 2ⁿ⁺¹ − 1 and 2n + 1."""

    def printed(n):
        return 2**n - 1, 2 * n - 1

    ours = n_parameters(2, [2] * d, "joint"), n_parameters(2, [2] * d, "naive")
    assert ours == (2 ** (d + 1) - 1, 2 * d + 1)
    assert printed(d)[0] != ours[0]
    assert printed(d)[1] != ours[1]
    assert printed(d + 1) == ours  # right if n counts the class among the variables


def test_e37_smoothing_enlarges_the_denominator():
    """The slide adds 1 everywhere, seemingly in the numerators only; the shares must still sum to 1."""
    counts = [3, 0, 2]  # sunny, overcast, rain on days without tennis

    def printed():
        return [(n + 1) / sum(counts) for n in counts]

    assert sum(printed()) == pytest.approx(8 / 5)
    assert map_theta(counts, alpha=1).tolist() == pytest.approx([4 / 8, 1 / 8, 3 / 8])
    table = CategoricalNB(alpha=1).fit(TENNIS.X, TENNIS.y).feature_log_prob_[0]
    assert np.exp(table[0]).tolist() == pytest.approx([4 / 8, 1 / 8, 3 / 8])


def test_e38_a_product_is_rounded_and_not_cut():
    """The slide prints 0.0205 for 18/875 = 0.02057, which rounds to 0.0206."""
    printed = 0.0205
    p_no = math.exp(CategoricalNB(alpha=0).fit(TENNIS.X, TENNIS.y).predict_joint_log_proba(QUERY)[0, 0])
    assert p_no == pytest.approx(18 / 875)
    assert round(p_no, 4) == 0.0206 != printed


def test_e39_the_factor_is_the_value_given_the_class():
    """The slide writes P(no | overcast); naive Bayes estimates P(overcast | no), the other conditional."""
    cool = 2
    joint = joint_from_rows(zip(TENNIS.X[:, 1].tolist(), TENNIS.y.tolist(), strict=True))

    def printed():
        return cond_prob(joint, {1: "No"}, given={0: cool})

    theta = np.exp(CategoricalNB(alpha=0).fit(TENNIS.X, TENNIS.y).feature_log_prob_[1])
    assert printed() == pytest.approx(1 / 4)
    assert theta[0, cool] == pytest.approx(1 / 5) == cond_prob(joint, {0: cool}, given={1: "No"})


def test_e40_balancing_the_classes_replaces_the_prior():
    """The slide says one usually works with balanced data; that shifts every posterior and must be undone."""

    def printed():
        return CategoricalNB(alpha=0, class_prior=[1 / 2, 1 / 2]).fit(TENNIS.X, TENNIS.y).predict_proba(QUERY)

    P = CategoricalNB(alpha=0).fit(TENNIS.X, TENNIS.y).predict_proba(QUERY)
    assert P[0, 0] == pytest.approx(486 / 611)
    assert printed()[0, 0] == pytest.approx(4374 / 4999)
    undone = correct_prior(printed(), train_prior=[1 / 2, 1 / 2], true_prior=[5 / 14, 9 / 14])
    assert undone == pytest.approx(P)
    balanced_again = correct_prior(P, train_prior=[5 / 14, 9 / 14], true_prior=[1 / 2, 1 / 2])
    assert balanced_again == pytest.approx(printed())


def test_e41_theta_is_the_probability_of_a_one():
    """The slide calls 1 the success and gives θ to the 0; θ = P(1) throughout avoids the slip."""
    tosses = np.array([[0]] * 6 + [[1]] * 4)

    def printed():
        return (tosses == 0).mean()

    theta = np.exp(BernoulliNB(alpha=0).fit(tosses, np.zeros(10)).feature_log_prob_)
    assert printed() == 6 / 10
    assert theta[0, 0] == pytest.approx(4 / 10)


def test_e42_a_binomial_probability_holds_a_coefficient():
    """The slide announces Bernoulli probabilities and prints binomial ones, 210 times as large."""
    for theta, printed in {0.7: 0.200, 0.5: 0.205}.items():
        assert binomial_likelihood(6, 10, theta) == pytest.approx(printed, abs=5e-4)
        assert bernoulli_likelihood(6, 10, theta) != pytest.approx(printed, abs=5e-4)
        assert binomial_likelihood(6, 10, theta) / bernoulli_likelihood(6, 10, theta) == pytest.approx(210)


def test_e43_the_likelier_parameter_need_not_be_the_more_probable():
    """The slide reads a likelihood as the probability of θ = 0.5; a statement on θ needs a prior."""
    likelihood = [binomial_likelihood(6, 10, 0.5), binomial_likelihood(6, 10, 0.7)]

    def printed():
        return int(np.argmax(likelihood))

    assert printed() == 0  # the fair coin
    assert bayes_posterior([1 / 2, 1 / 2], likelihood)[0] == pytest.approx(0.5061, abs=5e-5)
    assert bayes_posterior([1 / 10, 9 / 10], likelihood).argmax() == 1  # the loaded coin


def test_e44_both_terms_are_differentiated():
    """The slide lacks brackets: d/dθ applies to α₀ ln θ and to α₁ ln(1 − θ)."""

    def printed(theta):
        return 6 / theta + 4 * math.log(1 - theta)

    best = map_theta([6, 4])[0]
    rise = bernoulli_log_likelihood(6, 10, best + 1e-6) - bernoulli_log_likelihood(6, 10, best - 1e-6)
    assert rise / 2e-6 == pytest.approx(0, abs=1e-5)
    assert abs(printed(best)) > 1


def test_e45_the_coefficient_depends_on_all_counts():
    """The slide writes the multinomial coefficient with the first count alone; it needs the whole vector."""
    theta = [1 / 2, 1 / 4, 1 / 4]
    coefficient = {
        counts: multinomial_likelihood(counts, theta) / categorical_likelihood(counts, theta)
        for counts in [(2, 1, 1), (2, 2, 0)]
    }
    printed = {counts[0]: value for counts, value in coefficient.items()}
    assert len(printed) == 1  # one subscript for two coefficients
    assert list(coefficient.values()) == pytest.approx([12, 6])


def test_e46_theta_is_the_word_given_the_category():
    """The slide reads θ as the probability that the word belongs to the category: the other conditional."""
    counts = np.array([[1, 9], [1, 1]])

    def printed():
        return counts[0, 0] / counts[:, 0].sum()

    theta = np.exp(MultinomialNB(alpha=0).fit(counts, [0, 1]).feature_log_prob_)
    assert printed() == 1 / 2
    assert theta[0, 0] == pytest.approx(1 / 10)


def test_e47_the_sum_with_counts_runs_over_the_vocabulary():
    """The slide weighs with the counts n_j but sums over positions, so repeated words count repeatedly."""
    model = MultinomialNB(alpha=0, fit_prior=False).fit([[2, 3, 5], [1, 1, 1]], [0, 1])
    log_theta = model.feature_log_prob_[0]
    document = [0, 1, 1, 2]  # a b b c
    counts = np.bincount(document)

    def printed():
        return sum(counts[j] * log_theta[j] for j in document)

    by_position = sum(log_theta[j] for j in document)
    log_likelihood = model.predict_joint_log_proba([counts])[0, 0] - model.class_log_prior_[0]
    assert log_likelihood == pytest.approx(by_position)
    assert printed() != pytest.approx(by_position)


def test_e48_a_document_vector_has_one_entry_per_word():
    """The slide indexes the document vector with the class k; it has one entry n_j for each word j."""
    docs, labels = ["free offer free", "course notes", "free notes"], ["spam", "ham", "ham"]

    def printed():
        return len(set(labels))

    vocabulary = build_vocabulary(docs)
    assert len(count_vector(docs[0], vocabulary)) == 4 != printed()
    assert sorted(np.asarray(count_vector(docs[0], vocabulary)).tolist()) == [0, 0, 1, 2]


def test_e49_the_dot_product_is_not_a_correlation():
    """The slide reads the linear score as correlation; normalised to a cosine it is another classifier."""
    model = MultinomialNB(alpha=0, fit_prior=False).fit([[2, 1, 1], [18, 1, 1]], [0, 1])
    document = np.array([1, 1, 0])

    def printed():
        log_theta = model.feature_log_prob_
        cosine = log_theta @ document / np.linalg.norm(log_theta, axis=1) / np.linalg.norm(document)
        return int(cosine.argmax())

    assert printed() == 1
    assert model.predict([document]) == [0]
    assert (model.feature_log_prob_ <= 0).all()


def test_e50_frequencies_do_not_carry_the_prior():
    """The slide leaves the prior out since the frequencies carry it; they are the same after repetition."""
    once = MultinomialNB(alpha=0).fit([[6, 4], [5, 5]], [0, 1])
    nine_times = MultinomialNB(alpha=0).fit([[6, 4]] + [[5, 5]] * 9, [0] + [1] * 9)
    document = np.array([1, 0])

    def printed(model):
        return int((model.feature_log_prob_ @ document).argmax())

    assert nine_times.feature_log_prob_ == pytest.approx(once.feature_log_prob_)
    assert printed(once) == printed(nine_times) == 0
    assert (once.predict([document])[0], nine_times.predict([document])[0]) == (0, 1)


def test_e51_a_density_may_exceed_one():
    """The slide's axis reads "probability"; the curves are densities, as the slide says elsewhere."""

    def printed(height):
        return 0 <= height <= 1

    assert gaussian_pdf(0, 0, 0.1**2) == pytest.approx(10 / math.sqrt(2 * math.pi))
    assert not printed(gaussian_pdf(0, 0, 0.1**2))
    grid = np.linspace(-1, 1, 20_001)
    assert gaussian_pdf(grid, 0, 0.1**2).sum() * (grid[1] - grid[0]) == pytest.approx(1)


def test_e52_two_normal_densities_may_have_two_boundaries():
    """The slide has one boundary between the peaks; unequal widths give two, strong priors move it out."""

    def printed(x, m0, m1):
        return int(x > (m0 + m1) / 2)

    def best(x):
        return int(bayes_posterior([1 / 2, 1 / 2], gaussian_pdf(x, [0, 2], [1, 4])).argmax())

    assert len(boundary_1d(0, 1, 1 / 2, 2, 4, 1 / 2)) == 2
    assert (printed(-9, 0, 2), best(-9)) == (0, 1)
    assert list(boundary_1d(0, 1, 1 / 2, 2, 1, 1 / 2)) == pytest.approx([1])
    assert boundary_1d(0, 1, 0.99, 2, 1, 0.01)[0] > 2


def test_e53_the_normal_variable_is_the_feature_and_not_its_density():
    """The slide calls P(X_i|Y=y_k) normally distributed; X_i given the class is, its density is bounded."""
    x = np.random.default_rng(0).normal(size=10_000)

    def printed():
        heights = gaussian_pdf(x, 0, 1)
        return np.random.default_rng(1).normal(heights.mean(), heights.std(), size=10_000)

    highest = 1 / math.sqrt(2 * math.pi)
    assert (gaussian_pdf(x, 0, 1) > 0).all()
    assert (gaussian_pdf(x, 0, 1) <= highest).all()
    assert ((printed() < 0) | (printed() > highest)).mean() > 0.1


def test_e54_prior_and_mean_need_two_names():
    """The slide once writes μ_k for the class prior, which is π_k; the means do not even sum to 1."""
    model = GaussianNB().fit([[1.0], [3.0], [8.0]], [0, 0, 1])

    def printed():
        return model.theta_[:, 0]

    assert printed().tolist() == [2, 8]
    assert model.class_prior_.tolist() == pytest.approx([2 / 3, 1 / 3])
    assert model.class_prior_.sum() == pytest.approx(1) != printed().sum()


def test_e55_naive_bayes_maximises_the_joint_likelihood():
    """The slide speaks of a conditional maximum-likelihood estimate; that name means another optimum."""
    x, y = np.array([1] * 8 + [0] * 2 + [1] * 2 + [0] * 8), np.array([1] * 10 + [0] * 10)
    twice = np.column_stack([x, x])
    naive = BernoulliNB(alpha=0).fit(twice, y)
    rival = BernoulliNB(alpha=0).fit(np.column_stack([x, np.arange(20) % 2]), y)  # second copy switched off

    def joint(model):
        return model.predict_joint_log_proba(twice)[np.arange(20), y].sum()

    def printed(model):
        return model.predict_log_proba(twice)[np.arange(20), y].sum()

    assert joint(naive) > joint(rival)
    assert printed(naive) < printed(rival)


def test_e56_a_feature_is_a_column_and_an_example_a_row():
    """The slide lets x_j stand for a whole vector and, two lines on, for a feature; code keeps them apart."""
    X, y = load_ten_by_two()
    model = BernoulliNB().fit(X, y)

    def printed(j):
        return X[:, j]

    assert printed(1).shape == (10,) != X[1].shape
    with pytest.raises(ValueError, match="2D"):
        model.predict(printed(1))
    assert model.predict(X[[1]]).shape == (1,)


def test_every_erratum_of_this_lecture_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_e") and name[6].isdigit()}
    assert covered == HIGH | MEDIUM | LOW
    assert {int(number[1:]) for number in HIGH | MEDIUM | LOW} == set(range(32, 57))
