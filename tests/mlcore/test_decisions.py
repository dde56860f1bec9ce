import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.decisions import (
    ErrorDecomposition,
    correct_prior,
    cost_threshold,
    decide,
    error_decomposition,
    expected_cost,
    prior_after_undersampling,
    undersample,
)

# The lectures' mail filter: rows predict spam, not spam; columns truth spam, not spam.
C = np.array([[0, 100], [10, 0]])

laws = settings(deadline=None, max_examples=60)
positive = st.floats(0.01, 1)


def spam_with(*probabilities):
    return [[p, 1 - p] for p in probabilities]


def distributions(K):
    return st.lists(positive, min_size=K, max_size=K).map(lambda w: np.array(w) / sum(w))


class TestExpectedCost:
    def test_of_the_mail_filter_by_hand(self):
        np.testing.assert_allclose(expected_cost(spam_with(0.6), C), [[0.4 * 100, 0.6 * 10]], rtol=1e-15)

    def test_has_one_column_per_action(self):
        ask = [[0, 100], [10, 0], [1, 1]]
        assert expected_cost([[0.5, 0.5], [1, 0]], ask).tolist() == [[50, 5, 1], [0, 10, 1]]

    @laws
    @given(
        distributions(3),
        st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4),
    )
    def test_is_the_mean_of_the_costs(self, p, costs):
        by_loop = [sum(cost * share for cost, share in zip(row, p, strict=True)) for row in costs]
        np.testing.assert_allclose(expected_cost([p], costs), [by_loop], atol=1e-13)

    @pytest.mark.parametrize(
        ("P", "costs", "message"),
        [
            ([[0.5, 0.5]], [[1, 2, 3]], "P has 2 columns, C has 3"),
            ([0.5, 0.5], C, "P must have 2 dimension"),
            ([[0.5, 0.6]], C, "P must hold one probability distribution a row"),
            ([[1.5, -0.5]], C, "P must hold one probability distribution a row"),
            ([[0.5, math.nan]], C, "P must be finite"),
            ([[0.5, 0.5]], [[0, math.inf], [1, 0]], "C must be finite"),
            ([[0.5, 0.5]], [0, 1], "C must have 2 dimension"),
            ([[0.5, 0.5]], [[0, 1], [1]], "C must be a regular table"),
        ],
    )
    def test_names_what_is_wrong(self, P, costs, message):
        with pytest.raises(ValueError, match=message):
            expected_cost(P, costs)


class TestDecide:
    def test_keeps_mail_that_is_probably_spam(self):
        assert decide(spam_with(0.6, 0.95, 0.905), C).tolist() == [1, 0, 1]

    def test_calls_it_spam_where_the_rounded_threshold_of_the_lectures_does_not(self):
        p = 0.9095  # between 10/11 and the printed 0.91; costs 9.05 and 9.095
        assert decide(spam_with(p), C).tolist() == [0]
        assert cost_threshold(c_fp=100, c_fn=10) < p < 0.91

    def test_takes_the_first_action_on_ties(self):
        assert decide([[0.5, 0.5]], [[0, 1], [1, 0]]).tolist() == [0]
        assert decide([[0.5, 0.5]], [[2, 2], [1, 1], [1, 1]]).tolist() == [1]

    def test_can_choose_an_action_that_is_no_class(self):
        ask = [[0, 100], [10, 0], [1, 1]]
        assert decide(spam_with(0.05, 0.5, 0.995), ask).tolist() == [1, 2, 0]

    @laws
    @given(distributions(4))
    def test_with_equal_costs_takes_the_most_probable_class(self, p):
        costs = 1 - np.eye(4)
        chosen = decide([p], costs)[0]
        assert p[chosen] == pytest.approx(p.max(), abs=1e-12)

    @laws
    @given(positive, st.integers(1, 50), st.integers(1, 50), st.integers(0, 5), st.integers(0, 5))
    def test_agrees_with_the_threshold(self, p, false_alarm, miss, c_tp, c_tn):
        c_fp, c_fn = c_tn + false_alarm, c_tp + miss
        threshold = cost_threshold(c_fp, c_fn, c_tp, c_tn)
        if abs(p - threshold) > 1e-9:
            says_positive = decide(spam_with(p), [[c_tp, c_fp], [c_fn, c_tn]])[0] == 0
            assert says_positive == (p > threshold)


