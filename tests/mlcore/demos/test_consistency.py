"""Consistency: formulas by hand and by enumeration, exact errors against the classifier, refused claims."""

from dataclasses import replace
from fractions import Fraction
from math import pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.demos import Refused, consistency
from mlcore.demos.consistency import cover_hart, deterministic, limits, line, rates, speed, stone
from mlcore.naive_bayes import GaussianNB
from mlcore.neighbors import KNeighborsClassifier


@pytest.fixture(scope="module")
def result():
    return consistency.compute()


# --- binary features -------------------------------------------------------------------------------------


def test_two_binary_features_by_hand():
    """n = 2: P(R ≥ 1) = (3/4)², P(R ≥ 2) = (1/4)²."""
    assert deterministic.nearest_distance(2, 2) == pytest.approx([7 / 16, 8 / 16, 1 / 16])
    assert deterministic.expected_error(2, 1) == pytest.approx([3 / 8, 1 / 2, 1 / 2])
    assert deterministic.expected_error(2, 2) == pytest.approx([9 / 32, 5 / 16, 1 / 2])


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 4), (2, 4), (3, 2), (3, 3)])
def test_the_expected_error_is_the_mean_over_all_training_sets(d, n):
    assert deterministic.expected_error(d, n) == pytest.approx(deterministic.enumerated(d, n))


@pytest.mark.parametrize("d", [1, 4, 12, 30])
def test_the_expected_error_vanishes_for_every_pattern(d):
    assert deterministic.expected_error(d, 60 * 2**d) == pytest.approx([0, 0, 0], abs=1e-12)


def test_repeated_examples_do_not_change_what_one_neighbour_answers():
    rng = np.random.default_rng(3)
    points = deterministic.inputs(4)
    drawn = rng.integers(16, size=20)
    seen = drawn[np.sort(np.unique(drawn, return_index=True)[1])]
    unseen = np.setdiff1d(np.arange(16), drawn)
    for y in deterministic.labelled(points, rng):
        model = KNeighborsClassifier(1, metric="hamming").fit(points[drawn], y[drawn])
        near = deterministic.nearest_of(points, seen, unseen)
        assert model.predict(points[unseen]).tolist() == y[near].tolist()
        assert model.predict(points[seen]).tolist() == y[seen].tolist()


def test_inputs_arrive_for_the_first_time_at_different_times_from_one_on():
    time = deterministic.arrivals(64, np.random.default_rng(0))
    assert time.min() == 1
    assert len(set(time.tolist())) == 64


@pytest.mark.parametrize("n", [1, 2, 3])
def test_over_all_labellings_an_unseen_input_costs_one_half(n):
    assert set(deterministic.average_over_labellings(2, n)) == {Fraction(1, 2)}


# --- exact errors on a line ------------------------------------------------------------------------------


def test_two_examples_on_the_ramp_by_hand():
    """The cut is at 0.4: ∫₀^0.4 x dx + ∫_0.4^1 (1 − x) dx = 0.08 + 0.18."""
    assert line.exact_error(np.array([0.2, 0.6]), np.array([0, 1]), 1, line.ramp().area) == pytest.approx(
        13 / 50
    )


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10_000), n=st.integers(1, 30), share=st.floats(0, 1))
def test_the_exact_error_is_that_of_the_classifier(seed, n, share):
    """On a grid of 2,000 places each of the n − k cuts may be off by half a cell."""
    rng = np.random.default_rng(seed)
    k = 1 + int(share * (n - 1))
    x, y = line.sample(line.waves(), n, rng)
    grid = (np.arange(2_000) + 0.5) / 2_000
    says_one = KNeighborsClassifier(k).fit(x[:, None], y).predict(grid[:, None]) == 1
    eta = line.waves().eta(grid)
    by_grid = np.where(says_one, 1 - eta, eta).mean()
    assert line.exact_error(x, y, k, line.waves().area) == pytest.approx(by_grid, abs=n / 2_000 + 1e-6)


@pytest.mark.parametrize("problem", [line.ramp(), line.waves(), line.dust(), *cover_hart.problems()])
def test_the_area_is_the_integral_of_eta_and_the_errors_are_its_means(problem):
    x = (np.arange(100_000) + 0.5) / 100_000
    eta = problem.eta(x)
    assert problem.area(x + 0.5e-5) == pytest.approx(np.cumsum(eta) / 100_000, abs=1e-3)
    assert problem.best == pytest.approx(np.minimum(eta, 1 - eta).mean(), abs=1e-6)
    assert problem.one_nn == pytest.approx((2 * eta * (1 - eta)).mean(), abs=1e-6)


