import itertools
import math
import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

from mlcore.evaluation import auc, pr_points, roc_points

# Ten examples; a positive and a negative share the score 0.4.
Y = [1, 1, 1, 0, 0, 0, 0, 0, 1, 0]
SCORE = [0.9, 0.4, 0.8, 0.35, 0.7, 0.4, 0.1, 0.2, 0.85, 0.05]

laws = settings(deadline=None, max_examples=60)
scored = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=25)


def both_classes(pairs):
    return len({label for label, _ in pairs}) == 2


def rank_statistic(y, score):
    """Compare every positive with every negative, ties counting half."""
    positive = [s for label, s in zip(y, score, strict=True) if label]
    negative = [s for label, s in zip(y, score, strict=True) if not label]
    wins = sum((p > n) + (p == n) / 2 for p, n in itertools.product(positive, negative))
    return wins / (len(positive) * len(negative))


class TestRocPoints:
    def test_by_hand_with_one_step_for_the_tie(self):
        expected = [
            (0, 0),
            (0, 1 / 4),
            (0, 2 / 4),
            (0, 3 / 4),
            (1 / 6, 3 / 4),
            (2 / 6, 1),
            (3 / 6, 1),
            (4 / 6, 1),
            (5 / 6, 1),
            (1, 1),
        ]
        np.testing.assert_allclose(roc_points(Y, SCORE), expected, rtol=1e-15)

    def test_of_equal_scores_is_the_diagonal(self):
        assert roc_points([1, 0, 0], [0.5, 0.5, 0.5]).tolist() == [[0, 0], [1, 1]]

    @laws
    @given(scored.filter(both_classes))
    def test_agree_with_scikit_learn(self, pairs):
        y, score = zip(*pairs, strict=True)
        expected_fpr, expected_tpr, _ = sk.roc_curve(y, score, drop_intermediate=False)
        np.testing.assert_allclose(roc_points(y, score), np.column_stack((expected_fpr, expected_tpr)))

    @laws
    @given(scored.filter(both_classes))
    def test_follow_the_rule_score_at_least_threshold(self, pairs):
        y, score = map(np.array, zip(*pairs, strict=True))
        by_rule = [
            [((score >= t) & ~y).sum() / (~y).sum(), ((score >= t) & y).sum() / y.sum()]
            for t in sorted(set(score.tolist()), reverse=True)
        ]
        np.testing.assert_allclose(roc_points(y, score), [[0, 0], *by_rule])

    def test_take_text_labels_data_frame_columns_and_infinite_scores(self):
        y = pd.Series(["spam", "ham", "spam", "ham"])
        score = pd.Series([math.inf, -math.inf, math.inf, 0.5])
        assert roc_points(y, score, positive="spam").tolist() == [[0, 0], [0, 1], [1 / 2, 1], [1, 1]]

    def test_of_one_class_are_refused(self):
        with pytest.raises(ValueError, match=r"y must hold both 1 \(positive\) and other labels"):
            roc_points([0, 0], [0.1, 0.2])
        with pytest.raises(ValueError, match=r"y must hold both 1 \(positive\) and other labels"):
            roc_points([1, 1], [0.1, 0.2])
        with pytest.raises(ValueError, match=r"y must hold both 1 \(positive\) and other labels"):
            roc_points(["spam", "ham"], [0.1, 0.2])


class TestAuc:
    def test_by_hand(self):
        assert auc(Y, SCORE) == 22.5 / 24 == 0.9375

    def test_of_perfect_reversed_and_constant_scores(self):
        assert auc([0, 0, 1, 1], [1, 2, 3, 4]) == 1
        assert auc([1, 1, 0, 0], [1, 2, 3, 4]) == 0
        assert auc([1, 0, 1, 0], [7, 7, 7, 7]) == 1 / 2

    @laws
    @given(scored.filter(both_classes))
    def test_is_the_rank_statistic_and_scikit_learns_area(self, pairs):
        y, score = zip(*pairs, strict=True)
        assert auc(y, score) == pytest.approx(rank_statistic(y, score), abs=1e-15)
        assert auc(y, score) == pytest.approx(sk.roc_auc_score(y, score), abs=1e-14)

    @laws
    @given(scored.filter(both_classes))
    def test_depends_on_the_order_alone_and_reverses_with_it(self, pairs):
        y, score = map(np.array, zip(*pairs, strict=True))
        assert auc(y, np.exp(score)) == auc(y, score)
        assert auc(y, -score) == pytest.approx(1 - auc(y, score), abs=1e-15)
        assert auc(y, score, positive=False) == auc(~y, score, positive=True)

    def test_of_a_million_scores_is_found_in_time(self):
        rng = np.random.default_rng(0)
        y = rng.integers(0, 2, 1_000_000)
        score = rng.integers(0, 1000, 1_000_000) + 100 * y
        start = time.perf_counter()
        found = auc(y, score)
        assert time.perf_counter() - start < 5  # all pairs would take hours
        assert found == pytest.approx(sk.roc_auc_score(y, score), abs=1e-12)


class TestPrPoints:
    def test_by_hand(self):
        expected = [
            (1 / 4, 1),
            (2 / 4, 1),
            (3 / 4, 1),
            (3 / 4, 3 / 4),
            (1, 4 / 6),
            (1, 4 / 7),
            (1, 4 / 8),
            (1, 4 / 9),
            (1, 4 / 10),
        ]
        np.testing.assert_allclose(pr_points(Y, SCORE), expected, rtol=1e-15)

    @laws
    @given(scored.filter(both_classes))
    def test_agree_with_scikit_learn_but_for_its_artificial_start(self, pairs):
        y, score = zip(*pairs, strict=True)
        expected_precision, expected_recall, _ = sk.precision_recall_curve(y, score)
        expected = np.column_stack((expected_recall, expected_precision))[-2::-1]
        np.testing.assert_allclose(pr_points(y, score), expected)

    def test_end_at_the_share_of_positives(self):
        assert pr_points([1, 0, 0, 0], [1, 2, 3, 4])[-1].tolist() == [1, 1 / 4]

    def test_need_a_positive_but_no_negative(self):
        assert pr_points([1, 1], [2, 1]).tolist() == [[1 / 2, 1], [1, 1]]
        with pytest.raises(ValueError, match=r"y must hold 1 \(positive\)"):
            pr_points([0, 0], [2, 1])


@pytest.mark.parametrize("curve", [roc_points, auc, pr_points])
@pytest.mark.parametrize(
    ("y", "score", "error", "message"),
    [
        ([1, 0], [0.5, math.nan], ValueError, "score must not hold NaN"),
        ([1, math.nan], [0.5, 0.1], ValueError, "y must hold labels; it holds NaN"),
        ([1, 0], [0.5], ValueError, "y has 2, score has 1"),
        ([], [], ValueError, "y must not be empty"),
        ([1, 0], [[0.5], [0.1]], ValueError, "score must have 1 dimension"),
        ([[1], [0]], [0.5, 0.1], ValueError, "y must have one dimension"),
        ([1, 0], ["high", "low"], TypeError, "score must hold numbers"),
        ([1, 0], [[0.4, 0.6], [0.9, 0.1]], ValueError, "score must have 1 dimension"),
    ],
)
def test_curve_names_what_is_wrong(curve, y, score, error, message):
    with pytest.raises(error, match=message):
        curve(y, score)


@pytest.mark.parametrize("curve", [roc_points, auc, pr_points])
def test_curve_asks_for_one_positive_label(curve):
    with pytest.raises(TypeError, match="positive must be a single label"):
        curve([1, 0], [0.5, 0.1], positive=[1, 0])
