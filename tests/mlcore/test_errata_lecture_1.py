"""What the first lecture (categorical naive Bayes, neighbours, distances) prints, and what holds: E01–E24.

Each test computes the formula as it is printed, sees it fail, and sees the reference hold.
The last, E24, is about a file of the lecture and not about the subject: damaged symbols, and their repair.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from mlcore.datasets import load_play_tennis, load_ten_by_two
from mlcore.distances import (
    cosine_distance,
    cosine_similarity,
    edit_distance,
    euclidean,
    hamming,
    jaccard_distance,
    minkowski,
)
from mlcore.estimation import binomial_likelihood
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB
from mlcore.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors
from mlcore.probability import (
    bayes_posterior,
    cond_independent,
    cond_prob,
    event_prob,
    independent,
    n_parameters,
)

HIGH = {"e01", "e02", "e06", "e09", "e10", "e15", "e16", "e19"}
MEDIUM = {"e03", "e04", "e05", "e07", "e12", "e13", "e14", "e17", "e20", "e22"}
LOW = {"e08", "e11", "e18", "e21", "e23", "e24"}

A, B = {0: "a"}, {1: "b"}
TABLE = {
    ("a", "b"): Fraction(1, 10),
    ("a", "-"): Fraction(2, 10),
    ("-", "b"): Fraction(3, 10),
    ("-", "-"): Fraction(4, 10),
}

PERSON, HAIR = 0, 1
CINEMA = {
    ("man", "long"): Fraction(2, 100),
    ("man", "short"): Fraction(48, 100),
    ("woman", "long"): Fraction(25, 100),
    ("woman", "short"): Fraction(25, 100),
}

TENNIS_QUERY = [[0, 2, 0, 1]]  # sunny, cool, high, strong
ALL_DAYS = np.array(list(itertools.product(range(3), range(3), range(2), range(2))))


def test_e01_product_rule_with_the_right_marginals():
    """The slide prints P(B)P(B|A) = P(A,B) = P(A)P(A|B); the marginals belong the other way round."""

    def printed():
        return (
            event_prob(TABLE, B) * cond_prob(TABLE, B, given=A),
            event_prob(TABLE, A) * cond_prob(TABLE, A, given=B),
        )

    both = event_prob(TABLE, A | B)
    assert both not in printed()
    assert event_prob(TABLE, A) * cond_prob(TABLE, B, given=A) == both
    assert event_prob(TABLE, B) * cond_prob(TABLE, A, given=B) == both


def test_e02_bayes_rule_multiplies_by_the_prior():
    """The slide prints P(B|A) = P(A)P(A|B)/P(B), with prior and evidence swapped; its numbers are right."""

    def printed(p_a, p_b, p_a_given_b):
        return p_a * p_a_given_b / p_b

    p_man, p_long_given_man, p_long = 1 / 2, 4 / 100, 27 / 100
    posterior = bayes_posterior([p_man, 1 - p_man], [p_long_given_man, 1 / 2])[0]
    assert posterior == pytest.approx(2 / 27)
    assert printed(p_long, p_man, p_long_given_man) == pytest.approx(0.0216)
    assert cond_prob(CINEMA, {PERSON: "man"}, given={HAIR: "long"}) == Fraction(2, 27)


def test_e03_the_two_conditionals_differ():
    """The slide prints P(A|B) ≠ P(A|B), which nothing satisfies; it means P(A|B) ≠ P(B|A)."""

    def printed():
        return cond_prob(TABLE, A, given=B) != cond_prob(TABLE, A, given=B)

    assert not printed()
    assert cond_prob(TABLE, A, given=B) == Fraction(1, 4)
    assert cond_prob(TABLE, B, given=A) == Fraction(1, 3)


def test_e04_persons_are_men_and_hair_is_long():
    """The slide prints P(h=man | p=long), though p stands for the person and h for the hair."""

    def printed():
        return cond_prob(CINEMA, {HAIR: "man"}, given={PERSON: "long"})

    with pytest.raises(ValueError, match="given must be possible"):
        printed()
    assert cond_prob(CINEMA, {PERSON: "man"}, given={HAIR: "long"}) == Fraction(2, 27)


def test_e05_the_product_is_an_assumption_and_not_always_true():
    """The slide calls an equality always true that, read as a product, is the naive step itself."""
    twins = {(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}  # p(x1, x2 | y) of one class: two equal pixels

    def printed(x1, x2):
        return event_prob(twins, {0: x1}) * event_prob(twins, {1: x2})

    assert printed(0, 0) == Fraction(1, 4)
    assert event_prob(twins, {0: 0, 1: 0}) == Fraction(1, 2)
    assert not independent(twins, 0, 1)
    chain_rule = event_prob(twins, {0: 0}) * cond_prob(twins, {1: 0}, given={0: 0})
    assert chain_rule == Fraction(1, 2)  # this one needs no assumption


def test_e06_independence_given_the_class_is_what_is_used():
    """The slide has the features independent of one another; they are so given the class, another thing."""
    coins = {("fair", a, b): Fraction(1, 8) for a in "HT" for b in "HT"} | {
        ("two-headed", "H", "H"): Fraction(1, 2)
    }
    pixels = {("equal", 0, 0): Fraction(1, 4), ("equal", 1, 1): Fraction(1, 4)} | {
        ("unequal", 0, 1): Fraction(1, 4),
        ("unequal", 1, 0): Fraction(1, 4),
    }

    def printed(joint):
        return independent(joint, 1, 2)

    assert not printed(coins)
    assert cond_independent(coins, 1, 2, 0)
    assert printed(pixels)
    assert not cond_independent(pixels, 1, 2, 0)


def test_e07_each_factor_comes_from_its_own_column():
    """The slide's subscript x_{1,l_j} takes every factor from the first feature; x_{j,l_j} is meant."""
    X, y = load_ten_by_two()

    def printed(c):
        return [X[y == c, 0].mean() for _ in range(X.shape[1])]

    theta = np.exp(BernoulliNB(alpha=0).fit(X, y).feature_log_prob_)
    assert theta[1].tolist() == pytest.approx([1 / 2, 2 / 3])
    assert printed(1) == pytest.approx([1 / 2, 1 / 2])


