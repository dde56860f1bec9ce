"""The right answers of the unit: worked by hand, then against the reference and scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import cosine_similarity as sklearn_cosine_similarity
from sklearn.naive_bayes import MultinomialNB as SklearnMultinomialNB

from mlcore import text
from mlcore.exercises.multinomial_nb import UNIT, inputs
from mlcore.exercises.multinomial_nb.build_vocabulary import build_vocabulary
from mlcore.exercises.multinomial_nb.cosine_similarity import cosine_similarity
from mlcore.exercises.multinomial_nb.count_vector import count_vector
from mlcore.exercises.multinomial_nb.learn import learn
from mlcore.exercises.multinomial_nb.log_joint import log_joint
from mlcore.exercises.multinomial_nb.m_estimate import m_estimate
from mlcore.exercises.multinomial_nb.predict import predict
from mlcore.exercises.multinomial_nb.predict_one import predict_one
from mlcore.exercises.multinomial_nb.predict_with_prob import predict_with_prob
from mlcore.exercises.multinomial_nb.spectral_scores import spectral_scores
from mlcore.exercises.multinomial_nb.word_shares import word_shares
from mlcore.naive_bayes import MultinomialNB

SUBJECT_COUNTS, SUBJECTS = inputs.SUBJECT_COUNTS, inputs.SUBJECTS


def test_the_unit_is_worth_36_and_a_half_points_in_eleven_tasks():
    assert (UNIT.points, len(UNIT.exercises)) == (36.5, 11)


def test_three_sentences():
    assert build_vocabulary(inputs.TEXTS, inputs.STOP_WORDS) == [
        "9",
        "at",
        "cat",
        "dog",
        "mat",
        "met",
        "sat",
        "still",
    ]
    assert count_vector("A cat sat at a table", ["a", "at", "cat"]).tolist() == [2, 1, 1]


def test_agrees_with_the_reference_of_texts():
    vocabulary = build_vocabulary(inputs.TEXTS)
    assert vocabulary == text.build_vocabulary(inputs.TEXTS)
    for doc in [*inputs.TEXTS, "", "an unknown CAT"]:
        assert count_vector(doc, vocabulary).tolist() == text.count_vector(doc, vocabulary).tolist()


def test_five_texts_by_hand():
    model = learn(inputs.COUNTS, inputs.LABELS)
    np.testing.assert_allclose(model["theta"], np.array([[7, 2, 2, 1], [1, 2, 4, 5]]) / 12)
    np.testing.assert_allclose(model["prior"], [0.6, 0.4])
    np.testing.assert_allclose(
        predict_with_prob(model, inputs.QUERIES)[:, 0],
        [0.9130434783, 0.1304347826, 0.3702770781, 0.6],
        atol=1e-10,
    )
    assert predict(model, inputs.QUERIES).tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize("estimator", [MultinomialNB, SklearnMultinomialNB])
@pytest.mark.parametrize("alpha", [1, 0.1])
def test_agrees_with(estimator, alpha):
    Q = np.array(list(np.ndindex(3, 3, 3)))
    model, other = learn(SUBJECT_COUNTS, SUBJECTS, alpha), estimator(alpha=alpha)
    other.fit(SUBJECT_COUNTS, SUBJECTS)
    np.testing.assert_allclose(np.log(model["theta"]), other.feature_log_prob_)
    np.testing.assert_allclose(log_joint(model, Q), other.predict_joint_log_proba(Q))
    np.testing.assert_allclose(predict_with_prob(model, Q), other.predict_proba(Q))
    assert predict(model, Q).tolist() == other.predict(Q).tolist()


def test_places_and_counts_say_the_same():
    model = learn(SUBJECT_COUNTS, SUBJECTS)
    for x in np.ndindex(3, 3, 3):
        counts = np.bincount(x, minlength=3)
        assert predict_one(list(x), model) == predict(model, [counts])[0]


def test_spectral_scores_with_the_prior_are_the_log_joint():
    model = inputs.NEWS
    np.testing.assert_allclose(
        spectral_scores(model, inputs.NEWS_QUERIES), log_joint(model, inputs.NEWS_QUERIES)
    )
    np.testing.assert_allclose(
        spectral_scores(model, inputs.NEWS_QUERIES, False) + np.log(model["prior"]),
        log_joint(model, inputs.NEWS_QUERIES),
    )


def test_a_word_that_a_class_never_used_rules_it_out_only_where_it_occurs():
    scores = log_joint(inputs.HARD, inputs.HARD_QUERIES)
    assert np.isneginf(scores).tolist() == [[False, True], [True, False], [False, False]]
    with pytest.raises(ValueError, match="alpha > 0"):
        predict_with_prob(inputs.HARD, inputs.NOBODY)
    assert predict(inputs.HARD, inputs.NOBODY).tolist() == [3]


def test_the_m_estimate():
    assert m_estimate(0, 10, 0.5, 2) == 1 / 12
    assert m_estimate(3, 3, 0.5, 0.45) == pytest.approx(43 / 46)
    assert m_estimate(0, 0, 0.2, 5) == 0.2
    np.testing.assert_allclose(m_estimate(np.array([3, 0, 2]), 5, 1 / 3, 3), [4 / 8, 1 / 8, 3 / 8])


@pytest.mark.parametrize(
    ("a", "b"), [([3, 4], [6, 8]), ([1.0, 2], [-2, -4]), ([0, 0], [1, 2]), ([3, 4], [4, 3])]
)
def test_the_cosine_agrees_with_sklearn(a, b):
    assert cosine_similarity(a, b) == pytest.approx(sklearn_cosine_similarity([a], [b])[0, 0])


def test_three_goals_and_a_team_leave_a_seventh_to_all_other_words():
    assert word_shares({"goal": 3, "team": 1}, 1) == {"goal": 4 / 7, "team": 2 / 7, "<unknown>": 1 / 7}


def test_the_unknown_word_is_one_more_column_without_counts():
    X = np.array([[4, 0, 1], [1, 0, 0]])
    counts = dict(zip("abc", X.sum(axis=0).tolist(), strict=True))
    column = np.column_stack((X, np.zeros(2, dtype=int)))
    model = SklearnMultinomialNB(alpha=0.25).fit(column, [0, 0])
    np.testing.assert_allclose(list(word_shares(counts, 0.25).values()), np.exp(model.feature_log_prob_[0]))