@pytest.mark.parametrize("generations", [0, 1, 2, 5, 10])
def test_half_of_the_interval_is_left_in_the_fat_cantor_set(generations):
    """Removed: Σ 2^(m−1) 4^(−m) = (1 − 2^(−g)) / 2."""
    low, high = line.fat_cantor(generations).T
    assert len(low) == 2**generations
    assert (high - low).sum() == pytest.approx((1 + 2.0**-generations) / 2)
    assert (low[1:] > high[:-1]).all()


# --- Cover and Hart, Stone -------------------------------------------------------------------------------


@given(best=st.floats(0, 0.5))
def test_the_bound_lies_between_the_best_error_and_twice_it(best):
    bound = cover_hart.upper_bound(np.array(best))
    assert best <= bound <= 2 * best
    assert (bound < 2 * best) == (best > 0) or best < 1e-15  # 1 − E* is 1 in floating point


def test_fixed_k_on_the_ramp_by_hand():
    """k = 1: ∫ 2x(1 − x) dx; k = 3: 0 to 3 votes are equally probable, the query is 1 with (s + 1)/5."""
    assert stone.limit_on_the_ramp(1) == Fraction(1, 3)
    assert stone.limit_on_the_ramp(3) == Fraction(1 + 2 + 2 + 1, 4 * 5)
    assert stone.limit_on_the_ramp(5) == Fraction(2, 7)


@pytest.mark.parametrize("k", [1, 5, 7, 25, 101])
def test_fixed_k_on_the_ramp_by_laplaces_rule_and_by_integrals(k):
    assert stone.limit_on_the_ramp(k) == stone.limit_by_integral(k) == Fraction(k + 3, 4 * (k + 2))


def test_a_window_of_a_quarter_is_enough_on_the_ramp_and_sees_the_opposite_on_waves():
    assert stone.limit_of_a_share(line.ramp(), 1 / 4) == pytest.approx(1 / 4)
    assert stone.limit_of_a_share(line.waves(), 1 / 4) > 1 / 2
    assert stone.limit_of_a_share(line.waves(), 0.1) == pytest.approx(line.waves().best, abs=5e-3)


@pytest.mark.parametrize("problem", [line.ramp(), line.waves()])
@pytest.mark.parametrize("k", [1, 4, 21, 150, 1500])
def test_theory_predicts_the_error_of_a_training_set(problem, k):
    """2,000 examples, forty sets: four standard errors, and a hundredth for the first order."""
    rng = np.random.default_rng(k)
    errors = [line.exact_error(*line.sample(problem, 2_000, rng), k, problem.area) for _ in range(40)]
    slack = 4 * np.std(errors) / np.sqrt(40) + 0.01
    assert np.mean(errors) - problem.best == pytest.approx(line.expected_excess(problem, 2_000, k), abs=slack)


# --- limits and speed ------------------------------------------------------------------------------------


def test_the_flat_line_by_hand():
    """The area between a wave of height a and its middle is 2a/π."""
    assert limits.error_of_line(0) == pytest.approx(0.1 + 0.8 * 2 * 0.15 / pi, abs=1e-6)


def test_the_limit_of_naive_bayes_is_what_it_learns_from_the_distribution_itself():
    """Each place of a fine grid is an example of both classes, weighted with their probabilities."""
    X = np.random.default_rng(0).permutation(grid := _grid(300))
    p = limits.eta(X)
    model = GaussianNB().fit(np.concatenate([X, X]), np.repeat([1, 0], len(X)), np.concatenate([p, 1 - p]))
    wrong = np.where(model.predict(grid) == 1, 1 - limits.eta(grid), limits.eta(grid)).mean()
    assert wrong == pytest.approx(limits.limit_of_naive_bayes(), abs=2e-3)


def _grid(side):
    middles = (np.arange(side) + 0.5) / side
    return np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("n", [1, 2, 9, 1000])
