import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.probability import (
    cond_independent,
    cond_prob,
    event_prob,
    independent,
    joint_from_counts,
    joint_from_rows,
    marginal,
)

# Gender, hours per week, wealth: the census table that the lectures' printed rows are rounded from.
WEALTH = {
    ("F", "<40.5", "poor"): 0.253122,
    ("F", "<40.5", "rich"): 0.0245895,
    ("F", ">=40.5", "poor"): 0.0421768,
    ("F", ">=40.5", "rich"): 0.0116293,
    ("M", "<40.5", "poor"): 0.331313,
    ("M", "<40.5", "rich"): 0.0971295,
    ("M", ">=40.5", "poor"): 0.134106,
    ("M", ">=40.5", "rich"): 0.105933,
}
WEALTH_AS_PRINTED = dict(zip(WEALTH, (0.25, 0.02, 0.04, 0.01, 0.33, 0.10, 0.13, 0.11), strict=True))
GENDER, HOURS, MONEY = 0, 1, 2

# Two tosses of one coin, drawn from a fair and a two-headed one: toss A, toss B, coin.
COINS = {
    **{(a, b, "fair"): Fraction(1, 8) for a, b in itertools.product("HT", repeat=2)},
    ("H", "H", "two-headed"): Fraction(1, 2),
}
A, B, COIN = 0, 1, 2

# Two pixels and the class "are they equal?"
XOR = {(p, q, p == q): Fraction(1, 4) for p, q in itertools.product((0, 1), repeat=2)}


def worlds(max_variables=3):
    """Joint tables of exact fractions over a few variables with a few values."""

    def tables(sizes):
        rows = list(itertools.product(*(range(V) for V in sizes)))
        counts = st.lists(st.integers(0, 6), min_size=len(rows), max_size=len(rows)).filter(any)
        return counts.map(lambda n: {row: Fraction(c, sum(n)) for row, c in zip(rows, n, strict=True)})

    return st.lists(st.integers(1, 3), min_size=2, max_size=max_variables).flatmap(tables)


# ---------------------------------------------------------------- worked by hand


def test_wealth_table_gives_the_lectures_numbers():
    poor_men = event_prob(WEALTH, {GENDER: "M", MONEY: "poor"})
    assert poor_men == pytest.approx(0.465419, rel=1e-12)
    assert event_prob(WEALTH, {MONEY: "poor"}) == pytest.approx(0.7607178, rel=1e-12)
    assert cond_prob(WEALTH, {GENDER: "M"}, {MONEY: "poor"}) == pytest.approx(0.465419 / 0.7607178)


def test_rounded_rows_give_a_rounded_answer():
    """From rows of two decimals the sums are 0.46 and 0.75, and their ratio is 0.613, not the exact 0.612."""
    assert event_prob(WEALTH_AS_PRINTED, {GENDER: "M", MONEY: "poor"}) == pytest.approx(0.46)
    assert event_prob(WEALTH_AS_PRINTED, {MONEY: "poor"}) == pytest.approx(0.75)
    assert cond_prob(WEALTH_AS_PRINTED, {GENDER: "M"}, {MONEY: "poor"}) == pytest.approx(46 / 75)


def test_conditional_table_of_wealth_given_gender_and_hours():
    rich = [
        cond_prob(WEALTH, {MONEY: "rich"}, {GENDER: g, HOURS: h})
        for g, h in itertools.product("FM", ("<40.5", ">=40.5"))
    ]
    assert np.round(rich, 7).tolist() == [0.0885433, 0.2161335, 0.2267037, 0.4413158]


def test_two_coins_are_dependent_but_independent_given_the_coin():
    heads_a, heads_b = {A: "H"}, {B: "H"}
    assert event_prob(COINS, heads_a) == event_prob(COINS, heads_b) == Fraction(3, 4)
    assert event_prob(COINS, {A: "H", B: "H"}) == Fraction(5, 8)
    assert cond_prob(COINS, heads_b, heads_a) == Fraction(5, 6)
    assert cond_prob(COINS, {A: "H", B: "H"}, {COIN: "fair"}) == Fraction(1, 4)
    assert cond_prob(COINS, {A: "H", B: "H"}, {COIN: "two-headed"}) == 1
    assert cond_prob(COINS, {COIN: "fair"}, heads_a) == Fraction(1, 3)
    assert cond_prob(COINS, {COIN: "fair"}, {A: "H", B: "H"}) == Fraction(1, 5)
    assert not independent(COINS, A, B)
    assert cond_independent(COINS, A, B, COIN, tol=0)


