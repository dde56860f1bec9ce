import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mlcore.naive_bayes.moments as module
from mlcore.naive_bayes.moments import Moments, class_moments

TEMPERATURES = np.array(
    [83, 70, 68, 64, 69, 75, 75, 72, 81.0]
)  # the "play = yes" days of the lectures' table


def exact(values, weights=None):
    """Return weight, mean and variance in exact arithmetic, leaving NaN out."""
    weights = [1] * len(values) if weights is None else weights
    pairs = [(Fraction(float(w)), Fraction(float(x))) for w, x in zip(weights, values, strict=True) if x == x]
    weight = sum(w for w, _ in pairs)
    if weight == 0:
        return 0, 0, 0
    mean = sum(w * x for w, x in pairs) / weight
    return weight, mean, sum(w * (x - mean) ** 2 for w, x in pairs) / weight


def assert_exact(moments, X, codes, weights=None, var_rtol=1e-12):
    for c in range(moments.mean.shape[0]):
        rows = codes == c
        for j in range(X.shape[1]):
            weight, mean, var = exact(X[rows, j], None if weights is None else weights[rows])
            assert moments.weight[c, j] == pytest.approx(float(weight), rel=1e-14, abs=0)
            assert moments.mean[c, j] == pytest.approx(float(mean), rel=4e-15, abs=0)
            assert moments.var[c, j] == pytest.approx(float(var), rel=var_rtol, abs=1e-300)


def assert_close(a, b, rtol=1e-11):
    np.testing.assert_allclose(a.weight, b.weight, rtol=rtol)
    np.testing.assert_allclose(a.mean, b.mean, rtol=rtol, atol=1e-12)
    np.testing.assert_allclose(a.squares, b.squares, rtol=rtol, atol=1e-9)


def test_temperatures_by_hand():
    """Deviations from 73: 10, −3, −5, −9, −4, 2, 2, −1, 8; their squares sum to 304."""
    moments = class_moments(TEMPERATURES[:, None], np.zeros(9, dtype=int), K=1)
    assert moments.weight.tolist() == [[9.0]]
    assert moments.mean.tolist() == [[73.0]]
    assert moments.squares.tolist() == [[304.0]]
    assert moments.var.tolist() == [[304 / 9]]


def test_two_halves_by_hand():
    """0, 2 and 4, 6: means 1 and 5, and the squares 2 + 2 grow by 2·2/4 · (5 − 1)² = 16."""
    codes = np.zeros(2, dtype=int)
    whole = class_moments(np.array([[0.0], [2]]), codes, 1) + class_moments(np.array([[4.0], [6]]), codes, 1)
    assert (whole.weight.item(), whole.mean.item(), whole.squares.item()) == (4, 3, 20)


def draw(n=60, d=4, K=3, offset=0.0, sd=1.0, seed=0):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, K, n)
    return offset + sd * (rng.normal(size=(n, d)) + codes[:, None]), codes


@pytest.mark.parametrize(
    ("offset", "sd", "var_rtol"),
    [
        (0, 1, 1e-13),
        (1e9, 1, 1e-12),
        (-1e9, 1e-3, 1e-9),
        (1e15, 1, 1e-9),
        (1, 1e-12, 1e-6),
        (1e-200, 1e-100, 1e-12),
    ],
)
def test_moments_are_those_of_exact_arithmetic_however_far_from_zero(offset, sd, var_rtol):
    X, codes = draw(offset=offset, sd=sd)
    assert_exact(class_moments(X, codes, 3), X, codes, var_rtol=var_rtol)


@pytest.mark.parametrize("size", [1, 8, 40, 400])
def test_moments_are_exact_in_chunks_too(size, monkeypatch):
    monkeypatch.setattr(module, "NUMBERS_PER_CHUNK", size)
    X, codes = draw(n=300, offset=1e9)
    X[5:90, 1] = np.nan
    assert_exact(class_moments(X, codes, 3), X, codes, var_rtol=1e-11)


def test_the_short_formula_would_lose_what_these_keep():
    X, _ = draw(n=1000, d=1, offset=1e9)
    one_class = class_moments(X, np.zeros(1000, dtype=int), 1)
    var = float(exact(X[:, 0])[2])
    assert one_class.var.item() == pytest.approx(var, rel=1e-12)
    assert np.mean(X**2) - np.mean(X) ** 2 != pytest.approx(var, rel=1e-1)


def test_weights_and_missing_values_are_exact():
    X, codes = draw(offset=1e6)
    weights = np.random.default_rng(1).uniform(0, 3, len(X))
    X[np.random.default_rng(2).random(X.shape) < 0.4] = np.nan
    assert_exact(class_moments(X, codes, 3, weights), X, codes, weights, var_rtol=1e-11)


def test_a_weight_of_zero_is_an_absent_example_even_if_its_values_are_missing():
    X, codes = np.array([[1.0, np.nan], [5.0, 2.0], [7.0, 4.0]]), np.zeros(3, dtype=int)
    weighted = class_moments(X, codes, 1, np.array([0.0, 1.0, 1.0]))
    assert weighted.mean.tolist() == [[6.0, 3.0]]
    assert weighted.var.tolist() == [[1.0, 1.0]]