def test_e08_each_feature_has_its_own_list_of_values():
    """The slide's comment drops the feature index of a value; features have different numbers of values."""
    X, y = load_play_tennis(codes=True)

    def printed(j, alpha=1):
        counts = np.bincount(X[y == "Yes", j], minlength=3)  # the three outlooks for all
        return (counts + alpha) / (counts.sum() + 3 * alpha)

    tables = [np.exp(table[1]) for table in CategoricalNB(alpha=1).fit(X, y).feature_log_prob_]
    assert [len(theta) for theta in tables] == [3, 3, 2, 2]
    assert tables[3].tolist() == pytest.approx([7 / 11, 4 / 11])
    assert printed(3).tolist() == pytest.approx([7 / 12, 4 / 12, 1 / 12])  # a share for a wind that is none


def test_e09_predict_returns_the_best_class_and_not_the_last():
    """The slide returns y_m, where m is bound inside the argmax; the result is the class at the maximum."""
    X, y = load_play_tennis(codes=True)
    model = CategoricalNB(alpha=0).fit(X, y)
    scores = dict(zip(model.classes_, model.predict_joint_log_proba(TENNIS_QUERY)[0], strict=True))

    def printed():
        best = None
        for m in scores:
            if best is None or scores[m] > scores[best]:
                best = m
        return m

    assert printed() == "Yes"
    assert model.predict(TENNIS_QUERY) == ["No"]


def test_e10_counts_are_divided_before_they_are_multiplied():
    """The slide says "just count" for p(y) and p(x|y); without the divisions the decision flips."""
    X, y = load_play_tennis(codes=True)

    def printed(query):
        score = {}
        for c in ("No", "Yes"):
            matches = [(X[y == c, j] == value).sum() for j, value in enumerate(query)]
            score[c] = (y == c).sum() * math.prod(matches)
        return max(score, key=score.get)

    assert printed(TENNIS_QUERY[0]) == "Yes"
    assert CategoricalNB(alpha=0).fit(X, y).predict(TENNIS_QUERY) == ["No"]


def test_e11_stored_numbers_are_not_all_free():
    """The slide gives k + Σ k·h_j as the model's size: numbers to store, of which fewer are free."""

    def printed(k, h):
        return k + sum(k * values for values in h)

    k, h = 2, (3, 3, 2, 2)
    assert printed(k, h) == n_parameters(k, h, "stored") == 22
    assert n_parameters(k, h, "naive") == 13
    assert n_parameters(k, h, "table") == 72
    assert n_parameters(k, h, "joint") == 71