def test_on_a_circle_the_error_is_one_in_n_plus_one(n):
    """A difference t straddles a border with probability 2t, and E[t] = 1 / (2 (n + 1))."""
    assert speed.expected_error(1, n) == pytest.approx(1 / (n + 1))
    assert speed.expected_on_stripes(1, n) == pytest.approx(1 / (n + 1))


@pytest.mark.parametrize(("m", "n"), [(2, 2), (3, 2), (10, 3)])
def test_stripes_against_a_sum_over_distances(m, n):
    """P(wrong | r) rises and falls between 0 and 1, m times; r has density 2n (1 − 2r)^(n−1) on [0, ½]."""
    r = (np.arange(200_000) + 0.5) / 400_000
    wrong = 1 - np.abs(1 - (2 * m * r) % 2)
    by_sum = (wrong * 2 * n * (1 - 2 * r) ** (n - 1)).mean() / 2
    assert speed.expected_on_stripes(m, n) == pytest.approx(by_sum, abs=1e-6)


@pytest.mark.parametrize("d", [1, 2, 3, 8])
def test_the_examples_needed_are_the_least_number_that_is_enough(d):
    n = speed.examples_needed(d)
    assert speed.expected_error(d, n) <= 0.05 < speed.expected_error(d, n - 1)


# --- the whole, and what is refused ----------------------------------------------------------------------


def test_the_numbers_of_the_lectures(result):
    assert cover_hart.upper_bound(np.array([0, 0.05, 0.1, 0.25, 0.5])) == pytest.approx(
        [0, 0.095, 0.18, 0.375, 0.5]
    )
    assert result.cover_hart.limit == pytest.approx([0, 0.18, 0.25, 1 / 3, 0.5])
    assert result.speed.needed[0] == 19
    consistency.confirm(result)


def _changed(array, place, value):
    copy = np.array(array, dtype=float)
    copy[place] = value
    return copy


def _no_noise_below_zero(r):
    best = _changed(r.best, 0, -1e-9)
    return {"best": best, "limit": _changed(r.limit, 0, cover_hart.upper_bound(best)[0])}


LOG, WIDE, QUARTER = (list(stone.SCHEDULES).index(name) for name in ("⌈log n⌉", "⌈n^0.8⌉", "n/4"))


def _a_window_that_sees_something_else(r):
    place = (1, QUARTER, -1)
    return {"excess": _changed(r.excess, place, 0.3), "expected": _changed(r.expected, place, 0.3)}


@pytest.mark.parametrize(
    ("part", "change", "sentence"),
    [
        ("deterministic", lambda r: {"errors": tuple(e + 0.02 for e in r.errors)}, "Simulated errors"),
        ("deterministic", lambda r: {"errors": tuple(e[::-1] for e in r.errors)}, "Simulated errors"),
        ("deterministic", lambda r: {"completed": tuple(2 * t for t in r.completed)}, "N·H_N"),
        ("deterministic", lambda r: {"error_completed": np.array([0, 0, 1 / 4096])}, "no error"),
        ("deterministic", lambda r: {"free_lunch": (Fraction(1, 2), Fraction(1, 3))}, "must cost ½"),
        ("cover_hart", lambda r: {"best": r.best + 1e-4}, "mean of min"),
        ("cover_hart", lambda r: {"limit": r.limit * 1.001}, "2 Var"),
        ("cover_hart", lambda r: {"error": cover_hart.upper_bound(r.best)}, "A million"),
        ("cover_hart", lambda r: {"names": r.names[::-1]}, "exactly where the noise is even"),
        ("cover_hart", _no_noise_below_zero, "unless E"),
        ("stone", lambda r: {"excess": _changed(r.excess, (0, 0, -1), 0.0)}, "must stay at R_k"),
        ("stone", lambda r: {"excess": _changed(r.excess, (2, LOG, 4), 0.1)}, "must follow theory"),
        ("stone", lambda r: {"expected": _changed(r.expected, (1, LOG, -1), 0.02)}, "closely"),
        ("stone", _a_window_that_sees_something_else, "window of a quarter"),
        ("stone", lambda r: {"far": r.far[..., ::-1]}, "go on falling"),
        ("stone", lambda r: {"far": _changed(r.far, (2, WIDE), [0.08, 0.07, 0.06])}, "towards the best"),
        ("stone", lambda r: {"far": _changed(r.far, (0, 1), 0.0)}, "must stay above"),
        ("stone", lambda r: {"excess": _changed(r.excess, (2, QUARTER, -1), 0.0)}, "on the ramp only"),
        ("limits", lambda r: {"knn": _changed(r.knn, -1, 0.099)}, "Nobody beats"),
        ("limits", lambda r: {"limit": r.best_line}, "to its limit"),
        ("limits", lambda r: {"best_line": r.best_line + 0.01}, "fine grid"),
        ("limits", lambda r: {"best_line": 0.11}, "must stay above E_best"),
        ("limits", lambda r: {"parametric": _changed(r.parametric, -3, 0.2)}, "must not help"),
        ("limits", lambda r: {"knn": _changed(r.knn, 3, 0.5)}, "with every step"),
        ("limits", lambda r: {"knn": r.knn + 0.05}, "near E_best"),
        ("limits", lambda r: {"parametric": _changed(r.parametric, 0, 0.3)}, "must be ahead"),
        ("speed", lambda r: {"error": r.error[::-1]}, "Beta|B\\(n"),
        ("speed", lambda r: {"stripes": r.stripes[::-1]}, "must be guessing"),
        ("speed", lambda r: {"stripes": r.stripes * 2}, "learn them all"),
        ("speed", lambda r: {"stripes": r.stripes * 1.1}, "alternating sum"),
        ("speed", lambda r: {"needed": r.needed[::-1]}, "Each further feature"),
        ("speed", lambda r: {"needed": tuple(n + 5 for n in r.needed)}, "The need"),
    ],
)
def test_a_perturbed_claim_is_refused(result, part, change, sentence):
    whole = getattr(result, part)
    with pytest.raises(Refused, match=sentence):
        consistency.confirm(replace(result, **{part: replace(whole, **change(whole))}))


