import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

from mlcore.evaluation import (
    accuracy,
    confusion,
    confusion_matrix,
    f1,
    f_beta,
    fnr,
    fpr,
    jaccard,
    metrics,
    precision,
    recall,
    weighted_error,
)

# Ten examples: three of four positives found, one false alarm.
Y = [1, 1, 1, 0, 0, 0, 0, 0, 1, 0]
YHAT = [1, 0, 1, 0, 1, 0, 0, 0, 1, 0]

laws = settings(deadline=None, max_examples=60)
labellings = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30)


class TestConfusion:
    def test_by_hand(self):
        assert confusion(Y, YHAT, positive=1) == (3, 1, 1, 5)

    def test_of_the_other_class_swaps_positives_and_negatives(self):
        assert confusion(Y, YHAT, positive=0) == (5, 1, 1, 3)
        assert confusion([1, 1, 0, 0], [1, 1, 1, 0], positive=1) == (2, 1, 0, 1)
        assert confusion([1, 1, 0, 0], [1, 1, 1, 0], positive=0) == (1, 0, 1, 2)

    def test_without_positives_or_without_positive_answers(self):
        assert confusion([1, 0], [0, 0], positive=1) == (0, 0, 1, 1)
        assert confusion([0, 0], [1, 0], positive=1) == (0, 1, 0, 1)
        assert confusion([0, 0], [0, 0], positive=1) == (0, 0, 0, 2)

    def test_takes_text_truth_values_data_frame_columns_and_more_than_two_classes(self):
        assert confusion(["spam", "ham"], np.array(["spam", "spam"]), "spam") == (1, 1, 0, 0)
        assert confusion([True, False], [1, 1], True) == (1, 1, 0, 0)
        assert confusion(pd.Series(["a", "b"], index=[5, 4]), ["a", "a"], "a") == (1, 1, 0, 0)
        assert confusion(pd.Series([1, 0], dtype="Int64"), [1, 1], 1) == (1, 1, 0, 0)
        assert confusion([0, 1, 2], [0, 2, 1], positive=2) == (0, 1, 1, 1)

    def test_gives_plain_numbers(self):
        assert all(type(count) is int for count in confusion(Y, YHAT, 1))

    @laws
    @given(labellings)
    def test_of_swapped_arguments_swaps_false_alarms_and_misses(self, pairs):
        y, yhat = zip(*pairs, strict=True)
        tp, fp, fn, tn = confusion(y, yhat, positive=1)
        assert confusion(yhat, y, positive=1) == (tp, fn, fp, tn)
        assert tp + fp + fn + tn == len(y)

    @pytest.mark.parametrize(
        ("y", "yhat", "positive", "error", "message"),
        [
            ([1, 0], [1], 1, ValueError, "y has 2, yhat has 1"),
            ([], [], 1, ValueError, "y must not be empty"),
            ([[1], [0]], [1, 0], 1, ValueError, r"y must have one dimension; got shape \(2, 1\)"),
            ([1, 0], [[1], [0]], 1, ValueError, r"yhat must have one dimension; got shape \(2, 1\)"),
            ([1, 0], [0.9, 0.2], 1, ValueError, "yhat must hold labels; fractions"),
            ([1, math.nan], [1, 0], 1, ValueError, "y must hold labels; fractions and NaN"),
            (["a", None], ["a", "b"], "a", ValueError, "y must hold labels; some are missing"),
            ([1, 0], ["1", "0"], 1, TypeError, "one kind"),
            (np.array(["a", "b"], dtype=object), [1, 0], "a", TypeError, "one kind"),
            ([1, 0], np.array([0.9, 0.2], dtype=object), 1, ValueError, "yhat must hold labels; fractions"),
            ([1, 0], [1, 0], "1", TypeError, "positive must be a label of the kind found in y; got '1'"),
            ([1, 0], [1, 0], [1, 0], TypeError, "positive must be a single label"),
            ([1.0, 0.0], [1, 0], math.nan, TypeError, "positive must be a single label"),
            (["a", 0], ["a", 0], None, TypeError, "positive must be a single label"),
            (["1", "0"], ["1", "0"], 1, TypeError, "positive must be a label of the kind found in y; got 1"),
        ],
    )
    def test_refuses_what_would_count_silently_as_negative(self, y, yhat, positive, error, message):
        with pytest.raises(error, match=message):
            confusion(y, yhat, positive)


