"""What the fifth lecture (neighbours, kernels, naive Bayes for documents) prints, and what holds: E77–E92.

Each test computes the formula as it is printed, sees it fail, and sees the reference hold.
"""

import math
from collections import Counter

import numpy as np
import pytest

from mlcore.datasets import load_play_tennis, load_temperatures
from mlcore.distances import weighted_distance
from mlcore.estimation import gaussian_mle, gaussian_pdf, m_estimate
from mlcore.kernels import vote_weights, weighted_vote
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB
from mlcore.neighbors import KNeighborsClassifier
from mlcore.probability import n_parameters
from mlcore.text import build_vocabulary, count_matrix, tokenise

HIGH = {"e81", "e83", "e84", "e85", "e87", "e88"}
MEDIUM = {"e77", "e80", "e82", "e86", "e89"}
LOW = {"e78", "e79", "e90", "e91", "e92"}


def test_e77_odd_k_does_not_prevent_ties():
    """The slide recommends an odd k against ties; that helps with two classes and equal votes only."""

    def printed(k):
        return k % 2 == 1  # "no tie"

    for labels in (list("abc"), list("aabbc")):
        k = len(labels)
        model = KNeighborsClassifier(k).fit(np.arange(k)[:, None], labels)
        shares = model.predict_proba([[0.0]])[0]
        assert printed(k)
        assert (shares == shares.max()).sum() > 1
        assert model.predict([[0.0]]) == ["a"]  # the first class wins a tie


def test_e78_more_neighbours_need_no_more_distances():
    """The slide charges a larger k with computation time; brute force computes n distances for every k."""
    X, y = np.arange(1000.0)[:, None], np.arange(1000) % 2
    calls = Counter()

    def counted(k):
        def metric(a, b):
            calls[k] += 1
            return abs(a[0] - b[0])

        return metric

    def printed():
        return calls[50] > calls[1]

    for k in (1, 50):
        model = KNeighborsClassifier(k, metric=counted(k), algorithm="brute").fit(X, y)
        calls.clear() if k == 1 else calls.pop(50, None)  # whatever learning asked for
        model.predict([[3.0]])
    assert not printed()
    assert calls == {1: 1000, 50: 1000}


def test_e79_a_weight_times_a_label():
    """The slide prints 0.8 * * 1 for 0.8 * 1; the sum 0.65 is right."""

    def printed():
        return eval("0.9 * 1 + 0.8 * * 1 + 0.4 * -1 + 0.35 * -1 + 0.3 * -1")

    with pytest.raises(SyntaxError):
        printed()
    labels, weights = [1, 1, -1, -1, -1], [0.9, 0.8, 0.4, 0.35, 0.3]
    minus, plus = weighted_vote(labels, weights, classes=[-1, 1])
    assert (plus - minus) * sum(weights) == pytest.approx(0.65)


def test_e80_a_vote_is_an_argmax_and_not_a_sign():
    """The slide's sign rule needs two classes coded −1 and 1 and has no answer at 0."""

    def printed(labels, weights):
        return np.sign(sum(label * weight for label, weight in zip(labels, weights, strict=True)))

    assert printed([1, -1], [0.5, 0.5]) == 0
    assert weighted_vote([1, -1], [0.5, 0.5], classes=[-1, 1]).tolist() == [1 / 2, 1 / 2]
    X, y = np.array([[-1.0], [1.0]]), np.array([1, -1])
    assert KNeighborsClassifier(2).fit(X, y).predict([[0.0]]) == [-1]  # the first class wins a tie
    with pytest.raises(TypeError):
        printed(["a", "b", "c"], [0.2, 0.5, 0.3])
    assert weighted_vote(["a", "b", "c"], [0.2, 0.5, 0.3], classes=["a", "b", "c"]).argmax() == 1