def test_a_wrong_formula_is_refused(result, monkeypatch):
    """Seen, but drawn without replacement: the error would fall faster."""
    monkeypatch.setattr(deterministic, "nearest_distance", lambda d, n: np.eye(d + 1)[0])
    with pytest.raises(Refused, match="All 4 training sets"):
        deterministic.confirm(result.deterministic)


def test_a_wrong_limit_is_refused(result, monkeypatch):
    monkeypatch.setattr(stone, "limit_by_integral", lambda k: Fraction(1, 4))
    with pytest.raises(Refused, match="R_1"):
        stone.confirm(result.stone)


# --- why, and how fast -----------------------------------------------------------------------------------


def test_three_places_and_their_listeners_by_hand():
    """0 and 1.9 both have 1 nearest, which has 1.9 nearest."""
    assert rates.listeners(np.array([0.0, 1.0, 1.9]), 1).tolist() == [0, 2, 1]


@given(st.lists(st.integers(-50, 50), min_size=7, max_size=20, unique=True), st.integers(1, 5))
@settings(max_examples=50, deadline=None)
def test_on_the_line_nobody_has_more_than_2k_listeners(numbers, k):
    places = np.array(numbers) + np.array(numbers) ** 2 / 7919  # no two distances are equal
    assert rates.listeners(places, k).max() <= 2 * k


def test_luck_and_distance_of_three_neighbours_by_hand():
    """A single one among five zeros: three windows hold it, and their mean is 1/3."""
    luck, distance = rates.squared_error(np.array([0.0, 0.0, 1.0, 0.0, 0.0]), 3)
    assert luck == 0
    assert distance == pytest.approx((2 * (1 / 3) ** 2 + (2 / 3) ** 2) / 5)
    with pytest.raises(ValueError, match="odd"):
        rates.squared_error(np.zeros(5), 2)


def test_luck_and_distance_add_up_to_what_labels_give():
    eta, rng = rates.sawtooth(200), np.random.default_rng(0)
    windows = (np.arange(200)[:, None] + np.arange(-4, 5)) % 200  # (200, 9)
    drawn = (rng.random((2000, 200)) < eta)[:, windows].mean(axis=2)
    assert ((drawn - eta) ** 2).mean() == pytest.approx(sum(rates.squared_error(eta, 9)), rel=0.02)


def test_the_rate_against_an_opponent_who_knows_n(monkeypatch):
    rates.confirm()
    monkeypatch.setattr(rates, "sawtooth", lambda n: np.full(n, 0.5))  # nothing to find: all votes are good
    with pytest.raises(Refused, match="opponent"):
        rates.confirm()