class TestConfusionMatrix:
    def test_has_predictions_in_rows_and_truth_in_columns(self):
        assert confusion_matrix(Y, YHAT, classes=[1, 0]).tolist() == [[3, 1], [1, 5]]
        assert confusion_matrix([0, 0, 1], [1, 1, 1]).tolist() == [[0, 0], [2, 1]]

    def test_times_a_cost_matrix_is_the_total_cost(self):
        y, yhat = [0, 0, 0, 1, 1], [0, 1, 1, 0, 1]
        C = np.array([[0, 100], [10, 0]])
        assert (
            (confusion_matrix(y, yhat) * C).sum() == sum(C[a, c] for a, c in zip(yhat, y, strict=True)) == 120
        )

    @laws
    @given(labellings)
    def test_is_the_transpose_of_scikit_learns(self, pairs):
        y, yhat = zip(*pairs, strict=True)
        for classes in ([0, 1, 2], [2, 0, 1]):
            theirs = sk.confusion_matrix(y, yhat, labels=classes)
            assert confusion_matrix(y, yhat, classes).T.tolist() == theirs.tolist()
        assert confusion_matrix(y, yhat).sum() == len(y)

    def test_keeps_a_class_that_does_not_occur(self):
        assert confusion_matrix(["b"], ["a"], classes=["a", "b", "c"]).tolist() == (
            [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
        )

    def test_refuses_classes_that_are_incomplete_or_double(self):
        with pytest.raises(ValueError, match=r"classes must name every label of y and yhat; it lacks \[2\]"):
            confusion_matrix([1, 2], [1, 1], classes=[1, 3])
        with pytest.raises(ValueError, match="classes must name each class once"):
            confusion_matrix([1, 2], [1, 1], classes=[1, 2, 1])


class TestMetrics:
    def test_by_hand(self):
        assert metrics(tp=3, fp=1, fn=1, tn=5) == {
            "accuracy": 8 / 10,
            "precision": 3 / 4,
            "recall": 3 / 4,
            "f1": 3 / 4,
            "jaccard": 3 / 5,
            "fpr": 1 / 6,
            "fnr": 1 / 4,
            "specificity": 5 / 6,
            "negative_precision": 5 / 6,
        }

    def test_tell_precision_recall_and_their_means_apart(self):
        found = metrics(tp=1, fp=9, fn=0, tn=0)
        assert (found["precision"], found["recall"]) == (1 / 10, 1)
        assert found["f1"] == 2 / 11  # the arithmetic mean would be 11 / 20
        assert found["jaccard"] == 1 / 10

    def test_bracket_the_denominator_of_the_false_positive_rate(self):
        assert metrics(tp=5, fp=5, fn=0, tn=95)["fpr"] == 5 / 100  # without brackets 5 / 5 + 95 = 96

    def test_show_that_accuracy_hides_a_useless_classifier(self):
        always_spam = metrics(tp=99, fp=1, fn=0, tn=0)
        assert always_spam["accuracy"] == 99 / 100
        assert always_spam["specificity"] == 0  # no wanted mail arrives

    @pytest.mark.parametrize("counts", [(0, 0, 3, 5), (0, 0, 0, 4), (0, 2, 0, 2), (4, 0, 0, 0), (0, 0, 4, 0)])
    def test_are_zero_or_as_told_where_they_would_be_zero_by_zero(self, counts):
        tp, fp, fn, tn = counts
        bottoms = {
            "precision": tp + fp,
            "recall": tp + fn,
            "f1": 2 * tp + fp + fn,
            "jaccard": tp + fp + fn,
            "fpr": fp + tn,
            "fnr": fn + tp,
            "specificity": tn + fp,
            "negative_precision": tn + fn,
        }
        for name, bottom in bottoms.items():
            if bottom == 0:
                assert metrics(*counts)[name] == 0
                assert metrics(*counts, zero_division=1)[name] == 1
                assert math.isnan(metrics(*counts, zero_division=math.nan)[name])
            else:
                assert metrics(*counts)[name] == metrics(*counts, zero_division=1)[name]

    @laws
    @given(*[st.integers(0, 9)] * 3, st.integers(1, 9))
    def test_keep_their_identities(self, tp, fp, fn, tn):
        found = metrics(tp, fp, fn, tn)
        P, R, J = found["precision"], found["recall"], found["jaccard"]
        assert all(0 <= value <= 1 for value in found.values())
        assert found["fpr"] + found["specificity"] == pytest.approx(1)
        assert found["f1"] == pytest.approx(2 * J / (1 + J))
        if P + R:
            assert found["f1"] == pytest.approx(2 * P * R / (P + R))

    def test_take_numpy_counts(self):
        assert metrics(*np.array([3, 1, 1, 5])) == metrics(3, 1, 1, 5)

    def test_refuse_what_is_no_table_of_counts(self):
        with pytest.raises(ValueError, match="fp must be at least 0"):
            metrics(1, -1, 0, 0)
        with pytest.raises(TypeError, match="tn must be a whole number"):
            metrics(1, 1, 0, 0.5)
        with pytest.raises(ValueError, match="at least one example"):
            metrics(0, 0, 0, 0)
        with pytest.raises(ValueError, match="zero_division must lie between 0 and 1"):
            metrics(1, 0, 0, 0, zero_division=2)


class TestMeasuresOfLabels:
    @laws
    @given(labellings, st.integers(0, 2), st.sampled_from([0.0, 1.0]))
    def test_agree_with_scikit_learn(self, pairs, positive, zero_division):
        y, yhat = map(np.array, zip(*pairs, strict=True))
        truth, predicted = y == positive, yhat == positive
        for ours, theirs in (
            (precision, sk.precision_score),
            (recall, sk.recall_score),
            (f1, sk.f1_score),
            (jaccard, sk.jaccard_score),
        ):
            expected = theirs(truth, predicted, zero_division=zero_division)
            assert ours(y, yhat, positive, zero_division) == pytest.approx(expected, abs=1e-15)
        for beta in (0.5, 2):
            expected = sk.fbeta_score(truth, predicted, beta=beta, zero_division=zero_division)
            assert f_beta(y, yhat, positive, beta, zero_division) == pytest.approx(expected, abs=1e-15)
        assert accuracy(y, yhat) == pytest.approx(sk.accuracy_score(y, yhat), abs=1e-15)

    def test_of_ten_examples_by_hand(self):
        assert accuracy(Y, YHAT) == 8 / 10
        assert fpr(Y, YHAT, positive=1) == 1 / 6
        assert fnr(Y, YHAT, positive=1) == 1 / 4
        assert recall(Y, YHAT, positive=0) == 5 / 6
        assert precision(Y, YHAT, positive=0) == 5 / 6

    def test_f_beta_weighs_recall_beta_times_as_much(self):
        y, yhat = [1, 1, 1, 1, 0], [1, 0, 0, 0, 0]  # precision 1, recall 1/4
        assert f_beta(y, yhat, 1, beta=0) == precision(y, yhat, 1) == 1
        assert f_beta(y, yhat, 1, beta=1) == f1(y, yhat, 1) == 2 / 5
        assert f_beta(y, yhat, 1, beta=2) == 5 / (5 + 4 * 3)
        assert f_beta(y, yhat, 1, beta=1e6) == pytest.approx(recall(y, yhat, 1), rel=1e-9)

    def test_f_beta_refuses_a_negative_beta(self):
        with pytest.raises(ValueError, match="beta must lie between 0"):
            f_beta([1], [1], 1, beta=-1)

    @pytest.mark.parametrize("measure", [precision, recall, f1, jaccard, fpr, fnr])
    def test_need_to_be_told_the_positive_class(self, measure):
        with pytest.raises(TypeError, match="positive"):
            measure(Y, YHAT)


class TestWeightedError:
    def test_weighs_by_the_true_class(self):
        # Weights: four positives 1 each, six negatives 10 each; wrong are one of either.
        assert weighted_error(Y, YHAT, {0: 10, 1: 1}) == 11 / 64
        assert weighted_error([0, 1, 1], [1, 1, 1], {0: 10, 1: 1}) == 10 / 12
        assert weighted_error([0, 1, 1], [0, 0, 1], {0: 10, 1: 1}) == 1 / 12

    def test_with_equal_weights_is_the_plain_error(self):
        assert weighted_error(Y, YHAT, {0: 1, 1: 1}) == weighted_error(Y, YHAT, np.full(10, 0.3)) == 2 / 10

    def test_takes_one_weight_for_each_example(self):
        assert weighted_error(["a", "b", "a"], ["a", "a", "b"], [1, 2, 5]) == 7 / 8

    @pytest.mark.parametrize("scale", [1e-320, 1e308])
    def test_does_not_depend_on_the_scale_of_weights(self, scale):
        assert weighted_error([0, 0, 1, 1], [0, 1, 1, 0], np.full(4, scale)) == 1 / 2

    @pytest.mark.parametrize(
        ("w", "error", "message"),
        [
            ({0: 1}, ValueError, r"w must give a weight to every label of y; it lacks \[1\]"),
            ([1, 2], ValueError, "y has 10, w has 2"),
            ({0: -1, 1: 1}, ValueError, "w must hold weights of at least 0"),
            (np.zeros(10), ValueError, "not all of them 0"),
            ({0: math.nan, 1: 1}, ValueError, "w must be finite"),
            ({0: "much", 1: 1}, TypeError, "w must hold numbers"),
            (1, ValueError, "w must have 1 dimension"),
        ],
    )
    def test_refuses_other_weights(self, w, error, message):
        with pytest.raises(error, match=message):
            weighted_error(Y, YHAT, w)