def test_a_class_or_feature_without_observations_has_only_zeros():
    moments = class_moments(np.array([[1.0, np.nan], [3.0, np.nan]]), np.array([0, 0]), K=2)
    assert moments.weight.tolist() == [[2, 0], [0, 0]]
    assert moments.mean.tolist() == [[2, 0], [0, 0]]
    assert moments.var.tolist() == [[1, 0], [0, 0]]


@pytest.mark.parametrize("value", [0.1, 1e9 + 0.1, -3e-7])
def test_a_constant_feature_has_variance_zero_exactly(value):
    moments = class_moments(np.full((1001, 1), value), np.arange(1001) % 7, K=7)
    assert moments.mean.tolist() == [[value]] * 7
    assert moments.var.tolist() == [[0.0]] * 7


def test_duplicates_and_single_rows():
    X, codes = np.array([[2.0], [2.0], [5.0]]), np.array([0, 0, 1])
    assert class_moments(X, codes, 2).squares.tolist() == [[0.0], [0.0]]


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.int8, np.uint8, np.bool_])
def test_any_type_of_number_is_summed_in_doubles(dtype):
    X = np.random.default_rng(0).integers(0, 2 if dtype is np.bool_ else 120, size=(500, 3)).astype(dtype)
    codes = np.arange(500) % 2
    assert_exact(class_moments(X, codes, 2), X.astype(float), codes)


def test_the_digits_do_not_depend_on_the_number_of_cores(monkeypatch):
    X, codes = draw(n=5000)
    monkeypatch.setattr(module, "NUMBERS_PER_CHUNK", 400)
    results = []
    for cores in (1, 2, 5):
        monkeypatch.setattr(sys.modules["mlcore._parallel"], "effective_n_jobs", lambda _, n=cores: n)
        results.append(class_moments(X, codes, 3))
    for other in results[1:]:
        assert np.array_equal(results[0].mean, other.mean)
        assert np.array_equal(results[0].squares, other.squares)


def test_in_parallel_covers_each_row_once_and_in_order():
    in_parallel = sys.modules["mlcore._parallel"].in_parallel
    for n in (0, 1, 15, 16, 17, 1000):
        parts = in_parallel(lambda part: list(range(part.start, part.stop)), n, 1)
        assert [row for part in parts for row in part] == list(range(n))


def test_an_error_in_a_part_reaches_the_caller():
    in_parallel = sys.modules["mlcore._parallel"].in_parallel
    with pytest.raises(ZeroDivisionError):
        in_parallel(lambda part: 1 // (part.start - 500), 1600, 100 // 2)


tables = st.integers(1, 30).flatmap(
    lambda n: st.tuples(
        st.lists(
            st.tuples(*[st.one_of(st.floats(-1e3, 1e3), st.just(float("nan")))] * 2), min_size=n, max_size=n
        ),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
    )
)
a_few = settings(deadline=None, max_examples=50)


@given(tables, st.integers(0, 30), st.integers(0, 30))
@a_few
def test_any_split_adds_up_to_the_whole_in_any_grouping(table, i, j):
    X, codes = np.array(table[0]), np.array(table[1])
    i, j = sorted((min(i, len(X)), min(j, len(X))))
    a, b, c = (class_moments(X[rows], codes[rows], 3) for rows in (slice(i), slice(i, j), slice(j, None)))
    whole = class_moments(X, codes, 3)
    for sum_ in ((a + b) + c, a + (b + c), (c + a) + b):
        assert_close(sum_, whole)


@given(tables)
@a_few
def test_nothing_is_neutral_to_the_last_digit(table):
    moments = class_moments(np.array(table[0]), np.array(table[1]), 3)
    for sum_ in (moments + Moments.nothing(3, 2), Moments.nothing(3, 2) + moments):
        assert np.array_equal(sum_.mean, moments.mean)
        assert np.array_equal(sum_.squares, moments.squares)


@given(tables)
@a_few
def test_all_classes_together_are_one_class(table):
    X, codes = np.array(table[0]), np.array(table[1])
    assert_close(class_moments(X, codes, 3).over_classes(), class_moments(X, 0 * codes, 1))


def test_classes_far_apart_together_keep_their_digits():
    X, codes = draw(n=300, offset=1e9)
    X[codes == 1] += 1e3
    together = class_moments(X, codes, 3).over_classes()
    assert_exact(together, X, 0 * codes, var_rtol=1e-12)


def test_moments_move_to_new_rows():
    moments = class_moments(np.array([[1.0], [2.0]]), np.array([0, 1]), 2).placed(np.array([2, 0]), 3)
    assert moments.mean.tolist() == [[2.0], [0.0], [1.0]]
    assert moments.weight.tolist() == [[1.0], [0.0], [1.0]]


def test_values_whose_squares_overflow_show_as_infinite_not_as_a_warning():
    moments = class_moments(np.array([[1e200], [-1e200]]), np.array([0, 0]), 1)
    assert not np.isfinite(moments.squares).any()