def test_e12_zero_counts_are_normal_and_veto_a_class():
    """The slide calls a zero count unlikely after the naive step; it is the normal case for rare values."""
    X, y = load_play_tennis(codes=True)
    p_no = CategoricalNB(alpha=0).fit(X, y).predict_proba(ALL_DAYS)[:, 0]
    unseen = binomial_likelihood(0, 50, 1 / 100)  # a word of probability 1 % in 50 documents

    def printed(p_zero_count):
        return p_zero_count < 0.05  # "unlikely"

    assert (p_no == 0).mean() == 1 / 3
    assert unseen == pytest.approx(0.605, abs=5e-4)
    assert not printed(unseen)
    assert (1 - unseen) ** 500 < 1e-200  # that each of 500 such words has been seen
    assert (CategoricalNB(alpha=1).fit(X, y).predict_proba(ALL_DAYS) > 0).all()


def test_e13_the_pseudo_count_is_a_hyperparameter():
    """The slide lists no hyperparameters; the pseudo-count is one, and can change the decision."""
    X, y = load_play_tennis(codes=True)

    def printed():
        return CategoricalNB(alpha=0).fit(X, y).predict(TENNIS_QUERY)[0]  # whatever alpha is

    p_yes = [CategoricalNB(alpha=alpha).fit(X, y).predict_proba(TENNIS_QUERY)[0, 1] for alpha in (0, 1, 20)]
    assert p_yes[0] == pytest.approx(125 / 611)
    assert p_yes[1] == pytest.approx(1176 / 4201)
    assert p_yes[2] > 1 / 2
    assert printed() == "No" != CategoricalNB(alpha=20).fit(X, y).predict(TENNIS_QUERY)[0]


def test_e14_missing_values_count_in_no_denominator():
    """The slide divides by all examples of the class; where values are missing, the shares then miss 1."""
    X = np.array([[0], [1], [np.nan], [1]])
    y = np.zeros(4)

    def printed():
        return [(X[:, 0] == value).sum() / (y == 0).sum() for value in (0, 1)]

    theta = np.exp(CategoricalNB(alpha=0).fit(X, y).feature_log_prob_[0][0])
    assert sum(printed()) == 3 / 4
    assert theta.tolist() == pytest.approx([1 / 3, 2 / 3])
    X, y = load_play_tennis(codes=True)
    model = CategoricalNB(alpha=1).fit(X, y)
    without_humidity = np.exp(model.predict_joint_log_proba([[0, 2, np.nan, 1]]))
    summed_out = np.exp(model.predict_joint_log_proba([[0, 2, 0, 1], [0, 2, 1, 1]])).sum(axis=0)
    assert without_humidity[0] == pytest.approx(summed_out)  # leaving the factor out is exact


def test_e15_the_neighbourhood_holds_k_examples():
    """The slide loops while |I| ≤ k and ends with k + 1 neighbours; with k = n it asks for one too many."""
    positions, labels = np.array([[0.0], [1.0], [2.0]]), np.array(["a", "b", "b"])

    def printed(query, k):
        chosen = []
        while len(chosen) <= k:
            rest = [i for i in range(len(positions)) if i not in chosen]
            chosen.append(min(rest, key=lambda i: abs(positions[i, 0] - query)))
        return chosen

    assert printed(0.0, k=1) == [0, 1]
    with pytest.raises(ValueError, match="empty"):
        printed(0.0, k=3)
    model = NearestNeighbors().fit(positions)
    assert model.kneighbors([[0.0]], n_neighbors=1, return_distance=False).tolist() == [[0]]
    assert model.kneighbors([[0.0]], n_neighbors=3, return_distance=False).tolist() == [[0, 1, 2]]
    assert KNeighborsClassifier(1).fit(positions, labels).predict([[0.0]]) == ["a"]


def test_e16_shares_of_k_neighbours_sum_to_one():
    """The slide divides by k what its loop collected from k + 1 neighbours: shares sum to (k + 1)/k."""
    X, labels, targets = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array(list("abab")), np.full(4, 2.0)
    k = 3
    collected = range(k + 1)

    def printed():
        shares = [sum(labels[i] == c for i in collected) / k for c in "ab"]
        return sum(shares), sum(targets[i] for i in collected) / k

    assert printed() == pytest.approx((4 / 3, 8 / 3))
    assert KNeighborsClassifier(k).fit(X, labels).predict_proba([[0.0]]).sum() == pytest.approx(1)
    assert KNeighborsRegressor(k).fit(X, targets).predict([[0.0]]) == pytest.approx(2)


def test_e17_a_distance_is_the_norm_of_the_difference():
    """The slide prints the norm of "x, x'" where that of x − x' is meant; its root expression is right."""

    def printed(a, b):
        return np.linalg.norm([*a, *b])

    assert minkowski([1, 3], [2, 3], p=2) == 1
    assert printed([1, 3], [2, 3]) == pytest.approx(math.sqrt(23))