def test_equal_pixels_are_independent_but_dependent_given_the_class():
    assert independent(XOR, 0, 1, tol=0)
    assert not cond_independent(XOR, 0, 1, 2)


def test_wealth_features_depend_on_each_other_given_wealth():
    assert not cond_independent(WEALTH, GENDER, HOURS, MONEY)


# ---------------------------------------------------------------- what the lectures' slips would give


def test_product_rule_pairs_each_conditional_with_the_other_marginal():
    table = {("a", "b"): 0.1, ("a", "nb"): 0.2, ("na", "b"): 0.3, ("na", "nb"): 0.4}
    p_a, p_b = event_prob(table, {0: "a"}), event_prob(table, {1: "b"})
    b_given_a, a_given_b = cond_prob(table, {1: "b"}, {0: "a"}), cond_prob(table, {0: "a"}, {1: "b"})
    assert p_a * b_given_a == pytest.approx(0.1)
    assert p_b * a_given_b == pytest.approx(0.1)
    assert p_b * b_given_a != pytest.approx(0.1)
    assert p_a * a_given_b != pytest.approx(0.1)


def test_bayes_rule_turns_a_conditional_round():
    """P(B|A) = P(B) P(A|B) / P(A); with the marginals exchanged it is another number."""
    table = {("long", "man"): 0.02, ("short", "man"): 0.48, ("long", "woman"): 0.25, ("short", "woman"): 0.25}
    p_man, p_long = event_prob(table, {1: "man"}), event_prob(table, {0: "long"})
    long_given_man = cond_prob(table, {0: "long"}, {1: "man"})
    man_given_long = cond_prob(table, {1: "man"}, {0: "long"})
    assert man_given_long == pytest.approx(p_man * long_given_man / p_long) == pytest.approx(2 / 27)
    assert p_long * long_given_man / p_man == pytest.approx(0.0216) != pytest.approx(man_given_long)


def test_a_conditional_and_its_inverse_differ():
    lottery = {("play", "win"): 0.125, ("play", "lose"): 0.5, ("stay", "win"): 0.125, ("stay", "lose"): 0.25}
    play, win = {0: "play"}, {1: "win"}
    ratio = cond_prob(lottery, play, win) / cond_prob(lottery, win, play)
    assert ratio == event_prob(lottery, play) / event_prob(lottery, win) == 2.5


def test_value_of_another_variable_is_impossible():
    """Asking for hair = man mixes up two variables: probability 0 as an event, an error as a condition."""
    table = {("man", "long"): 0.02, ("man", "short"): 0.48, ("woman", "long"): 0.25, ("woman", "short"): 0.25}
    assert event_prob(table, {1: "man"}) == 0
    assert cond_prob(table, {1: "man"}, {0: "man"}) == 0
    with pytest.raises(ValueError, match="given must be possible"):
        cond_prob(table, {0: "man"}, {1: "man"})


def test_product_of_conditionals_is_an_assumption_not_an_identity():
    equal_pixels = {(0, 0): 0.5, (1, 1): 0.5}
    assert event_prob(equal_pixels, {0: 0, 1: 0}) == 0.5
    assert event_prob(equal_pixels, {0: 0}) * event_prob(equal_pixels, {1: 0}) == 0.25
    assert not independent(equal_pixels, 0, 1)


def test_joint_is_the_conditional_times_the_marginal():
    table = {("x", "t"): 0.1, ("x", "f"): 0.3, ("z", "t"): 0.2, ("z", "f"): 0.4}
    p_t = event_prob(table, {1: "t"})
    assert cond_prob(table, {0: "x"}, {1: "t"}) * p_t == pytest.approx(0.1)
    assert event_prob(table, {0: "x", 1: "t"}) * p_t != pytest.approx(0.1)


