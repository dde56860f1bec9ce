import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.probability import (
    expected_distinct_cells,
    expected_empty_share,
    n_parameters,
)


def test_ten_booleans_and_a_thousand_examples():
    assert 1000 / 1024 == 0.9765625
    assert expected_empty_share(1000, 1024) == pytest.approx(0.3764237981, abs=5e-11)
    assert expected_distinct_cells(1000, 1024) == pytest.approx(638.5420307899, abs=5e-10)


@pytest.mark.parametrize(
    ("kind", "count"), [("table", 72), ("joint", 71), ("stored", 22), ("naive", 13), ("conditional", 36)]
)
def test_parameters_of_the_play_tennis_models(kind, count):
    assert n_parameters(2, (3, 3, 2, 2), kind) == count


@pytest.mark.parametrize("d", [1, 3, 10])
def test_boolean_features_need_2_to_the_d_plus_1_or_2d_plus_1_numbers(d):
    """One more variable than features: the class counts, too. (2ᵈ − 1 and 2d − 1 forget it.)"""
    assert n_parameters(2, [2] * d, "joint") == 2 ** (d + 1) - 1
    assert n_parameters(2, [2] * d, "naive") == 2 * d + 1
    assert n_parameters(2, [2] * d, "conditional") == 2**d


def test_three_booleans_have_seven_free_parameters_not_three():
    assert n_parameters(2, (2, 2), "joint") == 7


@pytest.mark.parametrize(("K", "V"), [(2, (4, 2)), (3, (2, 2, 2)), (1, (5,)), (4, ())])
def test_free_parameters_are_stored_ones_minus_one_per_distribution(K, V):
    """d · K numbers are right for boolean features only; nothing of the prior may be forgotten."""
    rows = 1 + K * len(V)  # one prior, and one conditional per class and feature
    assert n_parameters(K, V, "naive") == n_parameters(K, V, "stored") - rows
    assert n_parameters(K, V, "joint") == n_parameters(K, V, "table") - 1


def test_naive_conditionals_count_the_values_not_only_the_classes():
    n, V, K = 4, 3, 2
    assert n_parameters(K, [V] * n, "naive") - (K - 1) == n * (V - 1) * K == 16 != n * K
    assert n_parameters(K, [2] * n, "naive") - (K - 1) == n * K


def test_text_may_hold_far_more_words_than_documents_times_five():
    """10 000 documents of 500 words are 5 000 000 places for words: 50 000 is no upper limit."""
    assert expected_distinct_cells(10_000 * 500, n_cells=10**6) > 900_000


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 6), st.integers(1, 4))
def test_expected_cells_agree_with_enumeration(n, n_cells):
    distinct = [len(set(draw)) for draw in itertools.product(range(n_cells), repeat=n)]
    assert expected_distinct_cells(n, n_cells) == pytest.approx(np.mean(distinct))
    assert expected_empty_share(n, n_cells) == pytest.approx(1 - np.mean(distinct) / n_cells)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((0, (2,), "naive"), ValueError),
        ((2, (0,), "naive"), ValueError),
        ((2, (2.5,), "naive"), TypeError),
        ((2, (2,), "full"), ValueError),
        ((True, (2,), "naive"), TypeError),
    ],
)
def test_models_that_cannot_be_counted_are_refused(arguments, error):
    with pytest.raises(error):
        n_parameters(*arguments)


def test_images_have_more_cells_than_floats_reach():
    assert n_parameters(10, [256] * 784, "table") == 10 * 256**784
    assert expected_empty_share(60_000, 256**784) == 1.0
    assert expected_distinct_cells(60_000, 256**784) == 60_000
    assert expected_distinct_cells(5, 1) == 1
    assert expected_distinct_cells(0, 7) == 0