def test_e18_vectors_have_more_than_one_feature():
    """The slide gives X = ℝ for vector spaces; the sums over j need ℝ^d."""

    def printed(a, b):
        return abs(float(a) - float(b))

    with pytest.raises(TypeError):
        printed([0, 0], [3, 4])
    assert euclidean([0, 0], [3, 4]) == 5
    assert euclidean([0, 0, 0], [2, 3, 6]) == 7


def test_e19_cosine_distance_is_one_minus_the_similarity():
    """The slide prints a similarity with sums of absolute values under the name of the cosine distance."""

    def printed(a, b):
        return np.dot(a, b) / (np.abs(a).sum() * np.abs(b).sum())

    a, same_direction, orthogonal = [3, 4], [6, 8], [4, -3]
    assert printed(a, a) == pytest.approx(25 / 49)  # the distance of a vector from itself
    assert printed(a, orthogonal) < printed(a, same_direction)
    assert cosine_distance(a, a) == cosine_distance(a, same_direction) == 0
    assert cosine_distance(a, orthogonal) == 1


def test_e20_hamming_needs_equal_lengths_and_edit_distance_does_not():
    """The slide lists Hamming under sequences of variable length, where only the edit distance is defined."""

    def printed(a, b):
        return sum(x != y for x, y in zip(a, b, strict=False))

    assert printed("cat", "cats") == 0
    with pytest.raises(ValueError, match="length"):
        hamming("cat", "cats")
    assert edit_distance("cat", "cats") == 1
    assert (hamming("abcd", "bcda"), edit_distance("abcd", "bcda")) == (4, 2)


def test_e21_two_empty_sets_are_equal():
    """The slide's Jaccard distance is 0/0 for two empty sets; they are at distance 0."""

    def printed(a, b):
        return 1 - len(a & b) / len(a | b)

    with pytest.raises(ZeroDivisionError):
        printed(set(), set())
    assert jaccard_distance(set(), set()) == 0
    assert jaccard_distance({1, 2, 3}, {2, 3, 4}) == 1 / 2


def test_e22_the_nearest_has_the_least_distance_but_the_greatest_similarity():
    """The slide says a (dis)similarity is enough; with a similarity its argmin picks the farthest."""
    X, y = np.array([[3.0, 4.0], [4.0, -3.0]]), np.array(["same direction", "orthogonal"])

    def printed(query):
        return y[np.argmin([cosine_similarity(row, query) for row in X])]

    assert printed([6, 8]) == "orthogonal"
    model = KNeighborsClassifier(1, metric=cosine_distance).fit(X, y)
    assert model.predict([[6.0, 8.0]]) == ["same direction"]


def test_e23_k_and_the_distance_are_chosen_and_not_learnt():
    """The slide calls k and d parameters; they are hyperparameters, which learning leaves alone."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 2)), np.arange(20) % 2

    def printed(model):
        before = model.get_params()
        return model.fit(X, y).get_params() != before  # a parameter would be learnt

    model = KNeighborsClassifier(3, p=1)
    assert not printed(model)
    assert (model.n_neighbors, model.p) == (3, 1)
    means = [GaussianNB().fit(data, y).theta_ for data in (X, X + 1)]
    assert not np.allclose(*means)  # learnt from the data: a parameter


def test_e24_damaged_symbols_can_be_repaired_without_loss():
    """The text shows bytes of UTF-8 as characters of Mac Roman; each byte has its own, so none is lost."""
    sample = "good 👍, so-so 🫳, in the queue 🧔\u200d♀️, a footnote¹, Euclidean²"

    def printed(text):
        return text.encode("utf-8").decode("mac_roman")

    def repaired(text):
        return text.encode("mac_roman").decode("utf-8")

    assert printed("¹²") == "¬π¬≤"
    assert printed(sample) != sample
    assert repaired(printed(sample)) == sample
    every_byte = bytes(range(256))
    assert len(set(every_byte.decode("mac_roman"))) == 256
    assert every_byte.decode("mac_roman").encode("mac_roman") == every_byte
    assert len(set(every_byte.decode("ascii", errors="replace"))) < 256  # damage that cannot be undone


def test_every_erratum_of_this_lecture_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_e") and name[6].isdigit()}
    assert covered == HIGH | MEDIUM | LOW
    assert {int(number[1:]) for number in HIGH | MEDIUM | LOW} == set(range(1, 25))