def test_bins_that_overlap_are_no_table():
    """With bins "≤ 40" and "≥ 40" an example at 40 is in both rows, and the shares sum to more than 1."""
    hours = [38, 40, 40, 45]
    shares = {("<=40",): sum(h <= 40 for h in hours) / 4, (">=40",): sum(h >= 40 for h in hours) / 4}
    with pytest.raises(ValueError, match="sum to 1"):
        event_prob(shares, {0: "<=40"})
    clean = joint_from_rows([("<40.5",) if h < 40.5 else (">=40.5",) for h in hours])
    assert sum(clean.values()) == 1


# ---------------------------------------------------------------- events, conditions, independence


def test_empty_event_is_certain():
    assert event_prob(COINS, {}) == 1
    assert cond_prob(COINS, {}, {}) == 1


def test_event_that_contradicts_its_condition_has_probability_zero():
    assert cond_prob(WEALTH, {GENDER: "M"}, {GENDER: "F"}) == 0


def test_event_that_repeats_its_condition_is_certain():
    assert cond_prob(WEALTH, {GENDER: "M"}, {GENDER: "M"}) == 1


def test_impossible_condition_is_an_error_even_for_a_contradiction():
    with pytest.raises(ValueError, match="given must be possible"):
        cond_prob(COINS, {A: "H"}, {A: "T", COIN: "two-headed"})


def test_fractions_stay_fractions():
    for p in (
        event_prob(COINS, {A: "H"}),
        cond_prob(COINS, {A: "H"}, {B: "T"}),
        *marginal(COINS, A).values(),
    ):
        assert isinstance(p, Fraction)


def test_rows_left_out_have_probability_zero():
    full = {**COINS, ("T", "T", "two-headed"): Fraction(0), ("H", "T", "two-headed"): Fraction(0)}
    assert cond_independent(full, A, B, COIN, tol=0)
    assert event_prob(full, {A: "T"}) == event_prob(COINS, {A: "T"})


def test_independence_in_one_class_only_is_not_enough():
    fair = {(a, b, "fair"): 0.125 for a, b in itertools.product((0, 1), repeat=2)}
    copied = {(0, 0, "copied"): 0.25, (1, 1, "copied"): 0.25}
    assert not cond_independent({**fair, **copied}, 0, 1, 2)
    assert not cond_independent({**copied, **fair}, 0, 1, 2)


def test_product_of_numbers_that_floats_cannot_hold_is_independent():
    p, q, r = (0.1, 0.9), (0.3, 0.7), (1 / 3, 2 / 3)
    table = {(i, j, c): p[i] * q[j] * r[c] for i, j, c in itertools.product((0, 1), repeat=3)}
    assert cond_independent(table, 0, 1, 2)
    assert independent(table, 0, 1)


def test_a_class_of_tiny_probability_counts_as_much_as_any():
    """The tolerance is on P(a, b|c), not on P(a, b, c)."""
    rare = 1e-12
    table = {(0, 0, "rare"): rare / 2, (1, 1, "rare"): rare / 2, (0, 0, "common"): 1 - rare}
    assert not cond_independent(table, 0, 1, 2)


def test_groups_of_variables_may_be_independent():
    table = {(a, b, a ^ b): Fraction(1, 4) for a, b in itertools.product((0, 1), repeat=2)}
    assert independent(table, 0, 1)
    assert independent(table, 0, 2)
    assert not independent(table, 0, (1, 2))


def test_marginal_keeps_the_order_asked_for():
    table = marginal(WEALTH, (MONEY, GENDER))
    assert table["poor", "M"] == pytest.approx(0.465419)
    assert marginal(WEALTH, ()) == {(): pytest.approx(0.9999991)}


def test_table_from_rows_and_from_counts_agree():
    rows = [("s", 1), ("r", 0), ("s", 1)]
    assert joint_from_rows(rows) == joint_from_counts(Counter(rows)) == {("s", 1): 2 / 3, ("r", 0): 1 / 3}
    exact = joint_from_counts({("s",): Fraction(2), ("r",): Fraction(1)})
    assert exact == {("s",): Fraction(2, 3), ("r",): Fraction(1, 3)}


# ---------------------------------------------------------------- laws