class TestCostThreshold:
    def test_by_hand(self):
        assert cost_threshold(c_fp=100, c_fn=10) == 10 / 11
        assert cost_threshold(c_fp=1, c_fn=1) == 1 / 2
        assert cost_threshold(c_fp=1, c_fn=50) == 1 / 51

    def test_counts_what_right_decisions_cost(self):
        # Treating a patient costs 3, healthy or ill; not treating the ill costs 13.
        assert cost_threshold(c_fp=3, c_fn=13, c_tp=3, c_tn=0) == 3 / 13

    def test_is_extreme_where_one_error_is_free(self):
        assert cost_threshold(c_fp=0, c_fn=5) == 0
        assert cost_threshold(c_fp=5, c_fn=0) == 1

    def test_takes_gains_as_negative_costs_and_does_not_overflow(self):
        assert cost_threshold(c_fp=0, c_fn=0, c_tp=-1, c_tn=-3) == 3 / 4
        assert cost_threshold(c_fp=1.5e308, c_fn=1.5e308) == 1 / 2
        assert cost_threshold(c_fp=np.float32(3), c_fn=np.int64(1)) == 3 / 4

    def test_does_not_exist_where_errors_cost_nothing_or_less(self):
        with pytest.raises(ValueError, match="every decision costs the same"):
            cost_threshold(0, 0)
        with pytest.raises(ValueError, match="c_fp must be at least c_tn; got 1 and 2"):
            cost_threshold(1, 5, c_tn=2)
        with pytest.raises(ValueError, match="c_fn must be at least c_tp; got 1 and 2"):
            cost_threshold(5, 1, c_tp=2)
        with pytest.raises(ValueError, match="c_fn must be finite"):
            cost_threshold(1, math.inf)


class TestCorrectPrior:
    def test_from_balanced_training_to_a_rare_class(self):
        # A test that is 9 : 1 for "ill" says little when one in a hundred is ill.
        found = correct_prior([[0.9, 0.1]], train_prior=[0.5, 0.5], true_prior=[0.01, 0.99])
        np.testing.assert_allclose(found, [[9 / 108, 99 / 108]], rtol=1e-14)

    def test_divides_by_the_training_prior(self):
        found = correct_prior([[0.5, 0.5]], train_prior=[0.2, 0.8], true_prior=[0.5, 0.5])
        np.testing.assert_allclose(found, [[0.8, 0.2]], rtol=1e-14)

    @laws
    @given(distributions(3), distributions(3), distributions(3), distributions(3))
    def test_is_bayes_rule_with_the_other_prior(self, likelihood, train, true, other):
        posterior = train * likelihood / (train * likelihood).sum()
        expected = true * likelihood / (true * likelihood).sum()
        np.testing.assert_allclose(correct_prior([posterior], train, true), [expected], rtol=1e-9)
        there = correct_prior([posterior], train, other)
        np.testing.assert_allclose(correct_prior(there, other, true), [expected], rtol=1e-9)
        np.testing.assert_allclose(correct_prior([posterior], train, train), [posterior], rtol=1e-12)

    def test_keeps_the_impossible_impossible(self):
        assert correct_prior([[1, 0]], [0.5, 0.5], [0.5, 0.5]).tolist() == [[1, 0]]
        assert correct_prior([[0.5, 0.5]], [0.5, 0.5], [1, 0]).tolist() == [[1, 0]]

    def test_survives_extreme_priors(self):
        np.testing.assert_allclose(
            correct_prior([[1.0, 0.0], [0.5, 0.5]], [1.0, 1e-300], [1e-300, 1.0]),
            [[1, 0], [0, 1]],
            atol=1e-300,
        )

    def test_refuses_what_has_no_answer(self):
        with pytest.raises(ValueError, match="Row 1 of P is certain of classes whose true_prior is 0"):
            correct_prior([[0.5, 0.5], [0, 1]], [0.5, 0.5], [1, 0])
        with pytest.raises(ValueError, match="train_prior must be above 0"):
            correct_prior([[0.5, 0.5]], [1, 0], [0.5, 0.5])
        with pytest.raises(ValueError, match="one entry per class; got 2, 2 and 3"):
            correct_prior([[0.5, 0.5]], [0.5, 0.5], [0.2, 0.3, 0.5])
        with pytest.raises(ValueError, match="true_prior must hold probabilities between 0 and 1"):
            correct_prior([[0.5, 0.5]], [0.5, 0.5], [1, 99])