def test_e81_each_feature_has_its_own_weight_and_the_distance_a_root():
    """The slide's weight z_l has an index that no sum binds, and its distance lacks the root."""

    def printed(a, b, z):
        return eval(
            "sum(z[l] * (a[k] - b[k]) ** 2 for k in range(3))", {"a": a, "b": b, "z": z, "range": range}
        )

    def without_root(a, b):
        return (a[0] - b[0]) ** 2

    with pytest.raises(NameError):
        printed([0, 0, 0], [1, 2, 2], [1, 1, 1])
    assert weighted_distance([0, 0, 0], [1, 2, 2], [1, 1, 1]) == 3
    assert weighted_distance([0, 0, 0], [1, 2, 2], [4, 1, 0]) == math.sqrt(8)
    X, y = np.array([[1.0], [1.8], [2.0]]), np.array([1, -1, -1])
    votes = {
        metric: KNeighborsClassifier(3, weights="distance", metric=metric).fit(X, y).predict([[0.0]])[0]
        for metric in ("euclidean", without_root)
    }
    assert votes == {"euclidean": -1, without_root: 1}
    assert vote_weights([1, 1.8, 2], "distance")[0] < 1 / 2 < vote_weights([1, 1.8**2, 2**2], "distance")[0]


def test_e82_a_feature_of_v_values_needs_v_minus_one_numbers():
    """The slide needs n·|C| estimates after the naive step; that holds for yes-no features only."""

    def printed(n_features, n_classes):
        return n_features * n_classes

    def ours(n_values):
        return n_parameters(2, n_values, "naive") - 1  # without the prior

    assert ours([3] * 4) == 16 != printed(4, 2)
    assert ours([2] * 4) == 8 == printed(4, 2)


def test_e83_ten_thousand_documents_can_hold_five_million_words():
    """The slide prints 50 000 for 10 000 documents of 500 words; the bound is 5 000 000."""
    printed = 50_000
    docs = [" ".join(f"w{i}x{j}" for j in range(500)) for i in range(101)]  # no word twice
    assert len(build_vocabulary(docs)) == 101 * 500 > printed


def test_e84_the_pseudo_counts_belong_to_the_values_of_the_feature():
    """The slide takes m and c for the number of classes; they count the values of the feature."""
    n, n_with, n_classes = 10, 4, 3

    def printed(count):
        return (count + 1) / (n + n_classes)

    assert printed(n_with) + printed(n - n_with) == pytest.approx(12 / 13)
    ours = [m_estimate(count, n, p=1 / 2, m=2) for count in (n_with, n - n_with)]
    assert ours == pytest.approx([5 / 12, 7 / 12])
    X = np.array([[1]] * 4 + [[0]] * 6 + [[0]] * 20)
    model = BernoulliNB(alpha=1).fit(X, [0] * 10 + [1] * 10 + [2] * 10)
    assert np.exp(model.feature_log_prob_[0, 0]) == pytest.approx(5 / 12)


def test_e85_absent_words_count_as_well():
    """The slide estimates shares of documents (Bernoulli) but multiplies over present words only."""
    shares = np.array([[9, 9, 1], [5, 1, 1]])  # of ten documents of each class
    X = np.vstack([np.arange(10)[:, None] < row for row in shares]).astype(int)  # (20, 3)
    model = BernoulliNB(alpha=0).fit(X, [0] * 10 + [1] * 10)
    document = np.array([1, 0, 0])
    theta = np.exp(model.feature_log_prob_)

    def printed():
        return int((theta**document).prod(axis=1).argmax())

    assert theta == pytest.approx(shares / 10)
    assert theta[0].sum() > 1  # no distribution over the vocabulary
    assert printed() == 0
    assert model.predict([document]) == [1]


def test_e86_the_vocabulary_is_that_of_the_corpus():
    """The slide's attributes are the words of the document; vectors of one length need the whole corpus."""
    docs = ["a b", "c"]

    def printed():
        return [len(set(tokenise(doc))) for doc in docs]

    assert printed() == [2, 1]
    assert count_matrix(docs, build_vocabulary(docs)).toarray().tolist() == [[1, 1, 0], [0, 0, 1]]


