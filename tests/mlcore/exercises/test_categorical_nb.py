"""The references of categorical naive Bayes: worked by hand, against mlcore and against scikit-learn."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.naive_bayes import CategoricalNB as TheirCategoricalNB

from mlcore import estimation
from mlcore.exercises.categorical_nb import UNIT
from mlcore.exercises.categorical_nb.class_prior import class_prior
from mlcore.exercises.categorical_nb.cond_table import cond_table
from mlcore.exercises.categorical_nb.cond_table_with_gaps import (
    GAPS,
    ONE_GAP,
    TENNIS_GAPS,
    THREE_GAPS,
    cond_table_with_gaps,
)
from mlcore.exercises.categorical_nb.inputs import (
    ALL_BITS,
    ALL_DAYS,
    ALL_OF_THREE,
    NO_ZEROS,
    QUERY,
    TEN_BY_TWO,
    TENNIS,
    THREE,
)
from mlcore.exercises.categorical_nb.learn import KEYS, learn
from mlcore.exercises.categorical_nb.learn_pairs import DAYS, WEATHER, learn_pairs
from mlcore.exercises.categorical_nb.log_joint import log_joint
from mlcore.exercises.categorical_nb.log_joint_with_gaps import DAY_WITH_GAP, log_joint_with_gaps
from mlcore.exercises.categorical_nb.predict import predict
from mlcore.exercises.categorical_nb.predict_one import DAY, TENNIS_MODEL, predict_one
from mlcore.exercises.categorical_nb.predict_one_with_prob import predict_one_with_prob
from mlcore.exercises.categorical_nb.predict_with_prob import predict_with_prob
from mlcore.exercises.categorical_nb.update import update
from mlcore.naive_bayes import CategoricalNB

NAMES = [
    "learn_pairs", "predict_one", "predict_one_with_prob", "class_prior", "cond_table", "learn", "log_joint",
    "predict", "predict_with_prob", "log_joint_with_gaps", "cond_table_with_gaps", "update",
]  # fmt: skip


def test_every_task_of_the_notebook_is_there():
    assert [exercise.name for exercise in UNIT.exercises] == NAMES
    assert UNIT.points == 35


def test_pseudo_code_by_hand():
    model = learn_pairs(DAYS, WEATHER)
    assert model["prior"]["Yes"] == 9 / 14
    assert model["table"]["Yes", 0, "Sunny"] == 2 / 9
    assert model["table"]["No", 0, "Overcast"] == 0
    assert len(model["table"]) == 20
    assert predict_one(DAY, TENNIS_MODEL) == "No"
    assert predict_one_with_prob(DAY, TENNIS_MODEL)["No"] == pytest.approx(486 / 611)


@pytest.mark.parametrize(
    ("alpha", "yes", "no"),
    [
        (0, Fraction(1, 189), Fraction(18, 875)),
        (1, Fraction(6, 847), Fraction(25, 1372)),
        (0.5, Fraction(1, 160), Fraction(105, 5408)),
    ],
)
def test_sunny_cool_high_strong_by_hand(alpha, yes, no):
    model = learn(*TENNIS, alpha)
    np.testing.assert_allclose(np.exp(log_joint(model, QUERY)), [[float(no), float(yes)]])
    np.testing.assert_allclose(predict_with_prob(model, QUERY)[0, 0], float(no / (no + yes)))
    assert predict(model, QUERY).tolist() == ["No"]


def test_five_hand_steps_of_the_ten_rows():
    model = learn(*TEN_BY_TWO)
    assert model["class_count"].tolist() == [4, 6]
    assert model["prior"].tolist() == [0.4, 0.6]
    assert model["counts"][1].tolist() == [[3, 1], [2, 4]]
    assert model["tables"][1][1, 1] == 2 / 3
    np.testing.assert_allclose(
        np.exp(log_joint(model, ALL_BITS)), [[0, 0.1], [0, 0.2], [0.3, 0.1], [0.1, 0.2]]
    )


def test_the_humidity_is_unknown_by_hand():
    joint = np.exp(log_joint_with_gaps(learn(*TENNIS), DAY_WITH_GAP))
    np.testing.assert_allclose(joint, [[9 / 350, 1 / 63]])


def test_gaps_in_learning_by_hand():
    np.testing.assert_allclose(cond_table_with_gaps(*ONE_GAP, 0)[0], [[1 / 3, 2 / 3]])
    np.testing.assert_allclose(cond_table_with_gaps(*GAPS, 0)[1], [[1 / 3, 2 / 3], [0, 1]])


def test_everything_missing_leaves_the_prior():
    everything = np.full((1, 2), -1)
    np.testing.assert_allclose(np.exp(log_joint_with_gaps(NO_ZEROS, everything))[0], NO_ZEROS["prior"])


@pytest.mark.parametrize("first", [9, 13])
def test_update_equals_learning_at_once(first):
    X, y, n_values = TENNIS
    found, expected = (
        update(learn(X[:first], y[:first], n_values, 1), X[first:], y[first:]),
        learn(*TENNIS, 1),
    )
    assert tuple(found) == KEYS
    for key in ("classes", "prior", "class_count"):
        np.testing.assert_array_equal(found[key], expected[key])
    for key in ("tables", "counts"):
        for a, b in zip(found[key], expected[key], strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("alpha", [1e-9, 0.5, 1, 3])
@pytest.mark.parametrize(
    ("data", "queries"), [(TENNIS, ALL_DAYS), (THREE, ALL_OF_THREE), (TEN_BY_TWO, ALL_BITS)]
)
def test_agrees_with_scikit_learn(alpha, data, queries):
    X, y, n_values = data
    theirs = TheirCategoricalNB(alpha=alpha, min_categories=n_values).fit(X, y)
    ours = learn(X, y, n_values, alpha)
    for log_theta, table in zip(theirs.feature_log_prob_, ours["tables"], strict=True):
        np.testing.assert_allclose(np.exp(log_theta), table)
    np.testing.assert_allclose(theirs.predict_joint_log_proba(queries), log_joint(ours, queries))
    np.testing.assert_allclose(theirs.predict_proba(queries), predict_with_prob(ours, queries))
    assert theirs.predict(queries).tolist() == predict(ours, queries).tolist()


@pytest.mark.parametrize("data", [TENNIS_GAPS, THREE_GAPS])
def test_gaps_agree_with_mlcore(data):
    X, y, n_values = data
    gaps = np.where(X == -1, np.nan, X)
    theirs = CategoricalNB(alpha=0.5, min_categories=n_values).fit(gaps, y)
    tables = cond_table_with_gaps(X, y, n_values, 0.5)
    for log_theta, table in zip(theirs.feature_log_prob_, tables, strict=True):
        np.testing.assert_allclose(np.exp(log_theta), table)
    classes, prior = class_prior(y)
    model = {"classes": classes, "prior": prior, "tables": tables}
    np.testing.assert_allclose(theirs.predict_joint_log_proba(gaps), log_joint_with_gaps(model, X))


@pytest.mark.parametrize("data", [TENNIS, THREE, TEN_BY_TWO])
def test_shares_agree_with_mlcore(data):
    X, y, n_values = data
    classes, prior = estimation.class_prior(y)
    np.testing.assert_array_equal(class_prior(y)[0], classes)
    np.testing.assert_array_equal(class_prior(y)[1], prior)
    for j, table in enumerate(cond_table(X, y, n_values, 2)):
        for row, c in zip(table, classes, strict=True):
            counts = np.bincount(X[y == c, j], minlength=n_values[j])
            np.testing.assert_allclose(row, estimation.map_theta(counts, 2))
