"""The references of unit 6 against numbers worked by hand, and against scikit-learn."""

import numpy as np
import pytest
from sklearn import metrics as sklearn_metrics

from mlcore.exercises.decisions import UNIT
from mlcore.exercises.decisions.confusion_matrix import FRUIT
from mlcore.exercises.decisions.inputs import ASK, MAIL, SCORE, YHAT, Y, draws
from mlcore.exercises.decisions.undersample import SPAM

REFERENCE = {exercise.name: exercise.reference for exercise in UNIT.exercises}


def test_the_unit_is_worth_45_points_in_sixteen_tasks():
    assert (UNIT.points, len(UNIT.exercises)) == (45, 16)


def test_ten_examples_are_counted():
    assert REFERENCE["confusion"](Y, YHAT, 1) == (3, 1, 1, 5)
    assert REFERENCE["confusion"](Y, YHAT, 0) == (5, 1, 1, 3)


def test_the_measures_of_ten_examples():
    assert REFERENCE["metrics"](3, 1, 1, 5) == pytest.approx(
        {"accuracy": 0.8, "precision": 0.75, "recall": 0.75, "f1": 0.75, "jaccard": 0.6, "fpr": 1 / 6}
    )


def test_nothing_by_nothing_is_nothing():
    assert set(REFERENCE["metrics"](0, 0, 0, 4).values()) == {0.0, 1.0}
    assert REFERENCE["metrics"](0, 0, 3, 5)["precision"] == 0


def test_a_probable_spam_is_better_left_alone():
    np.testing.assert_allclose(REFERENCE["expected_cost"]([[0.6, 0.4]], MAIL), [[40, 6]])
    assert REFERENCE["decide"]([[0.6, 0.4], [0.905, 0.095], [0.9095, 0.0905]], MAIL).tolist() == [1, 1, 0]


def test_a_third_action_is_taken_between_one_half_and_19_in_20():
    assert REFERENCE["decide"]([[0.49, 0.51], [0.6, 0.4], [0.96, 0.04]], ASK).tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("costs", "threshold"),
    [((100, 10), 10 / 11), ((1, 1), 1 / 2), ((1, 50), 1 / 51), ((9, 20, 2, 3), 6 / 24)],
)
def test_thresholds(costs, threshold):
    assert REFERENCE["cost_threshold"](*costs) == pytest.approx(threshold)


def test_the_curves_of_ten_examples():
    points = [
        (0, 0),
        (0, 1 / 4),
        (0, 1 / 2),
        (0, 3 / 4),
        (1 / 6, 3 / 4),
        (1 / 3, 1),
        (1 / 2, 1),
        (2 / 3, 1),
        (5 / 6, 1),
    ]
    np.testing.assert_allclose(REFERENCE["roc_points"](Y, SCORE), [*points, (1, 1)])
    assert REFERENCE["auc"](Y, SCORE) == 15 / 16
    np.testing.assert_allclose(REFERENCE["pr_points"](Y, SCORE)[4], [1, 4 / 6])


def test_areas_agree_with_scikit_learn():
    for case in draws(np.random.default_rng(0)):
        assert REFERENCE["auc"](*case.arguments) == pytest.approx(
            sklearn_metrics.roc_auc_score(*case.arguments)
        )


def test_all_points_lie_on_scikit_learns_curve():
    for case in draws(np.random.default_rng(1)):
        fpr, tpr, _ = sklearn_metrics.roc_curve(*case.arguments, drop_intermediate=False)
        np.testing.assert_allclose(REFERENCE["roc_points"](*case.arguments), np.column_stack((fpr, tpr)))
        precision, recall, _ = sklearn_metrics.precision_recall_curve(*case.arguments)
        np.testing.assert_allclose(
            REFERENCE["pr_points"](*case.arguments), np.column_stack((recall, precision))[-2::-1]
        )


def test_a_miss_that_counts_ten_times():
    assert REFERENCE["weighted_error"](Y, YHAT, {1: 10, 0: 1}) == pytest.approx(11 / 46)
    assert REFERENCE["weighted_error"](Y, YHAT, {0: 1, 1: 1}) == pytest.approx(1 / 5)


def test_90_percent_in_a_balanced_world_are_a_twelfth_where_one_in_a_hundred_is_ill():
    corrected = REFERENCE["correct_prior"]([[0.9, 0.1]], [0.5, 0.5], [0.01, 0.99])
    np.testing.assert_allclose(corrected, [[1 / 12, 11 / 12]])


def test_60_mails_are_left_of_a_thousand():
    rows = REFERENCE["undersample"](SPAM, "spam", 0.05, np.random.default_rng(0))
    assert len(set(rows.tolist())) == len(rows) == 60
    assert (SPAM[rows] == "ham").sum() == 10


def test_the_parts_of_an_error_add_up():
    assert REFERENCE["error_decomposition"](0.3, 0.1, 0.05) == pytest.approx((0.2, 0.05, 0.05))


def test_f_beta_of_two_filters():
    assert REFERENCE["f_beta"](50, 1, 50, 2) == pytest.approx(250 / 451)
    assert REFERENCE["f_beta"](95, 60, 5, 2) == pytest.approx(475 / 555)


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2, 10])
def test_f_beta_agrees_with_scikit_learn(beta):
    counts = REFERENCE["confusion"](Y, YHAT, 1)
    assert REFERENCE["f_beta"](*counts[:3], beta) == pytest.approx(
        sklearn_metrics.fbeta_score(Y, YHAT, beta=beta)
    )


def test_seven_fruits_in_a_table_and_in_averages():
    table = REFERENCE["confusion_matrix"](*FRUIT)
    assert table.tolist() == [[1, 0, 0], [1, 1, 1], [0, 1, 2]]
    assert REFERENCE["macro_micro"](table) == pytest.approx(
        {"macro_precision": 2 / 3, "macro_recall": 5 / 9, "macro_f1": 26 / 45, "micro": 4 / 7}
    )


def test_tables_and_averages_agree_with_scikit_learn():
    rng = np.random.default_rng(2)
    for _ in range(20):
        y, yhat = rng.choice(["a", "b", "c", "d"], (2, 15))
        classes = ["a", "b", "c", "d"]
        table = REFERENCE["confusion_matrix"](y, yhat, classes)
        assert (sklearn_metrics.confusion_matrix(y, yhat, labels=classes) == table.T).all()
        options = {"labels": classes, "zero_division": 0}
        macro = sklearn_metrics.precision_recall_fscore_support(y, yhat, average="macro", **options)
        found = REFERENCE["macro_micro"](table)
        assert [found[f"macro_{key}"] for key in ("precision", "recall", "f1")] == pytest.approx(macro[:3])
        assert found["micro"] == pytest.approx(sklearn_metrics.f1_score(y, yhat, average="micro", **options))