def test_e87_the_normal_density_falls_away_from_the_mean():
    """The slide's density lacks the minus sign in the exponent and has σ where σ² belongs under the root."""
    sd = 6.2

    def printed(x, mean):
        return math.exp((x - mean) ** 2 / (2 * sd**2)) / math.sqrt(2 * math.pi * sd)

    assert printed(20, 0) > printed(0, 0)
    grid = np.linspace(-60, 60, 12_001)
    heights = gaussian_pdf(grid, 0, sd**2)
    assert heights.argmax() == 6_000
    assert heights.sum() * 0.01 == pytest.approx(1)


def test_e88_the_standard_deviation_of_the_example_is_6_2():
    """The slide prints 26.2 in the text and the exponent and 6.2 under the root; its 0.034 needs 6.2."""

    def printed():
        return math.exp((66 - 73) ** 2 / 26.2**2) / math.sqrt(2 * math.pi * 6.2)

    assert printed() == pytest.approx(0.172074, abs=5e-7)
    assert gaussian_pdf(66, 73, 26.2**2) == pytest.approx(0.014693, abs=5e-7)
    assert gaussian_pdf(66, 73, 6.2**2) == pytest.approx(0.034019, abs=5e-7)


def test_e89_maximum_likelihood_divides_by_n():
    """The slide's 6.2 has the divisor n − 1, other lectures derive the divisor n; the reference takes n."""
    temperatures = load_temperatures()

    def printed():
        return math.sqrt(((temperatures - 73) ** 2).sum() / (len(temperatures) - 1))

    assert printed() == pytest.approx(6.164, abs=5e-4)
    mean, var = gaussian_mle(temperatures)
    assert (mean, math.sqrt(var)) == (73, pytest.approx(5.812, abs=5e-4))
    model = GaussianNB(var_smoothing=0).fit(temperatures[:, None], np.zeros(9))
    assert model.var_[0, 0] == pytest.approx(var)


def test_e90_a_density_has_a_unit():
    """The slide calls the height of the curve a probability; in Celsius the same curve is 9/5 as high."""

    def celsius(fahrenheit):
        return (fahrenheit - 32) * 5 / 9

    def printed(in_one_unit, in_another):
        return in_one_unit == pytest.approx(in_another)  # as probabilities would be

    heights = gaussian_pdf(66, 73, 6.2**2), gaussian_pdf(celsius(66), celsius(73), (6.2 * 5 / 9) ** 2)
    assert not printed(*heights)
    assert heights[1] == pytest.approx(heights[0] * 9 / 5)


def test_e91_a_count_is_divided_by_its_own_class():
    """The slide's class index flips inside a line: a count of class j over the size of class i."""
    X, y = load_play_tennis(codes=True)

    def printed():
        return ((X[:, 0] == 0) & (y == "Yes")).sum() / (y == "No").sum()

    theta = np.exp(CategoricalNB(alpha=0).fit(X, y).feature_log_prob_[0])
    assert printed() == 2 / 5
    assert theta[1, 0] == pytest.approx(2 / 9)


def test_e92_the_mail_filter_smooths_with_an_m_estimate():
    """The slide names a mail filter as an instance of its classifier; that filter uses an m-estimate."""

    def printed(count, n):
        return (count + 1) / (n + 2)

    def in_the_filter(n, p):
        return (0.225 + n * p) / (0.45 + n)

    assert printed(3, 3) == 4 / 5
    assert m_estimate(3, 3, p=1 / 2, m=0.45) == pytest.approx(in_the_filter(3, 1.0)) == pytest.approx(43 / 46)


def test_every_erratum_of_this_lecture_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_e") and name[6].isdigit()}
    assert covered == HIGH | MEDIUM | LOW
    assert {int(number[1:]) for number in HIGH | MEDIUM | LOW} == set(range(77, 93))