class TestUndersample:
    y = np.array(["spam"] * 990 + ["ham"] * 10)

    def test_keeps_all_of_the_minority_and_a_part_of_the_majority(self):
        kept = undersample(self.y, "spam", 0.05, np.random.default_rng(0))  # 49.5 rounds to 50
        assert len(kept) == 60
        assert len(set(kept.tolist())) == 60
        assert (np.diff(kept) > 0).all()
        assert set(range(990, 1000)) <= set(kept.tolist())

    def test_with_fraction_one_keeps_everything(self):
        kept = undersample(self.y, "spam", 1, np.random.default_rng(0))
        assert kept.tolist() == list(range(1000))

    def test_rounds_halves_up_and_keeps_at_least_one(self):
        rng = np.random.default_rng(0)
        assert [len(undersample([0] * n, 0, 0.5, rng)) for n in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]
        assert len(undersample([0] * 10, 0, 0.001, rng)) == 1

    def test_draws_every_example_equally_often(self):
        rng = np.random.default_rng(1)
        counts = np.zeros(5)
        for _ in range(2000):
            counts[undersample([0, 0, 0, 0, 1], 0, 0.5, rng)] += 1
        assert counts[4] == 2000
        assert (np.abs(counts[:4] - 1000) < 120).all()  # more than 5 standard deviations of about 22

    def test_repeats_with_the_same_seed_only(self):
        first, second = (undersample(self.y, "spam", 0.1, np.random.default_rng(seed)) for seed in (3, 3))
        assert first.tolist() == second.tolist()
        assert first.tolist() != undersample(self.y, "spam", 0.1, np.random.default_rng(4)).tolist()

    def test_takes_lists_truth_values_and_data_frame_columns(self):
        rng = np.random.default_rng(0)
        assert len(undersample([True, True, False], True, 0.5, rng)) == 2
        assert len(undersample(pd.Series(["a", "a", "b"], index=[9, 8, 7]), "a", 0.5, rng)) == 2

    @pytest.mark.parametrize(
        ("y", "majority", "fraction", "error", "message"),
        [
            ([0, 1], 2, 0.5, ValueError, "majority must be a label of y; 2 is none"),
            ([0, 1], "0", 0.5, ValueError, "majority must be a label of y; '0' is none"),
            ([0, 1], [0, 1], 0.5, TypeError, "majority must be a single label"),
            ([0, 1], 0, 0, ValueError, "fraction must be above 0"),
            ([0, 1], 0, 1.5, ValueError, "fraction must lie between 0 and 1"),
            ([0, 1], 0, math.nan, ValueError, "fraction must be finite"),
            ([[0], [1]], 0, 0.5, ValueError, "y must have one dimension"),
            ([], 0, 0.5, ValueError, "y must not be empty"),
        ],
    )
    def test_names_what_is_wrong(self, y, majority, fraction, error, message):
        with pytest.raises(error, match=message):
            undersample(y, majority, fraction, np.random.default_rng(0))

    @pytest.mark.parametrize("rng", [0, None, np.random, np.random.RandomState(0)], ids=str)
    def test_asks_for_a_generator(self, rng):
        with pytest.raises(TypeError, match=r"rng must be a numpy.random.Generator"):
            undersample([0, 1], 0, 0.5, rng)


class TestPriorAfterUndersampling:
    def test_of_the_mail_filter_by_hand(self):
        # 5 % of 99 % spam against 1 % other mail: 4.95 to 1
        np.testing.assert_allclose(
            prior_after_undersampling([0.99, 0.01], majority=0, fraction=0.05),
            [4.95 / 5.95, 1 / 5.95],
            rtol=1e-14,
        )

    def test_is_undone_by_correcting_the_prior(self):
        prior = [0.99, 0.01]
        sampled = prior_after_undersampling(prior, 0, 0.05)
        np.testing.assert_allclose(correct_prior([sampled], sampled, prior), [prior], rtol=1e-13)

    def test_names_what_is_wrong(self):
        with pytest.raises(ValueError, match="majority must lie between 0 and 1"):
            prior_after_undersampling([0.99, 0.01], majority=2, fraction=0.05)
        with pytest.raises(ValueError, match="fraction must be above 0"):
            prior_after_undersampling([0.99, 0.01], majority=0, fraction=0)
        with pytest.raises(ValueError, match="prior must hold probabilities between 0 and 1"):
            prior_after_undersampling([99, 1], majority=0, fraction=0.5)


class TestErrorDecomposition:
    def test_by_hand(self):
        found = error_decomposition(e_test=0.3, e_train=0.1, e_best=0.05)
        assert found == ErrorDecomposition(gap=0.3 - 0.1, model=0.1 - 0.05, noise=0.05)

    def test_may_have_negative_parts(self):
        assert error_decomposition(0.25, 0.5, 0.125).gap == -0.25
        assert error_decomposition(0.5, 0, 0.25).model == -0.25  # one neighbour learns the noise by heart

    @laws
    @given(*[st.floats(0, 1)] * 3)
    def test_parts_sum_to_the_test_error(self, e_test, e_train, e_best):
        assert sum(error_decomposition(e_test, e_train, e_best)) == pytest.approx(e_test, abs=1e-15)

    def test_of_a_fair_coin_is_noise_alone(self):
        assert error_decomposition(0.5, 0.5, 0.5) == (0, 0, 0.5)

    @pytest.mark.parametrize(("name", "value"), [("e_test", 1.1), ("e_train", -0.1), ("e_best", 2)])
    def test_refuses_what_is_no_error_rate(self, name, value):
        with pytest.raises(ValueError, match=f"{name} must lie between 0 and 1"):
            error_decomposition(**{"e_test": 0.3, "e_train": 0.1, "e_best": 0.05, name: value})
