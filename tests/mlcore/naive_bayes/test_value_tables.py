import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.naive_bayes.value_tables import (
    MISSING,
    cells,
    count_values,
    counts_by_hand,
    split_tables,
    starts,
    widen,
)


def test_counts_of_four_examples_by_hand():
    X, codes = np.array([[0, 2], [1, 0], [1, 2], [0, MISSING]]), np.array([0, 0, 1, 1])
    wide = count_values(X, codes, None, 2, np.array([2, 3]))
    assert wide.tolist() == [[1, 1, 1, 0, 1], [1, 1, 0, 0, 1]]
    first, second = split_tables(wide, np.array([2, 3]))
    assert first.tolist() == [[1, 1], [1, 1]]
    assert second.tolist() == [[1, 0, 1], [0, 0, 1]]


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 5), st.integers(1, 4))
def test_the_histogram_counts_what_the_definition_counts(seed, n, d, K):
    rng = np.random.default_rng(seed)
    n_categories = rng.integers(1, 5, d)
    X = rng.integers(-1, n_categories, (n, d))
    codes = rng.integers(0, K, n)
    tables = split_tables(count_values(X, codes, None, K, n_categories), n_categories)
    for table, expected in zip(tables, counts_by_hand(X, codes, K, n_categories), strict=True):
        np.testing.assert_array_equal(table, expected)


def test_many_blocks_are_counted_like_one_table():
    rng = np.random.default_rng(1)
    X, codes = rng.integers(-1, 3, (30_000, 7)), rng.integers(0, 3, 30_000)
    weight = rng.integers(0, 4, 30_000).astype(float)
    tables = split_tables(count_values(X, codes, weight, 3, np.full(7, 3)), np.full(7, 3))
    for j, table in enumerate(tables):
        expected = [[weight[(codes == c) & (X[:, j] == v)].sum() for v in range(3)] for c in range(3)]
        assert table.tolist() == expected


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32])
def test_cells_of_short_integers_do_not_overflow(dtype):
    X = np.array([[100, 100, 100]], dtype=dtype)
    assert cells(X, np.array([101, 101, 101])).tolist() == [[100, 201, 302]]


def test_wider_tables_keep_their_counts_and_their_values():
    wide = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    result = widen(wide, np.array([2, 1]), np.array([3, 2]))
    assert result.tolist() == [[1, 2, 0, 3, 0], [4, 5, 0, 6, 0]]
    assert starts(np.array([3, 2])).tolist() == [0, 3]
    assert widen(np.zeros((2, 0)), np.array([0, 0]), np.array([1, 2])).tolist() == [[0, 0, 0]] * 2