@settings(deadline=None, max_examples=50)
@given(worlds(), st.data())
def test_adding_over_the_values_of_a_variable_sums_it_out(table, data):
    j = data.draw(st.integers(0, len(next(iter(table))) - 1))
    event = {0: data.draw(st.sampled_from([row[0] for row in table]))}
    values = {row[j] for row in table}
    assert sum(event_prob(table, {j: v}) for v in values) == 1
    if j != 0:
        assert sum(event_prob(table, {**event, j: v}) for v in values) == event_prob(table, event)


@settings(deadline=None, max_examples=50)
@given(worlds())
def test_chain_rule_rebuilds_every_row(table):
    for row, p in table.items():
        if p > 0:
            known: dict[int, int] = {}
            product = Fraction(1)
            for j, value in enumerate(row):
                product *= cond_prob(table, {j: value}, dict(known))
                known[j] = value
            assert product == p


@settings(deadline=None, max_examples=50)
@given(worlds(), worlds())
def test_independence_is_seen_exactly_when_the_table_is_a_product(one, other):
    p, q = marginal(one, 0), marginal(other, 0)
    product = {(*u, *v): a * b for (u, a), (v, b) in itertools.product(p.items(), q.items())}
    assert independent(product, 0, 1, tol=0)
    joint = marginal(one, (0, 1))
    pairs = itertools.product(marginal(one, 0).items(), marginal(one, 1).items())
    is_product = all(joint.get((*u, *v), 0) == a * b for (u, a), (v, b) in pairs)
    assert independent(one, 0, 1, tol=0) == is_product


@settings(deadline=None, max_examples=50)
@given(worlds())
def test_conditional_independence_is_independence_in_every_slice(table):
    if len(next(iter(table))) < 3:
        return
    slices = []
    for (c,), p in marginal(table, 2).items():
        if p > 0:
            slices.append({row[:2]: q / p for row, q in table.items() if row[2] == c})
    expected = all(independent(part, 0, 1, tol=0) for part in slices)
    assert cond_independent(table, 0, 1, 2, tol=0) == cond_independent(table, 1, 0, 2, tol=0) == expected


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize(
    ("joint", "error", "message"),
    [
        ([0.5, 0.5], TypeError, "dictionary"),
        ({}, ValueError, "must not be empty"),
        ({"a": 1.0}, TypeError, "tuples as keys"),
        ({(0,): "1"}, TypeError, "must hold numbers"),
        ({(0,): True}, TypeError, "must hold numbers"),
        ({(0,): -0.5, (1,): 1.5}, ValueError, "at least 0"),
        ({(0,): math.nan, (1,): 1.0}, ValueError, "finite"),
        ({(0,): math.inf}, ValueError, "finite"),
        ({(0,): 0.5, (1, 2): 0.5}, ValueError, "one length"),
        ({(0,): 3, (1,): 2}, ValueError, "sums to 5"),
    ],
)
def test_what_is_no_table_is_refused(joint, error, message):
    with pytest.raises(error, match=message):
        event_prob(joint, {})


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ({2: 1}, ValueError),
        ({-1: 1}, ValueError),
        ({"x": 1}, TypeError),
        ([0], TypeError),
        ({0: [1]}, TypeError),
    ],
)
def test_what_is_no_event_is_refused(event, error):
    table = {(0, 0): 0.5, (1, 1): 0.5}
    with pytest.raises(error, match="event"):
        event_prob(table, event)
    with pytest.raises(error, match="given"):
        cond_prob(table, {}, event)


def test_positions_must_exist_and_differ():
    with pytest.raises(ValueError, match="share a position"):
        independent(COINS, A, A)
    with pytest.raises(ValueError, match="share a position"):
        cond_independent(COINS, A, B, B)
    with pytest.raises(ValueError, match="repeat"):
        marginal(COINS, (A, A))
    with pytest.raises(ValueError, match="variables"):
        marginal(COINS, 3)
    with pytest.raises(TypeError, match="variables"):
        marginal(COINS, "01")
    with pytest.raises(ValueError, match="tol"):
        independent(COINS, A, B, tol=-1)


def test_counts_without_examples_are_refused():
    with pytest.raises(ValueError, match="at least one example"):
        joint_from_counts({("a",): 0})
    with pytest.raises(ValueError, match="empty"):
        joint_from_rows([])
