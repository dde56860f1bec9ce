"""The right answers of the unit: worked by hand, then against the reference and scikit-learn."""

import numpy as np
import pytest
from sklearn.naive_bayes import BernoulliNB as SklearnBernoulliNB

from mlcore.exercises.bernoulli_nb import UNIT, inputs
from mlcore.exercises.bernoulli_nb.binarise import binarise, zeros_and_ones
from mlcore.exercises.bernoulli_nb.evidence import evidence
from mlcore.exercises.bernoulli_nb.learn import learn
from mlcore.exercises.bernoulli_nb.log_joint import log_joint
from mlcore.exercises.bernoulli_nb.predict import predict
from mlcore.exercises.bernoulli_nb.predict_one import predict_one
from mlcore.exercises.bernoulli_nb.predict_with_prob import predict_with_prob
from mlcore.exercises.bernoulli_nb.to_linear import to_linear
from mlcore.exercises.naive_bayes.theta_model import model_of
from mlcore.naive_bayes import BernoulliNB

ANIMALS, KINDS = inputs.ANIMALS, inputs.KINDS
EVERY_ANIMAL = np.array(list(np.ndindex(2, 2, 2, 2, 2)))


def test_the_unit_is_worth_31_points_in_eight_tasks():
    assert (UNIT.points, len(UNIT.exercises)) == (31, 8)


def test_what_lies_at_the_threshold_is_0():
    assert binarise([[0, 1, 2]]).tolist() == [[0, 1, 1]]
    assert binarise([[0, 1, 2]], 1).tolist() == [[0, 0, 1]]


def test_truth_values_are_as_good_as_0_and_1_but_text_is_not():
    assert zeros_and_ones(np.array([[0, 1]]), [[False, True]]) is None
    assert zeros_and_ones(np.array([[0, 1]]), np.array([[False, False]])) is not None
    assert zeros_and_ones(np.array([[0, 1]]), [["0", "1"]]) is not None
    assert zeros_and_ones(np.array([[0, 1]]), None) is not None


def test_three_mails_by_hand():
    model = learn(inputs.MAILS, inputs.IS_SPAM)
    assert model["prior"].tolist() == [1 / 3, 2 / 3]
    np.testing.assert_allclose(model["theta"], inputs.MAIL_MODEL["theta"], rtol=1e-15)
    np.testing.assert_allclose(
        predict_with_prob(model, inputs.MAIL_QUERIES)[:, 1],
        [0.8649967040, 0.2107139416, 0.9746471899, 0.7621094204],
        atol=1e-10,
    )


def test_three_mails_in_linear_form():
    W, b = to_linear(inputs.MAIL_MODEL)
    np.testing.assert_allclose(W[0], np.log(2) * np.array([-1, 1, 1, 1, -1, -1]), atol=1e-15)
    np.testing.assert_allclose(W[1], np.log(3) * np.array([0, 0, -1, -1, 1, 0]), atol=1e-15)
    np.testing.assert_allclose(b, [-5.6108444790, -4.4465651558], atol=1e-10)


def test_ten_examples_without_smoothing():
    model = learn(inputs.TEN, inputs.TEN_LABELS, alpha=0)
    assert model["theta"].tolist() == [[1, 1 / 4], [1 / 2, 2 / 3]]
    np.testing.assert_allclose(np.exp(log_joint(model, inputs.TEN_QUERIES))[:, 0], [0, 0, 0.3, 0.1])
    np.testing.assert_allclose(np.exp(log_joint(model, inputs.TEN_QUERIES))[:, 1], [0.1, 0.2, 0.1, 0.2])
    np.testing.assert_allclose(evidence(model, inputs.TEN_QUERIES), [0.1, 0.2, 0.4, 0.3])
    np.testing.assert_allclose(predict_with_prob(model, inputs.TEN_QUERIES)[:, 1], [1, 1, 1 / 4, 2 / 3])
    assert predict(model, inputs.TEN_QUERIES).tolist() == [1, 1, 0, 1]


def test_ten_examples_with_one_pseudo_example_of_each_kind():
    model = learn(inputs.TEN, inputs.TEN_LABELS)
    np.testing.assert_allclose(model["theta"], [[5 / 6, 1 / 3], [1 / 2, 5 / 8]])
    np.testing.assert_allclose(
        predict_with_prob(model, inputs.TEN_QUERIES)[:, 1],
        [0.7168141593, 0.8940397351, 0.3360995851, 0.6279069767],
        atol=1e-10,
    )


@pytest.mark.parametrize("n", [10, 100])
def test_a_word_that_no_spam_has(n):
    model = learn(np.zeros((n, 1), dtype=int), np.ones(n, dtype=int))
    assert model["theta"][0, 0] == 1 / (n + 2)


@pytest.mark.parametrize("estimator", [BernoulliNB, SklearnBernoulliNB])
@pytest.mark.parametrize("alpha", [1, 0.5])
def test_agrees_with(estimator, alpha):
    model, other = learn(ANIMALS, KINDS, alpha), estimator(alpha=alpha).fit(ANIMALS, KINDS)
    np.testing.assert_allclose(np.log(model["theta"]), other.feature_log_prob_)
    np.testing.assert_allclose(predict_with_prob(model, EVERY_ANIMAL), other.predict_proba(EVERY_ANIMAL))
    assert predict(model, EVERY_ANIMAL).tolist() == other.predict(EVERY_ANIMAL).tolist()
    np.testing.assert_allclose(log_joint(model, EVERY_ANIMAL), other.predict_joint_log_proba(EVERY_ANIMAL))


def test_one_at_a_time_is_all_at_once():
    model = learn(ANIMALS, KINDS)
    assert [predict_one(x, model) for x in EVERY_ANIMAL] == predict(model, EVERY_ANIMAL).tolist()


def test_linear_form_and_evidence_follow_from_the_log_joint():
    model = learn(ANIMALS, KINDS)
    W, b = to_linear(model)
    np.testing.assert_allclose(EVERY_ANIMAL @ W.T + b, log_joint(model, EVERY_ANIMAL))
    assert evidence(model, EVERY_ANIMAL).sum() == pytest.approx(1)


def test_impossible_everywhere_is_said():
    model = model_of([0, 1], [0.5, 0.5], [[0.0], [0.0]])
    with pytest.raises(ValueError, match="alpha > 0"):
        predict_with_prob(model, [[1]])
    assert predict(model, [[1]]).tolist() == [0]
