"""What the lectures leave open and the reference decides: conventions U01–U20, by their public behaviour."""

import math

import numpy as np
import pytest

from mlcore.datasets import load_play_tennis, load_ten_by_two
from mlcore.decisions import cost_threshold, decide
from mlcore.distances import cosine_distance, pairwise_sq_dists, standardise
from mlcore.evaluation import confusion, f1, metrics, precision, recall, roc_points
from mlcore.kernels import vote_weights, weighted_vote
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from mlcore.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors
from mlcore.selection import choose_k
from mlcore.text import count_matrix, count_vector

U_IDS = {f"u{number:02d}" for number in range(1, 21)}

X10, Y10 = load_ten_by_two()
TENNIS = load_play_tennis(codes=True)


@pytest.mark.parametrize("algorithm", ["auto", "brute", "kd_tree", "ball_tree"])
@pytest.mark.parametrize(
    ("n", "d", "metric"),
    [(400, 1, "euclidean"), (400, 2, "euclidean"), (400, 2, "manhattan"), (3000, 40, "euclidean")],
)
def test_u01_ties_between_distances_go_to_the_lower_index(algorithm, n, d, metric):
    """Few values make many ties and duplicates, at rank k and before it."""
    rng = np.random.default_rng(d)
    X, queries = rng.integers(0, 3, (n, d)), rng.integers(0, 3, (50, d))
    X[n // 2 :] = X[: n // 2]  # every example has a twin
    gaps = np.abs(queries[:, None] - X[None])  # (m, n, d)
    dists = gaps.sum(axis=2) if metric == "manhattan" else np.sqrt((gaps**2).sum(axis=2))
    expected = np.argsort(dists, axis=1, kind="stable")[:, :7]
    model = NearestNeighbors(n_neighbors=7, algorithm=algorithm, metric=metric).fit(X)
    found_dists, found = model.kneighbors(queries)
    assert (found == expected).all()
    assert (found_dists == np.take_along_axis(dists, expected, axis=1)).all()


def test_u02_ties_between_classes_go_to_the_first_in_sorted_order():
    X, y = np.array([[-1.0], [1.0]]), np.array(["b", "a"])
    assert KNeighborsClassifier(2).fit(X, y).predict([[0.0]]) == ["a"]
    assert weighted_vote(["b", "a"], [1, 1], classes=["a", "b"]).argmax() == 0
    assert BernoulliNB().fit([[0], [0]], y).predict([[1]]) == ["a"]
    assert GaussianNB().fit([[-1.0], [-3.0], [1.0], [3.0]], list("bbaa")).predict([[0.0]]) == ["a"]


@pytest.mark.parametrize("k", [0, -1, 2.5, "3", 6])
def test_u03_k_is_a_whole_number_from_one_to_n(k):
    X, y = np.arange(5.0)[:, None], [0, 0, 1, 1, 1]
    with pytest.raises((ValueError, TypeError), match="n_neighbors"):
        KNeighborsClassifier(k).fit(X, y).predict(X)
    assert KNeighborsClassifier(5).fit(X, y).predict([[0.0]]) == [1]


def test_u04_with_inverse_weights_only_exact_matches_vote():
    X, y, targets = np.array([[0.0], [0.0], [1.0], [2.0]]), list("abbb"), [2, 4, 100, 100]
    assert KNeighborsClassifier(4, weights="distance").fit(X, y).predict_proba([[0.0]]).tolist() == [
        [1 / 2, 1 / 2]
    ]
    assert KNeighborsRegressor(4, weights="distance").fit(X, targets).predict([[0.0]]) == [3]
    assert vote_weights([0, 0, 1, 2], "distance").tolist() == [1 / 2, 1 / 2, 0, 0]


def test_u05_softmax_weights_are_shifted_and_have_a_temperature():
    dists = np.array([1.0, 2.0, 4.0])
    for h in (1.0, 2.0):
        expected = np.exp(-(dists - 1) / h)
        assert vote_weights(dists, "softmax", h=h) == pytest.approx(expected / expected.sum())
    assert vote_weights(dists, "softmax") == pytest.approx(vote_weights(dists, "softmax", h=1))
    assert vote_weights(dists + 1e6, "softmax") == pytest.approx(vote_weights(dists, "softmax"))


def test_u06_values_never_seen_have_their_share_and_values_outside_the_domain_are_errors():
    X, y = np.array([[0], [0], [1]]), np.array([0, 0, 1])
    smooth = CategoricalNB(alpha=1, min_categories=3).fit(X, y)
    assert np.exp(smooth.feature_log_prob_[0]) == pytest.approx(np.array([[3, 1, 1], [1, 2, 1]]) / [[5], [4]])
    plain = CategoricalNB(alpha=0, min_categories=3).fit(X, y)
    assert np.exp(plain.predict_joint_log_proba([[2]])).tolist() == [[0, 0]]
    with pytest.raises(ValueError, match="Feature 0 of X has the value 3"):
        smooth.predict([[3]])


def test_u07_classes_are_those_present_and_empty_ones_are_uniform():
    X, y = TENNIS.X[:2], TENNIS.y[:2]  # two days without tennis
    assert CategoricalNB().fit(X, y).classes_.tolist() == ["No"]
    model = CategoricalNB(alpha=1, min_categories=[3, 3, 2, 2]).partial_fit(X, y, classes=["No", "Yes"])
    for table in model.feature_log_prob_:
        assert np.exp(table[1]) == pytest.approx(np.full(table.shape[1], 1 / table.shape[1]))
    assert np.exp(model.class_log_prior_).tolist() == [1, 0]


def test_u08_a_posterior_of_nothing_is_an_error_that_advises_smoothing():
    model = CategoricalNB(alpha=0, min_categories=3).fit([[0], [1]], ["b", "a"])
    with pytest.raises(ValueError, match="alpha > 0"):
        model.predict_proba([[2]])
    assert model.predict([[2]]) == ["a"]  # a tie
    with pytest.raises(ValueError, match="alpha > 0"):
        BernoulliNB(alpha=0).fit([[0, 0], [1, 1]], [0, 1]).predict_proba([[0, 1]])


@pytest.mark.parametrize("model", [CategoricalNB(alpha=5), BernoulliNB(alpha=5), MultinomialNB(alpha=5)])
def test_u09_the_class_prior_is_never_smoothed(model):
    assert np.exp(model.fit(X10, Y10).class_log_prior_) == pytest.approx([4 / 10, 6 / 10])


def test_u10_variances_get_a_billionth_of_the_largest():
    X, y = np.array([[5.0, 0.0], [5.0, 2.0], [5.0, 10.0], [5.0, 12.0]]), [0, 0, 1, 1]
    largest = X.var(axis=0).max()
    model = GaussianNB().fit(X, y)
    assert model.epsilon_ == pytest.approx(1e-9 * largest)
    assert model.var_ == pytest.approx(np.array([[0, 1], [0, 1]]) + 1e-9 * largest)
    assert model.predict([[5.0, 1.0], [5.0, 11.0]]).tolist() == [0, 1]


def test_u11_words_outside_the_vocabulary_are_ignored():
    assert count_vector("offer unknown offer", ["course", "offer"]).tolist() == [0, 2]
    assert count_matrix(["unknown", "offer"], ["course", "offer"]).toarray().tolist() == [[0, 0], [0, 1]]


def test_u12_zero_times_log_zero_is_zero():
    multinomial = MultinomialNB(alpha=0).fit([[2, 0], [1, 1]], [0, 1])
    assert np.exp(multinomial.predict_joint_log_proba([[3, 0]])) == pytest.approx(np.array([[1 / 2, 1 / 16]]))
    assert multinomial.predict_joint_log_proba([[3, 1]])[0, 0] == -math.inf
    bernoulli = BernoulliNB(alpha=0).fit([[0, 1], [0, 1], [1, 1], [0, 0]], [0, 0, 1, 1])
    assert np.exp(bernoulli.predict_joint_log_proba([[0, 1]])) == pytest.approx(np.array([[1 / 2, 1 / 8]]))
    assert bernoulli.predict_joint_log_proba([[1, 1]])[0, 0] == -math.inf


def test_u13_a_measure_without_cases_is_zero_or_what_is_asked_for():
    never = metrics(tp=0, fp=0, fn=2, tn=3)
    assert (never["precision"], never["recall"], never["f1"]) == (0, 0, 0)
    assert metrics(tp=0, fp=1, fn=0, tn=3)["recall"] == 0
    assert metrics(tp=0, fp=0, fn=0, tn=3)["f1"] == 0
    assert metrics(tp=0, fp=0, fn=2, tn=3, zero_division=1)["precision"] == 1
    assert precision([1, 0], [0, 0], positive=1) == recall([0, 0], [1, 0], positive=1) == 0
    assert f1([0, 0], [0, 0], positive=1) == 0


def test_u14_equal_costs_choose_the_first_action_and_curves_include_the_threshold():
    C = [[0, 1], [1, 0]]  # rows: say positive, say negative
    tau = cost_threshold(c_fp=1, c_fn=1)
    assert decide([[tau, 1 - tau]], C) == [0]
    y, score = [1, 0, 1, 0], [0.75, 0.5, 0.5, 0.25]
    for threshold, point in zip([0.75, 0.5, 0.25], roc_points(y, score).tolist()[1:], strict=True):
        said = [int(s >= threshold) for s in score]
        rates = metrics(*confusion(y, said, positive=1))
        assert point == [rates["fpr"], rates["recall"]]


def test_u15_squared_distances_are_never_negative():
    rng = np.random.default_rng(0)
    X = 1e8 + rng.normal(size=(50, 3)) / 1e3
    expanded = (X**2).sum(axis=1)[:, None] - 2 * X @ X.T + (X**2).sum(axis=1)
    assert (expanded < 0).any()  # what would come without care
    assert (pairwise_sq_dists(X, X) >= 0).all()
    assert (np.diag(pairwise_sq_dists(X, X)) == 0).all()
    dists, rows = NearestNeighbors(n_neighbors=1, algorithm="brute").fit(X).kneighbors(X)
    assert dists.ravel().tolist() == [0] * 50
    assert rows.ravel().tolist() == list(range(50))


def test_u16_only_training_examples_set_the_scale():
    X, queries = np.array([[0.0, 7.0], [2.0, 7.0]]), np.array([[100.0, 8.0], [1.0, 7.0]])
    assert standardise(X, queries).tolist() == [[99, 1], [0, 0]]  # a constant feature is divided by 1
    assert standardise(X, queries[:1]).tolist() == [[99, 1]]
    assert standardise(X, X).std(axis=0).tolist() == [1, 0]


def test_u17_the_linear_form_needs_smoothing():
    """With α = 0 a weight would be −∞ and its product with a count of 0 undefined: an error says so."""
    X, y = np.array([[2, 0], [1, 1]]), [0, 1]
    model = MultinomialNB(alpha=1).fit(X, y)
    assert np.isfinite(model.coef_).all()
    assert X @ model.coef_.T + model.intercept_ == pytest.approx(model.predict_joint_log_proba(X))
    plain = MultinomialNB(alpha=0).fit(X, y)
    with pytest.raises(ValueError, match="Smooth the counts"):
        _ = plain.coef_
    assert plain.predict_joint_log_proba([[1, 0]]) == pytest.approx(np.log([[1 / 2, 1 / 4]]))


def test_u18_a_zero_vector_is_at_cosine_distance_one():
    assert (
        cosine_distance([0, 0], [3, 4])
        == cosine_distance([3, 4], [0, 0])
        == cosine_distance([0, 0], [0, 0])
        == 1
    )
    model = NearestNeighbors(n_neighbors=3, metric="cosine").fit([[0.0, 0.0], [3.0, 4.0], [-3.0, -4.0]])
    dists, rows = model.kneighbors([[6.0, 8.0]])
    assert rows.tolist() == [[1, 0, 2]]
    assert dists == pytest.approx(np.array([[0, 1, 2]]))


def test_u19_the_training_error_of_1nn_is_zero_unless_twins_disagree():
    X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 1, 0, 1])
    assert KNeighborsClassifier(1).fit(X, y).score(X, y) == 1
    assert choose_k(X, y, ks=[1])[1].tolist() == [1]  # every neighbour has the other label
    others = NearestNeighbors(n_neighbors=1).fit(X).kneighbors(return_distance=False)
    assert others.ravel().tolist() == [1, 0, 1, 2]
    twins = np.array([[0.0], [0.0]])
    assert KNeighborsClassifier(1).fit(twins, [0, 1]).score(twins, [0, 1]) == 1 / 2


def test_u20_the_positive_class_is_always_named():
    y, yhat = list("aab"), list("abb")
    assert confusion(y, yhat, positive="a") == (1, 0, 1, 1)
    assert confusion(y, yhat, positive="b") == (1, 1, 0, 1)
    assert precision(y, yhat, positive="a") == 1 != precision(y, yhat, positive="b")
    for measure in (confusion, precision, recall, f1):
        with pytest.raises(TypeError, match="positive"):
            measure(y, yhat)


def test_every_convention_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_u")}
    assert covered == U_IDS
